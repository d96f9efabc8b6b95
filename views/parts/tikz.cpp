// Pictures as TikZ.
#include "views/parts/tikz.h"

#include "engine/core/version.h"
#include "views/parts/picture_file.h"

#include <QBuffer>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sparsescope {

namespace {

constexpr double pointsPerPixel = 0.75; // of 72 an inch

QString number(double value)
{
    static const QRegularExpression zeros(QStringLiteral("\\.?0+$"));
    const QString text = QString::number(value, 'f', 2).remove(zeros);
    return text == QLatin1String("-0") ? QStringLiteral("0") : text;
}

QString place(const QPointF& at)
{
    return QLatin1Char('(') + number(at.x()) + QLatin1Char(',') + number(at.y()) + QLatin1Char(')');
}

QString inPoints(double pixels)
{
    return number(pixels * pointsPerPixel) + QLatin1String("bp");
}

QString colourOf(const QColor& colour)
{
    return QStringLiteral("{rgb,255:red,%1;green,%2;blue,%3}").arg(colour.red()).arg(colour.green()).arg(colour.blue());
}

QString outlineOf(const QPainterPath& path)
{
    QString out;
    QPointF begin, last;
    bool open = false;
    // A polygon that ends where it began is closed, so that its corners meet.
    const auto close = [&] {
        if (open && begin == last)
            out += QLatin1String(" -- cycle");
    };
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element e = path.elementAt(i);
        if (e.isMoveTo()) {
            close();
            out += (out.isEmpty() ? QString() : QStringLiteral(" ")) + place(e);
            begin = e;
            open = false;
        } else if (e.isCurveTo() && i + 2 < path.elementCount()) {
            out += QStringLiteral(" .. controls %1 and %2 .. %3")
                       .arg(place(e), place(path.elementAt(i + 1)), place(path.elementAt(i + 2)));
            i += 2;
            open = true;
        } else {
            out += QLatin1String(" -- ") + place(e);
            open = true;
        }
        last = path.elementAt(i);
    }
    close();
    return out;
}

} // namespace

QString texText(const QString& text)
{
    static const std::pair<char16_t, const char*> special[] = {
        {u'\\', "\\textbackslash{}"},
        {u'{', "\\{"},
        {u'}', "\\}"},
        {u'#', "\\#"},
        {u'$', "\\$"},
        {u'%', "\\%"},
        {u'&', "\\&"},
        {u'_', "\\_"},
        {u'~', "\\textasciitilde{}"},
        {u'<', "\\textless{}"},
        {u'>', "\\textgreater{}"},
        {u'^', "\\textasciicircum{}"},
        {u'|', "\\textbar{}"},
        {u'"', "''"},
        {u'×', "$\\times$"},
        {u'≥', "$\\geq$"},
        {u'≤', "$\\leq$"},
        {u'≈', "$\\approx$"},
        {u'−', "$-$"},
        {u'·', "$\\cdot$"},
        {u'–', "--"},
        {u'—', "---"},
        {u'…', "\\ldots{}"},
        {u'µ', "$\\mu$"},
        {u'μ', "$\\mu$"},
        {u'σ', "$\\sigma$"},
        {u'Δ', "$\\Delta$"},
        {u'²', "$^2$"},
        {u'→', "$\\rightarrow$"},
        {u'←', "$\\leftarrow$"},
        {u'\u00A0', "~"},
        {u'\u2009', "\\,"},
    };
    QString out;
    for (const QChar c : text) {
        const auto* known =
            std::find_if(std::begin(special), std::end(special), [&](const auto& s) { return c == QChar(s.first); });
        out += known == std::end(special) ? QString(c) : QString::fromLatin1(known->second);
    }
    return out;
}

class TikzDevice::Engine : public QPaintEngine {
public:
    Engine(QSizeF size, const QString& stem)
        : QPaintEngine(QPaintEngine::AllFeatures &
                       ~QPaintEngine::PaintEngineFeatures(PatternBrush | PerspectiveTransform | ConicalGradientFill |
                                                          PorterDuff | BlendModes)),
          m_stem(stem), m_whole(QPointF(), size)
    {
        m_stem.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9._-]")), QStringLiteral("-"));
    }

    bool begin(QPaintDevice*) override { return true; }
    bool end() override
    {
        closeScope();
        return true;
    }
    Type type() const override { return User; }

    void updateState(const QPaintEngineState& state) override
    {
        const DirtyFlags dirty = state.state();
        if (dirty & DirtyPen)
            m_pen = state.pen();
        if (dirty & DirtyBrush)
            m_brush = state.brush();
        if (dirty & DirtyTransform)
            m_transform = state.transform();
        if (dirty & DirtyOpacity)
            m_opacity = state.opacity();
        if (dirty & (DirtyClipPath | DirtyClipRegion | DirtyClipEnabled))
            m_clipChanged = true;
    }

    void drawPath(const QPainterPath& path) override
    {
        const QPainterPath mapped = m_transform.map(path);
        put(mapped, true, mapped.fillRule());
    }

    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override
    {
        QPainterPath path;
        path.moveTo(points[0]);
        for (int i = 1; i < count; ++i)
            path.lineTo(points[i]);
        if (mode != PolylineMode)
            path.closeSubpath();
        put(m_transform.map(path), mode != PolylineMode, mode == OddEvenMode ? Qt::OddEvenFill : Qt::WindingFill);
    }

    void drawTextItem(const QPointF& at, const QTextItem& item) override
    {
        clip();
        const QFont font = item.font();
        const double scale = std::hypot(m_transform.m11(), m_transform.m12());
        const double points = (font.pointSizeF() > 0 ? font.pointSizeF() : font.pixelSize() * pointsPerPixel) * scale;
        const int horizontal = m_alignment & Qt::AlignHorizontal_Mask;
        const bool left = (horizontal & Qt::AlignLeft) != 0, right = (horizontal & Qt::AlignRight) != 0;
        const QPointF where = m_transform.map(at + QPointF(left ? 0 : right ? item.width() : item.width() / 2, 0));
        const double angle = std::atan2(m_transform.m12(), m_transform.m11()) * 180 / M_PI;
        QString options = QStringLiteral("anchor=%1, inner sep=0pt, outer sep=0pt, text=%2")
                              .arg(left    ? QStringLiteral("base west")
                                   : right ? QStringLiteral("base east")
                                           : QStringLiteral("base"),
                                   colourOf(m_pen.color()));
        if (std::abs(angle) > 0.01)
            options += QStringLiteral(", rotate=") + number(-angle);
        if (const double opacity = m_opacity * m_pen.color().alphaF(); opacity < 0.999)
            options += QStringLiteral(", opacity=") + number(opacity);
        options += QStringLiteral(", font=\\fontsize{%1}{%2}").arg(number(points), number(points * 1.2));
        options += QLatin1String("\\selectfont");
        if (font.weight() >= QFont::DemiBold)
            options += QLatin1String("\\bfseries");
        if (font.italic())
            options += QLatin1String("\\itshape");
        if (font.fixedPitch() || font.styleHint() == QFont::Monospace)
            options += QLatin1String("\\ttfamily");
        m_text += QStringLiteral("\\node[%1] at %2 {%3};\n").arg(options, place(where), texText(item.text()));
    }

    void drawPixmap(const QRectF& to, const QPixmap& pixmap, const QRectF& from) override
    {
        drawImage(to, pixmap.toImage(), from, Qt::AutoColor);
    }

    void drawImage(const QRectF& to, const QImage& image, const QRectF& from, Qt::ImageConversionFlags) override
    {
        clip();
        const QRectF box = m_transform.mapRect(to);
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        putPng(from.toAlignedRect() == image.rect() ? image : image.copy(from.toAlignedRect()), buffer);
        // The same again, say a swatch, is one file.
        const auto same = std::find_if(m_images.begin(), m_images.end(),
                                       [&](const auto& known) { return known.second == buffer.data(); });
        const auto index = same - m_images.begin();
        if (same == m_images.end())
            m_images.emplace_back(QStringLiteral("%1-%2.png").arg(m_stem).arg(index + 1), buffer.data());
        m_text += QStringLiteral("\\node[anchor=north west, inner sep=0pt, outer sep=0pt] at %1 "
                                 "{\\includegraphics[width=%2, height=%3]{%4}};\n")
                      .arg(place(box.topLeft()), inPoints(box.width()), inPoints(box.height()),
                           m_images[static_cast<std::size_t>(index)].first);
    }

    void setAlignment(int alignment) { m_alignment = alignment; }
    const QString& text() const { return m_text; }
    const std::vector<std::pair<QString, QByteArray>>& images() const { return m_images; }

private:
    void put(const QPainterPath& path, bool filled, Qt::FillRule rule)
    {
        QStringList options;
        if (m_pen.style() != Qt::NoPen) {
            const double scale = m_pen.isCosmetic() ? 1 : std::sqrt(std::abs(m_transform.determinant()));
            options << QStringLiteral("draw=") + colourOf(m_pen.color())
                    << QStringLiteral("line width=") + inPoints(std::max(0.5, m_pen.widthF() * scale));
            if (const double opacity = m_opacity * m_pen.color().alphaF(); opacity < 0.999)
                options << QStringLiteral("draw opacity=") + number(opacity);
            QString dashes;
            const QList<qreal> pattern = m_pen.style() == Qt::SolidLine ? QList<qreal>() : m_pen.dashPattern();
            for (qsizetype i = 0; i < pattern.size(); ++i)
                dashes += (i % 2 == 0 ? QStringLiteral(" on ") : QStringLiteral(" off ")) +
                          inPoints(pattern[i] * std::max(0.5, m_pen.widthF() * scale));
            if (!dashes.isEmpty())
                options << QStringLiteral("dash pattern=") + dashes.trimmed();
        }
        if (filled && m_brush.style() != Qt::NoBrush) {
            options << QStringLiteral("fill=") + colourOf(m_brush.color());
            if (const double opacity = m_opacity * m_brush.color().alphaF(); opacity < 0.999)
                options << QStringLiteral("fill opacity=") + number(opacity);
            if (rule == Qt::OddEvenFill)
                options << QStringLiteral("even odd rule");
        }
        if (options.isEmpty() || path.elementCount() == 0)
            return;
        clip();
        m_text += QStringLiteral("\\path[%1] %2;\n").arg(options.join(QStringLiteral(", ")), outlineOf(path));
    }

    // What is drawn next lies in a scope with the painter's clip.
    void clip()
    {
        if (!m_clipChanged)
            return;
        m_clipChanged = false;
        closeScope();
        if (!painter()->hasClipping())
            return;
        const QPainterPath path = painter()->combinedTransform().map(painter()->clipPath());
        if (path.isEmpty() || path.contains(m_whole))
            return;
        m_text += QStringLiteral("\\begin{scope}\\clip %1;\n").arg(outlineOf(path));
        m_scope = true;
    }
    void closeScope()
    {
        if (m_scope)
            m_text += QLatin1String("\\end{scope}\n");
        m_scope = false;
    }

    QString m_stem, m_text;
    QRectF m_whole;
    QPen m_pen;
    QBrush m_brush;
    QTransform m_transform;
    double m_opacity = 1;
    bool m_clipChanged = false, m_scope = false;
    int m_alignment = 0;
    std::vector<std::pair<QString, QByteArray>> m_images;
};

TikzDevice::TikzDevice(QSizeF size, const QString& stem) : m_size(size), m_engine(std::make_unique<Engine>(size, stem))
{
}

TikzDevice::~TikzDevice() = default;

QPaintEngine* TikzDevice::paintEngine() const
{
    return m_engine.get();
}

QByteArray TikzDevice::text(const QString& title) const
{
    QString comment = title;
    comment.replace(QRegularExpression(QStringLiteral("[\\r\\n]")), QStringLiteral(" "));
    return QStringLiteral("% %1: made by Sparsescope %2. In the preamble: \\usepackage{tikz}\n"
                          "\\begin{tikzpicture}[x=0.75bp, y=-0.75bp]\n"
                          "\\path[use as bounding box] (0,0) rectangle %3;\n%4\\end{tikzpicture}\n")
        .arg(comment, QString::fromLatin1(version()), place(QPointF(m_size.width(), m_size.height())), m_engine->text())
        .toUtf8();
}

const std::vector<std::pair<QString, QByteArray>>& TikzDevice::images() const
{
    return m_engine->images();
}

int TikzDevice::metric(PaintDeviceMetric metric) const
{
    switch (metric) {
    case PdmWidth:
        return static_cast<int>(std::ceil(m_size.width()));
    case PdmHeight:
        return static_cast<int>(std::ceil(m_size.height()));
    case PdmWidthMM:
        return static_cast<int>(std::lround(m_size.width() * 25.4 / 96));
    case PdmHeightMM:
        return static_cast<int>(std::lround(m_size.height() * 25.4 / 96));
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return 96;
    case PdmDepth:
        return 32;
    case PdmNumColors:
        return std::numeric_limits<int>::max();
    case PdmDevicePixelRatio:
        return 1;
    default:
        return static_cast<int>(devicePixelRatioFScale()); // a ratio of 1 too
    }
}

TikzText::TikzText(const QPainter& painter, int alignment) : m_device(dynamic_cast<TikzDevice*>(painter.device()))
{
    if (m_device)
        m_device->m_engine->setAlignment(alignment);
}

TikzText::~TikzText()
{
    if (m_device)
        m_device->m_engine->setAlignment(0);
}

} // namespace sparsescope
