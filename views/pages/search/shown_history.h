// The history of a search among graphs that is looked at: of the one that runs, of the shown plan, or of the one whose
// graph the shown plan has; the evaluation that is picked in it, and how many of them are shown.
#pragma once

#include "engine/search/alphasparse/history.h"
#include "views/workspace/workspace.h"

#include <QTimer>

#include <memory>

namespace sparsescope {

class PlanEditor;

class ShownHistory : public QObject {
    Q_OBJECT
public:
    ShownHistory(Workspace& workspace, PlanEditor& editor, QObject* parent);

    const alphasparse::History& history() const { return *m_history; }
    const std::vector<alphasparse::Evaluation>& evaluations() const { return m_history->evaluations(); }
    bool any() const { return !evaluations().empty(); }
    bool live() const { return m_live; } // it grows
    // There is one, or it is not known yet whether there is.
    bool expected() const { return any() || m_reading; }

    int current() const { return m_current; } // index of an evaluation; -1: none
    void setCurrent(int index);
    int taken() const { return m_taken; }        // the last one with the graph of the shown plan; -1: none has it
    std::int64_t step() const { return m_step; } // evaluations that are shown, 0 to all of them
    void setStep(std::int64_t step);

    // Shows the plan of an evaluation's graph, which is planned where it has none yet. Undo shows the one before.
    void plan(int index);

    // All that is known of an evaluation, a line each: its move and phase, its times, its graph.
    QStringList linesOf(int index) const;
    // The graph of the one that is picked, from the node on that is looked at, where there is one.
    QString nodesLine() const;
    // "200 graphs, 12 refused; 3 events of the trace are left out"
    QString summary() const;

Q_SIGNALS:
    void changed();         // another history, or more of it
    void expectedChanged(); // whether there is one
    void currentChanged();  // also what is taken
    void stepChanged();
    void nodeChanged(); // which node is looked at

private:
    void follow();
    void grow();
    void adopt(const PlanPtr& origin, std::shared_ptr<alphasparse::History> history, int taken);
    void rememberShown();

    Workspace& m_workspace;
    PlanEditor& m_editor;
    std::shared_ptr<alphasparse::History> m_history = std::make_shared<alphasparse::History>();
    PlanPtr m_origin; // that the search has found; null while it runs
    bool m_live = false, m_reading = false;
    std::size_t m_told = 0; // events of the search that runs, read
    int m_current = -1, m_taken = -1;
    std::int64_t m_step = 0;
    OpenPlan m_before;   // shown when a graph was asked for
    std::string m_asked; // that graph; empty: none
};

// How long an evaluation took as the table says it, "" where it has no time.
QString timeText(double ns);

} // namespace sparsescope
