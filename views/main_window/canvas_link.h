// Ties the canvas to the document: what it shows, the selection both ways, colours, and the history of views.
#pragma once

#include "engine/raster/tile_layer.h"
#include "engine/raster/value_layer.h"
#include "engine/raster/view_box.h"

#include <QObject>
#include <QTimer>

#include <vector>

namespace sparsescope {

class HeatMapView;
class Workspace;

// What colours the tiles: those of the layer, and two that come from a run.
enum class CanvasColouring { Format, Level, Round, Padding, Redundant, Atomic, Cost, Measured, ModelError };

class CanvasLink : public QObject {
    Q_OBJECT
public:
    CanvasLink(Workspace& workspace, HeatMapView& canvas, QObject* parent = nullptr);

    // One layer is shown: of the matrix' values, or of its tiles.
    void setValueLayer(ValueLayer layer);
    void setColouring(CanvasColouring colouring);
    void setTilesShown(bool shown);
    // What is drawn now: what was chosen, or what takes its place where there is no data for it.
    bool tilesShown() const;
    ValueLayer valueLayer() const;
    CanvasColouring colouring() const;
    // Why a layer has nothing to show; empty when it has.
    QString whyNot(ValueLayer layer) const;
    QString whyNot(CanvasColouring colouring) const;
    bool hasMeasured() const;
    void setMap(ColourMap map);
    void applyTheme();
    // Outlines the best candidates of the round while a search is replayed.
    void setCandidatesShown(bool shown);

    bool canGoBack() const { return m_now > 0; }
    bool canGoForward() const { return m_now + 1 < m_history.size(); }
    void goBack();
    void goForward();

Q_SIGNALS:
    void coloursChanged();
    void layersChanged(); // which one is shown, and for which there is data

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void showPlan();
    void showLive();
    void showLayers();
    void showStyle();
    void showRun(TileStyle& style);
    void showSelection();
    void showStep();
    void remember();
    void visit();

    Workspace& m_workspace;
    HeatMapView& m_canvas;
    CanvasColouring m_colouring = CanvasColouring::Format;
    ValueLayer m_values = ValueLayer::Count;
    bool m_tiles = true; // wanted, once there are any
    ColourMap m_map = ColourMap::Viridis;
    bool m_candidatesShown = false;
    bool m_quiet = false; // the canvas is being told, it did not ask
    std::vector<ViewBox> m_history;
    std::size_t m_now = 0;
    QTimer m_settle;
};

} // namespace sparsescope
