#include "engine/search/alphasparse/known_graphs.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/hash.h"
#include "engine/core/parallel.h"
#include "engine/core/text.h"
#include "engine/search/alphasparse/moves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace sparsescope::alphasparse {

namespace {

using nlohmann::json;

// Shares of the whole when each phase ends (ours; the paper gives none): where all rows are searched, and where some
// are.
constexpr std::array<double, phaseCount> endOfAll = {0.1, 0.5, 0.75, 0.9, 0.9, 1};
constexpr std::array<double, phaseCount> endOfSome = {0.08, 0.35, 0.5, 0.6, 0.93, 1};

// As many graphs as memory has room for are applied at a time.
std::size_t graphsAtOnce(const Matrix& matrix)
{
    constexpr std::uint64_t each = 64; // bytes a non-zero or row, about
    constexpr std::size_t most = 64;   // then the time is looked at again
    const std::uint64_t bytes = each * static_cast<std::uint64_t>(matrix.nnz() + matrix.rows() + 1);
    return std::clamp<std::size_t>(availableMemory() / 2 / bytes, 1, most);
}

graph::Graph canonical(const graph::Graph& graph)
{
    return graph::parseGraph(graph.canonicalText(), {});
}

std::uint64_t kernelOf(const graph::Applied& applied, const GraphFeatures& features)
{
    std::string leaves;
    for (const graph::Branch& branch : applied.branches) {
        graph::Chain leaf = branch.leaf;
        for (graph::Node& node : leaf)
            if (node.kind->slot == graph::Slot::Global && features.mostWriters == 0)
                node.parameters["how"] = "auto"; // nothing is added
        leaves += graph::toJson(leaf).dump() + "\n";
    }
    const std::array numbers = {features.nnz,      features.places,  features.bmtbs, features.bmts,
                                features.bytes,    features.sectors, features.lines, features.mostWriters,
                                features.blocksNs, features.busyNs};
    return hashArray(std::span<const char>(leaves), hashArray(std::span<const double>(numbers)));
}

} // namespace

void KnownGraphs::begin(Phase phase)
{
    m_phase = phase;
    m_inVain = 0;
    m_grids = 0;
}

double KnownGraphs::endOf(Phase phase) const
{
    return (m_some ? endOfSome : endOfAll)[static_cast<std::size_t>(phase)];
}

KnownGraphs::Time KnownGraphs::timeAt(double share) const
{
    const SearchLimits& limits = m_settings.limits;
    if (limits.logged || limits.seconds == 0)
        return Time::max();
    return m_begun + std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(share * limits.seconds));
}

bool KnownGraphs::over() const
{
    const SearchLimits& limits = m_settings.limits;
    if (limits.logged)
        return m_evaluated >= limits.logged->ends[static_cast<std::size_t>(m_phase)];
    if (limits.evaluations > 0 &&
        static_cast<double>(m_evaluated) >= endOf(m_phase) * static_cast<double>(limits.evaluations))
        return true;
    return std::chrono::steady_clock::now() >= timeAt(endOf(m_phase));
}

bool KnownGraphs::timeIsUp() const
{
    return std::chrono::steady_clock::now() >= timeAt(1);
}

std::size_t KnownGraphs::room(std::size_t wanted) const
{
    const SearchLimits& limits = m_settings.limits;
    if (!limits.logged && limits.evaluations == 0)
        return wanted;
    const std::int64_t end =
        limits.logged ? limits.logged->ends[static_cast<std::size_t>(m_phase)]
                      : static_cast<std::int64_t>(std::ceil(endOf(m_phase) * static_cast<double>(limits.evaluations)));
    return std::min(wanted, at(std::max<std::int64_t>(0, end - m_evaluated)));
}

void KnownGraphs::goOnWith(const SearchedRows& whole)
{
    m_rows = &whole;
    m_before = std::move(m_known); // where the best is
    m_known.clear();
    m_kernels.clear();
}

void KnownGraphs::report()
{
    const std::string what = fmt::format("{}, {} graphs", name(m_phase), formatCount(m_evaluated));
    m_progress.report(m_best ? what + ", best " + formatTime(m_best->ns) : what,
                      m_phase == Phase::Seeds ? 0 : endOf(static_cast<Phase>(static_cast<int>(m_phase) - 1)));
    m_progress.check();
}

Known* KnownGraphs::find(const graph::Graph& graph)
{
    const auto found = m_known.find(graph.identity());
    return found == m_known.end() ? nullptr : &found->second;
}

void KnownGraphs::predictOne(Known& one)
{
    const Matrix& matrix = m_rows->matrix;
    try {
        const graph::Limits limits{.padding = m_settings.padding, .sumBytes = sumBytesOf(m_op.dtype)};
        const graph::Applied applied = graph::applyGraph(one.graph, matrix, limits, graph::Keep::LastState, m_progress);
        const auto features = [&](double share) {
            return featuresOf(applied, matrix, m_op, m_calibration, m_progress, share, m_settings.compression);
        };
        one.features = features(m_rows->share);
        one.kernel = kernelOf(applied, one.features);
        const auto predicted = [&](const GraphFeatures& of) {
            return alphasparse::predictedNs(of, matrix, m_op, m_calibration);
        };
        one.predictedNs = one.theseRowsNs = predicted(one.features);
        if (m_rows->share < 1)
            one.theseRowsNs = predicted(features(1));
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input)
            throw;
        one.refused = true;
        one.reason = error.where().call + ": " + error.reason();
    }
}

std::vector<Known*> KnownGraphs::predictUntil(std::span<const graph::Graph> graphs, Time end)
{
    std::vector<Known*> all;
    const std::size_t atOnce = graphsAtOnce(m_rows->matrix);
    while (all.size() < graphs.size()) {
        const bool first = m_evaluated == 0 && all.empty(); // a search finds something
        if (!first && std::chrono::steady_clock::now() >= end)
            break;
        std::vector<Known*> fresh;
        for (const graph::Graph& graph : graphs.subspan(all.size(), std::min(atOnce, graphs.size() - all.size()))) {
            Known* one = find(graph);
            if (!one) {
                const graph::Graph made = canonical(graph);
                one = &m_known.emplace(made.identity(), Known{.graph = made, .structure = structureOf(made)})
                           .first->second;
                fresh.push_back(one);
            }
            all.push_back(one);
        }
        try {
            parallelEach(std::ssize(fresh), 1, [&](std::int64_t i) { predictOne(*fresh[at(i)]); });
            m_progress.check();
        } catch (...) {
            for (const Known* one : fresh) // some were not
                m_known.erase(one->graph.identity());
            throw;
        }
    }
    return all;
}

std::vector<Known*> KnownGraphs::predict(std::span<const graph::Graph> graphs)
{
    return predictUntil(graphs, timeAt(1));
}

std::vector<Known*> KnownGraphs::predictGrid(std::span<const graph::Graph> points, int of, double share)
{
    const std::size_t grid = m_grids++;
    Time end = timeAt(endOf(m_phase));
    if (const auto& logged = m_settings.limits.logged) {
        const std::vector<std::size_t>& counts = logged->points[static_cast<std::size_t>(m_phase)];
        points = points.first(std::min(points.size(), grid < counts.size() ? counts[grid] : 0));
    } else if (end != Time::max()) {
        const Time now = std::chrono::steady_clock::now();
        end = now + std::chrono::duration_cast<Time::duration>(share * (end - now));
    }
    std::vector<Known*> predicted = predictUntil(points, end);
    m_tell("points", {{"phase", name(m_phase)}, {"structure", of}, {"points", predicted.size()}});
    return predicted;
}

std::vector<GraphTime> KnownGraphs::timesOf(std::span<Known* const> graphs)
{
    std::vector<GraphTime> times;
    if (!m_rows->timer) {
        for (const Known* one : graphs)
            times.push_back({.ns = one->predictedNs, .low = one->predictedNs, .high = one->predictedNs});
        return times;
    }
    std::vector<graph::Graph> measured;
    for (const Known* one : graphs)
        measured.push_back(one->graph);
    // The least factor makes none be cut too soon.
    double best = m_best && m_bestIsWhole == (m_rows->share == 1) ? m_best->ns : 0, factor = HUGE_VAL;
    for (const Known* one : graphs)
        factor = std::min(factor, one->predictedNs / one->theseRowsNs);
    if (best > 0)
        best /= factor;
    times = m_rows->timer->time(
        measured, {.padding = m_settings.padding, .compression = m_settings.compression, .bestNs = best}, m_progress);
    if (m_settings.limits.logged)
        return times; // as they were told
    for (std::size_t i = 0; i < times.size(); ++i)
        for (double* const ns : {&times[i].ns, &times[i].low, &times[i].high})
            *ns *= graphs[i]->predictedNs / graphs[i]->theseRowsNs;
    return times;
}

void KnownGraphs::evaluate(std::span<const Idea> ideas, double heat, const Accepted& accepted)
{
    report();
    std::vector<graph::Graph> graphs;
    for (const Idea& idea : ideas)
        graphs.push_back(idea.graph);
    const std::vector<Known*> all = predict(graphs);
    ideas = ideas.first(all.size());
    std::vector<Known*> asked;
    for (Known* one : all)
        if (!one->refused && one->id < 0 && std::find(asked.begin(), asked.end(), one) == asked.end())
            asked.push_back(one);
    const std::vector<GraphTime> times = timesOf(asked);
    for (std::size_t i = 0; i < ideas.size(); ++i) {
        Known& one = *all[i];
        if (one.id >= 0)
            continue;
        const auto answer = std::find(asked.begin(), asked.end(), &one) - asked.begin();
        json event = {{"id", m_evaluated},
                      {"parent", ideas[i].parent},
                      {"phase", name(m_phase)},
                      {"move", ideas[i].move},
                      {graphEvent, one.graph.json()}};
        one.id = static_cast<int>(m_evaluated++);
        if (one.refused) {
            if (m_firstReason.empty())
                m_firstReason = one.reason;
            event["verdict"] = "refused";
            event["reason"] = one.reason;
            m_tell(graphEvent, event);
            continue;
        }
        m_kernels.insert(one.kernel);
        const GraphTime& time = times[at(answer)];
        one.ns = time.ns;
        event["predictedNs"] = one.predictedNs;
        if (ideas[i].fittedNs > 0)
            event["fittedNs"] = ideas[i].fittedNs;
        if (heat > 0)
            event["temperature"] = heat;
        if (!time.problem.empty() || !(time.ns > 0)) {
            one.ns = 0;
            one.reason = time.problem;
            if (m_firstFailure.empty())
                m_firstFailure = time.problem;
            event["verdict"] = "failed";
            event["reason"] = time.problem;
            m_tell(graphEvent, event);
            continue;
        }
        if (m_rows->timer)
            event.update({{"ns", time.ns}, {"low", time.low}, {"high", time.high}});
        event["by"] = !m_rows->timer ? "predicted" : time.kept ? "cache" : "measured";
        // What some rows say is an estimate: it gives way to what is evaluated on all of them.
        const bool whole = m_rows->share == 1;
        const bool leads = !time.cut && (!m_best || m_bestIsWhole != whole || one.ns < m_best->ns);
        event["verdict"] = time.cut                              ? "cut"
                           : leads                               ? "best"
                           : accepted && accepted(ideas[i], one) ? "accepted"
                                                                 : "rejected";
        if (!m_best || one.ns < 0.99 * m_marked) {
            m_marked = one.ns;
            m_inVain = 0;
        } else {
            ++m_inVain;
        }
        if (leads) {
            m_best = &one;
            m_bestIsWhole = whole;
        }
        m_tell(graphEvent, event);
    }
}

std::vector<Known*> KnownGraphs::ranked()
{
    std::vector<Known*> all;
    for (auto& [identity, one] : m_known)
        if (one.id >= 0 && one.ns > 0)
            all.push_back(&one);
    std::sort(all.begin(), all.end(),
              [](const Known* a, const Known* b) { return std::pair(a->ns, a->id) < std::pair(b->ns, b->id); });
    return all;
}

std::vector<Known*> KnownGraphs::bestStructures(std::size_t most)
{
    std::vector<Known*> best;
    std::set<std::string> seen;
    for (Known* one : ranked())
        if (best.size() < most && seen.insert(one->structure).second)
            best.push_back(one);
    return best;
}

} // namespace sparsescope::alphasparse
