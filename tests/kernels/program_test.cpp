// Kernels that are printed from programs: every format, computed on the CPU against float64.
#include "engine/ir/decompose.h"
#include "engine/ir/defaults.h"
#include "engine/run/executor.h"
#include "tests/kernels/all_formats.h"
#include "tests/kernels/emulated_kernel.h"
#include "tests/kernels/plans.h"
#include "tests/support/catch.h"

using namespace sparsescope;

namespace {

ir::KernelProgram withSchedule(const Plan& plan, const std::string& schedule)
{
    const ir::Scheduled taken = ir::scheduled(ir::decomposed(ir::programOf(plan.op), plan),
                                              ir::parseSchedule(schedule, "schedule"), ir::contextOf(plan.op, &plan));
    REQUIRE(taken.problem == "");
    return {taken.programs.back(), ir::partsOf(plan)};
}

} // namespace

TEST_CASE("kernels printed from programs compute all formats on the CPU, whatever the order of threads and blocks")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    const OperatorKind kind = GENERATE_COPY(from_range(anyTileOperators));
    DYNAMIC_SECTION(label(kind))
    {
        // Each operator in two of the types: one with formats that add place by place, one with the others.
        std::uint64_t seed = 40 + 3 * static_cast<std::uint64_t>(kind);
        for (const bool cut : {true, false}) {
            const DataType dtype = dataTypes[++seed % dataTypes.size()];
            const MatrixPtr matrix = randomWithEmptyRows(120, 150, 0.08, seed);
            const Operator op{kind, dtype, kind == OperatorKind::SpMV ? 1 : 50};
            const Plan plan = planOfAll(*matrix, op, formatsThatAdd(*matrix, !cut), cut, seed);
            const Packed packed = pack(plan, *matrix, noProgress(), Codegen::Program);
            const std::vector<KernelParameters> legal = legalParameters(packed);
            const KernelParameters& parameters = legal[seed % legal.size()];
            INFO(name(dtype) << ", seed " << seed << ", " << parameters.text());
            checkEmulated(packed, *matrix, parameters);
        }
    }
}

TEST_CASE("every number of threads and gathers has a kernel of all formats", "[slow]")
{
    std::uint64_t seed = 70;
    for (const OperatorKind kind : anyTileOperators)
        for (const DataType dtype : dataTypes) {
            const MatrixPtr matrix = randomWithEmptyRows(60, 50, 0.1, ++seed);
            const Operator op{kind, dtype, kind == OperatorKind::SpMV ? 1 : 50};
            const bool add = seed % 3 == 0;
            const Packed packed = pack(planOfAll(*matrix, op, formatsThatAdd(*matrix, add), !add, seed), *matrix,
                                       noProgress(), Codegen::Program);
            const std::vector<KernelParameters> legal = legalParameters(packed);
            for (std::size_t p = seed % 2; p < legal.size(); p += 4) {
                INFO(label(kind) << " " << name(dtype) << ", " << legal[p].text());
                CHECK_NOTHROW(generateKernel(packed, legal[p]));
            }
        }
}

TEST_CASE("what threads share is waited for, whatever the order of threads, and fused loops find their rows")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    const MatrixPtr matrix = randomWithEmptyRows(70, 60, 0.1, 7);
    const auto check = [&](const FormatPtr& format, OperatorKind kind, const std::string& schedule) {
        const Plan plan = coveredBy(format, *matrix, {kind, DataType::Float32, 64});
        const ir::KernelProgram program = withSchedule(plan, schedule);
        checkEmulated(pack(plan, *matrix, noProgress(), Codegen::Program, true), *matrix, {}, &program);
    };
    const std::string grid = "spmm_1: bind t blockIdx.x\nspmm_1: bind ko blockIdx.y\nspmm_1: bind iy threadIdx.y\n"
                             "spmm_1: bind kx threadIdx.x\nlower\nspmm_1: vectorize kv";
    // Once, all values and columns of a tile; then in each iteration some, over those of the one before.
    check(makeFormat("ell", {{"rows", 16}, {"width", 8}}), OperatorKind::SpMM,
          "lower\nspmm_1: ko, kx, kv = split k part/e e\nspmm_1: reorder ko i kx j kv\n"
          "spmm_1: io, iy = split i threads/(part/e)\nspmm_1: a = cache_read A_1 shared ko\n"
          "spmm_1: c = cache_read J_1_indices shared ko\nspmm_1: sum = cache_write C local kx\n" +
              grid);
    check(makeFormat("ell", {{"rows", 32}, {"width", 8}}), OperatorKind::SpMM,
          "lower\nspmm_1: ko, kx, kv = split k part/e e\nspmm_1: io, iy = split i threads/(part/e)\n"
          "spmm_1: jo, ju = split j 4\nspmm_1: reorder ko io jo iy ju kx kv\nspmm_1: reorder iy kx ju kv\n"
          "spmm_1: sum = cache_write C local io\nspmm_1: a = cache_read A_1 shared jo\n" +
              grid);
    check(makeFormat("csr", {{"places", 64}}), OperatorKind::SDDMM,
          "sparse_fuse [I_1, J_1]\nlower\nsddmm_1: ko, kx, kv = split k part/e e\nsddmm_1: reorder ko ij kx kv\n"
          "sddmm_1: po, py = split ij threads/(part/e)\nsddmm_1: bind t blockIdx.x\nsddmm_1: bind ko blockIdx.y\n"
          "sddmm_1: sum = rfactor kx\nsddmm_1: bind py threadIdx.y\nsddmm_1: bind kx threadIdx.x\nlower\n"
          "sddmm_1: vectorize kv");
}

TEST_CASE("dense blocks of 16 rows are printed for tensor cores, whatever their width and how many warps share one")
{
    const MatrixPtr matrix = randomWithEmptyRows(70, 200, 0.1, 5);
    const auto packedAs = [&](int width, int dense, DataType dtype) {
        const Plan plan = coveredBy(makeFormat("block", {{"rows", 16}, {"width", width}}), *matrix,
                                    {OperatorKind::SpMM, dtype, dense});
        return pack(plan, *matrix, noProgress(), Codegen::Program);
    };
    CHECK(generateKernel(packedAs(64, 64, DataType::Float16)).text.find("multiplyFragments<T>(") != std::string::npos);
    CHECK(generateKernel(packedAs(64, 64, DataType::Float32)).text.find("multiplyFragments<T>(") == std::string::npos);
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    checkEmulated(packedAs(16, 32, DataType::Float16), *matrix, {});
    checkEmulated(packedAs(48, 64, DataType::BFloat16), *matrix, {});
    checkEmulated(packedAs(80, 32, DataType::Float16), *matrix, {});
}

TEST_CASE("blocks and vectors of eight rows are printed for tensor cores, which compute their transpose")
{
    const MatrixPtr matrix = randomWithEmptyRows(70, 200, 0.1, 6);
    const auto packedAs = [&](const FormatPtr& format, int dense, DataType dtype) {
        return pack(coveredBy(format, *matrix, {OperatorKind::SpMM, dtype, dense}), *matrix, noProgress(),
                    Codegen::Program);
    };
    const FormatPtr some = makeFormat("srbcrs", {{"t", 8}, {"q", 16}, {"places", 512}}),
                    wide = makeFormat("srbcrs", {{"t", 8}, {"q", 32}, {"places", 4096}}),
                    block = makeFormat("block", {{"rows", 8}, {"width", 48}});
    for (const FormatPtr& format : {some, wide, block}) {
        const std::string call = "multiplyTransposed<T>(";
        CHECK(generateKernel(packedAs(format, 64, DataType::BFloat16)).text.find(call) != std::string::npos);
        CHECK(generateKernel(packedAs(format, 64, DataType::TFloat32)).text.find(call) == std::string::npos);
    }
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    checkEmulated(packedAs(some, 32, DataType::Float16), *matrix, {});
    checkEmulated(packedAs(wide, 96, DataType::Float16), *matrix, {});
    checkEmulated(packedAs(block, 64, DataType::Float16), *matrix, {});
    checkEmulated(packedAs(wide, 128, DataType::BFloat16), *matrix, {});
}

TEST_CASE("what was written for a plan is printed, with each choice of what it leaves open")
{
    const MatrixPtr matrix = randomWithEmptyRows(70, 60, 0.1, 7);
    Plan plan = coveredBy(makeFormat("csr", {{"places", 64}}), *matrix, {OperatorKind::SpMM, DataType::Float32, 64});
    CHECK(usualCodegen(plan) == Codegen::Template);
    const auto write = [&](const std::string& schedule) {
        keepPrograms(plan.options, {{.schedule = schedule}, {}});
        return pack(plan, *matrix, noProgress(), Codegen::Program);
    };
    const std::string head = "lower\nspmm_1: ko, kx, kv = split k part/e e\nspmm_1: reorder ko kx j kv\n",
                      tail = "spmm_1: sum = cache_write C local kx\nspmm_1: bind t blockIdx.x\n"
                             "spmm_1: bind ko blockIdx.y\nspmm_1: bind iy threadIdx.y\nspmm_1: bind kx threadIdx.x\n"
                             "spmm_1: unroll kv\n";
    const Packed open = write(head + "tunable together = 8 | 4\nspmm_1: io, iy = split i together\n" + tail);
    CHECK(usualCodegen(plan) == Codegen::Program);
    const std::vector<KernelParameters> all = legalParameters(open);
    REQUIRE(all.size() == 2);
    CHECK(all[0] == KernelParameters());
    CHECK(all[1].choice == ir::Choice{{"together", "4"}});
    CHECK(all[1].text() == "128 threads, 4 gathers, together = 4");
    CHECK(generateKernel(open).text.find("io * 8 + iy") != std::string::npos);
    CHECK(generateKernel(open, all[1]).text.find("io * 4 + iy") != std::string::npos);
    CHECK(legalParameters(write(head + "spmm_1: io, iy = split i 8\n" + tail)).size() > 2);
    try {
        generateKernel(write("lower\nspmm_1: split q 4"));
        FAIL("a loop that there is not was split");
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::Input);
        CHECK(std::string(error.what()).starts_with("options.schedule:2:"));
    }
    const Packed templates = pack(plan, *matrix, noProgress());
    CHECK(generateKernel(templates).text.find("Program1") == std::string::npos);
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    checkEmulated(open, *matrix, {});
}

TEST_CASE("what cannot be printed of a schedule is refused by the loop or array")
{
    const MatrixPtr matrix = randomWithEmptyRows(70, 60, 0.1, 7);
    const Plan plan =
        coveredBy(makeFormat("csr", {{"places", 64}}), *matrix, {OperatorKind::SpMM, DataType::Float32, 64});
    const Packed packed = pack(plan, *matrix, noProgress(), Codegen::Program);
    const auto refusal = [&](const std::string& schedule) {
        const ir::KernelProgram program = withSchedule(plan, schedule);
        try {
            generateKernel(packed, {}, -1, &program);
        } catch (const Error& error) {
            CHECK(error.kind() == ErrorKind::Input);
            return error.reason();
        }
        return std::string();
    };
    const std::string grid = "spmm_1: bind t blockIdx.x\nspmm_1: bind ko blockIdx.y\nlower\n";
    CHECK(refusal("lower\nlower") == "t, the loop over the tiles CSR 64, is not bound to blockIdx.x");
    const std::string split = "lower\nspmm_1: ko, kx, kv = split k part/e e\nspmm_1: reorder ko kx j kv\n";
    CHECK(refusal(split + grid) == "C is added to in each iteration of j: cache_write C outside of it");
    CHECK(refusal(split + "spmm_1: sum = cache_write C local kx\n" + grid) ==
          "sum lies in registers, and where depends on kv, which is not unrolled");
    CHECK(refusal(split +
                  "spmm_1: sum = cache_write C local kx\nspmm_1: io, iy = split i 256\n"
                  "spmm_1: bind iy threadIdx.y\n" +
                  grid) == "its loops take 256 threads, and a block has 128");
}
