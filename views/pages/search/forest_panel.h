// The tab Forest of the Search page: why a plan of planner forest has the format that it has. Its features among those
// that were learned from, what the candidates are expected to take, the nearest matrices, and the trees.
#pragma once

#include "engine/search/liteform/told_choice.h"
#include "views/workspace/workspace.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QLabel;
class QTabBar;
class QTableWidget;

namespace sparsescope {

class SpreadCells;
class TreeWalk;

class ForestPanel : public QWidget {
    Q_OBJECT
public:
    explicit ForestPanel(Workspace& workspace, QWidget* parent = nullptr);

    bool any() const { return m_plan != nullptr; } // the plan that is shown is a forest's
    QString verdict() const;
    QString note() const;
    QTableWidget& features() { return *m_features; }
    QTableWidget& candidates() { return *m_candidates; }
    QTableWidget& nearest() { return *m_nearest; }
    TreeWalk& walk() { return *m_walk; }
    enum class Part { Features, Tree, Nearest };
    void showPart(Part part);

Q_SIGNALS:
    void anyChanged();

private:
    struct Asked; // the model that chose, and what it was asked
    void follow();
    void ask(const std::string& model);
    void take(const Asked& asked);
    void showVerdict();
    void showFeatures(const Asked* asked);
    void showCandidates();
    void showNearest(const Asked* asked);
    void setNote(const QString& text, bool bad);

    Workspace& m_workspace;
    PlanPtr m_plan; // null: of another planner
    std::optional<liteform::ToldChoice> m_told;
    QLabel *m_verdict, *m_note;
    QTableWidget *m_features, *m_candidates, *m_nearest;
    SpreadCells* m_spreads;
    TreeWalk* m_walk;
    QTabBar* m_parts;
};

} // namespace sparsescope
