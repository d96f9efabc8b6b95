// The planners "hyb" (SparseTIR) and "cell" (LiteForm): what they store, at what cost, and what they tell.
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/io/reader.h"
#include "engine/plan/plan_file.h"
#include "engine/search/buckets.h"
#include "engine/search/partial_plan.h"
#include "engine/search/sparsetir/hyb.h"
#include "tests/engine/bucket_fixtures.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

using namespace sparsescope;

TEST_CASE("plans of hyb and cell own every non-zero once, compute the product, and add only to rows that others write")
{
    for (const MatrixPtr& matrix : someMatrices())
        for (const Operator& op : {spmm(DataType::Float16, 48), spmm(DataType::Float32, 32),
                                   Operator{OperatorKind::SpMV, DataType::Float32, 1}})
            for (const char* name : {"hyb", "fixed:cell"})
                for (const char* parts : {"1", "4", "1,2,4,8,16"}) {
                    INFO(matrix->source().name << " " << name << " " << parts << " " << label(op.kind));
                    const Searched s = searchedBy(name, *matrix, op, {{"column-parts", parts}});
                    validatePlan(s.plan, *matrix);
                    CHECK(executed(s.plan, *matrix, 7).accepted(op.dtype));
                    std::vector<std::set<const Tile*>> writers(static_cast<std::size_t>(matrix->rows()));
                    for (const Tile& tile : s.plan.tiling().tiles)
                        for (const std::int32_t r : s.plan.tiling().view(tile).rowIds)
                            writers[static_cast<std::size_t>(r)].insert(&tile);
                    for (const Tile& tile : s.plan.tiling().tiles) {
                        const auto rows = s.plan.tiling().view(tile).rowIds;
                        CHECK(tile.atomic == std::any_of(rows.begin(), rows.end(), [&](std::int32_t r) {
                                  return writers[static_cast<std::size_t>(r)].size() > 1;
                              }));
                    }
                }
}

TEST_CASE("hyb and cell give the same plan and trace at any number of threads")
{
    const MatrixPtr matrix = rmat(1024, 20000, 2);
    for (const char* name : {"hyb", "cell"}) {
        std::array<PlanBlob, 2> blobs;
        std::array<std::string, 2> traces;
        for (std::size_t i = 0; i < 2; ++i)
            withThreads(i == 0 ? 1 : 4, [&] {
                const Searched s = searchedBy(name, *matrix, spmm(DataType::Float16, 64), json::object());
                blobs[i] = planToBlob(s.plan);
                traces[i] = traceToText(s.trace, s.plan);
            });
        CHECK(blobs[0].json == blobs[1].json);
        CHECK(blobs[0].arrays == blobs[1].arrays);
        CHECK(traces[0] == traces[1]);
    }
}

TEST_CASE("hyb pads the graphs of SparseTIR's table 1 as much as it says")
{
    const std::string data = sharedData();
    if (data.empty())
        skipTest("the shared matrices are not there");
    const auto padding = [&](const char* file, int k) {
        const MatrixPtr matrix = readMatrix(data + "/" + file, noProgress());
        return 100 *
               paddingOfRows(
                   searchedBy("hyb", *matrix, spmm(DataType::Float32, 32), {{"column-parts", "1"}, {"k", k}}).plan);
    };
    CHECK(padding("cora.mtx", 2) == Approx(15.8).margin(0.05));
    CHECK(padding("citeseer.mtx", 2) == Approx(13.0).margin(0.05));
    CHECK(padding("pubmed.mtx.gz", 5) == Approx(23.1).margin(0.05));
    const MatrixPtr cora = readMatrix(data + "/cora.mtx", noProgress());
    CHECK(hybBuckets(*cora) == 2);
}

TEST_CASE("k is the binary logarithm of the mean row length, rounded up")
{
    const auto k = [](std::int64_t rows, std::int64_t each) {
        std::vector<std::pair<std::int32_t, std::int32_t>> at;
        for (std::int32_t r = 0; r < rows; ++r)
            for (std::int32_t c = 0; c < each; ++c)
                at.emplace_back(r, c);
        return hybBuckets(*matrixFromCoordinates(rows, 64, at, "rows"));
    };
    CHECK(k(4, 1) == 0);
    CHECK(k(4, 2) == 1);
    CHECK(k(4, 3) == 2);
    CHECK(k(4, 4) == 2);
    CHECK(k(4, 5) == 3);
    CHECK(k(4, 64) == 6);
}

TEST_CASE("hyb(2, 2) has three buckets in each of two column partitions, and long rows folded into the last")
{
    // SparseTIR figure 11: columns in two halves, buckets of 1, 2 and 4.
    const MatrixPtr matrix = matrixFromCoordinates(
        4, 16,
        {{0, 0}, {0, 8}, {1, 1}, {1, 2}, {2, 0}, {2, 2}, {2, 3}, {2, 4}, {2, 5}, {2, 9}, {3, 10}, {3, 11}, {3, 12}},
        "hyb(2, 2)");
    const Plan plan =
        searchedBy("hyb", *matrix, spmm(DataType::Float32, 32), {{"column-parts", "2"}, {"k", 2}, {"block-rows", 1}})
            .plan;
    REQUIRE(plan.tiling().partitions.size() == 3);
    CHECK(plan.tiling().partitions[1].colEnd == 8);
    CHECK(plan.tiling().partitions[2].colBegin == 8);
    CHECK(plan.tiling().partitions[2].parent == 0);
    const auto rows = storedRows(plan, *matrix);
    CHECK(rows.at(1) == std::vector<StoredRow>{{0, {0}}, {0, {8}}, {2, {9}}});
    CHECK(rows.at(2) == std::vector<StoredRow>{{1, {1, 2}}});
    CHECK(rows.at(4) == std::vector<StoredRow>{{2, {0, 2, 3, 4}}, {2, {5}}, {3, {10, 11, 12}}});
    for (const Tile& tile : plan.tiling().tiles)
        for (const std::uint32_t entry : plan.tiling().view(tile).entries) {
            const Partition& p = plan.tiling().partitions[static_cast<std::size_t>(tile.partition)];
            CHECK(matrix->colIdx()[entry] >= p.colBegin);
            CHECK(matrix->colIdx()[entry] < p.colEnd);
        }
    CHECK(plan.figures == json{{"c", 2}, {"k", 2}});
}

TEST_CASE("every tile of a plan has the same number of places: thread blocks of 8 rows of the widest bucket")
{
    const MatrixPtr matrix = rmat(1024, 20000, 2);
    for (const int k : {0, 3, 6}) {
        const Plan plan =
            searchedBy("hyb", *matrix, spmm(DataType::Float32, 32), {{"k", k}, {"column-parts", "1"}}).plan;
        for (const FormatPtr& format : plan.tiling().formats)
            CHECK(format->packedValues() == 8 << k);
    }
    const Plan plan =
        searchedBy("hyb", *matrix, spmm(DataType::Float32, 32), {{"k", 3}, {"column-parts", "1"}, {"block-rows", 2}})
            .plan;
    for (const FormatPtr& format : plan.tiling().formats)
        CHECK(format->packedValues() == 16);
}

TEST_CASE("of larger matrices a sample of rows says which plans are made, and misses little")
{
    const MatrixPtr matrix = rmat(4096, 100000, 2);
    for (const char* name : {"hyb", "cell"}) {
        json options = json::object();
        if (name == std::string("cell"))
            options["compete"] = false;
        const Searched s = searchedBy(name, *matrix, spmm(DataType::Float16, 64), options);
        CHECK(s.plan.competitors.size() <= 2); // of ten
        validatePlan(s.plan, *matrix);
        for (const char* parts : {"1", "2", "4", "8", "16"})
            for (const char* split : {"32", "64"}) {
                INFO(name << " " << parts << " " << split);
                const Searched alone = searchedBy(name, *matrix, spmm(DataType::Float16, 64),
                                                  with(options, {{"column-parts", parts}, {"dense-split", split}}));
                CHECK(s.plan.predictedNs <= 1.05 * alone.plan.predictedNs);
            }
    }
}

TEST_CASE("the plan that is predicted to be fastest is taken, and all that were tried are named")
{
    const MatrixPtr matrix = rmat(512, 4000, 2); // small enough for no sample
    for (const char* name : {"hyb", "cell"}) {
        const Searched s = searchedBy(name, *matrix, spmm(DataType::Float16, 64), json::object());
        const std::size_t tried = 5 * 2; // partitions, parts of 32 and 64; with cell perhaps CSR and BSR
        REQUIRE(s.plan.competitors.size() >= tried);
        const auto least = std::min_element(s.plan.competitors.begin(), s.plan.competitors.end(),
                                            [](const auto& a, const auto& b) { return a.predictedNs < b.predictedNs; });
        CHECK(s.plan.predictedNs == least->predictedNs);
        Plan again = s.plan;
        const auto model = makeCostModel(everything(), s.plan.op)->withDensePart(s.plan.densePart);
        costPlan(again, *matrix, *model);
        CHECK(again.predictedNs == Approx(s.plan.predictedNs));
        for (std::size_t t = 0; t < again.tiling().tiles.size(); ++t)
            CHECK(again.tiling().tiles[t].cost == Approx(s.plan.tiling().tiles[t].cost));
    }
}

TEST_CASE("options that make no sense are refused by name")
{
    const MatrixPtr matrix = figure1();
    const auto reason = [&](const char* name, const json& options, Operator op = spmm(DataType::Float16, 32)) {
        try {
            searchedBy(name, *matrix, op, options);
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Usage);
            return e.reason();
        }
        return std::string();
    };
    CHECK(reason("cell", {{"width", 3}}) == "option width takes a power of two, not 3");
    CHECK_THAT(reason("cell", {{"width", 2048}}), Catch::Contains("0 to 1024"));
    CHECK_THAT(reason("hyb", {{"k", 14}}), Catch::Contains("option k takes -1 to 13"));
    CHECK(reason("hyb", {{"block-rows", 3}}) == "option block-rows takes a power of two, not 3");
    CHECK(reason("hyb", {{"column-parts", ""}}) == "option column-parts takes at least one number");
    CHECK_THAT(reason("hyb", {{"column-parts", "0"}}), Catch::Contains("whole numbers from 1 to 4096"));
    CHECK_THAT(reason("hyb", {{"column-parts", "5000"}}), Catch::Contains("from 1 to 4096"));
    CHECK_THAT(reason("hyb", json::object(), {OperatorKind::SDDMM, DataType::Float16, 32}),
               Catch::Contains("planner hyb plans SpMM, SpMV, not SDDMM"));
    CHECK_THAT(reason("cell", json::object(), {OperatorKind::SDDMM, DataType::Float16, 32}),
               Catch::Contains("planner cell plans SpMM, SpMV, not SDDMM"));
}

namespace {

// Watches a search; says that it is enough as soon as it starts.
struct Impatient : Trace {
    bool impatient = true;
    std::vector<std::string> names;
    std::optional<PartialPlans> copies;
    std::shared_ptr<const PartialPlan> last;

    void start(std::function<void()> enough) override
    {
        if (impatient)
            enough();
    }
    void begins(const TraceSearch& search) override
    {
        Trace::begins(search);
        names.push_back(search.name);
        copies.emplace(search.header);
    }
    void chosen(const TilesSoFar& tiles) override
    {
        last.reset();
        last = copies->take(tiles);
    }
};

} // namespace

TEST_CASE("those who watch see the tiles come, and a search that is enough keeps its first plan and says so")
{
    const MatrixPtr matrix = rmat(256, 3000, 5);
    const Operator op = spmm(DataType::Float16, 64);
    const auto model = makeCostModel(everything(), op);
    for (const char* name : {"hyb", "cell"}) {
        Impatient watcher;
        const Plan plan =
            planner(name).search(*matrix, op, ModelEvaluator(*model), json::object(), watcher, noProgress());
        validatePlan(plan, *matrix);
        CHECK(plan.competitors.size() == 2); // both parts of the dense loop
        REQUIRE(cancelledSearch(plan));
        CHECK(cancelledSearch(plan)->covered == 1);
        REQUIRE(watcher.last);
        CHECK(watcher.last->covered == matrix->nnz());
        CHECK(watcher.last->plan.tiling().tiles.size() == plan.tiling().tiles.size());
        CHECK(watcher.last->owners == ownerOfEntries(plan));
        CHECK(watcher.names.size() == 1);
        Progress cancelled;
        cancelled.cancel();
        Trace trace;
        CHECK_THROWS_AS(planner(name).search(*matrix, op, ModelEvaluator(*model), json::object(), trace, cancelled),
                        Error);
    }
}
