// Layers of values: magnitudes and signs of pixels against plain loops, from the matrix and from the pyramid.
#include "engine/core/error.h"
#include "engine/matrix/patterns.h"
#include "engine/raster/value_layer.h"
#include "tests/support/catch.h"

#include <cmath>
#include <map>

using namespace sparsescope;

namespace {

// Values 1, -2, 3, -4, ... along the rows of a random pattern.
MatrixPtr alternating(std::int64_t n, double density)
{
    const MatrixPtr pattern = randomUniform(n, n, density, 7);
    std::vector<double> values(static_cast<std::size_t>(pattern->nnz()));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = (i % 3 == 0 ? -1.0 : 1.0) * static_cast<double>(i + 1);
    return std::make_shared<const Matrix>(
        n, n, std::vector<std::int64_t>(pattern->rowPtr().begin(), pattern->rowPtr().end()),
        std::vector<std::int32_t>(pattern->colIdx().begin(), pattern->colIdx().end()), values, MatrixSource{});
}

raster::ViewBox viewOf(std::int64_t n, int pixels)
{
    return {0, 0, static_cast<double>(n) / pixels, static_cast<double>(n) / pixels, pixels, pixels};
}

} // namespace

TEST_CASE("A pixel has the largest magnitude and the balance of the signs of its non-zeros")
{
    const MatrixPtr m = alternating(64, 0.1);
    const raster::ViewBox view = viewOf(64, 16);
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<double>> expected;
    for (std::int64_t r = 0; r < 64; ++r)
        for (std::int64_t p = m->rowPtr()[static_cast<std::size_t>(r)];
             p < m->rowPtr()[static_cast<std::size_t>(r + 1)]; ++p)
            expected[{r / 4, m->colIdx()[static_cast<std::size_t>(p)] / 4}].push_back(m->value(p));
    // The cells of level 2 are the pixels, so that the pyramid knows the same.
    const Pyramid counts = Pyramid::build(*m, noProgress());
    const raster::ValuePyramid pyramid = raster::ValuePyramid::build(*m, counts, noProgress());
    for (const std::int64_t limit : {raster::exactDensityLimit, std::int64_t{0}}) {
        const raster::ValuePixels large =
            valuePixels(*m, &counts, &pyramid, view, raster::ValueLayer::Magnitude, noProgress(), limit);
        const raster::ValuePixels sign =
            valuePixels(*m, &counts, &pyramid, view, raster::ValueLayer::Sign, noProgress(), limit);
        REQUIRE(large.level == (limit == 0 ? 2 : -1));
        for (std::int64_t y = 0; y < 16; ++y)
            for (std::int64_t x = 0; x < 16; ++x) {
                const auto at = static_cast<std::size_t>(y * 16 + x);
                const auto found = expected.find({y, x});
                if (found == expected.end()) {
                    CHECK(std::isnan(large.values[at]));
                    CHECK(std::isnan(sign.values[at]));
                    continue;
                }
                double most = 0;
                double balance = 0;
                for (const double v : found->second) {
                    most = std::max(most, std::abs(v));
                    balance += v > 0 ? 1 : -1;
                }
                CHECK(large.values[at] == Approx(most));
                CHECK(sign.values[at] == Approx(balance / static_cast<double>(found->second.size())));
            }
    }
}

TEST_CASE("The scale of magnitudes is logarithmic where they span a decade and ends at the 99th percentile")
{
    raster::ValuePixels pixels{1000, 1, std::vector<float>(1000), -1};
    for (std::size_t i = 0; i < 1000; ++i)
        pixels.values[i] = static_cast<float>(std::pow(10, static_cast<double>(i) / 100));
    const raster::ValueScale wide = valueScale(pixels, raster::ValueLayer::Magnitude);
    CHECK(wide.logarithmic);
    CHECK(wide.clippedHigh);
    CHECK(wide.high == Approx(std::pow(10, 9.89)).epsilon(0.03));
    CHECK(valuePosition(wide.high * 2, wide) == 1);
    CHECK(valuePosition(std::sqrt(wide.low * wide.high), wide) == Approx(0.5));

    for (std::size_t i = 0; i < 1000; ++i)
        pixels.values[i] = 1 + static_cast<float>(i) / 1000;
    const raster::ValueScale narrow = valueScale(pixels, raster::ValueLayer::Magnitude);
    CHECK_FALSE(narrow.logarithmic);
    CHECK(narrow.low == 0);

    const raster::ValueScale sign = valueScale(pixels, raster::ValueLayer::Sign);
    CHECK(sign.diverging);
    CHECK(valuePosition(0, sign) == 0.5);
}

TEST_CASE("Values are never drawn in a colour that cannot be seen, and empty pixels stay clear")
{
    for (const bool dark : {false, true})
        for (const std::uint32_t colour : raster::signRamp(dark))
            CHECK(raster::contrast(colour, raster::background(dark)) >= 3);
    const raster::ValuePixels pixels{2, 1, {std::nanf(""), 0}, -1};
    const raster::Image image =
        colourValues(pixels, valueScale(pixels, raster::ValueLayer::Sign), raster::ColourMap::Viridis, false);
    CHECK(image.pixels[0] == 0);
    CHECK(image.pixels[1] >> 24 == 255);

    raster::DensityCounts counts;
    counts.width = 3;
    counts.height = 1;
    counts.counts = {0, 1, 900};
    const raster::Image any = colourAny(counts, raster::ColourMap::Viridis, false);
    CHECK(any.pixels[0] == 0);
    CHECK(any.pixels[1] == any.pixels[2]);
}

TEST_CASE("Explicit zeros count as non-zeros without a sign, and nothing breaks on values that are no number")
{
    const Matrix m(1, 4, {0, 4}, {0, 1, 2, 3}, {0.0, -2.0, std::nan(""), 1e300}, MatrixSource{});
    const raster::ViewBox view{0, 0, 1, 1, 4, 1};
    const raster::ValuePixels large =
        valuePixels(m, nullptr, nullptr, view, raster::ValueLayer::Magnitude, noProgress());
    CHECK(large.values[0] == 0);
    CHECK(large.values[1] == 2);
    CHECK(large.values[2] == 0);
    CHECK(large.values[3] == std::numeric_limits<float>::max());
    const raster::ValuePixels sign = valuePixels(m, nullptr, nullptr, view, raster::ValueLayer::Sign, noProgress());
    CHECK(sign.values[0] == 0);
    CHECK(sign.values[1] == -1);
    Progress cancelled;
    cancelled.cancel();
    CHECK_THROWS_AS(valuePixels(m, nullptr, nullptr, view, raster::ValueLayer::Sign, cancelled), Error);
}
