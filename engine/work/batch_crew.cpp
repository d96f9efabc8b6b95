#include "engine/work/batch_crew.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/core/process.h"
#include "engine/core/version.h"
#include "engine/cost/own_costs.h"
#include "engine/matrix/patterns/kinds.h"
#include "engine/search/program/program_planner.h"
#include "engine/session/claim.h"
#include "engine/session/session_rows.h"
#include "engine/work/recorded_times.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

// The option of a planner that searches among graphs: which one it tries first.
constexpr const char* startOption = "start";

std::string familyOf(const BatchMatrix& matrix)
{
    if (!matrix.family.empty() || matrix.file.empty())
        return matrix.family.empty() ? matrix.pattern : matrix.family;
    std::error_code ignored;
    return fs::absolute(matrix.file, ignored).lexically_normal().parent_path().filename().string();
}

// What is known of a matrix before it is read.
json conditionsOf(const BatchMatrix& matrix)
{
    if (matrix.file.empty()) {
        const std::string command = patternCommand(patternKind(matrix.pattern), matrix.parameters);
        return {{"matrix", command}, {"source", command}, {"family", familyOf(matrix)}};
    }
    constexpr std::int64_t second = 1'000'000'000;
    std::error_code ignored;
    const fs::path path = fs::absolute(matrix.file, ignored).lexically_normal();
    const session::Claim::Stamp stamp = session::Claim::stampOf(matrix.file);
    return {{"matrix", path.filename().string() + (matrix.mask ? fmt::format(", mask {}", *matrix.mask) : "")},
            {"source", path.string() + (matrix.mask ? fmt::format(" --mask {}", *matrix.mask) : "")},
            {"family", familyOf(matrix)},
            {"fileBytes", stamp.bytes},
            {"fileChanged", stamp.seconds * second + stamp.nanoseconds}};
}

// What a case is known by: what has another value makes another case. A matrix is the same wherever its file lies; one
// that was never read is the file.
std::string keyOf(const json& row)
{
    json identity = {row.at("matrix"), row.contains("fingerprint") ? row.at("fingerprint") : json(stampOf(row))};
    for (const char* name : {"op", "dtype", "dense", "name", "costs", "options", "device", "seed", "repeats", "tune",
                             "valuesAsked", "version"})
        identity.push_back(row.value(name, json()));
    if (row.contains("inner"))
        identity.push_back(row.at("inner"));
    return hashOf(jsonText(identity));
}

// Do searches in other types start from what that in float32 has found?
bool startsFromFloat32(const Contest& contest)
{
    const auto isStart = [](const auto& option) { return option.first == startOption; };
    return std::none_of(contest.options.begin(), contest.options.end(), isStart) &&
           std::any_of(contest.planners.begin(), contest.planners.end(), [](const std::string& name) {
               return completeOptions(planner(parsePlanner(name).name), json::object()).contains(startOption);
           });
}

// What a run before gave, as the job of this row alone and of those that come with it.
json recordedIn(const RecordedTimes& times, const json& row)
{
    json time = times.of(row);
    if (time.is_object())
        time["job"] = 0;
    return time.is_object() ? time : json::object();
}

class Crew {
public:
    Crew(const BatchRequest& request, const std::vector<BatchCases>& cases, const GpuPlace& place, int threads,
         const AskLedger& ask, Progress& progress)
        : m_request(request), m_cases(cases), m_place(place), m_threads(threads), m_ask(ask), m_progress(progress),
          m_fromFloat32(startsFromFloat32(request.contest))
    {
    }
    void work();

private:
    // What the child said, or why it did not.
    struct Answer {
        json value;
        std::string problem;
        bool ended = false; // the child
        bool late = false;
    };

    void takeMatrix(const BatchMatrix& matrix);
    std::vector<json> rowsOf(const BatchCases& cases, const json& subject, const std::string& start) const;
    std::vector<json> openRows(const BatchCases& cases, const json& subject, const std::string& start) const;
    std::string graphOf(const BatchCases& cases, const json& subject) const;
    std::vector<json> compete(const BatchCases& cases, const BatchMatrix& matrix, const json& subject,
                              const std::string& start, std::vector<json> open);
    json contestOf(const BatchCases& cases, const std::string& start, const std::vector<json>& open) const;
    std::string readMatrix(const BatchMatrix& matrix, json& subject);
    Answer ask(const json& request, const std::function<void(const json& news)>& hear = {});
    void begin(const json& subject, const std::string& planner = {});

    const BatchRequest& m_request;
    const std::vector<BatchCases>& m_cases;
    const GpuPlace m_place;
    const int m_threads;
    const AskLedger& m_ask;
    Progress& m_progress;
    const bool m_fromFloat32;
    Clock::time_point m_latest; // of what the child is asked
    double m_childSeconds = 0;
    std::unique_ptr<ChildProcess> m_child;
    const BatchMatrix* m_held = nullptr; // by the child
};

void Crew::work()
{
    for (json next = m_ask({{"next", true}}); next.contains("matrix"); next = m_ask({{"next", true}}))
        takeMatrix(m_request.matrices.at(next.at("matrix").get<std::size_t>()));
    if (m_child) {
        m_child->endInput();
        m_child->wait([](const std::string&) {}, m_progress);
    }
}

void Crew::takeMatrix(const BatchMatrix& matrix)
{
    json subject = conditionsOf(matrix);
    if (const json known = m_ask({{"known", stampOf(subject)}}); known.contains("facts"))
        copyFacts(subject, known.at("facts"));
    std::string unreadable, found; // by the search in float32
    for (const BatchCases& cases : m_cases) {
        m_progress.check();
        const std::string start = cases.op.dtype == DataType::Float32 ? std::string() : found;
        std::vector<json> open = openRows(cases, subject, start);
        if (!open.empty() && m_held != &matrix && unreadable.empty()) {
            m_latest = Clock::now() + std::chrono::seconds(m_request.limitSeconds);
            begin(subject);
            unreadable = readMatrix(matrix, subject);
            open = openRows(cases, subject, start); // which may be there from another file
        }
        const std::int64_t left = std::ssize(open);
        json common = cases.common;
        common.update(subject);
        std::vector<json> rows;
        if (unreadable.empty())
            rows = compete(cases, matrix, subject, start, std::move(open));
        else
            for (json& row : open) {
                row["problem"] = unreadable;
                rows.push_back(std::move(row));
            }
        for (json& row : rows)
            row["date"] = session::dateNow();
        m_ask({{"rows", std::move(rows)},
               {"common", std::move(common)},
               {"cases", left},
               {"before", std::ssize(rowsOf(cases, subject, start)) - left},
               {"seconds", std::exchange(m_childSeconds, 0)}});
        if (unreadable.empty() && m_fromFloat32 && cases.op.dtype == DataType::Float32)
            found = graphOf(cases, subject);
    }
}

// With their keys. Where there is a start, those of planners that take one have it among their options.
std::vector<json> Crew::rowsOf(const BatchCases& cases, const json& subject, const std::string& start) const
{
    std::vector<json> rows = cases.rows;
    for (json& row : rows) {
        row.update(subject);
        json options = parseJson(row.at("options").get<std::string>(), {});
        if (!start.empty() && options.contains(startOption)) {
            options[startOption] = start;
            row["options"] = jsonText(options);
        }
        row["key"] = keyOf(row);
    }
    if (const auto& recorded = m_request.recorded; recorded && subject.contains("fingerprint"))
        std::erase_if(rows, [&](const json& row) { return recorded->of(row).is_null(); });
    return rows;
}

// Those that are not in the table.
std::vector<json> Crew::openRows(const BatchCases& cases, const json& subject, const std::string& start) const
{
    std::vector<json> rows = rowsOf(cases, subject, start);
    json keys = json::array();
    for (const json& row : rows)
        keys.push_back(row.at("key"));
    const json answer = m_ask({{"open", std::move(keys)}});
    const std::vector<std::string> open = answer.at("open");
    std::erase_if(rows, [&](const json& row) {
        return std::find(open.begin(), open.end(), row.at("key").get<std::string>()) == open.end();
    });
    return rows;
}

// What a planner that takes a start has found, in the table; or nothing.
std::string Crew::graphOf(const BatchCases& cases, const json& subject) const
{
    for (const json& row : rowsOf(cases, subject, {}))
        if (parseJson(row.at("options").get<std::string>(), {}).contains(startOption))
            if (const json answer = m_ask({{"foundIn", row.at("key")}}); answer.contains("found"))
                return answer.at("found");
    return {};
}

// The finished rows of these, and of the libraries' kernels.
std::vector<json> Crew::compete(const BatchCases& cases, const BatchMatrix& matrix, const json& subject,
                                const std::string& start, std::vector<json> open)
{
    std::vector<json> finished;
    const auto finish = [&](json row, const json& found, const std::string& problem) {
        if (m_request.recorded)
            row.update(recordedIn(*m_request.recorded, row));
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
        if (answer.problem.empty())
            answer = ask({{"contest", contestOf(cases, start, open)}}, [&](const json& news) {
                if (news.contains("begins"))
                    begin(subject, *(current = news.at("begins")));
                else
                    found[news.at("found").at("name")] = news.at("found");
            });
        if (answer.problem.empty()) {
            json common = cases.common;
            common.update(subject);
            for (const json& said : answer.value.at("rows")) {
                const auto asked = std::find_if(open.begin(), open.end(),
                                                [&](const json& row) { return row.at("name") == said.at("name"); });
                finish(asked == open.end() ? common : *asked, said, {});
            }
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
    return finished;
}

json Crew::contestOf(const BatchCases& cases, const std::string& start, const std::vector<json>& open) const
{
    const Contest& contest = m_request.contest;
    json asked = {{"planners", json::array()},     {"op", name(cases.op.kind)},
                  {"dtype", name(cases.op.dtype)}, {"dense", cases.op.dense},
                  {"inner", cases.op.inner},       {"calibration", contest.base.calibration},
                  {"whatIf", contest.base.whatIf}, {"options", contest.options},
                  {"threads", m_threads},          {"cost-model", contest.base.costModel}};
    if (!start.empty())
        asked["options"].push_back({startOption, start});
    for (const json& row : open)
        asked["planners"].push_back(row.at("name"));
    if (const auto& run = m_request.run) {
        asked["run"] = {{"host", m_place.host},    {"device", m_place.device}, {"seed", run->seed},
                        {"repeats", run->repeats}, {"tune", run->tune},        {"libraries", m_request.libraries}};
        if (run->values)
            asked["run"]["values"] = name(*run->values);
    }
    return asked;
}

// Why it cannot be read, or nothing; then its facts are known.
std::string Crew::readMatrix(const BatchMatrix& matrix, json& subject)
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

Crew::Answer Crew::ask(const json& request, const std::function<void(const json&)>& hear)
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

void Crew::begin(const json& subject, const std::string& planner)
{
    m_ask({{"begins", {subject.at("matrix"), planner}}});
}

} // namespace

std::vector<BatchCases> casesOf(const BatchRequest& request)
{
    const Contest& contest = request.contest;
    checkBatch(request);
    const Calibration calibration = calibrationOf(contest.base);
    const std::string costs =
        hashOf(calibrationText(calibration) + (calibration.own ? textOf(*calibration.own) : std::string()));
    std::vector<Operator> operators = request.operators;
    if (startsFromFloat32(contest))
        std::stable_partition(operators.begin(), operators.end(),
                              [](const Operator& op) { return op.dtype == DataType::Float32; });
    std::vector<BatchCases> all;
    for (const Operator& op : operators) {
        BatchCases& cases = all.emplace_back(BatchCases{op, json::object(), {}});
        cases.common = {{"op", name(op.kind)}, {"dtype", name(op.dtype)}, {"dense", op.dense}, {"version", version()}};
        if (op.relational())
            cases.common["inner"] = op.inner;
        if (request.recorded)
            cases.common["device"] = request.device;
        if (request.run)
            cases.common.update({{"device", request.device},
                                 {"seed", std::to_string(request.run->seed)},
                                 {"repeats", request.run->repeats},
                                 {"tune", request.run->tune}});
        if (request.run && request.run->values)
            cases.common["valuesAsked"] = name(*request.run->values);
        for (const std::string& name : contest.planners) {
            const SearchRequest asked = requestFor(contest, name);
            const json options = completeOptions(planner(asked.planner), asked.options);
            const std::string by =
                isProgramPlanner(asked.planner)
                    ? hashOf(readText(asked.planner.substr(std::string(programPlannerPrefix).size())))
                    : std::string();
            json& row = cases.rows.emplace_back(cases.common);
            row.update({{"name", name},
                        {"kind", "planner"},
                        {"calibration", calibration.name},
                        {"costs", costs + by}, // what may change a result, a program's text too
                        {"lineOrder", sparsescope::name(orderAsked(options))},
                        {"options", jsonText(options)}});
        }
    }
    return all;
}

std::int64_t casesOfMatrix(const std::vector<BatchCases>& cases)
{
    std::int64_t count = 0;
    for (const BatchCases& one : cases)
        count += std::ssize(one.rows);
    return count;
}

void workOnBatch(const BatchRequest& request, const std::vector<BatchCases>& cases, const GpuPlace& place, int threads,
                 const AskLedger& ask, Progress& progress)
{
    Crew(request, cases, place, threads, ask, progress).work();
}

} // namespace sparsescope
