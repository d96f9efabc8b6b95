// What dynamic plans are raced against: sources through NVRTC, which needs no GPU; then every rival on every kind of
// masks against float64, and on one mask after another as on each alone.
#include "engine/core/error.h"
#include "engine/measure/baselines.h"
#include "engine/run/executor.h"
#include "kernels/baseline/mask_rival.h"
#include "kernels/device/compiler.h"
#include "kernels/device/device_plan.h"
#include "kernels/generate/rivals.h"
#include "tests/device/c_library.h"
#include "tests/device/gpu.h"
#include "tests/kernels/micro_case.h"

using namespace sparsescope;

namespace {

struct MaskKind {
    const char* text;
    OperatorKind op;
    MaskShape shape;
    std::int64_t period;
};

// Shapes that fill no block, no unit and no warp.
const std::vector<MaskKind> maskKinds = {
    {"single places", OperatorKind::SpMM, {131, 301, 1, 1}, 301},
    {"columns of 32", OperatorKind::SpMM, {96, 259, 32, 1}, 259},
    {"whole rows", OperatorKind::SpMM, {133, 165, 1, 165}, 165},
    {"rows of experts", OperatorKind::SpMM, {133, 5 * 67, 1, 67}, 67},
    {"rows of many experts", OperatorKind::SpMM, {70, 40 * 8, 1, 8}, 8},
    {"sampled", OperatorKind::SDDMM, {131, 301, 1, 1}, 301},
};

// One operator on masks of one kind, with its operands on the GPU.
class RivalProblem {
public:
    RivalProblem(const Gpu& gpu, const MaskKind& kind, DataType dtype, bool whole)
        : m_gpu(gpu), m_op{kind.op, dtype, 70}, m_masks(factsOf(kind.shape, kind.period)), m_values(operand(whole, 1)),
          m_B(operand(whole, 2)), m_operands(m_op, m_masks, m_values, m_B)
    {
    }

    std::vector<std::string> rivals() const
    {
        std::vector<std::string> names = maskBaselines(m_op, m_masks);
        std::erase(names, "block"); // a dynamic plan
        return names;
    }
    std::unique_ptr<MaskRival> make(const std::string& name)
    {
        return makeMaskRival(name, m_operands, m_stream, m_gpu.info());
    }
    MaskOperands& operands() { return m_operands; }

    // C of the mask as the rival makes it.
    std::vector<std::uint8_t> run(MaskRival& rival, const Mask& mask)
    {
        m_operands.setMask(std::make_shared<const Mask>(mask));
        rival.convert();
        for (int again = 0; again < 2; ++again) {
            m_operands.C().fill(0xff);
            rival.multiply();
            m_stream.wait(noProgress());
        }
        std::vector<std::uint8_t> bytes(m_operands.C().bytes());
        m_operands.C().download(bytes.data(), bytes.size());
        return bytes;
    }

    ErrorNorms errors(const std::vector<std::uint8_t>& C, const Mask& mask) const
    {
        const MatrixPtr pattern = matrixOf(mask, {});
        std::vector<double> values, sampled;
        const std::vector<double> all = decode(C, m_op.dtype);
        for (std::int64_t r = 0; r < pattern->rows(); ++r)
            for (const std::int32_t c : pattern->row(r)) {
                const std::int64_t stored = r * m_values.ld + c % m_masks.period;
                values.push_back(m_op.sampled() ? 1 : static_cast<double>(m_values.values[at(stored)]));
                sampled.push_back(m_op.sampled() ? all[at(r * m_operands.ldC() + c)] : 0);
            }
        const Matrix A(pattern->rows(), pattern->cols(), {pattern->rowPtr().begin(), pattern->rowPtr().end()},
                       {pattern->colIdx().begin(), pattern->colIdx().end()}, values, {});
        const std::vector<Dense> operands = m_op.sampled() ? std::vector{m_values, m_B} : std::vector{m_B};
        const Reference reference = referenceOf(A, m_op, operands, noProgress());
        return m_op.sampled() ? compare(reference, sampled.data(), 1)
                              : compare(reference, all.data(), m_operands.ldC());
    }

private:
    Dense operand(bool whole, std::uint64_t seed) const
    {
        const bool first = seed == 1;
        const std::int64_t rows = first ? m_masks.shape.rows : m_masks.shape.cols;
        const std::int64_t cols = first && !m_op.sampled() ? m_masks.period : m_op.dense;
        return whole ? wholeNumbers(rows, cols, cols, seed) : randomDense(rows, cols, cols, m_op.dtype, seed);
    }

    const Gpu& m_gpu;
    Stream m_stream;
    Operator m_op;
    MaskFacts m_masks;
    Dense m_values, m_B;
    MaskOperands m_operands;
};

// Libraries add in 16 bits in places, and rows of several experts are rounded once for each.
void checkErrors(const ErrorNorms& norms, DataType dtype)
{
    const double factor = narrow(dtype) ? 10 : 1;
    INFO("error " << norms.relative << ", worst element " << norms.worstElement);
    CHECK(norms.relative <= factor * acceptedErrors(dtype).relative);
    CHECK(norms.worstElement <= factor * acceptedErrors(dtype).worstElement);
}

} // namespace

TEST_CASE("sources of conversions and of gathering compile for every architecture without spills")
{
    using Entries = std::vector<std::string>;
    for (const DataType dtype : dataTypes)
        for (const char* architecture : {"sm_80", "sm_90", "sm_100"})
            for (const auto& [source, entries] :
                 {std::pair{generateRivals(dtype), Entries{"numberFlagged", "sumCounts", "flagBlocks", "copyBlocks",
                                                           "packRows", "addPackedRows", "placeSampled"}},
                  {generateGathering(dtype), {"gatherPlaces", "scatterPlaces", "roundSums"}}}) {
                INFO(name(dtype) << " " << architecture);
                CompileOptions options;
                options.architecture = architecture;
                const CompiledSource compiled = compileSource(source, "rivals.cu", options);
                CHECK_THAT(compiled.log, !Catch::Contains("warning"));
                for (const std::string& entry : entries) {
                    const KernelResources r = resourcesOf(compiled.log, entry);
                    INFO(entry << ": " << r.registers << " registers, " << r.spillStores << " bytes spilled");
                    CHECK(r.spillStores == 0);
                    CHECK(r.registers <= 64); // 1,024 threads an SM, at least
                }
            }
}

TEST_CASE("on the GPU, every rival on every kind of masks is float64's: none, one, some and all of its granules")
{
    const Gpu gpu;
    const DataType dtype = GENERATE(from_range(dataTypes));
    const MaskKind kind = GENERATE(from_range(maskKinds));
    DYNAMIC_SECTION(kind.text << " " << name(dtype))
    {
        RivalProblem problem(gpu, kind, dtype, false);
        for (const std::string& rival : problem.rivals()) {
            if (rival == "cusparse:sddmm" && dtype == DataType::BFloat16)
                continue; // cuSPARSE has none
            const std::unique_ptr<MaskRival> made = problem.make(rival);
            std::uint64_t seed = 0;
            for (const int density : {300, 0, -1, 1000, 30}) {
                INFO(rival << ", " << density << " in a thousand");
                const Mask mask = randomMask(kind.shape, density, ++seed);
                checkErrors(problem.errors(problem.run(*made, mask), mask), dtype);
            }
        }
    }
}

TEST_CASE("on the GPU, a mask after another has the same bits as alone, in both orders, and a mask of one row too")
{
    const Gpu gpu;
    const MaskKind kind = GENERATE(from_range(maskKinds));
    DYNAMIC_SECTION(kind.text)
    {
        RivalProblem problem(gpu, kind, DataType::Float16, true); // sums that are the same in any order
        const Mask sparse = randomMask(kind.shape, 40, 1), dense = randomMask(kind.shape, 700, 2);
        Mask oneRow(kind.shape);
        oneRow.setRange(oneRow.shape().down() - 1, 0, oneRow.shape().across());
        for (const std::string& rival : problem.rivals()) {
            INFO(rival);
            const auto alone = [&](const Mask& mask) { return problem.run(*problem.make(rival), mask); };
            const auto ofSparse = alone(sparse), ofDense = alone(dense), ofRow = alone(oneRow);
            const std::unique_ptr<MaskRival> one = problem.make(rival), other = problem.make(rival);
            CHECK((problem.run(*one, sparse) == ofSparse));
            CHECK((problem.run(*one, dense) == ofDense));
            CHECK((problem.run(*one, oneRow) == ofRow));
            CHECK((problem.run(*other, dense) == ofDense));
            CHECK((problem.run(*other, sparse) == ofSparse));
            CHECK((problem.run(*other, oneRow) == ofRow));
        }
    }
}

TEST_CASE("on the GPU, a kernel of the user's own is prepared anew for every mask")
{
    const Gpu gpu;
    const TemporaryFolder folder;
    const std::string file = folder / "csr_spmm.so";
    compileSample(file, gpu.info().architecture());
    for (const MaskKind& kind : maskKinds) {
        if (kind.op != OperatorKind::SpMM)
            continue;
        RivalProblem problem(gpu, kind, DataType::Float32, false);
        const std::unique_ptr<MaskRival> rival = problem.make("kernel:" + file);
        std::uint64_t seed = 0;
        for (const int density : {30, 700, 0, 1000, -1}) {
            INFO(kind.text << ", " << density << " in a thousand");
            const Mask mask = randomMask(kind.shape, density, ++seed);
            checkErrors(problem.errors(problem.run(*rival, mask), mask), DataType::Float32);
        }
    }
}

TEST_CASE("on the GPU, rivals that cannot be had are refused by name or by what they would store")
{
    const Gpu gpu;
    RivalProblem places(gpu, maskKinds.front(), DataType::Float16, false);
    for (const char* rival : {"block", "packed", "serial", "cusparse:sddmm", "cusparse:bell16", "magic"}) {
        INFO(rival);
        try {
            places.make(rival);
            FAIL("it was made");
        } catch (const Error& error) {
            CHECK(error.kind() == ErrorKind::Usage);
        }
    }
    CHECK_THROWS_WITH(places.make("kernel:/nowhere.so"), Catch::Contains("there is no such file"));

    // 2 GB for a mask of 32 places, and for one of all: the first alone is refused.
    RivalProblem large(gpu, {"", OperatorKind::SpMM, {1 << 15, 1 << 15, 1, 32}, 32}, DataType::Float16, false);
    const std::unique_ptr<MaskRival> rival = large.make("cublas:dense");
    large.operands().setMask(std::make_shared<const Mask>(randomMask(large.operands().masks().shape, -1, 1)));
    CHECK_THROWS_WITH(rival->multiply(), Catch::Contains("The dense matrix would store"));
    large.operands().setMask(std::make_shared<const Mask>(randomMask(large.operands().masks().shape, 1000, 1)));
    CHECK_NOTHROW(rival->multiply());
}
