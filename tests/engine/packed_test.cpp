// Packing: where each stored place comes from and goes to, in both operators and every format.
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "tests/engine/format_fixtures.h"
#include "tests/engine/plan_fixtures.h"
#include "tests/engine/plans_by_hand.h"

using namespace sparsescope;

namespace {

std::vector<std::int64_t> placesOf(const Format& format, const TileView& view, const Matrix& matrix, DataType dtype)
{
    std::vector<std::int64_t> places(static_cast<std::size_t>(format.sizes(view)[format.valueArray()]));
    format.places(view, matrix, dtype, places);
    return places;
}

// A full matrix of these extents as one block, whose entry (r, c) is CSR position r * cols + c.
struct FullBlock {
    MatrixPtr matrix;
    Plan plan;
    FullBlock(std::int64_t rows, std::int64_t cols) : matrix(randomUniform(rows, cols, 1.0, 1))
    {
        PlanByHand hand(*matrix, {OperatorKind::SDDMM, DataType::Float16, 32}, 32);
        std::vector<std::int32_t> all(static_cast<std::size_t>(rows));
        std::iota(all.begin(), all.end(), 0);
        hand.blocks(all, rows, cols);
        plan = hand.finish();
    }
    std::vector<std::int64_t> places(DataType dtype) const
    {
        return placesOf(*plan.tiling().formats[0], plan.tiling().view(plan.tiling().tiles[0]), *matrix, dtype);
    }
};

} // namespace

TEST_CASE("SDDMM packs the output position of every owned place and of no other")
{
    const std::uint64_t seed = 11;
    INFO("seed " << seed);
    const MatrixPtr matrix = randomWithEmptyRows(120, 200, 0.07, seed);
    for (const DataType dtype : dataTypes)
        for (const std::int64_t part : {32, 64}) {
            INFO(name(dtype) << " in parts of " << part);
            const Plan plan = mixedPlan(*matrix, {OperatorKind::SDDMM, dtype, 64}, part, seed);
            const Packed packed = pack(plan, *matrix, noProgress());
            CHECK(packed.emptyRows.empty());
            CHECK(packed.slots() == 0);
            for (const TaskKind& kind : packed.kinds)
                CHECK(kind.split == (part == 32));
            CHECK(packed.addsOutputs() == (part == 32));
            CHECK(packed.nnz == matrix->nnz());
            CHECK(packed.tasks.size() == plan.tiling().tiles.size() * static_cast<std::size_t>(64 / part));
            REQUIRE(packed.outputs.size() * static_cast<std::size_t>(bytesOf(dtype)) == packed.values.size());
            std::multiset<std::int32_t> all;
            for (const std::int32_t output : packed.outputs)
                if (output >= 0)
                    all.insert(output);
            REQUIRE(static_cast<std::int64_t>(all.size()) == matrix->nnz());
            CHECK(*all.begin() == 0);
            CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());

            for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t) {
                const Format& format = *plan.tiling().formats[static_cast<std::size_t>(plan.tiling().tiles[t].format)];
                const PackedTileView view = packed.view(t);
                const std::vector<std::int64_t> places =
                    placesOf(format, plan.tiling().view(plan.tiling().tiles[t]), *matrix, dtype);
                REQUIRE(view.outputs.size() == places.size());
                for (std::size_t i = 0; i < places.size(); ++i) {
                    const bool owned =
                        places[i] != Format::padding && !Entry::redundant(static_cast<std::uint32_t>(places[i]));
                    REQUIRE(static_cast<std::int64_t>(view.outputs[i]) == (owned ? places[i] : -1));
                    const double expected = owned ? rounded(dtype, matrix->value(places[i])) : 0;
                    REQUIRE(static_cast<double>(loadValue(dtype, view.values, i)) == expected);
                }
                if (format.family() == FormatFamily::OneD) {
                    const std::span<const std::int32_t> rows = packed.array(t, "rowIdx");
                    const std::span<const std::int32_t> cols = packed.array(t, "colIdx");
                    for (std::size_t i = 0; i < places.size(); ++i) {
                        const auto p =
                            places[i] == Format::padding
                                ? -1
                                : static_cast<std::int64_t>(Entry::position(static_cast<std::uint32_t>(places[i])));
                        REQUIRE(static_cast<std::int64_t>(rows[i]) == (p < 0 ? -1 : matrix->rowOf(p)));
                        REQUIRE((cols[i] >= 0 && cols[i] < matrix->cols()));
                        if (p >= 0)
                            REQUIRE(cols[i] == matrix->colIdx()[static_cast<std::size_t>(p)]);
                    }
                }
            }
        }
}

TEST_CASE("SDDMM is atomic exactly when the dense loop is split, whoever shares a row")
{
    const MatrixPtr matrix = randomWithEmptyRows(64, 64, 0.2, 12);
    for (const std::int64_t part : {32, 64, 128}) {
        const Plan plan = mixedPlan(*matrix, {OperatorKind::SDDMM, DataType::Float16, 64}, part, 12);
        for (const Tile& tile : plan.tiling().tiles)
            CHECK(tile.atomic == (part == 32));
        CHECK(summarise(plan).atomicTiles == (part == 32 ? static_cast<std::int64_t>(plan.tiling().tiles.size()) : 0));
    }
}

namespace {

// How many tiles hold parts of each row.
std::map<std::int32_t, std::int64_t> holdersOf(const Plan& plan)
{
    std::map<std::int32_t, std::int64_t> holders;
    for (const Tile& tile : plan.tiling().tiles) {
        const auto rows = plan.tiling().view(tile).rowIds;
        for (const std::int32_t r : std::set<std::int32_t>(rows.begin(), rows.end()))
            ++holders[r];
    }
    return holders;
}

} // namespace

TEST_CASE("every tile that holds a part of a split row has a slot for it")
{
    const MatrixPtr matrix = randomWithEmptyRows(120, 200, 0.07, 13);
    for (const DataType dtype : dataTypes) {
        INFO(name(dtype));
        Plan plan = mixedPlan(*matrix, {OperatorKind::SpMM, dtype, 32}, 32, 13);
        plan.tiling().splitSums = SplitSums::Slots;
        const std::map<std::int32_t, std::int64_t> holders = holdersOf(plan);
        const Packed packed = pack(plan, *matrix, noProgress());
        CHECK(packed.outputs.empty());
        CHECK_FALSE(packed.addsOutputs());
        std::map<std::int32_t, std::int64_t> slots; // of each row
        std::set<std::int32_t> seen;
        for (std::size_t t = 0; t < packed.tiles.size(); ++t) {
            const Format& format = packed.formatOf(t);
            std::set<std::int32_t> here;
            for (std::size_t a = 0; a < format.arrays().size(); ++a)
                if (format.arrays()[a].element == ElementType::Row)
                    for (const std::int32_t row : packed.view(t)[a]) {
                        if (row == -1 || row == Packed::again)
                            continue;
                        REQUIRE((row < -1) == (holders.at(packed.rowOf(row)) > 1));
                        if (row < -1)
                            here.insert(Packed::slotOf(row));
                    }
            for (const std::int32_t slot : here) {
                REQUIRE(seen.insert(slot).second); // of one tile
                ++slots[packed.rowOfSlot.at(static_cast<std::size_t>(slot))];
            }
            CHECK(packed.kinds[static_cast<std::size_t>(packed.tiles[t].kind)].split == !here.empty());
            CHECK(packed.splitRowsOf(t).size() == here.size());
            for (const SplitRow& split : packed.splitRowsOf(t))
                CHECK(here.contains(split.slot));
        }
        REQUIRE(!slots.empty());
        for (const auto& [row, count] : slots)
            CHECK(count == holders.at(row));
        for (std::size_t t = 0; t < packed.tiles.size(); ++t)
            for (const SplitRow& split : packed.splitRowsOf(t)) {
                CHECK(split.tiles == holders.at(split.row));
                CHECK((split.slot >= split.firstSlot && split.slot < split.firstSlot + split.tiles));
            }
    }
}

TEST_CASE("pieces of a row that are in one tile are one row there, one after another")
{
    // Row 0 with 11 non-zeros, row 1 with 3, row 3 with 5.
    std::vector<std::pair<int, int>> places;
    for (const auto& [row, count] : {std::pair{0, 11}, {1, 3}, {3, 5}})
        for (int c = 0; c < count; ++c)
            places.emplace_back(row, c);
    const MatrixPtr matrix = matrixFromCoordinates(4, 16, places, "long rows");
    const Operator op{OperatorKind::SpMM, DataType::Float32, 32};
    const auto rowsOf = [](const Packed& packed, std::size_t tile) {
        const std::span<const std::int32_t> rows = packed.array(tile, "rowIds");
        return std::vector(rows.begin(), rows.end());
    };
    constexpr std::int32_t again = Packed::again;
    const Plan plan = coveredBy(makeFormat("ell", {{"rows", 4}, {"width", 4}}), *matrix, op);
    const Packed packed = pack(plan, *matrix, noProgress());
    REQUIRE(packed.tiles.size() == 2); // the two pieces of row 3 do not fit behind four
    CHECK(rowsOf(packed, 0) == std::vector<std::int32_t>{0, again, again, 1});
    CHECK(rowsOf(packed, 1) == std::vector<std::int32_t>{3, again, -1, -1});
    CHECK(packed.splitRows.empty());
    CHECK(packed.kinds == std::vector<TaskKind>{{0, false, true}});
    CHECK(packed.emptyRows == std::vector<std::int32_t>{2});
    CHECK(std::ranges::equal(unpack(packed)->colIdx(), matrix->colIdx()));
    CHECK_FALSE(plan.tiling().tiles[0].atomic);

    // Pieces that stand apart in the plan, as a greedy choice of equal lengths leaves them, are packed together.
    Plan apart = plan;
    Tiling& tiling = apart.tiling();
    tiling.rowIds = {0, 0, 1, 0, 3, 3};
    std::rotate(tiling.entries.begin() + 8, tiling.entries.begin() + 11, tiling.entries.begin() + 14);
    validatePlan(apart, *matrix);
    const Packed together = pack(apart, *matrix, noProgress());
    CHECK(rowsOf(together, 0) == std::vector<std::int32_t>{0, again, again, 1});
    CHECK(std::ranges::equal(unpack(together)->colIdx(), matrix->colIdx()));
    CHECK(std::ranges::equal(unpack(together)->rowPtr(), matrix->rowPtr()));

    // SDDMM reads the rows of an operand by them: they stay as they are.
    const Packed sampled = pack(coveredBy(makeFormat("ell", {{"rows", 4}, {"width", 4}}), *matrix,
                                          {OperatorKind::SDDMM, DataType::Float32, 32}),
                                *matrix, noProgress());
    CHECK(rowsOf(sampled, 0) == std::vector<std::int32_t>{0, 0, 0, 1});
    CHECK(sampled.kinds == std::vector<TaskKind>{{0, false, false}});
}

TEST_CASE(
    "where parts are added, a split row has one place: in 16 bits a row of the scratch, else its row of the output")
{
    const MatrixPtr matrix = randomWithEmptyRows(120, 200, 0.07, 13);
    for (const DataType dtype : dataTypes) {
        INFO(name(dtype));
        Plan plan = mixedPlan(*matrix, {OperatorKind::SpMM, dtype, 32}, 32, 13);
        plan.tiling().splitSums = SplitSums::Atomic;
        const std::map<std::int32_t, std::int64_t> holders = holdersOf(plan);
        std::vector<std::int32_t> split;
        for (const auto& [row, times] : holders)
            if (times > 1)
                split.push_back(row);
        const Packed packed = pack(plan, *matrix, noProgress());
        CHECK(packed.addsRows());
        CHECK(packed.addedRows == split);
        CHECK(packed.slots() == (narrow(dtype) ? static_cast<std::int64_t>(split.size()) : 0));
        for (std::size_t t = 0; t < packed.tiles.size(); ++t) {
            const Format& format = packed.formatOf(t);
            for (std::size_t a = 0; a < format.arrays().size(); ++a)
                if (format.arrays()[a].element == ElementType::Row)
                    for (const std::int32_t row : packed.view(t)[a])
                        if (row != -1 && row != Packed::again)
                            REQUIRE((row < -1) == (holders.at(packed.rowOf(row)) > 1));
        }
        CHECK(executed(plan, *matrix, 1).accepted(dtype));
    }
}

TEST_CASE("SpMV packs vectors without padding, with empty and split rows like SpMM's")
{
    const MatrixPtr matrix = randomWithEmptyRows(120, 200, 0.07, 14);
    for (const DataType dtype : dataTypes) {
        INFO(name(dtype));
        const Packed vector = pack(mixedPlan(*matrix, {OperatorKind::SpMV, dtype, 1}, 1, 14), *matrix, noProgress());
        const Packed dense = pack(mixedPlan(*matrix, {OperatorKind::SpMM, dtype, 32}, 32, 14), *matrix, noProgress());
        CHECK(vector.ld == 1);
        CHECK(vector.densePart == 1);
        CHECK(vector.tasks.size() == vector.tiles.size());
        CHECK(vector.outputs.empty());
        CHECK_FALSE(vector.addsOutputs());
        CHECK(vector.emptyRows == dense.emptyRows);
        CHECK(vector.rowOfSlot == dense.rowOfSlot);
        CHECK((vector.indices == dense.indices));
        CHECK((vector.values == dense.values));
    }
}

TEST_CASE("a plan for SpMV with a dense loop is refused")
{
    const MatrixPtr matrix = randomWithEmptyRows(16, 64, 0.2, 14);
    Plan plan = mixedPlan(*matrix, {OperatorKind::SpMV, DataType::Float16, 1}, 1, 14);
    CHECK(refusal(plan, *matrix).empty());
    plan.op.dense = 32;
    CHECK_THAT(refusal(plan, *matrix), Catch::Contains("SpMV has a dense loop of 1, in one part"));
    plan.op.dense = 1;
    plan.densePart = 32;
    CHECK_THAT(refusal(plan, *matrix), Catch::Contains("SpMV has a dense loop of 1, in one part"));
}

TEST_CASE("a block of 8 rows stands in the order of the B fragments of m16n8k16")
{
    const FullBlock block(8, 48);
    const std::vector<std::int64_t> places = block.places(DataType::Float16);
    for (std::int64_t step = 0; step < 3; ++step)
        for (std::int64_t lane = 0; lane < 32; ++lane)
            for (std::int64_t i = 0; i < 4; ++i) {
                // PTX ISA: row (k) = (lane % 4) * 2 + (i & 1) + (i < 2 ? 0 : 8), column (n) = lane / 4.
                const std::int64_t k = step * 16 + lane % 4 * 2 + (i & 1) + (i < 2 ? 0 : 8);
                REQUIRE(places[static_cast<std::size_t>(step * 128 + lane * 4 + i)] == lane / 4 * 48 + k);
            }
    CHECK(block.places(DataType::BFloat16) == places);
}

TEST_CASE("a block of 16 rows stands in the order of A fragments, which is that of two accumulators side by side")
{
    const FullBlock block(16, 32);
    const std::vector<std::int64_t> places = block.places(DataType::BFloat16);
    CHECK(block.places(DataType::Float16) == places);
    for (std::int64_t step = 0; step < 2; ++step)
        for (std::int64_t lane = 0; lane < 32; ++lane)
            for (std::int64_t i = 0; i < 8; ++i) {
                // PTX ISA, A: row = lane / 4, and 8 more for i in {2, 3, 6, 7}; column = (lane % 4) * 2 + (i & 1), and
                // 8 more for i >= 4. C and D of m16n8: the same with i < 4, for each of two.
                const std::int64_t row = lane / 4 + (i & 2) * 4;
                const std::int64_t col = step * 16 + lane % 4 * 2 + (i & 1) + (i < 4 ? 0 : 8);
                REQUIRE(places[static_cast<std::size_t>(step * 256 + lane * 8 + i)] == row * 32 + col);
            }
}

TEST_CASE("blocks of float32 and tf32 are row-major in both heights")
{
    for (const std::int64_t rows : {8, 16}) {
        const FullBlock block(rows, 48);
        for (const DataType dtype : {DataType::Float32, DataType::TFloat32}) {
            const std::vector<std::int64_t> places = block.places(dtype);
            std::vector<std::int64_t> expected(static_cast<std::size_t>(rows * 48));
            std::iota(expected.begin(), expected.end(), 0);
            CHECK(places == expected);
        }
    }
}

TEST_CASE("a 1D tile counts its distinct rows and columns, and all its places")
{
    const MatrixPtr matrix = matrixFromCoordinates(9, 9, {{1, 2}, {1, 5}, {4, 5}, {7, 2}, {7, 3}}, "small");
    PlanByHand hand(*matrix, {OperatorKind::SDDMM, DataType::Float16, 32}, 32);
    hand.rest(64);
    const Plan plan = hand.finish();
    REQUIRE(plan.tiling().tiles.size() == 1);
    CHECK(plan.tiling().rowIds == std::vector<std::int32_t>{1, 4, 7});
    const Format& format = *plan.tiling().formats[0];
    const TileFeatures features = format.features(plan.tiling().view(plan.tiling().tiles[0]), *matrix);
    CHECK(features.rows == 3);
    CHECK(features.width == 64);
    CHECK(features.distinctCols == 3);
    CHECK(countPlaces(plan, plan.tiling().tiles[0]).padding() == 59);
    const TileView view = plan.tiling().view(plan.tiling().tiles[0]);
    CHECK(format.bytes(view, {.dtype = DataType::BFloat16}) == 64 * (4 + 4 + 2));
    CHECK(format.bytes(view, {.dtype = DataType::TFloat32}) == 64 * (4 + 4 + 4));
    CHECK(format.bytes(view, {OperatorKind::SDDMM, DataType::Float16}) == 64 * (4 + 4 + 2 + 4));
    CHECK(summarise(plan).bytes == 64 * (4 + 4 + 2 + 4));
    CHECK(format.family() == FormatFamily::OneD);
    CHECK(name(format.family()) == "1d");
}

TEST_CASE("a CSR tile stores its rows as they are: their number, where they end, their columns, and nothing in vain")
{
    const MatrixPtr matrix = matrixFromCoordinates(9, 9, {{1, 2}, {1, 5}, {4, 5}, {7, 2}, {7, 3}}, "small");
    PlanByHand hand(*matrix, {OperatorKind::SpMM, DataType::Float16, 32}, 32);
    hand.csr({1, 4, 7}, 32);
    const Plan plan = hand.finish();
    REQUIRE(plan.tiling().tiles.size() == 1);
    const Format& format = *plan.tiling().formats[0];
    const TileView view = plan.tiling().view(plan.tiling().tiles[0]);
    const TileFeatures features = format.features(view, *matrix);
    CHECK(features.rows == 3);
    CHECK(features.places() == 5);
    CHECK(features.issued == 12); // rows of 2, 1 and 2
    CHECK(features.distinctCols == 3);
    CHECK(countPlaces(plan, plan.tiling().tiles[0]).padding() == 0);
    CHECK(format.bytes(view, {.dtype = DataType::Float16}) == 3 * 4 + (1 + 3 + 5) * 4 + 5 * 2);
    CHECK(summarise(plan).bytes == format.bytes(view, {.dtype = DataType::Float16}));
    CHECK(name(format.family()) == "csr-like");
    const Packed packed = pack(plan, *matrix, noProgress());
    const auto array = [&](const char* name) {
        const std::span<const std::int32_t> stored = packed.array(0, name);
        return std::vector<std::int32_t>(stored.begin(), stored.end());
    };
    CHECK(array("rowIds") == std::vector<std::int32_t>{1, 4, 7});
    CHECK(array("rows") == std::vector<std::int32_t>{3});
    CHECK(array("rowEnd") == std::vector<std::int32_t>{2, 3, 5});
    CHECK(array("colIdx") == std::vector<std::int32_t>{2, 5, 5, 2, 3});
    CHECK_THROWS_WITH(packed.array(0, "sliceEnd"), Catch::Contains("CSR 32 has no array sliceEnd"));

    Plan broken = plan;
    std::swap(broken.tiling().rowIds[0], broken.tiling().rowIds[1]);
    CHECK_THAT(refusal(broken, *matrix), Catch::Contains("out of their order"));
    broken = plan;
    broken.tiling().rowIds[1] = 1;
    CHECK_THAT(refusal(broken, *matrix), Catch::Contains("stored twice"));
    CHECK_THROWS_WITH(makeFormat("csr", {{"places", 48}}), Catch::Contains("a power of two from 32 to 65536, not 48"));
    CHECK_THROWS_WITH(makeFormat("csr", {{"rows", 32}}), Catch::Contains("places"));
}

TEST_CASE("1D tiles and blocks of 8 rows that break their rules are refused with the tile and the reason")
{
    const MatrixPtr matrix = randomWithEmptyRows(40, 50, 0.3, 15);
    PlanByHand hand(*matrix, {OperatorKind::SDDMM, DataType::Float16, 32}, 32);
    hand.rest(32);
    const Plan good = hand.finish();
    const auto broken = [&](const auto& change) {
        Plan plan = good;
        change(plan);
        return refusal(plan, *matrix);
    };
    const auto at = [&](std::size_t row) { return good.tiling().rowIds[row]; };
    REQUIRE(at(0) != at(1));
    CHECK_THAT(broken([](Plan& p) { std::swap(p.tiling().rowIds[0], p.tiling().rowIds[1]); }),
               Catch::Contains("tiles[0]") && Catch::Contains("out of their order"));
    CHECK_THAT(broken([](Plan& p) { p.tiling().rowIds[1] = p.tiling().rowIds[0]; }), Catch::Contains("stored twice"));
    CHECK_THAT(broken([](Plan& p) { p.tiling().rowIds[0] = 40; }), Catch::Contains("row 40 of 40"));
    CHECK_THAT(broken([](Plan& p) {
                   p.tiling().rowIds.push_back(3);
                   ++p.tiling().tiles.back().rows.end;
               }),
               Catch::Contains("row 3 is named"));
    CHECK_THAT(broken([](Plan& p) { // the first two tiles as one
                   p.tiling().tiles[1].rows.begin = p.tiling().tiles[1].entries.begin = 0;
                   p.tiling().rowIds.erase(
                       std::unique(p.tiling().rowIds.begin(), p.tiling().rowIds.begin() + p.tiling().tiles[1].rows.end),
                       p.tiling().rowIds.begin() + p.tiling().tiles[1].rows.end);
                   p.tiling().tiles.erase(p.tiling().tiles.begin());
                   p.tiling().tiles.resize(1);
                   p.tiling().tiles[0].rows.end = static_cast<std::int64_t>(p.tiling().rowIds.size());
                   p.tiling().entries.resize(64);
               }),
               Catch::Contains("holds 1 to 32 non-zeros, not 64"));
    CHECK_THAT(broken([](Plan& p) {
                   p.tiling().colIds.push_back(1);
                   p.tiling().tiles.back().cols.end = 1;
               }),
               Catch::Contains("no columns of its own"));

    PlanByHand blocks(*matrix, {OperatorKind::SDDMM, DataType::Float16, 32}, 32);
    for (std::int32_t r = 0; r < 40; r += 8)
        blocks.blocks({r, r + 1, r + 2, r + 3, r + 4, r + 5, r + 6, r + 7}, 8, 64);
    Plan plan = blocks.finish();
    plan.tiling().formats[0] = makeFormat("block", {{"rows", 16}, {"width", 64}});
    CHECK(refusal(plan, *matrix).empty()); // 8 rows fit into 16
    plan = [&] {
        PlanByHand tall(*matrix, {OperatorKind::SDDMM, DataType::Float16, 32}, 32);
        std::vector<std::int32_t> rows(16);
        std::iota(rows.begin(), rows.end(), 0);
        tall.blocks(rows, 16, 64);
        tall.rest(32);
        return tall.finish();
    }();
    plan.tiling().formats[0] = makeFormat("block", {{"rows", 8}, {"width", 64}});
    CHECK_THAT(refusal(plan, *matrix), Catch::Contains("block 8x64 holds 1 to 8 rows, not 16"));
}

TEST_CASE("packing ends part-way when it is cancelled, on one thread too")
{
    const MatrixPtr matrix = randomUniform(6000, 600, 0.01, 3);
    const Plan plan = mixedPlan(*matrix, {OperatorKind::SpMM, DataType::Float32, 32}, 32, 3);
    REQUIRE(plan.tiling().tiles.size() > 500);
    for (const int threads : {1, 2})
        withThreads(threads, [&] {
            Progress* job = nullptr;
            double furthest = 0;
            Progress progress([&](std::string_view, double done) {
                furthest = done;
                if (done > 0.1)
                    job->cancel();
            });
            job = &progress;
            try {
                pack(plan, *matrix, progress);
                FAIL("it went on to the end");
            } catch (const Error& e) {
                CHECK(e.kind() == ErrorKind::Cancelled);
            }
            CHECK(furthest < 0.5);
        });
}
