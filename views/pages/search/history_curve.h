// Times of a search among graphs over its evaluations: a mark for each verdict, the best so far as a line, the
// temperature of the annealing on an axis of its own. Refused and failed ones have no time and stand at the upper edge.
#pragma once

#include "views/pages/search/shown_history.h"
#include "views/plot/plot.h"

#include <array>
#include <optional>

namespace sparsescope {

class HistoryCurve : public Plot {
    Q_OBJECT
public:
    explicit HistoryCurve(ShownHistory& shown, QWidget* parent = nullptr);

    void setPredicted(bool on);
    int evaluationAt(QPointF position) const; // near a position of the widget; -1: none
    QPointF placeOf(int evaluation) const;    // of its mark

protected:
    bool event(QEvent* event) override;
    void restyle() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void load();
    void nameAxes();
    void showCurrent();
    void moveCursor();
    void scrubTo(double x);
    double heightOf(int evaluation) const; // ns, or the upper edge's

    ShownHistory& m_shown;
    std::array<QCPGraph*, alphasparse::verdictCount> m_points;
    QCPGraph *m_best, *m_predicted, *m_temperature, *m_way, *m_current;
    std::optional<StepCursor> m_cursor;
    QSharedPointer<QCPAxisTickerText> m_phases;
    struct Part {
        double begin, end; // of the evaluations
        QString name;
    };
    std::vector<Part> m_parts; // phases, in order
    QTimer m_due;
    double m_edge = 1; // ns
    int m_pressed = -1;
    bool m_scrubs = false;
};

} // namespace sparsescope
