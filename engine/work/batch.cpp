#include "engine/work/batch.h"

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/json_text.h"
#include "engine/core/process.h"
#include "engine/core/text.h"
#include "engine/core/version.h"
#include "engine/cost/calibration.h"
#include "engine/matrix/patterns/kinds.h"
#include "engine/search/alphasparse/alphasparse.h"
#include "engine/search/planner.h"
#include "engine/session/claim.h"
#include "engine/session/session_rows.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

// The option of a planner that searches among graphs: which one it tries first.
constexpr const char* startOption = "start";

std::string hashOf(const std::string& text)
{
    return hex64(hashArray(std::span<const char>(text)));
}

// What is known of a matrix before it is read.
json conditionsOf(const BatchMatrix& matrix)
{
    if (matrix.file.empty()) {
        const std::string command = patternCommand(patternKind(matrix.pattern), matrix.parameters);
        return {{"matrix", command}, {"source", command}};
    }
    constexpr std::int64_t second = 1'000'000'000;
    std::error_code ignored;
    const fs::path path = fs::absolute(matrix.file, ignored).lexically_normal();
    const session::Claim::Stamp stamp = session::Claim::stampOf(matrix.file);
    return {{"matrix", path.filename().string() + (matrix.mask ? fmt::format(", mask {}", *matrix.mask) : "")},
            {"source", path.string() + (matrix.mask ? fmt::format(" --mask {}", *matrix.mask) : "")},
            {"fileBytes", stamp.bytes},
            {"fileChanged", stamp.seconds * second + stamp.nanoseconds}};
}

// The same file as it was then, or the same pattern.
std::string stampOf(const json& row)
{
    return jsonText({row.at("source"), row.value("fileBytes", json()), row.value("fileChanged", json())});
}

constexpr const char* facts[] = {"matrix", "fingerprint", "rows", "cols", "nnz", "longestRow", "rowVariance"};

void copyFacts(json& to, const json& from)
{
    for (const char* fact : facts)
        if (from.contains(fact))
            to[fact] = from.at(fact);
}

// What a case is known by: what has another value makes another case. A matrix is the same wherever its file lies; one
// that was never read is the file.
std::string keyOf(const json& row)
{
    json identity = {row.at("matrix"), row.contains("fingerprint") ? row.at("fingerprint") : json(stampOf(row))};
    for (const char* name : {"op", "dtype", "dense", "name", "costs", "options", "device", "seed", "repeats", "tune",
                             "valuesAsked", "version"})
        identity.push_back(row.value(name, json()));
    return hashOf(jsonText(identity));
}

std::string aboutSeconds(double seconds)
{
    constexpr double minute = 60, hour = 3600;
    return seconds < 1.5 * minute ? fmt::format("{:.0f} s", seconds)
           : seconds < 1.5 * hour ? fmt::format("{:.0f} min", seconds / minute)
                                  : fmt::format("{:.1f} h", seconds / hour);
}

class Batch {
public:
    Batch(const BatchRequest& request, BatchTable& table, Progress& progress);
    BatchSummary run();

private:
    // A contest with what is known of the row of each of its planners, whatever the matrix.
    struct Prepared {
        Operator op;
        json common; // to the libraries' rows too
        std::vector<json> rows;
    };
    // What the child said, or why it did not.
    struct Answer {
        json value;
        std::string problem;
        bool ended = false; // the child
        bool late = false;
    };

    void takeMatrix(const BatchMatrix& matrix);
    std::vector<json> rowsOf(const Prepared& prepared, const json& subject, const std::string& start) const;
    std::vector<json> openRows(const Prepared& prepared, const json& subject, const std::string& start);
    void keepGraph(const json& row);
    std::string graphOf(const Prepared& prepared, const json& subject) const;
    void compete(const Prepared& prepared, const BatchMatrix& matrix, const json& subject, const std::string& start,
                 std::vector<json> open);
    void addMeasured(std::vector<json>& finished, const std::vector<json>& open, const json& rows, const json& common);
    std::string readMatrix(const BatchMatrix& matrix, json& subject);
    Answer ask(const json& request, const std::function<void(const json& news)>& hear = {});
    void report(const std::string& matrix, const std::string& planner = {});
    BatchSummary summary();

    const BatchRequest& m_request;
    BatchTable& m_table;
    Progress& m_progress;
    std::vector<Prepared> m_contests;
    std::map<std::string, json> m_known;         // facts of matrices by stampOf(), from earlier rows
    std::set<std::string> m_asked;               // keys
    std::map<std::string, std::string> m_graphs; // of rows that have one, by key
    bool m_fromFloat32 = false;                  // searches in other types start from what that in float32 has found
    BatchCount m_count;
    const Clock::time_point m_begin = Clock::now();
    Clock::time_point m_latest; // of what the child is asked
    double m_childSeconds = 0;
    std::unique_ptr<ChildProcess> m_child;
    const BatchMatrix* m_held = nullptr; // by the child
};

Batch::Batch(const BatchRequest& request, BatchTable& table, Progress& progress)
    : m_request(request), m_table(table), m_progress(progress)
{
    const Contest& contest = request.contest;
    checkBatch(request);
    Calibration calibration =
        readCalibration(contest.base.calibration.empty() ? defaultCalibration : contest.base.calibration);
    for (const std::string& whatIf : contest.base.whatIf)
        changeCosts(calibration, whatIf);
    const std::string costs = hashOf(calibrationText(calibration));
    const auto isStart = [](const auto& option) { return option.first == startOption; };
    m_fromFloat32 = std::none_of(contest.options.begin(), contest.options.end(), isStart) &&
                    std::any_of(contest.planners.begin(), contest.planners.end(), [](const std::string& name) {
                        return completeOptions(planner(name), json::object()).contains(startOption);
                    });
    std::vector<Operator> operators = request.operators;
    if (m_fromFloat32)
        std::stable_partition(operators.begin(), operators.end(),
                              [](const Operator& op) { return op.dtype == DataType::Float32; });
    for (const Operator& op : operators) {
        Prepared& prepared = m_contests.emplace_back(Prepared{op, json::object(), {}});
        prepared.common = {
            {"op", name(op.kind)}, {"dtype", name(op.dtype)}, {"dense", op.dense}, {"version", version()}};
        if (request.run)
            prepared.common.update({{"device", request.device},
                                    {"seed", std::to_string(request.run->seed)},
                                    {"repeats", request.run->repeats},
                                    {"tune", request.run->tune}});
        if (request.run && request.run->values)
            prepared.common["valuesAsked"] = name(*request.run->values);
        for (const std::string& name : contest.planners) {
            const json options = completeOptions(planner(name), requestFor(contest, name).options);
            json& row = prepared.rows.emplace_back(prepared.common);
            row.update({{"name", name},
                        {"kind", "planner"},
                        {"calibration", calibration.name},
                        {"costs", costs},
                        {"lineOrder", sparsescope::name(orderAsked(options))},
                        {"options", jsonText(options)}});
        }
        m_count.all += std::ssize(contest.planners) * std::ssize(request.matrices);
    }
    table.each([&](const json& row) {
        if (row.contains("fingerprint") && row.value("version", std::string()) == version())
            copyFacts(m_known[stampOf(row)], row);
        keepGraph(row);
    });
}

BatchSummary Batch::run()
{
    for (const BatchMatrix& matrix : m_request.matrices)
        takeMatrix(matrix);
    if (m_child) {
        m_child->endInput();
        m_child->wait([](const std::string&) {}, m_progress);
    }
    return summary();
}

void Batch::takeMatrix(const BatchMatrix& matrix)
{
    json subject = conditionsOf(matrix);
    if (const auto known = m_known.find(stampOf(subject)); known != m_known.end())
        copyFacts(subject, known->second);
    std::string unreadable, found; // by the search in float32
    for (const Prepared& prepared : m_contests) {
        m_progress.check();
        const std::string start = prepared.op.dtype == DataType::Float32 ? std::string() : found;
        std::vector<json> open = openRows(prepared, subject, start);
        if (!open.empty() && m_held != &matrix && unreadable.empty()) {
            m_latest = Clock::now() + std::chrono::seconds(m_request.limitSeconds);
            report(subject.at("matrix"));
            unreadable = readMatrix(matrix, subject);
            open = openRows(prepared, subject, start); // which may be there from another file
        }
        m_count.before += std::ssize(prepared.rows) - std::ssize(open);
        m_count.done += std::ssize(prepared.rows) - std::ssize(open);
        if (unreadable.empty()) {
            compete(prepared, matrix, subject, start, std::move(open));
            if (m_fromFloat32 && prepared.op.dtype == DataType::Float32)
                found = graphOf(prepared, subject);
            continue;
        }
        for (json& row : open)
            row.update({{"problem", unreadable}, {"date", session::dateNow()}});
        m_table.add(open);
        m_count.done += std::ssize(open);
    }
}

// With their keys. Where there is a start, those of planners that take one have it among their options.
std::vector<json> Batch::rowsOf(const Prepared& prepared, const json& subject, const std::string& start) const
{
    std::vector<json> rows = prepared.rows;
    for (json& row : rows) {
        row.update(subject);
        json options = parseJson(row.at("options").get<std::string>(), {});
        if (!start.empty() && options.contains(startOption)) {
            options[startOption] = start;
            row["options"] = jsonText(options);
        }
        row["key"] = keyOf(row);
    }
    return rows;
}

// Those that are not in the table.
std::vector<json> Batch::openRows(const Prepared& prepared, const json& subject, const std::string& start)
{
    std::vector<json> open;
    for (json& row : rowsOf(prepared, subject, start)) {
        m_asked.insert(row["key"].get<std::string>());
        if (!m_table.has(row["key"].get<std::string>()))
            open.push_back(std::move(row));
    }
    return open;
}

void Batch::keepGraph(const json& row)
{
    if (std::string graph = row.value("graph", std::string()); !graph.empty())
        m_graphs[row.at("key")] = std::move(graph);
}

// What a planner that takes a start has found, in the table; or nothing.
std::string Batch::graphOf(const Prepared& prepared, const json& subject) const
{
    for (const json& row : rowsOf(prepared, subject, {}))
        if (parseJson(row.at("options").get<std::string>(), {}).contains(startOption))
            if (const auto found = m_graphs.find(row.at("key").get<std::string>()); found != m_graphs.end())
                return found->second;
    return {};
}

void Batch::compete(const Prepared& prepared, const BatchMatrix& matrix, const json& subject, const std::string& start,
                    std::vector<json> open)
{
    const auto cases = std::ssize(open);
    std::vector<json> finished;
    const auto finish = [&](json row, const json& found, const std::string& problem) {
        row.update(found);
        if (!problem.empty())
            row["problem"] = problem;
        finished.push_back(std::move(row));
    };
    m_latest = Clock::now() + std::chrono::seconds(m_request.limitSeconds);
    while (!open.empty()) {
        std::map<std::string, json> found;
        std::optional<std::string> current; // a planner; empty: all of them, measured
        Answer answer;
        json again = subject;
        if (m_held != &matrix) // another child's
            answer.problem = readMatrix(matrix, again);
        if (answer.problem.empty()) {
            const Contest& contest = m_request.contest;
            json asked = {{"planners", json::array()},
                          {"op", name(prepared.op.kind)},
                          {"dtype", name(prepared.op.dtype)},
                          {"dense", prepared.op.dense},
                          {"calibration", contest.base.calibration},
                          {"whatIf", contest.base.whatIf},
                          {"options", contest.options},
                          {"threads", m_request.threads}};
            if (!start.empty())
                asked["options"].push_back({startOption, start});
            for (const json& row : open)
                asked["planners"].push_back(row.at("name"));
            if (const auto& run = m_request.run) {
                asked["run"] = {
                    {"device", run->device}, {"seed", run->seed}, {"repeats", run->repeats}, {"tune", run->tune}};
                if (run->values)
                    asked["run"]["values"] = name(*run->values);
            }
            answer = ask({{"contest", asked}}, [&](const json& news) {
                if (news.contains("begins"))
                    report(subject.at("matrix"), *(current = news.at("begins")));
                else
                    found[news.at("found").at("name")] = news.at("found");
            });
        }
        if (answer.problem.empty()) {
            json common = prepared.common;
            common.update(subject);
            addMeasured(finished, open, answer.value.at("rows"), common);
            break;
        }
        // The one that took the child down has its row, the others go on.
        const bool one = answer.ended && !answer.late && current && !current->empty();
        std::vector<json> left;
        for (json& row : open) {
            const std::string planner = row.at("name");
            const bool there = found.contains(planner);
            if (!one || planner == *current || (there && !m_request.run))
                finish(row, there ? found[planner] : json::object(), there && !m_request.run ? "" : answer.problem);
            else
                left.push_back(std::move(row));
        }
        open = std::move(left);
    }
    for (json& row : finished) {
        row["date"] = session::dateNow();
        keepGraph(row);
    }
    m_table.add(finished);
    m_count.done += cases;
}

// What the child found and measured, and the libraries' kernels.
void Batch::addMeasured(std::vector<json>& finished, const std::vector<json>& open, const json& rows,
                        const json& common)
{
    const std::int64_t firstJob = m_table.nextJob();
    for (const json& found : rows) {
        json row = common;
        for (const json& asked : open)
            if (asked.at("name") == found.at("name"))
                row = asked;
        row.update(found);
        if (found.contains("job"))
            row["job"] = firstJob + found.at("job").get<std::int64_t>();
        if (!row.contains("key"))
            row["key"] = hashOf(jsonText({common, found.at("name"), firstJob + found.value("job", 0)}));
        finished.push_back(std::move(row));
    }
}

// Why it cannot be read, or nothing; then its facts are known.
std::string Batch::readMatrix(const BatchMatrix& matrix, json& subject)
{
    m_held = nullptr;
    Answer answer = ask({{"matrix", askedFor(matrix)}});
    if (!answer.problem.empty())
        return answer.problem;
    json& read = answer.value.at("facts");
    if (matrix.file.empty())
        read.erase("matrix"); // the pattern with its parameters says more
    copyFacts(subject, read);
    m_held = &matrix;
    return {};
}

Batch::Answer Batch::ask(const json& request, const std::function<void(const json&)>& hear)
{
    if (!m_child) {
        m_child = std::make_unique<ChildProcess>(m_request.program, m_request.arguments);
        m_child->setPatience(std::chrono::milliseconds(500));
    }
    m_child->send(jsonText(request) + "\n");
    m_child->endBy(m_latest);
    Answer answer;
    const auto listener = [&](const std::string& line) {
        json said = jsonOrDiscarded(line);
        const bool news = said.is_object() && (said.contains("begins") || said.contains("found"));
        if (news && hear)
            hear(said);
        if (news || !said.is_object())
            return true;
        answer.value = std::move(said);
        return false;
    };
    if (m_child->listen(listener, m_progress)) {
        m_childSeconds += answer.value.value("seconds", 0.0);
        answer.problem = answer.value.value("problem", std::string());
        return answer;
    }
    const ProcessResult end = m_child->wait([](const std::string&) {}, m_progress);
    m_child.reset();
    m_held = nullptr;
    constexpr int interrupted = 130;
    if (end.exitStatus == interrupted && !end.late)
        throw Error(ErrorKind::Cancelled, "cancelled"); // Ctrl-C reaches all of a terminal
    answer.ended = true;
    answer.late = end.late;
    answer.problem = end.late ? fmt::format("takes longer than the limit of {} s", m_request.limitSeconds)
                              : "its process " + endText(end);
    return answer;
}

void Batch::report(const std::string& matrix, const std::string& planner)
{
    constexpr std::size_t width = 30; // so that all of it fits a line
    const std::int64_t here = m_count.done - m_count.before;
    const double elapsed = std::chrono::duration<double>(Clock::now() - m_begin).count();
    const auto all = static_cast<double>(m_count.all);
    const std::string left =
        here == 0 ? std::string()
                  : fmt::format(", about {} left", aboutSeconds(elapsed / static_cast<double>(here) *
                                                                static_cast<double>(m_count.all - m_count.done)));
    m_progress.report(fmt::format("{} of {} cases{}: {} {}", formatCount(m_count.done), formatCount(m_count.all), left,
                                  matrix.substr(0, width), planner),
                      static_cast<double>(m_count.done) / all);
}

BatchSummary Batch::summary()
{
    BatchSummary summary;
    summary.cases = m_count;
    summary.childSeconds = m_childSeconds;
    const auto measured = [](const json& row) {
        return row.contains("problem") || row.value("verified", 0) == 0 ? 0.0 : row.value("measuredNs", 0.0);
    };
    std::map<std::int64_t, double> best; // library, by job
    m_table.each([&](const json& row) {
        if (const double ns = measured(row); ns > 0 && row.at("kind") == "library")
            if (double& least = best[row.value("job", std::int64_t{0})]; least == 0 || ns < least)
                least = ns;
    });
    std::map<std::string, double> logarithms;
    m_table.each([&](const json& row) {
        if (!m_asked.contains(row.at("key").get<std::string>()))
            return;
        if (row.contains("problem")) {
            // Without the file that it names, so that equal reasons are counted together.
            const std::string problem = row.at("problem"), source = row.at("source");
            const std::size_t reason = problem.starts_with(source) ? problem.find(": ") : std::string::npos;
            ++summary.failures[reason == std::string::npos ? problem : problem.substr(reason + 2)];
        }
        const auto rival = best.find(row.value("job", std::int64_t{0}));
        const double ns = measured(row);
        if (ns <= 0 || rival == best.end())
            return;
        const std::string group =
            fmt::format("{} {} {} {}", row.at("op").get<std::string>(), row.at("dtype").get<std::string>(),
                        row.at("dense").get<std::int64_t>(), row.at("name").get<std::string>());
        ++summary.ratios[group].cases;
        logarithms[group] += std::log(rival->second / ns);
    });
    for (auto& [group, ratio] : summary.ratios)
        ratio.geometricMean = std::exp(logarithms[group] / static_cast<double>(ratio.cases));
    return summary;
}

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

BatchSummary runBatch(const BatchRequest& request, BatchTable& table, Progress& progress)
{
    return Batch(request, table, progress).run();
}

} // namespace sparsescope
