// Thread blocks on SMs as pixels.
#include "views/pages/measure/schedule_picture.h"

#include "engine/plan/format.h"
#include "engine/raster/colour_map.h"

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

constexpr double leastLane = 2; // pixels
constexpr int leastEdged = 5;   // pixels, of a side of a block

// Whether a pixel belongs to the lines of a family's hatching (as on the heat map).
bool hatched(FormatFamily family, int x, int y)
{
    switch (family) {
    case FormatFamily::Ell:
        return y % 4 == 0;
    case FormatFamily::OneD:
        return x % 4 == 0 && y % 4 == 0;
    case FormatFamily::CsrLike:
        return x % 4 == 0;
    case FormatFamily::Diagonal:
        return (x + y) % 5 == 0;
    default:
        return false;
    }
}

// Rows of pixels of a block: top and bottom, without the gap to the next SM where there is room for one.
std::pair<double, double> rowsOf(const BlockSchedule& schedule, const ScheduledBlock& block, const ScheduleFrame& frame)
{
    const double gap = frame.rowHeight() >= 6 ? 1 : 0;
    // Where one SM ends and the next one begins is the same number, so that rounding leaves no line between them.
    const double top = frame.y(block.sm);
    const double bottom = frame.y(block.sm + 1) - gap;
    const int lanes = std::max(1, schedule.lanes);
    const double lane = (bottom - top) / lanes;
    if (lane < leastLane)
        return {top, bottom};
    return {top + lane * block.lane, block.lane + 1 == lanes ? bottom : top + lane * (block.lane + 1)};
}

struct Pixels {
    int x0 = 0, x1 = 0, y0 = 0, y1 = 0; // half open
};

} // namespace

QRectF placeOf(const BlockSchedule& schedule, const ScheduledBlock& block, const ScheduleFrame& frame)
{
    const auto [top, bottom] = rowsOf(schedule, block, frame);
    return {QPointF(frame.x(block.start), top), QPointF(frame.x(block.end), bottom)};
}

QImage drawSchedule(const BlockSchedule& schedule, const TileLook& look, const ScheduleFrame& frame,
                    std::uint32_t background)
{
    QImage image(frame.size, QImage::Format_RGB32);
    image.fill(background);
    const int width = image.width();
    const int height = image.height();
    if (width <= 0 || height <= 0 || schedule.sms() == 0)
        return image;
    std::vector<std::uint32_t> lines(look.family.empty() ? 0 : look.colour.size());
    for (std::size_t i = 0; i < lines.size(); ++i)
        lines[i] = raster::mixed(look.colour[i], background, 0.55);

    const double scale = width / (frame.t1 - frame.t0);
    const int firstSm = std::max(0, static_cast<int>(std::floor(frame.row0)));
    const int lastSm = std::min(schedule.sms() - 1, static_cast<int>(std::ceil(frame.row1)));
    // The longest block that begins in a pixel column, of all SMs and lanes whose first row of pixels is the same.
    struct Thin {
        int row = -1;
        float length = 0;
    };
    std::vector<Thin> thin(static_cast<std::size_t>(width));
    for (int sm = firstSm; sm <= lastSm; ++sm) {
        const auto end = static_cast<std::size_t>(schedule.first[static_cast<std::size_t>(sm) + 1]);
        for (auto i = static_cast<std::size_t>(schedule.first[static_cast<std::size_t>(sm)]); i < end; ++i) {
            const ScheduledBlock& block = schedule.blocks[i];
            if (block.start >= frame.t1)
                break;
            if (block.end <= frame.t0 || static_cast<std::size_t>(block.tile) >= look.colour.size())
                continue;
            const auto [top, bottom] = rowsOf(schedule, block, frame);
            const double left = (block.start - frame.t0) * scale;
            const double right = (block.end - frame.t0) * scale;
            Pixels p;
            p.x0 = std::clamp(static_cast<int>(std::floor(left)), 0, width - 1);
            p.x1 = std::clamp(static_cast<int>(std::floor(right)), p.x0 + 1, width);
            p.y0 = static_cast<int>(std::floor(top));
            p.y1 = std::max(p.y0 + 1, static_cast<int>(std::floor(bottom)));
            if (p.y1 <= 0 || p.y0 >= height)
                continue;
            p.y0 = std::max(0, p.y0);
            p.y1 = std::min(height, p.y1);
            if (p.x1 - p.x0 == 1) {
                Thin& before = thin[static_cast<std::size_t>(p.x0)];
                const auto length = static_cast<float>(block.end - block.start);
                if (before.row == p.y0 && before.length >= length)
                    continue;
                before = {p.y0, length};
            } else if (right - left >= 6 && p.x1 < width) {
                --p.x1; // a gap to the next one
            }
            const auto tile = static_cast<std::size_t>(block.tile);
            const std::uint32_t colour = look.colour[tile];
            const auto family = lines.empty() ? FormatFamily::Block : static_cast<FormatFamily>(look.family[tile]);
            const bool plain = lines.empty() || family == FormatFamily::Block || family == FormatFamily::Other;
            // Neighbours of one colour are told apart by an edge, where there is room for one.
            const bool sides = p.x1 - p.x0 >= leastEdged;
            const bool ends = sides && p.y1 - p.y0 >= leastEdged;
            const std::uint32_t edge = raster::mixed(colour, 0xFF000000u, 0.35);
            for (int y = p.y0; y < p.y1; ++y) {
                auto* line = reinterpret_cast<std::uint32_t*>(image.scanLine(y));
                if (plain)
                    std::fill(line + p.x0, line + p.x1, colour);
                else
                    for (int x = p.x0; x < p.x1; ++x)
                        line[x] = hatched(family, x, y) ? lines[tile] : colour;
                if (sides)
                    line[p.x0] = line[p.x1 - 1] = edge;
                if (ends && (y == p.y0 || y == p.y1 - 1))
                    std::fill(line + p.x0, line + p.x1, edge);
            }
        }
    }
    return image;
}

std::int64_t blockAt(const BlockSchedule& schedule, const ScheduleFrame& frame, QPointF at, double reach)
{
    const double row = frame.row(at.y());
    if (row < 0 || row >= schedule.sms())
        return -1;
    const auto sm = static_cast<std::size_t>(row);
    std::int64_t best = -1;
    double nearest = reach;
    for (std::int64_t i = schedule.first[sm]; i < schedule.first[sm + 1]; ++i) {
        const ScheduledBlock& block = schedule.blocks[static_cast<std::size_t>(i)];
        const QRectF place = placeOf(schedule, block, frame);
        const double beside = std::max({place.left() - at.x(), at.x() - place.right(), 0.0});
        const double above = std::max({place.top() - at.y(), at.y() - place.bottom(), 0.0});
        const double distance = beside + above;
        if (distance < nearest || (distance == 0 && best < 0)) {
            nearest = distance;
            best = i;
        }
    }
    return best;
}

} // namespace sparsescope
