// What the tests of a search share: made-up numbers for every operator, matrices of many kinds, and costs made anew.
#pragma once

#include "tests/engine/plan_fixtures.h"

#include <cstdint>
#include <vector>

namespace sparsescope {

// Numbers for every operator, data type, height and part that the search can use, made up.
inline Calibration everything()
{
    nlohmann::json entries = nlohmann::json::array();
    const auto table = [](int rows, double base, double step) {
        nlohmann::json t = {{"model", "table"}, {"rows", rows}, {"widths", {16, 64, 160}}};
        t["ns"] = {base + 16 * step, base + 64 * step, base + 160 * step};
        t["atomicNs"] = {3 * base + 17 * step, 3 * base + 65 * step, 3 * base + 161 * step};
        return t;
    };
    for (const char* op : {"spmm", "sddmm"})
        for (const char* dtype : {"f16", "bf16", "tf32", "f32"})
            for (const int part : {32, 64})
                entries.push_back({{"operator", op},
                                   {"dtype", dtype},
                                   {"densePart", part},
                                   {"peakFlopPerByte", 40},
                                   {"formats",
                                    {{"block", {table(16, 180 + part, 6), table(8, 150 + part, 4)}},
                                     {"ell", {{"model", "roofline"}, {"a", 0.09}, {"b", 300}, {"c", 2}, {"d", -0.5}}},
                                     {"1d", {{"model", "roofline"}, {"a", 0.06}, {"b", 200}, {"c", 1.5}, {"d", 0}}},
                                     {"csr", {{"model", "roofline"}, {"a", 0.11}, {"b", 330}, {"c", 2}, {"d", 0}}}}}});
    for (const char* dtype : {"f16", "bf16", "tf32", "f32"})
        entries.push_back(
            {{"operator", "spmv"},
             {"dtype", dtype},
             {"densePart", 1},
             {"peakFlopPerByte", 40},
             {"formats",
              {{"ell",
                {{"model", "linear"}, {"plain", {20, 0.001, 0.002, 0.003}}, {"atomic", {30, 0.001, 0.002, 0.006}}}},
               {"csr", {{"model", "roofline"}, {"a", 0.01}, {"b", 30}, {"c", 2}, {"d", 0}}}}}});
    return calibrationFromJson({{"schema", "sparsescope-calibration"},
                                {"version", 1},
                                {"name", "made up"},
                                {"gpu", "none"},
                                {"source", "made up"},
                                {"sms", 8},
                                {"launchNs", 1000},
                                {"entries", entries}},
                               "made up");
}

inline Searched searchedWith(const Calibration& calibration, const Matrix& matrix, const Operator& op,
                             const nlohmann::json& options)
{
    const auto model = makeCostModel(calibration, op);
    Searched s;
    s.plan = planner("stile").search(matrix, op, ModelEvaluator(*model), options, s.trace, noProgress());
    return s;
}

inline std::vector<MatrixPtr> matrices(std::uint64_t seed)
{
    return {randomUniform(100, 90, 0.06, seed),
            randomUniform(40, 300, 0.3, seed + 1),
            rmat(512, 9000, seed),
            strided(200),
            crossing(256, seed),
            logsparse(150),
            figure1(),
            randomUniform(1, 60, 0.5, seed),
            randomUniform(70, 1, 0.5, seed),
            randomUniform(20, 20, 0, seed)};
}

// Costs and atomic flags of a plan as they follow from its tiles alone.
inline void checkCosts(const Plan& plan, const Matrix& matrix, const Calibration& calibration)
{
    Plan again = plan;
    markAtomicTiles(again);
    costPlan(again, matrix, *makeCostModel(calibration, plan.op, plan.densePart));
    for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t) {
        INFO("tile " << t << " " << plan.tiling().formatOf(plan.tiling().tiles[t]).label());
        REQUIRE(plan.tiling().tiles[t].atomic == again.tiling().tiles[t].atomic);
        REQUIRE(plan.tiling().tiles[t].cost == Approx(again.tiling().tiles[t].cost));
    }
    CHECK(plan.predictedNs == Approx(again.predictedNs));
}

} // namespace sparsescope
