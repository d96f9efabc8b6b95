// A number as it is shown: with its unit and how it came about, so that two numbers of different origin are never
// subtracted without the label saying so.
#pragma once

#include <limits>
#include <string>

namespace sparsescope {

struct Profile;

enum class Unit { Nanoseconds, Bytes, Count, Share };

enum class Origin {
    Predicted, // by a cost model
    Saturated, // measured with copies of one tile's sub-task filling the GPU
    InSitu,    // measured in the fused kernel, shared out among the blocks on an SM
    Alone,     // measured of a part of the call launched by itself, launch included
    Whole,     // measured of a whole call
    Counted    // by hardware counters
};
std::string name(Origin origin); // "predicted", "in situ", "whole call": the one word for it, on screen and in files

enum class CacheState { Any, Warm, Cold }; // of L2 when the call began; Any: it says nothing

// How a number came about.
struct Basis {
    Origin origin = Origin::Predicted;
    CacheState cache = CacheState::Any;
    std::string source = {}; // the costs that predicted it, the GPU that it was measured on; empty: not known
    std::string date = {};   // of the measurement, ISO 8601; empty: not known
    bool recorded = false;   // read from a file, not measured by this program now
};
Basis predictedBy(const std::string& costs);
Basis measured(Origin origin, const Profile& profile, bool recorded = false, CacheState cache = CacheState::Warm);

// "predicted by h200", "in situ", "whole call, cold L2"; `fully`: also where and when it was measured, and whether it
// was recorded.
std::string words(const Basis& basis, bool fully = false);

// Whether two numbers may be held against each other without a word: the same origin and cache, and the same source
// where both are known.
bool alike(const Basis& a, const Basis& b);

struct Quantity {
    double value = std::numeric_limits<double>::quiet_NaN(); // NaN: not known
    Unit unit = Unit::Nanoseconds;
    Basis basis = {};
};

// How far one number is from another. There is no other way to subtract them.
struct Difference {
    double by = 0;     // value - from, in their unit; NaN where one is not known
    double part = 0;   // of `from`: 0.34 is 34 % more; NaN where that is 0
    std::string label; // "in situ against predicted by h200"; of what is alike "whole call against whole call"
    bool alike = true;
};
// Throws Error(Internal) for different units.
Difference difference(const Quantity& value, const Quantity& from);
// The label alone, for the title of many differences: "in situ against predicted".
std::string differenceLabel(const Basis& value, const Basis& from);

} // namespace sparsescope
