// Inputs made of good ones by small changes, such as files have that were damaged or made up.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>

namespace sparsescope::fuzz {

using Random = std::mt19937_64;

// One to three changes: bytes flipped, numbers (digits of texts; 4 or 8 bytes as they lie in memory) replaced by such
// as overflow, are negative or no number, ranges removed, doubled, cut off, or taken from one of the `others`.
std::string mutated(std::string_view input, std::span<const std::string> others, Random& random);

} // namespace sparsescope::fuzz
