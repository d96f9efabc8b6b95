// Relational gather-matmul-scatter on the command line, from the generator to a project of its own.
#include "engine/core/files.h"
#include "engine/work/batch_table.h"
#include "tests/app/cli_run.h"

#include <nlohmann/json.hpp>

using namespace sparsescope;
using nlohmann::json;

TEST_CASE("rgms: a typed graph is made, planned, checked and generated, and its extents are asked for")
{
    const TemporaryFolder folder;
    const std::string graph = folder / "g.npz", plan = folder / "p.json";
    REQUIRE(cli({"generate-matrix", "typed-graph", "--rows", "100", "--nnz", "800", "-o", graph}).status == 0);
    const Run planned = cli({"plan", graph, "--op", "rgms", "--inner", "20", "--dense", "40", "--planner", "rgms",
                             "--multiply-first", "-o", plan, "--json"});
    REQUIRE(planned.status == 0);
    json op = json::parse(readText(plan)).at("operator");
    op.erase("densePart");
    CHECK(op == json{{"kind", "rgms"}, {"dtype", "f16"}, {"dense", 40}, {"inner", 20}});
    CHECK(cli({"check", plan, graph}).status == 0);
    CHECK(cli({"ir", graph, "--op", "rgms", "--planner", "rgms", "--check"}).status == 0);
    REQUIRE(cli({"generate", plan, graph, "--standalone", folder / "project"}).status == 0);
    const std::string host = readText(folder / "project/host.cpp");
    CHECK_THAT(host, Catch::Contains("constexpr long long inner = 20;") &&
                         Catch::Contains("constexpr long long ldX = 32;") &&
                         Catch::Contains("constexpr long long sliceCols = 100;"));
    checkFails({"plan", graph, "--op", "rgms"}, 1, "as rgms and fastest do");
    checkFails({"plan", graph, "--op", "rgms", "--planner", "rgms", "--inner", "0"}, 1, "--inner takes 1 to 4096");
    checkFails({"plan", graph, "--inner", "2"}, 1, "SpMM has no inner axis");
    checkFails({"generate", plan, graph, "--codegen", "ir", "-o", folder / "k.cu"}, 1,
               "kernels of RGMS are made of templates alone");
    checkFails({"check", plan, sourceFile("samples/figure1.mtx")}, 2, "the plan belongs to a matrix");
}

TEST_CASE("rgms: in a batch, another inner axis is another case")
{
    const TemporaryFolder folder;
    const std::string table = folder / "t.sqlite", what = "typed-graph --rows 60 --nnz 300";
    for (const char* inner : {"16", "32", "16"})
        REQUIRE(cli({"batch", what, "--op", "rgms", "--planners", "rgms", "--inner", inner, "-o", table}).status == 0);
    std::vector<json> rows;
    readBatch(
        table, [&](const json& row) { rows.push_back(row); }, noProgress());
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].at("inner") == 16);
    CHECK(rows[1].at("inner") == 32);
}
