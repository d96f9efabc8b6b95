// Hands the window what views may not include.
#include "app/window/glue.h"

#include "engine/core/at.h"
#include "engine/ir/defaults.h"
#include "engine/plan/graph/kernel_graph.h"
#include "engine/plan/packed.h"
#include "engine/work/local_worker.h"
#include "engine/work/remote_worker.h"
#include "kernels/generate/generate.h"
#include "kernels/generate/pieces.h"

namespace sparsescope {

namespace {

KernelSource sourceOf(const Packed& packed, const GeneratedSource& made)
{
    KernelSource source;
    source.text = QString::fromStdString(made.text);
    source.entry = QString::fromStdString(made.entry);
    source.threads = made.threads;
    source.sharedBytes = made.launches.empty() ? 0 : made.launches.front().sharedBytes;
    for (const SourceLink& link : made.links)
        source.links.push_back(
            {QString::fromStdString(kindLabel(*packed.formats[at(link.kind.format)], link.kind.split, packed.op)),
             link.kind.format, link.kind.split, link.caseLine, link.templateBegin, link.templateEnd, link.level,
             printsProgram(*packed.formats[at(link.kind.format)], packed.op, packed.codegen)});
    for (const auto& [line, node] : made.statements)
        source.statements.push_back({line, node});
    for (const NodeLine& node : made.nodes)
        source.nodes.push_back({node.line, node.branch, QString::fromStdString(node.node)});
    if (packed.graph && !made.nodes.empty())
        for (std::size_t i = 0; i < packed.graph->branches.size(); ++i)
            for (const graph::KernelArray& array : packed.graph->branches[i].arrays)
                source.functions.push_back({static_cast<int>(i), QString::fromStdString(array.name),
                                            QString::fromStdString(graph::label(array.function)),
                                            array.function.family != graph::FunctionFamily::Narrow});
    return source;
}

KernelSource generateSource(const Plan& plan, const Matrix& matrix, Codegen codegen, Progress& progress)
{
    const Packed packed = pack(plan, matrix, progress, codegen);
    progress.check();
    return sourceOf(packed, generateKernel(packed));
}

KernelSource printProgram(const Plan& plan, const Matrix& matrix, const ir::Program& program, Progress& progress)
{
    const Packed packed = pack(plan, matrix, progress, Codegen::Program, !ir::isDefault(program, plan));
    progress.check();
    const ir::KernelProgram printed{program, ir::partsOf(plan)};
    return sourceOf(packed, generateKernel(packed, {}, -1, &printed));
}

void writeProject(const Plan& plan, const Matrix& matrix, Codegen codegen, const std::string& folder,
                  Progress& progress)
{
    writeStandalone(plan, matrix, folder, progress, codegen);
}

} // namespace

Hooks windowHooks(const RunOptions& run)
{
    Hooks hooks;
    hooks.worker = localWorker();
    hooks.workerOn = remoteWorker;
    hooks.run = run;
    hooks.generateSource = generateSource;
    hooks.printProgram = printProgram;
    hooks.compileKernel = [worker = hooks.worker](const KernelSource& source, const std::string& architecture,
                                                  Progress& progress) {
        CompiledKernel compiled = worker->compile(source.text.toStdString(), source.entry.toStdString(), source.threads,
                                                  architecture, progress);
        compiled.resources.sharedBytes += static_cast<int>(source.sharedBytes);
        return compiled;
    };
    hooks.writeProject = writeProject;
    hooks.hasDeviceCode = hasDevicePiece;
    return hooks;
}

} // namespace sparsescope
