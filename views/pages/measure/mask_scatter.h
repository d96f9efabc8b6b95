// Predicted against measured times, points of each mask: of the index, of the kernel and of both together; beside them
// what CUPTI counted on the first mask. A click chooses the mask.
#pragma once

#include "engine/measure/mask_validation.h"
#include "views/plot/plot.h"
#include "views/workspace/document.h"

#include <functional>
#include <vector>

namespace sparsescope {

class MaskScatter : public Plot {
    Q_OBJECT
public:
    explicit MaskScatter(QWidget* parent = nullptr);

    // `counted`: kernels of mask 0.
    void setRun(SequenceRunPtr run, const std::vector<CountedKernel>& counted, DataType dtype,
                std::function<QString(std::int64_t)> title);
    void setChosen(std::int64_t mask);
    std::int64_t maskAt(QPointF position) const; // of the nearest point within some pixels; -1: none
    QPointF placeOf(std::int64_t mask) const;    // its point of both together
    int points() const { return m_points.back()->dataCount(); }
    int countedPoints() const { return m_counted.front()->dataCount() + m_counted.back()->dataCount(); }
    QString key() const; // what the marks mean, as rich text

Q_SIGNALS:
    void maskClicked(qint64 mask);
    void keyChanged();

protected:
    void restyle() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    bool known(std::int64_t mask, MaskTime which) const; // with both times
    QPointF placeOf(std::int64_t mask, MaskTime which) const;
    QColor colorOf(MaskTime which) const;

    SequenceRunPtr m_run;
    DataType m_dtype = DataType::Float16;
    std::function<QString(std::int64_t)> m_title;
    std::int64_t m_chosen = -1;
    QCPItemStraightLine* m_identity;
    QList<QCPGraph*> m_points;  // in the order of MaskTime
    QList<QCPGraph*> m_counted; // of index and kernel
    QCPGraph* m_ring;
};

} // namespace sparsescope
