// Format rewrite rules as data (SparseTIR appendix A): a list of formats, each with which non-zeros it takes.
#pragma once

#include "engine/search/planner.h"
#include "engine/search/rules/predicate.h"

#include <string>
#include <vector>

namespace sparsescope {

// Of the non-zeros that the rules before it left, those that `take` holds for are stored in this format.
struct RewriteRule {
    std::string format;
    // Parameters to choose from, the cheapest by the cost model: one as a rule gives them; none: the format's own
    // choices.
    std::vector<nlohmann::json> parameters;
    PredicatePtr take;
};

// [{"format": "ell", "parameters": {"rows": 32, "width": 4}, "take": PREDICATE}, ...], or {"rules": [...]}, which may
// also have a "title". Instead of "parameters" a rule has "choose": true, or a list of parameters. Without "take" a
// rule takes all. Throws Error(Input) with the file and its line, or the key ("rules[1].take.rowLength").
std::vector<RewriteRule> parseRules(const std::string& text, const std::string& file);

// A plan with a round for each rule, costed for the model's part of the dense loop. Throws Error(Input) when rules
// leave non-zeros, with their number, or a format cannot hold what it was given.
Plan decompose(const Matrix& matrix, const CostModel& model, const std::vector<RewriteRule>& rules, Plan header,
               std::vector<TraceRound>& rounds, Progress& progress);

// The planner "rules"; its option "rules" holds the text.
const Planner& rulesPlanner();

} // namespace sparsescope
