#include "kernels/profile/saturated.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "kernels/generate/pieces.h"
#include "kernels/profile/sampling.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <span>

namespace sparsescope {

namespace {

constexpr std::int64_t copiesPerSm = 64;
constexpr std::int64_t leastPerSm = 8;
// Copies share outputs, and slots of parts, of so many bytes, which stay in the L2 cache: as in most plans, and what a
// larger output takes from the memory is no cost of a tile.
constexpr std::size_t outputInCache = std::size_t{16} << 20;

// Is what the tile computes a part of a result?
bool splits(const Packed& packed, std::size_t tile)
{
    return packed.kinds[at(packed.tiles[tile].kind)].split;
}

// Bytes of output and of slots that one copy of a tile writes.
std::size_t outputBytes(const Packed& packed, std::size_t tile)
{
    const Format& format = packed.formatOf(tile);
    const std::span<const StoredArray> arrays = format.arrays();
    std::int64_t rows = 0;
    for (std::size_t a = 0; a < arrays.size(); ++a)
        rows += arrays[a].element == ElementType::Row ? packed.sizes[tile][a] : 0;
    const std::int64_t outputs = packed.op.sampled() ? packed.sizes[tile][format.valueArray()] : rows * packed.ld;
    return static_cast<std::size_t>(outputs * (bytesOf(packed.op.dtype) + (splits(packed, tile) ? 8 : 0)));
}

// How many outputs so many copies of a tile write: the next ones begin anew. An even number, as two copies share the
// split rows. SDDMM's outputs are a value a place: each copy has its own.
std::int64_t outputsOf(const Packed& packed, std::size_t tile, std::int64_t copies)
{
    if (packed.op.sampled())
        return copies;
    const auto pairs =
        static_cast<std::int64_t>(outputInCache / std::max<std::size_t>(outputBytes(packed, tile), 1) / 2);
    return std::min(copies, 2 * std::max<std::int64_t>(pairs, 1));
}

std::size_t outputBytes(const Packed& packed, std::size_t tile, std::int64_t copies)
{
    return outputBytes(packed, tile) * at(outputsOf(packed, tile, copies));
}

// As many as are wanted, or as many as the budget has outputs for.
std::int64_t copiesOf(const Packed& packed, std::size_t tile, std::size_t budget, int sms)
{
    std::int64_t perSm = copiesPerSm;
    while (perSm > 0 && outputBytes(packed, tile, perSm * sms) > budget)
        --perSm;
    return perSm * sms;
}

// The largest power of two that divides all of these columns, up to 64: where blocks begin at multiples of their width,
// those of copies do too.
std::int64_t commonPower(std::span<const std::int32_t> cols, std::int64_t extent)
{
    std::int64_t unit = cols.empty() ? 1 : 64;
    for (const std::int32_t col : cols)
        while (col % unit != 0)
            unit /= 2;
    return extent < 64 ? 1 : unit;
}

// A copy's split rows: two copies share each that the tile shares with others, so that the second to end adds up two
// slots, one for each of them. Slots are taken again as outputs are: sums of copies that run at once may be mixed up,
// but each takes the time of its own.
void copySplitRows(const Packed& packed, std::size_t tile, std::int64_t copies, Packed& made)
{
    const std::span<const SplitRow> own = packed.splitRowsOf(tile);
    const std::int64_t outputs = outputsOf(packed, tile, copies);
    made.splitBegin = {0};
    for (std::int64_t c = 0; c < copies; ++c) {
        for (std::size_t i = 0; i < own.size(); ++i) {
            SplitRow split = own[i];
            const std::int64_t pair = c % outputs - c % outputs % 2;
            const auto take = [&](std::int64_t count) {
                const auto first = static_cast<std::int32_t>(made.rowOfSlot.size());
                made.rowOfSlot.resize(made.rowOfSlot.size() + at(count));
                return first;
            };
            split.row =
                static_cast<std::int32_t>(pair * static_cast<std::int64_t>(own.size()) + static_cast<std::int64_t>(i));
            split.tiles = std::min(split.tiles, 2);
            split.firstSlot = c == pair ? take(split.tiles) : made.splitRows[at(pair) * own.size() + i].firstSlot;
            split.slot = split.firstSlot + (split.tiles > 1 && c % 2 == 1 ? 1 : 0);
            made.splitRows.push_back(split);
        }
        made.splitBegin.push_back(static_cast<std::int32_t>(made.splitRows.size()));
    }
}

// Copies of one tile. Each has its own arrays; as the tiles of a plan would, it writes other rows than its neighbours,
// and reads rows of the dense operands as far apart as the tile's, but others than they do. Where the dense loop of
// SDDMM is split, copies are two parts of half as many tiles.
Packed copiesOfTile(const Packed& packed, std::size_t tile, std::int64_t copies)
{
    constexpr std::int64_t shift = 7919; // a prime: copies spread over all rows of a dense operand
    const bool sampled = packed.op.sampled();
    const PackedTileView view = packed.view(tile);
    const Format& format = packed.formatOf(tile);
    const std::span<const StoredArray> arrays = format.arrays();
    const auto element = static_cast<std::size_t>(bytesOf(packed.op.dtype));
    const auto values = static_cast<std::size_t>(packed.sizes[tile][format.valueArray()]);
    // By steps of `unit`, which divides the id.
    const auto shifted = [](std::int32_t id, std::int64_t c, std::int64_t extent, std::int64_t unit = 1) {
        return static_cast<std::int32_t>((id / unit + c * shift) % std::max<std::int64_t>(extent / unit, 1) * unit);
    };
    const std::int64_t n = packed.op.relational() ? packed.shape().sliceCols() : packed.cols;
    PerArray<std::int64_t> units{}; // of columns
    for (std::size_t a = 0; a < arrays.size(); ++a)
        units[a] = arrays[a].element == ElementType::Column ? commonPower(view[a], n) : 1;
    // A tile's columns stay in their relation.
    const auto shiftedColumn = [&](std::int32_t id, std::int64_t c, std::int64_t unit) {
        const auto within = static_cast<std::int32_t>(id % n);
        return id - within + shifted(within, c, n, unit);
    };
    const bool parts = sampled && splits(packed, tile);
    const std::int64_t tiles = parts ? copies / 2 : copies;
    const std::int64_t outputs = outputsOf(packed, tile, copies);
    Packed made;
    made.op = packed.op;
    made.codegen = packed.codegen;
    made.formats = packed.formats;
    made.kinds = packed.kinds;
    for (std::int64_t c = 0; c < copies; ++c)
        made.tasks.push_back(
            {static_cast<std::int32_t>(parts ? c / 2 : c), static_cast<std::int32_t>(parts ? c % 2 : 0)});
    for (std::int64_t c = 0; c < tiles; ++c)
        appendTile(made, packed.tiles[tile].kind, packed.sizes[tile]);
    const std::span<const SplitRow> own = packed.splitRowsOf(tile);
    if (!own.empty())
        copySplitRows(packed, tile, copies, made);
    // The slot of a copy that stands for one of the tile.
    const auto copied = [&](std::int32_t stored, std::int64_t c) {
        const std::int32_t slot = Packed::slotOf(stored);
        for (std::size_t i = 0; i < own.size(); ++i) {
            const SplitRow& split = made.splitRows[at(made.splitBegin[at(c)]) + i];
            if (slot == own[i].slot)
                return Packed::slotRow(split.slot);
        }
        return std::int32_t{-1};
    };
    parallelEach(tiles, 64, [&](std::int64_t c) {
        const PackedSpans to = spansOf(made, static_cast<std::size_t>(c));
        for (std::size_t a = 0; a < arrays.size(); ++a) {
            if (arrays[a].element == ElementType::Value)
                continue;
            std::int32_t row = 0; // of the output, that a copy's row becomes
            for (std::size_t i = 0; i < view[a].size(); ++i) {
                const std::int32_t id = view[a][i];
                if (arrays[a].element == ElementType::Row) {
                    row = i > 0 && id == view[a][i - 1]
                              ? row
                              : static_cast<std::int32_t>(at(c % outputs) * view[a].size() + i);
                    to[a][i] = id == Packed::again ? id
                               : id < -1           ? copied(id, c)
                               : id < 0            ? -1
                               : sampled           ? shifted(id, c, packed.rows)
                                                   : row;
                } else {
                    to[a][i] = arrays[a].element == ElementType::Column ? shiftedColumn(id, c, units[a]) : id;
                }
            }
        }
        const auto begin = static_cast<std::size_t>(made.valueBegin(static_cast<std::size_t>(c)));
        std::memcpy(made.values.data() + begin * element, view.values, values * element);
        for (std::size_t i = 0; i < view.outputs.size(); ++i)
            if (view.outputs[i] >= 0)
                made.outputs[begin + i] = static_cast<std::int32_t>(static_cast<std::size_t>(c) * values + i);
    });
    return made;
}

// Copies on the GPU, and the arguments of a kernel that runs them.
class Copies {
public:
    Copies(const DevicePlan& plan, const Packed& made, const Buffer& output)
        : m_tasks(std::span<const TaskRecord>(taskRecords(made, made.tasks)), "copied tasks"),
          m_tiles(std::span<const PackedTile>(tileRecords(made)), "copied tiles"),
          m_indices(std::span<const std::int32_t>(made.indices), "indices of copied tiles"),
          m_values(std::span<const std::uint8_t>(made.values), "values of copied tiles"),
          m_outputs(std::span<const std::int32_t>(made.outputs), "output positions of copied tiles"),
          m_splits(std::span<const SplitRow>(made.splitRows), "split rows of copied tiles"),
          m_splitBegin(std::span<const std::int32_t>(made.splitBegin), "split rows of each copy"),
          m_sizes(std::span<const std::int32_t>(arraySizes(made)), "sizes of copied tiles' arrays"),
          m_arguments(plan.arguments())
    {
        const Packed& packed = plan.packed();
        const bool sampled = packed.op.sampled();
        const std::size_t tile = 0;
        const std::int64_t values = made.sizes[tile][made.formatOf(tile).valueArray()];
        const auto tiles = static_cast<std::int64_t>(made.tiles.size());
        const std::int64_t ldC = sampled ? tiles * values : packed.ld;
        const bool dots = sampled && splits(made, tile);
        m_slots = Buffer(static_cast<std::size_t>((dots ? 2 : made.slots()) * ldC * 4), "slots of copied tiles");
        m_counters = Buffer(static_cast<std::size_t>(std::max(tiles, made.slots()) * 4), "counters of copied tiles");
        m_counters.fill(0);
        m_arguments["tasks"] = m_tasks.address();
        m_arguments["tiles"] = m_tiles.address();
        m_arguments["indices"] = m_indices.address();
        m_arguments["values"] = m_values.address();
        if (usesPrograms(made))
            m_arguments["sizes"] = m_sizes.address();
        m_arguments["C"] = output.address();
        m_arguments["scratch"] = m_slots.address();
        m_arguments["counters"] = m_counters.address();
        m_arguments["ldC"] = static_cast<std::uint64_t>(ldC);
        m_arguments["parts"] = dots ? 2 : 1;
        if (sampled) {
            const std::vector<std::int32_t> counts(at(tiles), static_cast<std::int32_t>(values));
            m_counts = Buffer(std::span<const std::int32_t>(counts), "values of each copy");
            m_arguments["outputs"] = m_outputs.address();
            m_arguments["outputCounts"] = m_counts.address();
            return;
        }
        m_arguments["taskCount"] = made.tasks.size();
        m_arguments["splits"] = m_splits.address();
        m_arguments["splitBegin"] = m_splitBegin.address();
    }

    const KernelArguments& arguments() const { return m_arguments; }

private:
    Buffer m_tasks, m_tiles, m_indices, m_values, m_outputs, m_splits, m_splitBegin, m_sizes, m_slots, m_counters,
        m_counts;
    KernelArguments m_arguments;
};

} // namespace

std::vector<SaturatedTime> measureSaturated(const DevicePlan& plan, std::size_t most, const PlanKernels& kernels,
                                            const Stream& stream, Stopwatch& stopwatch, int sms, Progress& progress)
{
    const Packed& packed = plan.packed();
    std::vector<std::int32_t> kinds;
    kinds.reserve(packed.tiles.size());
    for (const PackedTile& tile : packed.tiles)
        kinds.push_back(tile.kind);
    std::vector<std::size_t> sample = stratifiedSample(kinds, most);

    const std::size_t budget = freeMemory().free / 2;
    std::size_t mostBytes = 0;
    std::erase_if(sample, [&](std::size_t t) {
        const std::int64_t copies = copiesOf(packed, t, budget, sms);
        if (copies < leastPerSm * sms)
            return true; // too few to saturate the GPU
        mostBytes = std::max(mostBytes, outputBytes(packed, t, copies));
        return false;
    });
    if (sample.empty() && !packed.tiles.empty())
        throw Error(ErrorKind::Device,
                    fmt::format("the copies of no tile fit into {} of GPU memory", gigabytes(budget)));
    Buffer output(mostBytes, "the output of copied tiles");
    output.fill(0);

    std::vector<SaturatedTime> times;
    for (std::size_t done = 0; done < sample.size(); ++done) {
        progress.report("saturated times", static_cast<double>(done) / static_cast<double>(sample.size()));
        progress.check();
        const std::size_t tile = sample[done];
        const std::int64_t copies = copiesOf(packed, tile, budget, sms);
        const Packed made = copiesOfTile(packed, tile, copies);
        const Copies onGpu(plan, made, output);
        const auto ns = stopwatch.measure(
            1, saturatedRepeats, [&] { kernels.launch(stream, copies, onGpu.arguments()); }, progress);
        times.push_back({static_cast<std::int32_t>(tile),
                         summariseTimes(ns).medianNs * static_cast<double>(sms) / static_cast<double>(copies)});
    }
    return times;
}

} // namespace sparsescope
