// What the matrix is like: its statistics, the lengths of its rows and columns, what its reader decided.
#pragma once

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace sparsescope {

class FactList;
class LengthsPlot;
class SlicesPlot;
class Workspace;

class MatrixPanel : public QWidget {
    Q_OBJECT
public:
    explicit MatrixPanel(Workspace& workspace, QWidget* parent = nullptr);
    void addTool(QWidget* tool); // above the plot

private:
    void refresh();

    Workspace& m_workspace;
    QLabel *m_kind, *m_about;
    FactList *m_left, *m_right;
    LengthsPlot* m_lengths;
    SlicesPlot* m_slices;
    QVBoxLayout* m_side;
};

} // namespace sparsescope
