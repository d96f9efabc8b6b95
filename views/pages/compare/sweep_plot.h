// One figure of a sweep over the values of its first axis; a line for every value of the second. The arrows walk from
// point to point, Enter opens one.
#pragma once

#include "views/pages/compare/sweep_model.h"
#include "views/plot/plot.h"

namespace sparsescope {

class SweepPlot : public Plot {
    Q_OBJECT
public:
    explicit SweepPlot(SweepModel& model, QWidget* parent = nullptr);
    void setFigure(SweepFigure figure);
    SweepFigure figure() const { return m_figure; }
    void setCurrent(int point); // drawn with a ring; -1: none
    // Where a point is drawn, in pixels of the widget; nothing for one without a number.
    std::optional<QPointF> positionOf(std::size_t point) const;

Q_SIGNALS:
    void pointClicked(int point); // or Enter
    void pointWanted(int point);  // to be the current one

protected:
    void restyle() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void load();
    void slantNames();
    QString textOf(int point) const;
    void walk(int along, int across);
    int pointAt(QPointF position) const;
    int series() const;

    SweepModel& m_model;
    SweepFigure m_figure = SweepFigure::Predicted;
    int m_current = -1;
    bool m_bars = false;
    QCPGraph* m_ring;
    QCPAbstractPlottable* m_cpu = nullptr; // points that the GPU cannot run: hatched bars or marks; null: none
    QList<QCPGraph*> m_lines;
};

} // namespace sparsescope
