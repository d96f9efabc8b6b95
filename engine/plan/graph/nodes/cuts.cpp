// ROW_DIV, COL_DIV, ROW_SPLIT: cuts of a branch into branches.
#include "engine/plan/graph/nodes/nodes.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace sparsescope::graph {

namespace {

using Columns = Division::Columns;
using Run = Division::Run;

constexpr std::int64_t mostParts = 256; // under "each"

// Refuses more parts than chains, and more than mostParts of all parts together under "each".
void checkParts(const Division& division, std::int64_t added, const Node& node, const Context& context)
{
    const std::int64_t all = std::ssize(division.columns) + added;
    if (node.each && all > mostParts)
        context.refuse(fmt::format("cuts into {} parts, more than {}", all, mostParts));
    if (!node.each && added > std::ssize(node.branches))
        context.refuse(fmt::format("cuts into {} parts, but has {} branches", added, node.branches.size()));
}

// A whole stored row for a bucket.
Run wholeRow(const Metadata& m, std::int64_t bucket, std::int64_t row)
{
    return {static_cast<std::int32_t>(bucket), static_cast<std::int32_t>(row), m[Array::RowOffsets][at(row)],
            m[Array::RowOffsets][at(row) + 1]};
}

// Refuses to take rows apart that DIAG_SPLIT has given their places.
void needRows(const Metadata& m, const Context& context)
{
    if (m.has(Array::Diagonals))
        context.refuse("needs whole rows, but these have a place for each diagonal");
}

void addBuckets(Division& division, std::int64_t count, const Part& part, const Node& node, const Context& context)
{
    checkParts(division, count, node, context);
    division.addPart(std::vector<Columns>(at(count), Columns{part.firstCol, part.endCol}));
}

// Cuts every part where `at` says, from its first row on; ascending.
template <class Cuts>
Division atRows(const Metadata& m, const Node& node, const Context& context, const Cuts& cuts)
{
    Division division;
    division.runs.reserve(at(m.rows));
    for (std::size_t p = 0; p < m.parts.size(); ++p) {
        const std::int64_t first = m.parts[p].firstRow;
        const std::int64_t count = m.partEnd(p) - first;
        const std::vector<std::int64_t> ends = cuts(first, count);
        std::int64_t bucket = std::ssize(division.columns);
        addBuckets(division, std::ssize(ends) + 1, m.parts[p], node, context);
        std::size_t next = 0;
        for (std::int64_t r = 0; r < count; ++r) {
            for (; next < ends.size() && ends[next] <= r; ++next)
                ++bucket;
            division.runs.push_back(wholeRow(m, bucket, first + r));
        }
    }
    return division;
}

// Rows of length (0, from], (from, from times], ... (to, inf), in this order.
Division byLength(const Metadata& m, const Node& node, const Context& context)
{
    if (!m.sorted && !m.binned)
        context.refuse("needs rows ordered by SORT or BIN");
    const std::int64_t to = node.number("to");
    std::vector<std::int64_t> bounds; // the longest of each part but the last
    for (std::int64_t bound = node.number("from"); bound < to; bound *= node.number("times"))
        bounds.push_back(bound);
    bounds.push_back(to);
    Division division;
    division.runs.reserve(at(m.rows));
    for (std::size_t p = 0; p < m.parts.size(); ++p) {
        const std::int64_t bucket = std::ssize(division.columns);
        addBuckets(division, std::ssize(bounds) + 1, m.parts[p], node, context);
        for (std::int64_t r = m.parts[p].firstRow; r < m.partEnd(p); ++r)
            if (const std::int64_t length = m[Array::RowLengths][at(r)]; length > 0)
                division.runs.push_back(
                    wholeRow(m, bucket + (std::lower_bound(bounds.begin(), bounds.end(), length) - bounds.begin()), r));
    }
    return division;
}

// Where the mean lengths of two windows of rows, one after the other, differ by more than `ratio` times the mean.
std::vector<std::int64_t> mutations(const Metadata& m, std::int64_t first, std::int64_t count, const Node& node)
{
    const auto offsets = m[Array::RowOffsets];
    const auto mean = [&](std::int64_t begin, std::int64_t end) {
        return static_cast<double>(offsets[at(first + end)] - offsets[at(first + begin)]) /
               static_cast<double>(end - begin);
    };
    std::vector<std::int64_t> cuts;
    const std::int64_t window = node.number("window");
    const double most = count > 0 ? static_cast<double>(node.number("ratio")) * mean(0, count) : 0;
    for (std::int64_t r = window; r < count; r += window)
        if (std::abs(mean(r, std::min(r + window, count)) - mean(r - window, r)) > most)
            cuts.push_back(r);
    return cuts;
}

Division divideRows(const Metadata& m, const Node& node, const Context& context)
{
    if (node.has("at"))
        return atRows(m, node, context, [&](auto, auto) { return node.places("at"); });
    if (node.word("by") == "length")
        return byLength(m, node, context);
    return atRows(m, node, context,
                  [&](std::int64_t first, std::int64_t count) { return mutations(m, first, count, node); });
}

Division divideColumns(const Metadata& m, const Node& node, const Context& context)
{
    needRows(m, context);
    Division division;
    const auto entries = m[Array::Entries];
    for (std::size_t p = 0; p < m.parts.size(); ++p) {
        const std::int64_t first = m.parts[p].firstCol;
        const std::int64_t end = m.parts[p].endCol;
        std::vector<std::int64_t> ends; // of the stripes
        if (node.has("width")) {
            const std::int64_t width = node.number("width");
            checkParts(division, (end - first + width - 1) / width, node, context);
            for (std::int64_t col = first + width; col < end; col += width)
                ends.push_back(col);
        } else {
            checkParts(division, std::ssize(node.places("at")) + 1, node, context);
            for (const std::int64_t col : node.places("at"))
                ends.push_back(std::clamp(col, first, end));
        }
        ends.push_back(end);
        const std::int64_t bucket = std::ssize(division.columns);
        std::vector<Columns> stripes;
        for (std::int64_t before = first; const std::int64_t stripe : ends) {
            stripes.push_back({static_cast<std::int32_t>(before), static_cast<std::int32_t>(stripe)});
            before = stripe;
        }
        division.addPart(stripes);
        for (std::int64_t r = m.parts[p].firstRow; r < m.partEnd(p); ++r) {
            const Run row = wholeRow(m, bucket, r);
            std::size_t stripe = 0;
            for (std::int32_t place = row.begin; place < row.end;) {
                const std::int32_t begin = place;
                while (ends[stripe] <= context.matrix.colIdx()[at(entries[at(place)])])
                    ++stripe;
                while (place < row.end && context.matrix.colIdx()[at(entries[at(place)])] < ends[stripe])
                    ++place;
                division.runs.push_back({row.bucket + static_cast<std::int32_t>(stripe), row.row, begin, place});
            }
        }
    }
    return division;
}

Division splitRows(const Metadata& m, const Node& node, const Context& context)
{
    needRows(m, context);
    Division division;
    const auto width = static_cast<std::int32_t>(node.number("width"));
    for (std::size_t p = 0; p < m.parts.size(); ++p) {
        const std::int64_t bucket = std::ssize(division.columns);
        addBuckets(division, 2, m.parts[p], node, context);
        for (std::int64_t r = m.parts[p].firstRow; r < m.partEnd(p); ++r) {
            const Run row = wholeRow(m, bucket, r);
            const std::int32_t middle = std::min(row.begin + width, row.end);
            if (row.begin < middle)
                division.runs.push_back({row.bucket, row.row, row.begin, middle});
            if (middle < row.end)
                division.runs.push_back({row.bucket + 1, row.row, middle, row.end});
        }
    }
    return division;
}

Parameter cutPlaces()
{
    return {
        .name = "at", .type = Parameter::Type::Places, .least = 1, .most = std::numeric_limits<std::int32_t>::max()};
}

} // namespace

NodeKind rowDivKind()
{
    Parameter to = number("to", {2048}, 2048); // the end of the public code's classes; others are legal
    to.least = 32;
    to.most = 1 << 20;
    to.step = 8;
    Parameter from = number("from", {32, 128, 512});
    from.step = 8;
    return {.name = "ROW_DIV",
            .description = "Cuts a branch between rows: at some, by classes of length, or where lengths change.",
            .slot = Slot::Cut,
            .forms = {{cutPlaces()},
                      {word("by", {"length"}), from, number("times", {4, 8, 16}), to},
                      {word("by", {"mutation"}), number("window", {8, 32}), number("ratio", {1, 2, 4})}},
            .divide = divideRows};
}

NodeKind colDivKind()
{
    Parameter width = number("width", {4096, 8192, 16384, 32768, 57344, 114688});
    width.step = 8;
    return {.name = "COL_DIV",
            .description = "Cuts a branch into stripes of columns: the part of x that a stripe reads is short.",
            .slot = Slot::Cut,
            .forms = {{cutPlaces()}, {width}},
            .divide = divideColumns};
}

NodeKind rowSplitKind()
{
    return {.name = "ROW_SPLIT",
            .description = "Cuts every row: its first non-zeros, and the rest (HYB).",
            .slot = Slot::Cut,
            .forms = {{number("width", {2, 4, 8, 16, 32})}},
            .divide = splitRows};
}

} // namespace sparsescope::graph
