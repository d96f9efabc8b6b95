// Drawing tiles: who owns the non-zeros of each pixel, hatching, outlines, highlight.
#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/plan/formats/micro.h"
#include "engine/raster/entry_scan.h"
#include "engine/raster/tile_counts.h"
#include "engine/raster/tile_layer.h"

#include <algorithm>
#include <cmath>

namespace sparsescope::raster {

namespace {

constexpr int plain = static_cast<int>(FormatFamily::Block);

// One row of pixels before hatching.
struct PixelLine {
    std::vector<std::uint32_t> colour; // with alpha; 0: nothing
    std::vector<std::uint8_t> family;  // whose hatching

    explicit PixelLine(int width) : colour(static_cast<std::size_t>(width)), family(static_cast<std::size_t>(width)) {}
};

// Hatching stands still on the matrix while it is panned.
class Hatching {
public:
    Hatching(const ViewBox& view, double pixelRatio)
        : m_period(std::max(4, static_cast<int>(std::lround(5 * pixelRatio)))),
          m_line(std::max(1, static_cast<int>(std::lround(pixelRatio)))), m_y0(origin(view.yOf(0))),
          m_columns(static_cast<std::size_t>(view.width))
    {
        const std::int64_t x0 = origin(view.xOf(0));
        for (std::size_t x = 0; x < m_columns.size(); ++x)
            m_columns[x] = static_cast<std::uint8_t>((static_cast<std::int64_t>(x) - x0) % m_period);
    }

    // mark(x) for the pixels of row y, of those with this family, that lie on its lines.
    template <class Mark>
    void apply(int y, const std::vector<std::uint8_t>& families, const Mark& mark) const
    {
        const auto v = static_cast<int>((y - m_y0) % m_period);
        for (std::size_t x = 0; x < families.size(); ++x)
            if (families[x] != plain && marks(families[x], m_columns[x], v))
                mark(x);
    }

private:
    // A place at or left of the matrix' origin where a period begins.
    std::int64_t origin(double at) const
    {
        return static_cast<std::int64_t>(std::fmod(std::round(at), m_period)) - m_period;
    }
    bool marks(int family, int u, int v) const
    {
        switch (static_cast<FormatFamily>(family)) {
        case FormatFamily::Ell:
            return v < m_line;
        case FormatFamily::CsrLike:
            return u < m_line;
        case FormatFamily::Diagonal:
            return u + v < m_line || (u + v >= m_period && u + v < m_period + m_line);
        case FormatFamily::OneD:
            return u <= m_line && v <= m_line;
        case FormatFamily::Block:
        case FormatFamily::Other:
            break;
        }
        return false;
    }

    int m_period, m_line;
    std::int64_t m_y0;
    std::vector<std::uint8_t> m_columns;
};

// Towards black, on the dark background towards white: lines of hatching are ink on the tile. Lines in the colour of
// the background would look like rows and columns without non-zeros.
std::uint32_t inked(std::uint32_t colour, bool dark)
{
    return mixed(colour, dark ? 0xFFFFFFFFu : 0xFF000000u, 0.4);
}

// The more of a pixel's entries are drawn, the more opaque it is.
int opacity(std::uint32_t drawn, std::uint32_t all)
{
    return drawn == all ? 255 : static_cast<int>(64 + 191.0 * drawn / all);
}

// The colour of the class with the most entries: `classes` of `stride` counters a pixel.
void majorityLine(PixelLine& out, const std::uint32_t* at, int classes, int stride, const std::uint32_t* all,
                  const std::uint32_t* palette, bool hatched)
{
    for (std::size_t x = 0; x < out.colour.size(); ++x, at += stride) {
        std::uint32_t drawn = 0;
        std::uint32_t best = 0;
        int winner = 0;
        for (int k = 0; k < classes; ++k) {
            drawn += at[k];
            if (at[k] > best) {
                best = at[k];
                winner = k;
            }
        }
        out.colour[x] = drawn == 0 ? 0 : withAlpha(palette[winner], opacity(drawn, all ? all[x] : drawn + at[classes]));
        out.family[x] = static_cast<std::uint8_t>(hatched ? winner : plain);
    }
}

// The numbers of a numeric colouring, as places on the ramp: what a mean is taken of, exactly and in any order.
struct Places {
    std::vector<std::uint8_t> valued, place; // of each tile: 1 where it has a value, 0 to 255
};

Places placesOf(const std::vector<float>& positions)
{
    Places places{std::vector<std::uint8_t>(positions.size()), std::vector<std::uint8_t>(positions.size())};
    for (std::size_t t = 0; t < positions.size(); ++t)
        if (const float v = positions[t]; v == v) {
            places.valued[t] = 1;
            places.place[t] = static_cast<std::uint8_t>(std::clamp(255 * v + 0.5f, 0.0f, 255.0f));
        }
    return places;
}

// Counters as TileCounts has them: non-zeros without a value, with one, the sum of the places; then, without `all`,
// those that are not drawn.
constexpr int placeClasses = 3;

template <class Counter>
void meanLine(PixelLine& out, const Counter* at, int stride, const std::uint32_t* all, const Ramp& ramp,
              std::uint32_t noValue)
{
    for (std::size_t x = 0; x < out.colour.size(); ++x, at += stride) {
        const auto valued = static_cast<std::uint32_t>(at[1]), drawn = static_cast<std::uint32_t>(at[0]) + valued;
        const std::uint32_t colour = valued > 0 ? ramp[(std::uint64_t{at[2]} + valued / 2) / valued] : noValue;
        out.colour[x] =
            drawn == 0 ? 0
                       : withAlpha(colour,
                                   opacity(drawn, all ? all[x] : drawn + static_cast<std::uint32_t>(at[placeClasses])));
        out.family[x] = plain;
    }
}

struct PixelRect {
    int x0 = 0, x1 = 0, y0 = 0, y1 = 0; // half-open
    PixelRect grown(int by) const { return {x0 - by, x1 + by, y0 - by, y1 + by}; }
};

PixelRect pixelsOf(const ViewBox& view, const ElementRect& r)
{
    const auto at = [](double v) { return static_cast<int>(std::lround(std::clamp(v, -1e6, 1e6))); };
    return {at(view.xOf(static_cast<double>(r.colBegin))), at(view.xOf(static_cast<double>(r.colEnd))),
            at(view.yOf(static_cast<double>(r.rowBegin))), at(view.yOf(static_cast<double>(r.rowEnd)))};
}

bool outside(const Image& image, const PixelRect& r)
{
    return r.x1 <= 0 || r.y1 <= 0 || r.x0 >= image.width || r.y0 >= image.height;
}

template <class Paint>
void forPixels(Image& image, const PixelRect& r, const Paint& paint)
{
    for (int y = std::max(0, r.y0); y < std::min(image.height, r.y1); ++y)
        for (int x = std::max(0, r.x0); x < std::min(image.width, r.x1); ++x)
            paint(image.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                               static_cast<std::size_t>(x)],
                  x, y);
}

void fillRect(Image& image, const PixelRect& r, std::uint32_t colour)
{
    forPixels(image, r, [&](std::uint32_t& pixel, int, int) { pixel = colour; });
}

// Over what is there, by alpha; on transparent pixels the line keeps its alpha.
void blendRect(Image& image, const PixelRect& r, std::uint32_t colour)
{
    const std::uint32_t alpha = colour >> 24;
    forPixels(image, r, [&](std::uint32_t& pixel, int, int) {
        if (alpha == 255 || pixel == 0)
            pixel = colour;
        else
            pixel = withAlpha(mixed(pixel, colour, alpha / 255.0), static_cast<int>(std::max(pixel >> 24, alpha)));
    });
}

void frameRect(Image& image, const PixelRect& r, int width, std::uint32_t colour)
{
    blendRect(image, {r.x0, r.x1, r.y0, r.y0 + width}, colour);
    blendRect(image, {r.x0, r.x1, r.y1 - width, r.y1}, colour);
    blendRect(image, {r.x0, r.x0 + width, r.y0 + width, r.y1 - width}, colour);
    blendRect(image, {r.x1 - width, r.x1, r.y0 + width, r.y1 - width}, colour);
}

// Every drawn pixel a little more than half way to the background.
void fade(Image& image, std::uint32_t towards)
{
    parallelRanges(static_cast<std::int64_t>(image.pixels.size()), 1 << 16, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            std::uint32_t& pixel = image.pixels[static_cast<std::size_t>(i)];
            if (pixel == 0)
                continue;
            std::uint32_t out = pixel & 0xFF000000u;
            for (const int shift : {16, 8, 0})
                out |= ((((pixel >> shift) & 0xFF) * 112 + ((towards >> shift) & 0xFF) * 144) >> 8) << shift;
            pixel = out;
        }
    });
}

int lineWidth(const TileStyle& style)
{
    return std::max(1, static_cast<int>(std::lround(style.pixelRatio)));
}

} // namespace

Image TileLayer::render(const ViewBox& view, const TileStyle& style, Progress& progress, TileCounts* kept) const
{
    Image image(std::max(view.width, 0), std::max(view.height, 0));
    if (image.pixels.empty() || m_matrix->nnz() == 0)
        return image;
    const auto step = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(style.step, 0, static_cast<std::int64_t>(m_plan->tiling().tiles.size())));
    const bool byFormat = style.colouring == TileColouring::Format;
    const bool byAtomic = style.colouring == TileColouring::Atomic;
    const bool hatched = byFormat || byAtomic;
    const bool byClass = hatched || style.colouring == TileColouring::Level;

    std::vector<std::uint32_t> palette(16);
    for (int k = 0; k < 16; ++k)
        palette[static_cast<std::size_t>(k)] =
            byFormat   ? familyColour(static_cast<FormatFamily>(std::min(k, static_cast<int>(FormatFamily::Other))))
            : byAtomic ? atomicColour(k == static_cast<int>(FormatFamily::Diagonal))
                       : levelColour(k + 1, m_levels, style.dark);
    const Places places = byClass ? Places() : placesOf(positions(style));
    const Ramp& ramp = style.colouring == TileColouring::Value && style.diverging
                           ? divergingRamp(style.dark)
                           : sequentialRamp(style.map, style.dark);
    const std::vector<std::uint8_t>& classOf = !byClass   ? places.valued
                                               : byFormat ? m_family
                                               : byAtomic ? m_atomic
                                                          : m_level;
    const int classes = !byClass          ? placeClasses
                        : classOf.empty() ? 1
                                          : *std::max_element(classOf.begin(), classOf.end()) + 1;
    const Hatching hatching(view, style.pixelRatio);
    const ColumnWindow columns(*m_matrix, view);
    const std::vector<RowGroup> groups =
        rowGroups(PixelAxis(view.row0, view.rowsPerPixel, m_matrix->rows(), view.height));
    std::vector<std::uint32_t> shaded;
    for (const std::uint32_t c : palette)
        shaded.push_back(inked(c, style.dark));
    const std::uint32_t* owners = m_owner->data();

    // Elements that are larger than pixels are few.
    if (columns.axis.magnified() || view.rowsPerPixel < 1)
        kept = nullptr;
    if (kept)
        kept->moveTo(*this, {classes, classOf, places.place}, view, step, progress);
    if (kept && !byClass && kept->most() > std::numeric_limits<std::uint32_t>::max() / 255)
        kept = nullptr; // its sums may be too large
    parallelRanges(static_cast<std::int64_t>(groups.size()), 8, [&](std::int64_t begin, std::int64_t end) {
        PixelLine line(view.width);
        const auto width = static_cast<std::size_t>(view.width);
        const std::size_t counted = kept ? 0 : width * static_cast<std::size_t>(classes + 1);
        std::vector<std::uint32_t> counters(byClass ? counted : 0);
        std::vector<std::uint64_t> sums(byClass ? 0 : counted);
        for (std::int64_t g = begin; g < end; ++g) {
            progress.check();
            const RowGroup& group = groups[static_cast<std::size_t>(g)];
            if (!byClass && kept) {
                meanLine(line, kept->line(group.yBegin), classes, kept->all(group.yBegin), ramp, noValue(style.dark));
            } else if (!byClass) {
                std::fill(sums.begin(), sums.end(), 0);
                countLine(sums.data(), classes, *m_matrix, group, columns, owners, classOf.data(), places.place.data(),
                          step);
                meanLine(line, sums.data(), classes + 1, nullptr, ramp, noValue(style.dark));
            } else if (kept) {
                majorityLine(line, kept->line(group.yBegin), classes, classes, kept->all(group.yBegin), palette.data(),
                             hatched);
            } else {
                std::fill(counters.begin(), counters.end(), 0);
                countLine(counters.data(), classes, *m_matrix, group, columns, owners, classOf.data(), nullptr, step);
                majorityLine(line, counters.data(), classes, classes + 1, nullptr, palette.data(), hatched);
            }
            for (int y = group.yBegin; y < group.yEnd; ++y) {
                std::uint32_t* row =
                    image.pixels.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(view.width);
                std::copy(line.colour.begin(), line.colour.end(), row);
                if (hatched)
                    hatching.apply(y, line.family, [&](std::size_t x) {
                        if (row[x] != 0)
                            row[x] = (row[x] & 0xFF000000u) | (shaded[line.family[x]] & 0x00FFFFFFu);
                    });
            }
        }
    });
    if (style.outlines)
        drawOutlines(image, view, style);
    if (style.highlight >= 0 && style.highlight < static_cast<std::int64_t>(step))
        drawHighlight(image, view, style);
    return image;
}

Image hatchedSwatch(FormatFamily hatching, std::uint32_t colour, int width, int height, double pixelRatio, bool dark)
{
    Image image(width, height, colour);
    ViewBox view;
    view.width = width;
    view.height = height;
    const std::vector<std::uint8_t> families(static_cast<std::size_t>(width), static_cast<std::uint8_t>(hatching));
    const Hatching lines(view, pixelRatio);
    for (int y = 0; y < height; ++y)
        lines.apply(y, families, [&](std::size_t x) {
            image.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + x] = inked(colour, dark);
        });
    return image;
}

void TileLayer::drawOutlines(Image& image, const ViewBox& view, const TileStyle& style) const
{
    const double least = 6 * style.pixelRatio;
    const TileScale ends = scale(style);
    for (const std::int64_t tile : roomy(view, style, least))
        if (!m_micro || !gatheredShapeOf(m_plan->tiling().formatOf(m_plan->tiling().tiles[at(tile)])))
            drawOutline(image, view, style, bounds(tile).rect, colour(tile, style, ends));
    if (m_micro)
        drawMicroTiles(image, view, style, least);
}

void TileLayer::drawOutline(Image& image, const ViewBox& view, const TileStyle& style, const ElementRect& rect,
                            std::uint32_t fill) const
{
    const int width = lineWidth(style);
    const double elementPixels = 1 / std::max(view.rowsPerPixel, view.colsPerPixel);
    const PixelRect r = pixelsOf(view, rect);
    if (outside(image, r))
        return;
    // Padding: what the tile stores without a non-zero behind it.
    forPixels(image, r, [&](std::uint32_t& pixel, int, int) {
        if (pixel == 0)
            pixel = withAlpha(fill, 36);
    });
    if (elementPixels >= 6 * style.pixelRatio) {
        const ViewSpace space(m_matrix->rows(), m_matrix->cols(), view.width, view.height);
        const ElementRect seen = space.visible(view);
        const std::uint32_t thin = withAlpha(fill, 110);
        for (std::int64_t i = std::max(rect.rowBegin, seen.rowBegin); i < std::min(rect.rowEnd, seen.rowEnd); ++i)
            for (std::int64_t j = std::max(rect.colBegin, seen.colBegin); j < std::min(rect.colEnd, seen.colEnd); ++j) {
                const PixelRect cell = pixelsOf(view, {i, i + 1, j, j + 1});
                const int x = std::clamp((cell.x0 + cell.x1) / 2, 0, image.width - 1);
                const int y = std::clamp((cell.y0 + cell.y1) / 2, 0, image.height - 1);
                if (image.at(x, y) >> 24 == 36)
                    frameRect(image, cell, width, thin);
            }
    }
    if (!style.frames)
        return;
    // Lines of small tiles are fainter, so that many of them do not hide what they hold.
    const double side = std::min(r.x1 - r.x0, r.y1 - r.y0) / style.pixelRatio;
    const double strength = std::clamp(0.3 + 0.7 * (side - 6) / 30, 0.3, 1.0);
    frameRect(image, r, width, withAlpha(inked(fill, style.dark), static_cast<int>(255 * strength)));
}

// The members in view: their rows and columns are whole runs on the grid, ascending.
void TileLayer::drawMicroTiles(Image& image, const ViewBox& view, const TileStyle& style, double leastPixels) const
{
    const ViewSpace space(m_matrix->rows(), m_matrix->cols(), view.width, view.height);
    const ElementRect seen = space.visible(view);
    const TileScale ends = scale(style);
    const auto runs = [](std::span<const std::int32_t> ids, std::int64_t length, std::int64_t begin, std::int64_t end,
                         const auto& body) {
        const std::int64_t first = begin / length * length;
        for (auto id = std::lower_bound(ids.begin(), ids.end(), first); id != ids.end() && *id < end;) {
            const std::int64_t next = (*id / length + 1) * length;
            const auto after = std::lower_bound(id, ids.end(), next);
            body(std::int64_t{*id}, std::int64_t{*(after - 1)} + 1);
            id = after;
        }
    };
    const auto count = std::min<std::int64_t>(std::ssize(m_bounds), style.step);
    for (std::int64_t t = 0; t < count; ++t) {
        const ElementRect& whole = bounds(t).rect;
        if (whole.rowEnd <= seen.rowBegin || whole.rowBegin >= seen.rowEnd || whole.colEnd <= seen.colBegin ||
            whole.colBegin >= seen.colEnd)
            continue;
        const Tile& tile = m_plan->tiling().tiles[at(t)];
        const auto micro = gatheredShapeOf(m_plan->tiling().formatOf(tile));
        if (!micro || static_cast<double>(micro->height) < leastPixels * view.rowsPerPixel ||
            static_cast<double>(micro->width) < leastPixels * view.colsPerPixel)
            continue;
        const TileView of = m_plan->tiling().view(tile);
        const std::uint32_t fill = colour(t, style, ends);
        runs(of.rowIds, micro->height, seen.rowBegin, seen.rowEnd, [&](std::int64_t row0, std::int64_t row1) {
            runs(of.colIds, micro->width, seen.colBegin, seen.colEnd, [&](std::int64_t col0, std::int64_t col1) {
                drawOutline(image, view, style, {row0, row1, col0, col1}, fill);
            });
        });
    }
}

void TileLayer::drawHighlight(Image& image, const ViewBox& view, const TileStyle& style) const
{
    const int width = lineWidth(style);
    const Bounds& b = bounds(style.highlight);
    const ColumnWindow columns(*m_matrix, view);
    const PixelAxis rows(view.row0, view.rowsPerPixel, m_matrix->rows(), view.height);
    std::vector<PixelRect> places;
    for (const std::uint32_t entry :
         m_plan->tiling().view(m_plan->tiling().tiles[static_cast<std::size_t>(style.highlight)]).entries) {
        if (Entry::redundant(entry))
            continue;
        const std::int64_t p = Entry::position(entry);
        const PixelAxis::Span xs = columns.axis.pixelsOf(m_matrix->colIdx()[static_cast<std::size_t>(p)]);
        const PixelAxis::Span ys = rows.pixelsOf(m_matrix->rowOf(p));
        if (xs.begin >= xs.end || ys.begin >= ys.end)
            continue;
        const PixelRect place{static_cast<int>(xs.begin), static_cast<int>(xs.end), static_cast<int>(ys.begin),
                              static_cast<int>(ys.end)};
        // Single pixels are made large enough to be found.
        places.push_back(std::min(place.x1 - place.x0, place.y1 - place.y0) < 2 * width ? place.grown(width) : place);
    }
    // The others step back: a family may look like the accent, and a tile may be scattered over the whole matrix.
    fade(image, background(style.dark));
    const PixelRect r = pixelsOf(view, b.rect);
    const bool framed = b.contiguous && !outside(image, r);
    // A casing in the background's colour sets the tile off from its neighbours.
    const std::uint32_t casing = background(style.dark);
    const bool byNumber = numeric(style.colouring);
    if (framed)
        frameRect(image, r.grown(3 * width), width, casing);
    else
        for (const PixelRect& place : places)
            fillRect(image, place.grown(byNumber ? 2 * width : width), casing);
    const std::uint32_t outline = byNumber ? (style.dark ? 0xFFFFFFFFu : 0xFF000000u) : style.accent;
    const std::uint32_t fill = byNumber ? colour(style.highlight, style, scale(style)) : style.accent;
    if (byNumber && !framed)
        for (const PixelRect& place : places)
            fillRect(image, place.grown(width), outline);
    for (const PixelRect& place : places)
        fillRect(image, place, fill);
    if (framed)
        frameRect(image, r.grown(2 * width), 2 * width, outline);
}

} // namespace sparsescope::raster
