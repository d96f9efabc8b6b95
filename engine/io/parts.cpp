#include "engine/io/parts.h"

#include "engine/io/suffixes.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace sparsescope {

namespace {

bool isFile(const std::string& path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

std::string_view folderOf(std::string_view name)
{
    const std::size_t slash = name.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : lastPart(name.substr(0, slash));
}

std::string_view stemOf(std::string_view name)
{
    return withoutMatrixSuffix(lastPart(name));
}

// Places of the names that are so.
template <class Is>
std::vector<std::size_t> placesWhere(const std::vector<std::string>& names, const Is& is)
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (is(std::string_view(names[i])))
            places.push_back(i);
    return places;
}

// Each in as few words as name it.
std::vector<std::string> shortNames(const std::vector<std::string>& names, const std::vector<std::size_t>& places)
{
    std::map<std::string_view, int> times;
    for (const std::string& name : names)
        ++times[lastPart(name)];
    std::vector<std::string> some;
    some.reserve(places.size());
    for (const std::size_t place : places)
        some.emplace_back(times[lastPart(names[place])] == 1 ? lastPart(names[place]) : names[place]);
    return some;
}

std::string listed(const std::vector<std::string>& names, const std::vector<std::size_t>& places)
{
    return someOf(shortNames(names, places));
}

std::vector<std::size_t> everything(const std::vector<std::string>& names)
{
    return placesWhere(names, [](std::string_view) { return true; });
}

std::size_t askedFor(const std::vector<std::string>& names, const MatrixPath& path)
{
    const Where where{.file = path.file};
    std::vector<std::size_t> places = placesWhere(names, [&](std::string_view name) { return name == path.part; });
    if (places.empty())
        places = placesWhere(names, [&](std::string_view name) { return lastPart(name) == path.part; });
    if (places.empty())
        failInput(fmt::format("holds no {}: it holds {}", printable(path.part), listed(names, everything(names))),
                  where);
    if (places.size() > 1)
        failInput(fmt::format("holds {} {} times: {}", printable(path.part), places.size(), listed(names, places)),
                  where);
    return places.front();
}

} // namespace

MatrixPath splitPath(const std::string& path)
{
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored))
        return {path, {}};
    for (std::size_t at = path.find('#'); at != std::string::npos; at = path.find('#', at + 1))
        if (std::string file = path.substr(0, at); at + 1 < path.size() && isFile(file))
            return {std::move(file), path.substr(at + 1)};
    return {path, {}};
}

std::string printable(std::string_view name)
{
    constexpr std::size_t most = 80;
    std::string text(name.substr(0, most));
    std::ranges::replace_if(
        text, [](char c) { return c < ' ' || c > '~'; }, '?');
    return text.empty() ? "a file without a name" : text + (name.size() > most ? "..." : "");
}

std::string someOf(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 8;
    std::vector<std::string> some;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
        some.push_back(printable(names[i]));
    return fmt::format("{}{}", fmt::join(some, ", "),
                       names.size() > most ? fmt::format(" and {} more", names.size() - most) : "");
}

std::size_t choosePart(const std::vector<std::string>& names, const MatrixPath& path)
{
    const Where where{.file = path.file};
    if (names.empty())
        failInput("is an archive without files", where);
    if (!path.part.empty())
        return askedFor(names, path);
    // Names that begin with a dot are what file systems keep of their own.
    const auto seen = [](std::string_view name) { return !lastPart(name).starts_with('.'); };
    const bool certain = std::ranges::any_of(names, [&](const auto& name) { return seen(name) && namesMatrix(name); });
    const auto isMatrix = [=](std::string_view name) {
        return seen(name) && (certain ? namesMatrix(name) : namesEdges(name));
    };
    const auto namedAs = [&](std::string_view stem) {
        return [&isMatrix, stem](std::string_view name) { return isMatrix(name) && stemOf(name) == stem; };
    };
    const std::vector<std::size_t> all = placesWhere(names, isMatrix);
    for (const auto& places :
         {placesWhere(names, namedAs(stemOf(path.file))),
          placesWhere(names, [&](std::string_view name) { return namedAs(folderOf(name))(name); }), all})
        if (places.size() == 1)
            return places.front();
    if (all.empty())
        failInput(fmt::format("is an archive that holds no matrix, but {}", listed(names, everything(names))), where);
    std::vector<std::string> found = shortNames(names, all);
    const std::string text =
        fmt::format("is an archive of {} matrices: {}; add #NAME to choose one", found.size(), someOf(found));
    throw SeveralMatrices(text, path.file, std::move(found));
}

} // namespace sparsescope
