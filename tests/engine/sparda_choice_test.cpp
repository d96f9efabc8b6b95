// Algorithm 2 of SparDA: by its example by hand, and by table 2 of the paper with the times that its code keeps.
#include "engine/core/error.h"
#include "engine/matrix/patterns.h"
#include "engine/matrix/patterns/build.h"
#include "engine/search/sparda/sparda.h"
#include "tests/support/catch.h"
#include "tests/support/dynamic_example.h"

#include <cmath>
#include <random>

using namespace sparsescope;
using namespace sparsescope::sparda;

namespace {

const Operator product{OperatorKind::SpMM, DataType::Float16, 8};

Choice chosen(const std::vector<MaskPtr>& masks, int sms, CostForm form, double denseNs)
{
    const Calibration calibration = example::calibration(sms);
    const MaskFacts facts = example::facts();
    const Costs costs(calibration, product, facts, {}, form, denseNs);
    return choose(costs, product, masks, noProgress());
}

std::vector<double> costs(const Choice& choice)
{
    std::vector<double> ns;
    for (const Pairing& p : example::pairings())
        for (const Scored& scored : choice.scored)
            if (scored.candidate.pairing == p)
                ns.push_back(scored.ns);
    return ns;
}

// Granules of g x 1, drawn until no more than a part 1 - sparsity of them is 1.
MaskPtr uniformMask(std::int64_t n, std::int64_t g, double sparsity)
{
    Mask mask({n, n, g, 1});
    const std::int64_t all = mask.shape().down() * n;
    auto left = static_cast<std::int64_t>(std::floor((1 - sparsity) * static_cast<double>(all)));
    RandomStream random(7, static_cast<std::uint64_t>(g), static_cast<std::uint64_t>(1000 * sparsity));
    while (left > 0) {
        const auto granule = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(all)));
        if (mask.granule(granule / n, granule % n))
            continue;
        mask.set(granule / n, granule % n);
        --left;
    }
    return std::make_shared<const Mask>(std::move(mask));
}

} // namespace

TEST_CASE("The example of micro-tiles by hand: members, places and costs of its four pairings")
{
    const MaskPtr mask = example::mask();
    Coverage coverage(*mask);
    const std::vector<Pairing> pairings = example::pairings();
    struct Row {
        std::int64_t stored, zeros, padding, steps;
    };
    const std::vector<Row> rows = {{32, 11, 8, 4}, {32, 7, 12, 4}, {40, 27, 0, 5}, {40, 27, 0, 5}};
    for (std::size_t i = 0; i < pairings.size(); ++i) {
        const Covering c = coverage.of(pairings[i], product);
        CAPTURE(pairings[i].label());
        CHECK(c.stored == rows[i].stored);
        CHECK(c.owned == 13);
        CHECK(c.zeros == rows[i].zeros);
        CHECK(c.padding() == rows[i].padding);
        CHECK(c.steps == rows[i].steps);
    }
    CHECK(coverage.members(pairings[0], 0) == std::vector<std::int32_t>{0, 3, 7});
    CHECK(coverage.members(pairings[0], 1) == std::vector<std::int32_t>{1, 4, 5});
    CHECK(coverage.members(pairings[1], 1) == std::vector<std::int32_t>{0, 3, 7});
    CHECK(coverage.members(pairings[2], 0) == std::vector<std::int32_t>{0, 1, 2, 3, 4, 6});
    CHECK(coverage.members(pairings[2], 1) == std::vector<std::int32_t>{2, 3, 4, 6});
    CHECK(coverage.members(pairings[3], 0) == std::vector<std::int32_t>{0, 1, 3});
    CHECK(coverage.members(pairings[3], 1) == std::vector<std::int32_t>{0, 2});

    const Choice paper = chosen({example::mask()}, 1, CostForm::Paper, 30);
    CHECK(costs(paper) == std::vector<double>{32, 28, 45, 35});
    CHECK(paper.chosen()->candidate.pairing == pairings[1]);
    const Choice one = chosen({example::mask()}, 1, CostForm::Model, 30);
    CHECK(costs(one) == std::vector<double>{24, 28, 45, 23});
    CHECK(one.chosen()->candidate.pairing == pairings[3]);
    const Choice two = chosen({example::mask()}, 2, CostForm::Model, 15);
    CHECK(costs(two) == std::vector<double>{12, 14, 22.5, 13});
    CHECK(two.chosen()->candidate.pairing == pairings[0]);
}

TEST_CASE("Where it is known how many tasks an SM runs at once, the last of them leave SMs idle")
{
    Calibration calibration = example::calibration(2);
    const MaskFacts facts = example::facts();
    for (const int atOnce : {1, 2, 5}) {
        for (PairingTimes& times : calibration.sparda.pairings)
            times.atOnce = atOnce;
        const Costs model(calibration, product, facts, {}, CostForm::Model, 15);
        // Five tasks of 9 ns on two SMs: one of these has three of them.
        CHECK(costs(choose(model, product, std::vector{example::mask()}, noProgress()))[2] == 27);
        CHECK(calibrationFromJson(nlohmann::json::parse(calibrationText(calibration)), "c.json")
                  .sparda.pairings.front()
                  .atOnce == atOnce);
    }
    for (PairingTimes& times : calibration.sparda.pairings)
        times.atOnce = 1;
    const Costs model(calibration, product, facts, {}, CostForm::Model, 15);
    CHECK(costs(choose(model, product, std::vector{example::mask()}, noProgress())) ==
          std::vector<double>{12, 14, 27, 13});
}

TEST_CASE("Products that gather rows wait for the rows of B that each bucket has of its own")
{
    const Calibration calibration = readCalibration("h200");
    MaskFacts facts;
    facts.shape = {4096, 128 * 768, 1, 768};
    facts.period = 768;
    facts.single = true;
    facts.layout = MaskLayout::Row;
    const Operator op{OperatorKind::SpMM, DataType::Float16, 3072};
    const Costs model(calibration, op, facts, {}, CostForm::Model);
    const Pairing pairing{GatheredAxis::Rows, 1, 768, 64, 64, 128, MaskLayout::Row};
    Covering covering;
    covering.tasks = 128;
    covering.widths = {{768, 128}};
    const double alone = model.kernelNs(pairing, covering) - calibration.launchNs;
    CHECK(alone > 0);
    covering.filled = 128;
    const double read = 128.0 * 768 * 3072 * 2 / calibration.rates.copyBytesPerNs;
    CHECK(model.kernelNs(pairing, covering) == Approx(calibration.launchNs + std::hypot(alone, read)));
}

TEST_CASE("A full mask is multiplied as a dense one; two masks together choose what is best for both")
{
    const Choice full = chosen({example::fullMask()}, 1, CostForm::Model, 30);
    CHECK(costs(full) == std::vector<double>{40, 40, 72, 32});
    CHECK(full.chosen() == nullptr);
    CHECK(full.bestNs() == 30);
    const Choice both = chosen({example::mask(), example::fullMask()}, 1, CostForm::Model, 30);
    CHECK(costs(both) == std::vector<double>{64, 68, 117, 55});
    CHECK(both.denseNs == 60);
    CHECK(both.chosen()->candidate.pairing == example::pairings()[3]);
}

TEST_CASE("Dense is chosen only where it costs less than every pairing")
{
    CHECK(chosen({example::mask()}, 1, CostForm::Model, 23).chosen() != nullptr);
    CHECK(chosen({example::mask()}, 1, CostForm::Model, 22.9).chosen() == nullptr);
}

TEST_CASE("Table 2 of SparDA: the eleven choices that the times of its code lead to")
{
    constexpr std::int64_t n = 4096;
    const Calibration calibration = readCalibration("v100-sparda");
    const Operator op{OperatorKind::SpMM, DataType::Float32, n};
    const struct {
        std::int64_t g;
        double sparsity;
        std::int64_t height; // of the micro-tile; 0: dense
    } choices[] = {{2, .90, 0},  {2, .95, 16}, {2, .99, 8},  {4, .90, 16},  {4, .95, 16}, {4, .99, 16},
                   {8, .90, 16}, {8, .95, 8},  {8, .99, 32}, {32, .95, 32}, {32, .99, 32}};
    for (const auto& [g, sparsity, height] : choices) {
        CAPTURE(g, sparsity);
        const MaskPtr mask = uniformMask(n, g, sparsity);
        MaskFacts facts;
        facts.shape = mask->shape();
        facts.size = 1;
        facts.period = n;
        facts.layout = MaskLayout::Either;
        const Costs costs(calibration, op, facts, {}, CostForm::Model);
        const Choice choice = choose(costs, op, std::vector<MaskPtr>{mask}, noProgress());
        CHECK((choice.chosen() ? choice.chosen()->candidate.pairing.height : 0) == height);
        // Uniform masks are covered as probability has it: 0.95^8 = 66.34 %.
        Coverage coverage(*mask);
        for (const Scored& scored : choice.scored) {
            const auto h = static_cast<double>(scored.candidate.pairing.height), of = static_cast<double>(g);
            CHECK(coverage.of(scored.candidate.pairing, op).sparsity() ==
                  Approx(std::pow(sparsity, std::max(1.0, h / of))).margin(0.002));
        }
    }
}

TEST_CASE("Times of whole products are for their shape and type alone")
{
    const Calibration calibration = readCalibration("v100-sparda");
    MaskFacts facts;
    facts.shape = {512, 4096, 1, 1};
    facts.period = 4096;
    facts.layout = MaskLayout::Either;
    const Operator op{OperatorKind::SpMM, DataType::Float32, 4096};
    const Costs costs(calibration, op, facts, {}, CostForm::Model);
    for (const Candidate& candidate : costs.candidates())
        CHECK(candidate.refusal == "measured for 4,096 x 4,096 x 4,096 alone");
    const auto mask = std::make_shared<const Mask>(facts.shape);
    CHECK_THROWS_WITH(choose(costs, op, std::vector<MaskPtr>{mask}, noProgress()),
                      Catch::Matchers::Contains("no pairing is left"));
    CHECK_THROWS_WITH(
        Costs(calibration, Operator{OperatorKind::SpMM, DataType::Float16, 4096}, facts, {}, CostForm::Model),
        Catch::Matchers::Contains("calibration v100-sparda has neither times of pairings in f16"));
}

TEST_CASE("Beyond its last width a table goes on as it rose, and never falls")
{
    PairingTimes times;
    times.widths = {64, 128};
    CHECK(times.at({10, 30}, 64) == 10);
    CHECK(times.at({10, 30}, 32) == 10);
    CHECK(times.at({10, 30}, 96) == 20);
    CHECK(times.at({10, 30}, 256) == 70);
    CHECK(times.at({30, 10}, 96) == 20);
    CHECK(times.at({30, 10}, std::int64_t{1} << 40) == 10);
}

TEST_CASE("What a calibration says of pairings is refused by member where it is wrong")
{
    const nlohmann::json good = toJson(readCalibration("v100-sparda"));
    const auto refused = [&](const char* pointer, const nlohmann::json& value, const char* reason) {
        nlohmann::json changed = good;
        changed[nlohmann::json::json_pointer(pointer)] = value;
        CAPTURE(pointer, value.dump());
        CHECK_THROWS_WITH(calibrationFromJson(changed, "c.json"),
                          Catch::Matchers::Contains(reason) && Catch::Matchers::Contains("c.json"));
    };
    const std::int64_t huge = std::int64_t{1} << 62;
    for (const nlohmann::json& number : {nlohmann::json(0), nlohmann::json(-1), nlohmann::json(huge)}) {
        refused("/pairings/0/height", number, "pairings[0].height");
        refused("/pairings/0/tile/1", number, "pairings[0].tile");
        refused("/whole/shape/0", number, "whole.shape[0]");
        nlohmann::json byWidth = toJson(example::calibration(1));
        byWidth["pairings"][0]["atOnce"] = number;
        CHECK_THROWS_WITH(calibrationFromJson(byWidth, "c.json"), Catch::Matchers::Contains("pairings[0].atOnce"));
    }
    for (const double number : {0.0, -1.0, 1e31}) {
        refused("/pairings/0/wholeNs/3", number, "pairings[0].wholeNs[3]");
        refused("/whole/denseNs", number, "whole.denseNs");
        refused("/denseFlopsPerNs/f16", number, "denseFlopsPerNs.f16");
    }
    refused("/pairings/0/sparsities/0", -1, "pairings[0].sparsities");
    refused("/pairings/0/dtype", "f12", "pairings[0].dtype: \"f12\" is no data type");
    refused("/whole/dtype", "f12", "whole.dtype: \"f12\" is no data type");
    nlohmann::json without = good;
    without.erase("whole");
    CHECK_THROWS_WITH(calibrationFromJson(without, "c.json"),
                      Catch::Matchers::Contains("does not say of which product"));
}

TEST_CASE("The dense product takes what the library's was measured to, or else what the type's rate says")
{
    Calibration calibration = readCalibration("h200");
    CHECK(calibration.sparda.denseFlopsPerNs.at(DataType::Float16) > calibration.rates.flops(DataType::Float16));
    MaskFacts facts;
    facts.shape = {4096, 2048, 1, 1};
    facts.size = 1;
    facts.period = 2048;
    const auto denseNs = [&](DataType dtype) {
        return Costs(calibration, Operator{OperatorKind::SpMM, dtype, 512}, facts, {}, CostForm::Model).denseNs();
    };
    const double flops = 2.0 * 4096 * 2048 * 512;
    calibration.sparda.denseFlopsPerNs = {{DataType::Float16, 1000}};
    CHECK(denseNs(DataType::Float16) == Approx(calibration.launchNs + flops / 1000));
    CHECK(denseNs(DataType::Float32) ==
          Approx(calibration.launchNs + flops / calibration.rates.flops(DataType::Float32)));
    // It is kept in files, and by a calibration of other types.
    CHECK(calibrationFromJson(nlohmann::json::parse(calibrationText(calibration)), "c.json").sparda.denseFlopsPerNs ==
          calibration.sparda.denseFlopsPerNs);
    Calibration fresh = calibration;
    fresh.sparda.denseFlopsPerNs = {{DataType::Float32, 50}};
    keepOthers(fresh, calibration);
    CHECK(fresh.sparda.denseFlopsPerNs ==
          std::map<DataType, double>{{DataType::Float16, 1000}, {DataType::Float32, 50}});
}

TEST_CASE("Masks are sampled evenly, each once")
{
    CHECK(sampledMasks(32, 4) == std::vector<std::int64_t>{0, 8, 16, 24});
    CHECK(sampledMasks(10, 4) == std::vector<std::int64_t>{0, 2, 5, 7});
    CHECK(sampledMasks(2, 4) == std::vector<std::int64_t>{0, 1});
    CHECK(sampledMasks(1, 4) == std::vector<std::int64_t>{0});
}

TEST_CASE("What pairings cost without measured times follows from the roofs of the GPU")
{
    const Calibration h200 = readCalibration("h200");
    const Operator op{OperatorKind::SpMM, DataType::Float16, 4096};
    MaskFacts facts;
    facts.shape = {4096, 4096, 32, 1};
    facts.period = 4096;
    facts.layout = MaskLayout::Column;
    Calibration unmeasured = h200;
    unmeasured.sparda = {};
    const Costs costs(unmeasured, op, facts, {}, CostForm::Model);
    CHECK_FALSE(costs.measured());
    CHECK_FALSE(costs.denseMeasured());
    // Dense tiles of BM rows x 64 x 128 from an L2 cache of 9.28 TB/s reach 131 to 595 TFLOP/s, of which 60 % are
    // taken.
    for (const auto& [rows, teraflops] : {std::pair{16, 132.0}, {32, 237.5}, {64, 396.0}, {128, 593.8}}) {
        const Pairing p{GatheredAxis::Inner, rows, 1, rows, 64, 128, MaskLayout::Column};
        const double flops = 2.0 * rows * 64 * 128 * 132; // of a step on every SM
        CHECK(flops / costs.taskNs(p, 64) / 1000 == Approx(0.6 * teraflops).epsilon(0.01));
    }
    // Runs of two bytes take a sector each: column gathers from a matrix that lies row by row are dear.
    const Pairing byRows{GatheredAxis::Inner, 32, 1, 32, 64, 128, MaskLayout::Row};
    const Pairing byColumns{GatheredAxis::Inner, 32, 1, 32, 64, 128, MaskLayout::Column};
    CHECK(costs.taskNs(byRows, 64) > 3 * costs.taskNs(byColumns, 64));
}
