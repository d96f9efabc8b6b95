// A place of one matrix in another: the same rows and columns where the shapes are equal, else in proportion.
#pragma once

#include "views/heatmap/heatmap_view.h"

#include <optional>

namespace sparsescope {

class PlaceBetween {
public:
    PlaceBetween(const Matrix& from, const Matrix& to);

    raster::Element element(const raster::Element& e) const;
    raster::ElementRect rectangle(const raster::ElementRect& r) const;
    // The same centre in proportion, and the same zoom against the fit of each, both stretched or neither.
    raster::ViewBox view(const raster::ViewBox& v, bool stretched = false) const;
    // Without the tile, which belongs to one plan.
    HeatMapView::State state(const HeatMapView::State& s) const;

private:
    std::int64_t m_rows[2], m_cols[2]; // from, to
    double m_row, m_col;               // rows and columns of `to` for one of `from`
    bool m_same;
};

} // namespace sparsescope
