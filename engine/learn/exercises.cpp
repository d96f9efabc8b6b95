// Answers to exercises, computed from what is shown.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/learn/conditions.h"
#include "engine/learn/drawing.h"
#include "engine/learn/encoded.h"
#include "engine/learn/exercise.h"
#include "engine/learn/lesson.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <set>

namespace sparsescope::learn {

namespace {

std::string joinedTexts(const std::vector<std::string>& texts, const char* between)
{
    std::string all;
    for (const std::string& text : texts)
        all += (all.empty() ? "" : between) + text;
    return all;
}

void addWhy(ExerciseAnswer& a, const Exercise& exercise)
{
    if (!exercise.why.empty())
        a.explanation += (a.explanation.empty() ? "" : " ") + exercise.why;
}

ExerciseAnswer choiceAnswer(const Exercise& exercise)
{
    ExerciseAnswer a;
    a.asks = exercise.several ? Asks::Choices : Asks::Choice;
    if (exercise.choices.size() < 2)
        failInput("an exercise to choose from has two choices or more");
    if (std::set(exercise.choices.begin(), exercise.choices.end()).size() < exercise.choices.size())
        failInput("two choices are the same");
    if (exercise.right.empty() || (!exercise.several && exercise.right.size() != 1))
        failInput("no choice is right");
    for (std::size_t i = 0; i < exercise.right.size(); ++i) {
        const int right = exercise.right[i];
        if (right < 0 || right >= static_cast<int>(exercise.choices.size()))
            failInput(fmt::format("answer {} is none of {} choices, counted from 0", right, exercise.choices.size()));
        if (i > 0 && right <= exercise.right[i - 1])
            failInput("answers are in ascending order, each once");
        a.answer += (a.answer.empty() ? "" : "; ") + exercise.choices[at(right)];
    }
    a.choices = exercise.choices;
    a.right = exercise.right;
    return a;
}

ExerciseAnswer textAnswer(const Exercise& exercise)
{
    ExerciseAnswer a;
    a.asks = Asks::Text;
    a.texts = exercise.texts;
    if (a.texts.empty())
        failInput("an exercise that asks for a text has one or more in \"answers\"");
    for (const std::string& right : a.texts) {
        Given given;
        given.text = right;
        if (!judge(a, {}, given).right)
            failInput(fmt::format("the text \"{}\" cannot be written as an answer", right));
    }
    a.answer = a.texts.front();
    return a;
}

// "colIdx[2] = 5, colIdx[3] = 7"
ExerciseAnswer fillAnswer(const Exercise& exercise, const LearnState& state)
{
    ExerciseAnswer a;
    a.asks = Asks::Cells;
    if (state.view != View::Arrays)
        failInput(fmt::format("arrays are filled in the view Arrays, not in {}", label(state.view)));
    if (exercise.format < 0 || exercise.format >= static_cast<int>(state.formats.size()))
        failInput(fmt::format("format {} is none of {}, counted from 0", exercise.format, state.formats.size()));
    const Encoded e = encoded(withNumbers(state.matrix), state.formats[at(exercise.format)], state.dtype);
    const int found = e.find(exercise.array);
    if (found < 0) {
        std::vector<std::string> names;
        for (const EncodedArray& array : e.arrays)
            names.push_back(array.name);
        failInput(fmt::format("array \"{}\" of {} is none of {}", exercise.array, e.label, joinedTexts(names, ", ")));
    }
    const EncodedArray& array = e.arrays[at(found)];
    a.array = array.name;
    a.elements = exercise.blank;
    if (a.elements.empty()) {
        a.elements.resize(array.elements.size());
        std::iota(a.elements.begin(), a.elements.end(), 0);
    }
    if (a.elements.empty() || a.elements.size() > mostBlank)
        failInput(fmt::format("1 to {} elements are left out, not {}", mostBlank, a.elements.size()));
    for (std::size_t i = 0; i < a.elements.size(); ++i) {
        const int element = a.elements[i];
        if (element < 0 || element >= static_cast<int>(array.elements.size()))
            failInput(fmt::format("element {} of {} is none of {}, counted from 0", element, array.name,
                                  array.elements.size()));
        if (i > 0 && element <= a.elements[i - 1])
            failInput("elements that are left out are in ascending order, each once");
        a.values.push_back(array.elements[at(element)].text);
        a.asked.elements.push_back(arrayId(exercise.format, array.name, element));
        a.answer += fmt::format("{}{}[{}] = {}", a.answer.empty() ? "" : ", ", array.name, element, a.values.back());
    }
    return a;
}

ExerciseAnswer drawAnswer(const Exercise& exercise, const LearnState& state)
{
    ExerciseAnswer a;
    a.asks = Asks::Drawing;
    if (exercise.conditions.empty() || exercise.conditions.size() > mostConditions)
        failInput(fmt::format("a matrix is drawn that meets 1 to {} conditions, not {}", mostConditions,
                              exercise.conditions.size()));
    a.conditions = exercise.conditions;
    a.solution = exercise.solution;
    if (a.solution.empty())
        failInput("a matrix that meets the conditions is missing: \"solution\"");
    Given start, solution;
    start.cells = drawing(*state.matrix);
    solution.cells = a.solution;
    const Verdict verdict = judge(a, state, solution);
    for (std::size_t i = 0; i < a.conditions.size(); ++i)
        if (!verdict.parts[i]) {
            LearnState solved = state;
            solved.matrix = drawnMatrix(a.solution);
            failInput(fmt::format("the solution does not meet \"{}\": it is {}", a.conditions[i],
                                  evaluate(a.conditions[i], solved).now));
        }
    if (judge(a, state, start).right)
        failInput("the step's matrix meets all conditions as it is");
    a.answer = joinedTexts(a.solution, "\n");
    return a;
}

ExerciseAnswer fewestBytes(const std::vector<FormatCounts>& counts, const LearnState& state)
{
    ExerciseAnswer a;
    a.asks = Asks::Choice;
    if (state.view == View::Formats)
        failInput("the view Formats stands in the order of bytes");
    if (counts.size() < 2)
        failInput("which format needs the fewest bytes is asked of two formats or more");
    const auto least = std::min_element(counts.begin(), counts.end(),
                                        [](const FormatCounts& x, const FormatCounts& y) { return x.bytes < y.bytes; });
    a.right = {static_cast<int>(least - counts.begin())};
    for (const FormatCounts& c : counts) {
        if (c.bytes == least->bytes && c.label != least->label)
            failInput(fmt::format("{} and {} both need {} bytes", least->label, c.label, formatCount(c.bytes)));
        a.choices.push_back(c.label);
        a.explanation +=
            fmt::format("{}{}: {} bytes", a.explanation.empty() ? "" : ", ", c.label, formatCount(c.bytes));
    }
    a.explanation += ".";
    a.answer = least->label;
    a.asked.numbers = {"bytes"};
    return a;
}

// What is asked of one format of the step, with a sentence.
std::pair<std::int64_t, std::string> countOf(const Exercise& exercise, const LearnState& state,
                                             const std::vector<FormatCounts>& counts)
{
    if (counts.empty())
        failInput(fmt::format("the view {} has no numbers of formats to ask for", label(state.view)));
    if (exercise.format < 0 || exercise.format >= static_cast<int>(counts.size()))
        failInput(fmt::format("format {} is none of {}, counted from 0", exercise.format, counts.size()));
    const FormatCounts& c = counts[at(exercise.format)];
    const bool multiply = state.view == View::Multiply;
    if (exercise.kind == "padding")
        return {c.padding, fmt::format("{} of {} stored values of {} are padding.", formatCount(c.padding),
                                       formatCount(c.values), c.label)};
    if (exercise.kind == "bytes")
        return {c.bytes, fmt::format("The arrays of {} take {} bytes.", c.label, formatCount(c.bytes))};
    if (exercise.kind == "sectors" && multiply)
        return {c.sectors,
                fmt::format("{} touches {} sectors of 32 bytes; {} would do if every byte of them were used.", c.label,
                            formatCount(c.sectors), formatCount(c.fewestSectors))};
    if (exercise.kind == "idle" && multiply)
        return {c.idle, fmt::format("With {} lanes wait in {} lane steps.", c.label, formatCount(c.idle))};
    failInput(fmt::format("kind \"{}\" is none of choice, number, text, fill, draw, cost, fewest bytes, padding, "
                          "bytes{}",
                          exercise.kind, multiply ? ", sectors, idle" : " (and in the view multiply: sectors, idle)"));
}

// A number that the view knows.
ExerciseAnswer computedAnswer(const Exercise& exercise, const LearnState& state)
{
    ExerciseAnswer a;
    std::int64_t number = 0;
    const auto show = makeShow(state);
    if (exercise.kind == "cost") {
        const std::optional<LearnCost> cost = show->cost();
        if (!cost)
            failInput(fmt::format("the view {} has no cost to ask for", label(state.view)));
        number = cost->cost;
        a.explanation = cost->arithmetic;
    } else if (const std::vector<LearnNumber> numbers = show->numbers(); !numbers.empty()) {
        std::string names;
        const LearnNumber* found = nullptr;
        for (const LearnNumber& n : numbers) {
            found = n.name == exercise.kind ? &n : found;
            names += ", " + n.name;
        }
        if (!found)
            failInput(fmt::format("kind \"{}\" is none of choice, number, text, fill, draw{}", exercise.kind, names));
        number = found->value;
        a.explanation = found->about;
    } else {
        const std::vector<FormatCounts> counts = show->counts();
        if (exercise.kind == "fewest bytes" && !counts.empty())
            return fewestBytes(counts, state);
        std::tie(number, a.explanation) = countOf(exercise, state, counts);
    }
    a.number = static_cast<double>(number);
    a.answer = formatCount(number);
    a.asked.numbers = {exercise.kind};
    return a;
}

} // namespace

std::span<const ExerciseKind> exerciseKinds()
{
    static const std::vector<ExerciseKind> all = {
        {"choice",
         Asks::Choice,
         "One of several texts is right (\"answer\", counted from 0), or several are (\"answers\").",
         {"choices", "answer", "answers"}},
        {"number", Asks::Number, "A number that the lesson gives.", {"answer", "tolerance"}},
        {"text", Asks::Text, "A text; capitals and spaces do not count.", {"answers"}},
        {"fill", Asks::Cells, "Elements of an array that is shown.", {"format", "array", "blank"}},
        {"draw", Asks::Drawing, "A matrix that meets conditions.", {"conditions", "solution"}},
        {"fewest bytes", Asks::Choice, "Which of the step's formats needs the fewest bytes.", {}},
        {"bytes", Asks::Number, "Bytes of the arrays of a format.", {"format", "tolerance"}},
        {"padding", Asks::Number, "Stored values of a format that are padding.", {"format", "tolerance"}},
        {"sectors", Asks::Number, "Sectors that a format's kernel touches (multiply).", {"format", "tolerance"}},
        {"idle", Asks::Number, "Lane steps in which a lane waits (multiply).", {"format", "tolerance"}},
        {"cost", Asks::Number, "What the view's last step costs.", {"tolerance"}}};
    return all;
}

std::vector<std::string> keysOf(const std::string& kind)
{
    for (const ExerciseKind& known : exerciseKinds())
        if (known.name == kind)
            return known.keys;
    return {"format", "tolerance"}; // of an older program's files the first, which says nothing
}

Asks asksOf(const Exercise& exercise)
{
    if (exercise.kind == "choice")
        return exercise.several ? Asks::Choices : Asks::Choice;
    for (const ExerciseKind& known : exerciseKinds())
        if (known.name == exercise.kind)
            return known.asks;
    return Asks::Number;
}

// Numbers of formats are told by several views, and by one that has other formats beside them.
bool sameSubject(const LearnState& state, const LearnState& own)
{
    const auto ofFormats = [](View view) {
        return view == View::Arrays || view == View::Formats || view == View::Multiply || view == View::Permute;
    };
    const bool formats = ofFormats(own.view) && ofFormats(state.view);
    if ((!formats && state.view != own.view) || state.example != own.example || state.lanes != own.lanes ||
        state.dtype != own.dtype || state.rowOrder != own.rowOrder || state.colOrder != own.colOrder ||
        drawing(*state.matrix) != drawing(*own.matrix))
        return false;
    if (!formats || own.formats.empty() || state.view == View::Formats)
        return formats || fittedSettings(state) == fittedSettings(own);
    const std::vector<LearnKind> kinds = learnKinds(*own.matrix);
    return std::any_of(own.formats.begin(), own.formats.end(), [&](const LearnFormat& wanted) {
        const nlohmann::json parameters =
            completeParameters(*own.matrix, kindOf(kinds, wanted.name), wanted.parameters);
        return std::any_of(state.formats.begin(), state.formats.end(), [&](const LearnFormat& there) {
            return there.name == wanted.name &&
                   completeParameters(*own.matrix, kindOf(kinds, there.name), there.parameters) == parameters;
        });
    });
}

ExerciseAnswer answerOf(const Exercise& exercise, const LearnState& state)
{
    if (exercise.tries < 1 || exercise.tries > mostTries)
        failInput(fmt::format("there are 1 to {} tries, not {}", mostTries, exercise.tries));
    if (static_cast<int>(exercise.hints.size()) >= exercise.tries)
        failInput(fmt::format("of {} hints {} are never shown: there are {} tries", exercise.hints.size(),
                              static_cast<int>(exercise.hints.size()) - exercise.tries + 1, exercise.tries));
    if (!std::isfinite(exercise.tolerance) || exercise.tolerance < 0)
        failInput("a tolerance is not below 0");
    LearnState bare = state;
    bare.asked = {};
    ExerciseAnswer a;
    if (exercise.kind == "choice") {
        a = choiceAnswer(exercise);
    } else if (exercise.kind == "text") {
        a = textAnswer(exercise);
    } else if (exercise.kind == "fill") {
        a = fillAnswer(exercise, bare);
    } else if (exercise.kind == "draw") {
        a = drawAnswer(exercise, bare);
    } else if (exercise.kind == "number") {
        a.number = exercise.number;
        a.answer = fmt::format("{}", exercise.number);
    } else {
        a = computedAnswer(exercise, bare);
    }
    a.tolerance = exercise.tolerance;
    if (a.asks == Asks::Number && a.tolerance > 0)
        a.answer += fmt::format(", give or take {}", a.tolerance);
    addWhy(a, exercise);
    return a;
}

} // namespace sparsescope::learn
