// How an edge list is to be read: what is not said is guessed (edge_layout.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sparsescope {

struct EdgeOptions {
    // Columns of the text, from 1.
    std::optional<int> source, target;
    std::optional<int> weight;     // 0: there is none
    std::optional<int> base;       // the first vertex has this number, 0 or 1
    std::optional<char> separator; // a blank: white space of any length
    std::optional<bool> header;    // the first line has the names of the columns
    std::optional<bool> symmetric; // each edge is one in both directions
    std::optional<bool> bipartite; // sources are numbered apart from targets
    std::optional<bool> compact;   // vertices that occur are numbered anew, in the order of their numbers
    std::optional<std::int64_t> rows, cols;

    bool operator==(const EdgeOptions&) const = default;
    bool given() const { return *this != EdgeOptions(); }
};

inline constexpr int mostEdgeColumn = 1000;

// "columns=1,2,3 base=1 separator=comma header symmetric size=10x20", in any order. Throws Error(Usage).
EdgeOptions parseEdgeOptions(const std::string& text);
std::string edgeOptionsText(const EdgeOptions& options); // which that reads again

std::string separatorName(char separator); // "comma", "tab", "blanks", or the character

} // namespace sparsescope
