#include "engine/matrix/matrix.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>

namespace sparsescope {

std::string Fingerprint::text() const
{
    return hex64(pattern) + "-" + hex64(values);
}

Fingerprint parseFingerprint(const std::string& text)
{
    if (text.size() != 33 || text[16] != '-')
        failInput(fmt::format("\"{}\" is not a matrix fingerprint", text));
    return {parseHex64(text.substr(0, 16)), parseHex64(text.substr(17))};
}

Matrix::Matrix(std::int64_t rows, std::int64_t cols, std::vector<std::int64_t> rowPtr, std::vector<std::int32_t> colIdx,
               std::vector<double> values, MatrixSource source, std::int64_t slices)
    : m_rows(rows), m_cols(cols), m_slices(slices), m_rowPtr(std::move(rowPtr)), m_colIdx(std::move(colIdx)),
      m_values(std::move(values)), m_source(std::move(source))
{
    constexpr std::int64_t limit = std::int64_t{1} << 31;
    const auto fail = [](const char* rule) { throw Error(ErrorKind::Internal, fmt::format("CSR arrays: {}", rule)); };
    if (rows < 0 || cols < 0 || rows >= limit || cols >= limit)
        fail("rows and columns must be below 2^31");
    if (slices < 1 || cols % slices != 0)
        fail("slices must divide the columns");
    if (m_rowPtr.size() != static_cast<std::size_t>(rows) + 1 || m_rowPtr.front() != 0 || m_rowPtr.back() != nnz())
        fail("rowPtr must run from 0 to nnz in rows + 1 steps");
    if (!m_values.empty() && m_values.size() != m_colIdx.size())
        fail("values and colIdx differ in length");
    std::atomic<bool> valid{true};
    parallelRanges(rows, 4096, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r) {
            const std::int64_t b = m_rowPtr[at(r)];
            const std::int64_t e = m_rowPtr[static_cast<std::size_t>(r) + 1];
            if (b > e || b < 0 || e > nnz()) {
                valid = false;
                return;
            }
            std::int64_t last = -1;
            for (std::int64_t p = b; p < e; ++p) {
                const std::int64_t c = m_colIdx[at(p)];
                if (c <= last || c >= m_cols) {
                    valid = false;
                    return;
                }
                last = c;
            }
        }
    });
    if (!valid)
        fail("columns must be in range and ascending within each row");
    const std::int64_t shape[3] = {rows, cols, slices};
    // A matrix that is not of slices keeps the fingerprint that it had before there were any.
    std::uint64_t h = hashArray(std::span(shape).first(slices > 1 ? 3 : 2));
    h = hashArray(std::span<const std::int64_t>(m_rowPtr), h);
    m_fingerprint.pattern = hashArray(std::span<const std::int32_t>(m_colIdx), h);
    m_fingerprint.values = m_values.empty() ? 0 : hashArray(std::span<const double>(m_values));
}

std::int64_t Matrix::rowOf(std::int64_t position) const
{
    return std::upper_bound(m_rowPtr.begin(), m_rowPtr.end(), position) - m_rowPtr.begin() - 1;
}

std::int64_t Matrix::countIn(std::int64_t r0, std::int64_t r1, std::int64_t c0, std::int64_t c1) const
{
    r0 = std::clamp<std::int64_t>(r0, 0, m_rows);
    r1 = std::clamp<std::int64_t>(r1, r0, m_rows);
    c0 = std::clamp<std::int64_t>(c0, 0, m_cols);
    c1 = std::clamp<std::int64_t>(c1, c0, m_cols);
    if (c0 == 0 && c1 == m_cols)
        return m_rowPtr[at(r1)] - m_rowPtr[at(r0)];
    std::int64_t count = 0;
    for (std::int64_t r = r0; r < r1; ++r) {
        const auto columns = row(r);
        count +=
            std::lower_bound(columns.begin(), columns.end(), c1) - std::lower_bound(columns.begin(), columns.end(), c0);
    }
    return count;
}

std::int64_t Matrix::bytes() const
{
    return 8 * (m_rows + 1) + 4 * nnz() + 8 * static_cast<std::int64_t>(m_values.size());
}

} // namespace sparsescope
