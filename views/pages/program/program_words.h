// What a name of a program is, in plain words.
#pragma once

#include <QString>

#include <cstddef>
#include <string>

namespace sparsescope {

struct ProgramStages;

// In a line (from 1) of a stage (from 0): loops in different places have the same name. Empty: nothing is known of it.
QString meaningOf(const std::string& name, const ProgramStages& made, std::size_t stage, int line);
// An iteration, a loop or a block; empty: a node of another kind.
QString meaningOf(int node, const ProgramStages& made, std::size_t stage);

} // namespace sparsescope
