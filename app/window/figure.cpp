// A figure of the matrix.
#include "app/window/figure.h"

#include "engine/core/error.h"
#include "engine/raster/layer_names.h"
#include "views/canvas/canvas_link.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/main_window.h"

#include <QCoreApplication>

#include <algorithm>

namespace sparsescope {

namespace {

QString say(const char* text)
{
    return QCoreApplication::translate("figure", text);
}

template <class Names>
int placeIn(const Names& names, const QString& name)
{
    const auto found = std::find(names.begin(), names.end(), name.toStdString());
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

// "count, any, format"
QString listed(const QStringList& names)
{
    return names.join(QStringLiteral(", "));
}

QStringList layerNames()
{
    QStringList names;
    for (const char* name : raster::valueLayerNames)
        names << QLatin1String(name);
    for (const char* name : raster::tileLayerNames)
        names << QLatin1String(name);
    return names;
}

QStringList orderNames()
{
    QStringList names;
    for (const MatrixOrder order : matrixOrders)
        names << QLatin1String(name(order));
    return names;
}

double numberOf(const QCommandLineParser& parser, const QCommandLineOption& option, double low, double high)
{
    bool good = false;
    const double number = parser.value(option).toDouble(&good);
    if (!good || !(number >= low && number <= high))
        failUsage(
            say("--%1 takes a number from %2 to %3, not '%4'")
                .arg(option.names().constFirst(), QString::number(low), QString::number(high), parser.value(option))
                .toStdString());
    return number;
}

QCommandLineOption valued(const char* name, const QString& about, const char* value, const char* usual = "")
{
    return {QLatin1String(name), about, QLatin1String(value), QLatin1String(usual)};
}

} // namespace

bool CanvasLook::needsPlan() const
{
    return placeIn(raster::tileLayerNames, layer) >= 0 || order == MatrixOrder::Tiles;
}

bool CanvasLook::needsRun() const
{
    return placeIn(raster::tileLayerNames, layer) >= static_cast<int>(CanvasColouring::Measured);
}

void CanvasLook::show(MainWindow& window) const
{
    CanvasLink& link = window.canvasLink();
    const auto refuse = [](const QString& why) {
        if (!why.isEmpty())
            failUsage(why.toStdString());
    };
    if (const int values = placeIn(raster::valueLayerNames, layer); values >= 0) {
        refuse(link.whyNot(static_cast<raster::ValueLayer>(values)));
        link.setValueLayer(static_cast<raster::ValueLayer>(values));
    } else if (const int tiles = placeIn(raster::tileLayerNames, layer); tiles >= 0) {
        refuse(link.whyNot(static_cast<CanvasColouring>(tiles)));
        link.setColouring(static_cast<CanvasColouring>(tiles));
    }
    if (order) {
        refuse(link.whyNot(*order));
        link.setOrder(*order);
    }
    link.setMap(map);
    if (stretched)
        window.canvas().setStretched(true);
}

FigureOptions::FigureOptions()
    : m_layer(
          valued("layer", say("With --grab or --figure: show this layer: {%1}.").arg(listed(layerNames())), "LAYER")),
      m_order(valued(
          "order", say("With --grab or --figure: put rows and columns in this order: {%1}.").arg(listed(orderNames())),
          "ORDER")),
      m_map(valued("map",
                   say("With --grab or --figure: use these colours for what is counted: {viridis, cividis, "
                       "grey}."),
                   "MAP", "viridis")),
      m_stretch(QStringLiteral("stretch"),
                say("With --grab or --figure: rows and columns each fill the canvas, at scales of their own.")),
      m_width(valued("width", say("With --figure: how wide it is on paper, in mm."), "MM", "85")),
      m_pixels(valued("pixels", say("With --figure: as many pixels wide is a PNG; images inside are as fine."), "N",
                      "1024")),
      m_font(valued("font", say("With --figure: the family of its font."), "FONT")),
      m_points(valued("font-size", say("With --figure: the size of its text in points."), "PT", "8")),
      m_axes(QStringLiteral("axes"), say("With --figure: number rows and columns.")),
      m_legend(valued("legend",
                      say("With --figure: say outside the matrix what the colours mean: {none, below, "
                          "right}."),
                      "PLACE", "none")),
      m_title(valued("title", say("With --figure: write this above it."), "TEXT"))
{
}

QList<QCommandLineOption> FigureOptions::all() const
{
    return {m_layer, m_order, m_map, m_stretch, m_width, m_pixels, m_font, m_points, m_axes, m_legend, m_title};
}

CanvasLook FigureOptions::look(const QCommandLineParser& parser) const
{
    CanvasLook look;
    look.layer = parser.value(m_layer);
    if (!look.layer.isEmpty() && !layerNames().contains(look.layer))
        failUsage(say("there is no layer '%1': %2").arg(look.layer, listed(layerNames())).toStdString());
    if (parser.isSet(m_order))
        look.order = parseMatrixOrder(parser.value(m_order).toStdString());
    look.map = raster::parseColourMap(parser.value(m_map).toStdString());
    look.stretched = parser.isSet(m_stretch);
    return look;
}

FigureStyle FigureOptions::style(const QCommandLineParser& parser) const
{
    FigureStyle style;
    style.width = numberOf(parser, m_width, 10, 2000) * pixelsPerMillimetre;
    style.ratio = numberOf(parser, m_pixels, 64, 16384) / style.width;
    style.family = parser.value(m_font);
    style.points = numberOf(parser, m_points, 2, 100);
    style.axes = parser.isSet(m_axes);
    style.title = parser.value(m_title);
    const QStringList places{QStringLiteral("none"), QStringLiteral("below"), QStringLiteral("right")};
    const auto legend = places.indexOf(parser.value(m_legend));
    if (legend < 0)
        failUsage(say("a legend stands nowhere or outside: %1, not '%2'")
                      .arg(listed(places), parser.value(m_legend))
                      .toStdString());
    style.legend = static_cast<FigureStyle::Legend>(legend);
    return style;
}

} // namespace sparsescope
