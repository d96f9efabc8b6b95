// The matrix as a picture to walk in: heat map, tiles over it, minimap, profiles. The place to which all pages refer.
#pragma once

#include "engine/matrix/permuted.h"
#include "engine/raster/density.h"
#include "engine/raster/tile_layer.h"
#include "engine/raster/value_layer.h"
#include "engine/raster/view_box.h"
#include "views/heatmap/legend.h"

#include <QColor>
#include <QElapsedTimer>
#include <QImage>
#include <QPointF>
#include <QRectF>
#include <QVariantAnimation>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QPainter;

namespace sparsescope {

class GoToField;
class HeatMapRenderer;
class LineMotion;
struct HeatMapPicture;

struct HeatMapColours {
    QColor background, panel, hairline, text, secondary, accent;
    bool dark = false;

    static HeatMapColours day();
    static HeatMapColours night();
};

// Pictures are made on a worker thread; while one is under way, the last one is drawn moved and scaled. Coordinates
// that go in and out (ViewBox) are in logical pixels of the canvas, rows and columns count from 0. Views and rectangles
// are of the matrix as it is shown; an Element (pick, hover, go to) is always that of the file, whatever the order.
class HeatMapView : public QWidget {
    Q_OBJECT

public:
    explicit HeatMapView(QWidget* parent = nullptr);
    ~HeatMapView() override;

    // Fits the new matrix and forgets plan, pick and selection. Null: nothing open.
    void setMatrix(MatrixPtr matrix);
    MatrixPtr matrix() const { return m_matrix; }
    // The same matrix in another order of its rows and columns: what is picked, the selected tile, colours and step
    // stay, and lines slide from their old places to the new ones. A picked element in sight stays where it is on the
    // screen.
    struct Ordered {
        MatrixPtr matrix;
        std::shared_ptr<const LineOrder> lines; // null: as in the file
        std::shared_ptr<const Pyramid> pyramid; // of the matrix, or null
        QString title;                          // for the legend; empty: as in the file
        std::shared_ptr<const Plan> plan;       // in this order too, or null
        std::shared_ptr<const std::vector<std::uint32_t>> owner;
    };
    void setOrdered(const Ordered& ordered);
    Ordered ordered() const { return {m_matrix, m_lines, m_pyramid, m_orderTitle, m_plan, m_owner}; } // what is shown
    static constexpr int slideMilliseconds = 300; // of the rows, and as long of the columns
    bool sliding() const;
    // The plan's tiles are drawn over the density, which then is grey where they are. Null: density alone.
    // `growing`: of a search under way.
    void setPlan(std::shared_ptr<const Plan> plan, std::shared_ptr<const std::vector<std::uint32_t>> owner,
                 bool growing = false);
    std::shared_ptr<const Plan> plan() const { return m_plan; }
    // Whether tiles are drawn at all.
    void setTilesShown(bool shown);
    bool tilesShown() const { return m_tilesShown; }
    // Only tiles below `step` are drawn (the search as it was); negative: all. Tiles in `candidates` are outlined. From
    // one step to the next, and back, the tile fades in or out, unless steps come so fast that they would pile up.
    void setStep(qint64 step, std::vector<std::int64_t> candidates = {});
    qint64 step() const { return m_step; }
    const std::vector<std::int64_t>& candidates() const { return m_candidates; }
    static constexpr int fadeMilliseconds = 180;
    bool fading() const;
    // States change at once.
    void setReducedMotion(bool reduced);
    bool reducedMotion() const { return m_reducedMotion; }
    // Colouring, map, values, outlines; step, highlight and theme are kept by the view.
    void setTileStyle(const raster::TileStyle& style);
    const raster::TileStyle& tileStyle() const { return m_tileStyle; }
    // What the numbers in TileStyle::values are, for the legend.
    void setValueMeaning(const ValueMeaning& meaning);
    const ValueMeaning& valueMeaning() const { return m_meaning; }
    // What is drawn where no tiles are: counts, or the values. Profiles are always of counts.
    void setValueLayer(raster::ValueLayer layer);
    raster::ValueLayer valueLayer() const { return m_valueLayer; }
    void setDensityStyle(const raster::DensityStyle& style);
    const raster::DensityStyle& densityStyle() const { return m_densityStyle; }
    void setColours(const HeatMapColours& colours);
    const HeatMapColours& colours() const { return m_colours; }
    // Profiles above and at the right; the minimap.
    void setProfilesShown(bool shown);
    void setProfilesLit(bool rows, bool columns); // these are spoken of elsewhere
    bool rowsLit() const { return m_rowsLit; }
    bool columnsLit() const { return m_columnsLit; }
    void setMinimapShown(bool shown);
    // What the colours stand for: at the left below, or in a strip of its own below the canvas, where that is small or
    // it is asked for; hidden where there is room for neither.
    void setLegendShown(bool shown);
    bool legendShown() const { return m_legendShown; }
    void setLegendBelow(bool below);
    const Legend* legend() const;      // of what is on screen; null: not shown
    const Legend* drawnLegend() const; // the same, shown or not
    // Rows and columns each fill the canvas, at scales of their own; the legend says so.
    void setStretched(bool stretched);
    bool stretched() const { return m_stretched; }

    // The tile drawn in the accent colour; -1: none. Also set by clicks.
    void setSelectedTile(qint64 tile);
    qint64 selectedTile() const { return m_tileStyle.highlight; }
    void setSelectedRectangle(std::optional<raster::ElementRect> rectangle);
    std::optional<raster::ElementRect> selectedRectangle() const { return m_selection; }
    // The element that arrows move and `G` goes to.
    void setPick(std::optional<raster::Element> pick);
    std::optional<raster::Element> pick() const { return m_pick; }
    // In words: row, column, value and tile, the selected rectangle, the selected tile.
    QString pickedText() const;
    // Where somebody points in another map: a cross of thin lines.
    void setGhost(std::optional<raster::Element> ghost);
    std::optional<raster::Element> ghost() const { return m_ghost; }

    // What a page saves and restores.
    struct State {
        raster::ViewBox view;
        bool fitted = true;
        std::optional<raster::Element> pick;
        std::optional<raster::ElementRect> selection;
        qint64 tile = -1;
        bool stretched = false;
    };
    State state() const;
    void restore(const State& state);

    const raster::ViewBox& view() const { return m_view; }
    void setView(const raster::ViewBox& view);
    QRectF canvas() const; // where the matrix is, in widget coordinates

    // Matrix element under a position of the widget, and where it is shown.
    std::optional<raster::Element> elementAt(QPointF position) const;
    raster::Element placeOf(raster::Element element) const;
    struct Hover {
        raster::Element element;
        raster::Element place;     // where it is shown: another one when lines are reordered
        raster::ElementRect pixel; // places for which this pixel stands
        qint64 count = -1;         // non-zeros in them, exact; -1: too many to count at once
        qint64 tile = -1;          // that owns the element, or the first non-zero of the pixel
        qint64 tiles = -1;         // how many different ones own a non-zero of the pixel; -1: not counted
    };
    std::optional<Hover> hoverAt(QPointF position) const;

    // The picture of the present view at this size and ratio of pixels, made here and now; for exports and tests.
    QImage renderNow(QSize logicalSize, qreal devicePixelRatio);
    // Waits until what is on screen is the present view; false after `milliseconds`.
    bool waitForRendered(int milliseconds = 10000);

    const raster::CountHistogram& histogram() const { return m_histogram; }
    // The scale of the numeric colouring drawn last.
    raster::TileScale tileScale() const;
    double lastRenderMilliseconds() const { return m_renderMs; }

public Q_SLOTS:
    void fitAll();
    void fitSelection(); // the selected rectangle, else the selected tile, else all
    void oneToOne();
    void zoomIn();
    void zoomOut();
    void goTo(qint64 row, qint64 col);
    void startGoTo(); // opens the small line edit
    void clearSelection();

Q_SIGNALS:
    void tileSelected(qint64 tile);                                  // -1: none
    void picked(qint64 row, qint64 col);                             // both -1: nothing any more
    void hovered(qint64 row, qint64 col, qint64 count, qint64 tile); // row -1: left the matrix; count -1: not counted
    void rectangleSelected(qint64 rowBegin, qint64 rowEnd, qint64 colBegin, qint64 colEnd); // all 0: cleared
    void viewChanged(const sparsescope::raster::ViewBox& view);
    void stretchedChanged(bool stretched);
    void histogramChanged(const sparsescope::raster::CountHistogram& histogram);
    void statusText(const QString& text);
    void rendered(double milliseconds);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
    QSize sizeHint() const override { return {900, 700}; }
    QSize minimumSizeHint() const override { return {160, 120}; }

private:
    enum class Drag { None, Press, Pan, Select, Zoom, Minimap };

    raster::ViewSpace space() const;
    void keepView(); // in a canvas of another size or scale
    bool legendHasRoom() const;
    QRectF legendStrip() const; // empty: the legend is on the canvas, or hidden
    QPointF toCanvas(QPointF position) const { return position - canvas().topLeft(); }
    void changeView(const raster::ViewBox& view, bool fitted = false);
    void requestRender();
    raster::TileStyle styleToDraw() const;
    void accept(std::shared_ptr<const HeatMapPicture> picture);
    void startFade(const HeatMapPicture& from, const HeatMapPicture& to);
    void startSlide(const HeatMapPicture& from, const HeatMapPicture& to);
    void endSlide();
    void paintSlide(QPainter& painter) const;
    bool waiting() const; // the picture is still of another order
    raster::Element elementOf(raster::Element place) const;
    std::optional<raster::Element> shownAt(QPointF position) const;
    QImage shownImage() const; // of the last picture, or between it and the one before
    void movePick(qint64 rows, qint64 cols);
    void updateHover(QPointF position);
    void goTo(const raster::ElementRect& place);
    void centreOnMinimap(QPointF position);
    QRectF minimapRect() const;
    bool minimapVisible() const;
    QFont smallFont() const; // of all small text
    raster::ElementRect rectBetween(QPointF a, QPointF b) const;
    QRectF onScreen(const raster::ElementRect& rectangle) const;
    std::int64_t exactCount(const raster::ElementRect& rectangle) const;
    std::int64_t tileIn(const raster::ElementRect& rectangle, raster::Element element) const;
    std::int64_t tilesIn(const raster::ElementRect& rectangle) const;
    void zoomAboutCentre(double factor);
    void makeAccessible(); // heatmap_accessible.cpp
    void tellPicked();

    void paintMatrix(QPainter& painter) const;
    void paintGrid(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintProfiles(QPainter& painter) const;
    void paintMinimap(QPainter& painter) const;

    MatrixPtr m_matrix; // as shown
    std::shared_ptr<const LineOrder> m_lines;
    std::shared_ptr<const Pyramid> m_pyramid;
    QString m_orderTitle;
    std::shared_ptr<const Plan> m_plan;
    std::shared_ptr<const std::vector<std::uint32_t>> m_owner;
    bool m_growing = false;
    bool m_tilesShown = true;
    bool m_profilesShown = true;
    bool m_rowsLit = false, m_columnsLit = false;
    bool m_minimapShown = true;
    bool m_legendShown = true;
    bool m_legendBelow = false;
    bool m_stretched = false;
    raster::ValueLayer m_valueLayer = raster::ValueLayer::Count;
    ValueMeaning m_meaning;
    raster::TileStyle m_tileStyle;
    qint64 m_step = -1;
    std::vector<std::int64_t> m_candidates;
    QElapsedTimer m_stepped; // since the last change of the step
    bool m_slowStep = false; // that change came alone
    bool m_reducedMotion = false;
    QVariantAnimation m_fade{this}; // 0: as m_fadeFrom, 1: as m_picture
    QImage m_fadeFrom;
    std::shared_ptr<const LineMotion> m_motion;
    QVariantAnimation m_slide{this}; // from 0 to 1
    QPointF m_slidePick;             // by how much the pick was elsewhere
    raster::DensityStyle m_densityStyle;
    HeatMapColours m_colours = HeatMapColours::day();

    raster::ViewBox m_view;
    bool m_fitted = true;
    std::optional<raster::Element> m_pick, m_ghost; // of the file
    std::optional<raster::ElementRect> m_selection;
    QString m_told; // of what is picked, to a screen reader

    Drag m_drag = Drag::None;
    QPointF m_pressed, m_last;
    std::optional<QPointF> m_hover;
    GoToField* m_goTo = nullptr;

    std::shared_ptr<const HeatMapPicture> m_picture;
    quint64 m_generation = 0;  // of the last request
    MatrixPtr m_minimapMatrix; // for which the minimap below was made
    raster::DensityStyle m_minimapStyle;
    double m_minimapRatio = 0;
    QImage m_minimap;
    raster::CountHistogram m_histogram;
    double m_renderMs = 0;
    std::unique_ptr<HeatMapRenderer> m_renderer;
};

} // namespace sparsescope
