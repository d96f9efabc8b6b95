// Counts what lies in the selected rectangle, off the GUI thread, for the inspector.
#pragma once

#include "engine/raster/rectangle_statistics.h"
#include "views/parts/fact_list.h"

#include <QObject>

#include <memory>

namespace sparsescope {

class Workspace;
struct LineOrder;

class RectangleFacts : public QObject {
    Q_OBJECT
public:
    explicit RectangleFacts(Workspace& workspace, QObject* parent = nullptr);

    // What is in the rectangle that is selected now; null until it is counted, or without one.
    const raster::RectangleStatistics* statistics() const { return m_statistics.get(); }

Q_SIGNALS:
    void changed();

private:
    void count();

    Workspace& m_workspace;
    std::shared_ptr<const raster::RectangleStatistics> m_statistics;
    raster::ElementRect m_rect; // counted, or being counted
    std::shared_ptr<const Plan> m_plan;
    std::shared_ptr<const Matrix> m_matrix;
};

// The rectangle itself, and what lies in it once that is known (null: not yet). `plan` is the one that was counted
// with. `lines` is the order that the rectangle is one of; null: the file's.
std::vector<FactGroup> rectangleFacts(const raster::ElementRect& rect, const raster::RectangleStatistics* statistics,
                                      const Plan* plan, const LineOrder* lines);

} // namespace sparsescope
