#include "engine/search/alphasparse/known_graphs.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
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

// Shares of the whole when each phase ends (ours; the paper gives none).
constexpr std::array<double, phaseCount> endOf = {0.1, 0.5, 0.75, 0.9, 1};

constexpr std::int64_t manyNonZeros = 4'000'000; // graphs are applied one after another, each in parallel

std::uint64_t kernelOf(const graph::Applied& applied, const GraphFeatures& features)
{
    std::string leaves;
    for (const graph::Branch& branch : applied.branches)
        leaves += graph::toJson(branch.leaf).dump() + "\n";
    const std::array numbers = {features.nnz,       features.places,    features.bmtbs, features.bmts,
                                features.bytes,     features.sectors,   features.lines, features.mostWriters,
                                features.longestNs, features.makespanNs};
    return hashArray(std::span<const char>(leaves), hashArray(std::span<const double>(numbers)));
}

} // namespace

void KnownGraphs::begin(Phase phase)
{
    m_phase = phase;
    m_inVain = 0;
}

bool KnownGraphs::over() const
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

std::size_t KnownGraphs::room(std::size_t wanted) const
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

void KnownGraphs::report()
{
    const auto p = static_cast<std::size_t>(m_phase);
    const std::string what = fmt::format("{}, {} graphs", name(m_phase), formatCount(m_evaluated));
    m_progress.report(m_best ? what + ", best " + formatTime(m_best->ns) : what, p == 0 ? 0 : endOf[p - 1]);
    m_progress.check();
}

Known* KnownGraphs::find(const graph::Graph& graph)
{
    const auto found = m_known.find(graph.identity());
    return found == m_known.end() ? nullptr : &found->second;
}

std::vector<Known*> KnownGraphs::predict(std::span<const graph::Graph> graphs)
{
    std::vector<Known*> all, fresh;
    for (const graph::Graph& graph : graphs) {
        Known* one = find(graph);
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
            one.kernel = kernelOf(applied, one.features);
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

void KnownGraphs::evaluate(std::span<const Idea> ideas, double heat, const Accepted& accepted)
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
        times = m_timer->time(measured, {.padding = m_settings.padding, .bestNs = m_best ? m_best->ns : 0}, m_progress);
    } else {
        for (const Known* one : asked)
            times.push_back({.ns = one->predictedNs, .low = one->predictedNs, .high = one->predictedNs});
    }
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
        if (m_timer)
            event.update({{"ns", time.ns}, {"low", time.low}, {"high", time.high}});
        event["by"] = !m_timer ? "predicted" : time.kept ? "cache" : "measured";
        const bool leads = !time.cut && (!m_best || one.ns < m_best->ns);
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
        if (leads)
            m_best = &one;
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
