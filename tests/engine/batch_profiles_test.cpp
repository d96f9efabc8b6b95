// A batch's table as planners and libraries against each other: what is compared, how failures and ties count.
#include "engine/core/error.h"
#include "engine/work/batch.h"
#include "tests/engine/batch_fixtures.h"

using namespace sparsescope;
using nlohmann::json;

namespace {

json planned(const char* matrix, const char* name, double ns)
{
    return {{"matrix", matrix}, {"name", name}, {"predictedNs", ns}};
}

json failed(const char* matrix, const char* name, const char* why)
{
    return {{"matrix", matrix}, {"name", name}, {"problem", why}};
}

std::vector<std::string> namesOf(const BatchResults& results)
{
    std::vector<std::string> names;
    for (const BatchContestant& one : results.contestants)
        names.push_back(one.name);
    return names;
}

} // namespace

// Three matrices: stile takes 10, 40, 30; hyb 20, 40, fails; cusparse 30, 20, 60.
TEST_CASE("profiles and speed-ups are those that one computes by hand")
{
    json unverified = timed("c", "hyb", 5, 3);
    unverified["verified"] = 0;
    const BatchResults results =
        resultsOf({timed("a", "stile", 10, 1), timed("a", "hyb", 20, 1), timed("a", "cusparse:csr", 30, 1),
                   timed("b", "stile", 40, 2), timed("b", "hyb", 40, 2), timed("b", "cusparse:csr", 20, 2),
                   timed("c", "stile", 30, 3), unverified, timed("c", "cusparse:csr", 60, 3)});
    CHECK(results.measured);
    CHECK(results.devices == "H");
    REQUIRE(namesOf(results) == std::vector<std::string>{"hyb", "stile", "cusparse:csr"});
    const auto all = allOf(results);

    const auto profiles = performanceProfiles(results, all, {true, true, true});
    CHECK(profiles[0].values == std::vector<double>{2, 2});
    CHECK(profiles[0].contests == 3);
    CHECK(profiles[1].values == std::vector<double>{1, 1, 2});
    CHECK(profiles[2].values == std::vector<double>{1, 2, 3});
    CHECK(profiles[0].shareUpTo(1) == 0);
    CHECK(profiles[0].shareUpTo(1e9) == Approx(2.0 / 3)); // what failed never gets there
    CHECK(profiles[1].shareUpTo(1) == Approx(2.0 / 3));
    CHECK(profiles[2].shareUpTo(2.5) == Approx(2.0 / 3));

    // Without cusparse b is a tie, of which both are the best.
    const auto planners = performanceProfiles(results, all, {true, true, false});
    CHECK(planners[0].values == std::vector<double>{1, 2});
    CHECK(planners[1].values == std::vector<double>{1, 1, 1});
    CHECK(planners[2].values.empty());

    const auto over = speedUps(results, all, 2);
    CHECK(over[0].values == std::vector<double>{0.5, 1.5});
    CHECK(over[0].contests == 3);
    CHECK(over[1].values == std::vector<double>{0.5, 2, 3});
    CHECK(meanOf(over[1]) == Approx(std::cbrt(3)));
    CHECK(meanOf(over[2]) == Approx(1));
    CHECK(speedUps(results, all, BatchBaseline())[1].values == over[1].values); // the only library is the best one
    // Where the baseline failed there is nothing to compare with.
    CHECK(speedUps(results, all, 0)[1].contests == 2);

    CHECK(results.matrices[0].ratio == Approx(3));
    CHECK(results.contestants[static_cast<std::size_t>(results.matrices[0].best)].name == "stile");
    CHECK(results.matrices[1].ratio == Approx(0.5));
    CHECK(results.matrices[2].problem == "hyb: not verified");
}

TEST_CASE("times of two jobs are not compared")
{
    const BatchResults results = resultsOf({timed("a", "cusparse:csr", 100, 1), timed("a", "stile", 80, 1),
                                            timed("a", "cusparse:csr", 50, 2), timed("a", "hyb", 45, 2)});
    REQUIRE(results.matrices.size() == 1);
    const BatchResult& one = results.matrices.front();
    CHECK(one.contests.size() == 2);
    // hyb is faster than stile, but in a job in which all is.
    CHECK(results.contestants[static_cast<std::size_t>(one.best)].name == "stile");
    CHECK(one.ratio == Approx(1.25));
    const auto profiles = performanceProfiles(results, allOf(results), {true, true, true});
    CHECK(profiles[0].values == std::vector<double>{1});
    CHECK(profiles[1].values == std::vector<double>{1});
    CHECK(profiles[2].values == std::vector<double>{50.0 / 45, 1.25});
    CHECK(profiles[0].contests == 1);
}

TEST_CASE("predictions count where nothing was measured, of the same costs only")
{
    json other = planned("a", "cell", 5);
    other["costs"] = "d";
    const BatchResults results =
        resultsOf({planned("a", "stile", 20), planned("a", "hyb", 10), other, failed("a", "fixed:dia", "too large")});
    CHECK_FALSE(results.measured);
    const BatchResult& one = results.matrices.front();
    CHECK(one.contests.size() == 2);
    CHECK(one.ratio == 0);
    CHECK(one.bestNs == 5);
    CHECK(one.problem == "fixed:dia: too large");
    const auto profiles = performanceProfiles(results, allOf(results), std::vector<bool>(4, true));
    CHECK(profiles[1].contests == 1);
    CHECK(profiles[1].values.empty());
    CHECK(profiles[3].values == std::vector<double>{2});
    // As soon as anything is measured predictions are none of the times.
    const BatchResults mixed = resultsOf({planned("a", "stile", 20), timed("b", "stile", 30, 1)});
    CHECK(mixed.matrices[0].contests.empty());
    CHECK(mixed.matrices[0].best == -1);
}

TEST_CASE("who fails before there is a job fails in the newest one")
{
    const BatchResults results =
        resultsOf({failed("a", "stile", "crashed"), failed("a", "hyb", "crashed"), timed("a", "stile", 10, 1),
                   timed("a", "cusparse:csr", 20, 1), failed("b", "stile", "no such file")});
    const auto profiles = performanceProfiles(results, allOf(results), {true, true, true});
    CHECK(profiles[0].contests == 1); // hyb
    CHECK(profiles[0].values.empty());
    CHECK(profiles[1].contests == 2); // stile: done again for a, not for b
    CHECK(profiles[1].values == std::vector<double>{1});
}

TEST_CASE("classes are kinds of patterns and folders of files")
{
    json pattern = timed("p", "stile", 10, 1), masks = timed("m", "stile", 10, 2), base = timed("m", "cu:x", 40, 2);
    pattern["source"] = "chung-lu --rows 64 --nnz 100 --seed 1";
    masks["source"] = base["source"] = "/data/m x/m.npz --mask 3";
    const BatchResults results =
        resultsOf({pattern, masks, base, timed("g", "stile", 10, 3), timed("g", "cu:x", 10, 3)});
    CHECK(results.matrices[0].group == "chung-lu");
    CHECK(results.matrices[1].group == "m x");
    CHECK(results.matrices[2].group == "graphs");
    const auto classes = speedUpsByClass(results, allOf(results), 1);
    REQUIRE(classes.size() == 4);
    CHECK(classes[0].name == "chung-lu");
    CHECK(classes[0].speedUps[0].contests == 0);
    CHECK(meanOf(classes[0].speedUps[0]) == 0);
    CHECK(meanOf(classes[1].speedUps[0]) == Approx(1));
    CHECK(meanOf(classes[2].speedUps[0]) == Approx(4));
    CHECK(meanOf(classes[3].speedUps[0]) == Approx(2)); // all
    CHECK(classes[3].matrices == 3);

    const BatchMatrix file = matrixOfSource(results.matrices[1].source);
    CHECK(file.file == "/data/m x/m.npz");
    CHECK(file.mask == 3);
    CHECK_FALSE(matrixOfSource("/a --mask b").mask);
    const BatchMatrix made = matrixOfSource(results.matrices[0].source);
    CHECK(made.pattern == "chung-lu");
    CHECK(made.parameters.at("rows") == 64);
    CHECK_THROWS_AS(matrixOfSource("chung-lu --rows"), Error);
    CHECK_THROWS_AS(matrixOfSource("chung-lu --no 3"), Error);
}

TEST_CASE("filters leave the matrices that are asked for, in the order that is asked for")
{
    std::vector<json> rows = {timed("Beta", "stile", 10, 1), timed("Beta", "cu:x", 30, 1),
                              timed("alpha", "stile", 10, 2), timed("alpha", "cu:x", 50, 2),
                              failed("gamma", "stile", "no memory")};
    rows[2]["nnz"] = rows[3]["nnz"] = 7;
    rows[4].update({{"nnz", 5000}, {"source", "/other/gamma"}});
    const BatchResults results = resultsOf(rows);
    using Some = std::vector<std::size_t>;
    CHECK(filtered(results, {}) == Some{0, 1, 2});
    CHECK(filtered(results, {.order = BatchOrder::NonZeros}) == Some{2, 0, 1});
    CHECK(filtered(results, {.order = BatchOrder::Ratio}) == Some{1, 0, 2});
    CHECK(filtered(results, {.text = "BETA"}) == Some{0});
    CHECK(filtered(results, {.text = "/other"}) == Some{2});
    CHECK(filtered(results, {.group = "graphs"}) == Some{0, 1});
    CHECK(filtered(results, {.leastNnz = 8, .mostNnz = 4999}) == Some{0});
    CHECK(filtered(results, {.failed = true}) == Some{2});
    CHECK(filtered(results, {.text = "nothing"}).empty());
}

TEST_CASE("a table of one row, an empty one, and one with a time that there is not")
{
    const BatchResults one = resultsOf({timed("a", "stile", 10, 1)});
    CHECK(performanceProfiles(one, allOf(one), {true})[0].shareUpTo(1) == 1);
    CHECK(speedUps(one, allOf(one), BatchBaseline())[0].contests == 0); // no library
    CHECK(speedUps(one, {}, 0)[0].shareUpTo(1) == 0);
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(batchResults(tableWith(folder, {}), noProgress()), Catch::Contains("holds no case yet"));
    for (const auto& [column, value] :
         {std::pair("measuredNs", json(-3.0)), std::pair("predictedNs", json(1e300)), std::pair("nnz", json(-1)),
          std::pair("rows", json(-1)), std::pair("job", json(-1)), std::pair("dense", json(0)),
          std::pair("dense", json(-1)), std::pair("dense", json(std::int64_t{1} << 62))}) {
        json row = timed("a", "stile", 10, 1);
        row[column] = value;
        const TemporaryFolder other;
        CHECK_THROWS_WITH(batchResults(tableWith(other, {row}), noProgress()), Catch::Contains(column));
    }
}
