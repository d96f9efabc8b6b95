// What the Measure page says of a run over masks, in words.
#pragma once

#include "engine/measure/index_orders.h"
#include "engine/measure/mask_validation.h"
#include "engine/plan/dynamic/dynamic_plan.h"
#include "views/pages/measure/bar_groups.h"
#include "views/parts/fact_list.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <vector>

namespace sparsescope {

// What the time of a mask consists of, each measured alone.
enum class MaskPart { Select, Index, Zero, Kernel, Convert };
inline constexpr MaskPart maskParts[] = {MaskPart::Select, MaskPart::Index, MaskPart::Zero, MaskPart::Kernel,
                                         MaskPart::Convert};
QString partName(MaskPart part);
double partNs(const MaskRun& mask, MaskPart part);     // 0 for what is no time
double partsNs(const MaskRun& mask);                   // their sum
double shareOf(const SequenceRun& run, MaskPart part); // in that of all masks

// Two runs that differ in the order of the index alone.
struct BothOrders {
    std::shared_ptr<const SequenceRun> unordered, ordered; // null: there are not two
    OrdersCompared compared;
    explicit operator bool() const { return unordered != nullptr; }
};

double soundNs(double ns);                // NaN for what is no time
double medianTotalNs(const SequenceRun&); // of its masks; NaN: none was measured
std::vector<std::int64_t> wrongMasks(const SequenceRun& run, DataType dtype);

QString maskHeadline(const SequenceRun& run);                   // against the fastest rival of each mask
QString wrongMasksText(const SequenceRun& run, DataType dtype); // names them; empty: there are none
QString ruleText(const Rule& rule);                             // "unordered index", "... · chosen anew after 4 masks"
QString maskVerifiedText(const SequenceRun& run, DataType dtype); // "verified, error 0.0002"; empty: not all are right
// What a mask took, a line each: its parts, the prediction, and each rival by its clock.
QString maskTip(const SequenceRun& run, DataType dtype, std::int64_t mask, const QString& title);
QString ordersTip(const BothOrders& orders, std::int64_t mask); // how they compare on it, a line
// Time and bytes of index and kernel on mask 0: as predicted or expected, as timed, as CUPTI counted them.
std::vector<BarGroup> countedBars(const std::vector<CountedKernel>& counted, const SequenceRun& run);
// How well it was predicted, what the index takes in either order, the rivals one by one, what CUPTI counted on mask 0;
// `masks`: how many there are.
std::vector<FactGroup> maskFacts(const SequenceRun& run, const std::vector<CountedKernel>& counted, std::int64_t masks,
                                 const BothOrders& orders);

} // namespace sparsescope
