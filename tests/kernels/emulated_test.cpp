// Random plans of all kinds of tile, computed by their generated kernels on the CPU, against float64.
#include "engine/run/executor.h"
#include "tests/kernels/classic_plans.h"
#include "tests/kernels/emulated_kernel.h"
#include "tests/kernels/plans.h"
#include "tests/support/catch.h"

#include <cstring>

using namespace sparsescope;

namespace {

void checkPlan(Plan plan, const Matrix& matrix, const KernelParameters& parameters, SplitSums sums,
               std::set<std::string>& seen)
{
    plan.tiling().splitSums = sums;
    const Packed packed = pack(plan, matrix, noProgress());
    INFO(label(plan.op.kind) << " " << name(plan.op.dtype) << ", " << plan.op.dense << " in parts of " << plan.densePart
                             << ", " << parameters.text() << ", " << label(sums));
    for (std::size_t k = 0; k < packed.kinds.size(); ++k)
        seen.insert(packed.formats[static_cast<std::size_t>(packed.kinds[k].format)]->name() +
                    (packed.kinds[k].split ? "+" : "") + (packed.kinds[k].folds ? ", folded" : ""));
    checkEmulated(packed, matrix, parameters);
}

} // namespace

TEST_CASE("generated kernels compute their plans on the CPU, whatever the order of threads and blocks")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    const OperatorKind kind = GENERATE_COPY(from_range(anyTileOperators));
    DYNAMIC_SECTION(label(kind))
    {
        const bool vector = kind == OperatorKind::SpMV, sampled = kind == OperatorKind::SDDMM;
        std::set<std::string> seen;
        std::uint64_t seed = 0;
        for (const DataType dtype : dataTypes)
            for (const SplitSums sums : {SplitSums::Slots, SplitSums::Atomic}) {
                ++seed;
                if (sampled && sums == SplitSums::Atomic)
                    continue;
                const MatrixPtr matrix = randomWithEmptyRows(90, 150, 0.08, seed);
                const Operator op{kind, dtype, vector ? 1 : 90};
                const bool blocks = !vector && (sampled || (seed + (seed - 1) / 2) % 2 == 1); // else folded rows
                const Plan plan = mixedPlan(*matrix, op, vector ? 1 : 64, seed, blocks);
                const std::vector<KernelParameters> legal = legalParameters(pack(plan, *matrix, noProgress()));
                checkPlan(plan, *matrix, legal[seed % legal.size()], sums, seen);
            }
        for (const std::string name : {"block", "ell", "csr", "1d"}) {
            INFO(name);
            const bool there = !vector || name != "block";
            CHECK(seen.contains(name + "+") == there); // in SDDMM, K is split for all
            CHECK(seen.contains(name) == (there && !sampled));
        }
        CHECK((seen.contains("ell, folded") || seen.contains("ell+, folded")) == !sampled);
    }
}

TEST_CASE("generated kernels of SELL, BSR, SR-BCRS and CSR tiles compute their plans on the CPU")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    const OperatorKind kind = GENERATE(OperatorKind::SpMM, OperatorKind::SpMV);
    DYNAMIC_SECTION(label(kind))
    {
        const bool vector = kind == OperatorKind::SpMV;
        std::set<std::string> seen;
        std::uint64_t seed = 2;
        for (const DataType dtype : dataTypes) {
            const bool cut = ++seed % 2 == 0;
            const MatrixPtr matrix = randomWithEmptyRows(90, 150, 0.08, seed);
            const Plan plan = classicPlan(*matrix, {kind, dtype, vector ? 1 : 50}, vector ? 1 : 32, seed, false, cut);
            const std::vector<KernelParameters> legal = legalParameters(pack(plan, *matrix, noProgress()));
            checkPlan(plan, *matrix, legal[seed % legal.size()], seed < 5 ? SplitSums::Slots : SplitSums::Atomic, seen);
        }
        for (const char* format : {"sell", "bsr", "srbcrs"}) {
            INFO(format);
            CHECK((seen.contains(format) || seen.contains(std::string(format) + "+")));
        }
    }
}

TEST_CASE("a lane has one or two accesses to a row of B, in plain CSR of short rows, of long ones, and of none")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    std::uint64_t seed = 0;
    for (const auto& [dtype, part] : {std::pair{DataType::Float32, 64},
                                      {DataType::Float32, 256},
                                      {DataType::Float16, 128},
                                      {DataType::BFloat16, 256},
                                      {DataType::TFloat32, 128}})
        for (const auto& [rows, cols, density] : {std::tuple{150, 70, 0.1}, {5, 600, 0.5}})
            for (const int gathers : {2, 4, 8}) {
                const MatrixPtr matrix = randomWithEmptyRows(rows, cols, density, ++seed);
                const Packed packed =
                    pack(plainCsrPlan(*matrix, {OperatorKind::SpMM, dtype, 130}, part, 256), *matrix, noProgress());
                INFO(name(dtype) << ", parts of " << part << ", " << rows << " rows, " << gathers << " gathers");
                checkEmulated(packed, *matrix, {.gathers = gathers, .accesses = 1 + static_cast<int>(seed % 2)});
            }
}

TEST_CASE("few long rows of an ELL tile are shared by the warps of a block")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    const MatrixPtr matrix = randomWithEmptyRows(21, 400, 0.4, 31);
    for (const auto& [dtype, part, rows, width] : {std::tuple{DataType::Float32, 32, 1, 512},
                                                   {DataType::Float16, 32, 2, 256},
                                                   {DataType::BFloat16, 128, 1, 256},
                                                   {DataType::TFloat32, 128, 4, 64},
                                                   {DataType::Float32, 96, 8, 32}})
        for (const int threads : {64, 256}) {
            const Plan plan = coveredBy(makeFormat("ell", {{"rows", rows}, {"width", width}}), *matrix,
                                        {OperatorKind::SpMM, dtype, 130}, part);
            const Packed packed = pack(plan, *matrix, noProgress());
            INFO(name(dtype) << ", " << rows << " rows of " << width << ", " << threads << " threads");
            checkEmulated(packed, *matrix, {.threads = threads});
        }
}

TEST_CASE("printed kernels compute the same with two accesses of a lane to a row of B")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    std::uint64_t seed = 20;
    for (const auto& [dtype, part] : {std::pair{DataType::Float32, 64}, {DataType::Float16, 128}}) {
        const MatrixPtr matrix = randomWithEmptyRows(70, 90, 0.1, ++seed);
        for (const Plan& plan : gatheringPlans(*matrix, {OperatorKind::SpMM, dtype, 130}, part)) {
            const Packed packed = pack(plan, *matrix, noProgress(), Codegen::Program);
            std::vector<KernelParameters> wide = legalParameters(packed);
            std::erase_if(wide, [](const KernelParameters& one) { return one.accesses == 1; });
            REQUIRE(!wide.empty());
            INFO(name(dtype) << ", " << packed.formats[0]->label());
            checkEmulated(packed, *matrix, wide[++seed % wide.size()]);
        }
    }
}

TEST_CASE("of a dense product the places of the non-zeros are sampled, whatever else stands in it")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    for (const DataType dtype : {DataType::Float32, DataType::BFloat16}) {
        INFO(name(dtype));
        const MatrixPtr matrix = randomWithEmptyRows(61, 77, 0.2, 9);
        const Packed packed = pack(densePlan(*matrix, dtype, 40, OperatorKind::SDDMM), *matrix, noProgress());
        const GeneratedSource source = generateKernel(packed);
        const std::int64_t places = packed.rows * packed.rowPlaces();
        const auto blocks = static_cast<unsigned>(samplingBlocks(packed, source.threads));
        const EmulatedSource library(
            emulatedText(source.text, {}) +
            fmt::format(
                "\nextern \"C\" void run(const void* product, const void* values, const int* outputs, void* C)\n"
                "{{\n    emulated::launch({0}, {1}, 1, [&] {{ sampleProduct(static_cast<const {2}*>(product), "
                "static_cast<const {2}*>(values), outputs, static_cast<{2}*>(C), {3}); }});\n}}\n",
                blocks, source.threads, dtype == DataType::Float32 ? "float" : "Bf16", places));
        std::vector<std::uint8_t> product(static_cast<std::size_t>(places * bytesOf(dtype)));
        for (std::int64_t i = 0; i < places; ++i)
            storeValue(dtype, product.data(), at(i), static_cast<double>(i % 31) - 15);
        const std::vector<Unit> P = aligned(product), values = aligned(packed.values),
                                outputs = aligned(packed.outputs);
        const std::size_t nnz = at(packed.nnz);
        std::vector<std::uint8_t> C((nnz + 1) * at(bytesOf(dtype)), 0xff);
        reinterpret_cast<void (*)(const void*, const void*, const void*, void*)>(library.function("run"))(
            P.data(), values.data(), outputs.data(), C.data());
        for (std::int64_t row = 0; row < matrix->rows(); ++row)
            for (std::int64_t p = matrix->rowPtr()[at(row)]; p < matrix->rowPtr()[at(row + 1)]; ++p) {
                const std::int64_t place = row * packed.rowPlaces() + matrix->colIdx()[at(p)];
                std::vector<std::uint8_t> expected(8);
                storeValue(dtype, expected.data(), 0,
                           rounded(dtype, matrix->value(p)) * (static_cast<double>(place % 31) - 15));
                CHECK(loadValue(dtype, C.data(), at(p)) == loadValue(dtype, expected.data(), 0));
            }
        CHECK(C.back() == 0xff);
    }
}

TEST_CASE("two accesses of a lane are tried where rows of B are long enough, and never of blocks")
{
    const MatrixPtr matrix = randomWithEmptyRows(90, 150, 0.08, 1);
    const auto wide = [&](const Plan& plan) {
        const std::vector<KernelParameters> legal = legalParameters(pack(plan, *matrix, noProgress()));
        return std::any_of(legal.begin(), legal.end(), [](const KernelParameters& one) { return one.accesses > 1; });
    };
    const auto csr = [&](DataType dtype, std::int64_t part) {
        return plainCsrPlan(*matrix, {OperatorKind::SpMM, dtype, 128}, part, 256);
    };
    CHECK(wide(csr(DataType::Float32, 64)));
    CHECK_FALSE(wide(csr(DataType::Float32, 32)));
    CHECK(wide(csr(DataType::Float16, 128)));
    CHECK_FALSE(wide(csr(DataType::Float16, 64)));
    CHECK_FALSE(wide(mixedPlan(*matrix, {OperatorKind::SDDMM, DataType::Float32, 128}, 128, 1, false)));
    CHECK_FALSE(wide(mixedPlan(*matrix, {OperatorKind::SpMV, DataType::Float32, 1}, 1, 1, false)));
}
