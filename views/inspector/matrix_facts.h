// The matrix in names and values.
#pragma once

#include "engine/matrix/matrix.h"
#include "engine/matrix/statistics.h"
#include "engine/search/liteform/features.h"
#include "views/parts/fact_list.h"

namespace sparsescope {

FactGroup matrixFacts(const Matrix& matrix);  // shape, density, field, where it is from
FactGroup readingNotes(const Matrix& matrix); // what its reader decided; may be empty

FactGroup lengthFacts(const QString& title, const LengthStatistics& lengths);
FactGroup structureFacts(const MatrixStatistics& statistics, bool square);
FactGroup valueFacts(const ValueStatistics& values); // no facts of a pattern
// How full aligned blocks of several sizes are.
FactGroup blockFacts(const MatrixStatistics& statistics);
// What LiteForm's predictors are asked with, for a kernel whose other dimensions have this product.
FactGroup featureFacts(const liteform::Features& features, std::int64_t otherDimensions);

} // namespace sparsescope
