#include "tests/house/include_rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <string_view>

namespace house {

namespace {

const std::map<std::string, std::set<std::string>> mayInclude = {
    {"app", {"app", "views", "kernels", "engine"}},
    {"views", {"views", "engine"}},
    {"kernels", {"kernels", "engine"}},
    {"engine", {"engine"}},
    {"tests", {"app", "views", "kernels", "engine", "tests"}},
};

// Inside engine, and inside views, a folder includes only itself and those before it.
constexpr std::array<std::string_view, 15> engineOrder = {"core",   "matrix",  "io",      "plan", "cost",
                                                          "search", "edit",    "run",     "ir",   "raster",
                                                          "learn",  "measure", "session", "work", "report"};

constexpr std::array<std::string_view, 18> viewsOrder = {
    "parts",     "plot",  "scene", "tour",  "workspace", "replay", "masks",   "heatmap",     "canvas",
    "inspector", "tiles", "rules", "graph", "export",    "pages",  "session", "main_window", "tabs"};

std::string part(const std::string& path, std::size_t index)
{
    std::size_t begin = 0;
    while (index-- > 0) {
        const std::size_t slash = path.find('/', begin);
        if (slash == std::string::npos)
            return {};
        begin = slash + 1;
    }
    return path.substr(begin, path.find('/', begin) - begin);
}

// In the order of its room; one that has no place in it stands above all.
std::ptrdiff_t level(const std::string& path)
{
    const std::span<const std::string_view> order =
        part(path, 0) == "engine" ? std::span<const std::string_view>(engineOrder) : viewsOrder;
    return std::find(order.begin(), order.end(), part(path, 1)) - order.begin();
}

// The folder of a page; empty for what pages share.
std::string pageFolder(const std::string& path)
{
    return part(path, 0) == "views" && part(path, 1) == "pages" && !part(path, 3).empty() ? part(path, 2)
                                                                                          : std::string();
}

} // namespace

std::string violation(const std::string& from, const std::string& to)
{
    const std::string fromRoom = part(from, 0);
    const std::string toRoom = part(to, 0);
    const auto rule = mayInclude.find(fromRoom);
    if (rule == mayInclude.end())
        return fromRoom + " is no room";
    if (rule->second.count(toRoom) == 0)
        return fromRoom + " may not include " + toRoom;
    if (fromRoom == toRoom && (fromRoom == "engine" || fromRoom == "views") && level(to) > level(from))
        return fromRoom + "/" + part(from, 1) + " may not include " + toRoom + "/" + part(to, 1) +
               ", which stands above it";
    if (const std::string page = pageFolder(from), other = pageFolder(to);
        !page.empty() && !other.empty() && page != other)
        return "the page " + page + " may not include the page " + other;
    // Code generation needs no CUDA, so it does not know what runs on the device.
    if (fromRoom == "kernels" && part(from, 1) == "generate" && toRoom == "kernels" && part(to, 1) != "generate" &&
        part(to, 1) != "templates")
        return "kernels/generate may not include kernels/" + part(to, 1);
    // Only the worker of all programs links CUDA, and only the window links Qt.
    if (fromRoom == "app" && part(from, 1) != "worker" && toRoom == "kernels" && part(to, 1) != "generate")
        return "only app/worker may include kernels/" + part(to, 1);
    if (fromRoom == "app" && part(from, 1) != "window" && toRoom == "views")
        return "only app/window may include views";
    return {};
}

} // namespace house
