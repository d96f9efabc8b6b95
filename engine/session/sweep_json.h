// A sweep as the JSON text of its row in a session.
#pragma once

#include "engine/search/sweep.h"

#include <string>
#include <string_view>

namespace sparsescope::session {

std::string sweepToText(const FinishedSweep& sweep);
// Throws Error(Input), naming the file, when it is damaged or names what this program does not have.
FinishedSweep sweepFromText(std::string_view text, const std::string& file);

} // namespace sparsescope::session
