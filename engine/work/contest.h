// One matrix planned by several planners, predicted and on request run on a GPU beside the libraries' kernels: a row
// for each, ranked.
#pragma once

#include "engine/measure/profile.h"
#include "engine/measure/published.h"
#include "engine/search/ranking.h"
#include "engine/search/request.h"
#include "engine/work/worker.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope {

struct Contest {
    std::vector<std::string> planners; // as parsePlanner() reads them
    SearchRequest base; // operator, calibration and changed costs; planner and options are each planner's own
    std::vector<std::pair<std::string, std::string>> options; // name and text; each goes to the planners that have it
    MakeEvaluator evaluator = {};                             // what planners may ask; empty: the cost model alone
};

// A planner, or a kernel of a library that the plans are raced against.
struct Contestant {
    std::string name;
    bool planned = false;              // by a planner
    std::string problem;               // why there is no plan, or no time
    std::optional<SearchResult> found; // of a planner; the seconds are those of the quickest of up to three searches
    PlanSummary summary;
    bool cpuOnly = false;               // the GPU has no code for its formats
    std::optional<Profile> profile;     // of a planner's plan that was run
    std::optional<Baseline> baseline;   // of a library's kernel
    std::optional<MatrixValues> values; // that it was measured with
    int job = 0;                        // that measured it, of the jobs of one runAll(): times of others are no rivals

    double predictedNs() const { return found ? found->plan.predictedNs : 0; }
    Timing measured() const; // zeros where nothing was
    bool verified() const;
    std::int64_t memoryBytes() const; // of the GPU during one product; 0: not measured
    Ranked ranked() const { return {predictedNs(), measured().medianNs, verified(), cpuOnly}; }
    std::string note() const { return found ? predictionNote(found->borrowed, cpuOnly) : std::string(); }
};

// What one of the planners is asked.
SearchRequest requestFor(const Contest& contest, const std::string& planner);
// Asks one. Where it has no plan the row says why. Throws Error(Usage) for options of another type, Error(Cancelled).
Contestant search(const Contest& contest, const std::string& planner, const Matrix& matrix,
                  const DeviceCode& hasDeviceCode, Progress& progress);
// Asks every planner in turn. One that has no plan says why in its row. Throws Error(Usage) for an unknown planner and
// for an option that none of them has, before the first search, and Error(Cancelled).
std::vector<Contestant> searchAll(const Contest& contest, const Matrix& matrix, const DeviceCode& hasDeviceCode,
                                  Progress& progress);
// Throws what searchAll() throws before the first search.
void checkContest(const Contest& contest);

// Runs the plans that the GPU has code for, all in one job, verified and timed; the first that ends well beside all of
// the operator's baselines, unless there are to be none. Where a fault ended the job each plan runs in one of its own,
// and it costs one row alone. Of `options` baselines, counters and brief are set here: hardware counters, where they
// are wanted, take whole runs. Throws Error(Cancelled).
struct Beside {
    bool libraries = true;
    bool counters = false;
};
void runAll(std::vector<Contestant>& rows, const MatrixPtr& matrix, const RunOptions& options, Worker& worker,
            Progress& progress, const Beside& beside = {});

std::map<std::string, double> countedIn(const std::vector<Counter>& counters); // by their names

// Rows of the libraries' kernels, out of the run that raced them.
std::vector<Contestant> libraryRows(const std::vector<Contestant>& rows);
// The fastest row of each library, the first one of each where several are as fast.
std::vector<Contestant> fastestOfEach(const std::vector<Contestant>& libraries);

// The shortest time that a row is ranked by; 0: none has a rank.
double bestNs(const std::vector<Contestant>& rows, RankBy by);
// The search's time over that of planner cell, which LiteForm measures overheads by; 0: one of them was not searched.
double searchToCell(const Contestant& row, const std::vector<Contestant>& rows);

// A line a row with titles, times in ns.
std::string contestCsv(const std::vector<Contestant>& rows, const Matrix& matrix, const Operator& op, RankBy by,
                       const std::vector<PublishedTime>& published = {});
nlohmann::json toJson(const Contestant& row);                               // what is known of it alone
nlohmann::json contestJson(const std::vector<Contestant>& rows, RankBy by); // a list

} // namespace sparsescope
