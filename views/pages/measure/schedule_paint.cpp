// The schedule of thread blocks on SMs: how it is drawn.
#include "engine/core/parallel.h"
#include "engine/raster/colour_map.h"
#include "views/pages/measure/call_bars.h"
#include "views/pages/measure/schedule_view.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"
#include "views/parts/within.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

constexpr int gutter = 44; // names of SMs
constexpr int rightAir = 8;

int lineHeight()
{
    return QFontMetrics(typeFace(TypeSize::Small)).height();
}

// 1, 2 or 5 of a power of ten, so that at most `most` steps fit into the span.
double niceStep(double span, int most)
{
    const double least = span / std::max(1, most);
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least)
            return factor * power;
    return 10 * power;
}

constexpr ScheduleView::Half halves[] = {ScheduleView::Half::Predicted, ScheduleView::Half::Measured};

QRectF visible(QRectF r, const QRectF& in)
{
    return r.intersected(in);
}

} // namespace

// From the top: title and blocks of the predicted half, those of the measured half, the axis.
QRect ScheduleView::halfRect(Half half) const
{
    const int line = lineHeight();
    const int axis = line + 8;
    const int title = line + 6;
    const int each = std::max(8, (height() - axis - 2 * title - space::inside) / 2);
    const int top = half == Half::Predicted ? title : 2 * title + each + space::inside;
    return {gutter, top, std::max(16, width() - gutter - rightAir), each};
}

void ScheduleView::paintEvent(QPaintEvent*)
{
    askForPictures();
    QPainter painter(this);
    painter.setFont(typeFace(TypeSize::Small));
    paintHalf(painter, Half::Predicted);
    paintHalf(painter, Half::Measured);
    paintAxis(painter);
    if (hasFocus()) {
        painter.setPen(QPen(colorsOf(*this).accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

ScheduleView::Picture ScheduleView::wanted(Half half) const
{
    Picture picture;
    picture.frame = m_shown;
    picture.frame.size = (QSizeF(halfRect(half).size()) * devicePixelRatioF()).toSize();
    picture.background = colorsOf(*this).background.rgb();
    picture.look = m_look;
    picture.schedules = m_schedules;
    return picture;
}

bool ScheduleView::drawn() const
{
    return std::all_of(std::begin(halves), std::end(halves), [this](Half half) {
        return of(half).blocks.empty() || m_pictures[static_cast<std::size_t>(half)].sameAs(wanted(half));
    });
}

// Each of 100,000 blocks takes most of a frame: both at once, and not on the thread of the window.
void ScheduleView::askForPictures()
{
    std::array<Picture, 2> next;
    bool asked = true;
    for (const Half half : halves) {
        const auto i = static_cast<std::size_t>(half);
        next[i] = wanted(half);
        asked = asked && m_asked[i].sameAs(next[i]);
    }
    if (asked || drawn())
        return;
    m_asked = next;
    const double ratio = devicePixelRatioF();
    m_work.start([this, next, ratio](Progress&) mutable {
        parallelEach(2, 1, [&](std::int64_t i) {
            Picture& picture = next[static_cast<std::size_t>(i)];
            const BlockSchedule& schedule = i == 0 ? picture.schedules->predicted : picture.schedules->measured;
            if (schedule.blocks.empty())
                return;
            picture.image = drawSchedule(schedule, *picture.look, picture.frame, picture.background);
            picture.image.setDevicePixelRatio(ratio);
        });
        QMetaObject::invokeMethod(
            this,
            [this, next = std::move(next)]() mutable {
                m_pictures = std::move(next);
                update();
            },
            Qt::QueuedConnection);
    });
}

void ScheduleView::paintHalf(QPainter& painter, Half half)
{
    const Colors& c = colorsOf(*this);
    const BlockSchedule& schedule = of(half);
    const QRect place = halfRect(half);
    const int line = lineHeight();
    const QRect titleLine(place.left(), place.top() - line - 4, place.width(), line);

    const bool predicted = half == Half::Predicted;
    const QFont bold = typeFace(TypeSize::Small, true);
    const QString title = predicted ? tr("predicted") : m_recorded ? tr("measured, recorded") : tr("measured");
    painter.setFont(bold);
    painter.setPen(c.text);
    painter.drawText(titleLine, Qt::AlignLeft | Qt::AlignVCenter, title);
    const int titled = QFontMetrics(bold).horizontalAdvance(title) + space::inside;
    painter.setFont(typeFace(TypeSize::Small));
    if (predicted) {
        paintLegend(painter, titleLine.adjusted(titled, 0, 0, 0));
    } else {
        painter.setPen(c.secondary);
        painter.drawText(titleLine.adjusted(titled, 0, 0, 0), Qt::AlignRight | Qt::AlignVCenter,
                         schedule.sampled() ? tr("a sample of %1 of %2 blocks")
                                                  .arg(countText(static_cast<std::int64_t>(schedule.blocks.size())),
                                                       countText(schedule.launched))
                                            : QString());
    }

    painter.setPen(c.hairline);
    painter.setBrush(c.background);
    painter.drawRect(QRectF(place).adjusted(-0.5, -0.5, 0.5, 0.5));
    if (schedule.blocks.empty()) {
        painter.setPen(c.secondary);
        painter.drawText(place.adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         !m_schedules ? tr("Being put in order …") : QString::fromStdString(schedule.problem));
        return;
    }
    painter.save();
    painter.setClipRect(place);
    const ScheduleFrame f = frame(half);
    if (const Picture& last = m_pictures[static_cast<std::size_t>(half)]; last.schedules == m_schedules) {
        const QPointF corner(f.x(last.frame.t0), f.y(last.frame.row0));
        const QPointF end(f.x(last.frame.t1), f.y(last.frame.row1));
        if (last.sameAs(wanted(half)))
            painter.drawImage(place.topLeft(), last.image);
        else
            painter.drawImage(QRectF(corner, end).translated(place.topLeft()), last.image);
    }
    paintBands(painter, half);
    // Where the last block ends, and where the SMs would end if all were equally busy.
    const auto mark = [&](double t, const QString& text, Qt::PenStyle style, bool left, int row) {
        const double x = place.left() + f.x(t);
        if (x < place.left() - 1 || x > place.right() + 1)
            return;
        painter.setPen(QPen(c.text, 1, style));
        painter.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom() + 1));
        const int width = painter.fontMetrics().horizontalAdvance(text) + 8;
        const bool flip = left ? x - width - 4 < place.left() : x + width + 4 > place.right();
        const QRectF box(left != flip ? x - width - 3 : x + 3, place.top() + 3 + row * (line + 4), width, line + 2);
        QColor veil = c.panel;
        veil.setAlphaF(0.92F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(veil);
        painter.drawRoundedRect(box, 3, 3);
        painter.setPen(c.text);
        painter.drawText(box, Qt::AlignCenter, text);
    };
    if (!schedule.sampled())
        mark(schedule.balance.meanNs, tr("mean SM %1").arg(durationText(schedule.balance.meanNs)), Qt::DashLine, true,
             0);
    mark(schedule.balance.longestNs, tr("ends %1").arg(durationText(schedule.balance.longestNs)), Qt::SolidLine, false,
         1);

    // The selected tile's blocks; narrow ones are widened, so that they are found.
    const std::int64_t selected = m_workspace.attention().selection().tile;
    if (selected >= 0) {
        painter.setBrush(Qt::NoBrush);
        for (std::size_t i = 0; i < schedule.blocks.size(); ++i) {
            const ScheduledBlock& block = schedule.blocks[i];
            if (block.tile != selected)
                continue;
            QRectF r = placeOf(schedule, block, f).translated(place.topLeft());
            const bool current = m_current.half == half && m_current.block == static_cast<std::int64_t>(i);
            const double grow = std::max(1.0, (6 - std::min(r.width(), r.height())) / 2);
            r = visible(r.adjusted(-grow, -grow, grow, grow), QRectF(place).adjusted(-8, -8, 8, 8));
            if (r.isEmpty())
                continue;
            painter.setPen(QPen(c.background, 4));
            painter.drawRect(r);
            painter.setPen(QPen(c.accent, current ? 2.5 : 1.5));
            painter.drawRect(r);
        }
    }
    // Numbers of tiles where there is room for them.
    if (f.rowHeight() >= line) {
        for (const ScheduledBlock& block : schedule.blocks) {
            if (block.end < f.t0 || block.start > f.t1 || block.sm + 1 < f.row0 || block.sm > f.row1)
                continue;
            const QRectF r = visible(placeOf(schedule, block, f).translated(place.topLeft()), place);
            const QString text = countText(block.tile);
            if (r.height() < line - 2 || r.width() < painter.fontMetrics().horizontalAdvance(text) + 8)
                continue;
            const std::uint32_t colour = m_look->colour[static_cast<std::size_t>(block.tile)];
            const bool white = raster::contrast(colour, 0xFFFFFFFFu) > raster::contrast(colour, 0xFF000000u);
            const int width = painter.fontMetrics().horizontalAdvance(text) + 6;
            const QRectF box(r.center().x() - width / 2.0, r.center().y() - line / 2.0, width, line);
            painter.fillRect(box, QColor::fromRgb(colour)); // hatching would cut the digits
            painter.setPen(white ? Qt::white : Qt::black);
            painter.drawText(r, Qt::AlignCenter, text);
        }
    }
    painter.restore();

    // Names of SMs, as many as fit.
    painter.setPen(c.secondary);
    const double rows = f.row1 - f.row0;
    const auto step =
        std::max(1, static_cast<int>(std::lround(niceStep(rows, std::max(1, place.height() / (line + 6))))));
    for (int sm = static_cast<int>(std::ceil(f.row0 / step)) * step; sm < f.row1 && sm < schedule.sms(); sm += step) {
        const double above = line / 2.0;
        const double y = within(place.top() + f.y(sm + 0.5), place.top() + above, place.bottom() - above);
        painter.drawText(QRectF(0, y - line / 2.0, gutter - 6, line), Qt::AlignRight | Qt::AlignVCenter,
                         sm == 0 ? tr("SM 0") : QString::number(sm));
    }
}

// Launches, zeroing, conversion and what is left, where the blocks are not.
void ScheduleView::paintBands(QPainter& painter, Half half)
{
    const Colors& c = colorsOf(*this);
    const QRect place = halfRect(half);
    const ScheduleFrame f = frame(half);
    const QFontMetrics metrics(painter.font());
    for (const CallBand& band : bands(half)) {
        const QRectF r = visible(QRectF(QPointF(place.left() + f.x(band.begin), place.top()),
                                        QPointF(place.left() + f.x(band.end), place.bottom() + 1)),
                                 QRectF(place));
        if (r.width() < 1)
            continue;
        painter.save();
        painter.setOpacity(0.45);
        fillPart(painter, r, band.part, c);
        painter.restore();
        painter.setPen(c.hairline);
        painter.drawLine(r.topRight(), r.bottomRight());
        // Below the two marks, which say when blocks end.
        const QString name = partName(band.part);
        const QString time = durationText(band.end - band.begin);
        const QRectF below = r.adjusted(0, 2 * (metrics.height() + 4) + 3, 0, -2);
        const auto wide = [&](const QString& text) { return metrics.horizontalAdvance(text) + 6 <= r.width(); };
        painter.setPen(c.text);
        if (const QString line = name + QLatin1Char(' ') + time; wide(line))
            painter.drawText(below, Qt::AlignHCenter | Qt::AlignBottom, line);
        else if (wide(name) && wide(time) && below.height() >= 2 * metrics.height())
            painter.drawText(below, Qt::AlignHCenter | Qt::AlignBottom, name + QLatin1Char('\n') + time);
        else if (wide(name))
            painter.drawText(below, Qt::AlignHCenter | Qt::AlignBottom, name);
        else if (r.width() >= metrics.height() && metrics.horizontalAdvance(name) + 4 <= below.height()) {
            painter.save();
            painter.translate(below.center());
            painter.rotate(-90);
            painter.drawText(QRectF(-below.height() / 2, -below.width() / 2, below.height(), below.width()),
                             Qt::AlignCenter, name);
            painter.restore();
        }
    }
}

void ScheduleView::paintAxis(QPainter& painter)
{
    const Colors& c = colorsOf(*this);
    const QRect place = halfRect(Half::Measured);
    const ScheduleFrame f = frame(Half::Measured);
    painter.setPen(c.secondary);
    const double step = niceStep(f.t1 - f.t0, place.width() / 90);
    const int line = lineHeight();
    for (double t = std::ceil(f.t0 / step) * step; t <= f.t1; t += step) {
        const double x = place.left() + f.x(t);
        painter.setPen(c.hairline);
        painter.drawLine(QPointF(x, place.bottom() + 1), QPointF(x, place.bottom() + 5));
        painter.setPen(c.secondary);
        const QString text = std::abs(t) < step / 2 ? QStringLiteral("0") : durationText(t);
        const double half = painter.fontMetrics().horizontalAdvance(text) / 2.0 + 2;
        const double left = within(x - half, 0.0, width() - 2 * half);
        painter.drawText(QRectF(left, place.bottom() + 6, 2 * half, line), Qt::AlignCenter, text);
    }
}

// What the colours say, at the right end of the line.
void ScheduleView::paintLegend(QPainter& painter, const QRect& line)
{
    const Colors& c = colorsOf(*this);
    const QFontMetrics metrics(typeFace(TypeSize::Small));
    int right = line.right();
    painter.setPen(c.secondary);
    if (m_colouring == Colouring::ModelError) {
        const QString slow = tr("in situ 4x slower than predicted");
        const QString fast = tr("4x faster");
        const int ramp = 80;
        painter.drawText(QRect(right - metrics.horizontalAdvance(slow), line.top(), metrics.horizontalAdvance(slow) + 1,
                               line.height()),
                         Qt::AlignVCenter, slow);
        right -= metrics.horizontalAdvance(slow) + 6 + ramp;
        const raster::Ramp& colours = raster::divergingRamp(c.dark);
        for (int x = 0; x < ramp; ++x)
            painter.fillRect(right + x, line.center().y() - 4, 1, 8,
                             QColor::fromRgb(colours[static_cast<std::size_t>(x * 255 / (ramp - 1))]));
        right -= 6 + metrics.horizontalAdvance(fast);
        if (right > line.left())
            painter.drawText(QRect(right, line.top(), metrics.horizontalAdvance(fast) + 1, line.height()),
                             Qt::AlignVCenter, fast);
        return;
    }
    if (!m_plan)
        return;
    std::vector<FormatFamily> families;
    for (const FormatPtr& format : m_plan->tiling().formats)
        if (std::find(families.begin(), families.end(), format->family()) == families.end())
            families.push_back(format->family());
    for (auto family = families.rbegin(); family != families.rend(); ++family) {
        const QString text = QString::fromStdString(formatNames(*m_plan, *family));
        right -= metrics.horizontalAdvance(text);
        painter.setPen(c.secondary);
        painter.drawText(QRect(right, line.top(), metrics.horizontalAdvance(text) + 1, line.height()), Qt::AlignVCenter,
                         text);
        right -= 18;
        const QRect swatch(right, line.center().y() - 5, 12, 10);
        painter.fillRect(swatch, familyColor(*family));
        const Qt::BrushStyle hatch = *family == FormatFamily::Ell        ? Qt::HorPattern
                                     : *family == FormatFamily::OneD     ? Qt::Dense5Pattern
                                     : *family == FormatFamily::CsrLike  ? Qt::VerPattern
                                     : *family == FormatFamily::Diagonal ? Qt::BDiagPattern
                                                                         : Qt::NoBrush;
        painter.fillRect(swatch, QBrush(c.background, hatch));
        right -= 12;
    }
}

} // namespace sparsescope
