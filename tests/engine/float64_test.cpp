// Products in float64: what plans and computes them, what refuses to, and what their files say.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/cost/cost_model.h"
#include "engine/measure/limits.h"
#include "engine/plan/graph/apply.h"
#include "engine/plan/plan_file.h"
#include "engine/plan/value_range.h"
#include "engine/run/executor.h"
#include "engine/search/planner.h"
#include "engine/search/request.h"
#include "engine/session/session.h"
#include "tests/engine/graph_fixtures.h"
#include "tests/engine/search_fixtures.h"
#include "tests/support/paths.h"

#include <set>

using namespace sparsescope;
using graph::op;
using nlohmann::json;

namespace {

const Operator inDouble{OperatorKind::SpMV, DataType::Float64, 1};

// Rows of a third and its multiples, whose digits float32 has not, and a value that it cannot hold at all.
MatrixPtr thirds()
{
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> cols;
    std::vector<double> values;
    for (int row = 0; row < 90; ++row) {
        for (int col = row % 4; col < 70; col += 1 + row % 7) {
            cols.push_back(col);
            values.push_back(row == 50 ? 1e300 : (col + 1) / 3.0);
        }
        rowPtr.push_back(std::ssize(cols));
    }
    return std::make_shared<const Matrix>(90, 70, rowPtr, cols, values, MatrixSource());
}

Plan planned(const Matrix& matrix, const Operator& what, const std::string& planner = "graph")
{
    SearchRequest request;
    request.planner = planner;
    request.op = what;
    if (planner == "alphasparse")
        request.options = {{"evaluator", "model"}, {"evaluations", 20}};
    return searchPlan(matrix, request, noProgress()).plan;
}

} // namespace

TEST_CASE("float64: graphs keep the file's values as they are, and are summed in float64")
{
    const MatrixPtr matrix = thirds();
    for (const char* planner : {"graph", "alphasparse"}) {
        const Plan plan = planned(*matrix, inDouble, planner);
        const Packed packed = pack(plan, *matrix, noProgress());
        REQUIRE(packed.graph);
        const MatrixPtr stored = unpack(packed);
        CHECK(std::equal(stored->values().begin(), stored->values().end(), matrix->values().begin()));
        const CheckedPlan checked = checkPlan(plan, *matrix, 1, noProgress());
        CHECK(checked.values == MatrixValues::File); // float32 would take others for 1e300
        CHECK(checked.error.accepted(DataType::Float64));
        CHECK(checked.error.worstElement <= 1e-12);
        // The operands have digits that float32 has not.
        const Dense x = randomOperands(inDouble, shapeOf(*matrix), 1, 1).front();
        CHECK(x.values.empty());
        CHECK(std::any_of(x.doubles.begin(), x.doubles.end(),
                          [](double v) { return v != static_cast<double>(static_cast<float>(v)); }));
        // What is as exact as float32 is not enough.
        Dense y = execute(packed, std::span(&x, 1), noProgress());
        const Reference reference = referenceOf(*matrix, inDouble, std::span(&x, 1), noProgress());
        CHECK(compare(reference, y).accepted(DataType::Float64));
        y.doubles[1] = static_cast<double>(static_cast<float>(y.doubles[1]));
        CHECK_FALSE(compare(reference, y).accepted(DataType::Float64));
    }
}

TEST_CASE("float64: planners and operators that do not take it say in one sentence which do")
{
    const MatrixPtr matrix = thirds();
    constexpr const char* reason = "f64 is for SpMV alone, by the planners fastest, graph, alphasparse";
    std::set<std::string> able;
    for (const Planner* each : planners())
        for (const OperatorKind kind : operatorKinds()) {
            const Operator what = changed({OperatorKind::SpMM, DataType::Float64, 32}, kind);
            if (takes(*each, what)) {
                CHECK(kind == OperatorKind::SpMV);
                able.insert(each->name());
            } else {
                CHECK_THROWS_WITH(planned(*matrix, what, each->name()), reason);
            }
        }
    CHECK(able == std::set<std::string>{"alphasparse", "fastest", "graph"});
}

TEST_CASE("float64: files of plans and sessions are of a version of their own, and keep it")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = thirds();
    const Plan plan = planned(*matrix, inDouble);
    const PlanBlob blob = planToBlob(plan);
    json header = json::parse(blob.json);
    CHECK(header["version"] == 3);
    CHECK(json::parse(planToBlob(planned(*matrix, {OperatorKind::SpMV, DataType::Float32, 1})).json)["version"] == 1);
    const Plan read = planFromBlob(blob, *matrix, "p.json");
    CHECK(read.op == inDouble);
    CHECK(planToBlob(read).json == blob.json);
    header["operator"]["kind"] = "spmm";
    CHECK_THROWS_WITH(planFromBlob({header.dump(), blob.arrays}, *matrix, "p.json"),
                      Catch::Contains("operator.dtype: is f64, in which SpMM is not computed"));

    session::Session session;
    session.matrix = matrix;
    session.plans.push_back({plan, {}});
    session::writeSession(session, folder / "s.sscope");
    CHECK(static_cast<int>(readText(folder / "s.sscope")[63]) == 5);
    CHECK(session::readSession(folder / "s.sscope", noProgress()).plans.at(0).plan.op == inDouble);
}

TEST_CASE("float64: partials and parts of x take twice the shared memory, which a graph may not have")
{
    const auto why = [](const json& nodes, const Matrix& matrix, DataType dtype) {
        try {
            graph::applyGraph(graph::graphOf(nodes), matrix, {.padding = 64, .sumBytes = sumBytesOf(dtype)},
                              graph::Keep::LastState, noProgress());
        } catch (const Error& e) {
            return e.reason();
        }
        return std::string();
    };
    const json gmem = op("GMEM_ATOM_RED"), total = op("THREAD_TOTAL_RED");
    const MatrixPtr dense = randomUniform(100, 100, 1, 1);
    const json staged = {op("COMPRESS"),
                         op("BMTB_ROW_BLOCK", {{"nnz", 8192}}),
                         op("BMT_COL_BLOCK", {{"nnz", 1}}),
                         total,
                         op("SHMEM_OFFSET_RED"),
                         gmem};
    CHECK(why(staged, *dense, DataType::Float32).empty());
    CHECK(why(staged, *dense, DataType::Float64) ==
          "the partials of a BMTB take 64800 bytes of shared memory, more than 49152");
    const MatrixPtr wide = randomUniform(4, 40000, 0.01, 2);
    const json shared = {op("COMPRESS"), op("BMT_ROW_BLOCK", {{"rows", 1}}), op("X_SHARED"), total, gmem};
    CHECK(why(shared, *wide, DataType::Float32).empty());
    CHECK(why(shared, *wide, DataType::Float64) ==
          "the part of x takes 320000 bytes of shared memory, more than 232448");
}

TEST_CASE("float64: costs are those of float32 for its bytes, and what a GPU computes at best is left out")
{
    const Calibration calibration = readCalibration(defaultCalibration);
    const MatrixPtr matrix = thirds();
    const Operator inFloat{OperatorKind::SpMV, DataType::Float32, 1};
    CHECK(calibration.measuredFor(OperatorKind::SpMV, DataType::Float64) == DataType::Float32);
    CHECK(calibration.measuredFor(OperatorKind::SpMV, DataType::Float16) == DataType::Float16);
    const FormatPtr csr = makeFormat("csr", {{"places", 256}});
    const TileFeatures tile{csr.get(), 16, 200, 200, 3200, 3200};
    const double cost = makeCostModel(calibration, inDouble)->cost(tile, false);
    CHECK(cost > makeCostModel(calibration, inFloat)->cost(tile, false));
    CHECK(planned(*matrix, inDouble).predictedNs > planned(*matrix, inFloat).predictedNs);
    const auto limits = limitsOf(*matrix, inDouble, calibration.rates);
    REQUIRE(limits.size() == 1);
    CHECK(limits[0].ns > limitsOf(*matrix, inFloat, calibration.rates).at(0).ns);
}

TEST_CASE("float64: where no narrower type holds the values of a vector's product, it is what does")
{
    const MatrixPtr matrix = thirds();
    CHECK_THAT(rangeNote(*matrix, {OperatorKind::SpMV, DataType::Float32, 1}, noProgress()),
               Catch::EndsWith("; f64 hold them"));
    CHECK_THAT(rangeNote(*matrix, {OperatorKind::SpMM, DataType::Float32, 32}, noProgress()),
               Catch::EndsWith("; no type holds them: scale the matrix"));
    CHECK(rangeNote(*matrix, inDouble, noProgress()).empty());
}
