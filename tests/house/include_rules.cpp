#include "tests/house/include_rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
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

// Inside engine a folder includes only itself and those before it.
constexpr std::array<std::string_view, 14> engineOrder = {"core",    "matrix",  "io",   "plan",   "cost",
                                                          "search",  "edit",    "run",  "raster", "learn",
                                                          "measure", "session", "work", "report"};

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

std::ptrdiff_t level(const std::string& path)
{
    return std::find(engineOrder.begin(), engineOrder.end(), part(path, 1)) - engineOrder.begin();
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
    if (fromRoom == "engine" && level(to) > level(from))
        return "engine/" + part(from, 1) + " may not include engine/" + part(to, 1) + ", which stands above it";
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
