#include "engine/search/stile/stile.h"

#include "engine/core/error.h"
#include "engine/search/stile/greedy.h"
#include "engine/search/stile/plain_csr.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <utility>

namespace sparsescope {

namespace {

using namespace stile;

// One search of those that compete; without families, plain CSR.
struct Entrant {
    std::string name;
    std::optional<Families> families;
    std::int64_t depth = 0;
};

class Stile final : public Planner {
public:
    std::string name() const override { return "stile"; }
    std::string description() const override
    {
        return "Block, ELL and 1D tiles, chosen greedily level by level by predicted cost per newly covered non-zero, "
               "with "
               "withdrawal (STile).";
    }

    std::vector<PlannerOption> ownOptions() const override
    {
        return {
            {"depth", "Levels",
             "Candidates are made anew from what is left this many times; 0 is without limit (STile definition 7, "
             "5.5).",
             0, 0, 1e6},
            {"formats", "Formats",
             "Which formats tiles may have, separated by commas: block, ell, 1d (STile 3.1); csr alone: plain CSR.",
             "block,ell,1d", 0, 0},
            {"ratio", "Local search ratio r",
             "A round takes every candidate whose average cost is at most r times the best (STile 3.3).", 1.2, 1.0,
             10.0},
            {"withdraw",
             "Withdrawal",
             "Blocks may replace tiles that were chosen before (STile 3.3, algorithm 2, lines 8 to 11).",
             true,
             0,
             0,
             {},
             "Keep every tile that was chosen: no block replaces one (STile 3.3, algorithm 2, lines 8 to 11)."},
            {"local-search",
             "Local search",
             "A round takes many candidates at once; its best alone would be far slower (STile 5.3.2).",
             true,
             0,
             0,
             {},
             "Take the best candidate of each round alone, which is far slower (STile 5.3.2)."},
            {"orders", "Row orders", "Blocks are cut from these orders of the rows: none, rows, both (STile 3.1).",
             "none,rows", 0, 0},
            {"max-ell-width", "Widest ELL row",
             "Longer rows are split; a power of two, 0 chooses one that gives every SM about four tiles (STile 3.1).",
             0, 0, 1024},
            {"column-parts", "Column parts",
             "Numbers of parts into which columns may be divided for ELL, as hyb does, separated by commas (STile "
             "3.1).",
             "1", 0, 0},
            denseSplitOption(),
            {"compete",
             "Competitors",
             "Plans of one format, of one level and of plain CSR are made too, and the cheapest is taken.",
             true,
             0,
             0,
             {},
             "Make the plan that is asked for alone: none of one format, of one level or of plain CSR beside it."}};
    }

    Plan find(const Matrix& matrix, const Operator& op, const Evaluator& evaluator, const nlohmann::json& options,
              TraceSink& trace, Progress& progress) const override
    {
        const CostModel& model = evaluator.model();
        std::optional<Plan> best;
        std::vector<TraceRound> rounds;
        std::vector<Competitor> competitors;
        const std::vector<std::int64_t> parts = densePartsToTry(op, model, options);
        // What was asked for, at every split of the dense loop; then, at the best of them, what competes with it.
        const std::vector<Entrant> all = entrants(op, options);
        // Plain CSR takes no time.
        const auto greedy = [](const Entrant& e) { return e.families ? 1 : 0; };
        const int number = static_cast<int>(parts.size() + all.size()) - 1;
        double whole = static_cast<double>(parts.size() - 1) * greedy(all.front()), before = 0;
        for (const Entrant& entrant : all)
            whole += greedy(entrant);
        TraceSearch now;
        now.number = 0;
        now.of = number;
        const auto searches = std::make_shared<Progress>(progress, [&](std::string_view, double done) {
            progress.report(now.name, (before + done) / std::max(1.0, whole));
        });
        trace.start([searches] { searches->cancel(); });
        std::optional<std::int64_t> stopped; // non-zeros covered when it was enough
        bool told = false;                   // of the best
        const auto begin = [&] {
            if (best && !std::exchange(told, true)) {
                best->competitors = competitors;
                trace.best(*best, rounds, now.name);
            }
            trace.begins(now);
        };
        const auto searchOne = [&](const Entrant& entrant, std::int64_t part) {
            const std::unique_ptr<CostModel> partModel =
                model.withDensePart(part)->withUse({entrant.families && entrant.families->block, SplitSums::Atomic});
            Plan plan = emptyPlan(matrix, *partModel, name(), options);
            std::vector<TraceRound> its;
            now.name = parts.size() == 1 ? entrant.name : fmt::format("{}, parts of {}", entrant.name, part);
            now.header = plan;
            ++now.number;
            if (entrant.families) {
                const Space space = makeSpace(matrix, *partModel, options, *entrant.families);
                if (space.empty())
                    return;
                begin();
                // Once there is a plan, half of another one is of no use.
                GreedyResult result = selectGreedily(matrix, space, greedyOptions(options, entrant.depth), plan, trace,
                                                     *searches, best ? *searches : progress);
                its = std::move(result.rounds);
                stopped = result.coveredWhenCancelled;
            } else {
                if (!numbersOf(*partModel).fitted("csr"))
                    return;
                begin();
                its.push_back(planPlainCsr(matrix, *partModel, plan, *searches));
                trace.round(its.back());
            }
            before += greedy(entrant);
            chooseLaunch(plan.tiling());
            if (entrant.families && kernelUseOf(plan) != partModel->use())
                costTiles(plan, matrix, *partModel, progress);
            Schedule schedule = scheduleOf(plan, model.calibration().sms);
            plan.predictedNs = planNs(plan, schedule.longestNs(), model.calibration());
            plan.tiling().schedule = std::move(schedule.sm);
            competitors.push_back({now.name, plan.predictedNs, !entrant.families.has_value()});
            if (!best || plan.predictedNs < best->predictedNs) {
                best = std::move(plan);
                rounds = std::move(its);
                told = false;
            }
        };
        const auto searchAll = [&] {
            for (const std::int64_t part : parts)
                if (!stopped)
                    searchOne(all.front(), part);
            if (!best)
                failUsage(
                    fmt::format("no candidates: formats \"{}\" and calibration {} have nothing in common for {} {}",
                                options["formats"].get<std::string>(), model.calibration().name,
                                sparsescope::name(op.kind), sparsescope::name(op.dtype)));
            const std::int64_t part = best->densePart;
            for (const Entrant& entrant : std::span(all).subspan(1))
                if (!stopped)
                    searchOne(entrant, part);
        };
        try {
            searchAll();
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Cancelled || progress.cancelled() || !best)
                throw;
            stopped = matrix.nnz();
        }
        if (stopped)
            best->options["cancelled"] = {{"search", now.name}, {"covered", *stopped}};
        best->competitors = std::move(competitors);
        trace.finished(std::move(rounds));
        progress.report("search", 1);
        return std::move(*best);
    }

private:
    // The search that was asked for, then those that compete with it.
    static std::vector<Entrant> entrants(const Operator& op, const nlohmann::json& options)
    {
        const std::vector<std::string> formats = wordsOf(options, "formats", {"block", "ell", "1d", "csr"});
        const auto wants = [&](const char* format) {
            return std::find(formats.begin(), formats.end(), format) != formats.end();
        };
        const Entrant plain{"plain CSR", std::nullopt, 1};
        if (wants("csr") && formats.size() > 1)
            failUsage("option formats takes csr alone: plain CSR is a plan of its own, and competes with every other");
        if (wants("csr"))
            return {plain};
        const Families asked{wants("block"), wants("ell"), wants("1d")};
        const auto depth = options["depth"].get<std::int64_t>();
        std::vector<Entrant> all = {{depth == 1 ? "single-level" : "multi-level", asked, depth}};
        if (!options["compete"].get<bool>())
            return all;
        if (depth != 1)
            all.push_back({"single-level", asked, 1});
        const bool other = op.sampled() ? asked.oneD : asked.ell;
        if (asked.block && other && op.hasDenseAxis()) { // without one plans have ELL tiles alone
            all.push_back({"block only", Families{true, false, false}, depth});
            all.push_back(op.sampled() ? Entrant{"1D only", Families{false, false, true}, depth}
                                       : Entrant{"ELL only", Families{false, true, false}, depth});
        }
        all.push_back(plain);
        return all;
    }

    static GreedyOptions greedyOptions(const nlohmann::json& options, std::int64_t depth)
    {
        return {options["ratio"].get<double>(), options["local-search"].get<bool>(), options["withdraw"].get<bool>(),
                depth};
    }
};

} // namespace

const Planner& stilePlanner()
{
    static const Stile planner;
    return planner;
}

} // namespace sparsescope
