// A matrix as compressed columns of a session.
#pragma once

#include "engine/matrix/matrix.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace sparsescope::session {

// zlib streams of little-endian arrays: the length of each row (int32), the distance of each column index from the one
// before it in its row, or from 0 (int32), and the values (float64; empty without values).
struct MatrixBlob {
    std::string rowLengths;
    std::string columnGaps;
    std::string values;

    std::uint64_t bytes() const { return rowLengths.size() + columnGaps.size() + values.size(); }
};

MatrixBlob packMatrix(const Matrix& matrix, int level = 6); // of zlib, 0 to 9

struct MatrixBlobView {
    std::int64_t rows = 0, cols = 0, nnz = 0, slices = 1;
    bool hasValues = false;
    std::string_view rowLengths, columnGaps, values;
};

// Throws Error(Input) naming `file` and the column when anything does not fit.
MatrixPtr unpackMatrix(const MatrixBlobView& blob, MatrixSource source, const std::string& file,
                       Progress& progress = noProgress());

// Where it came from, and its slices where these are several.
struct KeptSource {
    MatrixSource source;
    std::int64_t slices = 1;
};
nlohmann::json sourceToJson(const KeptSource& kept);
KeptSource sourceFromText(std::string_view text, const std::string& file);

} // namespace sparsescope::session
