#include "engine/search/alphasparse/search.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/search/alphasparse/fit.h"
#include "engine/search/alphasparse/moves.h"
#include "engine/search/alphasparse/pruning.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <tuple>

namespace sparsescope::alphasparse {

namespace {

using nlohmann::json;

// Shares of the whole when each phase ends (ours; the paper gives none).
constexpr std::array<double, phaseCount> endOf = {0.1, 0.5, 0.75, 0.9, 1};

// Annealing.
constexpr std::size_t walkers = 3;
constexpr std::size_t drawn = 8; // of which one is measured
constexpr int attempts = 64;     // to draw that many
constexpr double firstHeat = 0.2, cooling = 0.97, lastHeat = 0.01;
constexpr int patience = 25;   // steps in vain, then back to the best
constexpr int mostInVain = 60; // evaluations without 1 %

constexpr std::size_t gridStructures = 6, gridMeasured = 24, batch = 8;
constexpr std::size_t fineStructures = 3, fewestPoints = 12, fineMeasured = 8;
constexpr std::size_t finalists = 5;
constexpr int finalRepeats = 30;
constexpr double noise = 1.005;
constexpr std::int64_t manyNonZeros = 4'000'000; // graphs are applied one after another, each in parallel

// A graph that is known.
struct Known {
    graph::Graph graph;
    std::string structure;
    GraphFeatures features = {};
    double predictedNs = 0;
    double ns = 0; // by which it is ranked: measured, else predicted; 0: not yet, or it has none
    double high = 0;
    bool refused = false;
    std::string reason = {};
    int id = -1; // in the order of evaluations
};

struct Idea {
    graph::Graph graph;
    int parent = -1;
    std::string move;
};

class GraphSearch {
public:
    GraphSearch(const Matrix& matrix, const Operator& op, const Calibration& calibration, GraphTimer* timer,
                const SearchSettings& settings, const Tell& tell, Progress& progress)
        : m_matrix(matrix), m_op(op), m_calibration(calibration), m_timer(timer), m_settings(settings), m_tell(tell),
          m_progress(progress), m_seeds(seeds(op.dtype)), m_facts(rowFacts(matrix, op.dtype)), m_draw(settings.seed)
    {
    }

    void run()
    {
        begin(Phase::Seeds, &GraphSearch::trySeeds);
        begin(Phase::Structures, &GraphSearch::anneal);
        begin(Phase::Grid, &GraphSearch::tryGrids);
        begin(Phase::Fine, &GraphSearch::tryFine);
        begin(Phase::Final, &GraphSearch::measureBest);
    }

    Phase phase() const { return m_phase; }
    std::int64_t evaluated() const { return m_evaluated; }
    const Known* best() const { return m_best; }
    std::string firstReason() const { return m_firstReason; }

private:
    // Each phase has draws of its own: what one draws in vain before its time is up is in no log.
    void begin(Phase phase, void (GraphSearch::*run)())
    {
        m_phase = phase;
        m_draw = Draw(m_settings.seed * phaseCount + static_cast<std::uint64_t>(phase));
        (this->*run)();
        m_tell("stop", {{"phase", name(m_phase)}, {"evaluated", m_evaluated}});
    }

    bool over() const
    {
        const auto p = static_cast<std::size_t>(m_phase);
        const SearchLimits& limits = m_settings.limits;
        if (limits.ends)
            return m_evaluated >= (*limits.ends)[p];
        if (limits.evaluations > 0 &&
            static_cast<double>(m_evaluated) >= endOf[p] * static_cast<double>(limits.evaluations))
            return true;
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - m_begun;
        return limits.seconds > 0 && passed.count() >= endOf[p] * limits.seconds;
    }

    // How many more of `wanted` may be evaluated in this phase.
    std::size_t room(std::size_t wanted) const
    {
        const auto p = static_cast<std::size_t>(m_phase);
        const SearchLimits& limits = m_settings.limits;
        const std::int64_t end =
            limits.ends ? (*limits.ends)[p]
            : limits.evaluations > 0
                ? static_cast<std::int64_t>(std::ceil(endOf[p] * static_cast<double>(limits.evaluations)))
                : m_evaluated + std::ssize(m_known) + static_cast<std::int64_t>(wanted);
        return std::min(wanted, at(std::max<std::int64_t>(0, end - m_evaluated)));
    }

    void report()
    {
        const auto p = static_cast<std::size_t>(m_phase);
        m_progress.report(m_best
                              ? std::string(name(m_phase)) + ", best " + std::to_string(std::lround(m_best->ns)) + " ns"
                              : name(m_phase),
                          p == 0 ? 0 : endOf[p - 1]);
        m_progress.check();
    }

    Known* known(const graph::Graph& graph)
    {
        const auto found = m_known.find(graph.identity());
        return found == m_known.end() ? nullptr : &found->second;
    }

    // Their predictions, in their order; those that were made before are not made again.
    std::vector<Known*> predict(std::span<const graph::Graph> graphs)
    {
        std::vector<Known*> all, fresh;
        for (const graph::Graph& graph : graphs) {
            Known* one = known(graph);
            if (!one) {
                one = &m_known.emplace(graph.identity(), Known{.graph = graph, .structure = structureOf(graph)})
                           .first->second;
                fresh.push_back(one);
            }
            all.push_back(one);
        }
        const auto make = [&](std::int64_t i) {
            Known& one = *fresh[at(i)];
            try {
                const graph::Applied applied = graph::applyGraph(one.graph, m_matrix, {.padding = m_settings.padding},
                                                                 graph::Keep::LastState, m_progress);
                one.features = featuresOf(applied, m_matrix, m_op, m_calibration, m_progress);
                one.predictedNs = alphasparse::predictedNs(one.features, m_matrix, m_op, m_calibration);
            } catch (const Error& error) {
                if (error.kind() != ErrorKind::Input)
                    throw;
                one.refused = true;
                one.reason = error.where().call + ": " + error.reason();
            }
        };
        if (m_matrix.nnz() > manyNonZeros)
            for (std::int64_t i = 0; i < std::ssize(fresh); ++i)
                make(i);
        else
            parallelEach(std::ssize(fresh), 1, make);
        m_progress.check();
        return all;
    }

    // Finds out how long these take that are not known yet, tells of each, and keeps the best.
    void evaluate(std::span<const Idea> ideas, double heat = 0,
                  const std::function<const char*(const Idea&, const Known&)>& verdict = {})
    {
        report();
        std::vector<graph::Graph> graphs;
        for (const Idea& idea : ideas)
            graphs.push_back(idea.graph);
        const std::vector<Known*> all = predict(graphs);
        std::vector<Known*> asked;
        for (Known* one : all)
            if (!one->refused && one->id < 0 && std::find(asked.begin(), asked.end(), one) == asked.end())
                asked.push_back(one);
        std::vector<GraphTime> times;
        if (m_timer) {
            std::vector<graph::Graph> measured;
            for (const Known* one : asked)
                measured.push_back(one->graph);
            times =
                m_timer->time(measured, {.padding = m_settings.padding, .bestNs = m_best ? m_best->ns : 0}, m_progress);
        } else {
            for (const Known* one : asked)
                times.push_back({.ns = one->predictedNs, .low = one->predictedNs, .high = one->predictedNs});
        }
        for (std::size_t i = 0; i < ideas.size(); ++i) {
            Known& one = *all[i];
            const bool fresh = one.id < 0;
            const auto answer = std::find(asked.begin(), asked.end(), &one) - asked.begin();
            json event = {{"id", m_evaluated},
                          {"parent", ideas[i].parent},
                          {"phase", name(m_phase)},
                          {"move", ideas[i].move},
                          {"graph", one.graph.json()}};
            if (!fresh)
                continue;
            one.id = static_cast<int>(m_evaluated++);
            if (one.refused) {
                if (m_firstReason.empty())
                    m_firstReason = one.reason;
                event["verdict"] = "refused";
                event["reason"] = one.reason;
                m_tell("graph", event);
                continue;
            }
            const GraphTime& time = times[at(answer)];
            one.ns = time.ns;
            one.high = time.high;
            event["predictedNs"] = one.predictedNs;
            if (heat > 0)
                event["temperature"] = heat;
            if (!time.problem.empty() || !(time.ns > 0)) {
                one.ns = 0;
                one.reason = time.problem;
                event["verdict"] = "failed";
                event["reason"] = time.problem;
                m_tell("graph", event);
                continue;
            }
            if (m_timer)
                event.update({{"ns", time.ns}, {"low", time.low}, {"high", time.high}});
            event["by"] = !m_timer ? "predicted" : time.kept ? "cache" : "measured";
            const bool leads = !time.cut && (!m_best || one.ns < m_best->ns);
            event["verdict"] = time.cut ? "cut" : leads ? "best" : verdict ? verdict(ideas[i], one) : "rejected";
            if (!m_best || one.ns < 0.99 * m_marked) {
                m_marked = one.ns;
                m_inVain = 0;
            } else {
                ++m_inVain;
            }
            if (leads)
                m_best = &one;
            m_tell("graph", event);
        }
    }

    std::vector<Known*> ranked()
    {
        std::vector<Known*> all;
        for (auto& [identity, one] : m_known)
            if (one.id >= 0 && one.ns > 0)
                all.push_back(&one);
        std::sort(all.begin(), all.end(),
                  [](const Known* a, const Known* b) { return std::pair(a->ns, a->id) < std::pair(b->ns, b->id); });
        return all;
    }

    // The best of each structure, the best first.
    std::vector<Known*> bestStructures(std::size_t most)
    {
        std::vector<Known*> best;
        std::set<std::string> seen;
        for (Known* one : ranked())
            if (best.size() < most && seen.insert(one->structure).second)
                best.push_back(one);
        return best;
    }

    void trySeeds()
    {
        std::vector<Idea> ideas;
        for (const Seed& seed : m_seeds)
            ideas.push_back({seed.graph, -1, seed.name});
        for (std::size_t i = 0; i < ideas.size() && (i == 0 || !over()); i += batch)
            evaluate(std::span(ideas).subspan(i, std::min(batch, ideas.size() - i)));
        if (!m_best)
            failInput("no graph holds this matrix: " + m_firstReason, {.call = "seeds"});
    }

    // Graphs near this one that are worth a measurement, not known yet.
    std::vector<Idea> neighbours(const Known& from)
    {
        std::vector<Idea> ideas;
        std::set<std::uint64_t> identities;
        for (int attempt = 0; attempt < attempts && ideas.size() < drawn; ++attempt) {
            std::optional<Move> move = drawMove(from.graph, m_seeds, m_draw);
            if (!move)
                continue;
            const Known* before = known(move->graph);
            if ((before && (before->id >= 0 || before->refused)) || !identities.insert(move->graph.identity()).second)
                continue;
            if (const PruningRule* rule = m_settings.pruning ? prunedBy(move->graph.nodes(), m_facts) : nullptr) {
                if (m_pruned.insert(rule->name).second)
                    m_tell("prune", {{"rule", rule->name}, {"source", rule->source}, {"reason", rule->says}});
                continue;
            }
            ideas.push_back({move->graph, from.id, move->what});
        }
        return ideas;
    }

    // The best-predicted of some neighbours, one time in five any.
    std::optional<Idea> step(const Known& from)
    {
        const std::vector<Idea> ideas = neighbours(from);
        std::vector<graph::Graph> graphs;
        for (const Idea& idea : ideas)
            graphs.push_back(idea.graph);
        const std::vector<Known*> predictions = predict(graphs);
        std::vector<std::size_t> held;
        for (std::size_t i = 0; i < ideas.size(); ++i)
            if (!predictions[i]->refused)
                held.push_back(i);
        const bool any = m_draw.below(5) == 0;
        if (held.empty())
            return {};
        if (any)
            return ideas[held[m_draw.below(held.size())]];
        return ideas[*std::min_element(held.begin(), held.end(), [&](std::size_t a, std::size_t b) {
            return predictions[a]->predictedNs < predictions[b]->predictedNs;
        })];
    }

    void anneal()
    {
        struct Walker {
            Known* here;
            Known* best;
            int inVain = 0;
        };
        std::vector<Walker> walks;
        for (Known* one : bestStructures(walkers))
            walks.push_back({one, one});
        m_inVain = 0;
        for (int k = 0; !over() && m_inVain < mostInVain; ++k) {
            const double heat = std::max(lastHeat, firstHeat * std::pow(cooling, k));
            std::vector<Idea> ideas;
            std::vector<Walker*> walked;
            for (Walker& walk : walks)
                if (std::optional<Idea> idea = step(*walk.here); idea && ideas.size() < room(walkers)) {
                    ideas.push_back(*idea);
                    walked.push_back(&walk);
                }
            // Nothing was found near three graphs in so many draws: little is.
            if (ideas.empty() && ++m_inVain < mostInVain)
                continue;
            std::map<int, double> from; // ns of parents
            std::map<std::uint64_t, double> chance;
            for (std::size_t i = 0; i < ideas.size(); ++i) {
                from[ideas[i].parent] = walked[i]->here->ns;
                chance[ideas[i].graph.identity()] = m_draw.share();
            }
            const auto accepted = [&](const Idea& idea, const Known& one) {
                const double worse = std::log(one.ns / from[idea.parent]);
                return worse <= 0 || chance[idea.graph.identity()] < std::exp(-worse / heat);
            };
            evaluate(ideas, heat,
                     [&](const Idea& idea, const Known& one) { return accepted(idea, one) ? "accepted" : "rejected"; });
            for (std::size_t i = 0; i < ideas.size(); ++i) {
                Walker& walk = *walked[i];
                Known* one = known(ideas[i].graph);
                ++walk.inVain;
                if (!(one->ns > 0))
                    continue;
                if (accepted(ideas[i], *one))
                    walk.here = one;
                if (one->ns < walk.best->ns) {
                    walk.best = one;
                    walk.inVain = 0;
                }
                if (walk.inVain >= patience) {
                    walk.here = walk.best;
                    walk.inVain = 0;
                }
            }
        }
    }

    // How many graphs are worth a prediction for each structure, so that it takes seconds.
    std::size_t predictions(std::size_t most) const
    {
        return std::clamp<std::size_t>(at(256'000'000 / std::max<std::int64_t>(1, m_matrix.nnz())), gridMeasured, most);
    }

    // Evaluates the best of these by `ns`.
    void tryBest(std::span<Known* const> candidates, std::size_t most, int parent, const char* what,
                 const std::function<double(const Known&)>& ns)
    {
        std::vector<std::pair<double, Known*>> order;
        for (Known* one : candidates)
            if (!one->refused && one->id < 0)
                order.emplace_back(ns(*one), one);
        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        order.erase(
            std::unique(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.second == b.second; }),
            order.end());
        order.resize(std::min(order.size(), most));
        for (std::size_t i = 0; i < order.size() && !over();) {
            std::vector<Idea> ideas;
            for (const std::size_t end = i + std::min(room(batch), order.size() - i); i < end; ++i)
                ideas.push_back({order[i].second->graph, parent, what});
            evaluate(ideas);
        }
    }

    void tryGrids()
    {
        for (Known* structure : bestStructures(gridStructures)) {
            if (over())
                return;
            const std::vector<graph::Graph> points = gridOf(structure->graph, Grid::Coarse, predictions(256), m_draw);
            tryBest(predict(points), gridMeasured, structure->id, "coarse grid",
                    [](const Known& one) { return one.predictedNs; });
        }
    }

    // What the fit takes of a graph: its parameters, and what they make of the matrix.
    static std::vector<double> fitted(const Known& one)
    {
        std::vector<double> x;
        for (const std::int64_t value : parametersOf(one.graph))
            x.push_back(std::log2(static_cast<double>(value) + 1));
        for (const double value :
             {one.features.places, one.features.bmtbs, one.features.bytes, one.features.waves, one.features.makespanNs})
            x.push_back(std::log(value + 1));
        return x;
    }

    void tryFine()
    {
        for (int time = 0; time < 2; ++time)
            for (Known* structure : bestStructures(fineStructures)) {
                if (over())
                    return;
                std::vector<std::vector<double>> x;
                std::vector<double> y;
                for (const Known* one : ranked())
                    if (one->structure == structure->structure) {
                        x.push_back(fitted(*one));
                        y.push_back(std::log(one->ns / one->predictedNs));
                    }
                if (x.size() < fewestPoints)
                    continue;
                const Ridge ridge(x, y);
                m_tell("model", {{"structure", structure->id}, {"points", x.size()}, {"deviation", ridge.deviation()}});
                const std::vector<graph::Graph> points =
                    gridOf(structure->graph, Grid::Fine, predictions(1024), m_draw);
                std::vector<Known*> candidates = predict(points);
                std::erase_if(candidates,
                              [&](const Known* one) { return one->refused || one->structure != structure->structure; });
                tryBest(candidates, fineMeasured, structure->id, "fine grid",
                        [&](const Known& one) { return one.predictedNs * std::exp(ridge.at(fitted(one))); });
            }
    }

    // The best ones again, by turns: within noise fewer bytes, then fewer nodes.
    void measureBest()
    {
        std::vector<Known*> best = ranked();
        best.resize(std::min(best.size(), finalists));
        if (!m_timer || best.size() < 2)
            return;
        report();
        std::vector<graph::Graph> graphs;
        for (const Known* one : best)
            graphs.push_back(one->graph);
        const std::vector<GraphTime> times = m_timer->time(
            graphs, {.padding = m_settings.padding, .repeats = finalRepeats, .interleaved = true}, m_progress);
        double fastest = 0;
        for (std::size_t i = 0; i < best.size(); ++i) {
            json event = {{"id", best[i]->id}, {"ns", times[i].ns}, {"low", times[i].low}, {"high", times[i].high}};
            if (!times[i].problem.empty())
                event["reason"] = times[i].problem;
            m_tell("final", event);
            best[i]->ns = times[i].problem.empty() ? times[i].ns : 0;
            if (best[i]->ns > 0 && (fastest == 0 || best[i]->ns < fastest))
                fastest = best[i]->ns;
        }
        std::erase_if(best, [&](const Known* one) { return !(one->ns > 0) || one->ns > noise * fastest; });
        if (best.empty())
            return;
        m_best = *std::min_element(best.begin(), best.end(), [](const Known* a, const Known* b) {
            return std::tuple(a->features.bytes, a->structure.size(), a->id) <
                   std::tuple(b->features.bytes, b->structure.size(), b->id);
        });
    }

    const Matrix& m_matrix;
    const Operator& m_op;
    const Calibration& m_calibration;
    GraphTimer* m_timer;
    const SearchSettings& m_settings;
    const Tell& m_tell;
    Progress& m_progress;
    std::vector<Seed> m_seeds;
    RowFacts m_facts;
    Draw m_draw;
    Phase m_phase = Phase::Seeds;
    std::chrono::steady_clock::time_point m_begun = std::chrono::steady_clock::now();
    std::map<std::uint64_t, Known> m_known; // by identity; elements stay where they are
    Known* m_best = nullptr;
    double m_marked = 0; // the best when it last became 1 % better
    int m_inVain = 0;    // evaluations since
    std::int64_t m_evaluated = 0;
    std::set<std::string> m_pruned;
    std::string m_firstReason;
};

} // namespace

const char* name(Phase phase)
{
    constexpr std::array names = {"seeds", "structures", "grid", "fine", "final"};
    return names[static_cast<std::size_t>(phase)];
}

FoundGraph searchGraphs(const Matrix& matrix, const Operator& op, const Calibration& calibration, GraphTimer* timer,
                        const SearchSettings& settings, const Tell& tell, const Progress& whole, Progress& progress)
{
    GraphSearch search(matrix, op, calibration, timer, settings, tell, progress);
    std::string stopped;
    try {
        search.run();
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Cancelled || whole.cancelled() || !search.best())
            throw;
        stopped = name(search.phase());
    }
    const Known& best = *search.best();
    Progress last(whole, {});
    FoundGraph found{
        .graph = best.graph,
        .applied = graph::applyGraph(best.graph, matrix, {.padding = settings.padding}, graph::Keep::LastState, last)};
    found.features = best.features;
    found.predictedNs = best.predictedNs;
    found.measuredNs = timer ? best.ns : 0;
    found.evaluated = search.evaluated();
    found.stopped = stopped;
    return found;
}

} // namespace sparsescope::alphasparse
