// Whether what a student gives is right.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/learn/conditions.h"
#include "engine/learn/exercise.h"
#include "engine/learn/lesson.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace sparsescope::learn {

namespace {

constexpr std::size_t longestGiven = 1000; // characters

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// Spaces of any kind become one ' ' or none, the typographic minus a '-'.
std::string plainText(const std::string& text)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size();) {
        static const std::vector<std::pair<std::string, std::string>> others = {{"\xC2\xA0", " "},
                                                                                {"\xE2\x80\xAF", " "},
                                                                                {"\xE2\x80\x89", " "},
                                                                                {"\xE2\x88\x92", "-"},
                                                                                {"\t", " "},
                                                                                {"\n", " "},
                                                                                {"\r", " "}};
        const auto other = std::find_if(others.begin(), others.end(),
                                        [&](const auto& o) { return text.compare(i, o.first.size(), o.first) == 0; });
        const std::string piece = other == others.end() ? text.substr(i, 1) : other->second;
        if (piece != " " || (!plain.empty() && plain.back() != ' '))
            plain += piece;
        i += other == others.end() ? 1 : other->first.size();
    }
    if (!plain.empty() && plain.back() == ' ')
        plain.pop_back();
    return plain;
}

// Letters in lower case (those of ASCII), no spaces, no full stop at the end.
std::string textKey(const std::string& text)
{
    std::string key;
    for (const char c : plainText(text))
        if (c != ' ')
            key += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    while (!key.empty() && key.back() == '.')
        key.pop_back();
    return key;
}

std::optional<double> parsedNumber(const std::string& digits)
{
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && end == digits.data() + digits.size() ? std::optional(value) : std::nullopt;
}

// Digits in groups of three after `by`, then perhaps a decimal sign and more digits.
std::optional<double> grouped(const std::string& text, char by, char decimal)
{
    const std::size_t end = std::min(text.find(decimal), text.size());
    std::string digits;
    std::size_t group = 0;
    bool first = true;
    for (std::size_t i = 0; i < end; ++i) {
        if (text[i] == by) {
            if (first ? group < 1 || group > 3 : group != 3)
                return {};
            first = false;
            group = 0;
        } else if (isDigit(text[i])) {
            digits += text[i];
            ++group;
        } else {
            return {};
        }
    }
    if (first || group != 3)
        return {};
    if (end == text.size())
        return parsedNumber(digits);
    const std::string rest = text.substr(end + 1);
    return !rest.empty() && std::all_of(rest.begin(), rest.end(), isDigit) ? parsedNumber(digits + "." + rest)
                                                                           : std::nullopt;
}

std::optional<double> ungrouped(const std::string& text, char decimal)
{
    std::string digits = text;
    if (const std::size_t sign = digits.find(decimal); sign != std::string::npos)
        digits[sign] = '.';
    else if (decimal != '.')
        return {};
    if (!std::all_of(digits.begin(), digits.end(), [](char c) { return isDigit(c) || c == '.'; }) ||
        std::count(digits.begin(), digits.end(), '.') > 1 || digits.find_first_of("0123456789") == std::string::npos)
        return {};
    if (digits.back() == '.' && decimal == ',')
        return {};
    return parsedNumber(digits.front() == '.' ? "0" + digits : digits);
}

} // namespace

std::vector<double> writtenNumbers(const std::string& text)
{
    std::string plain = plainText(text);
    bool negative = false;
    if (!plain.empty() && (plain[0] == '-' || plain[0] == '+')) {
        negative = plain[0] == '-';
        plain.erase(0, 1);
    }
    // What follows the last digit is a unit, in which there is no digit.
    std::size_t end = 0;
    while (end < plain.size() &&
           (isDigit(plain[end]) || plain[end] == '.' || plain[end] == ',' || plain[end] == '\'' || plain[end] == ' '))
        ++end;
    const std::string unit = plain.substr(end);
    plain.resize(end);
    if (std::any_of(unit.begin(), unit.end(), [](char c) { return isDigit(c) || c == '-' || c == '+'; }))
        return {};
    while (!plain.empty() && plain.back() == ' ')
        plain.pop_back();
    std::vector<double> numbers;
    for (const std::optional<double>& value :
         {ungrouped(plain, '.'), ungrouped(plain, ','), grouped(plain, ',', '.'), grouped(plain, '.', ','),
          grouped(plain, ' ', '.'), grouped(plain, ' ', ','), grouped(plain, '\'', '.')})
        if (value && std::isfinite(*value) && std::find(numbers.begin(), numbers.end(), *value) == numbers.end())
            numbers.push_back(negative ? -*value : *value);
    return numbers;
}

Verdict judge(const ExerciseAnswer& answer, const LearnState& state, const Given& given)
{
    Verdict verdict;
    switch (answer.asks) {
    case Asks::Number: {
        const std::vector<double> numbers = writtenNumbers(given.text);
        if (numbers.empty())
            verdict.unclear = fmt::format("“{}” is not a number: write it as 43, 1,024 or 0.5.", plainText(given.text));
        // Half of the last digit of a double is no error of the student's.
        const double off = answer.tolerance + 1e-9 * std::abs(answer.number);
        verdict.right =
            std::any_of(numbers.begin(), numbers.end(), [&](double n) { return std::abs(n - answer.number) <= off; });
        break;
    }
    case Asks::Text: {
        const std::string key = textKey(given.text);
        if (key.empty())
            verdict.unclear = "Nothing is written yet.";
        verdict.right = std::any_of(answer.texts.begin(), answer.texts.end(),
                                    [&](const std::string& text) { return textKey(text) == key; });
        break;
    }
    case Asks::Choice:
    case Asks::Choices:
        if (given.chosen.empty())
            verdict.unclear = "Nothing is chosen yet.";
        verdict.right = given.chosen == answer.right;
        break;
    case Asks::Cells:
        for (std::size_t i = 0; i < answer.values.size(); ++i) {
            const std::string cell = i < given.cells.size() ? given.cells[i] : std::string();
            if (plainText(cell).empty())
                verdict.unclear = "Not every element is filled yet.";
            const std::vector<double> wanted = writtenNumbers(answer.values[i]), written = writtenNumbers(cell);
            verdict.parts.push_back(wanted.empty()
                                        ? textKey(cell) == textKey(answer.values[i])
                                        : std::find(written.begin(), written.end(), wanted.front()) != written.end());
        }
        verdict.right = std::find(verdict.parts.begin(), verdict.parts.end(), false) == verdict.parts.end();
        break;
    case Asks::Drawing: {
        LearnState drawn = state;
        drawn.matrix = drawnMatrix(given.cells);
        if (drawn.matrix->rows() != state.matrix->rows() || drawn.matrix->cols() != state.matrix->cols())
            failInput(fmt::format("a matrix of {} x {} is asked for, not of {} x {}", state.matrix->rows(),
                                  state.matrix->cols(), drawn.matrix->rows(), drawn.matrix->cols()));
        drawn.asked = {};
        for (const std::string& condition : answer.conditions)
            verdict.parts.push_back(evaluate(condition, drawn).met);
        verdict.right = std::find(verdict.parts.begin(), verdict.parts.end(), false) == verdict.parts.end();
        break;
    }
    }
    verdict.right = verdict.right && verdict.unclear.empty();
    return verdict;
}

nlohmann::json givenJson(Asks asks, const Given& given)
{
    switch (asks) {
    case Asks::Number:
    case Asks::Text:
        return given.text;
    case Asks::Choice:
    case Asks::Choices:
        return given.chosen;
    case Asks::Cells:
    case Asks::Drawing:
        return given.cells;
    }
    return {};
}

Given givenOf(Asks asks, const nlohmann::json& value)
{
    Given given;
    const auto text = [](const nlohmann::json& one) {
        if (!one.is_string() || one.get_ref<const std::string&>().size() > longestGiven)
            failInput(fmt::format("is no text of at most {} characters", longestGiven));
        return one.get<std::string>();
    };
    if (asks == Asks::Number || asks == Asks::Text) {
        given.text = text(value);
        return given;
    }
    if (!value.is_array() || value.size() > longestGiven)
        failInput("is no list of answers");
    if (asks == Asks::Choice || asks == Asks::Choices) {
        std::set<int> chosen;
        for (const nlohmann::json& one : value) {
            if (!one.is_number_integer() || one < 0 || one > 1000)
                failInput("is no list of choices, counted from 0");
            chosen.insert(one.get<int>());
        }
        given.chosen.assign(chosen.begin(), chosen.end());
        return given;
    }
    for (const nlohmann::json& one : value)
        given.cells.push_back(text(one));
    return given;
}

} // namespace sparsescope::learn
