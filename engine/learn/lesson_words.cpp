// Lessons in other languages.
#include "engine/learn/lesson_words.h"

#include "engine/core/error.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace sparsescope::learn {

namespace {

using Lines = std::vector<std::string>;

constexpr std::array textKeys = {"title", "about", "note", "instructor", "question", "choices", "hints", "why"};

std::string joinedLines(const Lines& lines)
{
    return fmt::format("{}", fmt::join(lines, "\n"));
}

// A text, or a list of them; none for anything else.
template <class Json>
std::optional<Lines> linesOf(const Json& value)
{
    if (value.is_string())
        return Lines{value.template get<std::string>()};
    if (!value.is_array() ||
        !std::all_of(value.begin(), value.end(), [](const auto& line) { return line.is_string(); }))
        return {};
    return value.template get<Lines>();
}

// "note.de" is note and de; none for keys that are of no language.
std::optional<std::pair<std::string, std::string>> partsOfKey(const std::string& key)
{
    const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
    if (key.size() < 4 || key[key.size() - 3] != '.' || !lower(key[key.size() - 2]) || !lower(key.back()))
        return {};
    const std::string text = key.substr(0, key.size() - 3);
    if (!translatable(text))
        return {};
    return std::pair(text, key.substr(key.size() - 2));
}

// What a translation is of, in the lesson or step that has it; null: it has no such text.
void replace(std::string& text, const Translation& by)
{
    if (text == by.of)
        text = joinedLines(by.lines);
}

void replace(Lines& texts, const Translation& by)
{
    if (joinedLines(texts) == by.of)
        texts = by.lines;
}

void replaceIn(LessonStep& step, const Translation& by)
{
    if (by.key == "title")
        replace(step.title, by);
    else if (by.key == "note")
        replace(step.note, by);
    else if (by.key == "instructor")
        replace(step.instructor, by);
    else if (!step.exercise)
        return;
    else if (by.key == "exercise.question")
        replace(step.exercise->question, by);
    else if (by.key == "exercise.choices")
        replace(step.exercise->choices, by);
    else if (by.key == "exercise.hints")
        replace(step.exercise->hints, by);
    else if (by.key == "exercise.why")
        replace(step.exercise->why, by);
}

} // namespace

bool translatable(const std::string& key)
{
    return std::find(textKeys.begin(), textKeys.end(), key) != textKeys.end();
}

std::vector<Translation> takeTranslations(nlohmann::json& object, const std::string& at, const std::string& path,
                                          const std::string& inside)
{
    std::vector<Translation> taken;
    if (!object.is_object())
        return taken;
    for (const auto& [key, value] : object.items()) {
        const auto parts = partsOfKey(key);
        if (!parts)
            continue;
        const auto fail = [&, name = key](const std::string& reason) {
            failInput(reason, {.file = path, .call = at.empty() ? name : at + "." + name});
        };
        const auto source = object.find(parts->first);
        if (source == object.end())
            fail(fmt::format("translates \"{}\", which is not there", parts->first));
        const std::optional<Lines> lines = linesOf(value), of = linesOf(*source);
        if (!lines)
            fail("is neither text nor a list of lines");
        if (!of)
            continue; // its own fault is told when it is read
        if (parts->first == "choices" || parts->first == "hints")
            if (lines->size() != of->size())
                fail(fmt::format("has {} texts for the {} of \"{}\"", lines->size(), of->size(), parts->first));
        taken.push_back({inside + parts->first, parts->second, joinedLines(*of), *lines});
    }
    for (const Translation& each : taken)
        object.erase(each.key.substr(inside.size()) + "." + each.language);
    return taken;
}

void putTranslations(nlohmann::ordered_json& object, const std::vector<Translation>& translations,
                     const std::string& inside)
{
    for (const Translation& each : translations) {
        if (!each.key.starts_with(inside))
            continue;
        const std::string key = each.key.substr(inside.size());
        const auto source = object.find(key);
        if (source == object.end())
            continue;
        const std::optional<Lines> of = linesOf(*source);
        if (!of || joinedLines(*of) != each.of)
            continue;
        if (each.lines.size() == 1 && !source->is_array())
            object[key + "." + each.language] = each.lines.front();
        else
            object[key + "." + each.language] = each.lines;
    }
}

LessonStep inLanguage(LessonStep step, const std::string& language)
{
    for (const Translation& each : step.translations)
        if (each.language == language)
            replaceIn(step, each);
    return step;
}

Lesson inLanguage(Lesson lesson, const std::string& language)
{
    for (const Translation& each : lesson.translations)
        if (each.language == language)
            replace(each.key == "title" ? lesson.title : lesson.about, each);
    for (LessonStep& step : lesson.steps)
        step = inLanguage(std::move(step), language);
    return lesson;
}

} // namespace sparsescope::learn
