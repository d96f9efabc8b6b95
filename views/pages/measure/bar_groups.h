// Groups of bars with a title each, on scales of their own, side by side where there is room.
#pragma once

#include "views/parts/bars_view.h"

class QGridLayout;

namespace sparsescope {

struct BarGroup {
    QString title;
    std::vector<Bar> bars;
};

class BarGroups : public QWidget {
    Q_OBJECT
public:
    explicit BarGroups(QWidget* parent = nullptr);
    void setGroups(const std::vector<BarGroup>& groups);
    QString text() const; // a line a bar
    int columns() const { return m_columns; }
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    QGridLayout* m_grid;
    std::vector<QWidget*> m_boxes; // of a group each
    int m_columns = 0;
};

} // namespace sparsescope
