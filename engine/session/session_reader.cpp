// Reading a session: nothing in it is believed before it is checked.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/io/parts.h"
#include "engine/io/reader.h"
#include "engine/plan/header_json.h"
#include "engine/plan/plan_file.h"
#include "engine/session/columns.h"
#include "engine/session/database.h"
#include "engine/session/mask_rows.h"
#include "engine/session/matrix_blob.h"
#include "engine/session/schema.h"
#include "engine/session/session.h"
#include "engine/session/sweep_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <map>

namespace sparsescope::session {

namespace {

namespace fs = std::filesystem;

MatrixPtr readMatrixRow(Database& database, const std::string& given, bool follow, Progress& progress);

// The matrix of a file, or what a session has embedded; a session that only names its matrix leads nowhere.
MatrixPtr matrixOf(const std::string& path, Progress& progress)
{
    if (!isSession(path))
        return readMatrix(path, progress);
    requireVersion(sessionSchema(), path);
    Database database(path, Database::Mode::Read, path, progress);
    return readMatrixRow(database, {}, false, progress);
}

// The matrix' own file: the one that was given, else at its path or beside the session under its name.
MatrixPtr findMatrix(const MatrixSource& source, const Fingerprint& fingerprint, const std::string& session,
                     const std::string& given, Progress& progress)
{
    const std::size_t file = source.name.find('#'); // behind it a part of the file is named
    const fs::path beside = fs::path(session).parent_path() / fs::path(source.name.substr(0, file)).filename();
    const std::string part = file == std::string::npos ? std::string() : source.name.substr(file);
    const std::vector<std::string> candidates =
        given.empty() ? std::vector{source.path, beside.string() + part} : std::vector{given};
    std::string tried, unreadable;
    for (const std::string& candidate : candidates) {
        std::error_code ignored;
        if (candidate.empty() || !fs::is_regular_file(splitPath(candidate).file, ignored))
            continue;
        try {
            MatrixPtr matrix = matrixOf(candidate, progress);
            if (matrix->fingerprint() == fingerprint)
                return matrix;
            unreadable.clear();
        } catch (const Error& e) {
            if (e.kind() == ErrorKind::Cancelled)
                throw;
            unreadable = e.what(); // not this one
        }
        tried = candidate;
    }
    if (!unreadable.empty())
        throw MatrixMissing(given.empty() ? "its matrix is not embedded, and its file cannot be read: " + unreadable
                                          : "the file is not the matrix of this session: " + unreadable,
                            {.file = session}, true);
    if (!tried.empty() && !given.empty())
        throw MatrixMissing(fmt::format("{} is not the matrix of this session: its fingerprint is another one", tried),
                            {.file = session}, true);
    if (!tried.empty())
        throw MatrixMissing(
            fmt::format("its matrix is not embedded, and {} was changed: its fingerprint is another one", tried),
            {.file = session}, true);
    throw MatrixMissing(
        fmt::format("its matrix is not embedded, and {} is not found", source.path.empty() ? source.name : source.path),
        {.file = session}, false);
}

MatrixPtr readMatrixRow(Database& database, const std::string& given, bool follow, Progress& progress)
{
    const std::string& file = database.file();
    Statement row(database,
                  "SELECT rows, cols, nnz, has_values, fingerprint, source, row_lengths, column_gaps, value_data, "
                  "name, path FROM matrix ORDER BY id");
    if (!row.step())
        failInput("is damaged: it holds no matrix", {.file = file});
    Fingerprint fingerprint;
    try {
        fingerprint = parseFingerprint(std::string(row.text(4)));
    } catch (const Error& e) {
        failInput("is damaged: " + e.reason(), {.file = file, .call = "matrix.fingerprint"});
    }
    auto [source, slices] = sourceFromText(row.text(5), file);
    source.name = row.text(9); // byte for byte, which JSON cannot hold
    source.path = row.text(10);
    if (row.null(6) && !follow)
        failInput("does not hold its matrix, only its name", {.file = file});
    if (row.null(6))
        return findMatrix(source, fingerprint, file, given, progress);
    MatrixBlobView blob{row.integer(0),      row.integer(1), row.integer(2), slices,
                        row.integer(3) != 0, row.blob(6),    row.blob(7),    {}};
    if (blob.hasValues && blob.nnz > 0)
        blob.values = row.blob(8);
    blob.hasValues = blob.hasValues && blob.nnz > 0;
    MatrixPtr matrix = unpackMatrix(blob, std::move(source), file, progress);
    if (matrix->fingerprint() != fingerprint)
        failInput("is damaged: the embedded matrix has another fingerprint", {.file = file, .call = "matrix"});
    if (row.step())
        failInput("holds more than one matrix, which this version does not read", {.file = file});
    return matrix;
}

// Rounds follow each other and end with the plan's tiles.
void checkRounds(const Trace& trace, const Plan& plan, const Where& where)
{
    const auto tiles = static_cast<std::int64_t>(plan.tiling().tiles.size());
    std::int64_t at = 0;
    for (const TraceRound& round : trace.rounds) {
        if (round.tileBegin != at || round.tileEnd < at || round.tileEnd > tiles)
            failInput(
                fmt::format("is damaged: a round chose tiles {} to {} of {}", round.tileBegin, round.tileEnd, tiles),
                where);
        at = round.tileEnd;
        const auto outside = [](const std::vector<std::int32_t>& ids, std::int64_t size) {
            return std::any_of(ids.begin(), ids.end(), [&](std::int32_t id) { return id < 0 || id >= size; });
        };
        for (const TraceTile& tile : round.withdrawn)
            if (outside(tile.rows, plan.rows) || outside(tile.cols, plan.cols))
                failInput("is damaged: a withdrawn tile lies outside the matrix", where);
    }
}

Trace readTrace(Database& database, std::int64_t key, const Plan& plan, Progress& progress)
{
    Statement row(database, "SELECT bytes, lines FROM trace WHERE plan = ?");
    row.bind(key);
    if (!row.step())
        return {};
    const Where where{.file = database.file(), .call = fmt::format("trace of plan {}", key)};
    // A line for each tile and a few more for each round, which has a tile.
    const auto most = (std::int64_t{64} << 20) + 4096 * static_cast<std::int64_t>(plan.tiling().tiles.size());
    const std::int64_t bytes = row.integer(0);
    if (bytes < 0 || bytes > most)
        failInput(fmt::format("is damaged: {} bytes of a plan of {} tiles", bytes, plan.tiling().tiles.size()), where);
    Trace trace =
        traceFromText(inflateBytes(row.blob(1), static_cast<std::uint64_t>(bytes), where, progress), database.file());
    checkRounds(trace, plan, where);
    return trace;
}

// Tiles, parts and SMs that a run names must be those of its plan and of a GPU; times are of a clock.
void checkTasks(const Profile& profile, const Plan& plan, const Where& where)
{
    constexpr std::int64_t mostCycles = std::int64_t{1} << 53;
    const auto tiles = static_cast<std::int64_t>(plan.tiling().tiles.size());
    for (const TaskTime& task : profile.taskTimes) {
        if (task.tile < 0 || task.tile >= tiles || task.part < 0 || task.part >= plan.denseParts())
            failInput(
                fmt::format("is damaged: a task of tile {}, part {} is not one of the plan's", task.tile, task.part),
                where);
        if (task.sm < 0 || task.sm >= mostOf::sms || task.start < 0 || task.end < task.start || task.end > mostCycles)
            failInput(fmt::format("is damaged: a task ran on SM {} from cycle {} to {}", task.sm, task.start, task.end),
                      where);
    }
    for (const SaturatedTime& time : profile.saturated)
        if (time.tile < 0 || time.tile >= tiles)
            failInput(fmt::format("is damaged: tile {} is not one of the plan's {}", time.tile, tiles), where);
}

Profile readProfile(Statement& row, const Plan& plan, const std::string& file, Progress& progress)
{
    const auto where = [&](const char* column) { return Where{.file = file, .call = column}; };
    Profile profile = profileFromJson(parseJson(row.text(1), where("run.json")), file);
    const auto resize = [&](auto& records, int column, std::int64_t most) {
        const std::int64_t count = row.integer(column);
        if (count < 0 || count > most)
            failInput(fmt::format("is damaged: {} of {} are measured", count, most), where("run"));
        records.resize(static_cast<std::size_t>(count));
    };
    const auto unpack = [&](int column, auto& records, auto member, const char* name) {
        unpackColumn(row.blob(column), records, member, where(name), progress);
    };
    const auto tiles = static_cast<std::int64_t>(plan.tiling().tiles.size());
    resize(profile.taskTimes, 2, std::min(mostTaskTimes, tiles * plan.denseParts()));
    unpack(3, profile.taskTimes, &TaskTime::tile, "run.task_tile");
    unpack(4, profile.taskTimes, &TaskTime::part, "run.task_part");
    unpack(5, profile.taskTimes, &TaskTime::sm, "run.task_sm");
    unpack(6, profile.taskTimes, &TaskTime::start, "run.task_start");
    unpack(7, profile.taskTimes, &TaskTime::end, "run.task_end");
    unpack(8, profile.taskTimes, &TaskTime::inSituNs, "run.task_in_situ_ns");
    resize(profile.saturated, 9, tiles);
    unpack(10, profile.saturated, &SaturatedTime::tile, "run.tile_id");
    unpack(11, profile.saturated, &SaturatedTime::ns, "run.tile_saturated_ns");
    checkTasks(profile, plan, where("run"));
    return profile;
}

// Everything in it is checked, but for the plan's index, which is looked up.
SavedView readView(Statement& row, const std::map<std::int64_t, int>& indexOf, const MatrixPtr& matrix)
{
    SavedView view;
    view.name = row.text(0);
    view.created = row.text(1);
    view.page = row.text(2);
    if (!row.null(3)) {
        const auto found = indexOf.find(row.integer(3));
        view.plan = found == indexOf.end() ? -1 : found->second;
    }
    view.step = row.null(4) ? -1 : row.integer(4);
    view.box = {row.real(5), row.real(6), row.real(7), row.real(8), 0, 0};
    constexpr std::int64_t mostPixels = 1 << 16;
    view.box.width = static_cast<int>(std::clamp<std::int64_t>(row.integer(9), 0, mostPixels));
    view.box.height = static_cast<int>(std::clamp<std::int64_t>(row.integer(10), 0, mostPixels));
    view.fitted = row.integer(11) != 0;
    const bool scales = std::isfinite(view.box.row0) && std::isfinite(view.box.col0) &&
                        std::isfinite(view.box.rowsPerPixel) && std::isfinite(view.box.colsPerPixel) &&
                        view.box.rowsPerPixel > 0 && view.box.colsPerPixel > 0;
    if (!scales) {
        view.box = {};
        view.fitted = true;
    }
    view.tile = row.null(12) ? -1 : row.integer(12);
    if (!row.null(13)) {
        const raster::ElementRect cells{row.integer(13), row.integer(14), row.integer(15), row.integer(16)};
        if (!cells.empty() && cells.rowBegin >= 0 && cells.colBegin >= 0 && cells.rowEnd <= matrix->rows() &&
            cells.colEnd <= matrix->cols())
            view.cells = cells;
    }
    view.colouring = row.text(17);
    view.order = row.text(18);
    return view;
}

void readViews(Database& database, const std::map<std::int64_t, int>& indexOf, Session& session)
{
    const auto select = [&](const char* table) {
        // Files of earlier programs have no such column.
        const bool ordered = database.integer(fmt::format("SELECT count(*) FROM pragma_table_info('{}') WHERE name = "
                                                          "'line_order'",
                                                          table)
                                                  .c_str()) > 0;
        return fmt::format("SELECT name, created, page, plan, step, row0, col0, rows_per_pixel, cols_per_pixel, width, "
                           "height, fitted, tile, row_begin, row_end, col_begin, col_end, colouring, {} FROM {} ORDER "
                           "BY id",
                           ordered ? "line_order" : "'file'", table);
    };
    Statement state(database, select("view_state").c_str());
    if (state.step())
        session.view = readView(state, indexOf, session.matrix);
    Statement bookmarks(database, select("bookmark").c_str());
    while (bookmarks.step())
        session.bookmarks.push_back(readView(bookmarks, indexOf, session.matrix));
    session.note = database.text("SELECT text FROM note ORDER BY id");
}

} // namespace

namespace {

std::vector<PublishedTime> readPublishedRows(Database& database, Progress& progress)
{
    std::vector<PublishedTime> times;
    Statement row(database, "SELECT matrix, kind, dtype, dense, inner, gpu, source, ns FROM published ORDER BY id");
    while (row.step()) {
        progress.check();
        const Where where{.file = database.file(), .call = "published"};
        PublishedTime& time = times.emplace_back();
        const nlohmann::json op = {
            {"kind", row.text(1)}, {"dtype", row.text(2)}, {"dense", row.integer(3)}, {"inner", row.integer(4)}};
        try {
            time.op = operatorFrom(JsonReader(op, database.file(), "published"));
        } catch (const Error& e) {
            if (!e.where().file.empty())
                throw;
            failInput(e.reason(), where);
        }
        time.matrix = row.text(0);
        time.gpu = row.text(5);
        time.source = row.text(6);
        time.ns = row.real(7);
        requirePublished(time, where);
    }
    return times;
}

} // namespace

bool isSession(const std::string& path)
{
    return isFileOf(sessionSchema(), path);
}

SessionSummary readSessionSummary(const std::string& path)
{
    const std::int32_t version = requireVersion(sessionSchema(), path);
    Database database(path, Database::Mode::Read, path);
    Statement matrix(database, "SELECT name, path FROM matrix ORDER BY id");
    if (!matrix.step())
        failInput("is damaged: it holds no matrix", {.file = path});
    SessionSummary summary;
    summary.matrix = matrix.text(0);
    summary.matrixPath = matrix.text(1);
    summary.plans = database.integer("SELECT count(*) FROM plan");
    summary.runs = database.integer("SELECT count(*) FROM run");
    summary.sweeps = database.integer("SELECT count(*) FROM sweep");
    if (version >= 2) {
        summary.bookmarks = database.integer("SELECT count(*) FROM bookmark");
        summary.note = database.text("SELECT text FROM note ORDER BY id");
    }
    if (version >= 6) {
        summary.plans += database.integer("SELECT count(*) FROM dynamic_plan");
        summary.runs += database.integer("SELECT count(*) FROM sequence_run");
    }
    return summary;
}

Session readSession(const std::string& path, Progress& progress, const std::string& matrixPath)
{
    progress.check();
    const std::int32_t version = requireVersion(sessionSchema(), path);
    progress.report("opening the session", 0.0);
    Database database(path, Database::Mode::Read, path, progress);
    progress.check();

    Session session;
    session.matrix = readMatrixRow(database, matrixPath, true, progress);
    const auto whole = static_cast<double>(1 + database.integer("SELECT count(*) FROM plan") +
                                           database.integer("SELECT count(*) FROM run"));
    double done = 0;
    const auto next = [&] {
        progress.check();
        progress.report("reading the session", ++done / whole);
    };
    next();
    std::map<std::int64_t, int> indexOf;
    Statement plans(database, version >= 2 ? "SELECT id, json, arrays, title FROM plan ORDER BY id"
                                           : "SELECT id, json, arrays, planner FROM plan ORDER BY id");
    while (plans.step()) {
        const std::int64_t key = plans.integer(0);
        const PlanBlob blob{std::string(plans.text(1)), std::string(plans.blob(2))};
        indexOf[key] = static_cast<int>(session.plans.size());
        Plan plan = planFromBlob(blob, *session.matrix, path, progress);
        Trace trace = readTrace(database, key, plan, progress);
        session.plans.push_back({std::move(plan), std::move(trace), std::string(plans.text(3))});
        next();
    }
    Statement runs(database, "SELECT plan, json, tasks, task_tile, task_part, task_sm, task_start, task_end, "
                             "task_in_situ_ns, tiles, tile_id, tile_saturated_ns FROM run ORDER BY id");
    while (runs.step()) {
        const auto found = indexOf.find(runs.integer(0));
        if (found == indexOf.end())
            failInput("is damaged: a run belongs to no plan", {.file = path, .call = "run.plan"});
        const Plan& plan = session.plans[static_cast<std::size_t>(found->second)].plan;
        session.runs.push_back({found->second, readProfile(runs, plan, path, progress)});
        next();
    }
    if (version >= 3) {
        Statement sweeps(database, "SELECT json FROM sweep ORDER BY id");
        while (sweeps.step()) {
            progress.check();
            session.sweeps.push_back(sweepFromText(sweeps.text(0), path));
        }
    }
    if (version >= 2)
        readViews(database, indexOf, session);
    if (version >= 6)
        readMaskRows(database, session, progress);
    if (version >= 8)
        session.published = readPublishedRows(database, progress);
    return session;
}

} // namespace sparsescope::session
