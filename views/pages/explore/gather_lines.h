// Over canvas and strip: lines from the chosen dense tile to where its micro-tiles lie in the matrix, and these on
// their way into it. It takes no mouse and no keys.
#pragma once

#include <QLineF>
#include <QPointer>
#include <QRectF>
#include <QWidget>

#include <cstdint>

namespace sparsescope {

class HeatMapView;
class PackedView;
class Workspace;
struct MatrixArea;

class GatherLines : public QWidget {
    Q_OBJECT
public:
    // `over` holds both.
    GatherLines(Workspace& workspace, PackedView& view, HeatMapView& canvas, QWidget& over);

    // A micro-tile of the chosen dense tile in the matrix, and its line to the dense tile, which ends at the edge of
    // the canvas or of the view where one of them is out of sight. Null: the two are in windows of their own.
    QRectF inMatrix(std::int64_t micro) const;
    QLineF line(std::int64_t micro) const;
    // Why there are no lines, while a dense tile is chosen; empty: there are.
    QString whyNot() const;

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();
    bool together() const; // in one window
    QRectF from(QWidget& widget, const QRectF& place) const;
    QRectF canvasInSight() const;
    QRectF placeInMatrix(const MatrixArea& area) const;

    Workspace& m_workspace;
    QPointer<PackedView> m_view; // one may go before this
    QPointer<HeatMapView> m_canvas;
};

} // namespace sparsescope
