// train: forests from recorded runs, by the command line; and what a batch records for them.
#include "engine/core/files.h"
#include "engine/session/session.h"
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

TEST_CASE("train fit: a model from a table plans, and is refused or learned anew", "[slow]")
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

TEST_CASE("train labels: both tables of the slides, for all who were asked", "[slow]")
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

TEST_CASE("train record --from: times of tables and sessions stand in rows that are planned here")
{
    const TemporaryFolder folder;
    const std::string matrix = folder / "small.mtx", table = folder / "compared.csv", rows = folder / "rows.csv";
    writeText(matrix, "%%MatrixMarket matrix coordinate real general\n3 4 2\n1 2 5\n3 4 6\n");
    const auto write = [&](const std::string& device, const std::string& more = {}) {
        writeText(table, "matrix,rows,cols,nnz,op,dtype,dense,name,kind,measuredNs,verified,device,problem\n"
                         "small.mtx,3,4,2,spmm,f16,32,fixed:csr,planner,5000,yes," +
                             device +
                             ",\n"
                             "small.mtx,3,4,2,spmm,f16,32,\"fixed:ell(width=8)\",planner,6000,no," +
                             device +
                             ",\n"
                             "small.mtx,3,4,2,spmm,f16,32,cublas:dense,library,1000,yes," +
                             device +
                             ",\n"
                             "small.mtx,3,4,2,spmm,f16,32,gone,planner,1000,yes," +
                             device + ",\n" + more);
    };
    std::vector<std::string> record = {"train",
                                       "record",
                                       matrix,
                                       "--from",
                                       table,
                                       "--dense",
                                       "32",
                                       "--dtypes",
                                       "f16",
                                       "-o",
                                       rows,
                                       "--candidates",
                                       "fixed:csr,fixed:ell(width=8),fixed:bsr"};
    const auto columnsOf = [&](const std::string& file, const std::string& title) {
        const auto all = tableOf(readText(file));
        const auto column = std::find(all[0].begin(), all[0].end(), title) - all[0].begin();
        std::vector<std::string> values;
        for (std::size_t r = 1; r < all.size(); ++r)
            values.push_back(all[r].at(static_cast<std::size_t>(column)));
        return values;
    };
    using Texts = std::vector<std::string>;
    write("GPU A");
    CHECK(jsonOf(record)["cases"] == 3);
    CHECK(columnsOf(rows, "name") == Texts{"fixed:csr", "fixed:ell(width=8)"}); // no time of BSR
    CHECK(columnsOf(rows, "measuredNs") == Texts{"5000.0", "6000.0"});
    CHECK(columnsOf(rows, "verified") == Texts{"1", "0"});
    CHECK(columnsOf(rows, "device") == Texts{"GPU A", "GPU A"});
    for (const std::string& predicted : columnsOf(rows, "predictedNs"))
        CHECK(std::stod(predicted) > 0);
    CHECK(jsonOf(record)["before"] == 2);

    const std::string other = folder / "other.csv";
    writeText(other, readText(table));
    record.insert(record.end(), {"--from", other});
    checkFails(record, 2, "other.csv: holds no plan that was run of a case that no file before holds");
    write("");
    checkFails(record, 2, "compared.csv:2: does not say on which GPU it was measured: name it with --on");
    record.insert(record.end(), {"--on", "GPU B"});
    checkFails(record, 2, "other.csv:2: was measured on GPU A, not GPU B");
    write("GPU A", "small.mtx,3,4,2,spmm,f32,32,fixed:csr,planner,-1,yes,GPU A,\n");
    record.resize(record.size() - 4);
    checkFails(record, 2, "compared.csv:6: measuredNs: \"-1\" is no number from 0");
    write("GPU A", "small.mtx,3\n");
    checkFails(record, 2, "compared.csv:6: has 2 fields, not 13");
    record[4] = matrix;
    checkFails(record, 2, "small.mtx: is neither a session nor a table of compare: no column matrix");

    const std::string recorded = sourceFile("samples/crossing-8192-h200.sscope");
    const session::SessionRun run = session::readSession(recorded, noProgress()).runs.at(0);
    REQUIRE(run.profile.planner == "stile");
    record[2] = record[4] = recorded;
    record[6] = std::to_string(run.profile.op.dense);
    record[10] = folder / "of-session.csv";
    record[12] = "stile";
    jsonOf(record);
    const Texts times = columnsOf(record[10], "measuredNs");
    REQUIRE(times.size() == 1);
    CHECK(std::stod(times[0]) == Approx(run.profile.kernel.medianNs));
    CHECK(columnsOf(record[10], "device") == Texts{run.profile.conditions.device});
}
