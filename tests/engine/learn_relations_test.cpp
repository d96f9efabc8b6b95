// Relations in Learn: figures 21 and 22 of SparseTIR on examples worked by hand, and on random ones against the
// formula.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/learn/convolution.h"
#include "engine/learn/rgms_run.h"
#include "engine/matrix/slices.h"
#include "tests/engine/learn_fixtures.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

using namespace sparsescope;
using namespace sparsescope::learn;

namespace {

using VoxelPairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

LearnState relationsState(const MatrixPtr& matrix, const std::string& example,
                          nlohmann::json settings = nlohmann::json::object())
{
    LearnState state;
    state.matrix = matrix;
    state.view = View::Relations;
    state.example = example;
    state.settings = std::move(settings);
    return state;
}

std::int64_t countOf(const LearnState& state, const std::string& name)
{
    for (const LearnNumber& number : makeShow(state)->numbers())
        if (number.name == name)
            return number.value;
    FAIL("there is no number " << name);
    return 0;
}

VoxelPairs pairsByHand(const Convolution& c, std::int64_t offset)
{
    VoxelPairs all;
    for (const std::int64_t p : c.pairs(offset))
        all.emplace_back(c.target(p), c.source(p));
    return all;
}

// The text in a shape, which follows it.
std::string shownIn(const Scene& scene, const std::string& id)
{
    for (std::size_t s = 0; s + 1 < scene.shapes.size(); ++s)
        if (scene.shapes[s].id == id)
            return scene.shapes[s + 1].kind == Shape::Kind::Text ? scene.shapes[s + 1].text : "";
    return "no such shape";
}

// The relations in both orders, with every bucket and sizes from the least to the largest.
std::vector<nlohmann::json> settingsTried(const LearnState& state)
{
    std::vector<nlohmann::json> all;
    for (const std::int64_t k : {0, 1, 2})
        for (const std::int64_t relations : {1, 4})
            for (const auto& [inner, outer] : {std::pair{4, 4}, std::pair{1, 3}}) {
                LearnState asked = state;
                asked.settings = {{"k", k}, {"relations", relations}, {"K", inner}, {"L", outer}};
                all.push_back(fittedSettings(asked));
            }
    return all;
}

} // namespace

TEST_CASE("Three voxels and a kernel of 3 x 3: nine non-zeros in nine relations, two of them empty, and Y = 6 6 6")
{
    const MatrixPtr grid = namedMatrix("voxels3"); // (0,0), (0,1), (1,1)
    const Convolution c(*grid);
    REQUIRE(c.voxels() == 3);
    const std::map<std::string, VoxelPairs> byHand = {{"(0, 0)", {{0, 0}, {1, 1}, {2, 2}}},
                                                      {"(0, 1)", {{0, 1}}},
                                                      {"(0, -1)", {{1, 0}}},
                                                      {"(1, 0)", {{1, 2}}},
                                                      {"(-1, 0)", {{2, 1}}},
                                                      {"(1, 1)", {{0, 2}}},
                                                      {"(-1, -1)", {{2, 0}}},
                                                      {"(1, -1)", {}},
                                                      {"(-1, 1)", {}}};
    for (std::int64_t r = 0; r < 9; ++r) {
        INFO(Convolution::name(r));
        CHECK(pairsByHand(c, r) == byHand.at(Convolution::name(r)));
    }
    CHECK(c.result(9) == std::vector<double>{6, 6, 6});
    CHECK(c.relations().nnz() == 9);
    CHECK(c.relations().slices() == 9);
    CHECK(c.relations().rows() == 3);
    CHECK(c.relations().cols() == 27);
    const LearnState state = relationsState(grid, "convolution");
    CHECK(countOf(state, "pairs") == 9);
    CHECK(countOf(state, "empty") == 2);
    CHECK_THAT(makeShow(state)->text(10),
               Catch::Contains("9 non-zeros in 9 relations, 2 of them empty") && Catch::Contains("Y = 6 6 6"));
}

TEST_CASE("A step of the convolution fills its relation, in the matrix beside and in the wide one")
{
    const auto show = makeShow(relationsState(namedMatrix("voxels3"), "convolution"));
    REQUIRE(show->steps() == 11);
    CHECK(show->stepOf("offset 5") == 6);
    CHECK(show->stepOf("slice 5") == 6);
    CHECK(show->stepOf("cell 0 1") == -1);
    const Scene before = show->scene(5), now = show->scene(6); // (0, 1): voxel 0 takes from voxel 1
    CHECK_THAT(show->text(6), Catch::Contains("Offset (0, 1)") && Catch::Contains("1 pair: (0, 1)"));
    REQUIRE(now.find("a 0 1"));
    CHECK_FALSE(before.find("a 0 1"));
    REQUIRE(now.find("pair 0 16")); // 3 x 5 + 1
    CHECK(before.find("pair 0 16")->role == Role::Faint);
    CHECK(now.find("pair 0 16")->role == Role::Linked);
    CHECK(now.find("offset 5")->role == Role::Highlight);
    CHECK(now.find("cell 0 1")->role == Role::Linked);
    CHECK(now.find("y 0")->role == Role::Linked);
    const auto arrows = std::count_if(now.shapes.begin(), now.shapes.end(),
                                      [](const Shape& s) { return s.kind == Shape::Kind::Arrow; });
    CHECK(arrows == 1);
    CHECK_THAT(show->text(3), Catch::Contains("relation 2 is empty"));
}

TEST_CASE(
    "Relations of any grid hold what a look at the grid says, at most one non-zero a row, opposite ones transposed")
{
    for (const auto& [name, grid] : smallMatrices()) {
        if (grid->nnz() > Convolution::mostVoxels) {
            CHECK_THROWS_WITH(makeShow(relationsState(grid, "convolution")), Catch::Contains("at most 80 voxels"));
            continue;
        }
        INFO(name);
        const Convolution c(*grid);
        std::vector<double> sums(at(c.voxels()));
        for (std::int64_t r = 0; r < 9; ++r) {
            VoxelPairs expected;
            const GridPlace by = Convolution::offsets()[at(r)];
            for (std::int64_t i = 0; i < c.voxels(); ++i)
                for (std::int64_t j = 0; j < c.voxels(); ++j)
                    if (c.place(j).row - c.place(i).row == by.row && c.place(j).col - c.place(i).col == by.col) {
                        expected.emplace_back(i, j);
                        sums[at(i)] += c.x(j);
                    }
            CHECK(pairsByHand(c, r) == expected);
            VoxelPairs transposed;
            for (const auto& [i, j] : pairsByHand(c, 8 - r))
                transposed.emplace_back(j, i);
            std::sort(transposed.begin(), transposed.end());
            CHECK(transposed == expected);
            const MatrixPtr slice = sliceOf(c.relations(), r, noProgress());
            CHECK(slice->nnz() == std::ssize(expected));
            for (std::int64_t i = 0; i < slice->rows(); ++i)
                CHECK(slice->rowLength(i) <= 1);
        }
        CHECK(c.result(9) == sums);
    }
}

TEST_CASE("Edges of four types: hyb(4, 1) by hand")
{
    const Relations rel = relationsOf(relationsState(namedMatrix("typed6"), "typed"));
    CHECK(rel.count() == 4);
    CHECK(rel.cols() == 6);
    std::vector<std::string> tiles;
    for (const RelationTile& tile : rel.tiles()) {
        std::string text = std::to_string(tile.relation) + ":" + std::to_string(tile.width);
        for (const RelationRow& row : tile.rows) {
            text += " " + std::to_string(row.row) + "(";
            for (std::int64_t p = 0; p < row.length; ++p)
                text += (p > 0 ? "," : "") + std::to_string(rel.sourceOf(row.begin + p));
            text += ")";
        }
        tiles.push_back(text);
    }
    CHECK(tiles == std::vector<std::string>{"0:2 0(1,2) 0(4) 1(3,5) 3(0,2)", "1:1 2(0) 3(0) 4(1) 5(1)",
                                            "2:2 0(2,3) 1(4,5)", "3:1 4(3)", "3:2 5(0,2)"});
    const auto number = [](const char* name, int k) {
        return countOf(relationsState(namedMatrix("typed6"), "typed", {{"k", k}}), name);
    };
    CHECK(number("stored", 1) == 19);
    CHECK(number("padding", 1) == 1);
    CHECK(number("tiles", 1) == 5);
    CHECK(number("padding", 0) == 0); // ELL(1)
    CHECK(number("tiles", 0) == 4);
    CHECK(number("empty", 1) == 0);
}

TEST_CASE(
    "Figure 21 by hand: the 4 x 2 tile of relation 0 in both orders, 64 products against 128, and the same results")
{
    const LearnState sum = relationsState(namedMatrix("typed6"), "sum");
    const LearnState multiply = relationsState(namedMatrix("typed6"), "multiply");
    const RgmsRun run(sum), paper(multiply);
    const RgmsBlock ours = run.block(0, RgmsOrder::Sum), theirs = run.block(0, RgmsOrder::Multiply);
    const NumberRows gathered = {{2, 3, 4, 5}, {3, 4, 5, 6}, {5, 6, 7, 8}, {0, 0, 0, 0},
                                 {4, 5, 6, 7}, {6, 7, 8, 9}, {1, 2, 3, 4}, {3, 4, 5, 6}};
    CHECK(ours.gathered == gathered);
    CHECK(theirs.gathered == gathered);
    // 1 x (2 3 4 5) + 2 x (3 4 5 6), and so on; W[0] is 1 2 1 2 / 2 1 2 1 / 1 2 1 2 / 2 1 2 1.
    CHECK(ours.middle == NumberRows{{8, 11, 14, 17}, {5, 6, 7, 8}, {14, 17, 20, 23}, {10, 14, 18, 22}});
    CHECK(theirs.middle == NumberRows{{22, 20, 22, 20},
                                      {28, 26, 28, 26},
                                      {40, 38, 40, 38},
                                      {0, 0, 0, 0},
                                      {34, 32, 34, 32},
                                      {46, 44, 46, 44},
                                      {16, 14, 16, 14},
                                      {28, 26, 28, 26}});
    const NumberRows sums = {{78, 72, 78, 72}, {40, 38, 40, 38}, {114, 108, 114, 108}, {100, 92, 100, 92}};
    CHECK(ours.sums == sums);
    CHECK(theirs.sums == sums);
    CHECK(ours.products == 64);
    CHECK(theirs.products == 128);
    // A tile one place wide: as many.
    CHECK(run.block(1, RgmsOrder::Sum).products == 64);
    CHECK(run.block(1, RgmsOrder::Multiply).products == 64);
    // 12 stored rows, 19 places.
    CHECK(countOf(sum, "products") == 192);
    CHECK(countOf(multiply, "products") == 304);
    CHECK(
        run.result(run.stepOf(0) + 4) ==
        NumberRows{
            {118, 110, 118, 110}, {114, 108, 114, 108}, {0, 0, 0, 0}, {100, 92, 100, 92}, {0, 0, 0, 0}, {0, 0, 0, 0}});
    CHECK(run.result(26) == paper.result(26));
}

TEST_CASE("Steps of figure 21: pin, gather, and either order, then scatter")
{
    const auto texts = [](const char* example) {
        const auto show = makeShow(relationsState(namedMatrix("typed6"), example));
        std::vector<std::string> all;
        for (int step = 0; step < show->steps(); ++step)
            all.push_back(show->text(step));
        return all;
    };
    const std::vector<std::string> sum = texts("sum"), multiply = texts("multiply");
    REQUIRE(sum.size() == 27); // five tiles of five steps, the beginning, and the end
    REQUIRE(multiply.size() == 27);
    CHECK(sum[1] == "Tile 1 of 5: 4 x 2 of relation 0. Its block pins W[0], 4 x 4, in shared memory.");
    CHECK_THAT(sum[2], Catch::Contains("4 x 2 = 8 rows. 1 is padding"));
    CHECK(sum[3] == "Sum first: times A, summed over the width in float32, rounded once. Row 0: 1 (2 3 4 5) + "
                    "2 (3 4 5 6) = 8 11 14 17.");
    CHECK(sum[4] == "Multiply: the sum of each row with W[0]. 4 x 4 x 4 = 64 products; place by place there would be "
                    "128.");
    CHECK_THAT(sum[5], Catch::Contains("added to rows 0, 1 and 3 of Y, both pieces of a folded row to the same one"));
    CHECK(multiply[3] == "Multiply: the row of each place with W[0]. 8 x 4 x 4 = 128 products.");
    CHECK_THAT(multiply[4], Catch::Contains("Row 0: 1 (22 20 22 20) + 2 (28 26 28 26) = 78 72 78 72."));
    CHECK(multiply[5] == sum[5]);
    CHECK_THAT(sum[8], Catch::Contains("there is nothing to be summed"));
    CHECK_THAT(sum[26], Catch::Contains("12 stored rows x 4 x 4 = 192") && Catch::Contains("19 places x 4 x 4 = 304"));
    const auto show = makeShow(relationsState(namedMatrix("typed6"), "sum"));
    CHECK(show->stepOf("slice 3") == 16); // the fourth tile is its first
    CHECK(show->stepOf("slice 4") == -1);
    // What is gathered lies on X before, and has gone to its place.
    const Scene pin = show->scene(1), gather = show->scene(2), scatter = show->scene(5);
    CHECK(pin.find("held 0 0")->x == pin.find("x 1 0")->x);
    CHECK(pin.find("held 0 0")->y == pin.find("x 1 0")->y);
    CHECK(gather.find("held 0 0")->x > gather.find("x 1 3")->x);
    CHECK(shownIn(scatter, "y 0 0") == "118");
    CHECK(scatter.find("y 0 0")->role == Role::Linked);
    CHECK(scatter.find("y 2 0")->role == Role::Faint);
}

TEST_CASE("Whatever the tiles and the order, each non-zero is in one tile, and Y is what the formula says")
{
    for (const auto& matrices : {smallMatrices(), hardMatrices()})
        for (const auto& [name, matrix] : matrices)
            for (const char* example : {"sum", "multiply"}) {
                LearnState state = relationsState(matrix, example);
                for (const nlohmann::json& settings : settingsTried(state)) {
                    INFO(name << ", " << example << " " << settings.dump());
                    state.settings = settings;
                    const RgmsRun run(state);
                    const Relations& rel = run.relations();
                    NumberRows y(at(matrix->rows()), std::vector<double>(at(run.outer())));
                    for (std::int64_t p = 0; p < matrix->nnz(); ++p)
                        for (std::int64_t k = 0; k < run.inner(); ++k)
                            for (std::int64_t l = 0; l < run.outer(); ++l)
                                y[at(matrix->rowOf(p))][at(l)] += matrix->value(p) * RgmsRun::x(rel.sourceOf(p), k) *
                                                                  RgmsRun::w(rel.relationOf(p), k, l);
                    CHECK(run.result(static_cast<int>(run.phases().size()) - 1) == y);
                    std::set<std::int64_t> seen;
                    std::int64_t rows = 0;
                    for (const RelationTile& tile : rel.tiles()) {
                        CHECK(tile.stored() <= 8);
                        rows += std::ssize(tile.rows);
                        for (const RelationRow& row : tile.rows) {
                            CHECK(row.length <= tile.width);
                            for (std::int64_t p = row.begin; p < row.begin + row.length; ++p) {
                                CHECK(seen.insert(p).second);
                                CHECK(rel.relationOf(p) == tile.relation);
                                CHECK(matrix->rowOf(p) == row.row);
                            }
                        }
                    }
                    CHECK(std::ssize(seen) == matrix->nnz());
                    CHECK(run.products(RgmsOrder::Sum) == rows * run.inner() * run.outer());
                    CHECK(run.products(RgmsOrder::Multiply) == rel.stored() * run.inner() * run.outer());
                }
            }
}

TEST_CASE("Settings of relations are refused by name, and fitted where another matrix comes")
{
    const MatrixPtr typed = namedMatrix("typed6");
    CHECK_THROWS_WITH(makeShow(relationsState(typed, "typed", {{"relations", 5}})),
                      Catch::Contains("relations is one of 1, 2, 3, 4, 6, 8, 12, 24 here, not 5"));
    CHECK_THROWS_WITH(makeShow(relationsState(typed, "typed", {{"K", 2}})),
                      Catch::Contains("the view relations, typed, has no setting \"K\""));
    CHECK_THROWS_WITH(makeShow(relationsState(typed, "convolution", {{"k", 1}})),
                      Catch::Contains("has no setting \"k\""));
    CHECK(fittedSettings(relationsState(namedMatrix("figure5"), "sum", {{"relations", 24}}))["relations"] == 4);
    // A matrix that says how many it has.
    const Convolution c(*namedMatrix("voxels3"));
    const auto wide = std::make_shared<const Matrix>(c.relations());
    CHECK(fittedSettings(relationsState(wide, "typed"))["relations"] == 9);
}

TEST_CASE("The lesson's page goes where a click goes")
{
    for (const ShippedLesson& item : shippedLessons())
        if (item.name == "9-relations") {
            const std::string page = lessonHtml(readLesson(item.path), noProgress());
            CHECK_THAT(page, Catch::Contains("\"offset 5\":6") && Catch::Contains("\"slice 2\":3"));
            return;
        }
    FAIL("there is no such lesson");
}
