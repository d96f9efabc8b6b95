#include "engine/plan/packed.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/plan/graph/apply.h"
#include "engine/plan/graph/kept_results.h"
#include "engine/plan/graph/kernel_graph.h"
#include "engine/plan/split_rows.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

namespace sparsescope {

namespace {

constexpr std::int64_t unit = 16; // bytes: every array begins at a multiple of it

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

// Puts slots in place of split rows in an array of a tile's rows.
void takeSlots(std::span<const SplitRow> splits, std::span<std::int32_t> rows)
{
    std::vector<SplitRow> byRow(splits.begin(), splits.end());
    std::sort(byRow.begin(), byRow.end(), [](const SplitRow& a, const SplitRow& b) { return a.row < b.row; });
    for (std::int32_t& r : rows) {
        const auto found = std::lower_bound(byRow.begin(), byRow.end(), r,
                                            [](const SplitRow& s, std::int32_t row) { return s.row < row; });
        if (r >= 0 && found != byRow.end() && found->row == r)
            r = Packed::slotRow(found->slot);
    }
}

// Stored rows that hold parts of one row stand one after another: all but the first say so.
void markAgain(std::span<std::int32_t> rows)
{
    std::int32_t last = -1;
    for (std::int32_t& r : rows)
        if (r >= 0 && r == last)
            r = Packed::again;
        else
            last = r;
}

void packTile(const Plan& plan, const Matrix& matrix, std::size_t t, Packed& packed, const Progress& progress)
{
    const Tile& tile = plan.tiling().tiles[t];
    const Format& format = packed.formatOf(t);
    const std::span<const StoredArray> arrays = format.arrays();
    const TileView view = plan.tiling().view(tile);
    const PackedSpans spans = spansOf(packed, t);
    format.pack(view, matrix, spans);
    const bool folded = packed.kinds[at(packed.tiles[t].kind)].folds;
    const std::span<const SplitRow> splits = packed.splitRowsOf(t);
    for (std::size_t a = 0; a < arrays.size(); ++a) {
        if (arrays[a].element != ElementType::Row)
            continue;
        if (folded)
            markAgain(spans[a]);
        if (!splits.empty())
            takeSlots(splits, spans[a]);
    }

    const std::int64_t begin = packed.valueBegin(t);
    std::span<std::int32_t> outputs(packed.outputs);
    if (!outputs.empty())
        outputs = outputs.subspan(at(begin), at(packed.sizes[t][format.valueArray()]));
    format.packValues(view, matrix, plan.op.dtype, packed.values.data() + begin * bytesOf(plan.op.dtype), outputs,
                      progress);
}

// A row that one tile holds may have several writers in it, who are one where the last of them stores it.
std::vector<std::uint8_t> partsOfRows(std::span<const graph::JoinedTiles> joined, std::int64_t rows)
{
    const std::int32_t most = graph::keepsResults(joined) ? 1 : 2;
    std::vector<std::uint8_t> parts;
    for (const std::int32_t writers : graph::rowWriters(joined, rows))
        parts.push_back(static_cast<std::uint8_t>(std::min(writers, most)));
    return parts;
}

// The slot of each row of the matrix that results of a graph are added to.
std::vector<std::int32_t> graphSlots(const Packed& packed)
{
    std::vector<std::int32_t> slots(at(packed.rows), -1);
    for (std::size_t i = 0; i < packed.addedRows.size(); ++i)
        slots[at(packed.addedRows[i])] = narrow(packed.op.dtype) ? static_cast<std::int32_t>(i) : 0;
    return slots;
}

// What the kernel of a graph reads: the arrays of its branches, and the values as they stand in the packed tiles.
void addKernelGraph(std::span<const graph::JoinedTiles> joined, const Matrix& matrix, graph::Compression compression,
                    Packed& packed, Progress& progress)
{
    const std::vector<std::int32_t> slots = graphSlots(packed);
    graph::KernelGraph made = graph::kernelGraph(joined, slots, matrix, compression, progress);
    const auto element = at(bytesOf(packed.op.dtype));
    for (graph::KernelBranch& branch : made.branches) {
        branch.values.reserve(at(branch.places) * element);
        for (auto t = at(branch.firstTile); t < at(branch.firstTile + branch.bmtbs); ++t) {
            const auto begin = packed.values.begin() + packed.valueBegin(t) * bytesOf(packed.op.dtype);
            branch.values.insert(branch.values.end(), begin,
                                 begin + packed.sizes[t][packed.formatOf(t).valueArray()] * bytesOf(packed.op.dtype));
            packed.tasks.push_back({static_cast<std::int32_t>(t), 0});
        }
    }
    packed.graph = std::make_shared<const graph::KernelGraph>(std::move(made));
}

} // namespace

const Format& Packed::formatOf(std::size_t tile) const
{
    return *formats[static_cast<std::size_t>(kinds[static_cast<std::size_t>(tiles[tile].kind)].format)];
}

std::int64_t Packed::rowPlaces() const
{
    return sizes.front()[formatOf(0).valueArray()] / std::max<std::int64_t>(rows, 1);
}

std::string name(Codegen codegen)
{
    return codegen == Codegen::Template ? "template" : "ir";
}

Codegen usualCodegen(const Plan& plan)
{
    return keptPrograms(plan.options).tiled == KeptProgram() ? Codegen::Template : Codegen::Program;
}

std::string Packed::kindLabel(std::size_t kind) const
{
    return sparsescope::kindLabel(*formats[static_cast<std::size_t>(kinds[kind].format)], kinds[kind].split, op);
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

std::span<const SplitRow> Packed::splitRowsOf(std::size_t t) const
{
    if (splitBegin.empty())
        return {};
    return std::span(splitRows).subspan(at(splitBegin[t]), at(splitBegin[t + 1] - splitBegin[t]));
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

std::vector<std::int32_t> Packed::rowsIn(std::size_t t, std::size_t array) const
{
    const std::span<const std::int32_t> stored = view(t)[array];
    std::vector<std::int32_t> rows(stored.begin(), stored.end());
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = rows[i] == again ? rows[i - 1] : rowOf(rows[i]);
    return rows;
}

void Packed::forEachPlace(std::size_t t, const Format::PlacesBody& body) const
{
    PackedTileView tile = view(t);
    PerArray<std::vector<std::int32_t>> own;
    if (!splitRowsOf(t).empty() || kinds[at(tiles[t].kind)].folds) {
        const std::span<const StoredArray> arrays = formatOf(t).arrays();
        for (std::size_t a = 0; a < arrays.size(); ++a)
            if (arrays[a].element == ElementType::Row)
                tile.arrays[a] = own[a] = rowsIn(t, a);
    }
    formatOf(t).forEachPlace(tile, op.dtype, body);
}

std::int64_t Packed::bytes() const
{
    if (graph) // in place of the tiles' arrays
        return graph->bytes() + std::ssize(addedRows) * 4 + std::ssize(emptyRows) * 4;
    return static_cast<std::int64_t>(
        4 * (indices.size() + addedRows.size() + emptyRows.size() + splitBegin.size() + outputs.size()) +
        values.size() + sizeof(SplitRow) * splitRows.size() + sizeof(PackedTile) * tiles.size() +
        sizeof(Task) * tasks.size());
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
                    places.push_back({place.row, static_cast<std::int32_t>(place.col), place.value});
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

std::int64_t packedPart(const PlanHeader& plan)
{
    const bool padded = plan.op.hasDenseAxis() && plan.denseParts() == 1;
    return padded ? (plan.densePart + 31) / 32 * 32 : plan.densePart;
}

Packed pack(const Plan& plan, const Matrix& matrix, Progress& progress, Codegen codegen, bool written)
{
    const bool sampled = plan.op.sampled();
    progress.report("pack", 0);
    Packed packed;
    packed.op = plan.op;
    packed.rows = plan.rows;
    packed.cols = plan.cols;
    packed.nnz = plan.nnz;
    packed.slices = matrix.slices();
    packed.multipliesFirst = plan.multipliesFirst();
    packed.densePart = packedPart(plan);
    packed.ld = plan.denseParts() * packed.densePart;
    packed.formats = plan.tiling().formats;
    const bool ownKernel = graph::hasKernelGraph(plan);
    packed.codegen = codegen;
    if (codegen == Codegen::Program)
        packed.written = keptPrograms(plan.options).tiled;
    packed.splitSums = ownKernel ? SplitSums::Atomic : plan.tiling().splitSums;
    std::vector<graph::JoinedTiles> joined;
    if (ownKernel)
        joined = graph::joinTiles(plan.tiling(), matrix, progress);
    const std::vector<bool> adding = addingFormats(plan, codegen);
    const bool folding =
        !sampled && !plan.op.relational() && (codegen == Codegen::Template || (!written && foldsPrinted(packed)));
    if (!sampled) {
        std::vector<std::uint8_t> parts = ownKernel ? partsOfRows(joined, plan.rows) : tilesOfRows(plan);
        if (!ownKernel &&
            addParts(plan.tiling(), adding, !folding && (codegen == Codegen::Program || plan.op.relational()), parts))
            packed.splitSums = SplitSums::Atomic;
        findSplitRows(plan, parts, packed);
    }
    const auto splits = [&](std::size_t tile) {
        if (ownKernel)
            return false; // a branch stores rows and adds to them
        return sampled ? packed.addsOutputs() : !packed.splitRowsOf(tile).empty();
    };

    // Kinds in the order of formats, so that plans with the same formats make the same source.
    std::vector<std::array<bool, 2>> used(plan.tiling().formats.size(), {false, false}), folded = used;
    for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t) {
        const Tile& tile = plan.tiling().tiles[t];
        const std::size_t split = splits(t) ? 1 : 0;
        used[at(tile.format)][split] = true;
        if (folding && !adding[at(tile.format)] && !folded[at(tile.format)][split])
            folded[at(tile.format)][split] = folds(plan.tiling().formatOf(tile), plan.tiling().view(tile));
    }
    for (std::size_t f = 0; f < used.size(); ++f)
        for (const bool split : {false, true})
            if (used[f][split ? 1 : 0])
                packed.kinds.push_back({static_cast<std::int32_t>(f), split, folded[f][split ? 1 : 0], adding[f]});

    Reserved taken;
    for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t) {
        progress.check();
        const Tile& tile = plan.tiling().tiles[t];
        const Format& format = plan.tiling().formatOf(tile);
        const ArraySizes sizes = format.sizes(plan.tiling().view(tile));
        const auto kind = static_cast<std::int32_t>(
            std::find_if(packed.kinds.begin(), packed.kinds.end(),
                         [&](const TaskKind& k) { return k.format == tile.format && k.split == splits(t); }) -
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
        packTile(plan, matrix, static_cast<std::size_t>(t), packed, progress);
        if (const std::size_t now = ++done; now % 64 == 0)
            progress.report("pack", static_cast<double>(now) / static_cast<double>(plan.tiling().tiles.size()));
    });
    progress.check();

    packed.byLibrary = ranByLibrary(plan);
    if (ownKernel)
        addKernelGraph(joined, matrix, graph::compressionOf(plan), packed, progress);
    else if (!packed.byLibrary)
        packed.tasks = launched(plan.tiling(), tileCosts(plan.tiling()), plan.denseParts(), plan.tiling().launchOrder);
    progress.report("pack", 1);
    return packed;
}

std::vector<std::int32_t> valuePositions(const Plan& plan, const Matrix& matrix, const Packed& packed,
                                         Progress& progress)
{
    const std::int64_t element = bytesOf(packed.op.dtype);
    const auto valuesOf = [&](std::size_t t) { return at(packed.sizes[t][packed.formatOf(t).valueArray()]); };
    std::vector<std::int32_t> positions = packed.outputs;
    if (!packed.op.sampled()) {
        positions.assign(packed.values.size() / at(element), -1);
        parallelEach(std::ssize(packed.tiles), 64, [&](std::int64_t i) {
            progress.check();
            const std::size_t t = at(i);
            std::vector<std::uint8_t> again(valuesOf(t) * at(element), 0);
            packed.formatOf(t).packValues(
                plan.tiling().view(plan.tiling().tiles[t]), matrix, packed.op.dtype, again.data(),
                std::span(positions).subspan(at(packed.valueBegin(t)), valuesOf(t)), progress);
        });
    }
    if (!packed.graph)
        return positions;
    std::vector<std::int32_t> ofBranches;
    for (const graph::KernelBranch& branch : packed.graph->branches)
        for (auto t = at(branch.firstTile); t < at(branch.firstTile + branch.bmtbs); ++t) {
            const auto begin = positions.begin() + packed.valueBegin(t);
            ofBranches.insert(ofBranches.end(), begin, begin + static_cast<std::ptrdiff_t>(valuesOf(t)));
        }
    return ofBranches;
}

Packed packForKernel(const graph::Applied& applied, const Matrix& matrix, const Operator& op,
                     graph::Compression compression, Progress& progress)
{
    Packed packed;
    packed.op = op;
    packed.rows = matrix.rows();
    packed.cols = matrix.cols();
    packed.nnz = matrix.nnz();
    packed.densePart = packed.ld = 1;
    packed.splitSums = SplitSums::Atomic;
    const std::vector<graph::JoinedTiles> joined = graph::joinBranches(applied, matrix);
    const bool kept = graph::keepsResults(joined);
    for (std::int32_t r = 0; r < packed.rows; ++r) {
        const std::int32_t writers = (*applied.rowWriters)[at(r)];
        if (writers == 0)
            packed.emptyRows.push_back(r);
        if (writers > 1 && !kept)
            packed.addedRows.push_back(r);
    }
    if (narrow(op.dtype))
        packed.rowOfSlot = packed.addedRows;

    graph::KernelGraph made = graph::kernelGraph(joined, graphSlots(packed), matrix, compression, progress);
    for (std::size_t i = 0; i < made.branches.size(); ++i) {
        progress.check();
        graph::KernelBranch& branch = made.branches[i];
        const auto entries = joined[i].metadata[graph::Array::Entries];
        branch.values.resize(entries.size() * at(bytesOf(op.dtype)));
        parallelEach(std::ssize(entries), 1 << 14, [&](std::int64_t p) {
            if (const std::int32_t entry = entries[at(p)]; entry >= 0)
                storeValue(op.dtype, branch.values.data(), at(p), matrix.value(entry));
        });
        const auto kind = static_cast<std::int32_t>(packed.kinds.size());
        packed.formats.push_back(makeFormat("graph", {{"leaf", graph::toJson(branch.nodes)}}));
        packed.kinds.push_back({.format = kind});
        packed.tiles.resize(std::max(packed.tiles.size(), at(branch.firstTile + branch.bmtbs)));
        for (std::int64_t t = branch.firstTile; t < branch.firstTile + branch.bmtbs; ++t) {
            packed.tiles[at(t)].kind = kind;
            packed.tasks.push_back({static_cast<std::int32_t>(t), 0});
        }
    }
    if (!made.branches.empty()) // of a matrix without non-zeros there is nothing to compute
        packed.graph = std::make_shared<const graph::KernelGraph>(std::move(made));
    return packed;
}

} // namespace sparsescope
