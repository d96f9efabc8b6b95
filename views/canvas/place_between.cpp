// A place of one matrix in another.
#include "views/canvas/place_between.h"

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

double ratio(std::int64_t to, std::int64_t from)
{
    return static_cast<double>(std::max<std::int64_t>(1, to)) / static_cast<double>(std::max<std::int64_t>(1, from));
}

std::int64_t scaled(double at, double by, std::int64_t most)
{
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(at * by)), 0, std::max<std::int64_t>(0, most));
}

} // namespace

PlaceBetween::PlaceBetween(const Matrix& from, const Matrix& to)
    : m_rows{from.rows(), to.rows()}, m_cols{from.cols(), to.cols()}, m_row(ratio(to.rows(), from.rows())),
      m_col(ratio(to.cols(), from.cols())), m_same(from.rows() == to.rows() && from.cols() == to.cols())
{
}

raster::Element PlaceBetween::element(const raster::Element& e) const
{
    if (m_same)
        return e;
    return {scaled(static_cast<double>(e.row) + 0.5, m_row, m_rows[1] - 1),
            scaled(static_cast<double>(e.col) + 0.5, m_col, m_cols[1] - 1)};
}

raster::ElementRect PlaceBetween::rectangle(const raster::ElementRect& r) const
{
    if (m_same)
        return r;
    const auto end = [](std::int64_t begin, std::int64_t at, double by, std::int64_t most) {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(static_cast<double>(at) * by)),
                                        std::min(begin + 1, most), most);
    };
    raster::ElementRect out;
    out.rowBegin = scaled(static_cast<double>(r.rowBegin), m_row, m_rows[1] - 1);
    out.colBegin = scaled(static_cast<double>(r.colBegin), m_col, m_cols[1] - 1);
    out.rowEnd = end(out.rowBegin, r.rowEnd, m_row, m_rows[1]);
    out.colEnd = end(out.colBegin, r.colEnd, m_col, m_cols[1]);
    return out;
}

raster::ViewBox PlaceBetween::view(const raster::ViewBox& v, bool stretched) const
{
    if (m_same)
        return v;
    const raster::ViewSpace from(m_rows[0], m_cols[0], v.width, v.height, stretched);
    const raster::ViewSpace to(m_rows[1], m_cols[1], v.width, v.height, stretched);
    raster::ViewBox out = to.zoomedAt(to.fit(), 0, 0, from.zoomOf(v));
    out.row0 = v.rowAt(v.height / 2.0) * m_row - out.rowsPerPixel * out.height / 2;
    out.col0 = v.colAt(v.width / 2.0) * m_col - out.colsPerPixel * out.width / 2;
    return to.adopted(out);
}

HeatMapView::State PlaceBetween::state(const HeatMapView::State& s) const
{
    HeatMapView::State out;
    out.view = view(s.view, s.stretched);
    out.fitted = s.fitted;
    out.stretched = s.stretched;
    if (s.pick)
        out.pick = element(*s.pick);
    if (s.selection)
        out.selection = rectangle(*s.selection);
    return out;
}

} // namespace sparsescope
