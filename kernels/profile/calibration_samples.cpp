#include "kernels/profile/calibration_samples.h"

#include "engine/core/error.h"
#include "engine/core/progress.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <set>
#include <string_view>

namespace sparsescope {

namespace {

std::vector<TileSample> spmmSamples()
{
    std::vector<TileSample> samples;
    for (std::int64_t width = 16; width <= 160; width += 16)
        samples.push_back({makeFormat("block", {{"rows", 16}, {"width", width}}), 16, width});
    for (const std::int64_t width : {16, 48, 96, 160})
        samples.push_back({makeFormat("block", {{"rows", 8}, {"width", width}}), 8, width});
    // The shapes of the search space for its widest and for narrower ELL rows, with and without shared columns.
    for (const std::int64_t widest : {4, 8, 32})
        for (std::int64_t width = 1; width <= widest; width *= 2)
            for (const std::int64_t share : {1, 3}) {
                const std::int64_t rows = 8 * widest / width;
                samples.push_back({makeFormat("ell", {{"rows", rows}, {"width", width}}), rows,
                                   std::max<std::int64_t>(rows * width / share, width)});
            }
    for (std::int64_t size = 32; size <= 256; size *= 2) {
        for (const std::int64_t perRow : {1, 4, 32})
            samples.push_back({makeFormat("1d", {{"size", size}}), size / perRow, size});
        for (const std::int64_t perRow : {1, 3, 13, 32})
            samples.push_back({makeFormat("csr", {{"places", size}}), size / perRow, size, size / perRow});
        samples.push_back(
            {makeFormat("csr", {{"places", size}}), 2 * size, size, 2 * size}); // every other row is empty
    }
    for (const auto& [places, perRow] : {std::pair{1024, 16}, {1024, 128}, {1024, 1024}, {4096, 64}, {4096, 4096}})
        samples.push_back({makeFormat("csr", {{"places", places}}), places / perRow, places, places / perRow});
    // Shared columns tell a row of B that is gathered from one that is gathered again.
    for (const auto& [places, perRow] : {std::pair{64, 4}, {256, 4}, {256, 32}, {1024, 4}, {1024, 32}}) {
        samples.push_back({makeFormat("1d", {{"size", places}}), places / perRow, places / 4});
        samples.push_back({makeFormat("csr", {{"places", places}}), places / perRow, places / 4, places / perRow});
    }
    for (const std::int64_t perRow : {4, 32})
        samples.push_back({makeFormat("1d", {{"size", 1024}}), 1024 / perRow, 1024});
    return samples;
}

// Samples for RGMS: places of one relation, in ELL and, where its kernels sum first, in CSR.
std::vector<TileSample> relationalSamples(DataType dtype)
{
    std::vector<TileSample> samples;
    for (const std::int64_t places : {64, 128, 512})
        for (const std::int64_t width : {1, 2, 8, 32})
            samples.push_back(
                {makeFormat("ell", {{"rows", places / width}, {"width", width}}), places / width, places});
    if (dtype != DataType::TFloat32)
        for (const auto& [places, perRow] : {std::pair{64, 1}, {64, 16}, {128, 4}, {256, 1}, {256, 32}, {512, 4}})
            samples.push_back({makeFormat("csr", {{"places", places}}), places / perRow, places, places / perRow});
    return samples;
}

// Samples for SpMV: larger tiles, as its plans have, and no blocks.
std::vector<TileSample> vectorSamples()
{
    std::vector<TileSample> samples;
    for (const std::int64_t places : {256, 2048}) {
        for (std::int64_t width = 1; width <= 32; width *= 2)
            for (const std::int64_t share : {1, 3})
                samples.push_back({makeFormat("ell", {{"rows", places / width}, {"width", width}}), places / width,
                                   std::max(places / share, width)});
        for (const std::int64_t perRow : {std::int64_t{1}, std::int64_t{4}, std::int64_t{16}, std::int64_t{64}, places})
            samples.push_back({makeFormat("csr", {{"places", places}}), places / perRow, places, places / perRow});
        for (const std::int64_t perRow : {4, 64})
            samples.push_back({makeFormat("csr", {{"places", places}}), places / perRow, places / 4, places / perRow});
    }
    for (const std::int64_t size : {64, 256, 1024})
        for (const std::int64_t perRow : {1, 4, 32})
            for (const std::int64_t share : {1, 4})
                samples.push_back({makeFormat("1d", {{"size", size}}), size / perRow, size / share});
    return samples;
}

// A matrix of rows of blocks, each full: `counts` says how many each has, at random places of the first `pool` of all,
// or of all where that is 0. Blocks of 1 x 1 are rows of so many non-zeros.
std::shared_ptr<const Matrix> blockMatrix(std::int64_t height, std::int64_t width,
                                          const std::vector<std::int64_t>& counts, std::int64_t pool, std::int64_t cols,
                                          std::mt19937& random)
{
    const auto places = static_cast<std::uint64_t>(pool > 0 ? std::min(pool, cols / width) : cols / width);
    std::vector<std::int64_t> rowPtr = {0};
    std::vector<std::int32_t> colIdx;
    for (const std::int64_t count : counts) {
        std::set<std::int64_t> blocks;
        while (static_cast<std::int64_t>(blocks.size()) <
               std::min<std::int64_t>(count, static_cast<std::int64_t>(places)))
            blocks.insert(static_cast<std::int64_t>(random() % places));
        for (std::int64_t r = 0; r < height; ++r) {
            for (const std::int64_t block : blocks)
                for (std::int64_t c = 0; c < width; ++c)
                    colIdx.push_back(static_cast<std::int32_t>(block * width + c));
            rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
        }
    }
    const auto rows = static_cast<std::int64_t>(rowPtr.size()) - 1;
    return std::make_shared<const Matrix>(rows, cols, std::move(rowPtr), std::move(colIdx), std::vector<double>(),
                                          MatrixSource());
}

TileSample wholeMatrix(const FormatPtr& format, std::shared_ptr<const Matrix> matrix)
{
    TileSample sample;
    sample.format = format;
    sample.plan = emptyPlan(*matrix, {}, 1);
    std::vector<std::uint32_t> positions(static_cast<std::size_t>(matrix->nnz()));
    std::iota(positions.begin(), positions.end(), 0u);
    TileSet tiles;
    format->cover(*matrix, positions, tiles, noProgress());
    addTiles(sample.plan, format, tiles);
    if (sample.plan.tiling().tiles.size() != 1)
        throw Error(ErrorKind::Internal, "a sample is not one tile", {.call = "calibrate"});
    sample.matrix = std::move(matrix);
    return sample;
}

// Rows of one length, with and without shared columns, and of many; narrow slices and wide ones.
std::vector<TileSample> sellSamples(bool vector, std::int64_t cols, std::mt19937& random)
{
    using Counts = std::vector<std::int64_t>;
    std::vector<TileSample> samples;
    const auto add = [&](std::int64_t c, const Counts& counts, std::int64_t pool) {
        const FormatPtr format = makeFormat("sell", {{"c", c}, {"sigma", static_cast<std::int64_t>(counts.size())}});
        samples.push_back(wholeMatrix(format, blockMatrix(1, 1, counts, pool, cols, random)));
    };
    const std::int64_t unit = vector ? 4 : 1; // tiles of SpMV are larger
    for (const std::int64_t c : {4, 32}) {
        for (const auto& [rows, length] :
             {std::pair{32, 4}, {32, 32}, {64, 8}, {64, 24}, {256, 1}, {256, 4}, {256, 12}})
            add(c, Counts(static_cast<std::size_t>(rows * (vector && rows < 256 ? 2 : 1)), length * unit),
                length % 8 == 0 ? 2 * length * unit : 0);
        Counts mixed(128);
        for (std::size_t i = 0; i < mixed.size(); ++i)
            mixed[i] = static_cast<std::int64_t>(i * i / 512) * unit; // from 0 to 31
        add(c, mixed, 0);
    }
    return samples;
}

// Groups of columns in rows of blocks of one height.
struct Shape {
    FormatPtr format;
    std::int64_t height, width; // of what has a column of its own: BSR: blocks; SR-BCRS: vectors, of any columns
    std::int64_t few, many;     // of these in a row of blocks
};

// BSR: blocks on a grid.
Shape gridShape(std::int64_t side)
{
    return {makeFormat("bsr", {{"height", side}, {"width", side}, {"places", 65536}}), side, side, 2, 8};
}

// SR-BCRS: groups of q vectors of t rows.
Shape stripeShape(std::int64_t t, std::int64_t q)
{
    return {makeFormat("srbcrs", {{"t", t}, {"q", q}, {"places", 65536}}), t, 1, q, 4 * q};
}

// Small and large tiles of short and long rows of blocks; one row alone, and some with shared columns.
void addBlocked(const Shape& shape, std::int64_t unit, std::int64_t cols, std::mt19937& random,
                std::vector<TileSample>& samples)
{
    const auto add = [&](std::int64_t rows, std::int64_t blocks, std::int64_t pool) {
        const std::vector<std::int64_t> counts(static_cast<std::size_t>(rows), blocks);
        samples.push_back(
            wholeMatrix(shape.format, blockMatrix(shape.height, shape.width, counts, pool, cols, random)));
    };
    for (const std::int64_t gathered : {64 * unit, 256 * unit, 512 * unit}) { // rows of B
        const std::int64_t blocks = gathered / shape.width;
        const std::int64_t few = std::min(blocks, shape.few);
        const std::int64_t many = std::min(blocks, shape.many);
        add(blocks / few, few, 0);
        add(blocks / many, many, 0);
        if (gathered == 256 * unit) {
            add(1, blocks, 0);
            add(blocks / many, many, 2 * many);
        }
    }
}

// Rows some way apart, and columns at random from the first on, as many different ones as the sample says.
void makeUp(const TileSample& sample, std::mt19937& random, std::int64_t first, std::int64_t cols,
            const PackedSpans& out)
{
    std::vector<std::int32_t> distinct(static_cast<std::size_t>(sample.distinctCols));
    for (std::int32_t& col : distinct)
        col = static_cast<std::int32_t>(first) + static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(cols));
    const std::span<const StoredArray> arrays = sample.format->arrays();
    for (std::size_t a = 0; a < arrays.size(); ++a) {
        const auto size = static_cast<std::int64_t>(out[a].size());
        for (std::int64_t i = 0; i < size; ++i) {
            std::int32_t& id = out[a][static_cast<std::size_t>(i)];
            if (arrays[a].element == ElementType::Row)
                id = static_cast<std::int32_t>(i * sample.distinctRows / size * 31);
            else if (arrays[a].element == ElementType::Column)
                id = distinct[static_cast<std::size_t>(i) % distinct.size()];
            else // of CSR: how many rows there are, and where each ends
                id = static_cast<std::int32_t>(arrays[a].name == "rows" ? sample.csrRows : sample.csrEnd(i + 1));
        }
    }
}

// Ends a tile's split rows: all of its rows, each shared with another tile, or none.
void addSplitRows(Packed& packed, std::size_t tile, bool split)
{
    const std::span<const StoredArray> arrays = packed.formatOf(tile).arrays();
    const PackedSpans spans = spansOf(packed, tile);
    if (packed.splitBegin.empty())
        packed.splitBegin.push_back(0);
    for (std::size_t a = 0; split && a < arrays.size(); ++a) {
        if (arrays[a].element != ElementType::Row)
            continue;
        std::int32_t last = -1;
        for (std::int32_t& row : spans[a]) {
            if (row < 0)
                continue;
            if (row != last) {
                const bool slots = packed.splitSums == SplitSums::Slots;
                const bool inPlace = !slots && !narrow(packed.op.dtype);
                const std::int32_t slot = inPlace ? row : static_cast<std::int32_t>(packed.rowOfSlot.size());
                if (!inPlace)
                    packed.rowOfSlot.insert(packed.rowOfSlot.end(), slots ? 2 : 1, row);
                if (!slots)
                    packed.addedRows.push_back(row);
                packed.splitRows.push_back({row, slot, 2, slot});
            }
            last = row;
            row = Packed::slotRow(packed.splitRows.back().slot);
        }
    }
    packed.splitBegin.push_back(static_cast<std::int32_t>(packed.splitRows.size()));
}

} // namespace

ArraySizes TileSample::sizes() const
{
    if (matrix)
        return format->sizes(plan.tiling().view(plan.tiling().tiles.front()));
    if (csrRows > 0)
        return {csrRows, 1, csrRows, format->packedCols(), format->packedValues()};
    return {format->packedRows(), format->packedCols(), format->packedValues()};
}

TileFeatures TileSample::features() const
{
    if (matrix)
        return format->features(plan.tiling().view(plan.tiling().tiles.front()), *matrix);
    const FormatFamily family = format->family();
    std::int64_t issued = 0, longest = 0;
    for (std::int64_t row = 0; row < csrRows; ++row) {
        issued += csrIssued(csrEnd(row + 1) - csrEnd(row));
        longest = std::max(longest, csrEnd(row + 1) - csrEnd(row));
    }
    if (family == FormatFamily::OneD || family == FormatFamily::CsrLike)
        return {format.get(), distinctRows, format->packedValues(), distinctCols, format->packedValues(),
                issued,       longest};
    return {format.get(), format->packedRows(), format->packedValues() / format->packedRows(), distinctCols};
}

std::vector<TileSample> searchedSamples(const Operator& op, bool blocks)
{
    std::vector<TileSample> samples = op.relational()     ? relationalSamples(op.dtype)
                                      : op.hasDenseAxis() ? spmmSamples()
                                                          : vectorSamples();
    if (!blocks)
        std::erase_if(samples, [](const TileSample& s) { return s.format->family() == FormatFamily::Block; });
    return samples;
}

std::vector<std::vector<TileSample>> classicSamples(const Operator& op)
{
    if (op.sampled() || op.relational())
        return {};
    std::mt19937 random(20240607);
    const bool vector = !op.hasDenseAxis();
    const std::int64_t cols = vector ? vectorSize : denseRows;
    const std::int64_t unit = vector ? 4 : 1;
    std::vector<std::vector<TileSample>> groups = {sellSamples(vector, cols, random), {}, {}};
    for (const std::int64_t side : {2, 4, 8, 16})
        addBlocked(gridShape(side), unit, cols, random, groups[1]);
    for (const auto& [t, q] : {std::pair{2, 4}, {4, 4}, {8, 16}, {16, 16}})
        addBlocked(stripeShape(t, q), unit, cols, random, groups[2]);
    return groups;
}

Packed packedOf(const std::vector<TileSample>& samples, const Operator& op, std::int64_t part, SplitSums sums)
{
    std::mt19937 random(20240607);
    Packed packed;
    packed.op = op;
    packed.rows = packed.cols = op.hasDenseAxis() ? denseRows : vectorSize;
    if (op.relational()) {
        packed.slices = 8;
        packed.cols *= packed.slices;
        packed.multipliesFirst = op.dtype == DataType::TFloat32;
    }
    packed.densePart = part;
    packed.splitSums = sums;
    // SDDMM: K in two parts, of which the second is zero. SpMM: rows as far apart as where several parts make one.
    packed.ld = op.sampled() ? 2 * part : op.hasDenseAxis() ? std::max<std::int64_t>(part, 128) : part;
    for (const TileSample& sample : samples)
        for (const bool split : {false, true}) {
            if (!split && sums == SplitSums::Slots)
                continue;
            const Format& format = *sample.format;
            auto at = std::find_if(packed.formats.begin(), packed.formats.end(),
                                   [&](const FormatPtr& f) { return f->label() == format.label(); });
            if (at == packed.formats.end())
                at = packed.formats.insert(packed.formats.end(), sample.format);
            const TaskKind kind{static_cast<std::int32_t>(at - packed.formats.begin()), split};
            auto place = std::find(packed.kinds.begin(), packed.kinds.end(), kind);
            if (place == packed.kinds.end())
                place = packed.kinds.insert(packed.kinds.end(), kind);
            appendTile(packed, static_cast<std::int32_t>(place - packed.kinds.begin()), sample.sizes());
            const std::size_t tile = packed.tiles.size() - 1;
            const PackedSpans arrays = spansOf(packed, tile);
            if (sample.matrix)
                sample.format->pack(sample.plan.tiling().view(sample.plan.tiling().tiles.front()), *sample.matrix,
                                    arrays);
            else
                makeUp(sample, random, static_cast<std::int64_t>(tile) % packed.slices * packed.shape().sliceCols(),
                       packed.shape().sliceCols(), arrays);
            if (!op.sampled())
                addSplitRows(packed, tile, split);
            const auto begin = static_cast<std::size_t>(packed.valueBegin(tile));
            for (std::size_t i = 0; i < static_cast<std::size_t>(packed.sizes[tile][format.valueArray()]); ++i) {
                storeValue(op.dtype, packed.values.data(), begin + i, 1);
                if (op.sampled())
                    packed.outputs[begin + i] = static_cast<std::int32_t>(packed.nnz++);
            }
        }
    for (std::size_t t = 0; t < packed.tiles.size(); ++t)
        packed.tasks.push_back({static_cast<std::int32_t>(t), 0});
    return packed;
}

} // namespace sparsescope
