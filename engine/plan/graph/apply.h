// A whole graph applied to a matrix: the metadata of each branch.
#pragma once

#include "engine/plan/graph/graph.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsescope::graph {

using MetadataPtr = std::shared_ptr<const Metadata>;

// After a node, which `pointer` means in the graph's JSON; empty: before the first.
struct State {
    std::string pointer;
    MetadataPtr metadata;
};

// A leaf that takes something.
struct Branch {
    std::string pointer;       // of its chain
    Chain leaf;                // that chain
    std::vector<State> states; // from the matrix on; the last one alone where no others were asked for

    const Metadata& metadata() const { return *states.back().metadata; }
};

struct Applied {
    std::vector<Branch> branches; // as the graph has them
    NumbersPtr rowWriters;        // final results of each row of the matrix, of all branches

    bool last() const { return !branches.empty() && branches.front().metadata().last; }
    // Rows that are zeroed first: those without writers, and where results are added those with several.
    Numbers zeroRows() const;
};

enum class Keep { LastState, AllStates };

// Throws Error(Input) with the file and the JSON pointer of the node whose needs the matrix does not meet, or that
// would store too many places; Error(Cancelled).
Applied applyGraph(const Graph& graph, const Matrix& matrix, const Limits& limits, Keep keep, Progress& progress);

// The same with all states as far as they go: the last branch ends before a node that is refused, for which `refusal`
// is set; there are no writers then.
Applied applyUntilRefused(const Graph& graph, const Matrix& matrix, const Limits& limits, std::optional<Error>& refusal,
                          Progress& progress);

// Why the matrix does not meet the needs of a node of `changed`: it is tried on what `before`, all states of the graph
// that it is put into, has where it stands, in every branch. Empty: it does, or nothing is known there. What stands
// behind it is not looked at. Throws Error(Cancelled).
std::string whyRefused(const Graph& changed, const std::string& node, const Applied& before, const Matrix& matrix,
                       const Limits& limits, Progress& progress);

// The threads that a leaf's blocks have.
int threadsOf(const Chain& leaf);

} // namespace sparsescope::graph
