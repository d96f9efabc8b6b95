// Heat maps: counts by brute force, nothing is lost, colours that are seen.
#include "engine/core/error.h"
#include "engine/raster/density.h"
#include "engine/raster/overview.h"
#include "tests/engine/raster_fixtures.h"
#include "tests/support/catch.h"

#include <set>

using namespace sparsescope;

TEST_CASE("density: every pixel that holds the centre of a non-zero counts, whatever the zoom", "[raster][density]")
{
    const int seed = GENERATE(range(1, 60));
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const MatrixPtr matrix = randomMatrix(random);
    const raster::ViewBox view = randomView(*matrix, random);
    const Pyramid pyramid = Pyramid::build(*matrix, noProgress(), 64);
    INFO("seed " << seed << ": " << matrix->rows() << " x " << matrix->cols() << ", " << matrix->nnz() << " non-zeros, "
                 << view.width << " x " << view.height << " pixels of " << view.rowsPerPixel << " x "
                 << view.colsPerPixel << " from " << view.row0 << ", " << view.col0);
    const raster::DensityCounts exact = raster::densityCounts(*matrix, &pyramid, view, noProgress());
    const raster::DensityCounts coarse = raster::densityCounts(*matrix, &pyramid, view, noProgress(), 0);
    CHECK(exact.level == -1);
    REQUIRE(exact.counts.size() == static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.height));

    for (std::int64_t r = 0; r < matrix->rows(); ++r)
        for (const std::int32_t c : matrix->row(r)) {
            const double y = (static_cast<double>(r) + 0.5 - view.row0) / view.rowsPerPixel;
            const double x = (c + 0.5 - view.col0) / view.colsPerPixel;
            // Centres on the border of two pixels belong to either.
            const auto border = [](double v) { return std::abs(v - std::round(v)) < 1e-9; };
            if (y < 0 || x < 0 || y >= view.height || x >= view.width || border(x) || border(y))
                continue;
            REQUIRE(exact.at(static_cast<int>(x), static_cast<int>(y)) > 0);
            REQUIRE(coarse.at(static_cast<int>(x), static_cast<int>(y)) > 0);
        }
}

TEST_CASE("density: counted from the matrix, a pixel has the non-zeros that it stands for", "[raster][density]")
{
    const int seed = GENERATE(range(100, 140));
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const MatrixPtr matrix = randomMatrix(random);
    const raster::ViewBox view = randomView(*matrix, random);
    INFO("seed " << seed);
    const raster::DensityCounts counts = raster::densityCounts(*matrix, nullptr, view, noProgress());
    const raster::PixelAxis rows(view.row0, view.rowsPerPixel, matrix->rows(), view.height);
    const raster::PixelAxis cols(view.col0, view.colsPerPixel, matrix->cols(), view.width);
    for (int y = 0; y < view.height; ++y)
        for (int x = 0; x < view.width; ++x) {
            const auto r = rows.elementsOf(y);
            const auto c = cols.elementsOf(x);
            REQUIRE(counts.at(x, y) == matrix->countIn(r.begin, r.end, c.begin, c.end));
        }
    const auto allRows = rows.elements();
    const auto allCols = cols.elements();
    for (int y = 0; y < view.height; ++y) {
        const auto r = rows.elementsOf(y);
        REQUIRE(counts.rowProfile[static_cast<std::size_t>(y)] ==
                matrix->countIn(r.begin, r.end, allCols.begin, allCols.end));
    }
    for (int x = 0; x < view.width; ++x) {
        const auto c = cols.elementsOf(x);
        REQUIRE(counts.columnProfile[static_cast<std::size_t>(x)] ==
                matrix->countIn(allRows.begin, allRows.end, c.begin, c.end));
    }
}

TEST_CASE("density: elements larger than a pixel fill their square", "[raster][density]")
{
    const MatrixPtr matrix = matrixFromCoordinates(4, 4, {{0, 0}, {1, 2}, {3, 3}}, "few");
    raster::ViewBox view;
    view.rowsPerPixel = view.colsPerPixel = 1.0 / 10;
    view.width = view.height = 40;
    const raster::DensityCounts counts = raster::densityCounts(*matrix, nullptr, view, noProgress());
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 40; ++x) {
            const bool filled = (y < 10 && x < 10) || (y >= 10 && y < 20 && x >= 20 && x < 30) || (y >= 30 && x >= 30);
            REQUIRE((counts.at(x, y) == 1) == filled);
        }
}

TEST_CASE("density: large views come from the coarsest level that is fine enough, as the maximum of cells",
          "[raster][density]")
{
    const MatrixPtr matrix = rmat(4096, 80'000, 11);
    const Pyramid pyramid = Pyramid::build(*matrix, noProgress(), 1024); // cells of 4, 8, 16 ... elements
    const raster::ViewSpace space(4096, 4096, 200, 170);
    const raster::ViewBox view = space.fit(); // 25 elements a pixel
    const raster::DensityCounts counts = raster::densityCounts(*matrix, &pyramid, view, noProgress(), 0);
    REQUIRE(counts.level == 2);
    const Pyramid::Level& level = pyramid.levels()[2];
    const raster::PixelAxis rows(view.row0, view.rowsPerPixel, 4096, view.height);
    const raster::PixelAxis cols(view.col0, view.colsPerPixel, 4096, view.width);
    for (int y = 0; y < view.height; ++y)
        for (int x = 0; x < view.width; ++x) {
            std::uint32_t most = 0;
            const auto r = rows.elementsOf(y);
            const auto c = cols.elementsOf(x);
            for (std::int64_t i = r.begin; i < r.end; ++i)
                for (std::int64_t j = c.begin; j < c.end; ++j)
                    most = std::max(most, level.at(i / 16, j / 16));
            REQUIRE(counts.at(x, y) == most);
        }
    double rowSum = 0;
    double colSum = 0;
    for (const double v : counts.rowProfile)
        rowSum += v;
    for (const double v : counts.columnProfile)
        colSum += v;
    CHECK(rowSum == Approx(matrix->nnz()));
    CHECK(colSum == Approx(matrix->nnz()));
    // Finer than the finest cells: from the matrix, however much that is.
    CHECK(raster::densityCounts(*matrix, &pyramid, space.zoomedAt(view, 100, 85, 10), noProgress(), 0).level == -1);
}

TEST_CASE("density: the same at any number of threads, and it can be cancelled", "[raster][density]")
{
    const MatrixPtr matrix = rmat(8192, 200'000, 2);
    const Pyramid pyramid = Pyramid::build(*matrix, noProgress());
    const raster::ViewSpace space(8192, 8192, 400, 300);
    for (const double zoom : {1.0, 7.0, 100.0})
        for (const std::int64_t limit : {std::int64_t{0}, raster::exactDensityLimit}) {
            const raster::ViewBox view = space.zoomedAt(space.fit(), 130, 60, zoom);
            std::vector<std::uint32_t> first;
            for (const int threads : {1, 2, 5})
                withThreads(threads, [&] {
                    const raster::DensityCounts counts =
                        raster::densityCounts(*matrix, &pyramid, view, noProgress(), limit);
                    if (first.empty())
                        first = counts.counts;
                    CHECK(counts.counts == first);
                });
        }
    Progress cancelled;
    cancelled.cancel();
    CHECK_THROWS_AS(raster::densityCounts(*matrix, &pyramid, space.fit(), cancelled), Error);
}

TEST_CASE("density colours: a lone non-zero has a contrast of 3 : 1 in both themes and all maps", "[raster][colour]")
{
    const raster::ColourMap map =
        GENERATE(raster::ColourMap::Viridis, raster::ColourMap::Cividis, raster::ColourMap::Grey);
    const bool dark = GENERATE(false, true);
    const bool logarithmic = GENERATE(false, true);
    INFO(name(map) << (dark ? " dark" : " light"));
    double last = 0;
    for (const std::uint32_t colour : raster::sequentialRamp(map, dark)) {
        const double c = raster::contrast(colour, raster::background(dark));
        CHECK(c >= 3);
        CHECK(c >= last - 0.15); // more is further from the background
        last = std::max(last, c);
    }
    CHECK(last > 6);

    // Alone, and beside pixels with many more.
    for (const std::uint32_t other : {0u, 5u, 1'000'000u}) {
        raster::DensityCounts counts;
        counts.width = 3;
        counts.height = 1;
        counts.counts = {1, 0, other};
        const raster::Image image =
            colourDensity(counts, {.map = map, .logarithmic = logarithmic, .low = {}, .high = {}, .dark = dark});
        CHECK(image.at(0, 0) >> 24 == 255);
        CHECK(raster::contrast(image.at(0, 0), raster::background(dark)) >= 3);
        CHECK(image.at(1, 0) == 0);
    }
}

TEST_CASE("density colours: the ramp goes from the 1st to the 99th percentile of the filled pixels, limits move it",
          "[raster][colour]")
{
    std::vector<std::uint32_t> counts(1000, 0);
    for (std::uint32_t i = 0; i < 100; ++i)
        counts[i * 7] = i + 1;
    raster::DensityStyle style;
    raster::DensityRange range = densityRange(counts, style);
    CHECK(range.percentile99 == 99);
    CHECK(range.low == 1);
    CHECK(range.high == 99);
    CHECK(range.most == 100);
    CHECK(densityPosition(1, range, true) == 0);
    CHECK(densityPosition(100, range, true) == 1);
    CHECK(densityPosition(std::sqrt(99.0), range, true) == Approx(0.5));
    CHECK(densityPosition(50, range, false) == Approx(0.5));
    style.low = 10;
    style.high = 20;
    range = densityRange(counts, style);
    CHECK(densityPosition(9, range, false) == 0);
    CHECK(densityPosition(15, range, false) == Approx(0.5));
    // Where every pixel holds much, the ramp is for what differs.
    std::vector<std::uint32_t> full(300);
    for (std::uint32_t i = 0; i < 300; ++i)
        full[i] = i < 3 ? 1 : 200 + i % 100;
    range = densityRange(full, raster::DensityStyle{});
    CHECK(range.low == 1);
    full[0] = 250;
    range = densityRange(full, raster::DensityStyle{});
    CHECK(range.percentile1 == 200);
    CHECK(range.low == 200);
    CHECK(range.high == 298);
    CHECK(densityPosition(1, range, true) == 0);
    // Counts beyond the table of small ones.
    const std::vector<std::uint32_t> large = {0, 5, 100'000, 3'000'000};
    CHECK(densityRange(large, raster::DensityStyle{}).percentile99 == 3'000'000);
    CHECK(densityRange(std::vector<std::uint32_t>{0, 0}, raster::DensityStyle{}).high == 1);
}

TEST_CASE("density colours: the histogram holds every filled pixel once", "[raster][colour]")
{
    const MatrixPtr matrix = rmat(2048, 60'000, 4);
    const raster::DensityCounts counts =
        raster::densityCounts(*matrix, nullptr, raster::ViewSpace(2048, 2048, 100, 100).fit(), noProgress());
    const auto filled =
        std::count_if(counts.counts.begin(), counts.counts.end(), [](std::uint32_t n) { return n > 0; });
    for (const bool logarithmic : {true, false}) {
        raster::DensityStyle style;
        style.logarithmic = logarithmic;
        const raster::CountHistogram h = countHistogram(counts.counts, style, 40);
        REQUIRE(h.bins.size() == 40);
        std::int64_t sum = 0;
        for (const std::int64_t n : h.bins)
            sum += n;
        CHECK(sum == filled);
        for (const double p : {0.0, 0.3, 1.0})
            CHECK(h.positionOf(h.countAt(p)) == Approx(p).margin(1e-9));
        CHECK(h.countAt(1) == Approx(h.most));
    }
}

TEST_CASE("diverging ramp: every colour is seen on the background, the ends best", "[raster][colour]")
{
    for (const bool dark : {false, true}) {
        const raster::Ramp& ramp = raster::divergingRamp(dark);
        for (const std::uint32_t colour : ramp)
            CHECK(raster::contrast(colour, raster::background(dark)) >= 3);
        for (const std::size_t end : {0, 255})
            CHECK(raster::contrast(ramp[end], raster::background(dark)) >
                  1.5 * raster::contrast(ramp[127], raster::background(dark)));
        CHECK((ramp[0] & 0xFF) > ((ramp[0] >> 16) & 0xFF));     // blue
        CHECK(((ramp[255] >> 16) & 0xFF) > (ramp[255] & 0xFF)); // orange
    }
}

TEST_CASE("level colours: one hue, ordered, seen on both backgrounds", "[raster][colour]")
{
    for (const bool dark : {false, true})
        for (int level = 1; level <= 6; ++level) {
            CHECK(raster::contrast(raster::levelColour(level, 6, dark), raster::background(dark)) >= 3);
            if (level > 1)
                CHECK(raster::contrast(raster::levelColour(level, 6, dark), raster::lightBackground) >
                      raster::contrast(raster::levelColour(level - 1, 6, dark), raster::lightBackground));
        }
}

TEST_CASE("overview: the longer side is as asked, a frame around the heat map, readable as PNG", "[raster][overview]")
{
    TemporaryFolder folder;
    const MatrixPtr matrix = randomUniform(300, 100, 0.05, 1);
    const raster::Image image = raster::renderOverview(*matrix, 200, {}, noProgress());
    CHECK(image.height == 200);
    CHECK(image.width == Approx(200 / 3.0).margin(2));
    std::set<std::uint32_t> colours(image.pixels.begin(), image.pixels.end());
    CHECK(colours.count(raster::lightBackground) == 1);
    CHECK(std::all_of(image.pixels.begin(), image.pixels.end(), [](std::uint32_t p) { return p >> 24 == 255; }));
    CHECK(image.at(0, 0) == image.at(image.width - 1, image.height - 1));
    const std::string path = folder / "a.png";
    writePng(image, path);
    CHECK(std::filesystem::file_size(path) > 100);
    CHECK(std::distance(std::filesystem::directory_iterator(std::filesystem::path(path).parent_path()), {}) == 1);
    CHECK(raster::renderOverview(*matrixFromCoordinates(10, 100'000, {{3, 4}}, "wide"), 800, {}, noProgress()).height ==
          102);
    CHECK_THROWS_AS(raster::renderOverview(*matrix, 3, {}, noProgress()), Error);
    CHECK_THROWS_AS(writePng(image, folder / "missing/a.png"), Error);
    CHECK_THROWS_AS(writePng(raster::Image(), folder / "empty.png"), Error);
}
