// Format rewrite rules as data: what predicates take, what rules make of it, and errors that say where.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/plan/plan_file.h"
#include "engine/search/rules/rules.h"
#include "tests/engine/search_fixtures.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <filesystem>
#include <map>

using namespace sparsescope;
using nlohmann::json;

namespace {

// (row, column) of what a predicate takes of a whole matrix.
using Places = std::vector<std::pair<std::int64_t, std::int32_t>>;

Places taken(const Matrix& matrix, const json& predicate)
{
    const rules::LeftNonZeros all = rules::allNonZeros(matrix);
    const std::vector<std::uint8_t> takes =
        rules::parsePredicate(predicate, "", "take")->takes(matrix, all, noProgress());
    Places places;
    for (std::size_t i = 0; i < takes.size(); ++i)
        if (takes[i] != 0)
            places.emplace_back(matrix.rowOf(static_cast<std::int64_t>(i)), matrix.colIdx()[i]);
    return places;
}

std::int64_t countTaken(const Matrix& matrix, const json& predicate)
{
    return static_cast<std::int64_t>(taken(matrix, predicate).size());
}

Searched byRules(const Matrix& matrix, const json& rules, const Operator& op = spmm(DataType::Float32, 32))
{
    const auto model = makeCostModel(everything(), op);
    Searched s;
    s.plan =
        planner("rules").search(matrix, op, ModelEvaluator(*model), {{"rules", rules.dump()}}, s.trace, noProgress());
    return s;
}

std::string reasonOf(const std::string& text)
{
    try {
        rules::parseRules(text, "my.json");
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        return e.what();
    }
    return {};
}

json ell(int rows, int width, const json& take)
{
    return {{"format", "ell"}, {"parameters", {{"rows", rows}, {"width", width}}}, {"take", take}};
}

std::vector<std::filesystem::path> sampleRules()
{
    std::vector<std::filesystem::path> files;
    for (const auto& file : std::filesystem::directory_iterator(sourceFile("samples/rules")))
        if (file.path().extension() == ".json")
            files.push_back(file.path());
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

TEST_CASE("a predicate takes the non-zeros that it describes")
{
    // Row 0: columns 0 1 2 3; row 1: column 1; row 2: empty; row 3: columns 0 and 3.
    const MatrixPtr m = matrixFromCoordinates(4, 4, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1}, {3, 0}, {3, 3}}, "small");
    CHECK(countTaken(*m, "all") == 7);
    CHECK(taken(*m, {{"rowLength", {{"min", 2}, {"max", 3}}}}) == Places{{3, 0}, {3, 3}});
    CHECK(taken(*m, {{"rowLength", {{"max", 1}}}}) == Places{{1, 1}});
    CHECK(taken(*m, {{"rows", {{"min", 1}}}}) == Places{{1, 1}, {3, 0}, {3, 3}});
    CHECK(taken(*m, {{"columns", {{"min", 3}, {"max", 3}}}}) == Places{{0, 3}, {3, 3}});
    CHECK(taken(*m, {{"diagonal", {{"min", 0}, {"max", 0}}}}) == Places{{0, 0}, {1, 1}, {3, 3}});
    CHECK(taken(*m, {{"diagonal", {{"max", -1}}}}) == Places{{3, 0}});
    CHECK(taken(*m, {{"placeInRow", {{"max", 0}}}}) == Places{{0, 0}, {1, 1}, {3, 0}});
    // Blocks of 2 x 2: (0, 0) holds three of four, (0, 1) two, (1, 0) and (1, 1) one each.
    CHECK(taken(*m, {{"blockDensity", {{"height", 2}, {"width", 2}, {"atLeast", 0.75}}}}) ==
          Places{{0, 0}, {0, 1}, {1, 1}});
    CHECK(countTaken(*m, {{"blockDensity", {{"height", 2}, {"width", 2}, {"atLeast", 0.5}}}}) == 5);
    CHECK(taken(*m, json::parse(R"({"and": [{"rows": {"max": 0}}, {"columns": {"max": 1}}]})")) ==
          Places{{0, 0}, {0, 1}});
    CHECK(countTaken(*m, json::parse(R"({"or": [{"rows": {"max": 0}}, {"columns": {"max": 1}}]})")) == 6);
    CHECK(taken(*m, {{"not", {{"rows", {{"max", 1}}}}}}) == Places{{3, 0}, {3, 3}});
}

TEST_CASE("blocks that hang over the edge count the places that the matrix has")
{
    const MatrixPtr m = matrixFromCoordinates(3, 3, {{2, 2}, {0, 0}}, "edge");
    CHECK(taken(*m, {{"blockDensity", {{"height", 2}, {"width", 2}, {"atLeast", 1}}}}) == Places{{2, 2}});
}

TEST_CASE("values are taken by magnitude, those of a pattern as 1")
{
    MatrixSource source;
    const Matrix m(1, 3, {0, 3}, {0, 1, 2}, {-5, 0.5, 2}, source);
    CHECK(taken(m, {{"value", {{"min", 2}}}}) == Places{{0, 0}, {0, 2}});
    const MatrixPtr pattern = matrixFromCoordinates(1, 2, {{0, 0}, {0, 1}}, "pattern");
    CHECK(countTaken(*pattern, {{"value", {{"min", 1}, {"max", 1}}}}) == 2);
}

TEST_CASE("each rule takes what the earlier ones left")
{
    // Four full columns; the first rule takes two of each row, and the second rows of what is left.
    const MatrixPtr m = matrixFromCoordinates(2, 4, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 0}, {1, 1}}, "left");
    const Searched s = byRules(*m, json::array({ell(8, 2, {{"placeInRow", {{"max", 1}}}}),
                                                ell(4, 4, {{"rowLength", {{"min", 2}, {"left", true}}}})}));
    validatePlan(s.plan, *m);
    REQUIRE(s.plan.tiling().tiles.size() == 2);
    CHECK(s.plan.tiling().view(s.plan.tiling().tiles[0]).entries.size() == 4);
    CHECK(s.plan.tiling().view(s.plan.tiling().tiles[1]).entries.size() == 2);
    CHECK(s.plan.tiling().tiles[1].round == 2);
    REQUIRE(s.trace.rounds.size() == 2);
    CHECK(s.trace.rounds[0].covered == 4);
    CHECK(s.trace.rounds[1].note == "Rule 2: ell takes left in the row at least 2.");
    CHECK(s.plan.tiling().tiles[0].atomic);
}

TEST_CASE("rules for hyb(1, k) give hyb's plan, for CELL with one partition CELL's")
{
    const Operator op = spmm(DataType::Float32, 32);
    const auto model = makeCostModel(everything(), op);
    const auto same = [&](const Matrix& matrix, const char* name, const json& options, const char* file) {
        Trace trace;
        const Plan wanted = planner(name).search(matrix, op, ModelEvaluator(*model), options, trace, noProgress());
        const Plan got = byRules(matrix, json::parse(readText(sourceFile("samples/rules/") + file))).plan;
        CHECK(got.tiling().rowIds == wanted.tiling().rowIds);
        CHECK(got.tiling().entries == wanted.tiling().entries);
        REQUIRE(got.tiling().tiles.size() == wanted.tiling().tiles.size());
        for (std::size_t t = 0; t < got.tiling().tiles.size(); ++t) {
            CHECK(got.tiling().tiles[t].rows == wanted.tiling().tiles[t].rows);
            CHECK(got.tiling().tiles[t].entries == wanted.tiling().tiles[t].entries);
            CHECK(got.tiling().tiles[t].atomic == wanted.tiling().tiles[t].atomic);
            CHECK(got.tiling().formats[static_cast<std::size_t>(got.tiling().tiles[t].format)]->label() ==
                  wanted.tiling().formats[static_cast<std::size_t>(wanted.tiling().tiles[t].format)]->label());
        }
        CHECK(got.predictedNs == Approx(wanted.predictedNs));
    };
    for (const MatrixPtr& matrix : {rmat(512, 4000, 3), randomUniform(200, 300, 0.02, 4), figure1()}) {
        INFO(matrix->source().name);
        same(*matrix, "hyb", {{"column-parts", "1"}, {"k", 2}, {"dense-split", "32"}}, "hyb-1-2.json");
    }
    same(*rmat(512, 20000, 3), "cell",
         {{"column-parts", "1"}, {"width", 32}, {"compete", false}, {"dense-split", "32"}}, "cell-32.json");
}

TEST_CASE("the rules in samples own every non-zero once and compute the product")
{
    REQUIRE(sampleRules().size() == 5);
    for (const std::filesystem::path& file : sampleRules())
        for (const MatrixPtr& matrix :
             {crossing(256, 2), rmat(256, 3000, 5), figure1(), matrixFromCoordinates(3, 3, {}, "empty")}) {
            INFO(file << " " << matrix->source().name);
            const Searched s = byRules(*matrix, json::parse(readText(file.string())), spmm(DataType::Float16, 64));
            validatePlan(s.plan, *matrix);
            CHECK(executed(s.plan, *matrix, 3).accepted(DataType::Float16));
            CHECK(std::isfinite(s.plan.predictedNs));
        }
}

TEST_CASE("a rule that chooses takes the cheapest of its parameters, and names the others")
{
    const MatrixPtr matrix = randomUniform(256, 256, 0.03, 9);
    const Searched s = byRules(
        *matrix,
        json::parse(
            R"([{"format": "csr", "choose": [{"places": 32}, {"places": 4096}, {"places": 64}], "take": "all"}])"));
    REQUIRE(s.trace.rounds.size() == 1);
    REQUIRE(s.trace.rounds[0].lost.size() == 2);
    REQUIRE(s.plan.tiling().formats.size() == 1);
    double sum = 0;
    const auto model = makeCostModel(everything(), s.plan.op)->withDensePart(s.plan.densePart);
    for (const Tile& tile : s.plan.tiling().tiles)
        sum += model->cost(s.plan.tiling().formats[0]->features(s.plan.tiling().view(tile), *matrix), false);
    for (const TraceCandidate& lost : s.trace.rounds[0].lost) {
        CHECK(lost.cost >= sum);
        CHECK(lost.format != s.plan.tiling().formats[0]->label());
    }
}

TEST_CASE("what rules leave is counted and refused")
{
    const MatrixPtr m = matrixFromCoordinates(4, 4, {{0, 0}, {2, 1}, {2, 2}, {3, 3}}, "small");
    try {
        byRules(*m, json::array({ell(8, 2, {{"rows", {{"max", 1}}}})}));
        FAIL("was taken");
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        CHECK(e.reason() == "3 of 4 non-zeros are taken by no rule, the first in row 2; the last rule has to take all");
    }
}

TEST_CASE("rules that are wrong are refused by file and line or key")
{
    CHECK_THAT(reasonOf("[\n{\"format\": \"ell\",\n}]"), Catch::StartsWith("my.json:3"));
    CHECK_THAT(reasonOf("{}"), Catch::Contains("my.json: rules: is not a list of rules"));
    CHECK_THAT(reasonOf("[]"), Catch::Contains("is not a list of rules"));
    CHECK_THAT(reasonOf("[1]"), Catch::Contains("rules[0]: is not a rule"));
    const auto rule = [](const json& more) {
        json r = {{"format", "csr"}, {"parameters", {{"places", 256}}}};
        r.update(more);
        return json::array({r}).dump();
    };
    CHECK(reasonOf(rule(json::object())).empty());
    CHECK_THAT(reasonOf(rule({{"format", "csc"}})), Catch::Contains("rules[0].format: \"csc\" is none of "));
    CHECK_THAT(reasonOf(rule({{"parameters", {{"places", 3}}}})), Catch::Contains("rules[0].parameters: "));
    CHECK_THAT(reasonOf(rule({{"choose", true}})), Catch::Contains("\"parameters\" or \"choose\""));
    CHECK_THAT(reasonOf(rule({{"takes", "all"}})), Catch::Contains("rules[0].takes: is none of"));
    CHECK_THAT(reasonOf(rule({{"take", "some"}})), Catch::Contains("rules[0].take: is neither"));
    CHECK_THAT(reasonOf(rule({{"take", {{"length", 3}}}})), Catch::Contains("rules[0].take.length: is none of all"));
    CHECK_THAT(reasonOf(rule({{"take", {{"rowLength", {{"least", 3}}}}}})),
               Catch::Contains("rules[0].take.rowLength.least: is none of min, max, left"));
    CHECK_THAT(reasonOf(rule({{"take", {{"rows", json::object()}}}})),
               Catch::Contains("rules[0].take.rows: needs \"min\""));
    CHECK_THAT(reasonOf(rule({{"take", {{"rows", {{"min", "a"}}}}}})),
               Catch::Contains("rules[0].take.rows.min: is missing or not a number"));
    CHECK_THAT(reasonOf(rule({{"take", {{"rows", {{"min", 3}, {"max", 2}}}}}})),
               Catch::Contains("min 3 is above max 2"));
    CHECK_THAT(reasonOf(rule({{"take", {{"and", json::array()}}}})),
               Catch::Contains("rules[0].take.and: is not a list"));
    CHECK_THAT(reasonOf(rule({{"take", {{"or", {"all", "none"}}}}})),
               Catch::Contains("rules[0].take.or[1]: is neither"));
    CHECK_THAT(reasonOf(rule({{"take", {{"blockDensity", {{"height", 0}, {"width", 2}, {"atLeast", 1}}}}}})),
               Catch::Contains(".height: is not a whole number"));
    CHECK_THAT(reasonOf(rule({{"take", {{"blockDensity", {{"height", 2}, {"width", 2}, {"atLeast", 2}}}}}})),
               Catch::Contains(".atLeast: is not a share"));
    CHECK_THAT(reasonOf(rule({{"take", {{"blockDensity", 3}}}})), Catch::Contains("is not an object"));
}

TEST_CASE("rules give the same plan at any number of dense parts asked for, and end when cancelled")
{
    const MatrixPtr matrix = rmat(256, 3000, 5);
    const json rules = json::array(
        {ell(64, 4, {{"placeInRow", {{"max", 3}}}}), {{"format", "csr"}, {"parameters", {{"places", 256}}}}});
    const Searched s = byRules(*matrix, rules, spmm(DataType::Float16, 64));
    CHECK(s.plan.competitors.size() == 2);
    const Searched again = byRules(*matrix, rules, spmm(DataType::Float16, 64));
    CHECK(planToBlob(again.plan).arrays == planToBlob(s.plan).arrays);
    Progress cancelled;
    cancelled.cancel();
    const auto model = makeCostModel(everything(), s.plan.op);
    Trace trace;
    CHECK_THROWS_AS(planner("rules").search(*matrix, s.plan.op, ModelEvaluator(*model), {{"rules", rules.dump()}},
                                            trace, cancelled),
                    Error);
}

TEST_CASE("each kind of predicate is declared with what it takes, and its own example is one")
{
    const MatrixPtr matrix = rmat(64, 500, 5);
    for (const rules::PredicateKind& kind : rules::predicateKinds()) {
        INFO(kind.name);
        CHECK(rules::predicateKindOf(*kind.initial) == &kind);
        CHECK(!rules::parsePredicate(*kind.initial, "", "take")->words().empty());
        CHECK(!kind.label.empty());
        CHECK(!kind.help.empty());
        if (kind.fields.empty())
            continue;
        // Those members and no others.
        json all = *kind.initial;
        json& members = all.begin().value();
        for (const rules::PredicateField& field : kind.fields) {
            CHECK(!field.help.empty());
            members[field.name] = field.type == rules::PredicateField::Type::Flag ? json(true) : json(1);
        }
        CHECK_NOTHROW(rules::parsePredicate(all, "", "take"));
        json more = all;
        more.begin().value()["other"] = 1;
        CHECK_THROWS_AS(rules::parsePredicate(more, "", "take"), Error);
        for (const rules::PredicateField& field : kind.fields)
            if (field.needed) {
                json fewer = all;
                fewer.begin().value().erase(field.name);
                CHECK_THROWS_AS(rules::parsePredicate(fewer, "", "take"), Error);
            }
    }
    CHECK(rules::predicateKindOf("some") == nullptr);
    CHECK(rules::predicateKindOf(json{{"length", 3}}) == nullptr);
    CHECK(rules::predicateKindOf(json::array()) == nullptr);
}

TEST_CASE("rules are counted: what each takes, and what no rule does")
{
    // Row 0: columns 0 1 2 3; row 1: column 1; row 2: empty; row 3: columns 0 and 3.
    const MatrixPtr m = matrixFromCoordinates(4, 4, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1}, {3, 0}, {3, 3}}, "small");
    const auto counted = [&](const std::vector<json>& predicates) {
        std::vector<rules::PredicatePtr> rules;
        for (const json& predicate : predicates)
            rules.push_back(rules::parsePredicate(predicate, "", "take"));
        return rules::countTaken(*m, rules, noProgress());
    };
    const json first = {{"placeInRow", {{"max", 0}}}}, shortRows = {{"rowLength", {{"max", 2}}}};
    CHECK(counted({first, shortRows}) == rules::RuleCounts{{3, 1}, 3, 0});
    CHECK(counted({shortRows, first}) == rules::RuleCounts{{3, 1}, 3, 0});
    CHECK(counted({shortRows, first, "all"}) == rules::RuleCounts{{3, 1, 3}, 0, -1});
    CHECK(counted({{{"rows", {{"max", 0}}}}}) == rules::RuleCounts{{4}, 3, 1});
    CHECK(counted({"all", first}) == rules::RuleCounts{{7, 0}, 0, -1});
    CHECK(counted({}) == rules::RuleCounts{{}, 7, 0});
    // As many as the tiles of a plan own.
    const MatrixPtr matrix = rmat(256, 3000, 5);
    for (const std::filesystem::path& file : sampleRules()) {
        INFO(file);
        const std::string text = readText(file.string());
        const Searched s = byRules(*matrix, json::parse(text));
        std::vector<rules::PredicatePtr> rules;
        for (const rules::RewriteRule& rule : rules::parseRules(text, file.string()))
            rules.push_back(rule.take);
        const rules::RuleCounts counts = rules::countTaken(*matrix, rules, noProgress());
        CHECK(counts.left == 0);
        std::vector<std::int64_t> owned(rules.size(), 0);
        for (const Tile& tile : s.plan.tiling().tiles)
            owned[static_cast<std::size_t>(tile.round) - 1] += countPlaces(s.plan, tile).owned;
        CHECK(counts.taken == owned);
    }
    Progress cancelled;
    cancelled.cancel();
    CHECK_THROWS_AS(rules::countTaken(*matrix, std::vector{rules::parsePredicate("all", "", "take")}, cancelled),
                    Error);
}

TEST_CASE("rules that are written read back as they are, wrong ones too")
{
    for (const std::filesystem::path& file : sampleRules()) {
        const rules::RuleList list = rules::readRuleList(readText(file.string()), file.string());
        CHECK(!list.title.empty());
        CHECK(rules::readRuleList(textOf(list), "") == list);
    }
    rules::RuleList list{"a \"title\"",
                         {{{"format", "csr"}, {"choose", true}, {"comment", "kept"}}, 3, {{"take", "some"}}}};
    CHECK(rules::readRuleList(textOf(list), "") == list);
    CHECK_THAT(textOf(list), Catch::Contains("{\"comment\":\"kept\",\"format\":\"csr\",\"choose\":true}"));
    CHECK_THROWS_AS(rules::readRuleList("[]", "my.json"), Error);
    CHECK_THROWS_AS(rules::readRuleList("{", "my.json"), Error);
    const json without = {{"format", "ell"}, {"choose", true}};
    CHECK(rules::readRuleList(json::array({without}).dump(), "").rules == std::vector<json>{without});
    CHECK(rules::parseRule(without, "", "rules[0]").take->words() == "all");
}

TEST_CASE("rules that are nested without an end are refused before they are read", "[rules]")
{
    std::string text = "[{\"format\": \"csr\", \"choose\": true, \"take\": ";
    for (int i = 0; i < 200'000; ++i)
        text += "{\"not\": ";
    text += "\"all\"" + std::string(200'000, '}') + "}]";
    CHECK_THROWS_WITH(rules::parseRules(text, "deep.json"), Catch::Contains("more than 64 deep"));
    CHECK_THROWS_WITH(rules::readRuleList(text, "deep.json"), Catch::Contains("deep.json"));
}
