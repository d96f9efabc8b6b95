#include "kernels/profile/saturated.h"

#include "engine/core/error.h"
#include "kernels/profile/sampling.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr std::int64_t copiesPerSm = 64;
constexpr std::int64_t leastPerSm = 8;

// Bytes of output that one copy of a tile writes.
std::size_t outputBytes(const Packed& packed, const PackedTile& tile)
{
    const TaskKind& kind = packed.kinds[static_cast<std::size_t>(tile.kind)];
    const Format& format = *packed.formats[static_cast<std::size_t>(kind.format)];
    const bool toScratch = kind.atomic && narrow(packed.op.dtype);
    const std::int64_t element = toScratch ? 4 : bytesOf(packed.op.dtype);
    const std::int64_t outputs = packed.op.kind == OperatorKind::SDDMM ? format.packedValues() : format.packedRows() * packed.densePart;
    return static_cast<std::size_t>(outputs * element);
}

std::int64_t copiesOf(std::size_t bytesEach, std::size_t budget, int sms)
{
    const auto affordable = static_cast<std::int64_t>(budget / std::max<std::size_t>(bytesEach, 1)) / sms;
    return std::min(copiesPerSm, affordable) * sms;
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

Copies copiesOfTile(const Packed& packed, const PackedTile& tile, std::int64_t copies)
{
    constexpr std::int64_t shift = 7919;  // a prime: copies spread over all rows of a dense operand
    constexpr std::size_t align = 16;     // bytes
    const bool sampled = packed.op.kind == OperatorKind::SDDMM;
    const PackedTileView view = packed.view(tile);
    const Format& format = *packed.formats[static_cast<std::size_t>(packed.kinds[static_cast<std::size_t>(tile.kind)].format)];
    const auto element = static_cast<std::size_t>(bytesOf(packed.op.dtype));
    const std::size_t valueCount = static_cast<std::size_t>(format.packedValues());
    const std::size_t valueStep = (valueCount * element + align - 1) / align * align;
    const std::size_t colStep = (view.colIds.size() + 3) / 4 * 4;
    const auto shifted = [](std::int32_t id, std::int64_t c, std::int64_t extent) {
        return static_cast<std::int32_t>((id + c * shift) % std::max<std::int64_t>(extent, 1));
    };
    Copies made;
    for (std::int64_t c = 0; c < copies; ++c) {
        made.tasks.push_back({static_cast<std::int32_t>(c), 0});
        made.tiles.push_back({tile.kind, 0, static_cast<std::int64_t>(made.rowIds.size()), static_cast<std::int64_t>(made.colIds.size()),
                              static_cast<std::int64_t>(made.values.size() / element)});
        for (std::size_t i = 0; i < view.rowIds.size(); ++i)
            made.rowIds.push_back(view.rowIds[i] < 0 ? -1
                                  : sampled          ? shifted(view.rowIds[i], c, packed.rows)
                                                     : static_cast<std::int32_t>(c * static_cast<std::int64_t>(view.rowIds.size()) + static_cast<std::int64_t>(i)));
        for (const std::int32_t col : view.colIds)
            made.colIds.push_back(shifted(col, c, packed.cols));
        made.colIds.resize(colStep * static_cast<std::size_t>(c + 1), 0);
        const auto* values = static_cast<const std::uint8_t*>(view.values);
        made.values.insert(made.values.end(), values, values + valueCount * element);
        made.values.resize(valueStep * static_cast<std::size_t>(c + 1), 0);
        for (std::size_t i = 0; i < view.outputs.size(); ++i)
            made.outputs.push_back(view.outputs[i] < 0 ? -1 : static_cast<std::int32_t>(c * static_cast<std::int64_t>(valueCount) + static_cast<std::int64_t>(i)));
        if (sampled)
            made.outputs.resize(valueStep / element * static_cast<std::size_t>(c + 1), -1);
    }
    return made;
}

}  // namespace

std::vector<SaturatedTime> measureSaturated(const DevicePlan& plan, const PlanKernels& kernels, const Stream& stream, Stopwatch& stopwatch,
                                            int sms, Progress& progress)
{
    const Packed& packed = plan.packed();
    std::vector<std::int32_t> kinds;
    kinds.reserve(packed.tiles.size());
    for (const PackedTile& tile : packed.tiles)
        kinds.push_back(tile.kind);
    std::vector<std::size_t> sample = stratifiedSample(kinds, saturatedTiles);

    const std::size_t budget = freeMemory().free / 2;
    std::size_t most = 0;
    std::erase_if(sample, [&](std::size_t t) {
        const std::size_t each = outputBytes(packed, packed.tiles[t]);
        const std::int64_t copies = copiesOf(each, budget, sms);
        if (copies < leastPerSm * sms)
            return true;  // too few to saturate the GPU
        most = std::max(most, each * static_cast<std::size_t>(copies));
        return false;
    });
    if (sample.empty() && !packed.tiles.empty())
        throw Error(ErrorKind::Device, fmt::format("the copies of no tile fit into {} of GPU memory", gigabytes(budget)));
    Buffer output(most, "the output of copied tiles");
    output.fill(0);

    std::vector<SaturatedTime> times;
    for (std::size_t done = 0; done < sample.size(); ++done) {
        progress.report("saturated times", static_cast<double>(done) / static_cast<double>(sample.size()));
        progress.check();
        const PackedTile& tile = packed.tiles[sample[done]];
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
        arguments.scratch = output.address();  // a kind writes to the one or to the other
        arguments.ldC = packed.densePart;
        const auto ns = stopwatch.measure(
            1, saturatedRepeats, [&] { kernels.fused().launch(stream, copies, kernels.threads(), arguments); }, progress);
        times.push_back({static_cast<std::int32_t>(sample[done]),
                         summariseTimes(ns).medianNs * static_cast<double>(sms) / static_cast<double>(copies)});
    }
    return times;
}

}  // namespace sparsescope
