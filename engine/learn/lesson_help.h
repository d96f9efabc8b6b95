// What lessons may use, as text for a terminal: from the registries of formats, views and exercises.
#pragma once

#include <string>

namespace sparsescope::learn {

std::string formatsHelp();
std::string viewsHelp();

} // namespace sparsescope::learn
