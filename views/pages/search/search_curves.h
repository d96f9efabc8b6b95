// Objective, coverage, padding and share of split tiles over the steps of a search, with a cursor at the present one;
// each can be left out. The curves grow with the steps; what is ahead is pale.
#pragma once

#include "views/plot/plot.h"
#include "views/workspace/workspace.h"

#include <QTimer>

#include <array>
#include <optional>

namespace sparsescope {

// At most `most` of the n + 1 points of a curve, with its first and last.
struct CurvePoints {
    QVector<double> steps;
    QVector<double> cost;    // sum of the costs of the tiles, ns
    QVector<double> covered; // share of the non-zeros
    QVector<double> padding; // share of the stored places that own no non-zero; empty when not known
    QVector<double> atomic;  // share of the tiles; empty when not known
};
CurvePoints curvePoints(const PlanFacts& facts, std::int64_t nnz, std::int64_t most, const Plan* plan = nullptr);
// While a search runs: points of rounds.
CurvePoints curvePoints(const std::vector<TraceRound>& rounds, std::int64_t nnz, std::int64_t most);

enum class Curve { Cost, Covered, Padding, Atomic };
inline constexpr int curveCount = 4;

class SearchCurves : public Plot {
    Q_OBJECT
public:
    explicit SearchCurves(Workspace& workspace, QWidget* parent = nullptr);
    ~SearchCurves() override;

    void setShown(Curve curve, bool shown);
    bool shown(Curve curve) const { return m_lines[static_cast<std::size_t>(curve)].wanted; }
    static QString nameOf(Curve curve); // "sum of costs"

protected:
    void restyle() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void load();
    void moveCursor();
    void scrubTo(double x);
    void fitSteps();
    void placeNames();

    class StepTicker;
    struct Line {
        QCPGraph* graph = nullptr;
        QCPItemText* name = nullptr;
        double last = 0; // value at the end
        bool wanted = true;
        bool known = false;
    };
    Workspace& m_workspace;
    std::array<Line, curveCount> m_lines;
    QSharedPointer<StepTicker> m_steps;
    int m_nameWidth = 0; // pixels kept free for the names
    QTimer m_due;        // several things change at once: they are drawn once
    std::optional<StepCursor> m_cursor;
};

} // namespace sparsescope
