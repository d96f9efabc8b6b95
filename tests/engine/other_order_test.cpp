// Searches in another order than the file's: their plans are those of the permuted matrix, named as in the file.
#include "engine/core/parallel.h"
#include "engine/matrix/orderings.h"
#include "engine/plan/plan_file.h"
#include "engine/search/request.h"
#include "tests/engine/bucket_fixtures.h"

#include <algorithm>
#include <set>

using namespace sparsescope;

namespace {

const std::vector<std::string> others = {"rows", "columns", "both", "rcm"};

std::vector<std::uint32_t> sortedEntries(const TileView& tile)
{
    std::vector<std::uint32_t> entries(tile.entries.begin(), tile.entries.end());
    std::sort(entries.begin(), entries.end());
    return entries;
}

template <class T>
std::vector<T> listed(std::span<const T> ids)
{
    return {ids.begin(), ids.end()};
}

// One plan in two orders: `moved` lies in the permuted matrix as `found`, of that matrix, does.
void checkSame(const Plan& moved, const Plan& found)
{
    CHECK(moved.matrix == found.matrix);
    CHECK(moved.densePart == found.densePart);
    CHECK(moved.predictedNs == found.predictedNs);
    REQUIRE(moved.tiling().tiles.size() == found.tiling().tiles.size());
    for (std::size_t t = 0; t < found.tiling().tiles.size(); ++t) {
        const Tile &a = moved.tiling().tiles[t], &b = found.tiling().tiles[t];
        REQUIRE(moved.tiling().formatOf(a).label() == found.tiling().formatOf(b).label());
        REQUIRE(a.cost == b.cost);
        REQUIRE(listed(moved.tiling().view(a).rowIds) == listed(found.tiling().view(b).rowIds));
        REQUIRE(listed(moved.tiling().view(a).colIds) == listed(found.tiling().view(b).colIds));
        REQUIRE(sortedEntries(moved.tiling().view(a)) == sortedEntries(found.tiling().view(b)));
    }
}

// Keeps the last copy of every search, and compares it with what is told of.
struct Watcher : Trace {
    std::optional<PartialPlans> copies;
    std::shared_ptr<const PartialPlan> last;
    const Matrix* matrix = nullptr;
    int seen = 0;

    void begins(const TraceSearch& search) override
    {
        Trace::begins(search);
        CHECK(search.header.matrix == matrix->fingerprint());
        copies.emplace(search.header);
    }
    void chosen(const TilesSoFar& tiles) override
    {
        last.reset();
        last = copies->take(tiles);
        ++seen;
        std::vector<std::uint32_t> owners(last->owners.size(), PartialPlan::noOwner);
        for (std::size_t t = 0; t < last->plan.tiling().tiles.size(); ++t) {
            const TileView view = last->plan.tiling().view(last->plan.tiling().tiles[t]);
            const std::set<std::int32_t> rows(view.rowIds.begin(), view.rowIds.end());
            for (const std::uint32_t entry : view.entries) {
                REQUIRE(rows.contains(static_cast<std::int32_t>(matrix->rowOf(Entry::position(entry)))));
                if (!Entry::redundant(entry))
                    owners[entry] = static_cast<std::uint32_t>(t);
            }
        }
        REQUIRE(owners == last->owners);
        REQUIRE(std::ssize(owners) - std::count(owners.begin(), owners.end(), PartialPlan::noOwner) == last->covered);
    }
};

} // namespace

TEST_CASE("a plan in another order is that of the permuted matrix, a valid one of the file's, and its product is right",
          "[slow]")
{
    const std::vector<MatrixPtr> matrices = {rmat(256, 4000, 3), randomUniform(90, 160, 0.06, 4), crossing(256, 2),
                                             matrixFromCoordinates(5, 5, {}, "empty"), randomUniform(1, 60, 0.5, 5)};
    int compared = 0;
    std::uint64_t seed = 0;
    for (const Planner* p : planners()) {
        if (!p->whyNoOrder().empty())
            continue;
        for (const OperatorKind kind : operatorKinds()) {
            const Operator op{kind, DataType::Float32, kind == OperatorKind::SpMV ? 1 : 64};
            if (!p->plans(op.definition()))
                continue;
            const auto model = makeCostModel(readCalibration("h200"), op);
            const MatrixPtr& matrix = matrices[++seed % matrices.size()];
            for (const std::string& order : others) {
                INFO(p->name() << " " << label(kind) << " " << matrix->source().name << " " << order);
                const auto search = [&](const Matrix& of, const json& options) {
                    Searched s;
                    s.plan = p->search(of, op, ModelEvaluator(*model), options, s.trace, noProgress());
                    return s;
                };
                if (order == "rcm" && matrix->rows() != matrix->cols()) {
                    CHECK_THROWS_WITH(search(*matrix, {{"order", order}}), Catch::Contains("square"));
                    continue;
                }
                try {
                    search(*matrix, json::object());
                } catch (const Error&) {
                    CHECK_THROWS_AS(search(*matrix, {{"order", order}}), Error); // nor has it a plan in the file's
                    continue;
                }
                const Searched found = search(*matrix, {{"order", order}});
                CHECK(found.plan.options.at("order") == order);
                REQUIRE(refusal(found.plan, *matrix).empty());
                if (matrix->nnz() > 0 && matrix->rows() > 1) // a single sum may be far smaller than what it adds up
                    CHECK(executed(found.plan, *matrix, seed).accepted(op.dtype));
                const LineOrder lines = makeOrder(parseMatrixOrder(order), *matrix, nullptr, noProgress());
                const PermutedMatrix moved = permuted(*matrix, lines, noProgress());
                if (p->name() == "cell" || p->name() == "fastest")
                    continue; // of the permuted matrix they may take blocks on its grid
                checkSame(permutedPlan(found.plan, lines, moved), search(*moved.matrix, json::object()).plan);
                ++compared;
            }
        }
    }
    CHECK(compared > 60);
}

TEST_CASE("a format of neighbouring rows or columns refuses another order by its name, and so do rules")
{
    const MatrixPtr matrix = crossing(256, 2);
    SearchRequest request;
    std::set<std::string> refused;
    for (const Planner* p : planners()) {
        request.planner = p->name();
        request.options = {{"order", "rows"}};
        for (const OperatorKind kind : {OperatorKind::RGMS, OperatorKind::SpMV, OperatorKind::SpMM})
            if (p->plans(definitionOf(kind)))
                request.op = changed(spmm(DataType::Float16, 32), kind);
        try {
            searchPlan(*matrix, request, noProgress());
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Usage);
            CHECK_THAT(e.reason(), Catch::Contains("plan") && Catch::Contains("order alone"));
            refused.insert(p->name());
        }
    }
    CHECK(refused == std::set<std::string>{"rules", "graph", "alphasparse", "sparda", "fixed:bsr", "fixed:dbsr",
                                           "fixed:bell", "fixed:dense", "fixed:dia", "fixed:srbcrs", "forest"});
    request.planner = "stile";
    request.op = spmm(DataType::Float16, 32);
    request.options = {{"order", "tiles"}};
    CHECK_THROWS_WITH(searchPlan(*matrix, request, noProgress()),
                      Catch::Contains("option order takes file, rows, columns, both, rcm, not \"tiles\""));
}

TEST_CASE("who watches a search in another order sees tiles, and reads of rows, as the file names them")
{
    const Operator op = spmm(DataType::Float16, 32);
    const Calibration calibration = readCalibration("h200");
    const auto model = makeCostModel(calibration, op);
    std::size_t withdrawn = 0, lost = 0;
    for (const MatrixPtr& matrix : {rmat(512, 9000, 1), chungLu(512, 20000, 1), strided(200)})
        for (const std::string name : {"stile", "hyb"}) {
            INFO(name << " " << matrix->source().name);
            const LineOrder lines = makeOrder(MatrixOrder::Both, *matrix, nullptr, noProgress());
            const json own =
                name == "stile" ? json{{"compete", false}, {"dense-split", "32"}} : json{{"dense-split", "32"}};
            Watcher watcher;
            watcher.matrix = matrix.get();
            const Plan plan = planner(name).search(*matrix, op, ModelEvaluator(*model), with(own, {{"order", "both"}}),
                                                   watcher, noProgress());
            CHECK(watcher.seen > 0);
            REQUIRE(watcher.last);
            CHECK(watcher.last->covered == matrix->nnz());
            const Searched there =
                searchedBy(name, *permuted(*matrix, lines, noProgress()).matrix, op, own, calibration);
            REQUIRE(watcher.rounds.size() == there.trace.rounds.size());
            for (std::size_t r = 0; r < watcher.rounds.size(); ++r) {
                const TraceRound &a = watcher.rounds[r], &b = there.trace.rounds[r];
                REQUIRE(a.withdrawn.size() == b.withdrawn.size());
                REQUIRE(a.lost.size() == b.lost.size());
                for (std::size_t i = 0; i < a.withdrawn.size(); ++i, ++withdrawn)
                    for (std::size_t k = 0; k < a.withdrawn[i].rows.size(); ++k)
                        REQUIRE(a.withdrawn[i].rows[k] == lines.row(b.withdrawn[i].rows[k]));
                for (std::size_t i = 0; i < a.lost.size(); ++i, ++lost)
                    REQUIRE(a.lost[i].firstRow == lines.row(b.lost[i].firstRow));
            }
        }
    CHECK(withdrawn > 0); // the cases are there
    CHECK(lost > 0);
}

TEST_CASE("the same bytes at any number of threads, in another order too, and from the file that holds the plan")
{
    const MatrixPtr matrix = rmat(1024, 20000, 7);
    SearchRequest request;
    request.op = spmm(DataType::Float16, 32);
    request.options = {{"order", "rcm"}, {"dense-split", "32"}};
    std::vector<PlanBlob> blobs;
    for (const int threads : {1, 3})
        withThreads(threads, [&] { blobs.push_back(planToBlob(searchPlan(*matrix, request, noProgress()).plan)); });
    CHECK(blobs[0].json == blobs[1].json);
    CHECK((blobs[0].arrays == blobs[1].arrays));
    const Plan read = planFromBlob(blobs[0], *matrix, "p");
    CHECK(orderAsked(read.options) == MatrixOrder::ReverseCuthillMcKee);
    CHECK(planToBlob(read).json == blobs[0].json);
}
