// Schedules: steps that change how a program runs and not what it computes (SparseTIR sections 3.2.2 and 3.3.2).
#pragma once

#include "engine/ir/program.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sparsescope::ir {

// [iteration ":"] [results "="] verb arguments
struct Step {
    std::string iteration;            // empty: all iterations that have these loops
    std::vector<std::string> results; // names of the loops that it makes
    std::string verb;
    std::string arguments;
    std::int64_t line = 0; // of the schedule's text, from 1
    // Tunables before it, in their order, and what stands for them (tunables.h).
    std::vector<std::pair<std::string, std::string>> tuned = {};
    std::string written = {}; // all of that line before a comment
};
std::string textOf(const Step& step);

// By the names of tunables, one of the alternatives of each. Of those that it lacks the first is meant.
using Choice = std::map<std::string, std::string>;

// A step a line; `//` begins a comment. Throws Error(Input) with file, line and column: a line that is no step, a verb
// that is unknown, a tunable that cannot be one; and where the choice is none of them.
std::vector<Step> parseSchedule(std::string_view text, const std::string& file, const Choice& choice = {});

// What steps may ask of the world outside the program.
struct ScheduleContext {
    // decompose PLANNER: the program in place of one of the operator. Null: refused.
    std::function<Program(const Program& program, const std::string& planner)> decompose = {};
    // untile: the program with one tile of each format. Null: refused.
    std::function<Program(const Program& program)> untile = {};
    std::map<std::string, std::int64_t> constants = {}; // names that stand for numbers in arguments: "part"
    std::map<std::string, std::int64_t> multiples = {}; // params that are multiples of so much: ld of the part
};

// The program after one step, which shares what it left as it was. Throws Error(Input) with the step's line, the column
// of the word that is wrong, or of the verb, the rule that it breaks, and the loop or buffer.
Program applied(const Program& program, const Step& step, const ScheduleContext& context);

// The programs after each step; where one is refused, those before it, and why.
struct Scheduled {
    std::vector<Program> programs; // the first is the one that was given
    std::string problem = {};      // of step programs.size() - 1; empty: none
    std::int64_t line = 0, column = 0;
};
Scheduled scheduled(const Program& program, const std::vector<Step>& steps, const ScheduleContext& context);

// Steps that are worth a try, as texts: every kind with every loop, axis or buffer that it can be of, and some factors.
std::vector<std::string> candidates(const Program& program, const ScheduleContext& context);
// Those of them that may be taken.
std::vector<std::string> legal(const Program& program, const ScheduleContext& context);

// For menus and help.
struct StepHelp {
    std::string verb;
    std::string usage;    // "LOOP FACTOR.."
    std::string sentence; // what it does
};
std::vector<StepHelp> stepHelp();

} // namespace sparsescope::ir
