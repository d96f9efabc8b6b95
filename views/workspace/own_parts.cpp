#include "views/workspace/own_parts.h"

#include "engine/core/error.h"
#include "engine/core/own_program.h"
#include "engine/cost/own_costs.h"
#include "engine/search/program/program_planner.h"

#include <QFileInfo>
#include <QSettings>

#include <utility>

namespace sparsescope {

namespace {

constexpr int mostParts = 9;
const QString partKeys[] = {QStringLiteral("ownPlanners"), QStringLiteral("ownCostModels")};

} // namespace

OwnParts::OwnParts(std::shared_ptr<QSettings> settings) : m_settings(std::move(settings))
{
    for (const Kind kind : {Planners, CostModels})
        if (m_settings)
            m_known[kind] = m_settings->value(partKeys[kind]).toStringList().mid(0, mostParts);
}

QString OwnParts::allow(Kind kind, const QString& path)
{
    const std::string file = path.toStdString();
    try {
        if (kind == CostModels)
            readOwnCosts(file);
        if (kind == Planners || !file.ends_with(".json"))
            chooseProgram(file);
    } catch (const Error& error) {
        return QString::fromStdString(error.what());
    }
    return {};
}

QString OwnParts::choose(Kind kind, const QString& path)
{
    if (const QString problem = allow(kind, path); !problem.isEmpty())
        return problem;
    QStringList& known = m_known[kind];
    known.removeAll(path);
    known.prepend(path);
    known = known.mid(0, mostParts);
    if (m_settings)
        m_settings->setValue(partKeys[kind], known);
    Q_EMIT changed();
    return {};
}

QString plannerTitle(const QString& name)
{
    return isProgramPlanner(name.toStdString()) ? QFileInfo(name).fileName() : name;
}

std::vector<std::string> OwnParts::plannersToUse() const
{
    std::vector<std::string> names;
    for (const QString& path : m_known[Planners])
        if (allow(Planners, path).isEmpty())
            names.push_back(programPlannerPrefix + path.toStdString());
    return names;
}

} // namespace sparsescope
