#include "engine/report/batch_search_times.h"

#include <algorithm>
#include <numeric>

namespace sparsescope {

namespace {

// The mean of the two in the middle of an even number; 0: of none.
double medianOf(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : values[middle - 1] / 2 + values[middle] / 2;
}

bool plans(const BatchResults& results, const BatchTime& time)
{
    return time.ns > 0 && !results.contestants[time.contestant].library;
}

// The baseline's plan, or the library's kernel that is the fastest; null: it has no time to compare with.
const BatchTime* baseOf(const BatchResults& results, const BatchContest& contest, BatchBaseline baseline)
{
    const BatchTime* base = nullptr;
    for (const BatchTime& time : contest) {
        const bool library = results.contestants[time.contestant].library;
        if ((baseline ? time.contestant == *baseline : library) && time.ns > 0 && (library || time.searchSeconds > 0) &&
            (!base || time.ns < base->ns))
            base = &time;
    }
    return base;
}

} // namespace

BreakEven breakEven(double searchSeconds, double ns, double baseSeconds, double baseNs)
{
    const double dearer = (searchSeconds - baseSeconds) * 1e9, gain = baseNs - ns; // ns, and ns a run
    if (dearer <= 0 && gain >= 0)
        return {PayOff::AtOnce, 0};
    if (dearer > 0 && gain > 0)
        return {PayOff::After, dearer / gain};
    if (dearer < 0 && gain < 0 && dearer / gain >= 1) // else it is behind with the first run
        return {PayOff::UpTo, dearer / gain};
    return {PayOff::Never, 0};
}

std::vector<SearchTime> searchTimes(const BatchResults& results, std::span<const std::size_t> matrices,
                                    const std::vector<bool>& compared, BatchBaseline baseline)
{
    std::vector<SearchTime> all;
    for (const std::size_t matrix : matrices)
        for (std::size_t c = 0; c < results.matrices[matrix].contests.size(); ++c) {
            const BatchContest& contest = results.matrices[matrix].contests[c];
            double fastest = std::numeric_limits<double>::infinity();
            for (const BatchTime& time : contest)
                if (plans(results, time) && compared[time.contestant])
                    fastest = std::min(fastest, time.ns);
            const BatchTime* base = baseOf(results, contest, baseline);
            for (const BatchTime& time : contest) {
                if (!plans(results, time) || !compared[time.contestant] || !(time.searchSeconds > 0))
                    continue;
                SearchTime one;
                one.matrix = matrix;
                one.contest = c;
                one.contestant = time.contestant;
                one.searchSeconds = time.searchSeconds;
                one.ns = time.ns;
                one.overFastest = time.ns / fastest;
                if (base && base->contestant != time.contestant) {
                    one.base = static_cast<std::int64_t>(base->contestant);
                    one.baseSeconds = base->searchSeconds;
                    one.baseNs = base->ns;
                    one.breakEven = breakEven(time.searchSeconds, time.ns, base->searchSeconds, base->ns);
                }
                all.push_back(one);
            }
        }
    return all;
}

std::vector<SearchFigures> searchFigures(const BatchResults& results, std::span<const SearchTime> times)
{
    struct Gathered {
        std::vector<double> seconds, overFastest, after, upTo;
    };
    std::vector<Gathered> gathered(results.contestants.size());
    std::vector<SearchFigures> all(results.contestants.size());
    for (const SearchTime& time : times) {
        Gathered& values = gathered[time.contestant];
        SearchFigures& figures = all[time.contestant];
        ++figures.cases;
        values.seconds.push_back(time.searchSeconds);
        values.overFastest.push_back(time.overFastest);
        switch (time.breakEven.payOff) {
        case PayOff::Unknown:
            break;
        case PayOff::AtOnce:
            ++figures.atOnce;
            values.after.push_back(0);
            break;
        case PayOff::After:
            ++figures.after;
            values.after.push_back(time.breakEven.runs);
            break;
        case PayOff::UpTo:
            ++figures.upTo;
            values.upTo.push_back(time.breakEven.runs);
            break;
        case PayOff::Never:
            ++figures.never;
        }
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].searchSeconds = medianOf(std::move(gathered[i].seconds));
        all[i].overFastest = medianOf(std::move(gathered[i].overFastest));
        all[i].runsAfter = medianOf(std::move(gathered[i].after));
        all[i].runsUpTo = medianOf(std::move(gathered[i].upTo));
    }
    return all;
}

std::optional<std::size_t> shortestSearch(const BatchResults& results)
{
    std::vector<std::size_t> matrices(results.matrices.size());
    std::iota(matrices.begin(), matrices.end(), std::size_t{0});
    const std::vector<bool> every(results.contestants.size(), true);
    const std::vector<SearchFigures> figures =
        searchFigures(results, searchTimes(results, matrices, every, BatchBaseline()));
    std::optional<std::size_t> shortest;
    for (std::size_t i = 0; i < figures.size(); ++i)
        if (figures[i].cases > 0 && (!shortest || figures[i].searchSeconds < figures[*shortest].searchSeconds))
            shortest = i;
    return shortest;
}

} // namespace sparsescope
