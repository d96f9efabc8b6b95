#include "views/heatmap/line_motion.h"

#include "engine/core/parallel.h"

#include <QEasingCurve>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

double eased(double part)
{
    static const QEasingCurve curve(QEasingCurve::InOutCubic);
    return curve.valueForProgress(std::clamp(part, 0.0, 1.0));
}

// What is drawn in `src` over what is in `dst`.
inline void lay(QRgb* dst, const QRgb* src, int count)
{
    for (int i = 0; i < count; ++i)
        dst[i] = src[i] >> 24 ? src[i] : dst[i];
}

const QRgb* line(const QImage& image, int y)
{
    return reinterpret_cast<const QRgb*>(image.constScanLine(y));
}

} // namespace

void mix(const QRgb* a, const QRgb* b, QRgb* out, int count, std::uint32_t part)
{
    constexpr std::uint32_t twoChannels = 0x00FF00FFu;
    const std::uint32_t rest = 256 - part;
    for (int i = 0; i < count; ++i) {
        const std::uint32_t low = ((a[i] & twoChannels) * rest + (b[i] & twoChannels) * part) >> 8;
        const std::uint32_t high = ((a[i] >> 8) & twoChannels) * rest + ((b[i] >> 8) & twoChannels) * part;
        out[i] = (low & twoChannels) | (high & ~twoChannels);
    }
}

LineMotion::Axis LineMotion::axisOf(double fromOrigin, double fromScale, double toOrigin, double toScale,
                                    std::int64_t size, int pixels, bool sameLines, const auto& lineAt,
                                    const auto& placeBefore)
{
    Axis axis;
    axis.moves = !sameLines || fromOrigin != toOrigin || fromScale != toScale;
    axis.source.resize(static_cast<std::size_t>(pixels), none);
    const raster::PixelAxis to(toOrigin, toScale, size, pixels);
    for (int p = 0; p < pixels; ++p) {
        const raster::PixelAxis::Span span = to.elementsOf(p);
        if (span.begin >= span.end)
            continue;
        const std::int64_t place = (span.begin + span.end - 1) / 2;
        const std::int64_t before = placeBefore(lineAt(place));
        // Where a line is several pixels wide, each of them stays the same part of it.
        const double inside =
            toScale < 1 ? std::clamp(toOrigin + (p + 0.5) * toScale - static_cast<double>(place), 0.0, 1.0) : 0.5;
        const double pixel = (static_cast<double>(before) + inside - fromOrigin) / fromScale;
        axis.source[static_cast<std::size_t>(p)] =
            axis.moves ? static_cast<int>(std::clamp(std::floor(pixel), -4.0 * pixels, 5.0 * pixels)) : p;
    }
    return axis;
}

std::vector<int> LineMotion::Axis::at(double part) const
{
    std::vector<int> places(source.size(), none);
    for (std::size_t p = 0; p < source.size(); ++p)
        if (source[p] != none)
            places[p] = static_cast<int>(std::lround(source[p] + part * (static_cast<double>(p) - source[p])));
    return places;
}

LineMotion::LineMotion(Side from, Side to, std::int64_t rows, std::int64_t cols)
    : m_from(std::move(from)), m_to(std::move(to))
{
    static const LineOrder file;
    const LineOrder& before = m_from.lines ? *m_from.lines : file;
    const LineOrder& after = m_to.lines ? *m_to.lines : file;
    m_rows = axisOf(
        m_from.view.row0, m_from.view.rowsPerPixel, m_to.view.row0, m_to.view.rowsPerPixel, rows, m_to.image.height(),
        before.rows == after.rows, [&](std::int64_t place) { return after.row(place); },
        [&](std::int64_t row) { return before.rowPlace(row); });
    m_cols = axisOf(
        m_from.view.col0, m_from.view.colsPerPixel, m_to.view.col0, m_to.view.colsPerPixel, cols, m_to.image.width(),
        before.cols == after.cols, [&](std::int64_t place) { return after.col(place); },
        [&](std::int64_t col) { return before.colPlace(col); });
}

double LineMotion::rowPart(double part) const
{
    return eased(m_rows.moves && m_cols.moves ? 2 * part : part);
}

double LineMotion::colPart(double part) const
{
    return eased(m_rows.moves && m_cols.moves ? 2 * part - 1 : part);
}

double LineMotion::fromOpacity(double part) const
{
    return std::clamp(1 - 3 * part, 0.0, 1.0);
}

QImage LineMotion::lines(double part) const
{
    QImage image =
        m_rows.moves && (!m_cols.moves || part < 0.5) ? rowsMoved(rowPart(part)) : columnsMoved(colPart(part));
    if (const double target = 4 * part - 3; target > 0)
        mixWithTarget(image, target);
    image.setDevicePixelRatio(m_to.image.devicePixelRatio());
    return image;
}

void LineMotion::mixWithTarget(QImage& image, double part) const
{
    uchar* bits = image.bits();
    const qsizetype stride = image.bytesPerLine();
    parallelRanges(image.height(), 64, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t y = begin; y < end; ++y) {
            auto* own = reinterpret_cast<QRgb*>(bits + y * stride);
            mix(own, line(m_to.image, static_cast<int>(y)), own, image.width(),
                static_cast<std::uint32_t>(std::lround(256 * part)));
        }
    });
}

// Lines of `from`; those that were out of sight are known only when the columns stay.
QImage LineMotion::rowsMoved(double part) const
{
    QImage out(m_to.image.size(), QImage::Format_ARGB32_Premultiplied);
    out.fill(Qt::transparent);
    const std::vector<int> at = m_rows.at(part);
    uchar* bits = out.bits();
    const qsizetype stride = out.bytesPerLine();
    parallelRanges(out.width(), 512, [&](std::int64_t begin, std::int64_t end) {
        for (std::size_t p = 0; p < at.size(); ++p) {
            if (at[p] < 0 || at[p] >= out.height())
                continue;
            const int source = m_rows.source[p];
            const bool seen = source >= 0 && source < m_from.image.height();
            if (!seen && m_cols.moves)
                continue;
            const QRgb* src = seen ? line(m_from.image, source) : line(m_to.image, static_cast<int>(p));
            lay(reinterpret_cast<QRgb*>(bits + at[p] * stride) + begin, src + begin, static_cast<int>(end - begin));
        }
    });
    return out;
}

// The picture `from` with its rows moved, where they move at all.
QImage LineMotion::columnsMoved(double part) const
{
    QImage out(m_to.image.size(), QImage::Format_ARGB32_Premultiplied);
    out.fill(Qt::transparent);
    const std::vector<int> at = m_cols.at(part);
    // Columns in sight, with the pixel that they come from; those that were out of sight are known only when rows stay.
    struct Move {
        int to, source, final;
    };
    std::vector<Move> moves;
    for (std::size_t p = 0; p < at.size(); ++p) {
        if (at[p] < 0 || at[p] >= out.width())
            continue;
        const bool seen = m_cols.source[p] >= 0 && m_cols.source[p] < m_from.image.width();
        if (seen || !m_rows.moves)
            moves.push_back({at[p], seen ? m_cols.source[p] : -1, static_cast<int>(p)});
    }
    uchar* bits = out.bits();
    const qsizetype stride = out.bytesPerLine();
    parallelRanges(out.height(), 64, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t y = begin; y < end; ++y) {
            const int source = m_rows.source[static_cast<std::size_t>(y)];
            if (source < 0 || source >= m_from.image.height())
                continue;
            const QRgb* src = line(m_from.image, source);
            const QRgb* target = line(m_to.image, static_cast<int>(y));
            auto* dst = reinterpret_cast<QRgb*>(bits + y * stride);
            for (const Move& move : moves)
                if (const QRgb pixel = move.source >= 0 ? src[move.source] : target[move.final]; pixel >> 24)
                    dst[move.to] = pixel;
        }
    });
    return out;
}

} // namespace sparsescope
