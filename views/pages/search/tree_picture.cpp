#include "views/pages/search/tree_picture.h"

#include "engine/core/at.h"
#include "views/parts/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sparsescope {

using liteform::TreeNode;

namespace {
constexpr double treeMargin = 8; // pixels
}

TreePicture::TreePicture(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("The tree, and the way of this matrix through it"));
}

void TreePicture::clear()
{
    m_nodes.clear();
    m_depth = 0;
    update();
}

void TreePicture::setTree(const liteform::Trees& trees, std::int32_t root, const std::vector<std::int32_t>& way,
                          const std::function<QString(const TreeNode&)>& words)
{
    clear();
    struct Open {
        std::int32_t node;
        int parent;
        double depth;
    };
    // Without recursion: a file may hold a tree of any depth.
    std::vector<Open> open{{root, -1, 0}};
    std::vector<int> children; // of each node, so far
    int leaves = 0;
    while (!open.empty()) {
        const Open next = open.back();
        open.pop_back();
        if (m_nodes.size() == mostNodes)
            return clear();
        const TreeNode& node = trees.nodes()[at(next.node)];
        const auto found = std::find(way.begin(), way.end(), next.node);
        m_nodes.push_back({node.leaf() ? leaves++ + 0.5 : 0, next.depth, next.parent,
                           found == way.end() ? -1 : static_cast<int>(found - way.begin()), words(node)});
        m_depth = std::max(m_depth, next.depth);
        if (node.leaf())
            continue;
        const int here = static_cast<int>(m_nodes.size()) - 1;
        open.push_back({node.yes + 1, here, next.depth + 1});
        open.push_back({node.yes, here, next.depth + 1}); // the first that is taken: yes is at the left
    }
    // A node stands between the first and the last of its children.
    std::vector<double> least(m_nodes.size(), std::numeric_limits<double>::infinity()), most(m_nodes.size(), 0);
    for (std::size_t n = m_nodes.size(); n-- > 0;) {
        Node& node = m_nodes[n];
        if (most[n] > 0)
            node.x = (least[n] + most[n]) / 2;
        if (node.parent >= 0) {
            least[at(node.parent)] = std::min(least[at(node.parent)], node.x);
            most[at(node.parent)] = std::max(most[at(node.parent)], node.x);
        }
    }
    for (Node& node : m_nodes)
        node.x /= leaves;
    m_step = 0;
    update();
}

void TreePicture::setStep(int step)
{
    m_step = step;
    update();
}

QPointF TreePicture::placeOf(const Node& node) const
{
    return {treeMargin + node.x * (width() - 2 * treeMargin),
            treeMargin + (m_depth > 0 ? node.depth / m_depth : 0.5) * (height() - 2 * treeMargin)};
}

int TreePicture::nodeAt(QPointF position) const
{
    int nearest = -1;
    double least = 8; // pixels
    for (std::size_t n = 0; n < m_nodes.size(); ++n) {
        const QPointF way = placeOf(m_nodes[n]) - position;
        // What is on the way is drawn larger, and wins.
        const double distance = std::hypot(way.x(), way.y()) - (m_nodes[n].step >= 0 ? 3 : 0);
        if (distance < least) {
            least = distance;
            nearest = static_cast<int>(n);
        }
    }
    return nearest;
}

void TreePicture::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& c = colorsOf(*this);
    for (const bool onWay : {false, true}) {
        for (const Node& node : m_nodes) {
            if (node.parent < 0 || (node.step >= 0) != onWay)
                continue;
            painter.setPen(onWay ? QPen(c.accent, 2) : QPen(c.secondary, 0.8));
            painter.drawLine(placeOf(m_nodes[at(node.parent)]), placeOf(node));
        }
        painter.setPen(Qt::NoPen);
        for (const Node& node : m_nodes) {
            if ((node.step >= 0) != onWay)
                continue;
            painter.setBrush(onWay ? c.accent : c.secondary);
            painter.drawEllipse(placeOf(node), onWay ? 4 : 1.8, onWay ? 4 : 1.8);
        }
    }
    for (const Node& node : m_nodes)
        if (node.step == m_step) {
            painter.setPen(QPen(c.text, 2));
            painter.setBrush(c.background);
            painter.drawEllipse(placeOf(node), 5, 5);
        }
}

void TreePicture::mousePressEvent(QMouseEvent* event)
{
    if (const int node = nodeAt(event->position()); node >= 0 && m_nodes[at(node)].step >= 0)
        Q_EMIT stepChosen(m_nodes[at(node)].step);
}

bool TreePicture::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const int node = nodeAt(help->pos()); node >= 0)
        QToolTip::showText(help->globalPos(), m_nodes[at(node)].words, this);
    else
        QToolTip::hideText();
    return true;
}

} // namespace sparsescope
