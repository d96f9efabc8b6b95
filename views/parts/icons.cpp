// Line icons from the resources.
#include "views/parts/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

// Resources of a static library are linked in only when somebody asks for them; must stand outside of namespaces.
static void initialiseResources()
{
    Q_INIT_RESOURCE(views);
#ifdef SPARSESCOPE_TRANSLATIONS
    Q_INIT_RESOURCE(translations);
#endif
}

namespace sparsescope {

void loadResources()
{
    initialiseResources();
}

namespace {

// Is drawn when it is asked for, as large as it is asked for.
class LineIcon : public QIconEngine {
public:
    LineIcon(QString name, const QColor& color, const QColor& checked)
        : m_name(std::move(name)), m_color(color), m_checked(checked)
    {
    }

    QIconEngine* clone() const override { return new LineIcon(*this); }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        QFile file(m_name);
        if (!file.open(QIODevice::ReadOnly))
            return;
        QByteArray svg = file.readAll();
        svg.replace("currentColor", colorOf(mode, state).name().toLatin1());
        QSvgRenderer(svg).render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        const QString key =
            QStringLiteral("%1 %2 %3 %4").arg(m_name, colorOf(mode, state).name()).arg(size.width()).arg(size.height());
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap))
            return pixmap;
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, pixmap.rect(), mode, state);
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

private:
    QColor colorOf(QIcon::Mode mode, QIcon::State state) const
    {
        if (mode == QIcon::Disabled)
            return {(m_color.red() + 128) / 2, (m_color.green() + 128) / 2, (m_color.blue() + 128) / 2};
        return state == QIcon::On && m_checked.isValid() ? m_checked : m_color;
    }

    QString m_name;
    QColor m_color, m_checked;
};

} // namespace

QIcon lineIcon(const QString& name, const QColor& color, const QColor& checked)
{
    const QString file = QStringLiteral(":/icons/") + name + QStringLiteral(".svg");
    return QFile::exists(file) ? QIcon(new LineIcon(file, color, checked)) : QIcon();
}

} // namespace sparsescope
