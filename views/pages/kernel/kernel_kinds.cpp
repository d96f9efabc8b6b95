// What the lines of a kernel are of.
#include "views/pages/kernel/kernel_kinds.h"

#include "engine/core/at.h"
#include "engine/plan/graph/node.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"

#include <QHeaderView>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

constexpr int mostRows = 6; // that are seen at once

// The tiles that each case of the kernel runs.
std::vector<std::int64_t> countTiles(const KernelSource& source, const Tiling& tiling)
{
    std::vector<std::int64_t> counts(source.links.size());
    std::size_t last = counts.size(); // neighbours are often of one kind
    for (const Tile& tile : tiling.tiles) {
        if (last == counts.size() || !source.links[last].runs(tile))
            last = at(std::find_if(source.links.begin(), source.links.end(),
                                   [&](const KernelLink& link) { return link.runs(tile); }) -
                      source.links.begin());
        if (last < counts.size())
            ++counts[last];
    }
    return counts;
}

// What stands for blocks without a node of their own has the place of one.
graph::Slot slotOf(const QString& node)
{
    const graph::NodeKind* kind = graph::findNodeKind(node.toStdString());
    return kind ? kind->slot : graph::Slot::BmtbBlock;
}

// "3, 7-9"
QString linesText(const std::vector<int>& lines)
{
    QStringList parts;
    for (std::size_t i = 0; i < lines.size();) {
        std::size_t end = i + 1;
        while (end < lines.size() && lines[end] == lines[end - 1] + 1)
            ++end;
        parts << (end - i == 1 ? QString::number(lines[i]) : QStringLiteral("%1–%2").arg(lines[i]).arg(lines[end - 1]));
        i = end;
    }
    return parts.join(QStringLiteral(", "));
}

QPixmap swatch(const QColor& color)
{
    QPixmap picture(12, 12);
    picture.fill(color);
    return picture;
}

} // namespace

std::vector<KernelNode> nodesOf(const KernelSource& source)
{
    std::vector<KernelNode> nodes;
    for (const KernelNodeLine& line : source.nodes) {
        auto found = std::find_if(nodes.begin(), nodes.end(), [&](const KernelNode& node) {
            return node.link == line.link && node.name == line.node;
        });
        if (found == nodes.end())
            found = nodes.insert(nodes.end(), {line.link, line.node, {}});
        found->lines.push_back(line.line);
    }
    std::stable_sort(nodes.begin(), nodes.end(), [](const KernelNode& a, const KernelNode& b) {
        return a.link != b.link ? a.link < b.link : slotOf(a.name) < slotOf(b.name);
    });
    return nodes;
}

QColor nodeColor(const QString& node, const Colors& colors)
{
    constexpr double golden = 0.618034; // neighbours are far from each other, whatever the number
    const double hue = std::fmod(0.55 + golden * static_cast<int>(slotOf(node)), 1.0);
    const float lightness = slotOf(node) < graph::Slot::Interleave ? 0.5F : 0.38F; // hues come near again
    return QColor::fromHslF(static_cast<float>(hue), 0.55F, colors.dark ? lightness + 0.2F : lightness);
}

std::vector<SourceNote> functionNotes(const KernelSource& source)
{
    std::vector<SourceNote> notes;
    if (source.functions.empty())
        return notes;
    const QStringList lines = source.text.split(QLatin1Char('\n'));
    const auto noteLine = [&](int line, int link, const QString& before) {
        if (line < 1 || line > lines.size())
            return;
        const QString& text = lines[line - 1];
        for (const KernelFunction& function : source.functions) {
            if (function.link != link)
                continue;
            const QString call = before + function.array + QLatin1Char('(');
            for (qsizetype from = text.indexOf(call); from >= 0; from = text.indexOf(call, from + 1))
                notes.push_back({line, static_cast<int>(from + before.size()), static_cast<int>(function.array.size()),
                                 KernelKinds::tr("%1: %2").arg(function.array, function.formula), function.computed});
        }
    };
    for (const KernelNodeLine& line : source.nodes)
        noteLine(line.line, line.link, QStringLiteral("branch."));
    for (int link = 0; link < static_cast<int>(source.links.size()); ++link) {
        auto line = static_cast<int>(lines.indexOf(QStringLiteral("struct Branch%1 {").arg(link))) + 1;
        for (; line > 0 && line < lines.size() && lines[line] != QStringLiteral("};"); ++line)
            noteLine(line + 1, link, QStringLiteral("int "));
    }
    return notes;
}

KernelKinds::KernelKinds(QWidget* parent) : QTreeWidget(parent)
{
    setHeaderLabels({tr("kind of tile"), tr("tiles"), tr("case line"), tr("lines")});
    for (int i = 1; i < 4; ++i)
        headerItem()->setTextAlignment(i, Qt::AlignRight | Qt::AlignVCenter);
    setColumnCount(4);
    setIndentation(14);
    setUniformRowHeights(true);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Kinds of tiles"));
    for (const auto signal : {&QTreeWidget::itemExpanded, &QTreeWidget::itemCollapsed})
        connect(this, signal, this, &KernelKinds::fitHeight);
}

void KernelKinds::clearSource()
{
    m_items.clear();
    m_nodes.clear();
    clear();
}

void KernelKinds::setSource(const KernelSource& source, const Plan* plan)
{
    clearSource();
    m_nodes = nodesOf(source);
    const bool graph = !m_nodes.empty();
    setRootIsDecorated(graph);
    setToolTip(graph ? tr("Branches of the graph, each a case of the kernel, and the nodes that wrote its lines")
                     : tr("Kinds of tiles; each is one case of the fused kernel"));
    setColumnHidden(2, graph); // a branch's lines begin with it
    headerItem()->setText(0, graph ? tr("branches and nodes") : tr("kind of tile"));
    const auto printed =
        std::count_if(source.links.begin(), source.links.end(), [](const KernelLink& link) { return link.printed; });
    const bool mixed = printed > 0 && printed < std::ssize(source.links);
    headerItem()->setText(3, graph || mixed ? tr("lines") : printed == 0 ? tr("template lines") : tr("printed lines"));
    const std::vector<std::int64_t> tiles =
        plan ? countTiles(source, plan->tiling()) : std::vector<std::int64_t>(source.links.size());
    const auto add = [](QTreeWidgetItem* item) {
        for (int column = 1; column < 4; ++column)
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        return item;
    };
    for (std::size_t i = 0; i < source.links.size(); ++i) {
        const KernelLink& link = source.links[i];
        const QString label = graph && link.level > 0 ? tr("branch %1: %2").arg(link.level).arg(link.label)
                              : mixed && link.printed ? tr("%1, from IR").arg(link.label)
                                                      : link.label;
        auto* item = add(new QTreeWidgetItem({label, countText(tiles[i]), QString::number(link.caseLine),
                                              QStringLiteral("%1–%2").arg(link.firstLine).arg(link.lastLine)}));
        item->setIcon(0, QIcon(swatch(plan ? familyColor(plan->tiling().formats[at(link.format)]->family())
                                           : QColor(Qt::transparent))));
        addTopLevelItem(item);
    }
    for (std::size_t n = 0; n < m_nodes.size(); ++n) {
        auto* item = add(new QTreeWidgetItem({m_nodes[n].name, {}, {}, linesText(m_nodes[n].lines)}));
        if (const graph::NodeKind* kind = graph::findNodeKind(m_nodes[n].name.toStdString()))
            item->setToolTip(0, QString::fromStdString(kind->description));
        m_items.push_back(item);
        if (QTreeWidgetItem* branch = topLevelItem(m_nodes[n].link))
            branch->addChild(item);
    }
    if (topLevelItemCount() == 1)
        topLevelItem(0)->setExpanded(true);
    fitHeight();
}

void KernelKinds::setColors(const Colors& colors)
{
    for (std::size_t n = 0; n < m_items.size(); ++n)
        m_items[n]->setIcon(0, QIcon(swatch(nodeColor(m_nodes[n].name, colors))));
}

void KernelKinds::fitHeight()
{
    int rows = topLevelItemCount();
    for (int i = 0; i < topLevelItemCount(); ++i)
        rows += topLevelItem(i)->isExpanded() ? topLevelItem(i)->childCount() : 0;
    const int line = std::max(sizeHintForRow(0), 16);
    setFixedHeight(line * std::clamp(rows, 1, mostRows) + header()->sizeHint().height() + 4);
}

int KernelKinds::currentLink() const
{
    QTreeWidgetItem* item = currentItem();
    return item ? indexOfTopLevelItem(item->parent() ? item->parent() : item) : -1;
}

int KernelKinds::currentNode() const
{
    const auto found = std::find(m_items.begin(), m_items.end(), currentItem());
    return found == m_items.end() ? -1 : static_cast<int>(found - m_items.begin());
}

void KernelKinds::setCurrentLink(int link)
{
    if (currentLink() != link)
        setCurrentItem(topLevelItem(link));
}

void KernelKinds::setCurrentNode(int node)
{
    if (node >= 0 && node < static_cast<int>(m_items.size()))
        setCurrentItem(m_items[at(node)]); // opens its branch
}

int KernelKinds::nodeAt(int line) const
{
    const auto found = std::find_if(m_nodes.begin(), m_nodes.end(), [line](const KernelNode& node) {
        return std::binary_search(node.lines.begin(), node.lines.end(), line);
    });
    return found == m_nodes.end() ? -1 : static_cast<int>(found - m_nodes.begin());
}

} // namespace sparsescope
