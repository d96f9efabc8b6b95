// A figure of the matrix, made without anybody at the screen: the canvas' layers with axes and legend, as the export
// of the window draws them.
#pragma once

#include "engine/plan/matrix_order.h"
#include "engine/raster/colour_map.h"
#include "views/export/canvas_figure.h"

#include <QCommandLineParser>
#include <QList>
#include <QString>

#include <optional>

namespace sparsescope {

class MainWindow;

// What the canvas shows, in a figure and in a picture of the window.
struct CanvasLook {
    QString layer; // empty: as it comes up
    std::optional<MatrixOrder> order;
    raster::ColourMap map = raster::ColourMap::Viridis;
    bool stretched = false;

    bool needsPlan() const;
    bool needsRun() const;
    // Throws Error where there is no data for it.
    void show(MainWindow& window) const;
};

// Options of --grab and --figure, and what they say. Throws Error(Usage).
class FigureOptions {
public:
    FigureOptions();
    QList<QCommandLineOption> all() const;
    CanvasLook look(const QCommandLineParser& parser) const;
    FigureStyle style(const QCommandLineParser& parser) const;

private:
    QCommandLineOption m_layer, m_order, m_map, m_stretch, m_width, m_pixels, m_font, m_points, m_axes, m_legend,
        m_title;
};

} // namespace sparsescope
