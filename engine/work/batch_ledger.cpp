#include "engine/work/batch_ledger.h"

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/json_text.h"
#include "engine/core/text.h"
#include "engine/core/version.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <numeric>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* facts[] = {"matrix",     "fingerprint", "rows",        "cols",     "nnz",
                                 "longestRow", "rowVariance", "shortestRow", "emptyRows"};

std::string aboutSeconds(double seconds)
{
    constexpr double minute = 60, hour = 3600;
    return seconds < 1.5 * minute ? fmt::format("{:.0f} s", seconds)
           : seconds < 1.5 * hour ? fmt::format("{:.0f} min", seconds / minute)
                                  : fmt::format("{:.1f} h", seconds / hour);
}

// About how many bytes a matrix has as text, before it is read: of a file what the file has, of a pattern what its
// non-zeros or rows say.
double expectedBytes(const BatchMatrix& matrix)
{
    if (!matrix.file.empty()) {
        constexpr double unpacked = 3; // times a compressed file
        std::error_code ignored;
        const auto bytes = static_cast<double>(fs::file_size(matrix.file, ignored));
        return ignored ? 0 : bytes * (matrix.file.ends_with(".gz") ? unpacked : 1);
    }
    constexpr double ofNonZero = 12, ofRow = 100;
    const auto number = [&](const char* name) {
        const auto value = matrix.parameters.find(name);
        return value != matrix.parameters.end() && value->is_number() ? value->get<double>() : 0.0;
    };
    return std::max(ofNonZero * number("nnz"), ofRow * number("rows"));
}

} // namespace

std::string hashOf(const std::string& text)
{
    return hex64(hashArray(std::span<const char>(text)));
}

std::string stampOf(const json& row)
{
    return jsonText({row.at("source"), row.value("fileBytes", json()), row.value("fileChanged", json())});
}

void copyFacts(json& to, const json& from)
{
    for (const char* fact : facts)
        if (from.contains(fact))
            to[fact] = from.at(fact);
}

BatchLedger::BatchLedger(const BatchRequest& request, std::int64_t cases, bool largeFirst, BatchTable& table,
                         Progress& progress)
    : m_table(table), m_progress(progress), m_order(request.matrices.size())
{
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    if (largeFirst) {
        std::vector<double> bytes;
        for (const BatchMatrix& matrix : request.matrices)
            bytes.push_back(expectedBytes(matrix));
        std::stable_sort(m_order.begin(), m_order.end(),
                         [&](std::size_t a, std::size_t b) { return bytes[a] > bytes[b]; });
    }
    m_count.all = cases;
    table.each([&](const json& row) {
        if (row.contains("fingerprint") && row.value("version", std::string()) == version())
            copyFacts(m_known[stampOf(row)], row);
        keepGraph(row);
    });
}

void BatchLedger::stop()
{
    const std::lock_guard lock(m_mutex);
    m_stopped = true;
}

json BatchLedger::answer(const json& question)
{
    const std::lock_guard lock(m_mutex);
    if (question.contains("rows")) // what has been done counts, whatever comes
        add(question);
    if (m_stopped)
        throw Error(ErrorKind::Cancelled, "cancelled");
    json answer = json::object();
    if (question.contains("next")) {
        if (m_dealt < m_order.size())
            answer["matrix"] = m_order[m_dealt++];
    } else if (question.contains("known")) {
        if (const auto known = m_known.find(question.at("known")); known != m_known.end())
            answer["facts"] = known->second;
    } else if (question.contains("open")) {
        answer["open"] = json::array();
        for (const json& key : question.at("open")) {
            m_asked.insert(key.get<std::string>());
            if (!m_table.has(key))
                answer["open"].push_back(key);
        }
    } else if (question.contains("foundIn")) {
        if (const auto found = m_graphs.find(question.at("foundIn")); found != m_graphs.end())
            answer["found"] = found->second;
    } else if (question.contains("begins")) {
        report(question.at("begins").at(0), question.at("begins").at(1));
    }
    return answer;
}

void BatchLedger::add(const json& told)
{
    const std::int64_t firstJob = m_table.nextJob();
    std::vector<json> rows(told.at("rows").begin(), told.at("rows").end());
    for (json& row : rows) {
        const std::int64_t job = firstJob + row.value("job", std::int64_t{0});
        if (row.contains("job"))
            row["job"] = job;
        if (!row.contains("key"))
            row["key"] = hashOf(jsonText({told.at("common"), row.at("name"), job}));
        keepGraph(row);
    }
    // Another crew may have had the same matrix from another file.
    std::erase_if(rows, [&](const json& row) { return m_table.has(row.at("key")); });
    if (std::any_of(rows.begin(), rows.end(), [](const json& row) { return row.at("kind") == "planner"; }))
        m_table.add(rows);
    m_count.before += told.at("before").get<std::int64_t>();
    m_count.done += told.at("before").get<std::int64_t>() + told.at("cases").get<std::int64_t>();
    m_childSeconds += told.at("seconds").get<double>();
}

void BatchLedger::keepGraph(const json& row)
{
    if (std::string graph = row.value("graph", std::string()); !graph.empty())
        m_graphs[row.at("key")] = std::move(graph);
}

void BatchLedger::report(const std::string& matrix, const std::string& planner)
{
    constexpr std::size_t width = 30; // so that all of it fits a line
    const std::int64_t here = m_count.done - m_count.before;
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    const auto all = static_cast<double>(m_count.all);
    const std::string left =
        here == 0 ? std::string()
                  : fmt::format(", about {} left", aboutSeconds(elapsed / static_cast<double>(here) *
                                                                static_cast<double>(m_count.all - m_count.done)));
    m_progress.report(fmt::format("{} of {} cases{}: {} {}", formatCount(m_count.done), formatCount(m_count.all), left,
                                  matrix.substr(0, width), planner),
                      static_cast<double>(m_count.done) / all);
}

BatchSummary BatchLedger::summary()
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
            fmt::format("{} {} {}{} {}", row.at("op").get<std::string>(), row.at("dtype").get<std::string>(),
                        row.contains("inner") ? fmt::format("{} x ", row.at("inner").get<std::int64_t>()) : "",
                        row.at("dense").get<std::int64_t>(), row.at("name").get<std::string>());
        ++summary.ratios[group].cases;
        logarithms[group] += std::log(rival->second / ns);
    });
    for (auto& [group, ratio] : summary.ratios)
        ratio.geometricMean = std::exp(logarithms[group] / static_cast<double>(ratio.cases));
    return summary;
}

} // namespace sparsescope
