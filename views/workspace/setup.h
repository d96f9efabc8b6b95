// What the next search and the next run are set up with: operator, planner, options, calibration, and the GPU.
#pragma once

#include "engine/measure/run_options.h"
#include "engine/plan/dynamic/dynamic_plan.h"
#include "engine/plan/operators/operator.h"
#include "engine/work/device.h"
#include "views/workspace/changes.h"

#include <QFlags>
#include <QObject>
#include <QString>
#include <QStringList>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace sparsescope {

class Setup : public QObject {
    Q_OBJECT
public:
    enum Change {
        SearchChanged = 1, // operator, planner, options, calibration or changes of its costs
        GpuChanged = 2,    // which there are, and which is chosen
    };
    Q_DECLARE_FLAGS(Changes, Change)

    explicit Setup(Announcer& announcer);

    const Operator& op() const { return m_operator; }
    // A plan that is there keeps its own. Relations have planners of their own: the first takes the place of one for
    // other operators, and the other way round.
    void setOperator(const Operator& op);
    Operator with(OperatorKind kind) const; // and the last extents of the axes that the other one has not
    QString plannerName() const { return m_planner; }
    void setPlanner(const QString& name); // with its default options
    const nlohmann::json& plannerOptions() const { return m_options; }
    void setPlannerOptions(const nlohmann::json& options);
    QString calibrationName() const { return m_calibration; }
    void setCalibration(const QString& nameOrFile);
    // What if: factors on the calibration's costs as changeCosts() takes them, "atomic=3".
    const QStringList& costChanges() const { return m_costChanges; }
    void setCostChanges(const QStringList& changes);
    // A file that prices sub-tasks in place of the calibration (readOwnCosts()); empty: none.
    const QString& costModel() const { return m_costModel; }
    void setCostModel(const QString& file);

    // Why no plan can be searched for this operator with the planner and the calibration that are chosen; empty: one
    // can, as far as is known without reading a file. The other one: with that planner for the operator that is chosen.
    QString whyNot(const Operator& op) const { return problemOf(op, plannerFor(op)); }
    QString whyNotPlanner(const QString& planner) const { return problemOf(m_operator, planner); }

    // Why no GPU can be used, whatever is open; empty when one can.
    const QString& whyNoGpu() const { return m_gpuProblem; }
    // The GPUs that runs can go to, and which of them they do; none while it is not known. `problem`: why there is
    // none.
    const std::vector<Device>& devices() const { return m_devices; }
    void setDevices(std::vector<Device> devices, const QString& problem);
    int device() const { return m_device; }
    void setDevice(int id);

    // How the next run is made, apart from its GPU, and what the plan is raced against there: all baselines of its
    // operator but some, and kernels of the user's own. Its seed is that of checks on the CPU too.
    struct Runs {
        RunOptions options;
        QStringList leftOut; // baselines, by name
        QStringList kernels; // files
        // Over masks: what is not given is as the dynamic plan says it.
        std::optional<IndexOrder> order = {};
        std::optional<std::int64_t> reselect = {};
        bool oracle = false; // every pairing is measured on every mask
    };
    const Runs& runs() const { return m_runs; }
    void setRuns(Runs runs) { m_runs = std::move(runs); }
    RunOptions runOptions(const Operator& op) const; // as a job takes them
    // Of a run over masks, and the dynamic plan as it runs there: this one, where nothing is to be otherwise.
    RunOptions runOptions(const Operator& op, const MaskFacts& masks) const;
    std::shared_ptr<const DynamicPlan> toRun(const std::shared_ptr<const DynamicPlan>& plan) const;

Q_SIGNALS:
    void changed(sparsescope::Setup::Changes changes);

private:
    template <class T>
    void set(T& member, const T& value)
    {
        if (value == member)
            return;
        const Changing now(m_announcer);
        member = value;
        m_changes |= SearchChanged;
    }

    QString plannerFor(const Operator& op) const;
    QString problemOf(const Operator& op, const QString& planner) const;
    RunOptions runOptions(const std::vector<std::string>& baselines) const;

    Announcer& m_announcer;
    Changes m_changes;
    Operator m_operator;
    std::int64_t m_lastDense = Operator().dense, m_lastInner = Operator().dense;
    QString m_planner;
    nlohmann::json m_options = nlohmann::json::object();
    QString m_calibration;
    QStringList m_costChanges;
    QString m_costModel;
    std::vector<Device> m_devices;
    int m_device = 0;
    Runs m_runs;
    QString m_gpuProblem;
};

} // namespace sparsescope
