// What the next search is asked for, and whether there is a GPU.
#include "views/workspace/setup.h"

#include "engine/core/error.h"
#include "engine/cost/calibration.h"
#include "engine/measure/baselines.h"
#include "engine/search/planner.h"

#include <map>
#include <utility>

namespace sparsescope {

namespace {

// Null for a file: the search reads it, off the GUI thread, and says what is wrong with it. The shipped ones are small,
// and read once for all windows.
const Calibration* shippedNumbers(const std::string& nameOrFile)
{
    static std::map<std::string, Calibration> read; // of the GUI thread alone
    if (const auto known = read.find(nameOrFile); known != read.end())
        return &known->second;
    if (nameOrFile.find('/') != std::string::npos || nameOrFile.ends_with(".json"))
        return nullptr;
    return &read.emplace(nameOrFile, readCalibration(nameOrFile)).first->second;
}

} // namespace

Setup::Setup(Announcer& announcer) : m_announcer(announcer), m_calibration(QString::fromUtf8(defaultCalibration))
{
    if (!planners().empty())
        m_planner = QString::fromStdString(planners().front()->name());
    announcer.add([this] {
        if (const Changes changes = std::exchange(m_changes, {}))
            Q_EMIT changed(changes);
    });
}

void Setup::setOperator(const Operator& op)
{
    const Changing now(m_announcer);
    if (op.hasDenseAxis())
        m_lastDense = op.dense;
    if (op.relational())
        m_lastInner = op.inner;
    const QString planner = plannerFor(op);
    set(m_operator, op);
    setPlanner(planner);
}

QString Setup::plannerFor(const Operator& op) const
{
    if (op.relational() != m_operator.relational())
        for (const Planner* other : planners())
            if (other->plans(op.definition()))
                return QString::fromStdString(other->name());
    return m_planner;
}

Operator Setup::with(OperatorKind kind) const
{
    Operator op = sparsescope::changed(m_operator, kind);
    if (op.hasDenseAxis() && !m_operator.hasDenseAxis())
        op.dense = m_lastDense;
    if (op.relational() && !m_operator.relational())
        op.inner = m_lastInner;
    return op;
}

void Setup::setPlanner(const QString& name)
{
    if (name == m_planner)
        return;
    const Changing now(m_announcer);
    set(m_planner, name);
    set(m_options, nlohmann::json::object());
}

void Setup::setPlannerOptions(const nlohmann::json& options)
{
    set(m_options, options);
}

void Setup::setCalibration(const QString& nameOrFile)
{
    set(m_calibration, nameOrFile);
}

QString Setup::problemOf(const Operator& op, const QString& plannerName) const
{
    if (plannerName.isEmpty())
        return tr("there is no planner in this program");
    try {
        requireOperator(planner(plannerName.toStdString()), op);
        if (const Calibration* numbers = shippedNumbers(m_calibration.toStdString()))
            numbers->entriesOf(op.kind, op.dtype);
        return {};
    } catch (const Error& e) {
        return QString::fromUtf8(e.what());
    }
}

void Setup::setCostChanges(const QStringList& changes)
{
    set(m_costChanges, changes);
}

void Setup::setCostModel(const QString& file)
{
    set(m_costModel, file);
}

void Setup::setDevices(std::vector<Device> devices, const QString& problem)
{
    const Changing now(m_announcer);
    m_devices = std::move(devices);
    m_gpuProblem = problem;
    if (m_gpuProblem.isEmpty())
        m_gpuProblem = QString::fromStdString(deviceProblem(m_devices, m_device));
    m_changes |= GpuChanged;
}

void Setup::setDevice(int id)
{
    if (id == m_device)
        return;
    const Changing now(m_announcer);
    m_device = id;
    if (!m_devices.empty())
        m_gpuProblem = QString::fromStdString(deviceProblem(m_devices, m_device));
    m_changes |= GpuChanged;
}

RunOptions Setup::runOptions(const Operator& op) const
{
    return runOptions(op.definition().baselines);
}

RunOptions Setup::runOptions(const Operator& op, const MaskFacts& masks) const
{
    return runOptions(maskBaselines(op, masks));
}

std::shared_ptr<const DynamicPlan> Setup::toRun(const std::shared_ptr<const DynamicPlan>& plan) const
{
    DynamicPlan other = *plan;
    other.rule.order = m_runs.order.value_or(plan->rule.order);
    other.rule.reselect = m_runs.reselect.value_or(plan->rule.reselect);
    return other.rule == plan->rule ? plan : std::make_shared<const DynamicPlan>(std::move(other));
}

RunOptions Setup::runOptions(const std::vector<std::string>& baselines) const
{
    RunOptions options = m_runs.options;
    options.device = m_device;
    options.baselines.clear();
    for (const std::string& name : baselines)
        if (!m_runs.leftOut.contains(QString::fromStdString(name)))
            options.baselines.push_back(name);
    for (const QString& file : m_runs.kernels)
        options.baselines.push_back(userKernelPrefix + file.toStdString());
    return options;
}

} // namespace sparsescope
