// Hands the window what views may not include.
#include "app/window/glue.h"

#include "app/common/gpu_job.h"
#include "engine/measure/baselines.h"
#include "engine/plan/packed.h"
#include "kernels/generate/generate.h"
#include "kernels/generate/pieces.h"

#include <QCoreApplication>

namespace sparsescope {

namespace {

KernelSource generateSource(const Plan& plan, const Matrix& matrix, Progress& progress)
{
    const Packed packed = pack(plan, matrix, progress);
    progress.check();
    const GeneratedSource made = generateKernel(packed);
    KernelSource source;
    source.text = QString::fromStdString(made.text);
    source.entry = QString::fromStdString(made.entry);
    source.threads = made.threads;
    for (const SourceLink& link : made.links) {
        QString label = QString::fromStdString(packed.formats[static_cast<std::size_t>(link.kind.format)]->label());
        if (link.kind.atomic)
            label += QCoreApplication::translate("glue", ", atomic");
        source.links.push_back(
            {label, link.kind.format, link.kind.atomic, link.caseLine, link.templateBegin, link.templateEnd});
    }
    return source;
}

void writeProject(const Plan& plan, const Matrix& matrix, const std::string& folder, Progress& progress)
{
    const Packed packed = pack(plan, matrix, progress);
    progress.check();
    writeStandalone(packed, matrix, folder);
}

Session runGpu(const GpuRequest& request, Progress& progress, const std::function<void(const std::string&)>& onMessage)
{
    GpuJob job;
    job.matrix = request.matrix;
    job.plans = {request.plan.get()};
    job.baselines = request.plan->op.definition().baselines;
    return runGpuJob(job, progress, onMessage);
}

} // namespace

Hooks windowHooks()
{
    Hooks hooks;
    hooks.generateSource = generateSource;
    hooks.compileKernel = [](const KernelSource& source, const std::string& architecture, Progress& progress) {
        return compileKernel(source.text.toStdString(), source.entry.toStdString(), source.threads, architecture,
                             progress);
    };
    hooks.writeProject = writeProject;
    hooks.hasDeviceCode = hasDevicePiece;
    hooks.runGpu = runGpu;
    hooks.gpuStatus = gpuProblem;
    return hooks;
}

} // namespace sparsescope
