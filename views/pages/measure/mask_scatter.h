// Predicted against measured totals, a point a mask; a click chooses the mask.
#pragma once

#include "views/plot/plot.h"
#include "views/workspace/document.h"

#include <functional>
#include <vector>

namespace sparsescope {

class MaskScatter : public Plot {
    Q_OBJECT
public:
    explicit MaskScatter(QWidget* parent = nullptr);

    void setRun(SequenceRunPtr run, DataType dtype, std::function<QString(std::int64_t)> title);
    void setChosen(std::int64_t mask);
    std::int64_t maskAt(QPointF position) const; // the nearest one within some pixels; -1: none
    QPointF placeOf(std::int64_t mask) const;    // of one that has both times
    int points() const { return m_points->dataCount(); }

Q_SIGNALS:
    void maskClicked(qint64 mask);

protected:
    void restyle() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    bool known(std::int64_t mask) const; // with both times

    SequenceRunPtr m_run;
    DataType m_dtype = DataType::Float16;
    std::function<QString(std::int64_t)> m_title;
    std::int64_t m_chosen = -1;
    QCPItemStraightLine* m_identity;
    QCPGraph *m_points, *m_ring;
};

} // namespace sparsescope
