// A decomposition of a matrix into tiles, with the split of the dense loop (STile definitions 1, 2, 5).
#pragma once

#include "engine/core/progress.h"
#include "engine/plan/header.h"
#include "engine/plan/tiling.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope {

// A header and a body. Today every body is a tiling; whoever needs one asks tiling(), so that a plan of another kind is
// refused in one place.
class Plan : public PlanHeader {
public:
    Tiling& tiling() { return m_tiling; }
    const Tiling& tiling() const { return m_tiling; }

private:
    Tiling m_tiling;
};

// Throws Error(Input) naming the tile unless the plan belongs to the matrix (fingerprint), every index is in range,
// every tile obeys its format and knows its places, entries are sorted and every non-zero is owned exactly once, or
// where SpMV has a dense loop longer than 1.
void validatePlan(const Plan& plan, const Matrix& matrix, Progress& progress = noProgress());

// The same for a plan from outside, whose tiles do not know their places yet: sets these.
void validateNewPlan(Plan& plan, const Matrix& matrix, Progress& progress = noProgress());

// The same for some tiles of a plan: non-zeros may be owned by none of them, and a tile may own none.
void validatePart(Plan& plan, const Matrix& matrix, Progress& progress = noProgress());

// What comes first in each of these: the plan's fingerprint and sizes are the matrix's.
void requireMatrix(const Plan& plan, const Matrix& matrix);

// How many tiles hold parts of each row of the output: 0, 1, or 2 for more, which makes it a split row.
std::vector<std::uint8_t> tilesOfRows(const Plan& plan);

// Sets Tile::atomic and chooses the launch. SpMM and SpMV: from rowIds, true when another tile holds parts of a row of
// the tile, too. SDDMM: every output belongs to one place, so that tiles are atomic exactly when the dense
// loop has several parts.
void markAtomicTiles(Plan& plan);

// What tiles are said to have whose outputs other sub-tasks write too: "split rows", in SDDMM "split K".
std::string splitWord(const Operator& op);
// "ELL 64x4, split rows": tiles that share code in the kernel.
std::string kindLabel(const Format& format, bool split, const Operator& op);

// How split rows are summed and sub-tasks launched, by what was measured to pay: of tiles that know whether they are
// atomic.
void chooseLaunch(Tiling& tiling);

// Is the plan an SpMM or SDDMM of one tile, all of the matrix, that a library computes (Format::byLibrary())? It has no
// sub-tasks of ours, and its dense loop is not cut. Of SDDMM it computes all places, of which a kernel of ours samples
// those of the non-zeros.
bool ranByLibrary(const Plan& plan);

// How its sub-tasks are launched: "by rows", "by branch", or by whom: "by cuBLAS".
std::string launchText(const Plan& plan);
// Do all of its formats make a kernel of their own (FormatTraits::ownKernel), in SpMV? Asked of the formats alone:
// where a plan is drawn, nothing looks at all of its tiles.
bool hasOwnKernel(const Plan& plan);

// No tiles yet, for a matrix: its fingerprint and sizes, and one partition that is all of it.
Plan emptyPlan(const Matrix& matrix, const Operator& op, std::int64_t densePart);

// A copy without tiles, formats and what these cost.
Plan headerOf(const Plan& plan);

// The place of a format in the list, to which it is added where it is not there yet.
std::int32_t formatIndex(std::vector<FormatPtr>& formats, const FormatPtr& format);

// Appends a tile with these contents, whatever its ranges say.
void appendTile(Plan& plan, Tile tile, const TileView& view);

// Appends tiles of one format, which is added where the plan does not have it yet, in partition 0, of level and
// round 1.
void addTiles(Plan& plan, const FormatPtr& format, TileSet tiles);

// The tile that owns each CSR position: nnz elements.
std::vector<std::uint32_t> ownerOfEntries(const Plan& plan);

// Places of one tile or of a whole plan (STile.md: owned, padded, redundant).
struct PlaceCounts {
    std::int64_t stored = 0;
    std::int64_t owned = 0;
    std::int64_t redundant = 0;
    std::int64_t padding() const { return stored - owned - redundant; }
    // Parts of the stored places, 0 to 1; what neither counts is owned.
    double paddingRatio() const
    {
        return stored > 0 ? static_cast<double>(padding()) / static_cast<double>(stored) : 0;
    }
    double redundantRatio() const
    {
        return stored > 0 ? static_cast<double>(redundant) / static_cast<double>(stored) : 0;
    }
};

PlaceCounts countPlaces(const Plan& plan, const Tile& tile);

struct PlanSummary {
    std::int64_t tiles = 0;
    std::vector<std::pair<std::string, std::int64_t>> tilesByFormat; // by format name, in the order of tileKinds()
    std::int64_t levels = 0;
    std::int64_t rounds = 0;
    std::int64_t atomicTiles = 0;
    PlaceCounts places;
    std::int64_t bytes = 0;    // of the packed arrays
    std::int64_t csrBytes = 0; // 4 a row, 4 an index, and the value type's bytes a value
};

PlanSummary summarise(const Plan& plan);

// The names of the plan's formats of one family, as legends give them: "block, bsr"; with their letters
// "block B, bsr R".
std::string formatNames(const Plan& plan, FormatFamily family, bool letters = false);

} // namespace sparsescope
