#include "engine/ir/tunables.h"

#include "engine/core/error.h"
#include "engine/ir/syntax.h"
#include "engine/ir/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sparsescope::ir {

namespace {

bool isTunable(const Step& step)
{
    return step.verb == "tunable";
}

std::string withoutBlanks(const std::string& text)
{
    std::string kept = text;
    std::erase_if(kept, [](char c) { return c == ' ' || c == '\t'; });
    return kept;
}

} // namespace

Tunable tunableOf(const Step& step)
{
    const std::size_t equals = step.arguments.find('=');
    if (equals == std::string::npos)
        failInput("a tunable is NAME = ALTERNATIVE | ALTERNATIVE ..");
    Tunable tunable{withoutBlanks(step.arguments.substr(0, equals)), {}};
    if (!isName(tunable.name))
        failInput(fmt::format("\"{}\" is no name", tunable.name));
    std::string rest = withoutBlanks(step.arguments.substr(equals + 1)) + "|";
    while (!rest.empty()) {
        const std::size_t end = rest.find('|');
        const std::string one = rest.substr(0, end);
        rest.erase(0, end + 1);
        if (one.empty())
            failInput(fmt::format("an alternative of {} is missing", tunable.name));
        if (std::find(tunable.alternatives.begin(), tunable.alternatives.end(), one) != tunable.alternatives.end())
            failInput(fmt::format("{} is an alternative of {} already", one, tunable.name));
        parseExpr(one, "schedule");
        tunable.alternatives.push_back(one);
    }
    return tunable;
}

std::vector<Tunable> tunables(const std::vector<Step>& steps)
{
    std::vector<Tunable> all;
    for (const Step& step : steps)
        if (isTunable(step))
            all.push_back(tunableOf(step));
    return all;
}

void requireTunable(const std::vector<Step>& steps)
{
    if (steps.empty() || !isTunable(steps.back()))
        return;
    const std::vector<Tunable> all = tunables(steps);
    std::size_t choices = 1;
    for (const Tunable& tunable : all)
        choices *= tunable.alternatives.size();
    if (choices > mostChoices)
        failInput(fmt::format("tunables could be chosen in {} ways, and {} are the most", choices, mostChoices));
    for (std::size_t t = 0; t + 1 < all.size(); ++t)
        if (all[t].name == all.back().name)
            failInput(fmt::format("{} is a tunable already", all[t].name));
}

std::vector<Step> chosen(std::vector<Step> steps, const Choice& choice)
{
    Choice left = choice;
    std::vector<std::pair<std::string, std::string>> tuned;
    for (Step& step : steps) {
        step.tuned = tuned;
        if (!isTunable(step))
            continue;
        const Tunable tunable = tunableOf(step);
        const auto given = left.find(tunable.name);
        const std::string value = given == left.end() ? tunable.alternatives.front() : withoutBlanks(given->second);
        if (std::find(tunable.alternatives.begin(), tunable.alternatives.end(), value) == tunable.alternatives.end())
            failInput(
                fmt::format("{} is {}, and not {}", tunable.name, fmt::join(tunable.alternatives, " or "), value));
        if (given != left.end())
            left.erase(given);
        tuned.emplace_back(tunable.name, value);
    }
    if (!left.empty())
        failInput(fmt::format("there is no tunable {}", left.begin()->first));
    return steps;
}

std::vector<Choice> choicesOf(const std::vector<Step>& steps)
{
    std::vector<Choice> all = {{}};
    for (const Tunable& tunable : tunables(steps)) {
        std::vector<Choice> more;
        for (const Choice& choice : all)
            for (const std::string& alternative : tunable.alternatives) {
                more.push_back(choice);
                more.back()[tunable.name] = alternative;
            }
        all = std::move(more);
    }
    return all;
}

} // namespace sparsescope::ir
