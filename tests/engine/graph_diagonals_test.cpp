// DIAG_SPLIT: diagonals whose columns are not stored.
#include "engine/plan/graph/kernel_graph.h"
#include "engine/plan/graph/plan_tiles.h"
#include "engine/plan/graph/tiles.h"
#include "engine/plan/plan_file.h"
#include "engine/run/executor.h"
#include "engine/search/alphasparse/graph_model.h"
#include "tests/engine/graph_fixtures.h"

using namespace sparsescope;
using namespace sparsescope::graph;

namespace {

const json rowOfThread = op("BMT_ROW_BLOCK", {{"rows", 1}}), total = op("THREAD_TOTAL_RED"), gmem = op("GMEM_ATOM_RED");
const json rows = {op("COMPRESS"), rowOfThread, total, gmem};

json split(int fill, const json& leaf)
{
    return json::array({op("DIAG_SPLIT", {{"fill", fill}, {"branches", {leaf, rows}}})});
}

Numbers all(const Metadata& m, Array array)
{
    return {m[array].begin(), m[array].end()};
}

KernelGraph kernelOf(const Applied& done, const Matrix& matrix, Compression compression = Compression::On)
{
    const std::vector<std::int32_t> slots(at(matrix.rows()), -1);
    return kernelGraph(joinBranches(done, matrix), slots, matrix, compression, noProgress());
}

const ArrayFunction& columnsOf(const KernelBranch& branch)
{
    REQUIRE(branch.arrays.back().name == "col_indices");
    return branch.arrays.back().function;
}

std::string refusalOf(const json& nodes, const Matrix& matrix)
{
    try {
        applied(nodes, matrix);
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        return e.where().call + ": " + e.reason();
    }
    return "none";
}

// 5 x 4, columns 0 2; 0 1 3; 1 2; ; 1 3: three diagonals have two non-zeros or more in the four rows that are not
// empty.
MatrixPtr fiveRows()
{
    return std::make_shared<const Matrix>(5, 4, std::vector<std::int64_t>{0, 2, 5, 7, 7, 9},
                                          std::vector<std::int32_t>{0, 2, 0, 1, 3, 1, 2, 1, 3},
                                          std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9}, MatrixSource());
}

} // namespace

TEST_CASE("diagonals of a small matrix are as they were worked by hand: a place in every row, then the rest")
{
    const MatrixPtr matrix = fiveRows();
    const json ell = {op("COMPRESS"), rowOfThread, op("INTERLEAVE"), total, gmem};
    const Applied done = applied(split(50, ell), *matrix, Keep::AllStates);
    REQUIRE(done.branches.size() == 2);
    const Metadata& cut = *done.branches[0].states[1].metadata;
    CHECK(all(cut, Array::Diagonals) == Numbers{-1, 0, 2});
    CHECK(all(cut, Array::OriginRows) == Numbers{0, 1, 2, 4});
    CHECK(all(cut, Array::RowLengths) == Numbers{3, 3, 3, 3});
    CHECK(all(cut, Array::Entries) == Numbers{-1, 0, 1, 2, 3, 4, 5, 6, -1, 8, -1, -1});
    CHECK(colIndices(cut, *matrix) == Numbers{0, 0, 2, 0, 1, 3, 1, 2, 3, 3, 3, 3});
    CHECK(rowIndices(cut) == Numbers{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3});
    CHECK(cut.nnz == 8);
    CHECK(cut.places == 12);
    const Metadata& laid = done.branches[0].metadata();
    CHECK(all(laid, Array::Entries) == Numbers{-1, 2, 5, 8, 0, 3, 6, -1, 1, 4, -1, -1});
    CHECK(colIndices(laid, *matrix) == Numbers{0, 0, 1, 3, 0, 1, 2, 3, 2, 3, 3, 3});
    const Metadata& rest = done.branches[1].metadata();
    CHECK_FALSE(rest.has(Array::Diagonals));
    CHECK(all(rest, Array::OriginRows) == Numbers{4});
    CHECK(all(rest, Array::Entries) == Numbers{7});
    CHECK(*done.rowWriters == Numbers{1, 1, 1, 0, 2});

    const std::vector<double> x = {1, 2, 3, 4};
    CHECK(interpretGraph<double>(done, *matrix, x, noProgress()) == std::vector<double>{7, 31, 33, 0, 52});

    const KernelBranch branch = kernelOf(done, *matrix).branches.front();
    CHECK(branch.diagonals == 3);
    CHECK(label(columnsOf(branch)) == "row linear row + (-1, 0, 2)[k]");
    std::int64_t bytes = 0;
    for (const KernelArray& array : branch.arrays)
        bytes += bytesOf(array.function);
    CHECK(bytes == 4); // origin_rows: 0 1 2 4

    const StoredBmtb stored = storedBmtb(laid, 0);
    CHECK(stored.rowIds == std::vector<std::int32_t>{0, 1, 2, 4});
    CHECK(stored.entries == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 8});
    CHECK(toJson(tileNodes(done.branches[0].leaf, laid)).front() == op("DIAG_SPLIT", {{"offsets", {-1, 0, 2}}}));

    // Fuller ones are fewer.
    CHECK(all(*applied(split(70, ell), *matrix, Keep::AllStates).branches[0].states[1].metadata, Array::Diagonals) ==
          Numbers{-1, 0});
    CHECK(refusalOf(split(80, ell), *matrix) ==
          "/nodes/0: needs a diagonal with a non-zero in 80 % of the rows: the fullest has some in 3 of 4");
}

TEST_CASE("diagonals are refused where they have no place in every row of a thread block, or are too many")
{
    std::mt19937_64 random(2);
    const MatrixPtr matrix = diagonalMatrix(60, 60, {-1, 0, 1}, random);
    const json c = op("COMPRESS");
    const auto leaf = [&](const json& block) { return json{c, block, op("BMT_COL_BLOCK", {{"nnz", 2}}), total, gmem}; };
    const std::string whole = "needs BMTBs of whole rows, which have a place for each diagonal";
    CHECK(refusalOf(split(50, leaf(op("BMTB_COL_BLOCK", {{"nnz", 128}}))), *matrix) ==
          "/nodes/0/branches/0/1: " + whole);
    CHECK(refusalOf(split(50, leaf(op("BMW_COL_BLOCK", {{"nnz", 32}}))), *matrix) == "/nodes/0/branches/0/1: " + whole);
    CHECK(refusalOf(split(50, {c, op("BMT_NNZ_BLOCK", {{"nnz", 1}}), total, gmem}), *matrix) ==
          "/nodes/0/branches/0/1: " + whole);
    CHECK(refusalOf(split(50, leaf(op("BMTB_ROW_BLOCK", {{"rows", 4}}))), *matrix) == "none");
    CHECK(refusalOf(json::array({op("DIAG_SPLIT", {{"fill", 50}, {"each", rows}})}), *matrix) ==
          "/nodes/0: needs a chain of its own for each part: only one has a place in every row");
    const std::string apart = "/nodes/0/branches/0/0: needs whole rows, but these have a place for each diagonal";
    for (const json& inner :
         {op("ROW_SPLIT", {{"width", 2}, {"each", rows}}), op("COL_DIV", {{"width", 4096}, {"each", rows}}),
          op("DIAG_SPLIT", {{"fill", 50}, {"branches", {rows, rows}}})})
        CHECK(refusalOf(split(50, json::array({inner})), *matrix) == apart);
    CHECK(refusalOf(split(50, json::array({op("ROW_DIV", {{"at", json::array({20})}, {"each", rows}})})), *matrix) ==
          "none");
    const MatrixPtr full = matrixOf(
        40, 40, [](auto) { return 40; }, random);
    CHECK(refusalOf(split(50, rows), *full) ==
          "/nodes/0: 41 diagonals have a non-zero in 50 % of the rows, more than 32");
}

TEST_CASE("a tile of diagonals is refused where its non-zeros are on others")
{
    const MatrixPtr matrix = fiveRows();
    const auto refusal = [&](const json& diagonals, const std::vector<std::int32_t>& rowIds,
                             const std::vector<std::uint32_t>& entries) {
        try {
            const Chain nodes = readTileNodes({op("DIAG_SPLIT", {{"offsets", diagonals}}), rowOfThread, total, gmem},
                                              "p.json", "/leaf");
            const TileView view{rowIds, {}, entries, 0};
            const std::int64_t places = tilePlaces(nodes, view, *matrix, noProgress());
            CHECK(tileMetadata(nodes, view, *matrix, noProgress()).places == places);
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Input);
            return e.where().call + ": " + e.reason();
        }
        return std::string("none");
    };
    CHECK(refusal({-1, 0, 2}, {2, 1}, {5, 6, 2, 3, 4}) == "none");
    CHECK(refusal({-100, 0, 1, 2}, {0}, {0, 1}) == "none");
    CHECK(refusal({-1, 0}, {2, 1}, {5, 6, 2, 3, 4}) ==
          "DIAG_SPLIT: stored row 1 holds a non-zero that is on none of its diagonals");
    CHECK(refusal({5}, {0}, {0}) == "DIAG_SPLIT: stored row 0 holds a non-zero that is on none of its diagonals");
    CHECK(refusal({0, 0}, {0}, {0}) == "/leaf/0/offsets/1: is 0, not from 1 to 2147483647");
    CHECK(refusal({-2147483648LL}, {0}, {0}) ==
          "/leaf/0/offsets/0: is -2147483648, not from -2147483647 to 2147483647");
    json many = json::array();
    for (int i = 0; i < 33; ++i)
        many.push_back(i);
    CHECK(refusal(many, {0}, {0}) == "DIAG_SPLIT: has 33 diagonals, more than 32");
    const auto read = [](const json& nodes) { readTileNodes(nodes, "p.json", "/leaf"); };
    const json diagonals = op("DIAG_SPLIT", {{"offsets", {0}}});
    CHECK_THROWS_WITH(read({op("ROW_PAD", {{"multiple", 4}}), diagonals, rowOfThread, total, gmem}),
                      Catch::EndsWith("DIAG_SPLIT does not stand behind ROW_PAD"));
    CHECK_THROWS_WITH(read({op("DIAG_SPLIT", {{"fill", 50}}), rowOfThread, total, gmem}),
                      Catch::EndsWith("is no parameter of DIAG_SPLIT with \"offsets\""));
}

TEST_CASE("columns of diagonals are functions of the row where a thread takes one, in any layout, and else are stored")
{
    std::mt19937_64 random(4);
    const json c = op("COMPRESS"), blocks = op("BMTB_ROW_BLOCK", {{"rows", 12}});
    const json byFour = op("BMT_PAD", {{"to", "branch"}, {"multiple", 4}});
    struct Case {
        json leaf;
        int diagonals; // places of a row; 0: columns are stored
    };
    const std::vector<Case> cases = {
        {rows, 5},
        {{c, blocks, rowOfThread, op("INTERLEAVE"), total, gmem}, 5},
        {{c, blocks, op("ROW_PAD", {{"multiple", 8}}), rowOfThread, byFour, op("INTERLEAVE", {{"width", 4}}), total,
          gmem},
         8},
        {{c, op("BMW_ROW_BLOCK", {{"rows", 8}}), rowOfThread, op("INTERLEAVE"), op("X_SHARED"), total, gmem}, 5},
        {{c, blocks, rowOfThread, total, op("SHMEM_OFFSET_RED"), gmem}, 5},
        {{c, op("BMW_ROW_BLOCK", {{"rows", 1}}), rowOfThread, total, op("WARP_TOTAL_RED"), gmem}, 5},
        {{c, blocks, rowOfThread, op("BMTB_PAD", {{"bmts", 8}}), total, gmem}, 0}, // BMTs without a row
        {{c, blocks, op("BMT_COL_BLOCK", {{"nnz", 4}}), total, op("SHMEM_OFFSET_RED"), gmem}, 0},
        {{c, blocks, rowOfThread, op("THREAD_BITMAP_RED"), gmem}, 0}};
    for (const auto& [rowCount, cols] : {std::pair(90, 70), std::pair(70, 90), std::pair(80, 80)}) {
        const MatrixPtr matrix = diagonalMatrix(rowCount, cols, {-9, -1, 0, 1, 4}, random);
        const std::vector<double> x = randomX(cols, random);
        for (const json& order : {json::array(), json::array({op("SORT")})})
            for (const Case& one : cases) {
                INFO(rowCount << " x " << cols << " " << order.dump() << one.leaf.dump());
                json nodes = order;
                nodes.push_back(split(50, one.leaf).front());
                const Applied done = applied(nodes, *matrix);
                CHECK(errorOf(interpretGraph<double>(done, *matrix, x, noProgress()), *matrix, x) < 1e-12);
                const std::vector<JoinedTiles> joined = joinBranches(done, *matrix);
                const Metadata& m = joined.front().metadata;
                REQUIRE(m.has(Array::Diagonals));
                const KernelGraph kernel = kernelOf(done, *matrix);
                const KernelBranch& branch = kernel.branches.front();
                const ArrayFunction& columns = columnsOf(branch);
                CHECK(branch.diagonals == one.diagonals);
                CHECK((columns.family == FunctionFamily::RowLinear) == (one.diagonals > 0));
                CHECK(kernelOf(done, *matrix, Compression::Off).branches.front().diagonals == 0);
                if (one.diagonals == 0)
                    continue;
                CHECK(branch.sizes == SizesOf::Branch);
                CHECK(branch.has("bmt_rows"));
                const Numbers ofPlaces = colIndices(m, *matrix);
                bool same = true;
                for (std::int64_t b = 0; b < m.bmtbs(); ++b) {
                    std::int64_t w = m.bmw != Cutting::None ? m[Array::BmtbBmwOffsets][at(b)] : 0;
                    for (std::int32_t t = m[Array::BmtbBmtOffsets][at(b)]; t < m[Array::BmtbBmtOffsets][at(b) + 1];
                         ++t) {
                        while (m.bmw != Cutting::None && t >= m[Array::BmwBmtOffsets][at(w) + 1])
                            ++w;
                        const PlacesOf places = placesOf(m, b, w, t);
                        for (std::int32_t k = 0; k < one.diagonals; ++k)
                            same &= valueAt(columns, k, m[Array::OriginRows][at(m[Array::BmtRows][at(t)])]) ==
                                    ofPlaces[at(places[k])];
                    }
                }
                CHECK(same);
            }
    }
}

TEST_CASE("diagonals of a stencil take the bytes of their values alone, and the model knows it")
{
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> cols;
    for (std::int32_t r = 0; r < 1024; ++r) {
        for (const std::int32_t offset : {-200, -1, 0, 1, 200})
            if (r + offset >= 0 && r + offset < 1024)
                cols.push_back(r + offset);
        rowPtr.push_back(std::ssize(cols));
    }
    const std::vector<double> values(cols.size(), 0.5);
    const Matrix matrix(1024, 1024, rowPtr, cols, values, MatrixSource());
    const json ell = {op("COMPRESS"), rowOfThread, op("INTERLEAVE"), total, gmem};
    const Applied done = applied(split(50, ell), matrix);
    REQUIRE(done.branches.size() == 1);
    CHECK(kernelOf(done, matrix).bytes() == 0); // values are the caller's
    CHECK(done.branches.front().metadata().places == 5120);
    CHECK(done.zeroRows().empty());
    const json padded = {op("COMPRESS"), rowOfThread, op("BMT_PAD", {{"to", "branch"}}), op("INTERLEAVE"), total, gmem};
    const Applied without = applied(padded, matrix);
    CHECK(without.branches.front().metadata().places == 5120);
    CHECK(kernelOf(without, matrix).bytes() == 10240); // columns in 16 bits
    const Operator spmv{OperatorKind::SpMV, DataType::Float32, 1};
    const Calibration calibration = readCalibration("h200");
    const auto features = [&](const Applied& one) {
        return alphasparse::featuresOf(one, matrix, spmv, calibration, noProgress());
    };
    CHECK(features(done).bytes == features(without).bytes - 10240);
    CHECK(features(done).lines < features(without).lines);
}

TEST_CASE("a plan of diagonals opens again and is right, and one that was changed is refused or right")
{
    std::mt19937_64 random(6);
    const MatrixPtr matrix = diagonalMatrix(300, 280, {-20, -1, 0, 1, 20}, random);
    const Operator spmv{OperatorKind::SpMV, DataType::Float32, 1};
    const json ell = {op("COMPRESS"), op("BMTB_ROW_BLOCK", {{"rows", 32}}), rowOfThread, op("INTERLEAVE"), total, gmem};
    const Graph graph = graphOf(split(50, ell));
    const Applied done = applyGraph(graph, *matrix, {}, Keep::LastState, noProgress());
    Plan plan = emptyPlan(*matrix, spmv, 1);
    addBranches(plan, graph, done, noProgress());
    const PlanBlob blob = planToBlob(plan);
    const auto right = [&](const Plan& read) {
        const std::vector<Dense> x = randomOperands(spmv, shapeOf(*matrix), 1, 3);
        return compare(referenceOf(*matrix, spmv, x, noProgress()),
                       execute(pack(read, *matrix, noProgress()), x, noProgress()))
            .accepted(spmv.dtype);
    };
    const Plan read = planFromBlob(blob, *matrix, "p.json");
    CHECK(planToBlob(read).json == blob.json);
    CHECK(right(read));
    const json header = json::parse(blob.json);
    REQUIRE(header["formats"][0]["parameters"]["leaf"][0]["offsets"] == json({-20, -1, 0, 1, 20}));
    int refused = 0, opened = 0;
    for (int i = 0; i < 200; ++i) {
        json changed = header;
        json& offsets = changed["formats"][0]["parameters"]["leaf"][0]["offsets"];
        if (i % 4 == 0)
            offsets.erase(random() % offsets.size());
        else if (i % 4 == 1)
            offsets.push_back(21 + static_cast<std::int64_t>(random() % 1000));
        else
            offsets[random() % offsets.size()] = static_cast<std::int64_t>(random() % 100) - 50;
        PlanBlob other = blob;
        other.json = changed.dump();
        try {
            const Plan made = planFromBlob(other, *matrix, "p.json");
            CHECK(right(made));
            ++opened;
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Input);
            CHECK(std::string(e.what()).find("p.json") != std::string::npos);
            ++refused;
        }
    }
    CHECK(refused > 50);
    CHECK(opened > 5);
}
