// The tab Pairings of the Search page: algorithm 2 of SparDA as a table.
#pragma once

#include "engine/search/sparda/told.h"
#include "views/workspace/workspace.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QTableView;

namespace sparsescope {

class PairingsModel;

class PairingsPanel : public QWidget {
    Q_OBJECT
public:
    explicit PairingsPanel(Workspace& workspace, QWidget* parent = nullptr);

    bool any() const; // there are some
    PairingsModel& model() { return *m_model; }
    QTableView& table() { return *m_table; }
    QComboBox& samples() { return *m_samples; }

Q_SIGNALS:
    void anyChanged();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; // Copy

private:
    void follow();
    void refresh(const TracePtr& trace, const OpenRule* rule);
    void showChosen();
    void copy();

    Workspace& m_workspace;
    PairingsModel* m_model;
    QTableView* m_table;
    QComboBox* m_samples;
    QLabel* m_summary;
    TracePtr m_shown;
};

} // namespace sparsescope
