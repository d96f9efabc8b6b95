// Rows and columns of a picture on their way from one order to another: lines that slide, first the rows, then the
// columns.
#pragma once

#include "engine/matrix/permuted.h"
#include "engine/raster/view_box.h"

#include <QImage>
#include <QPointF>

#include <memory>
#include <vector>

namespace sparsescope {

// A part of 256 of `b`, the rest of `a`, premultiplied. Not one painted over the other: what is transparent in one of
// them would stay.
void mix(const QRgb* a, const QRgb* b, QRgb* out, int count, std::uint32_t part);

class LineMotion {
public:
    // A picture of a matrix of rows x cols in an order of its lines (null: the file's).
    struct Side {
        QImage image; // premultiplied; of the view, which is in device pixels
        raster::ViewBox view;
        std::shared_ptr<const LineOrder> lines;
    };
    LineMotion(Side from, Side to, std::int64_t rows, std::int64_t cols);

    // How many of rows and columns move, 0 to 2: each takes its time.
    int phases() const { return (m_rows.moves ? 1 : 0) + (m_cols.moves ? 1 : 0); }
    // Between 0, as `from`, and 1, as `to`. Every line of pixels of `to` comes from where the row or column in its
    // middle was, as it looked there; where a pixel stands for many, the others are in `from`, which is drawn below and
    // goes, and in `to`, which takes the place of the lines towards the end.
    QImage lines(double part) const;
    double fromOpacity(double part) const;
    const QImage& from() const { return m_from.image; }
    // Parts of the way that rows and columns have gone.
    double rowPart(double part) const;
    double colPart(double part) const;

private:
    struct Axis {
        std::vector<int> source; // pixel in `from` of each pixel of `to`; may lie outside; none: far outside
        bool moves = false;
        std::vector<int> at(double part) const; // where each is now
    };
    static constexpr int none = -(1 << 28);
    static Axis axisOf(double fromOrigin, double fromScale, double toOrigin, double toScale, std::int64_t size,
                       int pixels, bool sameLines, const auto& lineAt, const auto& placeBefore);
    QImage rowsMoved(double part) const;
    QImage columnsMoved(double part) const;
    void mixWithTarget(QImage& image, double part) const;

    Side m_from, m_to;
    Axis m_rows, m_cols;
};

} // namespace sparsescope
