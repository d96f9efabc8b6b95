// The jobs of the document around the kernel: generate, compile, write as a project.
#include "views/workspace/workspace.h"

namespace sparsescope {

void Workspace::forgetSource()
{
    m_source.reset();
    m_sourceProblem.clear();
    m_compiled.reset();
    m_compileProblem.clear();
    m_jobs->cancel(Lane::Compile); // others hear of it
}

void Workspace::generate()
{
    if (!plan() || !m_hooks.generateSource)
        return;
    if (runsOnCpuOnly(*plan(), m_hooks.hasDeviceCode)) {
        m_jobs->drop(Lane::Generate);
        QStringList without;
        for (const FormatPtr& format : plan()->formats)
            if (!m_hooks.hasDeviceCode(format->name(), plan()->op.kind))
                without << QString::fromStdString(format->label());
        m_sourceProblem = tr("the plan runs on the CPU only, there is no device code for %1 tiles in %2 yet")
                              .arg(without.join(QStringLiteral(", ")), QString::fromStdString(label(plan()->op.kind)));
        Q_EMIT sourceChanged();
        return;
    }
    m_jobs->start(
        Lane::Generate, tr("Generating the kernel"),
        [plan = plan(), matrix = m_matrix, make = m_hooks.generateSource](Progress& progress) {
            return std::pair(plan, std::make_shared<const KernelSource>(make(*plan, *matrix, progress)));
        },
        [this](const std::pair<PlanPtr, std::shared_ptr<const KernelSource>>& result) {
            if (result.first != plan())
                return;
            forgetSource();
            m_source = result.second;
            Q_EMIT sourceChanged();
        },
        [this](const Failure& failure) {
            forgetSource();
            m_sourceProblem = failure.sentence;
            Q_EMIT sourceChanged();
        });
}

void Workspace::compile(const QString& architecture)
{
    if (!m_source || !m_hooks.compileKernel)
        return;
    m_jobs->start(
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
            Q_EMIT compiledChanged();
        },
        [this](const Failure& failure) {
            m_compiled.reset();
            m_compileProblem = failure.sentence;
            Q_EMIT compiledChanged();
        });
}

void Workspace::writeProject(const QString& folder)
{
    if (!plan() || !m_hooks.writeProject)
        return;
    m_jobs->start(
        Lane::Project, tr("Writing the kernel as a project"),
        [plan = plan(), matrix = m_matrix, folder = folder.toStdString(),
         write = m_hooks.writeProject](Progress& progress) {
            write(*plan, *matrix, folder, progress);
            return folder;
        },
        [this](const std::string& written) {
            Q_EMIT message(tr("Wrote kernel, arrays and a host program to %1").arg(QString::fromStdString(written)));
        });
}

} // namespace sparsescope
