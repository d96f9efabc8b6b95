// The job that times graphs on a GPU: the file in which the worker is handed it, and the lines of JSON by which it is
// asked and answers.
#pragma once

#include "engine/core/progress.h"
#include "engine/measure/run_options.h"
#include "engine/search/evaluator.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sparsescope {

// What graphs are multiplied with, and where.
struct GraphSetting {
    Operator op = {};                        // one that has graphs
    int device = 0;                          // as RunOptions has it
    std::uint64_t seed = 1;                  // of x, and of the matrix where it takes random values
    std::optional<MatrixValues> values = {}; // none: as takeValues() chooses
    bool operator==(const GraphSetting&) const = default;
};

// As programs hold it.
struct GraphJob {
    MatrixPtr matrix;
    GraphSetting setting;
};

// As the worker takes it.
struct GraphJobFile {
    std::string matrix; // file or session
    GraphSetting setting;
};

// Graphs are of operators without a dense axis, whose output has a row for each row of the matrix.
bool hasGraphs(const OperatorDefinition& op);

// Writes matrix (unless the file that it came from still holds it) and job.json into the folder, and returns the path
// of job.json. Throws Error(Input).
std::string writeGraphJob(const GraphJob& job, const std::string& folder, Progress& progress = noProgress());

// Reads {"matrix", "op", "dtype", "device", "seed", "values"}: `matrix`, `op` and `dtype` have to be there, the path
// counts from the file's folder. Throws Error(Input) naming file and member.
GraphJobFile readGraphJob(const std::string& file);

// A request, one line: {"graphs": [graph, ...], "padding", "compression", "bestNs", "repeats", "interleaved"}.
std::string requestLine(std::span<const graph::Graph> graphs, const GraphTiming& timing);

struct GraphRequest {
    std::vector<nlohmann::json> graphs; // not looked at
    GraphTiming timing;
};
// Throws Error(Input) naming the member.
GraphRequest readGraphRequest(std::string_view line);

// Its answer: {"times": [{"ns", "low", "high", "cut", "problem", "refused"}, ...]}, where 0, false and empty texts are
// left out.
nlohmann::json answerOf(std::span<const GraphTime> times);
// So many of them. Throws Error(Device) where it is the answer of another version.
std::vector<GraphTime> timesIn(const nlohmann::json& answer, std::size_t count);

// One of them, as it is also kept. Throws Error(Input).
nlohmann::json toJson(const GraphTime& time);
GraphTime graphTimeFromJson(const nlohmann::json& json, const std::string& file);

// What the worker says first, {"ready": {"device", "driver", "program"}}: beside matrix and setting, times are of
// these.
struct TimedOn {
    std::string device;  // "NVIDIA H200"
    std::string driver;  // "580.159.03"
    std::string program; // the worker and its compiler; another one may make other kernels
    bool operator==(const TimedOn&) const = default;
};
nlohmann::json toJson(const TimedOn& on);
// Throws Error(Device) where it is the line of another version.
TimedOn timedOnIn(const nlohmann::json& line);

// How the worker begins what it says while kernels run: what takes long then is a kernel that does not end.
inline constexpr const char* timingGraphs = "timing graphs";

} // namespace sparsescope
