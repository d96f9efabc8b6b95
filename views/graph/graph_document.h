// The graph that is edited: its changes with the way back, what is wrong with it on this matrix, the metadata after
// each node, and its plan, which is made anew after every change.
#pragma once

#include "engine/plan/graph/apply.h"
#include "engine/plan/graph/edit_graph.h"
#include "views/workspace/workspace.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sparsescope {

// The metadata of a graph's branches after each node.
struct GraphStates {
    graph::Applied applied;
    MatrixPtr matrix; // all of it, or its first rows
    bool whole = true;
    std::map<const graph::Numbers*, int> digits; // that the longest number of an array has
};
using GraphStatesPtr = std::shared_ptr<const GraphStates>;

class GraphDocument : public QObject {
    Q_OBJECT
public:
    explicit GraphDocument(Workspace& workspace, QObject* parent = nullptr);

    Workspace& workspace() { return m_workspace; }
    const graph::Graph& graph() const { return m_edited.graph(); }
    // The node that is looked at, by its JSON pointer; there is always one. It is the attention's, once the shown plan
    // is of this graph.
    const std::string& selected() const { return m_selected; }
    void select(const std::string& node);
    void pick(); // it, by hand: told to other pages though it was looked at before

    // Changes that can be undone. One that the grammar refuses is told, and changes nothing.
    using Change = std::function<graph::GraphChange(const graph::Graph&)>;
    void change(const Change& change);
    void replace(const graph::Graph& graph, const QString& what);
    const graph::EditedGraph& edited() const { return m_edited; }
    void undo();
    void redo();

    // What of the matrix does not meet a node's needs, or why the last plan could not be made.
    struct Problem {
        std::string node; // empty: it is of none
        QString reason;
    };
    const std::optional<Problem>& problem() const { return m_problem; }
    GraphStatesPtr states() const { return m_states; } // of the graph as it is; null until known, or where it is wrong
    bool planned() const;                              // the shown plan is of this graph
    bool planning() const;
    // Why the matrix does not meet the needs of the nodes that these changes put in, empty where it does: once it is
    // known, which needs the states. No answer comes after another question, or forgetNeeds().
    using Needs = std::function<void(const std::vector<std::string>& whyNot)>;
    void askNeeds(std::vector<graph::GraphChange> changes, const Needs& answer);
    void forgetNeeds();
    QString whyNoPlan() const; // empty: it can be planned
    void plan();               // now
    // One that graphs compute, where the chosen one is none.
    std::optional<OperatorKind> otherOperator() const;

    QString text() const; // as JSON
    // What is no graph is refused with the place of the mistake, and nothing changes.
    void setText(const QString& json, const QString& what);
    void open(const QString& path);
    void save(const QString& path);
    const QString& path() const { return m_path; } // that was opened or saved last
    static bool isGraph(const QString& path);
    // Is looked at: metadata are made.
    void setShown(bool shown);

Q_SIGNALS:
    void changed();         // the graph
    void selectedChanged(); // which node is looked at
    void statesChanged();   // metadata, what is wrong, or whether it is planned
    void told();            // the planner's options are those of this graph

private:
    void became();
    void lookSoon();
    void look();
    void hearPlan();
    void hearFailure(const Failure& failure);
    graph::Limits limits() const;
    void followNode();
    std::vector<std::int32_t> levelsOf(const std::string& node) const;
    std::string nodeOfKind(const PickedNode& picked) const;

    Workspace& m_workspace;
    graph::EditedGraph m_edited;
    std::string m_selected = "/nodes/0";
    std::optional<Problem> m_problem;
    GraphStatesPtr m_states;
    graph::Limits m_limits; // that they were made with
    bool m_shown = false;
    bool m_nodeIsOurs = false; // picked here, and the attention is not told of it yet
    bool m_plansNext = false;  // once the matrix meets its needs
    std::string m_asked;       // the text of the plan that is being made
    PlanPtr m_own, m_last;     // that was made here last; that was shown last
    QTimer m_soon;             // typing looks once, not for every key
    QString m_path;
};

} // namespace sparsescope
