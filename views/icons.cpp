// Line icons from the resources.
#include "views/icons.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

// Resources of a static library are linked in only when somebody asks for them; must stand outside of namespaces.
static void initialiseResources()
{
    Q_INIT_RESOURCE(views);
}

namespace sparsescope {

void loadResources()
{
    initialiseResources();
}

namespace {

QPixmap draw(QByteArray svg, const QColor& color, int side)
{
    svg.replace("currentColor", color.name().toLatin1());
    QSvgRenderer renderer(svg);
    QPixmap pixmap(side, side);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

} // namespace

QIcon lineIcon(const QString& name, const QColor& color, const QColor& checked)
{
    QFile file(QStringLiteral(":/icons/") + name + QStringLiteral(".svg"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray svg = file.readAll();
    QIcon icon;
    for (const int side : {16, 24, 32, 48, 64}) {
        icon.addPixmap(draw(svg, color, side), QIcon::Normal, QIcon::Off);
        if (checked.isValid())
            icon.addPixmap(draw(svg, checked, side), QIcon::Normal, QIcon::On);
        icon.addPixmap(
            draw(svg, QColor((color.red() + 128) / 2, (color.green() + 128) / 2, (color.blue() + 128) / 2), side),
            QIcon::Disabled, QIcon::Off);
    }
    return icon;
}

} // namespace sparsescope
