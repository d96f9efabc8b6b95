#include "views/pages/learn/exercise_panel.h"

#include "engine/core/error.h"
#include "engine/learn/conditions.h"
#include "views/pages/learn/learn_desk.h"
#include "views/parts/flow_layout.h"
#include "views/parts/theme.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sparsescope {

using learn::Asks;
using learn::Outcome;

namespace {

void setRole(QWidget& widget, const char* role)
{
    widget.setProperty("role", QString::fromLatin1(role));
    widget.style()->unpolish(&widget);
    widget.style()->polish(&widget);
}

} // namespace

ExercisePanel::ExercisePanel(LearnDesk& desk, QWidget* parent) : QWidget(parent), m_desk(desk)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::inside);
    const auto label = [&](const QString& role) {
        auto* l = new QLabel;
        l->setWordWrap(true);
        l->setProperty("role", role);
        l->setTextFormat(Qt::PlainText);
        column->addWidget(l);
        return l;
    };
    m_title = label(QStringLiteral("title"));
    m_question = label({});
    m_place = new QVBoxLayout;
    column->addLayout(m_place);
    m_line = new QLineEdit;
    column->addWidget(m_line);
    auto* row = new FlowLayout(space::inside);
    m_check = new QPushButton(tr("Check"));
    m_draw = new QPushButton(tr("Draw"));
    m_draw->setToolTip(tr("Draw on the matrix: click places (D)"));
    m_show = new QPushButton(tr("Show the answer"));
    for (QPushButton* button : {m_check, m_draw, m_show})
        row->addWidget(button);
    column->addLayout(row);
    m_verdict = label(QStringLiteral("title"));
    m_hints = label({});
    m_explanation = label({});
    connect(m_check, &QPushButton::clicked, this, &ExercisePanel::check);
    connect(m_draw, &QPushButton::clicked, this, &ExercisePanel::drawWanted);
    connect(m_show, &QPushButton::clicked, this, [this] {
        m_desk.showAnswer();
        Q_EMIT said();
    });
    connect(m_line, &QLineEdit::returnPressed, this, &ExercisePanel::check);
    connect(m_line, &QLineEdit::textChanged, this, &ExercisePanel::refresh);
    connect(&m_desk, &LearnDesk::resultsChanged, this, &ExercisePanel::refresh);
    connect(&m_desk, &LearnDesk::stateChanged, this, &ExercisePanel::refresh); // what is drawn
}

void ExercisePanel::clearInputs()
{
    delete m_inputs;
    m_inputs = new QWidget;
    m_place->addWidget(m_inputs);
    m_group = new QButtonGroup(m_inputs);
    m_buttons.clear();
    m_texts.clear();
    m_cells.clear();
    m_conditions.clear();
    m_judged.clear();
    m_unclear.clear();
    m_line->clear();
}

void ExercisePanel::showExercise()
{
    clearInputs();
    const learn::LessonStep* step = m_desk.lessonStepNow();
    if (!step || !step->exercise)
        return;
    m_question->setText(QString::fromStdString(step->exercise->question));
    const learn::ExerciseAnswer* answer = m_desk.exerciseAnswer();
    const bool line = answer && (answer->asks == Asks::Number || answer->asks == Asks::Text);
    m_line->setVisible(line);
    m_draw->setVisible(answer && answer->asks == Asks::Drawing);
    if (line) {
        m_line->setPlaceholderText(answer->asks == Asks::Number ? tr("a number") : tr("a word or two"));
        m_line->setMaximumWidth(answer->asks == Asks::Number ? 140 : QWIDGETSIZE_MAX);
        m_line->setAccessibleName(m_question->text());
    }
    if (answer) {
        auto* column = new QVBoxLayout(m_inputs);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(4);
        m_group->setExclusive(answer->asks == Asks::Choice);
        for (const std::string& choice : answer->choices)
            addChoice(QString::fromStdString(choice), answer->asks == Asks::Choices);
        if (answer->asks == Asks::Cells)
            addCells(*answer);
        addConditions(*answer);
        connect(m_group, &QButtonGroup::idToggled, this, &ExercisePanel::refresh);
        if (const learn::StepResult* result = m_desk.result(); result && result->tries > 0)
            restore(result->given);
    }
    m_inputs->setVisible(m_inputs->layout() && m_inputs->layout()->count() > 0);
    refresh();
}

void ExercisePanel::addChoice(const QString& text, bool several)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    QAbstractButton* button = several ? static_cast<QAbstractButton*>(new QCheckBox) : new QRadioButton;
    button->setAccessibleName(text);
    m_group->addButton(button, static_cast<int>(m_buttons.size()));
    row->addWidget(button, 0, Qt::AlignTop);
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->installEventFilter(this);
    row->addWidget(label, 1);
    static_cast<QVBoxLayout*>(m_inputs->layout())->addLayout(row);
    m_buttons.push_back(button);
    m_texts.push_back(label);
}

// As many in a line as the panel has room for.
void ExercisePanel::addCells(const learn::ExerciseAnswer& answer)
{
    auto* cells = new FlowLayout(space::inside);
    int nameWidth = 0;
    std::vector<QLabel*> names;
    for (const int element : answer.elements) {
        const QString name = QStringLiteral("%1[%2]").arg(QString::fromStdString(answer.array)).arg(element);
        auto* cell = new QWidget;
        auto* row = new QHBoxLayout(cell);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(4);
        auto* label = new QLabel(name);
        label->setFont(monospaced());
        auto* edit = new QLineEdit;
        edit->setFont(monospaced());
        edit->setFixedWidth(56);
        edit->setAccessibleName(name);
        auto* mark = new QLabel;
        mark->setFixedWidth(16);
        for (QWidget* part : std::initializer_list<QWidget*>{label, edit, mark})
            row->addWidget(part);
        cells->addWidget(cell);
        connect(edit, &QLineEdit::textChanged, this, [this] {
            m_judged.clear();
            refresh();
        });
        connect(edit, &QLineEdit::returnPressed, this, &ExercisePanel::check);
        m_cells.push_back({edit, mark});
        names.push_back(label);
        nameWidth = std::max(nameWidth, label->sizeHint().width());
    }
    for (QLabel* name : names)
        name->setFixedWidth(nameWidth); // fields stand one below the other
    static_cast<QVBoxLayout*>(m_inputs->layout())->addLayout(cells);
}

void ExercisePanel::addConditions(const learn::ExerciseAnswer& answer)
{
    for (std::size_t i = 0; i < answer.conditions.size(); ++i) {
        auto* label = new QLabel;
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        m_inputs->layout()->addWidget(label);
        m_conditions.push_back(label);
    }
}

bool ExercisePanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonRelease)
        for (std::size_t i = 0; i < m_texts.size(); ++i)
            if (m_texts[i] == watched)
                m_buttons[i]->click();
    return QWidget::eventFilter(watched, event);
}

void ExercisePanel::setPresenting(bool presenting)
{
    m_presenting = presenting;
    refresh();
}

learn::Given ExercisePanel::given() const
{
    learn::Given given;
    given.text = m_line->text().toStdString();
    for (std::size_t i = 0; i < m_buttons.size(); ++i)
        if (m_buttons[i]->isChecked())
            given.chosen.push_back(static_cast<int>(i));
    for (const Cell& cell : m_cells)
        given.cells.push_back(cell.edit->text().trimmed().toStdString());
    if (m_desk.drawsAnswer())
        given.cells = learn::drawing(*m_desk.state().matrix);
    return given;
}

void ExercisePanel::restore(const learn::Given& given)
{
    m_line->setText(QString::fromStdString(given.text));
    for (const int chosen : given.chosen)
        if (chosen < static_cast<int>(m_buttons.size()))
            m_buttons[static_cast<std::size_t>(chosen)]->setChecked(true);
    for (std::size_t i = 0; i < std::min(m_cells.size(), given.cells.size()); ++i)
        m_cells[i].edit->setText(QString::fromStdString(given.cells[i]));
}

bool ExercisePanel::isGiven() const
{
    if (!m_cells.empty())
        return std::all_of(m_cells.begin(), m_cells.end(),
                           [](const Cell& cell) { return !cell.edit->text().trimmed().isEmpty(); });
    if (!m_buttons.empty())
        return std::any_of(m_buttons.begin(), m_buttons.end(), [](QAbstractButton* b) { return b->isChecked(); });
    return m_desk.drawsAnswer() || !m_line->text().trimmed().isEmpty();
}

QString ExercisePanel::verdict() const
{
    return m_verdict->text();
}

QString ExercisePanel::verdictText(const learn::StepResult& result) const
{
    const learn::ExerciseAnswer& answer = *m_desk.exerciseAnswer();
    const QString words = answer.asks == Asks::Drawing ? QString() : QString::fromStdString(answer.answer);
    if (result.outcome == Outcome::Right)
        return words.isEmpty() ? tr("✓ Right") : tr("✓ Right: %1").arg(words);
    if (result.outcome == Outcome::Shown)
        return words.isEmpty() ? tr("The answer is drawn.") : tr("The answer: %1").arg(words);
    if (result.tries == 0 || !m_unclear.isEmpty())
        return {};
    const int left = m_desk.lessonStepNow()->exercise->tries - result.tries;
    return left <= 0   ? tr("✗ Not so, and no try is left")
           : left == 1 ? tr("✗ Not so; one try is left")
                       : tr("✗ Not so; %1 tries are left").arg(left);
}

void ExercisePanel::refresh()
{
    const learn::LessonStep* step = m_desk.lessonStepNow();
    const learn::StepResult* result = m_desk.result();
    if (!step || !step->exercise || !result || !m_inputs)
        return;
    const learn::ExerciseAnswer* answer = m_desk.exerciseAnswer();
    const bool open = m_desk.exerciseOpen(), tries = open && !result->spent(*step->exercise);
    m_title->setText(tr("Exercise"));
    m_inputs->setEnabled(tries);
    m_line->setEnabled(tries);
    m_check->setVisible(tries);
    m_check->setEnabled(tries && isGiven());
    m_draw->setVisible(tries && m_desk.drawsAnswer());
    m_show->setVisible(open && (m_presenting || !tries));
    QString explanation = m_unclear, hints;
    if (!answer)
        explanation = tr("This exercise has no answer: %1").arg(m_desk.whyNoAnswer());
    m_verdict->setText(answer ? verdictText(*result) : QString());
    setRole(*m_verdict, result->outcome == Outcome::Right   ? "right"
                        : result->outcome == Outcome::Shown ? "title"
                                                            : "wrong");
    if (answer && !open)
        explanation = QString::fromStdString(answer->explanation);
    for (std::size_t i = 0; open && i < step->exercise->hints.size() && static_cast<int>(i) < result->tries; ++i)
        hints += (hints.isEmpty() ? QString() : QStringLiteral("\n")) +
                 tr("Hint: %1").arg(QString::fromStdString(step->exercise->hints[i]));
    m_hints->setText(hints);
    m_explanation->setText(explanation);
    refreshParts();
    for (QLabel* label : {m_verdict, m_hints, m_explanation})
        label->setVisible(!label->text().isEmpty());
}

// Each cell after a try, each condition at any time.
void ExercisePanel::refreshParts()
{
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const bool judged = i < m_judged.size();
        m_cells[i].mark->setText(!judged ? QString() : m_judged[i] ? QStringLiteral("✓") : QStringLiteral("✗"));
        setRole(*m_cells[i].mark, judged && m_judged[i] ? "right" : "wrong");
    }
    const learn::ExerciseAnswer* answer = m_desk.exerciseAnswer();
    // The picture of another step comes before its exercise.
    for (std::size_t i = 0; answer && i < std::min(m_conditions.size(), answer->conditions.size()); ++i) {
        learn::ConditionNow now;
        try {
            now = evaluate(answer->conditions[i], m_desk.state());
        } catch (const Error& e) {
            now.now = e.reason();
        }
        const QString text = QString::fromStdString(answer->conditions[i]);
        m_conditions[i]->setText(now.met ? QStringLiteral("✓ %1").arg(text)
                                         : tr("○ %1: now %2").arg(text, QString::fromStdString(now.now)));
        setRole(*m_conditions[i], now.met ? "right" : "");
    }
}

void ExercisePanel::check()
{
    if (m_check->isHidden() || !m_check->isEnabled())
        return;
    m_unclear.clear();
    const learn::Verdict verdict = m_desk.answer(given());
    m_unclear = QString::fromStdString(verdict.unclear);
    m_judged = verdict.parts;
    refresh();
    Q_EMIT said();
}

QRect ExercisePanel::answer() const
{
    const QWidget& first = !m_verdict->isHidden() ? *m_verdict : !m_hints->isHidden() ? *m_hints : *m_explanation;
    return {0, first.y(), width(), height() - first.y()};
}

} // namespace sparsescope
