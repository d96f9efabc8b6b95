// The two passes that lower a program (SparseTIR sections 3.3.1 and 3.4.1).
#pragma once

#include "engine/ir/program.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope::ir {

// Stage 1 to 2: from coordinates to positions. Index buffers and their domains are declared, iterations become loops
// and blocks, accesses by coordinates become accesses by positions. Throws Error(Input) naming iteration, buffer or
// axis.
Program lowerToPositions(const Program& program);

// Stage 2 to 3: from positions to offsets. Buffers become arrays.
Program lowerToLoops(const Program& program);

// To that stage, 1 to 3, from where the program is; throws Error(Input) where it is behind it.
Program lowered(const Program& program, int stage);

// What is known of the names in an expression.
struct Known {
    std::map<std::string, std::int64_t> extents; // a name lies in [0, extent)
    std::set<std::string> fromZero;              // arrays whose first element is 0
};

// Constants are folded, and what multiples and extents decide: (a c + b) / c and (a c + b) % c with 0 <= b < c.
ExprPtr simplified(const ExprPtr& expr, const Known& known = {});
// The least and the most that a whole number can be, where constants and extents say it.
std::optional<std::pair<std::int64_t, std::int64_t>> boundsOf(const ExprPtr& expr, const Known& known);

// How much further one iteration of a loop takes an offset; nothing: not by a constant.
std::optional<std::int64_t> strideOf(const ExprPtr& expr, const std::string& loop);
// Is an offset a multiple of a factor, as far as its terms and what is known of names (ld is one of 32) say it?
bool isMultiple(const ExprPtr& expr, std::int64_t factor, const std::map<std::string, std::int64_t>& multiples);

} // namespace sparsescope::ir
