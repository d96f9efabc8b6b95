#include "engine/search/rules/rules.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/core/parallel.h"
#include "engine/core/text.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace sparsescope::rules {

namespace {

using nlohmann::json;

const FormatKind* kindOf(const std::string& name)
{
    const auto kinds = formatKinds();
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const FormatKind& k) { return k.name == name; });
    return found == kinds.end() ? nullptr : &*found;
}

// What one format makes of the non-zeros that a rule took.
struct Stored {
    FormatPtr format;
    TileSet tiles;
    double ns = 0; // sum of the costs of its tiles, as if none were atomic
};

TileView viewOf(const TileSet& set, std::size_t tile)
{
    const TileSet::Spans begin = tile == 0 ? TileSet::Spans() : set.tiles[tile - 1];
    const TileSet::Spans end = set.tiles[tile];
    return {std::span(set.rowIds).subspan(begin.rowEnd, end.rowEnd - begin.rowEnd),
            std::span(set.colIds).subspan(begin.colEnd, end.colEnd - begin.colEnd),
            std::span(set.entries).subspan(begin.entryEnd, end.entryEnd - begin.entryEnd), end.places};
}

double costOf(const Stored& stored, const Matrix& matrix, const CostModel& model, Progress& progress)
{
    std::vector<double> ns(stored.tiles.tiles.size());
    parallelEach(static_cast<std::int64_t>(ns.size()), 64, [&](std::int64_t t) {
        progress.check();
        const auto tile = static_cast<std::size_t>(t);
        ns[tile] = model.cost(stored.format->features(viewOf(stored.tiles, tile), matrix), false);
    });
    double sum = 0;
    for (const double each : ns)
        sum += each;
    return sum;
}

Stored storedBy(const RewriteRule& rule, const Matrix& matrix, std::span<const std::uint32_t> positions,
                const CostModel& model, std::vector<TraceCandidate>& lost, Progress& progress)
{
    const FormatKind& kind = *kindOf(rule.format);
    const std::vector<json> choices =
        rule.parameters.empty() ? kind.choices(matrix, positions, std::ssize(positions)) : rule.parameters;
    std::optional<Stored> best;
    std::string refused;
    std::vector<std::pair<std::string, double>> others;
    for (const json& parameters : choices) {
        progress.check();
        Stored made{kind.make(parameters), {}, 0};
        try {
            made.format->cover(matrix, positions, made.tiles, progress);
        } catch (const Error& e) {
            if (e.kind() != ErrorKind::Input)
                throw;
            refused = e.reason();
            continue;
        }
        if (choices.size() > 1)
            made.ns = costOf(made, matrix, model, progress);
        const bool better = !best || made.ns < best->ns;
        Stored& loser = better && best ? *best : made;
        if (best)
            others.emplace_back(loser.format->label(), loser.ns);
        if (better)
            best = std::move(made);
    }
    if (!best)
        failInput(refused.empty() ? fmt::format("format {} has no parameters for these non-zeros", rule.format)
                                  : refused);
    for (const auto& [label, ns] : others) {
        TraceCandidate c;
        c.format = label;
        c.cost = ns;
        c.covers = static_cast<std::int64_t>(positions.size());
        c.average = ns / static_cast<double>(positions.size());
        c.reason = fmt::format("its tiles cost {:.3g} times those of {}", ns / best->ns, best->format->label());
        lost.push_back(std::move(c));
    }
    return std::move(*best);
}

class Rules final : public Planner {
public:
    std::string name() const override { return "rules"; }
    std::string description() const override
    {
        return "Formats by rules of your own: each takes the non-zeros that its predicate holds for of what those "
               "before it "
               "left (SparseTIR appendix A).";
    }
    std::vector<PlannerOption> ownOptions() const override
    {
        return {
            {"rules", "Rules",
             "A list of rules as JSON: format, parameters or choose, take (SparseTIR appendix A); on the command line "
             "the file that holds it.",
             R"([{"format": "csr", "parameters": {"places": 256}, "take": "all"}])", 0, 0},
            denseSplitOption()};
    }

    std::string whyNoOrder() const override
    {
        return "rules speak of the file's rows and columns, so that they plan its order alone: write the matrix in "
               "another order (sparsescope-cli permute) and plan that";
    }

    Plan find(const Matrix& matrix, const Operator& op, const Evaluator& evaluator, const json& options,
              TraceSink& trace, Progress& progress) const override
    {
        const CostModel& model = evaluator.model();
        const std::vector<RewriteRule> rules = parseRules(options.at("rules").get<std::string>(), {});
        std::optional<Plan> best;
        std::vector<TraceRound> rounds;
        std::vector<Competitor> competitors;
        const std::vector<std::int64_t> parts = densePartsToTry(op, model, options);
        const auto enough = std::make_shared<std::atomic<bool>>(false);
        trace.start([enough] { enough->store(true, std::memory_order_relaxed); });
        for (const std::int64_t part : parts) {
            if (best && enough->load(std::memory_order_relaxed))
                break;
            const auto partModel = model.withDensePart(part);
            std::vector<TraceRound> its;
            Plan plan =
                decompose(matrix, *partModel, rules, emptyPlan(matrix, *partModel, name(), options), its, progress);
            competitors.push_back(
                {parts.size() == 1 ? "rules" : fmt::format("rules, parts of {}", part), plan.predictedNs});
            if (best && best->predictedNs <= plan.predictedNs)
                continue;
            best = std::move(plan);
            rounds = std::move(its);
        }
        if (competitors.size() < parts.size())
            best->options["cancelled"] = {{"search", "rules"}, {"covered", matrix.nnz()}};
        best->competitors = std::move(competitors);
        tellRounds(*best, "rules", std::move(rounds), trace);
        progress.report("search", 1);
        return std::move(*best);
    }
};

} // namespace

RewriteRule parseRule(const json& from, const std::string& file, const std::string& path)
{
    const auto fail = [&](const std::string& reason, const std::string& key) {
        failInput(reason, {.file = file, .call = path + key});
    };
    if (!from.is_object())
        fail("is not a rule: an object with \"format\" and \"take\"", "");
    for (const auto& [name, value] : from.items())
        if (name != "format" && name != "parameters" && name != "choose" && name != "take" && name != "comment")
            fail("is none of format, parameters, choose, take, comment", "." + name);
    RewriteRule rule;
    if (!from.contains("format") || !from.at("format").is_string())
        fail("is missing or not the name of a format", ".format");
    rule.format = from.at("format");
    if (!kindOf(rule.format)) {
        std::vector<std::string> names;
        for (const FormatKind& kind : formatKinds())
            names.push_back(kind.name);
        fail(fmt::format("\"{}\" is none of {}", rule.format, fmt::join(names, ", ")), ".format");
    }
    if (from.contains("parameters") == from.contains("choose"))
        fail("has \"parameters\" or \"choose\", one of them", "");
    if (from.contains("parameters"))
        rule.parameters = {from.at("parameters")};
    else if (from.at("choose").is_array() && !from.at("choose").empty())
        rule.parameters = from.at("choose").get<std::vector<json>>();
    else if (from.at("choose") != true)
        fail("is neither true nor a list of parameters", ".choose");
    else if (!kindOf(rule.format)->choices)
        fail(fmt::format("format {} has no choices of its own: list parameters", rule.format), ".choose");
    for (const json& parameters : rule.parameters)
        try {
            makeFormat(rule.format, parameters);
        } catch (const Error& e) {
            fail(e.reason(), from.contains("parameters") ? ".parameters" : ".choose");
        }
    rule.take = parsePredicate(from.value("take", json("all")), file, path + ".take");
    return rule;
}

RuleList readRuleList(const std::string& text, const std::string& file)
{
    const json all = parseJson(text, {.file = file});
    const json& rules = all.is_object() && all.contains("rules") ? all.at("rules") : all;
    if (!rules.is_array() || rules.empty())
        failInput("is not a list of rules", {.file = file, .call = "rules"});
    RuleList list;
    if (all.is_object() && all.contains("title") && all.at("title").is_string())
        list.title = all.at("title");
    list.rules = rules.get<std::vector<json>>();
    return list;
}

std::string textOf(const RuleList& list)
{
    using Ordered = nlohmann::ordered_json;
    std::string text = "{\n  \"title\": " + jsonText(list.title) + ",\n  \"rules\": [";
    for (std::size_t i = 0; i < list.rules.size(); ++i) {
        Ordered rule = Ordered::parse(jsonText(list.rules[i]));
        if (rule.is_object()) {
            Ordered inOrder = Ordered::object();
            for (const char* name : {"comment", "format", "parameters", "choose", "take"})
                if (rule.contains(name))
                    inOrder[name] = rule[name];
            inOrder.update(rule);
            rule = std::move(inOrder);
        }
        text += (i == 0 ? "\n    " : ",\n    ") + rule.dump();
    }
    return text + "\n  ]\n}\n";
}

std::vector<RewriteRule> parseRules(const std::string& text, const std::string& file)
{
    const RuleList list = readRuleList(text, file);
    std::vector<RewriteRule> rules;
    for (std::size_t i = 0; i < list.rules.size(); ++i)
        rules.push_back(parseRule(list.rules[i], file, fmt::format("rules[{}]", i)));
    return rules;
}

RuleCounts countTaken(const Matrix& matrix, std::span<const PredicatePtr> rules, Progress& progress)
{
    RuleCounts counts;
    LeftNonZeros left = allNonZeros(matrix);
    for (std::size_t i = 0; i < rules.size(); ++i) {
        progress.report("rules", static_cast<double>(i) / static_cast<double>(rules.size()));
        progress.check();
        counts.taken.push_back(
            static_cast<std::int64_t>(takeAway(left, rules[i]->takes(matrix, left, progress), progress).size()));
    }
    counts.left = static_cast<std::int64_t>(left.positions.size());
    if (counts.left > 0)
        counts.firstRowLeft = matrix.rowOf(left.positions.front());
    return counts;
}

Plan decompose(const Matrix& matrix, const CostModel& model, const std::vector<RewriteRule>& rules, Plan header,
               std::vector<TraceRound>& rounds, Progress& progress)
{
    Plan plan = std::move(header);
    LeftNonZeros left = allNonZeros(matrix);
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const RewriteRule& rule = rules[i];
        progress.report("rules", static_cast<double>(i) / static_cast<double>(rules.size()));
        progress.check();
        const std::vector<std::uint32_t> taken = takeAway(left, rule.take->takes(matrix, left, progress), progress);
        TraceRound round;
        round.round = static_cast<std::int32_t>(i) + 1;
        round.tileBegin = static_cast<std::int64_t>(plan.tiling().tiles.size());
        round.note = fmt::format("Rule {}: {} takes {}.", i + 1, rule.format, rule.take->words());
        if (!taken.empty())
            try {
                Stored stored = storedBy(rule, matrix, taken, model, round.lost, progress);
                addTiles(plan, stored.format, std::move(stored.tiles));
                for (auto t = static_cast<std::size_t>(round.tileBegin); t < plan.tiling().tiles.size(); ++t)
                    plan.tiling().tiles[t].round = round.round;
            } catch (const Error& e) {
                if (e.kind() != ErrorKind::Input)
                    throw;
                failInput(e.reason(), {.call = fmt::format("rules[{}]", i)});
            }
        round.candidates = 1 + static_cast<std::int64_t>(round.lost.size());
        round.tileEnd = static_cast<std::int64_t>(plan.tiling().tiles.size());
        round.covered = matrix.nnz() - static_cast<std::int64_t>(left.positions.size());
        rounds.push_back(std::move(round));
    }
    if (const std::size_t rest = left.positions.size(); rest > 0)
        failInput(
            fmt::format("{} of {} non-zeros are taken by no rule, the first in row {}; the last rule has to take all",
                        formatCount(static_cast<std::int64_t>(rest)), formatCount(matrix.nnz()),
                        matrix.rowOf(left.positions.front())),
            {.call = "rules"});
    markAtomicTiles(plan);
    costPlan(plan, matrix, model, progress);
    if (!std::isfinite(plan.predictedNs))
        failUsage(fmt::format("calibration {} has no numbers for all of these formats for {} {}",
                              model.calibration().name, name(plan.op.kind), name(plan.op.dtype)));
    plan.tiling().schedule = scheduleOf(plan, model.calibration().sms).sm;
    sayCosts(rounds, plan);
    return plan;
}

} // namespace sparsescope::rules

namespace sparsescope {

const Planner& rulesPlanner()
{
    static const rules::Rules planner;
    return planner;
}

} // namespace sparsescope
