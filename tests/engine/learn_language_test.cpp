// Lessons in another language: read, shown, written again, and what a wrong one is told.
#include "engine/core/error.h"
#include "engine/learn/lesson.h"
#include "tests/engine/learn_fixtures.h"

#include <algorithm>

using namespace sparsescope;
using namespace sparsescope::learn;

namespace {

std::string lessonWith(const std::string& step)
{
    return R"({"title": "A lesson", "title.de": "Eine Lektion", "steps": [
        {"title": "s", "matrix": "figure1", "formats": ["csr"], )" +
           step + "}]}";
}

const std::string askedInTwo = R"("note": ["One.", "Two."], "note.de": "Eins, zwei.",
    "exercise": {"question": "Which?", "question.de": "Was?", "choices": ["a", "b"], "choices.de": ["x", "y"],
                 "answer": 1, "why": "So.", "why.de": ["Darum,", "so."]})";

std::string translationFault(const std::string& step)
{
    try {
        parseLesson(lessonWith(step), "l.json");
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        return e.where().call + " " + e.reason();
    }
    return {};
}

} // namespace

TEST_CASE("A lesson is shown in the language that is asked for, where it has it")
{
    const Lesson lesson = parseLesson(lessonWith(askedInTwo), "l.json");
    CHECK(lesson.title == "A lesson");
    CHECK(lesson.steps[0].note == "One.\nTwo.");
    const Lesson german = inLanguage(lesson, "de");
    CHECK(german.title == "Eine Lektion");
    CHECK(german.steps[0].title == "s"); // has none
    CHECK(german.steps[0].note == "Eins, zwei.");
    const Exercise& asked = *german.steps[0].exercise;
    CHECK(asked.question == "Was?");
    CHECK(asked.choices == std::vector<std::string>{"x", "y"});
    CHECK(asked.why == "Darum,\nso.");
    CHECK(inLanguage(lesson, "fr").steps[0].note == lesson.steps[0].note);
}

TEST_CASE("Translations are kept in a lesson's file, but for those of a text that was changed")
{
    Lesson lesson = parseLesson(lessonWith(askedInTwo), "l.json");
    CHECK(lessonJson(parseLesson(lessonJson(lesson), "l.json")) == lessonJson(lesson));
    CHECK(inLanguage(parseLesson(lessonJson(lesson), "l.json"), "de").steps[0].exercise->why == "Darum,\nso.");
    lesson.steps[0].note = "Three.";
    CHECK(inLanguage(lesson, "de").steps[0].note == "Three.");
    const std::string written = lessonJson(lesson);
    CHECK(written.find("note.de") == std::string::npos);
    CHECK(written.find("question.de") != std::string::npos);
}

TEST_CASE("A translation that is wrong is told its key and the reason")
{
    CHECK(translationFault(R"("note.de": "n")") == R"(steps[0].note.de translates "note", which is not there)");
    CHECK(translationFault(R"("note": "n", "note.de": 1)") == "steps[0].note.de is neither text nor a list of lines");
    CHECK(translationFault(R"("exercise": {"question": "q", "choices": ["a", "b"], "choices.de": ["a"]})") ==
          R"(steps[0].exercise.choices.de has 1 texts for the 2 of "choices")");
    CHECK(translationFault(R"("note": "n", "note.german": "n")").find("steps[0].note.german is none of ") == 0);
    CHECK(translationFault(R"("view": "arrays", "view.de": "n")").find("steps[0].view.de is none of ") == 0);
}

TEST_CASE("German texts of shipped lessons mark as much as the English ones do")
{
    int translated = 0;
    for (const ShippedLesson& item : shippedLessons("de"))
        for (const LessonStep& step : readLesson(item.path).steps)
            for (const Translation& each : step.translations) {
                ++translated;
                INFO(item.name << ", " << step.title << ", " << each.key);
                std::string text;
                for (const std::string& line : each.lines)
                    text += line + "\n";
                for (const char mark : {'*', '`'})
                    CHECK(std::count(text.begin(), text.end(), mark) ==
                          std::count(each.of.begin(), each.of.end(), mark));
            }
    CHECK(translated > 200);
}

TEST_CASE("A lesson's page says its language, and speaks it")
{
    const Lesson lesson = parseLesson(lessonWith(askedInTwo), "l.json");
    CHECK(lessonHtml(lesson, noProgress()).find("<html lang=\"en\">") != std::string::npos);
    const std::string page = lessonHtml(lesson, noProgress(), {.language = "de"});
    CHECK(page.find("<html lang=\"de\">") != std::string::npos);
    CHECK(page.find("Eins, zwei.") != std::string::npos);
    CHECK(page.find("Abspielen") != std::string::npos);
}
