// Attention masks that follow from their size alone: LogSparse, strided, sliding window, block butterfly.
#include "engine/matrix/patterns.h"
#include "engine/matrix/patterns/build.h"

#include <bit>
#include <fmt/format.h>
#include <numeric>

namespace sparsescope {

namespace {

std::int64_t wholeRoot(std::int64_t n)
{
    std::int64_t s = 0;
    for (std::int64_t bit = std::int64_t{1} << 31; bit > 0; bit /= 2)
        if ((s + bit) * (s + bit) <= n)
            s += bit;
    return s;
}

std::int64_t bitWidth(std::int64_t n)
{
    return std::bit_width(static_cast<std::uint64_t>(n));
}

void writeRange(std::span<std::int32_t> out, std::int64_t first)
{
    std::iota(out.begin(), out.end(), static_cast<std::int32_t>(first));
}

} // namespace

MatrixPtr logsparse(std::int64_t n, Progress& progress)
{
    requireExtent("logsparse", "rows", n);
    const auto left = [](std::int64_t i) { return bitWidth(i); }; // steps 2^j <= i
    const auto right = [n](std::int64_t i) {
        return std::max<std::int64_t>(bitWidth(n - 1 - i) - 1, 0);
    }; // 2^(j+1) fits
    return matrixByRows(
        n, n, "logsparse", false, progress, [&](std::int64_t i) { return left(i) + 1 + right(i); },
        [&](std::int64_t i, std::span<std::int32_t> out, std::span<double>) {
            std::size_t k = 0;
            for (std::int64_t j = left(i); j-- > 0;)
                out[k++] = static_cast<std::int32_t>(i - (std::int64_t{1} << j));
            out[k++] = static_cast<std::int32_t>(i);
            for (std::int64_t j = 0; j < right(i); ++j)
                out[k++] = static_cast<std::int32_t>(i + (std::int64_t{1} << j));
        });
}

MatrixPtr strided(std::int64_t n, Progress& progress)
{
    requireExtent("strided", "rows", n);
    const std::int64_t s = wholeRoot(n);
    const auto before = [s](std::int64_t i) { return std::max<std::int64_t>(i / s - 1, 0); };
    const auto behind = [s, n](std::int64_t i) { return std::max<std::int64_t>((n - 1 - i) / s - 1, 0); };
    const auto first = [s](std::int64_t i) { return std::max<std::int64_t>(0, i - s + 1); };
    const auto end = [s, n](std::int64_t i) { return std::min(n, i + s); };
    // The window ends at distance s - 1; the nearest stride is at s.
    return matrixByRows(
        n, n, "strided", false, progress, [&](std::int64_t i) { return before(i) + end(i) - first(i) + behind(i); },
        [&](std::int64_t i, std::span<std::int32_t> out, std::span<double>) {
            std::size_t k = 0;
            for (std::int64_t j = before(i); j > 0; --j)
                out[k++] = static_cast<std::int32_t>(i - j * s);
            const auto window = static_cast<std::size_t>(end(i) - first(i));
            writeRange(out.subspan(k, window), first(i));
            k += window;
            for (std::int64_t j = 1; j <= behind(i); ++j)
                out[k++] = static_cast<std::int32_t>(i + j * s);
        });
}

MatrixPtr banded(std::int64_t n, std::int64_t band, Progress& progress)
{
    requireExtent("banded", "rows", n);
    if (band < 0)
        refuseParameter("banded", "block", "0 and more", static_cast<double>(band));
    const std::int64_t half = band / 2;
    const auto first = [half](std::int64_t i) { return std::max<std::int64_t>(0, i - half); };
    const auto end = [half, n](std::int64_t i) { return half >= n - i ? n : i + half + 1; };
    return matrixByRows(
        n, n, "banded", false, progress, [&](std::int64_t i) { return end(i) - first(i); },
        [&](std::int64_t i, std::span<std::int32_t> out, std::span<double>) { writeRange(out, first(i)); });
}

MatrixPtr butterfly(std::int64_t n, std::int64_t block, Progress& progress)
{
    requireExtent("butterfly", "rows", n);
    requireExtent("butterfly", "block", block);
    const std::int64_t grid = n / block;
    if (grid * block != n || !std::has_single_bit(static_cast<std::uint64_t>(grid)))
        refuseParameter("butterfly", "rows", fmt::format("a power of two times the block ({})", block),
                        static_cast<double>(n));
    return matrixByRows(
        n, n, "butterfly", false, progress, [&](std::int64_t) { return block * bitWidth(grid); },
        [&](std::int64_t i, std::span<std::int32_t> out, std::span<double>) {
            const std::int64_t b = i / block;
            std::size_t k = 0;
            const auto write = [&](std::int64_t column) {
                writeRange(out.subspan(k, static_cast<std::size_t>(block)), column * block);
                k += static_cast<std::size_t>(block);
            };
            // b xor 2^k is smaller where b has the bit: the highest such bit leads furthest down.
            for (std::int64_t bit = grid / 2; bit > 0; bit /= 2)
                if ((b & bit) != 0)
                    write(b - bit);
            write(b);
            for (std::int64_t bit = 1; bit < grid; bit *= 2)
                if ((b & bit) == 0)
                    write(b + bit);
        });
}

} // namespace sparsescope
