// The sweep command: a table that grows, CSV and JSON of the same rows, ready sweeps, refusals in one line.
#include "engine/core/files.h"
#include "engine/core/process.h"
#include "engine/core/progress.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace sparsescope;
using nlohmann::json;

namespace {

const std::string sample = std::string(SPARSESCOPE_SOURCE_DIR) + "/samples/crossing-2048.mtx.gz";

struct Run {
    int status = 0;
    std::vector<std::string> lines;
    std::string text;
    std::string err;
};

Run sweep(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), {"sweep", sample});
    Run run;
    const ProcessResult result = runProcess(
        std::string(SPARSESCOPE_BIN_DIR) + "/sparsescope-cli", arguments,
        [&](const std::string& line) {
            run.lines.push_back(line);
            run.text += line + "\n";
        },
        noProgress());
    CHECK(result.signal == 0);
    run.status = result.exitStatus;
    run.err = result.standardError;
    return run;
}

std::vector<std::string> linesOf(const std::string& text)
{
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

} // namespace

TEST_CASE("sweep searches every combination: a table on standard output, and the rows as CSV")
{
    const TemporaryFolder folder;
    const Run run = sweep(
        {"--vary", "depth=1,0", "--vary", "ratio=1,1.5", "--vary", "formats=ell,block+ell", "-o", folder / "s.csv"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    REQUIRE(run.lines.size() == 1 + 2 * 2 * 2);
    CHECK_THAT(run.lines[0], Catch::StartsWith("depth  ratio  formats    predicted"));
    CHECK_THAT(run.lines[2], Catch::StartsWith("1      1      block,ell"));
    const std::vector<std::string> csv = linesOf(readText(folder / "s.csv"));
    REQUIRE(csv.size() == run.lines.size());
    CHECK_THAT(csv[0], Catch::StartsWith("matrix,depth,ratio,formats,predictedNs,searchSeconds,levels,rounds,tiles"));
    CHECK(csv[2].find(",1,1,\"block,ell\",") != std::string::npos);
    CHECK(std::count(csv[0].begin(), csv[0].end(), ',') == std::count(csv[1].begin(), csv[1].end(), ','));
}

TEST_CASE("sweep puts its points into a session, where they stay and leave as CSV")
{
    const TemporaryFolder folder;
    const std::string session = folder / "s.sscope";
    REQUIRE(sweep({"--vary", "ratio=1,1.5", "-o", session}).status == 0);
    REQUIRE(sweep({"--vary", "depth=1,0", "--vary", "dense=32,64", "-o", session}).status == 0);
    const ProcessResult exported = runProcess(
        std::string(SPARSESCOPE_BIN_DIR) + "/sparsescope-cli", {"export", session, "-o", folder / "out"},
        [](const std::string&) {}, noProgress());
    INFO(exported.standardError);
    REQUIRE(exported.exitStatus == 0);
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
    const json points = json::parse(run.text)["points"];
    REQUIRE(points.size() == 5);
    CHECK(points[0]["values"] == json{{"depth", "1"}});
    CHECK(points[0]["levels"] == 1);
    CHECK(points[4]["levels"].get<int>() > 1);
    for (const char* key : {"predictedNs", "bytes", "paddingRatio", "redundantRatio", "atomicShare", "searchSeconds"})
        CHECK(points[0][key].is_number());
    CHECK(json::parse(sweep({"--ready", "levels", "--dense", "32", "--json"}).text)["points"][0]["predictedNs"] <
          points[0]["predictedNs"]);
}

TEST_CASE("a point that fails has its reason in the table; --compete names the winner")
{
    const Run run = sweep({"--vary", "ratio=0.5,1.2", "--compete"});
    REQUIRE(run.status == 0);
    CHECK_THAT(run.lines[1], Catch::Contains("option ratio takes 1 to 10, not 0.5"));
    CHECK_THAT(run.lines[2], Catch::Contains("(multi-level)"));
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
          std::pair(std::vector<std::string>{"--op", "spmv", "--ready", "levels"}, "no ready sweeps of SpMV"),
          std::pair(std::vector<std::string>{}, "--vary NAME=VALUE")}) {
        const Run run = sweep(arguments);
        CHECK(run.status == 1);
        CHECK(run.text.empty());
        CHECK_THAT(run.err, Catch::Contains(reason));
        CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    }
}
