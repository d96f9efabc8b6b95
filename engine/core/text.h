// Numbers as people read them: three significant digits with a unit, counts with thousands separators; fields of CSV.
#pragma once

#include <cstdint>
#include <string>

namespace sparsescope {

std::string formatCount(std::int64_t n);     // 1234567 -> "1,234,567"
std::string formatTime(double ns);           // 12345.6 -> "12.3 us"
std::string formatBytes(std::int64_t bytes); // 1234567 -> "1.23 MB"
std::string formatPercent(double share);     // 0.12345 -> "12.3 %"

std::string csvField(const std::string& text); // quoted where it has to be (RFC 4180)

} // namespace sparsescope
