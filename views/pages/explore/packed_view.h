// The dense tiles of a plan, a row a bucket, each as its micro-tiles are gathered into it: what is owned is filled,
// zeros that come along are pale, padding is empty. One of them is chosen; its micro-tiles lie in the matrix until they
// are gathered. Only what is in sight is drawn, and of small tiles their parts alone.
#pragma once

#include "engine/plan/dynamic/dense_tiles.h"

#include <QAbstractScrollArea>
#include <QCache>
#include <QElapsedTimer>
#include <QImage>
#include <QPointF>
#include <QVariantAnimation>

#include <cstdint>
#include <memory>
#include <vector>

class QPainter;

namespace sparsescope {

class Workspace;

class PackedView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit PackedView(Workspace& workspace, QWidget* parent = nullptr);

    // Null: none yet. Those of another mask are shown at the same place.
    void setTiles(std::shared_ptr<const DenseTiles> tiles);
    const DenseTiles* tiles() const { return m_tiles.get(); }

    // The one whose micro-tiles are looked at, or -1; its tile is selected in the plan.
    std::int64_t chosen() const { return m_chosen; }
    void choose(std::int64_t dense);
    const std::vector<DenseTiles::Gathered>& microTiles() const { return m_micro; } // of the chosen one, ascending

    // Moves the micro-tiles of the chosen one into it, one after another, or back into the matrix.
    void gather();
    static constexpr int gatherMilliseconds = 300;
    bool gathered() const { return m_gathered; } // or on their way there
    // How far a micro-tile is: 0, it lies in the matrix, to 1, in the dense tile.
    double wayOf(std::int64_t micro) const;
    void setReducedMotion(bool reduced);

    // Pixels a place: 1/16 to 16. Below `picturesFrom` a tile is a bar of its parts.
    double scale() const;
    static constexpr double picturesFrom = 0.5;
    static constexpr int headerMargin = 8; // of the words before a row
    void zoom(int steps);                  // about the chosen one, where it is in sight, else the middle

    // Where a dense tile, or a part of it, is in the viewport; it may be out of sight.
    QRectF placeOf(std::int64_t dense) const;
    QRectF placeOf(std::int64_t dense, const MatrixArea& part) const;
    QRectF tilesRect() const; // what there is of the viewport for tiles
    // A pixel a place; null: it has too many.
    const QImage* pictureOf(std::int64_t dense);
    bool busy() const { return m_unfinished; } // pictures of some that are in sight are not made yet

    QString describe(std::int64_t dense) const; // in a sentence
    QString about() const;                      // of all

Q_SIGNALS:
    void chosenChanged(); // or it is gathered, or not any more
    void moved();         // what is in sight, or micro-tiles on their way

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    bool current() const; // the tiles are those of the plan that is shown
    void followSelection();
    void setChosen(std::int64_t dense);
    void setWay(bool gathered);
    void keepInSight(std::int64_t dense);
    void moveInBucket(std::int64_t by);
    void moveToBucket(std::int64_t by);

    int firstZoom() const;
    int mostZoom() const;
    void zoomTo(int level, QPointF about);
    void layOut();
    QSize tileSize() const; // of the largest, in pixels
    int down() const;       // from row to row
    int across() const;     // from tile to tile
    std::int64_t bucketAt(int y) const;
    std::int64_t tileAt(QPoint position) const; // -1: none

    QString tileName(std::int64_t dense) const;
    void paintBucket(QPainter& painter, std::int64_t bucket);
    void paintHeader(QPainter& painter, std::int64_t bucket, int top) const;
    void paintTile(QPainter& painter, std::int64_t dense);
    void paintParts(QPainter& painter, const QRectF& place, std::int64_t dense) const;
    void paintPadding(QPainter& painter, const QRectF& place, std::int64_t dense) const;
    void paintMicroTiles(QPainter& painter, std::int64_t dense, const QImage* picture) const;

    Workspace& m_workspace;
    std::shared_ptr<const DenseTiles> m_tiles;
    std::int64_t m_chosen = -1;
    std::vector<DenseTiles::Gathered> m_micro;
    bool m_gathered = false;
    double m_way = 0; // of all, from 0 to 1
    QVariantAnimation m_motion{this};
    bool m_reducedMotion = false;
    int m_zoom = 0; // index into the scales
    int m_header = 0;
    DenseTiles::Largest m_largest; // of m_tiles
    QCache<std::int64_t, QImage> m_pictures;
    bool m_unfinished = false;
    QElapsedTimer m_painted; // since painting began
    QPointF m_pressed, m_last;
    bool m_pressing = false, m_pans = false;
};

// Colours of places that are owned, and of zeros that come along.
QColor ownedColor();
QColor zeroColor();

} // namespace sparsescope
