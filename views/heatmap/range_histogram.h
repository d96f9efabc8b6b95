// The histogram of a range control with its two handles.
#pragma once

#include "engine/raster/density.h"
#include "views/heatmap/heatmap_view.h"

#include <QWidget>

#include <functional>

namespace sparsescope {

class RangeHistogram : public QWidget {
    Q_OBJECT

public:
    explicit RangeHistogram(QWidget* parent = nullptr);

    void setHistogram(const raster::CountHistogram& histogram);
    void setStyle(const raster::DensityStyle& style);
    void setColours(const HeatMapColours& colours);

    // The ends of the ramp as drawn: the style's own, or else the histogram's.
    double low() const;
    double high() const;

Q_SIGNALS:
    void limitsChanged(double low, double high); // by hand; low 1 and below, high beyond the most: as found

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QSize sizeHint() const override { return {240, 64}; }
    QSize minimumSizeHint() const override { return {120, 56}; }

private:
    enum class Handle { None, Low, High };

    QRectF plot() const;
    double xOf(double count) const;
    void moveHandle(Handle handle, double count);

    raster::CountHistogram m_histogram;
    raster::DensityStyle m_style;
    HeatMapColours m_colours = HeatMapColours::day();
    Handle m_drag = Handle::None;
};

} // namespace sparsescope
