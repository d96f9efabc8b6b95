#include "kernels/profile/saturated.h"

#include "engine/core/error.h"
#include "kernels/profile/sampling.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr std::int64_t copiesPerSm = 64;
constexpr std::int64_t leastPerSm = 8;
constexpr int repeats = 5;

// Bytes of output that one copy of a tile writes.
std::size_t outputBytes(const Packed& packed, const PackedTile& tile)
{
    const TaskKind& kind = packed.kinds[static_cast<std::size_t>(tile.kind)];
    const bool toScratch = kind.atomic && packed.op.dtype == DataType::Float16;
    const std::int64_t element = toScratch ? 4 : bytesOf(packed.op.dtype);
    return static_cast<std::size_t>(packed.formats[static_cast<std::size_t>(kind.format)]->packedRows() * packed.densePart * element);
}

std::int64_t copiesOf(std::size_t bytesEach, std::size_t budget, int sms)
{
    const auto affordable = static_cast<std::int64_t>(budget / std::max<std::size_t>(bytesEach, 1)) / sms;
    return std::min(copiesPerSm, affordable) * sms;
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
        const std::span<const std::int32_t> rows = packed.view(tile).rowIds;
        const std::int64_t copies = copiesOf(outputBytes(packed, tile), budget, sms);

        std::vector<Task> tasks;
        std::vector<PackedTile> tiles;
        std::vector<std::int32_t> rowIds;
        for (std::int64_t c = 0; c < copies; ++c) {
            tasks.push_back({static_cast<std::int32_t>(c), 0});
            tiles.push_back(tile);
            tiles.back().rowBegin = static_cast<std::int64_t>(rowIds.size());
            for (std::size_t i = 0; i < rows.size(); ++i)
                rowIds.push_back(rows[i] < 0 ? -1 : static_cast<std::int32_t>(c * static_cast<std::int64_t>(rows.size()) + static_cast<std::int64_t>(i)));
        }
        const Buffer taskBuffer(std::span<const Task>(tasks), "copied tasks");
        const Buffer tileBuffer(std::span<const PackedTile>(tiles), "copied tiles");
        const Buffer rowBuffer(std::span<const std::int32_t>(rowIds), "rows of copied tiles");
        KernelArguments arguments = plan.arguments();
        arguments.tasks = taskBuffer.address();
        arguments.tiles = tileBuffer.address();
        arguments.rowIds = rowBuffer.address();
        arguments.C = output.address();
        arguments.scratch = output.address();  // a kind writes to the one or to the other
        arguments.ldC = packed.densePart;
        const auto ns = stopwatch.measure(
            1, repeats, [&] { kernels.fused().launch(stream, copies, kernels.threads(), arguments); }, progress);
        times.push_back({static_cast<std::int32_t>(sample[done]),
                         summariseTimes(ns).medianNs * static_cast<double>(sms) / static_cast<double>(copies)});
    }
    return times;
}

}  // namespace sparsescope
