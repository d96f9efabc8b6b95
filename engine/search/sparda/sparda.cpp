#include "engine/search/sparda/sparda.h"

#include "engine/core/error.h"
#include "engine/core/json_reader.h"
#include "engine/core/text.h"
#include "engine/plan/formats/dense_room.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace sparsescope {

namespace sparda {

namespace {

using nlohmann::json;

// What a choice is made from: some masks, with their numbers.
struct Sample {
    const MaskFacts& facts;
    std::vector<std::int64_t> numbers;
    std::vector<MaskPtr> masks;
    std::optional<double> denseNs = {}; // as it was measured
};

// A file's options may be another planner's, or none.
CostForm formOf(const json& options)
{
    const auto cost = options.find("cost");
    return cost != options.end() && *cost == "paper" ? CostForm::Paper : CostForm::Model;
}

IndexKind indexOf(const json& options)
{
    return {parseIndexInput(options.at("input").get<std::string>()),
            parseIndexOrder(options.at("index").get<std::string>())};
}

json toJson(const Scored& scored, const std::vector<std::int64_t>& numbers)
{
    json masks = json::array();
    for (std::size_t i = 0; i < scored.masks.size(); ++i) {
        const auto& [covering, indexNs, kernelNs] = scored.masks[i];
        masks.push_back({{"mask", numbers[i]},
                         {"members", covering.members},
                         {"microTiles", covering.microTiles},
                         {"tasks", covering.tasks},
                         {"steps", covering.steps},
                         {"stored", covering.stored},
                         {"owned", covering.owned},
                         {"zeros", covering.zeros},
                         {"indexNs", indexNs},
                         {"kernelNs", kernelNs}});
    }
    json one = {{"pairing", sparsescope::toJson(scored.candidate.pairing)}, {"ns", scored.ns}, {"masks", masks}};
    if (!scored.candidate.refusal.empty())
        one["refusal"] = scored.candidate.refusal;
    return one;
}

// The best few, each as it takes a mask.
std::vector<Competitor> competitorsOf(const Choice& choice, double masks)
{
    constexpr std::size_t few = 4;
    std::vector<Competitor> all;
    for (const Scored& scored : choice.scored)
        if (scored.candidate.refusal.empty())
            all.push_back({scored.candidate.pairing.label(), scored.ns / masks});
    std::stable_sort(all.begin(), all.end(),
                     [](const Competitor& a, const Competitor& b) { return a.predictedNs < b.predictedNs; });
    all.resize(std::min(all.size(), few));
    if (std::isfinite(choice.denseNs))
        all.push_back({denseCompetitor, choice.denseNs / masks});
    return all;
}

DynamicPlan ruleOf(const Sample& sample, const Operator& op, const Calibration& calibration, const json& options,
                   TraceSink& trace, Progress& progress, bool& measured)
{
    const IndexKind index = indexOf(options);
    const Costs costs(calibration, op, sample.facts, index, formOf(options), sample.denseNs);
    const Choice choice = choose(costs, op, sample.masks, progress);
    for (const Scored& scored : choice.scored)
        trace.event(pairingEvent, toJson(scored, sample.numbers));
    const Scored* const chosen = choice.chosen();
    const auto masks = static_cast<double>(sample.masks.size());
    DynamicPlan plan;
    plan.op = op;
    plan.densePart = chosen && !op.sampled() ? chosen->candidate.pairing.cols : op.dense;
    plan.planner = sparseDynamicPlanner().name();
    plan.options = options;
    plan.calibration = calibration.name;
    plan.predictedNs = choice.bestNs() / masks;
    plan.competitors = competitorsOf(choice, masks);
    plan.rows = sample.facts.shape.rows;
    plan.cols = sample.facts.shape.cols;
    if (!costs.measured())
        plan.figures["estimated"] = true; // by roofs, not by times of pairings
    Rule& rule = plan.rule;
    if (chosen)
        rule.pairing = chosen->candidate.pairing;
    rule.input = index.input;
    rule.order = index.order;
    rule.reselect = options.at("reselect").get<std::int64_t>();
    rule.shape = sample.facts.shape;
    rule.period = sample.facts.period;
    rule.denseNs = std::isfinite(costs.denseNs()) ? costs.denseNs() : 0;
    for (std::size_t i = 0; i < sample.masks.size(); ++i) {
        RuleSample of{sample.numbers[i], sample.masks[i]->fingerprint()};
        if (chosen) {
            of.members = chosen->masks[i].covering.members;
            of.tasks = chosen->masks[i].covering.tasks;
            of.stored = chosen->masks[i].covering.stored;
        }
        rule.samples.push_back(of);
    }
    measured = costs.measured();
    return plan;
}

// Costs of the tiles, and what the mask takes.
void setCosts(Plan& plan, const DynamicPlan& rule, const MaskFacts& facts, const Mask& mask,
              const Calibration& calibration)
{
    const Costs costs(calibration, rule.op, facts, {rule.rule.input, rule.rule.order}, formOf(rule.options),
                      rule.rule.denseNs > 0 ? std::optional(rule.rule.denseNs) : std::nullopt);
    plan.calibration = calibration.name;
    if (!rule.rule.pairing) {
        plan.predictedNs = rule.rule.denseNs;
        for (Tile& tile : plan.tiling().tiles)
            tile.cost = rule.rule.denseNs;
        return;
    }
    const Pairing& pairing = *rule.rule.pairing;
    Coverage coverage(mask);
    const Covering covering = coverage.of(pairing, rule.op);
    plan.predictedNs = costs.indexNs(pairing, covering) + costs.kernelNs(pairing, covering);
    for (Tile& tile : plan.tiling().tiles) {
        const std::int64_t width = rule.op.sampled() ? rule.op.dense : tile.places / pairing.rows;
        tile.cost = costs.taskNs(pairing, width);
    }
    plan.tiling().schedule = scheduleOf(plan, calibration.sms).sm;
}

// Members are gathered from a dense operand: masks whose operands no GPU holds are not worth the time of a search.
void requireHeldByGpu(const MaskFacts& masks, const Operator& op)
{
    constexpr double most = 3e11; // bytes
    const auto rows = static_cast<double>(masks.shape.rows), cols = static_cast<double>(masks.shape.cols);
    const double bytes = (rows * cols + (rows + cols) * static_cast<double>(op.dense)) * bytesOf(op.dtype);
    if (bytes > most)
        failInput(fmt::format("is of {} x {} places, which a dynamic plan gathers from dense matrices: in {} these "
                              "take {:.3g} GB, more than a GPU has",
                              formatCount(masks.shape.rows), formatCount(masks.shape.cols), name(op.dtype),
                              bytes / 1e9),
                  {.file = masks.path});
}

class SparseDynamic final : public Planner {
public:
    std::string name() const override { return "sparda"; }
    std::string description() const override
    {
        return "SparDA: micro-tiles that hold something are gathered into dense tiles on their way to shared memory; "
               "which, is chosen for masks that are not known yet. On one matrix: the tiles of this mask, and the rule "
               "that made them.";
    }
    bool plans(const OperatorDefinition& op) const override { return !op.axis.empty() && op.inner.empty(); }
    std::string whyNoOrder() const override
    {
        return "sparda's micro-tiles lie side by side in the matrix, so that it plans the file's order alone: write "
               "the matrix in another order (sparsescope-cli permute) and plan that";
    }

    std::vector<PlannerOption> ownOptions() const override
    {
        return {
            {"samples", "Masks sampled",
             "So many masks of a sequence, evenly spread, decide (SparDA, algorithm 2). One matrix is one mask.", 4, 1,
             4096},
            {"cost",
             "Costs",
             "model: index, SMs and the longest task count, and the dense product competes; paper: the number of "
             "steps times the time of one (SparDA 4.5).",
             "model",
             0,
             0,
             {"model", "paper"}},
            {"input",
             "Index from",
             "What the GPU finds the members of a mask from: bits, a byte for each granule, or the values.",
             "bytes",
             0,
             0,
             {"bits", "bytes", "values"}},
            {"index",
             "Index",
             "unordered: members stand as blocks find them (SparDA 4.4); ordered: ascending, the same in every run.",
             "unordered",
             0,
             0,
             {"unordered", "ordered"}},
            {"reselect", "Choose anew", "After so many masks choose anew, by the last one; 0: never.", 0, 0, 1 << 20},
            {"layout",
             "Layout",
             "How a matrix that stands alone lies in memory, dense: row by row, column by column, or as is best. "
             "Sequences say it themselves.",
             "either",
             0,
             0,
             {"either", "row", "column"}}};
    }

    Plan find(const Matrix& matrix, const Operator& op, const Evaluator& evaluator, const json& options,
              TraceSink& trace, Progress& progress) const override
    {
        if (const std::string reason = denseRefusal(matrix.rows() * matrix.cols(), matrix.nnz()); !reason.empty())
            failInput("sparda gathers from the dense matrix, which would store " + reason);
        MaskFacts facts;
        facts.name = matrix.source().name;
        facts.shape = {std::max<std::int64_t>(1, matrix.rows()), std::max<std::int64_t>(1, matrix.cols())};
        facts.size = 1;
        facts.period = facts.shape.cols;
        parseMaskLayout(options.at("layout").get<std::string>(), facts.layout);
        const auto mask = std::make_shared<const Mask>(maskOf(matrix));
        const Calibration& calibration = evaluator.model().calibration();
        bool measured = false;
        const DynamicPlan rule = ruleOf({facts, {0}, {mask}}, op, calibration, options, trace, progress, measured);
        Plan plan = materialise(rule, *mask, matrix, 0, progress);
        setCosts(plan, rule, facts, *mask, calibration);
        tellRounds(plan, name(), {roundOf(plan)}, trace);
        progress.report("search", 1);
        return plan;
    }
};

} // namespace

FoundRule searchRule(const MaskSequence& masks, const SearchRequest& request, Progress& progress,
                     std::optional<double> denseNs)
{
    const Planner& chosen = planner(request.planner);
    if (&chosen != &sparseDynamicPlanner())
        failUsage(fmt::format("planner {} plans a matrix, not masks that change: choose one of them, or planner {}",
                              chosen.name(), sparseDynamicPlanner().name()));
    requireOperator(chosen, request.op);
    requireExtents(request.op);
    requireHeldByGpu(masks.facts(), request.op);
    if (!request.costModel.empty())
        failUsage("dynamic plans are chosen by the calibration's times of pairings: a cost model of one's own is for "
                  "plans of tiles");
    const Calibration calibration = calibrationOf(request);
    const json options = completeOptions(chosen, request.options);
    if (orderAsked(options) != MatrixOrder::File)
        failUsage(chosen.whyNoOrder());
    const auto begin = std::chrono::steady_clock::now();
    Sample sample{masks.facts(), sampledMasks(masks.size(), options.at("samples").get<std::int64_t>()), {}, denseNs};
    for (const std::int64_t t : sample.numbers)
        sample.masks.push_back(masks.mask(t, progress));
    FoundRule found;
    found.plan = ruleOf(sample, request.op, calibration, options, found.trace, progress, found.measured);
    found.trace.searchSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return found;
}

Plan planOfMask(const DynamicPlan& rule, const MaskSequence& masks, std::int64_t t, const Calibration& calibration,
                Progress& progress)
{
    if (const std::string reason = refusal(rule, masks.facts()); !reason.empty())
        failInput(reason, {.file = masks.facts().path});
    const MaskPtr mask = masks.mask(t, progress);
    Plan plan = materialise(rule, *mask, *masks.matrix(t, progress), t, progress);
    setCosts(plan, rule, masks.facts(), *mask, calibration);
    return plan;
}

std::shared_ptr<const DynamicPlan> keptRule(const Plan& plan)
{
    const auto kept = plan.figures.find("rule");
    if (kept == plan.figures.end())
        return nullptr;
    auto found = std::make_shared<DynamicPlan>();
    static_cast<PlanHeader&>(*found) = plan;
    try {
        found->rule = ruleFrom(JsonReader(*kept, {}));
        if (found->rule.pairing)
            requireAxis(*found->rule.pairing, found->op);
    } catch (const Error&) {
        return nullptr;
    }
    found->figures.erase("rule");
    found->matrix = {};
    found->rows = found->rule.shape.rows;
    found->cols = found->rule.shape.cols;
    found->nnz = 0;
    return found;
}

} // namespace sparda

const Planner& sparseDynamicPlanner()
{
    static const sparda::SparseDynamic planner;
    return planner;
}

} // namespace sparsescope
