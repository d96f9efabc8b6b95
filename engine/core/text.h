// Text for people and from them: three significant digits with a unit, counts with thousands separators, fields of
// CSV; encodings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sparsescope {

// Why bytes are no text in UTF-8 without a mark of its encoding, and what to do; empty where they may be.
std::string encodingProblem(std::string_view bytes);

std::string formatCount(std::int64_t n);     // 1234567 -> "1,234,567"
std::string formatTime(double ns);           // 12345.6 -> "12.3 us"
std::string formatBytes(std::int64_t bytes); // 1234567 -> "1.23 MB"
std::string formatPercent(double share);     // 0.12345 -> "12.3 %"

std::string csvField(const std::string& text); // quoted where it has to be (RFC 4180)

} // namespace sparsescope
