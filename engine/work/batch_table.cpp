#include "engine/work/batch_table.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/core/text.h"
#include "engine/session/database.h"
#include "engine/session/recovery.h"
#include "engine/session/schema.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using session::Database;
using session::Statement;

constexpr BatchColumn columns[] = {
    {"key", "TEXT NOT NULL UNIQUE"}, // a hash of the case's conditions
    {"job", "INTEGER"},              // in which it was measured: times are compared within one alone
    // The conditions.
    {"matrix", "TEXT NOT NULL"}, // the file's name, or the pattern
    {"source", "TEXT NOT NULL"}, // the file's path, with --mask of a sequence, or the pattern
    {"fileBytes", "INTEGER"},
    {"fileChanged", "INTEGER"}, // ns since 1970
    {"fingerprint", "TEXT"},    // with what follows missing where it could not be read
    {"rows", "INTEGER"},
    {"cols", "INTEGER"},
    {"nnz", "INTEGER"},
    {"longestRow", "INTEGER"},
    {"rowVariance", "REAL", 3}, // of the rows' lengths
    {"shortestRow", "INTEGER", 4},
    {"emptyRows", "INTEGER", 4},
    {"family", "TEXT", 4}, // of matrices that are alike
    {"op", "TEXT NOT NULL"},
    {"dtype", "TEXT NOT NULL"},
    {"dense", "INTEGER NOT NULL"},
    {"inner", "INTEGER", 5},   // of operators with two dense axes
    {"name", "TEXT NOT NULL"}, // of the planner or of the library's kernel
    {"kind", "TEXT NOT NULL"}, // planner, library
    {"calibration", "TEXT"},   // with what was changed
    {"costs", "TEXT"},         // a hash of its numbers
    {"lineOrder", "TEXT"},
    {"options", "TEXT"}, // of the planner, JSON
    {"device", "TEXT"},  // from here to valuesTaken: how it was to be run, and was
    {"seed", "TEXT"},
    {"repeats", "INTEGER"},
    {"tune", "INTEGER"},
    {"valuesAsked", "TEXT", 2}, // of the matrix; missing: the file's, or random ones where these do not fit
    {"driver", "TEXT"},
    {"cuda", "TEXT"},
    {"clockMHz", "REAL"},
    {"valuesTaken", "TEXT", 2},
    {"version", "TEXT NOT NULL"}, // of the program
    {"date", "TEXT NOT NULL"},
    // What came of it.
    {"predictedNs", "REAL"},
    {"estimatedNs", "REAL", 4}, // the same by a sample of the rows
    {"measuredNs", "REAL"},
    {"lowNs", "REAL"},
    {"highNs", "REAL"},
    {"verified", "INTEGER"},
    {"relativeError", "REAL"},
    {"densePart", "INTEGER"},
    {"bytes", "INTEGER"},
    {"stored", "INTEGER"},
    {"padding", "INTEGER"},
    {"redundant", "INTEGER"},
    {"tiles", "INTEGER"},
    {"atomicTiles", "INTEGER"},
    {"formats", "TEXT"},
    {"searchSeconds", "REAL"},
    {"evaluated", "INTEGER", 3}, // graphs, by a search among them
    {"graph", "TEXT", 3},        // that the plan is of, JSON
    {"variant", "TEXT"},
    {"variants", "TEXT"}, // all that were measured, JSON
    {"note", "TEXT"},
    {"problem", "TEXT"}, // why there is no plan, or no time
};

using Columns = std::vector<const BatchColumn*>;

// Those that a table of this version has.
Columns columnsOf(int version)
{
    Columns some;
    for (const BatchColumn& column : columns)
        if (column.since <= version)
            some.push_back(&column);
    return some;
}

// The version of the table as it is, whatever the file's first bytes say while the newest rows lie beside it.
int versionIn(Database& database)
{
    int version = 1;
    Statement row(database, "SELECT name FROM pragma_table_xinfo('batch')");
    while (row.step())
        for (const BatchColumn& column : columns)
            if (row.text(0) == column.name)
                version = std::max(version, column.since);
    return version;
}

std::string joined(const Columns& some, const std::function<std::string(const BatchColumn&)>& piece)
{
    std::string text;
    for (const BatchColumn* column : some)
        text += (text.empty() ? "" : ", ") + piece(*column);
    return text;
}

std::string declared(const BatchColumn& column)
{
    return fmt::format("{} {}", column.name, column.type);
}

// Statements that make a table of one version into one of a later.
std::string additions(int from, int to)
{
    std::string statements;
    for (const BatchColumn& column : columns)
        if (column.since > from && column.since <= to)
            statements += fmt::format("ALTER TABLE batch ADD COLUMN {};", declared(column));
    return statements;
}

bool isType(const BatchColumn& column, const char* type)
{
    return std::string_view(column.type).starts_with(type);
}

// What is of another type than the column's is not known.
void bindTo(Statement& insert, const BatchColumn& column, const json& value)
{
    if (isType(column, "TEXT") && value.is_string())
        insert.bindText(value.get_ref<const std::string&>());
    else if (isType(column, "INTEGER") && value.is_boolean())
        insert.bind(value.get<bool>() ? 1 : 0);
    else if (isType(column, "INTEGER") && value.is_number_integer())
        insert.bind(value.get<std::int64_t>());
    else if (isType(column, "REAL") && value.is_number())
        insert.bindReal(value.get<double>());
    else
        insert.bindNull();
}

json valueOf(const Statement& row, int place, const BatchColumn& column)
{
    if (row.null(place))
        return {};
    if (isType(column, "TEXT"))
        return std::string(row.text(place));
    if (isType(column, "INTEGER"))
        return row.integer(place);
    const double number = row.real(place);
    if (!std::isfinite(number))
        failInput("is damaged: no finite number where one is expected", {.call = column.name});
    return number;
}

void eachRow(Database& database, const BatchRowReceiver& take)
{
    const Columns there = columnsOf(versionIn(database));
    const std::string names = joined(there, [](const BatchColumn& column) { return column.name; });
    Statement row(database, fmt::format("SELECT {}, rowid FROM batch ORDER BY rowid", names).c_str());
    while (row.step())
        try {
            json one = json::object();
            int place = 0;
            for (const BatchColumn* column : there) {
                json value = valueOf(row, place++, *column);
                if (!value.is_null())
                    one[column->name] = std::move(value);
                else if (std::string_view(column->type).find("NOT NULL") != std::string_view::npos)
                    failInput("is damaged: nothing where a value is expected", {.call = column->name});
            }
            take(one);
        } catch (const Error& e) {
            if (e.kind() != ErrorKind::Input)
                throw;
            const std::string call = e.where().call;
            failInput(e.reason(), {.file = database.file(),
                                   .call = fmt::format("row {}{}", row.integer(static_cast<int>(there.size())),
                                                       call.empty() ? "" : ", " + call)});
        }
}

} // namespace

std::span<const BatchColumn> batchColumns()
{
    return columns;
}

const session::Schema& batchSchema()
{
    static const session::Schema schema{"table of a batch", 0x53534241, batchSchemaVersion, // "SSBA"
                                        fmt::format("CREATE TABLE batch ({});", joined(columnsOf(1), declared)),
                                        additions(1, batchSchemaVersion)};
    return schema;
}

BatchTable::BatchTable(const std::string& path, Progress& progress)
{
    std::error_code ignored;
    m_lock = session::FileLock::tryLock(fs::weakly_canonical(path, ignored).string());
    if (!m_lock)
        failInput("is being filled by another batch", {.file = path});
    if (fs::exists(fs::symlink_status(path, ignored))) {
        readBatch(
            path, [&](const json& row) { know(row); }, progress); // what is something else stays as it is
    } else {
        for (const char* beside : {"-wal", "-shm", "-journal"}) // of a file that was taken away
            fs::remove(path + beside, ignored);
        writeAtomically(path, [&](const std::string& temporary) {
            Database made(temporary, Database::Mode::Create, path);
            session::makeTables(made, batchSchema(), 1); // what a later one has comes with its rows
            made.run("COMMIT");
        });
    }
    m_database = std::make_unique<Database>(path, Database::Mode::Append, path, noProgress(), batchSchema());
}

void BatchTable::know(const json& row)
{
    constexpr std::int64_t most = std::int64_t{1} << 53;
    m_keys.insert(row.value("key", std::string()));
    m_jobs = std::max(m_jobs, std::min(most, row.value("job", std::int64_t{0})));
}

BatchTable::~BatchTable()
{
    try {
        if (m_database)
            m_database->settle();
    } catch (const Error&) {
        // Somebody reads it now: what lies beside it is as good.
    }
}

void BatchTable::widen(std::span<const json> rows)
{
    const int now = versionIn(*m_database);
    int needed = now;
    for (const BatchColumn& column : columns)
        if (std::any_of(rows.begin(), rows.end(), [&](const json& row) { return row.contains(column.name); }))
            needed = std::max(needed, column.since);
    if (needed == now)
        return;
    m_database->run(additions(now, needed).c_str());
    m_database->run(fmt::format("PRAGMA user_version = {}", needed).c_str());
}

void BatchTable::add(std::span<const json> rows)
{
    const json unknown;
    m_database->run("BEGIN");
    widen(rows);
    {
        const Columns there = columnsOf(versionIn(*m_database));
        const std::string names = joined(there, [](const BatchColumn& column) { return column.name; });
        const std::string places = joined(there, [](const BatchColumn&) { return "?"; });
        Statement insert(*m_database, fmt::format("INSERT INTO batch ({}) VALUES ({})", names, places).c_str());
        for (const json& row : rows) {
            for (const BatchColumn* column : there) {
                const auto value = row.find(column->name);
                bindTo(insert, *column, value == row.end() ? unknown : *value);
            }
            insert.insert();
        }
    }
    m_database->run("COMMIT");
    for (const json& row : rows)
        know(row);
}

void BatchTable::each(const BatchRowReceiver& take)
{
    eachRow(*m_database, take);
}

bool isBatch(const std::string& path)
{
    return session::isFileOf(batchSchema(), path);
}

void readBatch(const std::string& path, const BatchRowReceiver& take, Progress& progress)
{
    session::requireVersion(batchSchema(), path);
    Database database(path, Database::Mode::Read, path, progress, batchSchema());
    eachRow(database, take);
}

std::string batchCsv(const std::string& path, Progress& progress)
{
    std::string table;
    for (const BatchColumn& column : columns)
        table += fmt::format("{}{}", table.empty() ? "" : ",", column.name);
    table += '\n';
    readBatch(
        path,
        [&](const json& row) {
            std::string line;
            for (const BatchColumn& column : columns) {
                const json value = row.value(column.name, json());
                line += fmt::format("{}{}", &column == columns ? "" : ",",
                                    value.is_null()     ? ""
                                    : value.is_string() ? csvField(value.get<std::string>())
                                                        : value.dump());
            }
            table += line + '\n';
        },
        progress);
    return table;
}

} // namespace sparsescope
