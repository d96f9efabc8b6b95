#include "engine/search/alphasparse/log_timer.h"

#include "engine/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
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
        constexpr std::int64_t most = 1'000'000'000;
        if (found == data.end() || !found->is_number_integer() || *found < 0 || *found > most)
            fail(std::string("an event of the search lacks the count ") + member);
        return found->get<std::int64_t>();
    }
    static std::string text(const json& data, const char* member)
    {
        const auto found = data.find(member);
        return found != data.end() && found->is_string() ? found->get<std::string>() : std::string();
    }
    Phase phase(const json& data) const
    {
        for (std::size_t p = 0; p < phaseCount; ++p)
            if (text(data, "phase") == name(static_cast<Phase>(p)))
                return static_cast<Phase>(p);
        fail("an event of the search lacks its phase");
    }
    double positive(const json& data, const char* member, double most) const
    {
        const double value = number(data, member);
        if (!(value > 0 && value <= most))
            fail(fmt::format("an event of the search has {} as {}", value, member));
        return value;
    }
    GraphTime time(const json& data) const
    {
        constexpr double longest = 1e15; // ns
        return {.ns = positive(data, "ns", longest),
                .low = positive(data, "low", longest),
                .high = positive(data, "high", longest)};
    }

private:
    const std::string& m_file;
};

} // namespace

// Answers as they were told.
class LogTimer final : public GraphTimer {
public:
    LogTimer(const SearchLog& log, bool some) : m_log(log), m_some(some) {}

    std::vector<GraphTime> time(std::span<const graph::Graph> graphs, const GraphTiming& timing, Progress&) override
    {
        const auto& times = timing.interleaved ? m_log.m_final : m_some ? m_log.m_ofSome : m_log.m_times;
        std::vector<GraphTime> answers;
        for (const graph::Graph& graph : graphs) {
            const auto found = times.find(graph.identity());
            if (found == times.end())
                failInput("is the log of another search: it has no time for " + graph.canonicalText(),
                          {.file = m_log.m_file});
            answers.push_back(found->second);
        }
        return answers;
    }

private:
    const SearchLog& m_log;
    const bool m_some;
};

SearchLog::SearchLog(const Trace& trace, std::string file, const Matrix& matrix, const Operator& op)
    : m_file(std::move(file))
{
    const Reader in(m_file);
    // A search that lost its GPU at once is followed by another one.
    const auto last = std::find_if(trace.events.rbegin(), trace.events.rend(),
                                   [](const TraceEvent& event) { return event.name == searchEvent; });
    if (last == trace.events.rend() || !last->data.is_object())
        in.fail("holds no search among graphs");
    if (const std::string other = Reader::text(last->data, "matrix"); other != matrix.fingerprint().text())
        in.fail("is the log of a search for another matrix");
    if (Reader::text(last->data, "op") != name(op.kind) || Reader::text(last->data, "dtype") != name(op.dtype))
        in.fail("is the log of a search for " + Reader::text(last->data, "op") + " " +
                Reader::text(last->data, "dtype"));
    m_measured = last->data.value("measured", json(false)) == json(true);
    if (last->data.value("compression", json(true)) == json(false))
        m_compression = graph::Compression::Off;
    if (Reader::text(last->data, "fit") == name(FitKind::Boosted))
        m_fit = FitKind::Boosted;

    const bool some = in.positive(last->data, "share", 1) < 1;
    std::map<std::int64_t, std::uint64_t> identities; // by id
    std::set<Phase> ended;
    for (auto event = last.base(); event != trace.events.end(); ++event) {
        const json& data = event->data;
        if (!data.is_object())
            continue;
        if (event->name == graphEvent) {
            if (!data.contains(graphEvent))
                in.fail("an event of the search lacks its graph");
            const graph::Graph graph = graph::readGraph(data.at(graphEvent), m_file);
            identities[in.count(data, "id")] = graph.identity();
            const std::string verdict = Reader::text(data, "verdict");
            if (verdict == "refused" || !m_measured)
                continue;
            auto& times = some && in.phase(data) < Phase::Whole ? m_ofSome : m_times;
            GraphTime& time = times[graph.identity()];
            if (verdict == "failed")
                time.problem = Reader::text(data, "reason");
            else
                time = in.time(data);
            time.cut = verdict == "cut";
        } else if (event->name == "points") {
            const std::int64_t points = in.count(data, "points");
            if (points == 0 && in.phase(data) == Phase::Seeds)
                in.fail("says that the search predicted no seed, which none begins with");
            m_search.points[static_cast<std::size_t>(in.phase(data))].push_back(static_cast<std::size_t>(points));
        } else if (event->name == "final") {
            const auto identity = identities.find(in.count(data, "id"));
            if (identity == identities.end())
                in.fail("the search's end measures a graph that it has not told of");
            const std::string problem = Reader::text(data, "reason");
            m_final[identity->second] = problem.empty() ? in.time(data) : GraphTime{.problem = problem};
            m_search.finals = true;
        } else if (event->name == "stop") {
            const Phase phase = in.phase(data);
            std::fill(m_search.ends.begin() + static_cast<std::ptrdiff_t>(phase), m_search.ends.end(),
                      in.count(data, "evaluated"));
            ended.insert(phase);
            if (data.contains("enough") || data.contains("lost"))
                m_search.early = EarlyEnd{phase, Reader::text(data, "lost")};
        }
    }
    if (!m_search.early && !ended.contains(Phase::Final))
        in.fail("has no end of its search");
}

std::unique_ptr<GraphTimer> SearchLog::timer(bool some) const
{
    return std::make_unique<LogTimer>(*this, some);
}

} // namespace sparsescope::alphasparse
