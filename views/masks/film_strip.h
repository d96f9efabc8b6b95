// Masks side by side, or one below the other where that is where the room is: a small picture of each, its number and
// name, and how the dynamic plan covers it. One is chosen; the wheel scrolls, a drag scrubs, keys walk.
#pragma once

#include "views/masks/film_pictures.h"

#include <QAbstractScrollArea>

namespace sparsescope {

class MasksReplay;
class Workspace;

class FilmStrip : public QAbstractScrollArea {
    Q_OBJECT
public:
    FilmStrip(Workspace& workspace, MasksReplay& replay, QWidget* parent = nullptr);

    bool lying() const { return m_lying; } // side by side
    void setLying(bool lying);
    FilmPictures& pictures() { return *m_pictures; }
    bool busy() const;                          // something that is in sight is not drawn yet
    std::int64_t maskAt(QPoint position) const; // of the viewport; -1: none
    QRect placeOf(std::int64_t mask) const;     // in the viewport
    QString describe(std::int64_t mask) const;  // all that is known of it, a line each
    QSize minimumSizeHint() const override { return {96, 96}; }

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

private:
    std::int64_t size() const;
    int lineHeight() const;
    int pitch() const; // from one mask to the next
    int side() const;  // of a picture
    QScrollBar* bar() const;
    void layOut();
    void refresh();
    void showChosen();
    void scrub(QPoint position);
    void paintMask(QPainter& painter, const QRect& place, std::int64_t mask) const;
    void paintBar(QPainter& painter, const QRect& place, const FilmPicture& picture) const;
    QString figureOf(const FilmPicture& picture) const;
    std::optional<Pairing> pairing(std::int64_t mask) const; // where there is a dynamic plan
    const MaskRun* measured(std::int64_t mask) const;        // null: not

    Workspace& m_workspace;
    MasksReplay& m_replay;
    FilmPictures* m_pictures;
    bool m_lying = false;
    bool m_scrubs = false;
};

} // namespace sparsescope
