#include "views/pages/learn/exercise_panel.h"

#include "engine/core/error.h"
#include "views/parts/theme.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QStyle>
#include <QVBoxLayout>

namespace sparsescope {

ExercisePanel::ExercisePanel(QWidget* parent) : QWidget(parent), m_group(new QButtonGroup(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::inside);
    const auto label = [&](const QString& role) {
        auto* l = new QLabel;
        l->setWordWrap(true);
        l->setProperty("role", role);
        column->addWidget(l);
        return l;
    };
    m_title = label(QStringLiteral("title"));
    m_title->setText(tr("Exercise"));
    m_question = label({});
    m_question->setTextFormat(Qt::PlainText);
    m_choices = new QVBoxLayout;
    m_choices->setSpacing(4);
    column->addLayout(m_choices);
    auto* row = new QHBoxLayout;
    m_number = new QLineEdit;
    m_number->setPlaceholderText(tr("a number"));
    m_number->setMaximumWidth(120);
    row->addWidget(m_number);
    m_check = new QPushButton(tr("Check"));
    row->addWidget(m_check);
    row->addStretch();
    column->addLayout(row);
    m_verdict = label(QStringLiteral("title"));
    m_explanation = label({});
    m_explanation->setTextFormat(Qt::PlainText);
    connect(m_check, &QPushButton::clicked, this, &ExercisePanel::check);
    connect(m_number, &QLineEdit::returnPressed, this, &ExercisePanel::check);
    connect(m_number, &QLineEdit::textChanged, this, &ExercisePanel::refresh);
    connect(m_group, &QButtonGroup::idToggled, this, &ExercisePanel::refresh);
}

void ExercisePanel::setExercise(const learn::Exercise& exercise, const learn::LearnState& state)
{
    while (QLayoutItem* row = m_choices->takeAt(0))
        delete row;
    for (QRadioButton* button : m_buttons)
        delete button;
    for (QLabel* text : m_texts)
        delete text;
    m_buttons.clear();
    m_texts.clear();
    m_computed = exercise.kind != "choice";
    m_number->clear();
    m_question->setText(QString::fromStdString(exercise.question));
    m_verdict->clear();
    m_explanation->clear();
    try {
        m_answer = answerOf(exercise, state);
    } catch (const Error& e) {
        m_answer = {};
        m_explanation->setText(tr("This exercise has no answer: %1").arg(QString::fromStdString(e.reason())));
    }
    for (const std::string& choice : m_answer.choices)
        addChoice(QString::fromStdString(choice));
    m_number->setVisible(m_answer.choices.empty());
    m_number->setAccessibleName(m_question->text());
    refresh();
}

void ExercisePanel::addChoice(const QString& text)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    auto* button = new QRadioButton;
    button->setAccessibleName(text);
    m_group->addButton(button, static_cast<int>(m_buttons.size()));
    row->addWidget(button, 0, Qt::AlignTop);
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->installEventFilter(this);
    row->addWidget(label, 1);
    m_choices->addLayout(row);
    m_buttons.push_back(button);
    m_texts.push_back(label);
}

bool ExercisePanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonRelease)
        for (std::size_t i = 0; i < m_texts.size(); ++i)
            if (m_texts[i] == watched)
                m_buttons[i]->click();
    return QWidget::eventFilter(watched, event);
}

bool ExercisePanel::asksForNumbers() const
{
    return m_computed && !isHidden() && m_verdict->text().isEmpty();
}

QString ExercisePanel::verdict() const
{
    return m_verdict->text();
}

void ExercisePanel::refresh()
{
    const bool given = m_answer.choices.empty() ? !m_number->text().trimmed().isEmpty() : m_group->checkedId() >= 0;
    m_check->setEnabled(given && !m_answer.answer.empty());
    m_verdict->setVisible(!m_verdict->text().isEmpty());
    m_explanation->setVisible(!m_explanation->text().isEmpty());
}

void ExercisePanel::check()
{
    if (!m_check->isEnabled())
        return;
    const QString answer = QString::fromStdString(m_answer.answer);
    bool right = m_group->checkedId() == m_answer.choice;
    if (m_answer.choices.empty()) {
        const std::optional<double> given = learn::writtenNumber(m_number->text().toStdString());
        if (!given) { // not an answer yet, so nothing is given away
            m_verdict->clear();
            m_explanation->setText(
                tr("“%1” is not a number: write it as 43, 1,024 or 0.5.").arg(m_number->text().trimmed()));
            refresh();
            Q_EMIT said();
            return;
        }
        right = given == learn::writtenNumber(m_answer.answer);
    }
    m_verdict->setText(right ? tr("✓ Right: %1").arg(answer) : tr("✗ Not so: it is %1").arg(answer));
    m_verdict->setProperty("role", right ? QStringLiteral("right") : QStringLiteral("wrong"));
    m_verdict->style()->unpolish(m_verdict);
    m_verdict->style()->polish(m_verdict);
    m_explanation->setText(QString::fromStdString(m_answer.explanation));
    refresh();
    Q_EMIT checked();
    Q_EMIT said();
}

QRect ExercisePanel::answer() const
{
    const QWidget& first = m_verdict->isHidden() ? *m_explanation : *m_verdict;
    return {0, first.y(), width(), height() - first.y()};
}

} // namespace sparsescope
