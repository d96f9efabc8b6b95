// The points of a sweep as a table: what was varied, then every figure; and the figures by name, for the plot.
#pragma once

#include "engine/measure/profile.h"
#include "engine/search/ranking.h"
#include "engine/search/ready_sweeps.h"
#include "views/parts/theme.h"

#include <QAbstractTableModel>

#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace sparsescope {

// Those from MemoryCost on not every sweep has: LiteForm's cost of memory accesses, which planner cell finds out, how
// many graphs a search among them has tried, and of a ready sweep times over those of the paper's default, beside what
// the paper reports.
enum class SweepFigure {
    Predicted,
    Measured,
    Storage,
    Padding,
    SearchTime,
    Redundant,
    Atomic,
    Tiles,
    Levels,
    MemoryCost,
    Evaluated,
    PredictedOverDefault,
    MeasuredOverDefault,
    PaperOverDefault,
    SearchOverDefault,
    PaperSearchOverDefault
};
// Those beyond are counters of the runs, in the order of SweepModel::counters().
inline constexpr int sweepFigureCount = 16;
QString sweepFigureName(SweepFigure figure);
QString sweepFigureText(SweepFigure figure, double value);

class SweepModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    static constexpr int sortRole = Qt::UserRole; // numbers, NaN where there is none; words

    void setDeviceCode(DeviceCode hasDeviceCode) { m_hasDeviceCode = std::move(hasDeviceCode); }

    // The points to come, and those that are done already.
    void start(const Sweep& sweep, const MatrixPtr& matrix, const std::map<std::size_t, SweepPoint>& done = {});
    void clear() { start({}, nullptr); }
    void setPoint(std::size_t index, const SweepPoint& point);
    // NaN: not measured. What CUPTI counted in the run becomes a figure of its own.
    void setMeasured(std::size_t index, double ns, const std::vector<Counter>& counters = {});
    void setColors(const Colors& colors);

    const Sweep& sweep() const { return m_sweep; }
    const std::vector<SweepPoint>& points() const { return m_points; }
    std::vector<SweepPoint> donePoints() const; // with what was measured
    // Of a ready sweep: whose figures stand beside it, why ours are others, and which counters are missing.
    QString besidePaper(const QString& whyNoGpu) const;
    bool done(std::size_t index) const { return m_done[index]; }
    const std::vector<Counter>& counters() const { return m_counters; } // of any point; the first one's value
    int figures() const { return sweepFigureCount + static_cast<int>(m_counters.size()); }
    QString figureName(SweepFigure figure) const;
    QString figureText(SweepFigure figure, double value) const;
    bool hasMeasured() const;
    bool hasFigure(SweepFigure figure) const; // of any point
    bool columnEmpty(int column) const;       // a figure that not every sweep has, or notes, and no point has one
    // The plan has a format that the GPU has no code for; its prediction is no candidate for the fastest.
    bool cpuOnly(std::size_t index) const;
    // "predicted with ELL's costs; runs on the CPU only", or nothing.
    QString note(std::size_t index) const;
    QString summary() const; // how many are done, which is the fastest that the GPU can run, how many failed
    // NaN: not done, failed, or not measured.
    double figure(std::size_t index, SweepFigure figure) const;
    // "ratio 1.5, dense 64".
    QString name(std::size_t index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    int axes() const { return static_cast<int>(m_sweep.axes.size()); }
    QString byFormat(const SweepPoint& point) const;
    bool bestOf(std::size_t index, SweepFigure figure) const; // the shortest time of all
    Ranked ranked(std::size_t index) const;
    const Counter* counterOf(SweepFigure figure) const; // null: none, or of a run that is no longer there
    void findExtremes();
    void findOverDefault();
    void changed();

    Sweep m_sweep;
    MatrixPtr m_matrix;
    std::optional<ReadySweep> m_ready;      // that it is
    std::vector<OverDefault> m_overDefault; // one a point
    std::vector<SweepPoint> m_points;
    std::vector<bool> m_done;
    std::vector<double> m_measured;
    std::vector<Counter> m_counters;
    std::vector<std::map<std::string, double>> m_counted; // of each point, by CUPTI's names
    // The greatest value of each figure; NaN: no numbers.
    std::vector<double> m_greatest = std::vector<double>(sweepFigureCount, std::numeric_limits<double>::quiet_NaN());
    double m_fastestPredicted = 0, m_fastestMeasured = 0; // ns; 0: none
    DeviceCode m_hasDeviceCode;
    Colors m_colors = lightColors();
};

} // namespace sparsescope
