// Dynamic plans: how pairings cover masks of any granularity, the plan of one mask, and files.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_reader.h"
#include "engine/matrix/patterns/random.h"
#include "engine/plan/dynamic/dense_tiles.h"
#include "engine/plan/dynamic/dynamic_plan.h"
#include "engine/plan/plan_file.h"
#include "engine/run/executor.h"
#include "engine/search/sparda/sparda.h"
#include "tests/support/catch.h"
#include "tests/support/dynamic_example.h"

#include <array>
#include <random>
#include <set>

using namespace sparsescope;

namespace {

Mask randomMask(const MaskShape& shape, std::uint64_t seed, std::uint64_t oneOf)
{
    Mask mask(shape);
    RandomStream random(seed, 1, 0);
    for (std::int64_t r = 0; r < shape.down(); ++r)
        for (std::int64_t c = 0; c < shape.across(); ++c)
            if (random.below(oneOf) == 0)
                mask.set(r, c);
    return mask;
}

// By plain loops over places: the members of each bucket.
std::vector<std::set<std::int32_t>> plainMembers(const Matrix& matrix, const Pairing& p)
{
    const bool byRows = p.axis == GatheredAxis::Rows;
    const std::int64_t buckets =
        byRows ? (matrix.cols() + p.width - 1) / p.width : (matrix.rows() + p.height - 1) / p.height;
    std::vector<std::set<std::int32_t>> members(at(buckets));
    for (std::int64_t i = 0; i < matrix.rows(); ++i)
        for (const std::int32_t j : matrix.row(i)) {
            const std::int64_t down = i / p.height, across = j / p.width;
            members[at(byRows ? across : down)].insert(static_cast<std::int32_t>(byRows ? down : across));
        }
    return members;
}

MaskFacts factsOf(const MaskShape& shape)
{
    MaskFacts facts;
    facts.name = "masks";
    facts.shape = shape;
    facts.size = 1;
    facts.period = shape.cols;
    facts.layout = MaskLayout::Either;
    return facts;
}

// All of the plan's places, counted dense tile by dense tile.
void checkDenseTiles(const Plan& plan, const MatrixPtr& matrix, const Covering& covering)
{
    const DenseTiles dense(std::make_shared<const Plan>(plan), matrix, noProgress());
    std::int64_t owned = 0, zeros = 0, padding = 0, micro = 0, outside = 0;
    for (std::int64_t i = 0; i < std::ssize(dense.tiles()); ++i) {
        for (const DenseTiles::Place place : dense.places(i)) {
            owned += place == DenseTiles::Place::Owned;
            zeros += place == DenseTiles::Place::Zero;
        }
        padding += dense.padding(i);
        for (const DenseTiles::Gathered& tile : dense.microTiles(i)) {
            ++micro;
            for (std::int64_t r = tile.from.rowBegin; r < tile.from.rowEnd; ++r)
                outside += dense.holding(dense.tiles()[at(i)].tile, r, tile.from.colBegin) != i;
        }
    }
    CHECK(dense.members() == covering.members);
    CHECK(micro == covering.members);
    CHECK(owned == covering.owned);
    CHECK(zeros == covering.zeros);
    CHECK(padding == covering.padding());
    CHECK(outside == 0);
}

DynamicPlan ruleOf(const Pairing& pairing, const Operator& op, const MaskShape& shape)
{
    DynamicPlan plan;
    plan.op = op;
    plan.densePart = op.sampled() ? op.dense : pairing.cols;
    plan.planner = "sparda";
    plan.rule.pairing = pairing;
    plan.rule.shape = shape;
    plan.rule.period = shape.cols;
    return plan;
}

// Every axis, with micro-tiles and dense tiles that divide nothing evenly.
std::vector<std::pair<Pairing, OperatorKind>> somePairings()
{
    return {{{GatheredAxis::Inner, 4, 1, 4, 2, 8}, OperatorKind::SpMM},
            {{GatheredAxis::Inner, 16, 8, 16, 64, 64}, OperatorKind::SpMM},
            {{GatheredAxis::Inner, 32, 64, 32, 64, 64}, OperatorKind::SpMM},
            {{GatheredAxis::Rows, 1, 64, 16, 64, 64}, OperatorKind::SpMM},
            {{GatheredAxis::Rows, 2, 24, 6, 8, 8}, OperatorKind::SpMM},
            {{GatheredAxis::Cols, 16, 1, 16, 32, 64}, OperatorKind::SDDMM},
            {{GatheredAxis::Cols, 5, 3, 5, 8, 9}, OperatorKind::SDDMM}};
}

} // namespace

TEST_CASE("Micro-tiles of masks of any granularity are members exactly where they hold a non-zero")
{
    for (const std::uint64_t seed : seeds(6))
        for (const MaskShape& shape :
             {MaskShape{61, 97, 1, 1}, MaskShape{64, 130, 8, 1}, MaskShape{50, 70, 1, 70}, MaskShape{33, 65, 3, 5},
              MaskShape{1, 1, 1, 1}, MaskShape{40, 40, 100, 7}, MaskShape{17, 200, 2, 64}}) {
            const Mask mask = randomMask(shape, seed, 1 + 12 * (seed % 3));
            const MatrixPtr matrix = matrixOf(mask, {});
            CAPTURE(seed, shape.rows, shape.cols, shape.granuleRows, shape.granuleCols);
            REQUIRE(mask.places() == matrix->nnz());
            Coverage coverage(mask);
            for (const auto& [pairing, kind] : somePairings()) {
                CAPTURE(pairing.label());
                const auto expected = plainMembers(*matrix, pairing);
                const std::vector<std::int32_t>& counts = coverage.counts(pairing);
                REQUIRE(counts.size() == expected.size());
                for (std::size_t b = 0; b < expected.size(); ++b) {
                    CHECK(counts[b] == static_cast<std::int64_t>(expected[b].size()));
                    CHECK(coverage.members(pairing, static_cast<std::int64_t>(b)) ==
                          std::vector<std::int32_t>(expected[b].begin(), expected[b].end()));
                }
            }
        }
}

TEST_CASE("Micro-tiles are counted as plain loops count them, whatever was asked of the same mask before")
{
    for (const std::uint64_t seed : seeds(40)) {
        RandomStream random(seed, 2, 0);
        const auto oneOf = [&](const std::vector<std::int64_t>& all) { return all[random.below(all.size())]; };
        const MaskShape shape{1 + static_cast<std::int64_t>(random.below(200)), oneOf({1, 63, 64, 65, 640, 1100}),
                              oneOf({1, 1, 2, 3, 8, 32, 300}), oneOf({1, 1, 2, 5, 8, 64, 128, 2000})};
        const Mask mask = randomMask(shape, seed, std::array<std::uint64_t, 5>{1, 2, 10, 60, 100'000}[seed % 5]);
        const MatrixPtr matrix = matrixOf(mask, {});
        CAPTURE(seed, shape.rows, shape.cols, shape.granuleRows, shape.granuleCols);
        REQUIRE(mask.places() == matrix->nnz());
        Coverage coverage(mask);
        for (int asked = 0; asked < 12; ++asked) {
            Pairing p;
            p.axis = asked % 2 == 0 ? GatheredAxis::Rows : GatheredAxis::Inner;
            p.height = oneOf({1, 1, 2, 5, 16, 32, 64, 128});
            p.width = oneOf({1, 2, 3, 8, 32, 64, 100, 128, 192, 256, 512, 1100});
            CAPTURE(p.label());
            const auto expected = plainMembers(*matrix, p);
            std::vector<std::int32_t> counts;
            std::int64_t places = 0;
            for (std::size_t b = 0; b < expected.size(); ++b) {
                counts.push_back(static_cast<std::int32_t>(expected[b].size()));
                for (const std::int64_t m : expected[b]) {
                    const auto [i, j] = p.axis == GatheredAxis::Rows ? std::pair(m, static_cast<std::int64_t>(b))
                                                                     : std::pair(static_cast<std::int64_t>(b), m);
                    places +=
                        std::min(p.height, shape.rows - i * p.height) * std::min(p.width, shape.cols - j * p.width);
                }
            }
            CHECK(coverage.counts(p) == counts);
            CHECK(coverage.microTiles(p.height, p.width).places() == places);
        }
    }
}

TEST_CASE("A coarser grid covers no fewer places, and micro-tiles of one granule cover no zeros")
{
    const Operator op{OperatorKind::SpMM, DataType::Float16, 64};
    for (const std::uint64_t seed : seeds(10)) {
        const Mask mask = randomMask({96, 128, 4, 2}, seed, 6);
        Coverage coverage(mask);
        std::int64_t before = 0;
        for (const std::int64_t side : {4, 8, 16, 32}) {
            const Covering c = coverage.of({GatheredAxis::Inner, side, side / 2, side, 32, 64}, op);
            CHECK(c.owned + c.zeros >= before);
            CHECK(c.owned == mask.places());
            CHECK((side > 4 || c.zeros == 0));
            CHECK(c.padding() >= 0);
            before = c.owned + c.zeros;
        }
    }
}

TEST_CASE("Fingerprints of masks tell shapes and places apart")
{
    Mask a({8, 8}), b({8, 8, 1, 2}), c({8, 8});
    CHECK(a.fingerprint() != b.fingerprint());
    CHECK(a.fingerprint() == c.fingerprint());
    c.set(7, 7);
    CHECK(a.fingerprint() != c.fingerprint());
}

TEST_CASE("The plan of one mask owns every non-zero, stores what its covering says, and multiplies right")
{
    for (const std::uint64_t seed : seeds(3))
        for (const MaskShape& shape : {MaskShape{61, 97, 1, 1}, MaskShape{64, 192, 8, 1}, MaskShape{33, 65, 3, 5}})
            for (const auto& [pairing, kind] : somePairings())
                for (const DataType dtype : {DataType::Float16, DataType::Float32}) {
                    const Operator op{kind, dtype, 40};
                    CAPTURE(seed, shape.rows, shape.cols, pairing.label(), name(dtype));
                    const Mask mask = randomMask(shape, seed, 10);
                    const MatrixPtr matrix = matrixOf(mask, {});
                    Plan plan = materialise(ruleOf(pairing, op, shape), mask, *matrix, 3);
                    validatePlan(plan, *matrix);
                    Coverage coverage(mask);
                    const Covering covering = coverage.of(pairing, op);
                    const PlanSummary summary = summarise(plan);
                    CHECK(summary.tiles == covering.tasks);
                    CHECK(summary.places.stored == covering.stored);
                    CHECK(summary.places.owned == covering.owned);
                    CHECK(plan.tiling().partitions.front().slice == 3);
                    CHECK(plan.tiling().formats.front()->name() == "micro");
                    checkDenseTiles(plan, matrix, covering);
                    const CheckedPlan result = checkPlan(plan, *matrix, seed, noProgress());
                    CHECK(result.error.accepted(dtype));
                    // From its file it is the same plan.
                    const PlanBlob blob = planToBlob(plan);
                    CHECK(planToBlob(planFromBlob(blob, *matrix, "plan")).arrays == blob.arrays);
                }
}

TEST_CASE("The example by hand as tiles: a strip's columns as they are gathered, and added rows")
{
    const MaskPtr mask = example::mask();
    const MatrixPtr matrix = matrixOf(*mask, {});
    const Operator op{OperatorKind::SpMM, DataType::Float32, 8};
    const Plan p1 = materialise(ruleOf(example::pairings()[0], op, mask->shape()), *mask, *matrix, 0);
    REQUIRE(p1.tiling().tiles.size() == 2);
    const TileView first = p1.tiling().view(p1.tiling().tiles[0]);
    const Format& format = p1.tiling().formatOf(p1.tiling().tiles[0]);
    CHECK(format.label() == "micro 4x1 in 4x2 by k");
    std::vector<std::int64_t> places(16);
    format.places(first, *matrix, DataType::Float32, places);
    std::string held;
    for (const std::int64_t place : places)
        held += place == Format::padding ? '0' : '1';
    CHECK(held == "1100"
                  "1100"
                  "0110"
                  "1010"); // columns 0 3 | 7 and a rest
    const PerArray<std::vector<std::int32_t>> arrays = format.packed(first, *matrix);
    CHECK(arrays[0] == std::vector<std::int32_t>{0, 1, 2, 3});
    CHECK(arrays[1] == std::vector<std::int32_t>{0, 3, 7, 7});

    const Plan p3 = materialise(ruleOf(example::pairings()[2], op, mask->shape()), *mask, *matrix, 0);
    std::vector<std::vector<std::int32_t>> rows;
    for (const Tile& tile : p3.tiling().tiles) {
        const auto ids = p3.tiling().rowsOf(tile);
        rows.emplace_back(ids.begin(), ids.end());
    }
    CHECK(rows == std::vector<std::vector<std::int32_t>>{{0, 1}, {2, 3}, {4, 6}, {2, 3}, {4, 6}});
    std::vector<std::int32_t> addedTwice;
    const std::vector<std::uint8_t> writers = tilesOfRows(p3);
    for (std::size_t r = 0; r < writers.size(); ++r)
        if (writers[r] > 1)
            addedTwice.push_back(static_cast<std::int32_t>(r));
    CHECK(addedTwice == std::vector<std::int32_t>{2, 3, 4, 6});
}

TEST_CASE("The example by hand as dense tiles: bucket by bucket, step by step, and where each micro-tile comes from")
{
    const MaskPtr mask = example::mask();
    const MatrixPtr matrix = matrixOf(*mask, {});
    const Operator op{OperatorKind::SpMM, DataType::Float32, 8};
    const auto denseOf = [&](int pairing) {
        return DenseTiles(std::make_shared<const Plan>(materialise(
                              ruleOf(example::pairings()[at(pairing)], op, mask->shape()), *mask, *matrix, 0)),
                          matrix, noProgress());
    };
    const auto text = [](const DenseTiles& dense, std::int64_t i) {
        std::string words;
        for (const DenseTiles::Place place : dense.places(i))
            words += ".01"[static_cast<int>(place)];
        return words;
    };
    const DenseTiles p1 = denseOf(0); // columns 0 3 | 7 and a rest, 1 4 | 5 and a rest
    REQUIRE(p1.buckets().size() == 2);
    CHECK(p1.buckets()[1].number == 1);
    CHECK(p1.buckets()[1].members == 3);
    REQUIRE(p1.tiles().size() == 4);
    CHECK(text(p1, 0) == "11110110");
    CHECK(text(p1, 1) == "0.0.1.1.");
    CHECK(p1.padding(1) == 4);
    CHECK(p1.tiles()[1].step == 1);
    CHECK(p1.firstOf(1) == 2);
    CHECK(p1.holding(0, 2, 7) == 1);
    CHECK(p1.holding(0, 2, 4) == -1);
    CHECK(p1.holding(0, 4, 7) == -1);
    const auto second = p1.microTiles(0)[1];
    CHECK(second.from == MatrixArea{0, 4, 3, 4});
    CHECK(second.to == MatrixArea{0, 4, 1, 2});

    const DenseTiles p3 = denseOf(2); // rows {0 1} {2 3} {4 6} of columns 0 to 3, {2 3} {4 6} of 4 to 7
    REQUIRE(p3.buckets().size() == 2);
    CHECK(p3.buckets()[0].size() == 3);
    CHECK(p3.buckets()[0].members == 6);
    CHECK(text(p3, 2) == "01000100");
    CHECK(p3.microTiles(2)[1].from == MatrixArea{6, 7, 0, 4});
    CHECK(p3.microTiles(2)[1].to == MatrixArea{1, 2, 0, 4});
}

TEST_CASE("Tiles that are no micro-tiles of their format are refused")
{
    const MaskPtr mask = example::mask();
    const MatrixPtr matrix = matrixOf(*mask, {});
    const Operator op{OperatorKind::SpMM, DataType::Float32, 8};
    const Plan good = materialise(ruleOf(example::pairings()[3], op, mask->shape()), *mask, *matrix, 0);
    Plan plan = good;
    plan.tiling().colIds[1] = 2; // 0 2: not whole
    CHECK_THROWS_WITH(validateNewPlan(plan, *matrix), Catch::Matchers::Contains("begins a micro-tile"));
    plan = good;
    std::swap(plan.tiling().colIds[0], plan.tiling().colIds[1]);
    CHECK_THROWS_WITH(validateNewPlan(plan, *matrix), Catch::Matchers::Contains("begins no micro-tile"));
    plan = good;
    plan.tiling().rowIds[0] = 1;
    CHECK_THROWS_WITH(validateNewPlan(plan, *matrix), Catch::Matchers::Contains("begins no micro-tile"));
    for (const char* parameters :
         {R"({"axis":"k","height":4,"width":3,"rows":4,"columns":2})",
          R"({"axis":"m","height":4,"width":2,"rows":6,"columns":2})",
          R"({"axis":"x","height":4,"width":2,"rows":4,"columns":2})", R"({"height":4,"width":2,"rows":4,"columns":2})",
          R"({"axis":"k","height":0,"width":2,"rows":0,"columns":2})",
          R"({"axis":"k","height":4611686018427387904,"width":2,"rows":4611686018427387904,"columns":2})"})
        CHECK_THROWS_AS(makeFormat("micro", nlohmann::json::parse(parameters)), Error);
}

TEST_CASE("Dynamic plans are read back as they were written, and older readers refuse them by their version")
{
    const TemporaryFolder folder;
    DynamicPlan plan = ruleOf({GatheredAxis::Rows, 1, 64, 32, 64, 128, MaskLayout::Row},
                              {OperatorKind::SpMM, DataType::BFloat16, 256}, {512, 1024, 1, 64});
    plan.rule.period = 128;
    plan.rule.input = IndexInput::Values;
    plan.rule.order = IndexOrder::Ordered;
    plan.rule.reselect = 16;
    plan.rule.samples = {{0, 0xabcdef, 10, 4, 8192}, {8, 1, 11, 5, 9000}};
    plan.rule.denseNs = 1234.5;
    plan.calibration = "h200";
    plan.predictedNs = 777;
    plan.competitors = {{"dense", 1234.5}};
    writeDynamicPlan(plan, folder / "rule.json");
    CHECK(holdsDynamicPlan(folder / "rule.json"));
    const DynamicPlan read = readDynamicPlan(folder / "rule.json");
    CHECK(read.rule == plan.rule);
    CHECK(read.op == plan.op);
    CHECK(read.competitors.size() == 1);
    CHECK(nlohmann::json::parse(readText(folder / "rule.json"))["version"] == 4);
    CHECK(std::filesystem::is_regular_file(folder / "rule.json"));
    const MatrixPtr matrix = matrixOf(*example::mask(), {});
    CHECK_THROWS_WITH(readPlan(folder / "rule.json", *matrix), Catch::Matchers::Contains("is a dynamic plan"));
    plan.rule.pairing.reset();
    writeDynamicPlan(plan, folder / "dense.json");
    CHECK_FALSE(readDynamicPlan(folder / "dense.json").rule.pairing.has_value());
}

TEST_CASE("What a file says of a dynamic plan is checked member by member")
{
    const TemporaryFolder folder;
    writeDynamicPlan(ruleOf({GatheredAxis::Inner, 32, 1, 32, 64, 128, MaskLayout::Column},
                            {OperatorKind::SpMM, DataType::Float16, 256}, {512, 1024, 1, 1}),
                     folder / "rule.json");
    const nlohmann::json good = nlohmann::json::parse(readText(folder / "rule.json"));
    const auto refused = [&](const char* pointer, const nlohmann::json& value, const char* reason) {
        nlohmann::json changed = good;
        changed[nlohmann::json::json_pointer(pointer)] = value;
        writeText(folder / "changed.json", changed.dump(), noProgress());
        CAPTURE(pointer, value.dump());
        CHECK_THROWS_WITH(readDynamicPlan(folder / "changed.json"),
                          Catch::Matchers::Contains(reason) && Catch::Matchers::Contains("changed.json"));
    };
    refused("/rule/shape", {0, 1024}, "rule.shape[0]");
    refused("/rule/shape", {512, std::int64_t{1} << 62}, "rule.shape[1]");
    refused("/rule/granularity", {1}, "rule.granularity");
    refused("/rule/period", 1000, "rule.period: does not divide");
    refused("/rule/reselect", -1, "rule.reselect");
    refused("/rule/denseNs", -1, "rule.denseNs");
    refused("/rule/fresh", 1, "rule.fresh: is no member of a rule");
    refused("/rule/index/input", "nibbles", "rule.index.input");
    refused("/rule/pairing/axis", "x", "rule.pairing.axis");
    refused("/rule/pairing/axis", "n", "axis n is not gathered in SpMM");
    refused("/rule/pairing/width", 3, "the micro-tile's width divides");
    refused("/rule/pairing/height", 16, "as high as the dense tile");
    refused("/rule/pairing/tile", {32, 64}, "rule.pairing.tile");
    refused("/rule/pairing/layout", "either", "rule.pairing.layout");
    refused("/rule/samples", {{{"mask", -1}}}, "rule.samples[0].mask");
    refused("/operator/dense", 0, "operator.dense");
    refused("/version", 5, "schema version 5");
}

TEST_CASE("A rule runs on the sequences of its shape, granularity, period and layout, and says why on no other")
{
    const MaskShape shape{512, 1024, 1, 1};
    const DynamicPlan plan = ruleOf({GatheredAxis::Inner, 32, 1, 32, 64, 128, MaskLayout::Column},
                                    {OperatorKind::SpMM, DataType::Float16, 256}, shape);
    MaskFacts facts = factsOf(shape);
    CHECK(refusal(plan, facts).empty());
    facts.layout = MaskLayout::Row;
    CHECK(refusal(plan, facts) == "the masked operand lies row by row");
    facts = factsOf({512, 1024, 8, 1});
    CHECK_THAT(refusal(plan, facts), Catch::Matchers::Contains("in granules of 1 x 1, these are of"));
    facts = factsOf(shape);
    facts.period = 512;
    CHECK_THAT(refusal(plan, facts), Catch::Matchers::Contains("a period of 1,024 columns"));
    CHECK_THROWS_WITH(materialise(plan, Mask({512, 512}), *matrixOf(Mask({512, 512}), {}), 0),
                      Catch::Matchers::Contains("this one is of 512 x 512"));
}

TEST_CASE("A matrix that is too large to be stored densely has no dynamic plan, and nothing of its size is made")
{
    constexpr std::int64_t rows = 1 << 16, cols = std::int64_t{1} << 30;
    SearchRequest request;
    request.planner = "sparda";
    request.op = {OperatorKind::SpMM, DataType::Float16, 32};
    const Matrix wide(rows, cols, std::vector<std::int64_t>(rows + 1, 0), {}, {}, {});
    CHECK_THROWS_WITH(searchPlan(wide, request, noProgress()),
                      Catch::Matchers::Contains("sparda gathers from the dense matrix, which would store"));
}

TEST_CASE("The planner of one matrix gives its tiles and the rule, the same at any number of threads")
{
    const Mask mask = randomMask({256, 512, 32, 1}, 5, 20);
    const MatrixPtr matrix = matrixOf(mask, {});
    SearchRequest request;
    request.planner = "sparda";
    request.op = {OperatorKind::SpMM, DataType::Float16, 128};
    const SearchResult found = searchPlan(*matrix, request, noProgress());
    validatePlan(found.plan, *matrix);
    REQUIRE(found.plan.figures.contains("rule"));
    const nlohmann::json figure = found.plan.figures["rule"];
    const Rule rule = ruleFrom(JsonReader(figure, "figures"));
    CHECK(rule.shape == MaskShape{256, 512, 1, 1});
    CHECK(rule.samples.size() == 1);
    CHECK(found.plan.predictedNs > 0);
    std::size_t pairings = 0;
    for (const TraceEvent& event : found.trace.events)
        pairings += event.name == sparda::pairingEvent ? 1 : 0;
    CHECK(pairings == pairingsOfKernels(request.op, 512).size());
    const SearchResult again = searchPlan(*matrix, request, noProgress());
    CHECK(planToBlob(again.plan).json == planToBlob(found.plan).json);

    // A sequence of that one mask is chosen for alike.
    MaskFacts facts = factsOf({256, 512, 1, 1});
    const MaskSequencePtr masks = keptMasks(facts, {maskOf(*matrix)});
    const sparda::FoundRule of = sparda::searchRule(*masks, request, noProgress());
    CHECK(of.plan.rule == rule);
    const Plan plan = sparda::planOfMask(of.plan, *masks, 0, readCalibration("h200"));
    CHECK(plan.predictedNs == found.plan.predictedNs);
    CHECK(planToBlob(plan).arrays == planToBlob(found.plan).arrays);

    // A file's options may say nothing of costs, or nonsense.
    for (const nlohmann::json& options : {nlohmann::json::object(), nlohmann::json{{"cost", 7}}}) {
        DynamicPlan bare = of.plan;
        bare.options = options;
        CHECK(sparda::planOfMask(bare, *masks, 0, readCalibration("h200")).predictedNs == found.plan.predictedNs);
    }
}
