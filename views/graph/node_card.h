// A node of a graph as a card: its name, its parameters in place, what can be done with it, and what is wrong with it.
#pragma once

#include "engine/plan/graph/node.h"

#include <QWidget>

#include <functional>
#include <string>
#include <vector>

class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace sparsescope {

class GraphDocument;

class NodeCard : public QWidget {
    Q_OBJECT
public:
    // For the node at this pointer of the document's graph.
    NodeCard(GraphDocument& document, std::string node, QWidget* parent);

    const std::string& node() const { return m_node; }
    void refresh();                                      // values, whether it is looked at, what is wrong
    static std::string shapeOf(const graph::Node& node); // cards of one shape have the same fields
    void retire();                                       // its node is gone: its fields change nothing any more
    void enterFields();                                  // the keyboard goes to the first one
    void fillMenu(QMenu& menu);                          // what may stand here instead, moving, branches, removing
    void showMenu();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void addField(const graph::Parameter& parameter, QHBoxLayout& row);
    QWidget* numberField(const graph::Parameter& parameter);
    QWidget* choiceField(const graph::Parameter& parameter, const QStringList& choices);
    QWidget* placesField(const graph::Parameter& parameter);
    void addFormField(QHBoxLayout& row);
    void set(const std::string& parameter, graph::Value value);
    const graph::Node& now() const;

    GraphDocument& m_document;
    std::string m_node;
    std::vector<std::function<void(const graph::Node&)>> m_fields; // show what a node has
    std::vector<QWidget*> m_inputs;
    QToolButton* m_more = nullptr;
    QLabel* m_wrong = nullptr;
    bool m_selected = false, m_bad = false, m_retired = false;
};

} // namespace sparsescope
