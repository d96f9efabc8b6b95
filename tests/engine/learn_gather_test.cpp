// Gather in Learn: the example worked by hand is what is shown, what Coverage counts is what is drawn, and C is A B
// whatever is gathered and in whatever order.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/learn/gathered.h"
#include "engine/plan/dynamic/coverage.h"
#include "tests/engine/learn_fixtures.h"

#include <algorithm>
#include <map>
#include <set>

using namespace sparsescope;
using namespace sparsescope::learn;

namespace {

using Lines = std::vector<std::int32_t>;

LearnState gatherOf(const MatrixPtr& matrix, const std::string& example, nlohmann::json settings = {})
{
    LearnState state;
    state.matrix = matrix;
    state.view = View::Gather;
    state.example = example;
    if (!settings.is_null())
        state.settings = std::move(settings);
    return state;
}

Gathered gatheredOf(const LearnState& state)
{
    return gathered(*state.matrix, state.example, fittedSettings(state));
}

std::map<std::string, std::int64_t> numbersOf(const LearnState& state)
{
    std::map<std::string, std::int64_t> numbers;
    for (const LearnNumber& number : makeShow(state)->numbers())
        numbers[number.name] = number.value;
    return numbers;
}

std::vector<Lines> listsOf(const Gathered& g)
{
    std::vector<Lines> lists;
    for (const GatherBucket& bucket : g.buckets)
        lists.push_back(bucket.members);
    return lists;
}

// Texts of the boxes of C after the last step.
std::vector<std::string> resultOf(const Show& show)
{
    const Scene scene = show.scene(show.steps() - 1);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i + 1 < scene.shapes.size(); ++i)
        if (scene.shapes[i].id.starts_with("c "))
            texts.push_back(scene.shapes[i + 1].text);
    return texts;
}

// Some settings of an example: the first, the initial and the last values, and every other order of the lists.
std::vector<nlohmann::json> someSettings(const LearnState& state)
{
    std::vector<nlohmann::json> all;
    for (const int which : {0, 1, 2})
        for (const std::int64_t order : {0, 1, 7}) {
            LearnState now = state;
            now.settings = {{"order", order}};
            for (const LearnParameter& p : settingsOf(now))
                if (!p.dealt) {
                    for (const LearnParameter& fitting : settingsOf(now)) // those before it may have changed its values
                        if (fitting.name == p.name)
                            now.settings[p.name] = which == 0   ? fitting.values.front()
                                                   : which == 1 ? fitting.initial
                                                                : fitting.values.back();
                }
            all.push_back(fittedSettings(now));
        }
    return all;
}

} // namespace

TEST_CASE("The mask by hand is gathered as the four pairings were worked out: members, steps, what is stored")
{
    const MatrixPtr d = namedMatrix("sparda8");
    struct Case {
        const char* example;
        nlohmann::json settings;
        std::vector<Lines> lists;
        std::int64_t stored, zeros, padding, steps;
    };
    const std::vector<Case> cases = {
        {"k", {{"bm", 4}, {"bk", 2}, {"w", 1}}, {{0, 3, 7}, {1, 4, 5}}, 32, 11, 8, 4},
        {"k", {{"bm", 2}, {"bk", 4}, {"w", 1}}, {{0, 3}, {0, 3, 7}, {1, 5}, {1, 4, 5}}, 32, 7, 12, 4},
        {"m", {{"bm", 2}, {"bk", 4}, {"h", 1}, {"w", 4}}, {{0, 1, 2, 3, 4, 6}, {2, 3, 4, 6}}, 40, 27, 0, 5},
        {"k", {{"bm", 4}, {"bk", 2}, {"w", 2}}, {{0, 1, 3}, {0, 2}}, 40, 27, 0, 5}};
    for (const Case& c : cases) {
        INFO(c.example << " " << c.settings.dump());
        const LearnState state = gatherOf(d, c.example, c.settings);
        CHECK(listsOf(gatheredOf(state)) == c.lists);
        auto numbers = numbersOf(state);
        CHECK(numbers["stored"] == c.stored);
        CHECK(numbers["zeros"] == c.zeros);
        CHECK(numbers["padding"] == c.padding);
        CHECK(numbers["steps"] == c.steps);
        CHECK(resultOf(*makeShow(state)) == std::vector<std::string>{"5", "5", "12", "9", "8", "0", "13", "0"});
    }
}

TEST_CASE("Strip 0 of the mask by hand is loaded as columns 0 and 3, then 7 and a rest")
{
    const Gathered g = gatheredOf(gatherOf(namedMatrix("sparda8"), "k"));
    const auto drawn = [&](std::size_t t) {
        std::vector<std::string> rows(4);
        for (std::size_t i = 0; i < g.tiles[t].places.size(); ++i)
            rows[i / 2] += g.tiles[t].places[i].position >= 0 ? "1" : "0";
        return rows;
    };
    CHECK(g.tiles[0].cols == Lines{0, 3});
    CHECK(drawn(0) == std::vector<std::string>{"11", "11", "01", "10"});
    CHECK(g.tiles[1].cols == Lines{7, -1});
    CHECK(drawn(1) == std::vector<std::string>{"00", "00", "10", "10"});
    // Axis m: rows of the tasks, those of both strips are added twice.
    const Gathered m = gatheredOf(gatherOf(namedMatrix("sparda8"), "m"));
    std::vector<Lines> rows;
    for (const GatherTask& task : m.tasks)
        rows.push_back(m.tiles[task.begin].rows);
    CHECK(rows == std::vector<Lines>{{0, 1}, {2, 3}, {4, 6}, {2, 3}, {4, 6}});
    CHECK(m.adds);
    // On both axes two dense tiles hold all of it.
    CHECK(numbersOf(gatherOf(namedMatrix("sparda8"), "single"))["steps"] == 2);
}

TEST_CASE("Whatever is gathered, in whatever order, each non-zero is in one dense tile, numbers are what is drawn, and "
          "C is A B")
{
    bool elsewhere = false; // a dense tile came across what another one has
    for (const auto& matrices : {smallMatrices(), hardMatrices()})
        for (const auto& [name, matrix] : matrices)
            for (const LearnExample& example : gatherExamples()) {
                const LearnState state = gatherOf(matrix, example.name);
                std::vector<double> expected(at(matrix->rows()));
                for (std::int64_t p = 0; p < matrix->nnz(); ++p)
                    expected[at(matrix->rowOf(p))] +=
                        (matrix->hasValues() ? matrix->value(p) : 1) * static_cast<double>(matrix->colIdx()[at(p)] + 1);
                for (const nlohmann::json& settings : someSettings(state)) {
                    INFO(name << ", " << example.name << " " << settings.dump());
                    LearnState now = state;
                    now.settings = settings;
                    const Gathered g = gatheredOf(now);
                    std::int64_t owned = 0, zeros = 0, places = 0;
                    std::set<std::int64_t> held;
                    for (const DenseTile& tile : g.tiles) {
                        REQUIRE(tile.rows.size() == at(g.rows));
                        REQUIRE(tile.cols.size() == at(g.inner));
                        for (const GatheredPlace& place : tile.places) {
                            ++places;
                            elsewhere = elsewhere || place.kind == GatheredPlace::Kind::Elsewhere;
                            zeros += place.kind == GatheredPlace::Kind::Zero ? 1 : 0;
                            if (place.kind == GatheredPlace::Kind::Owned) {
                                ++owned;
                                CHECK(held.insert(place.position).second);
                            }
                        }
                    }
                    CHECK(owned == matrix->nnz());
                    CHECK(owned == g.owned);
                    CHECK(zeros == g.zeros);
                    CHECK(places == g.stored);
                    std::int64_t members = 0;
                    for (const Lines& list : listsOf(g))
                        members += static_cast<std::int64_t>(list.size());
                    if (example.name == "k" || example.name == "m")
                        CHECK(members == g.members);
                    const std::vector<std::string> result = resultOf(*makeShow(now));
                    REQUIRE(result.size() == expected.size());
                    for (std::size_t r = 0; r < expected.size(); ++r)
                        CHECK(std::stod(result[r]) == expected[r]);
                }
            }
    CHECK(elsewhere);
}

TEST_CASE("Another order of the lists moves members and nothing else")
{
    const MatrixPtr d = namedMatrix("sparda8");
    const Gathered ascending = gatheredOf(gatherOf(d, "k"));
    std::set<std::vector<Lines>> orders;
    for (std::int64_t order = 0; order < 10; ++order) {
        const LearnState state = gatherOf(d, "k", {{"order", order}});
        const Gathered g = gatheredOf(state);
        orders.insert(listsOf(g));
        CHECK(g.stored == ascending.stored);
        CHECK(g.tiles.size() == ascending.tiles.size());
        std::vector<Lines> sorted = listsOf(g);
        for (Lines& list : sorted)
            std::sort(list.begin(), list.end());
        CHECK(sorted == listsOf(ascending));
    }
    CHECK(orders.size() > 3);
}

TEST_CASE("What is on its way keeps its name: from its cell into the dense tile")
{
    const auto show = makeShow(gatherOf(namedMatrix("sparda8"), "k"));
    const auto step = [&](const char* word) {
        for (int s = 0; s < show->steps(); ++s)
            if (show->text(s).starts_with(word))
                return s;
        FAIL("no step begins with " << word);
        return 0;
    };
    const int load = step("SLoad");
    const Scene before = show->scene(load - 1), after = show->scene(load);
    for (const char* id : {"held 0 0", "held 0 3", "held 2 0", "held 3 3"}) {
        INFO(id);
        REQUIRE(before.find(id));
        REQUIRE(after.find(id));
        const std::string cell = std::string("cell") + (id + 4);
        REQUIRE(before.find(cell));
        CHECK(before.find(id)->x == before.find(cell)->x);
        CHECK(before.find(id)->y == before.find(cell)->y);
        CHECK(after.find(id)->x > before.find(id)->x);
    }
    CHECK(after.find("held 2 0")->role == Role::Padding);
    CHECK(after.find("held 0 0")->role == Role::Linked);
}

TEST_CASE("Settings are refused by name and values, and fitted where others change")
{
    const MatrixPtr d = namedMatrix("sparda8");
    CHECK_THROWS_WITH(makeShow(gatherOf(d, "k", {{"w", 3}})), Catch::Contains("w is one of 1, 2 here, not 3"));
    CHECK_THROWS_WITH(makeShow(gatherOf(d, "k", {{"w", 1.5}})), Catch::Contains("not 1.5"));
    CHECK_THROWS_WITH(makeShow(gatherOf(d, "k", {{"bm", 18446744073709551615u}})),
                      Catch::Contains("bm is one of 1, 2"));
    CHECK_THROWS_WITH(makeShow(gatherOf(d, "k", {{"bm", INT64_MIN}})), Catch::Contains("bm is one of 1, 2"));
    CHECK_THROWS_WITH(makeShow(gatherOf(d, "k", {{"h", 1}})),
                      Catch::Contains("the view gather, k, has no setting \"h\""));
    LearnState arrays = gatherOf(d, "", {{"w", 1}});
    arrays.view = View::Arrays;
    arrays.formats = {{"csr"}};
    CHECK_THROWS_WITH(makeShow(arrays), Catch::Contains("the view arrays has no setting \"w\""));
    const nlohmann::json fitted = fittedSettings(gatherOf(d, "m", {{"bm", 4}, {"h", 3}, {"bk", 7}, {"w", 8}}));
    CHECK(fitted["h"] == 2);
    CHECK(fitted["bk"] == 8);
    CHECK(fitted["w"] == 8);
}

TEST_CASE("Algorithm 2 on the mask by hand: P4 on one SM, P1 on two; of a full mask the dense product")
{
    LearnState state;
    state.matrix = namedMatrix("sparda8");
    state.view = View::Plan;
    state.example = "pairings";
    const auto show = makeShow(state);
    CHECK(show->cost()->cost == 23);
    CHECK_THAT(show->cost()->arithmetic, Catch::Contains("P4 on one SM: 13 + 10 = 23"));
    CHECK_THAT(show->text(1), Catch::Contains("12 + 12 = 24. 32 places stored = 13 owned + 11 covered zeros + 8 of"));
    CHECK_THAT(show->text(2), Catch::Contains("7 + 7 + 7 + 7 = 28"));
    CHECK_THAT(show->text(3), Catch::Contains("9 + 9 + 9 + 9 + 9 = 45"));
    CHECK_THAT(show->text(5), Catch::Contains("P1 is least with 12. Dense takes 15"));
    std::multiset<std::string> texts;
    for (const Shape& shape : show->scene(5).shapes)
        texts.insert(shape.text);
    for (const char* number : {"28", "35", "✓ 23", "✓ 12", "14", "22.5"})
        CHECK(texts.contains(number));
    state.matrix = drawnMatrix(std::vector<std::string>(8, "xxxxxxxx"));
    const auto full = makeShow(state);
    CHECK(full->cost()->cost == 30);
    CHECK_THAT(full->text(1), Catch::Contains("= 40"));
    CHECK_THAT(full->text(2), Catch::Contains("= 40"));
    CHECK_THAT(full->text(3), Catch::Contains("= 72"));
    CHECK_THAT(full->text(4), Catch::Contains("= 32"));
}
