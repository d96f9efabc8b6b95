// How many rows and columns have how many non-zeros.
#pragma once

#include "engine/matrix/statistics.h"
#include "views/plot/plot.h"

namespace sparsescope {

class LengthsPlot : public Plot {
    Q_OBJECT
public:
    explicit LengthsPlot(QWidget* parent = nullptr);
    void setStatistics(const MatrixStatistics* statistics);

protected:
    void restyle() override;

private:
    QCPBars *m_rows, *m_cols;
};

} // namespace sparsescope
