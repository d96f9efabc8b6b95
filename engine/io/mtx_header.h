// Banner and size line of a Matrix Market file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sparsescope {

enum class MtxField { Real, Integer, Unsigned, Pattern, Complex };
enum class MtxSymmetry { General, Symmetric, SkewSymmetric, Hermitian };

struct MtxHeader {
    bool array = false;
    MtxField field = MtxField::Real;
    MtxSymmetry symmetry = MtxSymmetry::General;
    std::string fieldWord; // lower case, as MatrixSource::field wants it
    std::string symmetryWord;
    std::int64_t rows = 0, cols = 0;
    std::int64_t slices = 1;   // side by side in the columns: a comment "% slices 8" in front of the size line
    std::int64_t entries = 0;  // declared by the size line; of an array, what follows from its shape
    std::int64_t sizeLine = 0; // its number
    std::size_t body = 0;      // where the first line behind the size line begins
};

// Throws Error(Input) with file and line.
MtxHeader readMtxHeader(std::string_view text, const std::string& file);

// Why a line of the body cannot be read as an entry (of an array: as a value).
std::string explainMtxLine(std::string_view line, const MtxHeader& header);

} // namespace sparsescope
