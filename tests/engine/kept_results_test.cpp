// Where results of rows that several write are kept until the last writer adds them.
#include "engine/plan/graph/kept_results.h"

#include "engine/plan/graph/joined_tiles.h"
#include "engine/plan/graph/results.h"
#include "tests/engine/graph_fixtures.h"
#include "tests/support/catch.h"

using namespace sparsescope;
using namespace sparsescope::graph;

namespace {

// take(stored row, unit) for all results of a branch, in the order of BMTBs and units, as its kernel leaves them.
template <class Take>
void forResults(const Metadata& m, const KeptOfBranch& kept, const Take& take)
{
    const bool ofBlock = m.reductions.block != BlockRed::None;
    const std::vector<RowRange> ranges = ofBlock ? rowsOfGroups(m, m[Array::BmtbBmtOffsets]) : unitsOf(m).rows;
    for (std::size_t u = 0; u < ranges.size(); ++u)
        for (std::int32_t row = ranges[u].first; row >= 0 && row <= ranges[u].last; ++row)
            take(row, ofBlock ? 0 : kept.ranks.empty() ? static_cast<std::int32_t>(u) : kept.ranks[u]);
}

// What is kept of a graph that the matrix takes; how many branches have ranks.
int checkKept(const Applied& done, const Matrix& matrix)
{
    const std::vector<JoinedTiles> joined = joinBranches(done, matrix);
    CHECK(keepsResults(joined) == (done.last() && !joined.empty()));
    const KeptResults kept = keptResults(joined, matrix.rows());
    REQUIRE(kept.branches.size() == joined.size());

    Numbers offsets{0};
    for (std::size_t row = 0; row < done.rowWriters->size(); ++row) {
        const std::int32_t writers = (*done.rowWriters)[row];
        CHECK(kept.rowSlots[row] == (writers > 1 ? static_cast<std::int32_t>(offsets.size()) - 1 : -1));
        if (writers > 1)
            offsets.push_back(offsets.back() + writers);
    }
    CHECK(kept.offsets == offsets);

    int ranked = 0;
    Numbers next(kept.offsets.begin(), kept.offsets.end() - 1);
    for (std::size_t i = 0; i < joined.size(); ++i) {
        const Metadata& m = joined[i].metadata;
        if (!kept.branches[i].ranks.empty()) {
            ++ranked;
            CHECK(m.reductions.warp == WarpRed::None);
            CHECK(m.reductions.block == BlockRed::None);
        }
        forResults(m, kept.branches[i], [&](std::int32_t stored, std::int32_t unit) {
            const std::int32_t slot = kept.rowSlots[at(m[Array::OriginRows][at(stored)])];
            if (slot >= 0)
                CHECK(kept.branches[i].slots[at(stored)] + unit == next[at(slot)]++);
        });
    }
    CHECK(std::equal(next.begin(), next.end(), kept.offsets.begin() + 1));
    return ranked;
}

} // namespace

TEST_CASE("results of a row with several writers stand together in the scratch, in the order of branches and BMTBs")
{
    int graphs = 0;
    forRandomGraphs(40, 1, [&](const Matrix& matrix, const Graph&, const Applied& done, std::uint64_t) {
        checkKept(done, matrix);
        graphs += keptResults(joinBranches(done, matrix), matrix.rows()).offsets.size() > 1 ? 1 : 0;
    });
    CHECK(graphs > 10);
}

TEST_CASE("BMTs of padding between those of a row leave no gap in the scratch")
{
    std::mt19937_64 random(3);
    const MatrixPtr matrix = matrixOf(
        60, 200, [](std::int64_t r) { return 1 + 13 * r % 100; }, random);
    for (const char* block : {"BMW_COL_BLOCK", "BMW_ROW_BLOCK"}) {
        const bool pieces = block == std::string("BMW_COL_BLOCK");
        const Graph graph = graphOf({op("COMPRESS"), op(block, {{pieces ? "nnz" : "rows", pieces ? 32 : 2}}),
                                     op("BMT_COL_BLOCK", {{"nnz", 4}}), op("BMW_PAD", {{"bmts", 3}}),
                                     op("THREAD_TOTAL_RED"), op("GMEM_ATOM_RED", {{"how", "last"}})});
        const Applied done = applyGraph(graph, *matrix, {.padding = 16}, Keep::LastState, noProgress());
        CHECK(checkKept(done, *matrix) == (pieces ? 1 : 0)); // whole rows of a BMW are not apart
    }
}
