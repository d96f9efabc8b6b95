#include "engine/matrix/patterns/build.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/text.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <fmt/format.h>
#include <utility>

namespace sparsescope {

MatrixSource generatedSource(const std::string& name, const std::string& field, std::int64_t nnz)
{
    return {.path = {},
            .name = name,
            .format = "generated",
            .field = field,
            .symmetry = "general",
            .storedEntries = nnz,
            .duplicates = 0,
            .notes = {}};
}

void refuseParameter(const char* name, const char* parameter, const std::string& range, double value)
{
    failUsage(fmt::format("{}: {} takes {}, not {:.15g}", name, parameter, range, value));
}

void requireExtent(const char* name, const char* parameter, std::int64_t value)
{
    constexpr std::int64_t most = (std::int64_t{1} << 31) - 1;
    if (value < 1 || value > most)
        refuseParameter(name, parameter, fmt::format("1 to {}", most), static_cast<double>(value));
}

void requireRoom(std::int64_t rows, std::int64_t nnz, bool values)
{
    constexpr std::int64_t most = std::int64_t{1} << 42; // of non-zeros, 16 TB: beyond it sums might overflow
    const std::uint64_t bytes = 8 * static_cast<std::uint64_t>(rows + 1);
    requireMemory(nnz > most ? UINT64_MAX : bytes + static_cast<std::uint64_t>(nnz) * (values ? 12 : 4), {},
                  "the matrix");
}

void requireRowsInUse(std::int64_t rows, std::int64_t nnz, const std::string& file)
{
    constexpr std::int64_t always = 1 << 26, emptyForEach = 64;
    if (rows > always && rows / emptyForEach > nnz)
        failInput(fmt::format("declares {} rows and holds {} non-zeros: the pointers to its rows alone would take {}; "
                              "leave out the empty rows",
                              formatCount(rows), formatCount(nnz), formatBytes(8 * rows)),
                  {.file = file});
}

EmptyRows roomFor(std::vector<std::int64_t> lengths, bool values)
{
    EmptyRows m;
    m.rowPtr = std::move(lengths);
    for (std::size_t r = 1; r < m.rowPtr.size(); ++r)
        m.rowPtr[r] += m.rowPtr[r - 1];
    const auto nnz = static_cast<std::size_t>(m.rowPtr.back());
    requireRoom(0, m.rowPtr.back(), values);
    m.colIdx.resize(nnz);
    m.values.resize(values ? nnz : 0);
    return m;
}

MatrixPtr matrixFromPlaces(std::int64_t rows, std::int64_t cols, std::vector<std::uint64_t> places,
                           const std::string& name, std::int64_t slices)
{
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(rows) + 1, 0);
    for (const std::uint64_t place : places)
        ++lengths[static_cast<std::size_t>(place >> 32) + 1];
    EmptyRows m = roomFor(std::move(lengths), false);
    std::transform(places.begin(), places.end(), m.colIdx.begin(),
                   [](std::uint64_t place) { return static_cast<std::int32_t>(place & 0xffffffffu); });
    const auto nnz = static_cast<std::int64_t>(places.size());
    places = {};
    return std::make_shared<const Matrix>(rows, cols, std::move(m.rowPtr), std::move(m.colIdx), std::vector<double>{},
                                          generatedSource(name, "pattern", nnz), slices);
}

void overRows(std::int64_t rows, Progress& progress, const char* what, double from, double to,
              const std::function<void(std::int64_t, std::int64_t)>& body)
{
    constexpr std::int64_t piece = 64;
    std::atomic<std::int64_t> done{0};
    const std::int64_t pieces = (rows + piece - 1) / piece;
    parallelRanges(pieces, 16, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t p = begin; p < end; ++p) {
            progress.check();
            body(p * piece, std::min(rows, (p + 1) * piece));
        }
        const std::int64_t now = done += end - begin;
        progress.report(what, from + (to - from) * static_cast<double>(now) / static_cast<double>(pieces));
    });
}

std::vector<std::int64_t> apportion(std::int64_t n, std::int64_t total, double most,
                                    const std::function<std::uint64_t(double, std::int64_t)>& share,
                                    const std::function<std::int64_t(std::int64_t)>& capacity, Progress& progress)
{
    const auto sum = [&](double s) {
        progress.check();
        std::uint64_t all = 0;
        for (std::int64_t i = 0; i < n && all >> shareBits <= static_cast<std::uint64_t>(total); ++i)
            all += share(s, i);
        return all >> shareBits; // more than total: how much more, is of no interest
    };
    double low = 0;
    double high = most;
    for (int step = 0; step < 52; ++step) {
        const double middle = 0.5 * (low + high);
        if (sum(middle) <= static_cast<std::uint64_t>(total))
            low = middle;
        else
            high = middle;
    }
    std::vector<std::int64_t> parts(static_cast<std::size_t>(n), 0);
    std::uint64_t wishes = 0;
    std::int64_t given = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        wishes += low > 0 ? share(low, i) : 0;
        const auto due = static_cast<std::int64_t>(wishes >> shareBits) - given;
        parts[at(i)] = std::clamp<std::int64_t>(due, 0, capacity(i));
        given += parts[at(i)];
    }
    for (std::int64_t i = 0; i < n && given < total; ++i) {
        const std::int64_t more = std::min(total - given, capacity(i) - parts[at(i)]);
        const std::int64_t fair = std::min<std::int64_t>(more, 1 + (total - given) / n);
        parts[at(i)] += fair;
        given += fair;
    }
    for (std::int64_t i = 0; i < n && given < total; ++i) {
        const std::int64_t more = std::min(total - given, capacity(i) - parts[at(i)]);
        parts[at(i)] += more;
        given += more;
    }
    return parts;
}

void DistinctPicker::uniform(RandomStream& random, std::span<std::int32_t> out)
{
    const auto draw = [&] { return random.below(static_cast<std::uint64_t>(m_n)); };
    const auto wanted = static_cast<std::int64_t>(out.size());
    if (wanted <= m_n / 2) {
        pick(0, m_n, draw, out);
        return;
    }
    // Those that are left out are fewer: draw them, so that draws are seldom in vain.
    prepare();
    for (std::int64_t k = wanted; k < m_n;)
        k += insert(static_cast<std::int64_t>(draw())) ? 1 : 0;
    for (std::size_t w = 0; w < m_words.size(); ++w) {
        const std::int64_t left = m_n - static_cast<std::int64_t>(64 * w);
        m_words[w] ^= left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
    }
    take(0, m_n, out);
}

void DistinctPicker::take(std::int64_t first, std::int64_t end, std::span<std::int32_t> out)
{
    std::size_t k = 0;
    for (std::size_t w = word(first); w <= word(end - 1); ++w)
        for (std::uint64_t bits = std::exchange(m_words[w], 0); bits != 0; bits &= bits - 1)
            out[k++] = static_cast<std::int32_t>(64 * w + static_cast<std::size_t>(std::countr_zero(bits)));
}

} // namespace sparsescope
