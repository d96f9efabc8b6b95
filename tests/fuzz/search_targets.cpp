// What searches are made from and tell: calibrations, rules, traces, sweeps.
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/cost/own_costs.h"
#include "engine/measure/published.h"
#include "engine/search/alphasparse/history.h"
#include "engine/search/liteform/told_choice.h"
#include "engine/search/planner.h"
#include "engine/search/rules/rules.h"
#include "engine/search/sweep.h"
#include "engine/session/sweep_json.h"
#include "kernels/generate/pieces.h"
#include "tests/fuzz/all_targets.h"
#include "tests/fuzz/array_container.h"
#include "tests/fuzz/fixtures.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <filesystem>

namespace sparsescope::fuzz {

namespace {

const Operator spmm{OperatorKind::SpMM, DataType::Float16, 32};

} // namespace

std::vector<std::string> modelSeeds()
{
    std::vector<std::string> seeds;
    for (const bool boosted : {false, true}) {
        liteform::Model model;
        model.dtypes = {DataType::Float16};
        model.features = {"rows", "cols"};
        model.candidates = {"fixed:csr", "fixed:cell(column-parts=1)"};
        model.trees = {
            {{0, 2, 1}, {-1, 0.05f, 0}, {-1, 0.25f, 0}, {1, 1, 4}, {-1, 0.15f, 0}, {-1, 0, 0}, {-1, 0.11f, 0}},
            {0, 3, 6, 6},
            2,
            2,
            "seed"};
        model.boosted = boosted;
        model.training = {{"a", "x", {0, 0}}, {"b", "x", {3, 1}}, {"c", "y", {1, 2}}};
        model.fitted = model.checked = nlohmann::json::object();
        const ScratchFile file({}, ".json");
        const std::string arrays = file.path().substr(0, file.path().size() - 5) + ".npz";
        liteform::writeModel(model, file.path());
        seeds.push_back(containerOf(PlanBlob{readText(file.path()), readText(arrays)}));
        std::filesystem::remove(arrays);
    }
    return seeds;
}

void runModel(std::string_view input)
{
    const PlanBlob blob = blobIn(input);
    const ScratchFile file(blob.json, ".json");
    const std::string arrays = file.path().substr(0, file.path().size() - 5) + ".npz";
    writeText(arrays, blob.arrays);
    const auto model = [&] {
        try {
            return liteform::readModel(file.path());
        } catch (...) {
            std::filesystem::remove(arrays);
            throw;
        }
    }();
    std::filesystem::remove(arrays);
    const std::vector<double> expected(model.candidates.size(), 0);
    for (const float value : {-1e30f, 0.0f, 1.5f, 1e30f}) {
        const std::vector<float> x(model.features.size(), value);
        const liteform::Choice choice = model.choose(x, expected);
        require(choice.chosen < model.candidates.size(), "a forest chooses what is no candidate");
        require(std::ssize(model.nearest(x, 2)) <= 2, "more matrices are near than were asked for");
    }
}

std::vector<std::string> choiceSeeds()
{
    return {planned("forest", spmm).plan.figures.at(liteform::forestFigures).dump()};
}

void runChoice(std::string_view input)
{
    static const liteform::Model model = liteform::readModel(liteform::defaultModel);
    const nlohmann::json figures = parseJson(input, {.file = "plan.json"});
    const liteform::ToldChoice told = liteform::toldChoice(figures);
    const std::string first = liteform::firstOf(told);
    require(std::any_of(told.candidates.begin(), told.candidates.end(),
                        [&](const liteform::ToldCandidate& one) { return one.name == first; }),
            "what comes first is no candidate");
    const liteform::AskedChoice asked = liteform::askedOf(model, told);
    require(!model.trees.path(0, 0, asked.x).empty(), "a tree has no root");
}

std::vector<std::string> traceSeeds()
{
    std::vector<std::string> seeds;
    for (const SearchResult& found : somePlans())
        seeds.push_back(traceToText(found.trace, found.plan));
    const SearchResult graphs = planned("alphasparse", {OperatorKind::SpMV, DataType::Float16, 1},
                                        {{"evaluator", "model"}, {"evaluations", 24}});
    seeds.push_back(traceToText(graphs.trace, graphs.plan));
    return seeds;
}

void runTrace(std::string_view input)
{
    Trace trace = traceFromText(std::string(input), "trace.jsonl");
    for (TraceRound& round : trace.rounds)
        round.tileBegin = round.tileEnd = 0; // who has the plan checks these
    const Trace again = traceFromText(traceToText(trace, somePlans().front().plan), "trace.jsonl");
    require(again.events.size() == trace.events.size(), "a trace that was read does not survive its file");
    const alphasparse::History history = alphasparse::readHistory(trace, noProgress());
    for (int i = 0; const alphasparse::Evaluation& one : history.evaluations())
        require(one.parent < i++ && one.time() >= 0, "an evaluation stands before the one that it was made from");
}

std::vector<std::string> sweepSeeds()
{
    std::vector<std::string> seeds;
    for (const FinishedSweep& sweep : someSession().sweeps)
        seeds.push_back(session::sweepToText(sweep));
    seeds.push_back(session::sweepToText({{{}, {parseSweepAxis("dense=32,64"), parseSweepAxis("dtype=f16,f32")}}, {}}));
    return seeds;
}

void runSweepText(std::string_view input)
{
    const FinishedSweep finished = session::sweepFromText(input, "s.sscope");
    std::vector<SweepPoint> points = sweepPoints(finished.sweep);
    for (const auto& [place, point] : finished.points) {
        points.at(place) = point;
        toJson(finished.sweep, point, hasDevicePiece);
    }
    sweepCsv("m", finished.sweep, points, hasDevicePiece);
    require(session::sweepFromText(session::sweepToText(finished), "s.sscope").points.size() == finished.points.size(),
            "a sweep that was read does not survive its file");
}

std::vector<std::string> calibrationSeeds()
{
    return {calibrationText(someCalibration()), calibrationText(readCalibration("a100-stile"))};
}

void runCalibration(std::string_view input)
{
    const ScratchFile file(input, ".json");
    const Calibration calibration = readCalibration(file.path());
    calibrationText(calibration);
    formatsWithCosts(calibration);
    for (const CalibrationEntry& entry : calibration.entries) {
        const Operator op{entry.op, entry.dtype, definitionOf(entry.op).axis.empty() ? 1 : 32};
        const auto model = makeCostModel(calibration, op);
        Trace trace;
        // Where numbers are missing, or formats of it are not known.
        allowingUsage([&] {
            planner("stile").search(*smallMatrix(), op, ModelEvaluator(*model), {{"depth", 2}}, trace, noProgress());
        });
        break; // a search takes long, and the others differ by their numbers alone
    }
}

std::vector<std::string> costSeeds()
{
    return {
        R"({"schema": "sparsescope-costs", "version": 1, "name": "mine", "operators": ["spmm"], "types": ["f16"],
  "costs": {"any": {"constant": 100, "stored": 0.5, "bBytes": 0.02},
    "ell": [{"constant": 90, "aBytes": 0.1, "cBytes": 0.1, "atomicBytes": 0.2, "chain": 3}, {"flops": 0.002}]}})",
        R"({"schema": "sparsescope-costs", "version": 1, "name": "-", "costs":)"
        R"({"any": [{"rows": -1}, {"dense": 1e12}]}})"};
}

void runCosts(std::string_view input)
{
    const ScratchFile file(input, ".json");
    Calibration calibration = someCalibration();
    useCosts(calibration, readOwnCosts(file.path()));
    textOf(*calibration.own);
    if ((calibration.own->operators.empty() || calibration.own->operators.contains(spmm.kind)) &&
        (calibration.own->types.empty() || calibration.own->types.contains(spmm.dtype))) {
        const auto model = makeCostModel(calibration, spmm);
        Trace trace;
        allowingUsage([&] {
            planner("stile").search(*smallMatrix(), spmm, ModelEvaluator(*model), {{"depth", 2}}, trace, noProgress());
        });
    }
}

std::vector<std::string> publishedSeeds()
{
    return {"matrix,op,dense,dtype,gpu,us,source\nX/small,spmm,32,f16,A100,12.5,\"Paper, table 4\"\n"
            "small,spmv,,f32,A100,1e-3,P\n",
            "matrix,op,dense,inner,dtype,gpu,gflops,source,year\nsmall.mtx,sddmm,8,,bf16,B,3,P,2020\n"};
}

void runPublished(std::string_view input)
{
    const ScratchFile file(input, ".csv");
    const PublishedHere here = publishedOf(*smallMatrix(), readPublished(file.path()));
    for (const PublishedTime& time : here.times) {
        requirePublished(time, {});
        textOf(time);
    }
    publishedFor(spmm, here.times);
}

std::vector<std::string> ruleSeeds()
{
    return {R"({"title": "t", "rules": [
  {"format": "ell", "parameters": {"rows": 32, "width": 1}, "take": {"rowLength": {"max": 1}}},
  {"format": "bsr", "choose": true, "take": {"blockDensity": {"height": 2, "width": 2, "atLeast": 0.5}}},
  {"format": "csr", "choose": [{"places": 64}, {"places": 4096}], "take": {"and": [
    {"rowLength": {"min": 1, "left": true}}, {"or": [{"rows": {"min": 3}}, {"columns": {"max": 5}}]},
    {"not": {"value": {"min": 0.5}}}, {"diagonal": {"min": -3, "max": 3}}, {"placeInRow": {"max": 2}}]}},
  {"format": "coo", "parameters": {"places": 64}}]})",
            R"([{"format": "csr", "choose": true, "take": "all"}])", R"([{"format": "1d", "choose": true}])"};
}

void runRules(std::string_view input)
{
    const std::string text(input);
    const rules::RuleList list = rules::readRuleList(text, "rules.json");
    require(rules::readRuleList(rules::textOf(list), "rules.json") == list,
            "rules that were read do not survive their file");
    const std::vector<rules::RewriteRule> rules = rules::parseRules(text, "rules.json");
    std::vector<rules::PredicatePtr> predicates;
    for (const rules::RewriteRule& rule : rules) {
        rule.take->words();
        predicates.push_back(rule.take);
    }
    rules::countTaken(*smallMatrix(), predicates, noProgress());
    // Where rules of a format have no costs.
    allowingUsage([&] { usePlan(planned("rules", spmm, {{"rules", text}}).plan, *smallMatrix()); });
}

} // namespace sparsescope::fuzz
