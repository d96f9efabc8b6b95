#include "kernels/profile/saturated.h"

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
    const bool toScratch =
        packed.kinds[static_cast<std::size_t>(packed.tiles[tile].kind)].atomic && narrow(packed.op.dtype);
    const std::int64_t element = toScratch ? 4 : bytesOf(packed.op.dtype);
    const PackedExtents& extents = packed.extents[tile];
    const std::int64_t outputs = packed.op.sampled() ? extents.values : extents.rows * packed.densePart;
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

// Arrays of copies of one tile. Each has its own and writes its own output; it reads rows of the dense operands as far
// apart as the tile's, but others than its neighbours do, as the tiles of a plan would.
struct Copies {
    std::vector<Task> tasks;
    std::vector<PackedTile> tiles;
    std::vector<std::int32_t> rowIds;
    std::vector<std::int32_t> colIds;
    std::vector<std::uint8_t> values;
    std::vector<std::int32_t> outputs;
};

Copies copiesOfTile(const Packed& packed, std::size_t tile, std::int64_t copies)
{
    constexpr std::int64_t shift = 7919; // a prime: copies spread over all rows of a dense operand
    constexpr std::size_t align = 16;    // bytes
    const bool sampled = packed.op.sampled();
    const PackedTileView view = packed.view(tile);
    const auto heading = static_cast<std::size_t>(packed.extents[tile].heading);
    const auto element = static_cast<std::size_t>(bytesOf(packed.op.dtype));
    const auto valueBytes = static_cast<std::size_t>(packed.extents[tile].values) * element;
    const std::size_t rowStep = view.rowIds.size();
    const std::size_t colStep = (view.colIds.size() + 3) / 4 * 4;
    const std::size_t valueStep = (valueBytes + align - 1) / align * align; // bytes
    const auto count = static_cast<std::size_t>(copies);
    // By steps of `unit`, which divides the id.
    const auto shifted = [](std::int32_t id, std::size_t c, std::int64_t extent, std::int64_t unit = 1) {
        return static_cast<std::int32_t>((id / unit + static_cast<std::int64_t>(c) * shift) %
                                         std::max<std::int64_t>(extent / unit, 1) * unit);
    };
    const std::int64_t unit = commonPower(view.colIds.subspan(heading), packed.cols);
    Copies made;
    made.tasks.resize(count);
    made.tiles.resize(count);
    made.rowIds.resize(count * rowStep);
    made.colIds.resize(count * colStep);
    made.values.resize(count * valueStep);
    made.outputs.resize(sampled ? count * valueStep / element : 0, -1);
    parallelEach(copies, 64, [&](std::int64_t copy) {
        const auto c = static_cast<std::size_t>(copy);
        made.tasks[c] = {static_cast<std::int32_t>(c), 0};
        made.tiles[c] = {packed.tiles[tile].kind, 0, static_cast<std::int64_t>(c * rowStep),
                         static_cast<std::int64_t>(c * colStep), static_cast<std::int64_t>(c * valueStep / element)};
        std::size_t own = 0; // the row of the output that a copy's row becomes
        for (std::size_t i = 0; i < rowStep; ++i) {
            own = i > 0 && view.rowIds[i] == view.rowIds[i - 1] ? own : c * rowStep + i;
            made.rowIds[c * rowStep + i] = view.rowIds[i] < 0 ? -1
                                           : sampled          ? shifted(view.rowIds[i], c, packed.rows)
                                                              : static_cast<std::int32_t>(own);
        }
        for (std::size_t i = 0; i < view.colIds.size(); ++i)
            made.colIds[c * colStep + i] = i < heading ? view.colIds[i] : shifted(view.colIds[i], c, packed.cols, unit);
        std::memcpy(made.values.data() + c * valueStep, view.values, valueBytes);
        for (std::size_t i = 0; i < view.outputs.size(); ++i)
            if (view.outputs[i] >= 0)
                made.outputs[c * valueStep / element + i] = static_cast<std::int32_t>(c * view.outputs.size() + i);
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
        const Copies made = copiesOfTile(packed, tile, copies);
        const Buffer taskBuffer(std::span<const Task>(made.tasks), "copied tasks");
        const Buffer tileBuffer(std::span<const PackedTile>(made.tiles), "copied tiles");
        const Buffer rowBuffer(std::span<const std::int32_t>(made.rowIds), "rows of copied tiles");
        const Buffer colBuffer(std::span<const std::int32_t>(made.colIds), "columns of copied tiles");
        const Buffer valueBuffer(std::span<const std::uint8_t>(made.values), "values of copied tiles");
        const Buffer outputBuffer(std::span<const std::int32_t>(made.outputs), "output positions of copied tiles");
        KernelArguments arguments = plan.arguments();
        arguments.tasks = taskBuffer.address();
        arguments.tiles = tileBuffer.address();
        arguments.rowIds = rowBuffer.address();
        arguments.colIds = colBuffer.address();
        arguments.values = valueBuffer.address();
        arguments.outputs = outputBuffer.address();
        arguments.C = output.address();
        arguments.scratch = output.address(); // a kind writes to the one or to the other
        arguments.ldC = packed.densePart;
        const auto ns = stopwatch.measure(
            1, saturatedRepeats, [&] { kernels.fused().launch(stream, copies, kernels.threads(), arguments); },
            progress);
        times.push_back({static_cast<std::int32_t>(tile),
                         summariseTimes(ns).medianNs * static_cast<double>(sms) / static_cast<double>(copies)});
    }
    return times;
}

} // namespace sparsescope
