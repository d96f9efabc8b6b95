// What the child of a batch does: reads or makes a matrix, searches, runs, and says so in JSON lines.
#include "engine/core/error.h"
#include "engine/core/json_reader.h"
#include "engine/core/parallel.h"
#include "engine/matrix/patterns/kinds.h"
#include "engine/plan/graph/graph.h"
#include "engine/search/liteform/features.h"
#include "engine/search/planner.h"
#include "engine/session/session.h"
#include "engine/work/batch.h"
#include "engine/work/measuring_evaluator.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>

namespace sparsescope {

namespace {

using nlohmann::json;

MatrixPtr matrixOf(const JsonReader& asked, Progress& progress)
{
    if (asked.has("file")) {
        std::optional<std::int64_t> mask;
        if (asked.has("mask"))
            mask = asked.get<std::int64_t>("mask");
        return session::openMatrix(asked.get<std::string>("file"), progress, mask);
    }
    return makePattern(asked.get<std::string>("pattern"), asked.get<json>("parameters"), progress);
}

json factsOf(const Matrix& matrix)
{
    const liteform::Features features = liteform::featuresOf(matrix);
    return {{"matrix", matrix.source().name},
            {"fingerprint", matrix.fingerprint().text()},
            {"rows", features.rows},
            {"cols", features.cols},
            {"nnz", features.nnz},
            {"longestRow", static_cast<std::int64_t>(features.length.most)},
            {"shortestRow", static_cast<std::int64_t>(features.length.least)},
            {"emptyRows", features.emptyRows},
            {"rowVariance", features.length.deviation * features.length.deviation}};
}

Contest contestOf(const JsonReader& asked)
{
    Contest contest;
    contest.planners = asked.get<std::vector<std::string>>("planners");
    for (const char* name : {"op", "dtype", "calibration", "cost-model"})
        applyChange(contest.base, name, asked.get<std::string>(name));
    contest.base.op.dense = asked.get<std::int64_t>("dense");
    contest.base.op.inner = asked.get<std::int64_t>("inner");
    contest.base.whatIf = asked.get<std::vector<std::string>>("whatIf");
    for (const JsonReader& option : asked["options"].elements())
        contest.options.emplace_back(option.element(0).as<std::string>(), option.element(1).as<std::string>());
    for (const std::string& planner : contest.planners)
        chooseProgramsOf(requestFor(contest, planner)); // as the command line did
    return contest;
}

// One for each host, which keeps its connection.
class Workers {
public:
    explicit Workers(const WorkerOf& make) : m_make(make) {}
    Worker& of(const std::string& host)
    {
        std::shared_ptr<Worker>& worker = m_there[host];
        if (!worker)
            worker = m_make(host);
        return *worker;
    }

private:
    const WorkerOf& m_make;
    std::map<std::string, std::shared_ptr<Worker>> m_there;
};

RunOptions runOf(const JsonReader& asked)
{
    RunOptions options;
    options.device = asked.get<int>("device");
    const JsonReader seed = asked["seed"];
    if (!seed.value().is_number_unsigned())
        seed.fail("is no whole number from 0");
    options.seed = seed.value().get<std::uint64_t>();
    options.repeats = asked.get<int>("repeats");
    options.tune = asked.get<bool>("tune");
    if (asked.has("values"))
        options.values = parseMatrixValues(asked.get<std::string>("values"));
    return options;
}

// What a sample of the matrix' rows says of it, whether or not there is a plan.
std::optional<double> estimateOf(const Contest& contest, const std::string& name, const Matrix& matrix,
                                 Progress& progress)
{
    const SearchRequest request = requestFor(contest, name);
    try {
        return planner(request.planner)
            .estimate(matrix, glimpse(matrix), *makeCostModel(calibrationOf(request), request.op), request.options,
                      progress);
    } catch (const Error& e) {
        if (e.kind() == ErrorKind::Cancelled)
            throw;
        return {}; // the search has said why
    }
}

void addEstimate(json& row, const std::optional<double>& ns)
{
    if (ns)
        row["estimatedNs"] = *ns;
}

// What is known of it alone.
json foundOf(const Contestant& row)
{
    json one = toJson(row);
    if (!row.found)
        return one;
    const json& figures = row.found->plan.figures;
    const json::json_pointer graph("/graph"), evaluated("/graphSearch/evaluated");
    if (figures.contains(graph))
        one["graph"] = graph::readGraph(figures.at(graph), {}).canonicalText();
    if (figures.contains(evaluated))
        one["evaluated"] = figures.at(evaluated);
    return one;
}

// With the conditions of the run that measured it.
json rowOf(const Contestant& row, const std::vector<Contestant>& rows)
{
    json one = foundOf(row);
    if (row.measured().medianNs <= 0)
        return one;
    one["job"] = row.job;
    if (row.values)
        one["valuesTaken"] = name(*row.values);
    if (one.contains("variants"))
        one["variants"] = jsonText(one["variants"]);
    for (const Contestant& measured : rows)
        if (measured.profile && measured.job == row.job)
            one.update({{"driver", measured.profile->conditions.driver},
                        {"cuda", measured.profile->conditions.cuda},
                        {"clockMHz", measured.profile->conditions.clockMHz}});
    return one;
}

// Each planner's answer is told as it comes: what was found before one that takes the process down is not lost.
std::vector<json> rowsOf(const JsonReader& asked, const MatrixPtr& matrix, const DeviceCode& hasDeviceCode,
                         Workers& workers, Progress& progress)
{
    Contest contest = contestOf(asked);
    Worker* worker = asked.has("run") ? &workers.of(asked["run"].get<std::string>("host")) : nullptr;
    if (worker)
        contest.evaluator = measuringBy(*worker, matrix, runOf(asked["run"]));
    std::vector<Contestant> rows;
    std::vector<std::optional<double>> estimates;
    withThreads(asked.get<int>("threads"), [&] {
        for (const std::string& planner : contest.planners) {
            printLine({{"begins", planner}});
            rows.push_back(search(contest, planner, *matrix, hasDeviceCode, progress));
            estimates.push_back(estimateOf(contest, planner, *matrix, progress));
            json found = foundOf(rows.back());
            addEstimate(found, estimates.back());
            printLine({{"found", std::move(found)}});
        }
    });
    if (worker) {
        printLine({{"begins", ""}});
        runAll(rows, matrix, runOf(asked["run"]), *worker, progress,
               {.libraries = asked["run"].get<bool>("libraries")});
    }
    std::vector<Contestant> all = rows;
    for (Contestant& library : libraryRows(rows))
        all.push_back(std::move(library));
    std::vector<json> answers(all.size());
    std::transform(all.begin(), all.end(), answers.begin(), [&](const Contestant& row) { return rowOf(row, rows); });
    for (std::size_t i = 0; i < estimates.size(); ++i)
        addEstimate(answers[i], estimates[i]);
    return answers;
}

} // namespace

json askedFor(const BatchMatrix& matrix)
{
    if (matrix.file.empty())
        return {{"pattern", matrix.pattern}, {"parameters", matrix.parameters}};
    json asked = {{"file", matrix.file}};
    if (matrix.mask)
        asked["mask"] = *matrix.mask;
    return asked;
}

void serveBatch(std::istream& in, const DeviceCode& hasDeviceCode, const WorkerOf& workerOf, Progress& progress)
{
    Workers workers(workerOf);
    MatrixPtr matrix;
    for (std::string line; std::getline(in, line);) {
        const auto begin = std::chrono::steady_clock::now();
        const json request = parseJson(line, {.file = "request"});
        const JsonReader asked(request, "request");
        json answer;
        try {
            if (asked.has("contest")) {
                if (!matrix)
                    asked.fail("comes before a matrix");
                answer["rows"] = rowsOf(asked["contest"], matrix, hasDeviceCode, workers, progress);
            } else {
                matrix.reset(); // so that two need no place at once
                matrix = matrixOf(asked["matrix"], progress);
                answer["facts"] = factsOf(*matrix);
            }
        } catch (const Error& e) {
            if (e.kind() == ErrorKind::Cancelled)
                throw;
            answer["problem"] = e.what();
        }
        answer["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        printLine(answer);
    }
}

} // namespace sparsescope
