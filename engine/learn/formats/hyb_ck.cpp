// hyb(c, k): SparseTIR's partitions of the columns, in each buckets of rows of like length.
#include "engine/learn/formats/buckets.h"
#include "engine/learn/formats/shared.h"

#include <algorithm>
#include <bit>

namespace sparsescope::learn {

namespace {

std::vector<LearnParameter> hybCkParameters(const Matrix& matrix)
{
    return {parameter("c", "c", "Partitions of the columns.", powers(1, powerFrom(matrix.cols())), 1),
            parameter("k", "k",
                      "The widest bucket holds rows of 2^k places; the paper takes ceil(log2(non-zeros a row)).",
                      {0, 1, 2, 3, 4, 5},
                      std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(meanRow(matrix) - 1, 0))))};
}

void composeHybCk(Encoded& e)
{
    const std::int64_t partitions = e.number("c"), most = std::int64_t{1} << e.number("k");
    e.numbers.erase("c"); // names of variables in the listings
    e.numbers.erase("k");
    placeBuckets(e, buckets(*e.matrix, partitions, most), most);
}

} // namespace

TaughtFormat taughtHybCk()
{
    return {.name = "hyb(c,k)",
            .label = "hyb(c, k)",
            .about = "SparseTIR: columns in c partitions, the rows of each by length into buckets of widths 1, 2, 4 "
                     "... 2^k, each an ELL. Longer rows are folded. Every block of 2^k places is one thread block.",
            .parameters = hybCkParameters,
            .kernels = bucketKernels(),
            .compose = composeHybCk};
}

} // namespace sparsescope::learn
