// The batch command: a row for each case whatever becomes of it, gone on with where it stopped, never two at once on
// one table.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/writer.h"
#include "engine/matrix/patterns.h"
#include "engine/session/session.h"
#include "engine/work/batch_table.h"
#include "tests/app/cli_run.h"
#include "tests/engine/plan_fixtures.h"
#include "tests/engine/session_fixtures.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

using namespace sparsescope;
using nlohmann::json;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

namespace {

const std::string figure1File = sourceFile("samples/figure1.mtx");
const std::string small = "pruned --rows 32 --cols 64";
// Whose search takes longer than any of these tests waits.
const std::string large = "chung-lu --rows 300000 --nnz 3000000";

std::vector<json> rowsOf(const std::string& file)
{
    std::vector<json> rows;
    readBatch(
        file, [&](const json& row) { rows.push_back(row); }, noProgress());
    return rows;
}

json batch(std::vector<std::string> arguments, const std::string& out)
{
    arguments.insert(arguments.begin(), "batch");
    arguments.insert(arguments.end(), {"-o", out, "--json"});
    const Run run = cli(arguments);
    INFO(run.err);
    REQUIRE(run.status == 0);
    return json::parse(run.out);
}

// A batch in a process of its own, whose number it says first. `meanwhile` is called with that.
ProcessResult batchWith(const std::vector<std::string>& arguments, const std::function<void(pid_t)>& meanwhile)
{
    std::vector<std::string> all{"-c", "echo $$; exec \"$0\" batch \"$@\"", programFile("sparsescope-cli")};
    all.insert(all.end(), arguments.begin(), arguments.end());
    bool said = false;
    return runProcess(
        "/bin/sh", all,
        [&](const std::string& line) {
            if (!std::exchange(said, true))
                meanwhile(std::stoi(line));
        },
        noProgress());
}

template <class Holds>
bool waitFor(const Holds& holds, std::chrono::seconds most = std::chrono::seconds(60))
{
    const auto until = Clock::now() + most;
    while (!holds() && Clock::now() < until)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return holds();
}

// The process that takes the cases; 0: there is none.
pid_t childOf(pid_t parent)
{
    pid_t child = 0;
    std::ifstream("/proc/" + std::to_string(parent) + "/task/" + std::to_string(parent) + "/children") >> child;
    return child;
}

// Waits until one row is there, and the child has the next case.
pid_t busyChild(pid_t parent, const std::string& table)
{
    REQUIRE(waitFor([&] { return isBatch(table) && !rowsOf(table).empty() && childOf(parent) != 0; }));
    return childOf(parent);
}

bool runs(pid_t process)
{
    std::ifstream status("/proc/" + std::to_string(process) + "/stat");
    std::string number, name, state;
    return status >> number >> name >> state && state != "Z";
}

void putWorker(const std::string& file, const std::string& onRun)
{
    writeText(file, "#!/bin/sh\n[ \"$1\" = run ] || { echo '{\"devices\":[{\"id\":0,\"name\":\"NVIDIA "
                    "H200\",\"status\":\"\"}]}'; exit 0; }\n" +
                        onRun + "\n");
    fs::permissions(file, fs::perms::owner_all);
    setenv("SPARSESCOPE_WORKER", file.c_str(), 1);
}

} // namespace

TEST_CASE("a batch has a row for every matrix, type, extent and planner, with its conditions, and does each once")
{
    const TemporaryFolder folder;
    const std::string table = folder / "t.sqlite";
    const std::vector<std::string> what = {small,     figure1File, "--dtypes",   "f16,f32",
                                           "--dense", "32,64",     "--planners", "hyb,cell"};
    json summary = batch(what, table);
    CHECK(summary["cases"] == 16);
    CHECK(summary["before"] == 0);
    CHECK(summary["failures"].empty());
    const std::vector<json> rows = rowsOf(table);
    REQUIRE(rows.size() == 16);
    CHECK(fs::directory_iterator(folder / "") != fs::directory_iterator());
    CHECK(std::distance(fs::directory_iterator(folder / ""), {}) == 1); // the table alone, nothing beside it
    const json& first = rows.front();
    CHECK(first["matrix"] == small + " --density 0.06 --seed 1");
    CHECK(first["rows"] == 32);
    CHECK(first["op"] == "spmm");
    CHECK(first["name"] == "hyb");
    CHECK(first["calibration"] == "h200");
    CHECK(first["predictedNs"] > 0);
    CHECK(first["searchSeconds"] > 0);
    CHECK(first["tiles"] > 0);
    CHECK(json::parse(first["options"].get<std::string>())["k"] == -1);
    CHECK_FALSE(first.contains("job"));
    CHECK(rows.back()["matrix"] == "figure1.mtx");
    CHECK(rows.back()["source"] == figure1File);
    CHECK(rows.back()["longestRow"] == 2);
    CHECK(rows.back()["dtype"] == "f32");
    CHECK(rows.back()["dense"] == 64);

    // The same again, then in another order, then with a matrix more and another option.
    summary = batch(what, table);
    CHECK(summary["before"] == 16);
    CHECK(summary["childSeconds"] == 0);
    CHECK(rowsOf(table).size() == 16);
    CHECK(batch({figure1File, small, "--planners", "cell,hyb"}, table)["before"] == 4);
    CHECK(batch({small, small + " --seed 2", "--planners", "hyb"}, table)["before"] == 1);
    CHECK(batch({small, "--planners", "hyb", "--k", "2"}, table)["before"] == 0);
    CHECK(batch({small, "--planners", "hyb", "--what-if", "atomic=2"}, table)["before"] == 0);
    CHECK(batch({small, "--planners", "hyb", "--calibration", "a100-stile"}, table)["before"] == 0);
    CHECK(rowsOf(table).size() == 20);
    // A copy of a file is the same matrix; what was written over it is another.
    fs::copy_file(figure1File, folder / "figure1.mtx");
    CHECK(batch({folder / "figure1.mtx", "--planners", "hyb"}, table)["before"] == 1);
    writeMatrix(*logsparse(16, noProgress()), folder / "figure1.mtx", "", noProgress());
    CHECK(batch({folder / "figure1.mtx", "--planners", "hyb"}, table)["before"] == 0);
}

TEST_CASE("a folder and a list are batches, and a line of a list that is none is named")
{
    const TemporaryFolder folder;
    fs::create_directories(folder / "all/inner");
    for (const char* name : {"b.mtx", "a.mtx", "inner/c.mtx"})
        writeMatrix(*logsparse(16, noProgress()), folder / "all" + "/" + name, "", noProgress());
    writeText(folder / "all" + "/" + "readme", "no matrix\n");
    const std::string table = folder / "t.sqlite";
    CHECK(batch({folder / "all", "--planners", "hyb"}, table)["cases"] == 2);
    CHECK(rowsOf(table)[0]["matrix"] == "a.mtx");
    writeText(folder / "list.txt", "# what is planned\n\nall\n  all/inner/c.mtx\r\n" + small + " --seed 7\n");
    CHECK(batch({folder / "list.txt", "--planners", "hyb"}, table)["cases"] == 4);
    const std::vector<json> rows = rowsOf(table);
    REQUIRE(rows.size() == 4);
    CHECK(rows[2]["matrix"] == "c.mtx");
    CHECK(rows[3]["matrix"] == small + " --density 0.06 --seed 7");
    for (const auto& [line, reason] : {std::pair{"none.mtx", "none.mtx: is no file, no folder and no pattern"},
                                       {"pruned --rows many", "--rows takes a number, not \"many\""},
                                       {"pruned --seeds 1", "--seeds"}}) {
        writeText(folder / "list.txt", std::string("all\n") + line + "\n");
        checkFails({"batch", folder / "list.txt", "-o", table}, 2, folder / "list.txt:2: ");
        checkFails({"batch", folder / "list.txt", "-o", table}, 2, reason);
    }
    checkFails({"batch", folder / "all/inner/d", "-o", table}, 2, "is no file, no folder and no pattern");
    checkFails({"batch", small, "--planners", "hyb,none", "-o", table}, 1, "planner \"none\" is none of");
    checkFails({"batch", small, "--op", "spmv", "--dense", "32", "-o", table}, 1, "has no --dense");
    checkFails({"batch", small, "--seed", "3", "-o", table}, 1, "give --run too");
    CHECK(rowsOf(table).size() == 4);
}

TEST_CASE("what cannot be read and who refuses are rows with the reason, and a file that is mended is read")
{
    const TemporaryFolder folder;
    const std::string table = folder / "t.sqlite", matrix = folder / "m.mtx";
    writeText(matrix, "%%MatrixMarket matrix coordinate real general\n3 3 1\n4 1 1\n");
    const json summary = batch({matrix, small, "--op", "sddmm", "--planners", "stile,hyb"}, table);
    CHECK(summary["failures"].size() == 2);
    CHECK(summary["failures"]["planner hyb plans SpMM, SpMV, not SDDMM"] == 1);
    std::vector<json> rows = rowsOf(table);
    REQUIRE(rows.size() == 4);
    CHECK_THAT(rows[0]["problem"].get<std::string>(), Catch::StartsWith(matrix + ":3"));
    CHECK_FALSE(rows[0].contains("fingerprint"));
    CHECK(rows[1].contains("problem"));
    CHECK_FALSE(rows[2].contains("problem"));
    CHECK(batch({matrix, "--op", "sddmm", "--planners", "stile,hyb"}, table)["before"] == 2);
    writeText(matrix, "%%MatrixMarket matrix coordinate real general\n3 3 1\n3 1 1\n");
    CHECK(batch({matrix, "--op", "sddmm", "--planners", "stile"}, table)["before"] == 0);
    rows = rowsOf(table);
    REQUIRE(rows.size() == 5);
    CHECK(rows[4]["predictedNs"] > 0);
}

TEST_CASE("a child that is killed costs its case alone, and a case beyond the limit ends in time")
{
    const TemporaryFolder folder;
    const std::string table = folder / "t.sqlite";
    const ProcessResult killed = batchWith({small, large, small + " --seed 2", "--planners", "stile", "-o", table},
                                           [&](pid_t parent) { CHECK(kill(busyChild(parent, table), SIGKILL) == 0); });
    INFO(killed.standardError);
    CHECK(killed.exitStatus == 0);
    std::vector<json> rows = rowsOf(table);
    REQUIRE(rows.size() == 3);
    CHECK_FALSE(rows[0].contains("problem"));
    CHECK_THAT(rows[1]["problem"].get<std::string>(), Catch::StartsWith("its process was killed by signal 9 (Killed)"));
    CHECK_FALSE(rows[2].contains("problem"));

    // Ten times as much, and a limit that small ones keep on a busy machine with a sanitizer.
    const std::string larger = "chung-lu --rows 3000000 --nnz 30000000";
    const auto begin = Clock::now();
    const json late = batch({larger, small + " --seed 3", "--planners", "hyb,stile", "--limit", "4"}, table);
    CHECK(Clock::now() - begin < std::chrono::seconds(30));
    CHECK(late["failures"]["takes longer than the limit of 4 s"] > 0);
    rows = rowsOf(table);
    REQUIRE(rows.size() == 7);
    CHECK(rows[4]["problem"] == "takes longer than the limit of 4 s");
    CHECK_FALSE(rows[5].contains("problem"));
    CHECK_FALSE(rows[6].contains("problem"));
}

TEST_CASE("a limit that no search among graphs keeps is refused before the first case")
{
    const TemporaryFolder folder;
    const std::string table = folder / "t.sqlite";
    const std::vector<std::string> searches = {"batch",           small, "--op", "spmv", "--planners",
                                               "hyb,alphasparse", "-o",  table};
    const auto refused = [&](std::vector<std::string> more, const std::string& reason) {
        more.insert(more.begin(), searches.begin(), searches.end());
        checkFails(more, 1, reason);
        CHECK_FALSE(fs::exists(table));
    };
    refused({"--seconds", "20", "--limit", "20"},
            "--limit 20 ends every case before alphasparse is done, which searches for 20 s: it has to be more than "
            "--seconds");
    // Before it looks for a GPU.
    refused({"--run", "--limit", "10"}, "alphasparse is done, which searches for 20 s or longer: it has to be more "
                                        "than --seconds, which may be given too");
    // What evaluations end may be done sooner.
    batch(
        {small, "--op", "spmv", "--planners", "alphasparse", "--evaluations", "20", "--seconds", "20", "--limit", "20"},
        table);
}

TEST_CASE("a batch that is asked to stop does so within a second, and a child ends with its parent")
{
    const TemporaryFolder folder;
    const std::string table = folder / "t.sqlite";
    const std::vector<std::string> arguments = {small, large, "--planners", "stile", "-o", table};
    for (const int signal : {SIGTERM, SIGINT, SIGKILL}) {
        INFO("signal " << signal);
        Clock::time_point begin;
        pid_t child = 0;
        const ProcessResult end = batchWith(arguments, [&](pid_t parent) {
            child = busyChild(parent, table);
            begin = Clock::now();
            kill(parent, signal);
        });
        CHECK(Clock::now() - begin < std::chrono::seconds(1));
        CHECK(waitFor([&] { return !runs(child); }, std::chrono::seconds(10))); // to give back its memory takes a while
        CHECK(end.exitStatus == (signal == SIGKILL ? 0 : 130));
        CHECK(end.signal == (signal == SIGKILL ? SIGKILL : 0));
        // What was cut off is no row.
        const std::vector<json> rows = rowsOf(table);
        REQUIRE(rows.size() == 1);
        CHECK_FALSE(rows[0].contains("problem"));
    }
    CHECK(batch({small, small + " --seed 2", "--planners", "stile"}, table)["before"] == 1);
}

TEST_CASE("a table is filled by one batch at a time, and what is something else stays as it is")
{
    const TemporaryFolder folder;
    const std::string table = folder / "t.sqlite", other = folder / "other.sqlite";
    batch({small, "--planners", "hyb"}, table);
    {
        const BatchTable open(table);
        checkFails({"batch", small, "-o", table}, 2, table + ": is being filled by another batch");
    }
    const std::string good = readText(table);
    std::string newer = good, cut = good;
    newer[63] = batchSchemaVersion + 1;
    cut.resize(cut.size() / 2);
    session::Session some;
    some.matrix = session::openMatrix(figure1File, noProgress());
    session::writeSession(some, other);
    for (const auto& [bytes, reason] :
         {std::pair<std::string, std::string>{readText(other), "is not a Sparsescope table of a batch"},
          {newer, fmt::format("was written by a newer Sparsescope (schema {}; this one reads up to {})",
                              batchSchemaVersion + 1, batchSchemaVersion)},
          {cut, "is damaged"},
          {std::string(), "is not a Sparsescope table of a batch"}}) {
        writeText(other, bytes);
        checkFails({"batch", small, "-o", other}, 2, other + ": " + reason);
        CHECK(readText(other) == bytes);
    }
    checkFails({"batch", small, "-o", folder / "none/t.sqlite"}, 2, "none/t.sqlite");
    checkFails({"export", figure1File, "-o", folder / "out"}, 2, "is neither a Sparsescope session nor the table");
}

TEST_CASE("a table is of the version of the newest column that a row has")
{
    const TemporaryFolder folder;
    const std::string table = folder / "t.sqlite";
    const auto version = [&] { return static_cast<int>(readText(table)[63]); };
    json row = {{"key", "a"},  {"matrix", "m"},   {"source", "m"},     {"op", "spmm"},   {"dtype", "f16"},
                {"dense", 32}, {"name", "stile"}, {"kind", "planner"}, {"version", "1"}, {"date", "now"}};
    BatchTable(table).add({{row}});
    CHECK(version() == 1);
    row.update({{"key", "b"}, {"valuesTaken", "random"}});
    {
        BatchTable open(table);
        CHECK(open.has("a"));
        open.add({{row}});
        row["key"] = "c";
        open.add({{row}});
    }
    CHECK(version() == 2);
    row.update({{"key", "d"}, {"evaluated", 7}});
    BatchTable(table).add({{row}});
    CHECK(version() == 3);
    const std::vector<json> rows = rowsOf(table);
    REQUIRE(rows.size() == 4);
    CHECK(rows[3]["evaluated"] == 7);
    CHECK_FALSE(rows[0].contains("valuesTaken"));
    CHECK(rows[2]["valuesTaken"] == "random");
    CHECK_THAT(batchCsv(table, noProgress()), Catch::Contains("clockMHz,valuesTaken,version"));
}

TEST_CASE("searches among graphs in other types start from what that in float32 has found, whatever was done before")
{
    const TemporaryFolder folder;
    const std::string table = folder / "t.sqlite";
    const std::vector<std::string> all = {small,        "--op",        "spmv",          "--dtypes", "f64,f32",
                                          "--planners", "alphasparse", "--evaluations", "20"};
    std::vector<std::string> single = all;
    single[4] = "f32";
    CHECK(batch(single, table)["before"] == 0);
    CHECK(batch(all, table)["before"] == 1);
    CHECK(batch(all, table)["before"] == 2);
    const std::vector<json> rows = rowsOf(table);
    REQUIRE(rows.size() == 2);
    const auto start = [](const json& row) { return json::parse(row["options"].get<std::string>())["start"]; };
    CHECK(rows[0]["dtype"] == "f32");
    CHECK(rows[0]["evaluated"] > 0);
    CHECK(rows[0]["rowVariance"] > 0);
    CHECK(start(rows[0]) == "");
    CHECK(rows[1]["dtype"] == "f64");
    CHECK(start(rows[1]) == rows[0]["graph"]);
    CHECK_FALSE(rows[1].contains("problem"));
    // Unless they are told another one.
    std::vector<std::string> told = all;
    told.insert(told.end(), {"--start", sourceFile("samples/graphs/figure-14a.json")});
    CHECK(batch(told, table)["before"] == 0);
    CHECK_THAT(start(rowsOf(table).back()).get<std::string>(), Catch::Contains("ROW_PAD"));
}

TEST_CASE("a batch against a selector of formats is ready, and its report says how much a search gains")
{
    const TemporaryFolder folder;
    const std::string table = folder / "t.sqlite", page = folder / "t.html";
    CHECK(batch({small, "--ready", "selector", "--evaluations", "20"}, table)["cases"].get<int>() > 4);
    REQUIRE(cli({"report", table, "-o", page}).status == 0);
    const std::string text = readText(page);
    for (const char* what : {"f32, predicted", "of 1 matrices", "Figure 10", "Figure 11a", "Figure 11b", "Figure 13",
                             "pruned --rows 32 --cols 64"})
        CHECK_THAT(text, Catch::Contains(what));
    checkFails({"report", table, "-o", page, "--matrix", figure1File}, 1, "--matrix is of a session");
    checkFails({"batch", small, "--ready", "selector", "--op", "spmm", "-o", table}, 1,
               "ready batch selector is of SpMV");
    checkFails({"batch", small, "--ready", "all", "-o", table}, 1, "ready batch \"all\" is none of selector");
    batch({small, "--planners", "hyb"}, folder / "other.sqlite");
    checkFails({"report", folder / "other.sqlite", "-o", page}, 2, "has no matrix that alphasparse planned");
}

TEST_CASE("plans of a batch are measured in one job beside the libraries, and a table has the best one's ratio")
{
    const TemporaryFolder folder;
    const std::string table = folder / "t.sqlite";
    session::Session measured;
    measured.matrix = session::openMatrix(figure1File, noProgress());
    Searched s = searched(*measured.matrix, spmm(DataType::Float16, 32));
    Profile profile = inventedProfile(s.plan, 7);
    profile.kernel.medianNs = 1000;
    profile.baselines = {{"cusparse:csr_alg2", {2000, 1900, 2100}, 0, 1e-5, true, ""},
                         {"cublas:dense", {4000, 3900, 4100}, 0, 1e-5, true, ""},
                         {"cusparse:coo", {}, 0, 0, false, "out of memory"}};
    measured.runs.push_back({0, profile});
    measured.plans.push_back({std::move(s.plan), std::move(s.trace)});
    session::writeSession(measured, folder / "measured.sscope");
    putWorker(folder / "worker", "cp '" + folder / "measured.sscope" + "' \"${2%/*}/result.sscope\"");
    const json summary = batch({figure1File, "--planners", "stile", "--run", "--seed", "5"}, table);
    CHECK(summary["libraryOverPlan"]["spmm f16 32 stile"]["geometricMean"] == Approx(2));
    CHECK(batch({figure1File, "--planners", "stile", "--run", "--seed", "5"}, table)["before"] == 1);
    CHECK(batch({figure1File, "--planners", "stile", "--run", "--seed", "6"}, table)["before"] == 0);
    CHECK(batch({figure1File, "--planners", "stile"}, table)["before"] == 0);
    CHECK(batch({figure1File, "--planners", "stile", "--run", "--seed", "6", "--values", "ones"}, table)["before"] ==
          0);
    const std::vector<json> rows = rowsOf(table);
    REQUIRE(rows.size() == 13);
    for (std::size_t r = 0; r < 4; ++r) {
        CHECK(rows[r].value("job", 1) == 1);
        CHECK(rows[r]["device"] == "NVIDIA H200");
        CHECK(rows[r]["seed"] == "5");
        CHECK(rows[r]["fingerprint"] == measured.matrix->fingerprint().text());
    }
    CHECK(rows[0]["measuredNs"] == 1000);
    CHECK(rows[0]["verified"] == 1);
    CHECK(rows[0]["variant"] == "parts of 64, 128 threads, 4 gathers");
    CHECK(rows[0]["driver"] == "1.2");
    CHECK(rows[0]["clockMHz"] == 1980.5);
    CHECK(rows[1]["name"] == "cusparse:csr_alg2");
    CHECK(rows[1]["kind"] == "library");
    CHECK(rows[1]["measuredNs"] == 2000);
    CHECK(rows[1]["driver"] == "1.2");
    CHECK(rows[3]["problem"] == "out of memory");
    CHECK(rows[5]["job"] == 2);
    CHECK_FALSE(rows[8].contains("job"));
    // Asked for, or what the run says that it took by itself.
    CHECK_FALSE(rows[0].contains("valuesAsked"));
    CHECK(rows[0]["valuesTaken"] == "random");
    CHECK(rows[1]["valuesTaken"] == "random");
    CHECK_FALSE(rows[8].contains("valuesTaken"));
    CHECK(rows[9]["valuesAsked"] == "ones");

    // A worker that takes all of its parents down.
    putWorker(folder / "worker", "kill -KILL $PPID");
    const json crashed = batch({figure1File, "--planners", "stile", "--run", "--seed", "7"}, table);
    unsetenv("SPARSESCOPE_WORKER");
    CHECK(crashed["failures"].size() == 1);
    const json last = rowsOf(table).back();
    CHECK(last["predictedNs"] > 0);
    CHECK_THAT(last["problem"].get<std::string>(), Catch::StartsWith("its process was killed by signal 9"));

    REQUIRE(cli({"export", table, "-o", folder / "out"}).status == 0);
    const auto csv = tableOf(readText(folder / "out/batch.csv"));
    REQUIRE(csv.size() == 15);
    REQUIRE(csv[0].size() == batchColumns().size());
    const std::string schema = readText(sourceFile("samples/batch-schema.md"));
    for (std::size_t c = 0; c < csv[0].size(); ++c) {
        CHECK(csv[0][c] == batchColumns()[c].name);
        CHECK_THAT(schema, Catch::Contains("`" + csv[0][c] + "`"));
    }
    const auto column = [&](const char* name) {
        return static_cast<std::size_t>(std::find(csv[0].begin(), csv[0].end(), name) - csv[0].begin());
    };
    CHECK(csv[1][column("measuredNs")] == "1000.0");
    CHECK(csv[4][column("problem")] == "out of memory");
    CHECK(csv[4][column("measuredNs")].empty());
}

TEST_CASE("several GPUs take a matrix each, and one that is another or none is refused")
{
    const TemporaryFolder folder;
    const std::string table = folder / "t.sqlite", started = folder / "started";
    const auto putGpus = [&](const std::string& second) {
        // A run waits for one on the other GPU, says whether that came while it ran, and ends badly.
        writeText(folder / "worker",
                  "#!/bin/sh\n[ \"$1\" = run ] || { echo '{\"devices\":[{\"id\":0,\"name\":\"NVIDIA "
                  "H200\",\"status\":\"\"},{\"id\":1,\"name\":\"" +
                      second +
                      "\",\"status\":\"\"}]}'; exit 0; }\n"
                      "gpu=$(sed 's/.*\"device\": *\\([0-9]*\\).*/\\1/;t;d' \"$2\" | head -1)\n: > '" +
                      started + "'$gpu\nfor i in $(seq 200); do [ -e '" + started + "'$((1 - gpu)) ] && break; sleep " +
                      "0.1; done\n[ -e '" + started +
                      "'$((1 - gpu)) ] && how=beside || how=alone\necho \"ran $how on $gpu\" >&2\nexit 3\n");
        fs::permissions(folder / "worker", fs::perms::owner_all);
        setenv("SPARSESCOPE_WORKER", (folder / "worker").c_str(), 1);
    };
    const std::vector<std::string> all = {small, small + " --seed 2", "--planners", "hyb", "--run", "--devices", "0,1"};
    putGpus("NVIDIA H200");
    batch(all, table);
    std::set<std::string> said;
    for (const json& row : rowsOf(table)) {
        CHECK(row["device"] == "NVIDIA H200");
        CHECK_THAT(row["problem"].get<std::string>(), Catch::Contains("ran beside on"));
        said.insert(row["problem"].get<std::string>());
    }
    CHECK(said.size() == 2);
    CHECK(batch({small, small + " --seed 2", "--planners", "hyb", "--run", "--devices", "all"}, table)["before"] == 2);
    CHECK(batch({small, small + " --seed 2", "--planners", "hyb", "--run", "--device", "1"}, table)["before"] == 2);
    putGpus("NVIDIA A100");
    std::vector<std::string> other{"batch"};
    other.insert(other.end(), all.begin(), all.end());
    other.insert(other.end(), {"-o", table});
    checkFails(other, 1, "takes GPUs of one name, not NVIDIA H200 and NVIDIA A100");
    checkFails({"batch", small, "--run", "--devices", "0,7", "-o", table}, 1, "7");
    checkFails({"batch", small, "--run", "--devices", "0,all", "-o", table}, 1, "takes all alone, or numbers");
    for (const char* wrong : {"x", "1024", "-1", "99999999999"})
        checkFails({"batch", small, "--run", std::string("--devices=") + wrong, "-o", table}, 1, "--devices");
    checkFails({"batch", small, "--devices", "1", "-o", table}, 1, "give --run too");
    unsetenv("SPARSESCOPE_WORKER");
}

namespace {

// As root too, more ranks than cores, without a network; what MPI never frees is not ours.
void prepareMpi()
{
    for (const auto& [name, value] : {std::pair{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                                      {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                                      {"OMPI_MCA_plm", "isolated"},
                                      {"OMPI_MCA_btl", "self,vader"},
                                      {"OMPI_MCA_btl_vader_single_copy_mechanism", "none"},
                                      {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
                                      {"LSAN_OPTIONS", "detect_leaks=0"}})
        setenv(name, value, 1);
}

bool mpiWorks()
{
    prepareMpi();
    return fs::exists(programFile("libsparsescope-ranks.so")) &&
           runProcess(
               "/bin/sh", {"-c", "mpirun -n 2 true"}, [](const std::string&) {}, noProgress())
                   .exitStatus == 0;
}

// Ranks on this machine, each with its own arguments of `batch`; `said` gets what they print. `meanwhile` is called
// with the number of mpirun's process.
ProcessResult ranks(const std::vector<std::vector<std::string>>& each, std::string& said,
                    const std::function<void(const std::string& mpirun)>& meanwhile = {})
{
    std::vector<std::string> arguments{"-c", "echo $$; exec mpirun \"$@\"", "sh"};
    for (const std::vector<std::string>& one : each) {
        if (arguments.size() > 3)
            arguments.emplace_back(":");
        arguments.insert(arguments.end(), {"-n", "1", programFile("sparsescope-cli"), "batch"});
        arguments.insert(arguments.end(), one.begin(), one.end());
    }
    bool first = true;
    return runProcess(
        "/bin/sh", arguments,
        [&](const std::string& line) {
            if (!std::exchange(first, false))
                said += line + "\n";
            else if (meanwhile)
                meanwhile(line);
        },
        noProgress());
}

// All but when, and in which order, which numbers nothing here.
std::map<std::string, json> casesIn(const std::string& table)
{
    std::map<std::string, json> cases;
    for (json row : rowsOf(table)) {
        for (const char* name : {"date", "searchSeconds", "fileChanged"})
            row.erase(name);
        CHECK(cases.emplace(row.at("key"), row).second);
    }
    return cases;
}

} // namespace

TEST_CASE("ranks that mpirun starts make the table that one process makes, and go on with it where they were ended",
          "[slow]")
{
    if (!mpiWorks())
        skipTest("there is no library of ranks, or no mpirun that starts processes here");
    const TemporaryFolder folder;
    const std::string alone = folder / "alone.sqlite", together = folder / "together.sqlite";
    const std::vector<std::string> what = {figure1File,         folder / "bad.mtx",  small,      small + " --seed 2",
                                           small + " --seed 3", small + " --seed 4", small,      "--dtypes",
                                           "f16,f32",           "--planners",        "hyb,stile"};
    writeText(folder / "bad.mtx", "no matrix\n");
    batch(what, alone);
    std::vector<std::string> shared = what;
    shared.insert(shared.end(), {"-o", together, "--json"});
    std::string said;
    const ProcessResult end = ranks({shared, shared, shared, shared}, said);
    INFO(end.standardError);
    REQUIRE(end.exitStatus == 0);
    CHECK(json::parse(said)["cases"] == 28); // by rank 0, alone
    CHECK(casesIn(together) == casesIn(alone));
    CHECK(batch(what, together)["before"] == 28);

    // A rank that is killed ends all of them, and what the table has by then counts.
    const std::string ended = folder / "ended.sqlite";
    const std::vector<std::string> slow = {small, large, "--planners", "stile", "-o", ended};
    const ProcessResult killed = ranks({slow, slow}, said, [&](const std::string& mpirun) {
        CHECK(waitFor([&] { return isBatch(ended) && !rowsOf(ended).empty(); }));
        CHECK(kill(childOf(std::stoi(mpirun)), SIGKILL) == 0);
    });
    CHECK((killed.exitStatus != 0 || killed.signal != 0));
    CHECK(rowsOf(ended).size() == 1);
    CHECK(batch({small, small + " --seed 2", "--planners", "stile"}, ended)["before"] == 1);
}

TEST_CASE("ranks that are asked for different things do nothing and say which, and what one fails by ends all")
{
    if (!mpiWorks())
        skipTest("there is no library of ranks, or no mpirun that starts processes here");
    const TemporaryFolder folder;
    const std::string table = folder / "t.sqlite";
    const std::vector<std::string> first = {small, "--planners", "hyb", "-o", table};
    const auto refused = [&](std::vector<std::string> second, int status, const std::string& reason) {
        std::string said;
        second.insert(second.end(), {"-o", table});
        const ProcessResult end = ranks({first, second}, said);
        CHECK(end.exitStatus == status);
        CHECK_THAT(end.standardError, Catch::Contains(reason));
    };
    refused({small + " --seed 2", "--planners", "hyb"}, 1, "rank 1: has other matrices than rank 0");
    refused({small, "--planners", "cell"}, 1, "rank 1: has other types, extents, planners");
    refused({folder / "nothing.mtx", "--planners", "hyb"}, 2, "rank 1: " + (folder / "nothing.mtx") + ": is no file");
    writeText(folder / "text", "text");
    std::string said;
    const std::vector<std::string> text = {small, "--planners", "hyb", "-o", folder / "text"};
    const ProcessResult end = ranks({text, text, text}, said);
    CHECK(end.exitStatus == 2);
    CHECK_THAT(end.standardError, Catch::Contains("is not a Sparsescope table of a batch"));
}
