// Which room may include which (DESIGN: rooms), as a function of paths.
#pragma once

#include <string>

namespace house {

// Empty when the file `from` may include `to` (both relative to the source tree), otherwise the rule that it breaks.
std::string violation(const std::string& from, const std::string& to);

} // namespace house
