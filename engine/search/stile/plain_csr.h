// The plan that every other one has to beat: CSR as it is, rows in their order, cut into tiles of like work.
#pragma once

#include "engine/core/progress.h"
#include "engine/cost/cost_model.h"
#include "engine/search/trace.h"

namespace sparsescope::stile {

// Adds the tiles that plain CSR makes of these non-zeros (CSR positions, ascending), of whole rows of up to `places`
// non-zeros; rows of which nothing is given are in none.
void addPlainCsr(const Matrix& matrix, std::span<const std::uint32_t> positions, std::int64_t places, Plan& plan,
                 Progress& progress);

// Its tiles: what plain CSR keeps of rows that hold something.
FormatPtr plainCsr(const Matrix& matrix, const CostModel& model);

// Fills formats, tiles, ids and entries of the plan, with costs and atomic flags: tiles of whole rows of up to
// automaticPlaces() non-zeros; a longer row is split into tiles of its own. Returns the one round that this takes.
// Needs a model with numbers for "csr". Throws Error(Cancelled).
TraceRound planPlainCsr(const Matrix& matrix, const CostModel& model, Plan& plan, Progress& progress);

// Whether the plan stores all of the matrix as planPlainCsr() does.
bool isPlainCsr(const Plan& plan);

} // namespace sparsescope::stile
