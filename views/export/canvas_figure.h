// The canvas as a figure: the part of the matrix in view as an image, with axes, outlines of tiles and a legend that
// stay lines and text in SVG and PDF. Drawn on any thread from a copy of what the canvas shows.
#pragma once

#include "views/heatmap/heatmap_renderer.h"
#include "views/heatmap/heatmap_view.h"

#include <QImage>
#include <QString>

class QPainter;

namespace sparsescope {

struct CanvasShot {
    HeatMapRequest request; // pixelRatio is that of the figure
    HeatMapColours colours;
    QString title; // "cora.mtx"

    QSize size() const; // of the whole figure, logical pixels
};

// `owner`: tile of each entry, as the canvas has it.
CanvasShot shotOf(const HeatMapView& canvas, std::shared_ptr<const std::vector<std::uint32_t>> owner,
                  const QString& title);

// Throws Error.
QImage drawFigure(const CanvasShot& shot, double ratio, HeatMapRenderer& renderer, Progress& progress);
void writeFigure(const CanvasShot& shot, double ratio, const QString& path, Progress& progress);

struct FramesRequest {
    CanvasShot shot;
    QString folder;
    int frames = 120;
    double ratio = 1;
};
// frame-0001.png and so on: the search from nothing to all of the plan's tiles. Returns how many were written; those
// stay when it is cancelled, with a file INCOMPLETE. Throws Error.
int writeFrames(const FramesRequest& request, Progress& progress);

} // namespace sparsescope
