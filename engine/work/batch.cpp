#include "engine/work/batch.h"

#include "engine/core/json_text.h"
#include "engine/search/alphasparse/alphasparse.h"
#include "engine/work/batch_crew.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <fmt/format.h>
#include <list>
#include <mutex>
#include <optional>
#include <thread>

namespace sparsescope {

namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

// Messages of ranks: what another rank asks for, a question to the ledger, or that it has done its part; the answer may
// be that the batch ends.
constexpr const char *hello = "hello", *toLedger = "ledger", *bye = "bye", *stopped = "stopped";

// The GPUs of this process, one for each of its crews: of the ranks on a machine each has its share, and where there
// are fewer GPUs than ranks some have the same, on which they take turns.
std::vector<GpuPlace> devicesOf(const BatchRequest& request, const Ranks* ranks)
{
    std::vector<GpuPlace> all = request.devices;
    if (all.empty())
        all = {{{}, request.run ? request.run->device : 0}};
    if (!ranks)
        return all;
    const auto here = static_cast<std::size_t>(ranks->rankHere()), step = static_cast<std::size_t>(ranks->countHere());
    std::vector<GpuPlace> own;
    for (std::size_t i = here; i < all.size(); i += step)
        own.push_back(all[i]);
    return own.empty() ? std::vector{all[here % all.size()]} : own;
}

// Crews that work until there is nothing left, each on a thread of its own.
class Crews {
public:
    Crews(const BatchRequest& request, const std::vector<BatchCases>& cases, const Ranks* ranks, AskLedger ask,
          Progress& progress)
        : m_ask(std::move(ask)), m_progress(progress, {})
    {
        const std::vector<GpuPlace> devices = devicesOf(request, ranks);
        const int here = static_cast<int>(devices.size()) * (ranks ? ranks->countHere() : 1);
        const int cores = static_cast<int>(std::thread::hardware_concurrency());
        const int threads = request.threads == 0 && here > 1 ? std::max(1, cores / here) : request.threads;
        m_working = static_cast<int>(devices.size());
        for (const GpuPlace& device : devices)
            m_threads.emplace_back([this, &request, &cases, device, threads] {
                try {
                    workOnBatch(request, cases, device, threads, m_ask, m_progress);
                } catch (...) {
                    fail(std::current_exception());
                }
                --m_working;
            });
    }
    ~Crews()
    {
        m_progress.cancel();
        for (std::thread& thread : m_threads)
            thread.join();
    }
    Crews(const Crews&) = delete;
    Crews& operator=(const Crews&) = delete;

    bool working() const { return m_working > 0; }
    bool failed()
    {
        const std::lock_guard lock(m_mutex);
        return m_failure != nullptr;
    }
    void stop() { m_progress.cancel(); }
    // Waits for all of them, and throws what the first that failed threw.
    void finish()
    {
        for (std::thread& thread : m_threads)
            thread.join();
        m_threads.clear();
        if (m_failure)
            std::rethrow_exception(m_failure);
    }

private:
    void fail(std::exception_ptr failure)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_failure)
            m_failure = std::move(failure);
        m_progress.cancel(); // of the others
    }

    const AskLedger m_ask;
    Progress m_progress;
    std::mutex m_mutex;
    std::exception_ptr m_failure;
    std::atomic<int> m_working = 0;
    std::list<std::thread> m_threads;
};

// What two ranks have to agree on, and how it is called.
json greetingOf(const BatchRequest& request, const std::vector<BatchCases>& cases)
{
    json matrices = json::array(), rows = json::array();
    for (const BatchMatrix& matrix : request.matrices)
        matrices.push_back(askedFor(matrix));
    for (const BatchCases& one : cases)
        rows.push_back(one.rows);
    return {{"matrices", hashOf(jsonText(matrices))},
            {"types, extents, planners, options, version or GPU", hashOf(jsonText(rows))}};
}

std::string differenceOf(const json& ours, const json& theirs)
{
    for (const auto& [what, hash] : ours.items())
        if (theirs.value(what, std::string()) != hash)
            return fmt::format("has other {} than rank 0", what);
    return {};
}

json farewell(const Error& reason)
{
    return {{bye, {{"kind", static_cast<int>(reason.kind())}, {"problem", reason.what()}}}};
}

// The other ranks, as rank 0 answers them.
class OtherRanks {
public:
    // Without a ledger all are sent away.
    OtherRanks(Ranks& ranks, BatchLedger* ledger, json greeting = {})
        : m_ranks(ranks), m_ledger(ledger), m_greeting(std::move(greeting))
    {
    }

    bool done() const { return m_left == m_ranks.count() - 1; }
    // Answers what has been asked, or waits a moment.
    void answer()
    {
        constexpr std::chrono::milliseconds pause(2);
        if (!m_ranks.answer([&](int rank, const std::string& question) {
                return jsonText(answerTo(rank, parseJson(question, {.file = "question of a rank"})));
            }))
            std::this_thread::sleep_for(pause);
    }
    // What the first that failed said.
    const std::optional<Error>& problem() const { return m_problem; }

private:
    json answerTo(int rank, const json& question)
    {
        if (question.contains(bye)) {
            ++m_left;
            if (const json& reason = question.at(bye); reason.contains("problem"))
                fail(Error(static_cast<ErrorKind>(reason.at("kind").get<int>()),
                           fmt::format("rank {}: {}", rank, reason.at("problem").get<std::string>())));
            return json::object();
        }
        if (!m_ledger)
            return {{stopped, true}};
        if (question.contains(hello)) {
            const std::string difference = differenceOf(m_greeting, question.at(hello));
            return difference.empty() ? json::object() : json{{"problem", difference}};
        }
        try {
            return m_ledger->answer(question.at(toLedger));
        } catch (const Error& e) {
            if (e.kind() != ErrorKind::Cancelled)
                fail(e);
            return {{stopped, true}};
        }
    }

    void fail(const Error& reason)
    {
        // What is only the end of all is no reason.
        if (!m_problem && reason.kind() != ErrorKind::Cancelled)
            m_problem = reason;
        if (m_ledger)
            m_ledger->stop();
    }

    Ranks& m_ranks;
    BatchLedger* m_ledger;
    const json m_greeting;
    int m_left = 0;
    std::optional<Error> m_problem;
};

// For those that do not listen, as they search: then all are ended.
class Patience {
public:
    void end(Ranks& ranks)
    {
        constexpr std::chrono::seconds most(3);
        constexpr int interrupted = 130;
        if (!m_latest)
            m_latest = Clock::now() + most;
        if (Clock::now() > *m_latest)
            ranks.abort(interrupted);
    }

private:
    std::optional<Clock::time_point> m_latest;
};

} // namespace

void checkBatch(const BatchRequest& request)
{
    checkContest(request.contest);
    const Planner& search = alphasparsePlanner();
    const std::vector<std::string>& planners = request.contest.planners;
    if (std::find(planners.begin(), planners.end(), search.name()) == planners.end())
        return;
    const json options = completeOptions(search, requestFor(request.contest, search.name()).options);
    const double seconds = alphasparse::secondsOfSearch(options, request.run.has_value());
    if (seconds < request.limitSeconds)
        return;
    const bool said = options.at("seconds") > 0;
    failUsage(
        fmt::format("--limit {} ends every case before {} is done, which searches for {:g} s{}: it has to be more "
                    "than --seconds{}",
                    request.limitSeconds, search.name(), seconds, said ? "" : " or longer",
                    said ? "" : ", which may be given too"));
}

BatchSummary runBatch(const BatchRequest& request, BatchTable& table, Progress& progress, Ranks* ranks)
{
    const std::vector<BatchCases> cases = casesOf(request);
    const bool several = ranks || request.devices.size() > 1;
    BatchLedger ledger(request, casesOfMatrix(cases) * std::ssize(request.matrices), several, table, progress);
    const AskLedger ask = [&](const json& question) { return ledger.answer(question); };
    if (!several) {
        workOnBatch(request, cases, devicesOf(request, ranks).front(), request.threads, ask, progress);
        return ledger.summary();
    }
    Crews crews(request, cases, ranks, ask, progress);
    if (ranks) {
        OtherRanks others(*ranks, &ledger, greetingOf(request, cases));
        Patience patience;
        while (crews.working() || !others.done()) {
            others.answer();
            if (!progress.cancelled() && !crews.failed() && !others.problem())
                continue;
            ledger.stop(); // what runs elsewhere ends first, unless there is a hurry
            crews.stop();
            if (progress.cancelled())
                patience.end(*ranks);
        }
        if (others.problem())
            throw Error(*others.problem());
    }
    crews.finish();
    return ledger.summary();
}

void helpWithBatch(const BatchRequest& request, Ranks& ranks, Progress& progress)
{
    const auto asked = [&](const json& question) {
        return parseJson(ranks.ask(jsonText(question)), {.file = "answer of rank 0"});
    };
    json farewells = {{bye, json::object()}};
    try {
        const std::vector<BatchCases> cases = casesOf(request);
        if (const json answer = asked({{hello, greetingOf(request, cases)}}); answer.contains("problem"))
            failUsage(answer.at("problem").get<std::string>());
        const AskLedger ask = [&](const json& question) {
            json answer = asked({{toLedger, question}});
            if (answer.contains(stopped))
                throw Error(ErrorKind::Cancelled, "cancelled");
            return answer;
        };
        Crews(request, cases, &ranks, ask, progress).finish();
    } catch (const Error& e) {
        farewells = farewell(e);
    }
    asked(farewells);
}

void leaveBatch(Ranks& ranks, const Error& reason)
{
    if (ranks.rank() > 0) {
        ranks.ask(jsonText(farewell(reason)));
        return;
    }
    OtherRanks others(ranks, nullptr);
    while (!others.done())
        others.answer();
}

} // namespace sparsescope
