#include "views/pages/learn/schedule_edit.h"

#include "engine/ir/schedule.h"
#include "engine/learn/program_run.h"
#include "views/pages/learn/learn_desk.h"
#include "views/parts/theme.h"

#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTimer>
#include <QVBoxLayout>
#include <QWidgetAction>

namespace sparsescope {

namespace {

constexpr int editorWidth = 380, editorHeight = 150;
constexpr int untilTaken = 300; // ms

} // namespace

ScheduleEdit::ScheduleEdit(LearnDesk& desk, QWidget* parent)
    : QToolButton(parent), m_desk(desk), m_text(new QPlainTextEdit), m_problem(new QLabel), m_steps(new QMenu(this)),
      m_typed(new QTimer(this))
{
    setText(tr("Schedule"));
    setToolTip(tr("Write the steps of the schedule"));
    setProperty("framed", true);
    setPopupMode(QToolButton::InstantPopup);
    auto* panel = new QWidget;
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(space::inside, space::inside, space::inside, space::inside);
    column->setSpacing(space::inside);
    m_text->setFont(monospaced());
    m_text->setAccessibleName(tr("Schedule, a step a line"));
    m_text->setPlaceholderText(tr("A step a line: split i 2"));
    m_text->setTabChangesFocus(true);
    m_text->setFixedSize(editorWidth, editorHeight);
    column->addWidget(m_text);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setProperty("role", QStringLiteral("bad"));
    m_problem->setFixedWidth(editorWidth);
    column->addWidget(m_problem);
    auto* add = new QToolButton;
    add->setText(tr("Add a step"));
    add->setToolTip(tr("One that is legal behind those that are there"));
    add->setProperty("framed", true);
    add->setPopupMode(QToolButton::InstantPopup);
    m_steps->setToolTipsVisible(true);
    add->setMenu(m_steps);
    column->addWidget(add, 0, Qt::AlignLeft);
    auto* menu = new QMenu(this);
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(panel);
    menu->addAction(action);
    setMenu(menu);

    m_typed->setSingleShot(true);
    m_typed->setInterval(untilTaken);
    connect(m_typed, &QTimer::timeout, this, &ScheduleEdit::apply);
    connect(m_text, &QPlainTextEdit::textChanged, m_typed, qOverload<>(&QTimer::start));
    connect(menu, &QMenu::aboutToShow, this, &ScheduleEdit::read);
    connect(menu, &QMenu::aboutToHide, this, [this] {
        if (m_typed->isActive())
            apply();
    });
    connect(m_steps, &QMenu::aboutToShow, this, &ScheduleEdit::fillSteps);
    connect(&m_desk, &LearnDesk::problemChanged, this, &ScheduleEdit::showProblem);
}

void ScheduleEdit::read()
{
    m_text->setPlainText(QString::fromStdString(learn::programSchedule(m_desk.state())));
    m_text->moveCursor(QTextCursor::End);
    m_text->setFocus();
    m_typed->stop(); // it is there already
    showProblem();
}

void ScheduleEdit::apply()
{
    m_typed->stop();
    m_desk.setSchedule(m_text->toPlainText().toStdString());
}

void ScheduleEdit::showProblem()
{
    m_problem->setText(m_desk.problem());
    m_problem->setVisible(!m_desk.problem().isEmpty());
}

// A submenu for each kind of step.
void ScheduleEdit::fillSteps()
{
    apply();
    m_steps->clear();
    const std::vector<std::string> legal =
        m_desk.problem().isEmpty() ? learn::legalSteps(m_desk.state()) : std::vector<std::string>();
    for (const ir::StepHelp& help : ir::stepHelp()) {
        QMenu* kind = nullptr;
        for (const std::string& text : legal) {
            if (ir::parseSchedule(text, {}).front().verb != help.verb)
                continue;
            if (!kind) {
                kind = m_steps->addMenu(QString::fromStdString(help.verb));
                kind->menuAction()->setToolTip(QString::fromStdString(help.sentence));
            }
            kind->addAction(QString::fromStdString(text), this, [this, step = QString::fromStdString(text)] {
                const QString before = m_text->toPlainText().trimmed();
                m_text->setPlainText(before.isEmpty() ? step : before + QLatin1Char('\n') + step);
                m_text->moveCursor(QTextCursor::End);
                apply();
            });
        }
    }
    if (m_steps->isEmpty())
        m_steps->addAction(tr("None is legal here"))->setEnabled(false);
}

} // namespace sparsescope
