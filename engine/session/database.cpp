// SQLite, set up to distrust the files it reads.
#include "engine/session/database.h"

#include "engine/core/error.h"
#include "engine/core/files.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <sqlite3.h>
#include <thread>

namespace sparsescope::session {

namespace {

// What no file of ours comes near: a file cannot make SQLite build more than it needs to read one.
constexpr std::pair<int, int> limits[] = {{SQLITE_LIMIT_SQL_LENGTH, 1 << 16},     {SQLITE_LIMIT_COLUMN, 64},
                                          {SQLITE_LIMIT_EXPR_DEPTH, 32},          {SQLITE_LIMIT_COMPOUND_SELECT, 4},
                                          {SQLITE_LIMIT_VDBE_OP, 1 << 16},        {SQLITE_LIMIT_ATTACHED, 0},
                                          {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 64}, {SQLITE_LIMIT_VARIABLE_NUMBER, 64},
                                          {SQLITE_LIMIT_TRIGGER_DEPTH, 1},        {SQLITE_LIMIT_WORKER_THREADS, 0}};

constexpr int patience = 5000; // milliseconds that another reader or writer may take: it looks, and goes

int cancelled(void* progress)
{
    return static_cast<const Progress*>(progress)->cancelled() ? 1 : 0;
}

// Does the journal name another file, which SQLite would remove with it? Ours never do: one from outside may. What
// cannot be read is left alone too.
bool namesAnother(const std::string& journal)
{
    constexpr std::string_view mark = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"; // its last bytes (SQLite's file format, 3)
    try {
        return MappedFile(journal).text().ends_with(mark);
    } catch (const Error&) {
        return true;
    }
}

// Who is killed as it begins or ends to append leaves a journal of what it was about to change. Only who may write
// takes that back; it looks at the file's head alone. Where it cannot, the reader says what is wrong.
void takeBack(const std::string& path)
{
    sqlite3* handle = nullptr;
    if (sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr) == SQLITE_OK) {
        sqlite3_busy_timeout(handle, patience);
        sqlite3_exec(handle, "PRAGMA schema_version", nullptr, nullptr, nullptr);
    }
    sqlite3_close(handle);
}

} // namespace

Database::Database(const std::string& path, Mode mode, std::string file, Progress& progress, const Schema& schema)
    : m_file(std::move(file)), m_mode(mode), m_progress(progress)
{
    std::error_code ignored;
    if (mode != Mode::Create && !std::filesystem::is_regular_file(path, ignored))
        failInput("is not a regular file", {.file = m_file});
    const std::string journal = path + "-journal";
    if (mode == Mode::Read && std::filesystem::is_regular_file(journal, ignored) && !namesAnother(journal))
        takeBack(path);
    const int flags = mode == Mode::Read     ? SQLITE_OPEN_READONLY
                      : mode == Mode::Append ? SQLITE_OPEN_READWRITE
                                             : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    const int status = sqlite3_open_v2(path.c_str(), &m_handle, flags | SQLITE_OPEN_NOMUTEX, nullptr);
    if (status != SQLITE_OK) {
        const std::string reason = m_handle ? sqlite3_errmsg(m_handle) : sqlite3_errstr(status);
        sqlite3_close(m_handle);
        failInput(fmt::format("cannot {}: {}", mode == Mode::Read ? "open" : "write", reason), {.file = m_file});
    }
    sqlite3_busy_timeout(m_handle, patience);
    constexpr int steps = 10'000; // of SQLite's machine, well under a millisecond
    sqlite3_progress_handler(m_handle, steps, cancelled, &m_progress);
    try {
        if (mode != Mode::Create) {
            distrust(std::filesystem::file_size(path, ignored));
            requireTables(*this, schema);
            if (mode == Mode::Read)
                requireWhole();
            if (mode == Mode::Append) {
                run("PRAGMA journal_mode = WAL"); // changes are added behind the file, nothing is written over
                run("PRAGMA synchronous = NORMAL");
            }
        } else {
            run("PRAGMA journal_mode = MEMORY"); // the file is renamed into place when whole: no journal beside it
            run("PRAGMA foreign_keys = ON");
        }
    } catch (...) {
        sqlite3_close(m_handle);
        throw;
    }
}

void Database::distrust(std::uintmax_t bytes)
{
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    for (const auto& [limit, value] : limits)
        sqlite3_limit(m_handle, limit, value);
    if (m_mode == Mode::Read) { // no text and no blob is larger than the file that holds it
        constexpr std::uintmax_t least = 1 << 20, most = 1 << 30;
        sqlite3_limit(m_handle, SQLITE_LIMIT_LENGTH, static_cast<int>(std::clamp(bytes, least, most)));
    }
    run("PRAGMA cell_size_check = ON");
}

Database::~Database()
{
    sqlite3_close(m_handle);
}

// Pages that lead in circles would keep a scan busy for ever. The check looks at each once; within it SQLite hears of
// no progress, but of an interruption.
void Database::requireWhole()
{
    std::atomic<bool> done{false};
    std::thread watch([&] {
        while (!done && !m_progress.cancelled())
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        if (!done)
            sqlite3_interrupt(m_handle);
    });
    std::string verdict;
    try {
        verdict = text("PRAGMA quick_check(1)");
    } catch (const Error& e) {
        verdict = e.reason();
    }
    done = true;
    watch.join();
    m_progress.check();
    if (verdict != "ok")
        failInput("is damaged: " + verdict, {.file = m_file});
}

void Database::fail(int status) const
{
    if (status == SQLITE_INTERRUPT)
        m_progress.check();
    if (status == SQLITE_NOMEM)
        failInput("the memory does not suffice", {.file = m_file});
    failInput(
        fmt::format("{}: {}", m_mode == Mode::Read ? "is damaged" : "cannot be written", sqlite3_errmsg(m_handle)),
        {.file = m_file});
}

void Database::run(const char* sql)
{
    const int status = sqlite3_exec(m_handle, sql, nullptr, nullptr, nullptr);
    if (status != SQLITE_OK)
        fail(status);
}

std::int64_t Database::integer(const char* sql)
{
    Statement statement(*this, sql);
    return statement.step() ? statement.integer(0) : 0;
}

std::string Database::text(const char* sql)
{
    Statement statement(*this, sql);
    return statement.step() ? std::string(statement.text(0)) : std::string();
}

std::int64_t Database::lastRow() const
{
    return sqlite3_last_insert_rowid(m_handle);
}

void Database::settle()
{
    run("PRAGMA wal_checkpoint(TRUNCATE)");
    run("PRAGMA journal_mode = DELETE");
}

Statement::Statement(Database& database, const char* sql) : m_database(database)
{
    const int status = sqlite3_prepare_v2(database.m_handle, sql, -1, &m_handle, nullptr);
    if (status != SQLITE_OK)
        database.fail(status);
}

Statement::~Statement()
{
    sqlite3_finalize(m_handle);
}

Statement& Statement::bind(std::int64_t value)
{
    const int status = sqlite3_bind_int64(m_handle, ++m_bound, value);
    if (status != SQLITE_OK)
        m_database.fail(status);
    return *this;
}

Statement& Statement::bindReal(double value)
{
    const int status = sqlite3_bind_double(m_handle, ++m_bound, value);
    if (status != SQLITE_OK)
        m_database.fail(status);
    return *this;
}

Statement& Statement::bindText(std::string_view value)
{
    const int status = sqlite3_bind_text64(m_handle, ++m_bound, value.data() ? value.data() : "", value.size(),
                                           SQLITE_STATIC, SQLITE_UTF8);
    if (status != SQLITE_OK)
        m_database.fail(status);
    return *this;
}

Statement& Statement::bindBlob(std::string_view value)
{
    const int status =
        sqlite3_bind_blob64(m_handle, ++m_bound, value.data() ? value.data() : "", value.size(), SQLITE_STATIC);
    if (status != SQLITE_OK)
        m_database.fail(status);
    return *this;
}

Statement& Statement::bindNull()
{
    const int status = sqlite3_bind_null(m_handle, ++m_bound);
    if (status != SQLITE_OK)
        m_database.fail(status);
    return *this;
}

bool Statement::step()
{
    const int status = sqlite3_step(m_handle);
    if (status != SQLITE_ROW && status != SQLITE_DONE)
        m_database.fail(status);
    return status == SQLITE_ROW;
}

void Statement::insert()
{
    step();
    sqlite3_reset(m_handle);
    sqlite3_clear_bindings(m_handle);
    m_bound = 0;
}

void Statement::wrongType(int column, const char* expected) const
{
    failInput(fmt::format("is damaged: no {} where one is expected", expected),
              {.file = m_database.file(), .call = sqlite3_column_name(m_handle, column)});
}

std::int64_t Statement::integer(int column) const
{
    if (sqlite3_column_type(m_handle, column) != SQLITE_INTEGER)
        wrongType(column, "integer");
    return sqlite3_column_int64(m_handle, column);
}

double Statement::real(int column) const
{
    const int type = sqlite3_column_type(m_handle, column);
    if (type != SQLITE_FLOAT && type != SQLITE_INTEGER)
        wrongType(column, "number");
    return sqlite3_column_double(m_handle, column);
}

std::string_view Statement::text(int column) const
{
    if (sqlite3_column_type(m_handle, column) != SQLITE_TEXT)
        wrongType(column, "text");
    const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(m_handle, column));
    return {data, static_cast<std::size_t>(sqlite3_column_bytes(m_handle, column))};
}

std::string_view Statement::blob(int column) const
{
    if (sqlite3_column_type(m_handle, column) != SQLITE_BLOB)
        wrongType(column, "blob");
    const auto* data = static_cast<const char*>(sqlite3_column_blob(m_handle, column));
    return {data ? data : "", static_cast<std::size_t>(sqlite3_column_bytes(m_handle, column))};
}

bool Statement::null(int column) const
{
    return sqlite3_column_type(m_handle, column) == SQLITE_NULL;
}

} // namespace sparsescope::session
