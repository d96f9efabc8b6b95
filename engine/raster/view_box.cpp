#include "engine/raster/view_box.h"

#include <algorithm>
#include <cmath>

namespace sparsescope::raster {

namespace {

constexpr double finestScale = 1.0 / ViewSpace::maxPixelsPerElement;

double marginOf(int pixels)
{
    return std::min(12.0, 0.03 * pixels);
}

std::int64_t clampedFloor(double value, std::int64_t low, std::int64_t high)
{
    if (!(value > static_cast<double>(low)))
        return low;
    if (value >= static_cast<double>(high))
        return high;
    return static_cast<std::int64_t>(std::floor(value));
}

// Origin of one axis, moved so that [0, size) covers at least `pixels` of the view, or all that either has.
double clampedOrigin(double origin, double scale, double size, int extent, double pixels)
{
    const double keep = std::min({pixels * scale, size, extent * scale});
    return std::clamp(origin, keep - extent * scale, size - keep);
}

} // namespace

bool ViewBox::stretched() const
{
    return std::abs(rowsPerPixel - colsPerPixel) > 1e-9 * std::max(rowsPerPixel, colsPerPixel);
}

ViewBox scaledToDevice(const ViewBox& view, double factor)
{
    ViewBox device = view;
    device.rowsPerPixel = view.rowsPerPixel / factor;
    device.colsPerPixel = view.colsPerPixel / factor;
    device.width = static_cast<int>(std::lround(view.width * factor));
    device.height = static_cast<int>(std::lround(view.height * factor));
    return device;
}

ViewSpace::ViewSpace(std::int64_t rows, std::int64_t cols, int width, int height, bool stretched)
    : m_rows(std::max<std::int64_t>(rows, 1)), m_cols(std::max<std::int64_t>(cols, 1)), m_width(std::max(width, 1)),
      m_height(std::max(height, 1))
{
    const auto r = static_cast<double>(m_rows);
    const auto c = static_cast<double>(m_cols);
    const double w = std::max(1.0, m_width - 2 * marginOf(m_width));
    const double h = std::max(1.0, m_height - 2 * marginOf(m_height));
    m_fit.width = m_width;
    m_fit.height = m_height;
    if (stretched) {
        m_fit.rowsPerPixel = r / h;
        m_fit.colsPerPixel = c / w;
    } else if (c > stretchBeyond * r) {
        m_fit.colsPerPixel = c / w;
        m_fit.rowsPerPixel = std::min(r / (h / stretchBeyond), m_fit.colsPerPixel);
    } else if (r > stretchBeyond * c) {
        m_fit.rowsPerPixel = r / h;
        m_fit.colsPerPixel = std::min(c / (w / stretchBeyond), m_fit.rowsPerPixel);
    } else {
        m_fit.rowsPerPixel = m_fit.colsPerPixel = std::max(r / h, c / w);
    }
    m_fit = centredOn(m_fit, r / 2, c / 2);
}

bool ViewSpace::wasStretched(std::int64_t rows, std::int64_t cols, const ViewBox& view)
{
    if (!(view.rowsPerPixel > 0) || !(view.colsPerPixel > 0))
        return false;
    const auto away = [&](bool stretched) {
        const ViewBox fit = ViewSpace(rows, cols, view.width, view.height, stretched).fit();
        return std::abs(std::log(view.rowsPerPixel / view.colsPerPixel * fit.colsPerPixel / fit.rowsPerPixel));
    };
    return away(true) < away(false) - 1e-9;
}

ViewBox ViewSpace::centredOn(ViewBox view, double row, double col) const
{
    view.row0 = row - view.rowsPerPixel * m_height / 2;
    view.col0 = col - view.colsPerPixel * m_width / 2;
    return view;
}

ViewBox ViewSpace::atZoom(double zoom) const
{
    zoom = std::clamp(zoom, leastZoom, greatestZoom());
    ViewBox view = m_fit;
    view.rowsPerPixel = std::max(m_fit.rowsPerPixel / zoom, std::min(finestScale, m_fit.rowsPerPixel));
    view.colsPerPixel = std::max(m_fit.colsPerPixel / zoom, std::min(finestScale, m_fit.colsPerPixel));
    return view;
}

double ViewSpace::zoomOf(const ViewBox& view) const
{
    // An axis that has reached its end says less than the other one.
    return std::clamp(std::max(m_fit.rowsPerPixel / view.rowsPerPixel, m_fit.colsPerPixel / view.colsPerPixel),
                      leastZoom, greatestZoom());
}

double ViewSpace::greatestZoom() const
{
    return std::max(1.0, std::max(m_fit.rowsPerPixel, m_fit.colsPerPixel) / finestScale);
}

ViewBox ViewSpace::zoomedAt(const ViewBox& view, double x, double y, double factor) const
{
    ViewBox zoomed = atZoom(zoomOf(view) * factor);
    zoomed.row0 = view.rowAt(y) - y * zoomed.rowsPerPixel;
    zoomed.col0 = view.colAt(x) - x * zoomed.colsPerPixel;
    return clamped(zoomed, 0);
}

ViewBox ViewSpace::panned(const ViewBox& view, double dx, double dy) const
{
    ViewBox moved = view;
    moved.row0 -= dy * view.rowsPerPixel;
    moved.col0 -= dx * view.colsPerPixel;
    return clamped(moved, 48);
}

ViewBox ViewSpace::onRectangle(const ElementRect& rectangle) const
{
    const auto rows = static_cast<double>(std::max<std::int64_t>(1, rectangle.rowEnd - rectangle.rowBegin));
    const auto cols = static_cast<double>(std::max<std::int64_t>(1, rectangle.colEnd - rectangle.colBegin));
    const double h = std::max(1.0, m_height - 2 * marginOf(m_height));
    const double w = std::max(1.0, m_width - 2 * marginOf(m_width));
    // An axis that would go beyond its end puts no limit on the other.
    const auto zoomFor = [&](double fit, double wanted) {
        return wanted <= std::min(finestScale, fit) ? greatestZoom() : fit / wanted;
    };
    const double zoom = std::min(zoomFor(m_fit.rowsPerPixel, rows / h), zoomFor(m_fit.colsPerPixel, cols / w));
    const ViewBox view = centredOn(atZoom(zoom), static_cast<double>(rectangle.rowBegin + rectangle.rowEnd) / 2,
                                   static_cast<double>(rectangle.colBegin + rectangle.colEnd) / 2);
    return clamped(view, 48);
}

ViewBox ViewSpace::oneToOne(const ViewBox& view) const
{
    const ViewBox one = atZoom(std::max(m_fit.rowsPerPixel, m_fit.colsPerPixel));
    ViewBox centred = centredOn(one, view.rowAt(view.height / 2.0), view.colAt(view.width / 2.0));
    // On whole elements, so that each falls on exactly one pixel.
    if (centred.rowsPerPixel == 1)
        centred.row0 = std::round(centred.row0);
    if (centred.colsPerPixel == 1)
        centred.col0 = std::round(centred.col0);
    return clamped(centred, 48);
}

ViewBox ViewSpace::onElement(const ViewBox& view, Element element, double leastPixels) const
{
    double zoom = zoomOf(view);
    zoom = std::max(zoom, leastPixels * std::max(m_fit.rowsPerPixel, m_fit.colsPerPixel));
    return centredOn(atZoom(zoom), static_cast<double>(element.row) + 0.5, static_cast<double>(element.col) + 0.5);
}

ViewBox ViewSpace::adopted(const ViewBox& view) const
{
    const auto valid = [](double scale) { return std::isfinite(scale) && scale > 0; };
    if (!valid(view.rowsPerPixel) || !valid(view.colsPerPixel) || !std::isfinite(view.row0) ||
        !std::isfinite(view.col0))
        return m_fit;
    return clamped(centredOn(atZoom(zoomOf(view)), view.rowAt(view.height / 2.0), view.colAt(view.width / 2.0)), 48);
}

ViewBox ViewSpace::clamped(ViewBox view, double pixels) const
{
    view.row0 = clampedOrigin(view.row0, view.rowsPerPixel, static_cast<double>(m_rows), view.height, pixels);
    view.col0 = clampedOrigin(view.col0, view.colsPerPixel, static_cast<double>(m_cols), view.width, pixels);
    return view;
}

std::optional<Element> ViewSpace::elementAt(const ViewBox& view, double x, double y) const
{
    const double row = std::floor(view.rowAt(y));
    const double col = std::floor(view.colAt(x));
    if (!(row >= 0 && row < static_cast<double>(m_rows) && col >= 0 && col < static_cast<double>(m_cols)))
        return std::nullopt;
    return Element{static_cast<std::int64_t>(row), static_cast<std::int64_t>(col)};
}

ElementRect ViewSpace::visible(const ViewBox& view) const
{
    return {clampedFloor(view.row0, 0, m_rows), clampedFloor(std::ceil(view.rowAt(view.height)), 0, m_rows),
            clampedFloor(view.col0, 0, m_cols), clampedFloor(std::ceil(view.colAt(view.width)), 0, m_cols)};
}

PixelAxis::PixelAxis(double origin, double scale, std::int64_t size, int pixels)
    : m_origin(origin), m_scale(scale), m_perElement(1 / scale), m_size(size), m_pixels(pixels)
{
}

std::int64_t PixelAxis::pixelOf(std::int64_t element) const
{
    const double at = (static_cast<double>(element) + 0.5 - m_origin) * m_perElement;
    return clampedFloor(at, -1, std::int64_t{1} << 31);
}

std::int64_t PixelAxis::firstElementFrom(std::int64_t pixel) const
{
    // The guess may be off by rounding; pixelOf is monotone and decides.
    const double guess = std::ceil(m_origin + static_cast<double>(pixel) * m_scale - 0.5);
    std::int64_t e = clampedFloor(guess, 0, m_size);
    while (e > 0 && pixelOf(e - 1) >= pixel)
        --e;
    while (e < m_size && pixelOf(e) < pixel)
        ++e;
    return e;
}

std::int64_t PixelAxis::firstPixelFrom(std::int64_t element) const
{
    const auto centreElement = [&](std::int64_t p) { return m_origin + (static_cast<double>(p) + 0.5) * m_scale; };
    std::int64_t p = clampedFloor(std::ceil((static_cast<double>(element) - m_origin) / m_scale - 0.5), 0, m_pixels);
    while (p > 0 && centreElement(p - 1) >= static_cast<double>(element))
        --p;
    while (p < m_pixels && centreElement(p) < static_cast<double>(element))
        ++p;
    return p;
}

PixelAxis::Span PixelAxis::elementsOf(int p) const
{
    if (!magnified())
        return {firstElementFrom(p), firstElementFrom(p + std::int64_t{1})};
    const double at = std::floor(m_origin + (p + 0.5) * m_scale);
    if (!(at >= 0 && at < static_cast<double>(m_size)))
        return {};
    const auto e = static_cast<std::int64_t>(at);
    return {e, e + 1};
}

PixelAxis::Span PixelAxis::pixelsOf(std::int64_t element) const
{
    if (magnified())
        return {firstPixelFrom(element), firstPixelFrom(element + 1)};
    const std::int64_t p = pixelOf(element);
    return p >= 0 && p < m_pixels ? Span{p, p + 1} : Span{};
}

PixelAxis::Span PixelAxis::elements() const
{
    if (!magnified())
        return {firstElementFrom(0), firstElementFrom(m_pixels)};
    const std::int64_t b = clampedFloor(m_origin + 0.5 * m_scale, 0, m_size);
    const double last = std::floor(m_origin + (m_pixels - 0.5) * m_scale);
    return {b, std::max(b, clampedFloor(last + 1, 0, m_size))};
}

} // namespace sparsescope::raster
