// Writing a sequence of masks: bits, and what is known of them.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/masks.h"
#include "engine/io/npy.h"
#include "engine/io/npz_values.h"

#include <array>
#include <fmt/format.h>

namespace sparsescope {

namespace {

template <class T>
NpyArray scalarArray(T value)
{
    return toArray(std::span<const T>(&value, 1), {});
}

} // namespace

void requireMasksName(const std::string& path)
{
    if (!path.ends_with(".npz"))
        failUsage(fmt::format("\"{}\": masks are written as .npz", path));
}

void writeMasks(const MaskSequence& masks, const std::string& path, Progress& progress)
{
    requireMasksName(path);
    const MaskFacts& facts = masks.facts();
    const MaskShape& shape = facts.shape;
    const std::int64_t down = shape.down(), stride = (shape.across() + 7) / 8;
    // Fits 64 bits as long as the sequence has fewer masks than memory has bytes.
    const std::int64_t bytes = down * stride;
    requireMemory(bytes > INT64_MAX / facts.size ? UINT64_MAX : static_cast<std::uint64_t>(bytes * facts.size), path,
                  "the masks");
    NpyArray bits{npyType<std::uint8_t>(), {facts.size, down, stride}, {}};
    bits.data.resize(at(bytes * facts.size));
    std::byte* row = bits.data.data();
    for (std::int64_t t = 0; t < facts.size; ++t) {
        progress.check();
        progress.report("packing", static_cast<double>(t) / static_cast<double>(facts.size));
        const MaskPtr mask = masks.mask(t, progress);
        for (std::int64_t r = 0; r < down; ++r, row += stride)
            forOnes(mask->row(r), [&](std::int64_t c) { row[c / 8] |= std::byte{0x80} >> (c % 8); });
    }
    NpzArrays arrays;
    arrays["bits"] = std::move(bits);
    arrays["shape"] = toArray(std::vector{shape.rows, shape.cols});
    arrays["granularity"] = toArray(std::vector{shape.granuleRows, shape.granuleCols});
    arrays["period"] = scalarArray(facts.period);
    arrays["single"] = scalarArray(facts.single);
    arrays["layout"] = toTextArray({name(facts.layout)}, false);
    if (!facts.names.empty())
        arrays["names"] = toTextArray(facts.names);
    if (!facts.comment.empty())
        arrays["comment"] = toTextArray({facts.comment}, false);
    writeText(path, writeNpz(arrays, true, progress), progress);
}

} // namespace sparsescope
