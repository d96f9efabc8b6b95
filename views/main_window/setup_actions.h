// What the next search is set up with, as actions: operator, data type, dense extent, planner and calibration. The menu
// Operator, the words of the condition line and the palette show the same ones; what cannot be had says why.
#pragma once

#include "engine/plan/operators/operator.h"

#include <QList>
#include <QObject>

#include <functional>

class QAction;
class QActionGroup;
class QMenu;
class QWidget;

namespace sparsescope {

class Workspace;

// A line of a menu that names those below it.
void addTitle(QMenu& menu, const QString& text);

class SetupActions : public QObject {
    Q_OBJECT
public:
    SetupActions(Workspace& workspace, QWidget* parent);

    // Operator, data type and dense extent.
    void addOperatorTo(QMenu& menu);
    void addPlannersTo(QMenu& menu);
    void addCalibrationsTo(QMenu& menu);
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
    void refresh();
    void askExtent();
    void openCalibration();

    Workspace& m_workspace;
    QWidget* m_parent;
    QList<Choice> m_choices;
    QActionGroup *m_operators, *m_types, *m_extents, *m_planners, *m_calibrations;
    QAction *m_otherExtent, *m_openCalibration;
};

} // namespace sparsescope
