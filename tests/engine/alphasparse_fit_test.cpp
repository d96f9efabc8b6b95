// What searches among graphs fit: boosted trees where XGBoost's library is there, and what traces say of it.
#include "engine/search/alphasparse/fit.h"
#include "tests/engine/alphasparse_fixtures.h"

#include <random>

using namespace sparsescope;
using namespace sparsescope::alphasparse;
using nlohmann::json;

TEST_CASE("alphasparse: boosted trees find jumps that neither a constant nor a ridge fit does, the same each time")
{
    if (!boostedFit)
        skipTest("XGBoost's library is not there");
    std::mt19937_64 random(4);
    std::uniform_real_distribution<double> draw(0, 1);
    std::vector<std::vector<double>> x, others;
    std::vector<double> y, othersY;
    const auto jumps = [](const std::vector<double>& p) { return (p[0] > 0.5) != (p[1] > 0.5) ? 0.4 : -0.2; };
    for (int i = 0; i < 200; ++i) {
        (i < 120 ? x : others).push_back({draw(random), draw(random), 7});
        (i < 120 ? y : othersY).push_back(i < 120 ? jumps(x.back()) : jumps(others.back()));
    }
    const auto trees = makeFit(FitKind::Boosted, x, y, noProgress());
    const auto again = makeFit(FitKind::Boosted, x, y, noProgress());
    const auto ridge = makeFit(FitKind::Ridge, x, y, noProgress());
    CHECK(deviation(*trees, x, y) < 0.01);
    CHECK(deviation(*trees, others, othersY) < 0.15); // of 0.3 about the mean
    CHECK(deviation(*ridge, others, othersY) > 0.25);
    for (const std::vector<double>& point : others)
        CHECK(trees->at(point) == again->at(point));

    const FitPoints all(x);
    const auto one = makeFit(FitKind::Boosted, all.first(1), std::span<const double>(y).first(1), noProgress());
    CHECK(one->at(x[5]) == y[0]);
    Progress cancelled;
    cancelled.cancel();
    CHECK_THROWS_AS(makeFit(FitKind::Boosted, x, y, cancelled), Error);
}

TEST_CASE("alphasparse: what a fit says of a graph is told with it, and a log repeats its search by the same fit alone")
{
    std::mt19937_64 random(5);
    const MatrixPtr matrix = graph::matrixOf(
        120, 400, [](std::int64_t r) { return 1 + r % 12; }, random);
    const TemporaryFolder folder;
    const auto search = [&](const char* fit) {
        const json options = {{"evaluations", 200}, {"fit", fit}};
        const Found f = found(*matrix, options);
        CHECK(f.plan.options.at("fit") == fit);
        CHECK(f.told("search").front().at("fit") == fit);
        CHECK_FALSE(f.told("model").empty());
        checkRepeated(f, *matrix, options, folder);
        std::vector<double> said;
        for (const json& event : f.told("graph")) {
            CHECK(event.contains("fittedNs") == (event.at("phase") == "fine"));
            if (event.contains("fittedNs"))
                said.push_back(event.at("fittedNs"));
        }
        return said;
    };
    const std::vector<double> ridge = search("ridge");
    CHECK_FALSE(ridge.empty());
    const json boosted = {{"evaluator", folder / "log.jsonl"}, {"evaluations", 200}, {"fit", "boosted"}};
    CHECK_THROWS_WITH(found(*matrix, boosted), Catch::EndsWith("log.jsonl: is the log of a search with --fit ridge"));
    CHECK_THROWS_AS(found(*matrix, {{"fit", "forest"}}), Error);
    if (!boostedFit)
        return;
    const std::vector<double> trees = search("boosted");
    CHECK_FALSE(trees.empty());
    CHECK(trees != ridge);
    CHECK_THROWS_WITH(found(*matrix, {{"evaluator", folder / "log.jsonl"}, {"evaluations", 200}}),
                      Catch::EndsWith("log.jsonl: is the log of a search with --fit boosted"));
}
