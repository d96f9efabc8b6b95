// What a file may be made of is read from the statements that make one.
#include "engine/session/schema.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/session/database.h"
#include "engine/session/session.h"

#include <fmt/format.h>
#include <map>
#include <mutex>
#include <set>

namespace sparsescope::session {

namespace {

using Columns = std::map<std::string, std::set<std::string>>; // by table

constexpr std::size_t headerBytes = 100;

// SQLite's file header (its documentation, "The database header"), or an empty text when the file is shorter.
std::string headerOf(const std::string& path)
{
    std::string header = readStart(path, headerBytes);
    return header.size() == headerBytes ? header : std::string();
}

std::int32_t bigEndian(const std::string& header, std::size_t at)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | static_cast<unsigned char>(header[at + i]);
    return static_cast<std::int32_t>(value);
}

std::set<std::string> columnsOf(Database& database, const std::string& table, const Schema& schema)
{
    std::set<std::string> columns;
    Statement row(database, "SELECT name, hidden FROM pragma_table_xinfo(?)");
    row.bindText(table);
    while (row.step()) {
        if (row.integer(1) != 0)
            failInput(fmt::format("is no {}: column {} of its table {} is generated or hidden", schema.what,
                                  row.text(0), table),
                      {.file = database.file()});
        columns.insert(std::string(row.text(0)));
    }
    return columns;
}

const Columns& known(const Schema& schema)
{
    static std::mutex making;
    static std::map<std::int32_t, Columns> all; // by application id
    const std::scoped_lock now(making);
    const auto [found, fresh] = all.try_emplace(schema.applicationId);
    if (fresh) {
        Database made(":memory:", Database::Mode::Create, "schema");
        made.run(schema.tables.c_str());
        made.run(schema.tablesBesides.c_str());
        Statement table(made, "SELECT name FROM sqlite_schema WHERE type = 'table'");
        while (table.step())
            found->second[std::string(table.text(0))] = columnsOf(made, std::string(table.text(0)), schema);
    }
    return found->second;
}

} // namespace

const Schema& sessionSchema()
{
    static const Schema schema{"session", 0x53534350, sessionSchemaVersion, // "SSCP"
                               sessionTables, std::string(searchTables) + formerTables};
    return schema;
}

bool isFileOf(const Schema& schema, const std::string& path)
{
    constexpr std::size_t applicationId = 68;
    const std::string header = headerOf(path);
    return header.starts_with(std::string_view("SQLite format 3\0", 16)) &&
           bigEndian(header, applicationId) == schema.applicationId;
}

std::int32_t requireVersion(const Schema& schema, const std::string& path)
{
    constexpr std::size_t userVersion = 60;
    const MappedFile file(path); // says what is wrong when it cannot be opened
    if (!isFileOf(schema, path))
        failInput(fmt::format("is not a Sparsescope {}", schema.what), {.file = path});
    const std::int32_t version = bigEndian(headerOf(path), userVersion);
    if (version > schema.version)
        failInput(fmt::format("was written by a newer Sparsescope (schema {}; this one reads up to {})", version,
                              schema.version),
                  {.file = path});
    if (version < 1)
        failInput(fmt::format("is damaged: its schema is {}", version), {.file = path});
    return version;
}

void makeTables(Database& database, const Schema& schema, std::int32_t version)
{
    database.run(fmt::format("PRAGMA application_id = {}", schema.applicationId).c_str());
    database.run(fmt::format("PRAGMA user_version = {}", version > 0 ? version : schema.version).c_str());
    database.run("BEGIN");
    database.run(schema.tables.c_str());
}

void requireTables(Database& database, const Schema& schema)
{
    const auto refuse = [&](const std::string& reason) {
        failInput(fmt::format("is no {}: {}", schema.what, reason), {.file = database.file()});
    };
    Statement row(database, "SELECT type, name, rootpage FROM sqlite_schema");
    while (row.step()) {
        const std::string type(row.text(0)), name(row.text(1));
        if (type == "index" && name.starts_with("sqlite_autoindex_"))
            continue; // SQLite's own, of what is unique
        const auto table = known(schema).find(name);
        if (type != "table" || row.integer(2) == 0 || table == known(schema).end())
            refuse(fmt::format("it holds the {} {}", type == "table" && row.integer(2) == 0 ? "virtual table" : type,
                               name.substr(0, 60)));
        for (const std::string& column : columnsOf(database, name, schema))
            if (!table->second.contains(column))
                refuse(fmt::format("its table {} has a column {}", name, column.substr(0, 60)));
    }
}

} // namespace sparsescope::session
