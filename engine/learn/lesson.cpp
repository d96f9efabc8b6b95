// Writing lessons, and the list of those that are shipped.
#include "engine/learn/lesson.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/learn/lesson_words.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

using json = nlohmann::json;

json formatJson(const LearnFormat& format)
{
    if (format.parameters.empty() && format.mapping.empty())
        return format.name;
    json value = format.parameters;
    value["name"] = format.name;
    if (!format.mapping.empty())
        value["mapping"] = format.mapping;
    return value;
}

json textJson(const std::string& text)
{
    if (text.find('\n') == std::string::npos)
        return text;
    json lines = json::array();
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

nlohmann::ordered_json exerciseJson(const Exercise& e)
{
    nlohmann::ordered_json value = {{"question", textJson(e.question)}, {"kind", e.kind}};
    if (e.kind == "choice") {
        value["choices"] = e.choices;
        if (e.several)
            value["answers"] = e.right;
        else
            value["answer"] = e.right.empty() ? 0 : e.right.front();
    } else if (e.kind == "number") {
        value["answer"] = e.number;
    } else if (e.kind == "text") {
        value["answers"] = e.texts;
    } else if (e.kind == "fill") {
        value["array"] = e.array;
        if (!e.blank.empty())
            value["blank"] = e.blank;
    } else if (e.kind == "draw") {
        value["conditions"] = e.conditions;
        value["solution"] = e.solution;
    }
    const std::vector<std::string> keys = keysOf(e.kind);
    const auto takes = [&](const char* key) { return std::find(keys.begin(), keys.end(), key) != keys.end(); };
    if (e.format > 0 && takes("format"))
        value["format"] = e.format;
    if (e.tolerance > 0 && takes("tolerance"))
        value["tolerance"] = e.tolerance;
    if (e.tries != Exercise().tries)
        value["tries"] = e.tries;
    if (!e.hints.empty())
        value["hints"] = e.hints;
    if (!e.why.empty())
        value["why"] = textJson(e.why);
    return value;
}

nlohmann::ordered_json stepJson(const LessonStep& step)
{
    const LearnState& s = step.state;
    nlohmann::ordered_json value;
    value["title"] = step.title;
    if (!step.note.empty())
        value["note"] = textJson(step.note);
    if (!step.instructor.empty())
        value["instructor"] = textJson(step.instructor);
    if (step.matrixName.empty())
        value["matrix"] = drawing(*s.matrix);
    else
        value["matrix"] = step.matrixName;
    value["view"] = name(s.view);
    json formats = json::array();
    for (const LearnFormat& format : s.formats)
        formats.push_back(formatJson(format));
    value["formats"] = formats;
    if (!s.example.empty())
        value["example"] = s.example;
    if (!s.settings.empty())
        value["settings"] = s.settings;
    if (step.lastStep >= 0)
        value["step"] = {s.step, step.lastStep};
    else if (s.step > 0)
        value["step"] = s.step;
    value["lanes"] = s.lanes;
    value["type"] = name(s.dtype);
    if (!s.rowOrder.empty())
        value["rows"] = s.rowOrder;
    if (!s.colOrder.empty())
        value["cols"] = s.colOrder;
    if (!s.highlights.empty())
        value["highlight"] = s.highlights;
    if (!step.open.empty()) {
        value["open"] = step.open.size() == 1 ? json(step.open.front()) : json(step.open);
        value["page"] = step.page;
    }
    if (step.exercise)
        value["exercise"] = exerciseJson(*step.exercise);
    return value;
}

} // namespace

std::string lessonJson(const Lesson& lesson)
{
    nlohmann::ordered_json value = {
        {"title", lesson.title}, {"author", lesson.author}, {"about", textJson(lesson.about)}};
    putTranslations(value, lesson.translations);
    value["steps"] = json::array();
    for (const LessonStep& step : lesson.steps) {
        nlohmann::ordered_json one = stepJson(step);
        if (step.exercise)
            putTranslations(one["exercise"], step.translations, "exercise.");
        putTranslations(one, step.translations);
        value["steps"].push_back(std::move(one));
    }
    return value.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

void writeLesson(const Lesson& lesson, const std::string& path)
{
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        if (const LessonStep& step = lesson.steps[i]; step.exercise) {
            try {
                answerOf(*step.exercise, step.state);
            } catch (const Error& e) {
                failInput(fmt::format("the exercise of step {}, {}, has no answer: {}", i + 1, step.title, e.reason()),
                          {.file = path});
            }
        }
    writeText(path, lessonJson(lesson));
}

std::string openedFile(const Lesson& lesson, const std::string& name)
{
    const std::filesystem::path beside = std::filesystem::path(lesson.path).parent_path() / name;
    if (std::error_code ignored; std::filesystem::is_regular_file(beside, ignored))
        return beside.string();
    try {
        return resourcePath(name);
    } catch (const Error&) {
        return {};
    }
}

std::vector<ShippedLesson> shippedLessons(const std::string& language)
{
    namespace fs = std::filesystem;
    std::vector<std::string> paths;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(resourcePath("lessons"), error))
        if (entry.path().extension() == ".json")
            paths.push_back(entry.path().string());
    // By the numbers that they begin with: 10 comes behind 9.
    std::sort(paths.begin(), paths.end(), [](const std::string& a, const std::string& b) {
        const auto numbered = [](const std::string& path) {
            const std::string stem = fs::path(path).stem().string();
            int number = 0;
            std::from_chars(stem.data(), stem.data() + stem.size(), number);
            return std::pair(number, stem);
        };
        return numbered(a) < numbered(b);
    });
    std::vector<ShippedLesson> lessons;
    for (const std::string& path : paths) {
        // Only what a list shows; the rest is checked when it is opened.
        const json value = jsonOrDiscarded(readText(path));
        if (!value.is_object())
            continue;
        const auto text = [&](const std::string& key, const std::string& otherwise) {
            for (const std::string& name : {key + "." + language, key})
                if (const auto found = value.find(name); found != value.end() && found->is_string())
                    return found->get<std::string>();
            return otherwise;
        };
        const std::string stem = fs::path(path).stem().string();
        lessons.push_back({stem, text("title", stem), text("about", {}), path});
    }
    return lessons;
}

} // namespace sparsescope::learn
