// The papers' own examples with the costs that they assume: covers of STile's figures 2 and 3, figure 6, and CELL's
// slides.
#pragma once

#include "engine/learn/drawing.h"
#include "engine/matrix/matrix.h"

namespace sparsescope::learn {

// A tile of a toy plan: the places that it stores.
struct ToyTile {
    std::vector<std::pair<std::int32_t, std::int32_t>> cells; // row, column
    Role role = Role::Block;
    std::string label; // "2×2"
    std::int64_t cost = 0;
    int level = 1;
};

struct ToyCover {
    std::string name, title, text;
    std::vector<ToyTile> tiles;
    std::vector<std::int32_t> rows, cols; // order in which the matrix is drawn; empty: as it is
    std::int64_t cost() const;
    // The sum is left out where it is asked.
    std::string arithmetic(bool asked = false) const; // "1 of 2×2 at 4, 6 of 1×1 at 2: 1·4 + 6·2 = 16"
};

// STile figure 2: block costs 1x1 = 2, 2x2 = 4, 4x4 = 15, of figure 1's matrix or any other of at least 1 x 1.
std::vector<ToyCover> figure2(const Matrix& matrix);
// STile figure 3, of figure 1's matrix alone: ELL of a half costs 6, that of the two left over 3.
std::vector<ToyCover> figure3(const Matrix& matrix);

// STile figure 6: sub-tasks with the points that they cover, one a set of columns of a strip. The paper gives the
// costs, 8, 3, 6 and 12, and that x3 covers 5 new points (average cost 1.2).
struct ToySubTask {
    std::string name;
    int begin = 0, end = 0; // points
    int cost = 0;
};
std::vector<ToySubTask> figure6();

} // namespace sparsescope::learn
