// How many rows and columns have how many non-zeros; and of a matrix of several slices, how many each of these has.
#pragma once

#include "engine/matrix/statistics.h"
#include "views/plot/paired_bars.h"

namespace sparsescope {

class LengthsPlot : public PairedBars {
    Q_OBJECT
public:
    explicit LengthsPlot(QWidget* parent = nullptr);
    void setStatistics(const MatrixStatistics* statistics);
};

class SlicesPlot : public PairedBars {
    Q_OBJECT
public:
    explicit SlicesPlot(QWidget* parent = nullptr);
    void setSlices(const std::vector<SliceStatistics>& slices);

Q_SIGNALS:
    void clicked(int slice);

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    int m_count = 0;
};

} // namespace sparsescope
