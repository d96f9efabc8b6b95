#include "engine/plan/plan_file.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/hash.h"
#include "engine/core/json_reader.h"
#include "engine/io/npy.h"
#include "engine/plan/header_json.h"
#include "engine/plan/launch_order.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <tuple>

namespace sparsescope {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

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
    arrays["tile_chain"] = toArray(column(plan, &Tile::chain));
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

json jsonOf(const Plan& plan, const std::string& arraysHash)
{
    // Before they could be chosen, sub-tasks were launched by their cost and parts of rows added.
    const bool chosen =
        plan.tiling().launchOrder != LaunchOrder::Longest || plan.tiling().splitSums != SplitSums::Atomic;
    json made = headerJson(plan, plan.op.inFloat64() ? 3 : chosen ? 2 : 1);
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
    const PlanSummary s = summarise(plan);
    json byFormat = json::object();
    for (const auto& [name, count] : s.tilesByFormat)
        byFormat[name] = count;
    made["matrix"] = {{"fingerprint", plan.matrix.text()}, {"rows", plan.rows}, {"cols", plan.cols}, {"nnz", plan.nnz}};
    made["formats"] = formats;
    made["partitions"] = partitions;
    made["totals"] = {{"tiles", s.tiles},        {"tilesByFormat", byFormat},       {"levels", s.levels},
                      {"rounds", s.rounds},      {"atomicTiles", s.atomicTiles},    {"stored", s.places.stored},
                      {"owned", s.places.owned}, {"redundant", s.places.redundant}, {"bytes", s.bytes},
                      {"csrBytes", s.csrBytes}};
    made["arrays"] = {{"hash", arraysHash}};
    if (chosen) {
        made["launchOrder"] = name(plan.tiling().launchOrder);
        made["splitSums"] = name(plan.tiling().splitSums);
    }
    return made;
}

std::string hashOf(const std::string& bytes)
{
    return hex64(hashArray(std::span<const char>(bytes)));
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
    const auto chain = arrays.count("tile_chain") > 0 ? fromArray<double>(arrays, "tile_chain", file)
                                                      : std::vector<double>(n); // as before it was kept
    for (const auto& [name, size, wanted] :
         {std::tuple{"tile_partition", partition.size(), n}, std::tuple{"tile_level", level.size(), n},
          std::tuple{"tile_round", round.size(), n}, std::tuple{"tile_cost", cost.size(), n},
          std::tuple{"tile_chain", chain.size(), n}, std::tuple{"tile_row_ptr", rows.size(), n + 1},
          std::tuple{"tile_col_ptr", cols.size(), n + 1}, std::tuple{"tile_entry_ptr", entries.size(), n + 1}})
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
        tile.chain = chain[t];
        tile.rows = {rows[t], rows[t + 1]};
        tile.cols = {cols[t], cols[t + 1]};
        tile.entries = {entries[t], entries[t + 1]};
        plan.tiling().tiles.push_back(tile);
    }
}

// A tile takes fewer than 100 bytes of its own and owns a non-zero; rows, columns and entries of all tiles together are
// as many as places are stored, of which a format has a few thousand for each non-zero at worst. Some formats name rows
// that hold nothing too.
std::uint64_t mostArrayBytes(const Matrix& matrix)
{
    constexpr std::uint64_t forEach = 1 << 16;
    return forEach * (static_cast<std::uint64_t>(matrix.nnz()) + static_cast<std::uint64_t>(matrix.rows()) + 1);
}

// The JSON of a plan that has tiles.
json parseTiled(const std::string& text, const std::string& file)
{
    json plan = parsePlanJson(text, file);
    if (hasRule(plan))
        failInput("is a dynamic plan, whose tiles are those of each mask: give it with the masks that it is for",
                  {.file = file});
    return plan;
}

// What the plan says of the matrix has to be what the matrix says.
void readMatrix(Plan& plan, const JsonReader& in, const Matrix& matrix)
{
    plan.matrix = parseFingerprint(in.get<std::string>("fingerprint"));
    plan.rows = in.integer("rows", 0, INT32_MAX);
    plan.cols = in.integer("cols", 0, INT32_MAX);
    plan.nnz = in.integer("nnz", 0, INT32_MAX);
    requireMatrix(plan, matrix);
    plan.slices = matrix.slices(); // which are part of the fingerprint
}

void readHeader(Plan& plan, const JsonReader& in, const Matrix& matrix)
{
    readMatrix(plan, in["matrix"], matrix);
    readHeaderJson(plan, in);
    for (const JsonReader& f : in["formats"].elements())
        try {
            plan.tiling().formats.push_back(makeFormat(f.get<std::string>("name"), f.get<json>("parameters")));
        } catch (const Error& e) { // a graph's nodes have places of their own
            if (e.where().call.empty() || !e.where().file.empty())
                throw;
            failInput(e.reason(),
                      {.call = fmt::format("formats[{}].parameters.{}", plan.tiling().formats.size(), e.where().call)});
        }
    for (const JsonReader& p : in["partitions"].elements()) {
        const auto before = static_cast<std::int64_t>(plan.tiling().partitions.size());
        Partition partition;
        partition.parent = static_cast<std::int32_t>(p.integer("parent", -1, before - 1));
        partition.slice = static_cast<std::int32_t>(p.integer("slice", 0, INT32_MAX));
        partition.rowBegin = p.integer("rowBegin", 0, plan.rows);
        partition.rowEnd = p.integer("rowEnd", partition.rowBegin, plan.rows);
        partition.colBegin = p.integer("colBegin", 0, plan.cols);
        partition.colEnd = p.integer("colEnd", partition.colBegin, plan.cols);
        partition.device = static_cast<std::int32_t>(p.integer("device", 0, INT32_MAX));
        plan.tiling().partitions.push_back(partition);
    }
}

template <class Value>
Value namedValue(const JsonReader& in, const char* member, Value before, std::initializer_list<Value> all)
{
    const auto text = in.get<std::string>(member, name(before));
    for (const Value value : all)
        if (name(value) == text)
            return value;
    in[member].fail(fmt::format("\"{}\" is none of {} and {}", text, name(*all.begin()), name(*(all.end() - 1))));
}

// After markAtomicTiles(), which chooses for plans that are made.
void readLaunch(Tiling& tiling, const JsonReader& in)
{
    tiling.launchOrder = namedValue(in, "launchOrder", LaunchOrder::Longest, {LaunchOrder::Longest, LaunchOrder::Rows});
    tiling.splitSums = namedValue(in, "splitSums", SplitSums::Atomic, {SplitSums::Slots, SplitSums::Atomic});
}

void checkSchedule(const Plan& plan, const std::string& file)
{
    const std::vector<std::int32_t>& schedule = plan.tiling().schedule;
    const std::size_t tasks = plan.tiling().tiles.size() * static_cast<std::size_t>(plan.denseParts());
    if (!schedule.empty() && schedule.size() != tasks)
        failInput(fmt::format("has {} elements, {} are expected", schedule.size(), tasks),
                  {.file = file, .call = "task_sm"});
    if (std::any_of(schedule.begin(), schedule.end(), [](std::int32_t sm) { return sm < 0 || sm >= mostOf::sms; }))
        failInput(fmt::format("holds a number of an SM outside 0 to {}", mostOf::sms - 1),
                  {.file = file, .call = "task_sm"});
}

// Calls check(plan) on what was read; an error of it names the file, where it did not know it.
template <class Check>
Plan planFrom(const json& header, const std::string& arrays, const Matrix& matrix, const std::string& file,
              const std::string& arraysFile, Progress& progress, const Check& check)
{
    Plan plan;
    try {
        readHeader(plan, JsonReader(header, file), matrix);
        fillTiles(plan, readNpz(arrays, arraysFile, mostArrayBytes(matrix), progress), arraysFile);
        check(plan);
        readLaunch(plan.tiling(), JsonReader(header, file));
        checkSchedule(plan, arraysFile);
    } catch (const Error& e) {
        if (!e.where().file.empty() || e.kind() == ErrorKind::Internal || e.kind() == ErrorKind::Cancelled)
            throw;
        throw Error(ErrorKind::Input, e.reason(), {.file = file, .call = e.where().call});
    }
    return plan;
}

template <class Check>
Plan fromBlob(const PlanBlob& blob, const Matrix& matrix, const std::string& file, Progress& progress,
              const Check& check)
{
    const json header = parseTiled(blob.json, file);
    if (hashOf(blob.arrays) != JsonReader(header, file)["arrays"].get<std::string>("hash"))
        failInput("the plan's arrays are damaged: their hash differs", {.file = file});
    return planFrom(header, blob.arrays, matrix, file, file, progress, check);
}

} // namespace

PlanBlob planToBlob(const Plan& plan)
{
    PlanBlob blob;
    blob.arrays = arraysOf(plan);
    blob.json = jsonText(jsonOf(plan, hashOf(blob.arrays)), 2);
    return blob;
}

Plan planFromBlob(const PlanBlob& blob, const Matrix& matrix, const std::string& file, Progress& progress)
{
    return fromBlob(blob, matrix, file, progress, [&](Plan& read) {
        validateNewPlan(read, matrix, progress);
        markAtomicTiles(read);
    });
}

Plan partFromBlob(const PlanBlob& blob, const Matrix& matrix, const std::string& file, Progress& progress)
{
    return fromBlob(blob, matrix, file, progress, [&](Plan& read) { validatePart(read, matrix, progress); });
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
    json header = jsonOf(plan, hash);
    header["arrays"]["file"] = name;
    writeText(path, jsonText(header, 2) + "\n", progress);
}

Plan readPlan(const std::string& path, const Matrix& matrix, Progress& progress)
{
    const json header = parseTiled(readText(path), path);
    const JsonReader arrays = JsonReader(header, path)["arrays"];
    const auto name = arrays.get<std::string>("file");
    if (name.find('\0') != std::string::npos || fs::path(name).filename() != name)
        arrays["file"].fail(fmt::format("\"{}\" is not the name of a file beside the plan", name));
    const std::string arraysPath = (fs::path(path).parent_path() / name).string();
    const std::string bytes = readText(arraysPath, mostArrayBytes(matrix));
    if (arrays.has("hash") && hashOf(bytes) != arrays.get<std::string>("hash"))
        failInput("was changed after the plan was written: its hash is not the one that the plan names",
                  {.file = arraysPath});
    return planFrom(header, bytes, matrix, path, arraysPath, progress, [&](Plan& read) {
        validateNewPlan(read, matrix, progress);
        markAtomicTiles(read);
    });
}

} // namespace sparsescope
