// Names of formats as the screen spells them.
#include "views/parts/format_name.h"

#include "engine/plan/format.h"

#include <QStringList>

namespace sparsescope {

QString formatName(const std::string& format)
{
    return QString::fromStdString(spelledName(format));
}

QString shortPlanner(const std::string& planner)
{
    const std::string_view fixed = "fixed:";
    const std::size_t begin = planner.starts_with(fixed) ? fixed.size() : 0;
    const std::size_t options = std::min(planner.find('('), planner.size());
    const std::string name = planner.substr(begin, options - begin);
    QStringList values;
    const QString given =
        QString::fromStdString(planner.substr(options)).remove(QLatin1Char('(')).remove(QLatin1Char(')'));
    for (const QString& option : given.split(QLatin1Char(','), Qt::SkipEmptyParts))
        values << option.mid(option.indexOf(QLatin1Char('=')) + 1);
    const QString spelled = begin > 0 ? formatName(name) : QString::fromStdString(name);
    return values.isEmpty() ? spelled : spelled + QLatin1Char(' ') + values.join(QLatin1Char('x'));
}

} // namespace sparsescope
