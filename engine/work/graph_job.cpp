// Writes a job's file and its lines, and reads them strictly.
#include "engine/work/graph_job.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_reader.h"
#include "engine/plan/graph/tiles.h"
#include "engine/work/device.h"
#include "engine/work/gpu_job.h"
#include "engine/work/members.h"

#include <cmath>
#include <filesystem>
#include <limits>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* asRequest = "request"; // which errors name, as they name files
constexpr const char* asAnswer = "answer";

std::vector<OperatorKind> kindsWithGraphs()
{
    std::vector<OperatorKind> kinds = operatorKinds();
    std::erase_if(kinds, [](OperatorKind kind) { return !hasGraphs(definitionOf(kind)); });
    return kinds;
}

double timeIn(const JsonReader& in, const char* member)
{
    const double ns = in.get<double>(member, 0);
    if (!(ns >= 0) || !std::isfinite(ns))
        in[member].fail("is no time");
    return ns;
}

// What another program said, read by `read`.
template <class Read>
auto said(const Read& read)
{
    try {
        return read();
    } catch (const Error& e) {
        throw Error(ErrorKind::Device,
                    fmt::format("the GPU worker does not answer as one of this version does: {}", e.what()));
    }
}

} // namespace

bool hasGraphs(const OperatorDefinition& op)
{
    return !op.sampled && op.axis.empty();
}

std::string writeGraphJob(const GraphJob& job, const std::string& folder, Progress& progress)
{
    const GraphSetting& setting = job.setting;
    json object = {{"matrix", writeJobMatrix(job.matrix, folder, progress)},
                   {"op", name(setting.op.kind)},
                   {"dtype", name(setting.op.dtype)},
                   {"device", setting.device},
                   {"seed", setting.seed}};
    if (setting.values)
        object["values"] = name(*setting.values);
    const std::string file = (fs::path(folder) / "job.json").string();
    writeText(file, jsonText(object, 2));
    return file;
}

GraphJobFile readGraphJob(const std::string& file)
{
    const json object = parseJson(readText(file), {.file = file});
    Members in(object, file);
    GraphJobFile job;
    GraphSetting& setting = job.setting;
    job.matrix = (fs::path(file).parent_path() / in.text("matrix")).string();
    setting.op = changed({}, in.oneOf("op", in.need("op"), kindsWithGraphs()));
    setting.op.dtype = in.oneOf("dtype", in.need("dtype"), allDataTypes);
    in.number("device", 0, mostDevices - 1, setting.device);
    in.number("seed", 0, std::numeric_limits<std::uint64_t>::max(), setting.seed);
    if (const json* values = in.find("values"))
        setting.values = in.oneOf("values", *values, matrixValues);
    in.checkKnown();
    return job;
}

std::string requestLine(std::span<const graph::Graph> graphs, const GraphTiming& timing)
{
    json all = json::array();
    for (const graph::Graph& graph : graphs)
        all.push_back(graph.json());
    return jsonText({{"graphs", std::move(all)},
                     {"padding", timing.padding},
                     {"compression", timing.compression == graph::Compression::On},
                     {"bestNs", timing.bestNs},
                     {"repeats", timing.repeats},
                     {"interleaved", timing.interleaved}}) +
           "\n";
}

GraphRequest readGraphRequest(std::string_view line)
{
    const json object = parseJson(line, {.file = asRequest});
    Members in(object, asRequest);
    GraphRequest asked;
    const json& graphs = in.need("graphs");
    if (!graphs.is_array())
        in.fail("graphs", fmt::format("takes a list of graphs, not {}", jsonText(graphs)));
    asked.graphs.assign(graphs.begin(), graphs.end());
    in.number("padding", 1.0, static_cast<double>(graph::mostPadding), asked.timing.padding);
    bool compression = true;
    in.flag("compression", compression);
    asked.timing.compression = compression ? graph::Compression::On : graph::Compression::Off;
    in.number("bestNs", 0.0, std::numeric_limits<double>::max(), asked.timing.bestNs);
    in.number("repeats", 1, mostRepeats, asked.timing.repeats);
    in.flag("interleaved", asked.timing.interleaved);
    in.checkKnown();
    return asked;
}

json toJson(const GraphTime& time)
{
    json one = json::object();
    if (time.ns > 0)
        one.update({{"ns", time.ns}, {"low", time.low}, {"high", time.high}});
    if (time.cut)
        one["cut"] = true;
    if (!time.problem.empty())
        one["problem"] = time.problem;
    if (time.refused)
        one["refused"] = true;
    return one;
}

GraphTime graphTimeFromJson(const json& json, const std::string& file)
{
    const JsonReader in(json, file);
    GraphTime time;
    time.problem = in.get<std::string>("problem", {});
    time.ns = timeIn(in, "ns");
    time.low = timeIn(in, "low");
    time.high = timeIn(in, "high");
    time.cut = in.get<bool>("cut", false);
    time.refused = in.get<bool>("refused", false);
    if ((time.ns > 0) != time.problem.empty() || (time.refused && time.problem.empty()))
        in.fail("has either a time or a problem");
    return time;
}

json answerOf(std::span<const GraphTime> times)
{
    json all = json::array();
    for (const GraphTime& time : times)
        all.push_back(toJson(time));
    return {{"times", std::move(all)}};
}

std::vector<GraphTime> timesIn(const json& line, std::size_t count)
{
    return said([&] {
        const JsonReader times = JsonReader(line, asAnswer)["times"];
        std::vector<GraphTime> all;
        for (const JsonReader& time : times.elements())
            all.push_back(graphTimeFromJson(time.value(), asAnswer));
        if (all.size() != count)
            times.fail(fmt::format("has {} elements, not {}", all.size(), count));
        return all;
    });
}

json toJson(const TimedOn& on)
{
    return {{"ready", {{"device", on.device}, {"driver", on.driver}, {"program", on.program}}}};
}

TimedOn timedOnIn(const json& line)
{
    return said([&] {
        const JsonReader ready = JsonReader(line, asAnswer)["ready"];
        return TimedOn{ready.get<std::string>("device"), ready.get<std::string>("driver"),
                       ready.get<std::string>("program")};
    });
}

} // namespace sparsescope
