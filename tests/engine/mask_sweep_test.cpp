// Sweeps over masks: each point is the dynamic plan of its masks, and break-evens lie where times cross.
#include "engine/core/error.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/search/sparda/mask_sweep.h"
#include "engine/search/sparda/sparda.h"
#include "tests/support/catch.h"

using namespace sparsescope;
using namespace sparsescope::sparda;

namespace {

MaskSweep sweepOf(const std::string& kind, const nlohmann::json& given, const std::vector<std::string>& axes)
{
    MaskSweep sweep{kind, given, {}, {}};
    sweep.base.op = {OperatorKind::SpMM, DataType::Float16, 512};
    sweep.base.planner = "sparda";
    for (const std::string& axis : axes)
        sweep.axes.push_back(parseSweepAxis(axis));
    return sweep;
}

// A point by its density and its times alone.
MaskSweepPoint pointOf(std::vector<std::string> values, double nonZeros, double pairingNs, double denseNs)
{
    MaskSweepPoint point;
    point.values = std::move(values);
    point.nonZeros = nonZeros;
    point.pairing = Pairing{};
    point.pairingNs = pairingNs;
    point.denseNs = denseNs;
    return point;
}

} // namespace

TEST_CASE("A sweep over masks finds for each point the dynamic plan of its masks")
{
    const MaskSweep sweep = sweepOf("relu", {{"rows", 512}, {"cols", 384}, {"masks", 2}, {"hot", 0.9}},
                                    {"density=0.01,0.95,0.5", "dense=64,1024"});
    std::size_t received = 0;
    const std::vector<MaskSweepPoint> points = runMaskSweep(
        sweep, [&](const MaskSweepPoint&) { ++received; }, noProgress());
    REQUIRE(points.size() == 6);
    CHECK(received == 6);
    CHECK(points[1].values == std::vector<std::string>{"0.01", "1024"});
    for (const std::size_t i : {0, 1, 4, 5}) {
        const MaskSweepPoint& point = points[i];
        INFO(point.values[0] << ", " << point.values[1] << point.problem);
        const MaskSequencePtr masks = makeMasks("relu", point.parameters);
        CHECK(masks->facts().parameters["density"] == (i < 2 ? 0.01 : 0.5));
        CHECK(point.request.op.dense == (i % 2 == 0 ? 64 : 1024));
        const FoundRule found = searchRule(*masks, point.request, noProgress());
        CHECK(point.predictedNs() == found.plan.predictedNs);
        CHECK(point.denseNs == found.plan.rule.denseNs);
        CHECK(point.dense == !found.plan.rule.pairing.has_value());
        CHECK((point.dense || point.pairing == found.plan.rule.pairing));
        CHECK(point.measured);
        CHECK(point.shape == masks->shape());
        const auto places = static_cast<double>(masks->mask(0)->places() + masks->mask(1)->places()) / (2 * 512 * 384);
        CHECK(point.nonZeros == Approx(places));
        CHECK(point.members >= point.nonZeros);
    }
    // Hot columns are fewer than the density: this point alone has no masks.
    for (const std::size_t i : {2, 3})
        CHECK_THAT(points[i].problem, Catch::Matchers::Contains("hot takes"));
}

TEST_CASE("Parameters and options that there are not are refused before the first search")
{
    const auto refused = [](const std::string& axis, const char* reason) {
        CHECK_THROWS_WITH(maskSweepPoints(sweepOf("relu", {{"rows", 512}}, {axis})), Catch::Matchers::Contains(reason));
    };
    refused("density=0.1,2", "relu: density takes");
    refused("density=many", "takes a number");
    refused("experts=8", "planner sparda has no option --experts");
    refused("dense=x", "dense takes whole numbers");
    CHECK_THROWS_WITH(maskSweepPoints(sweepOf("relu", {{"experts", 8}}, {"density=0.1"})),
                      Catch::Matchers::Contains("relu has no parameter experts"));
}

TEST_CASE("Break-evens lie where logarithms of times cross along logarithms of densities, group by group")
{
    const MaskSweep sweep = sweepOf("relu", {}, {"density=1,2,3,4", "dtype=f16,f32"});
    const std::vector<MaskSweepPoint> points = {
        // At half and at twice the dense product's time: even between, at the geometric mean. In any order.
        pointOf({"2", "f16"}, 0.4, 200, 100), pointOf({"1", "f16"}, 0.1, 50, 100),
        pointOf({"4", "f16"}, 0.01, 10, 100), pointOf({"3", "f16"}, 0, 1, 100), // which no logarithm has
        pointOf({"1", "f32"}, 0.1, 50, 100),  pointOf({"2", "f32"}, 0.4, 99, 100),
    };
    const std::vector<BreakEvens> found = breakEvens(sweep, points);
    REQUIRE(found.size() == 2);
    CHECK(found[0].of == "dtype f16");
    REQUIRE(found[0].nonZeros.size() == 1);
    CHECK(found[0].nonZeros[0] == Approx(0.2));
    CHECK(found[0].ns == std::vector<double>{100});
    CHECK(linesOf(sweep, points)[0].points == std::vector<std::size_t>{2, 1, 0}); // not the one without non-zeros
    CHECK(found[0].pairingFirst);
    CHECK(found[1].of == "dtype f32");
    CHECK(found[1].nonZeros.empty());
    CHECK(found[1].pairingFirst);
    // A line that crosses twice, the dense product first; equal times are a pairing's.
    const std::vector<BreakEvens> twice =
        breakEvens(sweepOf("relu", {}, {"density=1,2,3"}),
                   {pointOf({"1"}, 0.01, 400, 100), pointOf({"2"}, 0.04, 100, 100), pointOf({"3"}, 0.16, 200, 100)});
    REQUIRE(twice.size() == 1);
    CHECK(twice[0].of.empty());
    CHECK_FALSE(twice[0].pairingFirst);
    REQUIRE(twice[0].nonZeros.size() == 2);
    CHECK(twice[0].nonZeros[0] == Approx(0.04));
    CHECK(twice[0].nonZeros[1] == Approx(0.04));
    CHECK(breakEvens(sweepOf("relu", {}, {"density=1"}), {pointOf({"1"}, 0.01, 400, 100)}).empty());
}
