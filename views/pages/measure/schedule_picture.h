// Thread blocks on SMs as pixels: rows of SMs over time. Quick enough for every frame: 100,000 blocks in a few
// milliseconds.
#pragma once

#include "engine/measure/block_schedule.h"

#include <QImage>
#include <QPointF>
#include <QRectF>
#include <QSize>

#include <cstdint>
#include <vector>

namespace sparsescope {

// How the blocks of each tile look.
struct TileLook {
    std::vector<std::uint32_t> colour; // 0xFFRRGGBB, a tile each
    std::vector<std::uint8_t> family;  // FormatFamily, a tile each: its hatching; empty: no hatching
};

// What is seen: moments t0 to t1 in ns, SMs row0 to row1 (0 to the number of SMs shows all), on a picture of `size`
// pixels.
struct ScheduleFrame {
    double t0 = 0, t1 = 1;
    double row0 = 0, row1 = 1;
    QSize size;
    bool operator==(const ScheduleFrame&) const = default;

    double x(double t) const { return (t - t0) / (t1 - t0) * size.width(); }
    double y(double row) const { return (row - row0) / (row1 - row0) * size.height(); }
    double time(double px) const { return t0 + px / std::max(1, size.width()) * (t1 - t0); }
    double row(double py) const { return row0 + py / std::max(1, size.height()) * (row1 - row0); }
    double rowHeight() const { return size.height() / (row1 - row0); }
};

// Place of a block in the picture; lanes of an SM share its row where they are two pixels high at least.
QRectF placeOf(const BlockSchedule& schedule, const ScheduledBlock& block, const ScheduleFrame& frame);

// Blocks have an edge where there is room for one. Draws the longest of the blocks that begin in one pixel, and of
// those of SMs that share a row of pixels.
QImage drawSchedule(const BlockSchedule& schedule, const TileLook& look, const ScheduleFrame& frame,
                    std::uint32_t background);

// The block under a place of the picture or within `reach` pixels beside it in the same SM's row; -1: none.
std::int64_t blockAt(const BlockSchedule& schedule, const ScheduleFrame& frame, QPointF at, double reach);

} // namespace sparsescope
