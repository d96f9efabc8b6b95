#include "engine/io/edge_options.h"

#include "engine/core/error.h"
#include "engine/io/numbers.h"
#include "engine/io/text_chunks.h"

#include <array>
#include <fmt/format.h>

namespace sparsescope {

namespace {

struct Separator {
    char character;
    const char* name;
};
constexpr std::array separators = {Separator{' ', "blanks"}, Separator{',', "comma"}, Separator{';', "semicolon"},
                                   Separator{'\t', "tab"}, Separator{'|', "bar"}};

struct Switch {
    const char *on, *off;
    std::optional<bool> EdgeOptions::*option;
};
constexpr std::array switches = {
    Switch{"header", "no-header", &EdgeOptions::header}, Switch{"symmetric", "directed", &EdgeOptions::symmetric},
    Switch{"bipartite", "square", &EdgeOptions::bipartite}, Switch{"compact", "as-numbered", &EdgeOptions::compact}};

std::int64_t numberIn(std::string_view word, std::string_view text, std::int64_t least, std::int64_t most)
{
    std::uint64_t number = 0;
    if (parseWhole(text.data(), text.data() + text.size(), number) != text.data() + text.size() || text.empty() ||
        number < static_cast<std::uint64_t>(least) || number > static_cast<std::uint64_t>(most))
        failUsage(fmt::format("edges: \"{}\": \"{}\" is not a whole number from {} to {}", word, text, least, most));
    return static_cast<std::int64_t>(number);
}

void takeColumns(std::string_view word, std::string_view text, EdgeOptions& options)
{
    std::array<std::optional<int>*, 3> columns = {&options.source, &options.target, &options.weight};
    std::size_t count = 0;
    for (std::size_t at = 0; at <= text.size(); ++count) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        if (count == columns.size())
            failUsage(fmt::format("edges: \"{}\": columns are those of source, target and weight", word));
        *columns[count] = static_cast<int>(numberIn(word, text.substr(at, end - at), 1, mostEdgeColumn));
        at = end + 1;
    }
    if (count < 2)
        failUsage(fmt::format("edges: \"{}\": columns are those of source, target and weight", word));
    if (count == 2 && !options.weight)
        options.weight = 0;
    if (*options.source == *options.target)
        failUsage(fmt::format("edges: \"{}\": source and target are two columns", word));
}

void takeWord(std::string_view word, EdgeOptions& options)
{
    for (const Switch& one : switches)
        if (word == one.on || word == one.off) {
            options.*one.option = word == one.on;
            return;
        }
    const std::size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    const std::string_view text = equals == std::string_view::npos ? "" : word.substr(equals + 1);
    constexpr std::int64_t mostVertices = (std::int64_t{1} << 31) - 1;
    if (name == "columns")
        return takeColumns(word, text, options);
    if (name == "weight") {
        options.weight = static_cast<int>(numberIn(word, text, 0, mostEdgeColumn));
        return;
    }
    if (name == "base") {
        options.base = static_cast<int>(numberIn(word, text, 0, 1));
        return;
    }
    if (name == "size") {
        const std::size_t cross = text.find('x');
        options.rows = numberIn(word, text.substr(0, cross), 1, mostVertices);
        options.cols =
            cross == std::string_view::npos ? *options.rows : numberIn(word, text.substr(cross + 1), 1, mostVertices);
        return;
    }
    if (name == "separator") {
        for (const Separator& one : separators)
            if (text == one.name || (text.size() == 1 && text[0] == one.character)) {
                options.separator = one.character;
                return;
            }
        failUsage(fmt::format("edges: \"{}\": a separator is blanks, comma, semicolon, tab or bar", word));
    }
    failUsage(fmt::format("edges: \"{}\" is none of columns=SOURCE,TARGET[,WEIGHT], weight=COLUMN, base=0, base=1, "
                          "separator=NAME, header, "
                          "no-header, symmetric, directed, bipartite, square, compact and size=ROWSxCOLUMNS",
                          word));
}

} // namespace

EdgeOptions parseEdgeOptions(const std::string& text)
{
    EdgeOptions options;
    for (const std::string_view word : words(text))
        takeWord(word, options);
    if (options.symmetric.value_or(false) && options.rows != options.cols)
        failUsage("edges: a symmetric matrix is square");
    if (options.symmetric.value_or(false) && options.bipartite.value_or(false))
        failUsage("edges: \"symmetric\" and \"bipartite\" exclude each other");
    return options;
}

std::string edgeOptionsText(const EdgeOptions& options)
{
    std::string all;
    const auto add = [&](const std::string& word) { all += (all.empty() ? "" : " ") + word; };
    if (options.source && options.target)
        add(fmt::format("columns={},{}{}", *options.source, *options.target,
                        options.weight.value_or(0) > 0 ? fmt::format(",{}", *options.weight) : ""));
    else if (options.weight)
        add(fmt::format("weight={}", *options.weight));
    if (options.base)
        add(fmt::format("base={}", *options.base));
    if (options.separator)
        add("separator=" + separatorName(*options.separator));
    for (const Switch& one : switches)
        if (options.*one.option)
            add(*(options.*one.option) ? one.on : one.off);
    if (options.rows && options.cols)
        add(*options.rows == *options.cols ? fmt::format("size={}", *options.rows)
                                           : fmt::format("size={}x{}", *options.rows, *options.cols));
    return all;
}

std::string separatorName(char separator)
{
    for (const Separator& one : separators)
        if (one.character == separator)
            return one.name;
    return {separator};
}

} // namespace sparsescope
