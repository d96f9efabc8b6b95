// Choosing anew while masks run: from counts of buckets the same as from the mask, byte for byte, and when it is used.
#include "engine/core/error.h"
#include "engine/matrix/patterns/build.h"
#include "engine/search/sparda/reselection.h"
#include "tests/support/catch.h"

#include <array>

using namespace sparsescope;
using namespace sparsescope::sparda;

namespace {

MaskFacts factsOf(const MaskShape& shape, std::int64_t period)
{
    MaskFacts facts;
    facts.shape = shape;
    facts.size = 1;
    facts.period = period;
    facts.layout = MaskLayout::Either;
    return facts;
}

// So many in a thousand of the granules.
MaskPtr randomMask(const MaskShape& shape, std::uint64_t perThousand, std::uint64_t seed)
{
    Mask mask(shape);
    RandomStream random(seed, perThousand, 1);
    for (std::int64_t r = 0; r < shape.down(); ++r)
        for (std::int64_t c = 0; c < shape.across(); ++c)
            if (random.below(1000) < perThousand)
                mask.set(r, c);
    return std::make_shared<const Mask>(std::move(mask));
}

void checkSame(const Choice& found, const Choice& expected)
{
    CHECK(found.best == expected.best);
    CHECK(found.denseNs == expected.denseNs);
    REQUIRE(found.scored.size() == expected.scored.size());
    int different = 0;
    for (std::size_t i = 0; i < found.scored.size(); ++i) {
        const Scored &a = found.scored[i], &b = expected.scored[i];
        different += a.ns == b.ns && a.stored == b.stored && a.tasks == b.tasks && a.masks.size() == b.masks.size() &&
                             a.candidate.pairing == b.candidate.pairing
                         ? 0
                         : 1;
    }
    CHECK(different == 0); // not by the last bit
}

} // namespace

TEST_CASE("From the counts of its buckets the choice is the one that is made from the mask, to the last bit")
{
    const Calibration h200 = readCalibration("h200");
    Calibration unmeasured = h200;
    unmeasured.sparda = {};
    struct Shape {
        MaskShape shape;
        std::int64_t period;
    };
    for (const auto& [shape, period] :
         {Shape{{700, 768, 1, 1}, 768}, {{512, 1536, 1, 768}, 768}, {{300, 500, 5, 3}, 500}, {{640, 640, 32, 1}, 640}})
        for (const Operator& op : {Operator{OperatorKind::SpMM, DataType::Float16, 512},
                                   {OperatorKind::SDDMM, DataType::Float16, 256},
                                   {OperatorKind::SpMM, DataType::Float32, 100}}) {
            const MaskFacts facts = factsOf(shape, period);
            for (const Calibration* calibration : std::array<const Calibration*, 2>{&h200, &unmeasured}) {
                const Costs costs(*calibration, op, facts, {}, CostForm::Model);
                CHECK(costs.measured() == (calibration == &h200));
                const Reselection reselection(costs, op, facts, 1, {});
                for (const std::uint64_t perThousand : {0, 1, 30, 300, 1000}) {
                    INFO(op.dense << ", granules of " << shape.granularity() << ", " << perThousand
                                  << " in a thousand");
                    const MaskPtr mask = randomMask(shape, perThousand, 3);
                    Coverage coverage(*mask);
                    checkSame(reselection.choiceOf(countsOf(reselection.buckets(), coverage)),
                              choose(costs, op, std::vector<MaskPtr>{mask}, noProgress()));
                }
            }
        }
}

TEST_CASE("What the counts of a mask choose runs from the mask after the next, every R masks")
{
    const Calibration calibration = readCalibration("h200");
    const Operator op{OperatorKind::SpMM, DataType::Float16, 4096};
    const MaskFacts facts = factsOf({4096, 4096, 32, 1}, 4096);
    const Costs costs(calibration, op, facts, {}, CostForm::Model);
    const Pairing first{GatheredAxis::Inner, 16, 8, 16, 64, 64};
    Reselection reselection(costs, op, facts, 2, first);
    CHECK_FALSE(reselection.countsAfter(0));
    CHECK(reselection.countsAfter(1));
    CHECK_FALSE(reselection.countsAfter(2));
    CHECK(reselection.countsAfter(3));
    const auto countsOfMask = [&](std::uint64_t perThousand) {
        const MaskPtr mask = randomMask(facts.shape, perThousand, 1);
        Coverage coverage(*mask);
        return countsOf(reselection.buckets(), coverage);
    };
    const std::vector<std::int32_t> sparse = countsOfMask(20), full = countsOfMask(1000);
    CHECK(reselection.on(7).pairing == first); // nothing was counted
    reselection.take(1, sparse);
    const Choice choice = reselection.choiceOf(sparse);
    REQUIRE(choice.chosen());
    CHECK(reselection.on(0).pairing == first);
    CHECK(reselection.on(2).pairing == first);
    CHECK(reselection.on(3).pairing == choice.chosen()->candidate.pairing);
    CHECK(reselection.on(3).predictedNs == choice.bestNs());
    reselection.take(3, full);
    CHECK(reselection.on(4).pairing == choice.chosen()->candidate.pairing);
    CHECK(reselection.on(5).pairing == std::nullopt); // the dense product
    CHECK(reselection.on(5).predictedNs == costs.denseNs());
    CHECK(reselection.all().size() == 3);
}

TEST_CASE("Pairings whose micro-tiles are not counted cannot be chosen anew")
{
    const Calibration calibration = readCalibration("v100-sparda");
    const Operator op{OperatorKind::SpMM, DataType::Float32, 4096};
    const MaskFacts facts = factsOf({4096, 4096, 1, 1}, 4096);
    const Costs costs(calibration, op, facts, {}, CostForm::Model);
    CHECK_THROWS_WITH(Reselection(costs, op, facts, 1, {}), Catch::Matchers::Contains("are not counted"));
}
