// How many non-zeros of each class of tiles the pixels of a view hold at one step of a search: kept from picture to
// picture, so that the next step costs what the tiles in between own and not what the view shows.
#pragma once

#include "engine/core/progress.h"
#include "engine/plan/plan.h"
#include "engine/raster/view_box.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sparsescope {

class TileCounts {
public:
    static constexpr int stride = 8; // classes of a pixel; the last one: of tiles that are not drawn yet

    // What is counted: only a view in which no element is larger than a pixel.
    struct What {
        const void* layer = nullptr; // whose tiles
        const std::uint8_t* classes = nullptr; // one a tile, below stride - 1
        ViewBox view;
        bool operator==(const What&) const = default;
    };

    // Goes to a step, by the tiles between it and the one before. False: that would take longer than to count anew, which
    // the caller does: into line(y), all zero now, and then done(). Throws Error(Cancelled), and counts anew next time.
    bool moveTo(const What& what, std::uint32_t step, const Matrix& matrix, const Plan& plan, Progress& progress);
    void done(const What& what, std::uint32_t step);
    std::uint32_t* line(int y) { return m_counts.data() + static_cast<std::size_t>(y) * m_lineLength; }

private:
    What m_what; // without a layer: nothing is counted
    std::uint32_t m_step = 0;
    std::size_t m_lineLength = 0;
    std::vector<std::uint32_t> m_counts;
};

} // namespace sparsescope
