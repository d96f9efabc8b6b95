// The arrays of each format for one small matrix, worked by hand; what its parameters may be; tiles that it refuses.
#include "engine/core/error.h"
#include "tests/engine/bucket_fixtures.h"
#include "tests/engine/format_fixtures.h"

#include <numeric>

using namespace sparsescope;

namespace {

//     0 1 2 3 4 5
//  0  1 . 2 . . .
//  1  . . . . . .
//  2  3 4 5 . . 6
//  3  . . . 7 . .
MatrixPtr byHand()
{
    MatrixSource source;
    source.name = "by hand";
    return std::make_shared<const Matrix>(4, 6, std::vector<std::int64_t>{0, 2, 2, 6, 7},
                                          std::vector<std::int32_t>{0, 2, 0, 1, 2, 5, 3},
                                          std::vector<double>{1, 2, 3, 4, 5, 6, 7}, std::move(source));
}

struct Stored {
    std::string format;
    nlohmann::json parameters;
    std::vector<std::vector<std::int32_t>> numbers; // its arrays but that of the values
    std::vector<float> values;
};

// Fills up to a length.
template <class T>
std::vector<T> upTo(std::size_t size, std::vector<T> some, T rest)
{
    some.resize(size, rest);
    return some;
}

const std::vector<Stored> expected = {
    {"csr", {{"places", 32}}, {{0, 1, 2, 3}, {4}, {2, 2, 6, 7}, {0, 2, 0, 1, 2, 5, 3}}, {1, 2, 3, 4, 5, 6, 7}},
    {"dcsr", {{"places", 32}}, {{0, 2, 3}, {3}, {2, 6, 7}, {0, 2, 0, 1, 2, 5, 3}}, {1, 2, 3, 4, 5, 6, 7}},
    {"coo", {{"places", 32}}, {{0, 0, 2, 2, 2, 2, 3}, {0, 2, 0, 1, 2, 5, 3}}, {1, 2, 3, 4, 5, 6, 7}},
    {"1d",
     {{"size", 32}},
     {upTo<std::int32_t>(32, {0, 0, 2, 2, 2, 2, 3}, -1), upTo<std::int32_t>(32, {0, 2, 0, 1, 2, 5, 3}, 3)},
     upTo<float>(32, {1, 2, 3, 4, 5, 6, 7}, 0)},
    // The long row is folded.
    {"ell", {{"rows", 4}, {"width", 2}}, {{0, 2, 2, 3}, {0, 2, 0, 1, 2, 5, 3, 3}}, {1, 2, 3, 4, 5, 6, 7, 0}},
    // Rows 2 and 0, then 3 and 1, column by column in each slice.
    {"sell",
     {{"c", 2}, {"sigma", 4}},
     {{2, 0, 3, 1}, {2}, {8, 10}, {0, 0, 1, 2, 2, 2, 5, 2, 3, 3}},
     {3, 1, 4, 2, 5, 0, 6, 0, 7, 0}},
    // Two places of row 2 flow over.
    {"hyb",
     {{"rows", 4}, {"width", 2}},
     {{0, 2, 3, -1}, {2}, {0, 2, 0, 1, 3, 3, 3, 3}, {2, 2}, {2, 5}},
     {1, 2, 3, 4, 7, 0, 0, 0, 5, 6}},
    {"dia", {{"rows", 4}}, {{0, 1, 2, 3}, {0}, {5}, {-2, -1, 0, 2, 3}}, {0, 0, 3, 0, 0, 0, 4, 0, 1, 0,
                                                                         5, 7, 2, 0, 0, 0, 0, 0, 6, 0}},
    {"bsr",
     {{"height", 2}, {"width", 2}, {"places", 64}},
     {{0, 1, 2, 3}, {2}, {6}, {2, 5}, {0, 2, 0, 2, 4}},
     {1, 0, 0, 0, 2, 0, 0, 0, 3, 4, 0, 0, 5, 0, 0, 7, 0, 6, 0, 0}},
    // Blocks of 4 columns hang over the edge.
    {"bsr",
     {{"height", 4}, {"width", 4}, {"places", 64}},
     {{0, 1, 2, 3}, {1}, {6}, {2}, {0, 4}},
     {1, 0, 2, 0, 0, 0, 0, 0, 3, 4, 5, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0}},
    // Rows of blocks that are as high as a row: the empty one is not listed.
    {"dbsr",
     {{"height", 1}, {"width", 2}, {"places", 64}},
     {{0, 2, 3}, {3}, {6}, {2, 5, 6}, {0, 2, 0, 2, 4, 2}},
     {1, 0, 2, 0, 3, 4, 5, 0, 0, 6, 0, 7}},
    {"bell",
     {{"height", 2}, {"width", 2}, {"blocks", 3}, {"places", 64}},
     {{0, 1, 2, 3}, {2}, {6}, {0, 2, -1, 0, 2, 4}},
     {1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 4, 0, 0, 5, 0, 0, 7, 0, 6, 0, 0}},
    {"srbcrs",
     {{"t", 2}, {"q", 2}, {"places", 64}},
     {{0, 1, 2, 3}, {2}, {2, 8}, {0, 2, 0, 1, 2, 3, 5, 5}},
     {1, 2, 0, 0, 3, 4, 0, 0, 5, 0, 0, 7, 6, 0, 0, 0}},
    // Six columns take eight places.
    {"dense", nlohmann::json::object(), {{0, 1, 2, 3}, {8}}, {1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                                              3, 4, 5, 0, 0, 6, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0}},
    // Columns 0 and 2 are the fullest.
    {"block",
     {{"rows", 8}, {"width", 16}},
     {{0, 2, 3, -1, -1, -1, -1, -1}, upTo<std::int32_t>(16, {0, 2, 1, 3, 5}, 5)},
     upTo<float>(128, {1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 5,
                       4, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7},
                 0)},
};

std::string parameterRefusal(const std::string& format, const nlohmann::json& parameters)
{
    try {
        makeFormat(format, parameters);
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        return e.what();
    }
    return "accepted";
}

// The arrays of each tile of a plan, and their bytes.
void checkArrays(const Plan& plan, const Matrix& matrix, const std::vector<Stored>& tiles)
{
    validatePlan(plan, matrix);
    REQUIRE(plan.tiling().tiles.size() == tiles.size());
    const Packed packed = pack(plan, matrix, noProgress());
    for (std::size_t t = 0; t < tiles.size(); ++t) {
        const Stored& stored = tiles[t];
        const PackedTileView view = packed.view(t);
        const FormatPtr& format = plan.tiling().formats[static_cast<std::size_t>(plan.tiling().tiles[t].format)];
        INFO("tile " << t << ", " << format->label());
        CHECK(format->label() == makeFormat(stored.format, stored.parameters)->label());
        std::size_t elements = stored.values.size();
        auto expected = stored.numbers.begin();
        for (std::size_t a = 0; a < format->arrays().size(); ++a) {
            if (a == format->valueArray())
                continue;
            INFO(format->arrays()[a].name);
            REQUIRE(expected != stored.numbers.end());
            std::vector<std::int32_t> numbers(view[a].begin(), view[a].end());
            if (format->arrays()[a].element == ElementType::Row) // which may be slots, or the row before once more
                for (std::size_t i = 0; i < numbers.size(); ++i)
                    numbers[i] = numbers[i] == Packed::again ? numbers[i - 1] : packed.rowOf(numbers[i]);
            CHECK(numbers == *expected);
            CHECK(packed.sizes[t][a] == static_cast<std::int64_t>(expected->size()));
            elements += (expected++)->size();
        }
        CHECK(expected == stored.numbers.end());
        REQUIRE(packed.sizes[t][format->valueArray()] == static_cast<std::int64_t>(stored.values.size()));
        std::vector<float> values;
        for (std::size_t i = 0; i < stored.values.size(); ++i)
            values.push_back(loadValue(DataType::Float32, view.values, i));
        CHECK(values == stored.values);
        CHECK(format->bytes(plan.tiling().view(plan.tiling().tiles[t]), {.dtype = DataType::Float32}) ==
              static_cast<std::int64_t>(4 * elements));
    }
}

void checkArrays(const MatrixPtr& matrix, const Stored& stored)
{
    const FormatPtr format = makeFormat(stored.format, stored.parameters);
    checkArrays(coveredBy(format, *matrix, {OperatorKind::SpMM, DataType::Float32, 32}), *matrix, {stored});
}

// The same non-zeros, with these values row by row.
MatrixPtr withValues(const MatrixPtr& matrix, std::vector<double> values)
{
    MatrixSource source = matrix->source();
    return std::make_shared<const Matrix>(matrix->rows(), matrix->cols(),
                                          std::vector<std::int64_t>(matrix->rowPtr().begin(), matrix->rowPtr().end()),
                                          std::vector<std::int32_t>(matrix->colIdx().begin(), matrix->colIdx().end()),
                                          std::move(values), std::move(source));
}

// a = 1 ... o = 15.
MatrixPtr letteredSlide()
{
    std::vector<double> letters(15);
    std::iota(letters.begin(), letters.end(), 1.0);
    return withValues(liteformSlide(), letters);
}

} // namespace

// The values are the paper's names of the non-zeros; 4 and 5 stand where STile's figure 1 leaves them open.
TEST_CASE("STile's figure 1 as CSR, ELL and BSR")
{
    const MatrixPtr matrix = withValues(figure1(), {4, 0, 1, 2, 3, 6, 7, 8, 9, 5});
    checkArrays(matrix, {"csr",
                         {{"places", 32}},
                         {{0, 1, 2, 3, 4, 5, 6, 7}, {8}, {0, 1, 3, 5, 5, 7, 9, 10}, {6, 2, 3, 2, 3, 5, 6, 5, 6, 0}},
                         {4, 0, 1, 2, 3, 6, 7, 8, 9, 5}});
    // Rows 0 and 4 hold nothing and are not stored.
    checkArrays(matrix, {"ell",
                         {{"rows", 8}, {"width", 2}},
                         {{1, 2, 3, 5, 6, 7, -1, -1}, {6, 6, 2, 3, 2, 3, 5, 6, 5, 6, 0, 0, 0, 0, 0, 0}},
                         {4, 0, 0, 1, 2, 3, 6, 7, 8, 9, 5, 0, 0, 0, 0, 0}});
    checkArrays(matrix, {"bsr",
                         {{"height", 2}, {"width", 2}, {"places", 32}},
                         {{0, 1, 2, 3, 4, 5, 6, 7}, {4}, {8}, {1, 2, 4, 7}, {6, 2, 4, 6, 0, 4, 6}},
                         {0, 0, 4, 0, 0, 1, 2, 3, 0, 0, 0, 6, 0, 0, 7, 0, 0, 0, 5, 0, 0, 8, 0, 0, 9, 0, 0, 0}});
}

TEST_CASE("LiteForm's slide as ELL, a row of eight places for each, and as CELL of width 4, tile by tile")
{
    const MatrixPtr matrix = letteredSlide();
    checkArrays(matrix, {"ell",
                         {{"rows", 8}, {"width", 8}},
                         {{0, 1, 2, 4, 6, 7, -1, -1}, {1, 6, 6, 6, 6, 6, 6, 6, 2, 2, 2, 2, 2, 2, 2, 2, 0, 1, 5, 5, 5, 5,
                                                       5, 5, 0, 1, 2, 3, 5, 6, 6, 6, 1, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5,
                                                       5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5}},
                         {1, 2, 0, 0, 0, 0,  0,  0,  3, 0, 0,  0,  0, 0, 0, 0, 4, 5, 6,  0, 0, 0,
                          0, 0, 7, 8, 9, 10, 11, 12, 0, 0, 13, 14, 0, 0, 0, 0, 0, 0, 15, 0, 0, 0,
                          0, 0, 0, 0, 0, 0,  0,  0,  0, 0, 0,  0,  0, 0, 0, 0, 0, 0, 0,  0}});
    const Plan cell =
        searchedBy("cell", *matrix, {OperatorKind::SpMM, DataType::Float32, 32}, with(oneTile, {{"width", 4}})).plan;
    checkArrays(
        cell, *matrix,
        {{"ell",
          {{"rows", 8}, {"width", 1}},
          {{1, 7, -1, -1, -1, -1, -1, -1}, {2, 5, 5, 5, 5, 5, 5, 5}},
          {3, 15, 0, 0, 0, 0, 0, 0}},
         {"ell", {{"rows", 4}, {"width", 2}}, {{0, 6, -1, -1}, {1, 6, 1, 3, 3, 3, 3, 3}}, {1, 2, 13, 14, 0, 0, 0, 0}},
         {"ell", {{"rows", 2}, {"width", 4}}, {{2, -1}, {0, 1, 5, 5, 5, 5, 5, 5}}, {4, 5, 6, 0, 0, 0, 0, 0}},
         {"ell", {{"rows", 2}, {"width", 4}}, {{4, 4}, {0, 1, 2, 3, 5, 6, 6, 6}}, {7, 8, 9, 10, 11, 12, 0, 0}}});
}

TEST_CASE("the arrays of every format are those worked by hand")
{
    const MatrixPtr matrix = byHand();
    std::set<std::string> shown;
    for (const Stored& stored : expected) {
        shown.insert(stored.format);
        checkArrays(matrix, stored);
    }
    for (const FormatKind& kind : formatKinds())
        CHECK(shown.count(kind.name) == 1);
}

TEST_CASE("arrays have the names of the papers, and tell what they speak of")
{
    const MatrixPtr matrix = byHand();
    struct Named {
        bool added;
        std::vector<MatrixArea> about;
    };
    const auto named = [&](const std::string& format, const nlohmann::json& parameters) {
        const FormatPtr made = makeFormat(format, parameters);
        const Plan plan = coveredBy(made, *matrix, {OperatorKind::SpMM, DataType::Float32, 32});
        const PackedAreas areas = made->areas(plan.tiling().view(plan.tiling().tiles[0]), *matrix, DataType::Float32);
        std::map<std::string, Named> arrays;
        for (std::size_t a = 0; a < made->arrays().size(); ++a)
            arrays[made->arrays()[a].name] = {made->arrays()[a].added, areas[a]};
        return arrays;
    };
    const auto csr = named("csr", {{"places", 32}});
    CHECK(csr.at("rowIds").added);
    CHECK(csr.at("rowEnd").about == std::vector<MatrixArea>{{0, 1, 0, 6}, {1, 2, 0, 6}, {2, 3, 0, 6}, {3, 4, 0, 6}});
    CHECK(csr.at("colIdx").about[5] == MatrixArea{2, 3, 5, 6});
    CHECK_FALSE(named("dcsr", {{"places", 32}}).at("rowIdx").added);
    const auto sell = named("sell", {{"c", 2}, {"sigma", 4}});
    CHECK(sell.at("sliceEnd").about == std::vector<MatrixArea>{{0, 3, 0, 6}, {1, 4, 0, 6}});
    CHECK(sell.at("values").about[0] == MatrixArea{2, 3, 0, 1});
    CHECK(sell.at("values").about[5].empty());
    const auto hyb = named("hyb", {{"rows", 4}, {"width", 2}});
    CHECK(hyb.at("coo.rowIdx").about == std::vector<MatrixArea>{{2, 3, 0, 6}, {2, 3, 0, 6}});
    CHECK(hyb.at("coo.colIdx").about == std::vector<MatrixArea>{{2, 3, 2, 3}, {2, 3, 5, 6}});
    CHECK(named("dia", {{"rows", 4}}).at("offsets").about[0] == MatrixArea{2, 4, 0, 2});
    const auto bsr = named("bsr", {{"height", 4}, {"width", 4}, {"places", 64}});
    CHECK(bsr.at("colIdx").about == std::vector<MatrixArea>{{0, 4, 0, 4}, {0, 4, 4, 6}});
    CHECK(named("srbcrs", {{"t", 2}, {"q", 2}, {"places", 64}}).at("colIdx").about[7].empty());
}

TEST_CASE("parameters that a format does not have are refused with its name and theirs")
{
    const std::vector<std::pair<std::string, nlohmann::json>> wrong = {
        {"coo", {{"places", 48}}},
        {"coo", {{"places", 16}}},
        {"csr", {{"places", 131072}}},
        {"dcsr", {{"places", 0}}},
        {"sell", {{"c", 3}, {"sigma", 32}}},
        {"sell", {{"c", 64}, {"sigma", 64}}},
        {"sell", {{"c", 8}, {"sigma", 12}}},
        {"sell", {{"c", 8}, {"sigma", 2048}}},
        {"sell", {{"c", 8}}},
        {"hyb", {{"rows", 0}, {"width", 2}}},
        {"hyb", {{"rows", 1024}, {"width", 65}}},
        {"dia", {{"rows", -1}}},
        {"bsr", {{"height", 65}, {"width", 2}, {"places", 64}}},
        {"bsr", {{"height", 2}, {"width", 0}, {"places", 64}}},
        {"dbsr", {{"height", 2}, {"width", 2}}},
        {"bell", {{"height", 2}, {"width", 2}, {"blocks", 0}, {"places", 64}}},
        {"srbcrs", {{"t", 3}, {"q", 2}, {"places", 64}}},
        {"srbcrs", {{"t", 2}, {"q", "two"}, {"places", 64}}},
    };
    for (const auto& [format, parameters] : wrong) {
        const std::string text = parameterRefusal(format, parameters);
        INFO(format << " " << parameters.dump() << ": " << text);
        CHECK_THAT(text, Catch::Contains("\"" + format + "\""));
        bool names = false;
        for (const FormatKind& kind : formatKinds())
            for (const FormatParameter& parameter : kind.parameters)
                names = names || (kind.name == format && text.find(parameter.name) != std::string::npos);
        CHECK(names);
    }
    CHECK_THAT(parameterRefusal("bcsr", {}), Catch::Contains("none of block, ell, 1d, csr, coo"));
}

TEST_CASE("letters and labels tell formats apart, and descriptions are two sentences")
{
    std::set<std::string> letters, labels;
    for (const FormatPtr& format : formatsFor(*byHand(), allPositions(*byHand()))) {
        if (labels.insert(format->name()).second)
            CHECK(letters.insert(format->letter()).second);
        const std::string text = format->description();
        CHECK(std::count(text.begin(), text.end(), '.') == 2);
        CHECK(makeFormat(format->name(), format->parameters())->label() == format->label());
    }
    CHECK(labels.size() == formatKinds().size());
}

TEST_CASE("broken tiles of every format are refused, and nothing crashes")
{
    for (const std::uint64_t seed : {1, 2, 3}) {
        const std::vector<MatrixPtr> matrices = oddMatrices(seed);
        const MatrixPtr& matrix = matrices[seed % 3];
        std::mt19937_64 random(seed);
        for (const FormatPtr& format : formatsFor(*matrix, allPositions(*matrix))) {
            const Plan good = coveredBy(format, *matrix, {OperatorKind::SpMM, DataType::Float32, 32});
            REQUIRE_NOTHROW(validatePlan(good, *matrix));
            const auto broken = [&](const char* what, const auto& change) {
                INFO(format->label() << ", seed " << seed << ": " << what);
                Plan plan = good;
                if (change(plan, static_cast<std::size_t>(random() % plan.tiling().tiles.size())))
                    CHECK_THROWS_AS(validatePlan(plan, *matrix), Error);
            };
            using Index = std::size_t;
            broken("a row twice", [&](Plan& p, Index t) {
                const auto r = static_cast<Index>(p.tiling().tiles[t].rows.begin);
                if (p.tiling().tiles[t].rows.size() < 2 || format->name() == "ell")
                    return false;
                p.tiling().rowIds[r + 1] = p.tiling().rowIds[r];
                return true;
            });
            broken("rows changed about", [&](Plan& p, Index t) {
                const auto r = static_cast<Index>(p.tiling().tiles[t].rows.begin);
                const auto length = [&](Index i) { return matrix->rowLength(p.tiling().rowIds[i]); };
                if (p.tiling().tiles[t].rows.size() < 2 || p.tiling().rowIds[r] == p.tiling().rowIds[r + 1] ||
                    length(r) == 0 || length(r + 1) == 0)
                    return false;
                std::swap(p.tiling().rowIds[r], p.tiling().rowIds[r + 1]);
                return true;
            });
            broken("entries out of order", [&](Plan& p, Index t) {
                const auto e = static_cast<Index>(p.tiling().tiles[t].entries.begin);
                if (p.tiling().tiles[t].entries.size() < 2)
                    return false;
                std::swap(p.tiling().entries[e], p.tiling().entries[e + 1]);
                return format->name() != "block" && format->name() != "ell"; // which take the order that they find
            });
            broken("an entry twice", [&](Plan& p, Index t) {
                const auto e = static_cast<Index>(p.tiling().tiles[t].entries.begin);
                if (p.tiling().tiles[t].entries.size() < 2)
                    return false;
                p.tiling().entries[e + 1] = p.tiling().entries[e];
                return true;
            });
            broken("a row outside", [&](Plan& p, Index t) {
                p.tiling().rowIds[static_cast<Index>(p.tiling().tiles[t].rows.begin)] =
                    static_cast<std::int32_t>(matrix->rows());
                return true;
            });
            broken("a column outside", [&](Plan& p, Index) {
                p.tiling().colIds.push_back(static_cast<std::int32_t>(matrix->cols()));
                ++p.tiling().tiles.back().cols.end;
                return true;
            });
            broken("a column of its own", [&](Plan& p, Index) {
                p.tiling().colIds.push_back(0);
                ++p.tiling().tiles.back().cols.end;
                return format->name() != "block";
            });
            broken("places that it does not have", [&](Plan& p, Index t) {
                ++p.tiling().tiles[t].places;
                return true;
            });
            broken("a row that is far away", [&](Plan& p, Index t) {
                const auto r = static_cast<Index>(p.tiling().tiles[t].rows.end) - 1;
                const auto far = static_cast<std::int32_t>(matrix->rows() - 1);
                if (p.tiling().rowIds[r] == far || matrix->rowLength(p.tiling().rowIds[r]) == 0)
                    return false;
                p.tiling().rowIds[r] = far;
                return true;
            });
        }
    }
}

TEST_CASE("what a format cannot hold is refused with the reason")
{
    const MatrixPtr matrix = byHand();
    TileSet tiles;
    CHECK_THROWS_WITH(makeFormat("bell", {{"height", 2}, {"width", 2}, {"blocks", 2}, {"places", 64}})
                          ->cover(*matrix, allPositions(*matrix), tiles, noProgress()),
                      Catch::Contains("rows 2 to 3 hold 3 blocks") && Catch::Contains("room for 2"));
}

TEST_CASE("rows that hold nothing are stored where a format lists them, and zeroed elsewhere")
{
    const MatrixPtr matrix = byHand();
    for (const Stored& stored : expected) {
        INFO(stored.format);
        const FormatPtr format = makeFormat(stored.format, stored.parameters);
        const Packed packed =
            pack(coveredBy(format, *matrix, {OperatorKind::SpMM, DataType::Float16, 32}), *matrix, noProgress());
        const bool listed = std::find(stored.numbers[0].begin(), stored.numbers[0].end(), 1) != stored.numbers[0].end();
        CHECK(std::count(packed.emptyRows.begin(), packed.emptyRows.end(), 1) == (listed ? 0 : 1));
    }
}
