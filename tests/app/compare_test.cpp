// The compare command: a row for each planner, CSV and JSON of the same rows, a session, refusals in one line.
#include "engine/core/files.h"
#include "engine/matrix/patterns.h"
#include "engine/session/session.h"
#include "tests/app/cli_run.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace sparsescope;
using nlohmann::json;

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

TEST_CASE("compare says whose costs a prediction took, of formats that were never measured")
{
    const TemporaryFolder folder;
    const std::vector<std::string> arguments = {"compare", sample, "--planners", "fixed:hyb,fixed:ell,fixed:dia,stile"};
    const auto with = [&](std::initializer_list<std::string> more) {
        std::vector<std::string> all = arguments;
        all.insert(all.end(), more);
        return cli(all);
    };
    const json rows = json::parse(with({"--json", "-o", folder / "c.csv"}).out)["rows"];
    REQUIRE(rows.size() == 4);
    double best = 1e30;
    for (const json& row : rows) {
        INFO(row["name"]);
        const bool measured = row["name"] == "fixed:ell" || row["name"] == "stile";
        CHECK(row["runsOnGpu"] == true); // by a template, or printed from its program
        CHECK(row.contains("note") != measured);
        if (!measured)
            CHECK(row["note"] == "predicted with ELL's costs");
        best = std::min(best, row["predictedNs"].get<double>());
    }
    for (const json& row : rows)
        CHECK(row["ofBest"] == Approx(row["predictedNs"].get<double>() / best));
    const std::string shown = with({}).out;
    CHECK_THAT(shown, Catch::Contains(" hyb (predicted with ELL's costs)\n"));
    CHECK(shown.find("no GPU code") == std::string::npos);
    const auto table = tableOf(readText(folder / "c.csv"));
    REQUIRE(table.size() == 5);
    const auto column = [&](const char* name) {
        return static_cast<std::size_t>(std::find(table[0].begin(), table[0].end(), name) - table[0].begin());
    };
    for (const auto& row : table)
        CHECK(row.size() == table[0].size());
    CHECK(table[1][column("runsOnGpu")] == "yes");
    CHECK(table[1][column("note")] == "predicted with ELL's costs");
    CHECK(table[2][column("note")].empty());
}

TEST_CASE("compare writes its plans as a session, each under its planner's name")
{
    const TemporaryFolder folder;
    REQUIRE(cli({"compare", sample, "--planners", "hyb,cell", "-o", folder / "c.sscope"}).status == 0);
    const session::Session session = session::readSession(folder / "c.sscope", noProgress());
    REQUIRE(session.plans.size() == 2);
    CHECK(session.plans[0].title == "hyb");
    CHECK(session.plans[1].plan.planner == "cell");
    CHECK_FALSE(session.plans[1].trace.rounds.empty());
    CHECK(session.runs.empty());
}

TEST_CASE("compare refuses what makes no sense in one line")
{
    checkFails({"compare", sample, "--planners", "hyb,cells"}, 1, "planner \"cells\" is none of");
    checkFails({"compare", sample, "--planners", "hyb", "--repeats", "3"}, 1, "give --run too");
    checkFails({"compare", sample, "--planners", "hyb", "--values", "random"}, 1, "give --run too");
    checkFails({"profile", sample, "--values", "few", "-o", "s.sscope"}, 1, "are none of file, random, ones");
    checkFails({"compare", sample, "--planners", "hyb", "--width", "4"}, 1,
               "none of the planners compared has an option --width");
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

TEST_CASE("plan takes a graph from a file: the plan is checked, compared and has a kernel")
{
    const TemporaryFolder folder;
    const std::string graph = sourceFile("samples/graphs/by-length.json"), plan = folder / "p.json";
    const Run run = cli({"plan", sample, "--op", "spmv", "--dtype", "f32", "--graph", graph, "--json", "-o", plan,
                         "--trace", folder / "t.jsonl"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    const json said = json::parse(run.out);
    CHECK(said["tilesByFormat"]["graph"] == said["tiles"]);
    CHECK(said["rounds"] > 1);
    const json written = json::parse(readText(plan));
    CHECK(written["planner"] == "graph");
    CHECK(written["options"]["graph"] == readText(graph));
    CHECK(written["figures"]["graph"]["schema"] == "sparsescope-graph");
    CHECK(cli({"check", plan, sample}).status == 0);
    const Run generated = cli({"generate", plan, sample, "-o", folder / "k.cu"});
    CHECK(generated.status == 0);
    const std::string source = readText(folder / "k.cu");
    CHECK_THAT(source, Catch::Contains("// WARP_TOTAL_RED") && Catch::Contains("void __launch_bounds__("));
    CHECK(cli({"generate", plan, sample, "--standalone", folder / "project"}).status == 0);
    CHECK_THAT(readText(folder / "project/host.cpp"), Catch::Contains("args.b0_values = graph + 0;"));
    const Run compared = cli({"compare", sample, "--op", "spmv", "--planners", "graph,stile", "--graph", graph});
    CHECK(compared.status == 0);
    CHECK_THAT(compared.out, Catch::Contains("graph") && !Catch::Contains("runs on the CPU only"));
    const std::string wide = folder / "wide.json";
    const std::vector<std::string> inFloat64 = {sample, "--op", "spmv", "--dtype", "f64", "--graph", graph};
    const auto with = [&](const std::string& command, std::vector<std::string> more) {
        more.insert(more.begin(), inFloat64.begin(), inFloat64.end());
        more.insert(more.begin(), command);
        return cli(more);
    };
    REQUIRE(with("plan", {"-o", wide}).status == 0);
    const Run checked = cli({"check", wide, sample, "--json"});
    CHECK(checked.status == 0);
    CHECK(json::parse(checked.out)["worstElementError"] <= 1e-12);
    CHECK(cli({"generate", wide, sample, "-o", folder / "w.cu", "--standalone", folder / "wide"}).status == 0);
    CHECK_THAT(readText(folder / "w.cu"), Catch::Contains("in float64, summed in float64") &&
                                              Catch::Contains("static_cast<const double*>(args.B)"));
    CHECK_THAT(readText(folder / "wide/host.cpp"), Catch::Contains("using Value = double;"));
    const Run both = with("compare", {"--planners", "graph,stile"});
    CHECK_THAT(both.out, Catch::Contains("f64 is for SpMV alone, by the planners fastest, graph, alphasparse"));
    const auto begins = [](const Run& refused, const std::string& reason) {
        CHECK(refused.status != 0);
        CHECK_THAT(refused.err, Catch::Contains(reason));
    };
    begins(cli({"plan", sample, "--graph", graph}), "planner graph plans SpMV, not SpMM");
    const auto refused = [&](const std::string& nodes, const std::string& padding) {
        writeText(folder / "g.json", R"({"schema": "sparsescope-graph", "version": 1, "nodes": [{"op": "COMPRESS"}, )" +
                                         nodes + R"({"op": "THREAD_TOTAL_RED"}, {"op": "GMEM_ATOM_RED"}]})");
        return cli({"plan", sample, "--op", "spmv", "--graph", folder / "g.json", "--padding", padding});
    };
    begins(refused(R"({"op": "BMT_ROW_BLOCK", "rows": 9}, )", "4"), "g.json: /nodes/1/rows: is 9, not 1 to 4");
    const std::string padded = R"({"op": "BMT_ROW_BLOCK", "rows": 1}, {"op": "BMT_PAD", "size": 512}, )";
    begins(refused(padded, "2"), "g.json: /nodes/2: stores ");
    CHECK(refused(padded, "64").status == 0);
    begins(refused(padded, "65"), "option padding takes 1 to 64, not 65");
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

TEST_CASE("plans are put behind those of a session of the same matrix, and nothing is lost where it is another")
{
    const TemporaryFolder folder;
    const std::string session = folder / "s.sscope";
    REQUIRE(cli({"compare", sample, "--planners", "hyb,fixed:csr", "-o", session}).status == 0);
    REQUIRE(
        cli({"compare", session, "--op", "spmv", "--dtype", "f32", "--planners", "fixed:ell", "--add", "-o", session})
            .status == 0);
    const session::Session all = session::readSession(session, noProgress());
    REQUIRE(all.plans.size() == 3);
    CHECK(all.plans[0].title == "hyb");
    CHECK(all.plans[2].title == "fixed:ell");
    CHECK(all.plans[2].plan.op.kind == OperatorKind::SpMV);
    const std::string before = readText(session);
    checkFails({"compare", sourceFile("samples/figure1.mtx"), "--planners", "hyb", "--add", "-o", session}, 2,
               "is a session of crossing-2048.mtx.gz, not of figure1.mtx: nothing is added to it");
    CHECK(readText(session) == before);
    checkFails({"compare", sample, "--planners", "hyb", "--add", "-o", folder / "none.sscope"}, 2, "none.sscope");
    checkFails({"compare", sample, "--planners", "hyb", "--add", "-o", folder / "t.csv"}, 1,
               "--add is for a session as --output");
}
