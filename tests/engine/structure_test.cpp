// Blocks, profile, and the sentence that says what kind of matrix it is.
#include "engine/core/at.h"
#include "engine/io/reader.h"
#include "engine/matrix/orderings.h"
#include "engine/matrix/patterns.h"
#include "engine/matrix/permuted.h"
#include "engine/matrix/statistics.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <limits>
#include <set>

using namespace sparsescope;

namespace {

MatrixStatistics statisticsOf(const Matrix& m)
{
    return computeStatistics(m, noProgress());
}

std::string kindOf(const Matrix& m)
{
    return statisticsOf(m).kind;
}

} // namespace

TEST_CASE("Block densities are those of plain counting, for blocks at the ends too")
{
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        INFO("seed " << seed);
        const std::int64_t rows = 97 + static_cast<std::int64_t>(seed) * 13;
        const std::int64_t cols = 150 - static_cast<std::int64_t>(seed) * 9;
        const MatrixPtr m = randomUniform(rows, cols, 0.02, seed);
        const std::vector<BlockDensity> found = blockDensities(*m, noProgress());
        REQUIRE(found.size() == 5);
        for (const BlockDensity& b : found) {
            std::set<std::pair<std::int64_t, std::int64_t>> blocks;
            for (std::int64_t r = 0; r < rows; ++r)
                for (const std::int32_t c : m->row(r))
                    blocks.insert({r / b.size, c / b.size});
            std::int64_t places = 0;
            for (const auto& [i, j] : blocks)
                places += std::min(b.size, rows - i * b.size) * std::min(b.size, cols - j * b.size);
            CHECK(b.blocks == static_cast<std::int64_t>(blocks.size()));
            CHECK(b.filled == Approx(static_cast<double>(m->nnz()) / static_cast<double>(places)));
        }
    }
}

TEST_CASE("Profile, triangles and the corner of zeros are counted")
{
    // x . . .
    // x x . x
    // . . . .
    // . x . .
    const Matrix m(4, 4, {0, 1, 4, 4, 5}, {0, 0, 1, 3, 1}, {}, MatrixSource{});
    const MatrixStatistics s = statisticsOf(m);
    CHECK(s.profile == 1 + 2);
    CHECK(s.below == 2);
    CHECK(s.above == 1);
    CHECK(s.zeroCorner == 2);
}

TEST_CASE("What kind of matrix it is, where the numbers say so")
{
    using Catch::Matchers::StartsWith;
    std::vector<std::pair<std::int32_t, std::int32_t>> ring; // of 120 vertices, numbered as they come
    for (std::int32_t i = 0; i < 120; ++i)
        for (const std::int32_t other : {i * 7 + 7, i * 7 - 7})
            ring.emplace_back(i * 7 % 120, (other + 840) % 120);
    CHECK(kindOf(*matrixFromCoordinates(120, 120, ring, "ring")) ==
          "Few neighbours each and no hubs: structurally symmetric, 2 non-zeros in every row.");
    CHECK_THAT(kindOf(*stencil2d(40)), StartsWith("Few neighbours each and no hubs: structurally symmetric, 3 to 5"));
    CHECK_THAT(kindOf(*banded(512, 64)), StartsWith("A full band"));
    CHECK_THAT(kindOf(*blockPrunedWeights(512, 1024, 32, 0.1, 1)), StartsWith("Blocks: 51 blocks of 32 x 32"));
    CHECK_THAT(kindOf(*prunedWeights(512, 1024, 0.05, 1)), StartsWith("Scattered as if at random"));
    CHECK_THAT(kindOf(*chungLu(4000, 40000, 1)),
               StartsWith("Hubs, structurally symmetric: half of the non-zeros lie in "));
    CHECK_THAT(kindOf(*rmat(4096, 60000, 1)), StartsWith("Hubs: half of the non-zeros lie in "));
    // A small or an odd matrix is called nothing.
    CHECK(kindOf(*figure1()).empty());
}

TEST_CASE("A sentence on a matrix names what is seen and no application; another order of it tells the same of a zero "
          "block")
{
    using Catch::Matchers::StartsWith;
    // H and A of a saddle point [H A^T; A 0]: 60 and 30 rows.
    const auto saddle = [](const std::vector<double>& diagonal, bool couple) {
        std::vector<std::pair<std::int32_t, std::int32_t>> places;
        for (std::int32_t i = 0; i < 60; ++i)
            places.emplace_back(i, i);
        for (std::int32_t k = 0; k < 30; ++k)
            for (const std::int32_t i : {2 * k, 2 * k + 1, (7 * k + 3) % 60}) {
                places.emplace_back(60 + k, i);
                places.emplace_back(i, 60 + k);
            }
        if (couple) {
            places.emplace_back(60, 61);
            places.emplace_back(61, 60);
        }
        const MatrixPtr pattern = matrixFromCoordinates(90, 90, places, "saddle");
        if (diagonal.empty())
            return pattern;
        std::vector<double> values(static_cast<std::size_t>(pattern->nnz()), -0.5);
        for (std::int64_t r = 0; r < 60; ++r)
            for (std::int64_t p = pattern->rowPtr()[at(r)]; p < pattern->rowPtr()[at(r + 1)]; ++p)
                if (pattern->colIdx()[at(p)] == r)
                    values[at(p)] = diagonal[at(r) % diagonal.size()];
        return std::make_shared<const Matrix>(90, 90, std::vector(pattern->rowPtr().begin(), pattern->rowPtr().end()),
                                              std::vector(pattern->colIdx().begin(), pattern->colIdx().end()),
                                              std::move(values), MatrixSource{});
    };
    const std::string said = "Symmetric with a block of zeros, as saddle point (KKT) systems have: 30 of 90 rows";
    const std::string alone = "Symmetric with a block of zeros: 30 of 90 rows have no diagonal element";
    CHECK_THAT(kindOf(*saddle({3, 1}, false)), StartsWith(said));
    CHECK_THAT(kindOf(*saddle({-2}, false)), StartsWith(said));
    CHECK_THAT(kindOf(*saddle({3, -1}, false)), StartsWith(alone));        // an indefinite leading block
    CHECK_THAT(kindOf(*saddle({}, false)), StartsWith(alone));             // a pattern does not tell
    CHECK_THAT(kindOf(*saddle({3}, true)), !StartsWith("Symmetric with")); // something lies in the corner
    const MatrixPtr matrix = saddle({3, 1}, false);
    const std::vector<std::int32_t> lines = reverseCuthillMcKee(*matrix, noProgress());
    CHECK_THAT(kindOf(*permuted(*matrix, lineOrder(lines, lines), noProgress()).matrix), StartsWith(said));

    for (const char* word : {"web", "social", "citation", "attention", "pruned", "road"})
        for (const MatrixPtr& m : {banded(512, 64), prunedWeights(512, 1024, 0.05, 1), chungLu(4000, 40000, 1),
                                   rmat(4096, 60000, 1), stencil2d(40), blockPrunedWeights(512, 1024, 32, 0.1, 1)})
            CHECK_THAT(kindOf(*m), !Catch::Contains(word));
}

TEST_CASE("Half of the non-zeros lie in as few lines as counting from the longest one says")
{
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const MatrixPtr m = seed % 2 != 0 ? rmat(512, 4000, seed) : randomUniform(211, 97, 0.05, seed);
        std::vector<std::int32_t> lengths = rowLengths(*m);
        std::sort(lengths.rbegin(), lengths.rend());
        std::int64_t held = 0, lines = 0;
        for (; 2 * held < m->nnz(); ++lines)
            held += lengths[at(lines)];
        CHECK(statisticsOf(*m).rows.halfShare == Approx(static_cast<double>(lines) / static_cast<double>(m->rows())));
    }
}

TEST_CASE("Neighbours, values and rows without a diagonal are counted")
{
    // 1 2 . -3
    // 0 5 . .
    // . . . 7
    // . 4 . .
    const Matrix m(4, 4, {0, 3, 5, 6, 7}, {0, 1, 3, 0, 1, 3, 1}, {1, 2, -3, 0, 5, 7, 4}, MatrixSource{});
    const MatrixStatistics s = statisticsOf(m);
    CHECK(s.inRow == 2);
    CHECK(s.inColumn == 2);
    CHECK(s.rowsWithoutDiagonal == 2);
    CHECK(s.amongThese == 1);
    CHECK(s.values.least == -3);
    CHECK(s.values.most == 7);
    CHECK(s.values.smallest == 1);
    CHECK(s.values.negative == 1);
    CHECK(s.values.zero == 1);
    CHECK(s.values.positive == 5);
    CHECK(s.explicitZeros == 1);
    const double none = std::numeric_limits<double>::quiet_NaN();
    const Matrix odd(1, 3, {0, 3}, {0, 1, 2}, {none, std::numeric_limits<double>::infinity(), -2}, MatrixSource{});
    CHECK(statisticsOf(odd).values.notFinite == 2);
    CHECK(statisticsOf(odd).values.most == -2);
    CHECK(statisticsOf(*matrixFromCoordinates(2, 2, {{0, 1}}, "pattern")).values.count() == 0);
    CHECK(statisticsOf(*stencil2d(4)).values.least == -1);
}

TEST_CASE("Real matrices are named for what they are")
{
    using Catch::Matchers::StartsWith;
    const std::string folder = sharedData();
    if (folder.empty())
        skipTest("the shared matrices are not there");
    const auto kind = [&](const char* file) { return kindOf(*readMatrix(folder + "/" + file, noProgress())); };
    CHECK_THAT(kind("cora.mtx"), StartsWith("Hubs, structurally symmetric: "));
    CHECK_THAT(kind("ego-Facebook.mtx.gz"), StartsWith("Hubs, structurally symmetric: "));
    CHECK_THAT(kind("cvxqp3_kkt.mtx.gz"), StartsWith("Symmetric with a block of zeros, as saddle point"));
    CHECK_THAT(kind("LFAT5_hypersparse.mtx"), !StartsWith("Hubs"));
    CHECK_THAT(kind("boyd2_kkt.mtx.gz"), StartsWith("Symmetric with a block of zeros: 186,531 of 466,316"));
    CHECK_THAT(kind("web-NotreDame.mtx.gz"), StartsWith("Hubs: "));
    CHECK_THAT(kind("4elt.mtx.gz"), StartsWith("Few neighbours each and no hubs"));
}
