// DIAG_SPLIT: diagonals that are nearly full, whose columns follow from the row.
#include "engine/plan/graph/functions.h"
#include "engine/plan/graph/nodes/nodes.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace sparsescope::graph {

namespace {

// Adds a place for each diagonal to `places`: the row's entry on it, or -1; what is on none goes to `rest`. Without an
// entry on any it adds no places and says false.
bool layRow(const Matrix& matrix, std::int32_t row, std::span<const std::int32_t> entries,
            std::span<const std::int32_t> diagonals, Numbers& places, Numbers& rest)
{
    const std::size_t first = places.size();
    places.resize(first + diagonals.size(), -1);
    std::size_t next = 0;
    bool any = false;
    for (const std::int32_t entry : entries) {
        const std::int32_t diagonal = matrix.colIdx()[at(entry)] - row;
        while (next < diagonals.size() && diagonals[next] < diagonal)
            ++next;
        if (next == diagonals.size() || diagonals[next] != diagonal) {
            rest.push_back(entry);
            continue;
        }
        places[first + next] = entry;
        any = true;
    }
    if (!any)
        places.resize(first);
    return any;
}

std::span<const std::int32_t> entriesOf(const Metadata& m, std::int64_t row)
{
    const auto offsets = m[Array::RowOffsets];
    return m[Array::Entries].subspan(at(offsets[at(row)]), at(offsets[at(row) + 1] - offsets[at(row)]));
}

// Those with a non-zero in as many of the rows that have any, ascending, and how many non-zeros they hold.
Numbers fullDiagonals(const Metadata& m, const Node& node, const Context& context, std::int64_t& nnz,
                      std::int64_t& filled)
{
    const std::int64_t rows = context.matrix.rows();
    Numbers counts(at(rows + m.cols)); // of the diagonal rows - 1 before the main one on
    filled = 0;
    for (std::int64_t r = 0; r < m.rows; ++r) {
        if (r % (1 << 14) == 0)
            context.progress.check();
        const std::int64_t main = rows - 1 - m[Array::OriginRows][at(r)];
        filled += m[Array::RowLengths][at(r)] > 0 ? 1 : 0;
        for (const std::int32_t entry : entriesOf(m, r))
            ++counts[at(main + context.matrix.colIdx()[at(entry)])];
    }
    const std::int64_t fill = node.number("fill");
    Numbers diagonals;
    nnz = 0;
    for (std::size_t d = 0; d < counts.size(); ++d)
        if (counts[d] > 0 && 100 * std::int64_t{counts[d]} >= fill * filled) {
            diagonals.push_back(static_cast<std::int32_t>(static_cast<std::int64_t>(d) - (rows - 1)));
            nnz += counts[d];
        }
    if (diagonals.empty())
        context.refuse(
            fmt::format("needs a diagonal with a non-zero in {} % of the rows: the fullest has some in {} of {}", fill,
                        *std::max_element(counts.begin(), counts.end()), filled));
    if (std::ssize(diagonals) > mostRowConstants)
        context.refuse(fmt::format("{} diagonals have a non-zero in {} % of the rows, more than {}", diagonals.size(),
                                   fill, mostRowConstants));
    return diagonals;
}

Division splitDiagonals(const Metadata& m, const Node& node, const Context& context)
{
    if (m.has(Array::Diagonals))
        context.refuse("needs whole rows, but these have a place for each diagonal");
    if (node.each)
        context.refuse("needs a chain of its own for each part: only one has a place in every row");
    Division division;
    std::int64_t nnz = 0, filled = 0;
    division.diagonals = fullDiagonals(m, node, context, nnz, filled);
    const std::int64_t count = std::ssize(division.diagonals), rest = m.nnz - nnz;
    context.checkPlaces(filled * count, nnz);
    if (filled * count + rest > std::numeric_limits<std::int32_t>::max())
        context.refuse("lays out 2^31 places or more");
    division.entries.reserve(at(filled * count + rest));
    Numbers others, origins; // of a row, of rows with places on diagonals
    for (std::size_t p = 0; p < m.parts.size(); ++p) {
        const auto bucket = static_cast<std::int32_t>(division.columns.size());
        origins.clear();
        for (std::int32_t r = m.parts[p].firstRow; r < m.partEnd(p); ++r) {
            others.clear();
            const std::int32_t origin = m[Array::OriginRows][at(r)];
            const auto begin = static_cast<std::int32_t>(division.entries.size());
            if (layRow(context.matrix, origin, entriesOf(m, r), division.diagonals, division.entries, others)) {
                division.runs.push_back({bucket, r, begin, static_cast<std::int32_t>(division.entries.size())});
                origins.push_back(origin);
            }
            if (others.empty())
                continue;
            const auto middle = static_cast<std::int32_t>(division.entries.size());
            division.entries.insert(division.entries.end(), others.begin(), others.end());
            division.runs.push_back({bucket + 1, r, middle, static_cast<std::int32_t>(division.entries.size())});
        }
        const auto [first, end] = columnsOn(origins, division.diagonals, m.cols);
        division.addPart({{first, end}, {m.parts[p].firstCol, m.parts[p].endCol}});
    }
    return division;
}

// The same for a tile, all of whose non-zeros are on its diagonals.
void layTile(Metadata& m, const Node& node, const Context& context)
{
    const std::vector<std::int64_t>& offsets = node.places("offsets");
    if (std::ssize(offsets) > mostRowConstants)
        context.refuse(fmt::format("has {} diagonals, more than {}", offsets.size(), mostRowConstants));
    const Numbers diagonals(offsets.begin(), offsets.end());
    const std::int64_t places = m.rows * std::ssize(diagonals);
    context.checkPlaces(places, m.nnz);
    Numbers entries, others;
    for (std::int64_t r = 0; r < m.rows; ++r) {
        if (!context.laysOut)
            entries.clear();
        layRow(context.matrix, m[Array::OriginRows][at(r)], entriesOf(m, r), diagonals, entries, others);
        if (!others.empty())
            context.refuse(fmt::format("stored row {} holds a non-zero that is on none of its diagonals", r));
    }
    const auto [first, end] = columnsOn(m[Array::OriginRows], diagonals, m.cols);
    m.parts = {{0, first, end}};
    m.places = places;
    m.set(Array::BmtbNzOffsets, Numbers{0, static_cast<std::int32_t>(places)});
    m.setRows(Numbers(m[Array::OriginRows].begin(), m[Array::OriginRows].end()),
              Numbers(at(m.rows), static_cast<std::int32_t>(diagonals.size())));
    m.set(Array::Diagonals, diagonals);
    if (context.laysOut)
        m.set(Array::Entries, std::move(entries));
}

constexpr const char* kindName = "DIAG_SPLIT";

} // namespace

NodeKind diagSplitKind()
{
    Parameter fill = number("fill", {50, 70, 90});
    fill.most = 100;
    fill.step = 10;
    return {.name = kindName,
            .description = "Splits off diagonals with a non-zero in so many percent of the rows: a place in every row, "
                           "whose column need not be stored.",
            .slot = Slot::Cut,
            .forms = {{fill}},
            .divide = splitDiagonals};
}

const NodeKind& tileDiagonals()
{
    static const NodeKind kind = {.name = kindName,
                                  .description = "Gives every row a place for each diagonal.",
                                  .slot = Slot::Diagonals,
                                  .forms = {{{.name = "offsets",
                                              .type = Parameter::Type::Places,
                                              .least = -std::numeric_limits<std::int32_t>::max(),
                                              .most = std::numeric_limits<std::int32_t>::max()}}},
                                  .apply = layTile};
    return kind;
}

} // namespace sparsescope::graph
