// SR-BCRS: stripes of rows as vectors of one column each, in groups for a tensor core.
#include "engine/core/at.h"
#include "engine/learn/formats/elements.h"
#include "engine/learn/formats/shared.h"
#include "engine/learn/formats/tensor_core.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope::learn {

namespace {

std::vector<LearnParameter> stripeParameters(const Matrix&)
{
    return {parameter("t", "t", "Rows of a stripe: the length of a vector.", powers(1, 16), 4),
            parameter("q", "q", "Vectors of a group.", powers(1, 16), 4)};
}

void tensorStripes(WarpBuilder& b)
{
    b.addDense(tensorColumns);
    const std::int64_t t = b.number("t"), q = b.number("q");
    const auto ranges = rowRanges(b);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        b.warp(static_cast<int>(i));
        const std::string name = fmt::format("C{}", b.encoded().rowOfLine[i * static_cast<std::size_t>(t)]);
        WarpStep& first = b.step(2, fmt::format("All lanes read where stripe {} begins and ends.", i));
        together(b, first, name, b.lanes(), "begins", [&](int l, std::int64_t) {
            for (const auto& [array, element] : beginAndEnd("rowEnd", static_cast<std::int64_t>(i)))
                b.read(first, l, array, element);
        });
        for (std::int64_t v = ranges[i].first; v < ranges[i].second; v += q) {
            WarpStep& s = b.step(
                5,
                fmt::format("One instruction: {} x {} values against {} rows of B, the lanes read them side by side.",
                            t, q, q));
            together(b, s, name, t * q, "mma", [&](int l, std::int64_t k) { b.read(s, l, "values", v * t + k); });
            together(b, s, name, q, "mma", [&](int l, std::int64_t k) { b.read(s, l, "colIdx", v + k); });
            together(b, s, name, q * tensorColumns, "mma", [&](int l, std::int64_t k) {
                b.read(s, l, "B", b.element("colIdx", v + k / tensorColumns) * tensorColumns + k % tensorColumns);
            });
            for (std::int64_t k = 0; k < t * q; ++k)
                addProduct(s, b.value(v * t + k));
        }
        WarpStep& s = b.step(7, fmt::format("The lanes write {} of C.", plural(t, "row")));
        together(b, s, name, t * tensorColumns, "stores", [&](int l, std::int64_t k) {
            const std::int32_t r =
                b.encoded().rowOfLine[i * static_cast<std::size_t>(t) + static_cast<std::size_t>(k / tensorColumns)];
            if (r >= 0)
                b.write(s, l, "C", r * tensorColumns + k % tensorColumns);
        });
    }
}

// Stripes of t rows in groups of q vectors, a group row by row (SparseTIR 4.3.2). Padding repeats the last column.
void composeStripes(Encoded& e)
{
    const Matrix& m = *e.matrix;
    const std::int64_t t = e.number("t"), q = e.number("q"), stripes = (m.rows() + t - 1) / t;
    EncodedArray ends =
        emptyArray("rowEnd", "where the stripe ends, in vectors; the first begins at 0", ElementType::Index, e.dtype);
    EncodedArray colIdx = emptyArray("colIdx", "the column of the vector", ElementType::Column, e.dtype);
    EncodedArray values = emptyArray("values", "the value", ElementType::Value, e.dtype);
    for (std::int64_t s = 0; s < stripes; ++s) {
        const MatrixArea rows = rowsArea(m, s * t, (s + 1) * t);
        std::vector<std::int64_t> cols;
        for (std::int64_t c = 0; c < m.cols(); ++c)
            if (m.countIn(rows.rowBegin, rows.rowEnd, c, c + 1) > 0)
                cols.push_back(c);
        const auto held = static_cast<std::int64_t>(cols.size());
        cols.resize(at((held + q - 1) / q * q), held > 0 ? cols.back() : 0);
        for (std::int64_t g = 0; g < static_cast<std::int64_t>(cols.size()); g += q) {
            e.frames.push_back({static_cast<int>(g), static_cast<int>(s * t), static_cast<int>(q), static_cast<int>(t),
                                fmt::format("group of {} vectors", q)});
            for (std::int64_t v = 0; v < t * q; ++v) {
                const std::int64_t n = g + v % q;
                values.elements.push_back(
                    valueElement(m, n < held ? positionAt(m, s * t + v / q, cols[at(n)]) : -1, 0));
                e.places.push_back({static_cast<int>(n), static_cast<int>(s * t + v / q)});
            }
        }
        for (std::int64_t n = 0; n < static_cast<std::int64_t>(cols.size()); ++n)
            colIdx.elements.push_back(numberElement(
                cols[at(n)],
                n < held ? MatrixArea{rows.rowBegin, rows.rowEnd, cols[at(n)], cols[at(n)] + 1} : MatrixArea(), 0));
        ends.elements.push_back(numberElement(static_cast<std::int64_t>(colIdx.elements.size()), rows, 0));
        for (std::int64_t r = s * t; r < (s + 1) * t; ++r)
            e.rowOfLine.push_back(r < m.rows() ? static_cast<std::int32_t>(r) : -1);
    }
    e.numbers["stripes"] = stripes;
    e.arrays = {std::move(ends), std::move(colIdx), std::move(values)};
}

} // namespace

TaughtFormat taughtSrBcrs()
{
    return {
        .name = "srbcrs",
        .label = "SR-BCRS",
        .about =
            "Stripes of t rows; in a stripe only the columns that hold something, as vectors of t values, one column "
            "number each. The vectors of a stripe are padded to groups of q, which a tensor core takes at once.",
        .parameters = stripeParameters,
        .kernels = {{"tensor core",
                     "SpMM. A warp takes a whole group at once: t x q values against q rows of B, in one instruction, "
                     "every lane at work.",
                     R"(int s = blockIdx.x;
if (s >= stripes) return;
int v = s > 0 ? rowEnd[s - 1] : 0;
Fragment<t, 8> sum = 0;          // rows of C
for (; v < rowEnd[s]; v += q)
    mma<q>(sum, values + v * t, q, // t x q of A
           B, colIdx + v);
store(C + s * t, sum);           // as far as C goes)",
                     tensorStripes}},
        .inOneTile = roomyTile,
        .inTiles = "It leaves out stripes that hold nothing; in 16-bit types the values of a group may stand in the "
                   "order of a "
                   "tensor core's fragments.",
        .compose = composeStripes};
}

} // namespace sparsescope::learn
