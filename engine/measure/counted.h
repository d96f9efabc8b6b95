// What hardware counters of a run say, each beside what bounds it and what was predicted of it.
#pragma once

#include "engine/measure/quantity.h"
#include "engine/measure/roofline.h"

#include <string>
#include <vector>

namespace sparsescope {

enum class Counted { L2Traffic, DramTraffic, Flops, AddedBytes, Counter };

struct CountedRow {
    Counted what = Counted::Counter;
    Counter counter; // of Counted::Counter; else its value is the sum
    Quantity measured;
    Quantity predicted;                                      // its value is NaN where nothing predicts it
    std::string predictedHow;                                // one sentence: what was predicted, or why nothing was
    double limit = std::numeric_limits<double>::quiet_NaN(); // the most that it can be; NaN: none is known
    std::string limitHow;                                    // one sentence
    double share() const { return measured.value / limit; }
    // Further from what was predicted than a quarter, either way.
    bool off() const;
};

// Bytes and operations first, then single counters in the run's order. Limits of bytes and operations are what the GPU
// does at best in the fused kernel's time; rates of 0 give none. `graphBytes`: what the model of graphs predicts of the
// traffic between the SMs and L2; 0: the plan is of none.
std::vector<CountedRow> countedRows(const Profile& profile, const Rates& rates, bool recorded, double graphBytes = 0);

// The counters of a baseline in the place of the plan's, for rows of the same kind; nothing predicts them.
Profile countedAlone(const Profile& profile, const Baseline& baseline);

// The row of the other run that counts the same; null: it has none.
const CountedRow* sameRow(const CountedRow& row, const std::vector<CountedRow>& others);

} // namespace sparsescope
