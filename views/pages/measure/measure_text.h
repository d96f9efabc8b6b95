// What the Measure page says in words and bars.
#pragma once

#include "views/parts/bars_view.h"
#include "views/workspace/workspace.h"

#include "engine/measure/block_schedule.h"
#include "engine/measure/roofline.h"

#include <QString>

#include <vector>

namespace sparsescope {

// Ours and the fastest baselines, the fastest first; where there are many, the others in one line whose tip names them,
// with the reasons of those that did not run.
std::vector<Bar> timingBars(const Profile& profile);
QString comparedText(double other, double ours); // "1.8x slower"; empty where one of the two is no time
QString spreadText(const Timing& t);             // median and percentiles, in ns
// What parts of the work take at best and their share of the plan's time; empty where the GPU's rates are not known.
QString limitsText(const Profile& profile);
QString limitsTip(const Profile& profile); // a line a limit: what it means
QString conditionsText(const Conditions& conditions);
QString headline(const Profile& profile); // "1.8x faster than cusparse:csr_alg2"
QString verificationText(const Profile& profile);
// "verified, error 0.0002": for a line with other words; empty where it was not.
QString verifiedWords(const Profile& profile);
// One thing that the run says, with the view of the page that shows more of it.
enum class MeasureView { Overview, Schedule, Model, Roofline, Subtasks, Kinds, Counters, Baselines, Masks };
inline constexpr int measureViews = 9;
struct Finding {
    MeasureView view = MeasureView::Overview;
    QString title, sentence;
};
// What can be said by now: facts and schedules may be null, the roofline empty, until they are computed.
std::vector<Finding> findings(const Profile& profile, const RunFacts* facts, const BlockSchedule* predicted,
                              const BlockSchedule* measured, const Roofline& roofline);
QString agreementText(const Agreement& agreement, const QString& what); // "r 0.98, RMSE 12 ns, ..."

} // namespace sparsescope
