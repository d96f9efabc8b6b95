// Constants of a schedule that a tuner chooses.
#include "engine/core/error.h"
#include "engine/ir/tunables.h"
#include "tests/engine/ir/schedule_fixtures.h"

using namespace sparsescope;
using namespace sparsescope::scheduling;

namespace {

const std::string schedule = "tunable width = 4 | 8\ntunable half = width / 2 | 1 | part / 16\nlower\n"
                             "ko, kx, kv = split k width half\n";

std::string refusedText(const std::string& text, const ir::Choice& choice = {})
{
    try {
        ir::parseSchedule(text, "s.sched", choice);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

std::string extents(const ir::Choice& choice)
{
    const ir::Scheduled all =
        ir::scheduled(ir::parse(spmmText, "test"), ir::parseSchedule(schedule, "s", choice), contextOfTest());
    CHECK(all.problem.empty());
    std::string found;
    ir::forEachNode(all.programs.back().body, [&](const ir::Node& node) {
        const auto* loop = std::get_if<ir::For>(&node.what);
        if (loop && (loop->name == "kx" || loop->name == "kv"))
            found += ir::print(loop->extent) + " ";
    });
    return found;
}

} // namespace

TEST_CASE("a tunable is a constant, by default the first of its alternatives")
{
    CHECK(extents({}) == "4 2 ");
    CHECK(extents({{"width", "8"}}) == "8 4 ");
    CHECK(extents({{"half", "1"}}) == "4 1 ");
    CHECK(extents({{"width", "8"}, {"half", "part/16"}}) == "8 2 ");
    const std::vector<ir::Step> steps = ir::parseSchedule(schedule, "s");
    CHECK(ir::textOf(steps[0]) == "tunable width = 4 | 8");
    CHECK(ir::textOf(ir::chosen(steps, {{"width", "8"}})[3]) == "ko, kx, kv = split k width half");
}

TEST_CASE("a tuner knows all that can be chosen")
{
    const std::vector<ir::Step> steps = ir::parseSchedule(schedule, "s");
    const std::vector<ir::Tunable> tunables = ir::tunables(steps);
    REQUIRE(tunables.size() == 2);
    CHECK(tunables[1].name == "half");
    CHECK(tunables[1].alternatives == std::vector<std::string>{"width/2", "1", "part/16"});
    const std::vector<ir::Choice> all = ir::choicesOf(steps);
    REQUIRE(all.size() == 6);
    CHECK(all.front() == ir::Choice{{"width", "4"}, {"half", "width/2"}});
    CHECK(all.back() == ir::Choice{{"width", "8"}, {"half", "part/16"}});
    CHECK(ir::choicesOf(ir::parseSchedule("lower", "s")) == std::vector<ir::Choice>{{}});
}

TEST_CASE("what cannot be tuned is refused at its line")
{
    CHECK(refusedText("lower\ntunable x") == "s.sched:2:1: a tunable is NAME = ALTERNATIVE | ALTERNATIVE ..");
    CHECK(refusedText("tunable 2 = 3") == "s.sched:1:1: \"2\" is no name");
    CHECK(refusedText("tunable x = 3 |") == "s.sched:1:1: an alternative of x is missing");
    CHECK(refusedText("tunable x = 3 | 3") == "s.sched:1:1: 3 is an alternative of x already");
    CHECK(refusedText("tunable x = 3\ntunable x = 4") == "s.sched:2:1: x is a tunable already");
    CHECK(refusedText("tunable x = 1|2|3|4\ntunable y = 1|2|3|4") ==
          "s.sched:2:1: tunables could be chosen in 16 ways, and 12 are the most");
    CHECK(refusedText(schedule, {{"width", "5"}}) == "width is 4 or 8, and not 5");
    CHECK(refusedText(schedule, {{"depth", "5"}}) == "there is no tunable depth");
    CHECK(refusal(spmmText, "tunable part = 3") == "tunable part = 3: part is a constant already");
    CHECK(refusal(spmmText, "tunable x = 3 | y") == "tunable x = 3 | y: y is no number that is known here");
    CHECK(refusal(spmmText, "a: tunable x = 3") == "a: tunable x = 3: it is of no iteration");
    CHECK(refusal(spmmText, "lower\nsplit k x\ntunable x = 3") == "split k x: x is no number that is known here");
}
