#include "engine/ir/schedule.h"

#include "engine/core/error.h"
#include "engine/ir/steps/nest.h"
#include "engine/ir/steps/threads.h"
#include "engine/ir/text.h"
#include "engine/ir/tunables.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sparsescope::ir {

namespace {

constexpr std::size_t mostText = 64 * 1024; // bytes of a schedule
constexpr std::size_t mostInSchedule = 500;
constexpr std::size_t mostNodes = 300'000; // of a program that steps make: statements and parts of expressions

const StepKind* kindOf(const std::string& verb)
{
    const auto kinds = stepKinds();
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [&](const StepKind& kind) { return kind.help.verb == verb; });
    return found != kinds.end() ? &*found : nullptr;
}

std::string trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r");
    const auto last = text.find_last_not_of(" \t\r");
    return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

Step parseStep(std::string_view text, std::int64_t line, const std::string& file)
{
    const auto column = [&](std::size_t at) { return Where{file, line, static_cast<std::int64_t>(at) + 1}; };
    Step step;
    step.line = line;
    step.written = std::string(text);
    std::size_t at = text.find_first_not_of(" \t");
    // A planner's options have = and : of their own, behind its verb.
    const std::size_t colon = text.find(':'), equals = text.find('=');
    const auto before = [&](std::size_t end) { return trimmed(text.substr(at, end - at)); };
    if (colon != std::string_view::npos && before(colon).find_first_of(" \t(=") == std::string::npos) {
        step.iteration = before(colon);
        if (step.iteration.empty())
            failInput("an iteration stands before \":\"", column(at));
        at = text.find_first_not_of(" \t", colon + 1);
    }
    if (at != std::string_view::npos && equals != std::string_view::npos && equals > at &&
        before(equals).find('(') == std::string::npos && !kindOf(before(text.find_first_of(" \t", at)))) {
        step.results = words(before(equals));
        at = text.find_first_not_of(" \t", equals + 1);
    }
    if (at == std::string_view::npos)
        failInput("a step is missing: [iteration:] [results =] step arguments", column(text.size()));
    const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
    step.verb = std::string(text.substr(at, end - at));
    if (!kindOf(step.verb)) {
        std::vector<std::string> verbs;
        for (const StepKind& kind : stepKinds())
            verbs.push_back(kind.help.verb);
        failInput(fmt::format("there is no step \"{}\", but {}", step.verb, fmt::join(verbs, ", ")), column(at));
    }
    step.arguments = trimmed(text.substr(end));
    return step;
}

// With the alternatives that were chosen as constants.
ScheduleContext tunedContext(const Step& step, const ScheduleContext& context)
{
    ScheduleContext tuned = context;
    for (const auto& [name, value] : step.tuned)
        tuned.constants[name] = numberOf(value, tuned, mostTuned);
    return tuned;
}

bool isWordAt(std::string_view text, std::size_t begin, std::size_t size)
{
    const auto letter = [&](std::size_t at) {
        return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
    };
    return (begin == 0 || !letter(begin - 1)) && !letter(begin + size);
}

std::size_t findWord(std::string_view text, std::string_view word, std::size_t from = 0)
{
    std::size_t at = text.find(word, from);
    while (at != std::string_view::npos && !isWordAt(text, at, word.size()))
        at = text.find(word, at + 1);
    return at;
}

// From 1, in its line: of the argument that the reason speaks of first, or else of the verb.
std::int64_t columnOf(const Step& step, const std::string& reason)
{
    const std::size_t verb = findWord(step.written, step.verb);
    if (verb == std::string::npos)
        return 0;
    std::size_t first = std::string::npos, column = verb;
    for (const std::string& word : words(step.arguments)) {
        const std::size_t spoken = findWord(reason, word);
        const bool number = std::isdigit(static_cast<unsigned char>(word.front())) != 0;
        const std::size_t at = findWord(step.written, word, verb + step.verb.size());
        // A number in the middle of a sentence is another one.
        if (spoken >= first || (number && spoken > 0) || at == std::string::npos)
            continue;
        first = spoken;
        column = at;
    }
    return static_cast<std::int64_t>(column) + 1;
}

// Statements, and what expressions are made of; stops counting soon behind `most`.
std::size_t countNodes(const Program& program, std::size_t most)
{
    std::size_t count = 0;
    const std::function<void(const ExprPtr&)> countIn = [&](const ExprPtr& expr) {
        if (++count <= most)
            for (const ExprPtr& operand : expr->operands)
                countIn(operand);
    };
    forEachNode(program.body, [&](const Node& node) {
        ++count;
        for (const ExprPtr& expr : expressionsOf(node))
            countIn(expr);
    });
    return count;
}

} // namespace

std::string textOf(const Step& step)
{
    return fmt::format("{}{}{}{}{}", step.iteration.empty() ? "" : step.iteration + ": ", fmt::join(step.results, ", "),
                       step.results.empty() ? "" : " = ", step.verb,
                       step.arguments.empty() ? "" : " " + step.arguments);
}

std::vector<Step> parseSchedule(std::string_view text, const std::string& file, const Choice& choice)
{
    if (text.size() > mostText)
        failInput(fmt::format("a schedule of more than {} bytes", mostText), {file});
    std::vector<Step> steps;
    std::int64_t line = 0;
    while (!text.empty()) {
        ++line;
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view one = text.substr(0, end);
        text.remove_prefix(std::min(text.size(), end + 1));
        one = one.substr(0, one.find("//"));
        if (const std::size_t odd = one.find_first_of(std::string_view("\0\v\f", 3)); odd != std::string_view::npos)
            failInput("a character that is no text", {file, line, static_cast<std::int64_t>(odd) + 1});
        if (trimmed(one).empty())
            continue;
        if (steps.size() == mostInSchedule)
            failInput(fmt::format("more than {} steps", mostInSchedule), {file, line, 1});
        steps.push_back(parseStep(one, line, file));
        try {
            requireTunable(steps);
        } catch (const Error& error) {
            failInput(error.reason(), {file, line, 1});
        }
    }
    return chosen(std::move(steps), choice);
}

Program applied(const Program& program, const Step& step, const ScheduleContext& context)
{
    const StepKind* kind = kindOf(step.verb);
    if (!kind)
        failInput(fmt::format("there is no step \"{}\"", step.verb), {{}, step.line});
    try {
        if (!step.results.empty() && !kind->names)
            failInput("it makes nothing that could be named");
        Program made = kind->apply(program, step, step.tuned.empty() ? context : tunedContext(step, context));
        if (countNodes(made, mostNodes) > mostNodes)
            failInput(fmt::format("the program would have more than {} statements and parts of them", mostNodes));
        if (const std::string problem = threadProblem(made); !problem.empty())
            failInput(problem);
        if (const std::string problem = problemOf(made); !problem.empty())
            failInput(problem);
        return made;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled)
            throw;
        throw Error(error.kind(), fmt::format("{}: {}", textOf(step), error.reason()),
                    {{}, step.line, columnOf(step, error.reason())});
    }
}

Scheduled scheduled(const Program& program, const std::vector<Step>& steps, const ScheduleContext& context)
{
    Scheduled all{{program}};
    for (const Step& step : steps) {
        try {
            all.programs.push_back(applied(all.programs.back(), step, context));
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Cancelled)
                throw;
            all.problem = error.reason();
            all.line = step.line;
            all.column = error.where().column;
            break;
        }
    }
    return all;
}

std::vector<std::string> candidates(const Program& program, const ScheduleContext& context)
{
    std::vector<std::string> all;
    for (const StepKind& kind : stepKinds())
        for (std::string& text : kind.candidates(program, context))
            all.push_back(std::move(text));
    return all;
}

std::vector<std::string> legal(const Program& program, const ScheduleContext& context)
{
    std::vector<std::string> all = candidates(program, context);
    std::erase_if(all, [&](const std::string& text) {
        try {
            applied(program, parseStep(text, 0, {}), context);
            return false;
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Cancelled)
                throw;
            return true;
        }
    });
    return all;
}

std::vector<StepHelp> stepHelp()
{
    std::vector<StepHelp> all;
    for (const StepKind& kind : stepKinds())
        all.push_back(kind.help);
    return all;
}

} // namespace sparsescope::ir
