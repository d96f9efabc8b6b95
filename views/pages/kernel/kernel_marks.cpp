// What of the kernel is marked: the lines of the selected tile's kind, or of the node that is looked at.
#include "engine/core/at.h"
#include "views/pages/kernel/kernel_kinds.h"
#include "views/pages/kernel/kernel_page.h"
#include "views/pages/kernel/listing_view.h"
#include "views/pages/kernel/source_view.h"
#include "views/parts/theme.h"
#include "views/workspace/workspace.h"

#include <QSignalBlocker>

#include <algorithm>

namespace sparsescope {

void KernelPage::markSource(int first, int last, int lead)
{
    m_source->markLines(first, last, lead);
    m_listing->markSource(first, last, lead);
}

void KernelPage::showSelection()
{
    const auto source = m_workspace.operations().source();
    const PlanPtr plan = m_workspace.attention().plan();
    const std::int64_t tile = m_workspace.attention().selection().tile;
    if (!source || !plan || tile < 0)
        return;
    const Tile& selected = plan->tiling().tiles[at(tile)];
    for (std::size_t i = 0; i < source->links.size(); ++i)
        if (source->links[i].runs(selected))
            m_kinds->setCurrentLink(static_cast<int>(i));
}

// Who wrote which line, in the colours of the list.
void KernelPage::showWriters()
{
    QHash<int, LineWriter> writers;
    for (const KernelNode& node : m_kinds->nodes())
        for (const int line : node.lines)
            writers[line] = {node.name, nodeColor(node.name, colorsOf(*this))};
    m_source->setWriters(writers);
    m_kinds->setColors(colorsOf(*this));
}

void KernelPage::markCurrent()
{
    const int node = m_kinds->currentNode();
    if (node < 0)
        return markKind(m_kinds->currentLink());
    const KernelNode& picked = m_kinds->nodes()[at(node)];
    markLines(picked.lines);
    if (const auto source = m_workspace.operations().source())
        m_workspace.attention().setNode(PickedNode{picked.name.toStdString(), {source->links[at(picked.link)].level}});
}

// Ascending; all of them, and none between.
void KernelPage::markLines(const std::vector<int>& lines)
{
    m_source->markLines(lines.front(), lines.back(), lines.front(), lines);
    m_listing->markSource(lines.front(), lines.back(), lines.front(), lines);
}

// The node that is looked at, here or in the editor of graphs, in all branches that it is in.
void KernelPage::showNode()
{
    const auto source = m_workspace.operations().source();
    const auto& picked = m_workspace.attention().node();
    showFacts();
    if (!source || source->nodes.empty() || !picked)
        return;
    std::vector<int> lines;
    int first = -1;
    bool current = false;
    for (std::size_t n = 0; n < m_kinds->nodes().size(); ++n) {
        const KernelNode& node = m_kinds->nodes()[n];
        const std::int32_t level = source->links[at(node.link)].level;
        if (node.name.toStdString() != picked->kind ||
            !(picked->levels.empty() || std::binary_search(picked->levels.begin(), picked->levels.end(), level)))
            continue;
        lines.insert(lines.end(), node.lines.begin(), node.lines.end());
        first = first < 0 ? static_cast<int>(n) : first;
        current = current || m_kinds->currentNode() == static_cast<int>(n);
    }
    const QSignalBlocker quiet(m_kinds);
    if (lines.empty()) {
        m_kinds->setCurrentItem(nullptr);
        return markSource(0, 0, 0);
    }
    if (!current)
        m_kinds->setCurrentNode(first);
    std::sort(lines.begin(), lines.end());
    markLines(lines);
}

// It has left nothing in this kernel: what it did is in the arrays.
bool KernelPage::wroteNothing(const std::string& node) const
{
    return std::none_of(m_kinds->nodes().begin(), m_kinds->nodes().end(),
                        [&](const KernelNode& one) { return one.name.toStdString() == node; });
}

void KernelPage::markKind(int index)
{
    const auto source = m_workspace.operations().source();
    if (!source || index < 0 || static_cast<std::size_t>(index) >= source->links.size())
        return;
    const KernelLink& link = source->links[at(index)];
    markSource(link.firstLine, link.lastLine, link.caseLine);
    // The other way round: a kind that was picked selects its first tile, unless the selection is of it already.
    const PlanPtr plan = m_workspace.attention().plan();
    if (!plan)
        return;
    const std::int64_t selected = m_workspace.attention().selection().tile;
    if (selected >= 0 && link.runs(plan->tiling().tiles[at(selected)]))
        return;
    for (std::size_t i = 0; i < plan->tiling().tiles.size(); ++i)
        if (link.runs(plan->tiling().tiles[i]))
            return m_workspace.attention().selectTile(static_cast<std::int64_t>(i));
}

} // namespace sparsescope
