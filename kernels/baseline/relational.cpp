#include "kernels/baseline/relational.h"

#include "engine/core/error.h"
#include "kernels/baseline/cusparse.h"
#include "kernels/device/dense_product.h"

#if defined(SPARSESCOPE_HAS_CUSPARSE) && defined(SPARSESCOPE_HAS_CUBLAS)

#include "engine/core/at.h"
#include "kernels/baseline/cusparse_calls.h"
#include "kernels/device/compiler.h"
#include "kernels/device/cublas_library.h"
#include "kernels/generate/rivals.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

namespace sparsescope {

namespace {

void* memory(CUdeviceptr address)
{
    return reinterpret_cast<void*>(address);
}

// The sizes of the product, and where the operands of a relation stand.
struct Sizes {
    explicit Sizes(const BaselineInput& input)
        : rows(input.matrix.rows()), columns(input.matrix.sliceCols()), relations(input.matrix.slices()),
          inner(input.op.inner), dense(input.op.dense), ld(input.ld),
          ldX(operandLd(input.op, input.op.definition().operands.front(), input.ld)), element(bytesOf(input.op.dtype))
    {
    }
    CUdeviceptr weights(const BaselineInput& input, std::int64_t relation) const
    {
        return input.W + at(relation * inner * ld * element);
    }
    std::size_t bytes(std::int64_t values) const { return at(values * element); }

    std::int64_t rows, columns, relations; // of X, of which each relation may name all
    std::int64_t inner, dense;
    std::int64_t ld, ldX; // of W, C and products; of X and copies of it
    std::int64_t element; // bytes
};

// The non-zeros relation by relation, in the order of rows: CSR positions, and where each relation begins.
struct ByRelation {
    std::vector<std::int64_t> begin; // relations + 1
    std::vector<std::int64_t> positions;
    std::vector<std::int32_t> rows;

    explicit ByRelation(const Matrix& matrix)
        : begin(at(matrix.slices() + 1)), positions(at(matrix.nnz())), rows(at(matrix.nnz()))
    {
        const std::int64_t n = matrix.sliceCols();
        for (const std::int32_t column : matrix.colIdx())
            ++begin[at(column / n + 1)];
        std::partial_sum(begin.begin(), begin.end(), begin.begin());
        std::vector<std::int64_t> next(begin.begin(), begin.end() - 1);
        for (std::int64_t r = 0; r < matrix.rows(); ++r)
            for (std::int64_t p = matrix.rowPtr()[at(r)]; p < matrix.rowPtr()[at(r) + 1]; ++p) {
                const std::int64_t place = next[at(matrix.colIdx()[at(p)] / n)]++;
                positions[at(place)] = p;
                rows[at(place)] = static_cast<std::int32_t>(r);
            }
    }
    std::int64_t count(std::int64_t relation) const { return begin[at(relation + 1)] - begin[at(relation)]; }
    std::vector<std::int32_t> columns(const Matrix& matrix) const // of X
    {
        std::vector<std::int32_t> all;
        all.reserve(positions.size());
        for (const std::int64_t p : positions)
            all.push_back(static_cast<std::int32_t>(matrix.colIdx()[at(p)] % matrix.sliceCols()));
        return all;
    }
    std::vector<std::uint8_t> values(const Matrix& matrix, DataType dtype) const
    {
        std::vector<std::uint8_t> all(positions.size() * at(bytesOf(dtype)));
        for (std::size_t i = 0; i < positions.size(); ++i)
            storeValue(dtype, all.data(), i, matrix.value(positions[i]));
        return all;
    }
};

// The time of a few runs, to choose by.
double shortNs(Race& race, const std::function<void()>& run)
{
    constexpr int runs = 5;
    return summariseTimes(race.stopwatch.measure(1, runs, run, race.progress)).medianNs;
}

// The fastest of cuSPARSE's algorithms of CSR for this product, ready to run.
class BestSpmm {
public:
    BestSpmm(Race& race, const SparseOperand& A, const DenseOperand& B, const DenseOperand& C) : m_handle(race.stream)
    {
        double least = std::numeric_limits<double>::infinity();
        std::optional<Error> refusal;
        for (const char* const name : {"cusparse:csr_alg2", "cusparse:csr_alg1", "cusparse:csr_alg3"})
            try {
                const SpmmVariant& variant = *spmmVariant(name);
                const SpmmCall call{m_handle.get(), A.get(), B.get(), C.get(), variant.algorithm};
                Buffer workspace(call.workspaceBytes(), "cuSPARSE's workspace");
                if (variant.preprocess)
                    call.preprocess(workspace);
                const double ns = shortNs(race, [&] { call.run(workspace); });
                if (ns < least) {
                    least = ns;
                    m_variant = &variant;
                    m_call = call;
                    m_workspace = std::move(workspace);
                }
            } catch (const Error& error) { // its workspace may not fit, say
                if (error.kind() == ErrorKind::Cancelled)
                    throw;
                refusal = error;
            }
        if (!m_variant)
            throw Error(*refusal);
        if (m_variant->preprocess) // another algorithm may have prepared the matrix for itself
            m_call->preprocess(m_workspace);
    }
    void run() const { m_call->run(m_workspace); }

private:
    CusparseHandle m_handle;
    const SpmmVariant* m_variant = nullptr;
    std::optional<SpmmCall> m_call;
    Buffer m_workspace;
};

void runTwoStage(Race& race)
{
    const BaselineInput& input = race.input;
    const Sizes sizes(input);
    if (input.matrix.nnz() == 0)
        return race.run(input.C, sizes.ld, [&] { input.C.fill(0, race.stream); });
    const DataType dtype = input.op.dtype;
    const std::int64_t wide = input.matrix.cols();
    const Buffer T(sizes.bytes(wide * sizes.ld), "the products of X and the weights of all relations");
    CublasHandle cublasHandle;
    cublasHandle.use(race.stream);
    requireCublas(cublas().gemmStridedBatched != nullptr, "cublasGemmStridedBatchedEx_64");
    // Row-major T = X W reads column-major as T' = W' X', with W first; all relations have the same X.
    const auto multiply = [&] {
        const float one = 1, zero = 0;
        const cudaDataType type = libraryType(dtype);
        checkCublas(cublas().gemmStridedBatched(cublasHandle.get(), CUBLAS_OP_N, CUBLAS_OP_N, sizes.dense,
                                                sizes.columns, sizes.inner, &one, memory(input.W), type, sizes.ld,
                                                sizes.inner * sizes.ld, memory(input.B), type, sizes.ldX, 0, &zero,
                                                memory(T.address()), type, sizes.ld, sizes.columns * sizes.ld,
                                                sizes.relations, sumsOfProduct(dtype), CUBLAS_GEMM_DEFAULT),
                    "cublasGemmStridedBatchedEx");
    };
    multiply();
    const SparseOperand A(input.matrix, dtype, {SparseStorage::Csr});
    const DenseOperand B({wide, wide, sizes.dense, sizes.ld}, T.address(), dtype);
    const DenseOperand C({sizes.rows, sizes.rows, sizes.dense, sizes.ld}, input.C.address(), dtype);
    const BestSpmm spmm(race, A, B, C);
    race.run(input.C, sizes.ld, [&] {
        multiply();
        spmm.run();
    });
}

// A product a relation of all rows that it names: all in one call, or a call each, which is faster for long relations
// of few columns.
class GatheredProducts {
public:
    GatheredProducts(const BaselineInput& input, const Sizes& sizes, const ByRelation& places, CUdeviceptr gathered,
                     CUdeviceptr products, const Stream& stream)
        : m_sizes(sizes), m_type(libraryType(input.op.dtype)), m_sums(sumsOfProduct(input.op.dtype))
    {
        m_handle.use(stream);
        for (std::int64_t r = 0; r < sizes.relations; ++r) {
            if (places.count(r) == 0)
                continue;
            m_counts.push_back(places.count(r));
            m_addresses[0].push_back(sizes.weights(input, r));
            m_addresses[1].push_back(gathered + sizes.bytes(places.begin[at(r)] * sizes.ldX));
            m_addresses[2].push_back(products + sizes.bytes(places.begin[at(r)] * sizes.ld));
        }
        for (std::size_t i = 0; i < m_addresses.size(); ++i)
            m_pointers[i] = Buffer(std::span<const CUdeviceptr>(m_addresses[i]), "where groups begin");
    }

    void chooseFaster(Race& race)
    {
        if (cublas().gemmGroupedBatched == nullptr || m_counts.empty())
            return;
        const double each = shortNs(race, [&] { multiplyEach(); });
        try {
            m_together = shortNs(race, [&] { multiplyTogether(); }) < each;
        } catch (const Error& error) { // it has not all types, say
            if (error.kind() == ErrorKind::Cancelled)
                throw;
        }
    }

    void run() const
    {
        if (m_together)
            multiplyTogether();
        else
            multiplyEach();
    }

private:
    // Row-major products read column-major as the transposed ones, with W first.
    void multiplyEach() const
    {
        const float one = 1, zero = 0;
        for (std::size_t i = 0; i < m_counts.size(); ++i)
            checkCublas(cublas().gemm(m_handle.get(), CUBLAS_OP_N, CUBLAS_OP_N, m_sizes.dense, m_counts[i],
                                      m_sizes.inner, &one, memory(m_addresses[0][i]), m_type, m_sizes.ld,
                                      memory(m_addresses[1][i]), m_type, m_sizes.ldX, &zero, memory(m_addresses[2][i]),
                                      m_type, m_sizes.ld, m_sums, CUBLAS_GEMM_DEFAULT),
                        "cublasGemmEx");
    }

    void multiplyTogether() const
    {
        const std::size_t groups = m_counts.size();
        const std::vector<cublasOperation_t> asTheyAre(groups, CUBLAS_OP_N);
        const std::vector<float> ones(groups, 1), zeros(groups, 0);
        const auto all = [&](std::int64_t value) { return std::vector<std::int64_t>(groups, value); };
        const auto single = all(1), dense = all(m_sizes.dense), inner = all(m_sizes.inner);
        const auto ld = all(m_sizes.ld), ldX = all(m_sizes.ldX);
        const auto pointersOf = [&](std::size_t i) { return reinterpret_cast<void**>(m_pointers[i].address()); };
        checkCublas(cublas().gemmGroupedBatched(
                        m_handle.get(), asTheyAre.data(), asTheyAre.data(), dense.data(), m_counts.data(), inner.data(),
                        ones.data(), pointersOf(0), m_type, ld.data(), pointersOf(1), m_type, ldX.data(), zeros.data(),
                        pointersOf(2), m_type, ld.data(), static_cast<std::int64_t>(groups), single.data(), m_sums),
                    "cublasGemmGroupedBatchedEx");
    }

    Sizes m_sizes;
    cudaDataType m_type;
    cublasComputeType_t m_sums;
    CublasHandle m_handle;
    bool m_together = false;
    std::vector<std::int64_t> m_counts;                  // rows, of relations that have some
    std::array<std::vector<CUdeviceptr>, 3> m_addresses; // into W, gathered rows, products
    std::array<Buffer, 3> m_pointers;                    // the same on the GPU
};

void runGathering(Race& race)
{
    const BaselineInput& input = race.input;
    const Sizes sizes(input);
    const DataType dtype = input.op.dtype;
    const bool converts = bytesOf(dtype) == 2;
    CompileOptions options;
    options.architecture = input.architecture;
    const Module module(compileSource(generateGathering(dtype), "gathering.cu", options).cubin);
    const Function gather = module.function("gatherPlaces"), scatter = module.function("scatterPlaces"),
                   round = module.function("roundSums");
    const std::int64_t nnz = input.matrix.nnz();
    const ByRelation places(input.matrix);
    const Buffer gathered(sizes.bytes(nnz * sizes.ldX), "the rows of X of all non-zeros");
    const Buffer products(sizes.bytes(nnz * sizes.ld), "their products");
    const Buffer rows(std::span<const std::int32_t>(places.rows), "the rows of non-zeros");
    const Buffer columns(std::span<const std::int32_t>(places.columns(input.matrix)), "the columns of non-zeros");
    const Buffer values(std::span<const std::uint8_t>(places.values(input.matrix, dtype)), "the values of A");
    Buffer sums;
    if (converts) {
        sums = Buffer(at(sizes.rows * sizes.ld) * sizeof(float), "float32 sums");
        sums.fill(0);
    }
    GatheredProducts multiply(input, sizes, places, gathered.address(), products.address(), race.stream);
    const auto launch = [&](const Function& kernel, std::int64_t count, std::int64_t ld, auto... arguments) {
        const std::int64_t units = ld * sizes.element / 16;
        const std::int64_t blocks =
            std::clamp<std::int64_t>((count * units + threadsOfRivals - 1) / threadsOfRivals, 1, 1 << 20);
        kernel.launch(race.stream, blocks, threadsOfRivals, arguments..., static_cast<long long>(count),
                      static_cast<long long>(units));
    };
    launch(gather, nnz, sizes.ldX, input.B, columns.address(), gathered.address());
    multiply.chooseFaster(race);
    race.run(input.C, sizes.ld, [&] {
        if (!converts)
            input.C.fill(0, race.stream);
        launch(gather, nnz, sizes.ldX, input.B, columns.address(), gathered.address());
        multiply.run();
        launch(scatter, nnz, sizes.ld, products.address(), rows.address(), values.address(),
               converts ? sums.address() : input.C.address());
        if (converts)
            launch(round, sizes.rows, sizes.ld, input.C.address(), sums.address());
    });
}

void runPerRelation(Race& race)
{
    const BaselineInput& input = race.input;
    const Sizes sizes(input);
    const DataType dtype = input.op.dtype;
    const cudaDataType type = libraryType(dtype);
    const ByRelation places(input.matrix);
    const auto held = [&](std::int64_t r) { return places.count(r) > 0; };
    std::int64_t relations = 0;
    for (std::int64_t r = 0; r < sizes.relations; ++r)
        relations += held(r) ? 1 : 0;
    requireDeviceMemory(at(relations * (sizes.rows + 1)) * sizeof(std::int32_t) + sizes.bytes(sizes.rows * sizes.ldX),
                        "the rows of every relation");

    const std::vector<std::int32_t> columns = places.columns(input.matrix);
    const std::vector<std::uint8_t> values = places.values(input.matrix, dtype);
    const Buffer sums(sizes.bytes(sizes.rows * sizes.ldX), "sums of rows of X");
    const DenseOperand X({sizes.columns, sizes.columns, sizes.inner, sizes.ldX}, input.B, dtype);
    const DenseOperand Z({sizes.rows, sizes.rows, sizes.inner, sizes.ldX}, sums.address(), dtype);
    const CusparseHandle sparseHandle(race.stream);
    struct One {
        Buffer rowPtr, columns, values;
        cusparseSpMatDescr_t matrix = nullptr;
        CUdeviceptr weights = 0;
        Buffer workspace;
        ~One() { cusparseDestroySpMat(matrix); }
    };
    std::vector<std::unique_ptr<One>> all;
    const auto callOf = [&](const One& one) {
        return SpmmCall{sparseHandle.get(), one.matrix, X.get(), Z.get(), CUSPARSE_SPMM_CSR_ALG2};
    };
    std::vector<std::int32_t> rowPtr(at(sizes.rows + 1));
    for (std::int64_t r = 0; r < sizes.relations; ++r) {
        if (!held(r))
            continue;
        race.progress.check();
        std::fill(rowPtr.begin(), rowPtr.end(), 0);
        const std::int64_t begin = places.begin[at(r)];
        for (std::int64_t i = 0; i < places.count(r); ++i)
            ++rowPtr[at(places.rows[at(begin + i)] + 1)];
        std::partial_sum(rowPtr.begin(), rowPtr.end(), rowPtr.begin());
        auto one = std::make_unique<One>();
        one->rowPtr = Buffer(std::span<const std::int32_t>(rowPtr), "the rows of a relation");
        one->columns = Buffer(std::span(columns).subspan(at(begin), at(places.count(r))), "the columns of non-zeros");
        one->values =
            Buffer(std::span(values).subspan(sizes.bytes(begin), sizes.bytes(places.count(r))), "the values of A");
        one->weights = sizes.weights(input, r);
        checkCusparse(cusparseCreateCsr(&one->matrix, sizes.rows, sizes.columns, places.count(r),
                                        memory(one->rowPtr.address()), memory(one->columns.address()),
                                        memory(one->values.address()), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                        CUSPARSE_INDEX_BASE_ZERO, type),
                      "cusparseCreateCsr");
        one->workspace = Buffer(callOf(*one).workspaceBytes(), "cuSPARSE's workspace");
        all.push_back(std::move(one));
    }
    CublasHandle denseHandle;
    denseHandle.use(race.stream);
    race.run(input.C, sizes.ld, [&] {
        const float one = 1;
        input.C.fill(0, race.stream);
        for (const std::unique_ptr<One>& relation : all) {
            callOf(*relation).run(relation->workspace);
            checkCublas(cublas().gemm(denseHandle.get(), CUBLAS_OP_N, CUBLAS_OP_N, sizes.dense, sizes.rows, sizes.inner,
                                      &one, memory(relation->weights), type, sizes.ld, memory(sums.address()), type,
                                      sizes.ldX, &one, memory(input.C.address()), type, sizes.ld, sumsOfProduct(dtype),
                                      CUBLAS_GEMM_DEFAULT),
                        "cublasGemmEx");
        }
    });
}

} // namespace

void runRelational(const std::string& name, Race& race)
{
    if (name == "two-stage")
        runTwoStage(race);
    else if (name == "gather-gemm-scatter")
        runGathering(race);
    else
        runPerRelation(race);
}

} // namespace sparsescope

#else

namespace sparsescope {

void runRelational(const std::string&, Race&)
{
    throw Error(ErrorKind::Device, cusparseVersion().empty() ? builtWithoutCusparse : builtWithoutCublas);
}

} // namespace sparsescope

#endif
