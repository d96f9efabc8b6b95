// Every baseline on the GPU: verified on a matrix that fits no block, refused where it would store too much.
#include "engine/cost/cost_model.h"
#include "engine/measure/anatomy.h"
#include "engine/measure/baselines.h"
#include "engine/measure/roofline.h"
#include "engine/search/planner.h"
#include "kernels/baseline/baseline.h"
#include "kernels/device/device_plan.h"
#include "kernels/profile/counters.h"
#include "kernels/profile/run_plan.h"
#include "tests/device/c_library.h"
#include "tests/device/gpu.h"
#include "tests/device/odd_matrix.h"
#include "tests/engine/typed_matrices.h"
#include "tests/kernels/text.h"

#include <memory>
#include <span>

using namespace sparsescope;

namespace {

// One operator on one matrix, with its operands on the GPU.
class Problem {
public:
    Problem(const Gpu& gpu, MatrixPtr matrix, OperatorKind kind, DataType dtype, std::int64_t dense, std::uint64_t seed,
            std::int64_t inner = 1)
        : ld(kind == OperatorKind::SpMV ? 1 : 64), m_matrix(std::move(matrix)), m_op{kind, dtype, dense, inner},
          m_architecture(gpu.info().architecture()), m_stopwatch(m_stream, gpu.info().architecture())
    {
        const std::vector<Dense> operands = randomOperands(m_op, shapeOf(*m_matrix), ld, seed);
        m_verifier = std::make_unique<const Verifier>(*m_matrix, m_op, operands, mostOnCpu, gpu.info().architecture(),
                                                      m_stream, noProgress());
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const OperandDefinition& defined = m_op.definition().operands[i];
            m_operands[static_cast<std::size_t>(defined.rows)] =
                Buffer(std::span<const std::uint8_t>(encode(operands[i], dtype)), defined.name);
        }
        m_C = Buffer(
            static_cast<std::size_t>((m_op.sampled() ? m_matrix->nnz() : m_matrix->rows() * ld) * bytesOf(dtype)), "C");
    }

    Baseline run(const std::string& name, const Gpu* counting = nullptr)
    {
        BaselineInput input{
            *m_matrix,   m_op, ld, address(RowsOf::Cols), address(RowsOf::Rows), address(RowsOf::Inner), m_C,
            *m_verifier, 1,    3,  m_architecture};
        if (counting)
            input.count = [&](const std::function<void()>& launch) {
                return measureCounters(counting->context(), m_stream, launch).counters;
            };
        return runBaseline(name, input, m_stream, m_stopwatch, noProgress());
    }

private:
    CUdeviceptr address(RowsOf rows) const { return m_operands[static_cast<std::size_t>(rows)].address(); }

    const std::int64_t ld;
    MatrixPtr m_matrix;
    Operator m_op;
    std::string m_architecture;
    Stream m_stream;
    Stopwatch m_stopwatch;
    std::unique_ptr<const Verifier> m_verifier;
    std::array<Buffer, 3> m_operands; // by RowsOf
    Buffer m_C;
};

// Blocked ELL runs on tensor cores alone, which multiply float32 as tf32, and the sums that are multiplied relation by
// relation are rounded to tf32: the error is tf32's, and it says so by not being verified.
bool onlyAsExactAsTf32(const std::string& name, DataType dtype)
{
    return (dtype == DataType::Float32 && holds(name, "bell")) ||
           (dtype == DataType::TFloat32 && name == "per-relation");
}

void checkRan(const Baseline& result, DataType dtype)
{
    INFO(result.name << " in " << name(dtype) << ": error " << result.relativeError << ", " << result.problem);
    CHECK(result.problem.empty());
    CHECK((result.verified || (onlyAsExactAsTf32(result.name, dtype) && result.relativeError < 2e-3)));
    CHECK(result.timing.medianNs > 0);
    CHECK(result.cold.medianNs > 0);
}

} // namespace

TEST_CASE("every SpMM baseline is right on a matrix of odd size with empty rows, in all types")
{
    const Gpu gpu;
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    for (const DataType dtype : dataTypes) {
        Problem problem(gpu, oddMatrix(seed), OperatorKind::SpMM, dtype, 40, seed);
        for (const std::string& baseline : definitionOf(OperatorKind::SpMM).baselines) {
            const Baseline result = problem.run(baseline);
            CHECK(result.name == baseline);
            checkRan(result, dtype);
            const bool preprocessed = baseline == "cusparse:csr_alg1" || baseline == "cusparse:csr_alg3";
            CHECK((result.preprocessNs > 0) == preprocessed);
        }
    }
}

TEST_CASE("every SpMV baseline is right on a matrix of odd size with empty rows, in all types")
{
    const Gpu gpu;
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    for (const DataType dtype : allDataTypes) {
        Problem problem(gpu, oddMatrix(seed), OperatorKind::SpMV, dtype, 1, seed);
        for (const std::string& baseline : definitionOf(OperatorKind::SpMV).baselines) {
            const Baseline result = problem.run(baseline);
            checkRan(result, dtype);
            const bool preprocessed = baseline == "cusparse:spmv_csr_alg1" || baseline == "cusparse:spmv_csr_alg2";
            CHECK((result.preprocessNs > 0) == preprocessed);
        }
        CHECK(problem.run("cusparse:csr_alg1").problem == "It does not compute SpMV.");
    }
}

TEST_CASE("every SDDMM baseline is right on a matrix of odd size with empty rows")
{
    const Gpu gpu;
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    for (const DataType dtype : dataTypes)
        for (const std::int64_t K : {40, 64}) {
            Problem problem(gpu, oddMatrix(seed), OperatorKind::SDDMM, dtype, K, seed);
            for (const std::string& baseline : definitionOf(OperatorKind::SDDMM).baselines) {
                const bool blocks = baseline != "cusparse:sddmm";
                if (blocks ? K % 32 != 0 : dtype == DataType::BFloat16)
                    continue; // cuSPARSE's BSR takes K in whole blocks; it has bfloat16 for blocks alone
                checkRan(problem.run(baseline), dtype);
            }
        }
}

TEST_CASE("every RGMS baseline is right on graphs and convolutions, with relations that are empty, in all types")
{
    const Gpu gpu;
    for (const DataType dtype : dataTypes)
        for (const MatrixPtr& matrix : typedMatrices())
            for (const std::int64_t K : {32, 100}) {
                INFO(matrix->source().name << ", K = " << K);
                Problem problem(gpu, matrix, OperatorKind::RGMS, dtype, 40, 7, K);
                for (const std::string& baseline : definitionOf(OperatorKind::RGMS).baselines) {
                    const Baseline result = problem.run(baseline);
                    checkRan(result, dtype);
                    const std::int64_t values = matrix->sliceCols() * K + matrix->slices() * K * 64;
                    CHECK(result.memoryBytes > values * bytesOf(dtype));
                }
                CHECK(problem.run("cublas:dense").problem == "It does not compute RGMS.");
            }
}

TEST_CASE("sizes that are whole blocks need no copies and are right too")
{
    const Gpu gpu;
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    for (const OperatorKind op : {OperatorKind::SpMM, OperatorKind::SDDMM}) {
        Problem problem(gpu, oddMatrix(seed, 192, 128), op, DataType::Float16, 64, seed);
        for (const std::string& baseline : definitionOf(op).baselines)
            checkRan(problem.run(baseline), DataType::Float16);
    }
}

TEST_CASE("what would store too much is refused in words, and the next one runs")
{
    const Gpu gpu;
    // One full row makes blocked ELL as wide as the matrix.
    const std::int64_t n = 1 << 16;
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    for (std::int64_t r = 0; r < n; ++r) {
        for (std::int64_t c = r == 0 ? 0 : r; c < (r == 0 ? n : r + 1); ++c)
            colIdx.push_back(static_cast<std::int32_t>(c));
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
    }
    Problem problem(gpu, std::make_shared<const Matrix>(n, n, rowPtr, colIdx, std::vector<double>{}, MatrixSource{}),
                    OperatorKind::SpMM, DataType::Float16, 32, 1);
    CHECK(holds(problem.run("cublas:dense").problem,
                "The dense matrix would store 32,768 times the non-zeros (8.59 GB); "));
    CHECK(
        holds(problem.run("cusparse:bell16").problem, "Its blocks would store 32,768 times the non-zeros (8.59 GB); "));
    checkRan(problem.run("cusparse:bsr16"), DataType::Float16);
    CHECK(problem.run("cusparse:sddmm").problem == "It does not compute SpMM.");
}

TEST_CASE("a baseline is counted where that is wanted: sums over its kernels, and shares that stay shares")
{
    const Gpu gpu;
    if (const std::string refusal = countersRefusal(gpu.context()); !refusal.empty())
        skipTest(refusal.c_str());
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    Problem problem(gpu, oddMatrix(seed), OperatorKind::SpMM, DataType::Float16, 40, seed);
    for (const std::string& baseline : definitionOf(OperatorKind::SpMM).baselines) {
        const Baseline result = problem.run(baseline, &gpu);
        checkRan(result, DataType::Float16);
        REQUIRE(!result.counters.empty());
        for (const Counter& counter : result.counters) {
            INFO(baseline << " " << counter.name << " " << counter.value);
            CHECK(counter.value >= 0);
            if (counter.unit == "%")
                CHECK(counter.value <= 100.5);
            if (counter.name == "smsp__inst_executed.sum" || counter.name == "gpu__time_duration.sum")
                CHECK(counter.value > 0);
        }
    }
    CHECK(problem.run("cusparse:csr_alg2").counters.empty());
}

TEST_CASE("a run measures empty kernels and counts the plan and its baselines")
{
    const Gpu gpu;
    const MatrixPtr matrix = oddMatrix(3);
    const Operator op{OperatorKind::SpMM, DataType::Float16, 64};
    const auto model = makeCostModel(readCalibration("h200"), op);
    const Planner& fixed = planner("fixed:csr");
    Trace trace;
    Plan plan = fixed.search(*matrix, op, ModelEvaluator(*model), completeOptions(fixed, nlohmann::json::object()),
                             trace, noProgress());
    RunOptions options;
    options.repeats = 5;
    options.tune = false;
    options.baselines = {"cusparse:csr_alg2"};
    SharedInputs shared(options.seed);
    const Profile profile = runPlan(plan, *matrix, options, shared, noProgress());
    CHECK(profile.launchNs > 0);
    CHECK(profile.nextLaunchNs > 0);
    CHECK(profile.nextLaunchNs < profile.launchNs);
    CHECK(profile.fusedNs > profile.launchNs);
    CHECK(launchTimes(profile).source == "this run");
    if (!countersRefusal(gpu.context()).empty())
        skipTest("counters cannot be read");
    REQUIRE(profile.baselines.size() == 1);
    CHECK(!profile.baselines[0].counters.empty());
    CHECK(countedL1Bytes(profile) > 0);
}

TEST_CASE("the sample kernel is raced under its own name, and says what it does not compute")
{
    const Gpu gpu;
    const TemporaryFolder folder;
    compileSample(folder / "csr_spmm.so", gpu.info().architecture());
    const std::string kernel = "kernel:" + (folder / "csr_spmm.so");
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    const Baseline result = Problem(gpu, oddMatrix(seed), OperatorKind::SpMM, DataType::Float32, 40, seed).run(kernel);
    CHECK(result.name == "kernel:csr_warp_per_row");
    checkRan(result, DataType::Float32);
    const Baseline refused = Problem(gpu, oddMatrix(seed), OperatorKind::SpMM, DataType::Float16, 40, seed).run(kernel);
    CHECK(refused.name == "kernel:csr_warp_per_row");
    CHECK(holds(refused.problem, "it computes SpMM in float32 alone"));
}

TEST_CASE("a kernel that writes nothing is not believed, and one that fails is told by its code")
{
    const Gpu gpu;
    const TemporaryFolder folder;
    compileLibrary(folder / "nothing.so", "");
    compileLibrary(folder / "fails.so", "-DRUN=4");
    for (const OperatorKind op : {OperatorKind::SpMM, OperatorKind::SDDMM}) {
        Problem problem(gpu, oddMatrix(1), op, DataType::Float32, 40, 1);
        const Baseline nothing = problem.run("kernel:" + (folder / "nothing.so"));
        CHECK(nothing.problem.empty());
        CHECK_FALSE(nothing.verified);
        const Baseline fails = problem.run("kernel:" + (folder / "fails.so"));
        CHECK(fails.name == "kernel:does_nothing");
        CHECK(fails.problem == "sparsescope_run: it returned 4: this is code 4");
        CHECK(problem.run("kernel:" + (folder / "nowhere.so")).name == "kernel:nowhere.so");
        checkRan(problem.run(definitionOf(op).baselines.front()), DataType::Float32);
    }
}
