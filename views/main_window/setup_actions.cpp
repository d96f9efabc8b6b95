#include "views/main_window/setup_actions.h"

#include "engine/cost/calibration.h"
#include "engine/plan/header.h"
#include "engine/search/program/program_planner.h"
#include "views/parts/action_palette.h"
#include "views/parts/label_text.h"
#include "views/parts/theme.h"
#include "views/parts/words.h"
#include "views/workspace/gpu_hosts.h"
#include "views/workspace/workspace.h"

#include <QActionGroup>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>

#include <algorithm>
#include <array>

namespace sparsescope {

namespace {

constexpr std::array<std::int64_t, 5> usualExtents = {32, 64, 128, 256, 512};

QString ownPlannerName(const QString& path)
{
    return QString::fromLatin1(programPlannerPrefix) + path;
}

QString wordsOf(DataType type)
{
    switch (type) {
    case DataType::Float16:
        return SetupActions::tr("f16, 16 bits: 11 of significand, up to 65,504");
    case DataType::BFloat16:
        return SetupActions::tr("bf16, 16 bits: 8 of significand, the range of f32");
    case DataType::TFloat32:
        return SetupActions::tr("tf32, stored as f32: 11 bits of significand, the range of f32");
    case DataType::Float32:
        return SetupActions::tr("f32, 32 bits");
    case DataType::Float64:
        return SetupActions::tr("f64, 64 bits");
    }
    return {};
}

} // namespace

void addTitle(QMenu& menu, const QString& text)
{
    if (!menu.isEmpty())
        menu.addSeparator();
    QAction* title = menu.addAction(text);
    title->setEnabled(false);
    title->setFont(typeFace(TypeSize::Small, true));
}

SetupActions::SetupActions(Workspace& workspace, QWidget* parent)
    : QObject(parent), m_workspace(workspace), m_parent(parent), m_operators(new QActionGroup(this)),
      m_types(new QActionGroup(this)), m_planners(new QActionGroup(this)), m_calibrations(new QActionGroup(this)),
      m_costs(new QActionGroup(this))
{
    Setup& setup = m_workspace.setup();
    const auto choose = [&setup](const Operator& op) { setup.setOperator(op); };
    for (const OperatorKind kind : operatorKinds())
        add(
            m_operators, tr("Operator"),
            QStringLiteral("%1,  %2").arg(QString::fromStdString(label(kind)),
                                          QString::fromStdString(definitionOf(kind).formula)),
            [&setup, kind] { return setup.op().kind == kind; },
            [&setup, kind] { return setup.whyNot(setup.with(kind)); },
            [&setup, kind, choose] { choose(setup.with(kind)); });
    for (const DataType type : allDataTypes) {
        const auto with = [&setup, type] {
            Operator op = setup.op();
            op.dtype = type;
            return op;
        };
        add(
            m_types, tr("Data type"), wordsOf(type), [&setup, type] { return setup.op().dtype == type; },
            [&setup, with] { return setup.whyNot(with()); }, [with, choose] { choose(with()); });
    }
    addAxis({tr("Inner extent"), &OperatorDefinition::inner, &Operator::inner, mostOf::inner});
    addAxis({tr("Dense extent"), &OperatorDefinition::axis, &Operator::dense, mostOf::dense});
    for (const Planner* planner : planners()) {
        const QString name = QString::fromStdString(planner->name());
        QAction* action = add(
            m_planners, tr("Planner"), name, [&setup, name] { return setup.plannerName() == name; },
            [&setup, name] { return setup.whyNotPlanner(name); }, [&setup, name] { setup.setPlanner(name); });
        action->setToolTip(fromEngine(planner->description()));
    }
    for (const std::string& shipped : shippedCalibrations()) {
        const QString name = QString::fromStdString(shipped);
        add(
            m_calibrations, tr("Calibration"), name, [&setup, name] { return setup.calibrationName() == name; }, {},
            [&setup, name] { setup.setCalibration(name); });
    }
    m_ownPlanner = add(
        m_planners, tr("Planner"), tr("Own planner…"), [] { return false; }, {},
        [this] { openOwn(OwnParts::Planners); });
    m_ownPlanner->setToolTip(QString::fromStdString(anyProgramPlanner().description()));
    m_openCalibration = add(
        m_calibrations, tr("Calibration"), tr("Open a calibration file…"),
        [&setup] { return QFileInfo(setup.calibrationName()).fileName() != setup.calibrationName(); }, {},
        [this] { openCalibration(); });
    m_calibratedCosts = add(
        m_costs, tr("Cost model"), tr("As calibrated"), [&setup] { return setup.costModel().isEmpty(); }, {},
        [&setup] { setup.setCostModel({}); });
    m_ownCosts = add(
        m_costs, tr("Cost model"), tr("Own cost model…"), [] { return false; }, {},
        [this] { openOwn(OwnParts::CostModels); });
    listen(setup, Setup::SearchChanged, this, &SetupActions::refresh);
    refresh();
}

void SetupActions::addAxis(Axis axis)
{
    Setup& setup = m_workspace.setup();
    axis.actions = new QActionGroup(this);
    const auto extent = [&setup, axis] {
        const Operator& op = setup.op();
        return axis.nameIn(op).isEmpty() ? 0 : op.*axis.extent;
    };
    for (const std::int64_t usual : usualExtents)
        add(
            axis.actions, axis.kind, QString::number(usual), [extent, usual] { return extent() == usual; }, {},
            [&setup, axis, usual] {
                Operator op = setup.op();
                op.*axis.extent = usual;
                setup.setOperator(op);
            });
    axis.other = add(
        axis.actions, axis.kind, {},
        [extent] {
            return extent() > 0 && std::find(usualExtents.begin(), usualExtents.end(), extent()) == usualExtents.end();
        },
        {}, [this, axis] { askExtent(axis); });
    m_axes << axis;
}

QAction* SetupActions::add(QActionGroup* group, const QString& kind, const QString& text, std::function<bool()> chosen,
                           std::function<QString()> whyNot, std::function<void()> choose)
{
    auto* action = new QAction(text, group);
    action->setCheckable(true);
    nameKind({action}, kind);
    connect(action, &QAction::triggered, this, [this, choose = std::move(choose)] {
        choose();
        refresh(); // where nothing was changed, what was checked is so again
    });
    m_choices.push_back({action, text, std::move(whyNot), std::move(chosen)});
    return action;
}

void SetupActions::refresh()
{
    const Operator& op = m_workspace.setup().op();
    for (const Choice& choice : m_choices)
        choice.action->setChecked(choice.chosen());
    for (const Axis& axis : m_axes) {
        const QString name = axis.nameIn(op);
        const QList<QAction*> actions = axis.actions->actions();
        for (QAction* action : actions)
            action->setVisible(!name.isEmpty());
        for (std::size_t i = 0; i < usualExtents.size(); ++i)
            actions[static_cast<qsizetype>(i)]->setText(QStringLiteral("%1 = %2").arg(name).arg(usualExtents[i]));
        axis.other->setText(axis.other->isChecked() ? QStringLiteral("%1 = %2…").arg(name).arg(op.*axis.extent)
                                                    : tr("Another %1…").arg(name));
    }
}

void SetupActions::askReasons()
{
    for (const Choice& choice : m_choices) {
        if (!choice.whyNot)
            continue;
        const QString why = choice.whyNot();
        choice.action->setEnabled(why.isEmpty());
        choice.action->setText(why.isEmpty() ? choice.text
                                             : asLabel(QStringLiteral("%1   (%2)").arg(choice.text, why)));
    }
}

void SetupActions::askExtent(const Axis& axis)
{
    Operator op = m_workspace.setup().op();
    bool ok = false;
    const int extent = QInputDialog::getInt(m_parent, axis.kind, tr("Extent of the dense axis %1").arg(axis.nameIn(op)),
                                            static_cast<int>(op.*axis.extent), 1, static_cast<int>(axis.most), 1, &ok);
    op.*axis.extent = extent;
    if (ok)
        m_workspace.setup().setOperator(op);
}

void SetupActions::openCalibration()
{
    const QString path =
        QFileDialog::getOpenFileName(m_parent, tr("Open a calibration"), {}, tr("Calibrations (*.json)"));
    if (!path.isEmpty())
        m_workspace.setup().setCalibration(path);
}

void SetupActions::addOperatorTo(QMenu& menu)
{
    askReasons();
    addTitle(menu, tr("Operator"));
    menu.addActions(m_operators->actions());
    addTitle(menu, tr("Data type"));
    menu.addActions(m_types->actions());
    for (const Axis& axis : m_axes)
        if (const QString name = axis.nameIn(m_workspace.setup().op()); !name.isEmpty()) {
            addTitle(menu, tr("Extent of the dense axis %1").arg(name));
            menu.addActions(axis.actions->actions());
        }
}

void SetupActions::addPlannersTo(QMenu& menu)
{
    askReasons();
    for (QAction* action : m_planners->actions())
        if (action != m_ownPlanner)
            menu.addAction(action);
    menu.addSeparator();
    const Setup& setup = m_workspace.setup();
    addOwnTo(menu, OwnParts::Planners,
             [&setup](const QString& path) { return setup.plannerName() == ownPlannerName(path); });
    menu.addAction(m_ownPlanner);
}

void SetupActions::addCalibrationsTo(QMenu& menu)
{
    menu.addActions(m_calibrations->actions());
    addTitle(menu, tr("Costs of sub-tasks"));
    menu.addAction(m_calibratedCosts);
    const Setup& setup = m_workspace.setup();
    addOwnTo(menu, OwnParts::CostModels, [&setup](const QString& path) { return setup.costModel() == path; });
    menu.addAction(m_ownCosts);
}

void SetupActions::addOwnTo(QMenu& menu, OwnParts::Kind kind, const std::function<bool(const QString&)>& chosen)
{
    const std::shared_ptr<OwnParts> own = m_workspace.operations().hooks().own;
    for (const QString& path : own ? own->known(kind) : QStringList()) {
        QAction* action = menu.addAction(asLabel(QFileInfo(path).fileName()));
        action->setToolTip(path);
        action->setCheckable(true);
        action->setChecked(chosen(path));
        connect(action, &QAction::triggered, this, [this, kind, path] { chooseOwn(kind, path); });
    }
}

void SetupActions::openOwn(OwnParts::Kind kind)
{
    const QString path =
        kind == OwnParts::Planners
            ? QFileDialog::getOpenFileName(m_parent, tr("A planner of your own, a program"))
            : QFileDialog::getOpenFileName(m_parent, tr("A cost model of your own: coefficients, or a program"));
    if (!path.isEmpty())
        chooseOwn(kind, path);
}

// Where the last search failed is where it says what is wrong: in the window's line of messages.
void SetupActions::chooseOwn(OwnParts::Kind kind, const QString& path)
{
    const std::shared_ptr<OwnParts> own = m_workspace.operations().hooks().own;
    if (!own)
        return;
    if (const QString problem = own->choose(kind, path); !problem.isEmpty())
        return (void)Q_EMIT m_workspace.operations().message(problem);
    if (kind == OwnParts::Planners)
        m_workspace.setup().setPlanner(ownPlannerName(path));
    else
        m_workspace.setup().setCostModel(path);
}

void SetupActions::addHostsTo(QMenu& menu)
{
    const std::shared_ptr<GpuHosts> hosts = m_workspace.operations().hooks().hosts;
    if (!hosts || !hosts->reachesOthers())
        return;
    auto* group = new QActionGroup(&menu);
    for (const QString& host : QStringList{QString()} + hosts->known()) {
        QAction* action = menu.addAction(host.isEmpty() ? tr("This machine") : asLabel(host));
        action->setCheckable(true);
        action->setChecked(host == hosts->chosen());
        group->addAction(action);
        connect(action, &QAction::triggered, this, [hosts, host] { hosts->choose(host); });
    }
    menu.addSeparator();
    connect(menu.addAction(tr("Another machine…")), &QAction::triggered, this, [this, hosts] { askForHost(*hosts); });
}

void SetupActions::askForHost(GpuHosts& hosts)
{
    const QString what = tr("Machine with a GPU, as ssh names it. Keys, users and jumps are those of ssh's own\n"
                            "configuration; sparsescope-gpu is sent there where it is not found.");
    QString host, problem;
    do {
        bool taken = false;
        host = QInputDialog::getText(m_parent, tr("Run on another machine"),
                                     problem.isEmpty() ? what : what + QStringLiteral("\n\n") + problem,
                                     QLineEdit::Normal, host, &taken)
                   .trimmed();
        if (!taken || host.isEmpty())
            return;
        problem = hosts.choose(host);
    } while (!problem.isEmpty());
}

QList<QAction*> SetupActions::all() const
{
    QList<QAction*> actions;
    for (const Choice& choice : m_choices)
        actions << choice.action;
    return actions;
}

} // namespace sparsescope
