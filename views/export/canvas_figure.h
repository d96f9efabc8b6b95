// The canvas as a figure: the part of the matrix in view as an image, with axes, outlines of tiles and a legend that
// stay lines and text in SVG, PDF and TikZ. Drawn on any thread from a copy of what the canvas shows.
#pragma once

#include "views/heatmap/heatmap_renderer.h"
#include "views/heatmap/heatmap_view.h"

#include <QImage>
#include <QString>

namespace sparsescope {

struct CanvasShot {
    HeatMapRequest request; // its view is the part of the canvas that shows the matrix
    HeatMapColours colours;
};

// How a figure looks on paper. Lengths are pixels of 1/96 inch.
struct FigureStyle {
    enum class Legend { None, Below, Right }; // never over the matrix
    double width = 0;                         // of the whole; 0: the matrix is as large as on the canvas
    double ratio = 1;                         // pixels of an image for one of these
    QString family;                           // of the font; empty: the window's
    double points = 11;
    bool axes = true;
    Legend legend = Legend::Below;
    QString title; // empty: none
};

inline constexpr double pixelsPerMillimetre = 96 / 25.4;

CanvasShot shotOf(const HeatMapView& canvas); // that has a matrix

// How wide a figure is whose style leaves it to the canvas.
double widthOf(const CanvasShot& shot, const FigureStyle& style);

// Throws Error.
QImage drawFigure(const CanvasShot& shot, const FigureStyle& style, Progress& progress);
void writeFigure(const CanvasShot& shot, const FigureStyle& style, const QString& path, Progress& progress);

struct FramesRequest {
    CanvasShot shot;
    FigureStyle style; // each frame's title says how many tiles it has
    QString folder;
    int frames = 120;
};
// frame-0001.png and so on, all of one size: the search from nothing to all of the plan's tiles. Returns how many were
// written; those stay when it is cancelled, with a file INCOMPLETE. Throws Error.
int writeFrames(const FramesRequest& request, Progress& progress);

} // namespace sparsescope
