// What the searches of a batch take against what they save, by hand.
#include "engine/core/error.h"
#include "engine/report/batch_search_times.h"
#include "tests/engine/batch_fixtures.h"

using namespace sparsescope;

namespace {

json searched(const char* matrix, const char* name, double seconds, double ns, int job)
{
    json row = timed(matrix, name, ns, job);
    row["searchSeconds"] = seconds;
    return row;
}

std::vector<SearchTime> timesOf(const BatchResults& results, BatchBaseline baseline)
{
    return searchTimes(results, allOf(results), std::vector<bool>(results.contestants.size(), true), baseline);
}

} // namespace

TEST_CASE("a search pays off after as many runs as its excess holds of what a run saves")
{
    const auto against = [](double seconds, double ns) { return breakEven(seconds, ns, 0.002, 1000); };
    CHECK(against(0.01, 600).payOff == PayOff::After);
    CHECK(against(0.01, 600).runs == Approx(20'000)); // 8 ms, 400 ns a run
    CHECK(against(0.001, 600).payOff == PayOff::AtOnce);
    CHECK(against(0.002, 1000).payOff == PayOff::AtOnce); // as good from the first run on
    CHECK(against(0.001, 1000).payOff == PayOff::AtOnce);
    CHECK(against(0.001, 1500).payOff == PayOff::UpTo);
    CHECK(against(0.001, 1500).runs == Approx(2000));
    CHECK(against(0.0019999, 1500).payOff == PayOff::Never); // 100 ns, which the first run takes more
    CHECK(against(0.01, 1000).payOff == PayOff::Never);
    CHECK(against(0.01, 1001).payOff == PayOff::Never);
    CHECK(against(0.002, 1001).payOff == PayOff::Never);
}

// hyb searches 2 ms everywhere and takes 1000 ns. stile: 10 ms, 600 ns; 12 ms, 500 ns; 10 ms, 2000 ns; on d it is
// wrong.
TEST_CASE("search times: those of measured and verified plans, with medians of each planner")
{
    json wrong = searched("d", "stile", 0.5, 10, 4);
    wrong["verified"] = 0;
    const BatchResults results =
        resultsOf({searched("a", "hyb", 0.002, 1000, 1), searched("a", "stile", 0.010, 600, 1),
                   timed("a", "cusparse:csr", 1200, 1), searched("b", "hyb", 0.002, 1000, 2),
                   searched("b", "stile", 0.012, 500, 2), searched("c", "hyb", 0.002, 1000, 3),
                   searched("c", "stile", 0.010, 2000, 3), searched("d", "hyb", 0.002, 1000, 4), wrong,
                   timed("d", "fixed:csr", 900, 4)});
    REQUIRE(results.contestants.size() == 4); // fixed:csr, hyb, stile, cusparse:csr
    const std::vector<SearchTime> times = timesOf(results, 1);
    REQUIRE(times.size() == 7); // without stile on d, and without fixed:csr, whose search is not known
    const auto figures = searchFigures(results, times);
    CHECK(figures[0].cases == 0);
    CHECK(figures[1].cases == 4);
    CHECK(figures[1].compared() == 0); // itself
    CHECK(figures[1].searchSeconds == Approx(0.002));
    // 1000 over 600, 500, 1000 and 900: between the two in the middle.
    CHECK(figures[1].overFastest == Approx((1000.0 / 900 + 1000.0 / 600) / 2));
    CHECK(figures[2].cases == 3);
    CHECK(figures[2].searchSeconds == Approx(0.010));
    CHECK(figures[2].overFastest == Approx(1));
    CHECK(figures[2].after == 2);
    CHECK(figures[2].never == 1);
    CHECK(figures[2].runsAfter == Approx(20'000)); // 8 ms by 400 ns, 10 ms by 500 ns
    CHECK(shortestSearch(results) == std::size_t{1});

    // Against stile: hyb is ahead up to where stile is, and everywhere on c.
    const auto other = searchFigures(results, timesOf(results, 2))[1];
    CHECK(other.upTo == 2);
    CHECK(other.runsUpTo == Approx(20'000));
    CHECK(other.atOnce == 1);
    CHECK(other.compared() == 3); // not on d
    CHECK(other.runsAfter == 0);

    // Libraries search nothing. Only a has one.
    const auto library = searchFigures(results, timesOf(results, BatchBaseline()));
    CHECK(library[1].compared() == 1);
    CHECK(library[1].runsAfter == Approx(10'000)); // 2 ms, 200 ns a run
    // One whose search is not known cannot be the baseline.
    CHECK(searchFigures(results, timesOf(results, 0))[1].compared() == 0);
    // The fastest of those that are compared.
    const auto alone =
        searchFigures(results, searchTimes(results, allOf(results), {false, true, false, false}, BatchBaseline(2)));
    CHECK(alone[1].overFastest == 1);
    CHECK(alone[1].compared() == 3);
    CHECK(alone[2].cases == 0);
}

TEST_CASE("search times: of predictions where nothing was measured, of the faster row with its own search")
{
    const auto row = [](const char* name, double seconds, double ns) -> json {
        return {{"matrix", "a"}, {"name", name}, {"searchSeconds", seconds}, {"predictedNs", ns}};
    };
    const BatchResults results = resultsOf({row("stile", 0.1, 50), row("stile", 0.3, 40), row("hyb", 0.2, 60)});
    CHECK_FALSE(results.measured);
    const auto times = timesOf(results, 0);
    REQUIRE(times.size() == 2);
    const SearchTime& stile = times[0].contestant == 1 ? times[0] : times[1];
    CHECK(stile.searchSeconds == 0.3);
    CHECK(stile.ns == 40);
    CHECK(stile.baseNs == 60);
    CHECK(stile.breakEven.runs == Approx(5e6)); // 0.1 s, 20 ns a run

    const BatchResults unknown = resultsOf({timed("a", "stile", 10, 1)});
    CHECK(timesOf(unknown, 0).empty());
    CHECK_FALSE(shortestSearch(unknown));
    for (const double seconds : {-1.0, 1e-12, 1e10}) {
        const TemporaryFolder folder;
        CHECK_THROWS_WITH(batchResults(tableWith(folder, {searched("a", "stile", seconds, 10, 1)}), noProgress()),
                          Catch::Contains("row 1, searchSeconds") && Catch::Contains("is no time of a search"));
    }
}
