// Exercises as Moodle's GIFT, a text of questions.
#include "engine/core/at.h"
#include "engine/learn/lesson.h"
#include "engine/learn/scene_svg.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

// ~ = # { } : and the backslash itself mean something there; a blank line would end the question.
std::string giftText(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        if (std::string("\\~=#{}:").find(c) != std::string::npos)
            out += '\\';
        out += c == '\n' ? std::string("\\n") : std::string(1, c);
    }
    return out;
}

// What the question is about, which no picture can tell there.
std::string questionHtml(const LessonStep& step)
{
    std::string rows, formats;
    for (const std::string& row : drawing(*step.state.matrix))
        rows += (rows.empty() ? "" : "\n") + escapedXml(row);
    const std::vector<LearnKind> kinds = learnKinds(*step.state.matrix);
    for (const LearnFormat& format : step.state.formats)
        for (const LearnKind& kind : kinds)
            if (kind.name == format.name) {
                formats += (formats.empty() ? "" : ", ") + kind.label;
                for (const auto& [name, value] : format.parameters.items())
                    formats += fmt::format(" {} = {}", name, value.dump());
            }
    return fmt::format("<p>{}</p><p>{}</p><pre>{}</pre>{}", escapedXml(step.exercise->question),
                       escapedXml(step.title + ": " + label(step.state.view)), rows,
                       formats.empty() ? "" : "<p>" + escapedXml(formats) + "</p>");
}

// Shares of 100 that Moodle knows are those of 1 to 10 right choices.
constexpr std::size_t mostRight = 10;

// What stands between the braces; empty, and why not, where there is no such question.
std::string answersOf(const ExerciseAnswer& answer, std::string& why)
{
    std::string text;
    switch (answer.asks) {
    case Asks::Number:
        return fmt::format("#{}:{}", answer.number, answer.tolerance);
    case Asks::Text:
        for (const std::string& right : answer.texts)
            text += "=" + giftText(right) + " ";
        return text;
    case Asks::Choice:
    case Asks::Choices:
        if (answer.right.size() > mostRight) {
            why = fmt::format("more than {} choices are right", mostRight);
            return {};
        }
        for (std::size_t i = 0; i < answer.choices.size(); ++i) {
            const bool right =
                std::find(answer.right.begin(), answer.right.end(), static_cast<int>(i)) != answer.right.end();
            if (answer.asks == Asks::Choice)
                text += right ? "=" : "~";
            else
                text += right ? fmt::format("~%{:.7g}%", 100.0 / static_cast<double>(answer.right.size())) : "~%-100%";
            text += giftText(answer.choices[i]) + " ";
        }
        return text;
    case Asks::Cells:
        why = "GIFT has no arrays to fill";
        return {};
    case Asks::Drawing:
        why = "GIFT has no matrices to draw";
        return {};
    }
    return {};
}

} // namespace

GiftQuiz giftQuiz(const Lesson& lesson)
{
    GiftQuiz quiz;
    std::string title = lesson.title;
    std::replace(title.begin(), title.end(), '\n', ' ');
    quiz.text = "// " + title + "\n";
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        if (!step.exercise)
            continue;
        const std::string name = fmt::format("{} {}", i + 1, step.title);
        const ExerciseAnswer answer = answerOf(*step.exercise, step.state);
        std::string why;
        const std::string answers = answersOf(answer, why);
        if (!why.empty()) {
            quiz.leftOut.push_back(name + ": " + why);
            continue;
        }
        quiz.text += fmt::format(
            "\n::{}::[html]{}{{{}{}}}\n", giftText(name), giftText(questionHtml(step)), answers,
            answer.explanation.empty() ? "" : "####" + giftText("<p>" + escapedXml(answer.explanation) + "</p>"));
    }
    return quiz;
}

} // namespace sparsescope::learn
