#include "engine/search/alphasparse/search.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/search/alphasparse/fit.h"
#include "engine/search/alphasparse/known_graphs.h"
#include "engine/search/alphasparse/moves.h"
#include "engine/search/alphasparse/pruning.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <tuple>

namespace sparsescope::alphasparse {

namespace {

using nlohmann::json;

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
constexpr int finalRepeats = 90; // thirty a turn
constexpr double noise = 1.005;

class GraphSearch {
public:
    GraphSearch(const Matrix& matrix, const Operator& op, const Calibration& calibration, GraphTimer* timer,
                const SearchSettings& settings, const Tell& tell, Progress& progress)
        : m_matrix(matrix), m_timer(timer), m_settings(settings), m_tell(tell), m_progress(progress),
          m_graphs(matrix, op, calibration, timer, settings, tell, progress), m_seeds(seeds(op.dtype)),
          m_facts(rowFacts(matrix, op.dtype)), m_draw(settings.seed)
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
    const KnownGraphs& graphs() const { return m_graphs; }

private:
    // Each phase has draws of its own: what one draws in vain before its time is up is in no log.
    void begin(Phase phase, void (GraphSearch::*run)())
    {
        m_phase = phase;
        m_graphs.begin(phase);
        m_draw = Draw(m_settings.seed * phaseCount + static_cast<std::uint64_t>(phase));
        (this->*run)();
        m_tell("stop", {{"phase", name(m_phase)}, {"evaluated", m_graphs.evaluated()}});
    }

    void trySeeds()
    {
        std::vector<Idea> ideas;
        for (const Seed& seed : m_seeds)
            if (const PruningRule* rule = prunedBy(seed.graph.nodes(), m_facts);
                !rule || !m_settings.pruning || !rule->seedsToo)
                ideas.push_back({seed.graph, -1, seed.name});
        for (std::size_t i = 0; i < ideas.size() && (i == 0 || !m_graphs.over());) {
            std::size_t count = std::min(batch, ideas.size() - i);
            if (const std::int64_t most = m_settings.limits.evaluations; most > 0)
                count = std::min(count, at(most)); // seeds may take more than their share, but not more than all
            m_graphs.evaluate(std::span(ideas).subspan(i, count));
            i += count;
        }
        if (!m_graphs.best() && !m_graphs.firstFailure().empty())
            throw Error(ErrorKind::Device, "no graph could be measured: " + m_graphs.firstFailure());
        if (!m_graphs.best())
            failInput("no graph holds this matrix: " + m_graphs.firstReason(), {.call = "seeds"});
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
            const Known* before = m_graphs.find(move->graph);
            if ((before && m_graphs.settled(*before)) || !identities.insert(move->graph.identity()).second)
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
        const std::vector<Known*> predictions = m_graphs.predict(graphs);
        std::vector<std::size_t> held;
        for (std::size_t i = 0; i < ideas.size(); ++i)
            if (!m_graphs.settled(*predictions[i]))
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
        for (Known* one : m_graphs.bestStructures(walkers))
            walks.push_back({one, one});
        for (int k = 0; !m_graphs.over() && m_graphs.inVain() < mostInVain; ++k) {
            const double heat = std::max(lastHeat, firstHeat * std::pow(cooling, k));
            std::vector<Idea> ideas;
            std::vector<Walker*> walked;
            for (Walker& walk : walks)
                if (std::optional<Idea> idea = step(*walk.here);
                    idea && ideas.size() < m_graphs.room(walkers) &&
                    std::none_of(ideas.begin(), ideas.end(), [&](const Idea& other) { // that another walk goes to
                        return other.graph.identity() == idea->graph.identity();
                    })) {
                    ideas.push_back(*idea);
                    walked.push_back(&walk);
                }
            // Nothing was found near three graphs in so many draws: little is.
            if (ideas.empty()) {
                m_graphs.addInVain();
                continue;
            }
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
            m_graphs.evaluate(ideas, heat, accepted);
            for (std::size_t i = 0; i < ideas.size(); ++i) {
                Walker& walk = *walked[i];
                Known* one = m_graphs.find(ideas[i].graph);
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
            if (!m_graphs.settled(*one))
                order.emplace_back(ns(*one), one);
        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        order.erase(
            std::unique(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.second == b.second; }),
            order.end());
        order.resize(std::min(order.size(), most));
        for (std::size_t i = 0; i < order.size() && !m_graphs.over();) {
            std::vector<Idea> ideas;
            for (const std::size_t end = i + std::min(m_graphs.room(batch), order.size() - i); i < end; ++i)
                ideas.push_back({order[i].second->graph, parent, what});
            m_graphs.evaluate(ideas);
        }
    }

    void tryGrids()
    {
        for (Known* structure : m_graphs.bestStructures(gridStructures)) {
            if (m_graphs.over())
                return;
            const std::vector<graph::Graph> points = gridOf(structure->graph, Grid::Coarse, predictions(256), m_draw);
            tryBest(m_graphs.predict(points), gridMeasured, structure->id, "coarse grid",
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
            for (Known* structure : m_graphs.bestStructures(fineStructures)) {
                if (m_graphs.over())
                    return;
                std::vector<std::vector<double>> x;
                std::vector<double> y;
                for (const Known* one : m_graphs.ranked())
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
                std::vector<Known*> candidates = m_graphs.predict(points);
                std::erase_if(candidates,
                              [&](const Known* one) { return one->refused || one->structure != structure->structure; });
                tryBest(candidates, fineMeasured, structure->id, "fine grid",
                        [&](const Known& one) { return one.predictedNs * std::exp(ridge.at(fitted(one))); });
            }
    }

    // The best ones again, by turns: within noise fewer bytes, then fewer nodes.
    void measureBest()
    {
        std::vector<Known*> best = m_graphs.ranked();
        best.resize(std::min(best.size(), finalists));
        if (!m_timer || best.size() < 2)
            return;
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
        if (best.empty()) // those that were right before are wrong now
            throw Error(ErrorKind::Device, "the best graphs could not be measured again: " + times.front().problem);
        m_graphs.setBest(*std::min_element(best.begin(), best.end(), [](const Known* a, const Known* b) {
            return std::tuple(a->features.bytes, a->structure.size(), a->id) <
                   std::tuple(b->features.bytes, b->structure.size(), b->id);
        }));
    }

    const Matrix& m_matrix;
    GraphTimer* m_timer;
    const SearchSettings& m_settings;
    const Tell& m_tell;
    Progress& m_progress;
    KnownGraphs m_graphs;
    std::vector<Seed> m_seeds;
    RowFacts m_facts;
    Draw m_draw;
    Phase m_phase = Phase::Seeds;
    std::set<std::string> m_pruned;
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
        if (error.kind() != ErrorKind::Cancelled || whole.cancelled() || !search.graphs().best())
            throw;
        stopped = name(search.phase());
    }
    const Known& best = *search.graphs().best();
    Progress last(whole, {});
    FoundGraph found{
        .graph = best.graph,
        .applied = graph::applyGraph(best.graph, matrix, {.padding = settings.padding}, graph::Keep::LastState, last)};
    found.features = best.features;
    found.predictedNs = best.predictedNs;
    found.measuredNs = timer ? best.ns : 0;
    found.evaluated = search.graphs().evaluated();
    found.stopped = stopped;
    return found;
}

} // namespace sparsescope::alphasparse
