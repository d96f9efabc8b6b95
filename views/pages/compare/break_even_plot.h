// A sweep over masks: how long the fastest pairing and the dense product are predicted to take, along the share of
// non-zeros, and every break-even between them. The arrows walk from point to point.
#pragma once

#include "engine/search/sparda/mask_sweep.h"
#include "views/plot/plot.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsescope {

// What a run measured of a mask at its share of non-zeros, under the conditions of the sweep. 0: nothing.
struct MeasuredMask {
    double nonZeros, planNs, denseNs;
};

class BreakEvenPlot : public Plot {
    Q_OBJECT
public:
    explicit BreakEvenPlot(QWidget* parent = nullptr);

    // Those that are done.
    void setPoints(const sparda::MaskSweep& sweep, std::vector<sparda::MaskSweepPoint> points,
                   const std::vector<MeasuredMask>& measured = {});
    const std::vector<sparda::BreakEvens>& breakEvens() const { return m_breakEvens; }
    QStringList labels() const; // that mark them
    // What lines and marks mean, as rich text; it names the lines that breakEvens() does not name.
    QString key() const;
    QColor colourOf(const std::string& line) const; // by what else varies
    int measuredPoints() const { return m_measured->dataCount() + m_measuredDense->dataCount(); }
    // Where a point's pairing is drawn, in pixels of the widget; nothing for one without both times.
    std::optional<QPointF> positionOf(std::size_t point) const;
    QString textOf(std::size_t point) const;

Q_SIGNALS:
    void keyChanged();

protected:
    void restyle() override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Line {
        sparda::MaskSweepLine of;
        QCPGraph *pairing, *dense;
    };
    // Where the dense product begins, or ceases, to be faster.
    struct Crossing {
        QCPItemLine* down; // to the axis
        QCPItemText* label;
    };
    void clear();
    void addCrossings(int line);
    void addMeasured(const std::vector<MeasuredMask>& measured);
    void fit();
    void placeLabels();
    QColor colourAt(int line) const;
    void walk(int by);
    std::optional<std::size_t> placeAt(QPointF position) const; // of the nearest point within some pixels

    sparda::MaskSweep m_sweep;
    std::vector<sparda::MaskSweepPoint> m_points;
    std::vector<sparda::BreakEvens> m_breakEvens;
    std::vector<Line> m_lines;
    std::vector<Crossing> m_crossings;
    QCPGraph *m_evens, *m_ring;             // where lines cross; around the current point
    QCPGraph *m_measured, *m_measuredDense; // of the masks that are open
    std::vector<std::size_t> m_drawn;       // points, line by line
    std::optional<std::size_t> m_current;   // place in these
};

} // namespace sparsescope
