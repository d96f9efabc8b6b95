// Views: the maths of zoom and position, without pixels.
#include "engine/raster/view_box.h"
#include "tests/engine/raster_fixtures.h"
#include "tests/support/catch.h"

using namespace sparsescope;

namespace {

void checkClose(const raster::ViewBox& a, const raster::ViewBox& b, double tolerance = 1e-9)
{
    CHECK(a.row0 == Approx(b.row0).epsilon(tolerance).margin(tolerance * (1 + std::abs(b.rowsPerPixel) * b.height)));
    CHECK(a.col0 == Approx(b.col0).epsilon(tolerance).margin(tolerance * (1 + std::abs(b.colsPerPixel) * b.width)));
    CHECK(a.rowsPerPixel == Approx(b.rowsPerPixel).epsilon(tolerance));
    CHECK(a.colsPerPixel == Approx(b.colsPerPixel).epsilon(tolerance));
}

} // namespace

TEST_CASE("view: the fit shows the whole matrix, centred", "[raster][view]")
{
    struct Case {
        std::int64_t rows, cols;
        int width, height;
    };
    const Case c =
        GENERATE(Case{1, 1, 800, 600}, Case{8, 8, 800, 600}, Case{2708, 2708, 1000, 800}, Case{100, 700, 640, 480},
                 Case{700, 100, 640, 480}, Case{10, 1'000'000, 1000, 800}, Case{1'000'000, 10, 1000, 800},
                 Case{2'147'483'646, 2'147'483'646, 300, 200}, Case{5, 5, 1, 1}, Case{0, 0, 100, 100});
    INFO(c.rows << " x " << c.cols << " in " << c.width << " x " << c.height);
    const raster::ViewSpace space(c.rows, c.cols, c.width, c.height);
    const raster::ViewBox fit = space.fit();
    const double rows = static_cast<double>(std::max<std::int64_t>(c.rows, 1));
    const double cols = static_cast<double>(std::max<std::int64_t>(c.cols, 1));
    CHECK(fit.yOf(0) >= -1e-6);
    CHECK(fit.xOf(0) >= -1e-6);
    CHECK(fit.yOf(rows) <= c.height + 1e-6);
    CHECK(fit.xOf(cols) <= c.width + 1e-6);
    CHECK(fit.yOf(rows / 2) == Approx(c.height / 2.0));
    CHECK(fit.xOf(cols / 2) == Approx(c.width / 2.0));
    CHECK(space.zoomOf(fit) == Approx(1));
    if (std::max(rows, cols) <= 8 * std::min(rows, cols)) {
        CHECK(fit.rowsPerPixel == fit.colsPerPixel);
    }
}

TEST_CASE("view: beyond 8 : 1 the short side is stretched to an eighth of the view", "[raster][view]")
{
    const raster::ViewBox fit = raster::ViewSpace(10, 1'000'000, 1000, 800).fit();
    CHECK(10 / fit.rowsPerPixel == Approx((800 - 24) / 8.0));
    CHECK(1'000'000 / fit.colsPerPixel == Approx(1000 - 24));
    const raster::ViewBox tall = raster::ViewSpace(1'000'000, 10, 1000, 800).fit();
    CHECK(10 / tall.colsPerPixel == Approx((1000 - 24) / 8.0));
}

TEST_CASE("view: zooming keeps the point under the cursor", "[raster][view]")
{
    const raster::ViewSpace space(5000, 3000, 777, 555);
    raster::ViewBox view = space.fit();
    std::mt19937_64 random(3);
    for (int i = 0; i < 200; ++i) {
        // A place inside the matrix.
        const double row =
            std::uniform_real_distribution<>(std::max(0.0, view.row0), std::min(5000.0, view.rowAt(555)))(random);
        const double col =
            std::uniform_real_distribution<>(std::max(0.0, view.col0), std::min(3000.0, view.colAt(777)))(random);
        const double x = view.xOf(col);
        const double y = view.yOf(row);
        view = space.zoomedAt(view, x, y, std::exp(std::uniform_real_distribution<>(-1, 1)(random)));
        CHECK(view.rowAt(y) == Approx(row));
        CHECK(view.colAt(x) == Approx(col));
    }
}

TEST_CASE("view: zooming in and out again at the same place returns, stretched or not", "[raster][view]")
{
    struct Case {
        std::int64_t rows, cols;
    };
    const Case c = GENERATE(Case{2708, 2708}, Case{10, 1'000'000}, Case{1'000'000, 10}, Case{300, 2000}, Case{3, 3});
    INFO(c.rows << " x " << c.cols);
    const raster::ViewSpace space(c.rows, c.cols, 901, 703);
    const raster::ViewBox fit = space.fit();
    const double x = 450.5; // both inside the matrix
    const double y = 351.5;
    raster::ViewBox view = fit;
    int steps = 0;
    while (space.zoomOf(view) * 1.25 < space.greatestZoom()) {
        view = space.zoomedAt(view, x, y, 1.25);
        ++steps;
    }
    CHECK((steps > 0 || c.rows == 3));
    for (int i = 0; i < steps; ++i)
        view = space.zoomedAt(view, x, y, 1 / 1.25);
    checkClose(view, fit, 1e-7);
}

TEST_CASE("view: a stretched matrix fills the view, its elements keep their places, and the view says so",
          "[raster][view]")
{
    struct Case {
        std::int64_t rows, cols;
    };
    const Case c = GENERATE(Case{2048, 512}, Case{300, 2000}, Case{10, 1'000'000});
    INFO(c.rows << " x " << c.cols);
    const raster::ViewSpace space(c.rows, c.cols, 900, 600, true);
    const raster::ViewBox fit = space.fit();
    const raster::ElementRect seen = space.visible(fit);
    CHECK(seen == raster::ElementRect{0, c.rows, 0, c.cols});
    // But for the margin of at most 12 pixels a side.
    CHECK(static_cast<double>(c.cols) / fit.colsPerPixel == Approx(900 - 24));
    CHECK(static_cast<double>(c.rows) / fit.rowsPerPixel == Approx(600 - 24));
    CHECK(fit.stretched());
    const raster::ViewBox zoomed = space.zoomedAt(fit, 450, 300, 4);
    CHECK(zoomed.rowAt(300) == Approx(fit.rowAt(300)));
    CHECK(zoomed.colAt(450) == Approx(fit.colAt(450)));
    checkClose(space.zoomedAt(zoomed, 450, 300, 0.25), fit);
    // What a file holds of a view tells whether it was stretched.
    const raster::ViewBox plain = raster::ViewSpace(c.rows, c.cols, 900, 600).fit();
    CHECK(raster::ViewSpace::wasStretched(c.rows, c.cols, fit));
    CHECK(raster::ViewSpace::wasStretched(c.rows, c.cols, space.zoomedAt(fit, 10, 20, 1.5)));
    CHECK_FALSE(raster::ViewSpace::wasStretched(c.rows, c.cols, plain));
    CHECK_FALSE(raster::ViewSpace::wasStretched(c.rows, c.cols, raster::ViewBox{}));
}

TEST_CASE("view: zoom ends at 64 pixels an element on both axes, and at a quarter of the fit", "[raster][view]")
{
    struct Case {
        std::int64_t rows, cols;
    };
    const Case c = GENERATE(Case{2708, 2708}, Case{10, 1'000'000}, Case{100'000, 20});
    const raster::ViewSpace space(c.rows, c.cols, 1000, 800);
    raster::ViewBox view = space.fit();
    for (int i = 0; i < 200; ++i)
        view = space.zoomedAt(view, 500, 400, 1.5);
    CHECK(1 / view.rowsPerPixel == Approx(64));
    CHECK(1 / view.colsPerPixel == Approx(64));
    for (int i = 0; i < 400; ++i)
        view = space.zoomedAt(view, 500, 400, 1 / 1.5);
    CHECK(view.rowsPerPixel == Approx(4 * space.fit().rowsPerPixel));
    CHECK(view.colsPerPixel == Approx(4 * space.fit().colsPerPixel));
    // A matrix whose elements are larger than that at the fit is not zoomed further.
    const raster::ViewSpace small(4, 4, 1000, 800);
    checkClose(small.zoomedAt(small.fit(), 500, 400, 2), small.fit());
}

TEST_CASE("view: the matrix cannot be dragged out of sight", "[raster][view]")
{
    const raster::ViewSpace space(5000, 3000, 800, 600);
    for (const double dx : {-1e9, 0.0, 1e9})
        for (const double dy : {-1e9, 0.0, 1e9})
            for (const double zoom : {0.25, 1.0, 40.0}) {
                const raster::ViewBox view = space.panned(space.zoomedAt(space.fit(), 400, 300, zoom), dx, dy);
                const raster::ElementRect seen = space.visible(view);
                INFO(dx << " " << dy << " at " << zoom);
                CHECK(!seen.empty());
                CHECK(static_cast<double>(seen.rowEnd - seen.rowBegin) / view.rowsPerPixel >= 47);
                CHECK(static_cast<double>(seen.colEnd - seen.colBegin) / view.colsPerPixel >= 47);
            }
    const raster::ViewBox view = space.zoomedAt(space.fit(), 400, 300, 10);
    const raster::ViewBox moved = space.panned(view, 30, -20);
    CHECK(moved.xOf(1234) == Approx(view.xOf(1234) + 30));
    CHECK(moved.yOf(1234) == Approx(view.yOf(1234) - 20));
}

TEST_CASE("view: a rectangle is shown in full, centred, as large as possible", "[raster][view]")
{
    const raster::ViewSpace space(5000, 3000, 800, 600);
    const raster::ElementRect rect =
        GENERATE(raster::ElementRect{0, 5000, 0, 3000}, raster::ElementRect{1000, 1100, 2000, 2300},
                 raster::ElementRect{4999, 5000, 2999, 3000}, raster::ElementRect{10, 2000, 5, 20});
    const raster::ViewBox view = space.onRectangle(rect);
    CHECK(view.yOf(static_cast<double>(rect.rowBegin)) >= -1e-6);
    CHECK(view.yOf(static_cast<double>(rect.rowEnd)) <= 600 + 1e-6);
    CHECK(view.xOf(static_cast<double>(rect.colBegin)) >= -1e-6);
    CHECK(view.xOf(static_cast<double>(rect.colEnd)) <= 800 + 1e-6);
    CHECK(view.rowAt(300) == Approx(static_cast<double>(rect.rowBegin + rect.rowEnd) / 2));
    CHECK(view.rowsPerPixel >= 1.0 / 64 - 1e-12);
    CHECK(view.rowsPerPixel == view.colsPerPixel);
    checkClose(space.onRectangle({0, 5000, 0, 3000}), space.fit());

    // In a stretched matrix the row axis stops at 64 pixels an element and the other goes on.
    const raster::ViewSpace wide(10, 1'000'000, 1000, 800);
    const raster::ViewBox one = wide.onRectangle({4, 5, 5000, 5100});
    CHECK(one.colsPerPixel == Approx(100.0 / (1000 - 24)));
    CHECK(1 / one.rowsPerPixel == Approx(64));
}

TEST_CASE("view: one to one puts each element on one pixel", "[raster][view]")
{
    const raster::ViewSpace space(5000, 3000, 801, 601);
    const raster::ViewBox view = space.oneToOne(space.zoomedAt(space.fit(), 400, 300, 3.3));
    CHECK(view.rowsPerPixel == 1);
    CHECK(view.colsPerPixel == 1);
    CHECK(view.row0 == std::floor(view.row0));
    CHECK(view.col0 == std::floor(view.col0));
    const raster::PixelAxis axis(view.col0, view.colsPerPixel, 3000, view.width);
    for (int x = 0; x < view.width; ++x)
        CHECK(axis.elementsOf(x).end - axis.elementsOf(x).begin == 1);
}

TEST_CASE("view: resized and foreign views keep centre and scale", "[raster][view]")
{
    const raster::ViewSpace space(5000, 3000, 800, 600);
    const raster::ViewBox view = space.panned(space.zoomedAt(space.fit(), 400, 300, 20), 11, 7);
    const raster::ViewSpace larger(5000, 3000, 1200, 500);
    const raster::ViewBox adopted = larger.adopted(view);
    CHECK(adopted.width == 1200);
    CHECK(adopted.height == 500);
    CHECK(adopted.rowsPerPixel == Approx(view.rowsPerPixel));
    CHECK(adopted.rowAt(250) == Approx(view.rowAt(300)));
    CHECK(adopted.colAt(600) == Approx(view.colAt(400)));
    checkClose(space.adopted(larger.adopted(view)), view);
    raster::ViewBox broken = view;
    broken.rowsPerPixel = -3;
    CHECK(larger.adopted(broken) == larger.fit());
    broken = view;
    broken.row0 = std::nan("");
    CHECK(larger.adopted(broken) == larger.fit());
}

TEST_CASE("view: elements under pixels, and going to an element", "[raster][view]")
{
    const raster::ViewSpace space(100, 50, 400, 400);
    const raster::ViewBox fit = space.fit();
    CHECK_FALSE(space.elementAt(fit, fit.xOf(0) - 0.5, 200).has_value());
    CHECK_FALSE(space.elementAt(fit, fit.xOf(50) + 0.5, 200).has_value());
    CHECK(space.elementAt(fit, fit.xOf(0) + 0.01, fit.yOf(0) + 0.01) == raster::Element{0, 0});
    CHECK(space.elementAt(fit, fit.xOf(50) - 0.01, fit.yOf(100) - 0.01) == raster::Element{99, 49});
    const raster::ViewBox at = space.onElement(fit, {42, 17}, 30);
    CHECK(space.elementAt(at, 200, 200) == raster::Element{42, 17});
    CHECK(1 / at.rowsPerPixel >= 30 - 1e-9);
}

TEST_CASE("view: pixels and elements of an axis meet the same way in both directions", "[raster][view]")
{
    std::mt19937_64 random(GENERATE(range(1, 40)));
    const auto size = std::uniform_int_distribution<std::int64_t>(1, 300)(random);
    const auto pixels = std::uniform_int_distribution<int>(1, 120)(random);
    const double scale = std::bernoulli_distribution(0.3)(random)
                             ? std::exp2(std::uniform_int_distribution<int>(-4, 4)(random))
                             : std::exp(std::uniform_real_distribution<>(-3, 3)(random));
    const double origin =
        std::bernoulli_distribution(0.3)(random) ? -3.0 : std::uniform_real_distribution<>(-50, 150)(random);
    const raster::PixelAxis axis(origin, scale, size, pixels);
    INFO("origin " << origin << " scale " << scale << " size " << size << " pixels " << pixels);

    // elementsOf and pixelsOf are inverse to each other.
    for (std::int64_t e = 0; e < size; ++e) {
        const raster::PixelAxis::Span p = axis.pixelsOf(e);
        for (int x = 0; x < pixels; ++x) {
            const raster::PixelAxis::Span of = axis.elementsOf(x);
            REQUIRE((x >= p.begin && x < p.end) == (e >= of.begin && e < of.end));
        }
        // The centre's pixel shows the element.
        const double centre = (static_cast<double>(e) + 0.5 - origin) / scale;
        if (centre > 1e-6 && centre < pixels - 1e-6 && std::abs(centre - std::round(centre)) > 1e-6)
            REQUIRE((p.begin <= static_cast<std::int64_t>(centre) && static_cast<std::int64_t>(centre) < p.end));
    }
    const raster::PixelAxis::Span all = axis.elements();
    for (std::int64_t e = 0; e < size; ++e) {
        const raster::PixelAxis::Span p = axis.pixelsOf(e);
        if (p.begin < p.end)
            REQUIRE((e >= all.begin && e < all.end));
    }
}
