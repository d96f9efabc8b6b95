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
    constexpr std::int64_t large = 256 << 20; // bytes that a system may promise and not have
    if (shape.bytes() > large)
        requireRoomForMask(shape);
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
    return onesIn(m_words);
}

std::int64_t Mask::places() const
{
    const auto [rows, cols, high, wide] = m_shape;
    const std::int64_t lastRow = m_shape.down() - 1, lastCol = m_shape.across() - 1;
    const std::int64_t beyond = (lastCol + 1) * wide - cols;                        // columns of the last granule
    const auto columnsIn = [&, wide = wide](std::int64_t begin, std::int64_t end) { // of all these rows
        const std::int64_t words = m_shape.wordsPerRow();
        std::int64_t columns = onesIn(this->words().subspan(at(begin * words), at((end - begin) * words))) * wide;
        for (std::int64_t r = begin; beyond > 0 && r < end; ++r)
            columns -= granule(r, lastCol) ? beyond : 0;
        return columns;
    };
    return columnsIn(0, lastRow) * high + columnsIn(lastRow, lastRow + 1) * (rows - lastRow * high);
}

std::uint64_t Mask::fingerprint() const
{
    const std::array<std::int64_t, 4> shape = {m_shape.rows, m_shape.cols, m_shape.granuleRows, m_shape.granuleCols};
    return hashArray(std::span<const std::uint64_t>(m_words), hashArray(std::span<const std::int64_t>(shape)));
}

// Without a processor's own instruction, which not all have: each byte of a word counts its bits, and so many words are
// added up byte by byte as no byte overflows, which the compiler does for several words at once.
std::int64_t onesIn(std::span<const std::uint64_t> words)
{
    constexpr std::size_t atOnce = 31; // of at most 8 a byte
    std::int64_t count = 0;
    for (; !words.empty(); words = words.subspan(std::min(atOnce, words.size()))) {
        std::uint64_t bytes = 0;
        for (const std::uint64_t word : words.first(std::min(atOnce, words.size()))) {
            const std::uint64_t pairs = word - (word >> 1 & 0x5555555555555555);
            const std::uint64_t fours = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333);
            bytes += (fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0f;
        }
        constexpr std::uint64_t everyOther = 0x00ff00ff00ff00ff;
        const std::uint64_t shorts = (bytes & everyOther) + (bytes >> 8 & everyOther);
        count += static_cast<std::int64_t>(shorts * 0x0001000100010001 >> 48);
    }
    return count;
}

MatrixPtr matrixOf(const Mask& mask, MatrixSource source)
{
    const auto [rows, cols, high, wide] = mask.shape();
    const std::int64_t nnz = mask.places();
    if (nnz >= std::int64_t{1} << 31)
        failInput(fmt::format("{} has {} non-zeros: fewer than 2^31 can be planned", source.name, formatCount(nnz)),
                  {.file = source.path});
    requireRowsInUse(rows, nnz, source.path);
    requireRoom(rows, nnz, false);
    std::vector<std::int64_t> rowPtr{0};
    rowPtr.reserve(at(rows + 1));
    std::vector<std::int32_t> colIdx;
    colIdx.reserve(at(nnz));
    for (std::int64_t i = 0; i < rows; ++i) {
        forOnes(mask.row(i / high), [&, cols = cols, wide = wide](std::int64_t granule) {
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
