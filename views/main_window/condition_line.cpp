// What is being looked at and under which conditions.
#include "views/main_window/condition_line.h"

#include "engine/cost/own_costs.h"
#include "views/main_window/setup_actions.h"
#include "views/parts/icons.h"
#include "views/parts/label_text.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"
#include "views/workspace/gpu_hosts.h"
#include "views/workspace/own_parts.h"
#include "views/workspace/workspace.h"

#include <QActionGroup>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QStyle>
#include <QToolButton>

#include <algorithm>
#include <utility>
#include <vector>

namespace sparsescope {

namespace {

constexpr const char wordProperty[] = "word", tipProperty[] = "tip";

QString operatorWords(const Operator& op)
{
    std::string words = label(op.kind) + ' ';
    if (op.hasDenseAxis())
        words += extentText(op, "=") + ' ';
    return QString::fromStdString(words + name(op.dtype));
}

QString planWords(const OpenPlan& entry)
{
    return QStringLiteral("%1, %2").arg(entry.title,
                                        countOf(static_cast<std::int64_t>(entry.plan->tiling().tiles.size()),
                                                ConditionLine::tr("tile"), ConditionLine::tr("tiles")));
}

QAction* choice(QMenu* menu, QActionGroup* group, const QString& text, bool checked)
{
    QAction* action = menu->addAction(asLabel(text));
    action->setCheckable(true);
    action->setChecked(checked);
    group->addAction(action);
    return action;
}

} // namespace

ConditionLine::ConditionLine(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("conditions"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space::inside, 4, space::inside, 5);
    row->setSpacing(0);
    m_help = new QToolButton;
    m_matrixMenu = new QMenu(this);
    m_operatorMenu = new QMenu(this);
    m_planMenu = new QMenu(this);
    m_planMenu->setToolTipsVisible(true); // what each planner does
    m_calibrationMenu = new QMenu(this);
    m_setup = new SetupActions(workspace, this);
    m_deviceMenu = new QMenu(this);
    m_matrix = word(tr("Matrix: open another one"), m_matrixMenu);
    m_matrix->setFont(typeFace(TypeSize::Small, true));
    m_operator = word(tr("What is computed, and in which data type"), m_operatorMenu);
    m_plan = word(tr("Plan that is shown, and the planner of the next search"), m_planMenu);
    m_calibration = word(tr("Calibration that predicts the costs of the next search"), m_calibrationMenu);
    m_device = word(tr("Run that is shown"), m_deviceMenu);
    m_linked = word(tr("Both tabs show the same place. Click to unlink them (Ctrl+L)."), nullptr);
    m_linkedDot = qobject_cast<QLabel*>(row->itemAt(row->count() - 2)->widget());
    connect(m_linked, &QToolButton::clicked, this, &ConditionLine::unlinkWanted);
    setLinkedWith({});
    row->addStretch();
    m_help->setToolTip(tr("Keys of this page (?)"));
    m_help->setAccessibleName(tr("Keys"));
    m_help->setIconSize({20, 20});
    m_help->setFocusPolicy(Qt::TabFocus);
    row->addWidget(m_help);
    connect(m_help, &QToolButton::clicked, this, &ConditionLine::helpWanted);
    connect(m_operatorMenu, &QMenu::aboutToShow, this, &ConditionLine::fillOperator);
    connect(m_planMenu, &QMenu::aboutToShow, this, &ConditionLine::fillPlan);
    connect(m_calibrationMenu, &QMenu::aboutToShow, this, &ConditionLine::fillCalibration);
    connect(m_deviceMenu, &QMenu::aboutToShow, this, &ConditionLine::fillDevice);
    listen(m_workspace.document(),
           Document::MatrixChanged | Document::PlansChanged | Document::RunsChanged | Document::RuleChanged |
               Document::MaskRunsChanged,
           this, &ConditionLine::refresh);
    listen(m_workspace.setup(), Setup::SearchChanged, this, &ConditionLine::refresh);
    listen(m_workspace.attention(), Attention::PlanChanged, this, &ConditionLine::refresh);
    listen(m_workspace.attention(), Attention::LiveChanged, this, [this] {
        if (m_searching != (m_workspace.attention().live() != nullptr))
            refresh();
    });
    if (const std::shared_ptr<GpuHosts> hosts = m_workspace.operations().hooks().hosts)
        connect(hosts.get(), &GpuHosts::changed, this, &ConditionLine::refresh);
    setIconsOfHelp();
    refresh();
}

QToolButton* ConditionLine::word(const QString& tip, QMenu* menu)
{
    auto* row = static_cast<QHBoxLayout*>(layout());
    if (row->count() > 0) {
        auto* dot = new QLabel(QStringLiteral("·"));
        dot->setProperty("role", QStringLiteral("secondary"));
        row->addWidget(dot);
    }
    auto* button = new QToolButton;
    button->setProperty(tipProperty, tip);
    if (menu)
        button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    button->setMenu(menu);
    row->addWidget(button);
    return button;
}

void ConditionLine::setWord(QToolButton& button, const QString& text)
{
    button.setProperty(wordProperty, text);
    button.setAccessibleName(text);
    button.setAccessibleDescription(button.property(tipProperty).toString());
    fitWords();
}

// A name may be as long as it likes, and the window as narrow: the longest words are cut first.
void ConditionLine::fitWords()
{
    constexpr int widest = 40; // letters
    const auto* row = static_cast<QHBoxLayout*>(layout());
    const QList<QToolButton*> words = findChildren<QToolButton*>();
    const QString arrow = QStringLiteral(" ▾");
    std::vector<int> widths;
    int room = width() - m_help->sizeHint().width() - row->contentsMargins().left() - row->contentsMargins().right();
    const auto isWord = [](const QToolButton* button) {
        return button->property(wordProperty).isValid() && !button->isHidden();
    };
    for (const QToolButton* button : words)
        if (isWord(button)) {
            const QFontMetrics metrics(button->font());
            const int around = button->sizeHint().width() - metrics.size(Qt::TextShowMnemonic, button->text()).width();
            widths.push_back(std::min(metrics.horizontalAdvance(button->property(wordProperty).toString()) + 1,
                                      widest * metrics.averageCharWidth()));
            room -= around + (button->menu() ? metrics.horizontalAdvance(arrow) : 0) +
                    (widths.size() > 1 ? m_linkedDot->sizeHint().width() : 0);
        }
    const int limit = widestThatFits(widths, std::max(0, room));
    for (QToolButton* button : words) {
        if (!isWord(button))
            continue;
        const QString text = button->property(wordProperty).toString();
        const QFontMetrics metrics(button->font());
        const QString seen = metrics.elidedText(text, button == m_matrix ? Qt::ElideMiddle : Qt::ElideRight,
                                                std::min(limit, widest * metrics.averageCharWidth()));
        button->setText(asLabel(seen) + (button->menu() ? arrow : QString()));
        const QString tip = button->property(tipProperty).toString();
        button->setToolTip(seen == text ? tip : text + QLatin1Char('\n') + tip);
    }
}

// A few letters of each word.
QSize ConditionLine::minimumSizeHint() const
{
    return {320, QWidget::minimumSizeHint().height()};
}

void ConditionLine::setTight(bool tight)
{
    layout()->setContentsMargins(space::inside, tight ? 0 : 4, space::inside, tight ? 1 : 5);
    setFixedLine(*this, tight);
}

void ConditionLine::light(bool matrix, bool dense)
{
    for (auto [word, lit] : {std::pair(m_matrix, matrix), std::pair(m_operator, dense)})
        if (word->property("lit").toBool() != lit) {
            word->setProperty("lit", lit);
            word->style()->unpolish(word);
            word->style()->polish(word);
        }
}

void ConditionLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitWords();
}

QString ConditionLine::text() const
{
    QStringList words;
    for (const QToolButton* button : {m_matrix, m_operator, m_plan, m_calibration, m_device})
        words << button->property(wordProperty).toString();
    if (!m_linked->isHidden())
        words << m_linked->property(wordProperty).toString();
    return words.join(QStringLiteral(" · "));
}

void ConditionLine::setLinkedWith(const QString& title)
{
    setWord(*m_linked, tr("linked with %1").arg(title));
    m_linked->setVisible(!title.isEmpty());
    m_linkedDot->setVisible(!title.isEmpty());
    fitWords();
}

void ConditionLine::refresh()
{
    const MatrixPtr matrix = m_workspace.document().matrix();
    setWord(*m_matrix, matrix ? QString::fromStdString(matrix->source().name) : tr("no matrix"));
    setWord(*m_operator, operatorWords(m_workspace.setup().op()));
    const PlanPtr plan = m_workspace.attention().plan();
    const int shown = m_workspace.attention().currentPlan(); // -1 also while a plan is being taken out of the list
    m_searching = m_workspace.attention().live() != nullptr;
    QString planText = m_searching  ? tr("%1, searching").arg(plannerTitle(m_workspace.setup().plannerName()))
                       : shown >= 0 ? planWords(m_workspace.document().plans()[shown])
                       : m_workspace.setup().plannerName().isEmpty()
                           ? tr("no planner")
                           : tr("%1, not searched").arg(plannerTitle(m_workspace.setup().plannerName()));
    if (plan && !m_searching && plan->op != m_workspace.setup().op())
        planText += tr(" (for %1)").arg(operatorWords(plan->op));
    setWord(*m_plan, planText);
    QString calibration = QFileInfo(m_workspace.setup().calibrationName()).fileName();
    const QString& costs = m_workspace.setup().costModel();
    if (!costs.isEmpty())
        calibration += tr(", costs of %1").arg(QFileInfo(costs).fileName());
    const auto [planned, own] = withoutOwnCosts(plan ? plan->calibration : std::string());
    if (!planned.empty() &&
        (QString::fromStdString(planned) != m_workspace.setup().calibrationName() || own == costs.isEmpty()))
        calibration += tr(" (plan: %1)").arg(QString::fromStdString(plan->calibration));
    if (!m_workspace.setup().costChanges().isEmpty())
        calibration += tr(", what if: %1").arg(m_workspace.setup().costChanges().join(QStringLiteral(", ")));
    setWord(*m_calibration, calibration);
    const OpenMaskRun* masks =
        shown >= 0 && m_workspace.document().plans()[shown].byRule ? m_workspace.document().maskRun() : nullptr;
    const OpenRun* run = m_workspace.attention().run();
    if (masks && !run) {
        const QString device = QString::fromStdString(masks->run->conditions.device);
        setWord(*m_device,
                (device.isEmpty() ? tr("unknown device") : device) + (masks->recorded ? tr(", recorded") : QString()));
    } else if (run) {
        const QString device = QString::fromStdString(run->profile->conditions.device);
        setWord(*m_device, (device.isEmpty() ? tr("unknown device") : device) +
                               (run->recorded ? tr(", recorded") : QString()) +
                               (run->profile->verified ? QString() : tr(", unverified")));
    } else {
        const std::shared_ptr<GpuHosts> hosts = m_workspace.operations().hooks().hosts;
        setWord(*m_device, hosts && !hosts->chosen().isEmpty() ? tr("not measured, runs on %1").arg(hosts->chosen())
                                                               : tr("not measured"));
    }
}

void ConditionLine::fillOperator()
{
    m_operatorMenu->clear();
    m_setup->addOperatorTo(*m_operatorMenu);
}

void ConditionLine::fillPlan()
{
    m_planMenu->clear();
    if (!m_workspace.document().plans().isEmpty()) {
        addTitle(*m_planMenu, tr("Plans of this matrix"));
        auto* plans = new QActionGroup(m_planMenu);
        for (int i = 0; i < m_workspace.document().plans().size(); ++i)
            connect(choice(m_planMenu, plans,
                           QStringLiteral("%1  %2").arg(planWords(m_workspace.document().plans()[i]),
                                                        operatorWords(m_workspace.document().plans()[i].plan->op)),
                           i == m_workspace.attention().currentPlan()),
                    &QAction::triggered, this, [this, i] { m_workspace.attention().setCurrentPlan(i); });
    }
    addTitle(*m_planMenu, tr("Planner of the next search"));
    m_setup->addPlannersTo(*m_planMenu);
    m_planMenu->addSeparator();
    QAction* search = m_planMenu->addAction(m_workspace.attention().plan() ? tr("Search again") : tr("Search"));
    search->setEnabled(m_workspace.operations().whyNoSearch().isEmpty());
    connect(search, &QAction::triggered, &m_workspace.operations(), &Operations::search);
}

void ConditionLine::fillCalibration()
{
    m_calibrationMenu->clear();
    m_setup->addCalibrationsTo(*m_calibrationMenu);
}

void ConditionLine::fillDevice()
{
    m_deviceMenu->clear();
    const QString problem = m_workspace.operations().whyNoGpuRun();
    QAction* run = m_deviceMenu->addAction(tr("Run on the GPU"));
    run->setEnabled(problem.isEmpty());
    connect(run, &QAction::triggered, &m_workspace.operations(), &Operations::runOnGpu);
    QAction* check = m_deviceMenu->addAction(tr("Check on the CPU"));
    check->setEnabled(m_workspace.attention().plan() != nullptr);
    connect(check, &QAction::triggered, &m_workspace.operations(), &Operations::checkOnCpu);
    Setup& setup = m_workspace.setup();
    if (setup.devices().size() > 1) {
        m_deviceMenu->addSeparator();
        auto* group = new QActionGroup(m_deviceMenu);
        for (const Device& device : setup.devices()) {
            const QString name = QStringLiteral("%1: %2").arg(device.id).arg(QString::fromStdString(device.name));
            QAction* action = choice(m_deviceMenu, group, name, device.id == setup.device());
            action->setEnabled(device.status.empty());
            connect(action, &QAction::triggered, this, [this, id = device.id] { m_workspace.setup().setDevice(id); });
        }
    }
    QMenu* hosts = m_deviceMenu->addMenu(tr("Run on"));
    m_setup->addHostsTo(*hosts);
    hosts->menuAction()->setVisible(!hosts->isEmpty());
    if (!problem.isEmpty()) {
        m_deviceMenu->addSeparator();
        m_deviceMenu->addAction(asLabel(problem))->setEnabled(false);
    }
}

void ConditionLine::setIconsOfHelp()
{
    m_help->setIcon(lineIcon(QStringLiteral("help"), colorsOf(*this).secondary));
}

void ConditionLine::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        setIconsOfHelp();
    QWidget::changeEvent(event);
}

} // namespace sparsescope
