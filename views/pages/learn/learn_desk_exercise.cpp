// The exercise of a lesson's step: what is asked of the picture, tries, and what becomes of them.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "views/pages/learn/learn_desk.h"

#include <QDateTime>

#include <algorithm>
#include <utility>

namespace sparsescope {

using learn::Outcome;

const learn::StepResult* LearnDesk::result() const
{
    return m_lesson ? &m_results.steps[at(m_lessonStep)] : nullptr;
}

bool LearnDesk::exerciseOpen() const
{
    return m_answer && result()->outcome == Outcome::Open;
}

bool LearnDesk::drawsAnswer() const
{
    return exerciseOpen() && m_answer->asks == learn::Asks::Drawing;
}

void LearnDesk::findAnswer()
{
    m_answer.reset();
    m_noAnswer.clear();
    const learn::LessonStep* step = lessonStepNow();
    if (!step || !step->exercise)
        return;
    try {
        m_answer = answerOf(*step->exercise, step->state);
    } catch (const Error& e) {
        m_noAnswer = QString::fromStdString(e.reason());
    }
}

learn::Asked LearnDesk::askedOf(const learn::LearnState& state) const
{
    if (m_answersShown || !exerciseOpen() || !learn::sameSubject(state, lessonStepNow()->state))
        return {};
    return m_answer->asked;
}

// The picture tells it, or not any more.
void LearnDesk::showAnew()
{
    if (std::shared_ptr<const learn::Show> show = showOf(m_state)) {
        m_show = std::move(show);
        if (m_stage)
            layOutStage();
        else
            m_width = widthFor(*m_show);
        Q_EMIT pictureChanged(true);
        Q_EMIT stepChanged();
    }
    Q_EMIT resultsChanged();
}

void LearnDesk::setAnswersShown(bool shown)
{
    if (shown == m_answersShown)
        return;
    m_answersShown = shown;
    showAnew();
}

learn::Verdict LearnDesk::answer(const learn::Given& given)
{
    const learn::LessonStep& step = *lessonStepNow();
    learn::Verdict verdict;
    try {
        verdict = judge(*m_answer, step.state, given);
    } catch (const Error& e) { // a matrix of another size
        verdict.unclear = e.reason();
    }
    learn::StepResult& result = m_results.steps[at(m_lessonStep)];
    if (!verdict.unclear.empty() || result.outcome != Outcome::Open || result.spent(*step.exercise))
        return verdict;
    const std::int64_t now = QDateTime::currentSecsSinceEpoch();
    result.first = result.tries++ == 0 ? now : result.first;
    result.last = now;
    result.given = given;
    if (verdict.right)
        result.outcome = Outcome::Right;
    showAnew();
    return verdict;
}

void LearnDesk::showAnswer()
{
    if (!exerciseOpen())
        return;
    m_results.steps[at(m_lessonStep)].outcome = Outcome::Shown;
    if (m_answer->asks == learn::Asks::Drawing)
        setMatrix(learn::drawnMatrix(m_answer->solution));
    showAnew();
}

void LearnDesk::setResults(learn::Results results)
{
    results.steps.resize(m_lesson ? m_lesson->steps.size() : 0);
    m_results = std::move(results);
    m_results.at = m_lessonStep;
    if (m_lesson)
        m_results.steps[at(m_lessonStep)].seen = true;
    showAnew();
    Q_EMIT lessonStepChanged(); // with what was given
}

} // namespace sparsescope
