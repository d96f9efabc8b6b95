// The jobs of the document around the kernel: generate, compile, write as a project.
#include "views/workspace/attention.h"
#include "views/workspace/operations.h"

#include <utility>

namespace sparsescope {

void Operations::forgetSource()
{
    m_source.reset();
    m_sourceProblem.clear();
    m_compiled.reset();
    m_compileProblem.clear();
    m_jobs.cancel(Lane::Compile); // others hear of it
}

void Operations::setCodegen(Codegen codegen)
{
    const Codegen before = this->codegen();
    m_codegen = codegen;
    if (codegen != before)
        generate();
}

Codegen Operations::codegen() const
{
    const PlanPtr& plan = m_attention.plan();
    const bool written = plan && m_document.programsOf(plan).tiled != KeptProgram();
    return m_codegen.value_or(written ? Codegen::Program : Codegen::Template);
}

OpenPlan Operations::shownPlan() const
{
    const int index = m_document.indexOf(m_attention.plan());
    return index < 0 ? OpenPlan{m_attention.plan(), nullptr, {}} : m_document.plans()[index];
}

void Operations::generate()
{
    if (!m_attention.plan() || !m_hooks.generateSource)
        return;
    if (ranByLibrary(*m_attention.plan()) && !m_attention.plan()->op.sampled()) { // else a kernel samples it
        m_jobs.drop(Lane::Generate);
        m_sourceProblem = tr("the plan is one dense tile, which runs %1. Save writes a project that calls it.")
                              .arg(QString::fromStdString(launchText(*m_attention.plan())));
        tell(SourceChanged);
        return;
    }
    if (runsOnCpuOnly(*m_attention.plan(), m_hooks.hasDeviceCode)) {
        m_jobs.drop(Lane::Generate);
        const int shown = m_attention.currentPlan();
        if (shown >= 0 && m_document.plans()[shown].byRule) {
            m_sourceProblem =
                tr("these are the tiles of one mask. The dynamic plan runs on the GPU over all masks (Run, "
                   "Ctrl+Return), by a kernel that gathers the tiles of each.");
            tell(SourceChanged);
            return;
        }
        QStringList without;
        for (const FormatPtr& format : m_attention.plan()->tiling().formats)
            if (format->byLibrary() || !m_hooks.hasDeviceCode(format->name(), m_attention.plan()->op.kind))
                without << QString::fromStdString(shortLabel(*format));
        without.removeDuplicates();
        m_sourceProblem =
            tr("the plan runs on the CPU only, there is no device code for %1 tiles in %2 yet")
                .arg(without.join(QStringLiteral(", ")), QString::fromStdString(label(m_attention.plan()->op.kind)));
        tell(SourceChanged);
        return;
    }
    m_jobs.start(
        Lane::Generate, tr("Generating the kernel"),
        [open = shownPlan(), matrix = m_document.matrix(), codegen = codegen(),
         make = m_hooks.generateSource](Progress& progress) {
            return std::pair(
                open.plan, std::make_shared<const KernelSource>(make(withPrograms(open), *matrix, codegen, progress)));
        },
        [this](const std::pair<PlanPtr, std::shared_ptr<const KernelSource>>& result) {
            if (result.first != m_attention.plan())
                return;
            forgetSource();
            m_source = result.second;
            tell(SourceChanged);
        },
        [this](const Failure& failure) {
            forgetSource();
            m_sourceProblem = failure.sentence;
            tell(SourceChanged);
        });
}

void Operations::compile(const QString& architecture)
{
    if (!m_source || !m_hooks.compileKernel)
        return;
    m_jobs.start(
        Lane::Compile, tr("Compiling the kernel for %1").arg(architecture),
        [source = m_source, architecture = architecture.toStdString(),
         make = m_hooks.compileKernel](Progress& progress) {
            auto compiled = std::make_shared<OpenCompiled>();
            compiled->kernel = std::make_shared<const CompiledKernel>(make(*source, architecture, progress));
            compiled->ptx = readListing(compiled->kernel->ptx);
            compiled->sass = readListing(compiled->kernel->sass);
            return std::pair(source, std::shared_ptr<const OpenCompiled>(std::move(compiled)));
        },
        [this](const std::pair<std::shared_ptr<const KernelSource>, std::shared_ptr<const OpenCompiled>>& result) {
            if (result.first != m_source)
                return;
            m_compiled = result.second;
            m_compileProblem.clear();
            tell(CompiledChanged);
        },
        [this](const Failure& failure) {
            m_compiled.reset();
            m_compileProblem = failure.sentence;
            tell(CompiledChanged);
        });
}

void Operations::writeProject(const QString& folder)
{
    if (!m_attention.plan() || !m_hooks.writeProject)
        return;
    m_jobs.start(
        Lane::Project, tr("Writing the kernel as a project"),
        [open = shownPlan(), matrix = m_document.matrix(), codegen = codegen(), folder = folder.toStdString(),
         write = m_hooks.writeProject](Progress& progress) {
            write(withPrograms(open), *matrix, codegen, folder, progress);
            return folder;
        },
        [this](const std::string& written) {
            Q_EMIT message(tr("Wrote kernel, arrays and a host program to %1").arg(QString::fromStdString(written)));
        });
}

} // namespace sparsescope
