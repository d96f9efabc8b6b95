#include "engine/search/alphasparse/search.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/search/alphasparse/known_graphs.h"
#include "engine/search/alphasparse/moves.h"
#include "engine/search/alphasparse/pruning.h"
#include "engine/search/estimate.h"

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
constexpr int patience = 25;    // steps in vain, then back to the best
constexpr int mostInVain = 120; // evaluations without 1 %

constexpr const char* startName = "start";

constexpr std::size_t gridStructures = 6, gridMeasured = 24, batch = 8;
constexpr std::size_t fineStructures = 3, fewestPoints = 12, fineMeasured = 8;
// For a large matrix.
constexpr std::int64_t rowsOfAll = 8'000'000; // non-zeros that are searched whole
constexpr std::int64_t fewestOfSome = 4'000'000;
constexpr std::int64_t partOfAll = 8; // else an eighth: fewer would leave SMs without a block
constexpr std::size_t wholeStructures = 9, wholeGraphs = 12, wholeBatch = 2;
constexpr std::size_t wholeSteps = 6; // from the best, as long as one is better
constexpr double wholeShare = 0.25;   // of the time that is left, to predict them

constexpr std::size_t finalists = 8, finalistsOfSome = 3;
constexpr int finalRepeats = 90; // thirty a turn
constexpr double noise = 1.005;

class GraphSearch {
public:
    GraphSearch(const SearchedRows& whole, const std::optional<SearchedRows>& some, const Operator& op,
                const Calibration& calibration, const SearchSettings& settings, const Tell& tell, const Progress& all,
                Progress& progress)
        : m_whole(whole), m_some(some), m_searched(some ? *some : whole), m_settings(settings), m_tell(tell),
          m_all(all), m_progress(progress), m_graphs(m_searched, op, calibration, settings, tell, progress),
          m_seeds(seeds(op.dtype)), m_draw(settings.seed)
    {
        if (settings.start)
            m_seeds.insert(m_seeds.begin(), {startName, *settings.start});
    }

    // Why it ended before its time.
    std::optional<EarlyEnd> run()
    {
        if (std::optional<EarlyEnd> early = end(Phase::Seeds, [&] { trySeeds(); }))
            return early;
        if (std::optional<EarlyEnd> early = end(Phase::Structures, [&] { anneal(); }))
            return early;
        if (std::optional<EarlyEnd> early = end(Phase::Grid, [&] { tryGrids(); }))
            return early;
        if (std::optional<EarlyEnd> early = end(Phase::Fine, [&] { tryFine(); }))
            return early;
        if (m_some)
            if (std::optional<EarlyEnd> early = end(Phase::Whole, [&] { tryWhole(); }))
                return early;
        return end(Phase::Final, [&] { measureBest(); });
    }

    const KnownGraphs& graphs() const { return m_graphs; }
    const graph::Graph& firstSeed() const { return m_seeds[m_settings.start ? 1 : 0].graph; }

private:
    // Runs a phase. Each has draws of its own: what one draws in vain before its time is up is in no log.
    template <class Run>
    std::optional<EarlyEnd> end(Phase phase, const Run& run)
    {
        std::optional<EarlyEnd> early;
        if (const auto& logged = m_settings.limits.logged; logged && logged->early && logged->early->phase == phase)
            early = logged->early;
        m_graphs.begin(phase);
        m_draw = Draw(m_settings.seed * phaseCount + static_cast<std::uint64_t>(phase));
        try {
            const bool none = early && (phase == Phase::Final || m_graphs.over());
            if (!none)
                run();
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Cancelled && !m_all.cancelled())
                early = EarlyEnd{phase};
            else if (error.kind() == ErrorKind::Device && m_graphs.best())
                early = EarlyEnd{phase, error.what()};
            else
                throw;
        }
        json event = {{"phase", name(phase)}, {"evaluated", m_graphs.evaluated()}};
        if (early && early->lost.empty())
            event["enough"] = true;
        else if (early)
            event["lost"] = early->lost;
        m_tell("stop", event);
        return early;
    }

    void trySeeds()
    {
        m_facts = rowFacts(m_searched.matrix, m_graphs.op().dtype, m_progress);
        std::vector<Idea> all;
        std::vector<graph::Graph> graphs;
        for (const Seed& seed : m_seeds)
            if (const PruningRule* rule = prunedBy(seed.graph.nodes(), m_facts);
                !rule || !m_settings.pruning || !rule->seedsToo || seed.name == startName) {
                all.push_back({seed.graph, -1, seed.name});
                graphs.push_back(seed.graph);
            }
        // The best-predicted first, after where the search was told to start: there may be no time for all of them.
        std::vector<std::pair<double, Idea>> order;
        for (const Known* one : m_graphs.predictGrid(graphs, -1, 1)) {
            const Idea& idea = all[order.size()];
            order.emplace_back(idea.move == startName ? 0 : one->refused ? HUGE_VAL : one->predictedNs, idea);
        }
        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<Idea> ideas;
        for (const auto& [ns, idea] : order)
            ideas.push_back(idea);
        for (std::size_t i = 0; i < ideas.size() && (m_graphs.evaluated() == 0 || !m_graphs.over());) {
            std::size_t count = std::min(batch, ideas.size() - i);
            if (const std::int64_t most = m_settings.limits.evaluations; most > 0)
                count = std::min(count, at(most)); // seeds may take more than their share, but not more than all
            if (m_settings.limits.logged)
                count = std::max<std::size_t>(1, m_graphs.room(count));
            m_graphs.evaluate(std::span(ideas).subspan(i, count));
            i += count;
        }
        if (m_graphs.best())
            return;
        if (!m_graphs.firstFailure().empty())
            throw Error(ErrorKind::Device, "no graph could be measured: " + m_graphs.firstFailure());
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
        if (predictions.size() < ideas.size())
            return {}; // there is no time left
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
                if (!one || !(one->ns > 0))
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
        const std::int64_t nnz = std::max<std::int64_t>(1, m_searched.matrix.nnz());
        return std::clamp<std::size_t>(at(256'000'000 / nnz), gridMeasured, most);
    }

    // Evaluates the best of these by what a fit says, else as they are predicted; of several that make the same kernel
    // one.
    void tryBest(std::span<Known* const> candidates, std::size_t most, std::size_t together, int parent,
                 const char* what, const std::function<double(const Known&)>& fittedNs = {})
    {
        std::vector<std::pair<double, Known*>> order;
        std::set<std::uint64_t> kernels;
        for (Known* one : candidates)
            if (!m_graphs.settled(*one) && kernels.insert(one->kernel).second)
                order.emplace_back(fittedNs ? fittedNs(*one) : one->predictedNs, one);
        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        order.resize(std::min(order.size(), most));
        for (std::size_t i = 0; i < order.size() && !m_graphs.over();) {
            std::vector<Idea> ideas;
            for (const std::size_t end = i + std::min(m_graphs.room(together), order.size() - i); i < end; ++i)
                ideas.push_back({order[i].second->graph, parent, what, fittedNs ? order[i].first : 0});
            m_graphs.evaluate(ideas);
        }
    }

    void tryGrids()
    {
        std::size_t left = gridStructures;
        for (Known* structure : m_graphs.bestStructures(gridStructures)) {
            if (m_graphs.over())
                return;
            const std::vector<graph::Graph> points = gridOf(structure->graph, Grid::Coarse, predictions(256), m_draw);
            tryBest(m_graphs.predictGrid(points, structure->id, 0.5 / static_cast<double>(left--)), gridMeasured, batch,
                    structure->id, "coarse grid");
        }
    }

    // What the fit takes of a graph: its parameters, and what they make of the matrix.
    static std::vector<double> fitted(const Known& one)
    {
        std::vector<double> x;
        for (const std::int64_t value : parametersOf(one.graph))
            x.push_back(std::log2(static_cast<double>(value) + 1));
        for (const double value : {one.features.places, one.features.bmtbs, one.features.bytes, one.features.waves,
                                   one.features.blocksNs, one.features.busyNs})
            x.push_back(std::log(value + 1));
        return x;
    }

    void tryFine()
    {
        std::size_t left = 2 * fineStructures;
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
                const std::unique_ptr<Fit> fit = makeFit(m_settings.fit, x, y, m_progress);
                m_tell("model",
                       {{"structure", structure->id}, {"points", x.size()}, {"deviation", deviation(*fit, x, y)}});
                const std::vector<graph::Graph> points =
                    gridOf(structure->graph, Grid::Fine, predictions(1024), m_draw);
                std::vector<Known*> candidates =
                    m_graphs.predictGrid(points, structure->id, 0.5 / static_cast<double>(left--));
                std::erase_if(candidates,
                              [&](const Known* one) { return one->refused || one->structure != structure->structure; });
                tryBest(candidates, fineMeasured, batch, structure->id, "fine grid",
                        [&](const Known& one) { return one.predictedNs * std::exp(fit->at(fitted(one))); });
            }
    }

    // What was best on some rows, on all of them; then steps from the best.
    void tryWhole()
    {
        std::vector<Known*> best = m_graphs.bestStructures(wholeStructures);
        for (Known* one : m_graphs.ranked())
            if (best.size() < wholeGraphs && std::find(best.begin(), best.end(), one) == best.end())
                best.push_back(one);
        std::vector<Idea> ideas;
        for (const Known* one : best)
            ideas.push_back({one->graph, one->id, "all rows"});
        m_graphs.goOnWith(m_whole);
        for (std::size_t i = 0; i < ideas.size() && !m_graphs.over(); i += wholeBatch)
            m_graphs.evaluate(std::span(ideas).subspan(i, std::min(m_graphs.room(wholeBatch), ideas.size() - i)));
        const Known* from = nullptr;
        while (m_graphs.bestIsWhole() && m_graphs.best() != from && !m_graphs.over()) {
            from = m_graphs.best();
            const std::vector<graph::Graph> points = stepsFrom(from->graph);
            tryBest(m_graphs.predictGrid(points, from->id, wholeShare), wholeSteps, wholeBatch, from->id,
                    "a step, all rows");
        }
    }

    // The best ones again, by turns: within noise fewer bytes, then fewer nodes.
    void measureBest()
    {
        std::vector<Known*> best = m_graphs.ranked();
        best.resize(std::min(best.size(), m_some ? finalistsOfSome : finalists));
        const auto& logged = m_settings.limits.logged;
        const bool time = logged ? logged->finals : !m_graphs.timeIsUp();
        if (!m_whole.timer || best.size() < 2 || !m_graphs.bestIsWhole() || !time)
            return;
        std::vector<graph::Graph> graphs;
        for (const Known* one : best)
            graphs.push_back(one->graph);
        const std::vector<GraphTime> times = m_whole.timer->time(graphs,
                                                                 {.padding = m_settings.padding,
                                                                  .compression = m_settings.compression,
                                                                  .repeats = finalRepeats,
                                                                  .interleaved = true},
                                                                 m_progress);
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
        if (best.empty()) { // those that were right before are wrong now: none of them is to be trusted
            m_graphs.setBest(nullptr);
            throw Error(ErrorKind::Device, "the best graphs could not be measured again: " + times.front().problem);
        }
        m_graphs.setBest(*std::min_element(best.begin(), best.end(), [](const Known* a, const Known* b) {
            return std::tuple(a->features.bytes, a->structure.size(), a->id) <
                   std::tuple(b->features.bytes, b->structure.size(), b->id);
        }));
    }

    const SearchedRows& m_whole;
    const std::optional<SearchedRows>& m_some;
    const SearchedRows m_searched; // until the last phases
    const SearchSettings& m_settings;
    const Tell& m_tell;
    const Progress& m_all;
    Progress& m_progress;
    KnownGraphs m_graphs;
    std::vector<Seed> m_seeds;
    RowFacts m_facts;
    Draw m_draw;
    std::set<std::string> m_pruned;
};

} // namespace

const char* name(Phase phase)
{
    constexpr std::array names = {"seeds", "structures", "grid", "fine", "whole", "final"};
    return names[static_cast<std::size_t>(phase)];
}

std::optional<SomeRows> rowsToSearch(const Matrix& matrix)
{
    if (matrix.nnz() <= rowsOfAll)
        return {};
    const RowSample sample = someRows(matrix, std::max(fewestOfSome, matrix.nnz() / partOfAll));
    return SomeRows{rowsOf(matrix, sample), sample.share};
}

FoundGraph searchGraphs(const SearchedRows& whole, const std::optional<SearchedRows>& some, const Operator& op,
                        const Calibration& calibration, const SearchSettings& settings, const Tell& tell,
                        const Progress& all, Progress& progress)
{
    tell(searchEvent, {{"matrix", whole.matrix.fingerprint().text()},
                       {"op", sparsescope::name(op.kind)},
                       {"dtype", sparsescope::name(op.dtype)},
                       {"measured", whole.timer != nullptr},
                       {"compression", settings.compression == graph::Compression::On},
                       {"fit", name(settings.fit)},
                       {"share", some ? some->share : 1}});
    GraphSearch search(whole, some, op, calibration, settings, tell, all, progress);
    const std::optional<EarlyEnd> early = search.run();
    const Known* const best = search.graphs().best();
    Progress last(all, {});
    const graph::Graph& graph = best ? best->graph : search.firstSeed(); // it was enough before there was one
    FoundGraph found{.graph = graph,
                     .applied = graph::applyGraph(graph, whole.matrix,
                                                  {.padding = settings.padding, .sumBytes = sumBytesOf(op.dtype)},
                                                  graph::Keep::LastState, last)};
    found.features = featuresOf(found.applied, whole.matrix, op, calibration, last, 1, settings.compression);
    found.predictedNs = predictedNs(found.features, whole.matrix, op, calibration);
    found.measuredNs = whole.timer && best && search.graphs().bestIsWhole() ? best->ns : 0;
    found.evaluated = search.graphs().evaluated();
    found.early = early;
    return found;
}

} // namespace sparsescope::alphasparse
