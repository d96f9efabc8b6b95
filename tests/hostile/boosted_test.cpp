// Searches by boosted trees, and their logs, in a program without XGBoost's library, as this one and the window are.
#include "engine/core/files.h"
#include "engine/search/alphasparse/fit.h"
#include "engine/search/planner.h"
#include "tests/engine/plan_fixtures.h"

using namespace sparsescope;
using nlohmann::json;

TEST_CASE("boosted trees are refused by name where a program has none, and so is the log of a search by them")
{
    REQUIRE_FALSE(alphasparse::boostedFit);
    const MatrixPtr matrix = randomUniform(40, 56, 0.12, 3);
    const Operator op{OperatorKind::SpMV, DataType::Float32, 1};
    const auto model = makeCostModel(readCalibration(defaultCalibration), op);
    Trace trace;
    const auto search = [&](const json& options) {
        return planner("alphasparse").search(*matrix, op, ModelEvaluator(*model), options, trace, noProgress());
    };
    const Plan plan = search({{"evaluator", "model"}, {"evaluations", 30}});
    std::string log = traceToText(trace, plan);
    const std::string ridge = "\"fit\":\"ridge\"";
    for (std::size_t at = log.find(ridge); at != std::string::npos; at = log.find(ridge))
        log.replace(at, ridge.size(), "\"fit\":\"boosted\"");
    const TemporaryFolder folder;
    const std::string file = folder / "log.jsonl";
    writeText(file, log);

    const std::string refusal = "--fit boosted: this program is not linked with XGBoost";
    const std::vector<json> wanted = {{{"fit", "boosted"}, {"evaluator", "model"}, {"evaluations", 30}},
                                      {{"fit", "boosted"}, {"evaluator", file}, {"evaluations", 30}}};
    for (const json& options : wanted) {
        const std::size_t told = trace.events.size();
        try {
            search(options);
            FAIL("it was not refused");
        } catch (const Error& error) {
            CHECK(error.kind() == ErrorKind::Input);
            CHECK_THAT(error.what(), Catch::StartsWith(refusal) && Catch::Contains("take ridge"));
        }
        CHECK(trace.events.size() == told);
    }
    CHECK_THROWS_WITH(search({{"evaluator", file}, {"evaluations", 30}}),
                      Catch::EndsWith("log.jsonl: is the log of a search with --fit boosted"));
}
