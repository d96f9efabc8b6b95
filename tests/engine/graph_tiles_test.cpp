// BMTBs as tiles: what is made of each alone is what the whole branch has.
#include "engine/plan/formats/shared.h"
#include "engine/plan/graph/kernel_graph.h"
#include "engine/plan/graph/plan_tiles.h"
#include "engine/plan/graph/tiles.h"
#include "engine/run/executor.h"
#include "tests/engine/graph_fixtures.h"

#include <map>
#include <tuple>

using namespace sparsescope;
using namespace sparsescope::graph;

namespace {

// Elements [begin, end) of an array of the branch, less `from`; -1 stays.
Numbers part(const Metadata& m, Array array, std::int64_t begin, std::int64_t end, std::int32_t from = 0)
{
    if (!m.has(array))
        return {};
    Numbers numbers(m[array].begin() + begin, m[array].begin() + end);
    for (std::int32_t& number : numbers)
        number -= from != 0 && number < 0 ? 0 : from;
    return numbers;
}

Numbers all(const Metadata& m, Array array)
{
    return {m[array].begin(), m[array].end()};
}

// What the whole has for BMTB b is what the BMTB has by itself.
void checkBmtb(const Metadata& whole, std::int64_t b, const Metadata& own, const Matrix& matrix)
{
    REQUIRE(own.bmtbs() == 1);
    const auto bmts = whole[Array::BmtbBmtOffsets], bmws = whole[Array::BmtbBmwOffsets];
    const std::int32_t firstBmt = bmts[at(b)], endBmt = bmts[at(b) + 1], row = whole.bmtbRow(b);
    const std::int32_t firstPlace = whole[Array::BmtbNzOffsets][at(b)],
                       endPlace = whole[Array::BmtbNzOffsets][at(b) + 1];
    CHECK(all(own, Array::Entries) == part(whole, Array::Entries, firstPlace, endPlace));
    CHECK(all(own, Array::Diagonals) == all(whole, Array::Diagonals));
    CHECK(all(own, Array::OriginRows) == part(whole, Array::OriginRows, row, row + own.rows));
    CHECK(all(own, Array::BmtSizes) == part(whole, Array::BmtSizes, firstBmt, endBmt));
    CHECK(all(own, Array::BmtNzOffsets) == part(whole, Array::BmtNzOffsets, firstBmt, endBmt));
    CHECK(all(own, Array::BmtRows) == part(whole, Array::BmtRows, firstBmt, endBmt, row));
    CHECK(all(own, Array::BmtBitmaps) == part(whole, Array::BmtBitmaps, firstBmt, endBmt));
    CHECK(all(own, Array::BmtFirstPartial) == part(whole, Array::BmtFirstPartial, firstBmt, endBmt));
    CHECK(all(own, Array::BmtSizesOfBmtb) == part(whole, Array::BmtSizesOfBmtb, b, b + 1));
    CHECK(own.has(Array::BmtbBmwOffsets) == whole.has(Array::BmtbBmwOffsets));
    if (own.has(Array::BmtbBmwOffsets)) {
        const std::int32_t first = bmws[at(b)], end = bmws[at(b) + 1];
        CHECK(all(own, Array::BmwBmtOffsets) == part(whole, Array::BmwBmtOffsets, first, end + 1, firstBmt));
        CHECK(all(own, Array::BmwNzOffsets) == part(whole, Array::BmwNzOffsets, first, end));
        CHECK(all(own, Array::BmwRows) == part(whole, Array::BmwRows, first, end, row));
        CHECK(all(own, Array::BmwBitmaps) == part(whole, Array::BmwBitmaps, first, end));
        CHECK(all(own, Array::BmwFirstPartial) == part(whole, Array::BmwFirstPartial, first, end));
    }
    CHECK(own.has(Array::BmtbPartialOffsets) == whole.has(Array::BmtbPartialOffsets));
    if (own.has(Array::BmtbPartialOffsets)) {
        const auto results = whole[Array::BmtbResultOffsets];
        CHECK(all(own, Array::BmtbPartialOffsets) ==
              part(whole, Array::BmtbPartialOffsets, results[at(b)] + b, results[at(b) + 1] + b + 1));
    }
    CHECK(own.partials <= whole.partials);
    CHECK(own.reductions == whole.reductions);
    CHECK(own.interleave == whole.interleave);
    CHECK(own.threads == whole.threads);
    const Numbers cols = colIndices(own, matrix), ofWhole = colIndices(whole, matrix);
    CHECK(std::equal(cols.begin(), cols.end(), ofWhole.begin() + firstPlace, ofWhole.begin() + endPlace));
}

void checkSame(const KernelBranch& a, const KernelBranch& b)
{
    const auto facts = [](const KernelBranch& k) {
        return std::tuple(k.level, k.firstTile, k.bmtbs, k.places, k.reductions, k.sizes, k.bmws, k.ofBmws, k.emptyBmts,
                          k.paddedRows, k.xShared, k.interleave, k.threads, k.blocks, k.lanes, k.partials, k.stripe,
                          toJson(k.nodes));
    };
    CHECK(facts(a) == facts(b));
    CHECK(a.values == b.values);
    REQUIRE(a.arrays.size() == b.arrays.size());
    for (std::size_t i = 0; i < a.arrays.size(); ++i) {
        INFO(a.arrays[i].name);
        CHECK(a.arrays[i].name == b.arrays[i].name);
        CHECK(a.arrays[i].function == b.arrays[i].function);
    }
}

} // namespace

TEST_CASE("the metadata of a BMTB follow from its own rows and places, whatever the graph")
{
    int tiles = 0;
    std::map<std::string, int> kinds;
    forRandomGraphs(30, 4, [&](const Matrix& matrix, const Graph&, const Applied& done, std::uint64_t) {
        for (const Branch& branch : done.branches) {
            const Metadata& whole = branch.metadata();
            if (whole.bmtbs() == 0)
                continue;
            INFO(branch.pointer);
            const Chain nodes = tileNodes(branch.leaf, whole);
            const json written = toJson(nodes);
            const Chain read = readTileNodes(written, "p.json", "/leaf");
            CHECK(toJson(read) == written);
            for (const Node& node : nodes)
                ++kinds[node.kind->name];
            CHECK((nodes.front().kind == &tileDiagonals()) == whole.has(Array::Diagonals));
            std::vector<std::uint32_t> owned;
            for (std::int64_t b = 0; b < whole.bmtbs(); ++b, ++tiles) {
                INFO("BMTB " << b);
                const StoredBmtb stored = storedBmtb(whole, b);
                owned.insert(owned.end(), stored.entries.begin(), stored.entries.end());
                const TileView view{stored.rowIds, {}, stored.entries, 0};
                const Metadata own = tileMetadata(read, view, matrix, noProgress());
                checkBmtb(whole, b, own, matrix);
                CHECK(tilePlaces(read, view, matrix, noProgress()) == own.places);
            }
            CHECK(std::ssize(owned) == whole.nnz);
        }
    });
    CHECK(tiles > 1000);
    CHECK(kinds["BMT_PAD"] > 20);
    CHECK(kinds["ROW_PAD"] > 10);
    CHECK(kinds["DIAG_SPLIT"] > 5);
}

TEST_CASE("BMTBs are tiles of a plan: valid, packed as the branch stores them, and right on the CPU")
{
    Operator op{OperatorKind::SpMV, DataType::Float32, 1};
    int plans = 0;
    forRandomGraphs(15, 1, [&](const Matrix& matrix, const Graph&, const Applied& done, std::uint64_t seed) {
        op.dtype = plans % 2 == 0 ? DataType::Float32 : DataType::Float64;
        Plan plan = emptyPlan(matrix, op, 1);
        std::vector<std::int32_t> stored; // the entries of all branches, in their order
        for (const Branch& branch : done.branches) {
            const Metadata& m = branch.metadata();
            if (m.bmtbs() == 0)
                continue;
            const json leaf = toJson(tileNodes(branch.leaf, m));
            const FormatPtr format = makeFormat("graph", {{"leaf", leaf}});
            CHECK(format->parameters()["leaf"] == leaf);
            TileSet tiles;
            for (std::int64_t b = 0; b < m.bmtbs(); ++b) {
                const StoredBmtb bmtb = storedBmtb(m, b);
                tiles.rowIds.insert(tiles.rowIds.end(), bmtb.rowIds.begin(), bmtb.rowIds.end());
                tiles.entries.insert(tiles.entries.end(), bmtb.entries.begin(), bmtb.entries.end());
                closeTile(tiles, m[Array::BmtbNzOffsets][at(b) + 1] - m[Array::BmtbNzOffsets][at(b)]);
            }
            addTiles(plan, format, std::move(tiles));
            stored.insert(stored.end(), m[Array::Entries].begin(), m[Array::Entries].end());
        }
        markAtomicTiles(plan);
        validatePlan(plan, matrix);
        ++plans;
        const Packed packed = pack(plan, matrix, noProgress());
        std::size_t next = 0;
        for (const Tile& tile : plan.tiling().tiles) {
            const TileView view = plan.tiling().view(tile);
            std::vector<std::int64_t> held(at(view.places));
            plan.tiling().formatOf(tile).places(view, matrix, op.dtype, held);
            CHECK(std::equal(held.begin(), held.end(), stored.begin() + std::ptrdiff_t(next)));
            next += held.size();
        }
        CHECK(next == stored.size());
        const std::vector<Dense> x = randomOperands(op, shapeOf(matrix), 1, seed);
        const Dense y = execute(packed, x, noProgress());
        CHECK(compare(referenceOf(matrix, op, x, noProgress()), y).accepted(op.dtype));
    });
    CHECK(plans > 30);
}

TEST_CASE("the kernel of a graph reads the same, made of its branches or of their tiles")
{
    int graphs = 0;
    forRandomGraphs(25, 1, [&](const Matrix& matrix, const Graph& graph, const Applied& done, std::uint64_t seed) {
        const Operator op{OperatorKind::SpMV, allDataTypes[seed % allDataTypes.size()], 1};
        Plan plan = emptyPlan(matrix, op, 1);
        addBranches(plan, graph, done, noProgress());
        if (!hasKernelGraph(plan))
            return;
        const Compression compression = graphs % 2 == 0 ? Compression::On : Compression::Off;
        if (compression == Compression::Off)
            plan.options["compression"] = false;
        const Packed tiles = pack(plan, matrix, noProgress());
        const Packed branches = packForKernel(done, matrix, op, compression, noProgress());
        ++graphs;
        CHECK(branches.bytes() == tiles.bytes());
        CHECK(branches.emptyRows == tiles.emptyRows);
        CHECK(branches.addedRows == tiles.addedRows);
        CHECK(branches.rowOfSlot == tiles.rowOfSlot);
        CHECK(branches.tasks.size() == tiles.tasks.size());
        CHECK(branches.graph->resultOffsets == tiles.graph->resultOffsets);
        REQUIRE(branches.graph->branches.size() == tiles.graph->branches.size());
        for (std::size_t i = 0; i < branches.graph->branches.size(); ++i)
            checkSame(branches.graph->branches[i], tiles.graph->branches[i]);
        if (compression == Compression::Off)
            for (const KernelBranch& branch : tiles.graph->branches)
                for (const KernelArray& array : branch.arrays)
                    CHECK(sourceKey(array.function) == "i32");
    });
    CHECK(graphs > 20);
}

TEST_CASE("the nodes of a tile are refused with their place, and so is a tile that they do not fit")
{
    const auto refusal = [](const json& nodes) {
        try {
            readTileNodes(nodes, "p.json", "/formats/0/leaf");
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Input);
            CHECK(e.where().file == "p.json");
            return e.where().call + ": " + e.reason();
        }
        return std::string("none");
    };
    const json total = op("THREAD_TOTAL_RED"), gmem = op("GMEM_ATOM_RED");
    const json rows = op("BMT_ROW_BLOCK", {{"rows", 1}});
    CHECK(refusal({rows, total, gmem}) == "none");
    CHECK(refusal({op("ROW_PAD", {{"multiple", 4}}), rows, op("BMT_PAD", {{"size", 3}}), total, gmem}) == "none");
    CHECK(refusal({op("SORT"), rows, total, gmem}) == "/formats/0/leaf/0: SORT is not the first node of its chain");
    CHECK(refusal({rows, op("COMPRESS"), total, gmem}) ==
          "/formats/0/leaf/1: COMPRESS does not stand behind BMT_ROW_BLOCK");
    CHECK(refusal({total, gmem}) == "/formats/0/leaf: the chain lacks a BMT block");
    CHECK(refusal({rows, op("BMT_PAD", {{"size", 0}}), total, gmem}) == "/formats/0/leaf/1/size: is 0, not 1 to 65536");
    CHECK(refusal({rows, op("BMT_PAD"), total, gmem}) == "/formats/0/leaf/1: BMT_PAD needs one of to, size");
    CHECK(refusal(json::array()) == "/formats/0/leaf: is not a list of nodes");
    CHECK(refusal({rows, total, op("WARP_SEG_RED"), op("SHMEM_TOTAL_RED"), gmem}) ==
          "/formats/0/leaf/3: THREAD_TOTAL_RED + WARP_SEG_RED + SHMEM_TOTAL_RED is no triple of reductions that fit");

    std::mt19937_64 random(1);
    const MatrixPtr matrix = matrixOf(
        4, 9, [](auto) { return 3; }, random);
    const auto fits = [&](const json& nodes, const std::vector<std::int32_t>& rowIds,
                          const std::vector<std::uint32_t>& entries) {
        try {
            tileMetadata(readTileNodes(nodes, "", ""), {rowIds, {}, entries, 0}, *matrix, noProgress());
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Input);
            return e.reason();
        }
        return std::string("fits");
    };
    const json leaf = {rows, total, gmem};
    CHECK(fits(leaf, {2, 0}, {6, 7, 8, 0, 1, 2}) == "fits");
    CHECK(fits(leaf, {2, 0}, {6, 8, 1}) == "fits"); // pieces of rows
    CHECK(fits(leaf, {0, 2}, {6, 7, 8, 0, 1, 2}) == "stored row 0 holds no non-zero");
    CHECK(fits(leaf, {2}, {6, 7, 8, 0}) == "its non-zeros are not those of its rows, one row after another");
    CHECK(fits(leaf, {}, {}) == "its non-zeros are not those of its rows, one row after another");
    CHECK(fits({rows, op("BMT_PAD", {{"size", 2}}), total, gmem}, {1}, {3, 4, 5}) ==
          "pads BMTs to 2 places, but one has 3");
    CHECK(fits({op("BMT_NNZ_BLOCK", {{"nnz", 4}}), total, gmem}, {1, 2}, {3, 4, 5, 6}) ==
          "needs each BMT in one row: number 0 has 2");
}
