// Pictures as files.
#include "views/parts/picture_file.h"

#include "engine/core/error.h"
#include "engine/core/files.h"

#include <QBuffer>
#include <QFileInfo>

namespace sparsescope {

PictureFormat formatOfPath(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    return suffix == QLatin1String("svg")   ? PictureFormat::Svg
           : suffix == QLatin1String("pdf") ? PictureFormat::Pdf
                                            : PictureFormat::Png;
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

} // namespace sparsescope
