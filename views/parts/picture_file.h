// Pictures as files: drawn in memory, then written whole or not at all.
#pragma once

#include "engine/core/progress.h"

#include <QIODevice>
#include <QImage>
#include <QString>

#include <functional>

namespace sparsescope {

enum class PictureFormat { Png, Svg, Pdf };
PictureFormat formatOfPath(const QString& path); // by its suffix; PNG for an unknown one

// What draw() puts into the device becomes the file. Throws Error(Input).
void writePicture(const QString& path, const std::function<void(QIODevice& to)>& draw,
                  Progress& progress = noProgress());
void writePng(const QImage& image, const QString& path, Progress& progress = noProgress());
// Throws Error(Input) when the memory does not suffice.
void putPng(const QImage& image, QIODevice& to);

} // namespace sparsescope
