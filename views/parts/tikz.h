// Pictures as TikZ: lines, shapes and text as commands of TeX, images as PNG files beside it. Text is set in the fonts
// of the document that inputs the picture.
#pragma once

#include <QByteArray>
#include <QPaintDevice>
#include <QSizeF>
#include <QString>

#include <memory>
#include <utility>
#include <vector>

class QPainter;

namespace sparsescope {

// Paint on it as on any device; a pixel is 1/96 inch.
class TikzDevice : public QPaintDevice {
public:
    // `stem`: of the names of its images, stem-1.png and so on; what TeX would not take as a name is replaced.
    TikzDevice(QSizeF size, const QString& stem);
    ~TikzDevice() override;

    QPaintEngine* paintEngine() const override;

    // When the painter has ended: the picture, and its images by name.
    QByteArray text(const QString& title) const;
    const std::vector<std::pair<QString, QByteArray>>& images() const;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    friend class TikzText;
    class Engine;
    QSizeF m_size;
    std::unique_ptr<Engine> m_engine;
};

// While it lives, text that is drawn keeps this alignment where TeX sets it wider or narrower; on any other device
// nothing happens. Without it text keeps its middle.
class TikzText {
public:
    TikzText(const QPainter& painter, int alignment);
    ~TikzText();
    TikzText(const TikzText&) = delete;
    TikzText& operator=(const TikzText&) = delete;

private:
    TikzDevice* m_device;
};

// Text as TeX takes it: "a_b & 5 %" is "a\_b \& 5 \%".
QString texText(const QString& text);

} // namespace sparsescope
