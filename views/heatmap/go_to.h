// The small field over the canvas that leads to a row and a column, or selects a rectangle of them.
#pragma once

#include "engine/raster/view_box.h"

#include <QString>
#include <QWidget>

#include <cstdint>
#include <optional>

class QLabel;
class QLineEdit;

namespace sparsescope {

struct GoTo {
    std::optional<raster::ElementRect> place; // an element, or all between two
    QString why;                              // there is none
};

// "17,4095", "17 4,095", "(17; 4095)", "r 17 c 4095", "16-31, 0-63", its ends included; from 0. A comma between the
// digits of a number is taken for one between row and column unless something else stands there, or the matrix is too
// small.
GoTo parseGoTo(const QString& typed, std::int64_t rows, std::int64_t cols);

class GoToField : public QWidget {
    Q_OBJECT
public:
    explicit GoToField(QWidget* parent);
    void open(std::int64_t rows, std::int64_t cols); // empty, with the focus

Q_SIGNALS:
    void entered(const sparsescope::raster::ElementRect& place); // hidden by then

private:
    void accept();

    std::int64_t m_rows = 0, m_cols = 0;
    QLineEdit* m_edit;
    QLabel* m_why;
};

} // namespace sparsescope
