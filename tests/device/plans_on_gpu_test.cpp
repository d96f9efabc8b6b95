// Random plans of all kinds of tile on the GPU, against float64. To be run under compute-sanitizer too.
#include "engine/run/executor.h"
#include "engine/search/planner.h"
#include "kernels/device/compiler.h"
#include "kernels/device/device_plan.h"
#include "tests/device/gpu.h"
#include "tests/engine/typed_matrices.h"
#include "tests/kernels/classic_plans.h"
#include "tests/kernels/graph_plans.h"
#include "tests/kernels/plans.h"

#include <algorithm>
#include <array>
#include <cstring>

using namespace sparsescope;

namespace {

// The name of its format, with the height of blocks.
std::string nameOf(const Format& format)
{
    return format.name() + (format.name() == "block" ? std::to_string(format.packedRows()) : "");
}

std::vector<std::pair<OperatorKind, DataType>> operatorsAndTypes()
{
    std::vector<std::pair<OperatorKind, DataType>> all;
    for (const OperatorKind kind : anyTileOperators)
        for (const DataType dtype : dataTypes)
            all.emplace_back(kind, dtype);
    return all;
}

// Kinds of tile that were seen.
struct Seen {
    std::set<std::string> kinds;
};

// Runs a plan with poisoned outputs and compares with float64; a hundred times, with the same bits unless parts of
// rows are added.
void checkOnGpu(Plan plan, const Matrix& matrix, const KernelParameters& parameters, std::uint64_t seed, const Gpu& gpu,
                const Stream& stream, Seen& seen)
{
    plan.tiling().splitSums = seed % 2 == 0 ? SplitSums::Slots : SplitSums::Atomic;
    CompileOptions compile;
    compile.architecture = gpu.info().architecture();
    const Packed packed = pack(plan, matrix, noProgress());
    const GeneratedSource source = packed.hasKernel() ? generateKernel(packed, parameters) : GeneratedSource();
    const DataType dtype = plan.op.dtype;
    const std::int64_t dense = plan.op.dense;
    INFO("seed " << seed << ": " << label(plan.op.kind) << " " << name(dtype) << ", " << dense << " in parts of "
                 << plan.densePart << ", " << parameters.text());
    const PlanKernels kernels =
        packed.hasKernel() ? PlanKernels(source, compileSource(source.text, source.entry + ".cu", compile).cubin)
                           : PlanKernels();
    const bool sampled = plan.op.sampled();
    const std::vector<Dense> operands = randomOperands(plan.op, packed.shape(), packed.ld, seed);
    DevicePlan device(packed, operands);
    const auto run = [&] {
        device.poison();
        device.run(stream, kernels);
        stream.wait(noProgress());
        return device.result();
    };
    const std::vector<double> result = run();
    const Reference reference = referenceOf(matrix, plan.op, operands, noProgress());
    for (std::size_t k = 0; k < packed.kinds.size(); ++k)
        UNSCOPED_INFO(packed.kindLabel(k));
    for (const TaskKind& k : packed.kinds)
        seen.kinds.insert(nameOf(*packed.formats[static_cast<std::size_t>(k.format)]) + (k.split ? "+" : ""));
    const auto check = [&](const std::vector<double>& values) {
        const ErrorNorms norms = compare(reference, values.data(), sampled ? 1 : packed.ld);
        INFO("error " << norms.relative << ", worst element " << norms.worstElement);
        CHECK(norms.accepted(dtype));
    };
    check(result);
    if (packed.addsRows()) { // in any order; what a run leaves behind must not show in the next
        check(run());
        check(run());
        return;
    }
    const auto bytes = static_cast<std::size_t>(sampled ? packed.nnz : packed.rows * packed.ld) * sizeof(double);
    int others = 0;
    for (int again = 1; again < 100; ++again)
        others += std::memcmp(run().data(), result.data(), bytes) != 0 ? 1 : 0;
    CHECK(others == 0);
}

// Digits of a seed: each pick takes one.
class Picks {
public:
    explicit Picks(std::uint64_t seed) : m_left(seed) {}
    std::uint64_t operator()(std::uint64_t count)
    {
        const std::uint64_t choice = m_left % count;
        m_left /= count;
        return choice;
    }

private:
    std::uint64_t m_left;
};

// The part of the dense loop, and its length.
std::pair<std::int64_t, std::int64_t> partAndDense(bool vector, Picks& pick)
{
    const std::int64_t part = vector ? 1 : std::array{32, 64, 128}[pick(3)];
    return {part, vector ? 1 : std::array{part, part - 7, 2 * part, 3 * part - 20}[pick(4)]};
}

} // namespace

TEST_CASE("plans of relations are right on the GPU, in both orders and all types, with inner axes of any length")
{
    const Gpu gpu;
    const Stream stream;
    Seen seen;
    std::uint64_t seed = 0;
    for (const MatrixPtr& matrix : typedMatrices())
        for (const DataType dtype : dataTypes)
            for (const bool first : {false, true})
                for (const std::int64_t K : {1, 32, 100, 300}) {
                    const Operator op{OperatorKind::RGMS, dtype, std::array{32, 70, 128}[++seed % 3], K};
                    const auto model = makeCostModel(readCalibration("h200"), op);
                    const nlohmann::json options = {{"k", std::array{0, 3, 6}[seed % 3]},
                                                    {"places", std::array{64, 256}[seed % 2]},
                                                    {multiplyFirstOption, first}};
                    Trace none;
                    const Plan plan =
                        planner("rgms").search(*matrix, op, ModelEvaluator(*model), options, none, noProgress());
                    INFO(matrix->source().name << ", K = " << K << ", " << options.dump());
                    const std::vector<KernelParameters> legal = legalParameters(pack(plan, *matrix, noProgress()));
                    checkOnGpu(plan, *matrix, legal[seed % legal.size()], seed, gpu, stream, seen);
                }
    CHECK(seen.kinds.contains("ell"));
    CHECK(seen.kinds.contains("ell+"));
}

TEST_CASE("300 random plans of every kind of tile are right on the GPU, with the same bits where nothing is added")
{
    const Gpu gpu;
    const Stream stream;
    // A section each, so that processes can share them.
    const auto [kind, dtype] = GENERATE(from_range(operatorsAndTypes()));
    DYNAMIC_SECTION(name(kind) << " " << name(dtype))
    {
        const bool vector = kind == OperatorKind::SpMV;
        Seen seen;
        for (std::uint64_t seed = 1; seed <= 25; ++seed) {
            Picks pick(seed);
            const auto [part, dense] = partAndDense(vector, pick);
            const MatrixPtr matrix = randomWithEmptyRows(90 + static_cast<std::int64_t>(seed), 150, 0.08, seed);
            const Operator op{kind, dtype, dense};
            const Plan plan =
                seed % 5 == 0 ? wholeRowsPlan(*matrix, op, part, !vector) : mixedPlan(*matrix, op, part, seed, !vector);
            const std::vector<KernelParameters> legal = legalParameters(pack(plan, *matrix, noProgress()));
            checkOnGpu(plan, *matrix, vector ? legal[pick(legal.size())] : KernelParameters(), seed, gpu, stream, seen);
        }
        CHECK(seen.kinds.size() ==
              (vector ? 6 : 10)); // blocks of two heights but for SpMV, three other formats; atomic and not
    }
}

TEST_CASE("240 random plans of SELL, BSR, SR-BCRS and CSR tiles are right on the GPU, with the same bits where nothing "
          "is added")
{
    const Gpu gpu;
    const Stream stream;
    std::vector<std::pair<OperatorKind, DataType>> all = operatorsAndTypes();
    std::erase_if(all, [](const auto& each) { return each.first == OperatorKind::SDDMM; });
    const auto [kind, dtype] = GENERATE_COPY(from_range(all));
    DYNAMIC_SECTION(name(kind) << " " << name(dtype))
    {
        const bool vector = kind == OperatorKind::SpMV;
        Seen seen;
        for (std::uint64_t seed = 1; seed <= 30; ++seed) {
            Picks pick(seed);
            const auto [part, dense] = partAndDense(vector, pick);
            // Some with rows enough for whole block rows of all heights, some wide: columns that are no multiple of
            // anything.
            const MatrixPtr matrix = seed % 3 == 0
                                         ? randomWithEmptyRows(40, 1003, 0.1, seed)
                                         : randomWithEmptyRows(90 + static_cast<std::int64_t>(seed), 150, 0.08, seed);
            const Plan plan = classicPlan(*matrix, {kind, dtype, dense}, part, seed, seed % 2 == 0, seed % 4 > 1);
            const std::vector<KernelParameters> legal = legalParameters(pack(plan, *matrix, noProgress()));
            checkOnGpu(plan, *matrix, legal[seed % legal.size()], seed, gpu, stream, seen);
        }
        for (const char* format : {"csr", "sell", "bsr", "srbcrs"})
            for (const char* added : {"", "+"}) {
                INFO(format << added);
                CHECK(seen.kinds.contains(std::string(format) + added));
            }
    }
}

TEST_CASE("plain CSR is right on the GPU with two accesses of a lane, with the same bits, rows that hold nothing too")
{
    const Gpu gpu;
    const Stream stream;
    Seen seen;
    for (const DataType dtype : dataTypes)
        for (const auto& [rows, cols, part, dense] :
             {std::tuple{300, 70, 64, 130}, {5000, 150, 256, 512}, {6, 5000, 128, 100}, {20000, 64, 128, 512}}) {
            const MatrixPtr matrix = randomWithEmptyRows(rows, cols, 0.1, 3);
            const Plan plan = plainCsrPlan(*matrix, {OperatorKind::SpMM, dtype, dense}, part, 1024);
            checkOnGpu(plan, *matrix, {.accesses = 2}, 2, gpu, stream, seen);
        }
    CHECK(seen.kinds == std::set<std::string>{"csr", "csr+"}); // one row is longer than a tile
}

TEST_CASE("where the matrix has no non-zero the output becomes zero without a kernel")
{
    const Gpu gpu;
    const Stream stream;
    const MatrixPtr matrix = withoutNonZeros(1003, 150);
    for (const Plan& plan : plansWithoutTasks(*matrix)) {
        INFO(plan.planner << " " << name(plan.op.dtype));
        const Packed packed = pack(plan, *matrix, noProgress());
        DevicePlan device(packed, randomOperands(plan.op, packed.shape(), packed.ld, 7));
        const PlanKernels none;
        for (const bool whole : {true, false}) {
            device.poison();
            if (whole)
                device.run(stream, none);
            else
                device.fused(stream, none);
            stream.wait(noProgress());
            const std::vector<double> result = device.result();
            CHECK(std::ssize(result) == packed.rows * packed.ld);
            CHECK(std::count(result.begin(), result.end(), 0.0) == std::ssize(result));
        }
    }
}

TEST_CASE(
    "a dense plan is a library's product, right on the GPU in every type and with the same bits, whatever its sizes")
{
    const Gpu gpu;
    const Stream stream;
    Seen seen;
    for (const DataType dtype : dataTypes)
        for (const auto& [rows, cols, dense] :
             {std::tuple{91, 150, 33}, {64, 64, 64}, {1, 7, 128}, {300, 1003, 500}, {129, 1, 32}}) {
            const MatrixPtr matrix = randomWithEmptyRows(rows, cols, 0.2, 7);
            for (const OperatorKind kind : {OperatorKind::SpMM, OperatorKind::SDDMM}) {
                const Plan plan = densePlan(*matrix, dtype, dense, kind);
                REQUIRE(ranByLibrary(plan) == (matrix->nnz() > 0));
                checkOnGpu(plan, *matrix, KernelParameters(), 2, gpu, stream, seen);
            }
        }
    CHECK(seen.kinds == std::set<std::string>{"dense"});
}
