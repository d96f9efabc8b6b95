// The rules that well-formed programs keep, and which part of a program breaks one.
#pragma once

#include "engine/ir/program.h"

#include <cstddef>
#include <optional>
#include <string>

namespace sparsescope::ir {

enum class PartKind { Program, Param, Tile, Axis, Domain, Buffer, Array, Node };

// An expression; or of a declaration, by its position, or a node, by its id, one of the words in it: 0 its name, or the
// node's first word; then
//   axis: 1 parent, 2 indptr, 3 indices    buffer: axes    for, let: 1 name    iter: axes of all slots, iterators
struct Part {
    const Expr* expr = nullptr;
    PartKind kind = PartKind::Program;
    std::size_t at = 0;
    std::size_t word = 0;
};

struct Problem {
    std::string sentence;
    Part part;
};

// Declarations are looked at before statements.
std::optional<Problem> firstProblem(const Program& program);

} // namespace sparsescope::ir
