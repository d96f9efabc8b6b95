// What the lines of a kernel are of: kinds of tiles, and in a graph's kernel branches and below them their nodes, each
// with the lines that it wrote.
#pragma once

#include "views/pages/kernel/source_view.h"
#include "views/workspace/hooks.h"

#include <QTreeWidget>

#include <vector>

namespace sparsescope {

struct Colors;

// A node of a branch (a link of the source) and its lines, ascending.
struct KernelNode {
    int link = 0;
    QString name;
    std::vector<int> lines;
};
// Branch by branch, in the order of the chain.
std::vector<KernelNode> nodesOf(const KernelSource& source);

// The same for all nodes of a slot of the chain, others beside each other.
QColor nodeColor(const QString& node, const Colors& colors);

// Where lines of branches read arrays, and where their structs say how these are computed.
std::vector<SourceNote> functionNotes(const KernelSource& source);

class KernelKinds : public QTreeWidget {
    Q_OBJECT
public:
    explicit KernelKinds(QWidget* parent = nullptr);

    // Without a plan tiles are not counted.
    void setSource(const KernelSource& source, const Plan* plan);
    void clearSource();
    void setColors(const Colors& colors); // of the page: its own say nothing, for it has no background

    const std::vector<KernelNode>& nodes() const { return m_nodes; }
    int currentLink() const; // -1: none
    int currentNode() const; // index into nodes(); -1: the kind itself, or none
    void setCurrentLink(int link);
    void setCurrentNode(int node);
    int nodeAt(int line) const; // that wrote it, or -1

private:
    void fitHeight();

    std::vector<KernelNode> m_nodes;
    std::vector<QTreeWidgetItem*> m_items; // of nodes
};

} // namespace sparsescope
