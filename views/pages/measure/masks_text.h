// What the Measure page says of a run over masks, in words.
#pragma once

#include "engine/measure/sequence_run.h"
#include "engine/plan/dynamic/dynamic_plan.h"
#include "views/parts/fact_list.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace sparsescope {

// What the time of a mask consists of, each measured alone.
enum class MaskPart { Select, Index, Zero, Kernel, Convert };
inline constexpr MaskPart maskParts[] = {MaskPart::Select, MaskPart::Index, MaskPart::Zero, MaskPart::Kernel,
                                         MaskPart::Convert};
QString partName(MaskPart part);
double partNs(const MaskRun& mask, MaskPart part); // 0 for what is no time
double partsNs(const MaskRun& mask);               // their sum

double soundNs(double ns);                // NaN for what is no time
double medianTotalNs(const SequenceRun&); // of its masks; NaN: none was measured
std::vector<std::int64_t> wrongMasks(const SequenceRun& run, DataType dtype);

QString maskHeadline(const SequenceRun& run);                   // against the fastest rival of each mask
QString wrongMasksText(const SequenceRun& run, DataType dtype); // names them; empty: there are none
QString ruleText(const Rule& rule);                             // "unordered index", "... · chosen anew after 4 masks"
QString maskVerifiedText(const SequenceRun& run, DataType dtype); // "verified, error 0.0002"; empty: not all are right
// What a mask took, a line each: its parts, the prediction, and each rival by its clock.
QString maskTip(const SequenceRun& run, DataType dtype, std::int64_t mask, const QString& title);
// How well the totals were predicted, what the index takes, the rivals one by one; `masks`: how many there are.
std::vector<FactGroup> maskFacts(const SequenceRun& run, std::int64_t masks);

} // namespace sparsescope
