// Format rewrite rules as data (SparseTIR appendix A): a list of formats, each with which non-zeros it takes.
#pragma once

#include "engine/search/planner.h"
#include "engine/search/rules/predicate.h"

#include <string>
#include <vector>

namespace sparsescope::rules {

// Stores in this format those non-zeros that the rules before it left and `take` holds for.
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

// One of these rules; `path` names it in errors ("rules[1]").
RewriteRule parseRule(const nlohmann::json& rule, const std::string& file, const std::string& path);

// The rules as a file holds them, for people who change them: any of them may be wrong.
struct RuleList {
    std::string title;
    std::vector<nlohmann::json> rules;
    bool operator==(const RuleList&) const = default;
};
// Throws Error(Input) where the text is not JSON or has no list of rules; each rule is what parseRule() says.
RuleList readRuleList(const std::string& text, const std::string& file);
// As readRuleList() reads it, a rule a line.
std::string textOf(const RuleList& list);

// How many non-zeros each rule takes of those that the rules before it left.
struct RuleCounts {
    std::vector<std::int64_t> taken; // one a rule
    std::int64_t left = 0;           // that no rule takes
    std::int64_t firstRowLeft = -1;  // of these, or none
    bool operator==(const RuleCounts&) const = default;
};
RuleCounts countTaken(const Matrix& matrix, std::span<const PredicatePtr> rules, Progress& progress);

// A plan with a round for each rule, costed for the model's part of the dense loop. Throws Error(Input) when rules
// leave non-zeros, with their number, or a format cannot hold what it was given.
Plan decompose(const Matrix& matrix, const CostModel& model, const std::vector<RewriteRule>& rules, Plan header,
               std::vector<TraceRound>& rounds, Progress& progress);

} // namespace sparsescope::rules

namespace sparsescope {

// The planner "rules"; its option "rules" holds the text.
const Planner& rulesPlanner();

} // namespace sparsescope
