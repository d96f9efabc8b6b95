// Kernels of graphs: through NVRTC, which needs no GPU, and on one.
#include "engine/plan/graph/kernel_graph.h"
#include "engine/run/executor.h"
#include "kernels/device/compiler.h"
#include "kernels/device/device_plan.h"
#include "kernels/profile/run_plan.h"
#include "tests/device/gpu.h"
#include "tests/kernels/graph_plans.h"

#include <array>
#include <cstring>

using namespace sparsescope;

namespace {

// Each type with both halves of the triples of reductions.
std::vector<std::pair<DataType, std::size_t>> typesAndTriples()
{
    std::vector<std::pair<DataType, std::size_t>> all;
    for (const DataType dtype : allDataTypes)
        for (const std::size_t first : {std::size_t{0}, std::size_t{7}})
            all.emplace_back(dtype, first);
    return all;
}

// A plan by a graph on the GPU, with one of its legal kernels, and what it should compute.
class GraphOnGpu {
public:
    GraphOnGpu(const Plan& plan, const Matrix& matrix, const Gpu& gpu, std::size_t legal = 0)
        : m_packed(pack(plan, matrix, noProgress())),
          m_source(generateKernel(m_packed, legalParameters(m_packed)[legal])), m_kernels(m_source, cubin(gpu)),
          m_operands(randomOperands(plan.op, m_packed.shape(), m_packed.ld, 7)),
          m_reference(referenceOf(matrix, plan.op, m_operands, noProgress())), m_device(m_packed, m_operands)
    {
    }
    const Packed& packed() const { return m_packed; }
    // The result of the last of so many runs. What they write begins as NaN, the scratch too, but not what counts.
    std::vector<double> result(int runs = 1)
    {
        m_device.poison();
        for (int run = 0; run < runs; ++run)
            m_device.run(m_stream, m_kernels);
        m_stream.wait(noProgress());
        return m_device.result();
    }
    bool accepts(const std::vector<double>& result) const
    {
        return compare(m_reference, result.data(), m_packed.ld).accepted(m_packed.op.dtype);
    }

private:
    std::string cubin(const Gpu& gpu) const
    {
        CompileOptions compile;
        compile.architecture = gpu.info().architecture();
        return compileSource(m_source.text, m_source.entry + ".cu", compile).cubin;
    }

    const Stream m_stream;
    const Packed m_packed;
    const GeneratedSource m_source;
    const PlanKernels m_kernels;
    const std::vector<Dense> m_operands;
    const Reference m_reference;
    DevicePlan m_device;
};

bool sameBits(const std::vector<double>& a, const std::vector<double>& b)
{
    return std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

} // namespace

TEST_CASE("kernels of graphs with all triples of reductions compile for every architecture, without spills")
{
    const MatrixPtr matrix = raggedMatrix(280, 3);
    int variant = 0;
    for (const char* how : {"auto", "last"})
        for (const auto& [dtype, first] : typesAndTriples()) {
            const Packed packed = pack(plannedByGraph(*matrix, dtype, first, variant, how), *matrix, noProgress());
            const GeneratedSource source =
                generateKernel(packed, {.gathers = variant % 2 == 0 ? 4 : 8, .literals = variant % 3 == 0});
            const std::array architectures = {"sm_80", "sm_90", "sm_100"};
            for (std::size_t i = 0; i < architectures.size(); ++i) {
                if (dtype != DataType::Float64 && i != static_cast<std::size_t>(variant) % architectures.size())
                    continue;
                CompileOptions options;
                options.architecture = architectures[i];
                if (variant % 4 == 3)
                    options.defines = {std::string(clocksMacro) + "=1"};
                INFO(name(dtype) << ", variant " << variant << ", " << how << ", " << options.architecture);
                const CompiledSource compiled = compileSource(source.text, source.entry + ".cu", options);
                CHECK_THAT(compiled.log, !Catch::Contains("warning"));
                for (const GraphLaunch& launch : source.launches) // a last writer may keep one value
                    CHECK(resourcesOf(compiled.log, launch.entry).spillStores <=
                          (packed.graph->keepsResults() ? 8 : 0));
            }
            ++variant;
        }
}

TEST_CASE("graphs with all triples of reductions are right on the GPU, with the same bits where nothing is added")
{
    const Gpu gpu;
    const DataType dtype = GENERATE(from_range(allDataTypes));
    DYNAMIC_SECTION(name(dtype))
    for (int variant = 0; variant < 8; ++variant)
        for (const std::size_t first : {std::size_t{0}, std::size_t{7}}) {
            INFO("variant " << variant << ", triples from " << first);
            const MatrixPtr matrix = raggedMatrix(700, static_cast<std::uint64_t>(variant));
            GraphOnGpu on(plannedByGraph(*matrix, dtype, first, variant), *matrix, gpu,
                          static_cast<std::size_t>(variant) % 6);
            const std::vector<double> result = on.result();
            CHECK(on.accepts(result));
            for (int again = 0; again < 10; ++again) {
                const std::vector<double> other = on.result();
                CHECK((on.packed().addsRows() ? on.accepts(other) : sameBits(other, result)));
            }
        }
}

TEST_CASE("the last writers of rows give the same bits on the GPU, run after run")
{
    const Gpu gpu;
    int variant = 0;
    for (const char* by : {"ROW_DIV", "COL_DIV"})
        for (const auto& [dtype, first] : typesAndTriples()) {
            INFO(name(dtype) << ", variant " << variant << ", " << by << ", triples from " << first);
            const MatrixPtr matrix = raggedMatrix(5000, static_cast<std::uint64_t>(variant));
            GraphOnGpu on(plannedByGraph(*matrix, dtype, first, variant++, "last", by), *matrix, gpu);
            REQUIRE(on.packed().graph->keepsResults());
            const std::vector<double> result = on.result();
            CHECK(on.accepts(result));
            for (int again = 0; again < 20; ++again)
                CHECK(sameBits(on.result(3), result));
        }
}

TEST_CASE("a graph's plan in float64 is tuned, verified to 1e-12 and raced against cuSPARSE in float64")
{
    const Gpu gpu;
    const MatrixPtr matrix = raggedMatrix(700, 3);
    for (const std::size_t first : {std::size_t{0}, std::size_t{7}}) {
        Plan plan = plannedByGraph(*matrix, DataType::Float64, first, 1);
        RunOptions options;
        options.repeats = 3;
        options.baselines = plan.op.definition().baselines;
        SharedInputs shared(options.seed);
        const Profile profile = runPlan(plan, *matrix, options, shared, noProgress());
        CHECK(profile.verified);
        CHECK(profile.worstElementError <= 1e-12);
        CHECK(profile.kernel.medianNs > 0);
        CHECK(profile.conditions.values == MatrixValues::File);
        CHECK(profile.baselines.size() == options.baselines.size());
        for (const Baseline& baseline : profile.baselines) {
            INFO(baseline.name << ": " << baseline.problem);
            CHECK(baseline.verified);
        }
    }
}
