#include "views/pages/program/schedule_panel.h"

#include "engine/ir/schedule.h"
#include "views/pages/program/schedule_text.h"
#include "views/parts/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTextBlock>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace sparsescope {

namespace {

QToolButton* buttonOf(const QString& text, const QString& tip)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    return button;
}

// What a step does, behind "ITER:" and the names of its results.
QString verbOf(const QString& step)
{
    const QString body = step.section(QStringLiteral(": "), -1);
    return body.section(QLatin1Char(' '), 0, 0);
}

constexpr int mostInMenu = 20;

QString iterationOf(const QString& step)
{
    return step.contains(QStringLiteral(": ")) ? step.section(QStringLiteral(": "), 0, 0) : QString();
}

} // namespace

SchedulePanel::SchedulePanel(QWidget* parent) : QWidget(parent), m_text(new ScheduleText)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, space::inside, 0);
    column->setSpacing(4);
    auto* heading = new QLabel(tr("Schedule"));
    heading->setFont(typeFace(TypeSize::Small, true));
    column->addWidget(heading);
    auto* sentence = new QLabel(tr("Steps that change how it runs, never what it computes."));
    sentence->setWordWrap(true);
    sentence->setProperty("role", QStringLiteral("secondary"));
    column->addWidget(sentence);
    column->addWidget(m_text, 1);
    m_problem = new QLabel;
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setProperty("role", QStringLiteral("bad"));
    m_problem->hide();
    column->addWidget(m_problem);

    m_add = buttonOf(tr("Add a step"), tr("Add a step that is legal here"));
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setMenu(new QMenu(m_add));
    m_up = buttonOf(QStringLiteral("↑"), tr("Move the step up (Alt+Up)"));
    m_down = buttonOf(QStringLiteral("↓"), tr("Move the step down (Alt+Down)"));
    m_off = buttonOf(tr("Off"), tr("Leave the step out, or take it again (Ctrl+/)"));
    m_off->setCheckable(true);
    m_fill = buttonOf(tr("Default schedule"),
                      tr("Write the steps that the plan's kernels have where nobody wrote a schedule"));
    m_fill->setProperty("framed", true);
    column->addWidget(m_fill);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(space::between);
    for (QToolButton* button : {m_add, m_up, m_down, m_off})
        buttons->addWidget(button);
    buttons->addStretch(1);
    column->addLayout(buttons);

    connect(m_add->menu(), &QMenu::aboutToShow, this, &SchedulePanel::fillMenu);
    connect(m_fill, &QToolButton::clicked, m_text, [this] {
        const QString steps = m_defaults;
        m_text->selectAll();
        m_text->insertPlainText(steps); // which can be undone
    });
    connect(m_up, &QToolButton::clicked, m_text, [this] { m_text->moveStep(-1); });
    connect(m_down, &QToolButton::clicked, m_text, [this] { m_text->moveStep(1); });
    connect(m_off, &QToolButton::clicked, m_text, [this] {
        m_text->toggleStep();
        updateButtons();
    });
    connect(m_text, &QPlainTextEdit::cursorPositionChanged, this, &SchedulePanel::updateButtons);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_setting)
            Q_EMIT edited();
        updateButtons();
    });
    updateButtons();
}

QString SchedulePanel::text() const
{
    return m_text->toPlainText();
}

void SchedulePanel::setText(const QString& text)
{
    if (text == m_text->toPlainText())
        return;
    const QScopedValueRollback setting(m_setting, true);
    m_text->setPlainText(text);
}

void SchedulePanel::setProblem(const QString& sentence, int line, int column)
{
    m_problem->setText(column > 0 ? tr("Line %1, column %2: %3").arg(line).arg(column).arg(sentence)
                       : line > 0 ? tr("Line %1: %2").arg(line).arg(sentence)
                                  : sentence);
    m_problem->setVisible(!sentence.isEmpty());
    m_text->setWrong(sentence.isEmpty() ? 0 : line);
}

void SchedulePanel::setLegal(const QStringList& steps)
{
    m_legal = steps;
    updateButtons();
}

void SchedulePanel::setDefaults(const QString& steps)
{
    m_defaults = steps;
    updateButtons();
}

void SchedulePanel::updateButtons()
{
    m_fill->setVisible(!m_defaults.isEmpty() && text().trimmed().isEmpty());
    const QString line = m_text->textCursor().block().text().trimmed();
    m_add->setEnabled(!m_legal.isEmpty());
    m_off->setEnabled(!line.isEmpty());
    m_off->setChecked(m_text->stepIsOff());
    m_up->setEnabled(m_text->textCursor().blockNumber() > 0);
    m_down->setEnabled(m_text->textCursor().blockNumber() + 1 < m_text->lineCount());
}

// A submenu for each kind of step, with what it does; a kind with one step alone stands in the menu itself.
void SchedulePanel::fillMenu()
{
    QMenu& menu = *m_add->menu();
    menu.clear();
    menu.setToolTipsVisible(true);
    for (const ir::StepHelp& help : ir::stepHelp()) {
        const QString verb = QString::fromStdString(help.verb);
        QStringList steps;
        for (const QString& step : std::as_const(m_legal))
            if (verbOf(step) == verb)
                steps << step;
        if (steps.isEmpty())
            continue;
        QMenu* place = &menu;
        if (steps.size() > 1) {
            place = menu.addMenu(verb);
            place->setToolTipsVisible(true);
            place->menuAction()->setToolTip(QString::fromStdString(help.sentence));
        }
        QMenu* part = place;
        QString iteration;
        for (const QString& step : std::as_const(steps)) {
            if (steps.size() > mostInMenu && (part == place || iterationOf(step) != iteration)) {
                iteration = iterationOf(step);
                part = place->addMenu(iteration.isEmpty() ? tr("all iterations") : iteration);
            }
            part->addAction(step, m_text, [this, step] { m_text->addStep(step); })
                ->setToolTip(QString::fromStdString(help.sentence));
        }
    }
}

} // namespace sparsescope
