// A program's nests as a device piece: CUDA printed from stage III, statement by statement.
#pragma once

#include "engine/ir/parts.h"
#include "engine/ir/program.h"
#include "engine/plan/format.h"
#include "engine/plan/operators/operator.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope {

struct PrintedPiece {
    // template <Sums How> struct NAME { sharedBytes, run(args, tile, part, shared) }, as the templates have them.
    std::string text;
    std::vector<std::pair<int, int>> nodes; // a line of it, from 1, and the node of the program that it prints
};

struct PieceRequest {
    Operator op;
    std::int64_t densePart = 0;
    int threads = 0;      // of a block
    bool addsAll = false; // all rows of its tiles are added to: see TaskKind::adds
    bool folds = false;   // stored rows that hold parts of one row are added up: see TaskKind::folds
};

// The nests of a format's parts, whose tile loops are bound to blockIdx.x and whose dense loop's outer part to
// blockIdx.y. Throws Error(Input) naming iteration and loop or array: what is not bound, sums that are added to the
// output one by one, registers whose index is no constant, threads that are more than the block's, arrays that kernels
// are not given, more than 48 KB of shared memory.
PrintedPiece printPiece(const ir::Program& program, const std::vector<ir::PlanPart>& parts, const Format& format,
                        const PieceRequest& request, const std::string& name);

} // namespace sparsescope
