// Pictures as files.
#include "views/parts/picture_file.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "views/parts/tikz.h"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>

#include <cmath>

namespace sparsescope {

namespace {

constexpr double millimetresPerPixel = 25.4 / 96;

void putSvg(const Drawing& drawing, QIODevice& to)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setResolution(96);
    svg.setSize(
        QSize(static_cast<int>(std::ceil(drawing.size.width())), static_cast<int>(std::ceil(drawing.size.height()))));
    svg.setViewBox(QRectF(QPointF(), drawing.size));
    svg.setTitle(drawing.title.toHtmlEscaped()); // written as it is
    drawing.paint(svg, 1);
    // Qt knows whole pixels alone.
    QString text = QString::fromUtf8(buffer.data());
    static const QRegularExpression size(QStringLiteral("<svg width=\"[^\"]*\" height=\"[^\"]*\""));
    const QRegularExpressionMatch found = size.match(text);
    text.replace(found.capturedStart(), found.capturedLength(),
                 QStringLiteral("<svg width=\"%1mm\" height=\"%2mm\"")
                     .arg(drawing.size.width() * millimetresPerPixel)
                     .arg(drawing.size.height() * millimetresPerPixel));
    to.write(text.toUtf8());
}

void putPdf(const Drawing& drawing, QIODevice& to)
{
    QPdfWriter pdf(&to);
    pdf.setTitle(drawing.title);
    pdf.setResolution(96);
    pdf.setPageSize(QPageSize(drawing.size * 72 / 96, QPageSize::Point, {}, QPageSize::ExactMatch));
    pdf.setPageMargins({});
    drawing.paint(pdf, 1);
}

void writeTikz(const Drawing& drawing, const QString& path, Progress& progress)
{
    const QFileInfo file(path);
    TikzDevice tikz(drawing.size, file.completeBaseName());
    drawing.paint(tikz, 1);
    for (const auto& [name, png] : tikz.images())
        writeText(file.dir().filePath(name).toStdString(), {png.constData(), static_cast<std::size_t>(png.size())},
                  progress);
    const QByteArray text = tikz.text(drawing.title);
    writeText(path.toStdString(), {text.constData(), static_cast<std::size_t>(text.size())}, progress);
}

} // namespace

PictureFormat formatOfPath(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("png"))
        return PictureFormat::Png;
    if (suffix == QLatin1String("svg"))
        return PictureFormat::Svg;
    if (suffix == QLatin1String("pdf"))
        return PictureFormat::Pdf;
    if (suffix == QLatin1String("tex") || suffix == QLatin1String("pgf"))
        return PictureFormat::Tikz;
    failUsage("a picture's name ends in .png, .svg, .pdf, .tex or .pgf, not as '" + path.toStdString() + "' does");
}

void writePicture(const QString& path, const std::function<void(QIODevice&)>& draw, Progress& progress)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    draw(buffer);
    const QByteArray& bytes = buffer.data();
    writeText(path.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())}, progress);
}

void writePng(const QImage& image, const QString& path, Progress& progress)
{
    writePicture(
        path, [&](QIODevice& to) { putPng(image, to); }, progress);
}

void putPng(const QImage& image, QIODevice& to)
{
    if (!image.save(&to, "PNG"))
        failInput("the picture cannot be made: the memory does not suffice");
}

QImage imageOf(const Drawing& drawing)
{
    QImage image((drawing.size * drawing.ratio).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        failUsage("a picture of that size does not fit into memory");
    image.fill(Qt::white); // what a drawing leaves
    // Fonts are measured in points of this.
    const auto dots = [&](double anInch) {
        image.setDotsPerMeterX(static_cast<int>(std::lround(anInch / 0.0254)));
        image.setDotsPerMeterY(static_cast<int>(std::lround(anInch / 0.0254)));
    };
    dots(96);
    drawing.paint(image, drawing.ratio);
    dots(96 * drawing.ratio);
    return image;
}

void writeDrawing(const Drawing& drawing, const QString& path, Progress& progress)
{
    const PictureFormat format = formatOfPath(path);
    if (format == PictureFormat::Tikz)
        return writeTikz(drawing, path, progress);
    writePicture(
        path,
        [&](QIODevice& to) {
            if (format == PictureFormat::Png)
                putPng(imageOf(drawing), to);
            else if (format == PictureFormat::Svg)
                putSvg(drawing, to);
            else
                putPdf(drawing, to);
        },
        progress);
}

} // namespace sparsescope
