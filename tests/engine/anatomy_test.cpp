// A call taken apart, as predicted and as measured; numbers that say how they came about; advice that is computed.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/cost/plan_time.h"
#include "engine/matrix/patterns.h"
#include "engine/measure/advice.h"
#include "engine/measure/anatomy.h"
#include "engine/measure/variant_text.h"
#include "engine/search/planner.h"
#include "engine/session/session.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <cmath>
#include <optional>

using namespace sparsescope;

namespace {

double sumOf(const Anatomy& a)
{
    double sum = 0;
    for (std::size_t part = 0; part < callParts; ++part)
        sum += std::isfinite(a.ns[part]) ? a.ns[part] : 0;
    return sum;
}

// Two SMs, two tiles of one part: one ends at 300 ns, the other at 100.
struct SmallRun {
    Plan plan;
    Profile profile;

    SmallRun()
    {
        plan.op = {OperatorKind::SpMM, DataType::Float16, 32};
        plan.densePart = 32;
        plan.planner = "stile";
        plan.options = {{"dense-split", ""}, {"formats", "block,ell,1d"}};
        plan.tiling().formats = {makeFormat("ell", {{"rows", 32}, {"width", 1}})};
        for (const double cost : {100.0, 50.0}) {
            Tile tile;
            tile.cost = cost;
            tile.atomic = true;
            plan.tiling().tiles.push_back(tile);
        }
        profile.op = plan.op;
        profile.conditions.sms = 2;
        profile.conditions.clockMHz = 1000;
        profile.conditions.device = "a GPU";
        profile.kernel = {5000, 4900, 5100};
        profile.zeroNs = 1200;
        profile.fusedNs = 1400;
        profile.convertNs = 1100;
        profile.launchNs = 1000;
        profile.nextLaunchNs = 400;
        profile.verified = true;
        profile.tasks = 2;
        profile.taskTimes = {{0, 0, 0, 0, 300, 120}, {1, 0, 1, 0, 100, 70}};
        profile.saturated = {{0, 90}, {1, 60}};
    }
    Anatomy measured() const
    {
        return measuredAnatomy(plan, profile, measuredSchedule(profile), launchTimes(profile), false);
    }
};

std::string plainTime(double ns)
{
    return std::to_string(std::lround(ns)) + " ns";
}

} // namespace

TEST_CASE("a measured call is launches, zeroing, work, latency, imbalance, conversion, and what is left")
{
    const SmallRun run;
    const Anatomy a = run.measured();
    CHECK(a.launch.source == "this run");
    CHECK(a[CallPart::Launch] == Approx(1000 + 2 * 400));
    CHECK(a[CallPart::Zeroing] == Approx(200));
    CHECK(a[CallPart::Conversion] == Approx(100));
    CHECK(a[CallPart::Work] == Approx(75));       // 150 ns saturated on two SMs
    CHECK(a[CallPart::Latency] == Approx(125));   // the mean SM has blocks for 200 ns
    CHECK(a[CallPart::Imbalance] == Approx(100)); // the last one ends at 300
    CHECK_FALSE(a.known(CallPart::Kernel));
    CHECK(a.kernelNs() == Approx(300));
    CHECK(a[CallPart::Left] == Approx(5000 - 1800 - 200 - 100 - 300));
    CHECK(sumOf(a) == Approx(5000));
    CHECK(a.note.empty());

    const std::vector<CallBand> bands = bandsAround(a, 300);
    REQUIRE(bands.size() == 6);
    CHECK((bands[0].part == CallPart::Launch && bands[0].begin == -1600 && bands[0].end == -600));
    CHECK((bands[1].part == CallPart::Zeroing && bands[1].end == -400));
    CHECK((bands[2].part == CallPart::Launch && bands[2].end == 0));
    CHECK((bands[3].part == CallPart::Launch && bands[3].begin == 300));
    CHECK((bands[4].part == CallPart::Conversion && bands[5].part == CallPart::Left));
    CHECK(bands[5].end - bands[0].begin == Approx(5000));
}

TEST_CASE("what was not recorded is said and not made up")
{
    SmallRun run;
    run.profile.launchNs = run.profile.nextLaunchNs = 0; // and no calibration is of this GPU
    Anatomy a = run.measured();
    CHECK_FALSE(a.known(CallPart::Launch));
    CHECK(a[CallPart::Kernel] == 1400);
    CHECK(a[CallPart::Left] == 3600);
    CHECK(a.note.find("empty kernel") != std::string::npos);
    CHECK(bandsAround(a, 300).empty());

    run = SmallRun();
    run.profile.tasks = 9; // two of nine were kept
    a = run.measured();
    CHECK_FALSE(a.known(CallPart::Work));
    CHECK(a[CallPart::Kernel] == 400);
    CHECK(a.note.find("sample") != std::string::npos);
    CHECK(sumOf(a) == Approx(5000));

    run.profile.fusedNs = 0;
    a = run.measured();
    CHECK(a[CallPart::Left] == 5000);
    CHECK(a.note == "The parts of the call were not timed.");
}

TEST_CASE("a predicted call is taken apart by the costs that its plan names, changed ones too")
{
    const MatrixPtr matrix = crossing(512, 1);
    const Operator op{OperatorKind::SpMM, DataType::Float16, 64};
    for (const bool changed : {false, true}) {
        Calibration costs = readCalibration("h200");
        if (changed)
            changeCosts(costs, "atomic=2.5");
        const auto model = makeCostModel(costs, op);
        const Planner& stile = planner("stile");
        Trace trace;
        const Plan plan = stile.search(*matrix, op, ModelEvaluator(*model),
                                       completeOptions(stile, nlohmann::json::object()), trace, noProgress());
        CHECK(costsOf(plan).name == plan.calibration);
        const Anatomy a = predictedAnatomy(plan, plan.predictedNs);
        CHECK(a.note.empty());
        CHECK(sumOf(a) == Approx(plan.predictedNs));
        CHECK(std::abs(a[CallPart::Left]) < 1e-6 * plan.predictedNs); // nothing of a prediction is unexplained
        CHECK(a[CallPart::Work] > 0);
        CHECK(a[CallPart::Launch] >= costs.launchNs);
    }
    Plan unknown = SmallRun().plan;
    unknown.calibration = "nobody's";
    const Anatomy a = predictedAnatomy(unknown, 700);
    CHECK(a[CallPart::Left] == 700);
    CHECK(a.note.find("nobody's") != std::string::npos);
}

TEST_CASE("the recorded sample's 10 us are explained")
{
    const session::Session session =
        session::readSession(sourceFile("samples/crossing-2048-h200.sscope"), noProgress());
    const Profile& profile = session.runs.front().profile;
    const Plan& plan = session.plans[at(session.runs.front().plan)].plan;
    const Anatomy a = measuredAnatomy(plan, profile, measuredSchedule(profile), launchTimes(profile), true);
    CHECK(a.launch.source == "calibration h200"); // the recording has no empty kernels of its own
    CHECK(a.note.empty());
    CHECK(sumOf(a) == Approx(profile.kernel.medianNs));
    CHECK(std::abs(a[CallPart::Left]) < 0.1 * profile.kernel.medianNs);
    CHECK(a[CallPart::Launch] > a.kernelNs());
}

TEST_CASE("a difference of two kinds of number carries a label that says so")
{
    Profile profile;
    profile.conditions.device = "NVIDIA H200";
    profile.conditions.date = "2026-11-21T20:02:54Z";
    const Basis inSitu = measured(Origin::InSitu, profile, true);
    const Quantity predicted{100, Unit::Nanoseconds, predictedBy("h200")};
    const Difference d = difference({134, Unit::Nanoseconds, inSitu}, predicted);
    CHECK(d.by == 34);
    CHECK(d.part == Approx(0.34));
    CHECK_FALSE(d.alike);
    CHECK(d.label == "in situ against predicted by h200");
    CHECK(words(inSitu, true) == "in situ, warm L2, on NVIDIA H200, recorded 2026-11-21T20:02:54Z");

    // Every two origins, and two of one origin from elsewhere or with another cache.
    std::vector<Basis> bases;
    for (const Origin origin :
         {Origin::Predicted, Origin::Saturated, Origin::InSitu, Origin::Alone, Origin::Whole, Origin::Counted})
        bases.push_back({.origin = origin, .source = "A"});
    bases.push_back({.origin = Origin::Predicted, .source = "B"});
    bases.push_back({.origin = Origin::Whole, .source = "B"});
    bases.push_back({.origin = Origin::Whole, .cache = CacheState::Cold, .source = "A"});
    for (const Basis& a : bases)
        for (const Basis& b : bases) {
            const Difference of = difference({2, Unit::Bytes, a}, {1, Unit::Bytes, b});
            const std::size_t cut = of.label.find(" against ");
            REQUIRE(cut != std::string::npos);
            INFO(of.label);
            CHECK(of.alike == (&a == &b));
            CHECK((of.label.substr(0, cut) == of.label.substr(cut + 9)) == (&a == &b));
        }
    CHECK_THROWS_AS(difference({1, Unit::Bytes, inSitu}, predicted), Error);
}

TEST_CASE("advice is ranked by a gain that is computed from what was measured, each with a search that tries it")
{
    SmallRun run;
    const std::vector<Advice> list = adviceOf(run.plan, run.profile, run.measured(), plainTime);
    REQUIRE(list.size() == 3);
    for (std::size_t i = 1; i < list.size(); ++i)
        CHECK(list[i].gainNs <= list[i - 1].gainNs);
    CHECK(list[0].gainNs == Approx(200 + 100 + 2 * 400)); // zeroing, conversion, their launches
    CHECK(list[0].trial.costChanges == std::vector<std::string>{"atomic=10"});
    CHECK(list[1].gainNs == Approx(100 + 400 - 75)); // no conversion, twice the work
    CHECK(list[1].trial.op.dtype == DataType::TFloat32);
    CHECK(list[2].gainNs == Approx((125 + 100) / 2.0));
    CHECK(list[2].trial.options["dense-split"] == "16");
    CHECK(list[2].trial.planner == "stile");

    // What was tried is not advised again, and a faster kernel is told.
    run.profile.variants = {{"parts of 16, 128 threads, 4 gathers", 6000, false}};
    run.profile.baselines = {{"cublas:dense", {3000, 2900, 3100}, 0, 0, true, {}}};
    const std::vector<Advice> more = adviceOf(run.plan, run.profile, run.measured(), plainTime);
    REQUIRE(more.size() == 3);
    CHECK(more[0].gainNs == 2000);
    CHECK(more[0].trial.planner == "fastest");
    CHECK(more[0].text.find("cublas:dense") != std::string::npos);
    for (const Advice& one : more)
        CHECK(one.trial.options.value("dense-split", "") != "16");
}

TEST_CASE("a launch that the run measured to be faster than the plan's is advised with both times, beyond noise alone")
{
    SmallRun run;
    Tiling& tiling = run.plan.tiling();
    tiling.launchOrder = LaunchOrder::Rows;
    tiling.splitSums = SplitSums::Atomic;
    const auto launch = [&]() -> std::optional<Advice> {
        const std::vector<Advice> list = adviceOf(run.plan, run.profile, run.measured(), plainTime);
        const auto found = std::find_if(list.begin(), list.end(), [](const Advice& a) { return a.launch.has_value(); });
        return found == list.end() ? std::nullopt : std::optional(*found);
    };
    CHECK(variantStart(run.plan, LaunchOrder::Rows, SplitSums::Atomic) == "parts of 32, by rows, split rows added, ");
    const std::string as = "128 threads, 4 gathers";
    const Variant own = {"parts of 32, by rows, split rows added, " + as, 5000};
    const Variant slots = {"parts of 32, by rows, split rows in slots, " + as, 4000};
    const Variant both = {"parts of 32, longest first, split rows in slots, " + as, 3500, true};
    CHECK_FALSE(launch()); // nothing was tried
    run.profile.variants = {own, slots};
    const std::optional<Advice> sums = launch();
    REQUIRE(sums);
    CHECK((*sums->launch == Launch{LaunchOrder::Rows, SplitSums::Slots}));
    CHECK(sums->gainNs == 1000);
    CHECK(sums->button == "Launch with split rows in slots");
    CHECK(sums->text == "The run tried the same tiles both ways, with 128 threads, 4 gathers: with split rows in "
                        "slots a call takes " +
                            plainTime(4000) + "; with split rows added, as the plan says, " + plainTime(5000) + ".");
    // The fastest of several; which the run took is said.
    run.profile.variants = {own, slots, both};
    const std::optional<Advice> best = launch();
    REQUIRE(best);
    CHECK((*best->launch == Launch{LaunchOrder::Longest, SplitSums::Slots}));
    CHECK(best->title == "Launched longest first, split rows in slots");
    CHECK(best->text.find("of the faster way already") != std::string::npos);
    // Another kernel, other parts, a difference that is noise, and a time that is none, say nothing.
    for (const Variant& other : {Variant{"parts of 32, by rows, split rows in slots, 256 threads, 4 gathers", 3000},
                                 Variant{"parts of 64, by rows, split rows in slots, " + as, 3000},
                                 Variant{"parts of 32, 128 threads, 4 gathers", 3000}, Variant{slots.parameters, 4950},
                                 Variant{slots.parameters, 0}}) {
        INFO(other.parameters << ' ' << other.ns);
        run.profile.variants = {own, other};
        CHECK_FALSE(launch());
    }
    // Once the plan says it, nothing is left to say.
    tiling.launchOrder = LaunchOrder::Longest;
    tiling.splitSums = SplitSums::Slots;
    run.profile.variants = {own, slots, both};
    CHECK_FALSE(launch());
    // Without split rows there is the order alone.
    for (Tile& tile : tiling.tiles)
        tile.atomic = false;
    run.profile.variants = {{"parts of 32, longest first, " + as, 5000}, {"parts of 32, by rows, " + as, 4000}};
    const std::optional<Advice> order = launch();
    REQUIRE(order);
    CHECK((*order->launch == Launch{LaunchOrder::Rows, SplitSums::Slots}));
    CHECK(order->button == "Launch by rows");
}

TEST_CASE("the recorded samples are launched in the fastest way that their runs tried")
{
    for (const char* name : {"samples/crossing-2048-h200.sscope", "samples/crossing-8192-h200.sscope"}) {
        const session::Session session = session::readSession(sourceFile(name), noProgress());
        const Profile& profile = session.runs.front().profile;
        const Plan& plan = session.plans[at(session.runs.front().plan)].plan;
        for (const Advice& one :
             adviceOf(plan, profile,
                      measuredAnatomy(plan, profile, measuredSchedule(profile), launchTimes(profile), true), plainTime))
            CHECK_FALSE(one.launch);
    }
}

TEST_CASE("a format that is further off its costs than the others is named")
{
    SmallRun run;
    run.plan.tiling().formats.push_back(makeFormat("csr", {{"places", 32}}));
    run.plan.tiling().tiles[1].format = 1;
    run.profile.taskTimes[1].inSituNs = 5 * 50; // five times its cost, the other 1.2 times
    const std::vector<Advice> list = adviceOf(run.plan, run.profile, run.measured(), plainTime);
    const auto found = std::find_if(list.begin(), list.end(),
                                    [](const Advice& a) { return a.trial.options.value("formats", "") == "ell"; });
    REQUIRE(found != list.end());
    CHECK(found->gainNs == Approx((250 - 50 * 1.2) / 2));
}
