// Calibrations that say what cannot be: refused, or searched with.
#include "engine/cost/calibration.h"
#include "engine/search/planner.h"
#include "tests/engine/plan_fixtures.h"
#include "tests/hostile/numbers.h"

#include <fmt/format.h>

using namespace sparsescope;
using nlohmann::json;

namespace {

Taken searchWith(const std::string& what, const json& numbers, const Matrix& matrix)
{
    return tryHostile(what, [&] {
        const Calibration calibration = calibrationFromJson(numbers, "c.json");
        const Operator op = spmm(DataType::Float32, 40);
        const auto model = makeCostModel(calibration, op);
        for (const char* name : {"stile", "cell"}) {
            Trace trace;
            const Planner& by = planner(name);
            const Plan plan =
                by.search(matrix, op, ModelEvaluator(*model), completeOptions(by, json::object()), trace, noProgress());
            validatePlan(plan, matrix);
        }
    });
}

} // namespace

TEST_CASE("a calibration with any of its numbers replaced is refused, or searches with it end")
{
    const MatrixPtr matrix = randomUniform(40, 56, 0.12, 3);
    json good = toJson(readCalibration("a100-stile"));
    // One entry of each kind of numbers: the others are read by the same code.
    json entries = json::array();
    for (const json& entry : good["entries"])
        if (entry["operator"] == "spmm" && entry["dtype"] == "f32")
            entries.push_back(entry);
    REQUIRE_FALSE(entries.empty());
    good["entries"] = json::array({entries[0]});
    const Taken whole = searchWith("as it is", good, *matrix);
    INFO(lastRefusal);
    REQUIRE(whole == Taken::Accepted);
    const auto ways = waysToNumbers(good);
    for (std::size_t i = 0; i < ways.size();
         i += std::max<std::size_t>(1, ways.size() / static_cast<std::size_t>(cases(60))))
        for (const json& number : hostileNumbers()) {
            json bad = good;
            bad[ways[i]] = number;
            searchWith(fmt::format("{} = {}", ways[i].to_string(), number.dump()), bad, *matrix);
        }
}
