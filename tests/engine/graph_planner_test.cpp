// The planner "graph": a tile a BMTB, a round a branch, right on the CPU; and what such plans may ask for.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/edit/edit.h"
#include "engine/plan/graph/tiles.h"
#include "engine/plan/plan_file.h"
#include "engine/search/alphasparse/graph_planner.h"
#include "engine/search/request.h"
#include "tests/engine/graph_fixtures.h"
#include "tests/engine/search_fixtures.h"
#include "tests/support/paths.h"

#include <filesystem>
#include <map>
#include <set>

using namespace sparsescope;
using graph::op;
using nlohmann::json;

namespace {

const Operator vectorOp{OperatorKind::SpMV, DataType::Float32, 1};

SearchResult byGraph(const Matrix& matrix, const json& options)
{
    SearchRequest request;
    request.planner = "graph";
    request.op = vectorOp;
    request.options = options;
    return searchPlan(matrix, request, noProgress());
}

std::string graphText(const json& nodes)
{
    return graph::document(nodes).dump();
}

std::string whyNoGraph(const Matrix& matrix, const json& options)
{
    try {
        byGraph(matrix, options);
    } catch (const Error& e) {
        return std::to_string(e.exitStatus()) + " " + e.what();
    }
    return {};
}

const json threadRow = op("BMT_ROW_BLOCK", {{"rows", 1}}), threadTotal = op("THREAD_TOTAL_RED"),
           atomicRed = op("GMEM_ATOM_RED");

// Rows of 1 to 600 non-zeros, some empty.
MatrixPtr skewedRows()
{
    std::mt19937_64 random(7);
    return graph::matrixOf(
        700, 900,
        [&](auto r) {
            return r % 50 == 3 ? std::int64_t{0} : r % 97 == 5 ? std::int64_t{600} : 1 + std::int64_t(random() % 40);
        },
        random);
}

} // namespace

TEST_CASE("graph planner: samples make plans that open again, own every non-zero and compute the product")
{
    const std::vector<MatrixPtr> matrices = {skewedRows(), rmat(512, 6000, 3), matrixFromCoordinates(6, 9, {}, "empty"),
                                             randomUniform(1, 60, 0.5, 5), randomUniform(60, 1, 0.5, 6)};
    std::set<std::size_t> branches;
    int samples = 0;
    for (const auto& file : std::filesystem::directory_iterator(sourceFile("samples/graphs"))) {
        ++samples;
        const std::string text = readText(file.path().string());
        for (const MatrixPtr& matrix : matrices) {
            INFO(file.path() << " " << matrix->rows() << " x " << matrix->cols());
            const SearchResult found = byGraph(*matrix, {{"graph", text}, {"padding", 64.0}});
            const Plan& plan = found.plan;
            REQUIRE(refusal(plan, *matrix).empty());
            const Plan read = planFromBlob(planToBlob(plan), *matrix, "p.json");
            CHECK(planToBlob(read).json == planToBlob(plan).json);
            CHECK(graph::readGraph(plan.figures["graph"], {}).identity() == graph::parseGraph(text, {}).identity());
            CHECK(plan.options["graph"] == text);
            CHECK((launchText(plan) == "by branch") == (matrix->nnz() > 0));
            CHECK(found.trace.rounds.size() >= (matrix->nnz() > 0 ? 1 : 0));
            std::int64_t tile = 0, covered = 0;
            for (std::size_t r = 0; r < found.trace.rounds.size(); ++r) {
                const TraceRound& round = found.trace.rounds[r];
                CHECK(round.round == static_cast<std::int32_t>(r) + 1);
                CHECK(round.level == round.round);
                CHECK_THAT(round.note, Catch::StartsWith("Branch " + std::to_string(r + 1) + " (/nodes"));
                CHECK(round.tileBegin == tile);
                for (; tile < round.tileEnd; ++tile) {
                    CHECK(plan.tiling().tiles[at(tile)].round == round.round);
                    CHECK(plan.tiling().tiles[at(tile)].level == round.round);
                    covered += plan.tiling().tiles[at(tile)].entries.size();
                }
                CHECK(round.covered == covered);
            }
            CHECK(covered == matrix->nnz());
            CHECK(traceFromText(traceToText(found.trace, plan), "t").rounds.size() == found.trace.rounds.size());
            if (matrix->nnz() > 0 && matrix->rows() > 1)
                CHECK(executed(plan, *matrix, 3).accepted(vectorOp.dtype));
            branches.insert(plan.tiling().formats.size());
        }
    }
    CHECK(samples == 6);
    CHECK(branches == std::set<std::size_t>{0, 1, 2, 3});
}

TEST_CASE("graph planner: without a graph a thread takes a row, and the plan is the same on any number of threads")
{
    const MatrixPtr matrix = skewedRows();
    const Plan plan = byGraph(*matrix, json::object()).plan;
    CHECK(plan.tiling().formats.front()->label() == "graph 1 row, THREAD_TOTAL_RED");
    CHECK(plan.tiling().tiles.size() == 6); // 686 rows that hold something, 128 a thread block
    const PlanSummary summary = summarise(plan);
    for (const auto& [format, tiles] : summary.tilesByFormat)
        CHECK(tiles == (format == "graph" ? 6 : 0));
    CHECK(summary.places.padding() == 0);
    const std::string graph = readText(sourceFile("samples/graphs/by-length.json"));
    std::vector<PlanBlob> blobs;
    for (const int threads : {1, 3})
        withThreads(threads, [&] { blobs.push_back(planToBlob(byGraph(*matrix, {{"graph", graph}}).plan)); });
    CHECK(blobs[0].json == blobs[1].json);
    CHECK((blobs[0].arrays == blobs[1].arrays));
}

TEST_CASE("graph planner: parts of cuts are partitions, and each tile lies in its own")
{
    const MatrixPtr matrix = skewedRows();
    const json leaf = {op("COMPRESS"), threadRow, threadTotal, atomicRed};
    const auto partitioned = [&](const json& nodes) {
        const Tiling tiling = byGraph(*matrix, {{"graph", graphText(nodes)}}).plan.tiling();
        std::set<std::int32_t> used;
        for (const Tile& tile : tiling.tiles) {
            const Partition& p = tiling.partitions[at(tile.partition)];
            used.insert(tile.partition);
            for (const std::int32_t row : tiling.rowsOf(tile))
                REQUIRE((row >= p.rowBegin && row < p.rowEnd));
            for (const std::uint32_t entry : tiling.view(tile).entries)
                REQUIRE((matrix->colIdx()[entry] >= p.colBegin && matrix->colIdx()[entry] < p.colEnd));
        }
        return std::pair(tiling.partitions.size(), used.size());
    };
    CHECK(partitioned(leaf) == std::pair<std::size_t, std::size_t>{1, 1});
    const auto one = [](const json& node) { return json::array({node}); };
    const json columns = op("COL_DIV", {{"at", json::array({450})}, {"each", leaf}});
    CHECK(partitioned(one(op("ROW_DIV", {{"at", {100, 400}}, {"branches", {leaf, leaf, leaf}}}))) ==
          std::pair<std::size_t, std::size_t>{4, 3});
    CHECK(partitioned(one(op("COL_DIV", {{"at", {300, 301, 600}}, {"each", leaf}}))) ==
          std::pair<std::size_t, std::size_t>{5, 4});
    CHECK(partitioned(one(op("ROW_DIV", {{"at", json::array({350})}, {"branches", {leaf, one(columns)}}}))) ==
          std::pair<std::size_t, std::size_t>{4, 3});
}

TEST_CASE("graph planner: what is wrong with a graph, or does not suit the matrix, is said with its place")
{
    const MatrixPtr matrix = skewedRows();
    const auto leaf = [&](const json& block, const json& pad) {
        return graphText({op("COMPRESS"), block, pad, threadTotal, atomicRed});
    };
    CHECK_THAT(whyNoGraph(*matrix, {{"graph", "{"}}), Catch::Contains("1:2: is not valid JSON"));
    CHECK(whyNoGraph(*matrix, {{"graph", leaf(threadRow, op("BMT_PAD"))}}) ==
          "2 /nodes/2: BMT_PAD needs one of to, size");
    CHECK_THAT(whyNoGraph(*matrix, {{"graph", leaf(threadRow, op("BMT_PAD", {{"to", "branch"}}))}}),
               Catch::StartsWith("2 /nodes/2: stores 411600 places for ") &&
                   Catch::EndsWith("more than 4 times as many"));
    CHECK(whyNoGraph(*matrix, {{"graph", leaf(threadRow, op("BMT_PAD", {{"to", "branch"}}))}, {"padding", 64.0}})
              .empty());
    CHECK(whyNoGraph(*matrix, {{"padding", 64.5}}) == "1 option padding takes 1 to 64, not 64.5");
    SearchRequest request;
    request.planner = "graph";
    CHECK_THROWS_WITH(searchPlan(*matrix, request, noProgress()), "planner graph plans SpMV, not SpMM");
}

TEST_CASE("graph planner: a plan whose nodes are wrong is refused with the place of the node")
{
    const MatrixPtr matrix = skewedRows();
    PlanBlob blob = planToBlob(byGraph(*matrix, json::object()).plan);
    json header = json::parse(blob.json);
    header["formats"][0]["parameters"]["leaf"][0]["rows"] = 9;
    blob.json = header.dump();
    CHECK_THROWS_WITH(planFromBlob(blob, *matrix, "p.json"),
                      "p.json: formats[0].parameters.leaf/0/rows: is 9, not 1 to 4");
}

TEST_CASE(
    "graph planner: tiles that planners of their own make are listed among tiles, not among formats for any non-zeros")
{
    std::vector<std::string> own;
    for (const FormatKind& kind : tileKinds().subspan(formatKinds().size()))
        own.push_back(kind.name);
    CHECK(own == std::vector<std::string>{"graph", "micro"});
    std::set<std::string> letters;
    const MatrixPtr matrix = skewedRows();
    const Plan plan = byGraph(*matrix, json::object()).plan;
    letters.insert(plan.tiling().formats.front()->letter());
    letters.insert(
        makeFormat("micro", {{"axis", "k"}, {"height", 4}, {"width", 1}, {"rows", 4}, {"columns", 8}})->letter());
    for (const FormatKind& kind : formatKinds())
        letters.insert(kind.make(kind.choices(*matrix, std::vector<std::uint32_t>{0, 1}, 2).front())->letter());
    CHECK(letters.size() == tileKinds().size());
    const auto model = makeCostModel(readCalibration("h200"), vectorOp);
    constexpr const char* refused = "graph tiles are made by their planner, all of a plan at once, not by hand";
    CHECK_THROWS_WITH(splitTile(plan, *matrix, *model, 0, noProgress()), refused);
    CHECK_THROWS_WITH(mergeTiles(plan, *matrix, *model, 0, 1, noProgress()), refused);
    CHECK_THROWS_WITH(retypeTile(plan, *matrix, *model, 0, "graph", noProgress()), refused);
    const PlanEdit other = retypeTile(plan, *matrix, *model, 0, "csr", noProgress());
    CHECK(executed(other.plan, *matrix, 3).accepted(vectorOp.dtype));
    CHECK(other.plan.figures.empty()); // the graph is another plan's
}

TEST_CASE("graph planner: a file cannot ask for padding without end, and nothing is laid out to find that out")
{
    // 4,000 rows of one non-zero: 32 tiles, which with 65,536 places a BMT would be 262 million.
    std::mt19937_64 random(5);
    const MatrixPtr matrix = graph::matrixOf(
        4000, 100, [](auto) { return 1; }, random);
    const Plan plan = byGraph(*matrix, json::object()).plan;
    REQUIRE(plan.tiling().tiles.size() == 32);
    const auto withPadding = [&](std::int64_t size) {
        Plan other = plan;
        other.tiling().formats = {
            makeFormat("graph", {{"leaf", {threadRow, op("BMT_PAD", {{"size", size}}), threadTotal, atomicRed}}})};
        return other;
    };
    const auto read = [&](const Plan& written) {
        return planFromBlob(planToBlob(written), *matrix, "p.json").tiling().tiles.front().places;
    };
    CHECK(read(plan) == 128);
    CHECK(read(withPadding(graph::mostPadding)) == 128 * graph::mostPadding);
    CHECK_THROWS_WITH(read(withPadding(graph::mostPadding + 1)),
                      Catch::EndsWith("formats[0]: its tiles would store 260000 places for 4000 non-zeros, more than "
                                      "64 for each"));
    CHECK_THROWS_WITH(read(withPadding(65536)), Catch::Contains("would store 262144000 places for 4000 non-zeros"));
    // One tile that pads more is fine where the others make up for it.
    CHECK(graph::tilePlaces(
              graph::readTileNodes({threadRow, op("BMT_PAD", {{"size", 65536}}), threadTotal, atomicRed}, {}, {}),
              plan.tiling().view(plan.tiling().tiles.front()), *matrix, noProgress()) == 128 * 65536);
}
