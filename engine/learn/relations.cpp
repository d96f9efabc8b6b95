#include "engine/learn/relations.h"

#include "engine/core/at.h"
#include "engine/plan/plan.h"
#include "engine/search/buckets.h"

#include <algorithm>
#include <cstdlib>

namespace sparsescope::learn {

namespace {

constexpr std::int64_t mostExtent = 4, usualRelations = 4;
constexpr std::int64_t leastPlaces = 8; // of an ELL tile

} // namespace

std::vector<LearnExample> relationExamples()
{
    return {{"typed", "Relations side by side"},
            {"sum", "Figure 21: the width is summed first"},
            {"multiply", "Figure 21: each place is multiplied first"},
            {"convolution", "Figure 22: a sparse convolution"}};
}

std::vector<LearnParameter> relationSettings(const LearnState& state, nlohmann::json& now)
{
    const std::string example = state.example.empty() ? relationExamples().front().name : state.example;
    std::vector<LearnParameter> all;
    now = nlohmann::json::object();
    const auto setting = [&](LearnParameter p) { return addSetting(std::move(p), state, all, now); };
    if (example == "convolution")
        return all;
    const Matrix& m = *state.matrix;
    std::vector<std::int64_t> counts;
    std::int64_t usual = 1;
    for (std::int64_t count = 1; count <= m.cols(); ++count)
        if (m.cols() % count == 0) {
            counts.push_back(count);
            usual = count <= usualRelations ? count : usual;
        }
    setting({"relations", "R", "Relations: slices of equal width that stand side by side", counts,
             m.slices() > 1 ? m.slices() : usual});
    setting({"k", "k", "Buckets of widths 1, 2 ... 2^k; longer rows are folded", {0, 1, 2}, 1});
    if (example == "typed") {
        setting({"places", "places", "Places of a tile at most, whatever its width", {leastPlaces, 16}, leastPlaces});
        return all;
    }
    std::vector<std::int64_t> extents;
    for (std::int64_t e = 1; e <= mostExtent; ++e)
        extents.push_back(e);
    setting({"K", "K", "Features of X: columns of X, rows of each weight matrix", extents, mostExtent});
    setting({"L", "L", "Features of Y: columns of each weight matrix, and of Y", extents, mostExtent});
    return all;
}

std::int64_t RelationTile::entries() const
{
    std::int64_t all = 0;
    for (const RelationRow& row : rows)
        all += row.length;
    return all;
}

Relations::Relations(MatrixPtr matrix, std::int64_t count, std::int64_t k, std::int64_t places)
    : m_matrix(std::move(matrix)), m_count(count), m_k(k)
{
    const Matrix& m = *m_matrix;
    ColumnDivision division = divideColumns(m, count, allRows(m), noProgress());
    for (std::vector<RowPart>& part : division.parts)
        for (RowPart& row : part)
            row.alone = false;
    const std::vector<std::int64_t> widths(division.parts.size(), widest());
    ScratchPool pool(m.cols());
    const BucketPlan filled = fillBuckets(m, division, widths, places, emptyPlan(m, Operator(), 1), pool, noProgress());
    std::size_t group = 0;
    const Tiling& tiling = filled.plan.tiling();
    for (std::int64_t t = 0; t < std::ssize(tiling.tiles); ++t) {
        while (t >= filled.groups[group].tileEnd)
            ++group;
        RelationTile tile{filled.groups[group].part, filled.groups[group].width, {}};
        const Range rows = tiling.tiles[at(t)].rows;
        for (std::int64_t i = rows.begin; i < rows.end; ++i)
            tile.rows.push_back({tiling.rowIds[at(i)], filled.begins[at(i)], filled.lengths[at(i)]});
        m_tiles.push_back(std::move(tile));
    }
}

std::int64_t Relations::entriesOf(std::int64_t relation) const
{
    std::int64_t all = 0;
    for (std::int64_t p = 0; p < m_matrix->nnz(); ++p)
        all += relationOf(p) == relation ? 1 : 0;
    return all;
}

std::int64_t Relations::stored() const
{
    std::int64_t all = 0;
    for (const RelationTile& tile : m_tiles)
        all += tile.stored();
    return all;
}

std::int64_t Relations::empty() const
{
    std::int64_t all = 0;
    for (std::int64_t r = 0; r < m_count; ++r)
        all += entriesOf(r) == 0 ? 1 : 0;
    return all;
}

Relations relationsOf(const LearnState& state)
{
    const nlohmann::json settings = fittedSettings(state);
    return {state.matrix, settings.at("relations"), settings.at("k"), settings.value("places", leastPlaces)};
}

} // namespace sparsescope::learn
