// The tile layer: who owns a pixel, step by step, in every colouring.
#include "engine/core/error.h"
#include "engine/plan/dynamic/dynamic_plan.h"
#include "engine/raster/overview.h"
#include "engine/raster/tile_counts.h"
#include "engine/raster/tile_layer.h"
#include "tests/engine/raster_fixtures.h"
#include "tests/support/catch.h"
#include "tests/support/dynamic_example.h"

#include <cmath>
#include <map>
#include <set>

using namespace sparsescope;

namespace {

constexpr std::uint32_t rgb = 0x00FFFFFFu;

raster::TileLayer layerOf(const PaintedPlan& p)
{
    return raster::TileLayer(p.matrix, p.plan, p.owner);
}

// Plain colours alone: no lines, no hatching but that of formats.
raster::TileStyle plainStyle(raster::TileColouring colouring)
{
    raster::TileStyle style;
    style.colouring = colouring;
    style.outlines = false;
    return style;
}

} // namespace

TEST_CASE("tiles: each pixel has the level with the most entries in it, by brute force", "[raster][tiles]")
{
    const int seed = GENERATE(range(1, 30));
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const PaintedPlan p = checkered(randomMatrix(random), std::uniform_int_distribution<int>(1, 40)(random));
    const raster::ViewBox view = randomView(*p.matrix, random);
    const raster::TileLayer layer = layerOf(p);
    raster::TileStyle style = plainStyle(raster::TileColouring::Level);
    style.step = std::uniform_int_distribution<std::int64_t>(
        0, static_cast<std::int64_t>(p.plan->tiling().tiles.size()))(random);
    INFO("seed " << seed << ", step " << style.step << " of " << p.plan->tiling().tiles.size());
    const raster::Image image = layer.render(view, style, noProgress());

    const raster::PixelAxis rows(view.row0, view.rowsPerPixel, p.matrix->rows(), view.height);
    const raster::PixelAxis cols(view.col0, view.colsPerPixel, p.matrix->cols(), view.width);
    for (int y = 0; y < view.height; ++y)
        for (int x = 0; x < view.width; ++x) {
            std::map<int, int> votes;
            int all = 0;
            for (std::int64_t r = rows.elementsOf(y).begin; r < rows.elementsOf(y).end; ++r)
                for (std::int64_t k = 0; k < p.matrix->rowLength(r); ++k) {
                    const std::int64_t c = p.matrix->row(r)[static_cast<std::size_t>(k)];
                    if (c < cols.elementsOf(x).begin || c >= cols.elementsOf(x).end)
                        continue;
                    ++all;
                    const auto owner =
                        (*p.owner)[static_cast<std::size_t>(p.matrix->rowPtr()[static_cast<std::size_t>(r)] + k)];
                    if (owner < style.step)
                        ++votes[p.plan->tiling().tiles[owner].level];
                }
            const std::uint32_t pixel = image.at(x, y);
            if (votes.empty()) {
                REQUIRE(pixel == 0);
                continue;
            }
            int best = 0;
            int drawn = 0;
            for (const auto& [level, n] : votes) {
                drawn += n;
                if (best == 0 || n > votes[best])
                    best = level;
            }
            REQUIRE((pixel & rgb) == (raster::levelColour(best, layer.levels(), false) & rgb));
            REQUIRE((pixel >> 24 == 255) == (drawn == all));
        }
}

TEST_CASE("tiles: what is kept from one step to the next changes no picture", "[raster][tiles]")
{
    const int seed = GENERATE(range(1, 30));
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const PaintedPlan p = checkered(randomMatrix(random), std::uniform_int_distribution<int>(1, 60)(random));
    const raster::TileLayer layer = layerOf(p);
    // With key frames at many steps, at few, or without.
    raster::TileCounts kept(GENERATE(1, 300, 16'000'000));
    const auto tiles = static_cast<std::int64_t>(p.plan->tiling().tiles.size());
    const auto someValues = [&] {
        std::vector<double> values(static_cast<std::size_t>(tiles));
        for (double& v : values)
            v = std::bernoulli_distribution(0.8)(random) ? std::uniform_real_distribution<>(-1, 1)(random)
                                                         : std::nan("");
        return std::make_shared<const std::vector<double>>(std::move(values));
    };
    const auto values = someValues(), others = someValues();
    std::int64_t last = 0;
    for (int view = 0; view < 3; ++view) {
        const raster::ViewBox box = randomView(*p.matrix, random);
        for (int picture = 0; picture < 18; ++picture) {
            raster::TileStyle style;
            style.colouring = picture < 6    ? raster::TileColouring::Format
                              : picture < 8  ? raster::TileColouring::Level
                              : picture < 10 ? raster::TileColouring::Atomic
                              : picture < 12 ? raster::TileColouring::Padding
                                             : raster::TileColouring::Value;
            if (picture >= 12) // some tiles have none
                style.values = picture < 15 ? values : others;
            // Near the one before or anywhere.
            last = std::bernoulli_distribution(0.6)(random)
                       ? std::clamp<std::int64_t>(last + std::uniform_int_distribution<int>(-2, 2)(random), 0, tiles)
                       : std::uniform_int_distribution<std::int64_t>(0, tiles)(random);
            style.step = last;
            INFO("seed " << seed << ", view " << view << ", picture " << picture << ", step " << style.step);
            if (picture == 2)
                kept.makeFrames(layer, noProgress());
            if (picture == 4) { // one that was not finished leaves nothing behind
                Progress cancelled;
                cancelled.cancel();
                try {
                    (void)layer.render(box, style, cancelled, &kept);
                } catch (const Error&) {
                }
            }
            REQUIRE(layer.render(box, style, noProgress(), &kept).pixels ==
                    layer.render(box, style, noProgress()).pixels);
        }
    }
}

TEST_CASE("tiles: key frames are made of views that were counted, and give the same counts", "[raster][tiles]")
{
    const PaintedPlan p = checkered(randomUniform(400, 400, 0.2, 5), 7);
    const raster::TileLayer layer = layerOf(p);
    const auto tiles = static_cast<std::uint32_t>(p.plan->tiling().tiles.size());
    std::vector<std::uint8_t> classes(tiles);
    for (std::uint32_t t = 0; t < tiles; ++t)
        classes[t] = static_cast<std::uint8_t>(t % 3);
    raster::ViewBox view;
    view.width = view.height = 40;
    view.rowsPerPixel = view.colsPerPixel = 10;
    raster::TileCounts kept(100), anew(16'000'000);
    const auto goTo = [&](raster::TileCounts& counts, std::uint32_t step) {
        counts.moveTo(layer, {3, classes}, view, step, noProgress());
    };
    kept.makeFrames(layer, noProgress());
    CHECK(kept.frames() == 0); // nothing was counted yet
    goTo(kept, tiles);
    Progress cancelled;
    cancelled.cancel();
    CHECK_THROWS_AS(kept.makeFrames(layer, cancelled), Error);
    CHECK(kept.frames() == 0);
    kept.makeFrames(layer, noProgress());
    REQUIRE(kept.frames() > 2);
    for (const std::uint32_t step : {0u, tiles / 2, 1u, tiles, tiles / 3, tiles / 3 + 1}) {
        goTo(kept, step);
        goTo(anew, step);
        CHECK(anew.frames() == 0);
        for (int y = 0; y < view.height; ++y) {
            INFO("step " << step << ", line " << y);
            REQUIRE(std::equal(kept.line(y), kept.line(y) + 3 * view.width, anew.line(y)));
            REQUIRE(std::equal(kept.all(y), kept.all(y) + view.width, anew.all(y)));
        }
    }
    kept.clear();
    CHECK(kept.frames() == 0);
}

TEST_CASE("tiles: zoomed in, every element has its own tile's colour", "[raster][tiles]")
{
    const PaintedPlan p = checkered(randomUniform(12, 12, 0.6, 3), 4);
    const raster::TileLayer layer = layerOf(p);
    raster::ViewBox view;
    view.rowsPerPixel = view.colsPerPixel = 1.0 / 20;
    view.width = view.height = 240;
    const raster::Image image = layer.render(view, plainStyle(raster::TileColouring::Format), noProgress());
    for (std::int64_t r = 0; r < 12; ++r)
        for (std::int64_t k = 0; k < p.matrix->rowLength(r); ++k) {
            const auto c = static_cast<int>(p.matrix->row(r)[static_cast<std::size_t>(k)]);
            const auto owner =
                (*p.owner)[static_cast<std::size_t>(p.matrix->rowPtr()[static_cast<std::size_t>(r)] + k)];
            const std::uint32_t own =
                raster::familyColour(static_cast<FormatFamily>(p.plan->tiling().tiles[owner].format)) & rgb;
            // Most of the square is the plain colour; hatching takes the rest.
            int same = 0;
            for (int y = 0; y < 20; ++y)
                for (int x = 0; x < 20; ++x) {
                    const std::uint32_t pixel = image.at(c * 20 + x, static_cast<int>(r) * 20 + y);
                    REQUIRE(pixel >> 24 == 255);
                    same += (pixel & rgb) == own;
                }
            CHECK(same >= 300);
            const auto family = static_cast<FormatFamily>(p.plan->tiling().tiles[owner].format);
            CHECK((same == 400) == (family == FormatFamily::Block || family == FormatFamily::Other));
        }
}

TEST_CASE("tiles: families differ by hatching, not by colour alone", "[raster][tiles]")
{
    // Full tiles of each family in turn, drawn far out; the share and direction of marked pixels tell them apart.
    const PaintedPlan p = checkered(randomUniform(40, 240, 1.0, 1), 40);
    raster::ViewBox view;
    view.width = 240;
    view.height = 40;
    const raster::Image image = layerOf(p).render(view, plainStyle(raster::TileColouring::Format), noProgress());
    const auto marked = [&](int tile, int x, int y) {
        return (image.at(tile * 40 + x, y) & rgb) != (raster::familyColour(static_cast<FormatFamily>(tile)) & rgb);
    };
    const auto count = [&](int tile, bool alongRow) {
        int most = 0;
        for (int i = 0; i < 40; ++i) {
            int line = 0;
            for (int j = 0; j < 40; ++j)
                line += alongRow ? marked(tile, j, i) : marked(tile, i, j);
            most = std::max(most, line);
        }
        return most;
    };
    CHECK(count(0, true) == 0);  // block: plain
    CHECK(count(1, true) == 40); // ELL: horizontal lines
    CHECK(count(1, false) < 12);
    CHECK(count(2, true) <= 20); // 1D: dots
    CHECK(count(2, true) > 0);
    CHECK(count(3, false) == 40); // CSR-like: vertical lines
    CHECK(count(3, true) < 12);
    CHECK(count(4, true) == 8); // diagonal: one in five pixels both ways
    CHECK(count(4, false) == 8);
}

TEST_CASE("tiles: the search so far draws only the tiles below its step", "[raster][tiles]")
{
    const PaintedPlan p = checkered(randomUniform(64, 64, 0.5, 9), 8);
    const raster::TileLayer layer = layerOf(p);
    raster::ViewBox view;
    view.width = view.height = 64;
    raster::TileStyle style = plainStyle(raster::TileColouring::Format);
    for (const std::int64_t step : {0, 1, 17, 64, 1000}) {
        style.step = step;
        const raster::Image image = layer.render(view, style, noProgress());
        for (std::int64_t r = 0; r < 64; ++r)
            for (std::int64_t k = 0; k < p.matrix->rowLength(r); ++k) {
                const auto c = static_cast<int>(p.matrix->row(r)[static_cast<std::size_t>(k)]);
                const auto at = static_cast<std::size_t>(p.matrix->rowPtr()[static_cast<std::size_t>(r)] + k);
                REQUIRE((image.at(c, static_cast<int>(r)) != 0) == ((*p.owner)[at] < step));
            }
    }
}

TEST_CASE("tiles: padding, cost and given values follow their scale", "[raster][tiles]")
{
    const PaintedPlan p = checkered(randomUniform(30, 30, 0.7, 21), 10);
    const raster::TileLayer layer = layerOf(p);
    raster::ViewBox view;
    view.width = view.height = 30;
    raster::TileStyle style = plainStyle(raster::TileColouring::Cost);
    auto values = std::make_shared<std::vector<double>>(p.plan->tiling().tiles.size());
    for (std::size_t t = 0; t < values->size(); ++t)
        (*values)[t] = static_cast<double>(t) - 3;
    (*values)[5] = std::numeric_limits<double>::quiet_NaN();

    const auto checkAll = [&](const raster::TileStyle& s) {
        const raster::Image image = layer.render(view, s, noProgress());
        const raster::TileScale scale = layer.scale(s);
        for (std::int64_t r = 0; r < 30; ++r)
            for (std::int64_t k = 0; k < p.matrix->rowLength(r); ++k) {
                const auto c = static_cast<int>(p.matrix->row(r)[static_cast<std::size_t>(k)]);
                const auto owner =
                    (*p.owner)[static_cast<std::size_t>(p.matrix->rowPtr()[static_cast<std::size_t>(r)] + k)];
                const std::uint32_t a = image.at(c, static_cast<int>(r));
                const std::uint32_t b = layer.colour(owner, s, scale);
                for (const int shift : {0, 8, 16})
                    REQUIRE(std::abs(static_cast<int>((a >> shift) & 255) - static_cast<int>((b >> shift) & 255)) <= 8);
            }
    };
    checkAll(style);
    CHECK(layer.scale(style).low == 1);
    CHECK(layer.scale(style).high == 9);
    CHECK(layer.scale(style).logarithmic);
    style.colouring = raster::TileColouring::Padding;
    checkAll(style);
    CHECK(layer.scale(style).high == 1);
    style.colouring = raster::TileColouring::Redundant;
    checkAll(style);
    CHECK(layer.scale(style).high == 1);
    style.colouring = raster::TileColouring::Round;
    checkAll(style);
    CHECK_FALSE(layer.scale(style).logarithmic);
    style.colouring = raster::TileColouring::Value;
    style.values = values;
    checkAll(style);
    CHECK(layer.colour(5, style, layer.scale(style)) == raster::TileLayer::noValue(false));
    CHECK(layer.scale(style).low == -3);
    style.diverging = true;
    checkAll(style);
    CHECK(layer.scale(style).low == -5); // centred at zero
    CHECK(layer.colour(3, style, layer.scale(style)) == raster::divergingRamp(false)[128]);
    // Without values nothing has a colour of the ramp, and nothing fails.
    style.values.reset();
    checkAll(style);
}

TEST_CASE("tiles: the highlighted tile is in the accent colour wherever it owns a non-zero", "[raster][tiles]")
{
    const PaintedPlan p = checkered(randomUniform(64, 64, 0.4, 5), 16);
    const raster::TileLayer layer = layerOf(p);
    for (const int pixels : {32, 64, 640}) {
        raster::ViewBox view;
        view.width = view.height = pixels;
        view.rowsPerPixel = view.colsPerPixel = 64.0 / pixels;
        raster::TileStyle style = plainStyle(raster::TileColouring::Format);
        style.highlight = 6;
        const raster::Image image = layer.render(view, style, noProgress());
        for (const std::uint32_t entry : p.plan->tiling().view(p.plan->tiling().tiles[6]).entries) {
            const double y = (static_cast<double>(p.matrix->rowOf(entry)) + 0.5) / view.rowsPerPixel;
            const double x = (p.matrix->colIdx()[entry] + 0.5) / view.colsPerPixel;
            REQUIRE(image.at(static_cast<int>(x), static_cast<int>(y)) == style.accent);
        }
        // The other tiles step back towards the background.
        raster::TileStyle without = style;
        without.highlight = -1;
        const raster::Image loud = layer.render(view, without, noProgress());
        int fainter = 0;
        int others = 0;
        for (std::size_t i = 0; i < loud.pixels.size(); ++i)
            if (loud.pixels[i] >> 24 == 255 && image.pixels[i] != style.accent &&
                image.pixels[i] != raster::lightBackground) {
                ++others;
                fainter += raster::contrast(image.pixels[i], raster::lightBackground) <
                           raster::contrast(loud.pixels[i], raster::lightBackground);
            }
        CHECK(others > 0);
        CHECK(fainter == others);
        style.step = 6; // not chosen yet
        const raster::Image before = layer.render(view, style, noProgress());
        CHECK(std::count(before.pixels.begin(), before.pixels.end(), style.accent) == 0);
    }
}

TEST_CASE("tiles: where colours are numbers the highlighted tile keeps its own, outlined in what is on no ramp",
          "[raster][tiles]")
{
    const PaintedPlan p = checkered(randomUniform(64, 64, 0.4, 5), 16);
    const raster::TileLayer layer = layerOf(p);
    raster::ViewBox view;
    view.width = view.height = 640;
    view.rowsPerPixel = view.colsPerPixel = 0.1;
    raster::TileStyle style = plainStyle(raster::TileColouring::Value);
    style.diverging = true;
    auto values = std::make_shared<std::vector<double>>(p.plan->tiling().tiles.size());
    for (std::size_t t = 0; t < values->size(); ++t)
        (*values)[t] = static_cast<double>(t) - 6; // the highlighted one is as predicted
    style.values = values;
    style.highlight = 6;
    for (const bool dark : {false, true}) {
        style.dark = dark;
        const raster::Image image = layer.render(view, style, noProgress());
        CHECK(std::count(image.pixels.begin(), image.pixels.end(), style.accent) == 0);
        const std::uint32_t own = layer.colour(6, style, layer.scale(style));
        CHECK(own == raster::divergingRamp(dark)[128]);
        for (const std::uint32_t entry : p.plan->tiling().view(p.plan->tiling().tiles[6]).entries) {
            const double y = (static_cast<double>(p.matrix->rowOf(entry)) + 0.5) / view.rowsPerPixel;
            const double x = (p.matrix->colIdx()[entry] + 0.5) / view.colsPerPixel;
            REQUIRE(image.at(static_cast<int>(x), static_cast<int>(y)) == own);
        }
        CHECK(std::count(image.pixels.begin(), image.pixels.end(), dark ? 0xFFFFFFFFu : 0xFF000000u) > 0);
    }
}

TEST_CASE("tiles: only contiguous tiles are outlined, and only with room", "[raster][tiles]")
{
    PaintedPlan p = checkered(randomUniform(32, 32, 0.5, 8), 16);
    REQUIRE(p.plan->tiling().tiles.size() == 4);
    std::swap(p.plan->tiling().rowIds[0], p.plan->tiling().rowIds[5]); // order does not matter
    p.plan->tiling().colIds[static_cast<std::size_t>(p.plan->tiling().tiles[1].cols.begin)] +=
        1; // a column twice: a gap
    const raster::TileLayer layer = layerOf(p);
    CHECK(layer.bounds(0).contiguous);
    CHECK_FALSE(layer.bounds(1).contiguous);
    CHECK(layer.bounds(3).rect == raster::ElementRect{16, 32, 16, 32});
    raster::ViewBox view;
    view.rowsPerPixel = view.colsPerPixel = 1.0 / 10;
    view.width = view.height = 320;
    CHECK(layer.roomy(view, {}, 6) == std::vector<std::int64_t>{0, 2, 3});
    CHECK(layer.roomy(view, {}, 161).empty());
    view.row0 = 16;
    CHECK(layer.roomy(view, {}, 6) == std::vector<std::int64_t>{2, 3});
    view.row0 = 0;
    raster::TileStyle style;
    const raster::Image with = layer.render(view, style, noProgress());
    style.outlines = false;
    const raster::Image without = layer.render(view, style, noProgress());
    CHECK(with.pixels != without.pixels);
    // Padding of an outlined tile is an empty cell, a little tinted; that of the others stays empty.
    int tinted = 0;
    for (int y = 0; y < 160; ++y)
        for (int x = 0; x < 320; ++x)
            if (without.at(x, y) == 0) {
                if (x < 160)
                    tinted += with.at(x, y) != 0;
                else
                    REQUIRE(with.at(x, y) == 0);
            }
    CHECK(tinted > 1000);
}

TEST_CASE("tiles: micro-tiles are outlined wherever they lie, and the zeros that they cover are empty cells",
          "[raster][tiles]")
{
    DynamicPlan rule;
    rule.op = {OperatorKind::SpMM, DataType::Float16, 8};
    rule.rule.pairing = example::pairings()[0]; // 4 x 1: columns 0, 3, 7 and 1, 4, 5
    rule.rule.shape = {8, 8};
    rule.rule.period = 8;
    rule.rows = rule.cols = 8;
    const MaskPtr mask = example::mask();
    const MatrixPtr matrix = matrixOf(*mask, {});
    const auto plan = std::make_shared<const Plan>(materialise(rule, *mask, *matrix, 0));
    const auto owner = std::make_shared<const std::vector<std::uint32_t>>(ownerOfEntries(*plan));
    const raster::TileLayer layer(matrix, plan, owner);
    raster::ViewBox view;
    view.rowsPerPixel = view.colsPerPixel = 1.0 / 20;
    view.width = view.height = 160;
    raster::TileStyle style;
    const raster::Image with = layer.render(view, style, noProgress());
    style.outlines = false;
    const raster::Image without = layer.render(view, style, noProgress());
    const std::vector<std::int64_t> members[] = {{0, 3, 7}, {1, 4, 5}};
    for (std::int64_t i = 0; i < 8; ++i)
        for (std::int64_t j = 0; j < 8; ++j) {
            const auto& strip = members[i / 4];
            const bool member = std::find(strip.begin(), strip.end(), j) != strip.end();
            const bool owned = mask->granule(i, j);
            const int x = static_cast<int>(20 * j + 10), y = static_cast<int>(20 * i + 10);
            INFO(i << ", " << j);
            CHECK((without.at(x, y) != 0) == owned);
            CHECK((with.at(x, y) != 0) == member);
            CHECK((with.at(x, y) >> 24 < 255) == !owned);
            // Neighbours are two members: a line between 4 and 5, none within a member's column but those of cells.
            if (member)
                CHECK(with.at(static_cast<int>(20 * j), y) != without.at(static_cast<int>(20 * j), y));
        }
    // Too small for lines.
    view.rowsPerPixel = view.colsPerPixel = 1.0 / 4;
    view.width = view.height = 32;
    const raster::Image small = layer.render(view, style, noProgress());
    style.outlines = true;
    CHECK(layer.render(view, style, noProgress()).pixels == small.pixels);
}

TEST_CASE("tiles: the same at any number of threads, and they can be cancelled", "[raster][tiles]")
{
    const PaintedPlan p = checkered(rmat(4096, 100'000, 6), 64);
    const raster::TileLayer layer = layerOf(p);
    const raster::ViewSpace space(4096, 4096, 300, 200);
    for (const raster::TileColouring colouring :
         {raster::TileColouring::Format, raster::TileColouring::Level, raster::TileColouring::Cost,
          raster::TileColouring::Padding, raster::TileColouring::Atomic, raster::TileColouring::Round,
          raster::TileColouring::Redundant})
        for (const double zoom : {1.0, 30.0}) {
            raster::TileStyle style;
            style.colouring = colouring;
            style.highlight = 3;
            std::vector<std::uint32_t> first;
            for (const int threads : {1, 2, 5})
                withThreads(threads, [&] {
                    const raster::Image image =
                        layer.render(space.zoomedAt(space.fit(), 50, 40, zoom), style, noProgress());
                    if (first.empty())
                        first = image.pixels;
                    CHECK(image.pixels == first);
                });
        }
    Progress cancelled;
    cancelled.cancel();
    CHECK_THROWS_AS(layer.render(space.fit(), {}, cancelled), Error);
}

TEST_CASE("tiles: a plan of another matrix is refused", "[raster][tiles]")
{
    const PaintedPlan p = checkered(randomUniform(30, 30, 0.5, 1), 10);
    CHECK_THROWS_AS(raster::TileLayer(randomUniform(31, 30, 0.5, 1), p.plan, p.owner), Error);
}

TEST_CASE("images are laid over each other by alpha", "[raster][overview]")
{
    raster::Image under(3, 1, 0xFFFFFFFFu);
    raster::Image over(3, 1);
    over.pixels = {0x00FF0000u, 0xFF0000FFu, 0x80000000u};
    drawOver(under, over);
    CHECK(under.pixels[0] == 0xFFFFFFFFu);
    CHECK(under.pixels[1] == 0xFF0000FFu);
    CHECK((under.pixels[2] & 0xFF) == Approx(127).margin(1));
    CHECK_THROWS_AS(drawOver(under, raster::Image(2, 2)), Error);
}

TEST_CASE("tiles: hatching is ink, not the background that shows through", "[raster][tiles]")
{
    for (const bool dark : {false, true})
        for (const FormatFamily family :
             {FormatFamily::Ell, FormatFamily::OneD, FormatFamily::CsrLike, FormatFamily::Diagonal}) {
            const std::uint32_t fill = raster::familyColour(family);
            const raster::Image swatch = raster::hatchedSwatch(family, fill, 40, 20, 1, dark);
            std::set<std::uint32_t> lines(swatch.pixels.begin(), swatch.pixels.end());
            REQUIRE(lines.erase(fill) == 1);
            REQUIRE(lines.size() == 1);
            INFO("family " << static_cast<int>(family) << ", dark " << dark);
            const std::uint32_t line = *lines.begin();
            CHECK(raster::contrast(line, raster::background(dark)) > raster::contrast(fill, raster::background(dark)));
            // And seen in grey too.
            CHECK(std::abs(raster::lightness(line) - raster::lightness(fill)) > 10);
        }
}

TEST_CASE("tiles: atomic tiles have their colour and a hatching, others are plain", "[raster][tiles]")
{
    PaintedPlan p = checkered(randomUniform(20, 20, 1, 3), 10);
    REQUIRE(p.plan->tiling().tiles.size() == 4);
    p.plan->tiling().tiles[1].atomic = true;
    const raster::TileLayer layer = layerOf(p);
    raster::ViewBox view;
    view.width = view.height = 20;
    const raster::Image image = layer.render(view, plainStyle(raster::TileColouring::Atomic), noProgress());
    std::map<std::uint32_t, int> left, right;
    for (int y = 0; y < 10; ++y)
        for (int x = 0; x < 10; ++x) {
            ++left[image.at(x, y)];
            ++right[image.at(x + 10, y)];
        }
    CHECK(left.size() == 1);
    CHECK(left.begin()->first == raster::atomicColour(false));
    CHECK(right.size() == 2);
    CHECK(right[raster::atomicColour(true)] > 50);
    // The legend's swatch is made of the same two colours.
    const raster::Image swatch =
        raster::hatchedSwatch(FormatFamily::Diagonal, raster::atomicColour(true), 18, 12, 1, false);
    std::map<std::uint32_t, int> drawn;
    for (const std::uint32_t pixel : swatch.pixels)
        ++drawn[pixel];
    CHECK(drawn.size() == 2);
    for (const auto& [colour, count] : drawn)
        CHECK(right.contains(colour));
}
