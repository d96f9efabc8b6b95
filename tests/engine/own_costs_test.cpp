// Cost models of one's own: coefficients over features, and programs that are asked.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/own_program.h"
#include "engine/core/process.h"
#include "engine/cost/own_costs.h"
#include "engine/cost/plan_time.h"
#include "engine/search/request.h"
#include "tests/engine/own_parts.h"
#include "tests/engine/search_fixtures.h"
#include "tests/support/paths.h"

#include <cerrno>
#include <csignal>

using namespace sparsescope;
using nlohmann::json;

namespace {

json someCosts()
{
    return {{"schema", "sparsescope-costs"},
            {"version", 1},
            {"name", "mine"},
            {"costs",
             {{"any", {{"constant", 10}, {"stored", 0.5}}},
              {"ell", json::array({{{"constant", 50}, {"rows", 2}}, {{"width", 100}, {"atomic", 40}}})}}}};
}

SearchRequest requestWith(const std::string& costModel)
{
    SearchRequest request;
    request.op = spmm(DataType::Float16, 32);
    request.planner = "hyb";
    request.calibration = "a100-stile";
    request.costModel = costModel;
    return request;
}

std::string problemOf(const std::function<void()>& what)
{
    try {
        what();
    } catch (const Error& e) {
        return e.what();
    }
    return "accepted";
}

} // namespace

TEST_CASE("own costs: the largest sum of features times coefficients, by format, at least 1 ns")
{
    Calibration calibration = everything();
    useCosts(calibration, ownCostsFromJson(someCosts(), "mine.json"));
    CHECK(calibration.name == "made up, costs of mine");
    const auto model = makeCostModel(calibration, spmm(DataType::Float16, 32));
    const FormatPtr ell = makeFormat("ell", {{"rows", 8}, {"width", 4}});
    const FormatPtr csr = makeFormat("csr", {{"places", 64}});
    CHECK(model->cost({ell.get(), 8, 1, 1}, false) == 100);   // of 66 and 100
    CHECK(model->cost({ell.get(), 200, 1, 1}, false) == 450); // of 450 and 100
    CHECK(model->cost({ell.get(), 8, 1, 1}, true) == 140);
    CHECK(model->withUse({true, SplitSums::Slots})->cost({ell.get(), 8, 1, 1}, true) == 100); // nothing is added
    CHECK(model->cost({csr.get(), 2, 30, 1}, false) == 40);
    json negative = someCosts();
    negative["costs"]["any"] = {{"constant", -5}};
    useCosts(calibration, ownCostsFromJson(negative, "mine.json"));
    CHECK(calibration.name == "made up, costs of mine"); // not twice
    CHECK(makeCostModel(calibration, spmm(DataType::Float16, 32))->cost({csr.get(), 2, 30, 1}, false) == 1);
}

TEST_CASE("own costs: a search goes by coefficients, and its plan is predicted by them")
{
    const MatrixPtr matrix = randomUniform(200, 300, 0.05, 7);
    Calibration calibration = everything();
    useCosts(calibration, ownCostsFromJson(someCosts(), "mine.json"));
    const Searched mine = searchedWith(calibration, *matrix, spmm(DataType::Float16, 32), json::object());
    const auto model = makeCostModel(calibration, spmm(DataType::Float16, 32))->withUse(kernelUseOf(mine.plan));
    for (const Tile& tile : mine.plan.tiling().tiles)
        CHECK(tile.cost ==
              model->cost(mine.plan.tiling().formatOf(tile).features(mine.plan.tiling().view(tile), *matrix),
                          tile.atomic));
    CHECK(mine.plan.calibration == "made up, costs of mine");
    CHECK(borrowedCosts(mine.plan, calibration).empty());
    // Tiles of ELL for nothing: a plan has no others.
    json cheap = someCosts();
    cheap["costs"]["ell"] = {{"constant", 1}};
    cheap["costs"]["any"] = {{"constant", 1e6}};
    useCosts(calibration, ownCostsFromJson(cheap, "mine.json"));
    const Searched ells = searchedWith(calibration, *matrix, spmm(DataType::Float16, 32), json::object());
    for (const Tile& tile : ells.plan.tiling().tiles)
        CHECK(ells.plan.tiling().formatOf(tile).name() == "ell");
}

TEST_CASE("own costs: what is wrong in a file is said with its place")
{
    const auto refusal = [](const std::function<void(json&)>& change) {
        json costs = someCosts();
        change(costs);
        return problemOf([&] { ownCostsFromJson(costs, "mine.json"); });
    };
    CHECK(
        refusal([](json& c) { c["costs"]["any"]["speed"] = 1; }) ==
        "mine.json: costs.any.speed: is none of the features constant, rows, width, columns, stored, issued, longest, "
        "height, dense, inner, flops, aBytes, bBytes, touchedBytes, cBytes, chain, atomic, atomicBytes, slots");
    CHECK(refusal([](json& c) {
              c["costs"]["elll"] = {{"constant", 1}};
          }) == "mine.json: costs.elll: is no format, nor \"any\"");
    CHECK(refusal([](json& c) { c["costs"].erase("any"); }) ==
          "mine.json: costs: has nothing for \"any\", the formats that are not listed");
    CHECK(refusal([](json& c) { c["costs"]["any"]["rows"] = 1e13; }) ==
          "mine.json: costs.any.rows: must be between -1000000000000 and 1000000000000");
    CHECK(refusal([](json& c) { c["costs"]["any"]["rows"] = "2"; }) == "mine.json: costs.any.rows: is not a number");
    CHECK(refusal([](json& c) { c["costs"]["any"] = json::object(); }) == "mine.json: costs.any: has no coefficients");
    CHECK(refusal([](json& c) { c["costs"]["any"] = json::array(); }) ==
          "mine.json: costs.any: holds 0 sums, not 1 to 100");
    CHECK(refusal([](json& c) { c["name"] = "a, b"; }) == "mine.json: name: takes 1 to 60 characters without commas");
    CHECK(refusal([](json& c) { c["version"] = 2; }) == "mine.json: version: is 2, this program reads version 1");
    CHECK(refusal([](json& c) { c["types"] = {"f15"}; }).starts_with("mine.json: types[0]: "));
    CHECK(refusal([](json&) {}) == "accepted");
}

TEST_CASE("own costs: other operators and types are refused, and factors on what they replace")
{
    const TemporaryFolder folder;
    json costs = someCosts();
    costs["operators"] = {"sddmm"};
    writeText(folder / "mine.json", costs.dump());
    const MatrixPtr matrix = randomUniform(20, 30, 0.2, 7);
    CHECK(problemOf([&] { searchPlan(*matrix, requestWith(folder / "mine.json"), noProgress()); }) ==
          "the costs of mine are for SDDMM, not for SpMM f16");
    SearchRequest changed = requestWith(folder / "mine.json");
    changed.whatIf = {"ell=2"};
    CHECK_THAT(problemOf([&] { calibrationOf(changed); }),
               Catch::Contains("\"ell=2\" changes the calibration's costs"));
    changed.whatIf = {"launch=2"};
    CHECK(calibrationOf(changed).name == "a100-stile, launch x2, costs of mine");
}

TEST_CASE("own costs: their description names every feature, and the sample is one")
{
    const std::string text = readText(sourceFile("samples/own-parts.md"));
    for (const CostFeature& feature : costFeatures())
        CHECK_THAT(text, Catch::Contains(std::string("`") + feature.name + "`"));
    CHECK(readOwnCosts(sourceFile("samples/own/roofline.json")).name == "roofline by hand");
}

TEST_CASE("own costs: a program reads tiles as CSV and prices a plan that was found by the calibration")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = randomUniform(100, 200, 0.05, 7);
    const std::string program =
        script(folder / "hundred", "tee " + (folder / "asked.csv") + " | awk 'NR > 1 { print 100 + NR }'");
    CHECK_THAT(problemOf([&] { searchPlan(*matrix, requestWith(program), noProgress()); }),
               Catch::EndsWith("hundred is a program that nobody has chosen here: it is not started"));
    CHECK_FALSE(std::filesystem::exists(folder / "asked.csv"));
    chooseProgramsOf(requestWith(program));
    const Plan priced = searchPlan(*matrix, requestWith(program), noProgress()).plan;
    CHECK(priced.calibration == "a100-stile, costs of hundred");
    const Plan plain = searchPlan(*matrix, requestWith({}), noProgress()).plan;
    REQUIRE(priced.tiling().tiles.size() == plain.tiling().tiles.size());
    for (std::size_t t = 0; t < priced.tiling().tiles.size(); ++t) {
        CHECK(priced.tiling().tiles[t].cost == 102 + static_cast<double>(t));
        CHECK(priced.tiling().view(priced.tiling().tiles[t]).entries.size() ==
              plain.tiling().view(plain.tiling().tiles[t]).entries.size());
    }
    const std::string asked = readText(folder / "asked.csv");
    CHECK_THAT(asked, Catch::StartsWith("format,parameters,operator,type,nonZeros,padding,rows,width,columns,stored"));
    CHECK_THAT(asked, Catch::Contains("\nell,rows=") && Catch::Contains(",spmm,f16,"));
    // What the plan says of its costs starts nothing: they are in its tiles.
    std::filesystem::remove(folder / "asked.csv");
    Plan relaunched = priced;
    setLaunchOrder(relaunched, LaunchOrder::Rows);
    setSplitSums(relaunched, *matrix, SplitSums::Slots);
    CHECK(costsOf(priced).sms == readCalibration("a100-stile").sms);
    CHECK(relaunched.tiling().tiles[1].cost == 103);
    CHECK_FALSE(std::filesystem::exists(folder / "asked.csv"));
}

TEST_CASE("own costs: a program's bad answers are refused with program and line")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = randomUniform(100, 200, 0.05, 7);
    const auto answer = [&](const std::string& commands) {
        const std::string program = script(folder / "bad", commands);
        chooseProgram(program);
        const std::string problem = problemOf([&] { searchPlan(*matrix, requestWith(program), noProgress()); });
        const std::size_t at = problem.find("bad");
        return at == std::string::npos ? problem : problem.substr(at);
    };
    CHECK_THAT(answer("echo 1; echo 2"), Catch::Matches("bad:3: wrote 2 costs, there are [0-9]+ tiles"));
    CHECK_THAT(answer("exit 0"), Catch::Matches("bad:1: wrote 0 costs, there are [0-9]+ tiles"));
    CHECK(answer("echo 1; echo two") == "bad:2: \"two\" is no cost, a number of ns");
    CHECK(answer("echo; echo 2") == "bad:1: \"\" is no cost, a number of ns");
    CHECK(answer("echo 1; echo -2") == "bad:2: -2 is no cost, which is from 0 to 1e+30 ns");
    CHECK(answer("echo nan") == "bad:1: nan is no cost, which is from 0 to 1e+30 ns");
    CHECK(answer("echo inf") == "bad:1: inf is no cost, which is from 0 to 1e+30 ns");
    CHECK_THAT(answer("yes 1 | head -10000"), Catch::Contains("writes more lines than there are tiles"));
    CHECK(answer("echo it went wrong >&2; exit 3") == "bad: ended with status 3\nit went wrong");
    CHECK(answer("kill -9 $$") == "bad: was ended by signal 9");
}

TEST_CASE("own programs: the limit of time ends one with all that it has started; nothing but a program is chosen")
{
    const TemporaryFolder folder;
    const std::string program =
        script(folder / "slow", "sleep 60 & echo $! > " + (folder / "pid") + "; echo begun >&2; sleep 60");
    chooseProgram(program);
    std::string said;
    Progress progress([&](std::string_view what, double) { said = what; });
    CHECK_THAT(problemOf([&] { runOwnProgram(program, {.seconds = 1}, progress); }),
               Catch::EndsWith("slow: takes longer than 1 s, and was ended\nbegun"));
    CHECK(said == "begun");
    const auto gone = [&] { return kill(std::stoi(readText(folder / "pid")), 0) == -1 && errno == ESRCH; };
    for (int i = 0; i < 100 && !gone(); ++i)
        usleep(20'000); // until somebody has waited for it
    CHECK(gone());
    writeText(folder / "text", "no program");
    CHECK_THAT(problemOf([&] { chooseProgram(folder / "text"); }), Catch::Contains("chmod +x"));
    CHECK_THAT(problemOf([&] { chooseProgram(folder / "none"); }), Catch::Contains("No such file"));
}
