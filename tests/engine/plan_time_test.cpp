// What a plan is predicted to take beside its sub-tasks.
#include "engine/core/error.h"
#include "engine/cost/cost_model.h"
#include "engine/cost/plan_time.h"
#include "engine/matrix/patterns.h"
#include "tests/engine/format_fixtures.h"

using namespace sparsescope;

TEST_CASE("a plan costs its launch, its last sub-tasks' latency or the longest of any, and the rows that are zeroed")
{
    const MatrixPtr matrix = figure1();
    Plan plan = searched(*matrix, {OperatorKind::SpMM, DataType::Float16, 32}).plan;
    Calibration calibration = readCalibration("a100-stile");
    calibration.launchNs = 3000;
    const auto rows = static_cast<std::int64_t>(plan.tiling().rowIds.size());
    const std::int64_t empty = plan.rows - rows; // zeroed, 32 values of 2 bytes each
    REQUIRE(empty > 0);
    calibration.rates.copyBytesPerNs = 4;
    const double zeroed = static_cast<double>(empty) * 64 / 4;
    CHECK(planNs(plan, 7000, calibration) == Approx(10000 + zeroed));
    for (const FormatPtr& format : plan.tiling().formats)
        calibration.entries.front().latencies.emplace_back(format->label(), Latency{2000});
    CHECK(planNs(plan, 7000, calibration) == Approx(12000 + zeroed));
    calibration.entries.front().latencies.front().second.ns = 11000; // longer than all the rest
    CHECK(planNs(plan, 0, calibration) == Approx(14000 + zeroed));

    calibration.entries.front().latencies.clear();
    plan.op = {OperatorKind::SpMV, DataType::Float16, 1}; // rows of one value, and which row it is
    plan.densePart = 1;
    CHECK(planNs(plan, 0, calibration) == Approx(3000 + static_cast<double>(empty) * 6 / 4));

    Plan sampled;
    sampled.op = {OperatorKind::SDDMM, DataType::Float16, 64};
    sampled.densePart = 64;
    sampled.nnz = 10;
    CHECK(planNs(sampled, 0, calibration) == 3000);
}

TEST_CASE("costs measured in the L2 cache: the slowest sub-task and device memory are waited for beside the others")
{
    const MatrixPtr matrix = figure1();
    Plan plan = searched(*matrix, {OperatorKind::SpMM, DataType::Float16, 32}).plan;
    Calibration calibration = readCalibration("a100-stile");
    calibration.launchNs = 3000;
    calibration.rates.copyBytesPerNs = 4;
    CalibrationEntry& costs = calibration.entries.front();
    for (const FormatPtr& format : plan.tiling().formats)
        costs.latencies.emplace_back(format->label(), Latency{1000});
    costs.latencies.front().second.ns = 2400; // 3000 on a busy GPU
    const double zeroed = planTime(plan, 4000, rowWritesOf(plan), calibration).zeroNs;
    costs.cacheBytes = 1 << 30;
    CHECK(planNs(plan, 4000, calibration) == Approx(3000 + 5000 + zeroed));

    const double bytes = static_cast<double>((plan.rows + plan.cols) * 32 * 2 + plan.nnz * 6); // of B, C and A
    costs.cacheBytes = bytes;
    CHECK(planNs(plan, 4000, calibration) == Approx(3000 + 5000 + zeroed));
    costs.cacheBytes = bytes / 1.5; // half of them stay
    CHECK(planNs(plan, 4000, calibration) == Approx(3000 + std::hypot(5000, bytes / 2 / 4) + zeroed));
    costs.cacheBytes = bytes / 16;
    CHECK(planNs(plan, 4000, calibration) == Approx(3000 + std::hypot(5000, bytes / 4) + zeroed));

    nlohmann::json json = toJson(calibration);
    CHECK(calibrationFromJson(json, "c.json").entries.front().cacheBytes == costs.cacheBytes);
    json["entries"][0]["cacheBytes"] = 0;
    CHECK_THROWS_WITH(calibrationFromJson(json, "c.json"), Catch::Contains("c.json: entries[0].cacheBytes"));
}
