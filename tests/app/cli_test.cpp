// The command line as a user meets it: exit statuses, one line for an error, JSON on request, files that are complete.
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/core/version.h"
#include "engine/io/npy.h"
#include "engine/matrix/patterns.h"
#include "engine/matrix/permuted.h"
#include "engine/session/session.h"
#include "tests/app/cli_run.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

using namespace sparsescope;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

#ifdef SPARSESCOPE_HAS_XGBOOST
constexpr bool boosted = true;
#else
constexpr bool boosted = false;
#endif

} // namespace

TEST_CASE("info tells what a matrix holds, as JSON too")
{
    const TemporaryFolder folder;
    const std::string file = folder / "m.mtx";
    writeText(file, "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 1.5\n2 1 2\n3 3 -1\n");
    const Run run = cli({"info", file, "--json"});
    REQUIRE(run.status == 0);
    const json info = json::parse(run.out);
    CHECK(info["rows"] == 3);
    CHECK(info["cols"] == 3);
    CHECK(info["nnz"] == 4);
    CHECK(info["storedEntries"] == 3);
    CHECK(info["field"] == "real");
    CHECK(info["symmetry"] == "symmetric");
    CHECK(info["fingerprint"].get<std::string>().size() == 33);
    CHECK_THAT(cli({"info", file}).out, Catch::Contains("3 x 3, 4 non-zeros (3 stored entries)"));
}

TEST_CASE("info of another order has that order's statistics, and tells of values, stored zeros and the kind as JSON "
          "does")
{
    const TemporaryFolder folder;
    const std::string file = folder / "m.mtx";
    writeText(file, "%%MatrixMarket matrix coordinate real general\n4 4 5\n1 4 -2.5\n2 2 0\n3 3 8\n4 1 1\n4 4 1\n");
    const json named = json::parse(cli({"info", file, "--json"}).out);
    CHECK(named["order"] == "file");
    CHECK(named["statistics"]["bandwidth"] == 3);
    CHECK(named["statistics"]["values"]["least"] == -2.5);
    const json moved = json::parse(cli({"info", file, "--order", "rcm", "--json"}).out);
    CHECK(moved["order"] == "rcm");
    CHECK(moved["statistics"]["bandwidth"] == 1);
    CHECK(moved["fingerprint"] == named["fingerprint"]);
    const std::string text = cli({"info", file}).out;
    CHECK_THAT(text, Catch::Contains("-2.5 to 8, the smallest that is not zero 1; 1 negative, 3 positive, 1 stored "
                                     "zero\n"));
    const std::string graph = folder / "g.mtx";
    REQUIRE(cli({"generate-matrix", "rmat", "--rows", "4096", "--nnz", "60000", "-o", graph}).status == 0);
    const std::string kind = json::parse(cli({"info", graph, "--json"}).out)["statistics"]["kind"];
    CHECK_FALSE(kind.empty());
    CHECK_THAT(cli({"info", graph}).out, Catch::Contains("kind          " + kind + "\n"));
    checkFails({"info", file, "--order", "sideways"}, 1, "sideways");
}

TEST_CASE("permute writes the matrix in another order, and which line stands where")
{
    const TemporaryFolder folder;
    const Run run =
        cli({"permute", sample, "--order", "rcm", "-o", folder / "m.mtx", "--permutation", folder / "p.npz", "--json"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    const json said = json::parse(run.out);
    const MatrixPtr file = session::openMatrix(sample, noProgress());
    const MatrixPtr moved = session::openMatrix(folder / "m.mtx", noProgress());
    CHECK(said["fingerprint"] == moved->fingerprint().text());
    CHECK(said["before"]["bandwidth"] != said["after"]["bandwidth"]);
    const std::string path = folder / "p.npz";
    const NpzArrays arrays = readNpz(readText(path), path);
    const auto rows = fromArray<std::int32_t>(arrays, "rows", path),
               cols = fromArray<std::int32_t>(arrays, "cols", path);
    CHECK(permuted(*file, lineOrder(rows, cols), noProgress()).matrix->fingerprint() == moved->fingerprint());
    // A plan of the permuted file is the one that names the file's rows.
    const auto predicted = [](const Run& planned) { return json::parse(planned.out).at("predictedNs"); };
    const Run there = cli({"plan", folder / "m.mtx", "--planner", "hyb", "--json"});
    const Run here = cli({"plan", sample, "--planner", "hyb", "--order", "rcm", "-o", folder / "p.json", "--json"});
    REQUIRE(here.status == 0);
    CHECK(predicted(here) == predicted(there));
    CHECK(cli({"check", folder / "p.json", sample}).status == 0);
    CHECK_THAT(cli({"plan", sample, "--planner", "hyb", "--order", "rcm"}).out, Catch::Contains("order         rcm"));

    checkFails({"permute", sample, "--order", "rcm"}, 1, "needs -o");
    checkFails({"permute", sample, "--order", "rcm", "-o", folder / "m.txt"}, 1, "is written as .mtx");
    checkFails({"permute", sample, "--order", "rcm", "--permutation", folder / "p.txt"}, 1, "is written as .npz");
    checkFails({"plan", sample, "--planner", "fixed:bsr", "--order", "rcm"}, 1, "permute");
    checkFails({"plan", sample, "--order", "tiles"}, 1, "option order takes file, rows, columns, both, rcm");
}

TEST_CASE("plan, check and generate follow each other")
{
    const TemporaryFolder folder;
    const std::string plan = folder / "p.json";
    const Run planned = cli({"plan", sample, "--op", "spmm", "--dense", "40", "--dtype", "f16", "--ratio", "1.1", "-o",
                             plan, "--trace", folder / "t.jsonl", "--json"});
    INFO(planned.err);
    REQUIRE(planned.status == 0);
    const json result = json::parse(planned.out);
    CHECK(result["covered"] == 67040);
    CHECK(result["tiles"] == result["tilesByFormat"]["block"].get<int>() + result["tilesByFormat"]["ell"].get<int>());
    CHECK(result["calibration"] == "h200");
    for (const char* key : {"levels", "rounds", "atomicTiles", "paddingRatio", "redundantRatio", "bytes", "csrBytes",
                            "predictedNs", "searchSeconds"})
        CHECK(result[key].is_number());
    CHECK(json::parse(readText(plan))["options"]["ratio"] == 1.1);
    const std::string trace = readText(folder / "t.jsonl");
    CHECK_THAT(trace, Catch::Contains("\"event\":\"end\""));
    int withdrawn = 0;
    for (std::size_t at = 0; (at = trace.find("\"event\":\"withdrawn\"", at)) != std::string::npos; ++at)
        ++withdrawn;
    CHECK(result["withdrawn"] == withdrawn);

    const Run checked = cli({"check", plan, sample, "--json"});
    REQUIRE(checked.status == 0);
    const json check = json::parse(checked.out);
    CHECK(check["covered"] == true);
    CHECK(check["maxRelativeError"].get<double>() < 1e-3);
    CHECK(check["worstElementError"].get<double>() < 2e-3);

    REQUIRE(cli({"generate", plan, sample, "-o", folder / "k.cu"}).status == 0);
    CHECK_THAT(readText(folder / "k.cu"), Catch::Contains("__global__"));
}

TEST_CASE(
    "SpMV is planned with a calibration that has its numbers, checked and generated; --dense is 1 without being said")
{
    const TemporaryFolder folder;
    const json linear = {
        {"model", "linear"}, {"plain", {20, 0.001, 0.002, 0.003}}, {"atomic", {30, 0.001, 0.002, 0.006}}};
    json entries = json::array();
    for (const char* dtype : {"f16", "f32"})
        entries.push_back({{"operator", "spmv"},
                           {"dtype", dtype},
                           {"densePart", 1},
                           {"peakFlopPerByte", 20},
                           {"formats", {{"ell", linear}, {"csr", linear}}}});
    const json calibration = {{"schema", "sparsescope-calibration"},
                              {"version", 1},
                              {"name", "made up"},
                              {"gpu", "none"},
                              {"source", "made up"},
                              {"sms", 8},
                              {"launchNs", 1000},
                              {"entries", entries}};
    writeText(folder / "c.json", calibration.dump());
    const std::string plan = folder / "p.json";
    for (const std::string dtype : {"f16", "f32"}) {
        INFO(dtype);
        const Run planned =
            cli({"plan", sample, "--op", "spmv", "--dtype", dtype, "--calibration", folder / "c.json", "-o", plan});
        INFO(planned.err);
        REQUIRE(planned.status == 0);
        CHECK_THAT(planned.out, Catch::Contains("SpMV " + dtype + ", planner stile"));
        CHECK(json::parse(readText(plan))["operator"] ==
              json{{"kind", "spmv"}, {"dtype", dtype}, {"dense", 1}, {"densePart", 1}});
        CHECK(cli({"check", plan, sample}).status == 0);
        REQUIRE(cli({"generate", plan, sample, "-o", folder / "k.cu"}).status == 0);
        CHECK_THAT(readText(folder / "k.cu"), Catch::Contains("fusedSpmv"));
    }
}

TEST_CASE("render writes a picture of the size asked for")
{
    const TemporaryFolder folder;
    REQUIRE(cli({"render", sample, "-o", folder / "m.png", "--size", "200"}).status == 0);
    const std::string png = readText(folder / "m.png");
    REQUIRE(png.size() > 24);
    CHECK(png.substr(1, 3) == "PNG");
    CHECK(static_cast<unsigned char>(png[19]) == 200); // width, big-endian
}

TEST_CASE("render draws rows and columns in another order")
{
    const TemporaryFolder folder;
    const auto picture = [&](std::vector<std::string> more) {
        std::vector<std::string> arguments{"render", sample, "-o", folder / "m.png", "--size", "200"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Run run = cli(arguments);
        INFO(run.err);
        REQUIRE(run.status == 0);
        return readText(folder / "m.png");
    };
    const std::string plan = folder / "p.json";
    REQUIRE(cli({"plan", sample, "-o", plan}).status == 0);
    const std::string file = picture({});
    CHECK(picture({"--order", "file"}) == file);
    std::set<std::string> different{file};
    for (const std::string order : {"rows", "columns", "both", "rcm"})
        different.insert(picture({"--order", order}));
    different.insert(picture({"--order", "tiles", "--plan", plan}));
    CHECK(different.size() == 6);
    checkFails({"render", sample, "-o", folder / "n.png", "--order", "random"}, 1,
               "file, rows, columns, both, rcm, tiles");
    checkFails({"render", sample, "-o", folder / "n.png", "--order", "tiles"}, 1, "needs a plan");
}

TEST_CASE("costs are changed before a search, and the plan says so")
{
    const TemporaryFolder folder;
    const Run run = cli({"plan", sample, "--what-if", "atomic=3", "--what-if", "ell=2", "--no-compete", "-o",
                         folder / "p.json", "--json"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    CHECK(json::parse(run.out)["calibration"] == "h200, atomic x3, ell x2");
    checkFails({"plan", sample, "--what-if", "atomics=3", "-o", folder / "q.json"}, 1, "is no change of costs");
    const Run swept = cli({"sweep", sample, "--vary", "what-if=atomic=1,atomic=4", "-o", folder / "s.csv"});
    INFO(swept.err);
    CHECK(swept.status == 0);
    CHECK_THAT(readText(folder / "s.csv"), Catch::Contains("atomic=4"));
}

TEST_CASE("the ablations of the search are options, and the plan says what its competitors cost")
{
    const json ablated =
        json::parse(cli({"plan", sample, "--no-withdraw", "--no-local-search", "--no-compete", "--depth", "2",
                         "--formats", "ell", "--orders", "none", "--threads", "1", "--json"})
                        .out);
    CHECK(ablated["levels"].get<int>() <= 2);
    CHECK(ablated["tilesByFormat"]["block"] == 0);
    CHECK(ablated["competitors"].size() == 1);
    const json full = json::parse(cli({"plan", sample, "--json"}).out);
    CHECK(full["competitors"].size() == 5);
    for (const auto& [name, ns] : full["competitors"].items())
        CHECK(full["predictedNs"].get<double>() <= ns.get<double>());
}

TEST_CASE("a search among graphs takes boosted trees, and gives its plan again from its trace")
{
    const TemporaryFolder folder;
    const std::string matrix = folder / "a.mtx", plan = folder / "plan.json", trace = folder / "trace.jsonl";
    REQUIRE(cli({"generate-matrix", "chung-lu", "--rows", "300", "--nnz", "2000", "-o", matrix}).status == 0);
    std::vector<std::string> search = {"plan",      matrix,        "--op",          "spmv", "--dtype", "f32",
                                       "--planner", "alphasparse", "--evaluations", "150",  "--fit",   "boosted"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), search.begin(), search.end());
        return more;
    };
    if (!boosted)
        return checkFails(with({"--evaluator", "model"}), 2, "--fit boosted: this program is not linked with XGBoost");
    REQUIRE(cli(with({"--evaluator", "model", "--trace", trace, "-o", plan})).status == 0);
    const std::string first = readText(plan);
    CHECK(json::parse(first).at("options").at("fit") == "boosted");
    CHECK_THAT(readText(trace), Catch::Contains("\"fit\":\"boosted\"") && Catch::Contains("\"event\":\"model\""));
    REQUIRE(cli(with({"--evaluator", trace, "-o", plan})).status == 0);
    CHECK(readText(plan) == first);
    search.resize(search.size() - 2);
    checkFails(with({"--evaluator", trace}), 2, "trace.jsonl: is the log of a search with --fit boosted");
}

TEST_CASE("usage errors exit with 1, bad input with 2, a missing device with 3")
{
    const TemporaryFolder folder;
    checkFails({}, 1, "subcommand");
    checkFails({"frobnicate"}, 1, "subcommand");
    checkFails({"plan", sample, "--op", "spmmm"}, 1, "none of spmm, sddmm, spmv");
    checkFails({"plan", sample, "--op", "spmv", "--dense", "32"}, 1,
               "SpMV multiplies by one vector: --dense is 1 for it, not 32");
    checkFails({"plan", sample, "--op", "spmv", "--calibration", "a100-stile"}, 2,
               "calibration a100-stile has no numbers for spmv f16, only for spmm f16");
    checkFails({"plan", sample, "--dense", "0"}, 1, "--dense takes 1");
    checkFails({"plan", sample, "--ratio", "fast"}, 1, "--ratio takes a number");
    checkFails({"plan", sample, "--planner", "magic"}, 1, "none of stile");
    checkFails({"plan", sample, "--calibration", "z9"}, 2, "z9");
    checkFails({"info", folder / "absent.mtx"}, 2, "absent.mtx");
    writeText(folder / "bad.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1\n");
    checkFails({"info", folder / "bad.mtx"}, 2, "bad.mtx:3");
    checkFails({"check", folder / "bad.mtx", sample}, 2, "bad.mtx");
    CHECK(cli({"--help"}).status == 0);
}

TEST_CASE("the version is said as every program says it")
{
    const Run run = cli({"--version"});
    CHECK(run.status == 0);
    CHECK(run.out == std::string("sparsescope-cli ") + version() + "\n");
}

TEST_CASE("help has a sentence for each command and, in a column of its own, for each option")
{
    const std::size_t column = 36;
    std::vector<std::string> commands;
    bool listed = false;
    for (const std::string& line : linesOf(cli({"--help"}).out)) {
        listed = line == "Subcommands:" || (listed && !line.empty());
        if (listed && line.size() > column)
            commands.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    CHECK(commands.size() == 18);
    for (const std::string& command : commands) {
        const std::vector<std::string> lines = linesOf(cli({command, "--help"}).out);
        INFO(command);
        REQUIRE(lines.size() > 4);
        CHECK(lines[0].back() == '.');
        for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
            if (lines[i].rfind("  -", 0) != 0)
                continue;
            INFO(lines[i]);
            const bool beside = lines[i].size() > column && lines[i].compare(column - 2, 2, "  ") == 0;
            const std::string& text = beside ? lines[i] : lines[i + 1];
            REQUIRE(text.size() > column);
            CHECK(text.substr(column - 2, 2) == "  ");
            CHECK(text[column] != ' ');
            CHECK((text.back() == '.' || text.back() == ')'));
        }
    }
}

TEST_CASE("a plan for another matrix is refused")
{
    const TemporaryFolder folder;
    REQUIRE(cli({"plan", sample, "-o", folder / "p.json"}).status == 0);
    checkFails({"check", folder / "p.json", sourceFile("samples/figure1.mtx")}, 2,
               "belongs to a matrix of 2048 x 2048");
}

TEST_CASE("profile on a machine without a usable device exits with 3, says what is missing, and writes nothing")
{
    const TemporaryFolder folder;
    if (fs::exists("/dev/nvidia0"))
        skipTest("this machine has a GPU");
    checkFails({"profile", sample, "-o", folder / "r.sscope"}, 3, "sparsescope-cli: ");
    CHECK_FALSE(fs::exists(folder / "r.sscope"));
}

TEST_CASE("export writes plans, timings, counters and sub-tasks of a session")
{
    const TemporaryFolder folder;
    const std::string session = sourceFile("samples/crossing-2048-h200.sscope");
    const Run run = cli({"export", session, "-o", folder / "out"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    for (const char* name :
         {"plan-1.json", "run-1.json", "run-1-timings.csv", "run-1-counters.csv", "run-1-kinds.csv", "run-1-tasks.csv"})
        CHECK_THAT(run.out, Catch::Contains(name));
    CHECK(cli({"check", folder / "out/plan-1.json", sample}).status == 0);
    const json profile = json::parse(readText(folder / "out/run-1.json"));
    const auto linesOf = [&](const char* name) {
        const std::string text = readText(folder / (std::string("out/") + name));
        std::vector<std::string> lines;
        std::istringstream in(text);
        for (std::string line; std::getline(in, line);)
            lines.push_back(line);
        // Commas within quotes are no separators.
        const auto separators = [](const std::string& line) {
            bool quoted = false;
            return std::count_if(line.begin(), line.end(),
                                 [&](char c) { return (quoted = quoted != (c == '"')), c == ',' && !quoted; });
        };
        for (const std::string& line : lines)
            CHECK(separators(line) == separators(lines[0]));
        return lines;
    };
    const auto timings = linesOf("run-1-timings.csv");
    CHECK(timings[1].rfind("plan," + std::to_string(profile["kernel"]["medianNs"].get<int>()), 0) == 0);
    for (const json& baseline : profile["baselines"])
        CHECK(std::any_of(timings.begin(), timings.end(), [&](const std::string& l) {
            return l.rfind(baseline["name"].get<std::string>() + ",", 0) == 0;
        }));
    CHECK(linesOf("run-1-counters.csv").size() == profile["counters"].size() + 1);
    CHECK(linesOf("run-1-kinds.csv").size() == profile["kinds"].size() + 1);
    CHECK(profile["kinds"].size() > 3);
    CHECK(linesOf("run-1-tasks.csv").size() == profile["tasks"].get<std::size_t>() + 1);
    checkFails({"export", sample, "-o", folder / "other"}, 2,
               "is neither a Sparsescope session nor the table of a batch");
}

TEST_CASE("a session serves as a matrix file")
{
    const TemporaryFolder folder;
    session::Session session;
    session.matrix = strided(128);
    session::writeSession(session, folder / "s.sscope");
    const Run run = cli({"info", folder / "s.sscope", "--json"});
    REQUIRE(run.status == 0);
    CHECK(json::parse(run.out)["fingerprint"] == session.matrix->fingerprint().text());
}

TEST_CASE("the Python samples write a plan that is accepted and read one of ours")
{
    std::string python;
    for (const char* candidate : {"python3", "/usr/bin/python3"})
        if (python.empty() &&
            std::system((std::string(candidate) + " -c 'import numpy, xxhash' 2>/dev/null").c_str()) == 0)
            python = candidate;
    if (python.empty())
        skipTest("python3 with numpy and xxhash is not installed");
    const TemporaryFolder folder;
    const std::string samples = sourceFile("samples/");
    writeText(folder / "info.json", cli({"info", sample, "--json"}).out);
    REQUIRE(std::system((python + " " + samples + "write_plan.py " + sample + " " + (folder / "info.json") + " " +
                         (folder / "own.json") + " > /dev/null")
                            .c_str()) == 0);
    CHECK(cli({"check", folder / "own.json", sample}).status == 0);
    REQUIRE(cli({"plan", sample, "-o", folder / "ours.json"}).status == 0);
    CHECK(std::system((python + " " + samples + "read_plan.py " + (folder / "ours.json") + " > /dev/null").c_str()) ==
          0);
}

TEST_CASE("generate-matrix makes a pattern's file, the same for the same seed, and says which parameter is wrong")
{
    const TemporaryFolder folder;
    const Run made = cli({"generate-matrix", "chung-lu", "--rows", "2000", "--nnz", "30000", "--seed", "4", "-o",
                          folder / "g.mtx.gz", "--json"});
    INFO(made.err);
    REQUIRE(made.status == 0);
    const json result = json::parse(made.out);
    CHECK(result["nnz"] == 30000);
    CHECK(result["parameters"] == json{{"rows", 2000}, {"nnz", 30000}, {"seed", 4}});
    const json info = json::parse(cli({"info", folder / "g.mtx.gz", "--json"}).out);
    CHECK(info["fingerprint"] == result["fingerprint"]);
    CHECK(info["field"] == "pattern");
    CHECK_THAT(cli({"generate-matrix", "strided", "-o", folder / "s.mtx"}).out,
               Catch::Contains("4,096 x 4,096, 766,144 non-zeros, at most 189 a row"));
    CHECK_THAT(readText(folder / "s.mtx"), Catch::StartsWith("%%MatrixMarket matrix coordinate pattern general\n% "
                                                             "sparsescope-cli generate-matrix strided --rows 4096\n"));
    CHECK_THAT(cli({"generate-matrix", "--help"}).out, Catch::Contains("--nnz 1000000: non-zeros"));

    const std::string out = folder / "no.mtx";
    checkFails({"generate-matrix"}, 1, "KIND");
    checkFails({"generate-matrix", "strided"}, 1, "output");
    checkFails({"generate-matrix", "magic", "-o", out}, 1, "none of figure1");
    checkFails({"generate-matrix", "strided", "--rows", "0", "-o", out}, 1,
               "rows takes whole numbers from 1 to 2147483647, not 0");
    checkFails({"generate-matrix", "strided", "--rows", "many", "-o", out}, 1, "--rows takes a number, not \"many\"");
    checkFails({"generate-matrix", "strided", "--cols", "5", "-o", out}, 1, "strided has no parameter cols");
    checkFails({"generate-matrix", "crossing", "--rows", "1000", "-o", out}, 1, "multiples of 32");
    checkFails({"generate-matrix", "pruned", "--density", "1.5", "-o", out}, 1, "density takes 0 to 1");
    checkFails({"generate-matrix", "strided", "-o", folder / "no.png"}, 1, ".mtx, .mtx.gz, .npz or .bsp.h5");
    checkFails({"generate-matrix", "strided", "-o", folder / "absent/no.mtx"}, 2, "absent/no.mtx");
    CHECK_FALSE(fs::exists(out));
}

TEST_CASE("report makes one web page of a session")
{
    const TemporaryFolder folder;
    const Run run = cli({"report", sourceFile("samples/crossing-2048-h200.sscope"), "-o", folder / "page.html"});
    REQUIRE(run.status == 0);
    const std::string page = readText(folder / "page.html");
    CHECK(page.starts_with("<!DOCTYPE html>"));
    CHECK(page.find("NVIDIA H200") != std::string::npos);
    CHECK(page.find("crossing-2048") != std::string::npos);
    checkFails({"report", sample, "-o", folder / "none.html"}, 2, "is neither a Sparsescope session nor the table");
    CHECK(!fs::exists(folder / "none.html"));
}

TEST_CASE("names of files need not be UTF-8")
{
    const TemporaryFolder folder;
    const std::string file = folder / "caf\xe9.mtx";
    fs::copy_file(sourceFile("samples/figure1.mtx"), file);
    const Run swept = cli({"sweep", "--vary", "ratio=1.1", "--json", file});
    INFO(swept.err);
    REQUIRE(swept.status == 0);
    CHECK(json::parse(swept.out)["matrix"] == "caf\xef\xbf\xbd.mtx");
    CHECK(cli({"info", file, "--json"}).status == 0);
    const Run planned = cli({"plan", file, "--json", "-o", folder / "p\xe9.json"});
    INFO(planned.err);
    CHECK(planned.status == 0);
    CHECK(cli({"check", folder / "p\xe9.json", file}).status == 0);
}

TEST_CASE("learn lists the lessons and writes them as a page or a picture")
{
    const TemporaryFolder folder;
    const Run list = cli({"learn", "--list"});
    CHECK(list.status == 0);
    CHECK_THAT(list.out, Catch::Contains("4-stile"));
    CHECK_THAT(cli({"learn", "4-stile"}).out, Catch::Contains("Figure 2: covers of blocks"));
    CHECK(cli({"learn", "4-stile", "-o", folder / "page.html"}).status == 0);
    CHECK_THAT(readText(folder / "page.html"), Catch::Contains("<!DOCTYPE html>"));
    CHECK_THAT(cli({"learn", "4", "--svg", folder / "step.svg", "--part", "2", "--step", "4", "--theme", "dark"}).out,
               Catch::Contains("12"));
    CHECK_THAT(readText(folder / "step.svg"), Catch::Contains("<svg xmlns="));
    checkFails({"learn", "nothing"}, 2, "nothing: is no file and no shipped lesson (1-csr-to-sell");
    checkFails({"learn", "2", "--svg", folder / "no.svg", "--part", "99"}, 1, "--part is 1 to");
    checkFails({"learn", "2", "--svg", folder / "no.svg", "--step", "99"}, 1, "--step is 0 to");
    CHECK_FALSE(fs::exists(folder / "no.svg"));
    CHECK_THAT(cli({"learn", "--formats"}).out, Catch::Contains("sell"));
    CHECK_THAT(cli({"learn", "--views"}).out, Catch::Contains("multiply"));
    CHECK(parseJson(cli({"learn", "--schema"}).out, {}).contains("$defs"));
}

TEST_CASE("learn makes a quiz and a page without answers, and grades what is handed in")
{
    const TemporaryFolder folder;
    writeText(folder / "l.json", R"({"title": "t", "steps": [{"title": "s", "matrix": "hyb8", "formats": ["ell"],
        "exercise": {"question": "?", "kind": "padding"}}]})");
    CHECK(cli({"learn", folder / "l.json", "--gift", folder / "q.gift"}).status == 0);
    CHECK_THAT(readText(folder / "q.gift"), Catch::Contains("{#43:0"));
    CHECK(cli({"learn", folder / "l.json", "-o", folder / "p.html", "--without-answers"}).status == 0);
    CHECK_THAT(readText(folder / "p.html"), !Catch::Contains("43 of 64"));
    checkFails({"learn", folder / "l.json", "--slides"}, 1, "are of the page that -o writes");
    const std::string page = readText(folder / "p.html"), mark = "\"fingerprint\":\"";
    const std::string edition = page.substr(page.find(mark) + mark.size(), 16);
    writeText(folder / "ada.json",
              R"({"schema": "sparsescope-answers", "version": 1, "student": "Ada", "lesson": "t", "fingerprint": ")" +
                  edition + R"(", "at": 1, "answers": [{"step": 1, "outcome": "right", "tries": 1, "given": "43",
                  "first": "2026-11-29T18:34:40Z", "last": "2026-11-29T18:34:40Z"}]})");
    writeText(folder / "eve.json", "{}");
    const Run graded = cli({"learn", folder / "l.json", "--grade", folder / "ada.json", folder / "eve.json"});
    CHECK(graded.status == 2);
    CHECK_THAT(graded.out, Catch::Contains("Ada,") && Catch::Contains(",1,1,1,0,1,1\n"));
    CHECK_THAT(graded.err, Catch::Contains("eve.json") && Catch::Contains("holds no answers to a lesson"));
}
