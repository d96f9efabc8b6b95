// Answers to exercises, computed from what is shown.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/learn/lesson.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace sparsescope::learn {

ExerciseAnswer answerOf(const Exercise& exercise, const LearnState& state)
{
    ExerciseAnswer a;
    if (exercise.kind == "choice") {
        if (exercise.choices.size() < 2)
            failInput("an exercise to choose from has two choices or more");
        if (exercise.answer < 0 || exercise.answer >= static_cast<int>(exercise.choices.size()))
            failInput(fmt::format("answer {} is none of {} choices, counted from 0", exercise.answer,
                                  exercise.choices.size()));
        a.choices = exercise.choices;
        a.choice = exercise.answer;
        a.answer = exercise.choices[at(exercise.answer)];
        a.explanation = exercise.why;
        return a;
    }
    const auto show = makeShow(state);
    const auto addWhy = [&] {
        if (!exercise.why.empty())
            a.explanation += (a.explanation.empty() ? "" : " ") + exercise.why;
    };
    if (exercise.kind == "cost") {
        const std::optional<LearnCost> cost = show->cost();
        if (!cost)
            failInput(fmt::format("the view {} has no cost to ask for", label(state.view)));
        a.answer = formatCount(cost->cost);
        a.explanation = cost->arithmetic;
        addWhy();
        return a;
    }
    std::string asked;
    for (const LearnNumber& number : show->numbers()) {
        if (number.name == exercise.kind) {
            a.answer = formatCount(number.value);
            a.explanation = number.about;
            addWhy();
            return a;
        }
        asked += ", " + number.name;
    }
    if (!asked.empty())
        failInput(fmt::format("kind \"{}\" is none of choice{}", exercise.kind, asked));
    const std::vector<FormatCounts> counts = show->counts();
    if (counts.empty())
        failInput(fmt::format("the view {} has no numbers of formats to ask for", label(state.view)));
    if (exercise.kind == "fewest bytes") {
        if (counts.size() < 2)
            failInput("which format needs the fewest bytes is asked of two formats or more");
        const auto least =
            std::min_element(counts.begin(), counts.end(),
                             [](const FormatCounts& x, const FormatCounts& y) { return x.bytes < y.bytes; });
        a.choice = static_cast<int>(least - counts.begin());
        for (const FormatCounts& c : counts) {
            a.choices.push_back(c.label);
            a.explanation +=
                fmt::format("{}{}: {} bytes", a.explanation.empty() ? "" : ", ", c.label, formatCount(c.bytes));
        }
        a.explanation += ".";
        a.answer = least->label;
        addWhy();
        return a;
    }
    if (exercise.format < 0 || exercise.format >= static_cast<int>(counts.size()))
        failInput(fmt::format("format {} is none of {}, counted from 0", exercise.format, counts.size()));
    const FormatCounts& c = counts[at(exercise.format)];
    const bool multiply = state.view == View::Multiply;
    if (exercise.kind == "padding") {
        a.answer = formatCount(c.padding);
        a.explanation = fmt::format("{} of {} stored values of {} are padding.", formatCount(c.padding),
                                    formatCount(c.values), c.label);
    } else if (exercise.kind == "bytes") {
        a.answer = formatCount(c.bytes);
        a.explanation = fmt::format("The arrays of {} take {} bytes.", c.label, formatCount(c.bytes));
    } else if (exercise.kind == "sectors" && multiply) {
        a.answer = formatCount(c.sectors);
        a.explanation = fmt::format("{} touches {} sectors of 32 bytes; {} would do if every byte of them were used.",
                                    c.label, formatCount(c.sectors), formatCount(c.fewestSectors));
    } else if (exercise.kind == "idle" && multiply) {
        a.answer = formatCount(c.idle);
        a.explanation = fmt::format("With {} lanes wait in {} lane steps.", c.label, formatCount(c.idle));
    } else {
        failInput(fmt::format("kind \"{}\" is none of choice, cost, fewest bytes, padding, bytes{}", exercise.kind,
                              multiply ? ", sectors, idle" : " (and in the view multiply: sectors, idle)"));
    }
    addWhy();
    return a;
}

std::optional<double> writtenNumber(const std::string& text)
{
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    std::string digits;
    std::size_t group = 0; // digits since the last comma
    bool commas = false, point = false;
    for (std::size_t i = first; first != std::string::npos && i <= last; ++i) {
        const char c = text[i];
        if (digit(c)) {
            ++group;
        } else if (c == ',' && !point && (commas ? group == 3 : group >= 1 && group <= 3)) {
            commas = true;
            group = 0;
            continue;
        } else if (c == '.' && !point && (!commas || group == 3)) {
            point = true;
        } else if (c != '-' || i != first) {
            return {};
        }
        digits += c;
    }
    double number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool whole = error == std::errc() && end == digits.data() + digits.size();
    return whole && (!commas || point || group == 3) ? std::optional(number) : std::nullopt;
}

} // namespace sparsescope::learn
