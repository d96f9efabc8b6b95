// Axes in Learn: which of table 1 may be permuted, and what a small product becomes where one is.
#include "engine/core/error.h"
#include "engine/learn/axis_classes.h"
#include "tests/engine/learn_fixtures.h"

#include <map>

using namespace sparsescope;
using namespace sparsescope::learn;

namespace {

LearnState axesOfMatrix(const MatrixPtr& matrix, const char* example, std::vector<std::int32_t> rows = {},
                        std::vector<std::int32_t> cols = {})
{
    LearnState state;
    state.matrix = matrix;
    state.view = View::Axes;
    state.example = example;
    state.rowOrder = std::move(rows);
    state.colOrder = std::move(cols);
    return state;
}

std::int64_t wrongOf(const LearnState& state)
{
    return makeShow(state)->numbers().front().value;
}

// What stands in the box of a sum, and whether it is marked.
std::map<std::string, std::pair<std::string, Role>> sumsOf(const Show& show, int step)
{
    const Scene scene = show.scene(step);
    std::map<std::string, std::pair<std::string, Role>> sums;
    for (std::size_t i = 0; i + 1 < scene.shapes.size(); ++i)
        if (scene.shapes[i].id.starts_with("c "))
            sums[scene.shapes[i].id] = {scene.shapes[i + 1].text, scene.shapes[i].role};
    return sums;
}

} // namespace

TEST_CASE("Axes of table 1 are sporadic, prevalent or compound as section 3.1 says")
{
    const std::map<std::string, std::map<AxisClass, std::string>> expected = {
        {"ReduceSum", {{AxisClass::Prevalent, "p"}, {AxisClass::Sporadic, "l"}}},
        {"Addition", {{AxisClass::Prevalent, "p"}}},
        {"MatMul", {{AxisClass::Sporadic, "mnk"}}},
        {"BatchMatmul", {{AxisClass::Prevalent, "b"}, {AxisClass::Sporadic, "mnk"}}},
        {"Convolution", {{AxisClass::Compound, "xyij"}, {AxisClass::Sporadic, "nfm"}}}};
    REQUIRE(tensorExpressions().size() == expected.size());
    for (const TensorExpression& e : tensorExpressions()) {
        std::map<AxisClass, std::string> classes;
        for (const std::string& axis : axesOf(e))
            classes[classOf(e, axis)] += axis;
        INFO(e.name);
        CHECK(classes == expected.at(e.name));
    }
}

TEST_CASE("Rows of A take C's along, columns with B's rows change nothing, of any matrix")
{
    for (const auto& [name, matrix] : hardMatrices()) {
        INFO(name);
        for (const bool byHand : {false, true}) {
            const auto order = [&](std::int64_t size) {
                return byHand ? moved({}, size, size - 1, 0) : std::vector<std::int32_t>();
            };
            const auto show = makeShow(axesOfMatrix(matrix, "matmul", order(matrix->rows()), order(matrix->cols())));
            CHECK(show->numbers().front().value == 0);
            const auto as = sumsOf(*show, 0);
            for (const int step : {2, 3})
                for (const auto& [id, sum] : sumsOf(*show, step)) {
                    CHECK(sum.first == as.at(id).first);
                    CHECK(sum.second == Role::Active);
                }
        }
    }
}

TEST_CASE("What is rounded otherwise in another order is not wrong")
{
    const MatrixPtr tenths = drawnMatrix({".1 .2 .3 .4 .7 1e8", ".7 .1 . .6 .2 .3", "1e-9 .1 .1 .3 . ."});
    for (const std::vector<std::int32_t>& cols :
         {std::vector{5, 4, 3, 2, 1, 0}, std::vector{2, 0, 5, 1, 4, 3}, std::vector{3, 5, 0, 4, 2, 1}})
        CHECK(wrongOf(axesOfMatrix(tenths, "matmul", {}, cols)) == 0);
    CHECK(wrongOf(axesOfMatrix(tenths, "alone", {}, {5, 4, 3, 2, 1, 0})) > 0);
}

TEST_CASE("A row of C stands where A's row went, and goes back")
{
    const auto show = makeShow(axesOfMatrix(namedMatrix("sparda8"), "matmul", {4, 1, 2, 3, 0, 5, 6, 7}));
    const auto top = [&](int step, const char* id) {
        const Scene scene = show->scene(step);
        return scene.find(id)->y;
    };
    CHECK(top(2, "c 4 0") == top(0, "c 0 0"));
    CHECK(top(2, "c 4 0") == top(2, "row 4"));
    CHECK(top(3, "c 4 0") == top(0, "c 4 0"));
}

TEST_CASE("Columns of A without B's rows make wrong sums, which are marked with what they were")
{
    const LearnState state = axesOfMatrix(namedMatrix("sparda8"), "alone", {}, {3, 1, 2, 0, 4, 5, 6, 7});
    CHECK(wrongOf(state) == 12);
    const auto show = makeShow(state);
    const auto before = sumsOf(*show, 0);
    for (const int step : {2, 3})
        for (const auto& [id, sum] : sumsOf(*show, step)) {
            INFO(id);
            CHECK((sum.second == Role::Bad) == (sum.first != before.at(id).first));
            CHECK((sum.second == Role::Bad) == (id[2] < '4')); // rows 0 to 3 hold something in columns 0 and 3
        }
    CHECK(wrongOf(axesOfMatrix(namedMatrix("sparda8"), "alone", {1, 0, 2, 3, 4, 5, 6, 7})) == 0);
}

TEST_CASE("Rows of a convolution may move; x is refused, with a sum that would be another")
{
    CHECK(wrongOf(axesOfMatrix(namedMatrix("sparda8"), "convolution", {7, 1, 2, 3, 4, 5, 6, 0})) == 0);
    CHECK_THROWS_WITH(makeShow(axesOfMatrix(namedMatrix("sparda8"), "convolution", {}, {1, 0, 2, 3, 4, 5, 6, 7})),
                      Catch::Contains("x is a compound axis") && Catch::Contains("x + i") &&
                          Catch::Contains("Here C[0, 0] would be"));
    for (const auto& [name, matrix] : smallMatrices())
        CHECK(wrongOf(axesOfMatrix(matrix, "convolution")) == 0);
    CHECK_THROWS_WITH(makeShow(axesOfMatrix(namedMatrix("sparda8"), "matmul", {0, 0, 1})),
                      Catch::Contains("an order of rows names each of 0 to 7 once"));
}
