// The colours of a heat map: histogram of the counts, two handles for the ends of the ramp, logarithm, colour map.
#pragma once

#include "engine/raster/density.h"
#include "views/heatmap/heatmap_view.h"

#include <QWidget>

class QComboBox;
class QToolButton;

namespace sparsescope {

class RangeHistogram;

class RangeControl : public QWidget {
    Q_OBJECT

public:
    explicit RangeControl(QWidget* parent = nullptr);

    // Follows the view's histogram and sets its style; the last view attached counts.
    void attach(HeatMapView* view);

    void setHistogram(const raster::CountHistogram& histogram);
    void setStyle(const raster::DensityStyle& style); // emits nothing
    const raster::DensityStyle& style() const { return m_style; }
    void setColours(const HeatMapColours& colours);

Q_SIGNALS:
    void styleChanged(const sparsescope::raster::DensityStyle& style);

private:
    void change(const raster::DensityStyle& style);

    raster::DensityStyle m_style;
    RangeHistogram* m_histogram;
    QToolButton* m_logarithmic;
    QToolButton* m_automatic;
    QComboBox* m_map;
    HeatMapView* m_view = nullptr;
};

} // namespace sparsescope
