// What a run is turned into before it is drawn: schedules of thread blocks and the roofline.
#include "engine/measure/block_schedule.h"
#include "engine/measure/counted.h"
#include "engine/measure/facts.h"
#include "engine/measure/figure14.h"
#include "engine/measure/power_fit.h"
#include "engine/measure/roofline.h"
#include "engine/session/session.h"
#include "tests/engine/plan_fixtures.h"
#include "tests/support/paths.h"

#include <random>

using namespace sparsescope;

namespace {

Profile counted()
{
    Profile p;
    p.op = {OperatorKind::SpMM, DataType::Float16, 64};
    p.kernel = {2000, 1900, 2100};
    p.fusedNs = 1000;
    p.predictedNs = 1600;
    p.predictedBytes = 4000;
    p.predictedFlops = 8000;
    p.counters = {{"lts__t_bytes.sum", 5000, "B", ""},
                  {"dram__bytes_read.sum", 600, "B", ""},
                  {"dram__bytes_write.sum", 400, "B", ""}};
    return p;
}

} // namespace

TEST_CASE("the predicted schedule gives the longest sub-task to the least loaded SM and does them one after the other")
{
    const BlockSchedule s = predictedSchedule(planOfCosts({3, 7, 5, 4}, 1), 2);
    REQUIRE(s.blocks.size() == 4);
    CHECK(s.problem.empty());
    CHECK(s.first == std::vector<std::int64_t>{0, 2, 4});
    // 7 | 5, then 4 on the second, then 3 on the first
    CHECK((s.blocks[0].tile == 1 && s.blocks[0].start == 0 && s.blocks[0].end == 7));
    CHECK((s.blocks[1].tile == 0 && s.blocks[1].start == 7 && s.blocks[1].end == 10));
    CHECK((s.blocks[2].tile == 2 && s.blocks[3].tile == 3 && s.blocks[3].end == 9));
    CHECK(s.lanes == 1);
    CHECK(s.balance.longestNs == 10);
    CHECK(s.balance.meanNs == 9.5);
    CHECK(s.balance.imbalance() == Approx(10 / 9.5));
    CHECK(s.balance.idleShare() == Approx(0.05));
    CHECK(s.balance.tailNs == 1);
    CHECK(s.balance.busiestSm == 0);
    CHECK_FALSE(s.sampled());
}

TEST_CASE("the predicted schedule deals sub-tasks out in the order of their launch")
{
    std::mt19937 random(5);
    std::uniform_real_distribution<double> cost(1, 100);
    std::vector<double> costs(997);
    for (double& c : costs)
        c = cost(random);
    const Plan plan = planOfCosts(costs, 3);
    const BlockSchedule s = predictedSchedule(plan, 13);
    const Schedule expected = scheduleOf(plan, 13);
    CHECK(s.balance.longestNs == Approx(expected.longestNs()));
    CHECK(s.blocks.size() == expected.sm.size());
    for (const ScheduledBlock& b : s.blocks) {
        REQUIRE(b.sm == expected.sm[static_cast<std::size_t>(b.tile * 3 + b.part)]);
        REQUIRE(b.end - b.start == Approx(costs[static_cast<std::size_t>(b.tile)]));
    }
    for (std::size_t i = 1; i < s.blocks.size(); ++i) // no overlap, no gap
        REQUIRE(
            (s.blocks[i].sm != s.blocks[i - 1].sm ? s.blocks[i].start == 0 : s.blocks[i].start == s.blocks[i - 1].end));
}

TEST_CASE("the measured schedule puts overlapping blocks of an SM in lanes and counts its time once")
{
    Profile p;
    p.conditions.sms = 3;
    p.conditions.clockMHz = 2000; // half a ns a cycle
    p.tasks = 4;
    p.taskTimes = {{0, 0, 0, 0, 200, 0}, {1, 0, 0, 100, 400, 0}, {2, 0, 0, 200, 300, 0}, {3, 0, 2, 0, 100, 0}};
    const BlockSchedule s = measuredSchedule(p);
    REQUIRE(s.blocks.size() == 4);
    CHECK(s.lanes == 2);
    CHECK((s.blocks[0].lane == 0 && s.blocks[1].lane == 1 && s.blocks[2].lane == 0));
    CHECK(s.blocks[1].end == 200);
    CHECK(s.balance.busiestNs == 200);
    CHECK(s.balance.meanNs == Approx(250 / 3.0));
    CHECK(s.balance.emptySms == 1);
    CHECK(s.balance.tailNs == 200); // an SM had nothing from the start
    p.tasks = 9;
    CHECK(measuredSchedule(p).sampled());
    p.conditions.clockMHz = 0;
    CHECK(measuredSchedule(p).blocks.empty());
    CHECK(measuredSchedule(p).problem.find("clock") != std::string::npos);
}

TEST_CASE("a roofline stands on the rates that are known and on what was counted")
{
    Rates rates;
    rates.copyBytesPerNs = 4;
    rates.gatherBytesPerNs = 8;
    rates.flopsPerNs = {{DataType::Float16, 600}};
    Profile p = counted();
    const Roofline r = roofline(p, rates);
    CHECK(r.peakFlopsPerNs == 600);
    REQUIRE(r.ceilings.size() == 2);
    CHECK(r.ceilings[0].bytesPerNs == 8);
    REQUIRE(r.predicted);
    CHECK(r.predicted->intensity() == 2);
    CHECK(r.predicted->rate() == 5);
    REQUIRE(r.l2);
    CHECK(r.l2->intensity() == Approx(1.6)); // predicted FLOPs: none were counted
    CHECK(r.l2->rate() == 4);
    CHECK_FALSE(r.flopsCounted);
    REQUIRE(r.dram);
    CHECK(r.dram->intensity() == 8);
    REQUIRE(r.floors.size() == 3);
    CHECK(r.floors[0].name == "L2 gathers");
    CHECK(r.floors[0].ns == 625);
    CHECK(r.floors[0].share == Approx(0.625));
    CHECK(r.limit.starts_with("Limited by L2 gathers"));
    CHECK(r.limit.find("62 %") != std::string::npos);
}

TEST_CASE("counted FLOPs replace the predicted ones, and kinds of tile are points of their own")
{
    Profile p = counted();
    p.kinds = {{"ELL 32x4", 10, 100, 3000, 6000, 900, 1000, 0, 0}, {"block 16x16", 5, 100, 5000, 5000, 500, 0, 0, 0}};
    const Roofline r = roofline(p, {});
    CHECK(r.flopsCounted);
    REQUIRE(r.l2);
    CHECK(r.l2->flops == 11000);
    REQUIRE(r.kinds.size() == 1); // the other one has no counted bytes
    CHECK(r.kinds[0].intensity() == 6);
    CHECK(r.kinds[0].rate() == 60);
    CHECK(r.ceilings.empty());
    CHECK(r.floors.empty());
    CHECK(r.limit.find("not known") != std::string::npos);
}

TEST_CASE("a run without counters has a predicted point alone")
{
    Profile p = counted();
    p.counters.clear();
    const Roofline r = roofline(p, {});
    CHECK(r.predicted);
    CHECK_FALSE(r.l2);
    CHECK_FALSE(r.dram);
    CHECK_FALSE(r.fused);
}

TEST_CASE("rates are those of the GPU that measured, whatever predicted")
{
    Profile p = counted();
    p.conditions.device = "NVIDIA H200";
    p.calibration = "h200, atomic x3"; // no file
    CHECK(ratesFor(p).calibration == "h200");
    CHECK_FALSE(ratesFor(p).otherGpu);
    CHECK(ratesFor(p).rates.copyBytesPerNs > 1000);
    p.conditions.device = "NVIDIA T4";
    CHECK(ratesFor(p).calibration.empty());
    p.calibration = "h200";
    CHECK(ratesFor(p).otherGpu);
}

TEST_CASE("a power fit finds the line that its points lie on")
{
    std::vector<std::pair<double, double>> points;
    for (double x = 10; x < 1e5; x *= 1.7)
        points.emplace_back(x, 2.5 * std::pow(x, 0.8));
    points.emplace_back(0, 5); // left out
    const PowerFit fit = powerFit(points);
    CHECK(fit.known);
    CHECK(fit.factor == Approx(2.5));
    CHECK(fit.exponent == Approx(0.8));
    CHECK(fit.at(100) == Approx(2.5 * std::pow(100, 0.8)));
    CHECK_FALSE(powerFit({}).known);
    const std::vector<std::pair<double, double>> upright = {{5, 1}, {5, 2}};
    CHECK_FALSE(powerFit(upright).known);
}

TEST_CASE("STile's figure 14 takes ELL tiles of SpMM alone, and says the paper's numbers")
{
    const Searched s = searched(*crossing(2048, 1), {OperatorKind::SpMM, DataType::Float16, 128}, {{"compete", false}});
    Profile profile;
    std::vector<double> predicted, measured;
    const std::vector<Tile>& tiles = s.plan.tiling().tiles;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const double ns = tiles[i].cost * (1 + 0.1 * static_cast<double>(i % 3));
        profile.saturated.push_back({static_cast<std::int32_t>(i), ns});
        if (s.plan.tiling().formatOf(tiles[i]).family() == FormatFamily::Ell) {
            predicted.push_back(tiles[i].cost);
            measured.push_back(ns);
        }
    }
    REQUIRE(!predicted.empty());
    REQUIRE(predicted.size() < tiles.size());
    const auto figure = figure14(s.plan, profile);
    REQUIRE(figure);
    CHECK(figure->format == "ELL");
    CHECK(figure->here.points == static_cast<std::int64_t>(predicted.size()));
    CHECK(figure->here.rmse == agreement(predicted, measured).rmse);
    CHECK(figure->paper.pearson == 0.9243);
    CHECK_FALSE(figure14(s.plan, Profile{}));
}

TEST_CASE("a graph's run has the times of its branches, and the bytes that were counted are about those of its model")
{
    const session::Session sample = session::readSession(sourceFile("samples/graphs-2048-h200.sscope"), noProgress());
    const Plan& plan = sample.plans.front().plan;
    const Profile& profile = sample.runs.front().profile;
    RunFacts facts = runFacts(plan, profile, noProgress());
    REQUIRE(!facts.branches.empty());
    std::int64_t blocks = 0;
    double inSitu = 0;
    for (std::size_t i = 0; i < facts.branches.size(); ++i) {
        blocks += facts.branches[i].blocks;
        inSitu += facts.branches[i].inSituNs;
        CHECK(plan.tiling().tiles[static_cast<std::size_t>(facts.branches[i].tile)].level == static_cast<int>(i) + 1);
    }
    CHECK(blocks == static_cast<std::int64_t>(profile.taskTimes.size()));
    double ofBlocks = 0;
    for (const TaskTime& task : profile.taskTimes)
        ofBlocks += task.inSituNs;
    CHECK(inSitu == Approx(ofBlocks));
    CHECK(facts.predictedBytes() == 0);
    CHECK(facts.predictedCallNs == 0);
    predictGraph(facts, plan, profile, *sample.matrix, noProgress());
    const Counter* const instructions = profile.counter("smsp__inst_executed.sum");
    REQUIRE(instructions != nullptr);
    CHECK(facts.predictedInstructions() == Approx(instructions->value).epsilon(0.3));
    CHECK(facts.predictedCallNs == plan.figures.at("graphSearch").at("predictedNs"));
    CHECK(facts.predictedBytes() == Approx(measuredL2Bytes(profile)).epsilon(0.05));
    const std::vector<CountedRow> rows = countedRows(profile, {}, true, facts.predictedBytes());
    REQUIRE(rows.front().what == Counted::L2Traffic);
    CHECK(rows.front().predicted.value == facts.predictedBytes());
    CHECK_FALSE(rows.front().off());
    // A session may name any file, which is not opened.
    Profile named = profile;
    named.calibration = sourceFile("resources/calibrations/h200.json");
    RunFacts without = runFacts(plan, named, noProgress());
    predictGraph(without, plan, named, *sample.matrix, noProgress());
    CHECK(without.predictedBytes() == facts.predictedBytes());
    CHECK(without.predictedCallNs == 0);
    // What is no graph has none.
    const Plan other = planOfCosts({3, 7, 5, 4}, 1);
    CHECK(runFacts(other, counted(), noProgress()).branches.empty());
}
