// Pictures of plots and of whole parts of the window.
#include "views/export/widget_picture.h"

#include "views/parts/picture_file.h"
#include "views/plot/plot.h"

#include <QPainter>

#include <cmath>
#include <optional>
#include <vector>

namespace sparsescope {

namespace {

constexpr double flattest = 0.45; // a plot on paper, of its width: strips of the window are flatter

// Other fonts while it lives.
class PlotFonts {
public:
    PlotFonts(QCustomPlot& plot, const QString& family) : m_plot(plot)
    {
        if (!family.isEmpty())
            each([&](QFont font) {
                m_before.push_back(font);
                font.setFamilies({family});
                return font;
            });
    }
    ~PlotFonts()
    {
        auto next = m_before.begin();
        if (!m_before.empty())
            each([&](const QFont&) { return *next++; });
    }
    PlotFonts(const PlotFonts&) = delete;
    PlotFonts& operator=(const PlotFonts&) = delete;

private:
    template <class Change>
    void each(const Change& change)
    {
        for (QCPAxisRect* rect : m_plot.axisRects())
            for (QCPAxis* axis : rect->axes()) {
                axis->setLabelFont(change(axis->labelFont()));
                axis->setTickLabelFont(change(axis->tickLabelFont()));
            }
        if (m_plot.legend)
            m_plot.legend->setFont(change(m_plot.legend->font()));
        for (int i = 0; i < m_plot.itemCount(); ++i)
            if (auto* text = qobject_cast<QCPItemText*>(m_plot.item(i)))
                text->setFont(change(text->font()));
    }

    QCustomPlot& m_plot;
    std::vector<QFont> m_before;
};

void paint(QWidget& widget, QPaintDevice& device, double ratio, QSizeF size)
{
    if (auto* plot = qobject_cast<QCustomPlot*>(&widget)) {
        QCPPainter painter(&device);
        painter.scale(ratio, ratio);
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNoCaching);
        painter.fillRect(QRectF(QPointF(), size), colorsOf(widget).panel);
        plot->toPainter(&painter, static_cast<int>(std::lround(size.width())),
                        static_cast<int>(std::lround(size.height())));
        return;
    }
    QPainter painter(&device);
    painter.scale(ratio, ratio);
    widget.render(&painter, {}, {}, QWidget::DrawWindowBackground | QWidget::DrawChildren);
}

} // namespace

QImage widgetImage(QWidget& widget, double ratio)
{
    const QSizeF size = widget.size();
    return imageOf({size, ratio, {}, [&](QPaintDevice& to, double scale) { paint(widget, to, scale, size); }});
}

// A plot is laid out on so many pixels that its text has the size that is wanted when they are scaled to the width.
void writeWidget(QWidget& widget, const FigureStyle& style, const QString& path)
{
    QSizeF layout = widget.size();
    auto* plot = qobject_cast<QCustomPlot*>(&widget);
    double scale = style.width > 0 ? style.width / layout.width() : 1;
    if (plot && style.width > 0) {
        scale = style.points / typeFace(TypeSize::Small).pointSizeF();
        const double width = std::round(style.width / scale);
        const double shape = std::max(flattest, layout.height() / layout.width());
        layout = QSizeF(width, std::round(width * shape));
        scale = style.width / width;
    }
    std::optional<PlotFonts> fonts;
    if (plot)
        fonts.emplace(*plot, style.family);
    writeDrawing({layout * scale, style.ratio, style.title,
                  [&](QPaintDevice& to, double ratio) { paint(widget, to, ratio * scale, layout); }},
                 path);
}

} // namespace sparsescope
