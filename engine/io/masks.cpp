#include "engine/io/masks.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/core/text.h"
#include "engine/io/formats.h"
#include "engine/io/npy.h"
#include "engine/io/npz_kind.h"
#include "engine/io/npz_values.h"
#include "engine/io/numbers.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace sparsescope {

namespace {

constexpr std::int64_t mostMaskExtent = (std::int64_t{1} << 31) - 1;

std::int64_t bytesOfRow(const MaskShape& shape)
{
    return (shape.across() + 7) / 8;
}

// The first granule is the highest bit of its byte, as numpy.packbits has it; a mask has it lowest.
std::uint8_t mirrored(std::byte bits)
{
    auto b = std::to_integer<std::uint32_t>(bits);
    b = (b & 0xf0) >> 4 | (b & 0x0f) << 4;
    b = (b & 0xcc) >> 2 | (b & 0x33) << 2;
    b = (b & 0xaa) >> 1 | (b & 0x55) << 1;
    return static_cast<std::uint8_t>(b);
}

// Bits as the file has them, mask after mask and row after row.
class PackedMasks final : public MaskSequence {
public:
    PackedMasks(MaskFacts facts, std::vector<std::byte> bits) : MaskSequence(std::move(facts)), m_bits(std::move(bits))
    {
    }

private:
    Mask make(std::int64_t t, Progress& progress) const override
    {
        Mask mask(shape());
        const std::int64_t stride = bytesOfRow(shape());
        std::vector<std::uint64_t> words(at(shape().wordsPerRow()));
        for (std::int64_t r = 0; r < shape().down(); ++r) {
            if (r % 1024 == 0)
                progress.check();
            const std::byte* const from = m_bits.data() + (t * shape().down() + r) * stride;
            std::fill(words.begin(), words.end(), 0);
            for (std::int64_t b = 0; b < stride; ++b)
                words[at(b / 8)] |= static_cast<std::uint64_t>(mirrored(from[b])) << (8 * (b % 8));
            mask.orRow(r, words);
        }
        return mask;
    }

    std::vector<std::byte> m_bits;
};

// Rows of each sequence, which are full.
class LengthMasks final : public MaskSequence {
public:
    LengthMasks(MaskFacts facts, std::vector<std::int32_t> lengths, std::int64_t sequences)
        : MaskSequence(std::move(facts)), m_lengths(std::move(lengths)), m_sequences(sequences)
    {
    }

private:
    Mask make(std::int64_t t, Progress& progress) const override
    {
        Mask mask(shape());
        const std::int64_t room = shape().rows / m_sequences;
        for (std::int64_t b = 0; b < m_sequences; ++b) {
            progress.check();
            for (std::int64_t row = 0; row < m_lengths[at(t * m_sequences + b)]; ++row)
                mask.set(b * room + row, 0);
        }
        return mask;
    }

    std::vector<std::int32_t> m_lengths;
    std::int64_t m_sequences;
};

// The experts that each token goes to.
class RouteMasks final : public MaskSequence {
public:
    RouteMasks(MaskFacts facts, std::vector<std::int32_t> routes, std::int64_t top)
        : MaskSequence(std::move(facts)), m_routes(std::move(routes)), m_top(top)
    {
    }

private:
    Mask make(std::int64_t t, Progress& progress) const override
    {
        Mask mask(shape());
        const std::int64_t tokens = shape().rows;
        for (std::int64_t token = 0; token < tokens; ++token) {
            if (token % 1024 == 0)
                progress.check();
            for (std::int64_t k = 0; k < m_top; ++k)
                if (const std::int32_t expert = m_routes[at((t * tokens + token) * m_top + k)]; expert >= 0)
                    mask.set(token, expert);
        }
        return mask;
    }

    std::vector<std::int32_t> m_routes;
    std::int64_t m_top;
};

struct MaskArchive {
    NpzArrays arrays;
    const std::string& file;
    Progress& progress;

    Where where(const std::string& name) const { return {.file = file, .call = name}; }
    bool has(const std::string& name) const { return arrays.contains(name); }

    const NpyArray& any(const std::string& name) const
    {
        const auto found = arrays.find(name);
        if (found == arrays.end())
            failInput("the array is missing", where(name));
        return found->second;
    }
    const NpyArray& array(const std::string& name, std::size_t axes) const
    {
        const NpyArray& found = any(name);
        if (found.shape.size() != axes)
            failInput(fmt::format("has {} axes where {} are expected", found.shape.size(), axes), where(name));
        return found;
    }
    // So many numbers of one axis, or one without, from 1 to 2^31 - 1.
    std::vector<std::int64_t> extents(const std::string& name, std::int64_t count) const
    {
        const NpyArray& found = any(name);
        if (found.elements() != count)
            failInput(
                fmt::format("has {} elements where {} {} expected", found.elements(), count, count == 1 ? "is" : "are"),
                where(name));
        return npyIntegers<std::int64_t>(found, mostMaskExtent + 1, where(name), progress, 1);
    }
    std::int64_t extent(const std::string& name) const { return extents(name, 1).front(); }
    // The product of two extents, which is one of the matrix.
    std::int64_t product(std::int64_t a, std::int64_t b, const std::string& of, const char* what) const
    {
        if (a > mostMaskExtent / b)
            failInput(fmt::format("{} x {} {} are more than {}", a, b, what, mostMaskExtent), where(of));
        return a * b;
    }
    // How many there are: an array holds a mask each along its first axis.
    std::int64_t masksOf(const NpyArray& held, const std::string& name) const
    {
        if (held.shape[0] < 1)
            failInput("holds no masks", where(name));
        for (const std::int64_t extent : held.shape)
            if (extent < 1 || extent > mostMaskExtent)
                failInput(fmt::format("has an axis of {} elements", extent), where(name));
        return held.shape[0];
    }
};

// Those of masks and bits.
MaskShape shapeIn(const MaskArchive& in)
{
    const std::vector<std::int64_t> size = in.extents("shape", 2);
    const std::vector<std::int64_t> granule = in.extents("granularity", 2);
    return {size[0], size[1], granule[0], granule[1]};
}

// What a short form says of its size has to be what follows from its arrays.
void requireSame(const MaskArchive& in, const std::string& name, std::int64_t first, std::int64_t second)
{
    if (!in.has(name))
        return;
    const std::vector<std::int64_t> said = in.extents(name, 2);
    if (said[0] != first || said[1] != second)
        failInput(fmt::format("is {} x {}, but the other arrays say {} x {}", said[0], said[1], first, second),
                  in.where(name));
}

// What any form may say beside its masks. The facts have shape, size, and, where the form has one, its period.
void completeFacts(const MaskArchive& in, MaskFacts& facts)
{
    requireRoomForMask(facts.shape, in.file);
    if (in.has("period")) {
        const std::int64_t period = in.extent("period");
        if (facts.period > 0 && period != facts.period)
            failInput(fmt::format("is {}, but the other arrays say {}", period, facts.period), in.where("period"));
        facts.period = period;
    }
    if (facts.period == 0)
        facts.period = facts.shape.cols;
    if (facts.shape.cols % facts.period != 0)
        failInput(fmt::format("is {}, which does not divide {} columns", facts.period, facts.shape.cols),
                  in.where("period"));
    if (in.has("single")) {
        const NpyArray& single = in.any("single");
        if (single.elements() != 1 || (single.dtype != "|b1" && single.dtype != "|u1") ||
            single.data.front() > std::byte{1})
            failInput("is not one boolean", in.where("single"));
        facts.single = single.data.front() == std::byte{1};
    }
    if (in.has("layout")) {
        const std::string layout = npyText(in.array("layout", 0), in.where("layout"));
        if (!parseMaskLayout(layout, facts.layout))
            failInput(fmt::format("is {}, none of row, column, either", quoted(std::string_view(layout))),
                      in.where("layout"));
    }
    if (in.has("names")) {
        const NpyArray& names = in.array("names", 1);
        if (names.shape[0] != facts.size)
            failInput(fmt::format("has {} elements where {} are expected", names.shape[0], facts.size),
                      in.where("names"));
        facts.names = npyTexts(names, in.where("names"));
    }
    if (in.has("comment"))
        facts.comment = npyTexts(in.array("comment", 0), in.where("comment")).front();
}

[[noreturn]] void refuseSingle(const MaskArchive& in, std::int64_t mask)
{
    failInput(fmt::format("is true, but mask {} has a row in several periods", mask), in.where("single"));
}

// Is what a file of masks or bits says of rows and periods so?
MaskSequencePtr verified(const MaskArchive& in, MaskSequencePtr masks)
{
    const MaskFacts& facts = masks->facts();
    if (facts.single && facts.period < facts.shape.cols)
        for (std::int64_t t = 0; t < facts.size; ++t)
            if (!rowsInOnePeriod(*masks->mask(t, in.progress), facts.period))
                refuseSingle(in, t);
    return masks;
}

// The first of so many rows of which bad(row) is true; as many as there are: none.
template <class Bad>
std::int64_t firstBadRow(const MaskArchive& in, std::int64_t rows, const Bad& bad)
{
    std::atomic<std::int64_t> first{rows};
    parallelRanges(rows, 256, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin; row < end && row < first; ++row) {
            if (row % 256 == 0)
                in.progress.check();
            if (!bad(row))
                continue;
            std::int64_t known = first.load();
            while (row < known && !first.compare_exchange_weak(known, row)) {
            }
        }
    });
    return first;
}

// Checks a three-axis array of masks by rows of so many elements, and makes the facts say what it is.
const NpyArray& arrayOfMasks(const MaskArchive& in, const std::string& name, MaskFacts& facts, bool packed)
{
    const NpyArray& held = in.array(name, 3);
    facts.size = in.masksOf(held, name);
    facts.shape = shapeIn(in);
    const std::int64_t width = packed ? bytesOfRow(facts.shape) : facts.shape.across();
    if (held.shape[1] != facts.shape.down() || held.shape[2] != width)
        failInput(fmt::format("has {} x {} {} a mask, but {} x {} places in granules of {} x {} take {} x {}",
                              held.shape[1], held.shape[2], packed ? "bytes" : "elements", facts.shape.rows,
                              facts.shape.cols, facts.shape.granuleRows, facts.shape.granuleCols, facts.shape.down(),
                              width),
                  in.where(name));
    if (held.dtype != "|u1" && (packed || held.dtype != "|b1"))
        failInput(fmt::format("holds {} where {} expected", held.dtype, packed ? "|u1 is" : "|b1 or |u1 are"),
                  in.where(name));
    return held;
}

MaskSequencePtr ofMasks(MaskArchive& in, MaskFacts facts)
{
    const NpyArray& held = arrayOfMasks(in, "masks", facts, false);
    const std::int64_t down = facts.shape.down(), across = facts.shape.across(), stride = bytesOfRow(facts.shape);
    requireMemory(static_cast<std::uint64_t>(facts.size * down * stride), in.file, "masks");
    std::vector<std::byte> bits(at(facts.size * down * stride));
    const auto isNone = [](std::byte b) { return b > std::byte{1}; };
    const std::int64_t bad = firstBadRow(in, facts.size * down, [&](std::int64_t row) {
        const std::byte* const from = held.data.data() + row * across;
        std::byte* const to = bits.data() + row * stride;
        for (std::int64_t c = 0; c < across; ++c)
            to[c / 8] |= from[c] << (7 - c % 8);
        return std::any_of(from, from + across, isNone);
    });
    if (bad < facts.size * down) {
        const auto begin = held.data.begin() + bad * across;
        const auto found = std::find_if(begin, begin + across, isNone);
        failInput(fmt::format("element [{}, {}, {}] is {}, neither 0 nor 1", bad / down, bad % down, found - begin,
                              std::to_integer<int>(*found)),
                  in.where("masks"));
    }
    in.arrays.erase("masks");
    completeFacts(in, facts);
    return verified(in, std::make_shared<const PackedMasks>(std::move(facts), std::move(bits)));
}

MaskSequencePtr ofBits(MaskArchive& in, MaskFacts facts)
{
    const NpyArray& held = arrayOfMasks(in, "bits", facts, true);
    const std::int64_t down = facts.shape.down(), stride = bytesOfRow(facts.shape);
    const auto behind = static_cast<std::byte>((1 << (8 * stride - facts.shape.across())) - 1); // the last granule
    const std::int64_t bad = firstBadRow(in, facts.size * down, [&](std::int64_t row) {
        return (held.data[at((row + 1) * stride - 1)] & behind) != std::byte{0};
    });
    if (bad < facts.size * down)
        failInput(
            fmt::format("row [{}, {}] has a bit behind its {} granules", bad / down, bad % down, facts.shape.across()),
            in.where("bits"));
    completeFacts(in, facts);
    std::vector<std::byte> bits = std::move(in.arrays.at("bits").data);
    return verified(in, std::make_shared<const PackedMasks>(std::move(facts), std::move(bits)));
}

MaskSequencePtr ofLengths(MaskArchive& in, MaskFacts facts)
{
    const NpyArray& held = in.array("lengths", 2);
    facts.size = in.masksOf(held, "lengths");
    const std::int64_t sequences = held.shape[1];
    std::int64_t room = 0, hidden = 0;
    if (in.has("length") || in.has("hidden") || !in.has("shape")) {
        room = in.extent("length");
        hidden = in.extent("hidden");
    } else {
        const std::vector<std::int64_t> shape = in.extents("shape", 2);
        if (shape[0] % sequences != 0)
            failInput(fmt::format("has {} rows, which {} sequences do not divide", shape[0], sequences),
                      in.where("shape"));
        room = shape[0] / sequences;
        hidden = shape[1];
    }
    facts.shape = {in.product(sequences, room, "lengths", "tokens"), hidden, 1, hidden};
    std::vector<std::int32_t> lengths = npyIntegers<std::int32_t>(held, room + 1, in.where("lengths"), in.progress);
    in.arrays.erase("lengths");
    facts.period = hidden;
    requireSame(in, "shape", facts.shape.rows, hidden);
    requireSame(in, "granularity", 1, hidden);
    completeFacts(in, facts);
    return std::make_shared<const LengthMasks>(std::move(facts), std::move(lengths), sequences);
}

MaskSequencePtr ofRoutes(MaskArchive& in, MaskFacts facts)
{
    const NpyArray& held = in.array("routes", 3);
    facts.size = in.masksOf(held, "routes");
    const std::int64_t tokens = held.shape[1], top = held.shape[2];
    const std::int64_t experts = in.extent("experts"), hidden = in.extent("hidden");
    facts.shape = {tokens, in.product(experts, hidden, "experts", "columns"), 1, hidden};
    facts.period = hidden;
    facts.single = top == 1;
    std::vector<std::int32_t> routes = npyIntegers<std::int32_t>(held, experts, in.where("routes"), in.progress, -1);
    // An expert that a token goes to twice.
    const auto twice = [&](std::int64_t token) {
        std::vector<std::int32_t> sorted(routes.begin() + token * top, routes.begin() + (token + 1) * top);
        std::sort(sorted.begin(), sorted.end());
        const auto first = std::upper_bound(sorted.begin(), sorted.end(), -1);
        const auto same = std::adjacent_find(first, sorted.end());
        return same == sorted.end() ? -1 : *same;
    };
    if (top > 1) {
        const std::int64_t bad =
            firstBadRow(in, facts.size * tokens, [&](std::int64_t token) { return twice(token) >= 0; });
        if (bad < facts.size * tokens)
            failInput(fmt::format("mask {} has token {} go to expert {} twice", bad / tokens, bad % tokens, twice(bad)),
                      in.where("routes"));
    }
    in.arrays.erase("routes");
    requireSame(in, "shape", tokens, facts.shape.cols);
    requireSame(in, "granularity", 1, hidden);
    completeFacts(in, facts);
    if (facts.single && top > 1) {
        const std::int64_t several = firstBadRow(in, facts.size * tokens, [&](std::int64_t token) {
            return std::count_if(routes.begin() + token * top, routes.begin() + (token + 1) * top,
                                 [](std::int32_t expert) { return expert >= 0; }) > 1;
        });
        if (several < facts.size * tokens)
            refuseSingle(in, several / tokens);
    }
    return std::make_shared<const RouteMasks>(std::move(facts), std::move(routes), top);
}

} // namespace

std::string chooseMask(std::int64_t masks)
{
    if (masks == 0)
        return "holds a sequence of no masks";
    return masks == 1 ? "holds a sequence of 1 mask: choose it with --mask 0"
                      : fmt::format("holds {} masks: choose one with --mask 0 to {}", masks, masks - 1);
}

void refuseMasks(const NpyArray& masks, const std::string& file)
{
    failInput(masks.shape.empty() ? "holds masks, not a matrix" : chooseMask(masks.shape[0]), {.file = file});
}

bool holdsMasks(const std::string& path)
{
    if (!isZip(readStart(path, 4)))
        return false;
    try {
        return withMappedFile(
            path, [&](std::string_view bytes) { return isMaskKind(kindOfNpz(namesInNpz(bytes, path), path)); });
    } catch (const Error&) {
        return false;
    }
}

MaskSequencePtr readMasks(const std::string& path, Progress& progress)
{
    progress.check();
    return withMappedFile(path, [&](std::string_view bytes) {
        if (!isZip(bytes))
            failInput("is not a zip archive, which every .npz file is", {.file = path});
        progress.report("uncompressing", 0.0);
        MaskArchive in{readNpz(bytes, path, UINT64_MAX, progress), path, progress};
        MaskFacts facts;
        facts.name = std::filesystem::path(path).filename().string();
        facts.path = path;
        const NpzKind kind = kindOfNpz(namesOf(in.arrays), path);
        if (!isMaskKind(kind))
            failInput("is a matrix, not a sequence of masks", {.file = path});
        progress.report("checking", 0.5);
        switch (kind) {
        case NpzKind::Masks:
            return ofMasks(in, std::move(facts));
        case NpzKind::Bits:
            return ofBits(in, std::move(facts));
        case NpzKind::Lengths:
            return ofLengths(in, std::move(facts));
        default: // Routes
            return ofRoutes(in, std::move(facts));
        }
    });
}

} // namespace sparsescope
