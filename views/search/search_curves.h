// Covered non-zeros and the sum of costs over the steps of a search, with a cursor at the present one. The curves
// grow with the steps; what is ahead is pale.
#pragma once

#include "views/plot/plot.h"
#include "views/workspace/workspace.h"

namespace sparsescope {

// At most `most` of the n + 1 points of a curve, with its first and last.
struct CurvePoints {
    QVector<double> steps, covered, cost;
};
CurvePoints curvePoints(const PlanFacts& facts, std::int64_t nnz, std::int64_t most);
// While a search runs: one point a round.
CurvePoints curvePoints(const std::vector<TraceRound>& rounds, std::int64_t nnz);

class SearchCurves : public Plot {
    Q_OBJECT
public:
    explicit SearchCurves(Workspace& workspace, QWidget* parent = nullptr);

protected:
    void restyle() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void load();
    void moveCursor();
    void scrubTo(double x);

    Workspace& m_workspace;
    QCPGraph *m_covered, *m_cost;
    QCPItemStraightLine* m_cursor;
    QCPItemRect* m_ahead; // pales what the present step has not reached
    QCPItemText *m_coveredName, *m_costName;
};

} // namespace sparsescope
