// What a run over masks measured: the time of each mask beside the prediction and the rivals, and how all of them
// compare.
#pragma once

#include "views/pages/measure/masks_text.h"
#include "views/workspace/workspace.h"

#include <QWidget>

#include <utility>

class QComboBox;
class QLabel;
class QScrollArea;
class QStackedWidget;

namespace sparsescope {

class BarGroups;
class FactList;
class FlowLayout;
class MaskScatter;
class MaskTimes;

class MasksPage : public QWidget {
    Q_OBJECT
public:
    explicit MasksPage(Workspace& workspace, QWidget* parent = nullptr);

    MaskTimes& times() { return *m_times; }
    MaskScatter& scatter() { return *m_scatter; }
    BarGroups& counted() { return *m_counted; }
    FactList& facts() { return *m_facts; }
    QComboBox& runs() { return *m_runs; } // that there are, the newest first
    QComboBox& what() { return *m_what; } // is shown of each mask

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeTimes();
    QWidget* makeSide();
    void refresh();
    BothOrders ordersOf(const OpenMaskRun& shown) const;
    void offer(const QString& name, const QVariant& what, bool there);
    void showWhat();
    void giveRoom();
    void showKey();
    void showChosen();

    Workspace& m_workspace;
    QStackedWidget* m_pages;
    QLabel* m_none;
    FlowLayout* m_key; // the choice of what is shown, and what the colours mean
    QList<QLabel*> m_names;
    QComboBox *m_runs, *m_what;
    MaskTimes* m_times;
    QStackedWidget* m_large; // the times, or what CUPTI counted
    BarGroups* m_counted;
    QScrollArea* m_side;
    MaskScatter* m_scatter;
    QLabel* m_marks; // what those of the scatter mean
    FactList* m_facts;
    SequenceRunPtr m_shown;
    std::pair<SequenceRunPtr, SequenceRunPtr> m_orders; // unordered and ordered
};

} // namespace sparsescope
