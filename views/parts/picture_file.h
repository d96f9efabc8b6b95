// Pictures as files: drawn in memory, then written whole or not at all.
#pragma once

#include "engine/core/progress.h"

#include <QIODevice>
#include <QImage>
#include <QSizeF>
#include <QString>

#include <functional>

class QPaintDevice;

namespace sparsescope {

enum class PictureFormat { Png, Svg, Pdf, Tikz };
// By the name's ending: .png, .svg, .pdf, .tex and .pgf. Throws Error(Usage) for any other.
PictureFormat formatOfPath(const QString& path);

// What draw() puts into the device becomes the file. Throws Error(Input).
void writePicture(const QString& path, const std::function<void(QIODevice& to)>& draw,
                  Progress& progress = noProgress());
void writePng(const QImage& image, const QString& path, Progress& progress = noProgress());
// Throws Error(Input) when the memory does not suffice.
void putPng(const QImage& image, QIODevice& to);

// A picture in any of the formats, of this size in pixels of 1/96 inch.
struct Drawing {
    QSizeF size;
    double ratio = 1; // device pixels of a PNG for one of these
    QString title;
    std::function<void(QPaintDevice& to, double ratio)> paint; // whose painter scales by `ratio`
};
// As many pixels as it takes, which know how large they are on paper. Throws Error(Usage) when there are too many.
QImage imageOf(const Drawing& drawing);
// TikZ has its images beside it, named as the file with a number. Throws Error.
void writeDrawing(const Drawing& drawing, const QString& path, Progress& progress = noProgress());

} // namespace sparsescope
