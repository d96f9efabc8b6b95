#include "engine/plan/packed.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/core/parallel_sort.h"

#include <algorithm>
#include <atomic>
#include <limits>

namespace sparsescope {

namespace {

constexpr std::int64_t unit = 16; // bytes: every array begins at a multiple of it

// Finds which rows need zeroing, which accumulate in the scratch, and the slot of each of the latter.
void sortRows(const Plan& plan, Packed& packed, std::vector<std::int32_t>& slot)
{
    enum : std::uint8_t { untouched, plain, atomic };
    std::vector<std::uint8_t> use(static_cast<std::size_t>(plan.rows), untouched);
    for (const Tile& tile : plan.tiling().tiles)
        for (const std::int32_t r : plan.tiling().view(tile).rowIds)
            use[static_cast<std::size_t>(r)] = tile.atomic ? atomic : plain;
    const bool scratch = narrow(plan.op.dtype);
    for (std::size_t r = 0; r < use.size(); ++r) {
        if (use[r] == untouched || (use[r] == atomic && !scratch))
            packed.zeroRows.push_back(static_cast<std::int32_t>(r));
        if (use[r] == atomic && scratch) {
            slot[r] = static_cast<std::int32_t>(packed.atomicRows.size());
            packed.atomicRows.push_back(static_cast<std::int32_t>(r));
        }
    }
}

// The arrays of whole numbers of a tile.
template <class T>
PerArray<std::span<T>> arraysIn(const Format& format, const PackedTile& tile, const ArraySizes& sizes,
                                std::span<T> indices)
{
    PerArray<std::span<T>> spans;
    const std::span<const StoredArray> arrays = format.arrays();
    for (std::size_t a = 0; a < arrays.size(); ++a)
        if (arrays[a].element != ElementType::Value)
            spans[a] = indices.subspan(tile.begin[a] * std::size_t{unit / 4}, static_cast<std::size_t>(sizes[a]));
    return spans;
}

// Room for a tile behind those that are there, without any.
struct Reserved {
    std::int64_t indices = 0, values = 0; // units
};

PackedTile reserve(const Format& format, std::int32_t kind, const ArraySizes& sizes, DataType dtype, Reserved& taken)
{
    PackedTile tile;
    tile.kind = kind;
    const std::span<const StoredArray> arrays = format.arrays();
    for (std::size_t a = 0; a < arrays.size(); ++a) {
        const bool value = arrays[a].element == ElementType::Value;
        std::int64_t& at = value ? taken.values : taken.indices;
        tile.begin[a] = static_cast<std::uint32_t>(at);
        at += (sizes[a] * (value ? bytesOf(dtype) : 4) + unit - 1) / unit;
        if (at > std::numeric_limits<std::uint32_t>::max())
            failInput("the packed plan is larger than kernels can address: 64 GiB of indices or of values");
    }
    return tile;
}

void packTile(const Plan& plan, const Matrix& matrix, std::size_t t, Packed& packed,
              const std::vector<std::int32_t>& slot, const Progress& progress)
{
    const Tile& tile = plan.tiling().tiles[t];
    const Format& format = packed.formatOf(t);
    const std::span<const StoredArray> arrays = format.arrays();
    const TileView view = plan.tiling().view(tile);
    const PackedSpans spans = spansOf(packed, t);
    format.pack(view, matrix, spans);
    if (tile.atomic && packed.usesScratch())
        for (std::size_t a = 0; a < arrays.size(); ++a)
            if (arrays[a].element == ElementType::Row)
                for (std::int32_t& r : spans[a])
                    r = r < 0 ? r : slot[static_cast<std::size_t>(r)];

    std::vector<std::int64_t> places(static_cast<std::size_t>(packed.sizes[t][format.valueArray()]));
    format.places(view, matrix, plan.op.dtype, places);
    const std::int64_t begin = packed.valueBegin(t);
    std::uint8_t* values = packed.values.data() + begin * bytesOf(plan.op.dtype);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (i % 65536 == 0)
            progress.check();
        const bool holds = places[i] != Format::padding && !Entry::redundant(static_cast<std::uint32_t>(places[i]));
        const auto value = holds ? static_cast<float>(matrix.value(places[i])) : 0.0f;
        storeValue(plan.op.dtype, values, i, value);
        if (!packed.outputs.empty())
            packed.outputs[static_cast<std::size_t>(begin) + i] = holds ? static_cast<std::int32_t>(places[i]) : -1;
    }
}

} // namespace

const Format& Packed::formatOf(std::size_t tile) const
{
    return *formats[static_cast<std::size_t>(kinds[static_cast<std::size_t>(tiles[tile].kind)].format)];
}

std::string Packed::kindLabel(std::size_t kind) const
{
    return formats[static_cast<std::size_t>(kinds[kind].format)]->label() + (kinds[kind].atomic ? ", atomic" : "");
}

PackedTileView Packed::view(std::size_t t) const
{
    const Format& format = formatOf(t);
    const std::int64_t begin = valueBegin(t);
    PackedTileView view{arraysIn(format, tiles[t], sizes[t], std::span(indices)),
                        values.data() + begin * bytesOf(op.dtype)};
    if (!outputs.empty())
        view.outputs = std::span(outputs).subspan(static_cast<std::size_t>(begin),
                                                  static_cast<std::size_t>(sizes[t][format.valueArray()]));
    return view;
}

std::int64_t Packed::valueBegin(std::size_t t) const
{
    return std::int64_t{tiles[t].begin[formatOf(t).valueArray()]} * unit / bytesOf(op.dtype);
}

std::span<const std::int32_t> Packed::array(std::size_t t, const std::string& name) const
{
    const std::span<const StoredArray> arrays = formatOf(t).arrays();
    for (std::size_t a = 0; a < arrays.size(); ++a)
        if (arrays[a].name == name && arrays[a].element != ElementType::Value)
            return view(t)[a];
    throw Error(ErrorKind::Internal, formatOf(t).label() + " has no array " + name);
}

void Packed::forEachPlace(std::size_t t, const Format::PlacesBody& body) const
{
    PackedTileView tile = view(t);
    PerArray<std::vector<std::int32_t>> own;
    if (kinds[static_cast<std::size_t>(tiles[t].kind)].atomic && usesScratch()) {
        const std::span<const StoredArray> arrays = formatOf(t).arrays();
        for (std::size_t a = 0; a < arrays.size(); ++a) {
            if (arrays[a].element != ElementType::Row)
                continue;
            own[a].assign(tile[a].begin(), tile[a].end());
            for (std::int32_t& row : own[a])
                row = row < 0 ? row : atomicRows[static_cast<std::size_t>(row)];
            tile.arrays[a] = own[a];
        }
    }
    formatOf(t).forEachPlace(tile, op.dtype, body);
}

std::int64_t Packed::bytes() const
{
    return static_cast<std::int64_t>(4 * (indices.size() + zeroRows.size() + atomicRows.size() + outputs.size()) +
                                     values.size() + sizeof(PackedTile) * tiles.size() + sizeof(Task) * tasks.size());
}

MatrixPtr unpack(const Packed& packed)
{
    struct Place {
        std::int32_t row, col;
        double value;
    };
    std::vector<Place> places;
    for (std::size_t t = 0; t < packed.tiles.size(); ++t)
        packed.forEachPlace(t, [&](std::span<const PackedPlace> some) {
            for (const PackedPlace& place : some)
                if (packed.outputs.empty() ? place.value != 0 : place.output >= 0)
                    places.push_back(
                        {place.row, static_cast<std::int32_t>(place.col), static_cast<double>(place.value)});
        });
    std::sort(places.begin(), places.end(),
              [](const Place& a, const Place& b) { return a.row != b.row ? a.row < b.row : a.col < b.col; });
    std::vector<std::int64_t> rowPtr(static_cast<std::size_t>(packed.rows) + 1, 0);
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    for (const Place& place : places) {
        ++rowPtr[static_cast<std::size_t>(place.row) + 1];
        colIdx.push_back(place.col);
        values.push_back(place.value);
    }
    for (std::size_t r = 1; r < rowPtr.size(); ++r)
        rowPtr[r] += rowPtr[r - 1];
    MatrixSource source;
    source.name = "unpacked";
    return std::make_shared<const Matrix>(packed.rows, packed.cols, std::move(rowPtr), std::move(colIdx),
                                          std::move(values), std::move(source));
}

void appendTile(Packed& packed, std::int32_t kind, const ArraySizes& sizes)
{
    const Format& format =
        *packed.formats[static_cast<std::size_t>(packed.kinds[static_cast<std::size_t>(kind)].format)];
    Reserved taken{static_cast<std::int64_t>(packed.indices.size()) * 4 / unit,
                   static_cast<std::int64_t>(packed.values.size()) / unit};
    packed.tiles.push_back(reserve(format, kind, sizes, packed.op.dtype, taken));
    packed.sizes.push_back(sizes);
    packed.indices.resize(static_cast<std::size_t>(taken.indices * unit / 4));
    packed.values.resize(static_cast<std::size_t>(taken.values * unit));
    if (packed.op.sampled())
        packed.outputs.resize(static_cast<std::size_t>(taken.values * unit / bytesOf(packed.op.dtype)), -1);
}

PackedSpans spansOf(Packed& packed, std::size_t t)
{
    return arraysIn(packed.formatOf(t), packed.tiles[t], packed.sizes[t], std::span(packed.indices));
}

Packed pack(const Plan& plan, const Matrix& matrix, Progress& progress)
{
    const bool sampled = plan.op.sampled();
    progress.report("pack", 0);
    Packed packed;
    packed.op = plan.op;
    packed.rows = plan.rows;
    packed.cols = plan.cols;
    packed.nnz = plan.nnz;
    // A part that is the whole dense loop is rounded up to whole sectors of any data type; a vector has none.
    const bool padded = plan.op.hasDenseAxis() && plan.denseParts() == 1;
    packed.densePart = padded ? (plan.densePart + 31) / 32 * 32 : plan.densePart;
    packed.ld = plan.denseParts() * packed.densePart;
    packed.formats = plan.tiling().formats;

    std::vector<std::int32_t> slot(static_cast<std::size_t>(plan.rows), -1);
    if (!sampled)
        sortRows(plan, packed, slot);

    // Kinds in the order of formats, so that plans with the same formats make the same source.
    for (std::size_t f = 0; f < plan.tiling().formats.size(); ++f)
        for (const bool atomic : {false, true})
            if (std::any_of(plan.tiling().tiles.begin(), plan.tiling().tiles.end(), [&](const Tile& t) {
                    return t.format == static_cast<std::int32_t>(f) && t.atomic == atomic;
                }))
                packed.kinds.push_back({static_cast<std::int32_t>(f), atomic});

    Reserved taken;
    for (const Tile& tile : plan.tiling().tiles) {
        progress.check();
        const Format& format = plan.tiling().formatOf(tile);
        const ArraySizes sizes = format.sizes(plan.tiling().view(tile));
        const auto kind = static_cast<std::int32_t>(
            std::find(packed.kinds.begin(), packed.kinds.end(), TaskKind{tile.format, tile.atomic}) -
            packed.kinds.begin());
        packed.tiles.push_back(reserve(format, kind, sizes, plan.op.dtype, taken));
        packed.sizes.push_back(sizes);
    }
    const std::int64_t values = taken.values * unit / bytesOf(plan.op.dtype);
    requireMemory(static_cast<std::uint64_t>(unit * (taken.indices + taken.values) + (sampled ? 4 * values : 0)), {},
                  "packing the plan");
    packed.indices.resize(static_cast<std::size_t>(taken.indices * unit / 4));
    packed.values.resize(static_cast<std::size_t>(taken.values * unit));
    if (sampled)
        packed.outputs.resize(static_cast<std::size_t>(values), -1);
    // A range may be a large part of the plan, and a tile a large part of a range.
    std::atomic<std::size_t> done = 0;
    parallelEach(static_cast<std::int64_t>(plan.tiling().tiles.size()), 64, [&](std::int64_t t) {
        progress.check();
        packTile(plan, matrix, static_cast<std::size_t>(t), packed, slot, progress);
        if (const std::size_t now = ++done; now % 64 == 0)
            progress.report("pack", static_cast<double>(now) / static_cast<double>(plan.tiling().tiles.size()));
    });
    progress.check();

    const std::int64_t parts = plan.denseParts();
    packed.tasks.reserve(plan.tiling().tiles.size() * static_cast<std::size_t>(parts));
    for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t)
        for (std::int64_t part = 0; part < parts; ++part)
            packed.tasks.push_back({static_cast<std::int32_t>(t), static_cast<std::int32_t>(part)});
    parallelSort(packed.tasks.begin(), packed.tasks.end(), [&](const Task& a, const Task& b) {
        const double costA = plan.tiling().tiles[static_cast<std::size_t>(a.tile)].cost;
        const double costB = plan.tiling().tiles[static_cast<std::size_t>(b.tile)].cost;
        return costA != costB ? costA > costB : a.tile != b.tile ? a.tile < b.tile : a.part < b.part;
    });
    progress.report("pack", 1);
    return packed;
}

} // namespace sparsescope
