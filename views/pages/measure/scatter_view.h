// Predicted against measured, with the identity and the fitted line: the cost of every sub-task against its times, or
// the bytes and FLOPs of every kind of tile against counters; as they are or as measured over predicted. The cloud is a
// picture made on a thread; axes, lines and the selected tile are live.
#pragma once

#include "engine/measure/power_fit.h"
#include "views/pages/measure/scatter_cloud.h"
#include "views/plot/plot.h"
#include "views/workspace/workspace.h"

namespace sparsescope {

class CloudItem;

enum class ScatterOf { Time, Bytes, Flops, Branches };

// Points of the kinds of tile that were counted, as saturated points of the first tile of each.
RunFacts kindPoints(const Plan& plan, const Profile& profile, ScatterOf what);
// The branches of a graph's kernel likewise: the times of their blocks, added up; or all of them as one point, for
// counters are of the whole kernel.
RunFacts branchPoints(const Profile& profile, const RunFacts& facts, ScatterOf what);

class ScatterView : public Plot {
    Q_OBJECT
public:
    explicit ScatterView(Workspace& workspace, QWidget* parent = nullptr);

    void setSeries(bool saturated, bool inSitu);
    void setWhat(ScatterOf what);
    void setResiduals(bool residuals);
    // What other costs than the plan's say of the run that is shown, and whose these are; null: the plan's own.
    void setOtherCosts(const RunFactsPtr& facts, const QString& name);
    ScatterOf what() const { return m_what; }
    // The agreement of what is shown, never residuals; saturated stands for kinds of tile.
    Agreement agreementOf(bool saturated) const;
    PowerFit fitOf(bool saturated) const { return saturated ? m_saturatedFit : m_inSituFit; }
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
    void choosePoints();
    void nameAxes();
    void placeLines();
    void requestCloud();
    void showSelection();
    bool ofBranches() const { return m_facts && !m_facts->branches.empty(); }
    bool showsSaturated() const { return m_saturated || m_what != ScatterOf::Time; }
    bool showsInSitu() const { return m_inSitu && m_what == ScatterOf::Time; }
    CloudRequest request() const;

    Workspace& m_workspace;
    RunFactsPtr m_facts;
    ProfilePtr m_profile;
    PlanPtr m_plan;
    RunFactsPtr m_otherCosts; // instead of m_facts, for times
    QString m_otherName;
    RunFactsPtr m_values; // what is compared
    RunFactsPtr m_points; // as drawn: the same, or divided by what was predicted
    ScatterOf m_what = ScatterOf::Time;
    bool m_residuals = false;
    PowerFit m_saturatedFit, m_inSituFit;
    std::shared_ptr<const std::vector<std::int32_t>> m_tileFormats;
    bool m_saturated = true, m_inSitu = true;
    CloudItem* m_cloud;
    QCPItemStraightLine* m_identity;
    QCPItemText* m_identityName;
    QCPItemStraightLine *m_saturatedLine, *m_inSituLine;
    QCPGraph* m_selected;
    QPointF m_pressed;
    QVariantList m_drawn; // for what the picture was asked last
};

} // namespace sparsescope
