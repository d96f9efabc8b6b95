// Shapes and arrays of dynamic sparsity's kernels as they lie in memory: operands, masks, the index.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "kernels/generate/micro.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <limits>

namespace sparsescope {

namespace {

std::int64_t wholeParts(std::int64_t a, std::int64_t b)
{
    return (a + b - 1) / b;
}

// Every micro-tile lies in one granule, so that a member holds non-zeros alone.
bool insideGranules(const Pairing& pairing, const MaskShape& shape)
{
    return shape.granuleRows % pairing.height == 0 && shape.granuleCols % pairing.width == 0;
}

} // namespace

MicroShape microShape(const Pairing& pairing, const Operator& op, const MaskFacts& masks)
{
    const MaskShape& shape = masks.shape;
    const auto padded = [&](std::int64_t n) {
        const std::int64_t unit = 16 / bytesOf(op.dtype);
        return wholeParts(n, unit) * unit;
    };
    const bool columns = pairing.layout == MaskLayout::Column;
    const bool rows = pairing.axis == GatheredAxis::Rows;
    MicroShape product;
    // Periods lie over each other where no member has a zero that the other period's value would stand for.
    product.period = rows && insideGranules(pairing, shape) ? masks.period : shape.cols;
    product.ldA = padded(columns ? shape.rows : product.period);
    product.elementsOfA = product.ldA * (columns ? product.period : shape.rows);
    product.ldB = padded(op.dense);
    if (std::max(product.ldA, product.ldB) * bytesOf(op.dtype) > std::numeric_limits<std::uint32_t>::max())
        throw Error(ErrorKind::Usage,
                    "lines of a dense operand are 4 GB and more apart, which the kernels do not count");
    product.parts = partsOf(pairing, op);
    const std::int64_t down = wholeParts(shape.rows, pairing.height), across = wholeParts(shape.cols, pairing.width);
    if (pairing.axis == GatheredAxis::Cols) {
        product.ldC = padded(columns ? shape.rows : shape.cols);
        product.elementsOfC = product.ldC * (columns ? shape.cols : shape.rows);
        product.whole = insideGranules(pairing, shape);
        product.tickets = down * wholeParts(across, microGroup(pairing));
        return product;
    }
    product.ldC = product.ldB;
    product.elementsOfC = product.ldC * shape.rows;
    if (rows) {
        product.adds = across > 1 && !(masks.single && pairing.width == masks.period);
        product.listed = product.adds ? 0 : down;
        product.converts = product.adds && narrow(op.dtype);
        product.tickets = product.parts * across * wholeParts(down, microGroup(pairing));
    }
    return product;
}

KernelArguments microProductArguments(const Pairing& pairing, const Operator& op, const MaskShape& shape,
                                      const MicroShape& product, const MicroBuckets& buckets)
{
    KernelArguments arguments(microProductFields(pairing));
    const auto set = [&](const char* field, std::int64_t value) {
        arguments[field] = static_cast<std::uint64_t>(value);
    };
    set("cap", buckets.cap);
    set("rows", shape.rows);
    set("cols", shape.cols);
    set("buckets", buckets.buckets);
    set("ldC", product.ldC);
    set("wide", buckets.wide ? 1 : 0);
    if (pairing.axis == GatheredAxis::Cols) {
        set("ld", product.ldB);
        set("dense", op.dense);
        set("lineBytes", buckets.lineBytes);
        set("granuleRows", buckets.granuleLines);
        set("granuleCols", buckets.granuleAlong);
        set("whole", product.whole ? 1 : 0);
    } else {
        set("ldA", product.ldA);
        set("ldB", product.ldB);
        set("period", product.period);
        set("parts", product.parts);
        set("partsOfBlock", 1);
        set("adds", product.adds ? 1 : 0);
    }
    return arguments;
}

std::vector<std::uint8_t> maskInMemory(const Mask& mask, IndexInput input)
{
    const MaskShape& shape = mask.shape();
    if (input == IndexInput::Bits) {
        std::vector<std::uint8_t> bytes(at(shape.bytes()));
        std::memcpy(bytes.data(), mask.words().data(), bytes.size()); // the low bytes come first
        return bytes;
    }
    if (input == IndexInput::Values)
        throw Error(ErrorKind::Internal, "a mask of values is the masked operand");
    std::vector<std::uint8_t> bytes(at(shape.down() * shape.across()), 0);
    parallelEach(shape.down(), 16, [&](std::int64_t r) {
        forOnes(mask.row(r), [&](std::int64_t c) { bytes[at(r * shape.across() + c)] = 1; });
    });
    return bytes;
}

std::vector<std::uint8_t> maskedInMemory(const Mask& mask, const Pairing& pairing, const Operator& op,
                                         const MicroShape& product, const Dense* values)
{
    const MaskShape& shape = mask.shape();
    const bool columns = pairing.layout == MaskLayout::Column;
    const std::int64_t ld = op.sampled() ? product.ldC : product.ldA;
    std::vector<std::uint8_t> bytes(at((op.sampled() ? product.elementsOfC : product.elementsOfA) * bytesOf(op.dtype)),
                                    0);
    // Rows of a column share no byte of memory with others, nor do columns.
    parallelEach(shape.rows, 16, [&](std::int64_t r) {
        forOnes(mask.row(r / shape.granuleRows), [&](std::int64_t granule) {
            const std::int64_t end = std::min((granule + 1) * shape.granuleCols, shape.cols);
            for (std::int64_t c = granule * shape.granuleCols; c < end; ++c) {
                const std::int64_t stored = op.sampled() ? c : c % product.period;
                const double value =
                    values ? static_cast<double>(values->values[at(r * values->ld + c % values->cols)]) : 1;
                storeValue(op.dtype, bytes.data(), at(columns ? stored * ld + r : r * ld + stored), value);
            }
        });
    });
    return bytes;
}

MicroIndex microIndexOf(const MicroBuckets& buckets, std::vector<std::int32_t> count,
                        const std::vector<std::uint8_t>& slots, std::span<const std::int32_t> tasks)
{
    MicroIndex found;
    for (std::int64_t bucket = 0; bucket < buckets.buckets; ++bucket) {
        const auto members = std::clamp<std::int64_t>(count[at(bucket)], 0, buckets.tiles);
        std::vector<std::int32_t>& list = found.members.emplace_back(at(members), 0);
        const std::size_t size = buckets.wide ? 4 : 2;
        for (std::size_t i = 0; i < list.size(); ++i) // the low bytes come first
            std::memcpy(&list[i], slots.data() + (at(bucket * buckets.cap) + i) * size, size);
    }
    for (std::size_t t = 0; t + 1 < tasks.size(); t += 2)
        found.tasks.emplace_back(tasks[t], tasks[t + 1]);
    found.count = std::move(count);
    return found;
}

std::string difference(const MicroIndex& found, Coverage& coverage, const Pairing& pairing, IndexOrder order)
{
    const std::vector<std::int32_t>& counts = coverage.counts(pairing);
    const std::int64_t group = microGroup(pairing);
    std::vector<std::pair<std::int32_t, std::int32_t>> tasks;
    if (found.count.size() != counts.size())
        return fmt::format("{} buckets, not {}", found.count.size(), counts.size());
    for (std::size_t b = 0; b < counts.size(); ++b) {
        const auto bucket = static_cast<std::int32_t>(b);
        if (found.count[b] != counts[b])
            return fmt::format("bucket {}: {} members, not {}", b, found.count[b], counts[b]);
        std::vector<std::int32_t> members = found.members[b];
        if (order == IndexOrder::Unordered)
            std::sort(members.begin(), members.end());
        if (members != coverage.members(pairing, bucket))
            return fmt::format("bucket {}: other members than the CPU's{}", b,
                               order == IndexOrder::Ordered ? ", or in another order" : "");
        for (std::int64_t first = 0; group > 0 && first < counts[b]; first += group)
            tasks.emplace_back(bucket, static_cast<std::int32_t>(first / group));
    }
    std::vector<std::pair<std::int32_t, std::int32_t>> listed = found.tasks;
    std::sort(listed.begin(), listed.end());
    return listed == tasks ? std::string() : fmt::format("{} tasks, not these {}", listed.size(), tasks.size());
}

} // namespace sparsescope
