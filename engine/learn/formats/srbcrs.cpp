// SR-BCRS: stripes of rows as vectors of one column each, in groups for a tensor core.
#include "engine/core/at.h"
#include "engine/learn/formats/shared.h"
#include "engine/learn/formats/tensor_core.h"
#include "engine/learn/tile_picture.h"

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
    const nlohmann::json p = b.encoded().format->parameters();
    const auto t = p.at("t").get<std::int64_t>(), q = p.at("q").get<std::int64_t>();
    const auto ranges = rowRanges(b);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        b.warp(static_cast<int>(i));
        const std::string name = fmt::format("C{}", b.encoded().rowOfLine[i * static_cast<std::size_t>(t)]);
        WarpStep& first = b.step(1, fmt::format("All lanes read where stripe {} begins and ends.", i));
        together(b, first, name, b.lanes(), "begins", [&](int l, std::int64_t) {
            for (const auto& [array, element] : beginAndEnd("rowEnd", static_cast<std::int64_t>(i)))
                b.read(first, l, array, element);
        });
        for (std::int64_t v = ranges[i].first; v < ranges[i].second; v += q) {
            WarpStep& s = b.step(
                4,
                fmt::format("One instruction: {} x {} values against {} rows of B, the lanes read them side by side.",
                            t, q, q));
            together(b, s, name, t * q, "mma", [&](int l, std::int64_t k) { b.read(s, l, "values", v * t + k); });
            together(b, s, name, q, "mma", [&](int l, std::int64_t k) { b.read(s, l, "colIdx", v + k); });
            together(b, s, name, q * tensorColumns, "mma", [&](int l, std::int64_t k) {
                b.read(s, l, "B", b.number("colIdx", v + k / tensorColumns) * tensorColumns + k % tensorColumns);
            });
            for (std::int64_t k = 0; k < t * q; ++k)
                addProduct(s, b.value(v * t + k));
        }
        WarpStep& s = b.step(6, fmt::format("The lanes write {} of C.", plural(t, "row")));
        together(b, s, name, t * tensorColumns, "stores", [&](int l, std::int64_t k) {
            const std::int32_t r =
                b.encoded().rowOfLine[i * static_cast<std::size_t>(t) + static_cast<std::size_t>(k / tensorColumns)];
            if (r >= 0)
                b.write(s, l, "C", r * tensorColumns + k % tensorColumns);
        });
    }
}

// Stripes of t rows in groups of q vectors.
void placeStripes(TilePicture& p)
{
    const std::int64_t t = p.parameter("t"), q = p.parameter("q");
    std::int64_t begin = 0;
    for (std::int64_t i = 0; i < p.array("stripes")[0]; ++i) {
        const std::int64_t end = p.array("rowEnd")[at(i)];
        for (std::int64_t g = begin; g < end; g += q) {
            for (std::int64_t v = 0; v < t * q; ++v)
                p.put(g * t + v, g - begin + v % q, i * t + v / q);
            p.frame(g - begin, i * t, q, t, fmt::format("group of {} vectors", q));
        }
        begin = end;
        for (std::int64_t r = 0; r < t; ++r)
            p.rowOfLine.push_back(p.row(static_cast<std::size_t>(i * t + r)));
    }
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
                     {{"int s = blockIdx.x;", {}},
                      {"int v = s > 0 ? rowEnd[s - 1] : 0;", {"rowEnd"}},
                      {"Fragment sum = 0;              // t x 8 of C", {}},
                      {"for (; v < rowEnd[s]; v += q)", {"rowEnd"}},
                      {"    mma(sum, values + v * t,   // t x q of A", {"values"}},
                      {"        B, colIdx + v);        // q rows of B", {"colIdx", "B"}},
                      {"store(C + s * t, sum);", {"C"}}},
                     tensorStripes}},
        .inOneTile = roomyTile,
        .place = placeStripes};
}

} // namespace sparsescope::learn
