#include "app/cli/matrix_list.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/io/masks.h"
#include "engine/io/parts.h"
#include "engine/io/suffixes.h"
#include "engine/matrix/patterns/kinds.h"
#include "engine/session/session.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;

bool mayHoldMatrix(const std::string& file)
{
    return namesMatrix(file) || namesArchive(file);
}

// A matrix, or each mask of a sequence.
std::vector<BatchMatrix> matricesInFile(const fs::path& path)
{
    const std::string file = path.string();
    if (throughJson(file) != file)
        failInput("its name is not UTF-8, and a table holds nothing else", {.file = file});
    if (!holdsMasks(file))
        return {BatchMatrix{file, {}, {}}};
    std::vector<BatchMatrix> masks(at(readMasks(file, noProgress())->size()));
    for (std::size_t t = 0; t < masks.size(); ++t)
        masks[t] = {file, {}, {}, static_cast<std::int64_t>(t)};
    return masks;
}

std::vector<BatchMatrix> matricesIn(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (entry.is_regular_file() && mayHoldMatrix(entry.path().string()))
            files.push_back(entry.path());
    if (files.empty())
        failInput("holds no matrix", {.file = folder.string()});
    std::sort(files.begin(), files.end());
    std::vector<BatchMatrix> matrices;
    for (const fs::path& file : files)
        std::ranges::move(matricesInFile(file), std::back_inserter(matrices));
    return matrices;
}

bool isPattern(const std::string& what)
{
    const std::string first = what.substr(0, what.find(' '));
    const auto kinds = patternKinds();
    return std::any_of(kinds.begin(), kinds.end(), [&](const PatternKind& kind) { return kind.name == first; });
}

// A matrix, a folder or a pattern; nothing where it is another file.
std::optional<std::vector<BatchMatrix>> matricesOf(const std::string& what, const fs::path& folder)
{
    if (isPattern(what)) {
        const PatternArguments pattern = patternIn(what);
        return std::vector{BatchMatrix{{}, pattern.kind, pattern.complete()}};
    }
    const fs::path path = folder / what;
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        return matricesIn(path);
    const std::string file = splitPath(path.string()).file;
    if (!fs::exists(file, ignored))
        failInput("is no file, no folder and no pattern", {.file = path.string()});
    const bool edges = namesEdges(file) && !file.ends_with(".txt"); // which is a list
    if (!mayHoldMatrix(file) && !edges && !what.ends_with(session::sessionSuffix) && !session::isSession(path.string()))
        return std::nullopt;
    return matricesInFile(path);
}

std::vector<BatchMatrix> matricesInList(const std::string& file)
{
    constexpr std::uint64_t most = 64u << 20;
    constexpr const char* blanks = " \t\r";
    const std::string text = readText(file, most);
    std::string family; // of the lines that follow
    std::vector<BatchMatrix> matrices;
    std::size_t begin = 0;
    for (std::int64_t number = 1; begin < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string line = text.substr(begin, end - begin);
        begin = end + 1;
        line.erase(line.find_last_not_of(blanks) + 1);
        line.erase(0, line.find_first_not_of(blanks));
        if (line.empty() || line.front() == '#')
            continue;
        if (line.front() == '[' && line.back() == ']') {
            family = line.substr(1, line.size() - 2);
            continue;
        }
        try {
            const fs::path here = fs::path(file).parent_path();
            auto some = matricesOf(line, here);
            if (!some && namesEdges(line))
                some = matricesInFile(here / line);
            if (!some)
                failInput("is no matrix, no folder and no pattern", {.file = line});
            for (BatchMatrix& one : *some)
                one.family = family;
            std::move(some->begin(), some->end(), std::back_inserter(matrices));
        } catch (const Error& e) {
            throw Error(ErrorKind::Input, e.what(), {.file = file, .line = number});
        }
    }
    if (matrices.empty())
        failInput("lists no matrix", {.file = file});
    return matrices;
}

} // namespace

std::vector<BatchMatrix> matricesOf(const std::vector<std::string>& all)
{
    std::vector<BatchMatrix> matrices;
    for (const std::string& what : all) {
        auto some = matricesOf(what, {});
        if (!some)
            some = matricesInList(what);
        std::move(some->begin(), some->end(), std::back_inserter(matrices));
    }
    return matrices;
}

} // namespace sparsescope
