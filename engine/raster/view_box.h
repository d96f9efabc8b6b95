// Which part of a matrix an image shows: pure coordinate maths, no widget.
#pragma once

#include <cstdint>
#include <optional>

namespace sparsescope::raster {

// Matrix coordinates: element (r, c) is the square [r, r + 1) x [c, c + 1). Pixel (x, y) is the square from
// (row0 + y rowsPerPixel, col0 + x colsPerPixel), one pixel large. Rows and columns are scaled separately, so that a
// 10 x 1,000,000 matrix can be stretched.
struct ViewBox {
    double row0 = 0; // at the image's top-left corner
    double col0 = 0;
    double rowsPerPixel = 1;
    double colsPerPixel = 1;
    int width = 0; // pixels
    int height = 0;

    // Between matrix coordinates and pixel coordinates; both continuous.
    double rowAt(double y) const { return row0 + y * rowsPerPixel; }
    double colAt(double x) const { return col0 + x * colsPerPixel; }
    double yOf(double row) const { return (row - row0) / rowsPerPixel; }
    double xOf(double col) const { return (col - col0) / colsPerPixel; }

    // Rows and columns have scales of their own.
    bool stretched() const;

    bool operator==(const ViewBox&) const = default;
};

struct Element {
    std::int64_t row = 0, col = 0;
    bool operator==(const Element&) const = default;
};

// A rectangle of elements, half-open.
struct ElementRect {
    std::int64_t rowBegin = 0, rowEnd = 0, colBegin = 0, colEnd = 0;
    bool empty() const { return rowBegin >= rowEnd || colBegin >= colEnd; }
    bool operator==(const ElementRect&) const = default;
};

// A view in pixels of `factor` times the resolution: logical to device pixels.
ViewBox scaledToDevice(const ViewBox& view, double factor);

// The views of one matrix in an image of one size. Zoom 1 is the fit; at zoom z an axis shows fit / z elements a
// pixel, but never less than 1 / 64 (or the fit's, where that is finer), so that a stretched axis stops growing while
// the other goes on, and zooming out again leads back. Zoom is limited below by 1 / 4 and above by both axes' end.
class ViewSpace {
public:
    static constexpr double maxPixelsPerElement = 64;
    static constexpr double leastZoom = 0.25;
    static constexpr double stretchBeyond = 8; // aspect ratio

    // Sizes below 1 count as 1. `stretched`: rows and columns each fill the view, at a scale of their own.
    ViewSpace(std::int64_t rows, std::int64_t cols, int width, int height, bool stretched = false);
    // Whether a view, which need not be of this matrix' size any more, was made by a stretched space.
    static bool wasStretched(std::int64_t rows, std::int64_t cols, const ViewBox& view);

    // The whole matrix, centred, with a small margin, at one scale; beyond an aspect ratio of 8 : 1 the short side is
    // stretched to an eighth of the view.
    ViewBox fit() const { return m_fit; }
    double zoomOf(const ViewBox& view) const;
    double greatestZoom() const;

    // Zoom times factor; the matrix point at pixel (x, y) stays there.
    ViewBox zoomedAt(const ViewBox& view, double x, double y, double factor) const;
    // The content follows the hand by (dx, dy) pixels; some of the matrix always stays in view.
    ViewBox panned(const ViewBox& view, double dx, double dy) const;
    // The rectangle, centred, as large as it fits.
    ViewBox onRectangle(const ElementRect& rectangle) const;
    // One element a pixel along the longer side of the matrix, about the view's centre.
    ViewBox oneToOne(const ViewBox& view) const;
    // Centred on an element at the present zoom; at `leastPixels` a side at least.
    ViewBox onElement(const ViewBox& view, Element element, double leastPixels = 12) const;
    // A view of another image size, or of unknown origin, made a view of this space: same centre and scale.
    ViewBox adopted(const ViewBox& view) const;
    // Moved by the least so that the matrix overlaps the view by `pixels` (or by all it has) in both axes.
    ViewBox clamped(ViewBox view, double pixels) const;

    // The element at a pixel position; none outside the matrix.
    std::optional<Element> elementAt(const ViewBox& view, double x, double y) const;
    // Elements of the matrix that the view shows at least in part.
    ElementRect visible(const ViewBox& view) const;

private:
    ViewBox atZoom(double zoom) const; // scales only
    ViewBox centredOn(ViewBox view, double row, double col) const;

    std::int64_t m_rows, m_cols;
    int m_width, m_height;
    ViewBox m_fit;
};

// How elements and pixels of one axis meet, the same for every picture: where an element is smaller than a pixel it
// belongs to the pixel that holds its centre; where it is larger, a pixel belongs to the element at the pixel's centre.
class PixelAxis {
public:
    // `size` elements, `pixels` pixels; pixel p is [origin + p scale, origin + (p + 1) scale).
    PixelAxis(double origin, double scale, std::int64_t size, int pixels);

    bool magnified() const { return m_scale < 1 - 1e-9; }
    int pixels() const { return m_pixels; }
    // The pixel of an element's centre; may lie outside [0, pixels).
    std::int64_t pixelOf(std::int64_t element) const;
    // The same for elements of elements() on an axis that is not magnified; fast.
    int pixelInside(std::int64_t element) const
    {
        return static_cast<int>((static_cast<double>(element) + 0.5 - m_origin) * m_perElement);
    }
    // The elements that pixel p stands for; empty outside the matrix.
    struct Span {
        std::int64_t begin = 0, end = 0;
        bool operator==(const Span&) const = default;
    };
    Span elementsOf(int p) const;
    // The pixels that stand for an element, clipped to the image.
    Span pixelsOf(std::int64_t element) const;
    // All elements that any pixel stands for.
    Span elements() const;

private:
    std::int64_t firstElementFrom(std::int64_t pixel) const; // least e with pixelOf(e) >= pixel
    std::int64_t firstPixelFrom(std::int64_t element) const; // least p whose centre's element is >= element

    double m_origin, m_scale, m_perElement;
    std::int64_t m_size;
    int m_pixels;
};

} // namespace sparsescope::raster
