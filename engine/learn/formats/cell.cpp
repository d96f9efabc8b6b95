// CELL: LiteForm's partitions of the columns, in each buckets whose widest a cost model chooses.
#include "engine/learn/formats/buckets.h"
#include "engine/learn/formats/shared.h"

namespace sparsescope::learn {

namespace {

std::vector<LearnParameter> cellParameters(const Matrix& matrix)
{
    return {parameter("partitions", "partitions", "Partitions of the columns.", powers(1, powerFrom(matrix.cols())), 1),
            parameter("width", "W", "Width of the widest bucket.", powers(1, powerFrom(longestRow(matrix))), 4)};
}

void composeCell(Encoded& e)
{
    const std::int64_t most = e.number("width");
    placeBuckets(e, buckets(*e.matrix, e.number("partitions"), most), most);
}

} // namespace

TaughtFormat taughtCell()
{
    return {.name = "cell",
            .label = "CELL",
            .about = "LiteForm: partitions of the columns, in each buckets of rows of like length, the widest chosen "
                     "by a cost model.",
            .parameters = cellParameters,
            .kernels = bucketKernels(),
            .compose = composeCell};
}

} // namespace sparsescope::learn
