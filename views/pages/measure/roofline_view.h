// The roofline of a run on logarithmic axes: ceilings of the memories, the peak, and the plan as predicted and as
// counted.
#pragma once

#include "engine/measure/roofline.h"
#include "views/plot/plot.h"

#include <vector>

namespace sparsescope {

class RooflineView : public Plot {
    Q_OBJECT
public:
    explicit RooflineView(QWidget* parent = nullptr);
    void setRoofline(const Roofline& roofline);
    // The kind of tile that is marked; -1: none. Index into Roofline::kinds.
    void markKind(int kind);
    int kindAt(QPointF position) const; // near a place of the widget; -1: none
    QPointF placeOfKind(int kind) const;

public Q_SLOTS:
    void fit();

Q_SIGNALS:
    void kindClicked(int kind);

protected:
    void restyle() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString tipAt(QPointF position) const;
    QPointF pixelsOf(const RooflinePoint& point) const;
    QCPGraph* addLine(const QVector<double>& x, const QVector<double>& y);
    void addName(const QString& text, double x, double y, Qt::Alignment alignment, bool strong);
    void placeNames();

    Roofline m_roofline;
    std::vector<std::pair<RooflinePoint, QString>> m_named; // big points and what they are
    std::vector<QCPGraph*> m_slopes;
    QCPGraph *m_peak = nullptr, *m_kinds = nullptr, *m_marked = nullptr;
    std::vector<QCPGraph*> m_points;                               // as m_named
    std::vector<QCPItemText*> m_names;                             // of ceilings and the peak, then as m_named
    std::vector<std::pair<QCPItemText*, std::size_t>> m_kindNames; // and the kind, the longest first
    int m_mark = -1;
    QPointF m_pressed;
};

} // namespace sparsescope
