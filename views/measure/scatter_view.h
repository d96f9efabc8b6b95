// Predicted cost against measured time of every sub-task, with the identity line. The cloud is a picture made on a
// thread; axes, line and the selected tile are live.
#pragma once

#include "views/measure/scatter_cloud.h"
#include "views/plot/plot.h"
#include "views/workspace/workspace.h"

namespace sparsescope {

class CloudItem;

class ScatterView : public Plot {
    Q_OBJECT
public:
    explicit ScatterView(Workspace& workspace, QWidget* parent = nullptr);

    void setSeries(bool saturated, bool inSitu);
    bool busy() const { return m_jobs.busy(); }
    std::int64_t tileAt(QPointF position) const; // near a position of the widget; -1: none

public Q_SLOTS:
    void fit();

protected:
    void restyle() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    void load();
    void requestCloud();
    void showSelection();
    CloudRequest request() const;

    Workspace& m_workspace;
    RunFactsPtr m_facts;
    PlanPtr m_plan;
    std::shared_ptr<const std::vector<std::int32_t>> m_tileFormats;
    bool m_saturated = true, m_inSitu = true;
    CloudItem* m_cloud;
    QCPItemStraightLine* m_identity;
    QCPItemText* m_identityName;
    QCPGraph* m_selected;
    QPointF m_pressed;
    QVariantList m_drawn; // for what the picture was asked last
    Jobs m_jobs;
};

} // namespace sparsescope
