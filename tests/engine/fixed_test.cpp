// The planners of one format: what they promise of any matrix, operator and format.
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/plan/plan_file.h"
#include "engine/search/fixed/fixed.h"
#include "tests/engine/format_fixtures.h"
#include "tests/engine/search_fixtures.h"

using namespace sparsescope;

namespace {

Searched fixedPlan(const std::string& format, const Matrix& matrix, const Operator& op,
                   const nlohmann::json& options = nlohmann::json::object(), const std::string& calibration = "h200")
{
    const auto model = makeCostModel(readCalibration(calibration), op);
    Searched s;
    s.plan = planner("fixed:" + format).search(matrix, op, ModelEvaluator(*model), options, s.trace, noProgress());
    return s;
}

} // namespace

TEST_CASE("every format has a planner that covers any matrix with tiles of this format alone, with exact costs",
          "[slow]")
{
    const Calibration calibration = readCalibration("h200");
    std::uint64_t seed = 40;
    CHECK(fixedPlanners().size() == formatKinds().size());
    for (const FormatKind& kind : formatKinds())
        for (const OperatorKind op : operatorKinds()) {
            if (!planner("fixed:" + kind.name).plans(definitionOf(op)))
                continue;
            const std::vector<MatrixPtr> all = matrices(++seed);
            const MatrixPtr& matrix = all[seed % all.size()];
            INFO(kind.name << " " << label(op) << " " << matrix->source().name << " seed " << seed);
            const auto [plan, trace] = fixedPlan(kind.name, *matrix, changed({{}, DataType::Float16, 80}, op));
            REQUIRE_NOTHROW(validatePlan(plan, *matrix));
            CHECK(plan.planner == "fixed:" + kind.name);
            REQUIRE(plan.tiling().formats.size() <= 1);
            CHECK((plan.tiling().formats.empty() || plan.tiling().formats.front()->name() == kind.name));
            CHECK(std::isfinite(plan.predictedNs));
            checkCosts(plan, *matrix, calibration);
            CHECK(plan.tiling().schedule.size() ==
                  (ranByLibrary(plan) ? 0 : plan.tiling().tiles.size() * static_cast<std::size_t>(plan.denseParts())));
            for (const Competitor& c : plan.competitors)
                CHECK(plan.predictedNs <= c.predictedNs);
            REQUIRE(trace.rounds.size() == 1);
            CHECK(trace.rounds.front().covered == matrix->nnz());
            CHECK(trace.rounds.front().tileEnd == static_cast<std::int64_t>(plan.tiling().tiles.size()));
            const ErrorNorms error = executed(plan, *matrix, seed);
            CHECK((matrix->rows() == 1 ? error.worstElement < 8e-3 : error.accepted(plan.op.dtype)));
        }
}

TEST_CASE("the same one-format plan, byte for byte, at any number of threads; and through a file")
{
    const MatrixPtr matrix = rmat(2048, 30000, 9);
    for (const FormatKind& kind : formatKinds()) {
        INFO(kind.name);
        std::vector<PlanBlob> blobs;
        for (const int threads : {1, 3})
            withThreads(threads, [&] {
                blobs.push_back(planToBlob(fixedPlan(kind.name, *matrix, spmm(DataType::Float32, 64)).plan));
            });
        CHECK(blobs[0].json == blobs[1].json);
        CHECK((blobs[0].arrays == blobs[1].arrays));
        const Plan again = planFromBlob(blobs[0], *matrix, "plan.json");
        REQUIRE_NOTHROW(validatePlan(again, *matrix));
        const PlanBlob second = planToBlob(again);
        CHECK(second.json == blobs[0].json);
        CHECK((second.arrays == blobs[0].arrays));
    }
}

TEST_CASE("parameters given by hand are kept, the others are chosen; illegal ones are refused")
{
    const MatrixPtr matrix = rmat(512, 6000, 4);
    const Operator op = spmm(DataType::Float16, 32);
    const Plan both = fixedPlan("sell", *matrix, op, {{"c", 16}, {"sigma", 48}}).plan;
    CHECK(both.tiling().formats.front()->label() == "SELL-16-48");
    CHECK(both.competitors.size() == 1);
    const Plan one = fixedPlan("bsr", *matrix, op, {{"height", 8}}).plan;
    CHECK(one.tiling().formats.front()->parameters().at("height") == 8);
    CHECK(one.competitors.size() > 1);
    CHECK_THROWS_WITH(fixedPlan("sell", *matrix, op, {{"c", 3}, {"sigma", 48}}),
                      Catch::Contains("\"sell\"") && Catch::Contains("c that are a power of two"));
    CHECK_THROWS_WITH(fixedPlan("bell", *matrix, op, {{"height", 2}, {"width", 2}, {"blocks", 1}, {"places", 64}}),
                      Catch::Contains("has room for 1"));
    CHECK_THROWS_WITH(fixedPlan("sell", *matrix, op, {{"rows", 3}}), Catch::Contains("no option rows"));
    CHECK_THROWS_WITH(planner("fixed:zip"), Catch::Contains("fixed:sell"));
}

TEST_CASE("the parameters of a large matrix are chosen on a part of it, and are not far from the best", "[slow]")
{
    const MatrixPtr matrix = rmat(16384, 200000, 8);
    const Operator op = spmm(DataType::Float16, 64);
    const std::vector<std::uint32_t> all = allPositions(*matrix);
    for (const FormatKind& kind : formatKinds()) {
        double best = std::numeric_limits<double>::infinity();
        for (const nlohmann::json& parameters : kind.choices(*matrix, all, std::ssize(all)))
            best = std::min(best, fixedPlan(kind.name, *matrix, op, parameters).plan.predictedNs);
        INFO(kind.name << ": the best costs " << best);
        CHECK(fixedPlan(kind.name, *matrix, op).plan.predictedNs < 1.3 * best);
    }
}

TEST_CASE("every format has costs wherever CSR, ELL or 1D has")
{
    const MatrixPtr matrix = rmat(512, 6000, 5);
    for (const FormatKind& kind : formatKinds()) {
        if (!kind.traits.library.empty())
            continue; // its costs are no device code's
        INFO(kind.name);
        CHECK(std::isfinite(
            fixedPlan(kind.name, *matrix, spmm(DataType::Float32, 32), nlohmann::json::object(), "a100-stile")
                .plan.predictedNs));
        CHECK(std::isfinite(fixedPlan(kind.name, *matrix, {OperatorKind::SDDMM, DataType::Float16, 32},
                                      nlohmann::json::object(), "a100-stile")
                                .plan.predictedNs));
        CHECK(
            std::isfinite(fixedPlan(kind.name, *matrix, {OperatorKind::SpMV, DataType::Float32, 1}).plan.predictedNs));
    }
}

TEST_CASE("a search in one format that is cancelled ends, and one that is told that it is enough has a plan")
{
    const MatrixPtr matrix = rmat(4096, 100000, 6);
    const Operator op = spmm(DataType::Float16, 32);
    const auto model = makeCostModel(readCalibration("h200"), op);
    Trace trace;
    Progress cancelled;
    cancelled.cancel();
    for (const FormatKind& kind : formatKinds()) {
        INFO(kind.name);
        try {
            planner("fixed:" + kind.name)
                .search(*matrix, op, ModelEvaluator(*model), nlohmann::json::object(), trace, cancelled);
            FAIL("was not cancelled");
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Cancelled);
        }
    }
    struct AtOnce : Trace {
        void start(std::function<void()> enough) override { enough(); }
    } atOnce;
    // Larger ones choose their parameters on a part of the matrix, and make one plan.
    const MatrixPtr small = rmat(512, 6000, 6);
    const Plan plan =
        planner("fixed:csr").search(*small, op, ModelEvaluator(*model), nlohmann::json::object(), atOnce, noProgress());
    REQUIRE_NOTHROW(validatePlan(plan, *small));
    CHECK(plan.competitors.size() == 1);
    REQUIRE(cancelledSearch(plan));
    CHECK(cancelledSearch(plan)->covered == 1);
}
