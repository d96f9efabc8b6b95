// What a run says: where its time goes, what may make it faster, and sentences that lead to the view with more, beside
// the fastest baselines.
#pragma once

#include "engine/measure/advice.h"
#include "views/pages/measure/call_bars.h"
#include "views/pages/measure/measure_text.h"

#include <QWidget>

class QGridLayout;
class QLabel;

namespace sparsescope {

class OverviewPage : public QWidget {
    Q_OBJECT
public:
    explicit OverviewPage(QWidget* parent = nullptr);
    // The call as predicted, then as measured; none until that is computed.
    void setCall(const std::vector<CallBars::Row>& rows);
    void setAdvice(const std::vector<Advice>& advice, double callNs);
    void setFindings(const std::vector<Finding>& findings);
    void setTimings(std::vector<Bar> bars, const QStringList& messages);
    BarsView& bars() { return *m_bars; }
    CallBars& call() { return *m_call; }

Q_SIGNALS:
    void wanted(sparsescope::MeasureView view);
    void tried(const sparsescope::Advice& advice);

private:
    CallBars* m_call;
    QGridLayout *m_parts, *m_advice, *m_grid;
    QLabel* m_callNote;
    BarsView* m_bars;
    QLabel* m_messages;
};

} // namespace sparsescope
