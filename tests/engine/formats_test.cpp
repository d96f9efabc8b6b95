// What every format keeps, whatever the matrix: all non-zeros once, arrays that are named to the last element, exact
// products, and the matrix again from the packed arrays.
#include "engine/core/error.h"
#include "engine/cost/cost_model.h"
#include "tests/engine/format_fixtures.h"

using namespace sparsescope;

namespace {

// Every array has a name and says of each element what it speaks of; one holds the values.
void checkNamed(const Format& format, const TileView& tile, const Matrix& matrix, DataType dtype)
{
    const ArraySizes sizes = format.sizes(tile);
    const PackedAreas areas = format.areas(tile, matrix, dtype);
    std::set<std::string> names;
    std::int64_t bytes = 0, valueArrays = 0;
    REQUIRE(format.arrays().size() <= mostArrays);
    CHECK(format.arrays()[0].element == ElementType::Row);
    for (std::size_t a = 0; a < format.arrays().size(); ++a) {
        const StoredArray& array = format.arrays()[a];
        INFO(array.name);
        CHECK(names.insert(array.name).second);
        CHECK_FALSE(array.meaning.empty());
        const bool value = array.element == ElementType::Value;
        valueArrays += value ? 1 : 0;
        bytes += sizes[a] * (value ? bytesOf(dtype) : 4);
        REQUIRE(static_cast<std::int64_t>(areas[a].size()) == sizes[a]);
        for (const MatrixArea& area : areas[a])
            if (!area.empty())
                REQUIRE((area.rowBegin >= 0 && area.rowEnd <= matrix.rows() && area.colBegin >= 0 &&
                         area.colEnd <= matrix.cols()));
    }
    CHECK(valueArrays == 1);
    CHECK(format.bytes(tile, {.dtype = dtype}) == bytes);
}

} // namespace

TEST_CASE("every format with any of its parameters stores any matrix: each non-zero once, in arrays with names")
{
    for (const std::uint64_t seed : seeds(2))
        for (const MatrixPtr& matrix : oddMatrices(seed))
            for (const FormatPtr& format : formatsFor(*matrix, allPositions(*matrix))) {
                INFO(matrix->source().name << ", " << format->label() << ", seed " << seed);
                const Plan plan = coveredBy(format, *matrix, {OperatorKind::SpMM, DataType::Float16, 32});
                REQUIRE_NOTHROW(validatePlan(plan, *matrix));
                std::size_t tile = 0;
                for (const Tile& t : plan.tiling().tiles)
                    if (++tile <= 3)
                        checkNamed(*format, plan.tiling().view(t), *matrix,
                                   tile % 2 ? DataType::Float16 : DataType::Float32);
                CHECK(summarise(plan).places.owned == matrix->nnz());
            }
}

TEST_CASE("every format computes all operators in all data types", "[slow]")
{
    std::uint64_t seed = 10;
    for (int round = 0; round < cases(1); ++round)
        for (const OperatorKind kind : operatorKinds())
            for (const DataType dtype : dataTypes)
                for (const MatrixPtr& matrix : oddMatrices(++seed))
                    for (const FormatPtr& format : formatsFor(*matrix, allPositions(*matrix))) {
                        INFO(matrix->source().name << ", " << format->label() << ", " << label(kind) << " "
                                                   << name(dtype) << ", seed " << seed);
                        const Plan plan = coveredBy(format, *matrix, changed({{}, dtype, 40}, kind));
                        const ErrorNorms error = checkPlan(plan, *matrix, seed, noProgress()).error;
                        // One sum may be far smaller than what it adds up: only what each element is measured by holds
                        // then.
                        CHECK((matrix->rows() == 1 ? error.worstElement < 8e-3 : error.accepted(dtype)));
                    }
}

TEST_CASE("some of the non-zeros are stored alone, and other rows are in no tile")
{
    const MatrixPtr matrix = randomWithEmptyRows(90, 120, 0.1, 5);
    std::vector<std::uint32_t> some;
    for (std::uint32_t p = 0; p < static_cast<std::uint32_t>(matrix->nnz()); ++p)
        if (p % 5 < 2 && matrix->rowOf(p) % 11 < 7)
            some.push_back(p);
    for (const FormatPtr& format : formatsFor(*matrix, some)) {
        INFO(format->label());
        TileSet tiles;
        format->cover(*matrix, some, tiles, noProgress());
        std::vector<std::uint32_t> held = tiles.entries;
        std::sort(held.begin(), held.end());
        CHECK((held == some));
        std::set<std::int32_t> rows;
        for (const std::uint32_t p : some)
            rows.insert(static_cast<std::int32_t>(matrix->rowOf(p)));
        for (const std::int32_t row : tiles.rowIds)
            REQUIRE(rows.count(row) == 1);
    }
}

TEST_CASE("a row much longer than the others of a tile stands in one of its own, so that more lanes take it")
{
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    for (std::int64_t r = 0; r < 40; ++r) {
        for (std::int32_t c = 0; c < (r == 17 ? 300 : r % 2 == 0 ? 2 : 6); ++c)
            colIdx.push_back(c);
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
    }
    const Matrix matrix(40, 300, rowPtr, colIdx, std::vector<double>(), MatrixSource());
    const auto rowsOfTiles = [&](const FormatPtr& format) {
        TileSet tiles;
        format->cover(matrix, allPositions(matrix), tiles, noProgress());
        std::vector<std::size_t> rows;
        for (std::size_t begin = 0; const TileSet::Spans& spans : tiles.tiles)
            rows.push_back(spans.rowEnd - std::exchange(begin, spans.rowEnd));
        return rows;
    };
    CHECK(rowsOfTiles(makeFormat("csr", {{"places", 1024}})) == std::vector<std::size_t>{17, 1, 22});
    CHECK(rowsOfTiles(makeFormat("csr", {{"places", 4096}})) ==
          std::vector<std::size_t>{40}); // which has long to go anyway
    CHECK(rowsOfTiles(makeFormat("srbcrs", {{"t", 1}, {"q", 1}, {"places", 1024}})) ==
          std::vector<std::size_t>{17, 1, 22});
}

TEST_CASE(
    "a dense tile holds every place of its rows, refuses what would be too many, and is a library's where it is all "
    "of a plan of SpMM or SDDMM")
{
    const FormatPtr dense = makeFormat("dense", nlohmann::json::object());
    for (const FormatKind& kind : formatKinds())
        CHECK(kind.traits.library.empty() == (kind.name != dense->name()));
    CHECK(dense->byLibrary());
    CHECK_THROWS_WITH(makeFormat("dense", {{"rows", 4}}), Catch::Contains("\"dense\" has no parameters"));
    CHECK_THROWS_WITH(makeFormat("dense", 4), Catch::Contains("\"dense\" has no parameters"));
    const MatrixPtr matrix = randomWithEmptyRows(90, 123, 0.1, 5);
    const Plan all = coveredBy(dense, *matrix, {OperatorKind::SpMM, DataType::Float16, 40});
    CHECK(ranByLibrary(all));
    CHECK(summarise(all).places.stored == 90 * 128);
    CHECK(pack(all, *matrix, noProgress()).tasks.empty());
    CHECK(scheduleOf(all, 132).sm.empty());
    CHECK(ranByLibrary(coveredBy(dense, *matrix, {OperatorKind::SDDMM, DataType::Float16, 40})));
    CHECK_FALSE(ranByLibrary(coveredBy(dense, *matrix, {OperatorKind::SpMV, DataType::Float16, 1})));
    CHECK_FALSE(ranByLibrary(coveredBy(makeFormat("csr", {{"places", 4096}}), *matrix, all.op)));

    // Two non-zeros in each of 40,000 rows of 40,000 columns.
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    for (std::int32_t r = 0; r < 40000; ++r) {
        colIdx.insert(colIdx.end(), {0, 1});
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
    }
    const Matrix sparse(40000, 40000, rowPtr, colIdx, std::vector<double>(), MatrixSource());
    TileSet tiles;
    CHECK_THROWS_WITH(dense->cover(sparse, allPositions(sparse), tiles, noProgress()),
                      Catch::Contains("would store 1,600,000,000 places for 80,000 non-zeros"));
}
