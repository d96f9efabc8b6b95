#include "views/pages/learn/lesson_editor.h"

#include "views/pages/learn/learn_desk.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace sparsescope {

namespace {

// As lesson files spell them.
const char* const kinds[] = {"",        "fewest bytes", "bytes", "padding", "sectors", "idle",  "cost",
                             "members", "stored",       "zeros", "steps",   "wrong",   "choice"};

} // namespace

LessonEditor::LessonEditor(LearnDesk& desk, QWidget* parent) : QWidget(parent), m_desk(desk)
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, space::inside, 0);
    column->setSpacing(4);
    outer->addWidget(scrolled(content));
    const auto caption = [&](const QString& text, QWidget* field) {
        auto* label = new QLabel(text);
        label->setProperty("role", QStringLiteral("secondary"));
        label->setBuddy(field);
        field->setAccessibleName(text);
        column->addWidget(label);
        column->addWidget(field);
    };
    const auto line = [&](const QString& text) {
        auto* edit = new QLineEdit;
        caption(text, edit);
        return edit;
    };
    const auto button = [](QHBoxLayout* row, const QString& text, const QString& tip) {
        auto* b = new QPushButton(text);
        b->setToolTip(tip);
        row->addWidget(b);
        return b;
    };
    m_title = line(tr("Title of the lesson"));
    m_author = line(tr("Author"));
    m_stepTitle = line(tr("Title of this step"));
    m_note = new QPlainTextEdit;
    m_note->setMinimumHeight(120);
    m_note->setTabChangesFocus(true);
    m_note->setPlaceholderText(tr("Every line is a paragraph; *word* is strong, `code` is code."));
    caption(tr("Note"), m_note);

    auto* first = new QHBoxLayout;
    m_use = button(first, tr("Use this view"), tr("What is shown now becomes this step's picture"));
    m_add = button(first, tr("Add this view as a step"), tr("A new step behind this one, with what is shown now"));
    column->addLayout(first);
    auto* second = new QHBoxLayout;
    m_up = button(second, tr("Up"), tr("This step one earlier"));
    m_down = button(second, tr("Down"), tr("This step one later"));
    m_remove = button(second, tr("Delete the step"), tr("Takes this step out of the lesson"));
    column->addLayout(second);

    m_kind = new QComboBox;
    for (const auto& text :
         {tr("none"), tr("Which of these formats has the fewest bytes?"), tr("How many bytes has a format?"),
          tr("How much padding has a format?"), tr("How many sectors are touched?"), tr("How many lanes idle?"),
          tr("What does the last step cost?"), tr("How many micro-tiles are members?"),
          tr("How many places are stored?"), tr("How many zeros are covered?"),
          tr("How many dense tiles are multiplied?"), tr("How many sums are wrong?"), tr("Choices of your own")})
        m_kind->addItem(text, QString::fromLatin1(kinds[m_kind->count()]));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    caption(tr("Exercise"), m_kind);
    m_format = new QComboBox;
    m_format->setAccessibleName(tr("Format that is asked about"));
    column->addWidget(m_format);
    m_question = new QLineEdit;
    m_question->setPlaceholderText(tr("Question"));
    m_question->setAccessibleName(tr("Question"));
    column->addWidget(m_question);
    m_choices = new QPlainTextEdit;
    m_choices->setPlaceholderText(tr("A choice in every line; * before the right one"));
    m_choices->setAccessibleName(tr("Choices"));
    m_choices->setTabChangesFocus(true);
    m_choices->setMaximumHeight(96);
    column->addWidget(m_choices);
    m_why = new QLineEdit;
    m_why->setPlaceholderText(tr("Shown with the answer"));
    m_why->setAccessibleName(tr("Shown with the answer"));
    column->addWidget(m_why);
    column->addStretch();

    for (QLineEdit* edit : {m_title, m_author, m_stepTitle})
        connect(edit, &QLineEdit::textEdited, this, &LessonEditor::keepTexts);
    connect(m_note, &QPlainTextEdit::textChanged, this, &LessonEditor::keepTexts);
    connect(m_use, &QPushButton::clicked, &m_desk, &LearnDesk::keepState);
    connect(m_add, &QPushButton::clicked, &m_desk, &LearnDesk::addStep);
    connect(m_remove, &QPushButton::clicked, &m_desk, &LearnDesk::removeStep);
    connect(m_up, &QPushButton::clicked, &m_desk, [this] { m_desk.moveStep(-1); });
    connect(m_down, &QPushButton::clicked, &m_desk, [this] { m_desk.moveStep(1); });
    connect(m_kind, &QComboBox::activated, this, &LessonEditor::keepExercise);
    connect(m_format, &QComboBox::activated, this, &LessonEditor::keepExercise);
    for (QLineEdit* edit : {m_question, m_why})
        connect(edit, &QLineEdit::editingFinished, this, &LessonEditor::keepExercise);
    connect(m_choices, &QPlainTextEdit::textChanged, this, &LessonEditor::keepExercise);
    connect(&m_desk, &LearnDesk::lessonStepChanged, this, &LessonEditor::load);
    connect(&m_desk, &LearnDesk::stateChanged, this, [this] { m_use->setEnabled(m_desk.strayed()); });
    load();
}

void LessonEditor::load()
{
    const learn::LessonStep* step = m_desk.lessonStepNow();
    if (!step || m_loading)
        return;
    m_loading = true;
    const auto text = [](const std::string& s) { return QString::fromStdString(s); };
    const learn::Lesson& lesson = *m_desk.lesson();
    // A field that is being written in keeps its cursor.
    const auto set = [](QLineEdit* edit, const QString& now) {
        if (edit->text() != now)
            edit->setText(now);
    };
    set(m_title, text(lesson.title));
    set(m_author, text(lesson.author));
    set(m_stepTitle, text(step->title));
    if (m_note->toPlainText() != text(step->note))
        m_note->setPlainText(text(step->note));
    m_format->clear();
    for (const learn::LearnFormat& format : step->state.formats)
        if (const learn::LearnKind* kind = m_desk.kindOf(format))
            m_format->addItem(text(kind->label));
    const learn::Exercise exercise = step->exercise.value_or(learn::Exercise{});
    m_kind->setCurrentIndex(step->exercise ? std::max(0, m_kind->findData(text(exercise.kind))) : 0);
    m_format->setCurrentIndex(exercise.format);
    set(m_question, text(exercise.question));
    set(m_why, text(exercise.why));
    QString choices;
    for (std::size_t i = 0; i < exercise.choices.size(); ++i)
        choices += (static_cast<int>(i) == exercise.answer ? QStringLiteral("*") : QString()) +
                   text(exercise.choices[i]) + QLatin1Char('\n');
    if (m_choices->toPlainText().trimmed() != choices.trimmed())
        m_choices->setPlainText(choices.trimmed());
    m_use->setEnabled(m_desk.strayed());
    m_up->setEnabled(m_desk.lessonStep() > 0);
    m_down->setEnabled(m_desk.lessonStep() + 1 < static_cast<int>(lesson.steps.size()));
    m_remove->setEnabled(lesson.steps.size() > 1);
    showKind();
    m_loading = false;
}

void LessonEditor::showKind()
{
    const QString kind = m_kind->currentData().toString();
    const bool none = kind.isEmpty(), own = kind == QLatin1String("choice");
    const bool ofFormat = QStringList{QStringLiteral("bytes"), QStringLiteral("padding"), QStringLiteral("sectors"),
                                      QStringLiteral("idle")}
                              .contains(kind);
    m_question->setVisible(!none);
    m_why->setVisible(!none);
    m_choices->setVisible(own);
    m_format->setVisible(ofFormat && m_format->count() > 0);
}

void LessonEditor::keepTexts()
{
    if (m_loading)
        return;
    m_desk.editLesson(m_title->text().toStdString(), m_author->text().toStdString());
    m_desk.editStep(m_stepTitle->text().toStdString(), m_note->toPlainText().toStdString());
}

void LessonEditor::keepExercise()
{
    showKind();
    if (m_loading)
        return;
    m_loading = true; // what is kept comes back
    const QString kind = m_kind->currentData().toString();
    std::optional<learn::Exercise> exercise;
    if (!kind.isEmpty()) {
        exercise.emplace();
        exercise->kind = kind.toStdString();
        exercise->question = (m_question->text().isEmpty() ? m_kind->currentText() : m_question->text()).toStdString();
        exercise->why = m_why->text().toStdString();
        exercise->format = std::max(0, m_format->currentIndex());
        if (kind == QLatin1String("choice"))
            for (QString line : m_choices->toPlainText().split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
                if (line.startsWith(QLatin1Char('*'))) {
                    exercise->answer = static_cast<int>(exercise->choices.size());
                    line.remove(0, 1);
                }
                exercise->choices.push_back(line.trimmed().toStdString());
            }
    }
    m_desk.editExercise(std::move(exercise));
    m_loading = false;
}

} // namespace sparsescope
