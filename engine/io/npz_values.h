// Arrays of any of NumPy's number types as the integers, doubles and texts that a matrix needs.
#pragma once

#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/io/npy.h"
#include "engine/matrix/matrix.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope {

// Integers of any width in [least, limit). T is std::int32_t or std::int64_t. Throws Error(Input) at where.
template <class T>
std::vector<T> npyIntegers(const NpyArray& array, std::int64_t limit, const Where& where, const Progress& progress,
                           std::int64_t least = 0);

// Any numbers as doubles: complex by magnitude; booleans as 0 and 1, or empty when all are True. Sets source.field and
// adds notes. Throws Error(Input) at where for other types.
std::vector<double> npyValues(const NpyArray& array, const Where& where, MatrixSource& source,
                              const Progress& progress);

// One ASCII word kept as a byte or Unicode string without axes.
std::string npyText(const NpyArray& array, const Where& where);

// Unicode strings, or byte strings in ASCII, as UTF-8: one each element. Throws Error(Input) at where for other types
// and for what nobody can read.
std::vector<std::string> npyTexts(const NpyArray& array, const Where& where);
// The inverse, of one axis unless there is one text alone and none is wanted. What is no UTF-8 becomes question marks.
NpyArray toTextArray(const std::vector<std::string>& texts, bool axis = true);

} // namespace sparsescope
