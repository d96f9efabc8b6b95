// The scatter with its choices and statistics: was the cost model right?
#pragma once

#include "views/pages/measure/scatter_view.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;

namespace sparsescope {

class ScatterPage : public QWidget {
    Q_OBJECT
public:
    explicit ScatterPage(Workspace& workspace, QWidget* parent = nullptr);
    ScatterView& view() { return *m_view; }
    QString saturatedText() const { return m_saturated.text; } // in words: "r 0.98, RMSE 12 ns, ..."
    QString inSituText() const { return m_inSitu.text; }
    void setWhat(ScatterOf what);

private:
    // A series of the scatter: whether it is shown, and how well it agrees.
    struct Series {
        QCheckBox* shown = nullptr;
        QLabel *r = nullptr, *rmse = nullptr, *error = nullptr, *points = nullptr, *fit = nullptr;
        QString text;
    };
    void refresh();
    void showSeries(Series& series, bool saturated, const QString& what);
    void showLegend();

    Workspace& m_workspace;
    ScatterView* m_view;
    void offerWhat();
    // Costs that may stand beside what was measured: the plan's, each calibration's, and those of the user's own.
    void offerCosts();
    void price();

    QComboBox *m_what, *m_costs;
    std::weak_ptr<const Profile> m_offeredFor;
    QString m_problem; // of costs that were chosen
    QCheckBox* m_residuals;
    QLabel *m_legend, *m_note;
    Series m_saturated, m_inSitu;
};

} // namespace sparsescope
