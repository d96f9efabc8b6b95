// Many matrices, each planned by several planners for several types and dense extents, and on request run: a row for
// each case in a table that outlives whatever happens. A child process takes the cases, so that one which takes it down
// costs itself alone; on several GPUs, and of several ranks, each has a child of its own.
#pragma once

#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/measure/run_options.h"
#include "engine/work/batch_table.h"
#include "engine/work/contest.h"
#include "engine/work/ranks.h"

#include <cstdint>
#include <functional>
#include <istream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace sparsescope {

class RecordedTimes;

// A matrix that is read from a file, or made from a pattern.
struct BatchMatrix {
    std::string file;                      // matrix, sequence of masks or session; empty: made
    std::string pattern;                   // else the kind
    nlohmann::json parameters;             // of the kind, all of them
    std::optional<std::int64_t> mask = {}; // of a sequence
    std::string family = {};               // of matrices that are alike; empty: the file's folder, or the pattern
};

struct GpuPlace {
    std::string host; // as workerOn() takes it
    int device = 0;
};

// What the child is sent for it.
nlohmann::json askedFor(const BatchMatrix& matrix);

struct BatchRequest {
    std::vector<BatchMatrix> matrices;
    Contest contest; // of each matrix for each of these:
    std::vector<Operator> operators;
    int threads = 0;               // of a search; 0: all cores
    std::optional<RunOptions> run; // where plans are to be measured
    bool libraries = true;         // their kernels beside them
    std::vector<GpuPlace> devices; // where they are, on these GPUs, a crew for each; none: the run's
    std::string device;            // their name, one for all: times of others are other cases
    std::shared_ptr<const RecordedTimes>
        recorded;           // where nothing is run: times of `device`; cases without one are left out
    int limitSeconds = 600; // of a contest: searches, and runs
    std::string program;    // the child, and what leads it to serveBatch()
    std::vector<std::string> arguments;
};

// Cases, which a planner's answer is each.
struct BatchCount {
    std::int64_t all = 0;
    std::int64_t before = 0; // that were in the table
    std::int64_t done = 0;   // with those before
};

// What became of the cases that were asked for.
struct BatchSummary {
    BatchCount cases;
    std::map<std::string, std::int64_t> failures; // by reason
    // The best library's time over the plan's: where both were measured in one job and are right.
    struct Ratio {
        std::int64_t cases = 0;
        double geometricMean = 0;
    };
    std::map<std::string, Ratio> ratios; // by "spmm f16 32 stile"
    double childSeconds = 0;             // that the child worked, this time
};

// Throws Error(Usage) for planners, options and a limit with which no case can end well.
void checkBatch(const BatchRequest& request);

// Does what the table has not, and tells how far it is: one matrix after another, or, of several crews and ranks, as
// many at once as there are GPUs, large ones first. Where a search among graphs is told no start, those in other types
// start from what that in float32 has found. Matrices that cannot be read, planners that refuse, children that die and
// contests beyond the limit are rows with the reason. Throws Error: what checkBatch() throws before the first case,
// Usage there for a calibration too, and where another rank asks for something else; Device where the child cannot be
// started, Input where the table cannot be written, Cancelled; what of another rank with its number. What the table has
// by then counts.
BatchSummary runBatch(const BatchRequest& request, BatchTable& table, Progress& progress, Ranks* ranks = nullptr);
// The same on a rank other than 0, whose table it is. Whatever keeps it from its work, rank 0 is told.
void helpWithBatch(const BatchRequest& request, Ranks& ranks, Progress& progress);
// Where there is no request: on rank 0 all others are sent away, on others rank 0 is told the reason.
void leaveBatch(Ranks& ranks, const Error& reason);

// The child's side: takes matrices and contests from the lines of `in` and answers on standard output until they end.
// Throws Error(Input) for a line that is none of these, Error(Cancelled).
using WorkerOf = std::function<std::shared_ptr<Worker>(const std::string& host)>;
void serveBatch(std::istream& in, const DeviceCode& hasDeviceCode, const WorkerOf& workerOf, Progress& progress);

} // namespace sparsescope
