// Stores a small matrix in a format of the engine, or a composition, and says in which order its elements are written.
#include "engine/learn/encoded.h"

#include "engine/core/error.h"
#include "engine/learn/drawing.h"
#include "engine/learn/formats/elements.h"
#include "engine/learn/formats/taught_format.h"
#include "engine/learn/storage_picture.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>

namespace sparsescope::learn {

namespace {

std::string place(const MatrixArea& a)
{
    return fmt::format("row {}, column {}", a.rowBegin, a.colBegin);
}

std::string range(const char* what, std::int64_t begin, std::int64_t end)
{
    return end - begin == 1 ? fmt::format("{} {}", what, begin) : fmt::format("{}s {} to {}", what, begin, end - 1);
}

std::string part(const MatrixArea& a, const Matrix& matrix)
{
    const bool wholeRows = a.colBegin == 0 && a.colEnd == matrix.cols();
    const bool wholeCols = a.rowBegin == 0 && a.rowEnd == matrix.rows();
    if (wholeRows && wholeCols)
        return "the whole matrix";
    if (wholeRows)
        return range("row", a.rowBegin, a.rowEnd);
    if (wholeCols)
        return range("column", a.colBegin, a.colEnd);
    return range("row", a.rowBegin, a.rowEnd) + ", " + range("column", a.colBegin, a.colEnd);
}

bool inside(const MatrixArea& small, const MatrixArea& large)
{
    return small.rowBegin >= large.rowBegin && small.rowEnd <= large.rowEnd && small.colBegin >= large.colBegin &&
           small.colEnd <= large.colEnd;
}

Plan planOf(const MatrixPtr& matrix, const FormatPtr& format, DataType dtype)
{
    Plan plan = emptyPlan(*matrix, Operator{.dtype = dtype}, 32);
    plan.planner = "fixed";
    std::vector<std::uint32_t> all(static_cast<std::size_t>(matrix->nnz()));
    std::iota(all.begin(), all.end(), 0u);
    TileSet tiles;
    format->cover(*matrix, all, tiles, noProgress());
    addTiles(plan, format, std::move(tiles));
    markAtomicTiles(plan);
    return plan;
}

// The arrays of all tiles, joined by name; without those that tell a tile from others.
void fillArrays(Encoded& e)
{
    for (std::size_t t = 0; t < e.plan.tiling().tiles.size(); ++t) {
        const TileView tile = e.plan.tiling().view(e.plan.tiling().tiles[t]);
        const std::span<const StoredArray> stored = e.format->arrays();
        const ArraySizes sizes = e.format->sizes(tile);
        // Row by row in every type, as it is taught.
        const PackedAreas areas = e.format->areas(tile, *e.matrix, DataType::Float32);
        std::vector<std::int64_t> held(static_cast<std::size_t>(sizes[e.format->valueArray()]), Format::padding);
        const PerArray<std::vector<std::int32_t>> packed = e.format->packed(tile, *e.matrix);
        e.format->places(tile, *e.matrix, DataType::Float32, held);
        for (std::size_t a = 0; a < stored.size(); ++a) {
            const StoredArray& array = stored[a];
            if (areas[a].empty() || array.added)
                continue;
            const bool value = array.element == ElementType::Value;
            if (e.find(array.name) < 0)
                e.arrays.push_back(emptyArray(array.name, array.meaning, array.element, e.dtype));
            std::vector<EncodedElement>& elements = e.arrays[static_cast<std::size_t>(e.find(array.name))].elements;
            for (std::size_t i = 0; i < areas[a].size(); ++i)
                if (value && held.at(i) != Format::padding)
                    elements.push_back(valueElement(*e.matrix, Entry::position(static_cast<std::uint32_t>(held[i])),
                                                    static_cast<int>(t)));
                else
                    elements.push_back(numberElement(value ? 0 : packed[a][i], areas[a][i], static_cast<int>(t)));
        }
    }
}

// What the engine's tiles hold beside the arrays of the format.
void tellAdded(Encoded& e, const std::string& remark)
{
    std::string arrays;
    for (std::size_t a = 0; e.format && a < e.format->arrays().size(); ++a) {
        const StoredArray& array = e.format->arrays()[a];
        if (e.find(array.name) >= 0)
            continue;
        std::int64_t bytes = 0;
        for (const Tile& tile : e.plan.tiling().tiles)
            bytes += 4 * e.format->sizes(e.plan.tiling().view(tile))[a];
        e.addedBytes += bytes;
        arrays += fmt::format("{}{} ({})", arrays.empty() ? "" : ", ", array.name, plural(bytes, "byte"));
    }
    if (!arrays.empty())
        e.added = "Sparsescope adds " + arrays + ".";
    if (!remark.empty())
        e.added += (e.added.empty() ? "" : " ") + remark;
}

// The value that each element comes with: where all of a tile's elements speak of the places of as many of its values
// one after another (the first or the last of them). -1: it comes by itself.
std::vector<int> partnersOf(const EncodedArray& array, const EncodedArray& values)
{
    std::vector<int> partners(array.elements.size(), -1);
    const auto endOf = [](const EncodedArray& a, std::size_t begin) {
        std::size_t end = begin;
        while (end < a.elements.size() && a.elements[end].tile == a.elements[begin].tile)
            ++end;
        return end;
    };
    for (std::size_t begin = 0; begin < array.elements.size();) {
        const std::size_t count = endOf(array, begin) - begin;
        const auto first = static_cast<std::size_t>(
            std::find_if(values.elements.begin(), values.elements.end(),
                         [&](const EncodedElement& v) { return v.tile == array.elements[begin].tile; }) -
            values.elements.begin());
        const std::size_t all = first < values.elements.size() ? endOf(values, first) - first : 0;
        for (const std::size_t offset : {std::size_t{0}, all - std::min(all, count)}) {
            bool same = count <= all;
            for (std::size_t i = 0; same && i < count; ++i) {
                const MatrixArea &x = array.elements[begin + i].about, &y = values.elements[first + offset + i].about;
                same = x == y || (array.element == ElementType::Row && x.rowBegin == y.rowBegin &&
                                  x.rowEnd == y.rowEnd && count == all);
            }
            if (!same)
                continue;
            for (std::size_t i = 0; i < count; ++i)
                partners[begin + i] = static_cast<int>(first + offset + i);
            break;
        }
        begin += count;
    }
    return partners;
}

// Each value with its column where every value has one, in the order in which an encoder passes: tile by tile, stored
// row by stored row. What begins a part of the matrix (which row, which block) comes with its first value, what says
// where one ends after its last, the numbers of parts at the end of their tile.
void orderSteps(Encoded& e)
{
    const EncodedArray& values = e.arrays[static_cast<std::size_t>(e.values())];
    const std::size_t n = values.elements.size();
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        const auto key = [&](int i) {
            const auto at = static_cast<std::size_t>(i);
            return e.inOrder ? std::make_tuple(values.elements[at].tile, i, 0)
                             : std::make_tuple(values.elements[at].tile, e.places[at].y, e.places[at].x);
        };
        return key(a) < key(b);
    });
    std::vector<int> rank(n); // of each value in that order
    for (std::size_t i = 0; i < n; ++i)
        rank[static_cast<std::size_t>(order[i])] = static_cast<int>(i);

    // An element that comes by itself, with the value that it comes before or behind.
    struct Alone {
        int after; // rank
        int turn;  // 0: before that value, 1: behind it
        int array, element;
    };
    std::vector<Alone> alone;
    std::vector<std::vector<std::pair<int, int>>> with(n);
    for (std::size_t a = 0; a < e.arrays.size(); ++a) {
        const EncodedArray& array = e.arrays[a];
        if (static_cast<int>(a) == e.values())
            continue;
        const std::vector<int> partners = partnersOf(array, values);
        const bool ends = array.element == ElementType::Index && array.meaning.find("end") != std::string::npos;
        int before = -1, beforeTurn = 0;
        for (std::size_t i = 0; i < array.elements.size(); ++i) {
            if (partners[i] >= 0) {
                with[static_cast<std::size_t>(partners[i])].emplace_back(static_cast<int>(a), static_cast<int>(i));
                continue;
            }
            const EncodedElement& element = array.elements[i];
            int first = -1, last = -1, tileLast = -1;
            for (std::size_t v = 0; v < n; ++v) {
                if (values.elements[v].tile != element.tile)
                    continue;
                tileLast = std::max(tileLast, rank[v]);
                if (values.elements[v].position >= 0 && !element.about.empty() &&
                    inside(values.elements[v].about, element.about)) {
                    first = first < 0 ? rank[v] : std::min(first, rank[v]);
                    last = std::max(last, rank[v]);
                }
            }
            int after = ends ? last : first;
            int turn = ends ? 1 : 0;
            if (element.about.empty() && array.elements.size() == 1)
                after = tileLast, turn = 1;
            if (after < before || (after == before && turn < beforeTurn))
                after = before, turn = beforeTurn;
            before = after, beforeTurn = turn;
            alone.push_back({after, turn, static_cast<int>(a), static_cast<int>(i)});
        }
    }
    std::stable_sort(alone.begin(), alone.end(), [](const Alone& a, const Alone& b) {
        return std::tie(a.after, a.turn) < std::tie(b.after, b.turn);
    });

    const auto add = [&](std::vector<std::pair<int, int>> written) {
        e.steps.push_back({std::move(written)});
        for (const auto& [a, i] : e.steps.back().written)
            e.arrays[static_cast<std::size_t>(a)].elements[static_cast<std::size_t>(i)].written =
                static_cast<int>(e.steps.size());
    };
    std::size_t next = 0;
    const auto addAlone = [&](int after, int turn) {
        for (; next < alone.size() &&
               (alone[next].after < after || (alone[next].after == after && alone[next].turn <= turn));
             ++next)
            add({{alone[next].array, alone[next].element}});
    };
    for (std::size_t i = 0; i < n; ++i) {
        addAlone(static_cast<int>(i), 0);
        const auto v = static_cast<std::size_t>(order[i]);
        std::vector<std::pair<int, int>> written{{e.values(), order[i]}};
        written.insert(written.end(), with[v].begin(), with[v].end());
        add(std::move(written));
        addAlone(static_cast<int>(i), 1);
    }
    addAlone(static_cast<int>(n), 1);
}

} // namespace

std::string Encoded::text(const EncodeStep& step) const
{
    std::string written;
    for (const auto& [a, i] : step.written) {
        const EncodedArray& array = arrays[static_cast<std::size_t>(a)];
        written += fmt::format("{}{}[{}] = {}", written.empty() ? "" : ", ", array.name, i,
                               array.elements[static_cast<std::size_t>(i)].text);
    }
    const auto [a, i] = step.written.front();
    const EncodedArray& array = arrays[static_cast<std::size_t>(a)];
    const EncodedElement& element = array.elements[static_cast<std::size_t>(i)];
    if (a != m_values)
        return fmt::format("{}{}: {}.", written, element.about.empty() ? "" : " for " + part(element.about, *matrix),
                           array.meaning);
    return fmt::format("{}: {}.", written,
                       element.position < 0 ? "padding, a zero that is stored" : place(element.about));
}

int Encoded::find(const std::string& array) const
{
    for (std::size_t a = 0; a < arrays.size(); ++a)
        if (arrays[a].name == array)
            return static_cast<int>(a);
    return -1;
}

std::string Encoded::order() const
{
    const std::vector<TaughtKernel>& kernels = taughtFormat(name).kernels;
    if (std::none_of(kernels.begin(), kernels.end(), [](const TaughtKernel& k) { return k.byColumns; }))
        return {};
    return byColumns ? "column by column" : "row by row";
}

FormatCounts Encoded::counts(int step) const
{
    FormatCounts c{label, 0, 0, 0};
    for (std::size_t a = 0; a < arrays.size(); ++a)
        for (const EncodedElement& element : arrays[a].elements) {
            if (element.written > step)
                continue;
            c.bytes += arrays[a].bytesEach;
            if (static_cast<int>(a) == m_values) {
                ++c.values;
                c.padding += element.position < 0 ? 1 : 0;
            }
        }
    return c;
}

Encoded encoded(const MatrixPtr& matrix, const LearnFormat& format, DataType dtype)
{
    Encoded e;
    e.matrix = withNumbers(matrix);
    e.name = format.name;
    e.dtype = dtype;
    const std::vector<LearnKind> kinds = learnKinds(*matrix);
    const LearnKind& kind = kindOf(kinds, format.name);
    const nlohmann::json parameters = completeParameters(*matrix, kind, format.parameters);
    const TaughtFormat& taught = taughtFormat(kind.name);
    const auto kernel = std::find_if(taught.kernels.begin(), taught.kernels.end(),
                                     [&](const TaughtKernel& k) { return k.mapping == format.mapping; });
    if (kernel == taught.kernels.end() && !format.mapping.empty()) {
        std::string names;
        for (const TaughtKernel& k : taught.kernels)
            names += (names.empty() ? "" : ", ") + k.mapping;
        failInput(fmt::format("mapping \"{}\" of {} is none of {}", format.mapping, kind.name, names));
    }
    const TaughtKernel& reads = kernel == taught.kernels.end() ? taught.kernels.front() : *kernel;
    e.mapping = reads.mapping;
    e.byColumns = reads.byColumns;
    e.numbers = {{"rows", matrix->rows()}, {"cols", matrix->cols()}, {"nnz", matrix->nnz()}};
    for (const auto& [parameter, value] : parameters.items())
        e.numbers[parameter] = value.get<std::int64_t>();
    if (taught.inOneTile) {
        e.format = engineFormat(*matrix, format);
        e.plan = planOf(e.matrix, e.format, dtype);
    }
    if (taught.compose) {
        taught.compose(e);
    } else {
        fillArrays(e);
        placeValues(e, taught.place);
        if (taught.count)
            taught.count(e);
    }
    for (std::size_t a = 0; a < e.arrays.size(); ++a)
        if (e.arrays[a].element == ElementType::Value)
            e.m_values = static_cast<int>(a);
    orderSteps(e);
    tellAdded(e, taught.inTiles);
    e.label = kind.label;
    std::string text;
    for (const LearnParameter& p : kind.parameters)
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", p.label, parameters[p.name].get<std::int64_t>());
    if (!taught.derived.empty())
        text = fmt::format("{} {}", taught.derived, e.number(taught.derived));
    if (!text.empty())
        e.label += " (" + text + ")";
    e.kind = kind.label;
    e.parameters = std::move(text);
    return e;
}

} // namespace sparsescope::learn
