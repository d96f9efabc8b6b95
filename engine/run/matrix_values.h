// Which values the non-zeros of a matrix have while plans of it are run: the pattern, and with it every plan, stays the
// same.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/plan/operators/operator.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace sparsescope {

enum class MatrixValues { File, Random, Ones };
inline constexpr std::array matrixValues = {MatrixValues::File, MatrixValues::Random, MatrixValues::Ones};

const char* name(MatrixValues values);                   // "file" "random" "ones": on the command line and in files
const char* label(MatrixValues values);                  // "values as in the file", for people
MatrixValues parseMatrixValues(const std::string& text); // throws Error(Usage) and lists the names

// What a run multiplies with.
struct TakenValues {
    MatrixValues values = MatrixValues::File;
    MatrixPtr other;     // the same pattern with these values; null: the matrix has them itself
    std::string message; // a sentence: why random ones were taken that nobody asked for

    const Matrix& of(const Matrix& matrix) const { return other ? *other : matrix; }
};

// Those that are asked for. Where none are: the file's, or random ones where the operator's type cannot hold a value of
// the file's, would make zeros of all of them, or where the results with them are `known` and are beyond the type. A
// matrix without values is one of ones, which every type holds. Random values are of either sign and of magnitudes from
// 1/2 to 1, so that no type makes zeros of them, and their sums stay far from what any cannot hold; the same for the
// same seed anywhere. Throws Error(Input) where memory does not suffice, Error(Cancelled).
TakenValues takeValues(const Matrix& matrix, const Operator& op, std::optional<MatrixValues> asked, std::uint64_t seed,
                       Progress& progress, const Reference* known = nullptr);

} // namespace sparsescope
