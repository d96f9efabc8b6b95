// How a matrix is stored as a tree of levels, one for each axis, as TACO describes formats (Kjolstad et al., OOPSLA
// 2017; Chou et al., OOPSLA 2018): from the root to a stored value, a node on every level.
#pragma once

#include "engine/learn/learn_state.h"
#include "engine/plan/format.h"

#include <string>
#include <vector>

namespace sparsescope::learn {

enum class LevelKind {
    Dense,      // every coordinate under each parent: its size alone is stored
    Compressed, // those coordinates that hold something: crd, and pos, where those of each parent begin
    NonUnique,  // compressed, but a coordinate comes again for each non-zero
    Singleton   // one for each parent: crd alone
};
const char* name(LevelKind kind);  // "compressed, non-unique"
const char* about(LevelKind kind); // a sentence

struct LevelNode {
    std::int64_t parent = 0; // position in the level above; 0 on the first level
    std::int64_t coordinate = 0;
    MatrixArea about; // empty: padding, or a level that speaks of no part of the matrix
};

struct TreeLevel {
    std::string axis; // "i"
    LevelKind kind = LevelKind::Dense;
    std::int64_t size = 0;             // of the axis
    std::vector<LevelNode> nodes = {}; // by position
    std::vector<std::int64_t> pos = {}, crd = {};
};

struct LevelTree {
    std::string label;
    std::int64_t slices = 1; // of the matrix, side by side
    std::vector<TreeLevel> levels;
    std::vector<std::int64_t> values; // CSR position of each node of the last level; -1: padding

    // Positions on each level of the path to a value.
    std::vector<std::int64_t> path(std::int64_t value) const;
    FormatCounts counts(DataType dtype) const;
};

// "csr", "coo", "csc", "dcsr", "dcsc", "ell", "bsr", "csf", "dense".
std::vector<LearnExample> levelExamples();
// Height and width of a block, slices of a tensor; see gatherSettings().
std::vector<LearnParameter> levelSettings(const LearnState& state, nlohmann::json& now);
LevelTree levelTree(const LearnState& state);

} // namespace sparsescope::learn
