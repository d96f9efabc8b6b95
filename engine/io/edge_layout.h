// What the lines of an edge list mean: SNAP's, KONECT's and Network Repository's texts, and CSV with a header or none.
#pragma once

#include "engine/io/edge_options.h"
#include "engine/io/numbers.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sparsescope {

struct EdgeLayout {
    int source = 1, target = 2, weight = 0; // columns from 1; 0: there is no weight
    int columns = 0;                        // that every line has; 0: of any number, as columns were said
    char separator = ' ';
    std::vector<std::string> names; // of the columns, where the first line has them
    std::size_t body = 0;           // where the lines behind them begin
    std::int64_t line = 1;          // the number of the first of those
    std::optional<int> base;        // else the smallest number decides
    bool symmetric = false, bipartite = false, compact = false;
    std::int64_t rows = 0, cols = 0;  // at least, as the text or who asked says
    bool sizeAsked = false;           // no more than these
    std::vector<std::string> reasons; // sentences: why it is so, where the text says it
};

// By the first lines of a text and what is asked for. Throws Error(Input) with the line where it is no edge list or its
// columns could mean several things.
EdgeLayout edgeLayout(std::string_view text, const EdgeOptions& options, const std::string& file);

// Whether nothing of the line is an edge: it is empty, or a comment.
bool holdsNoEdge(std::string_view line);

// The field that begins at p, without blanks and quotes around it; p comes to lie behind it and its separator.
inline std::string_view nextField(const char*& p, const char* end, char separator)
{
    const char* begin = skipBlanks(p, separator == '\t' ? p : end);
    const char* close = begin;
    if (separator == ' ') {
        while (close < end && !isBlank(*close))
            ++close;
        p = skipBlanks(close, end);
    } else {
        close = std::find(begin, end, separator);
        p = close < end ? close + 1 : end;
        while (close > begin && isBlank(close[-1]))
            --close;
    }
    if (close - begin >= 2 && *begin == '"' && close[-1] == '"')
        return {begin + 1, static_cast<std::size_t>(close - begin) - 2};
    return {begin, static_cast<std::size_t>(close - begin)};
}

std::vector<std::string_view> edgeFields(std::string_view line, char separator);

} // namespace sparsescope
