#include "kernels/profile/saturated.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "kernels/profile/sampling.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <span>

namespace sparsescope {

namespace {

constexpr std::int64_t copiesPerSm = 64;
constexpr std::int64_t leastPerSm = 8;

// Bytes of output that one copy of a tile writes.
std::size_t outputBytes(const Packed& packed, std::size_t tile)
{
    const bool toScratch = packed.kinds[at(packed.tiles[tile].kind)].atomic && narrow(packed.op.dtype);
    const std::int64_t element = toScratch ? 4 : bytesOf(packed.op.dtype);
    const Format& format = packed.formatOf(tile);
    const std::span<const StoredArray> arrays = format.arrays();
    std::int64_t rows = 0;
    for (std::size_t a = 0; a < arrays.size(); ++a)
        rows += arrays[a].element == ElementType::Row ? packed.sizes[tile][a] : 0;
    const std::int64_t outputs =
        packed.op.sampled() ? packed.sizes[tile][format.valueArray()] : rows * packed.densePart;
    return static_cast<std::size_t>(outputs * element);
}

std::int64_t copiesOf(std::size_t bytesEach, std::size_t budget, int sms)
{
    const auto affordable = static_cast<std::int64_t>(budget / std::max<std::size_t>(bytesEach, 1)) / sms;
    return std::min(copiesPerSm, affordable) * sms;
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

// Copies of one tile. Each has its own arrays and writes its own output; it reads rows of the dense operands as far
// apart as the tile's, but others than its neighbours do, as the tiles of a plan would.
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
    PerArray<std::int64_t> units{}; // of columns
    for (std::size_t a = 0; a < arrays.size(); ++a)
        units[a] = arrays[a].element == ElementType::Column ? commonPower(view[a], packed.cols) : 1;
    Packed made;
    made.op = packed.op;
    made.formats = packed.formats;
    made.kinds = packed.kinds;
    for (std::int64_t c = 0; c < copies; ++c) {
        made.tasks.push_back({static_cast<std::int32_t>(c), 0});
        appendTile(made, packed.tiles[tile].kind, packed.sizes[tile]);
    }
    parallelEach(copies, 64, [&](std::int64_t c) {
        const PackedSpans own = spansOf(made, static_cast<std::size_t>(c));
        for (std::size_t a = 0; a < arrays.size(); ++a) {
            if (arrays[a].element == ElementType::Value)
                continue;
            std::int32_t row = 0; // of the output, that a copy's row becomes
            for (std::size_t i = 0; i < view[a].size(); ++i) {
                const std::int32_t id = view[a][i];
                if (arrays[a].element == ElementType::Row) {
                    row = i > 0 && id == view[a][i - 1]
                              ? row
                              : static_cast<std::int32_t>(static_cast<std::size_t>(c) * view[a].size() + i);
                    own[a][i] = id < 0 ? -1 : sampled ? shifted(id, c, packed.rows) : row;
                } else {
                    own[a][i] = arrays[a].element == ElementType::Column ? shifted(id, c, packed.cols, units[a]) : id;
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
        const std::size_t each = outputBytes(packed, t);
        const std::int64_t copies = copiesOf(each, budget, sms);
        if (copies < leastPerSm * sms)
            return true; // too few to saturate the GPU
        mostBytes = std::max(mostBytes, each * static_cast<std::size_t>(copies));
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
        const std::int64_t copies = copiesOf(outputBytes(packed, tile), budget, sms);
        const Packed made = copiesOfTile(packed, tile, copies);
        const Buffer taskBuffer(std::span<const Task>(made.tasks), "copied tasks");
        const Buffer tileBuffer(std::span<const PackedTile>(made.tiles), "copied tiles");
        const Buffer indexBuffer(std::span<const std::int32_t>(made.indices), "indices of copied tiles");
        const Buffer valueBuffer(std::span<const std::uint8_t>(made.values), "values of copied tiles");
        const Buffer outputBuffer(std::span<const std::int32_t>(made.outputs), "output positions of copied tiles");
        KernelArguments arguments = plan.arguments();
        arguments["tasks"] = taskBuffer.address();
        arguments["tiles"] = tileBuffer.address();
        arguments["indices"] = indexBuffer.address();
        arguments["values"] = valueBuffer.address();
        if (packed.op.sampled())
            arguments["outputs"] = outputBuffer.address();
        arguments["C"] = output.address();
        arguments["scratch"] = output.address(); // a kind writes to the one or to the other
        arguments["ldC"] = static_cast<std::uint64_t>(packed.densePart);
        const auto ns = stopwatch.measure(
            1, saturatedRepeats, [&] { kernels.launch(stream, copies, arguments); }, progress);
        times.push_back({static_cast<std::int32_t>(tile),
                         summariseTimes(ns).medianNs * static_cast<double>(sms) / static_cast<double>(copies)});
    }
    return times;
}

} // namespace sparsescope
