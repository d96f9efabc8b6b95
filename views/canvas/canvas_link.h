// Ties the canvas to the document: what it shows, the selection both ways, colours, and the history of views.
#pragma once

#include "engine/measure/quantity.h"
#include "engine/plan/matrix_order.h"
#include "engine/raster/tile_layer.h"
#include "engine/raster/value_layer.h"
#include "engine/raster/view_box.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>
#include <vector>

namespace sparsescope {

class HeatMapView;
class Workspace;
struct LiveSearch;

// What colours the tiles: those of the layer, and two that come from a run.
enum class CanvasColouring { Format, Level, Round, Padding, Redundant, Atomic, Cost, Measured, ModelError };

class CanvasLink : public QObject {
    Q_OBJECT
public:
    CanvasLink(Workspace& workspace, HeatMapView& canvas, QObject* parent = nullptr);

    // One layer is shown: of the matrix' values, or of its tiles.
    void setValueLayer(raster::ValueLayer layer);
    void setColouring(CanvasColouring colouring);
    // Which times of a run colour the tiles, never two kinds at once: InSitu, as in the table of sub-tasks, or
    // Saturated.
    void setMeasured(Origin origin);
    Origin measured() const { return m_measured; }
    bool saturatedShown() const; // a layer of a run, by its saturated times
    void setTilesShown(bool shown);
    // What is drawn now: what was chosen, or what takes its place where there is no data for it.
    bool tilesShown() const;
    raster::ValueLayer valueLayer() const;
    CanvasColouring colouring() const;
    // Why a layer has nothing to show; empty when it has.
    QString whyNot(raster::ValueLayer layer) const;
    QString whyNot(CanvasColouring colouring) const;
    bool hasMeasured() const;
    void setMap(raster::ColourMap map);
    void applyTheme();
    // Outlines the best candidates of the round while a search is replayed.
    void setCandidatesShown(bool shown);

    // The order of rows and columns: what was asked for, also while it is made.
    void setOrder(MatrixOrder order);
    MatrixOrder order() const;
    QString whyNot(MatrixOrder order) const;
    // Does something as soon as an order is shown; at once when it is, or cannot be.
    void inOrder(MatrixOrder order, const std::function<void()>& then);

    bool canGoBack() const { return m_now > 0; }
    bool canGoForward() const { return m_now + 1 < m_history.size(); }
    void goBack();
    void goForward();

Q_SIGNALS:
    void coloursChanged();
    void layersChanged(); // which one and which order is shown, and for which there is data

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void connectPick();
    void showMatrix(bool ofItsOwn);
    void showPlan();
    void showOrder();
    const LiveSearch* live() const; // that is drawn, or null
    void showLive();
    void showLayers();
    void showStyle();
    void showRun(raster::TileStyle& style);
    void showSelection();
    void showStep();
    void remember();
    void visit();

    Workspace& m_workspace;
    HeatMapView& m_canvas;
    CanvasColouring m_colouring = CanvasColouring::Format;
    Origin m_measured = Origin::InSitu;
    raster::ValueLayer m_values = raster::ValueLayer::Count;
    bool m_tiles = true; // wanted, once there are any
    raster::ColourMap m_map = raster::ColourMap::Viridis;
    bool m_candidatesShown = false;
    bool m_quiet = false; // the canvas is being told, it did not ask
    bool m_hasPlan = false;
    bool m_hasLive = false;                  // tiles of a search under way, or they are on their way
    MatrixOrder m_order = MatrixOrder::File; // of what the canvas shows
    struct Place {
        raster::ViewBox view;
        MatrixOrder order = MatrixOrder::File;
        bool stretched = false;
        bool operator==(const Place&) const = default;
    };
    std::vector<Place> m_history;
    std::size_t m_now = 0;
    QTimer m_settle;
    struct Awaited {
        MatrixOrder order;
        std::function<void()> then;
    };
    std::optional<Awaited> m_awaited;
};

} // namespace sparsescope
