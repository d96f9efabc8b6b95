#include "engine/io/edge_layout.h"

#include "engine/core/error.h"
#include "engine/io/parts.h"
#include "engine/io/text_chunks.h"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace sparsescope {

namespace {

std::string lowered(std::string_view text)
{
    std::string all(text);
    std::ranges::transform(all, all.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return all;
}

bool isVertex(std::string_view field)
{
    std::uint64_t ignored = 0;
    return !field.empty() &&
           parseWhole(field.data(), field.data() + field.size(), ignored) == field.data() + field.size();
}

bool isReal(std::string_view field)
{
    double ignored = 0;
    return !field.empty() &&
           parseReal(field.data(), field.data() + field.size(), ignored) == field.data() + field.size();
}

// What the comments before the first edge say, in the words of those who publish such files.
struct EdgeComments {
    bool konect = false; // "% sym unweighted", and then "% EDGES ROWS COLUMNS"
    std::optional<bool> symmetric, bipartite, weighted;
    std::int64_t rows = 0, cols = 0;
    std::vector<std::string> reasons;

    void take(std::string_view line, bool first)
    {
        const std::vector<std::string_view> word = words(line.substr(1));
        if (line.front() == '%' && first && word.size() == 2) {
            constexpr std::array graphs = {"sym", "asym", "bip"};
            konect = std::ranges::find(graphs, word[0]) != graphs.end();
            if (!konect)
                return;
            symmetric = word[0] == "sym";
            bipartite = word[0] == "bip";
            weighted = word[1] != "unweighted";
            reasons.push_back(fmt::format("KONECT's first line says {} {}.", word[0], printable(word[1])));
        } else if (konect && rows == 0 && word.size() == 3 && std::ranges::all_of(word, isVertex)) {
            takeSize(word);
        } else if (line.front() == '#' && word.size() > 1 && word[1].starts_with("graph") &&
                   (word[0] == "Undirected" || word[0] == "Directed")) {
            symmetric = word[0] == "Undirected";
            reasons.push_back(fmt::format("A comment says {} graph.", word[0]));
        }
    }

private:
    void takeSize(const std::vector<std::string_view>& word)
    {
        constexpr std::uint64_t most = (std::uint64_t{1} << 31) - 1;
        std::array<std::uint64_t, 3> number{};
        for (std::size_t i = 0; i < number.size(); ++i)
            parseWhole(word[i].data(), word[i].data() + word[i].size(), number[i]);
        if (number[1] > most || number[2] > most)
            return;
        rows = static_cast<std::int64_t>(number[1]);
        cols = static_cast<std::int64_t>(bipartite.value_or(false) ? number[2] : number[1]);
    }
};

char guessSeparator(std::string_view line)
{
    for (const char one : {',', ';', '|'})
        if (line.find(one) != std::string_view::npos)
            return one;
    return ' ';
}

// The column that has one of these names, from 1; 0: none.
int columnNamed(const std::vector<std::string>& names, std::initializer_list<const char*> known)
{
    for (const char* one : known)
        for (std::size_t i = 0; i < names.size(); ++i)
            if (lowered(names[i]) == one)
                return static_cast<int>(i) + 1;
    return 0;
}

void chooseColumns(EdgeLayout& layout, std::size_t count, const EdgeOptions& options, const EdgeComments& comments,
                   const Where& where)
{
    if (options.source && options.target) {
        layout.source = *options.source;
        layout.target = *options.target;
        layout.weight = options.weight.value_or(0);
        layout.columns = 0;
        if (const int most = std::max({layout.source, layout.target, layout.weight}); std::cmp_greater(most, count))
            failInput(fmt::format("has {} column{} where {} are asked for", count, count == 1 ? "" : "s", most), where);
        return;
    }
    layout.columns = static_cast<int>(count);
    if (count < 2)
        failInput("has one column where an edge has two: its source and its target", where);
    const int source = columnNamed(layout.names, {"source", "src", "from", "fromnodeid", "i", "row", "u", "node1"});
    const int target =
        columnNamed(layout.names, {"target", "dst", "to", "tonodeid", "j", "col", "column", "v", "node2"});
    const int weight = columnNamed(layout.names, {"weight", "w", "value", "val", "rating"});
    const bool named = source > 0 && target > 0;
    if (named) {
        layout.source = source;
        layout.target = target;
    }
    if (weight > 0 && weight != layout.source && weight != layout.target)
        layout.weight = weight;
    else if (!named && layout.names.empty() && (count == 3 || (count == 4 && comments.konect)))
        layout.weight = 3;
    else if (!named && count == 3 && layout.names.size() == 3 && columnNamed(layout.names, {"time", "timestamp"}) == 0)
        layout.weight = 3;
    else if (!named && count > 3)
        failInput(
            fmt::format("has {} columns, and nothing says which of them are meant: --edges columns=SOURCE,TARGET or "
                        "columns=SOURCE,TARGET,WEIGHT does",
                        count),
            where);
    if (!comments.weighted.value_or(true))
        layout.weight = 0;
    if (options.weight)
        layout.weight = *options.weight;
}

} // namespace

bool holdsNoEdge(std::string_view line)
{
    const std::size_t first = line.find_first_not_of(" \t\v\f\r");
    return first == std::string_view::npos || line[first] == '#' || line[first] == '%' ||
           line.substr(first).starts_with("//");
}

std::vector<std::string_view> edgeFields(std::string_view line, char separator)
{
    std::vector<std::string_view> fields;
    const char* p = line.data();
    const char* const end = p + line.size();
    if (separator == ' ')
        p = skipBlanks(p, end);
    while (p < end && fields.size() < mostEdgeColumn)
        fields.push_back(nextField(p, end, separator));
    if (separator != ' ' && line.ends_with(separator))
        fields.emplace_back();
    return fields;
}

EdgeLayout edgeLayout(std::string_view text, const EdgeOptions& options, const std::string& file)
{
    EdgeLayout layout;
    EdgeComments comments;
    Lines lines(text);
    std::string_view line;
    bool found = false, first = true;
    while (!found && lines.next(line)) {
        found = !holdsNoEdge(line);
        if (!found && !line.empty())
            comments.take(line.substr(std::min(line.find_first_not_of(" \t"), line.size() - 1)),
                          std::exchange(first, false));
        if (!found)
            layout.body = lines.position();
    }
    layout.line = lines.number();
    if (!found)
        failInput("the file holds no edge", {.file = file, .line = lines.number()});
    layout.separator = options.separator.value_or(guessSeparator(line));
    std::vector<std::string_view> fields = edgeFields(line, layout.separator);
    Where where{.file = file, .line = lines.number()};
    // Names of columns, where nothing in the line is a number and a number follows.
    if (options.header.value_or(std::ranges::none_of(fields, isReal))) {
        layout.names.assign(fields.begin(), fields.end());
        found = false;
        while (!found && lines.next(line))
            found = !holdsNoEdge(line);
        layout.body = static_cast<std::size_t>(line.data() - text.data());
        layout.line = where.line = lines.number();
        fields = edgeFields(line, layout.separator);
        if (!found)
            failInput("the file holds no edge behind its first line", where);
        if (!options.header && std::ranges::none_of(fields, isReal))
            failInput(fmt::format("{} is no edge: vertices have whole numbers, not names", printable(line)), where);
    }
    chooseColumns(layout, fields.size(), options, comments, where);
    layout.base = comments.konect ? std::optional(1) : std::nullopt;
    if (options.base)
        layout.base = options.base;
    layout.bipartite =
        options.bipartite.value_or(comments.bipartite.value_or(false) && !options.symmetric.value_or(false));
    layout.symmetric = options.symmetric.value_or(comments.symmetric.value_or(false) && !layout.bipartite);
    layout.compact = options.compact.value_or(false);
    layout.rows = options.rows.value_or(layout.compact ? 0 : comments.rows);
    layout.cols = options.cols.value_or(layout.compact ? 0 : comments.cols);
    layout.sizeAsked = options.rows.has_value();
    layout.reasons = std::move(comments.reasons);
    return layout;
}

} // namespace sparsescope
