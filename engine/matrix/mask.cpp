#include "engine/matrix/mask.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/hash.h"
#include "engine/core/parallel.h"
#include "engine/core/text.h"
#include "engine/matrix/patterns/build.h"

#include <array>
#include <fmt/format.h>

namespace sparsescope {

std::string MaskShape::granularity() const
{
    return fmt::format("{} x {}", formatCount(granuleRows), formatCount(granuleCols));
}

void requireRoomForMask(const MaskShape& shape, const std::string& file)
{
    requireMemory(static_cast<std::uint64_t>(shape.bytes()), file,
                  fmt::format("a mask of {} x {} granules", formatCount(shape.down()), formatCount(shape.across())));
}

Mask::Mask(const MaskShape& shape) : m_shape(shape)
{
    try {
        m_words.resize(at(shape.down() * shape.wordsPerRow()), 0);
    } catch (const std::exception&) { // bad_alloc, length_error
        failInput(fmt::format("a mask of {} x {} granules takes {} of memory, which are not there",
                              formatCount(shape.down()), formatCount(shape.across()), formatBytes(shape.bytes())));
    }
}

void Mask::setRange(std::int64_t r, std::int64_t begin, std::int64_t end)
{
    const std::int64_t first = r * m_shape.wordsPerRow();
    while (begin < end) {
        const std::int64_t inWord = begin % 64;
        const std::int64_t count = std::min<std::int64_t>(64 - inWord, end - begin);
        const std::uint64_t ones = count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
        m_words[at(first + begin / 64)] |= ones << inWord;
        begin += count;
    }
}

void Mask::orRow(std::int64_t r, std::span<const std::uint64_t> with)
{
    const auto first = at(r * m_shape.wordsPerRow());
    for (std::size_t w = 0; w < with.size(); ++w)
        m_words[first + w] |= with[w];
}

std::int64_t Mask::granules() const
{
    std::int64_t count = 0;
    for (const std::uint64_t word : m_words)
        count += std::popcount(word);
    return count;
}

std::int64_t Mask::places() const
{
    const auto [rows, cols, high, wide] = m_shape;
    const std::int64_t last = m_shape.across() - 1;
    std::int64_t count = 0;
    for (std::int64_t r = 0; r < m_shape.down(); ++r) {
        std::int64_t inRow = 0;
        for (const std::uint64_t word : row(r))
            inRow += std::popcount(word);
        const std::int64_t missing = granule(r, last) ? (last + 1) * wide - cols : 0; // beyond the last column
        count += (inRow * wide - missing) * std::min(high, rows - r * high);
    }
    return count;
}

std::uint64_t Mask::fingerprint() const
{
    const std::array<std::int64_t, 4> shape = {m_shape.rows, m_shape.cols, m_shape.granuleRows, m_shape.granuleCols};
    return hashArray(std::span<const std::uint64_t>(m_words), hashArray(std::span<const std::int64_t>(shape)));
}

MatrixPtr matrixOf(const Mask& mask, MatrixSource source)
{
    const auto [rows, cols, high, wide] = mask.shape();
    const std::int64_t nnz = mask.places();
    if (nnz >= std::int64_t{1} << 31)
        failInput(fmt::format("{} has {} non-zeros: fewer than 2^31 can be planned", source.name, formatCount(nnz)),
                  {.file = source.path});
    requireRoom(rows, nnz, false);
    std::vector<std::int64_t> rowPtr{0};
    rowPtr.reserve(at(rows + 1));
    std::vector<std::int32_t> colIdx;
    colIdx.reserve(at(nnz));
    for (std::int64_t i = 0; i < rows; ++i) {
        forOnes(mask.row(i / high), [&](std::int64_t granule) {
            const std::int64_t end = std::min(cols, (granule + 1) * wide);
            for (std::int64_t j = granule * wide; j < end; ++j)
                colIdx.push_back(static_cast<std::int32_t>(j));
        });
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
    }
    source.field = "pattern";
    source.symmetry = "general";
    source.storedEntries = nnz;
    return std::make_shared<const Matrix>(rows, cols, std::move(rowPtr), std::move(colIdx), std::vector<double>(),
                                          std::move(source));
}

Mask maskOf(const Matrix& matrix, std::int64_t granuleRows, std::int64_t granuleCols)
{
    Mask mask({matrix.rows(), matrix.cols(), granuleRows, granuleCols});
    for (std::int64_t i = 0; i < matrix.rows(); ++i)
        for (const std::int32_t j : matrix.row(i))
            mask.set(i / granuleRows, j / granuleCols);
    return mask;
}

} // namespace sparsescope
