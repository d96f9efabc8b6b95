// What LiteForm's predictors choose among.
#pragma once

#include <string>
#include <vector>

namespace sparsescope::liteform {

inline constexpr const char* plainCsr = "fixed:csr"; // of which estimates are multiples

// Planners as parsePlanner() reads them, the simplest first: of equals the simpler one is taken.
std::vector<std::string> usualCandidates();

} // namespace sparsescope::liteform
