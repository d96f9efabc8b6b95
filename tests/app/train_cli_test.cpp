// train: forests from recorded runs, by the command line; and what a batch records for them.
#include "engine/core/files.h"
#include "tests/app/cli_run.h"

#include <algorithm>
#include <nlohmann/json.hpp>

using namespace sparsescope;
using nlohmann::json;

namespace {

const std::string unseen = sourceFile("tests/bench/train_unseen_h200.csv.gz");

json jsonOf(std::vector<std::string> arguments)
{
    arguments.emplace_back("--json");
    const Run run = cli(arguments);
    INFO(run.err);
    REQUIRE(run.status == 0);
    return json::parse(run.out);
}

bool hasXgboost()
{
    return cli({"train", "labels", unseen}).status == 0;
}

} // namespace

TEST_CASE("train check: of matrices that were never recorded the shipped models choose better than the cost model")
{
    for (const char* model : {"h200", "h200-forest"}) {
        INFO(model);
        const json all = jsonOf({"train", "check", model, unseen});
        CHECK(all["cases"] > 80);
        const json& regret = all["regret"];
        CHECK(regret["forest"]["geometricMean"] <= 0.07);
        CHECK(regret["forest"]["geometricMean"] < regret["least predicted, sample"]["geometricMean"]);
        CHECK(regret["forest"]["p90"] <= 0.2);
    }
    checkFails({"train", "check", "h100", unseen}, 2, "h100: is neither a file nor one of the shipped models: h200");
    checkFails({"train", "check", "h200", sample}, 2, "crossing-2048.mtx.gz");
}

TEST_CASE("train fit: a model from a table plans, and is refused or learned anew")
{
    const TemporaryFolder folder;
    const std::string model = folder / "own.json";
    if (!hasXgboost()) {
        checkFails({"train", "fit", unseen, "-o", model}, 2, "libxgboost-dev");
        return;
    }
    const json fitted = jsonOf({"train", "fit", unseen, "-o", model, "--boosted"});
    const json again = jsonOf({"train", "check", model, unseen, "--folds", "matrix"});
    CHECK(again["regret"]["forest, by matrix"] == fitted["regret"]["forest, by matrix"]);
    // What it has seen it chooses better than what it has not.
    CHECK(jsonOf({"train", "check", model, unseen})["regret"]["forest"]["geometricMean"] <=
          fitted["regret"]["forest, by matrix"]["geometricMean"]);
    const json plan = jsonOf({"plan", sample, "--planner", "forest", "--model", model});
    CHECK(plan["figures"]["forest"]["model"] == "own");
    writeText(folder / "own.npz", "damaged");
    checkFails({"plan", sample, "--planner", "forest", "--model", model}, 2, "own.npz");
}

TEST_CASE("train labels: both tables of the slides, for all who were asked")
{
    if (!hasXgboost())
        skipTest("XGBoost's library is not there");
    const json all = jsonOf({"train", "labels", unseen});
    for (const char* table : {"table5", "table6"}) {
        CHECK(all[table].size() == 5);
        for (const json& accuracy : all[table]) {
            CHECK(accuracy["matrices"] > 0.2);
            CHECK(accuracy["cases"] <= 1.0);
        }
    }
}

TEST_CASE("batch: a CSV holds the rows, each with its family, and is gone on with")
{
    const TemporaryFolder folder;
    writeText(folder / "list.txt", "pruned --rows 32 --cols 64\n[graphs]\nrmat --rows 64 --nnz 300\n");
    const auto families = [](const std::string& file) {
        const auto table = tableOf(readText(file));
        REQUIRE(table.size() == 3);
        const auto column = std::find(table[0].begin(), table[0].end(), "family") - table[0].begin();
        return std::vector{table[1].at(static_cast<std::size_t>(column)),
                           table[2].at(static_cast<std::size_t>(column))};
    };
    std::vector<std::string> all = {"batch", folder / "list.txt", "--planners", "hyb", "-o", folder / "rows.csv"};
    CHECK(jsonOf(all)["before"] == 0);
    CHECK(jsonOf(all)["before"] == 2);
    CHECK(families(folder / "rows.csv") == std::vector<std::string>{"pruned", "graphs"});
    all.back() = folder / "named.csv";
    all.insert(all.end(), {"--family", "mine"});
    jsonOf(all);
    CHECK(families(folder / "named.csv") == std::vector<std::string>{"mine", "mine"});
}
