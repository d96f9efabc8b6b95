#include "engine/search/alphasparse/log_timer.h"

#include "engine/core/error.h"

#include <algorithm>
#include <utility>

namespace sparsescope::alphasparse {

namespace {

using nlohmann::json;

class Reader {
public:
    explicit Reader(const std::string& file) : m_file(file) {}

    [[noreturn]] void fail(const std::string& reason) const { failInput(reason, {.file = m_file}); }

    double number(const json& data, const char* member) const
    {
        const auto found = data.find(member);
        if (found == data.end() || !found->is_number())
            fail(std::string("an event of the search lacks the number ") + member);
        return found->get<double>();
    }
    std::int64_t count(const json& data, const char* member) const
    {
        const auto found = data.find(member);
        if (found == data.end() || !found->is_number_unsigned() || found->get<std::uint64_t>() > 1'000'000'000)
            fail(std::string("an event of the search lacks the count ") + member);
        return found->get<std::int64_t>();
    }
    std::string text(const json& data, const char* member) const
    {
        const auto found = data.find(member);
        return found != data.end() && found->is_string() ? found->get<std::string>() : std::string();
    }

private:
    const std::string& m_file;
};

} // namespace

LogTimer::LogTimer(const Trace& trace, std::string file) : m_file(std::move(file))
{
    const Reader in(m_file);
    std::map<std::int64_t, std::uint64_t> identities; // by id
    std::int64_t graphs = 0;
    for (const TraceEvent& event : trace.events) {
        if (!event.data.is_object())
            continue;
        if (event.name == graphEvent) {
            if (!event.data.contains(graphEvent))
                in.fail("an event of the search lacks its graph");
            const graph::Graph graph = graph::readGraph(event.data.at(graphEvent), m_file);
            const std::int64_t id = in.count(event.data, "id");
            if (id == 0 && graphs > 0) { // another search began anew, without the GPU that the first one lost
                m_times.clear();
                m_final.clear();
                identities.clear();
                m_ends = {};
                m_measured = false;
            }
            identities[id] = graph.identity();
            ++graphs;
            const std::string verdict = in.text(event.data, "verdict");
            if (verdict == "refused")
                continue;
            GraphTime time;
            if (verdict == "failed") {
                time.problem = in.text(event.data, "reason");
            } else if (in.text(event.data, "by") == "predicted") {
                continue;
            } else {
                time.ns = in.number(event.data, "ns");
                time.low = in.number(event.data, "low");
                time.high = in.number(event.data, "high");
                time.cut = verdict == "cut";
            }
            m_measured = true;
            m_times[graph.identity()] = time;
        } else if (event.name == "final") {
            const auto identity = identities.find(in.count(event.data, "id"));
            if (identity == identities.end())
                in.fail("the search's end measures a graph that it has not told of");
            GraphTime& time = m_final[identity->second];
            time.ns = in.number(event.data, "ns");
            time.low = in.number(event.data, "low");
            time.high = in.number(event.data, "high");
            time.problem = in.text(event.data, "reason");
        } else if (event.name == "stop") {
            for (std::size_t p = 0; p < phaseCount; ++p)
                if (in.text(event.data, "phase") == name(static_cast<Phase>(p)))
                    std::fill(m_ends.begin() + static_cast<std::ptrdiff_t>(p), m_ends.end(),
                              in.count(event.data, "evaluated"));
        }
    }
    if (graphs == 0)
        in.fail("holds no search among graphs");
}

std::vector<GraphTime> LogTimer::time(std::span<const graph::Graph> graphs, const GraphTiming& timing, Progress&)
{
    const auto& times = timing.interleaved ? m_final : m_times;
    std::vector<GraphTime> answers;
    for (const graph::Graph& graph : graphs) {
        const auto found = times.find(graph.identity());
        if (found == times.end())
            failInput("is the log of another search: it has no time for " + graph.canonicalText(), {.file = m_file});
        answers.push_back(found->second);
    }
    return answers;
}

} // namespace sparsescope::alphasparse
