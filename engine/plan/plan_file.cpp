#include "engine/plan/plan_file.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/hash.h"
#include "engine/core/json_text.h"
#include "engine/io/npy.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <tuple>

namespace sparsescope {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* schemaName = "sparsescope-plan";

template <class Member>
std::vector<std::int64_t> offsets(const Plan& plan, Member member)
{
    std::vector<std::int64_t> at{0};
    for (const Tile& tile : plan.tiling().tiles)
        at.push_back((tile.*member).end);
    return at;
}

template <class Value>
std::vector<Value> column(const Plan& plan, Value Tile::*member)
{
    std::vector<Value> values;
    values.reserve(plan.tiling().tiles.size());
    for (const Tile& tile : plan.tiling().tiles)
        values.push_back(tile.*member);
    return values;
}

std::string arraysOf(const Plan& plan, Progress& progress = noProgress())
{
    NpzArrays arrays;
    arrays["tile_format"] = toArray(column(plan, &Tile::format));
    arrays["tile_partition"] = toArray(column(plan, &Tile::partition));
    arrays["tile_level"] = toArray(column(plan, &Tile::level));
    arrays["tile_round"] = toArray(column(plan, &Tile::round));
    arrays["tile_cost"] = toArray(column(plan, &Tile::cost));
    arrays["tile_row_ptr"] = toArray(offsets(plan, &Tile::rows));
    arrays["tile_col_ptr"] = toArray(offsets(plan, &Tile::cols));
    arrays["tile_entry_ptr"] = toArray(offsets(plan, &Tile::entries));
    arrays["row_ids"] = toArray(plan.tiling().rowIds);
    arrays["col_ids"] = toArray(plan.tiling().colIds);
    arrays["entries"] = toArray(plan.tiling().entries);
    if (!plan.tiling().schedule.empty())
        arrays["task_sm"] = toArray(plan.tiling().schedule);
    return writeNpz(arrays, true, progress);
}

json headerOf(const Plan& plan, const std::string& arraysHash)
{
    json formats = json::array();
    for (const FormatPtr& format : plan.tiling().formats)
        formats.push_back({{"name", format->name()}, {"parameters", format->parameters()}});
    json partitions = json::array();
    for (const Partition& p : plan.tiling().partitions)
        partitions.push_back({{"parent", p.parent},
                              {"slice", p.slice},
                              {"rowBegin", p.rowBegin},
                              {"rowEnd", p.rowEnd},
                              {"colBegin", p.colBegin},
                              {"colEnd", p.colEnd},
                              {"device", p.device}});
    json competitors = json::array();
    for (const Competitor& c : plan.competitors)
        competitors.push_back({{"name", c.name}, {"predictedNs", c.predictedNs}});
    const PlanSummary s = summarise(plan);
    json byFormat = json::object();
    for (const auto& [name, count] : s.tilesByFormat)
        byFormat[name] = count;
    json header = {
        {"schema", schemaName},
        {"version", planSchemaVersion},
        {"matrix", {{"fingerprint", plan.matrix.text()}, {"rows", plan.rows}, {"cols", plan.cols}, {"nnz", plan.nnz}}},
        {"operator",
         {{"kind", name(plan.op.kind)},
          {"dtype", name(plan.op.dtype)},
          {"dense", plan.op.dense},
          {"densePart", plan.densePart}}},
        {"planner", plan.planner},
        {"options", plan.options},
        {"calibration", plan.calibration},
        {"predictedNs", plan.predictedNs},
        {"competitors", competitors},
        {"formats", formats},
        {"partitions", partitions},
        {"totals",
         {{"tiles", s.tiles},
          {"tilesByFormat", byFormat},
          {"levels", s.levels},
          {"rounds", s.rounds},
          {"atomicTiles", s.atomicTiles},
          {"stored", s.places.stored},
          {"owned", s.places.owned},
          {"redundant", s.places.redundant},
          {"bytes", s.bytes},
          {"csrBytes", s.csrBytes}}},
        {"arrays", {{"hash", arraysHash}}}};
    if (!plan.figures.empty())
        header["figures"] = plan.figures;
    return header;
}

std::string hashOf(const std::string& bytes)
{
    return hex64(hashArray(std::span<const char>(bytes)));
}

// Reads members of the header; says which one is missing or of the wrong type.
template <class T>
T member(const json& object, const char* key, const std::string& file, const std::string& path = {})
{
    try {
        return object.at(key).get<T>();
    } catch (const json::exception&) {
        failInput("is missing or has the wrong type", {.file = file, .call = path + key});
    }
}

void fillTiles(Plan& plan, const NpzArrays& arrays, const std::string& file)
{
    const auto format = fromArray<std::int32_t>(arrays, "tile_format", file);
    const auto partition = fromArray<std::int32_t>(arrays, "tile_partition", file);
    const auto level = fromArray<std::int32_t>(arrays, "tile_level", file);
    const auto round = fromArray<std::int32_t>(arrays, "tile_round", file);
    const auto cost = fromArray<double>(arrays, "tile_cost", file);
    const auto rows = fromArray<std::int64_t>(arrays, "tile_row_ptr", file);
    const auto cols = fromArray<std::int64_t>(arrays, "tile_col_ptr", file);
    const auto entries = fromArray<std::int64_t>(arrays, "tile_entry_ptr", file);
    plan.tiling().rowIds = fromArray<std::int32_t>(arrays, "row_ids", file);
    plan.tiling().colIds = fromArray<std::int32_t>(arrays, "col_ids", file);
    plan.tiling().entries = fromArray<std::uint32_t>(arrays, "entries", file);
    const std::size_t n = format.size();
    for (const auto& [name, size, wanted] :
         {std::tuple{"tile_partition", partition.size(), n}, std::tuple{"tile_level", level.size(), n},
          std::tuple{"tile_round", round.size(), n}, std::tuple{"tile_cost", cost.size(), n},
          std::tuple{"tile_row_ptr", rows.size(), n + 1}, std::tuple{"tile_col_ptr", cols.size(), n + 1},
          std::tuple{"tile_entry_ptr", entries.size(), n + 1}})
        if (size != wanted)
            failInput(fmt::format("has {} elements, {} are expected", size, wanted), {.file = file, .call = name});
    if (arrays.count("task_sm") > 0)
        plan.tiling().schedule = fromArray<std::int32_t>(arrays, "task_sm", file);
    for (std::size_t t = 0; t < n; ++t) {
        Tile tile;
        tile.format = format[t];
        tile.partition = partition[t];
        tile.level = level[t];
        tile.round = round[t];
        tile.cost = cost[t];
        tile.rows = {rows[t], rows[t + 1]};
        tile.cols = {cols[t], cols[t + 1]};
        tile.entries = {entries[t], entries[t + 1]};
        plan.tiling().tiles.push_back(tile);
    }
}

json parseHeader(const std::string& text, const std::string& file)
{
    json header;
    try {
        header = json::parse(text);
    } catch (const json::parse_error& e) {
        const auto line =
            1 +
            std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(e.byte, text.size())), '\n');
        failInput("is not valid JSON", {.file = file, .line = line});
    }
    if (!header.is_object() || header.value("schema", json()) != schemaName)
        failInput("is not a plan: \"schema\" is not \"sparsescope-plan\"", {.file = file});
    if (const int version = member<int>(header, "version", file); version > planSchemaVersion)
        failInput(fmt::format("has schema version {}, this program reads up to {}", version, planSchemaVersion),
                  {.file = file, .call = "version"});
    return header;
}

// Without a matrix: of some tiles.
Plan planFrom(const json& header, const std::string& arrays, const Matrix* matrix, const std::string& file,
              const std::string& arraysFile, Progress& progress = noProgress())
{
    Plan plan;
    try {
        const json m = member<json>(header, "matrix", file);
        plan.matrix = parseFingerprint(member<std::string>(m, "fingerprint", file, "matrix."));
        plan.rows = member<std::int64_t>(m, "rows", file, "matrix.");
        plan.cols = member<std::int64_t>(m, "cols", file, "matrix.");
        plan.nnz = member<std::int64_t>(m, "nnz", file, "matrix.");
        const json op = member<json>(header, "operator", file);
        plan.op.kind = parseOperatorKind(member<std::string>(op, "kind", file, "operator."));
        plan.op.dtype = parseDataType(member<std::string>(op, "dtype", file, "operator."));
        plan.op.dense = member<std::int64_t>(op, "dense", file, "operator.");
        plan.densePart = member<std::int64_t>(op, "densePart", file, "operator.");
        plan.planner = member<std::string>(header, "planner", file);
        plan.options = member<json>(header, "options", file);
        plan.calibration = member<std::string>(header, "calibration", file);
        plan.predictedNs = member<double>(header, "predictedNs", file);
        for (const json& c : member<json>(header, "competitors", file))
            plan.competitors.push_back({member<std::string>(c, "name", file), member<double>(c, "predictedNs", file)});
        plan.figures = header.value("figures", json::object());
        if (!plan.figures.is_object())
            failInput("is not an object", {.file = file, .call = "figures"});
        for (const json& f : member<json>(header, "formats", file))
            plan.tiling().formats.push_back(makeFormat(member<std::string>(f, "name", file, "formats."),
                                                       member<json>(f, "parameters", file, "formats.")));
        for (const json& p : member<json>(header, "partitions", file))
            plan.tiling().partitions.push_back(
                {member<std::int32_t>(p, "parent", file), member<std::int32_t>(p, "slice", file),
                 member<std::int64_t>(p, "rowBegin", file), member<std::int64_t>(p, "rowEnd", file),
                 member<std::int64_t>(p, "colBegin", file), member<std::int64_t>(p, "colEnd", file),
                 member<std::int32_t>(p, "device", file)});
        fillTiles(plan, readNpz(arrays, arraysFile), arraysFile);
        if (matrix == nullptr) {
            validateTiles(plan);
            return plan;
        }
        validateNewPlan(plan, *matrix, progress);
        if (const std::size_t tasks = plan.tiling().tiles.size() * static_cast<std::size_t>(plan.denseParts());
            !plan.tiling().schedule.empty() && plan.tiling().schedule.size() != tasks)
            failInput(fmt::format("has {} elements, {} are expected", plan.tiling().schedule.size(), tasks),
                      {.file = arraysFile, .call = "task_sm"});
        if (std::any_of(plan.tiling().schedule.begin(), plan.tiling().schedule.end(),
                        [](std::int32_t sm) { return sm < 0; }))
            failInput("holds a negative number of an SM", {.file = arraysFile, .call = "task_sm"});
    } catch (const Error& e) {
        // Which file it is about, where the part that failed did not know.
        if (!e.where().file.empty() || e.kind() == ErrorKind::Internal || e.kind() == ErrorKind::Cancelled)
            throw;
        throw Error(ErrorKind::Input, e.reason(), {.file = file, .call = e.where().call});
    }
    markAtomicTiles(plan);
    return plan;
}

Plan fromBlob(const PlanBlob& blob, const Matrix* matrix, const std::string& file)
{
    const json header = parseHeader(blob.json, file);
    if (hashOf(blob.arrays) != member<std::string>(member<json>(header, "arrays", file), "hash", file, "arrays."))
        failInput("the plan's arrays are damaged: their hash differs", {.file = file});
    return planFrom(header, blob.arrays, matrix, file, file);
}

} // namespace

PlanBlob planToBlob(const Plan& plan)
{
    PlanBlob blob;
    blob.arrays = arraysOf(plan);
    blob.json = jsonText(headerOf(plan, hashOf(blob.arrays)), 2);
    return blob;
}

Plan planFromBlob(const PlanBlob& blob, const Matrix& matrix, const std::string& file)
{
    return fromBlob(blob, &matrix, file);
}

Plan partFromBlob(const PlanBlob& blob, const std::string& file)
{
    return fromBlob(blob, nullptr, file);
}

void writePlan(const Plan& plan, const std::string& path, Progress& progress)
{
    progress.check();
    const std::string arrays = arraysOf(plan, progress);
    const std::string hash = hashOf(arrays);
    const fs::path target(path);
    const std::string name =
        fmt::format("{}.{}.npz", throughJson(target.stem().string()), hash); // as the JSON names it
    writeText((target.parent_path() / name).string(), arrays, progress);
    json header = headerOf(plan, hash);
    header["arrays"]["file"] = name;
    writeText(path, jsonText(header, 2) + "\n", progress);
}

Plan readPlan(const std::string& path, const Matrix& matrix, Progress& progress)
{
    const json header = parseHeader(readText(path), path);
    const json arrays = member<json>(header, "arrays", path);
    const auto name = member<std::string>(arrays, "file", path, "arrays.");
    if (fs::path(name).filename() != name)
        failInput(fmt::format("\"{}\" is not the name of a file beside the plan", name),
                  {.file = path, .call = "arrays.file"});
    const std::string arraysPath = (fs::path(path).parent_path() / name).string();
    const std::string bytes = readText(arraysPath);
    if (hashOf(bytes) != member<std::string>(arrays, "hash", path, "arrays."))
        failInput("was changed after the plan was written: its hash is not the one that the plan names",
                  {.file = arraysPath});
    progress.check();
    return planFrom(header, bytes, &matrix, path, arraysPath, progress);
}

} // namespace sparsescope
