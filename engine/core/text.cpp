#include "engine/core/text.h"

#include <array>
#include <cmath>
#include <fmt/format.h>

namespace sparsescope {

namespace {

std::string scaled(double value, const std::array<const char*, 4>& units)
{
    std::size_t unit = 0;
    while (std::fabs(value) >= 999.5 && unit + 1 < units.size()) {
        value /= 1000;
        ++unit;
    }
    return std::fabs(value) >= 999.5 ? fmt::format("{:.0f} {}", value, units[unit])
                                     : fmt::format("{:.3g} {}", value, units[unit]);
}

} // namespace

std::string encodingProblem(std::string_view bytes)
{
    if (bytes.starts_with("\xEF\xBB\xBF"))
        return "begins with a byte order mark: save it as UTF-8 without one";
    const bool halfEmpty = bytes.size() >= 2 && (bytes[0] == '\0') != (bytes[1] == '\0');
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF") || halfEmpty)
        return "is UTF-16: save it as UTF-8";
    return {};
}

std::string formatCount(std::int64_t n)
{
    std::string digits = std::to_string(n);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > (n < 0 ? 1 : 0); at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

std::string formatTime(double ns)
{
    return scaled(ns, {"ns", "us", "ms", "s"});
}

std::string formatBytes(std::int64_t bytes)
{
    return scaled(static_cast<double>(bytes), {"B", "kB", "MB", "GB"});
}

std::string formatPercent(double share)
{
    return fmt::format("{:.3g} %", 100 * share);
}

std::string csvField(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos)
        return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"')
            out += '"';
        out += c;
    }
    return out + '"';
}

} // namespace sparsescope
