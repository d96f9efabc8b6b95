// A scene on the screen: fitted, zoomed and moved; what is hovered or picked lights what is linked
// with it; cells are drawn and lines moved by mouse and keys.
#pragma once

#include "engine/learn/scene.h"
#include "views/scene/scene_paint.h"

#include <QAbstractScrollArea>
#include <QVariantAnimation>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sparsescope {

class SceneView : public QAbstractScrollArea {
    Q_OBJECT
public:
    enum class Hand { Look, Draw, Move }; // what a press on a cell of the matrix does

    explicit SceneView(QWidget* parent = nullptr);

    // `glide`: shapes that were elsewhere move to their places. The picked shape stays picked where it is still there.
    // `keepScale`: also where it would be fitted.
    void setScene(learn::Scene scene, bool glide, bool keepScale = false);
    const learn::Scene& scene() const { return m_scene; }
    void setReducedMotion(bool reduced) { m_reducedMotion = reduced; }
    bool gliding() const { return m_glide.state() == QAbstractAnimation::Running; }
    static constexpr int glideMilliseconds = 300;

    void setHand(Hand hand);
    bool showsPlaces() const; // of the matrix: something can be drawn
    Hand hand() const { return m_hand; }
    // Whether a cell is filled: a stroke over one that is empties, else fills.
    void setFilled(std::function<bool(std::int64_t row, std::int64_t col)> filled) { m_filled = std::move(filled); }

    void fit();
    void fitAgain(); // on a stage, where it is fitted and does not fit: all of it, however small that is
    void zoom(double factor);
    bool fitted() const { return m_fitted; }
    bool whole() const; // nothing of it is out of sight
    double scale() const { return m_scale; }
    // Before a hall: the picture stands in the middle, without bars, and fits at no less than `leastScale`; what the
    // step is about is then brought into sight.
    void setStage(bool stage);
    void setLeastScale(double least);
    void setPointer(bool pointer); // a ring in place of the mouse's arrow, seen from afar
    bool pointer() const { return m_pointer; }

    // Where somebody zoomed to and went; none: it is fitted.
    struct Look {
        double scale = 1;
        QPointF middle; // of the viewport, in the scene
    };
    std::optional<Look> look() const;
    void setLook(const std::optional<Look>& look);

    const std::string& pick() const { return m_pick; }
    void setPick(const std::string& id);
    const std::string& hovered() const { return m_hovered; }
    // What is lit because of the pick and the pointer, without themselves.
    std::vector<std::string> lit() const;
    // The rows or columns of the matrix in the order in which the picture has them.
    std::vector<std::int32_t> order(bool rows) const;
    QPoint placeOf(const std::string& id) const; // the middle of a shape in the viewport

Q_SIGNALS:
    void roomChanged(QSizeF pixels);       // for a whole picture
    void hintChanged(const QString& hint); // of what is hovered, or else picked
    void pickChanged();
    void chosen(const std::string& id); // by a click or by Enter, whether it was picked before or not
    void strokeBegan();
    void strokeEnded();
    void cellDrawn(std::int64_t row, std::int64_t col, bool filled);
    // A line to the place where another one is; by keys: one on or back.
    void lineMoved(bool row, std::int64_t line, std::int64_t overLine);
    void lineNudged(bool row, std::int64_t line, int by);

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    using Shape = learn::Shape; // a frame has shapes too
    QPointF origin() const;     // of the scene, in the viewport
    double wholeScale() const;
    void paintPointer(QPainter& painter) const;
    void paintMore(QPainter& painter) const;
    QRectF stepBox() const;
    QPointF toScene(QPointF viewport) const;
    void setScale(double scale, QPointF fixed);
    void placeBars();
    void keepInSight(const QRectF& box);
    void followStep();
    QRectF boxNow(int shape) const;
    void setHovered(const std::string& id);
    void hintNow();
    bool movePick(Qt::Key direction);
    bool nudge(Qt::Key direction);
    void pickSomething();
    void drawAt(QPointF scene);
    void moveTo(QPointF scene);
    bool cellOf(const std::string& id, std::int64_t& row, std::int64_t& col) const;
    std::string cellAt(QPointF scene) const;  // the place of the matrix there, whatever lies on it; or empty
    int shapeOf(const std::string& id) const; // -1: none
    bool setOut(const std::vector<QRectF>& before);
    const std::vector<int>& litShapes() const;

    learn::Scene m_scene;
    std::vector<int> m_shapes;                     // those with ids
    mutable std::optional<std::vector<int>> m_lit; // shapes, once they are asked for
    BoxPictures m_boxes;
    TextLayouts m_texts;
    std::vector<int> m_carrier; // shape that one without an id stands in and moves with; -1: none
    std::vector<QRectF> m_from; // where shapes come from while they glide
    QVariantAnimation m_glide;
    bool m_reducedMotion = false;
    Hand m_hand = Hand::Look;
    std::function<bool(std::int64_t, std::int64_t)> m_filled;

    double m_scale = 1, m_leastScale = 0;
    bool m_fitted = true, m_stage = false, m_pointer = false;
    std::optional<QPointF> m_at; // of the pointer
    std::string m_pick, m_hovered;

    enum class Drag { None, Press, Pan, Draw, Row, Column };
    Drag m_drag = Drag::None;
    QPoint m_press, m_last;
    std::string m_pressed;
    bool m_filling = false;
    std::int64_t m_line = -1;
};

} // namespace sparsescope
