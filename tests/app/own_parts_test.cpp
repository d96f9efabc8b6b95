// Parts of one's own as samples have them, and published times, on the command line.
#include "engine/core/files.h"
#include "engine/session/session.h"
#include "tests/app/cli_run.h"

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

using namespace sparsescope;
using nlohmann::json;

namespace {

const std::string planRows = sourceFile("samples/own/plan_rows.py");
const std::string priceTiles = sourceFile("samples/own/price_tiles.py");

// The samples are started by the python3 that comes first in the path.
void needPython(const char* packages)
{
    if (std::system((std::string("python3 -c 'import ") + packages + "' 2>/dev/null").c_str()) != 0)
        setenv("PATH", ("/usr/bin:" + std::string(std::getenv("PATH"))).c_str(), 1);
    if (std::system((std::string("python3 -c 'import ") + packages + "' 2>/dev/null").c_str()) != 0)
        skipTest("python3 with these packages is not installed");
}

json predictions(const std::vector<std::string>& more)
{
    std::vector<std::string> arguments = {"compare", sample, "--planners", "hyb,fixed:csr", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Run run = cli(arguments);
    INFO(run.err);
    REQUIRE(run.status == 0);
    return json::parse(run.out)["rows"];
}

} // namespace

TEST_CASE("the sample planner's plan is checked, compared and swept as any other")
{
    needPython("numpy");
    const TemporaryFolder folder;
    const Run run = cli({"plan", sample, "--planner", "program:" + planRows, "--with", "widest=16", "-o",
                         folder / "own.json", "--json"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    const json plan = json::parse(run.out);
    CHECK(plan["covered"] == 67040);
    CHECK(plan["predictedNs"] > 0);
    CHECK(cli({"check", folder / "own.json", sample}).status == 0);
    const Run swept = cli({"sweep", sample, "--planner", "program:" + planRows, "--vary", "widest=4,16", "--json"});
    REQUIRE(swept.status == 0);
    const json points = json::parse(swept.out)["points"];
    CHECK(points[1]["predictedNs"] == plan["predictedNs"]);
    CHECK(points[0]["predictedNs"] != plan["predictedNs"]);
    const Run compared = cli({"compare", sample, "--planners", "hyb,program:" + planRows + "(widest=3)", "--json"});
    REQUIRE(compared.status == 0);
    CHECK_THAT(json::parse(compared.out)["rows"][1]["problem"].get<std::string>(),
               Catch::Contains("ended with status 1\noption widest takes a power of two up to 256, not 3"));
}

TEST_CASE("the sample cost models price what hyb and CSR plan, each in its own way")
{
    needPython("csv");
    const json calibrated = predictions({});
    const json coefficients = predictions({"--cost-model", sourceFile("samples/own/roofline.json")});
    const json program = predictions({"--cost-model", priceTiles});
    for (std::size_t row = 0; row < 2; ++row) {
        CHECK(coefficients[row]["calibration"] == "h200, costs of roofline by hand");
        CHECK(program[row]["calibration"] == "h200, costs of price_tiles");
        CHECK(program[row]["tiles"] == calibrated[row]["tiles"]);
        CHECK(coefficients[row]["predictedNs"] != calibrated[row]["predictedNs"]);
        CHECK(program[row]["predictedNs"] != calibrated[row]["predictedNs"]);
        CHECK(program[row]["predictedNs"] != coefficients[row]["predictedNs"]);
    }
    checkFails({"plan", sample, "--cost-model", "none.json"}, 2, "none.json");
    checkFails({"plan", sample, "--cost-model", sample}, 2, "chmod +x");
    checkFails({"plan", sample, "--what-if", "ell=2", "--cost-model", sourceFile("samples/own/roofline.json")}, 1,
               "launch=FACTOR alone");
}

TEST_CASE("a batch knows its cases by what a program holds, not by its name alone")
{
    const TemporaryFolder folder;
    const auto write = [&](const std::string& cost) {
        writeText(folder / "price", "#!/bin/sh\nawk 'NR > 1 { print " + cost + " }'\n");
        std::filesystem::permissions(folder / "price", std::filesystem::perms::owner_all);
    };
    const auto batch = [&] {
        const Run run = cli({"batch", sample, "--planners", "hyb", "--cost-model", folder / "price", "-o",
                             folder / "b.sqlite", "--json"});
        INFO(run.err);
        REQUIRE(run.status == 0);
        return json::parse(run.out)["before"].get<int>();
    };
    write("100");
    CHECK(batch() == 0);
    CHECK(batch() == 1);
    write("200");
    CHECK(batch() == 0);
}

TEST_CASE("the sample program with an array of its own is checked in every stage, and no kernel is given that array")
{
    const std::vector<std::string> ir = {"ir",        sourceFile("samples/figure1.mtx"),     "--planner", "fixed:coo",
                                         "--program", sourceFile("samples/own/reversed.tir")};
    const auto with = [&](const std::vector<std::string>& more) {
        std::vector<std::string> all = ir;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    const Run run = cli(with({"--check"}));
    INFO(run.err);
    CHECK(run.status == 0);
    CHECK(linesOf(run.out).size() == 3);
    checkFails(with({"--schedule", "default", "--stage", "cuda"}), 2, "kernels are not given order_1");
}

TEST_CASE("published times stand beside what is predicted, and are never ranked")
{
    const TemporaryFolder folder;
    const std::string titles = "matrix,op,dense,dtype,gpu,us,source\n";
    writeText(folder / "p.csv", titles + "X/crossing-2048,spmm,32,f16,A100,0.5,Paper\ncora,spmm,32,f16,A100,3,Paper\n"
                                         "crossing-2048,spmm,64,f16,A100,3,Paper\n");
    const Run run =
        cli({"compare", sample, "--planners", "hyb", "--published", folder / "p.csv", "-o", folder / "c.csv"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    CHECK_THAT(run.out,
               Catch::Contains("published, Paper, A100  500 ns, ") && Catch::Contains("not measured here") &&
                   Catch::Contains("2 of 3 published times are of this matrix; the others: cora; 1 of these is "
                                   "of another operator, extent or type"));
    const auto table = tableOf(readText(folder / "c.csv"));
    REQUIRE(table.size() == 3);
    CHECK(table[2].size() == table[0].size());
    CHECK(table[0].back() == "publishedNs");
    CHECK(table[2].back() == "500.0");
    for (std::size_t column = 0; column < table[0].size(); ++column)
        if (table[0][column] == "measuredNs" || table[0][column] == "ofBest" || table[0][column] == "predictedNs")
            CHECK(table[2][column].empty());
    REQUIRE(cli({"compare", sample, "--planners", "hyb", "--published", folder / "p.csv", "-o", folder / "c.sscope"})
                .status == 0);
    CHECK(session::readSession(folder / "c.sscope", noProgress()).published.size() == 2);
    writeText(folder / "p.csv", titles + "crossing-2048,spmm,64,f16,A100,fast,Paper\n");
    checkFails({"compare", sample, "--published", folder / "p.csv"}, 2, "p.csv:2: us: \"fast\" is no number");
}
