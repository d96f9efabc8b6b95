// A session as one web page that needs nothing else: pictures, tables and a stepper through the search, in any browser.
#pragma once

#include "engine/session/session.h"

#include <string>

namespace sparsescope {

// Steppers are made for the newest plans, this many; the others are in the tables.
inline constexpr std::size_t reportSteppers = 4;
// A page is never larger. Where plans have more tiles than fit, several are drawn in one step, on a coarser grid; the
// page says so.
inline constexpr std::size_t reportMostBytes = 16 << 20;

// Everything that names something is escaped; the page forbids itself to load anything. Throws Error(Cancelled).
std::string htmlReport(const session::Session& session, Progress& progress);
void writeHtmlReport(const session::Session& session, const std::string& path, Progress& progress); // Error(Input)

} // namespace sparsescope
