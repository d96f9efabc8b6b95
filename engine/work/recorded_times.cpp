#include "engine/work/recorded_times.h"

#include "engine/core/csv.h"
#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/io/gzip.h"
#include "engine/search/planner.h"
#include "engine/search/request.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace sparsescope {

namespace {

using nlohmann::json;

std::string plannerKey(const std::string& name, const json& options)
{
    return name + " " + jsonText(options);
}

// A planner as lists name it; nothing where this program has it no more.
std::string listedKey(const std::string& text)
{
    try {
        SearchRequest request;
        applyChange(request, "planner", text);
        return plannerKey(request.planner, completeOptions(planner(request.planner), request.options));
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Usage)
            throw;
        return {};
    }
}

std::string operatorKey(const std::string& op, const std::string& dtype, const std::string& dense)
{
    return fmt::format(" {} {} {}", op, dtype, dense);
}

std::string namedKey(const std::string& matrix, const std::string& rows, const std::string& cols,
                     const std::string& nnz)
{
    return fmt::format("{} {} {} {}", matrix, rows, cols, nnz);
}

constexpr const char* neededTitles[] = {"matrix", "rows", "cols", "nnz",        "op",       "dtype",
                                        "dense",  "name", "kind", "measuredNs", "verified", "problem"};

// A row of a table by its titles.
class TitledRow {
public:
    TitledRow(const std::vector<std::string>& titles, const std::vector<std::string>& fields, Where where)
        : m_titles(titles), m_fields(fields), m_where(std::move(where))
    {
    }
    const std::string& operator[](const char* title) const
    {
        static const std::string none;
        const auto found = std::find(m_titles.begin(), m_titles.end(), title);
        return found == m_titles.end() ? none : m_fields[static_cast<std::size_t>(found - m_titles.begin())];
    }
    const Where& where() const { return m_where; }
    // Nothing where the field is empty, or the result was no number.
    void copyNumber(json& to, const char* title) const
    {
        const std::string& text = (*this)[title];
        if (text.empty())
            return;
        double number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc{} || end != text.data() + text.size() || number < 0)
            failInput(fmt::format("\"{}\" is no number from 0", text),
                      {.file = m_where.file, .line = m_where.line, .call = title});
        if (std::isfinite(number))
            to[title] = number;
    }

private:
    const std::vector<std::string>& m_titles;
    const std::vector<std::string>& m_fields;
    Where m_where;
};

// The columns of a batch that say what came of a run.
json timeIn(const TitledRow& row)
{
    json time = json::object();
    for (const char* title : {"measuredNs", "lowNs", "highNs", "relativeError"})
        row.copyNumber(time, title);
    if (time.contains("measuredNs"))
        time["verified"] = row["verified"] == "yes";
    if (!row["values"].empty())
        time["valuesTaken"] = row["values"];
    if (!row["problem"].empty())
        time["problem"] = row["problem"];
    return time;
}

json timeOf(const Profile& profile)
{
    return {{"measuredNs", profile.kernel.medianNs},  {"lowNs", profile.kernel.lowNs},
            {"highNs", profile.kernel.highNs},        {"verified", profile.verified},
            {"relativeError", profile.relativeError}, {"valuesTaken", name(profile.conditions.values)},
            {"driver", profile.conditions.driver},    {"cuda", profile.conditions.cuda},
            {"clockMHz", profile.conditions.clockMHz}};
}

std::string textOf(const json& row, const char* column)
{
    const auto found = row.find(column);
    return found == row.end() ? std::string() : found->is_string() ? found->get<std::string>() : found->dump();
}

} // namespace

void RecordedTimes::read(const std::string& path, Progress& progress)
{
    const auto count = [&] {
        std::size_t all = 0;
        for (const auto& [subject, one] : m_cases)
            all += one.file == m_files ? one.times.size() : 0;
        return all;
    };
    if (session::isSession(path))
        readRuns(session::readSession(path, progress), path);
    else
        readTable(path, progress);
    if (count() == 0)
        failInput("holds no plan that was run of a case that no file before holds", {.file = path});
    ++m_files;
}

void RecordedTimes::add(const std::string& subject, const std::string& planner, json time)
{
    const auto [found, added] = m_cases.try_emplace(subject, Case{m_files, {}});
    if (found->second.file == m_files)
        found->second.times[planner] = std::move(time);
}

void RecordedTimes::requireDevice(const std::string& device, const Where& where)
{
    if (device.empty() && m_device.empty())
        failInput("does not say on which GPU it was measured: name it with --on", where);
    if (!device.empty() && !m_device.empty() && device != m_device)
        failInput(fmt::format("was measured on {}, not {}: forests learn from one", device, m_device), where);
    if (!device.empty())
        m_device = device;
}

void RecordedTimes::readTable(const std::string& path, Progress& progress)
{
    withTextFile(path, progress, [&](std::string_view text) {
        CsvReader csv(text, path);
        for (const char* needed : neededTitles)
            if (std::find(csv.titles().begin(), csv.titles().end(), needed) == csv.titles().end())
                failInput(fmt::format("is neither a session nor a table of compare: no column {}", needed),
                          {.file = path});
        for (std::vector<std::string> fields; csv.next(fields);) {
            progress.check();
            const TitledRow row(csv.titles(), fields, {.file = path, .line = csv.line()});
            json time = timeIn(row);
            const std::string planner = row["kind"] == "planner" ? listedKey(row["name"]) : std::string();
            if (planner.empty() || time.empty())
                continue;
            if (time.contains("measuredNs"))
                requireDevice(row["device"], row.where());
            add(namedKey(row["matrix"], row["rows"], row["cols"], row["nnz"]) +
                    operatorKey(row["op"], row["dtype"], row["dense"]),
                planner, std::move(time));
        }
    });
}

// The last of several runs of a plan counts.
void RecordedTimes::readRuns(const session::Session& session, const std::string& path)
{
    for (const session::SessionRun& run : session.runs) {
        const Plan& plan = session.plans.at(static_cast<std::size_t>(run.plan)).plan;
        const Operator& op = run.profile.op;
        requireDevice(run.profile.conditions.device, {.file = path});
        add(session.matrix->fingerprint().text() + operatorKey(name(op.kind), name(op.dtype), std::to_string(op.dense)),
            plannerKey(plan.planner, plan.options), timeOf(run.profile));
    }
}

json RecordedTimes::of(const json& row) const
{
    const std::string op = operatorKey(textOf(row, "op"), textOf(row, "dtype"), textOf(row, "dense"));
    const Case* first = nullptr;
    for (const std::string& matrix : {textOf(row, "fingerprint"), namedKey(textOf(row, "matrix"), textOf(row, "rows"),
                                                                           textOf(row, "cols"), textOf(row, "nnz"))})
        if (const auto found = m_cases.find(matrix + op);
            found != m_cases.end() && (!first || found->second.file < first->file))
            first = &found->second;
    if (!first)
        return {};
    const std::string named = textOf(row, "name");
    const auto time =
        first->times.find(plannerKey(parsePlanner(named).name, parseJson(textOf(row, "options"), {.file = "options"})));
    return time == first->times.end() ? json() : time->second;
}

} // namespace sparsescope
