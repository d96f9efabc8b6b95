// Lessons on the Learn page: walking through one, and changing it.
#include "engine/core/at.h"
#include "views/pages/learn/learn_desk.h"
#include "views/parts/language.h"

#include <algorithm>
#include <iterator>

namespace sparsescope {

using learn::Lesson;
using learn::LessonStep;

const LessonStep* LearnDesk::lessonStepInFile() const
{
    return m_lesson ? &m_lesson->steps[at(m_lessonStep)] : nullptr;
}

const LessonStep* LearnDesk::lessonStepNow() const
{
    const LessonStep* step = lessonStepInFile();
    if (!step || step->translations.empty())
        return step;
    m_shownStep = inLanguage(*step, windowLanguage().toStdString());
    return &*m_shownStep;
}

// Every step of a lesson is known to make a picture; one without steps is none.
void LearnDesk::openLesson(Lesson lesson, int step, bool saved)
{
    if (lesson.steps.empty())
        return;
    if (drawnByHand())
        keepDrawing(m_state);
    m_state.byHand = false; // of the lesson that was open it may be a step
    m_lesson = std::move(lesson);
    m_lessonStep = std::clamp(step, 0, static_cast<int>(m_lesson->steps.size()) - 1);
    ++m_revision;
    m_savedRevision = saved ? m_revision : -1;
    m_kept.clear();
    m_answer.reset();
    m_results = {};
    m_results.steps.resize(m_lesson->steps.size());
    m_listings.clear();
    Q_EMIT lessonChanged();
    showLessonStep(m_lessonStep);
}

// What is shown stays: free exploration begins there.
void LearnDesk::closeLesson()
{
    if (!m_lesson)
        return;
    m_state.byHand = drawnByHand(); // not what is a step of it
    m_lesson.reset();
    m_lessonStep = 0;
    m_results = {};
    findAnswer();
    m_last = m_show->steps() - 1;
    Q_EMIT lessonChanged();
    Q_EMIT lessonStepChanged();
    Q_EMIT stepChanged();
}

Lesson LearnDesk::lessonOfDrawings() const
{
    Lesson lesson;
    lesson.title = tr("Drawn by hand").toStdString();
    for (learn::LearnState& drawing : drawings()) {
        LessonStep step;
        step.title = lesson.title;
        step.state = std::move(drawing);
        step.state.step = 0;
        lesson.steps.push_back(std::move(step));
    }
    return lesson;
}

Lesson LearnDesk::withDrawn() const
{
    Lesson lesson = lessonOfDrawings();
    if (!m_state.byHand && drawn()) { // cut
        LessonStep step;
        step.title = lesson.title;
        step.state = m_state;
        step.state.step = 0;
        lesson.steps.push_back(std::move(step));
    }
    if (!unsaved())
        return lesson;
    Lesson whole = *m_lesson;
    std::move(lesson.steps.begin(), lesson.steps.end(), std::back_inserter(whole.steps));
    return whole;
}

void LearnDesk::showLessonStep(int step)
{
    if (!m_lesson)
        return;
    step = std::clamp(step, 0, static_cast<int>(m_lesson->steps.size()) - 1);
    const LessonStep& there = m_lesson->steps[at(step)];
    pause();
    if (drawnByHand())
        keepDrawing(m_state);
    m_lessonStep = step;
    m_results.steps[at(step)].seen = true;
    m_results.at = step;
    findAnswer();
    learn::LearnState state = there.state;
    std::string problem;
    std::shared_ptr<const learn::Show> show = showOf(state, &problem);
    if (!show)
        return setProblem(QString::fromStdString(problem));
    m_undo.clear();
    m_redo.clear();
    const bool sameMatrix = m_state.matrix == there.state.matrix && m_state.view == there.state.view;
    m_strayed = false;
    const int last = there.lastStep >= 0 ? there.lastStep : std::numeric_limits<int>::max();
    adopt(std::move(state), std::move(show), sameMatrix, there.state.step, last);
    Q_EMIT lessonStepChanged();
}

bool LearnDesk::strayed() const
{
    return m_lesson && m_strayed;
}

void LearnDesk::lessonEdited()
{
    ++m_revision;
    Q_EMIT lessonChanged();
}

void LearnDesk::setSaved(const std::string& path, int revision)
{
    if (!m_lesson)
        return;
    m_lesson->path = path;
    m_savedRevision = revision;
    Q_EMIT lessonChanged();
}

void LearnDesk::editLesson(const std::string& title, const std::string& author)
{
    if (!m_lesson || (m_lesson->title == title && m_lesson->author == author))
        return;
    m_lesson->title = title;
    m_lesson->author = author;
    lessonEdited();
}

void LearnDesk::editStep(const std::string& title, const std::string& note, const std::string& instructor)
{
    if (!m_lesson)
        return;
    LessonStep& step = m_lesson->steps[at(m_lessonStep)];
    if (step.title == title && step.note == note && step.instructor == instructor)
        return;
    step.title = title;
    step.note = note;
    step.instructor = instructor;
    lessonEdited();
}

void LearnDesk::editExercise(std::optional<learn::Exercise> exercise)
{
    if (!m_lesson)
        return;
    m_lesson->steps[at(m_lessonStep)].exercise = std::move(exercise);
    m_results.steps[at(m_lessonStep)] = {.seen = true};
    findAnswer();
    showAnew();
    lessonEdited();
    Q_EMIT lessonStepChanged();
}

void LearnDesk::keepState()
{
    if (!m_lesson)
        return;
    LessonStep& step = m_lesson->steps[at(m_lessonStep)];
    if (step.state.matrix != m_state.matrix)
        step.matrixName.clear();
    step.state = m_state;
    step.lastStep = -1;
    m_strayed = false;
    m_results.steps[at(m_lessonStep)] = {.seen = true};
    findAnswer();
    m_last = m_show->steps() - 1;
    lessonEdited();
    Q_EMIT stepChanged();
    Q_EMIT stateChanged();
}

void LearnDesk::addStep()
{
    LessonStep step;
    step.title = tr("New step").toStdString();
    step.state = m_state;
    if (!m_lesson) {
        m_lesson.emplace();
        m_lesson->title = tr("New lesson").toStdString();
        m_lessonStep = -1;
    } else if (m_lesson->steps[at(m_lessonStep)].state.matrix == m_state.matrix) {
        step.matrixName = m_lesson->steps[at(m_lessonStep)].matrixName;
    }
    ++m_lessonStep;
    m_lesson->steps.insert(m_lesson->steps.begin() + m_lessonStep, std::move(step));
    m_results.steps.insert(m_results.steps.begin() + m_lessonStep, {.seen = true});
    findAnswer();
    m_strayed = false;
    lessonEdited();
    Q_EMIT lessonStepChanged();
}

void LearnDesk::removeStep()
{
    if (!m_lesson || m_lesson->steps.size() < 2)
        return;
    m_state.byHand = drawnByHand(); // not what is removed
    m_lesson->steps.erase(m_lesson->steps.begin() + m_lessonStep);
    m_results.steps.erase(m_results.steps.begin() + m_lessonStep);
    const int next = std::min(m_lessonStep, static_cast<int>(m_lesson->steps.size()) - 1);
    m_lessonStep = next;
    lessonEdited();
    showLessonStep(next);
}

void LearnDesk::moveStep(int by)
{
    if (!m_lesson)
        return;
    const int to = std::clamp(m_lessonStep + by, 0, static_cast<int>(m_lesson->steps.size()) - 1);
    if (to == m_lessonStep)
        return;
    std::swap(m_lesson->steps[at(to)], m_lesson->steps[at(m_lessonStep)]);
    std::swap(m_results.steps[at(to)], m_results.steps[at(m_lessonStep)]);
    m_lessonStep = to;
    lessonEdited();
    Q_EMIT lessonStepChanged();
}

} // namespace sparsescope
