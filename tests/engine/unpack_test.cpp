// From the packed arrays alone the matrix comes back, whatever the format.
#include "tests/engine/bucket_fixtures.h"
#include "tests/engine/format_fixtures.h"

using namespace sparsescope;

namespace {

// The matrix with values as rounded to the data type; without explicit zeros, if so asked.
std::vector<std::tuple<std::int64_t, std::int32_t, double>> entriesOf(const Matrix& matrix, DataType dtype, bool zeros)
{
    std::vector<std::tuple<std::int64_t, std::int32_t, double>> entries;
    for (std::int64_t p = 0; p < matrix.nnz(); ++p)
        if (const double value = rounded(dtype, matrix.value(p)); zeros || value != 0)
            entries.emplace_back(matrix.rowOf(p), matrix.colIdx()[static_cast<std::size_t>(p)], value);
    return entries;
}

void checkUnpacked(const Plan& plan, const Matrix& matrix)
{
    const MatrixPtr again = unpack(pack(plan, matrix, noProgress()));
    CHECK(again->rows() == matrix.rows());
    CHECK(again->cols() == matrix.cols());
    // Output positions tell explicit zeros from padding.
    const bool zeros = plan.op.sampled();
    CHECK((entriesOf(*again, plan.op.dtype, true) == entriesOf(matrix, plan.op.dtype, zeros)));
}

} // namespace

TEST_CASE("unpacking what was packed gives the matrix, in every format, data type and operator")
{
    std::uint64_t seed = 20;
    for (const OperatorKind kind : operatorKinds())
        for (const DataType dtype : dataTypes)
            for (const MatrixPtr& matrix : oddMatrices(++seed))
                for (const FormatPtr& format : formatsFor(*matrix, allPositions(*matrix))) {
                    INFO(matrix->source().name << ", " << format->label() << ", " << label(kind) << " " << name(dtype)
                                               << ", seed " << seed);
                    checkUnpacked(coveredBy(format, *matrix, changed({{}, dtype, 32}, kind)), *matrix);
                }
}

TEST_CASE("plans of many formats with redundant places and rows that are added unpack to the matrix")
{
    for (const std::uint64_t seed : {1, 2, 3}) {
        const MatrixPtr matrix = randomWithEmptyRows(120, 150, 0.08, seed);
        for (const OperatorKind kind : operatorKinds())
            for (const DataType dtype : dataTypes)
                checkUnpacked(mixedPlan(*matrix, changed({{}, dtype, 64}, kind), 32, seed), *matrix);
    }
}

TEST_CASE("plans of hyb(c, k) and of CELL unpack to the matrix, and take the bytes of their arrays")
{
    for (const std::uint64_t seed : {1, 2, 3})
        for (const MatrixPtr& matrix : oddMatrices(seed))
            for (const char* name : {"hyb", "fixed:cell"})
                for (const char* parts : {"1", "4"})
                    for (const DataType dtype : {DataType::Float16, DataType::Float32}) {
                        INFO(matrix->source().name << ", " << name << ", " << parts << ", seed " << seed);
                        const Plan plan = searchedBy(name, *matrix, spmm(dtype, 32), {{"column-parts", parts}}).plan;
                        checkUnpacked(plan, *matrix);
                        std::int64_t bytes = 0;
                        const Packed packed = pack(plan, *matrix, noProgress());
                        for (std::size_t t = 0; t < packed.tiles.size(); ++t)
                            for (std::size_t a = 0; a < mostArrays; ++a)
                                bytes +=
                                    packed.sizes[t][a] * (a == packed.formatOf(t).valueArray() ? bytesOf(dtype) : 4);
                        CHECK(summarise(plan).bytes == bytes);
                    }
}
