// The tab History of the Search page: how long graphs took over the evaluations, with a transport that replays them,
// and the evaluations as a list or a tree.
#pragma once

#include "engine/search/alphasparse/history.h"
#include "views/replay/replay.h"

#include <QTreeView>
#include <QWidget>

#include <array>

class QCheckBox;
class QComboBox;
class QLabel;
class QToolButton;

namespace sparsescope {

class ElidedLabel;
class HistoryModel;
class ShownHistory;
class Workspace;

// Plays evaluations.
class HistoryReplay : public Replay {
    Q_OBJECT
public:
    HistoryReplay(Workspace& workspace, ShownHistory& shown, QObject* parent);

    std::int64_t steps() const override;
    std::int64_t step() const override;
    void setStep(std::int64_t step) override;
    std::int64_t soFar() const override;
    QString one() const override { return tr("graph"); }
    QString many() const override { return tr("graphs"); }
    bool hasChoices() const override { return false; }

private:
    ShownHistory& m_shown;
};

// In the place of the curves of other searches.
class HistoryTimes : public QWidget {
    Q_OBJECT
public:
    HistoryTimes(ShownHistory& shown, Replay& replay, QWidget* parent);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    ShownHistory& m_shown;
    QCheckBox* m_predicted;
    std::array<QLabel*, alphasparse::verdictCount> m_marks, m_counts; // the legend
};

class HistoryView : public QTreeView {
    Q_OBJECT
public:
    using QTreeView::QTreeView;

Q_SIGNALS:
    void planWanted();
    void copyWanted();

protected:
    void keyPressEvent(QKeyEvent* event) override; // Enter, Copy; what plays goes on to the window
};

class HistoryList : public QWidget {
    Q_OBJECT
public:
    HistoryList(ShownHistory& shown, QWidget* parent);

    HistoryModel& model() { return *m_model; }
    HistoryView& view() { return *m_view; }
    void setTree(bool tree);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void showCurrent();
    void showNodes();
    void fitColumns();
    void copy();

    ShownHistory& m_shown;
    HistoryModel* m_model;
    HistoryView* m_view;
    QComboBox* m_phase;
    QToolButton* m_tree;
    ElidedLabel *m_summary, *m_times, *m_nodes;
    QLabel* m_empty;
    int m_scrolled = 0;
    bool m_atEnd = false;
    bool m_following = false; // the list is being moved, not by the user
};

} // namespace sparsescope
