// A scene drawn with QPainter: on screen, in PNG and in PDF.
#pragma once

#include "engine/learn/scene.h"

#include <QImage>
#include <QRectF>

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

class QPainter;
class QString;
class QTextLayout;

namespace sparsescope {

// One shape, at `box` instead of its own place, `opacity` from 0 to 1. The painter is scaled to the scene's units;
// `pixel` is a device pixel in them, so that thin lines fall on whole pixels.
void paintShape(QPainter& painter, const learn::Shape& shape, const QRectF& box, bool dark, double pixel,
                double opacity = 1);

// Small boxes of a scene as pictures: many look the same, and a picture is painted sooner than its outline.
class BoxPictures {
public:
    // As paintShape(). False: this shape is none of them, or the painter does not stand on whole pixels.
    bool paint(QPainter& painter, const learn::Shape& shape, const QRectF& box, bool dark, double pixel);

private:
    bool m_dark = false;
    double m_pixel = 0, m_ratio = 0; // of all pictures
    std::unordered_map<std::uint64_t, QImage> m_pictures;
};

// Texts of a scene laid out once: many are the same from picture to picture.
class TextLayouts {
public:
    TextLayouts();
    ~TextLayouts();
    // As paintShape(). False: this shape is none.
    bool paint(QPainter& painter, const learn::Shape& shape, const QRectF& box, bool dark);

private:
    std::unordered_map<std::string, std::unique_ptr<QTextLayout>> m_layouts;
};

void paintScene(QPainter& painter, const learn::Scene& scene, bool dark, double pixel);

QRectF boxOf(const learn::Shape& shape);
// With negative extents of lines made positive.
QRectF boundsOf(const learn::Shape& shape);

QImage sceneImage(const learn::Scene& scene, bool dark, double ratio);
// SVG, PDF or PNG (of twice its size) by the suffix. Throws Error(Input).
void writeScene(const learn::Scene& scene, bool dark, const QString& path);

} // namespace sparsescope
