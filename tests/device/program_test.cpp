// Kernels that are printed from programs, on the GPU, against float64. To be run under compute-sanitizer too.
#include "engine/run/executor.h"
#include "kernels/device/compiler.h"
#include "kernels/device/device_plan.h"
#include "kernels/profile/run_plan.h"
#include "tests/device/gpu.h"
#include "tests/kernels/all_formats.h"

using namespace sparsescope;

namespace {

CompiledSource compiledFor(const Packed& packed, const KernelParameters& parameters, const std::string& architecture)
{
    CompileOptions options;
    options.architecture = architecture;
    return compileSource(generateKernel(packed, parameters).text, "fused.cu", options);
}

} // namespace

TEST_CASE("kernels printed from programs compile for every architecture, with all formats in one")
{
    std::uint64_t seed = 60;
    const MatrixPtr matrix = randomWithEmptyRows(120, 150, 0.08, seed);
    for (const OperatorKind kind : operatorKinds())
        for (const bool add : {true, false}) {
            const std::size_t pick = seed++;
            const char* const architecture = std::array{"sm_80", "sm_90", "sm_100"}[pick % 3];
            const Operator op{kind, dataTypes[pick % 4], kind == OperatorKind::SpMV ? 1 : 50};
            INFO(label(kind) << " " << name(op.dtype) << " " << architecture);
            const Packed packed = pack(planOfAll(*matrix, op, formatsThatAdd(*matrix, add), !add, seed), *matrix,
                                       noProgress(), Codegen::Program);
            CHECK_THAT(compiledFor(packed, {}, architecture).log, !Catch::Contains("warning"));
        }
}

TEST_CASE("kernels printed from programs compute all formats on the GPU")
{
    const Gpu gpu;
    const Stream stream;
    std::uint64_t seed = 80;
    for (const OperatorKind kind : operatorKinds())
        for (const DataType dtype : dataTypes)
            for (const bool add : {true, false}) {
                ++seed;
                DYNAMIC_SECTION(label(kind) << " " << name(dtype) << (add ? ", added" : ", stored"))
                {
                    const MatrixPtr matrix = randomWithEmptyRows(300, 250, 0.05, seed);
                    const Operator op{kind, dtype, kind == OperatorKind::SpMV ? 1 : 50};
                    const Plan plan = planOfAll(*matrix, op, formatsThatAdd(*matrix, add), !add, seed);
                    const Packed packed = pack(plan, *matrix, noProgress(), Codegen::Program);
                    const std::vector<KernelParameters> legal = legalParameters(packed);
                    const KernelParameters parameters = legal[seed % legal.size()];
                    INFO("seed " << seed << ", " << parameters.text());
                    const PlanKernels kernels(generateKernel(packed, parameters),
                                              compiledFor(packed, parameters, gpu.info().architecture()).cubin);
                    const std::vector<Dense> operands = randomOperands(op, packed.rows, packed.cols, packed.ld, seed);
                    DevicePlan device(packed, operands);
                    const Reference reference = referenceOf(*matrix, op, operands, noProgress());
                    for (int again = 0; again < 3; ++again) { // what a run leaves behind must not show in the next
                        device.poison();
                        device.run(stream, kernels);
                        stream.wait(noProgress());
                        const ErrorNorms norms =
                            compare(reference, device.result().data(), op.sampled() ? 1 : packed.ld);
                        INFO("error " << norms.relative << ", worst element " << norms.worstElement);
                        CHECK(norms.accepted(dtype));
                    }
                }
            }
}

TEST_CASE("a printed kernel is measured whole on the GPU, its tiles as copies too")
{
    const Gpu gpu;
    const MatrixPtr matrix = randomWithEmptyRows(3000, 500, 0.03, 90);
    for (const FormatPtr& format :
         {makeFormat("csr", {{"places", 256}}), makeFormat("ell", {{"rows", 32}, {"width", 8}}),
          makeFormat("bsr", {{"height", 2}, {"width", 2}, {"places", 512}})}) {
        INFO(format->label());
        Plan plan = coveredBy(format, *matrix, {OperatorKind::SpMM, DataType::Float32, 64});
        RunOptions options;
        options.repeats = 3;
        options.tune = false;
        options.codegens = {Codegen::Program};
        SharedInputs shared(options.seed);
        const Profile profile = runPlan(plan, *matrix, options, shared, noProgress());
        CHECK(profile.verified);
        CHECK_FALSE(profile.saturated.empty());
        for (const std::string& message : profile.messages)
            CHECK_THAT(message, !Catch::Contains("the context is lost"));
    }
}
