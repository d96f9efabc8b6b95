// HYB: an ELL part of a fixed width, and what does not fit as COO.
#include "engine/learn/formats/elements.h"
#include "engine/learn/formats/shared.h"
#include "engine/learn/tile_picture.h"
#include "engine/learn/warp_builder.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sparsescope::learn {

namespace {

std::vector<RowWork> ellPart(WarpBuilder& b)
{
    return rowsOfOneWidth(b, 0, 0, b.number("rows"), b.number("width"));
}

std::int64_t leftOver(const WarpBuilder& b) // the first value of the COO part
{
    return b.number("rows") * b.number("width");
}

void hybThreads(WarpBuilder& b)
{
    b.addDense(1);
    const int next = threadRows(b, ellPart(b), {2, 4, 6, "ell.colIdx"});
    if (b.names("coo.colIdx"))
        threadNonZeros(b, "coo.rowIdx", "coo.colIdx", leftOver(b), 10, next);
}

void hybColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    const int next = columnsOfRows(b, ellPart(b), {2, 4, 6, "ell.colIdx"});
    if (b.names("coo.colIdx"))
        columnsOfNonZeros(b, "coo.rowIdx", "coo.colIdx", leftOver(b), 10, next);
}

std::vector<LearnParameter> hybParameters(const Matrix& matrix)
{
    return {parameter("width", "width", "Places of a row in the ELL part.", multiples(1, longestRow(matrix)),
                      std::max<std::int64_t>(1, meanRow(matrix)))};
}

// Every row of the matrix in the ELL part, and the places that did not fit (Bell and Garland 2009).
void composeHyb(Encoded& e)
{
    const Matrix& m = *e.matrix;
    const std::int64_t width = e.number("width");
    EncodedArray ellCols = emptyArray("ell.colIdx", "the column of the place", ElementType::Column, e.dtype);
    EncodedArray values = emptyArray("values", "the value", ElementType::Value, e.dtype);
    EncodedArray cooRows = emptyArray("coo.rowIdx", "the row of the non-zero", ElementType::Row, e.dtype);
    EncodedArray cooCols = emptyArray("coo.colIdx", "the column of the non-zero", ElementType::Column, e.dtype);
    std::vector<StoredRow> rows;
    std::vector<std::int64_t> beyond;
    for (std::int64_t r = 0; r < m.rows(); ++r) {
        StoredRow row = wholeRow(m, r);
        for (std::int64_t k = width; k < row.length; ++k)
            beyond.push_back(row.begin + k);
        row.length = std::min(row.length, width);
        rows.push_back(row);
    }
    appendRows(e, ellCols, values, rows, width, 0, e.byColumns);
    const auto height = static_cast<int>(m.rows()), over = static_cast<int>(beyond.size());
    e.frames.push_back({0, 0, static_cast<int>(width), height, "the ELL part"});
    constexpr auto each = static_cast<int>(TilePicture::placesOfLine);
    for (int n = 0; n < over; ++n) {
        const std::int64_t position = beyond[static_cast<std::size_t>(n)];
        const MatrixArea place = placeOf(m, position);
        values.elements.push_back(valueElement(m, position, 0));
        cooRows.elements.push_back(numberElement(place.rowBegin, place, 0));
        cooCols.elements.push_back(numberElement(place.colBegin, place, 0));
        e.places.push_back({n % each, height + n / each});
    }
    const int lines = (over + each - 1) / each;
    if (over > 0)
        e.frames.push_back({0, height, std::min(each, over), lines, "the COO part"});
    e.rowOfLine.insert(e.rowOfLine.end(), static_cast<std::size_t>(lines), -1);
    e.arrays = {std::move(ellCols), std::move(values)};
    if (over > 0) {
        e.arrays.push_back(std::move(cooRows));
        e.arrays.push_back(std::move(cooCols));
    }
    e.numbers["overflow"] = over;
}

} // namespace

TaughtFormat taughtHyb()
{
    return {
        .name = "hyb",
        .label = "HYB",
        .about =
            "An ELL part of a fixed width, and what does not fit as COO. A few long rows no longer pad all the others.",
        .parameters = hybParameters,
        .kernels = {{"thread a row, then a thread a non-zero",
                     "SpMV, two kernels. The ELL part by columns, a thread a row; what did not fit as COO, a thread a "
                     "non-zero that adds to y.",
                     R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i >= rows) return;
float sum = 0;
for (int k = 0; k < width; ++k)
    sum += values[k * rows + i]
         * x[ell.colIdx[k * rows + i]];
y[i] = sum;
// then the COO part, in a kernel of its own
int n = blockIdx.x * blockDim.x + threadIdx.x;
if (n >= overflow) return;
int r = coo.rowIdx[n], c = coo.colIdx[n];
atomicAdd(&y[r], values[rows * width + n] * x[c]);)",
                     hybThreads, true, "coo.colIdx"},
                    {"the same, the ELL part row-major",
                     "SpMV, two kernels. The ELL part by rows: threads side by side read addresses a whole row apart.",
                     R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i >= rows) return;
float sum = 0;
for (int k = 0; k < width; ++k)
    sum += values[i * width + k]
         * x[ell.colIdx[i * width + k]];
y[i] = sum;
// then the COO part, in a kernel of its own
int n = blockIdx.x * blockDim.x + threadIdx.x;
if (n >= overflow) return;
int r = coo.rowIdx[n], c = coo.colIdx[n];
atomicAdd(&y[r], values[rows * width + n] * x[c]);)",
                     hybThreads, false, "coo.colIdx"},
                    {overColumns,
                     "SpMM, two kernels, each lane its own column of B: a warp a row of the ELL part, then a warp for "
                     "each non-zero that is left over.",
                     R"(int i = blockIdx.x, j = threadIdx.x;
if (i >= rows) return;
float sum = 0;
for (int k = 0; k < width; ++k)
    sum += values[i * width + k]
         * B[ell.colIdx[i * width + k]][j];
C[i][j] = sum;
// then the COO part, in a kernel of its own
int n = blockIdx.x, j = threadIdx.x;
if (n >= overflow) return;
int r = coo.rowIdx[n], c = coo.colIdx[n];
atomicAdd(&C[r][j], values[rows * width + n] * B[c][j]);)",
                     hybColumns, false, "coo.colIdx"}},
        .inOneTile = tileOfAllRows,
        .inTiles = "Its tiles leave out rows that hold nothing, and are a power of two high.",
        .compose = composeHyb};
}

} // namespace sparsescope::learn
