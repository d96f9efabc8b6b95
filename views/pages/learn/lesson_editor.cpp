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
#include <QRegularExpression>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

namespace {

// As lesson files spell them.
const char* const kinds[] = {"",       "fewest bytes", "bytes",  "padding", "sectors", "idle",
                             "cost",   "members",      "stored", "zeros",   "steps",   "wrong",
                             "choice", "number",       "text",   "fill",    "draw"};

QStringList linesOf(const QPlainTextEdit& edit)
{
    QStringList lines;
    for (const QString& line : edit.toPlainText().split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        if (!line.trimmed().isEmpty())
            lines << line.trimmed();
    return lines;
}

std::vector<std::string> texts(const QStringList& lines)
{
    std::vector<std::string> all;
    for (const QString& line : lines)
        all.push_back(line.toStdString());
    return all;
}

QString joined(const std::vector<std::string>& texts)
{
    QStringList lines;
    for (const std::string& text : texts)
        lines << QString::fromStdString(text);
    return lines.join(QLatin1Char('\n'));
}

// A field that is being written in keeps its cursor.
void setText(QPlainTextEdit& edit, const QString& now)
{
    if (edit.toPlainText().trimmed() != now.trimmed())
        edit.setPlainText(now);
}

double numberIn(const QLineEdit& edit)
{
    const std::vector<double> numbers = learn::writtenNumbers(edit.text().toStdString());
    return numbers.empty() ? 0 : numbers.front();
}

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
    const auto few = [&](const QString& text, const QString& placeholder) {
        auto* edit = new QPlainTextEdit;
        edit->setPlaceholderText(placeholder);
        edit->setTabChangesFocus(true);
        edit->setMaximumHeight(96);
        edit->setAccessibleName(text);
        return edit;
    };
    m_instructor = few(tr("Note for the instructor"), tr("Students do not see it"));
    caption(m_instructor->accessibleName(), m_instructor);

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
          tr("How many dense tiles are multiplied?"), tr("How many sums are wrong?"), tr("Choices of your own"),
          tr("A number of your own"), tr("A text of your own"), tr("Fill this array"), tr("Draw a matrix such that…")})
        m_kind->addItem(text, QString::fromLatin1(kinds[m_kind->count()]));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    caption(tr("Exercise"), m_kind);
    m_format = new QComboBox;
    m_format->setAccessibleName(tr("Format that is asked about"));
    column->addWidget(m_format);
    const auto field = [&](const QString& text) {
        auto* edit = new QLineEdit;
        edit->setPlaceholderText(text);
        edit->setAccessibleName(text);
        column->addWidget(edit);
        return edit;
    };
    m_question = field(tr("Question"));
    m_array = field(tr("Array, as it is named in the picture"));
    m_blank = field(tr("Elements that are left out: 1 3 5; none: all"));
    m_answer = field(tr("The number"));
    m_tolerance = field(tr("How far off is right"));
    m_lines = few(tr("Choices"), {});
    column->addWidget(m_lines);
    m_solution = new QPushButton(tr("What is drawn is a solution"));
    m_solution->setToolTip(tr("Keep the matrix that is shown as one that meets the conditions"));
    column->addWidget(m_solution);
    m_hints = few(tr("Hints"), tr("A hint in every line; one is shown after each wrong try"));
    column->addWidget(m_hints);
    m_tries = new QSpinBox;
    m_tries->setRange(1, learn::mostTries);
    m_tries->setPrefix(tr("Tries: "));
    m_tries->setAccessibleName(tr("Wrong tries before the answer is offered"));
    column->addWidget(m_tries);
    m_why = field(tr("Shown with the answer"));
    column->addStretch();

    for (QLineEdit* edit : {m_title, m_author, m_stepTitle})
        connect(edit, &QLineEdit::textEdited, this, &LessonEditor::keepTexts);
    for (QPlainTextEdit* edit : {m_note, m_instructor})
        connect(edit, &QPlainTextEdit::textChanged, this, &LessonEditor::keepTexts);
    connect(m_use, &QPushButton::clicked, &m_desk, &LearnDesk::keepState);
    connect(m_add, &QPushButton::clicked, &m_desk, &LearnDesk::addStep);
    connect(m_remove, &QPushButton::clicked, &m_desk, &LearnDesk::removeStep);
    connect(m_up, &QPushButton::clicked, &m_desk, [this] { m_desk.moveStep(-1); });
    connect(m_down, &QPushButton::clicked, &m_desk, [this] { m_desk.moveStep(1); });
    connect(m_kind, &QComboBox::activated, this, &LessonEditor::keepExercise);
    connect(m_format, &QComboBox::activated, this, &LessonEditor::keepExercise);
    for (QLineEdit* edit : {m_question, m_answer, m_tolerance, m_array, m_blank, m_why})
        connect(edit, &QLineEdit::editingFinished, this, &LessonEditor::keepExercise);
    for (QPlainTextEdit* edit : {m_lines, m_hints})
        connect(edit, &QPlainTextEdit::textChanged, this, &LessonEditor::keepExercise);
    connect(m_tries, &QSpinBox::valueChanged, this, &LessonEditor::keepExercise);
    connect(m_solution, &QPushButton::clicked, this, &LessonEditor::keepSolution);
    connect(&m_desk, &LearnDesk::lessonStepChanged, this, &LessonEditor::load);
    connect(&m_desk, &LearnDesk::stateChanged, this, [this] { m_use->setEnabled(m_desk.strayed()); });
    load();
}

void LessonEditor::load()
{
    const learn::LessonStep* step = m_desk.lessonStepInFile();
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
    setText(*m_note, text(step->note));
    setText(*m_instructor, text(step->instructor));
    m_format->clear();
    for (const learn::LearnFormat& format : step->state.formats)
        if (const learn::LearnKind* kind = m_desk.kindOf(format))
            m_format->addItem(text(kind->label));
    const learn::Exercise e = step->exercise.value_or(learn::Exercise{});
    if (step->exercise && m_kind->findData(text(e.kind)) < 0) // a number of the view
        m_kind->addItem(text(e.kind), text(e.kind));
    m_kind->setCurrentIndex(step->exercise ? m_kind->findData(text(e.kind)) : 0);
    m_format->setCurrentIndex(e.format);
    set(m_question, text(e.question));
    set(m_why, text(e.why));
    set(m_answer, e.kind == "number" ? QString::number(e.number, 'g', 15) : QString());
    set(m_tolerance, e.tolerance > 0 ? QString::number(e.tolerance, 'g', 15) : QString());
    set(m_array, text(e.array));
    QStringList blank;
    for (const int element : e.blank)
        blank << QString::number(element);
    set(m_blank, blank.join(QLatin1Char(' ')));
    std::vector<std::string> choices = e.choices;
    for (const int right : e.right)
        if (right < static_cast<int>(choices.size()))
            choices[static_cast<std::size_t>(right)].insert(0, "*");
    setText(*m_lines, joined(e.kind == "text" ? e.texts : e.kind == "draw" ? e.conditions : choices));
    setText(*m_hints, joined(e.hints));
    m_tries->setValue(e.tries);
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
    const bool none = kind.isEmpty();
    const auto is = [&](const char* one) { return kind == QLatin1String(one); };
    const bool ofFormat = is("bytes") || is("padding") || is("sectors") || is("idle") || is("fill");
    for (QWidget* field : std::initializer_list<QWidget*>{m_question, m_hints, m_tries, m_why})
        field->setVisible(!none);
    m_lines->setVisible(is("choice") || is("text") || is("draw"));
    m_lines->setPlaceholderText(is("text")   ? tr("A right answer in every line")
                                : is("draw") ? tr("A condition in every line: padding(ell) <= 2")
                                             : tr("A choice in every line; * before those that are right"));
    m_lines->setAccessibleName(is("text") ? tr("Right answers") : is("draw") ? tr("Conditions") : tr("Choices"));
    m_solution->setVisible(is("draw"));
    m_answer->setVisible(is("number"));
    m_tolerance->setVisible(!none && !m_lines->isVisibleTo(this) && !is("fill") && !is("fewest bytes"));
    m_array->setVisible(is("fill"));
    m_blank->setVisible(is("fill"));
    m_format->setVisible(ofFormat && m_format->count() > 0);
}

void LessonEditor::keepTexts()
{
    if (m_loading)
        return;
    m_desk.editLesson(m_title->text().toStdString(), m_author->text().toStdString());
    m_desk.editStep(m_stepTitle->text().toStdString(), m_note->toPlainText().toStdString(),
                    m_instructor->toPlainText().toStdString());
}

learn::Exercise LessonEditor::written() const
{
    learn::Exercise e;
    e.kind = m_kind->currentData().toString().toStdString();
    e.question = (m_question->text().isEmpty() ? m_kind->currentText() : m_question->text()).toStdString();
    e.why = m_why->text().toStdString();
    e.format = std::max(0, m_format->currentIndex());
    e.tries = m_tries->value();
    e.hints = texts(linesOf(*m_hints));
    e.tolerance = std::max(0.0, numberIn(*m_tolerance));
    if (e.kind == "number")
        e.number = numberIn(*m_answer);
    if (e.kind == "text")
        e.texts = texts(linesOf(*m_lines));
    if (e.kind == "draw")
        e.conditions = texts(linesOf(*m_lines));
    if (e.kind == "fill") {
        e.array = m_array->text().trimmed().toStdString();
        static const QRegularExpression between(QStringLiteral("[\\s,;]+"));
        for (const QString& element : m_blank->text().split(between, Qt::SkipEmptyParts))
            e.blank.push_back(element.toInt());
    }
    if (e.kind == "choice") {
        for (QString line : linesOf(*m_lines)) {
            if (line.startsWith(QLatin1Char('*'))) {
                e.right.push_back(static_cast<int>(e.choices.size()));
                line.remove(0, 1);
            }
            e.choices.push_back(line.trimmed().toStdString());
        }
        e.several = e.right.size() > 1;
    }
    return e;
}

void LessonEditor::keepExercise()
{
    showKind();
    const learn::LessonStep* step = m_desk.lessonStepInFile();
    if (m_loading || !step)
        return;
    m_loading = true; // what is kept comes back
    std::optional<learn::Exercise> exercise;
    if (!m_kind->currentData().toString().isEmpty()) {
        exercise = written();
        if (step->exercise && exercise->kind == "draw")
            exercise->solution = step->exercise->solution;
        if (step->exercise && step->exercise->several && exercise->right.size() == 1)
            exercise->several = true; // how many are right is not told
    }
    m_desk.editExercise(std::move(exercise));
    m_loading = false;
}

void LessonEditor::keepSolution()
{
    learn::Exercise exercise = written();
    exercise.solution = learn::drawing(*m_desk.state().matrix);
    m_desk.editExercise(std::move(exercise));
}

} // namespace sparsescope
