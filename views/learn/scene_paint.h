// A picture of the Learn page drawn with QPainter: on screen, in PNG and in PDF.
#pragma once

#include "engine/learn/scene.h"

#include <QImage>
#include <QRectF>

class QPainter;
class QString;

namespace sparsescope {

// One shape, at `box` instead of its own place, `opacity` from 0 to 1. The painter is scaled to the scene's units;
// `pixel` is a device pixel in them, so that thin lines fall on whole pixels.
void paintShape(QPainter& painter, const learn::Shape& shape, const QRectF& box, bool dark, double pixel,
                double opacity = 1);
void paintScene(QPainter& painter, const learn::Scene& scene, bool dark, double pixel);

QRectF boxOf(const learn::Shape& shape);
// With negative extents of lines made positive.
QRectF boundsOf(const learn::Shape& shape);

QImage sceneImage(const learn::Scene& scene, bool dark, double ratio);
// SVG, PDF or PNG (of twice its size) by the suffix. Throws Error(Input).
void writeScene(const learn::Scene& scene, bool dark, const QString& path);

} // namespace sparsescope
