#include "views/pages/learn/lesson_keeper.h"

#include "engine/learn/lesson.h"
#include "views/pages/learn/learn_desk.h"

namespace sparsescope {

namespace {

const std::string prefix = "lesson";

std::string textOf(const LearnDesk& desk)
{
    const learn::Lesson lesson = desk.withDrawn();
    return lesson.steps.empty() ? std::string() : learn::lessonJson(lesson);
}

} // namespace

LessonKeeper::LessonKeeper(LearnDesk& desk, const QString& folder, QObject* parent)
    : TextKeeper(
          prefix, [&desk] { return textOf(desk); }, folder, parent)
{
    connect(&desk, &LearnDesk::lessonChanged, this, &TextKeeper::changed);
    connect(&desk, &LearnDesk::stateChanged, this, &TextKeeper::changed);
}

std::vector<TextKeeper::Left> LessonKeeper::findLeft(const std::string& folder)
{
    return TextKeeper::findLeft(folder, prefix,
                                [](const std::string& path) { return learn::readLesson(path, true).title; });
}

} // namespace sparsescope
