#include "views/pages/learn/lesson_panel.h"

#include "views/pages/learn/exercise_panel.h"
#include "views/pages/learn/learn_desk.h"
#include "views/pages/learn/lesson_editor.h"
#include "views/pages/learn/note_text.h"
#include "views/parts/label_text.h"
#include "views/parts/language.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/parts/words.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

LessonPanel::LessonPanel(LearnDesk& desk, QWidget* parent) : QWidget(parent), m_desk(desk)
{
    setObjectName(QStringLiteral("inspector"));
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space::between, space::inside, space::inside, space::inside);
    column->setSpacing(space::inside);
    const auto label = [](QLayout* layout, const char* role) {
        auto* l = new QLabel;
        l->setWordWrap(true);
        l->setProperty("role", QString::fromLatin1(role));
        layout->addWidget(l);
        return l;
    };
    m_title = label(column, "title");
    m_about = label(column, "secondary");
    m_steps = new QListWidget;
    m_steps->setAccessibleName(tr("Steps of the lesson"));
    m_steps->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_steps->setTextElideMode(Qt::ElideRight);
    column->addWidget(m_steps);

    auto* reading = new QWidget;
    m_text = new QVBoxLayout(reading);
    m_text->setContentsMargins(0, 0, space::inside, 0);
    m_text->setSpacing(space::inside);
    m_stepTitle = label(m_text, "title");
    m_note = label(m_text, "");
    m_note->setTextFormat(Qt::RichText);
    m_note->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_instructor = label(m_text, "secondary");
    m_instructor->setTextFormat(Qt::RichText);
    m_open = new QPushButton;
    m_open->setObjectName(QStringLiteral("opener"));
    m_text->addWidget(m_open, 0, Qt::AlignLeft);
    m_exercise = new ExercisePanel(m_desk);
    m_text->addWidget(m_exercise);
    m_text->addStretch();
    m_reading = scrolled(reading, tr("Note of the step"));
    column->addWidget(m_reading, 1);
    m_editor = new LessonEditor(m_desk);
    column->addWidget(m_editor, 1);

    m_strayedBox = new QWidget;
    auto* strayed = new QHBoxLayout(m_strayedBox);
    strayed->setContentsMargins(0, 0, 0, 0);
    m_strayed = label(strayed, "secondary");
    m_strayed->setText(tr("Changed by you"));
    m_return = new QPushButton(tr("As in the lesson"));
    m_return->setToolTip(tr("Show this step as the lesson has it"));
    strayed->addWidget(m_return);
    column->addWidget(m_strayedBox);

    m_walk = new QWidget;
    auto* walk = new QHBoxLayout(m_walk);
    walk->setContentsMargins(0, 0, 0, 0);
    m_back = new QPushButton(tr("Back"));
    m_back->setToolTip(tr("The step before (Page Up)"));
    m_next = new QPushButton(tr("Next"));
    m_next->setToolTip(tr("The next step of the lesson (Page Down)"));
    m_next->setProperty("primary", true);
    walk->addWidget(m_back);
    walk->addStretch();
    walk->addWidget(m_next);
    column->addWidget(m_walk);

    connect(m_steps, &QListWidget::currentRowChanged, &m_desk, [this](int row) {
        if (row >= 0 && row != m_desk.lessonStep())
            m_desk.showLessonStep(row);
    });
    connect(m_back, &QPushButton::clicked, &m_desk, [this] { m_desk.showLessonStep(m_desk.lessonStep() - 1); });
    connect(m_next, &QPushButton::clicked, &m_desk, [this] { m_desk.showLessonStep(m_desk.lessonStep() + 1); });
    connect(m_return, &QPushButton::clicked, &m_desk, [this] { m_desk.showLessonStep(m_desk.lessonStep()); });
    // What was said is seen without scrolling, once there is room for it.
    connect(m_exercise, &ExercisePanel::said, this,
            [this] { QTimer::singleShot(0, this, &LessonPanel::scrollToAnswer); });
    connect(&m_desk, &LearnDesk::lessonChanged, this, &LessonPanel::showLesson);
    connect(&m_desk, &LearnDesk::lessonStepChanged, this, &LessonPanel::showStep);
    connect(&m_desk, &LearnDesk::stateChanged, this, &LessonPanel::showWords);
    connect(&m_desk, &LearnDesk::resultsChanged, this, &LessonPanel::tick);
    showLesson();
    showStep();
}

void LessonPanel::scrollToAnswer()
{
    const QRect answer = m_exercise->answer();
    const QPoint top = m_exercise->mapTo(m_reading->widget(), answer.topLeft());
    m_reading->ensureVisible(0, top.y() + answer.height(), 0, 0);
    m_reading->ensureVisible(0, top.y(), 0, 0); // rather the verdict than the end of its reasons
}

void LessonPanel::setEditing(bool editing)
{
    m_editing = editing;
    showLesson();
    showStep();
}

void LessonPanel::setStrip(const std::optional<Strip>& strip)
{
    if (strip == m_strip)
        return;
    m_strip = strip;
    m_exercise->setPresenting(strip.has_value());
    constexpr int large = 15; // points: 20 pixels
    QFont font = typeFace(TypeSize::Small);
    if (strip)
        font.setPointSize(large);
    const QString sheet = strip ? QStringLiteral("font-size: %1pt").arg(large) : QString();
    m_note->setFont(font);
    m_note->setStyleSheet(sheet);
    m_exercise->setStyleSheet(strip ? QStringLiteral("* { %1 }").arg(sheet) : QString());
    m_text->setDirection(strip && strip->wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_text->setSpacing(strip ? space::between : space::inside);
    for (QWidget* half : {static_cast<QWidget*>(m_note), static_cast<QWidget*>(m_exercise)})
        m_text->setStretchFactor(half, strip && strip->wide ? 1 : 0);
    showLesson();
    showParts();
}

// What was answered stays.
void LessonPanel::showParts()
{
    const learn::LessonStep* step = m_desk.lessonStepNow();
    m_stepTitle->setVisible(!m_strip);
    m_note->setVisible(!m_strip || m_strip->note);
    m_instructor->setVisible(m_instructs && step && !step->instructor.empty() && !m_strip); // the hall reads the strip
    m_open->setVisible(step && !step->open.empty() && !m_strip);
    m_exercise->setVisible(step && step->exercise && (!m_strip || m_strip->question));
}

int LessonPanel::heightOfStrip(int width) const
{
    const QMargins around = layout()->contentsMargins();
    const int inside = width - around.left() - around.right();
    return m_text->heightForWidth(inside) + around.top() + around.bottom();
}

QString LessonPanel::noteText() const
{
    return m_note->text();
}

void LessonPanel::showLesson()
{
    std::optional<learn::Lesson> lesson;
    if (m_desk.lesson())
        lesson = inLanguage(*m_desk.lesson(), windowLanguage().toStdString());
    m_title->setText(lesson ? tr("Not saved yet") : tr("Free exploration"));
    QString about = lesson ? QString::fromStdString(lesson->about) : QString();
    if (lesson && !lesson->author.empty())
        about = QString::fromStdString(lesson->author) + (about.isEmpty() ? QString() : QStringLiteral(": ") + about);
    m_about->setText(about);
    {
        const QSignalBlocker quiet(m_steps);
        m_steps->clear();
        for (std::size_t i = 0; lesson && i < lesson->steps.size(); ++i)
            m_steps->addItem(QString());
        m_steps->setCurrentRow(lesson ? m_desk.lessonStep() : -1);
    }
    tick();
    m_title->setVisible(!m_strip && (!lesson || m_desk.unsaved()));
    m_steps->setVisible(lesson.has_value() && !m_strip);
    m_walk->setVisible(lesson.has_value() && !m_strip);
    m_editor->setVisible(m_editing && lesson.has_value() && !m_strip);
    m_reading->setVisible(m_editor->isHidden());
    fitList();
    showWords();
}

// A step is done when its exercise is answered; one without when it was seen and left.
void LessonPanel::tick()
{
    const learn::Lesson* lesson = m_desk.lesson();
    const std::vector<learn::StepResult>& results = m_desk.results().steps;
    for (std::size_t i = 0; lesson && i < std::min(lesson->steps.size(), results.size()); ++i) {
        const learn::LessonStep& step = lesson->steps[i];
        const bool done = step.exercise ? results[i].outcome == learn::Outcome::Right
                                        : results[i].seen && static_cast<int>(i) != m_desk.lessonStep();
        if (QListWidgetItem* item = m_steps->item(static_cast<int>(i)))
            item->setText((done ? QStringLiteral("%1 ✓ %2") : QStringLiteral("%1  %2"))
                              .arg(i + 1)
                              .arg(QString::fromStdString(inLanguage(step, windowLanguage().toStdString()).title)));
    }
}

void LessonPanel::setInstructor(bool shown)
{
    m_instructs = shown;
    showWords();
}

// As many lines as there are steps, up to nine, or fewer in a low window, where what the lesson is about stands beside
// its first step alone: the notes are to be read.
void LessonPanel::fitList()
{
    const int line = m_steps->count() > 0 ? std::max(m_steps->sizeHintForRow(0), 20) : 20;
    const int height = window()->height();
    m_steps->setFixedHeight(line * std::clamp(m_steps->count(), 1, height < 600 ? 3 : height < 840 ? 6 : 9) + 4);
    m_about->setVisible(!m_strip && !m_about->text().isEmpty() &&
                        (height >= 840 || !m_desk.lesson() || m_desk.lessonStep() == 0));
}

void LessonPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitList();
}

void LessonPanel::showStep()
{
    const learn::LessonStep* step = m_desk.lessonStepNow();
    {
        const QSignalBlocker quiet(m_steps);
        m_steps->setCurrentRow(step ? m_desk.lessonStep() : -1);
    }
    showFiles(step);
    showParts();
    m_exercise->showExercise();
    tick();
    m_back->setEnabled(step && m_desk.lessonStep() > 0);
    m_next->setEnabled(step && m_desk.lessonStep() + 1 < static_cast<int>(m_desk.lesson()->steps.size()));
    m_reading->verticalScrollBar()->setValue(0);
    fitList();
    if (m_steps->currentItem())
        m_steps->scrollToItem(m_steps->currentItem());
    showWords();
}

void LessonPanel::showFiles(const learn::LessonStep* step)
{
    if (!step || step->open.empty())
        return;
    QStringList files, names, missing;
    for (const std::string& name : step->open) {
        files << QString::fromStdString(learn::openedFile(*m_desk.lesson(), name));
        names << QFileInfo(QString::fromStdString(name)).fileName();
        if (files.back().isEmpty())
            missing << QString::fromStdString(name);
    }
    const QString page = QString::fromStdString(step->page);
    m_open->setText(asLabel(tr("Open %1").arg(names.join(QStringLiteral(", ")))));
    m_open->setEnabled(missing.isEmpty());
    const QString there = tr("In another tab where this one has a matrix, on the page %1").arg(page);
    const QString nowhere = tr("%1 is neither beside the lesson nor a sample").arg(missing.join(QStringLiteral(", ")));
    m_open->setToolTip(missing.isEmpty() ? there : nowhere);
    m_open->disconnect(this);
    connect(m_open, &QPushButton::clicked, this, [this, files, page] { Q_EMIT filesWanted(files, page); });
}

void LessonPanel::showWords()
{
    m_strayedBox->setVisible(m_desk.strayed() && !m_strip);
    if (const learn::LessonStep* step = m_desk.lessonStepNow()) {
        m_stepTitle->setText(QString::fromStdString(step->title));
        m_note->setText(noteHtml(QString::fromStdString(step->note)));
        m_instructor->setText(noteHtml(QString::fromStdString(step->instructor)));
        showParts();
        return;
    }
    showParts();
    // What is shown, in words.
    m_stepTitle->setText(fromEngine(learn::label(m_desk.state().view)));
    QString html = QStringLiteral("<p style=\"margin:0 0 12px 0\">%1</p>")
                       .arg(fromEngine(learn::about(m_desk.state().view)).toHtmlEscaped());
    if (m_desk.mostFormats() > 0)
        for (const learn::LearnFormat& format : m_desk.state().formats)
            if (const learn::LearnKind* kind = m_desk.kindOf(format)) {
                html +=
                    QStringLiteral("<p style=\"margin:0 0 2px 0\"><b>%1</b></p><p style=\"margin:0 0 %3px 0\">%2</p>")
                        .arg(fromEngine(kind->label).toHtmlEscaped(), fromEngine(kind->about).toHtmlEscaped())
                        .arg(kind->parameters.empty() ? 12 : 4);
                for (std::size_t i = 0; i < kind->parameters.size(); ++i)
                    html += QStringLiteral("<p style=\"margin:0 0 %3px 12px\"><b>%1</b> %2</p>")
                                .arg(fromEngine(kind->parameters[i].label).toHtmlEscaped(),
                                     fromEngine(kind->parameters[i].help).toHtmlEscaped())
                                .arg(i + 1 == kind->parameters.size() ? 12 : 2);
            }
    m_note->setText(html);
}

} // namespace sparsescope
