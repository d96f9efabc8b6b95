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
    const Stream stream;
    const DataType dtype = GENERATE(from_range(allDataTypes));
    DYNAMIC_SECTION(name(dtype))
    for (int variant = 0; variant < 8; ++variant)
        for (const std::size_t first : {std::size_t{0}, std::size_t{7}}) {
            INFO("variant " << variant << ", triples from " << first);
            const MatrixPtr matrix = raggedMatrix(700, static_cast<std::uint64_t>(variant));
            const Plan plan = plannedByGraph(*matrix, dtype, first, variant);
            const Packed packed = pack(plan, *matrix, noProgress());
            const std::vector<KernelParameters> legal = legalParameters(packed);
            const GeneratedSource source = generateKernel(packed, legal[static_cast<std::size_t>(variant) % 6]);
            CompileOptions compile;
            compile.architecture = gpu.info().architecture();
            const PlanKernels kernels(source, compileSource(source.text, source.entry + ".cu", compile).cubin);
            const std::vector<Dense> operands = randomOperands(plan.op, packed.rows, packed.cols, packed.ld, 7);
            const Reference reference = referenceOf(*matrix, plan.op, operands, noProgress());
            DevicePlan device(packed, operands);
            const auto run = [&] {
                device.poison();
                device.run(stream, kernels);
                stream.wait(noProgress());
                return device.result();
            };
            const std::vector<double> result = run();
            CHECK(compare(reference, result.data(), packed.ld).accepted(dtype));
            for (int again = 0; again < 10; ++again) {
                const std::vector<double> other = run();
                if (packed.addsRows())
                    CHECK(compare(reference, other.data(), packed.ld).accepted(dtype));
                else
                    CHECK(std::memcmp(other.data(), result.data(), result.size() * sizeof(double)) == 0);
            }
        }
}

TEST_CASE("the last writers of rows give the same bits on the GPU, run after run")
{
    const Gpu gpu;
    const Stream stream;
    int variant = 0;
    for (const char* by : {"ROW_DIV", "COL_DIV"})
        for (const auto& [dtype, first] : typesAndTriples()) {
            INFO(name(dtype) << ", variant " << variant << ", " << by << ", triples from " << first);
            const MatrixPtr matrix = raggedMatrix(5000, static_cast<std::uint64_t>(variant));
            const Plan plan = plannedByGraph(*matrix, dtype, first, variant++, "last", by);
            const Packed packed = pack(plan, *matrix, noProgress());
            REQUIRE(packed.graph->keepsResults());
            const GeneratedSource source = generateKernel(packed);
            CompileOptions compile;
            compile.architecture = gpu.info().architecture();
            const PlanKernels kernels(source, compileSource(source.text, source.entry + ".cu", compile).cubin);
            const std::vector<Dense> operands = randomOperands(plan.op, packed.rows, packed.cols, packed.ld, 7);
            const Reference reference = referenceOf(*matrix, plan.op, operands, noProgress());
            DevicePlan device(packed, operands);
            device.poison();
            device.run(stream, kernels);
            stream.wait(noProgress());
            const std::vector<double> result = device.result();
            CHECK(compare(reference, result.data(), packed.ld).accepted(dtype));
            for (int again = 0; again < 20; ++again) {
                device.poison(); // the scratch too, but not what counts
                for (int run = 0; run < 3; ++run)
                    device.run(stream, kernels);
                stream.wait(noProgress());
                const std::vector<double> other = device.result();
                CHECK(std::memcmp(other.data(), result.data(), result.size() * sizeof(double)) == 0);
            }
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
