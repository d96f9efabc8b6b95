// What the next search is set up with, as actions: operator, data type, extents of dense axes, planner and calibration.
// The menu Operator, the words of the condition line and the palette show the same ones; what cannot be had says why.
#pragma once

#include "engine/plan/operators/operator.h"
#include "views/workspace/own_parts.h"

#include <QList>
#include <QObject>

#include <functional>

class QAction;
class QActionGroup;
class QMenu;
class QWidget;

namespace sparsescope {

class GpuHosts;
class Workspace;

// A line of a menu that names those below it.
void addTitle(QMenu& menu, const QString& text);

class SetupActions : public QObject {
    Q_OBJECT
public:
    SetupActions(Workspace& workspace, QWidget* parent);

    // Operator, data type and extents of its dense axes.
    void addOperatorTo(QMenu& menu);
    void addPlannersTo(QMenu& menu);
    void addCalibrationsTo(QMenu& menu);
    void addHostsTo(QMenu& menu); // where jobs run; nothing where there is no choice
    QList<QAction*> all() const;
    // Brings up to date what cannot be chosen, and why: a calibration may have to be read for it, so that this is done
    // before the actions are looked at, not whenever something changes.
    void askReasons();

private:
    struct Choice {
        QAction* action;
        QString text;                    // without a reason
        std::function<QString()> whyNot; // empty: it can be chosen
        std::function<bool()> chosen;
    };
    QAction* add(QActionGroup* group, const QString& kind, const QString& text, std::function<bool()> chosen,
                 std::function<QString()> whyNot, std::function<void()> choose);
    // A dense axis, as long as an operator says that has it.
    struct Axis {
        QString kind; // as the palette names it
        std::string OperatorDefinition::*name;
        std::int64_t Operator::*extent;
        std::int64_t most;
        QActionGroup* actions = nullptr;
        QAction* other = nullptr; // the last of them
        QString nameIn(const Operator& op) const { return QString::fromStdString(op.definition().*name); }
    };
    void addAxis(Axis axis);
    void refresh();
    void askExtent(const Axis& axis);
    void openCalibration();
    // Those of the user's own, as they are known now.
    void addOwnTo(QMenu& menu, OwnParts::Kind kind, const std::function<bool(const QString&)>& chosen);
    void openOwn(OwnParts::Kind kind);
    void chooseOwn(OwnParts::Kind kind, const QString& path);
    void askForHost(GpuHosts& hosts);

    Workspace& m_workspace;
    QWidget* m_parent;
    QList<Choice> m_choices;
    QList<Axis> m_axes;
    QActionGroup *m_operators, *m_types, *m_planners, *m_calibrations, *m_costs;
    QAction *m_openCalibration, *m_ownPlanner, *m_calibratedCosts, *m_ownCosts;
};

} // namespace sparsescope
