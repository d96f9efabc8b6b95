// Non-zeros stored anew as tiles of one format, with the parameters that the cost model finds cheapest.
#pragma once

#include "engine/cost/cost_model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sparsescope {

// Non-zeros of one row: CSR positions, ascending.
struct OwnedRow {
    std::int32_t row = 0;
    std::vector<std::uint32_t> positions;
};
using RowParts = std::vector<OwnedRow>; // each row once, never empty

// What a tile of a plan owns, row by row in the order in which it stores them.
RowParts ownedRows(const TileView& tile, const Matrix& matrix);
// Both together; rows that both have become one.
RowParts united(RowParts a, const RowParts& b);

// A tile that is in no plan yet.
struct LooseTile {
    FormatPtr format;
    std::vector<std::int32_t> rows;
    std::vector<std::int32_t> cols;
    std::vector<std::uint32_t> entries; // with redundant marks
    std::int64_t places = 0;            // as Format::placesOf() says

    TileView view() const { return {rows, cols, entries, places}; }
};

struct Repacked {
    std::vector<LooseTile> tiles;
    double cost = 0; // sum of the costs of a sub-task of each, ns
};

class Repacker {
public:
    // `written`, one element a row of the matrix: rows that tiles outside of those stored anew write, too. `parts`:
    // of the dense loop. The three have to live as long as this.
    Repacker(const Matrix& matrix, const CostModel& model, const std::vector<bool>& written, std::int64_t parts);

    // The cheapest parameters of the format; with `single`, among those that hold everything in one tile. None when
    // there is no such way or the model has no costs for it.
    std::optional<Repacked> cheapest(const std::string& format, const RowParts& rows, bool single) const;

private:
    using Way = std::vector<LooseTile>;
    std::vector<Way> waysOf(const FormatKind& kind, const RowParts& rows) const;
    // One for each Repacking.
    std::vector<Way> coveredWays(const FormatKind& kind, const RowParts& rows) const;
    std::vector<Way> condensedWays(const FormatKind& kind, const RowParts& rows) const;
    std::vector<Way> foldedWays(const FormatKind& kind, const RowParts& rows) const;
    std::vector<Way> runWays(const FormatKind& kind, const RowParts& rows) const;
    LooseTile condensed(const FormatKind& kind, std::int64_t height, std::span<const OwnedRow> rows,
                        std::span<const std::int32_t> cols) const;
    double costOf(const Way& way) const;

    const Matrix& m_matrix;
    const CostModel& m_model;
    const std::vector<bool>& m_written;
    std::int64_t m_parts;
};

} // namespace sparsescope
