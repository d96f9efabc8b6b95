// Matrices of slices: files that hold them, graphs with typed edges, convolutions over voxels.
#include "engine/io/gzip.h"
#include "engine/io/writer.h"
#include "engine/matrix/patterns.h"
#include "engine/matrix/patterns/kinds.h"
#include "engine/matrix/slices.h"
#include "engine/matrix/statistics.h"
#include "engine/plan/matrix_order.h"
#include "engine/search/buckets.h"
#include "engine/session/session.h"
#include "tests/engine/io_fixtures.h"

#include <algorithm>
#include <set>

using namespace sparsescope;
using nlohmann::json;

namespace {

const std::string slicedBanner = "%%MatrixMarket matrix coordinate pattern general\n";

// The share of the places of hyb(1, k), slice by slice, that hold nothing.
double paddingOfHyb(const Matrix& matrix, int k)
{
    std::int64_t stored = 0;
    for (std::int64_t r = 0; r < matrix.rows(); ++r) {
        const auto columns = matrix.row(r);
        for (auto c = columns.begin(); c != columns.end();) {
            const std::int64_t slice = *c / matrix.sliceCols();
            const auto end =
                std::find_if(c, columns.end(), [&](auto other) { return other / matrix.sliceCols() != slice; });
            const BucketPlace place = bucketPlace(end - c, std::int64_t{1} << k);
            stored += place.pieces << place.bucket;
            c = end;
        }
    }
    return 1 - static_cast<double>(matrix.nnz()) / static_cast<double>(stored);
}

} // namespace

TEST_CASE("slices: the same matrix comes from each kind of file, and has a fingerprint of its own")
{
    const std::string body = "2 6 4\n1 2\n1 4\n2 1\n2 6\n";
    const MatrixPtr m = readBytes("a.mtx", slicedBanner + "% slices 3\n" + body);
    CHECK(m->slices() == 3);
    CHECK(m->sliceCols() == 2);
    const MatrixPtr flat = readBytes("flat.mtx", slicedBanner + body);
    CHECK(flat->slices() == 1);
    CHECK(flat->fingerprint() != m->fingerprint());
    CHECK(readBytes("words.mtx", slicedBanner + "% slices 3 of them\n" + body)->slices() == 1);
    const MatrixPtr tensor = readBytes("a.tns", "# slice row column\n1 1 2\n2 1 2\n\n1 2 1 # the last\n3 2 2\n");
    CHECK(tensor->fingerprint() == m->fingerprint());
    CHECK(readBytes("a.tns.gz", deflateGzip("1 1 2\n2 1 2\n1 2 1\n3 2 2"))->fingerprint() == m->fingerprint());
    const TemporaryFolder folder;
    for (const char* name : {"again.mtx", "again.mtx.gz", "again.npz"}) {
        writeMatrix(*m, folder / name, "by a test", noProgress());
        CHECK(readMatrix(folder / name, noProgress())->fingerprint() == m->fingerprint());
    }
}

TEST_CASE("slices: a tensor's values are kept, what comes twice is summed")
{
    const MatrixPtr m = readBytes("a.tns", "2 1 1 0.5\n1 2 1 -3e2\n2 1 1 1.5\n");
    CHECK(m->slices() == 2);
    CHECK(denseOf(*m) == std::vector<double>{0, 2, -300, 0});
    CHECK(m->source().duplicates == 1);
    CHECK(m->source().format == "FROSTT tensor");
}

TEST_CASE("slices: files whose slices do not fit are refused with the line")
{
    const auto refused = [](const std::string& name, const std::string& text, std::int64_t line,
                            const std::string& reason) {
        const Error e = readingFails(name, text);
        INFO(text << e.what());
        CHECK(e.kind() == ErrorKind::Input);
        CHECK(e.where().line == line);
        CHECK(contains(e.reason(), reason));
    };
    for (const char* number : {"4", "0", "7"})
        refused("a.mtx", slicedBanner + "% slices " + number + "\n2 6 1\n1 1\n", 2, "which have to be a multiple");
    refused("a.mtx", slicedBanner + "% slices -3\n2 6 1\n1 1\n", 2, "must not be negative");
    refused("a.mtx", slicedBanner + "% slices three\n2 6 1\n1 1\n", 2, "is not a number of slices");
    refused("a.tns", "# nothing\n", 1, "holds no entry");
    refused("a.tns", "1 1 1\n1 0 1\n", 2, "row \"0\" is not a whole number from 1 to 2147483647");
    refused("a.tns", "1 1 1\n1 1 -1\n", 2, "column \"-1\" is not");
    refused("a.tns", "2147483648 1 1\n", 1, "slice \"2147483648\" is not");
    refused("a.tns", "1 1 1 2\n1 2 1\n", 2, "has 3 words where the first entry has 4");
    refused("a.tns", "1 1\n", 1, "has 2 words where three or four are expected");
    refused("a.tns", "1 1 1 1 5\n", 1, "tensors of other than three modes");
    refused("a.tns", "1 1 1 0x3\n", 1, "value \"0x3\" is not a number");
    refused("a.tns", "2147483647 1 1\n", 0, "2147483647 slices: at most 65536 can be read");
    refused("a.mtx", slicedBanner + "% slices 2147483647\n1 2147483647 1\n1 1\n", 2, "at most 65536 can be read");
    refused("a.tns", "65536 1 1\n1 1 65536\n", 0, "65536 slices of 65536 columns are 4294967296 side by side");
    refused("a.tns", "1 200000000 1\n", 0, "leave out the empty rows");
}

TEST_CASE("slices: rows alone are put in another order")
{
    const MatrixPtr m = typedGraph({.nodes = 50, .edges = 400, .relations = 3});
    const LineOrder rows = makeOrder(MatrixOrder::Rows, *m, nullptr, noProgress());
    CHECK(permuted(*m, rows, noProgress()).matrix->slices() == 3);
    for (const MatrixOrder order : {MatrixOrder::Columns, MatrixOrder::Both, MatrixOrder::ReverseCuthillMcKee})
        CHECK_THROWS_AS(makeOrder(order, *m, nullptr, noProgress()), Error);
}

TEST_CASE("slices: each is a matrix of its own, and together they hold every non-zero")
{
    const MatrixPtr m = readBytes("a.tns", "1 1 2 5\n2 1 2 6\n1 2 1 7\n3 2 2 8\n");
    CHECK(denseOf(*sliceOf(*m, 0, noProgress())) == std::vector<double>{0, 5, 7, 0});
    CHECK(denseOf(*sliceOf(*m, 1, noProgress())) == std::vector<double>{0, 6, 0, 0});
    CHECK(denseOf(*sliceOf(*m, 2, noProgress())) == std::vector<double>{0, 0, 0, 8});
    CHECK(sliceOf(*m, 2, noProgress())->source().name == "a.tns, slice 2");
    CHECK_THROWS_WITH(sliceOf(*m, 3, noProgress()), Catch::Contains("there is no slice 3: a.tns has 3"));
    CHECK_THROWS_WITH(sliceOf(*stencil2d(3), 0, noProgress()), Catch::Contains("is one matrix, not of several slices"));
}

TEST_CASE("slices: their sum has each place once, with the sum of its values")
{
    const MatrixPtr m = readBytes("a.tns", "1 1 2 5\n2 1 2 6\n1 2 1 7\n3 2 2 8\n");
    const MatrixPtr sum = sumOfSlices(*m, noProgress());
    CHECK(denseOf(*sum) == std::vector<double>{0, 11, 7, 8});
    CHECK(sum->nnz() == 3);
    CHECK(sum->slices() == 1);
    CHECK(sum->source().name == "a.tns, sum of slices");
    const MatrixPtr pattern = typedGraph({.nodes = 50, .edges = 400, .relations = 3});
    CHECK(!sumOfSlices(*pattern, noProgress())->hasValues());
    CHECK_THROWS_WITH(sumOfSlices(*stencil2d(3), noProgress()),
                      Catch::Contains("is one matrix, not of several slices"));
}

TEST_CASE("slices: a session keeps them")
{
    const TemporaryFolder folder;
    session::Session kept;
    kept.matrix = typedGraph({.nodes = 50, .edges = 400, .relations = 3});
    session::writeSession(kept, folder / "s.sscope");
    const MatrixPtr again = session::readSession(folder / "s.sscope", noProgress()).matrix;
    CHECK(again->slices() == 3);
    CHECK(again->fingerprint() == kept.matrix->fingerprint());
}

TEST_CASE("slices: a graph with typed edges has exactly the edges asked for, in pairs of relations that are inverses")
{
    const TypedGraph asked{.nodes = 700, .edges = 9'001, .relations = 9, .functional = 0.5, .seed = 3};
    const MatrixPtr m = typedGraph(asked);
    CHECK(m->nnz() == asked.edges);
    CHECK(m->slices() == 9);
    CHECK(m->sliceCols() == 700);
    std::vector<std::set<std::pair<std::int64_t, std::int64_t>>> edges(9);
    for (std::int64_t r = 0; r < m->rows(); ++r)
        for (const std::int32_t c : m->row(r))
            edges[static_cast<std::size_t>(c / 700)].insert({r, c % 700});
    for (std::size_t p = 0; p + 1 < 9; p += 2) {
        CHECK(edges[p].size() - edges[p + 1].size() <= 1);
        for (const auto& [row, col] : edges[p + 1])
            CHECK(edges[p].contains({col, row}));
    }
    const std::vector<SliceStatistics> slices = computeStatistics(*m, noProgress()).slices;
    REQUIRE(slices.size() == 9);
    // The share grows pair by pair up to what is asked for, as far as the last pairs are small.
    std::int64_t functional = 0, forward = 0;
    for (std::size_t p = 0; p < 9; p += 2) {
        forward += slices[p].nnz;
        functional += slices[p].longest == 1 ? slices[p].nnz : 0;
    }
    CHECK(functional <= forward / 2);
    CHECK(functional >= forward / 4);
    for (const json& wrong : {json{{"rows", 4}, {"nnz", 1000}}, json{{"rows", 2'000'000'000}}})
        CHECK_THROWS_AS(makePattern("typed-graph", wrong, noProgress()), Error);
    CHECK(makePattern("typed-graph", {{"rows", 1}, {"nnz", 0}}, noProgress())->nnz() == 0);
}

TEST_CASE("slices: a power-law relation can be asked to be among few nodes")
{
    const MatrixPtr m =
        typedGraph({.nodes = 1000, .edges = 20'000, .relations = 2, .functional = 0, .room = 8, .seed = 5});
    CHECK(m->nnz() == 20'000);
    std::set<std::int64_t> rows;
    std::array<std::set<std::int64_t>, 2> columns;
    for (std::int64_t r = 0; r < m->rows(); ++r)
        for (const std::int32_t column : m->row(r)) {
            if (column < 1000)
                rows.insert(r);
            columns[at(column / 1000)].insert(column % 1000);
        }
    CHECK(rows.size() <= 283); // the root of 8 times 10,000
    CHECK(columns[0].size() <= 283);
    CHECK(columns[1] == rows); // of the inverse
    for (const std::int64_t room : {1, 3, 1001})
        CHECK_THROWS_WITH(typedGraph({.nodes = 1000, .room = room}), Catch::Contains("0, or 4 to the number of rows"));
}

TEST_CASE("slices: presets have the sizes of SparseTIR's table 2, and pad as there within two points")
{
    struct Row {
        const char* preset;
        std::int64_t nodes, edges, relations;
        double padding;
    };
    for (const Row& row : {Row{"aifb", 7'262, 48'810, 45, 17.9},
                           {"mutag", 27'163, 148'100, 46, 8.0},
                           {"bgs", 94'806, 672'884, 96, 4.3},
                           {"biokg", 93'773, 4'762'678, 51, 4.2}}) { // am takes seconds
        INFO(row.preset);
        const MatrixPtr m = makePattern("typed-graph", {{"preset", row.preset}}, noProgress());
        CHECK(m->source().name == std::string(row.preset) + "-like");
        CHECK(m->rows() == row.nodes);
        CHECK(m->sliceCols() == row.nodes);
        CHECK(m->nnz() == row.edges);
        CHECK(m->slices() == row.relations);
        CHECK(100 * paddingOfHyb(*m, 5) == Approx(row.padding).margin(2));
    }
    CHECK(makePattern("typed-graph", {{"preset", "aifb"}, {"nnz", 20'000}}, noProgress())->source().name ==
          "typed-graph");
}

TEST_CASE(
    "slices: convolutions over voxels have one non-zero a row of each offset at most, and the kernels fit together")
{
    constexpr std::int64_t voxels = 5'000, middle = 13;
    const MatrixPtr same = surface(SurfaceKernel::Submanifold, voxels, 1);
    CHECK(same->rows() == voxels);
    CHECK(same->slices() == 27);
    CHECK(same->sliceCols() == voxels);
    std::int64_t onMiddle = 0;
    for (std::int64_t i = 0; i < voxels; ++i)
        for (const std::int32_t c : same->row(i)) {
            const std::int64_t r = c / voxels, j = c % voxels;
            onMiddle += r == middle && j == i ? 1 : 0;
            // Seen from the other voxel the offset is the opposite one.
            const auto back = same->row(j);
            CHECK(std::binary_search(back.begin(), back.end(), static_cast<std::int32_t>((26 - r) * voxels + i)));
        }
    CHECK(onMiddle == voxels);
    CHECK(same->nnz() > 2 * voxels);
    const MatrixPtr down = surface(SurfaceKernel::Down, voxels, 1), up = surface(SurfaceKernel::Up, voxels, 1);
    CHECK(down->nnz() == voxels);
    CHECK(up->nnz() == voxels);
    CHECK(down->sliceCols() == voxels);
    CHECK(up->rows() == voxels);
    CHECK(up->sliceCols() == down->rows());
    for (std::int64_t i = 0; i < down->rows(); ++i)
        for (const std::int32_t c : down->row(i))
            CHECK(up->row(c % voxels)[0] == c / voxels * down->rows() + i);
    for (const MatrixPtr& m : {same, down, up})
        for (const SliceStatistics& slice : computeStatistics(*m, noProgress()).slices)
            CHECK(slice.longest <= 1);
}
