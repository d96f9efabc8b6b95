// Ties the canvas to the document: what it shows, the selection both ways, colours, and the history of views.
#pragma once

#include "engine/raster/tile_layer.h"
#include "engine/raster/view_box.h"

#include <QObject>
#include <QTimer>

#include <vector>

namespace sparsescope {

class HeatMapView;
class Workspace;

// What colours the tiles: those of the layer, and two that come from a run.
enum class CanvasColouring { Format, Level, Padding, Cost, Measured, ModelError };

class CanvasLink : public QObject {
    Q_OBJECT
public:
    CanvasLink(Workspace& workspace, HeatMapView& canvas, QObject* parent = nullptr);

    void setColouring(CanvasColouring colouring);
    CanvasColouring colouring() const { return m_colouring; }
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

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void showPlan();
    void showStyle();
    void showSelection();
    void showStep();
    void remember();
    void visit();

    Workspace& m_workspace;
    HeatMapView& m_canvas;
    CanvasColouring m_colouring = CanvasColouring::Format;
    ColourMap m_map = ColourMap::Viridis;
    bool m_candidatesShown = false;
    bool m_quiet = false; // the canvas is being told, it did not ask
    std::vector<ViewBox> m_history;
    std::size_t m_now = 0;
    QTimer m_settle;
};

} // namespace sparsescope
