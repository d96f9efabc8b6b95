// The tab Packed: the dense tiles of the shown plan, where it has micro-tiles, with what they are and Gather.
#pragma once

#include "views/parts/latest_work.h"

#include <QWidget>

#include <memory>

class QPushButton;

namespace sparsescope {

class DenseTiles;
class ElidedLabel;
class GatherLines;
class HeatMapView;
class PackedView;
class Workspace;
struct Plan;

class PackedPanel : public QWidget {
    Q_OBJECT
public:
    // `over` holds this and the canvas.
    PackedPanel(Workspace& workspace, HeatMapView& canvas, QWidget& over, QWidget* parent);

    PackedView& view() { return *m_view; }
    GatherLines& lines() { return *m_lines; }
    QPushButton& gatherButton() { return *m_gather; }
    QString text() const;      // what it says of the chosen dense tile, or of all
    QString orderText() const; // in which order micro-tiles stand
    void setReducedMotion(bool reduced);
    bool busy(); // something that is seen is not there yet

protected:
    void showEvent(QShowEvent* event) override;

private:
    void arrange();
    void adopt(std::shared_ptr<const DenseTiles> tiles);
    void tell();

    Workspace& m_workspace;
    PackedView* m_view;
    GatherLines* m_lines;
    ElidedLabel *m_order, *m_about;
    QPushButton* m_gather;
    std::shared_ptr<const Plan> m_arranged; // that was asked for last
    bool m_arranging = false;
    LatestWork m_work; // last
};

} // namespace sparsescope
