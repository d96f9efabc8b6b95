#include "engine/search/alphasparse/history.h"

#include "engine/core/error.h"
#include "engine/core/json_reader.h"
#include "engine/plan/graph/node_text.h"
#include "engine/search/trace.h"

#include <array>
#include <cmath>

namespace sparsescope::alphasparse {

namespace {

using nlohmann::json;

constexpr double longestNs = 1e15;
constexpr std::size_t longestText = 1000; // bytes: a compiler may have much to say
constexpr std::size_t mostRules = 100;

std::string textOf(const JsonReader& event, const char* member)
{
    std::string text = event.get<std::string>(member);
    if (text.size() > longestText)
        text = text.substr(0, longestText) + " ...";
    return text;
}

double timeOf(const JsonReader& event, const char* member)
{
    const auto ns = event.get<double>(member);
    if (!(ns > 0 && ns <= longestNs)) // nor is NaN
        event[member].fail("is no time");
    return ns;
}

void readTimes(Evaluation& one, const JsonReader& event)
{
    one.ns = timeOf(event, "ns");
    one.low = timeOf(event, "low");
    one.high = timeOf(event, "high");
    if (one.low > one.high)
        event["low"].fail("is above the highest");
}

template <class Names>
std::size_t indexOf(const JsonReader& event, const char* member, std::size_t count, const Names& nameOf)
{
    const auto text = event.get<std::string>(member);
    for (std::size_t i = 0; i < count; ++i)
        if (text == nameOf(i))
            return i;
    event[member].fail("is no name of one");
}

} // namespace

const char* name(Verdict verdict)
{
    constexpr std::array<const char*, verdictCount> names = {"best",    "accepted", "rejected",      "cut",
                                                             "refused", "failed",   "measured again"};
    return names[static_cast<std::size_t>(verdict)];
}

double Evaluation::time() const
{
    return verdict == Verdict::Refused || verdict == Verdict::Failed ? 0 : ns > 0 ? ns : predictedNs;
}

void History::add(const TraceEvent& event)
{
    try {
        if (event.name == graphEvent) {
            addGraph(event.data);
        } else if (event.name == "final") {
            addFinal(event.data);
        } else if (event.name == searchEvent) {
            const JsonReader told(event.data, {});
            const auto share = told.get<double>("share");
            if (!(share > 0 && share <= 1))
                told["share"].fail("is none");
            if (!m_evaluations.empty())
                beginAnew();
            m_share = share;
        } else if (event.name == "stop") {
            if (const JsonReader told(event.data, {}); told.has("lost"))
                m_lost = textOf(told, "lost");
        } else if (event.name == "prune") {
            const JsonReader told(event.data, {});
            PruningTold rule{textOf(told, "rule"), textOf(told, "source"), textOf(told, "reason")};
            if (m_pruned.size() >= mostRules)
                told.fail("is one rule too many");
            m_pruned.push_back(std::move(rule));
        }
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input)
            throw;
        ++m_leftOut;
    }
}

void History::beginAnew()
{
    const std::int64_t before = m_before + std::ssize(m_evaluations), leftOut = m_leftOut;
    const std::string lost = m_lost;
    *this = {};
    m_before = before;
    m_leftOut = leftOut;
    m_lost = lost;
}

void History::addGraph(const json& data)
{
    const JsonReader event(data, {});
    Evaluation one;
    one.id = event.integer("id", 0, INT32_MAX);
    const bool anew = one.id == 0 && !m_evaluations.empty(); // without the GPU that the first search lost
    if (!anew && m_byId.contains(one.id))
        event["id"].fail("was told before");
    if (m_evaluations.size() >= mostEvaluations)
        event.fail("is one too many");
    if (const std::int64_t parent = event.integer("parent", -1, INT32_MAX); parent >= 0) {
        const auto found = m_byId.find(parent);
        if (anew || found == m_byId.end())
            event["parent"].fail("was not told of");
        one.parent = found->second;
    }
    one.phase = static_cast<Phase>(
        indexOf(event, "phase", phaseCount - 1, [](std::size_t i) { return name(static_cast<Phase>(i)); }));
    one.verdict = static_cast<Verdict>(
        indexOf(event, "verdict", verdictCount - 1, [](std::size_t i) { return name(static_cast<Verdict>(i)); }));
    one.move = textOf(event, "move");
    const graph::Graph graph = graph::readGraph(event[graphEvent].value(), {});
    one.graph = jsonText(graph.json());
    one.identity = graph.identity();
    one.nodes = graph::text(graph.nodes(), longestText);
    bool measured = false;
    if (event.has("predictedNs"))
        one.predictedNs = timeOf(event, "predictedNs");
    if (event.has("temperature") && !((one.temperature = event.get<double>("temperature")) > 0 && one.temperature <= 1))
        event["temperature"].fail("is none");
    if (one.verdict == Verdict::Refused || one.verdict == Verdict::Failed) {
        one.reason = textOf(event, "reason");
    } else if (const auto by = event.get<std::string>("by"); by == "predicted") {
        timeOf(event, "predictedNs");
    } else {
        if (by != "measured" && by != "cache")
            event["by"].fail("is nothing that gives times");
        readTimes(one, event);
        one.kept = by == "cache";
        measured = true;
    }
    if (anew)
        beginAnew();
    m_measured = m_measured || measured;
    m_byId[one.id] = m_byIdentity[one.identity] = static_cast<int>(m_evaluations.size());
    m_evaluations.push_back(std::move(one));
}

void History::addFinal(const json& data)
{
    const JsonReader event(data, {});
    const auto found = m_byId.find(event.integer("id", 0, INT32_MAX));
    if (found == m_byId.end())
        event["id"].fail("was not told of");
    if (m_evaluations.size() >= mostEvaluations)
        event.fail("is one too many");
    const Evaluation& first = m_evaluations[static_cast<std::size_t>(found->second)];
    Evaluation one;
    one.id = first.id;
    one.parent = found->second;
    one.phase = Phase::Final;
    one.verdict = Verdict::Again;
    one.move = name(one.verdict);
    one.graph = first.graph;
    one.nodes = first.nodes;
    one.identity = first.identity;
    one.predictedNs = first.predictedNs;
    if (event.has("reason")) {
        one.verdict = Verdict::Failed;
        one.reason = textOf(event, "reason");
    } else {
        readTimes(one, event);
    }
    m_byIdentity[one.identity] = static_cast<int>(m_evaluations.size());
    m_evaluations.push_back(std::move(one));
}

int History::find(std::uint64_t identity) const
{
    const auto found = m_byIdentity.find(identity);
    return found == m_byIdentity.end() ? -1 : found->second;
}

History readHistory(const Trace& trace, Progress& progress)
{
    History history;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
        if (i % 256 == 0)
            progress.check();
        history.add(trace.events[i]);
    }
    return history;
}

bool tellsHistory(const Trace& trace)
{
    for (const TraceEvent& event : trace.events)
        if (event.name == graphEvent)
            return true;
    return false;
}

std::vector<double> bestSoFar(const std::vector<Evaluation>& evaluations)
{
    std::vector<double> best;
    best.reserve(evaluations.size());
    double least = 0;
    int last = 0;
    for (const Evaluation& one : evaluations) {
        const int known = one.phase == Phase::Final ? 2 : one.phase == Phase::Whole ? 1 : 0;
        if (known > last && one.time() > 0 && one.verdict != Verdict::Cut) {
            last = known;
            least = 0;
        }
        if (one.verdict != Verdict::Cut && one.time() > 0 && (least == 0 || one.time() < least))
            least = one.time();
        best.push_back(least);
    }
    return best;
}

} // namespace sparsescope::alphasparse
