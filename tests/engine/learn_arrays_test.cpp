// The encoder of the Learn page ends with the arrays that a kernel reads, element by element, and counts them right.
#include "engine/learn/drawing.h"
#include "engine/learn/formats/buckets.h"
#include "engine/learn/formats/taught_format.h"
#include "engine/plan/packed.h"
#include "tests/engine/learn_fixtures.h"

#include <set>

using namespace sparsescope;
using namespace sparsescope::learn;

namespace {

const EncodedArray& array(const Encoded& e, const char* name)
{
    REQUIRE(e.find(name) >= 0);
    return e.arrays[static_cast<std::size_t>(e.find(name))];
}

std::vector<double> numbers(const Encoded& e, const char* name)
{
    std::vector<double> all;
    for (const EncodedElement& element : array(e, name).elements)
        all.push_back(element.value);
    return all;
}

} // namespace

TEST_CASE("Every format of the engine is taught")
{
    for (const FormatKind& kind : formatKinds()) {
        INFO(kind.name);
        CHECK(findTaught(kind.name));
    }
}

TEST_CASE(
    "Arrays that tiles have as textbooks do are those that pack makes, and the bytes that tiles add are told apart")
{
    for (const auto& [matrixName, matrix] : smallMatrices())
        for (const LearnKind& kind : learnKinds(*matrix))
            for (const LearnFormat& format : formatsOf(kind)) {
                INFO(matrixName << ", " << kind.name << " " << format.parameters.dump());
                const Encoded e = encoded(matrix, format, DataType::Float32);
                if (!e.format || taughtFormat(kind.name).compose)
                    continue;
                const Packed packed = pack(e.plan, *e.matrix, noProgress());
                std::vector<std::size_t> next(e.arrays.size(), 0);
                std::int64_t bytes = 0;
                for (std::size_t t = 0; t < e.plan.tiling().tiles.size(); ++t) {
                    const PackedTileView tile = packed.view(t);
                    bytes +=
                        e.format->bytes(e.plan.tiling().view(e.plan.tiling().tiles[t]), {.dtype = DataType::Float32});
                    for (std::size_t a = 0; a < e.format->arrays().size(); ++a) {
                        const StoredArray& array = e.format->arrays()[a];
                        const int index = e.find(array.name);
                        CHECK((index < 0) == array.added);
                        for (std::int64_t i = 0; i < packed.sizes[t][a] && index >= 0; ++i) {
                            const auto at = next[static_cast<std::size_t>(index)]++;
                            const EncodedArray& shown = e.arrays[static_cast<std::size_t>(index)];
                            const double stored =
                                array.element == ElementType::Value
                                    ? loadValue(DataType::Float32, tile.values, static_cast<std::size_t>(i))
                                : array.element == ElementType::Row
                                    ? packed.rowsIn(t, a)[static_cast<std::size_t>(i)] // not their slots
                                    : tile[a][static_cast<std::size_t>(i)];
                            if (shown.elements.size() <= at || std::abs(shown.elements[at].value - stored) > 1e-6)
                                FAIL_CHECK(array.name << "[" << at << "] should be " << stored);
                        }
                    }
                }
                for (std::size_t a = 0; a < e.arrays.size(); ++a)
                    CHECK(next[a] == e.arrays[a].elements.size());
                CHECK(e.counts().bytes + e.addedBytes == bytes);
                CHECK((e.addedBytes > 0) == (e.added.find("Sparsescope adds ") == 0));
            }
}

TEST_CASE(
    "Figure 1 of STile: ELL and HYB hold every row of the matrix and name none, DBSR names its block rows, BSR the "
    "block column")
{
    const auto of = [](const char* matrix, const char* format, const char* mapping = "",
                       nlohmann::json parameters = nlohmann::json::object()) {
        return encoded(namedMatrix(matrix), {format, std::move(parameters), mapping}, DataType::Float32);
    };
    // Rows 0 and 4 hold nothing.
    const Encoded rows = of("figure1", "ell", "thread a row, row-major");
    CHECK(rows.label == "ELL (width 2)");
    CHECK(rows.arrays.size() == 2);
    CHECK(numbers(rows, "values") == std::vector<double>{0, 0, 1, 0, 2, 3, 4, 5, 0, 0, 6, 7, 8, 9, 10, 0});
    CHECK(numbers(rows, "colIdx") == std::vector<double>{0, 0, 6, 6, 2, 3, 2, 3, 0, 0, 5, 6, 5, 6, 0, 0});
    CHECK(rows.counts().bytes == 128);
    CHECK(rows.order() == "row by row");
    CHECK(rows.addedBytes == 32);
    CHECK_THAT(rows.added, Catch::Contains("rowIds (32 bytes)"));
    const Encoded columns = of("figure1", "ell");
    CHECK(numbers(columns, "values") == std::vector<double>{0, 1, 2, 4, 0, 6, 8, 10, 0, 0, 3, 5, 0, 7, 9, 0});
    CHECK(columns.order() == "column by column");
    // LiteForm's slide: the longest row has six.
    CHECK(of("cell8", "ell").counts().bytes == 8 * 6 * 8);
    CHECK(of("cell8", "ell").counts().padding == 33);
    const Encoded hyb = of("figure1", "hyb", "the same, the ELL part row-major", {{"width", 1}});
    CHECK(numbers(hyb, "values") == std::vector<double>{0, 1, 2, 4, 0, 6, 8, 10, 3, 5, 7, 9});
    CHECK(numbers(hyb, "coo.rowIdx") == std::vector<double>{2, 3, 5, 6});
    CHECK(hyb.counts().bytes == 8 * 8 + 4 * 12);
    const nlohmann::json sides = {{"height", 2}, {"width", 2}};
    const Encoded bsr = of("figure1", "bsr", "", sides), dbsr = of("figure1", "dbsr", "", sides);
    CHECK(numbers(bsr, "rowEnd") == std::vector<double>{1, 2, 4, 7});
    CHECK(numbers(bsr, "colIdx") == std::vector<double>{3, 1, 2, 3, 0, 2, 3});
    CHECK(numbers(dbsr, "rowIdx") == std::vector<double>{0, 1, 2, 3});
    CHECK(dbsr.counts().bytes == 172);
    CHECK(numbers(of("blocks", "bell", "", sides), "colIdx") == std::vector<double>{0, 3, 1, -1, 0, 2, 3, -1});
    // The last stripe of two holds nothing, and has its end all the same.
    CHECK(numbers(encoded(drawnMatrix({"x.", "..", "..", ".."}), {"srbcrs", {{"t", 2}, {"q", 1}}}, DataType::Float32),
                  "rowEnd") == std::vector<double>{1, 1});
}

TEST_CASE("Layouts of textbooks, worked by hand, which no plan stores")
{
    const MatrixPtr m = drawnMatrix({"1 . 2 .", ". . . .", "3 4 5 .", ". . 6 ."});
    const auto of = [&](const char* name, nlohmann::json parameters = nlohmann::json::object()) {
        Encoded e = encoded(m, {name, std::move(parameters), {}}, DataType::Float32);
        CHECK_FALSE(e.format);
        CHECK_THAT(e.added, Catch::Contains("no plan of Sparsescope stores"));
        return e;
    };
    using Numbers = std::vector<double>;
    const Encoded csc = of("csc"), dcsc = of("dcsc"), jds = of("jds");
    CHECK(numbers(csc, "colEnd") == Numbers{2, 3, 6, 6});
    CHECK(numbers(csc, "rowIdx") == Numbers{0, 2, 2, 0, 2, 3});
    CHECK(numbers(csc, "values") == Numbers{1, 3, 4, 2, 5, 6});
    CHECK(csc.counts().bytes == 4 * (4 + 6 + 6));
    CHECK_THAT(csc.text(csc.steps[2]), Catch::Contains("colEnd[0] = 2 for column 0"));
    CHECK(numbers(dcsc, "colIdx") == Numbers{0, 1, 2});
    CHECK(numbers(dcsc, "colEnd") == Numbers{2, 3, 6});
    CHECK(numbers(jds, "rowIds") == Numbers{2, 0, 3, 1});
    CHECK(numbers(jds, "diagEnd") == Numbers{3, 5, 6});
    CHECK(numbers(jds, "values") == Numbers{3, 1, 6, 4, 2, 5});
    CHECK(numbers(jds, "colIdx") == Numbers{0, 0, 2, 1, 2, 2});
    CHECK(jds.counts().padding == 0);
    // A bit a place: rows of 32 columns, or blocks of 4 x 8.
    const Encoded rows = of("bitmap", {{"height", 1}}), block = of("bitmap", {{"height", 4}});
    CHECK(numbers(rows, "bits") == Numbers{5, 0, 7, 4});
    CHECK(numbers(rows, "wordEnd") == Numbers{2, 2, 5, 6});
    CHECK(numbers(block, "bits") == Numbers{0x04070005});
    CHECK(array(block, "bits").elements[0].text == "04070005");
    CHECK(block.counts().bytes == 4 + 4 + 6 * 4);
}

TEST_CASE("Every element is written in one step, a value together with its column, and bytes and padding count up to "
          "the whole")
{
    for (const auto& [matrixName, matrix] : smallMatrices())
        for (const LearnKind& kind : learnKinds(*matrix)) {
            INFO(matrixName << ", " << kind.name);
            const Encoded e = encoded(matrix, {kind.name, nlohmann::json::object(), {}}, DataType::Float16);
            std::set<std::pair<int, int>> written;
            for (std::size_t s = 0; s < e.steps.size(); ++s) {
                CHECK_FALSE(e.text(e.steps[s]).empty());
                for (const auto& w : e.steps[s].written)
                    if (!written.insert(w).second || e.arrays[static_cast<std::size_t>(w.first)]
                                                             .elements[static_cast<std::size_t>(w.second)]
                                                             .written != static_cast<int>(s) + 1)
                        FAIL_CHECK("element " << w.second << " of " << e.arrays[static_cast<std::size_t>(w.first)].name
                                              << " is written twice");
            }
            std::int64_t bytes = 0, values = 0, held = 0;
            std::size_t elements = 0;
            for (const EncodedArray& a : e.arrays) {
                elements += a.elements.size();
                bytes += static_cast<std::int64_t>(a.elements.size()) * (a.element == ElementType::Value ? 2 : 4);
                for (const EncodedElement& element : a.elements)
                    if (a.element == ElementType::Value) {
                        ++values;
                        held += element.position >= 0 ? 1 : 0;
                    }
            }
            CHECK(written.size() == elements);
            CHECK(held == matrix->nnz());
            CHECK(e.places.size() == static_cast<std::size_t>(values));
            const FormatCounts whole = e.counts();
            CHECK(whole.bytes == bytes);
            CHECK(whole.values == values);
            CHECK(whole.padding == values - held);
            FormatCounts before;
            for (int s = 0; s <= static_cast<int>(e.steps.size()); s += 1 + static_cast<int>(e.steps.size()) / 50) {
                const FormatCounts now = e.counts(s);
                CHECK(now.bytes >= before.bytes);
                CHECK(now.padding >= before.padding);
                before = now;
            }
            // No two places of the picture lie on each other.
            std::set<std::pair<int, int>> places;
            for (const StoredPlace& p : e.places) {
                CHECK(places.emplace(p.x, p.y).second);
                CHECK(static_cast<std::size_t>(p.y) < e.rowOfLine.size());
            }
        }
}

TEST_CASE("SELL of rows of unlike lengths is what the lesson says")
{
    const Encoded e = encoded(namedMatrix("hyb8"), {"sell", {{"c", 2}, {"sigma", 8}}, {}}, DataType::Float32);
    CHECK(numbers(e, "rowIds") == std::vector<double>{2, 0, 6, 4, 1, 3, 5, 7});
    CHECK(numbers(e, "sliceEnd") == std::vector<double>{16, 22, 24, 26});
    // The first places of rows 2 and 0, then their second ones ...
    const std::vector<double> values = numbers(e, "values");
    CHECK(std::vector<double>(values.begin(), values.begin() + 10) ==
          std::vector<double>{6, 1, 7, 2, 8, 3, 9, 4, 10, 0});
    CHECK(e.counts().padding == 5);
    CHECK(e.counts().bytes == 4 * (8 + 4 + 26 + 26));
    CHECK(e.steps.size() == 8 + 4 + 26);
}

TEST_CASE("SELL sorted in windows: where slices end counts on from window to window")
{
    CHECK(numbers(encoded(namedMatrix("hyb8"), {"sell", {{"c", 2}, {"sigma", 4}}, {}}, DataType::Float32),
                  "sliceEnd") == std::vector<double>{16, 18, 24, 26});
}

TEST_CASE("CELL folds the long row of its slide, and its cost model's terms follow")
{
    const MatrixPtr slide = namedMatrix("cell8");
    const std::vector<Bucket> four = buckets(*slide, 1, 4);
    REQUIRE(four.size() == 3);
    CHECK(four[0].rows.size() == 2); // rows 1 and 7
    CHECK(four[1].rows.size() == 2); // rows 0 and 6
    CHECK(four[2].rows.size() == 3); // row 2 and the halves of row 4
    LearnState state;
    state.matrix = slide;
    state.view = View::Plan;
    state.example = "widths";
    bool written = false; // 2 I1 W + |columns| J + Atomic I2 J with Atomic = 3 / 2
    for (const Shape& shape : makeShow(state)->scene(1).shapes)
        written = written || shape.text == "= 24 + 24 + 12 = 60";
    CHECK(written);
    const std::vector<Bucket> two = buckets(*slide, 1, 2);
    REQUIRE(two.size() == 2);
    CHECK(two[1].rows.size() == 7); // 0, 6, two pieces of 2, three of 4
    CHECK(encoded(slide, {"cell", {{"width", 4}}, {}}, DataType::Float32).counts().padding == 3);
    CHECK(encoded(slide, {"cell", {{"width", 2}}, {}}, DataType::Float32).counts().padding == 1);
}

TEST_CASE("All formats side by side: those of few bytes first, each place linked to its non-zero, parameters as given")
{
    LearnState state;
    state.matrix = namedMatrix("power");
    state.view = View::Formats;
    state.formats = {{"sell", {{"c", 2}, {"sigma", 16}}}, {"sell", {{"c", 8}, {"sigma", 8}}}};
    const auto show = makeShow(state);
    const std::vector<FormatCounts> counts = show->counts();
    CHECK(counts.size() == learnKinds(*state.matrix).size() + 1);
    CHECK(std::is_sorted(counts.begin(), counts.end(),
                         [](const FormatCounts& a, const FormatCounts& b) { return a.bytes < b.bytes; }));
    for (const LearnFormat& format : state.formats) {
        const FormatCounts alone = encoded(state.matrix, format, state.dtype).counts();
        CHECK(std::any_of(counts.begin(), counts.end(), [&](const FormatCounts& c) {
            return c.label == alone.label && c.bytes == alone.bytes && c.padding == alone.padding;
        }));
    }
    const Scene scene = show->scene(show->steps() - 1, 1240);
    const std::vector<int> named = scene.named();
    const auto nameOf = [&](int n) {
        return scene.shapes[static_cast<std::size_t>(named[static_cast<std::size_t>(n)])].id;
    };
    for (std::int64_t p = 0; p < state.matrix->nnz(); ++p) {
        const std::string cell = cellId(state.matrix->rowOf(p), state.matrix->colIdx()[static_cast<std::size_t>(p)]);
        std::set<std::string> formats;
        for (const Link& link : scene.links)
            if (nameOf(link.from) == cell && nameOf(link.to).starts_with("stored "))
                formats.insert(nameOf(link.to).substr(7, nameOf(link.to).find(' ', 7) - 7));
        CHECK(formats.size() == counts.size());
    }
    // Step by step every encoder fills its own.
    const auto filled = [&](int step) {
        const Scene at = show->scene(step, 1240);
        return std::count_if(at.shapes.begin(), at.shapes.end(),
                             [](const Shape& s) { return s.id.starts_with("stored ") && s.role != Role::Faint; });
    };
    CHECK(filled(0) == 0);
    CHECK(filled(3) > 0);
    CHECK(filled(3) < filled(show->steps() - 1));
    state.formats = {{"zip"}};
    CHECK_THROWS_WITH(makeShow(state), Catch::Contains("format \"zip\" is none of"));
}

TEST_CASE("A format, parameter or matrix that cannot be shown is refused with its name")
{
    const MatrixPtr m = namedMatrix("figure1");
    const auto show = [&](LearnFormat format, MatrixPtr matrix) {
        LearnState state;
        state.matrix = std::move(matrix);
        state.formats = {std::move(format)};
        return makeShow(state);
    };
    CHECK_THROWS_WITH(show({"elf", nlohmann::json::object(), {}}, m), Catch::Contains("\"elf\" is none of"));
    CHECK_THROWS_WITH(show({"sell", {{"c", 3}}, {}}, m), Catch::Contains("c of sell is one of 2, 4, 8, 16, 32, not 3"));
    CHECK_THROWS_WITH(show({"csr", {{"c", 2}}, {}}, m), Catch::Contains("csr has no parameter \"c\""));
    CHECK_THROWS_WITH(show({"csr", nlohmann::json::object(), {}}, nullptr), Catch::Contains("no matrix"));
    CHECK_THROWS_WITH(show({"csr", nlohmann::json::object(), {}}, drawnMatrix({"..", ".."})),
                      Catch::Contains("no non-zero"));
}
