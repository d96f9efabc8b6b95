// What students hand in, what leaves a lesson for them, and what lessons may hold.
#include "engine/core/csv.h"
#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/learn/lesson_help.h"
#include "engine/learn/lesson_keys.h"
#include "engine/learn/results.h"
#include "tests/engine/learn_fixtures.h"

#include <algorithm>
#include <fmt/format.h>
#include <regex>
#include <set>

using namespace sparsescope;
using namespace sparsescope::learn;

namespace {

// A step for each kind of exercise, with answers that stand nowhere else in it.
Lesson everyKind()
{
    return parseLesson(R"({"title": "All ~kinds", "steps": [
{"title": "Number: #1", "matrix": "hyb8", "formats": ["ell", "csr"], "instructor": "Say it slowly.",
 "exercise": {"question": "How much {padding}?", "kind": "padding", "hints": ["Count them."], "why": "Because."}},
{"title": "Given", "exercise": {"question": "How much?", "kind": "number", "answer": 0.0625, "tolerance": 0.001}},
{"title": "Text", "exercise": {"question": "What?", "kind": "text", "answers": ["Quicksilver", "a=b"]}},
{"title": "Several", "exercise": {"question": "Which?", "choices": ["one", "two", "three"], "answers": [0, 2]}},
{"title": "Nothing is asked"},
{"title": "Fill", "exercise": {"question": "Which columns?", "kind": "fill", "array": "colIdx", "blank": [0, 9]}},
{"title": "Draw", "exercise": {"question": "Draw.", "kind": "draw", "conditions": ["non-zeros = 1", "bytes(ell) <= 64"],
 "solution": ["x.......", "........", "........", "........", "........", "........", "........", "........"]}}
]})",
                       "all.json");
}

Results answered(const Lesson& lesson)
{
    Results results;
    results.student = "Ada, \"Countess\"";
    results.at = 3;
    results.steps.resize(lesson.steps.size());
    const auto give = [&](std::size_t step, Outcome outcome, Given given) {
        results.steps[step] = {true, outcome, 2, std::move(given), 1'800'000'000, 1'800'000'090};
    };
    give(0, Outcome::Right, {"43 values", {}, {}});
    give(1, Outcome::Open, {"0,07", {}, {}});
    give(2, Outcome::Right, {"mercury", {}, {}}); // it says so
    give(3, Outcome::Right, {"", {0, 2}, {}});
    results.steps[4].seen = true;
    give(5, Outcome::Shown, {"", {}, {"1", "2"}});
    give(6, Outcome::Right,
         {"", {}, {"........", "........", "........", "........", "........", "........", "........", ".......x"}});
    return results;
}

std::string faultOf(const std::string& text)
{
    try {
        parseResults(text, "ada.json", everyKind());
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        return e.what();
    }
    return "nothing is wrong";
}

std::string replaced(std::string text, const std::string& what, const std::string& by)
{
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

} // namespace

TEST_CASE("What is handed in is read as it was written, and judged anew")
{
    const Lesson lesson = everyKind();
    const Results results = answered(lesson);
    const std::string text = resultsJson(lesson, results);
    const Results read = parseResults(text, "ada.json", lesson);
    CHECK(read.student == results.student);
    CHECK(read.at == results.at);
    CHECK(read.steps == results.steps);
    CHECK(text.find("2027-01-15T08:00:00Z") != std::string::npos);

    const std::string table = gradesCsv(lesson, std::vector<HandedIn>{{"=ada.json", read}});
    CsvReader reader(table, "table");
    CHECK(reader.titles()[6] == "1 Number: #1");
    std::vector<std::string> row;
    REQUIRE(reader.next(row));
    CHECK(row == std::vector<std::string>{"Ada, \"Countess\"", "'=ada.json", "3", "6", "6", "2", "1", "2", "0", "2",
                                          "0", "2", "1", "2", "0", "2", "1", "2"});
    CHECK_FALSE(reader.next(row));
}

TEST_CASE("An edition of a lesson is known by what students see")
{
    Lesson lesson = everyKind();
    const std::string edition = fingerprintOf(lesson);
    lesson.steps[0].instructor = "Faster.";
    lesson.steps[1].exercise->number = 2;
    lesson.steps[2].exercise->texts = {"mercury"};
    CHECK(fingerprintOf(lesson) == edition);
    lesson.steps[0].note = "Another.";
    CHECK(fingerprintOf(lesson) != edition);
}

TEST_CASE("A file that is not handed in as it should be is refused with its line or key")
{
    const std::string good = resultsJson(everyKind(), answered(everyKind()));
    CHECK(faultOf(good) == "nothing is wrong");
    CHECK_THAT(faultOf(replaced(good, "\"version\": 1,", "\"version\": 1")), Catch::Contains("ada.json:4"));
    CHECK_THAT(faultOf("{}"), Catch::Contains("holds no answers to a lesson"));
    CHECK_THAT(faultOf(replaced(good, "\"version\": 1", "\"version\": 2")), Catch::Contains("newer than this program"));
    CHECK_THAT(faultOf(replaced(good, "fingerprint\": \"", "fingerprint\": \"0")),
               Catch::Contains("of another lesson"));
    CHECK_THAT(faultOf(replaced(good, "\"at\": 4", "\"at\": 8")), Catch::Contains("at: is 8, outside 1 to 7"));
    CHECK_THAT(faultOf(replaced(good, "{\"step\":2", "{\"step\":1")),
               Catch::Contains("answers[1].step: is there twice"));
    CHECK_THAT(faultOf(replaced(good, "{\"step\":5}", "{\"step\":5,\"outcome\":\"right\",\"tries\":1}")),
               Catch::Contains("of a step that asks nothing"));
    CHECK_THAT(faultOf(replaced(good, "\"outcome\":\"open\"", "\"outcome\":\"great\"")),
               Catch::Contains("is none of open, right, shown"));
    CHECK_THAT(faultOf(replaced(good, "2027-01-15T08:00:00Z", "2027-02-30T08:00:00Z")),
               Catch::Contains("answers[0].first: is no moment"));
    CHECK_THAT(faultOf(replaced(good, "[0,2]", "[0,-2]")), Catch::Contains("answers[3].given: is no list of choices"));
    CHECK_THAT(faultOf(replaced(good, "\"tries\":2", "\"tries\":-1")), Catch::Contains("tries: is -1"));
    CHECK_THAT(faultOf(replaced(good, "\"tries\":2", "\"grade\":1,\"tries\":2")),
               Catch::Contains("grade: is not known"));
}

TEST_CASE("A page without answers holds none, and notes for the instructor stay away unless they are asked for",
          "[slow]")
{
    const Lesson lesson = everyKind();
    const std::string whole = lessonHtml(lesson, noProgress());
    const std::string bare = lessonHtml(lesson, noProgress(), {.answers = false});
    const std::vector<std::string> answers = {"43 of 64",    "0.0625",           "Quicksilver", "Because.",
                                              "Count them.", "\"explanation\":", "\"values\":"};
    for (const std::string& answer : answers) {
        INFO(answer);
        CHECK(whole.find(answer) != std::string::npos);
        CHECK(bare.find(answer) == std::string::npos);
    }
    CHECK(bare.find("? of 64 values are padding") != std::string::npos);
    // Nor does a view that draws the array of another step's exercise.
    const Lesson twice = parseLesson(R"({"title": "t", "steps": [{"title": "a", "view": "multiply", "formats": ["csr"],
"matrix": ["11 12 13 14 15", "21 22 23 24 ."]}, {"title": "b", "view": "arrays",
"exercise": {"question": "?", "kind": "fill", "array": "rowEnd", "blank": [1]}}]})",
                                     "t.json");
    const auto texts = [&](const PageOptions& options, const std::string& text) {
        const std::string page = lessonHtml(twice, noProgress(), options);
        return page.find(">" + text + "\\u003c/text") != std::string::npos;
    };
    CHECK(texts({}, "9"));
    CHECK(texts({.answers = false}, "?"));
    CHECK_FALSE(texts({.answers = false}, "9"));
    CHECK(whole.find("Say it slowly.") == std::string::npos);
    CHECK(lessonHtml(lesson, noProgress(), {.instructor = true}).find("Say it slowly.") != std::string::npos);
    CHECK(bare.find(fingerprintOf(lesson)) != std::string::npos);
    CHECK(whole.find("@page{size:297mm") == std::string::npos);
    CHECK(lessonHtml(lesson, noProgress(), {.slides = true}).find("@page{size:297mm") != std::string::npos);
}

TEST_CASE("A quiz escapes what GIFT takes for signs, and names what it cannot hold")
{
    const GiftQuiz quiz = giftQuiz(everyKind());
    const auto has = [&](const char* part) { return quiz.text.find(part) != std::string::npos; };
    CHECK(has("// All ~kinds\n"));
    CHECK(has("\n::1 Number\\: \\#1::[html]<p>How much \\{padding\\}?</p>"));
    CHECK(has("<pre>xx.x.x..\\n.x......\\n"));
    CHECK(has("{#43:0####<p>43 of 64 stored values of ELL (width 8) are padding. Because.</p>}\n"));
    CHECK(has("{#0.0625:0.001}\n"));
    CHECK(has("{=Quicksilver =a\\=b }\n"));
    CHECK(has("{~%50%one ~%-100%two ~%50%three }\n"));
    CHECK(quiz.leftOut ==
          std::vector<std::string>{"6 Fill: GIFT has no arrays to fill", "7 Draw: GIFT has no matrices to draw"});
}

TEST_CASE("The schema holds every key and every name that the reader takes")
{
    const nlohmann::json schema = lessonSchema();
    const auto objectOf = [&](LessonObject what) {
        const char* const names[] = {"", "step", "format", "exercise"};
        const char* name = names[static_cast<std::size_t>(what)];
        return *name == 0 ? schema : schema["$defs"][name];
    };
    const auto propertiesOf = [&](LessonObject what) { return objectOf(what)["properties"]; };
    // As itself, or as the translation of one that is.
    const auto knows = [&](LessonObject what, const std::string& key) {
        const nlohmann::json object = objectOf(what);
        const nlohmann::json patterns = object.value("patternProperties", nlohmann::json::object());
        return object["properties"].contains(key) ||
               std::any_of(patterns.items().begin(), patterns.items().end(),
                           [&](const auto& pattern) { return std::regex_search(key, std::regex(pattern.key())); });
    };
    CHECK(!knows(LessonObject::Step, "view.de"));
    const nlohmann::json names = propertiesOf(LessonObject::Exercise)["kind"]["anyOf"][0]["enum"];
    const std::set<std::string> kinds(names.begin(), names.end());
    for (const ExerciseKind& kind : exerciseKinds()) {
        CHECK(kinds.count(kind.name) == 1);
        for (const std::string& key : kind.keys)
            CHECK(propertiesOf(LessonObject::Exercise).contains(key));
    }
    // Shipped lessons say nothing that it does not know; that its keys are the reader's is checked by the reader.
    for (const ShippedLesson& item : shippedLessons()) {
        INFO(item.name);
        const nlohmann::json lesson = parseJson(lessonJson(readLesson(item.path)), {});
        for (const auto& [key, value] : lesson.items())
            CHECK(knows(LessonObject::Lesson, key));
        for (const nlohmann::json& step : lesson["steps"])
            for (const auto& [key, value] : step.items()) {
                CHECK(knows(LessonObject::Step, key));
                if (key == "exercise")
                    for (const auto& [inner, of] : value.items())
                        CHECK(knows(LessonObject::Exercise, inner));
            }
    }
}

TEST_CASE("Lists for lecturers name every format, view and kind of exercise")
{
    const std::string formats = formatsHelp(), views = viewsHelp();
    for (const LearnKind& kind : learnKinds(*namedMatrix("hyb8"))) {
        CHECK(formats.find("\n" + kind.name + " ") != std::string::npos);
        for (const LearnParameter& p : kind.parameters)
            CHECK(formats.find(" " + p.name + ": ") != std::string::npos);
    }
    for (int v = 0; v < viewCount; ++v)
        CHECK(views.find(std::string("\n") + name(static_cast<View>(v)) + " ") != std::string::npos);
    for (const ExerciseKind& kind : exerciseKinds())
        CHECK(views.find("\n" + kind.name + " ") != std::string::npos);
    CHECK(views.find("pairs") != std::string::npos);
}
