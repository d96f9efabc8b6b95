// Pictures of plots and of whole parts of the window.
#include "views/export/widget_picture.h"

#include "engine/core/error.h"
#include "views/parts/picture_file.h"
#include "views/plot/plot.h"

#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace sparsescope {

namespace {

void paint(QWidget& widget, QPaintDevice& device, double ratio)
{
    if (auto* plot = qobject_cast<QCustomPlot*>(&widget)) {
        QCPPainter painter(&device);
        painter.scale(ratio, ratio);
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNoCaching);
        painter.fillRect(QRect(QPoint(0, 0), widget.size()), colorsOf(widget).panel);
        plot->toPainter(&painter, widget.width(), widget.height());
        return;
    }
    QPainter painter(&device);
    painter.scale(ratio, ratio);
    widget.render(&painter, {}, {}, QWidget::DrawWindowBackground | QWidget::DrawChildren);
}

} // namespace

QImage widgetImage(QWidget& widget, double ratio)
{
    QImage image((QSizeF(widget.size()) * ratio).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        failUsage("a picture of that size does not fit into memory");
    image.fill(colorsOf(widget).panel);
    paint(widget, image, ratio);
    return image;
}

void writeWidget(QWidget& widget, double ratio, const QString& path)
{
    writePicture(path, [&](QIODevice& to) {
        switch (formatOfPath(path)) {
        case PictureFormat::Png:
            putPng(widgetImage(widget, ratio), to);
            break;
        case PictureFormat::Svg: {
            QSvgGenerator svg;
            svg.setOutputDevice(&to);
            svg.setSize(widget.size());
            svg.setViewBox(QRect(QPoint(0, 0), widget.size()));
            paint(widget, svg, 1);
            break;
        }
        case PictureFormat::Pdf: {
            QPdfWriter pdf(&to);
            pdf.setResolution(96);
            pdf.setPageSize(QPageSize(QSizeF(widget.size()) * 72 / 96, QPageSize::Point, {}, QPageSize::ExactMatch));
            pdf.setPageMargins({});
            paint(widget, pdf, 1);
            break;
        }
        }
    });
}

} // namespace sparsescope
