// The sweep command: a table that grows, CSV and JSON of the same rows, ready sweeps, refusals in one line.
#include "engine/core/files.h"
#include "tests/app/cli_run.h"

#include <algorithm>
#include <nlohmann/json.hpp>

using namespace sparsescope;
using nlohmann::json;

namespace {

Run sweep(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), {"sweep", sample});
    return cli(arguments);
}

} // namespace

TEST_CASE("sweep searches every combination: a table on standard output, and the rows as CSV")
{
    const TemporaryFolder folder;
    const Run run = sweep(
        {"--vary", "depth=1,0", "--vary", "ratio=1,1.5", "--vary", "formats=ell,block+ell", "-o", folder / "s.csv"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    REQUIRE(linesOf(run.out).size() == 1 + 2 * 2 * 2);
    CHECK_THAT(linesOf(run.out)[0], Catch::StartsWith("depth  ratio  formats    predicted"));
    CHECK_THAT(linesOf(run.out)[2], Catch::StartsWith("1      1      block,ell"));
    const std::vector<std::string> csv = linesOf(readText(folder / "s.csv"));
    REQUIRE(csv.size() == linesOf(run.out).size());
    CHECK_THAT(csv[0], Catch::StartsWith(
                           "matrix,depth,ratio,formats,predictedNs,measuredNs,searchSeconds,levels,rounds,tiles"));
    CHECK(csv[2].find(",1,1,\"block,ell\",") != std::string::npos);
    CHECK(std::count(csv[0].begin(), csv[0].end(), ',') == std::count(csv[1].begin(), csv[1].end(), ','));
}

TEST_CASE("sweep puts its points into a session, where they stay and leave as CSV")
{
    const TemporaryFolder folder;
    const std::string session = folder / "s.sscope";
    REQUIRE(sweep({"--vary", "ratio=1,1.5", "-o", session}).status == 0);
    REQUIRE(sweep({"--vary", "depth=1,0", "--vary", "dense=32,64", "-o", session}).status == 0);
    const Run exported = cli({"export", session, "-o", folder / "out"});
    INFO(exported.err);
    REQUIRE(exported.status == 0);
    const std::vector<std::string> first = linesOf(readText(folder / "out/sweep-1.csv"));
    const std::vector<std::string> second = linesOf(readText(folder / "out/sweep-2.csv"));
    REQUIRE(first.size() == 1 + 2);
    REQUIRE(second.size() == 1 + 4);
    CHECK_THAT(first[0], Catch::StartsWith("matrix,ratio,predictedNs"));
    CHECK_THAT(second[0], Catch::StartsWith("matrix,depth,dense,predictedNs"));
    CHECK(second[2].find(",1,64,") != std::string::npos);
}

TEST_CASE("a ready sweep is the paper's ablation; --json has its points")
{
    const Run run = sweep({"--ready", "levels", "--json"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    const json points = json::parse(run.out)["points"];
    REQUIRE(points.size() == 5);
    CHECK(points[0]["values"] == json{{"depth", "1"}});
    CHECK(points[0]["levels"] == 1);
    CHECK(points[4]["levels"].get<int>() > 1);
    for (const char* key : {"predictedNs", "bytes", "paddingRatio", "redundantRatio", "atomicShare", "searchSeconds"})
        CHECK(points[0][key].is_number());
    CHECK(json::parse(sweep({"--ready", "levels", "--dense", "32", "--json"}).out)["points"][0]["predictedNs"] <
          points[0]["predictedNs"]);
}

TEST_CASE("a ready sweep stands beside what its paper reports")
{
    const TemporaryFolder folder;
    const std::string strided = folder / "strided.mtx.gz";
    REQUIRE(cli({"generate-matrix", "strided", "-o", strided}).status == 0);
    const Run known = cli({"sweep", strided, "--ready", "formats"});
    INFO(known.out << known.err);
    CHECK(known.out.find("paper: latency") != std::string::npos);
    CHECK(known.out.find("STile 5.5, table 7: the paper's Strided") != std::string::npos);
    CHECK(sweep({"--ready", "formats"}).out.find("the paper has no matrix of this size") != std::string::npos);
    CHECK(sweep({"--vary", "depth=1,0"}).out.find("paper") == std::string::npos);
    checkFails({"sweep", sample, "--ready", "formats", "--repeats", "3"}, 1, "give --run too");
}

TEST_CASE("the sweep of figure 12 predicts without a GPU, and says that hit rates are counted by a run")
{
    const Run run = sweep({"--ready", "partitions"});
    INFO(run.out << run.err);
    REQUIRE(run.status == 0);
    CHECK_THAT(run.out, Catch::StartsWith("column-parts  predicted"));
    CHECK_THAT(run.out, Catch::Contains("The L1 hit rate and the L2 hit rate are not counted. --run counts them") &&
                            Catch::Contains("SparseTIR 4.2.1, figure 12: ") &&
                            !Catch::Contains("no matrix of this size"));
    CHECK(sweep({"--vary", "column-parts=1,2", "--planner", "hyb"}).out.find("hit rate") == std::string::npos);
}

TEST_CASE("sweep says of its plans what compare says: whose costs predicted them, and which run on the CPU only")
{
    const TemporaryFolder folder;
    const Run swept =
        sweep({"--vary", "planner=fixed:ell,fixed:hyb,fixed:coo,fixed:dia", "--json", "-o", folder / "s.csv"});
    const Run compared = cli({"compare", sample, "--planners", "fixed:ell,fixed:hyb,fixed:coo,fixed:dia", "--json"});
    INFO(swept.err << compared.err);
    REQUIRE(swept.status == 0);
    REQUIRE(compared.status == 0);
    const json points = json::parse(swept.out)["points"], rows = json::parse(compared.out)["rows"];
    const std::vector<std::string> csv = linesOf(readText(folder / "s.csv"));
    REQUIRE(points.size() == rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        INFO(rows[i]["name"]);
        CHECK(points[i]["runsOnGpu"] == rows[i]["runsOnGpu"]);
        CHECK(points[i].value("note", "") == rows[i].value("note", ""));
        CHECK_THAT(csv[i + 1], Catch::Contains(std::string(rows[i]["runsOnGpu"] == true ? ",yes," : ",no,") +
                                               rows[i].value("note", "")));
    }
}

TEST_CASE("a point that fails has its reason in the table; --compete names the winner")
{
    const Run run = sweep({"--vary", "ratio=0.5,1.2", "--compete"});
    REQUIRE(run.status == 0);
    CHECK_THAT(linesOf(run.out)[1], Catch::Contains("option ratio takes 1 to 10, not 0.5"));
    CHECK_THAT(linesOf(run.out)[2], Catch::Contains("(multi-level)"));
    const Run none = sweep({"--vary", "ratio=0.5", "--json"});
    CHECK(none.status == 2);
    CHECK_THAT(none.err, Catch::Contains("no point of the sweep could be searched"));
}

TEST_CASE("what is no sweep is refused in one line")
{
    for (const auto& [arguments, reason] :
         {std::pair(std::vector<std::string>{"--vary", "depth"}, "NAME=VALUE"),
          std::pair(std::vector<std::string>{"--vary", "deepness=1"}, "no option --deepness"),
          std::pair(std::vector<std::string>{"--vary", "ratio=much"}, "--ratio takes a number"),
          std::pair(std::vector<std::string>{"--ready", "table7"}, "none of levels, formats"),
          std::pair(std::vector<std::string>{"--op", "spmv", "--ready", "levels"}, "none of pruning"),
          std::pair(std::vector<std::string>{}, "--vary NAME=VALUE")}) {
        std::vector<std::string> all{"sweep", sample};
        all.insert(all.end(), arguments.begin(), arguments.end());
        checkFails(all, 1, reason);
    }
}

TEST_CASE("sweep over a parameter of masks tells pairings beside the dense product, and where they break even")
{
    const TemporaryFolder folder;
    const std::vector<std::string> command = {
        "sweep", "relu --rows 4096 --cols 4096 --masks 1 --hot 1", "--vary", "density=0.005,0.5", "--dense", "4096"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), command.begin(), command.end());
        return cli(more);
    };
    const Run run = with({"-o", folder / "s.csv"});
    INFO(run.out << run.err);
    REQUIRE(run.status == 0);
    const std::vector<std::string> lines = linesOf(run.out);
    REQUIRE(lines.size() == 5);
    CHECK_THAT(lines[0], Catch::StartsWith("density  non-zeros    pairing      dense"));
    CHECK_THAT(lines[1], Catch::Contains(" by k") && !Catch::Contains("dense is chosen"));
    CHECK_THAT(lines[2], Catch::Contains("dense is chosen"));
    CHECK_THAT(lines[4],
               Catch::StartsWith("break-even: ") && Catch::Contains("% non-zeros: a pairing is faster below"));
    const std::vector<std::string> csv = linesOf(readText(folder / "s.csv"));
    REQUIRE(csv.size() == 3);
    CHECK_THAT(csv[0], Catch::StartsWith("masks,density,nonZeros,predictedNs,denseNs,pairingNs"));
    CHECK_THAT(csv[2], Catch::StartsWith("relu --rows 4096 --cols 4096 --density 0.5 "));
    CHECK(std::count(csv[0].begin(), csv[0].end(), ',') == std::count(csv[1].begin(), csv[1].end(), ','));
    const json told = json::parse(with({"--json"}).out);
    REQUIRE(told["points"].size() == 2);
    CHECK(told["points"][0]["values"] == json{{"density", "0.005"}});
    CHECK(told["points"][1]["chosen"] == "dense");
    const double even = told["breakEvens"][0]["nonZeros"][0];
    CHECK((even > 0.005 && even < 0.5));
    // Points without masks are told by their reason; the others go on.
    const Run some = cli({"sweep", "relu", "--vary", "density=0.1,0.5"});
    CHECK(some.status == 0);
    CHECK_THAT(linesOf(some.out)[2], Catch::Contains("hot takes 0.5 (density) to 1"));
}

TEST_CASE("what is of a matrix is refused in a sweep over masks")
{
    const auto refused = [](std::vector<std::string> arguments, int status, const std::string& reason) {
        arguments.insert(arguments.begin(), "sweep");
        checkFails(arguments, status, reason);
    };
    refused({"relu --rows 64", "--vary", "density=0.1", "--run"}, 1, "--run is for sweeps of a matrix");
    refused({"relu", "--ready", "levels"}, 1, "--ready is for sweeps of a matrix");
    refused({"relu"}, 1, "sweep needs --vary");
    refused({"relu --experts 8", "--vary", "density=0.1"}, 1, "relu has no parameter experts");
    refused({"relu", "--vary", "density=0.1", "-o", "s.sscope"}, 1, "is written as CSV");
    refused({"relu", "--vary", "density=0.1", "--planner", "stile"}, 1, "plans a matrix, not masks that change");
}
