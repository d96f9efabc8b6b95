// The orders in which a matrix can be looked at, and a plan in one of them.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/permuted.h"
#include "engine/plan/plan.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

enum class MatrixOrder {
    File,
    Rows,    // longest first; equal ones as in the file
    Columns, // likewise
    Both,
    ReverseCuthillMcKee,
    Tiles // rows as a plan stores them first, tile after tile; what no tile holds comes last
};
inline constexpr std::array matrixOrders = {
    MatrixOrder::File, MatrixOrder::Rows, MatrixOrder::Columns, MatrixOrder::Both, MatrixOrder::ReverseCuthillMcKee,
    MatrixOrder::Tiles};

// "file" "rows" "columns" "both" "rcm" "tiles": on the command line and in files.
const char* name(MatrixOrder order);
// Throws Error(Usage) and lists the names.
MatrixOrder parseMatrixOrder(const std::string& name);

// `plan`, of this matrix, is read for Tiles only. Throws Error(Usage) where the order needs a square matrix or a plan
// and there is none; Error(Cancelled).
LineOrder makeOrder(MatrixOrder order, const Matrix& matrix, const Plan* plan, Progress& progress);

// The plan over the permuted matrix, for drawing: its tiles, rows, columns and entries as they lie there. Entries keep
// their order within a tile, so that it is no plan to run.
Plan permutedPlan(const Plan& plan, const LineOrder& order, const PermutedMatrix& permuted);

// What belongs to each of the original's CSR positions (ownerOfEntries), by those of the permuted matrix.
std::vector<std::uint32_t> permutedOwner(std::span<const std::uint32_t> owner, const PermutedMatrix& permuted);

} // namespace sparsescope
