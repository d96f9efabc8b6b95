// How many non-zeros of each class of tiles the pixels of a view hold at one step of a search, or the sum of a number
// of their tiles: kept from picture to picture, so that the next step costs what the tiles in between own and not what
// the view shows. Of views that show many non-zeros also key frames, at steps as far apart as takes a moment to go.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/raster/entry_scan.h"
#include "engine/raster/tile_layer.h"
#include "engine/raster/view_box.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace sparsescope::raster {

class TileCounts {
public:
    // Views that show no more non-zeros than `quick` need no key frames: counting them anew takes a moment.
    explicit TileCounts(std::int64_t quick = 16'000'000) : m_quick(quick) {}

    // What tiles count as, one element a tile: a class below `count`, and where a number is summed up over the
    // non-zeros, this number; the sum is the last class.
    struct Tiles {
        int count = 1;
        std::span<const std::uint8_t> classes, numbers = {};
    };

    // Goes to a step of a layer, in a view in which no element is larger than a pixel. Throws Error(Cancelled), and
    // counts anew next time.
    void moveTo(const TileLayer& layer, const Tiles& tiles, const ViewBox& view, std::uint32_t step,
                Progress& progress);
    // Makes the key frames of the view that was counted last, unless it needs none, is of another layer, or there is
    // not the memory: about as much as the columns of the matrix take. Throws Error(Cancelled).
    void makeFrames(const TileLayer& layer, Progress& progress);
    std::size_t frames() const { return m_frames.size(); }
    void clear() { *this = TileCounts(m_quick); }

    int classes() const { return m_classes; }
    // The most non-zeros that a pixel holds.
    std::uint32_t most() const { return m_most; }
    // Counters of a row of pixels: classes() each, the sum modulo 2^32 the last of them, and all non-zeros of each.
    // Only where the view shows the matrix.
    const std::uint32_t* line(int y) const { return m_counts.data() + static_cast<std::size_t>(y) * m_lineLength; }
    const std::uint32_t* all(int y) const { return m_all.data() + static_cast<std::size_t>(y) * m_width; }

private:
    struct Frame {
        std::uint32_t step = 0;
        std::unique_ptr<std::uint32_t[]> counts;
    };
    void forget(const TileLayer& layer, const Tiles& tiles, const ViewBox& view);
    std::vector<Frame> framesOf(const TileLayer& layer, Progress& progress) const;
    void countAnew(const TileLayer& layer, std::uint32_t step, Progress& progress);
    void restore(const Frame& frame, Progress& progress);
    void walk(const TileLayer& layer, std::uint32_t step, Progress& progress);
    std::int64_t entriesBetween(std::uint32_t a, std::uint32_t b) const;

    std::int64_t m_quick;
    std::uint64_t m_layer = 0; // id; 0: nothing is known
    ViewBox m_view;
    int m_classes = 0;
    std::vector<std::uint8_t> m_classOf, m_numberOf; // of each tile
    std::vector<std::int64_t> m_entriesBefore;       // each step
    bool m_counted = false;
    std::uint32_t m_step = 0;
    std::int64_t m_seen = 0; // non-zeros in the view
    std::uint32_t m_most = 0;
    std::size_t m_width = 0, m_lineLength = 0;
    std::vector<std::uint32_t> m_counts, m_all;
    std::vector<Frame> m_frames; // by step
    bool m_noRoom = false;       // for them
};

// Adds the non-zeros of a row of pixels to counters: `classes` + 1 a pixel, the last one of tiles that are not drawn
// yet. With numbers the last class is their sum.
template <class Counter>
void countLine(Counter* at, int classes, const Matrix& matrix, const RowGroup& group, const ColumnWindow& columns,
               const std::uint32_t* owner, const std::uint8_t* classOf, const std::uint8_t* numberOf,
               std::uint32_t step)
{
    visitEntries(matrix, group, columns, [=](int x, std::int64_t p) {
        const std::uint32_t tile = owner[p];
        Counter* pixel = at + x * (classes + 1);
        ++pixel[tile < step ? classOf[tile] : classes];
        if (numberOf && tile < step)
            pixel[classes - 1] += numberOf[tile];
    });
}

} // namespace sparsescope::raster
