#include "views/pages/program/program_cuda.h"

#include "engine/core/error.h"
#include "engine/plan/plan.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <map>
#include <set>

namespace sparsescope {

namespace {

struct Cuda {
    Q_DECLARE_TR_FUNCTIONS(Cuda)
public:
    static QString whyNot(const ProgramAsked& asked, const ProgramStages& made, const Hooks& hooks);
};

QString Cuda::whyNot(const ProgramAsked& asked, const ProgramStages& made, const Hooks& hooks)
{
    if (!hooks.printProgram)
        return tr("This program was built without code generation.");
    if (!asked.plan)
        return tr("Kernels run the tiles of a plan. Search one (Alt+2), or open a plan file.");
    if (made.stages.back().untiled)
        return tr("Kernels run a plan's tiles, and here all that a format holds is one.");
    return {};
}

} // namespace

StageText cudaText(const KernelSource& source, const ir::Program& program)
{
    const QStringList lines = source.text.split(QLatin1Char('\n'));
    std::set<std::pair<int, int>> pieces; // kinds of tile share them
    for (const KernelLink& link : source.links)
        if (link.printed)
            pieces.emplace(link.firstLine, link.lastLine);
    QStringList shownLines;
    std::map<int, int> lineOf;
    for (const auto& [first, last] : pieces) {
        if (!shownLines.isEmpty())
            shownLines << QString();
        for (int line = first; line <= std::min(last, static_cast<int>(lines.size())); ++line) {
            shownLines << lines[line - 1];
            lineOf[line] = static_cast<int>(shownLines.size());
        }
    }
    StageText shown;
    shown.text = shownLines.join(QLatin1Char('\n'));
    for (const KernelStatement& statement : source.statements) {
        const auto found = lineOf.find(statement.line);
        if (found == lineOf.end())
            continue;
        const int line = found->second;
        // Loops and branches end at a line of theirs, and begin at the last one before it.
        const auto begin = !shownLines[line - 1].trimmed().startsWith(QLatin1Char('}'))
                               ? shown.nodes.rend()
                               : std::find_if(shown.nodes.rbegin(), shown.nodes.rend(),
                                              [&](const auto& node) { return node.id == statement.node; });
        if (begin == shown.nodes.rend()) {
            shown.nodes.push_back({statement.node, line, line, true});
        } else {
            begin->lastLine = line;
            begin->leaf = false;
        }
    }
    shown.mentions = mentionsIn(shown.text, program);
    return shown;
}

ProgramCudaPtr printCuda(const ProgramAsked& asked, const ProgramStages& made, const Hooks& hooks, Progress& progress)
{
    auto cuda = std::make_shared<ProgramCuda>();
    cuda->problem = Cuda::whyNot(asked, made, hooks);
    if (!cuda->problem.isEmpty())
        return cuda;
    const ir::Program& program = made.stages.back().program;
    try {
        const KernelSource source = hooks.printProgram(*asked.plan, *asked.matrix, program, progress);
        progress.check();
        cuda->source = source.text;
        cuda->shown = cudaText(source, program);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled)
            throw;
        cuda->problem = QString::fromStdString(error.reason());
    }
    return cuda;
}

} // namespace sparsescope
