// The editor of a graph: a column a branch, its nodes as cards in three bands, what adapts one reduction to the next
// between them; what may stand where is offered, what may not is grey with its reason (AlphaSparse, section IV).
#pragma once

#include "engine/plan/graph/edit_graph.h"

#include <QWidget>

#include <string>
#include <vector>

class QGridLayout;
class QLabel;
class QMenu;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace sparsescope {

class GraphDocument;
class NodeCard;

class GraphEditor : public QWidget {
    Q_OBJECT
public:
    explicit GraphEditor(GraphDocument& document, QWidget* parent = nullptr);

    const std::vector<NodeCard*>& cards() const { return m_cards; } // each before those below it
    NodeCard* card(const std::string& node) const;                  // or null
    // What may be added to a chain in one stage, or in any.
    void fillOffers(QMenu& menu, const std::string& chain, std::optional<graph::Stage> stage);
    void fillGraphMenu(QMenu& menu); // graphs to begin with, files, the clipboard

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override; // goes to the card that is looked at

private:
    void rebuild();
    void refresh();
    void showState();
    void addChain(const std::string& pointer, const graph::Chain& nodes, int depth, int column);
    QVBoxLayout* addCell(int row, int column, int columns);
    void addCards(QVBoxLayout& cell, const std::string& chain, const graph::Chain& nodes, graph::Stage stage);
    QString branchText(const std::string& chain, std::size_t number) const;
    void go(int dx, int dy);
    void look(NodeCard* card);
    std::string shape() const;

    GraphDocument& m_document;
    QScrollArea* m_area = nullptr;
    QWidget* m_content = nullptr;
    QGridLayout* m_grid = nullptr;
    std::vector<NodeCard*> m_cards;
    std::vector<std::pair<QLabel*, std::string>> m_branches; // their lines, and their chains
    std::string m_shape;                                     // of the graph that the cards are of
    QToolButton *m_undo, *m_redo;
    QLabel* m_state;
    QPushButton* m_otherOperator;
};

} // namespace sparsescope
