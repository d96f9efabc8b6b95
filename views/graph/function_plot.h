// The elements of an array as points, and over them the function that a kernel computes instead of reading them
// (AlphaSparse, section V-D, figure 8).
#pragma once

#include "views/graph/arrays_view.h"
#include "views/plot/plot.h"

namespace sparsescope {

class FunctionPlot : public Plot {
    Q_OBJECT
public:
    explicit FunctionPlot(QWidget* parent = nullptr);

    // True: there is something to see of it.
    bool show(const ShownArray& array);

protected:
    void restyle() override;

private:
    QCPGraph *m_points, *m_line;
};

} // namespace sparsescope
