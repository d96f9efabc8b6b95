// Plans for tests: searched on random matrices, and damaged on purpose.
#pragma once

#include "engine/core/error.h"
#include "engine/matrix/patterns.h"
#include "engine/run/executor.h"
#include "engine/search/planner.h"
#include "tests/support/catch.h"

namespace sparsescope {

inline Operator spmm(DataType dtype, std::int64_t J)
{
    return {OperatorKind::SpMM, dtype, J};
}

struct Searched {
    Plan plan;
    Trace trace;
};

inline Searched searched(const Matrix& matrix, const Operator& op,
                         const nlohmann::json& options = nlohmann::json::object())
{
    const auto model = makeCostModel(readCalibration("a100-stile"), op);
    Searched s;
    s.plan = planner("stile").search(matrix, op, ModelEvaluator(*model), options, s.trace, noProgress());
    return s;
}

// ||C - R|| / ||R|| and the worst element of a plan on the CPU.
inline ErrorNorms executed(const Plan& plan, const Matrix& matrix, std::uint64_t seed)
{
    return checkPlan(plan, matrix, seed, noProgress()).error;
}

// What validatePlan() says against it; empty where it says nothing.
inline std::string refusal(const Plan& plan, const Matrix& matrix)
{
    try {
        validatePlan(plan, matrix);
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        return e.what();
    }
    return {};
}

// Tiles that hold nothing, of these costs, for a dense loop in so many parts.
inline Plan planOfCosts(const std::vector<double>& costs, std::int64_t parts)
{
    Plan plan;
    plan.op = {OperatorKind::SpMM, DataType::Float16, 32 * parts};
    for (const double cost : costs) {
        Tile tile;
        tile.cost = cost;
        plan.tiling().tiles.push_back(tile);
    }
    return plan;
}

} // namespace sparsescope
