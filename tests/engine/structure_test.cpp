// Blocks, profile, and the sentence that says what kind of matrix it is.
#include "engine/io/reader.h"
#include "engine/matrix/patterns.h"
#include "engine/matrix/statistics.h"
#include "tests/support/catch.h"

#include <algorithm>
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
    CHECK_THAT(kindOf(*stencil2d(40)), StartsWith("A mesh, a grid or a road map"));
    CHECK_THAT(kindOf(*banded(512, 64)), StartsWith("A full band"));
    CHECK_THAT(kindOf(*blockPrunedWeights(512, 1024, 32, 0.1, 1)), StartsWith("Blocks: 51 blocks of 32 x 32"));
    CHECK_THAT(kindOf(*prunedWeights(512, 1024, 0.05, 1)), StartsWith("Scattered as if at random"));
    CHECK_THAT(kindOf(*chungLu(4000, 40000, 1)), StartsWith("An undirected graph with hubs"));
    CHECK_THAT(kindOf(*rmat(4096, 60000, 1)), StartsWith("A directed graph with hubs"));
    // A small or an odd matrix is called nothing.
    CHECK(kindOf(*figure1()).empty());
}

TEST_CASE("Real matrices are named for what they are")
{
    using Catch::Matchers::StartsWith;
    const std::string folder = sharedData();
    if (folder.empty())
        skipTest("the shared matrices are not there");
    const auto kind = [&](const char* file) { return kindOf(*readMatrix(folder + "/" + file, noProgress())); };
    CHECK_THAT(kind("cora.mtx"), StartsWith("An undirected graph with hubs"));
    CHECK_THAT(kind("boyd2_kkt.mtx.gz"), StartsWith("A saddle point"));
    CHECK_THAT(kind("web-NotreDame.mtx.gz"), StartsWith("A directed graph with hubs"));
    CHECK_THAT(kind("4elt.mtx.gz"), StartsWith("A mesh, a grid or a road map"));
}
