// Masks, operands and checks of dynamic sparsity, for its kernels on the CPU and on the GPU.
#pragma once

#include "engine/core/at.h"
#include "kernels/generate/micro.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace sparsescope {

// A pairing with all that its kernels depend on, and the shape of its masks.
struct MicroCase {
    Pairing pairing;
    Operator op;
    IndexInput input = IndexInput::Bytes;
    IndexOrder order = IndexOrder::Unordered;
    MaskFacts masks = {};

    std::string text() const
    {
        return fmt::format("{} of {} x {} in {}, {}, masks of {}, from {}, {}", pairing.label(), masks.shape.rows,
                           masks.shape.cols, name(op.dtype), extentText(op), masks.shape.granularity(), name(input),
                           name(order));
    }
};

inline MaskFacts factsOf(const MaskShape& shape, std::int64_t period = 0)
{
    MaskFacts facts;
    facts.shape = shape;
    facts.size = 1;
    facts.period = period > 0 ? period : shape.cols;
    facts.layout = MaskLayout::Either;
    return facts;
}

// None, one, all, or so many in a thousand of the granules.
inline Mask randomMask(const MaskShape& shape, int perThousand, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    Mask mask(shape);
    if (perThousand < 0)
        mask.set(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(shape.down())),
                 static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(shape.across())));
    for (std::int64_t r = 0; r < shape.down(); ++r)
        for (std::int64_t c = 0; c < shape.across(); ++c)
            if (static_cast<int>(random() % 1000) < perThousand)
                mask.set(r, c);
    return mask;
}
inline constexpr std::array maskDensities = {0, -1, 30, 300, 1000}; // -1: one granule

// Small whole numbers but 0, which would be no member of a mask that is read from values: any sum of them is exact in
// float32, whatever its order. Columns behind `cols` are NaN, as nothing may read them.
inline Dense wholeNumbers(std::int64_t rows, std::int64_t cols, std::int64_t ld, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    Dense dense{rows, cols, ld, std::vector<float>(at(rows * ld), std::numeric_limits<float>::quiet_NaN())};
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < cols; ++c)
            dense.values[at(r * ld + c)] = std::array{-2.0F, -1.0F, 1.0F, 2.0F}[random() % 4];
    return dense;
}

// Members, tasks and the widths of all tasks.
using MicroTotals = std::array<std::int64_t, 3>;

// Against the members that the CPU finds.
inline void checkIndex(const MicroCase& c, const Mask& mask, const MicroIndex& found, const MicroTotals& totals)
{
    Coverage coverage(mask);
    CHECK(difference(found, coverage, c.pairing, c.order) == "");
    const Covering covering = coverage.of(c.pairing, c.op);
    std::int64_t widths = 0;
    for (const auto& [width, count] : covering.widths)
        widths += width * count;
    CHECK((totals == MicroTotals{covering.members, covering.tasks, widths}));
}

// Places of a bucket's micro-tiles: does the pairing cover (i, j)?
inline bool isCovered(const Pairing& pairing, const Mask& tiles, std::int64_t i, std::int64_t j)
{
    return tiles.granule(i / pairing.height, j / pairing.width);
}

inline bool isOn(const Mask& mask, std::int64_t i, std::int64_t j)
{
    return mask.granule(i / mask.shape().granuleRows, j / mask.shape().granuleCols);
}

// C as float64, rounded once to the type: rows x dense, or rows x cols of a sampled product, with NaN where nothing may
// be written. `V` are the values of A, or X; rows of B that no member names are not read.
inline std::vector<double> expectedOf(const MicroCase& c, const Mask& mask, const Dense& V, const Dense& B)
{
    const MaskShape& shape = mask.shape();
    const std::int64_t dense = c.op.dense;
    const auto number = [&](double value) {
        return static_cast<double>(roundedOutput(c.op.dtype, static_cast<float>(value)));
    };
    if (!c.op.sampled()) {
        std::vector<double> C(at(shape.rows * dense), 0);
        for (std::int64_t i = 0; i < shape.rows; ++i) {
            double* const row = &C[at(i * dense)];
            for (std::int64_t k = 0; k < shape.cols; ++k)
                if (isOn(mask, i, k))
                    for (std::int64_t j = 0; j < dense; ++j)
                        row[j] += static_cast<double>(V.values[at(i * V.ld + k % V.cols)]) *
                                  static_cast<double>(B.values[at(k * B.ld + j)]);
            for (std::int64_t j = 0; j < dense; ++j)
                row[j] = number(row[j]);
        }
        return C;
    }
    Coverage coverage(mask);
    const Mask& tiles = coverage.microTiles(c.pairing.height, c.pairing.width);
    std::vector<double> C(at(shape.rows * shape.cols), std::numeric_limits<double>::quiet_NaN());
    for (std::int64_t i = 0; i < shape.rows; ++i)
        for (std::int64_t j = 0; j < shape.cols; ++j) {
            if (!isCovered(c.pairing, tiles, i, j))
                continue;
            double sum = 0;
            for (std::int64_t k = 0; k < dense && isOn(mask, i, j); ++k)
                sum +=
                    static_cast<double>(V.values[at(i * V.ld + k)]) * static_cast<double>(B.values[at(j * B.ld + k)]);
            C[at(i * shape.cols + j)] = number(sum);
        }
    return C;
}

// Rows of B that no member names become NaN.
inline void poisonUnused(const MicroCase& c, const Mask& mask, Dense& B)
{
    Coverage coverage(mask);
    const Mask& tiles = coverage.microTiles(c.pairing.height, c.pairing.width);
    std::vector<bool> named(at(mask.shape().cols), false);
    for (std::int64_t r = 0; r < tiles.shape().down(); ++r)
        forOnes(tiles.row(r), [&](std::int64_t t) {
            for (std::int64_t j = t * c.pairing.width; j < std::min((t + 1) * c.pairing.width, mask.shape().cols); ++j)
                named[at(j)] = true;
        });
    for (std::int64_t j = 0; j < mask.shape().cols; ++j)
        if (!named[at(j)])
            std::fill_n(B.values.begin() + j * B.ld, B.ld, std::numeric_limits<float>::quiet_NaN());
}

// Elements that are not the expected ones; NaN stands for what is not written.
inline int differences(const std::vector<double>& found, const std::vector<double>& expected)
{
    REQUIRE(found.size() == expected.size());
    int wrong = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
        wrong += found[i] == expected[i] || (std::isnan(found[i]) && std::isnan(expected[i])) ? 0 : 1;
    return wrong;
}

// C, which is poisoned before, out of its bytes: as expectedOf() has it.
inline std::vector<double> resultOf(const MicroCase& c, const MicroShape& product, const std::uint8_t* bytes)
{
    const MaskShape& shape = c.masks.shape;
    const bool columns = c.op.sampled() && c.pairing.layout == MaskLayout::Column;
    const std::int64_t across = c.op.sampled() ? shape.cols : c.op.dense;
    std::vector<double> C;
    for (std::int64_t i = 0; i < shape.rows; ++i)
        for (std::int64_t j = 0; j < across; ++j)
            C.push_back(loadValue(c.op.dtype, bytes, at(columns ? j * product.ldC + i : i * product.ldC + j)));
    return C;
}

} // namespace sparsescope
