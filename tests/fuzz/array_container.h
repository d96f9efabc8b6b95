// Archives of arrays, alone or with a plan's JSON, as one input without compression and checksums, so that whatever is
// changed in it is a changed number: the arrays by name, type, extents and elements. Hashes are made anew.
#pragma once

#include "engine/io/npy.h"
#include "engine/plan/plan_file.h"

#include <string>
#include <string_view>

namespace sparsescope::fuzz {

std::string containerOf(const NpzArrays& arrays);
NpzArrays arraysIn(std::string_view container); // of any bytes

std::string containerOf(const PlanBlob& blob); // the JSON, a zero, the arrays
PlanBlob blobIn(std::string_view container);   // of any bytes

// The arrays as the file of a plan holds them, and their hash in the plan's JSON.
PlanBlob withArrays(std::string json, const NpzArrays& arrays);

} // namespace sparsescope::fuzz
