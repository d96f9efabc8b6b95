// Plans changed by hand: whatever is asked for, every non-zero is owned once and the product stays right.
#include "engine/edit/edit.h"

#include "engine/core/error.h"
#include "engine/plan/launch_order.h"
#include "engine/search/request.h"
#include "tests/engine/plans_by_hand.h"
#include "tests/engine/search_fixtures.h"

#include <cmath>
#include <numeric>

using namespace sparsescope;

namespace {

const std::vector<std::string> storedAs = {"block", "ell", "1d", "csr"};

// A request of a random kind; none where it was refused, which it may be with Error(Usage) alone.
std::optional<PlanEdit> randomEdit(const Plan& plan, const Matrix& matrix, const CostModel& model,
                                   std::mt19937_64& random)
{
    const auto any = [&](std::int64_t n) { return std::uniform_int_distribution<std::int64_t>(0, n - 1)(random); };
    const std::int64_t tile = any(static_cast<std::int64_t>(plan.tiling().tiles.size()));
    try {
        switch (any(4)) {
        case 0:
            return splitTile(plan, matrix, model, tile);
        case 1:
            return mergeTiles(plan, matrix, model, tile, any(static_cast<std::int64_t>(plan.tiling().tiles.size())));
        case 2:
            return retypeTile(plan, matrix, model, tile, storedAs[static_cast<std::size_t>(any(4))]);
        default:
            return deleteTile(plan, matrix, model, tile);
        }
    } catch (const Error& e) {
        REQUIRE(e.kind() == ErrorKind::Usage);
        REQUIRE(std::string(e.what()).size() > 10);
        return std::nullopt;
    }
}

std::vector<std::uint32_t> ownedBy(const Plan& plan, const std::vector<std::int64_t>& tiles)
{
    std::vector<std::uint32_t> owned;
    for (const std::int64_t t : tiles)
        for (const std::uint32_t entry : plan.tiling().view(plan.tiling().tiles[static_cast<std::size_t>(t)]).entries)
            if (!Entry::redundant(entry))
                owned.push_back(entry);
    std::sort(owned.begin(), owned.end());
    return owned;
}

} // namespace

TEST_CASE(
    "after any edits a plan owns every non-zero once, its costs are the model's, and it computes the right product")
{
    const Calibration calibration = everything();
    for (const std::uint64_t seed : seeds(4)) {
        const MatrixPtr matrix = randomWithEmptyRows(120 + static_cast<std::int64_t>(seed), 150, 0.08, seed);
        for (const OperatorKind kind : {OperatorKind::SpMM, OperatorKind::SDDMM})
            for (const std::int64_t part : {32, 64}) {
                Plan plan = mixedPlan(*matrix, {kind, DataType::Float16, 64}, part, seed);
                const auto model = makeCostModel(calibration, plan.op, plan.densePart);
                std::mt19937_64 random(seed * 100 + static_cast<std::uint64_t>(part));
                int done = 0;
                for (int i = 0; i < 40; ++i) {
                    auto edit = randomEdit(plan, *matrix, *model, random);
                    if (!edit)
                        continue;
                    ++done;
                    INFO(label(kind) << ", part " << part << ", seed " << seed << ", edit " << i);
                    REQUIRE_NOTHROW(validatePlan(edit->plan, *matrix));
                    CHECK(edit->before.plan == Approx(predictedBy(*model, plan, *matrix)));
                    CHECK(edit->plan.tiling().schedule.size() ==
                          edit->plan.tiling().tiles.size() * static_cast<std::size_t>(edit->plan.denseParts()));
                    plan = std::move(edit->plan);
                }
                CHECK(done > 15);
                checkCosts(plan, *matrix, calibration);
                CHECK(executed(plan, *matrix, seed).accepted(DataType::Float16));
            }
    }
}

TEST_CASE("an edit says what the plan, all its tiles and those that were changed are predicted to take")
{
    const MatrixPtr matrix = crossing(256, 3);
    const Plan plan = searched(*matrix, spmm(DataType::Float16, 64)).plan;
    const auto sum = [](const Plan& p, const std::vector<std::int64_t>& tiles) {
        double ns = 0;
        for (const std::int64_t t : tiles)
            ns += static_cast<double>(p.denseParts()) * p.tiling().tiles[static_cast<std::size_t>(t)].cost;
        return ns;
    };
    const auto all = [](const Plan& p) {
        std::vector<std::int64_t> tiles(p.tiling().tiles.size());
        std::iota(tiles.begin(), tiles.end(), 0);
        return tiles;
    };
    for (const char* calibration : {"h200", "a100-stile"}) { // with other costs, the plan before is costed anew too
        INFO(calibration);
        const auto model = makeCostModel(readCalibration(calibration), plan.op, plan.densePart);
        const PlanEdit edit = splitTile(plan, *matrix, *model, 0);
        Plan before = plan;
        costPlan(before, *matrix, *model);
        CHECK(edit.before.plan == Approx(before.predictedNs));
        CHECK(edit.before.all == Approx(sum(before, all(before))));
        CHECK(edit.before.own == Approx(sum(before, {0})));
        CHECK(edit.after.plan == edit.plan.predictedNs);
        CHECK(edit.after.all == Approx(sum(edit.plan, all(edit.plan))));
        CHECK(edit.after.own == Approx(sum(edit.plan, {0, 1})));
        CHECK(editedByHand(edit.plan));
        CHECK_FALSE(editedByHand(plan));
    }
}

TEST_CASE("edits of a searched plan leave the given plan alone and say what is theirs")
{
    const MatrixPtr matrix = crossing(256, 3);
    const Plan plan = searched(*matrix, spmm(DataType::Float16, 32)).plan;
    const auto model = makeCostModel(readCalibration("h200"), plan.op, plan.densePart);
    const Plan before = plan;
    const PlanEdit split = splitTile(plan, *matrix, *model, 0);
    CHECK(plan.tiling().entries == before.tiling().entries);
    CHECK(plan.tiling().tiles.size() == before.tiling().tiles.size());
    CHECK(split.plan.tiling().tiles.size() == plan.tiling().tiles.size() + 1);
    CHECK(split.made == std::vector<std::int64_t>{0, 1});
    CHECK(split.plan.planner == "stile, edited");
    CHECK(split.plan.calibration == "h200");
    CHECK(ownedBy(split.plan, split.made) == ownedBy(plan, {0}));
    const auto name = [](const Plan& p, std::int64_t t) {
        return p.tiling()
            .formats[static_cast<std::size_t>(p.tiling().tiles[static_cast<std::size_t>(t)].format)]
            ->name();
    };
    CHECK(name(split.plan, 0) == name(plan, 0));

    // What was split can be merged again.
    const PlanEdit merged = mergeTiles(split.plan, *matrix, *model, 1, 0);
    CHECK(merged.plan.tiling().tiles.size() == plan.tiling().tiles.size());
    CHECK(merged.plan.planner == "stile, edited");
    CHECK(merged.before.plan == split.plan.predictedNs);
    CHECK(ownedBy(merged.plan, merged.made) == ownedBy(plan, {0}));

    for (const std::string& format : storedAs) {
        if (format == "1d")
            continue; // this calibration has it for SDDMM only
        const PlanEdit other = retypeTile(plan, *matrix, *model, 0, format);
        for (const std::int64_t t : other.made)
            CHECK(name(other.plan, t) == format);
        CHECK(ownedBy(other.plan, other.made) == ownedBy(plan, {0}));
    }
    const PlanEdit gone = deleteTile(plan, *matrix, *model, 0);
    for (const std::int64_t t : gone.made)
        CHECK((name(gone.plan, t) == "csr" || name(gone.plan, t) == "1d"));
}

TEST_CASE("formats that no tile has any more leave the plan")
{
    const MatrixPtr matrix = randomWithEmptyRows(40, 60, 0.1, 5);
    PlanByHand hand(*matrix, spmm(DataType::Float16, 32), 32);
    hand.rest(1024);
    Plan plan = hand.finish();
    const auto model = makeCostModel(everything(), plan.op, plan.densePart);
    while (true) {
        std::int64_t left = -1;
        for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t)
            if (plan.tiling().formatOf(plan.tiling().tiles[t]).name() == "1d")
                left = static_cast<std::int64_t>(t);
        if (left < 0)
            break;
        plan = retypeTile(plan, *matrix, *model, left, "ell").plan;
    }
    for (const FormatPtr& format : plan.tiling().formats)
        CHECK(format->name() == "ell");
}

TEST_CASE("requests that cannot be met say why")
{
    const MatrixPtr matrix = randomWithEmptyRows(40, 60, 0.1, 6);
    const Plan plan = mixedPlan(*matrix, spmm(DataType::Float16, 32), 32, 6);
    const auto model = makeCostModel(everything(), plan.op, plan.densePart);
    CHECK_THROWS_WITH(splitTile(plan, *matrix, *model, 10'000), Catch::Contains("there is no tile 10000"));
    CHECK_THROWS_WITH(splitTile(plan, *matrix, *model, -1), Catch::Contains("there is no tile -1"));
    CHECK_THROWS_WITH(mergeTiles(plan, *matrix, *model, 0, 0), Catch::Contains("itself"));
    CHECK_THROWS_WITH(retypeTile(plan, *matrix, *model, 0, "jagged"), Catch::Contains("no format \"jagged\""));
    std::int64_t other = 0;
    const auto name = [&](std::int64_t t) {
        return plan.tiling()
            .formats[static_cast<std::size_t>(plan.tiling().tiles[static_cast<std::size_t>(t)].format)]
            ->name();
    };
    while (name(other) == name(0))
        ++other;
    CHECK_THROWS_WITH(mergeTiles(plan, *matrix, *model, 0, other), Catch::Contains("only tiles of one format"));

    // Two blocks of sixteen rows each are more than a block holds.
    PlanByHand hand(*matrix, plan.op, 32);
    std::vector<std::int32_t> rows(16);
    std::iota(rows.begin(), rows.end(), 0);
    hand.blocks(rows, 16, 160);
    std::iota(rows.begin(), rows.end(), 16);
    hand.blocks(rows, 16, 160);
    hand.rest(32);
    const Plan tall = hand.finish();
    CHECK_THROWS_WITH(mergeTiles(tall, *matrix, *model, 0, 1),
                      Catch::Contains("which one block tile does not hold: rows 8 or 16"));

    // One row cannot be cut by rows.
    PlanByHand rowByRow(*matrix, plan.op, 32);
    rowByRow.csr({5}, 4096);
    rowByRow.rest(32);
    const Plan oneRow = rowByRow.finish();
    CHECK_THROWS_WITH(splitTile(oneRow, *matrix, *model, 0), Catch::Contains("one row only"));

    Calibration bare = everything();
    for (CalibrationEntry& entry : bare.entries) { // nothing that could stand for it either
        entry.fits.clear();
        entry.linears.clear();
    }
    CHECK_THROWS_WITH(retypeTile(oneRow, *matrix, *makeCostModel(bare, plan.op, 32), 1, "csr"),
                      Catch::Contains("no costs for"));
}

TEST_CASE("Changes and predictions end when they are cancelled")
{
    const MatrixPtr matrix = randomUniform(120, 90, 0.1, 4);
    const Plan plan = mixedPlan(*matrix, {OperatorKind::SpMM, DataType::Float16, 64}, 32, 1);
    const auto model = makeCostModel(readCalibration(defaultCalibration), plan.op, plan.densePart);
    Progress progress;
    CHECK_NOTHROW(deleteTile(plan, *matrix, *model, 0, progress));
    progress.cancel();
    const auto ends = [](const auto& work) {
        try {
            work();
        } catch (const Error& e) {
            return e.kind() == ErrorKind::Cancelled;
        }
        return false;
    };
    CHECK(ends([&] { retypeTile(plan, *matrix, *model, 0, "csr", progress); }));
    CHECK(ends([&] { deleteTile(plan, *matrix, *model, 0, progress); }));
    CHECK(ends([&] { predictedBy(*model, plan, *matrix, progress); }));
    CHECK(ends([&] { validatePlan(plan, *matrix, progress); }));
    Plan costed = plan;
    CHECK(ends([&] { costPlan(costed, *matrix, *model, progress); }));
    costPlan(costed, *matrix, *model);
    CHECK(predictedBy(*model, plan, *matrix) == costed.predictedNs);
}

TEST_CASE("tiles are launched otherwise without being changed, and a tile that is changed leaves how they are launched")
{
    const MatrixPtr matrix = crossing(512, 1);
    SearchRequest request;
    request.op = spmm(DataType::Float16, 64);
    const Plan plan = searchPlan(*matrix, request, noProgress()).plan;
    const auto model = makeCostModel(readCalibration(plan.calibration), plan.op, plan.densePart);
    for (const LaunchOrder order : {LaunchOrder::Longest, LaunchOrder::Rows})
        for (const SplitSums sums : {SplitSums::Slots, SplitSums::Atomic}) {
            INFO(launchText(order, sums, true));
            const PlanEdit edit = relaunched(plan, *matrix, order, sums);
            CHECK(edit.made.empty());
            CHECK((edit.plan.tiling().launchOrder == order));
            CHECK((edit.plan.tiling().splitSums == sums));
            CHECK((edit.plan.tiling().entries == plan.tiling().entries));
            CHECK((edit.plan.tiling().rowIds == plan.tiling().rowIds));
            CHECK((edit.plan.tiling().schedule == scheduleOf(edit.plan, model->calibration().sms).sm));
            CHECK_FALSE(editedByHand(edit.plan));
            CHECK(edit.before.plan == plan.predictedNs);
            CHECK(edit.after.plan == edit.plan.predictedNs);
            CHECK(edit.after.plan == Approx(predictedBy(*model, edit.plan, *matrix)));
            CHECK((edit.after.all == edit.before.all) == (sums == plan.tiling().splitSums));
            validatePlan(edit.plan, *matrix);
            const PlanEdit next = deleteTile(edit.plan, *matrix, *model, 0);
            CHECK((next.plan.tiling().launchOrder == order));
            CHECK((next.plan.tiling().splitSums == sums));
        }
}
