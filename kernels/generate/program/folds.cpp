// Tiles in which several stored rows hold parts of one row: groups of threads take stored rows one after another, and
// `Folds` of program.cuh adds up what they hold.
#include "kernels/generate/program/nest_printer.h"

#include "engine/ir/lower.h"

namespace sparsescope {

using namespace ir;

void NestPrinter::findFold(const Body& body, const std::vector<const For*>& around)
{
    for (const NodePtr& node : body) {
        const auto* store = std::get_if<Store>(&node->what);
        if (store && m_memory[store->target].held == Held::Output && !m_fold) {
            const auto loopThat = [&](const auto& is) {
                const auto found = std::find_if(around.begin(), around.end(), is);
                return found == around.end() ? nullptr : *found;
            };
            Fold fold;
            fold.store = store;
            fold.vector = loopThat([&](const For* loop) { return isWholeVector(*loop); });
            if (!fold.vector)
                failInput("rows are folded, and not stored 16 bytes a thread");
            const DeviceExpressions::Place place = m_expressions.placeOf(at0(store->indices[0], *fold.vector));
            const ExprPtr row = m_expressions.loadOf(place.row);
            if (row->kind != ExprKind::Load || !m_memory[row->name].rows)
                failInput("rows are folded, and which row is stored stands in no array");
            fold.groups = loopThat([&](const For* loop) { return isThread(loop->mark) && mentions(row, loop->name); });
            fold.column = place.column;
            requireInOrder(fold, row->operands[0], around);
            m_fold = fold;
        }
        std::vector<const For*> inside = around;
        if (const auto* loop = std::get_if<For>(&node->what))
            inside.push_back(loop);
        for (const Body* inner : bodiesOf(*node))
            findFold(*inner, inside);
    }
}

// Within the groups, and with them, rows are gone through one after another, and nothing else is but their pieces.
void NestPrinter::requireInOrder(Fold& fold, const ExprPtr& row, const std::vector<const For*>& around) const
{
    if (!fold.groups)
        failInput("rows are folded, and no threads share them");
    std::int64_t rows = 1;
    bool within = true;
    for (std::size_t a = around.size(); a-- > 0;) {
        const For& loop = *around[a];
        const bool ofRows = mentions(row, loop.name);
        if (ofRows && (!within || strideOf(row, loop.name) != rows || loop.extent->kind != ExprKind::Integer))
            failInput(fmt::format("rows are folded, and {} does not take them one after another", loop.name));
        if (!ofRows && !isThread(loop.mark) && loop.mark != Mark::BlockY && &loop != fold.vector) {
            if (fold.pieces || loop.mark != Mark::Unroll || loop.extent->kind != ExprKind::Integer)
                failInput(fmt::format("rows are folded, and {} stores more than one piece of them", loop.name));
            fold.pieces = &loop;
        }
        if (ofRows)
            rows *= loop.extent->value;
        within = within && &loop != fold.groups;
    }
}

void NestPrinter::printFold(const Node& node, const For& loop)
{
    for (const Node* outer : m_around)
        if (std::holds_alternative<If>(outer->what))
            failInput("rows are folded, and not all threads take part");
    const std::string type =
        fmt::format("Folds<T, How, {}, {}, {}, {}>", m_threads.extent(Mark::ThreadX), loop.extent->value,
                    m_fold->vector->extent->value, inPairs(m_fold->column, m_fold->vector->extent->value));
    const std::int64_t pieces = m_fold->pieces ? m_fold->pieces->extent->value : 1;
    const std::int64_t floats = headFloats() / pieces;
    std::vector<std::string> made;
    for (std::int64_t i = 0; i < pieces; ++i) {
        const ExprPtr column = m_fold->pieces
                                   ? simplified(substituted(m_fold->column, {{m_fold->pieces->name, integer(i)}}))
                                   : m_fold->column;
        made.push_back(fmt::format("args, {}, {}, {}, heads{}", m_expressions.whole(column),
                                   m_memory.written(loop.name), threadText(Mark::ThreadX),
                                   i > 0 ? fmt::format(" + {}", i * floats) : ""));
    }
    if (pieces == 1) {
        line(node, fmt::format("{} folds({});", type, made[0]));
    } else {
        line(node, fmt::format("using Folded = {};", type));
        line(node, fmt::format("Folded folds[] = {{Folded({})}};", fmt::join(made, "), Folded(")));
    }
    inner(node, loop);
    for (std::int64_t i = 0; i < pieces; ++i)
        line(node, fmt::format("folds{}.template end<{}>({});", pieces == 1 ? "" : fmt::format("[{}]", i),
                               m_threads.all(), m_fold->stores.empty() ? "true" : m_fold->stores));
}

// What the groups pass to each other, for each piece.
std::int64_t NestPrinter::headFloats() const
{
    if (!m_fold)
        return 0;
    const std::int64_t values = m_threads.extent(Mark::ThreadX) * m_fold->vector->extent->value + 1;
    return (m_fold->pieces ? m_fold->pieces->extent->value : 1) * m_fold->groups->extent->value * values;
}

} // namespace sparsescope
