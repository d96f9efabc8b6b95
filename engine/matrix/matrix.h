// The sparse input: CSR, immutable, shared. Every other part of the house only reads it.
#pragma once

#include "engine/core/at.h"
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

// Pattern: shape, slices, rowPtr and colIdx (a plan belongs to it). Values: the values array, 0 without values.
struct Fingerprint {
    std::uint64_t pattern = 0;
    std::uint64_t values = 0;

    std::string text() const; // two groups of 16 hexadecimal digits, joined by '-'
    bool operator==(const Fingerprint&) const = default;
};
// The inverse of text(); throws Error(Input).
Fingerprint parseFingerprint(const std::string& text);

// Where a matrix came from and what its reader decided. All of it is shown to the user.
struct MatrixSource {
    std::string path;               // as opened; empty for generated matrices
    std::string name;               // file name without folder, or the generator's name
    std::string format;             // "Matrix Market coordinate", "SMTX", "NumPy csr", ...
    std::string field;              // real double integer unsigned-integer pattern complex
    std::string symmetry;           // general symmetric skew-symmetric hermitian
    std::int64_t storedEntries = 0; // in the file, before symmetry is expanded and duplicates are summed
    std::int64_t duplicates = 0;    // entries that were summed into another one
    std::vector<std::string> notes; // sentences: "complex values are read by magnitude", ...
    // Size and time of the file when it was read; -1: not read from `path` by this process. Never kept in a file.
    std::int64_t fileSize = -1;
    std::int64_t fileChanged = 0; // ns since 1970
};

// rows x cols, both below 2^31. rowPtr has rows + 1 entries, colIdx nnz, ascending and distinct within a row.
// values is empty for a pattern (every non-zero counts as 1); explicit zeros are kept.
// Slices are matrices of one shape, the relations of a graph with typed edges for one, that stand side by side: cols is
// a multiple of their number, and column c is column c mod sliceCols() of slice c / sliceCols().
class Matrix {
public:
    // Takes valid arrays; throws Error(Internal) when they break the rules above (checked in full).
    Matrix(std::int64_t rows, std::int64_t cols, std::vector<std::int64_t> rowPtr, std::vector<std::int32_t> colIdx,
           std::vector<double> values, MatrixSource source, std::int64_t slices = 1);

    std::int64_t rows() const { return m_rows; }
    std::int64_t cols() const { return m_cols; }
    std::int64_t nnz() const { return static_cast<std::int64_t>(m_colIdx.size()); }
    bool hasValues() const { return !m_values.empty(); }
    std::int64_t slices() const { return m_slices; } // at least 1
    std::int64_t sliceCols() const { return m_cols / m_slices; }

    std::span<const std::int64_t> rowPtr() const { return m_rowPtr; }
    std::span<const std::int32_t> colIdx() const { return m_colIdx; }
    std::span<const double> values() const { return m_values; }
    double value(std::int64_t position) const { return m_values.empty() ? 1.0 : m_values[at(position)]; }

    // Column indices of one row.
    std::span<const std::int32_t> row(std::int64_t r) const
    {
        const auto b = static_cast<std::size_t>(m_rowPtr[at(r)]);
        const auto e = static_cast<std::size_t>(m_rowPtr[static_cast<std::size_t>(r) + 1]);
        return std::span(m_colIdx).subspan(b, e - b);
    }
    std::int64_t rowLength(std::int64_t r) const { return m_rowPtr[static_cast<std::size_t>(r) + 1] - m_rowPtr[at(r)]; }
    // The row that holds CSR position p: O(log rows).
    std::int64_t rowOf(std::int64_t position) const;
    // Number of non-zeros with row in [r0, r1) and column in [c0, c1); ranges are clipped to the matrix.
    std::int64_t countIn(std::int64_t r0, std::int64_t r1, std::int64_t c0, std::int64_t c1) const;

    const Fingerprint& fingerprint() const { return m_fingerprint; }
    const MatrixSource& source() const { return m_source; }

    // Bytes of the CSR arrays as kept here: 8 a row, 4 an index, 8 a value.
    std::int64_t bytes() const;

private:
    std::int64_t m_rows;
    std::int64_t m_cols;
    std::int64_t m_slices;
    std::vector<std::int64_t> m_rowPtr;
    std::vector<std::int32_t> m_colIdx;
    std::vector<double> m_values;
    MatrixSource m_source;
    Fingerprint m_fingerprint;
};

using MatrixPtr = std::shared_ptr<const Matrix>;

} // namespace sparsescope
