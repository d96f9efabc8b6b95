// Writing a session: one transaction into a fresh file, which is then renamed into place.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/session/columns.h"
#include "engine/session/database.h"
#include "engine/session/matrix_blob.h"
#include "engine/session/schema.h"
#include "engine/session/session.h"

#include "engine/plan/plan_file.h"

#include <filesystem>
#include <fmt/format.h>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;

// The matrix in few enough bytes to travel with its session, or nothing when its file can be read again instead.
MatrixBlob blobToEmbed(const Matrix& matrix, const std::string& path)
{
    constexpr std::int64_t mostPacked = 16 << 20;
    constexpr std::int64_t mostTried = 8 * mostPacked;  // larger ones do not shrink so far: not worth the time
    std::error_code ignored;
    const bool elsewhere = !path.empty() && fs::is_regular_file(path, ignored);
    if (elsewhere && matrix.bytes() > mostTried)
        return {};
    MatrixBlob blob = packMatrix(matrix);
    if (elsewhere && blob.bytes() >= static_cast<std::uint64_t>(mostPacked))
        return {};
    return blob;
}

std::int64_t writeMatrix(Database& database, const Matrix& matrix)
{
    std::error_code ignored;
    MatrixSource source = matrix.source();
    if (!source.path.empty())
        source.path = fs::absolute(source.path, ignored).lexically_normal().string();
    const MatrixBlob blob = blobToEmbed(matrix, source.path);
    const std::string fingerprint = matrix.fingerprint().text();
    const std::string sourceText = sourceToJson(source).dump();
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

std::int64_t operatorKey(Database& database, const Operator& op)
{
    const std::string kind = name(op.kind);
    const std::string dtype = name(op.dtype);
    Statement insert(database, "INSERT OR IGNORE INTO operator (kind, dtype, dense) VALUES (?,?,?)");
    insert.bindText(kind).bindText(dtype).bind(op.dense).insert();
    Statement key(database, "SELECT id FROM operator WHERE kind = ? AND dtype = ? AND dense = ?");
    key.bindText(kind).bindText(dtype).bind(op.dense).step();
    return key.integer(0);
}

std::int64_t deviceKey(Database& database, const Conditions& c)
{
    Statement insert(database, "INSERT OR IGNORE INTO device (name, chip, architecture, sms) VALUES (?,?,?,?)");
    insert.bindText(c.device).bindText(c.chip).bindText(c.architecture).bind(c.sms).insert();
    Statement key(database, "SELECT id FROM device WHERE name = ? AND chip = ? AND architecture = ? AND sms = ?");
    key.bindText(c.device).bindText(c.chip).bindText(c.architecture).bind(c.sms).step();
    return key.integer(0);
}

std::int64_t writePlanRow(Database& database, const SessionPlan& item, std::int64_t matrix)
{
    const PlanBlob blob = planToBlob(item.plan);
    Statement insert(database, "INSERT INTO plan (matrix, operator, planner, json, arrays) VALUES (?,?,?,?,?)");
    insert.bind(matrix).bind(operatorKey(database, item.plan.op)).bindText(item.plan.planner);
    insert.bindText(blob.json).bindBlob(blob.arrays).insert();
    const std::int64_t key = database.lastRow();

    const std::string lines = traceToText(item.trace, item.plan);
    const std::string packed = deflateBytes(lines);
    Statement trace(database, "INSERT INTO trace (plan, bytes, lines) VALUES (?,?,?)");
    trace.bind(key).bind(static_cast<std::int64_t>(lines.size())).bindBlob(packed).insert();
    return key;
}

void writeRun(Database& database, const Profile& profile, std::int64_t plan)
{
    const std::string text = toJson(profile).dump();
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

}  // namespace

void writeSession(const Session& session, const std::string& path)
{
    const auto require = [](bool right, const char* rule) {
        if (!right)
            throw Error(ErrorKind::Internal, rule, {.call = "writeSession"});
    };
    require(session.matrix != nullptr, "a session needs a matrix");
    for (const SessionRun& run : session.runs)
        require(run.plan >= 0 && run.plan < static_cast<int>(session.plans.size()), "a run belongs to no plan");

    writeAtomically(path, [&](const std::string& temporary) {
        std::error_code ignored;
        fs::remove(temporary, ignored);  // left by a process that was killed
        Database database(temporary, Database::Mode::Create, path);
        database.run(fmt::format("PRAGMA application_id = {}", sessionApplicationId).c_str());
        database.run(fmt::format("PRAGMA user_version = {}", sessionSchemaVersion).c_str());
        database.run("BEGIN");
        database.run(sessionTables);
        database.run("INSERT INTO meta VALUES ('program', 'Sparsescope')");
        const std::int64_t matrix = writeMatrix(database, *session.matrix);
        std::vector<std::int64_t> plans;
        for (const SessionPlan& item : session.plans)
            plans.push_back(writePlanRow(database, item, matrix));
        for (const SessionRun& run : session.runs)
            writeRun(database, run.profile, plans[static_cast<std::size_t>(run.plan)]);
        database.run("COMMIT");
    });
}

}  // namespace sparsescope
