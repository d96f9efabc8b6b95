// Kernels that are printed from programs, on the GPU, against float64. To be run under compute-sanitizer too.
#include "engine/run/executor.h"
#include "kernels/device/compiler.h"
#include "kernels/device/device_plan.h"
#include "kernels/profile/run_plan.h"
#include "tests/device/gpu.h"
#include "tests/kernels/all_formats.h"
#include "tests/kernels/classic_plans.h"
#include "tests/kernels/plans.h"

using namespace sparsescope;

namespace {

CompiledSource compiledFor(const Packed& packed, const KernelParameters& parameters, const std::string& architecture)
{
    CompileOptions options;
    options.architecture = architecture;
    return compileSource(generateKernel(packed, parameters).text, "fused.cu", options);
}

// Runs a plan three times: what a run leaves behind must not show in the next.
void checkPrinted(const Packed& packed, const Matrix& matrix, const KernelParameters& parameters, std::uint64_t seed,
                  const Gpu& gpu, const Stream& stream)
{
    const PlanKernels kernels(generateKernel(packed, parameters),
                              compiledFor(packed, parameters, gpu.info().architecture()).cubin);
    const std::vector<Dense> operands = randomOperands(packed.op, packed.shape(), packed.ld, seed);
    DevicePlan device(packed, operands);
    const Reference reference = referenceOf(matrix, packed.op, operands, noProgress());
    for (int again = 0; again < 3; ++again) {
        device.poison();
        device.run(stream, kernels);
        stream.wait(noProgress());
        const ErrorNorms norms = compare(reference, device.result().data(), packed.op.sampled() ? 1 : packed.ld);
        INFO("error " << norms.relative << ", worst element " << norms.worstElement);
        CHECK(norms.accepted(packed.op.dtype));
    }
}

} // namespace

TEST_CASE("kernels printed from programs compile for every architecture, with all formats in one")
{
    std::uint64_t seed = 60;
    const MatrixPtr matrix = randomWithEmptyRows(120, 150, 0.08, seed);
    for (const OperatorKind kind : anyTileOperators)
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

TEST_CASE("printed kernels with two accesses of a lane to a row of B compile without spills")
{
    const MatrixPtr matrix = randomWithEmptyRows(120, 150, 0.08, 3);
    for (const DataType dtype : {DataType::BFloat16, DataType::Float32})
        for (const Plan& plan : gatheringPlans(*matrix, {OperatorKind::SpMM, dtype, 128}, 128)) {
            const Packed packed = pack(plan, *matrix, noProgress(), Codegen::Program);
            for (const int gathers : {4, 2}) {
                INFO(name(dtype) << ", " << packed.formats[0]->label() << ", " << gathers << " gathers");
                const CompiledSource compiled =
                    compiledFor(packed, wideParameters(packed.codegen, 128, gathers), "sm_90");
                CHECK(resourcesOf(compiled.log, "fusedSpmm").spillStores == 0);
            }
        }
}

TEST_CASE("kernels printed from programs compute all formats on the GPU")
{
    const Gpu gpu;
    const Stream stream;
    std::uint64_t seed = 80;
    for (const OperatorKind kind : anyTileOperators)
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
                    checkPrinted(packed, *matrix, parameters, seed, gpu, stream);
                }
            }
}

TEST_CASE("printed kernels with two accesses of a lane to a row of B are right on the GPU")
{
    const Gpu gpu;
    const Stream stream;
    for (const DataType dtype : {DataType::Float16, DataType::Float32}) {
        const MatrixPtr matrix = randomWithEmptyRows(300, 250, 0.05, 7);
        const Operator op{OperatorKind::SpMM, dtype, 250};
        for (const Plan& plan : gatheringPlans(*matrix, op, 128)) {
            const Packed packed = pack(plan, *matrix, noProgress(), Codegen::Program);
            INFO(name(dtype) << ", " << packed.formats[0]->label());
            checkPrinted(packed, *matrix, wideParameters(packed.codegen), 7, gpu, stream);
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
