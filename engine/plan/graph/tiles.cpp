#include "engine/plan/graph/tiles.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace sparsescope::graph {

StoredBmtb storedBmtb(const Metadata& branch, std::int64_t bmtb)
{
    const auto bmts = branch[Array::BmtbBmtOffsets];
    const auto owned = branch[Array::BmtEntryOffsets];
    const auto rows = branch[Array::RowOffsets];
    StoredBmtb stored;
    std::int64_t bmw = branch.bmw != Cutting::None ? branch[Array::BmtbBmwOffsets][at(bmtb)] : 0;
    for (std::int64_t t = bmts[at(bmtb)]; t < bmts[at(bmtb) + 1]; ++t) {
        while (branch.bmw != Cutting::None && t >= branch[Array::BmwBmtOffsets][at(bmw) + 1])
            ++bmw;
        const PlacesOf places = placesOf(branch, bmtb, bmw, t);
        for (std::int64_t k = 0; k < owned[at(t) + 1] - owned[at(t)]; ++k)
            if (const std::int32_t entry = branch[Array::Entries][at(places[k])]; entry >= 0)
                stored.entries.push_back(static_cast<std::uint32_t>(entry));
    }
    const std::int32_t end = owned[at(bmts[at(bmtb) + 1])];
    for (std::int32_t row = branch.bmtbRow(bmtb); row < branch.rows && rows[at(row)] < end; ++row)
        if (rows[at(row)] < rows[at(row) + 1])
            stored.rowIds.push_back(branch[Array::OriginRows][at(row)]);
    return stored;
}

Chain tileNodes(const Chain& leaf, const Metadata& branch)
{
    Chain nodes;
    if (const auto diagonals = branch[Array::Diagonals]; !diagonals.empty())
        nodes.push_back({.kind = &tileDiagonals(),
                         .parameters = {{"offsets", std::vector<std::int64_t>(diagonals.begin(), diagonals.end())}}});
    for (const Node& node : leaf)
        if (node.kind->slot >= Slot::RowPad)
            nodes.push_back(node);
    for (Node& node : nodes)
        if (node.kind->slot == Slot::BmtPad && node.has("to") && node.word("to") == "branch")
            node.parameters = {{"size", std::int64_t{branch[Array::BmtSizes].front()}}};
    return nodes;
}

namespace {

Metadata metadataOf(const Chain& nodes, const TileView& tile, const Matrix& matrix, bool laysOut, Progress& progress)
{
    Metadata m;
    m.cols = matrix.cols();
    m.nnz = m.places = std::ssize(tile.entries);
    Numbers entries(tile.entries.begin(), tile.entries.end());
    Numbers lengths;
    std::int32_t first = std::numeric_limits<std::int32_t>::max(), last = -1; // column
    for (std::size_t i = 0, end = 0; i < tile.rowIds.size(); ++i) {
        const std::size_t begin = end;
        const std::int64_t rowEnd = matrix.rowPtr()[at(tile.rowIds[i]) + 1];
        const std::int64_t rowBegin = matrix.rowPtr()[at(tile.rowIds[i])];
        while (end < entries.size() && entries[end] >= rowBegin && entries[end] < rowEnd)
            ++end;
        if (begin == end)
            failInput(fmt::format("stored row {} holds no non-zero", i));
        lengths.push_back(static_cast<std::int32_t>(end - begin));
        first = std::min(first, matrix.colIdx()[at(entries[begin])]);
        last = std::max(last, matrix.colIdx()[at(entries[end - 1])]);
    }
    if (std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}) != m.nnz || m.nnz == 0)
        failInput("its non-zeros are not those of its rows, one row after another");
    m.parts = {{0, first, last + 1}};
    m.bmtb = Cutting::Rows;
    m.set(Array::BmtbNzOffsets, Numbers{0, static_cast<std::int32_t>(m.nnz)});
    m.set(Array::BmtbRowOffsets, Numbers{0, static_cast<std::int32_t>(tile.rowIds.size())});
    m.setRows(Numbers(tile.rowIds.begin(), tile.rowIds.end()), std::move(lengths));
    m.set(Array::Entries, std::move(entries));
    const Limits limits{.padding = std::numeric_limits<double>::infinity()}; // of the branch, not of each BMTB
    const int threads = threadsOf(nodes);
    for (const Node& node : nodes)
        node.kind->apply(m, node, {matrix, limits, threads, {.call = node.kind->name}, progress, laysOut});
    return m;
}

} // namespace

Metadata tileMetadata(const Chain& nodes, const TileView& tile, const Matrix& matrix, Progress& progress)
{
    return metadataOf(nodes, tile, matrix, true, progress);
}

std::int64_t tilePlaces(const Chain& nodes, const TileView& tile, const Matrix& matrix, Progress& progress)
{
    return metadataOf(nodes, tile, matrix, false, progress).places;
}

} // namespace sparsescope::graph
