// The compare command: a row for each planner, CSV and JSON of the same rows, a session, refusals in one line.
#include "engine/core/files.h"
#include "engine/core/process.h"
#include "engine/core/progress.h"
#include "engine/matrix/patterns.h"
#include "engine/session/session.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace sparsescope;
using nlohmann::json;

namespace {

const std::string sample = std::string(SPARSESCOPE_SOURCE_DIR) + "/samples/crossing-2048.mtx.gz";

struct Run {
    int status = 0;
    std::string out;
    std::string err;
};

Run cli(const std::vector<std::string>& arguments)
{
    Run run;
    const ProcessResult result = runProcess(
        std::string(SPARSESCOPE_BIN_DIR) + "/sparsescope-cli", arguments,
        [&](const std::string& line) { run.out += line + "\n"; }, noProgress());
    CHECK(result.signal == 0);
    run.status = result.exitStatus;
    run.err = result.standardError;
    return run;
}

std::vector<std::string> fieldsOf(const std::string& line)
{
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += c;
    }
    return fields;
}

std::vector<std::vector<std::string>> tableOf(const std::string& csv)
{
    std::istringstream in(csv);
    std::vector<std::vector<std::string>> table;
    for (std::string line; std::getline(in, line);)
        table.push_back(fieldsOf(line));
    return table;
}

} // namespace

TEST_CASE("compare plans one matrix by several planners: a table, CSV of the same rows, and the ratio of search times "
          "to cell's")
{
    const TemporaryFolder folder;
    const Run run = cli(
        {"compare", sample, "--planners", "stile,hyb,cell", "--dense", "64", "--dtype", "f32", "-o", folder / "c.csv"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    CHECK_THAT(run.out, Catch::StartsWith("planner "));
    CHECK_THAT(run.out, Catch::Contains("search time   stile takes ") &&
                            Catch::Contains(" times as long as cell (LiteForm's overhead table: STile 42.3 times") &&
                            Catch::Contains("search time   hyb takes "));
    const auto table = tableOf(readText(folder / "c.csv"));
    REQUIRE(table.size() == 4);
    for (const auto& row : table)
        CHECK(row.size() == table[0].size());
    const auto column = [&](const char* name) {
        return static_cast<std::size_t>(std::find(table[0].begin(), table[0].end(), name) - table[0].begin());
    };
    double best = 1e30;
    for (std::size_t r = 1; r < 4; ++r) {
        CHECK(table[r][column("dtype")] == "f32");
        CHECK(table[r][column("dense")] == "64");
        CHECK(table[r][column("kind")] == "planner");
        CHECK(table[r][column("measuredNs")].empty());
        CHECK(std::stod(table[r][column("searchToCell")]) > 0);
        CHECK(std::stoll(table[r][column("bytes")]) > 0);
        best = std::min(best, std::stod(table[r][column("predictedNs")]));
    }
    CHECK(table[3][column("name")] == "cell");
    CHECK(std::stod(table[3][column("searchToCell")]) == 1);
    for (std::size_t r = 1; r < 4; ++r)
        CHECK(std::stod(table[r][column("ofBest")]) ==
              Approx(std::stod(table[r][column("predictedNs")]) / best).epsilon(0.001));
}

TEST_CASE("a planner that cannot keeps its row and says why; the others are compared")
{
    const TemporaryFolder folder;
    const Run run =
        cli({"compare", sample, "--planners", "hyb,stile", "--op", "sddmm", "--json", "-o", folder / "c.csv"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    const json rows = json::parse(run.out)["rows"];
    REQUIRE(rows.size() == 2);
    CHECK(rows[0]["name"] == "hyb");
    CHECK(rows[0]["problem"] == "planner hyb plans SpMM, SpMV, not SDDMM");
    CHECK_FALSE(rows[0].contains("predictedNs"));
    CHECK(rows[1]["predictedNs"] > 0);
    CHECK(rows[1]["ofBest"] == 1);
    const auto table = tableOf(readText(folder / "c.csv"));
    REQUIRE(table.size() == 3);
    CHECK(table[1].size() == table[0].size());
    CHECK(table[1].back() == "planner hyb plans SpMM, SpMV, not SDDMM");
    CHECK_THAT(cli({"compare", sample, "--planners", "hyb,stile", "--op", "sddmm"}).out,
               Catch::Contains("hyb       planner hyb plans SpMM, SpMV, not SDDMM\n"));
}

TEST_CASE("options of compare go to the planners that have them")
{
    const Run run = cli({"compare", sample, "--planners", "hyb,cell", "--column-parts", "2", "--width", "4", "--json"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    const json rows = json::parse(run.out)["rows"];
    CHECK(rows[0]["figures"]["c"] == 2);
    if (rows[1]["figures"].contains("partitions")) // else plain CSR was the cheapest
        CHECK(rows[1]["figures"]["partitions"] == 2);
    CHECK_THAT(cli({"compare", sample, "--planners", "hyb,cell", "--depth", "1"}).err,
               Catch::Contains("none of the planners compared has an option --depth"));
}

TEST_CASE("info gives the features of LiteForm's predictors")
{
    const json features = json::parse(cli({"info", sample, "--json"}).out)["liteform"];
    CHECK(features["nnz"] == 67040);
    CHECK(features["rowLength"]["mean"] == Approx(67040.0 / 2048));
    CHECK(features["rowDensity"]["most"].get<double>() == Approx(features["rowLength"]["most"].get<double>() / 2048));
}

TEST_CASE("compare writes its plans as a session, each under its planner's name")
{
    const TemporaryFolder folder;
    REQUIRE(cli({"compare", sample, "--planners", "hyb,cell", "-o", folder / "c.sscope"}).status == 0);
    const Session session = readSession(folder / "c.sscope", noProgress());
    REQUIRE(session.plans.size() == 2);
    CHECK(session.plans[0].title == "hyb");
    CHECK(session.plans[1].plan.planner == "cell");
    CHECK_FALSE(session.plans[1].trace.rounds.empty());
    CHECK(session.runs.empty());
}

TEST_CASE("compare refuses what makes no sense in one line")
{
    const auto fails = [](std::vector<std::string> arguments, int status, const std::string& reason) {
        arguments.insert(arguments.begin(), {"compare", sample});
        const Run run = cli(arguments);
        CHECK(run.status == status);
        CHECK(run.out.empty());
        CHECK_THAT(run.err, Catch::Contains(reason));
        CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    };
    fails({"--planners", "hyb,cells"}, 1, "planner \"cells\" is none of");
    fails({"--planners", "hyb", "--repeats", "3"}, 1, "give --run too");
    fails({"--planners", "hyb", "--width", "4"}, 1, "none of the planners compared has an option --width");
}

TEST_CASE("compare --run measures every plan where there is a GPU, and says what is missing where there is none")
{
    const Run run = cli({"compare", sample, "--planners", "hyb,cell", "--run", "--no-tune", "--json"});
    INFO(run.err);
    if (run.status != 0) {
        CHECK(run.status == 3);
        CHECK(run.out.empty());
        CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
        return;
    }
    const json rows = json::parse(run.out)["rows"];
    CHECK(rows.size() > 2); // with the libraries' kernels
    for (std::size_t r = 0; r < 2; ++r) {
        CHECK(rows[r]["verified"] == true);
        CHECK(rows[r]["measuredNs"] > 0);
    }
}

TEST_CASE("plan takes rules from a file, names them in its errors, and sessions carry them")
{
    const TemporaryFolder folder;
    writeText(folder / "r.json", R"([{"format": "csr", "parameters": {"places": 256}, "take": {"rows": {"max": 1000}}},
{"format": "ell", "parameters": {"rows": 64, "width": 4}, "take": "all"}])");
    const Run run = cli({"plan", sample, "--rules", folder / "r.json", "--json", "-o", folder / "p.json"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    CHECK(json::parse(run.out)["tilesByFormat"]["ell"] > 0);
    CHECK(json::parse(run.out)["tilesByFormat"]["csr"] > 0);
    CHECK(json::parse(readText(folder / "p.json"))["options"]["rules"] == readText(folder / "r.json"));
    CHECK(cli({"check", folder / "p.json", sample}).status == 0);
    writeText(folder / "bad.json",
              R"([{"format": "csr", "parameters": {"places": 256}, "take": {"row": {"max": 1000}}}])");
    const Run bad = cli({"plan", sample, "--planner", "rules", "--rules", folder / "bad.json"});
    CHECK(bad.status == 2);
    CHECK_THAT(bad.err, Catch::Contains("bad.json: rules[0].take.row: is none of"));
    CHECK(cli({"plan", sample, "--rules", folder / "none.json"}).status == 2);
    writeText(folder / "some.json",
              R"([{"format": "csr", "parameters": {"places": 256}, "take": {"rows": {"max": 0}}}])");
    CHECK_THAT(cli({"plan", sample, "--rules", folder / "some.json"}).err,
               Catch::Contains("non-zeros are taken by no rule"));
}

TEST_CASE("the slides' plot is ready: CELL's widest bucket against LiteForm's cost and the predicted time")
{
    const TemporaryFolder folder;
    const Run run = cli({"sweep", sample, "--ready", "width", "-o", folder / "s.csv"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    CHECK_THAT(run.out, Catch::Contains("memoryCost "));
    const auto table = tableOf(readText(folder / "s.csv"));
    REQUIRE(table.size() == 12); // 1 to 1024
    const auto column =
        static_cast<std::size_t>(std::find(table[0].begin(), table[0].end(), "memoryCost") - table[0].begin());
    REQUIRE(column < table[0].size());
    for (std::size_t r = 1; r < table.size(); ++r) {
        REQUIRE(table[r].size() == table[0].size());
        CHECK(std::stod(table[r][column]) > 0);
    }
    CHECK(std::stod(table[1][column]) >
          std::stod(table[6][column])); // 1 against 32: every row written at every non-zero
}
