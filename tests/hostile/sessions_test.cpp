// Sessions in which something was changed by hand: refused, or opened as what they are.
#include "engine/core/files.h"
#include "engine/matrix/patterns.h"
#include "engine/measure/block_schedule.h"
#include "engine/measure/facts.h"
#include "engine/report/html_report.h"
#include "engine/session/recovery.h"
#include "engine/session/session.h"
#include "tests/engine/plan_fixtures.h"
#include "tests/engine/session_fixtures.h"
#include "tests/hostile/numbers.h"
#include "tests/hostile/plan_use.h"

#include <fmt/format.h>
#include <sqlite3.h>

using namespace sparsescope;
namespace fs = std::filesystem;

namespace {

// Any SQL on any file, as whoever writes a hostile one has it. False where SQLite itself keeps it out.
bool execute(const std::string& file, const std::string& sql)
{
    sqlite3* handle = nullptr;
    REQUIRE(sqlite3_open(file.c_str(), &handle) == SQLITE_OK);
    const int status = sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr);
    sqlite3_close(handle);
    CHECK((status == SQLITE_OK || status == SQLITE_MISMATCH || status == SQLITE_CONSTRAINT));
    return status == SQLITE_OK;
}

std::vector<std::string> columnOf(const std::string& file, const std::string& sql)
{
    sqlite3* handle = nullptr;
    REQUIRE(sqlite3_open(file.c_str(), &handle) == SQLITE_OK);
    std::vector<std::string> texts;
    const auto add = [](void* to, int, char** values, char**) {
        static_cast<std::vector<std::string>*>(to)->emplace_back(values[0] ? values[0] : "");
        return 0;
    };
    CHECK(sqlite3_exec(handle, sql.c_str(), add, &texts, nullptr) == SQLITE_OK);
    sqlite3_close(handle);
    return texts;
}

// A session with two plans, runs of both, a sweep, views and a note.
void writeExample(const std::string& file)
{
    session::Session session;
    session.matrix = randomUniform(40, 56, 0.12, 3);
    const Operator op = spmm(DataType::Float32, 40);
    for (const char* formats : {"block,ell,1d", "ell"}) {
        const Searched found = searched(*session.matrix, op, {{"formats", formats}});
        session.plans.push_back({found.plan, found.trace, formats});
        session.runs.push_back({static_cast<int>(session.plans.size()) - 1, inventedProfile(found.plan, 7)});
    }
    FinishedSweep sweep;
    sweep.sweep.base.op = op;
    sweep.sweep.axes = {{"planner", {{"hyb", {{"planner", "hyb"}}}, {"cell", {{"planner", "cell"}}}}}};
    runSweep(
        *session.matrix, sweep.sweep, [&](std::size_t i, const SweepPoint& point) { sweep.points[i] = point; },
        noProgress());
    session.sweeps.push_back(sweep);
    session.view = session::SavedView{};
    session.view->plan = 1;
    session.bookmarks = {*session.view};
    session.note = "a thought";
    session::writeSession(session, file);
}

// What window and command line go on to do with it.
Taken open(const std::string& what, const std::string& file)
{
    return tryHostile(what, [&] {
        const session::SessionSummary summary = session::readSessionSummary(file);
        CHECK(summary.plans >= 0);
        const session::Session session = session::readSession(file, noProgress());
        for (const session::SessionPlan& item : session.plans)
            usePlan(item.plan, *session.matrix);
        for (const session::SessionRun& run : session.runs) {
            const Plan& plan = session.plans[static_cast<std::size_t>(run.plan)].plan;
            static_cast<void>(predictedSchedule(plan, run.profile.conditions.sms));
            static_cast<void>(measuredSchedule(run.profile));
            static_cast<void>(saturatedAgreement(plan, run.profile));
            static_cast<void>(inSituAgreement(plan, run.profile));
        }
        static_cast<void>(htmlReport(session, noProgress()));
        const TemporaryFolder again;
        session::writeSession(session, again / "again.sscope");
    });
}

struct Cell {
    std::string table, column;
};

std::vector<Cell> cellsOf(const std::string& file, const std::string& type)
{
    std::vector<Cell> cells;
    for (const std::string& table : columnOf(file, "SELECT name FROM sqlite_schema WHERE type = 'table'"))
        for (const std::string& column :
             columnOf(file, fmt::format("SELECT name FROM pragma_table_info('{}') WHERE type = '{}'", table, type)))
            cells.push_back({table, column});
    return cells;
}

} // namespace

TEST_CASE("a session with any number of its tables replaced is refused, or opens")
{
    const TemporaryFolder folder;
    const std::string whole = folder / "whole.sscope", file = folder / "s.sscope";
    writeExample(whole);
    const Taken asItIs = open("as it is", whole);
    INFO(lastRefusal);
    REQUIRE(asItIs == Taken::Accepted);
    const std::vector<std::string> values = {
        "0",     "-1",     "1",      "2147483648", "4611686018427387904", "9223372036854775807", "-9223372036854775808",
        "1e308", "-1e999", "'text'", "x'00ff'"};
    std::size_t tried = 0;
    for (const char* type : {"INTEGER", "REAL"})
        for (const Cell& cell : cellsOf(whole, type))
            for (std::size_t n = 0; n < std::min<std::size_t>(static_cast<std::size_t>(cases(3)), values.size()); ++n) {
                const std::string& value = values[tried++ % values.size()];
                fs::copy_file(whole, file, fs::copy_options::overwrite_existing);
                // What a constraint of the schema forbids is written too, by whoever leaves the constraint out.
                if (execute(file, fmt::format("PRAGMA ignore_check_constraints = ON; UPDATE OR IGNORE {} SET {} = {}",
                                              cell.table, cell.column, value)))
                    open(fmt::format("{}.{} = {}", cell.table, cell.column, value), file);
            }
}

TEST_CASE("a session with any number of its texts replaced is refused, or opens")
{
    const TemporaryFolder folder;
    const std::string whole = folder / "whole.sscope", file = folder / "s.sscope";
    writeExample(whole);
    for (const auto& [table, column] : {std::pair{"run", "json"}, {"sweep", "json"}, {"matrix", "source"}}) {
        const nlohmann::json good =
            nlohmann::json::parse(columnOf(whole, fmt::format("SELECT {} FROM {}", column, table))[0]);
        const auto ways = waysToNumbers(good);
        const std::vector<nlohmann::json>& numbers = hostileNumbers();
        for (std::size_t w = 0; w < ways.size(); ++w)
            for (std::size_t n = 0; n < std::min<std::size_t>(static_cast<std::size_t>(cases(1)), numbers.size());
                 ++n) {
                const nlohmann::json& number = numbers[(w + 7 * n) % numbers.size()];
                nlohmann::json bad = good;
                bad[ways[w]] = number;
                fs::copy_file(whole, file, fs::copy_options::overwrite_existing);
                execute(file, fmt::format("UPDATE {} SET {} = '{}' WHERE id = 1", table, column, bad.dump()));
                open(fmt::format("{}.{} {} = {}", table, column, ways[w].to_string(), number.dump()), file);
            }
    }
}

TEST_CASE("a session holds the tables of a session and nothing that runs when it is read")
{
    const TemporaryFolder folder;
    const std::string whole = folder / "whole.sscope", file = folder / "s.sscope";
    writeExample(whole);
    for (const auto& [what, sql] : {
             std::pair{"view",
                       "DROP TABLE note; CREATE VIEW note AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT "
                       "id + 1 FROM n) SELECT id, '' AS written, 'x' AS text FROM n"},
             {"view of its own", "CREATE VIEW more AS SELECT 1"},
             {"trigger", "CREATE TRIGGER t AFTER INSERT ON note BEGIN DELETE FROM plan; END"},
             {"index", "CREATE INDEX i ON plan (title)"},
             {"index of an expression", "CREATE INDEX i ON plan (length(json))"},
             {"table", "CREATE TABLE more (id INTEGER)"},
             {"column", "ALTER TABLE note ADD COLUMN more TEXT"},
             {"generated column", "ALTER TABLE note ADD COLUMN more TEXT GENERATED ALWAYS AS (hex(zeroblob(99)))"},
             {"generated known column",
              "DROP TABLE note; CREATE TABLE note (id INTEGER PRIMARY KEY, written TEXT, text "
              "TEXT GENERATED ALWAYS AS (hex(zeroblob(99999999))))"},
             {"virtual table", "CREATE VIRTUAL TABLE more USING fts5(text)"},
             {"no matrix", "DROP TABLE matrix"},
             {"no plans", "DROP TABLE run; DROP TABLE trace; DROP TABLE plan"},
         }) {
        fs::copy_file(whole, file, fs::copy_options::overwrite_existing);
        execute(file, std::string("PRAGMA foreign_keys = OFF; ") + sql);
        CHECK(open(what, file) == Taken::Refused);
    }
}

TEST_CASE("a session whose bytes were changed is refused, or opens")
{
    const TemporaryFolder folder;
    const std::string whole = folder / "whole.sscope", file = folder / "s.sscope";
    writeExample(whole);
    const std::string good = readText(whole);
    std::mt19937_64 random(5);
    for (int i = 0; i < cases(150); ++i) {
        std::string bad = good;
        if (random() % 8 == 0)
            bad.resize(random() % bad.size());
        for (auto changes = 1 + random() % 6; changes > 0 && !bad.empty(); --changes)
            bad[random() % bad.size()] = static_cast<char>(random() % 3 == 0 ? 0xFF : random());
        writeText(file, bad);
        open(fmt::format("change {}", i), file);
    }
}

TEST_CASE("pages of a session that lead in a circle end its reading")
{
    const TemporaryFolder folder;
    const std::string file = folder / "s.sscope";
    writeExample(file);
    // A table of many rows has a root page whose children are named in its cells: all are made the same one.
    std::string bytes;
    execute(file, "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO note "
                  "SELECT i, '', hex(randomblob(40)) FROM n");
    bytes = readText(file);
    const auto page = static_cast<std::size_t>(
        std::stoll(columnOf(file, "SELECT rootpage FROM sqlite_schema WHERE name = 'note'")[0]));
    const std::size_t size = 4096, root = (page - 1) * size;
    REQUIRE(bytes[root] == 5); // an interior page of a table
    const auto number = [&](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at]) << 8 |
                                        static_cast<unsigned char>(bytes[at + 1]));
    };
    for (std::size_t cell = 0; cell < number(root + 3); ++cell)
        std::memcpy(&bytes[root + number(root + 12 + 2 * cell)], &bytes[root + number(root + 12)], 4);
    writeText(file, bytes);
    CHECK(open("a circle", file) == Taken::Refused);
}
