// What a run says, in sentences that lead to the view with more, beside the fastest baselines.
#pragma once

#include "views/pages/measure/measure_text.h"

#include <QWidget>

class QGridLayout;
class QLabel;

namespace sparsescope {

class OverviewPage : public QWidget {
    Q_OBJECT
public:
    explicit OverviewPage(QWidget* parent = nullptr);
    void setFindings(const std::vector<Finding>& findings);
    void setTimings(std::vector<Bar> bars, const QStringList& messages);
    BarsView& bars() { return *m_bars; }

Q_SIGNALS:
    void wanted(sparsescope::MeasureView view);

private:
    QGridLayout* m_grid;
    BarsView* m_bars;
    QLabel* m_messages;
};

} // namespace sparsescope
