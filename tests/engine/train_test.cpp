// LiteForm's forests: trees that are read and asked, what runs teach them, and the plan of the candidate that they
// choose.
#include "engine/core/files.h"
#include "engine/io/npy.h"
#include "engine/search/liteform/labels.h"
#include "engine/search/liteform/training.h"
#include "engine/search/planner.h"
#include "engine/search/request.h"
#include "tests/engine/search_fixtures.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

using namespace sparsescope;
using namespace sparsescope::liteform;
using nlohmann::json;

namespace {

constexpr double failed = std::numeric_limits<double>::infinity();

// Two forests of two trees each. Of the first the trees of LITEFORM's example, x0 < 2 ? 0.1 : 0.5 and x1 < 1 ? 0.3 : 0;
// leaves are divided by the number of trees. The second is 0.22 everywhere.
Trees exampleTrees()
{
    const std::vector<TreeNode> nodes = {{0, 2, 1},      {-1, 0.05f, 0}, {-1, 0.25f, 0}, {1, 1, 4},
                                         {-1, 0.15f, 0}, {-1, 0, 0},     {-1, 0.11f, 0}};
    return {nodes, {0, 3, 6, 6}, 2, 2, "example"};
}

Model exampleModel()
{
    Model model;
    model.dtypes = {DataType::Float16};
    model.features = {"rows", "cols"};
    model.candidates = {"fixed:csr", "fixed:cell(column-parts=1)"};
    model.trees = exampleTrees();
    model.training = {{"a", "x", {0, 0}}, {"b", "x", {3, 1}}, {"c", "y", {1, 2}}};
    model.device = "made up";
    model.calibration = "made up";
    model.fitted = json::object();
    model.checked = json::object();
    return model;
}

liteform::Choice ask(const Model& model, float x0, float x1)
{
    const std::vector<float> x = {x0, x1};
    return model.choose(x, std::vector<double>{0, 0});
}

json recordedRow(const std::string& matrix, const std::string& candidate, double ns)
{
    json row = {{"kind", "planner"},
                {"device", "made up"},
                {"calibration", "made up"},
                {"op", "spmm"},
                {"dtype", "f16"},
                {"dense", 32},
                {"matrix", matrix},
                {"fingerprint", matrix},
                {"family", "some"},
                {"rows", 100},
                {"cols", 50},
                {"nnz", 300},
                {"longestRow", 9},
                {"shortestRow", 0},
                {"emptyRows", 20},
                {"rowVariance", 4.0},
                {"name", candidate},
                {"predictedNs", 900},
                {"estimatedNs", 1000}};
    if (ns > 0)
        row.update({{"measuredNs", ns}, {"verified", 1}});
    else
        row["problem"] = "too large";
    return row;
}

Records recordsOf(std::initializer_list<std::vector<double>> times, const std::vector<std::string>& candidates)
{
    RecordReader reader;
    int number = 0;
    for (const std::vector<double>& ns : times) {
        const std::string matrix = "m" + std::to_string(++number);
        for (std::size_t c = 0; c < candidates.size(); ++c)
            reader.take(recordedRow(matrix, candidates[c], ns[c]));
    }
    return reader.records();
}

// Matrices of random features, of which a rule says which candidate is how fast.
Records taught(std::size_t count, std::uint64_t seed)
{
    Records records{{"fixed:csr", "fixed:ell"}, {}, "made up", "made up", 0};
    std::mt19937_64 random(seed);
    std::uniform_int_distribution<std::int64_t> rows(1, 100000);
    for (std::size_t i = 0; i < count; ++i) {
        RecordedCase one;
        one.matrix = one.fingerprint = "m" + std::to_string(i);
        one.family = i % 3 == 0 ? "a" : "b";
        one.op = {OperatorKind::SpMM, DataType::Float16, 32};
        one.question.features.rows = rows(random);
        one.question.features.cols = rows(random);
        one.question.features.otherDimensions = 32;
        one.question.estimates = {1000, 1000};
        const bool tall = one.question.features.rows > 30000;
        one.predicted = {1000, 1000};
        one.ns = {tall ? 1000.0 : 1500.0, tall ? 1900.0 : 1000.0};
        records.cases.push_back(std::move(one));
    }
    return records;
}

MatrixPtr emptyMatrix(std::int64_t rows, std::int64_t cols)
{
    return std::make_shared<const Matrix>(rows, cols, std::vector<std::int64_t>(static_cast<std::size_t>(rows) + 1),
                                          std::vector<std::int32_t>(), std::vector<double>(), MatrixSource());
}

std::string refusedModel(const json& changed, const std::function<void(NpzArrays&)>& damage = {})
{
    const TemporaryFolder folder;
    writeModel(exampleModel(), folder / "m.json");
    json all = json::parse(readText(folder / "m.json"));
    all.update(changed);
    writeText(folder / "m.json", all.dump());
    if (damage) {
        const std::string bytes = readText(folder / "m.npz");
        NpzArrays arrays = readNpz(bytes, "m.npz");
        damage(arrays);
        writeText(folder / "m.npz", writeNpz(arrays, true));
    }
    try {
        readModel(folder / "m.json");
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::Input);
        return error.what();
    }
    return "none";
}

} // namespace

TEST_CASE("forest: the least mean wins, or a simpler candidate within 3 % of it, and trees have votes")
{
    const Model model = exampleModel();
    const liteform::Choice csr = ask(model, 1, 0), near = ask(model, 3, 2), far = ask(model, 2, 1);
    CHECK(csr.means[0] == Approx(0.2));
    CHECK(csr.means[1] == Approx(0.22));
    CHECK(csr.chosen == 0);
    CHECK(csr.votes == std::vector<int>{1, 1});
    CHECK(near.means[0] == Approx(0.25));
    CHECK(near.chosen == 1); // 0.03 is more than ln 1.03 = 0.02956
    CHECK(far.means[0] == Approx(0.25));
    CHECK(far.chosen == 1);
    CHECK(leastMean(std::vector<double>{0.25, 0.221}) == 0);
    CHECK(leastMean(std::vector<double>{0.25, 0.3, 0.2, 0.22}) == 2);
}

TEST_CASE("forest: what lies a tenth of the range beyond what was learned is outside")
{
    const Model model = exampleModel(); // of 0 to 3 and 0 to 2
    CHECK_FALSE(ask(model, 3.29f, -0.19f).outside);
    CHECK(ask(model, 3.31f, 1).beyond == std::vector<std::string>{"rows"});
    CHECK(ask(model, 0, 2.21f).beyond == std::vector<std::string>{"cols"});
    CHECK(ask(model, std::numeric_limits<float>::quiet_NaN(), 1).outside);
    const auto nearest = model.nearest(std::vector<float>{2.9f, 1}, 5);
    REQUIRE(nearest.size() == 3);
    CHECK(nearest[0].first == "b");
}

TEST_CASE("forest: a model comes back from its files as it was")
{
    const TemporaryFolder folder;
    const Model model = exampleModel();
    writeModel(model, folder / "m.json");
    const Model again = readModel(folder / "m.json");
    CHECK(again.name == "m");
    CHECK(again.candidates == model.candidates);
    CHECK(again.features == model.features);
    REQUIRE(again.training.size() == 3);
    CHECK(again.training[2].family == "y");
    for (const float x0 : {0.0f, 1.9f, 2.0f, 7.0f})
        for (const float x1 : {0.0f, 0.9f, 1.0f})
            CHECK(ask(again, x0, x1).means == ask(model, x0, x1).means);
    writeModel(again, folder / "again.json");
    CHECK(readText(folder / "again.npz") == readText(folder / "m.npz"));
}

TEST_CASE("forest: a model that is damaged, or of what is not known, is refused by name")
{
    CHECK(refusedModel(json::object()) == "none");
    CHECK_THAT(refusedModel({{"features", {"rows", "mood"}}}), Catch::Contains("\"mood\" is no feature that is known"));
    CHECK_THAT(refusedModel({{"candidates", {"fixed:csr", "fixed:nothing"}}}), Catch::Contains("fixed:nothing"));
    CHECK_THAT(refusedModel({{"candidates", {"fixed:csr", "stile", "cell"}}}),
               Catch::Contains("4 roots for 3 forests"));
    CHECK_THAT(refusedModel({{"sparsescopeModel", 99}}), Catch::Contains("sparsescopeModel: is version 99"));
    CHECK_THAT(refusedModel({{"op", "spam"}}), Catch::Contains("spam"));
    CHECK_THAT(refusedModel({{"families", {"x"}}}), Catch::Contains("other numbers of matrices and families"));
    const auto set = [](const char* array, std::size_t i, auto value) {
        return [=](NpzArrays& arrays) {
            std::memcpy(arrays.at(array).data.data() + i * sizeof(value), &value, sizeof value);
        };
    };
    CHECK_THAT(refusedModel(json::object(), set("feature", 0, std::int16_t{2})),
               Catch::Contains("node 0: asks for feature 2 of 2"));
    CHECK_THAT(refusedModel(json::object(), set("cut", 1, std::nanf(""))),
               Catch::Contains("node 1: has a cut or a value that is no number"));
    CHECK_THAT(refusedModel(json::object(), set("yes", 3, std::int32_t{3})),
               Catch::Contains("node 3: has child 3, not one after it"));
    CHECK_THAT(refusedModel(json::object(), set("yes", 3, std::int32_t{6})), Catch::Contains("node 3: has child 6"));
    CHECK_THAT(refusedModel(json::object(), set("roots", 2, std::int32_t{7})),
               Catch::Contains("begins a tree at node 7 of 7"));
    CHECK_THAT(refusedModel(json::object(), set("matrix", 0, std::int32_t{3})), Catch::Contains("names matrix 3 of 3"));
    CHECK_THAT(refusedModel(json::object(), set("x", 0, HUGE_VALF)),
               Catch::Contains("case 0 has a feature that is no number"));
    CHECK_THAT(refusedModel(json::object(), [](NpzArrays& arrays) { arrays.erase("cut"); }), Catch::Contains("cut"));
    const TemporaryFolder folder;
    writeModel(exampleModel(), folder / "m.json");
    const std::string bytes = readText(folder / "m.npz");
    writeText(folder / "m.npz", bytes.substr(0, bytes.size() / 2));
    CHECK_THROWS_AS(readModel(folder / "m.json"), Error);
    CHECK_THROWS_WITH(readModel("unheard of"), Catch::Contains("neither a file nor one of the shipped models: "));
}

TEST_CASE("forest: a tree of XGBoost's that is none is refused")
{
    const auto add = [](const std::string& dump) {
        Trees trees;
        trees.add(std::vector<std::string>{dump}, 2);
        return trees;
    };
    const Trees good = add(R"({"nodeid": 0, "split": "f1", "split_condition": 1.5, "yes": 2, "no": 1, "missing": 2,
        "children": [{"nodeid": 1, "leaf": 4}, {"nodeid": 2, "leaf": 3}]})");
    CHECK(good.sum(0, std::vector<float>{0, 1.4f}) == 3);
    CHECK(good.sum(0, std::vector<float>{0, 1.5f}) == 4);
    CHECK_THROWS_WITH(add(R"({"split": "f2", "split_condition": 1, "yes": 1, "children": []})"), Catch::Contains("f2"));
    CHECK_THROWS_WITH(add(R"({"split": "rows", "split_condition": 1, "yes": 1})"), Catch::Contains("rows"));
    CHECK_THROWS_AS(add("{}"), Error);
    CHECK_THROWS_AS(add(R"({"split": "f0", "split_condition": 1, "yes": 1, "children": [{"nodeid": 1, "leaf": 4}]})"),
                    Error);
}

TEST_CASE("forest: the regret of a choice is its time over the least one, less 1, and what failed is never free")
{
    const Records records = recordsOf({{10, 12, 11}, {10, 0, 10}}, {"fixed:csr", "fixed:ell", "stile"});
    CHECK(records.candidates == std::vector<std::string>{"fixed:csr", "fixed:ell", "stile"});
    REQUIRE(records.cases.size() == 2);
    CHECK(records.cases[1].ns[1] == failed);
    const Chooser third = always(records, 2), second = always(records, 1);
    CHECK(third.regret[0] == Approx(0.1));
    CHECK(third.regret[1] == Approx(0));
    CHECK(second.regret[1] == 63);
    CHECK(figuresOf(third.regret).geometricMean == Approx(std::sqrt(1.1) - 1));
    CHECK(figuresOf(third.regret).within == 0.5);
    CHECK(figuresOf(third.regret).accurate == 0.5);
    CHECK(labelOf(records.cases[0], 1, 0) == Approx(std::log(1.2)));
    CHECK(labelOf(records.cases[1], 1, 0) == Approx(std::log(4.0)));
}

TEST_CASE("forest: rows that cannot be learned from together are refused, cases that are not complete are counted")
{
    RecordReader reader;
    reader.take(recordedRow("m", "fixed:csr", 10));
    reader.take(recordedRow("m", "fixed:ell", 11));
    reader.take(recordedRow("n", "fixed:csr", 10));
    json library = recordedRow("m", "cusparse:csr_alg2", 5);
    library["kind"] = "library";
    reader.take(library); // is no candidate
    const auto refused = [&](const char* column, const json& value) {
        json row = recordedRow("o", "fixed:csr", 10);
        row[column] = value;
        try {
            reader.take(row);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("none");
    };
    CHECK_THAT(refused("device", "another"), Catch::Contains("device: is another where rows before have made up"));
    CHECK_THAT(refused("calibration", "another"), Catch::Contains("calibration: is another"));
    CHECK_THAT(refused("op", "sddmm"), Catch::Contains("op: is sddmm where rows before have spmm"));
    CHECK_THAT(refused("measuredNs", -1), Catch::Contains("measuredNs: is -1"));
    CHECK_THAT(refused("rows", "many"), Catch::Contains("rows: is \"many\""));
    const Records records = reader.records();
    CHECK(records.cases.size() == 1);
    CHECK(records.incomplete == 1);
    CHECK(records.cases[0].question.features.length.deviation == 2);
    CHECK_THROWS_WITH(RecordReader().records(), Catch::Contains("has no matrix"));
}

TEST_CASE("forest: what XGBoost grows is read as it predicts, and is the same for the same seed")
{
    if (!forestDumps)
        skipTest("XGBoost's library is not there");
    const Records records = taught(1000, 3);
    std::vector<std::vector<float>> x;
    std::vector<double> y;
    for (const RecordedCase& one : records.cases) {
        x.push_back(valuesOf(featureNames(FeatureSet::All, records.candidates), records.candidates, one.question));
        y.push_back(labelOf(one, 0, 0));
    }
    for (const bool boosted : {false, true}) {
        INFO("boosted " << boosted);
        std::vector<double> predicted;
        const std::vector<std::string> dumps = forestDumps(x, y, {boosted, 100, 1}, noProgress(), &predicted);
        CHECK(dumps.size() == 100);
        Trees trees;
        trees.add(dumps, x.front().size());
        double worst = 0;
        for (std::size_t i = 0; i < x.size(); ++i)
            worst = std::max(worst, std::abs(trees.sum(0, x[i]) - predicted[i]));
        CHECK(worst < 1e-6);
        CHECK(forestDumps(x, y, {boosted, 100, 1}, noProgress(), nullptr) == dumps);
        CHECK(forestDumps(x, y, {boosted, 100, 2}, noProgress(), nullptr) != dumps);
    }
}

TEST_CASE("forest: learns a rule from runs, and is checked on matrices and families that it has not seen")
{
    if (!forestDumps)
        skipTest("XGBoost's library is not there");
    const Records records = taught(300, 5);
    FitOptions options;
    options.shape.boosted = true; // a tree of means may see none of the two features that differ
    const Model model = fit(records, options, noProgress());
    CHECK(model.candidates == records.candidates);
    CHECK(figuresOf(byModel(model, records).regret).geometricMean < 0.01);
    for (const Folds folds : allFolds) {
        const Chooser unseen = crossValidated(records, options, folds, noProgress());
        CHECK(figuresOf(unseen.regret).geometricMean < 0.06);
        CHECK(figuresOf(always(records, 0).regret).geometricMean > 0.1);
    }
    const TemporaryFolder folder;
    writeModel(model, folder / "m.json");
    writeModel(fit(records, options, noProgress()), folder / "n.json");
    CHECK(readText(folder / "m.npz") == readText(folder / "n.npz"));
    Progress cancelled;
    cancelled.cancel();
    CHECK_THROWS_AS(fit(records, options, cancelled), Error);
}

TEST_CASE("forest: plans matrices of any kind with a shipped model, the same each time, and says what it asked")
{
    const Operator op{OperatorKind::SpMM, DataType::Float16, 128};
    const auto model = makeCostModel(readCalibration("h200"), op);
    const std::vector<MatrixPtr> matrices = {rmat(512, 4000, 1), randomUniform(64, 64, 1, 2), emptyMatrix(5, 7),
                                             randomUniform(1, 1, 1, 3)};
    const json asked = {{"model", "h200-forest"}}; // whose trees have votes
    for (const MatrixPtr& matrix : matrices) {
        INFO(matrix->rows() << " x " << matrix->cols() << ", " << matrix->nnz());
        Trace trace;
        const Plan plan = planner("forest").search(*matrix, op, ModelEvaluator(*model), asked, trace, noProgress());
        CHECK(refusal(plan, *matrix).empty());
        CHECK(plan.planner == "forest");
        const json& figures = plan.figures.at("forest");
        CHECK(figures.at("model") == "h200-forest");
        const Model shipped = readModel("h200-forest");
        REQUIRE(figures.at("candidates").size() == shipped.candidates.size());
        CHECK(figures.at("features").size() == shipped.features.size());
        CHECK(figures.at("nearest").size() == 5);
        int votes = 0;
        for (const json& candidate : figures.at("candidates"))
            votes += candidate.at("votes").get<int>();
        CHECK(votes == static_cast<int>(shipped.trees.perForest()));
        Trace again;
        const Plan same = planner("forest").search(*matrix, op, ModelEvaluator(*model), asked, again, noProgress());
        CHECK(same.figures == plan.figures);
        CHECK(same.tiling().entries == plan.tiling().entries);
        if (matrix->nnz() > 0) {
            REQUIRE_FALSE(trace.rounds.empty());
            CHECK(trace.rounds.front().lost.size() + 1 == shipped.candidates.size());
            CHECK_FALSE(trace.rounds.front().note.empty());
        }
    }
}

TEST_CASE("forest: outside of what was learned the least predicted cost decides, and the plan says so")
{
    const Operator op{OperatorKind::SpMM, DataType::Float32, 4096}; // the model has seen 32 and 128
    const auto model = makeCostModel(readCalibration("h200"), op);
    const MatrixPtr matrix = rmat(1024, 20000, 4);
    Trace trace;
    const Plan plan =
        planner("forest").search(*matrix, op, ModelEvaluator(*model), json::object(), trace, noProgress());
    const json& figures = plan.figures.at("forest");
    CHECK(figures.at("outside") == true);
    CHECK(figures.at("beyond").dump().find("\"J\"") != std::string::npos);
    CHECK_THAT(trace.rounds.front().note, Catch::Contains("outside what was learned"));
    std::string least;
    double ns = failed;
    for (const json& candidate : figures.at("candidates"))
        if (candidate.value("estimateNs", failed) < ns) {
            ns = candidate.at("estimateNs");
            least = candidate.at("name");
        }
    CHECK(figures.at("chosen") == least);
    Trace ignored;
    CHECK_THROWS_WITH(
        planner("forest").search(*matrix, op, ModelEvaluator(*model), {{"order", "rcm"}}, ignored, noProgress()),
        Catch::Contains("file's order"));
    const Operator sddmm{OperatorKind::SDDMM, DataType::Float16, 32};
    CHECK_FALSE(planner("forest").plans(sddmm.definition()));
}

TEST_CASE("estimates of rows are those of whole plans where all rows are looked at, and near them where some are",
          "[slow]")
{
    const Operator op{OperatorKind::SpMM, DataType::Float16, 128};
    const auto model = makeCostModel(readCalibration("h200"), op);
    const std::vector<MatrixPtr> matrices = {randomUniform(2000, 2000, 0.01, 1), randomUniform(20000, 20000, 0.002, 2)};
    for (const MatrixPtr& matrix : matrices)
        for (const std::string& candidate : usualCandidates()) {
            SearchRequest request;
            request.op = op;
            applyChange(request, "planner", candidate);
            const Planner& asked = planner(request.planner);
            const std::optional<double> ns =
                asked.estimate(*matrix, glimpse(*matrix), *model, request.options, noProgress());
            INFO(candidate << " of " << matrix->nnz());
            if (candidate == "fixed:dense" && !ns)
                continue;
            REQUIRE(ns);
            Trace ignored;
            const Plan plan = asked.search(*matrix, op, ModelEvaluator(*model), request.options, ignored, noProgress());
            CHECK(*ns == Approx(plan.predictedNs).epsilon(matrix->nnz() < 65536 ? 0.1 : 0.35));
        }
    CHECK_FALSE(planner("stile").estimate(*matrices[0], glimpse(*matrices[0]), *model, json::object(), noProgress()));
}

TEST_CASE("a planner may be named with options of its own")
{
    CHECK(parsePlanner("stile").options.empty());
    const NamedPlanner named = parsePlanner("fixed:bsr(height=16,width=8)");
    CHECK(named.name == "fixed:bsr");
    CHECK(named.options == std::vector<std::pair<std::string, std::string>>{{"height", "16"}, {"width", "8"}});
    CHECK(parsePlanner("cell(column-parts=1+2)").options[0].second == "1,2");
    for (const char* wrong : {"fixed:bsr(height)", "fixed:bsr(height=16", "fixed:bsr(=1)"})
        CHECK_THROWS_WITH(parsePlanner(wrong), Catch::Contains("is no planner with options"));
    CHECK_THROWS_WITH(parsePlanner("nobody(a=1)"), Catch::Contains("planner \"nobody\" is none of"));
    CHECK(joinPlanners({"stile", "fixed:bsr(height=16", "width=8)", "cell"}) ==
          std::vector<std::string>{"stile", "fixed:bsr(height=16,width=8)", "cell"});
    SearchRequest request;
    applyChange(request, "planner", "fixed:bsr(height=16,width=8)");
    CHECK(request.options == json{{"height", 16}, {"width", 8}});
    CHECK_THROWS_WITH(applyChange(request, "planner", "fixed:bsr(depth=1)"), Catch::Contains("no option --depth"));
}

TEST_CASE("forest: the slides' classes are said right of what was seen alike, and only guessed without")
{
    if (!forestDumps)
        skipTest("XGBoost's library is not there");
    // CELL wins where rows are many; the best number of partitions is 1 or 4 by the columns.
    RecordReader reader;
    for (int m = 0; m < 60; ++m) {
        const bool many = m % 3 == 0, wide = m % 2 == 0;
        for (const auto& [candidate, ns] :
             {std::pair{"fixed:csr", 1000.0},
              {"fixed:bsr(height=16,width=16)", 1500.0},
              {"fixed:cell(column-parts=1)", (many ? 600.0 : 950.0) * (wide ? 1.2 : 1)},
              {"fixed:cell(column-parts=4)", (many ? 600.0 : 950.0) * (wide ? 1 : 1.2)}}) {
            json row = recordedRow("m" + std::to_string(m), candidate, ns);
            row["rows"] = many ? 5000 + m : 100 + m;
            row["cols"] = wide ? 9000 + m : 50 + m;
            reader.take(row);
        }
    }
    const Records records = reader.records();
    for (const Labelled& points : {cellWins(records), bestPartitions(records)}) {
        INFO(points.asked);
        CHECK(points.classes.size() == 2);
        const std::vector<Accuracy> all = accuraciesOf(points, 1, noProgress());
        REQUIRE(all.size() == 5);
        for (const Accuracy& one : all) {
            INFO(one.by);
            const bool learns = one.by != "the most frequent class";
            CHECK(one.ofMatrices >= (learns ? 0.95 : 0.3));
            CHECK(one.ofMatrices <= (learns ? 1.0 : 0.75));
        }
    }
    RecordReader others;
    others.take(recordedRow("a", "fixed:csr", 100));
    CHECK_THROWS_WITH(cellWins(others.records()), Catch::Contains("no runs of fixed:cell"));
}
