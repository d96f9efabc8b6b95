// Searches and runs what is compared, ranks it, and writes it as a table.
#include "engine/work/contest.h"

#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/measure/baselines.h"
#include "engine/search/planner.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

namespace {

bool has(const Planner& planner, const std::string& option)
{
    const std::vector<PlannerOption> options = planner.options();
    return std::any_of(options.begin(), options.end(), [&](const PlannerOption& o) { return o.name == option; });
}

double relativeError(const Contestant& row)
{
    return row.profile ? row.profile->relativeError : row.baseline ? row.baseline->relativeError : 0;
}

// On which all of them were run, in one go.
std::string deviceOf(const std::vector<Contestant>& rows)
{
    for (const Contestant& row : rows)
        if (row.profile)
            return row.profile->conditions.device;
    return {};
}

void runRows(const std::vector<Contestant*>& rows, GpuJob job, Worker& worker, Progress& progress)
{
    for (const Contestant* row : rows)
        job.plans.push_back(std::make_shared<const Plan>(row->found->plan));
    session::Session session = worker.run(job, progress);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        Contestant& row = *rows[i];
        row.profile = session.runs.at(i).profile;
        row.values = row.profile->conditions.values;
        row.found->plan = std::move(session.plans.at(i).plan);
        if (!row.profile->verified) // the first message says why
            row.problem = row.profile->messages.empty() ? "the result is wrong" : row.profile->messages.front();
    }
}

} // namespace

SearchRequest requestFor(const Contest& contest, const std::string& name)
{
    SearchRequest request = contest.base;
    request.options = nlohmann::json::object();
    applyChange(request, "planner", name);
    const Planner& chosen = planner(request.planner);
    for (const auto& [option, text] : contest.options)
        if (has(chosen, option) && !request.options.contains(option))
            applyChange(request, option, text);
    return request;
}

Contestant search(const Contest& contest, const std::string& name, const Matrix& matrix,
                  const DeviceCode& hasDeviceCode, Progress& progress)
{
    Contestant row;
    row.name = name;
    row.planned = true;
    const SearchRequest request = requestFor(contest, name);
    try {
        row.found = searchPlan(matrix, request, progress, contest.evaluator);
        // A search of milliseconds is timed by the best of three: the first one starts threads and fills caches.
        for (int again = 0; again < 2 && row.found->trace.searchSeconds < 0.1; ++again)
            row.found->trace.searchSeconds =
                std::min(row.found->trace.searchSeconds,
                         searchPlan(matrix, request, progress, contest.evaluator).trace.searchSeconds);
        row.summary = summarise(row.found->plan);
        row.cpuOnly = runsOnCpuOnly(row.summary, row.found->plan.op.kind, hasDeviceCode);
    } catch (const Error& e) {
        if (e.kind() == ErrorKind::Cancelled)
            throw;
        row.problem = e.what();
    }
    return row;
}

Timing Contestant::measured() const
{
    if (profile)
        return profile->kernel;
    return baseline && baseline->problem.empty() ? baseline->timing : Timing();
}

std::int64_t Contestant::memoryBytes() const
{
    return profile ? profile->memoryBytes : baseline ? baseline->memoryBytes : 0;
}

bool Contestant::verified() const
{
    return profile ? profile->verified : baseline && baseline->verified;
}

void checkContest(const Contest& contest)
{
    std::vector<const Planner*> asked;
    for (const std::string& name : contest.planners)
        asked.push_back(&planner(requestFor(contest, name).planner));
    // An option that no planner has would change nothing without a word.
    for (const auto& given : contest.options)
        if (std::none_of(asked.begin(), asked.end(), [&](const Planner* one) { return has(*one, given.first); }))
            failUsage(fmt::format("none of the planners compared has an option --{}", given.first));
}

std::vector<Contestant> searchAll(const Contest& contest, const Matrix& matrix, const DeviceCode& hasDeviceCode,
                                  Progress& progress)
{
    checkContest(contest);
    std::vector<Contestant> rows;
    for (const std::string& name : contest.planners)
        rows.push_back(search(contest, name, matrix, hasDeviceCode, progress));
    return rows;
}

void runAll(std::vector<Contestant>& rows, const MatrixPtr& matrix, const RunOptions& options, Worker& worker,
            Progress& progress, const Beside& beside)
{
    std::vector<Contestant*> able;
    for (Contestant& row : rows)
        if (row.found && !row.cpuOnly)
            able.push_back(&row);
    bool raced = !beside.libraries;
    int jobs = 0;
    const auto attempt = [&](const std::vector<Contestant*>& some) {
        for (Contestant* row : some)
            row->job = jobs;
        ++jobs;
        try {
            GpuJob job{matrix, {}, options};
            job.run.counters = beside.counters;
            job.run.brief = !beside.counters;
            job.run.baselines.clear();
            if (!raced)
                job.run.baselines = some.front()->found->plan.op.definition().baselines;
            runRows(some, std::move(job), worker, progress);
            raced = true;
            return true;
        } catch (const Error& e) {
            if (e.kind() == ErrorKind::Cancelled)
                throw;
            some.front()->problem = e.what();
            return false;
        }
    };
    if (able.empty() || attempt(able) || able.size() == 1)
        return;
    able.front()->problem.clear();
    for (Contestant* row : able)
        attempt({row});
}

std::map<std::string, double> countedIn(const std::vector<Counter>& counters)
{
    std::map<std::string, double> counted;
    for (const Counter& counter : counters)
        counted[counter.name] = counter.value;
    return counted;
}

std::vector<Contestant> libraryRows(const std::vector<Contestant>& rows)
{
    std::vector<Contestant> libraries;
    for (const Contestant& row : rows)
        for (const Baseline& baseline : row.profile ? row.profile->baselines : std::vector<Baseline>()) {
            Contestant& kernel = libraries.emplace_back();
            kernel.name = baseline.name;
            kernel.problem = baseline.problem.empty() && !baseline.verified ? "not verified" : baseline.problem;
            kernel.baseline = baseline;
            kernel.values = row.values;
            kernel.job = row.job;
        }
    return libraries;
}

std::vector<Contestant> fastestOfEach(const std::vector<Contestant>& libraries)
{
    std::vector<Contestant> fastest;
    for (const BaselineLibrary library : {BaselineLibrary::CuSparse, BaselineLibrary::CuBlas}) {
        const Contestant* best = nullptr;
        for (const Contestant& row : libraries)
            if (const double ns = rankedNs(row.ranked(), RankBy::Measurement);
                libraryOf(row.name) == library && ns > 0 &&
                (!best || ns < rankedNs(best->ranked(), RankBy::Measurement)))
                best = &row;
        if (best)
            fastest.push_back(*best);
    }
    return fastest;
}

double bestNs(const std::vector<Contestant>& rows, RankBy by)
{
    std::vector<Ranked> all;
    for (const Contestant& row : rows)
        all.push_back(row.ranked());
    return bestNs(std::span<const Ranked>(all), by);
}

double searchToCell(const Contestant& row, const std::vector<Contestant>& rows)
{
    for (const Contestant& other : rows)
        if (other.name == "cell" && other.found && row.found && other.found->trace.searchSeconds > 0)
            return row.found->trace.searchSeconds / other.found->trace.searchSeconds;
    return 0;
}

nlohmann::json toJson(const Contestant& row)
{
    nlohmann::json json = {{"name", row.name}, {"kind", row.planned ? "planner" : "library"}};
    if (!row.problem.empty())
        json["problem"] = row.problem;
    if (row.found) {
        const PlanSummary& s = row.summary;
        nlohmann::json byFormat = nlohmann::json::object();
        for (const auto& [name, count] : s.tilesByFormat)
            if (count > 0)
                byFormat[name] = count;
        json.update({{"predictedNs", row.predictedNs()},
                     {"bytes", s.bytes},
                     {"stored", s.places.stored},
                     {"padding", s.places.padding()},
                     {"redundant", s.places.redundant},
                     {"paddingRatio", s.places.paddingRatio()},
                     {"tiles", s.tiles},
                     {"atomicTiles", s.atomicTiles},
                     {"tilesByFormat", byFormat},
                     {"formats", formatsText(s)},
                     {"calibration", row.found->plan.calibration},
                     {"densePart", row.found->plan.densePart},
                     {"order", sparsescope::name(orderAsked(row.found->plan.options))},
                     {"searchSeconds", row.found->trace.searchSeconds},
                     {"runsOnGpu", !row.cpuOnly},
                     {"figures", row.found->plan.figures}});
        if (const std::string note = row.note(); !note.empty())
            json["note"] = note;
    }
    if (const Timing t = row.measured(); t.medianNs > 0)
        json.update({{"measuredNs", t.medianNs},
                     {"lowNs", t.lowNs},
                     {"highNs", t.highNs},
                     {"verified", row.verified()},
                     {"memoryBytes", row.memoryBytes()},
                     {"relativeError", relativeError(row)}});
    if (row.values)
        json["values"] = sparsescope::name(*row.values);
    nlohmann::json variants = nlohmann::json::object();
    if (row.profile)
        for (const Variant& variant : row.profile->variants) {
            variants[variant.parameters] = variant.ns;
            if (variant.chosen)
                json["variant"] = variant.parameters;
        }
    if (!variants.empty())
        json["variants"] = variants;
    return json;
}

nlohmann::json contestJson(const std::vector<Contestant>& rows, RankBy by)
{
    nlohmann::json json = nlohmann::json::array();
    const double best = bestNs(rows, by);
    for (const Contestant& row : rows) {
        nlohmann::json& one = json.emplace_back(toJson(row));
        if (const double toCell = searchToCell(row, rows); toCell > 0)
            one["searchToCell"] = toCell;
        if (const double ns = rankedNs(row.ranked(), by); ns > 0)
            one["ofBest"] = ns / best;
    }
    return json;
}

std::string contestCsv(const std::vector<Contestant>& rows, const Matrix& matrix, const Operator& op, RankBy by,
                       const std::vector<PublishedTime>& published)
{
    std::string table = "matrix,rows,cols,nnz,op,dtype,dense,name,kind,calibration,densePart,predictedNs,measuredNs,"
                        "lowNs,highNs,verified,relativeError,memoryBytes,values,device,ofBest,order,"
                        "bytes,stored,padding,redundant,tiles,atomicTiles,formats,searchSeconds,searchToCell,runsOnGpu,"
                        "note,problem,publishedNs\n";
    const double best = bestNs(rows, by);
    const std::string device = deviceOf(rows);
    for (const Contestant& row : rows) {
        table += fmt::format("{},{},{},{},{},{},{},{},{}", csvField(matrix.source().name), matrix.rows(), matrix.cols(),
                             matrix.nnz(), name(op.kind), name(op.dtype), op.dense, csvField(row.name),
                             row.planned ? "planner" : "library");
        table += row.found ? fmt::format(",{},{},{:.1f}", csvField(row.found->plan.calibration),
                                         row.found->plan.densePart, row.predictedNs())
                           : ",,,";
        const Timing t = row.measured();
        table += t.medianNs > 0 ? fmt::format(",{:.1f},{:.1f},{:.1f},{},{:.3g},{}", t.medianNs, t.lowNs, t.highNs,
                                              row.verified() ? "yes" : "no", relativeError(row), row.memoryBytes())
                                : ",,,,,,";
        table += fmt::format(",{},{}", row.values ? sparsescope::name(*row.values) : "",
                             t.medianNs > 0 ? csvField(device) : "");
        const double ns = rankedNs(row.ranked(), by);
        table += ns > 0 ? fmt::format(",{:.4f}", ns / best) : ",";
        table += fmt::format(",{}", row.found ? sparsescope::name(orderAsked(row.found->plan.options)) : "");
        if (row.found) {
            const PlanSummary& s = row.summary;
            const double toCell = searchToCell(row, rows);
            table += fmt::format(",{},{},{},{},{},{},{},{:.6f},{},{},{}", s.bytes, s.places.stored, s.places.padding(),
                                 s.places.redundant, s.tiles, s.atomicTiles, csvField(formatsText(s)),
                                 row.found->trace.searchSeconds, toCell > 0 ? fmt::format("{:.3f}", toCell) : "",
                                 row.cpuOnly ? "no" : "yes", csvField(row.note()));
        } else {
            table += ",,,,,,,,,,,";
        }
        table += "," + csvField(row.problem) + ",\n";
    }
    // No measurement of ours: their time stands in a column of its own.
    constexpr int between = 25; // columns
    for (const PublishedTime& time : published) {
        table +=
            fmt::format("{},{},{},{},{},{},{},{},published", csvField(matrix.source().name), matrix.rows(),
                        matrix.cols(), matrix.nnz(), name(op.kind), name(op.dtype), op.dense, csvField(textOf(time)));
        table += std::string(between, ',') + fmt::format(",{:.1f}\n", time.ns);
    }
    return table;
}

} // namespace sparsescope
