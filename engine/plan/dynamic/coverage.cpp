#include "engine/plan/dynamic/coverage.h"

#include "engine/plan/dynamic/bucket_counts.h"

#include <algorithm>
#include <array>

namespace sparsescope {

namespace {

// Is one of the granules [begin, end) of a row 1?
bool any(std::span<const std::uint64_t> row, std::int64_t begin, std::int64_t end)
{
    const std::uint64_t first = ~std::uint64_t{0} << (begin % 64);
    const std::uint64_t last = ~std::uint64_t{0} >> (63 - (end - 1) % 64);
    std::int64_t word = begin / 64;
    const std::int64_t lastWord = (end - 1) / 64;
    if (word == lastWord)
        return (row[at(word)] & first & last) != 0;
    if ((row[at(word)] & first) != 0)
        return true;
    while (++word < lastWord)
        if (row[at(word)] != 0)
            return true;
    return (row[at(lastWord)] & last) != 0;
}

// Rows of granules ORed, so that they are `height` places high.
Mask higher(const Mask& fine, std::int64_t height)
{
    const MaskShape& from = fine.shape();
    Mask out({from.rows, from.cols, height, from.granuleCols});
    for (std::int64_t i = 0; i < out.shape().down(); ++i) {
        const std::int64_t begin = i * height / from.granuleRows;
        const std::int64_t last = (std::min((i + 1) * height, from.rows) - 1) / from.granuleRows;
        for (std::int64_t r = begin; r <= last; ++r)
            out.orRow(i, fine.row(r));
    }
    return out;
}

// Bit k: is one of the bits [k * count, (k + 1) * count) 1? Count divides 64.
std::uint64_t folded(std::uint64_t word, int count)
{
    for (int shift = 1; shift < count; shift *= 2)
        word |= word >> shift;
    std::uint64_t out = 0;
    for (int k = 0; k < 64 / count; ++k)
        out |= (word >> k * count & 1) << k;
    return out;
}

// A row in granules so many times as wide: a divisor of 64, or a multiple.
void widen(std::span<const std::uint64_t> row, std::int64_t times, std::span<std::uint64_t> out)
{
    std::fill(out.begin(), out.end(), 0);
    if (times < 64) {
        for (std::size_t w = 0, bit = 0; w < row.size(); ++w, bit += at(64 / times))
            if (row[w] != 0)
                out[bit / 64] |= folded(row[w], static_cast<int>(times)) << bit % 64;
        return;
    }
    for (std::size_t begin = 0, bit = 0; begin < row.size(); begin += at(times / 64), ++bit) {
        std::uint64_t any = 0;
        for (const std::uint64_t word : row.subspan(begin, std::min(at(times / 64), row.size() - begin)))
            any |= word;
        out[bit / 64] |= std::uint64_t{any != 0} << bit % 64; // no branch: as good as random
    }
}

Mask wider(const Mask& fine, std::int64_t width)
{
    const MaskShape& from = fine.shape();
    Mask out({from.rows, from.cols, from.granuleRows, width});
    const std::int64_t across = out.shape().across();
    const std::int64_t times = width % from.granuleCols == 0 ? width / from.granuleCols : 0;
    const bool byWords = times > 0 && (times % 64 == 0 || 64 % times == 0);
    std::vector<std::uint64_t> words(at(out.shape().wordsPerRow()));
    for (std::int64_t i = 0; i < from.down(); ++i) {
        const std::span<const std::uint64_t> row = fine.row(i);
        if (byWords) {
            widen(row, times, words);
            out.orRow(i, words);
            continue;
        }
        if (width > from.granuleCols) {
            for (std::int64_t j = 0; j < across; ++j)
                if (any(row, j * width / from.granuleCols,
                        (std::min((j + 1) * width, from.cols) - 1) / from.granuleCols + 1))
                    out.set(i, j);
            continue;
        }
        forOnes(row, [&](std::int64_t c) {
            const std::int64_t end = std::min((c + 1) * from.granuleCols, from.cols);
            out.setRange(i, c * from.granuleCols / width, (end - 1) / width + 1);
        });
    }
    return out;
}

std::vector<std::int32_t> onesOfRows(const Mask& mask)
{
    std::vector<std::int32_t> counts;
    for (std::int64_t r = 0; r < mask.shape().down(); ++r)
        counts.push_back(static_cast<std::int32_t>(onesIn(mask.row(r))));
    return counts;
}

// Those of 64 columns are counted at once: digit d of column c's number is bit c of digits[d].
std::vector<std::int32_t> onesOfColumns(const Mask& mask)
{
    std::vector<std::int32_t> counts(at(mask.shape().across()), 0);
    for (std::size_t begin = 0; begin < counts.size(); begin += 64) {
        std::array<std::uint64_t, 31> digits{};
        for (std::size_t word = begin / 64; word < mask.words().size(); word += at(mask.shape().wordsPerRow())) {
            std::uint64_t carry = mask.words()[word];
            for (std::size_t d = 0; carry != 0; ++d)
                carry &= std::exchange(digits[d], digits[d] ^ carry);
        }
        for (std::size_t c = begin; c < std::min(begin + 64, counts.size()); ++c)
            for (std::size_t d = 0; d < digits.size(); ++d)
                counts[c] |= static_cast<std::int32_t>((digits[d] >> (c - begin) & 1) << d);
    }
    return counts;
}

} // namespace

const Mask& Coverage::microTiles(std::int64_t height, std::int64_t width)
{
    if (height == m_mask.shape().granuleRows && width == m_mask.shape().granuleCols)
        return m_mask;
    if (const auto found = m_coarse.find({height, width}); found != m_coarse.end())
        return found->second;
    // The coarsest that is there already whose granules these are made of: what touches a part touches the whole.
    const Mask* fine = &m_mask;
    std::int64_t size = 0;
    for (const auto& [shape, mask] : m_coarse)
        if (height % shape.first == 0 && width % shape.second == 0 && shape.first * shape.second > size) {
            fine = &mask;
            size = shape.first * shape.second;
        }
    const bool sameHeight = fine->shape().granuleRows == height;
    if (!sameHeight && fine->shape().granuleCols != width) { // first what leaves less to do
        const bool rowsFirst = height > fine->shape().granuleRows;
        const Mask& half =
            rowsFirst ? microTiles(height, fine->shape().granuleCols) : microTiles(fine->shape().granuleRows, width);
        return m_coarse.emplace(std::pair(height, width), rowsFirst ? wider(half, width) : higher(half, height))
            .first->second;
    }
    return m_coarse.emplace(std::pair(height, width), sameHeight ? wider(*fine, width) : higher(*fine, height))
        .first->second;
}

const std::vector<std::int32_t>& Coverage::counts(const Pairing& pairing)
{
    const bool byColumns = pairing.axis == GatheredAxis::Rows;
    const std::tuple key(pairing.height, pairing.width, byColumns);
    if (const auto found = m_counts.find(key); found != m_counts.end())
        return found->second;
    const Mask& tiles = microTiles(pairing.height, pairing.width);
    return m_counts.emplace(key, byColumns ? onesOfColumns(tiles) : onesOfRows(tiles)).first->second;
}

std::vector<std::int32_t> Coverage::members(const Pairing& pairing, std::int64_t bucket)
{
    const Mask& tiles = microTiles(pairing.height, pairing.width);
    std::vector<std::int32_t> members;
    if (pairing.axis == GatheredAxis::Rows) {
        for (std::int64_t r = 0; r < tiles.shape().down(); ++r)
            if (tiles.granule(r, bucket))
                members.push_back(static_cast<std::int32_t>(r));
        return members;
    }
    forOnes(tiles.row(bucket), [&](std::int64_t c) { members.push_back(static_cast<std::int32_t>(c)); });
    return members;
}

Covering Coverage::of(const Pairing& p, const Operator& op)
{
    if (m_owned < 0)
        m_owned = m_mask.places();
    Covering c = coveringOf(p, op, m_mask.shape(), counts(p));
    c.owned = m_owned;
    c.zeros = microTiles(p.height, p.width).places() - m_owned;
    return c;
}

} // namespace sparsescope
