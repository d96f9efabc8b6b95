// What a session file may be made of is read from the statements that make one.
#include "engine/session/schema.h"

#include "engine/core/error.h"
#include "engine/session/database.h"

#include <fmt/format.h>
#include <map>
#include <set>
#include <string>

namespace sparsescope::session {

namespace {

using Columns = std::map<std::string, std::set<std::string>>; // by table

std::set<std::string> columnsOf(Database& database, const std::string& table)
{
    std::set<std::string> columns;
    Statement row(database, "SELECT name, hidden FROM pragma_table_xinfo(?)");
    row.bindText(table);
    while (row.step()) {
        if (row.integer(1) != 0)
            failInput(
                fmt::format("is no session: column {} of its table {} is generated or hidden", row.text(0), table),
                {.file = database.file()});
        columns.insert(std::string(row.text(0)));
    }
    return columns;
}

const Columns& known()
{
    static const Columns all = [] {
        Database made(":memory:", Database::Mode::Create, "schema");
        made.run(sessionTables);
        made.run(searchTables);
        made.run(formerTables);
        Columns columns;
        Statement table(made, "SELECT name FROM sqlite_schema WHERE type = 'table'");
        while (table.step())
            columns[std::string(table.text(0))] = columnsOf(made, std::string(table.text(0)));
        return columns;
    }();
    return all;
}

} // namespace

void requireSessionSchema(Database& database)
{
    const auto refuse = [&](const std::string& reason) {
        failInput("is no session: " + reason, {.file = database.file()});
    };
    Statement row(database, "SELECT type, name, rootpage FROM sqlite_schema");
    while (row.step()) {
        const std::string type(row.text(0)), name(row.text(1));
        if (type == "index" && name.starts_with("sqlite_autoindex_"))
            continue; // SQLite's own, of what is unique
        const auto table = known().find(name);
        if (type != "table" || row.integer(2) == 0 || table == known().end())
            refuse(fmt::format("it holds the {} {}", type == "table" && row.integer(2) == 0 ? "virtual table" : type,
                               name.substr(0, 60)));
        for (const std::string& column : columnsOf(database, name))
            if (!table->second.contains(column))
                refuse(fmt::format("its table {} has a column {}", name, column.substr(0, 60)));
    }
}

} // namespace sparsescope::session
