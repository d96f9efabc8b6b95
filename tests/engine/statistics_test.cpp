// Statistics of a matrix against plain counting, and the sentence that they make.
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/io/reader.h"
#include "engine/matrix/patterns.h"
#include "engine/matrix/statistics.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <set>

using namespace sparsescope;

namespace {

void checkLengths(const LengthStatistics& s, std::vector<std::int64_t> lengths)
{
    std::sort(lengths.begin(), lengths.end());
    const std::size_t n = lengths.size();
    const auto nnz = std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0});
    CHECK(s.shortest == lengths.front());
    CHECK(s.longest == lengths.back());
    CHECK(s.mean == Approx(static_cast<double>(nnz) / static_cast<double>(n)));
    CHECK(s.median == Approx(static_cast<double>(lengths[(n - 1) / 2] + lengths[n / 2]) / 2));
    CHECK(s.empty == std::count(lengths.begin(), lengths.end(), 0));
    const auto top = static_cast<std::ptrdiff_t>((n + 99) / 100);
    CHECK(s.topShare ==
          Approx(static_cast<double>(std::accumulate(lengths.end() - top, lengths.end(), std::int64_t{0})) /
                 static_cast<double>(nnz)));
    std::vector<std::int64_t> histogram;
    for (const std::int64_t length : lengths) {
        std::size_t bin = 0;
        while (length >= std::int64_t{1} << bin)
            ++bin;
        histogram.resize(std::max(histogram.size(), bin + 1));
        ++histogram[bin];
    }
    CHECK(s.histogram == histogram);
}

std::string summaryOf(const Matrix& m)
{
    return computeStatistics(m, noProgress()).summary;
}

} // namespace

TEST_CASE("Statistics equal plain counting on random matrices, for any number of threads")
{
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        INFO("seed " << seed);
        std::mt19937_64 random(seed);
        const auto n = static_cast<std::int64_t>(1 + random() % 300);
        const std::int64_t cols = seed % 2 ? n : static_cast<std::int64_t>(1 + random() % 300);
        const MatrixPtr m = randomUniform(n, cols, 0.03 + 0.01 * static_cast<double>(seed), seed);
        REQUIRE(m->nnz() > 0);
        std::vector<std::int64_t> rows(static_cast<std::size_t>(n));
        std::vector<std::int64_t> columns(static_cast<std::size_t>(cols));
        std::set<std::pair<std::int64_t, std::int64_t>> places;
        std::int64_t bandwidth = 0;
        std::int64_t diagonal = 0;
        for (std::int64_t r = 0; r < n; ++r)
            for (const std::int32_t c : m->row(r)) {
                ++rows[static_cast<std::size_t>(r)];
                ++columns[static_cast<std::size_t>(c)];
                places.insert({r, c});
                bandwidth = std::max(bandwidth, std::abs(r - c));
                diagonal += r == c ? 1 : 0;
            }
        const auto mirrored = std::count_if(places.begin(), places.end(), [&](const auto& p) {
            return p.first != p.second && places.contains({p.second, p.first});
        });
        MatrixStatistics s;
        withThreads(1, [&] { s = computeStatistics(*m, noProgress()); });
        checkLengths(s.rows, rows);
        checkLengths(s.cols, columns);
        CHECK(s.density == Approx(static_cast<double>(m->nnz()) / static_cast<double>(n * cols)));
        CHECK(s.bandwidth == bandwidth);
        CHECK(s.diagonal == diagonal);
        const std::int64_t beside = m->nnz() - diagonal;
        CHECK(s.structuralSymmetry == Approx(n != cols ? 0
                                             : beside == 0
                                                 ? 1
                                                 : static_cast<double>(mirrored) / static_cast<double>(beside)));
        withThreads(3, [&] { CHECK(toJson(computeStatistics(*m, noProgress())) == toJson(s)); });
    }
}

TEST_CASE("The summary says in words what kind of matrix it is")
{
    CHECK(summaryOf(*matrixFromCoordinates(0, 5, {}, "none")) == "Without places: 0 x 5.");
    CHECK(summaryOf(*matrixFromCoordinates(3, 4, {}, "empty")) == "Empty: 3 x 4 without a non-zero.");
    CHECK(summaryOf(*matrixFromCoordinates(2, 2, {{0, 0}, {1, 1}}, "eye")) ==
          "Square, diagonal, 50 % dense, every row holds 1 non-zero.");
    CHECK(summaryOf(*randomUniform(30, 20, 1.0, 1)) == "Tall (30 x 20), fully dense.");
    CHECK(summaryOf(*matrixFromCoordinates(2, 9, {{1, 3}}, "wide")) ==
          "Wide (2 x 9), even rows of 0 to 1 non-zeros. 50 % of the rows are empty.");
    std::vector<std::pair<std::int32_t, std::int32_t>> band;
    for (std::int32_t i = 0; i < 100; ++i)
        for (std::int32_t d = -1; d <= 1; ++d)
            if (i + d >= 0 && i + d < 100)
                band.emplace_back(i, i + d);
    CHECK(summaryOf(*matrixFromCoordinates(100, 100, band, "band")) ==
          "Square, structurally symmetric, banded (at most 1 off the diagonal), even rows of 2 to 3 non-zeros.");
    const std::string graph = summaryOf(*rmat(1 << 14, 1 << 17, 1));
    INFO(graph);
    CHECK(graph.find("heavy-tailed rows: the longest 1 % hold ") != std::string::npos);
    CHECK(graph.find("of the rows are empty") != std::string::npos);
}

TEST_CASE("Bandwidth and diagonal agree with the published ones of a real matrix")
{
    const std::string folder = sharedData();
    if (folder.empty())
        skipTest("the shared matrices are not there");
    const MatrixStatistics s =
        computeStatistics(*readMatrix(folder + "/cvxqp3_kkt.mtx.gz", noProgress()), noProgress());
    CHECK(s.bandwidth == 15996);
    CHECK(s.diagonal == 10000);
    CHECK(s.structuralSymmetry == 1);
    const MatrixStatistics zeros =
        computeStatistics(*readMatrix(folder + "/zenios.mtx.gz", noProgress()), noProgress());
    CHECK(zeros.explicitZeros == 25877);
}

TEST_CASE("Counting stops when it is cancelled")
{
    Progress progress;
    progress.cancel();
    try {
        computeStatistics(*figure1(), progress);
        FAIL("went on");
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Cancelled);
    }
}

TEST_CASE("Short rows and columns are counted length by length, long ones in powers of two")
{
    // Every node of a grid with its neighbours, itself among them: 3 to 5.
    const LengthBins mesh = lengthBins(computeStatistics(*stencil2d(4), noProgress()));
    CHECK(mesh.from == std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6});
    CHECK(mesh.rows == std::vector<std::int64_t>{0, 0, 0, 4, 8, 4});
    CHECK(mesh.cols == mesh.rows);
    const MatrixStatistics wide = computeStatistics(*randomUniform(2, 40, 1, 1), noProgress());
    const LengthBins bins = lengthBins(wide);
    CHECK(bins.from == std::vector<std::int64_t>{0, 1, 2, 4, 8, 16, 32, 64});
    CHECK(bins.rows == std::vector<std::int64_t>{0, 0, 0, 0, 0, 0, 2});
    CHECK(bins.cols == std::vector<std::int64_t>{0, 0, 40, 0, 0, 0, 0});
}
