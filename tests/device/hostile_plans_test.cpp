// Plans that were changed anywhere and still pass, on the GPU. To be run under compute-sanitizer.
#include "engine/search/request.h"
#include "kernels/device/compiler.h"
#include "kernels/device/device_plan.h"
#include "kernels/generate/generate.h"
#include "kernels/generate/pieces.h"
#include "tests/device/gpu.h"
#include "tests/hostile/plan_mutations.h"

#include <map>

using namespace sparsescope;

TEST_CASE("hostile plans that are accepted read and write nothing but what is theirs, and compute their product")
{
    const Gpu gpu;
    const Stream stream;
    const std::vector<Example> all = examples();
    std::mt19937_64 random(21);
    std::map<std::string, std::string> cubins; // by source: most changes leave the kernel as it is
    int ran = 0;
    for (int i = 0; i < cases(3000) && ran < cases(150); ++i) {
        std::string what;
        const Example changedPlan = changed(all[random() % all.size()], random, what);
        const Matrix& matrix = *changedPlan.matrix;
        Plan plan;
        try {
            plan = planFromBlob(blobOf(changedPlan.header, changedPlan.arrays), matrix, "plan.json");
        } catch (const Error&) {
            continue;
        }
        constexpr std::int64_t mostDense = 4096; // more takes long and is nothing else
        if (runsOnCpuOnly(plan, hasDevicePiece) || plan.op.dense > mostDense || plan.densePart > mostDense)
            continue;
        INFO(what);
        const Packed packed = pack(plan, matrix, noProgress());
        GeneratedSource source;
        try {
            source = generateKernel(packed);
        } catch (const Error& e) { // parts of the dense loop that no kernel has
            CHECK(e.kind() != ErrorKind::Internal);
            continue;
        }
        std::string& cubin = cubins[source.text];
        if (cubin.empty()) {
            CompileOptions compile;
            compile.architecture = gpu.info().architecture();
            cubin = compileSource(source.text, source.entry + ".cu", compile).cubin;
        }
        const PlanKernels kernels(source, cubin);
        const std::vector<Dense> operands = randomOperands(plan.op, packed.shape(), packed.ld, 1);
        DevicePlan device(packed, operands);
        device.poison();
        device.run(stream, kernels);
        stream.wait(noProgress());
        const Reference reference = referenceOf(matrix, plan.op, operands, noProgress());
        const ErrorNorms norms = compare(reference, device.result().data(), plan.op.sampled() ? 1 : packed.ld);
        CHECK(norms.accepted(plan.op.dtype));
        ++ran;
    }
    CHECK(ran > 50);
}
