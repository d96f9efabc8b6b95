// What the matrix is like: its statistics, the lengths of its rows and columns, what its reader decided.
#pragma once

#include <QWidget>

#include <cstdint>
#include <optional>

class QLabel;
class QSpinBox;
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

Q_SIGNALS:
    void sliceWanted(std::optional<std::int64_t> slice); // of a matrix of several; none: the sum of all

private:
    QWidget* makeSlices();
    void refresh();

    Workspace& m_workspace;
    QLabel *m_kind, *m_about;
    FactList *m_left, *m_right;
    LengthsPlot* m_lengths;
    SlicesPlot* m_slices;
    QSpinBox* m_slice;
    QWidget* m_ofSlices; // all that a matrix of several has
    QVBoxLayout* m_side;
};

} // namespace sparsescope
