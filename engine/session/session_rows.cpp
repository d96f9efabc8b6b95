// Rows of a session: matrix, plans, runs, views, notes.
#include "engine/session/session_rows.h"

#include "engine/core/at.h"
#include "engine/core/json_reader.h"
#include "engine/core/json_text.h"
#include "engine/io/gzip.h"
#include "engine/plan/plan_file.h"
#include "engine/session/columns.h"
#include "engine/session/schema.h"
#include "engine/session/session.h"
#include "engine/session/sweep_json.h"

#include <chrono>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>

namespace sparsescope::session {

namespace {

namespace fs = std::filesystem;

std::int64_t operatorKey(Database& database, const Operator& op)
{
    const std::string kind = name(op.kind);
    const std::string dtype = name(op.dtype);
    Statement insert(database, "INSERT OR IGNORE INTO operator (kind, dtype, dense, inner) VALUES (?,?,?,?)");
    insert.bindText(kind).bindText(dtype).bind(op.dense).bind(op.inner).insert();
    Statement key(database, "SELECT id FROM operator WHERE kind = ? AND dtype = ? AND dense = ? AND inner = ?");
    key.bindText(kind).bindText(dtype).bind(op.dense).bind(op.inner).step();
    return key.integer(0);
}

constexpr const char* viewColumns =
    "name, created, page, plan, step, row0, col0, rows_per_pixel, cols_per_pixel, width, "
    "height, fitted, tile, row_begin, row_end, col_begin, col_end, colouring, "
    "line_order";

void bindView(Statement& insert, const SavedView& view, std::span<const std::int64_t> plans)
{
    const auto orNull = [&](bool there, std::int64_t value) { there ? insert.bind(value) : insert.bindNull(); };
    insert.bindText(view.name).bindText(view.created).bindText(view.page);
    const bool plan = view.plan >= 0 && view.plan < static_cast<int>(plans.size());
    orNull(plan, plan ? plans[at(view.plan)] : 0);
    orNull(view.step >= 0, view.step);
    insert.bindReal(view.box.row0).bindReal(view.box.col0);
    insert.bindReal(view.box.rowsPerPixel).bindReal(view.box.colsPerPixel);
    insert.bind(view.box.width).bind(view.box.height).bind(view.fitted ? 1 : 0);
    orNull(view.tile >= 0, view.tile);
    const raster::ElementRect cells = view.cells.value_or(raster::ElementRect{});
    for (const std::int64_t edge : {cells.rowBegin, cells.rowEnd, cells.colBegin, cells.colEnd})
        orNull(view.cells.has_value(), edge);
    insert.bindText(view.colouring).bindText(view.order);
}

void writeTraceRow(Database& database, const Plan& plan, const Trace& trace, std::int64_t key)
{
    const std::string lines = traceToText(trace, plan);
    const std::string packed = deflateBytes(lines);
    Statement lineRow(database, "INSERT INTO trace (plan, bytes, lines) VALUES (?,?,?)");
    lineRow.bind(key).bind(static_cast<std::int64_t>(lines.size())).bindBlob(packed).insert();
}

// Each statement takes the key of a plan.
void deleteRows(Database& database, std::initializer_list<const char*> statements, std::int64_t key)
{
    for (const char* sql : statements) {
        Statement statement(database, sql);
        statement.bind(key).insert();
    }
}

} // namespace

std::string dateNow()
{
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

std::int64_t deviceKey(Database& database, const Conditions& c)
{
    Statement insert(database, "INSERT OR IGNORE INTO device (name, chip, architecture, sms) VALUES (?,?,?,?)");
    insert.bindText(c.device).bindText(c.chip).bindText(c.architecture).bind(c.sms).insert();
    Statement key(database, "SELECT id FROM device WHERE name = ? AND chip = ? AND architecture = ? AND sms = ?");
    key.bindText(c.device).bindText(c.chip).bindText(c.architecture).bind(c.sms).step();
    return key.integer(0);
}

std::int64_t writeMatrixRow(Database& database, const Matrix& matrix, const MatrixBlob& blob)
{
    std::error_code ignored;
    MatrixSource source = matrix.source();
    if (!source.path.empty())
        source.path = fs::absolute(source.path, ignored).lexically_normal().string();
    const std::string fingerprint = matrix.fingerprint().text();
    const std::string sourceText = jsonText(sourceToJson({source, matrix.slices()}));
    Statement insert(database, "INSERT INTO matrix (name, path, rows, cols, nnz, has_values, fingerprint, source, "
                               "row_lengths, column_gaps, value_data) VALUES (?,?,?,?,?,?,?,?,?,?,?)");
    insert.bindText(source.name).bindText(source.path);
    insert.bind(matrix.rows()).bind(matrix.cols()).bind(matrix.nnz()).bind(matrix.hasValues() ? 1 : 0);
    insert.bindText(fingerprint).bindText(sourceText);
    if (blob.rowLengths.empty())
        insert.bindNull().bindNull().bindNull();
    else
        insert.bindBlob(blob.rowLengths).bindBlob(blob.columnGaps);
    if (!blob.rowLengths.empty() && matrix.hasValues())
        insert.bindBlob(blob.values);
    insert.insert();
    return database.lastRow();
}

std::int64_t writePlanRow(Database& database, const Plan& plan, const Trace& trace, const std::string& title,
                          std::int64_t matrix)
{
    const PlanBlob blob = planToBlob(plan);
    Statement insert(database,
                     "INSERT INTO plan (matrix, operator, planner, title, json, arrays) VALUES (?,?,?,?,?,?)");
    insert.bind(matrix).bind(operatorKey(database, plan.op)).bindText(plan.planner);
    insert.bindText(title.empty() ? plan.planner : title);
    insert.bindText(blob.json).bindBlob(blob.arrays).insert();
    const std::int64_t key = database.lastRow();
    writeTraceRow(database, plan, trace, key);
    return key;
}

void replacePlanRow(Database& database, std::int64_t key, const Plan& plan, const Trace& trace,
                    const std::string& title)
{
    const PlanBlob blob = planToBlob(plan);
    Statement update(database,
                     "UPDATE plan SET operator = ?, planner = ?, title = ?, json = ?, arrays = ? WHERE id = ?");
    update.bind(operatorKey(database, plan.op)).bindText(plan.planner);
    update.bindText(title.empty() ? plan.planner : title);
    update.bindText(blob.json).bindBlob(blob.arrays).bind(key).insert();
    deleteRows(database, {"DELETE FROM run WHERE plan = ?", "DELETE FROM trace WHERE plan = ?"}, key);
    writeTraceRow(database, plan, trace, key);
}

void removePlanRow(Database& database, std::int64_t key)
{
    deleteRows(database,
               {"DELETE FROM run WHERE plan = ?", "DELETE FROM trace WHERE plan = ?",
                "UPDATE view_state SET plan = NULL WHERE plan = ?", "UPDATE bookmark SET plan = NULL WHERE plan = ?",
                "DELETE FROM plan WHERE id = ?"},
               key);
}

void setProgramsOfPlanRow(Database& database, std::int64_t key, const KeptPrograms& programs)
{
    Statement select(database, "SELECT json FROM plan WHERE id = ?");
    select.bind(key);
    if (!select.step())
        return;
    nlohmann::json plan = parseJson(std::string(select.text(0)), {.file = database.file()});
    keepPrograms(plan["options"], programs);
    const std::string text = jsonText(plan);
    Statement update(database, "UPDATE plan SET json = ? WHERE id = ?");
    update.bindText(text).bind(key).insert();
}

void writeRunRow(Database& database, const Profile& profile, std::int64_t plan)
{
    const std::string text = jsonText(toJson(profile));
    const std::vector<TaskTime>& tasks = profile.taskTimes;
    const std::string columns[] = {packColumn(tasks, &TaskTime::tile), packColumn(tasks, &TaskTime::part),
                                   packColumn(tasks, &TaskTime::sm),   packColumn(tasks, &TaskTime::start),
                                   packColumn(tasks, &TaskTime::end),  packColumn(tasks, &TaskTime::inSituNs)};
    const std::string tile = packColumn(profile.saturated, &SaturatedTime::tile);
    const std::string ns = packColumn(profile.saturated, &SaturatedTime::ns);
    Statement insert(database,
                     "INSERT INTO run (plan, device, date, json, tasks, task_tile, task_part, task_sm, task_start, "
                     "task_end, task_in_situ_ns, tiles, tile_id, tile_saturated_ns) "
                     "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    insert.bind(plan).bind(deviceKey(database, profile.conditions)).bindText(profile.conditions.date).bindText(text);
    insert.bind(static_cast<std::int64_t>(tasks.size()));
    for (const std::string& column : columns)
        insert.bindBlob(column);
    insert.bind(static_cast<std::int64_t>(profile.saturated.size())).bindBlob(tile).bindBlob(ns).insert();
}

void writeSweepRow(Database& database, const FinishedSweep& sweep, std::int64_t matrix)
{
    const std::string text = sweepToText(sweep);
    Statement insert(database, "INSERT INTO sweep (matrix, json) VALUES (?,?)");
    insert.bind(matrix).bindText(text).insert();
}

void writeViewState(Database& database, const SavedView& view, std::span<const std::int64_t> plans)
{
    Statement insert(database, fmt::format("INSERT OR REPLACE INTO view_state (id, {}) VALUES "
                                           "(1,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                                           viewColumns)
                                   .c_str());
    bindView(insert, view, plans);
    insert.insert();
}

void writeBookmarks(Database& database, const std::vector<SavedView>& bookmarks, std::span<const std::int64_t> plans)
{
    database.run("DELETE FROM bookmark");
    Statement insert(
        database,
        fmt::format("INSERT INTO bookmark ({}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", viewColumns).c_str());
    for (const SavedView& view : bookmarks) {
        bindView(insert, view, plans);
        insert.insert();
    }
}

void writeNote(Database& database, const std::string& text)
{
    database.run("DELETE FROM note");
    if (text.empty())
        return;
    const std::string now = dateNow();
    Statement insert(database, "INSERT INTO note (id, written, text) VALUES (1,?,?)");
    insert.bindText(now).bindText(text).insert();
}

void writePublished(Database& database, const std::vector<PublishedTime>& times)
{
    database.run("DELETE FROM published");
    Statement insert(database, "INSERT INTO published (matrix, kind, dtype, dense, inner, gpu, source, ns) "
                               "VALUES (?,?,?,?,?,?,?,?)");
    for (const PublishedTime& time : times) {
        const std::string kind = name(time.op.kind), dtype = name(time.op.dtype);
        insert.bindText(time.matrix).bindText(kind).bindText(dtype).bind(time.op.dense).bind(time.op.inner);
        insert.bindText(time.gpu).bindText(time.source).bindReal(time.ns).insert();
    }
}

} // namespace sparsescope::session
