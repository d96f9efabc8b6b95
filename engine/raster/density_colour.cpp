// Counts to colours: range of the ramp, histogram, pixels.
#include "engine/core/parallel.h"
#include "engine/raster/density.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sparsescope::raster {

namespace {

// Small counts, by far the most, are looked up; the others are computed one by one.
constexpr std::size_t tableSize = 4096;

struct Tally {
    std::vector<std::int64_t> small = std::vector<std::int64_t>(tableSize, 0);
    std::vector<std::uint32_t> large; // ascending
    std::int64_t filled = 0;          // pixels that are not empty
    std::uint32_t most = 0;
};

Tally tally(std::span<const std::uint32_t> counts)
{
    Tally t;
    for (const std::uint32_t n : counts) {
        if (n < tableSize)
            ++t.small[n];
        else
            t.large.push_back(n);
    }
    t.small[0] = 0;
    std::sort(t.large.begin(), t.large.end());
    t.filled = std::accumulate(t.small.begin(), t.small.end(), static_cast<std::int64_t>(t.large.size()));
    if (!t.large.empty())
        t.most = t.large.back();
    else
        for (std::size_t n = 1; n < tableSize; ++n)
            if (t.small[n] > 0)
                t.most = static_cast<std::uint32_t>(n);
    return t;
}

// The least count that at least `share` of the filled pixels do not exceed.
double percentile(const Tally& t, double share)
{
    const auto wanted = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(t.filled)));
    std::int64_t seen = 0;
    for (std::size_t n = 1; n < tableSize; ++n) {
        seen += t.small[n];
        if (seen >= wanted && seen > 0)
            return static_cast<double>(n);
    }
    if (t.large.empty())
        return 1;
    return t.large[static_cast<std::size_t>(
        std::clamp<std::int64_t>(wanted - seen - 1, 0, static_cast<std::int64_t>(t.large.size()) - 1))];
}

DensityRange rangeOf(const Tally& t, const DensityStyle& style)
{
    DensityRange range;
    range.most = t.most;
    if (t.filled > 0) {
        range.percentile1 = percentile(t, 0.01);
        range.percentile99 = percentile(t, 0.99);
    }
    range.low = std::max(1.0, style.low.value_or(range.percentile1));
    range.high = std::max(range.low, style.high.value_or(range.percentile99));
    return range;
}

} // namespace

DensityRange densityRange(std::span<const std::uint32_t> counts, const DensityStyle& style)
{
    return rangeOf(tally(counts), style);
}

double densityPosition(double count, const DensityRange& range, bool logarithmic)
{
    if (count <= range.low)
        return 0;
    if (count >= range.high)
        return 1;
    const double t = logarithmic ? std::log(count / range.low) / std::log(range.high / range.low)
                                 : (count - range.low) / (range.high - range.low);
    return std::clamp(t, 0.0, 1.0);
}

Image colourDensity(const DensityCounts& counts, const DensityStyle& style)
{
    return colourDensity(counts, style, densityRange(counts.counts, style));
}

Image colourDensity(const DensityCounts& counts, const DensityStyle& style, const DensityRange& range)
{
    const Ramp& ramp = sequentialRamp(style.map, style.dark);
    const auto colourOf = [&](std::uint32_t n) {
        return ramp[static_cast<std::size_t>(std::lround(255 * densityPosition(n, range, style.logarithmic)))];
    };
    std::vector<std::uint32_t> table(tableSize, 0);
    for (std::size_t n = 1; n < tableSize; ++n)
        table[n] = colourOf(static_cast<std::uint32_t>(n));
    Image image(counts.width, counts.height);
    parallelRanges(static_cast<std::int64_t>(counts.counts.size()), 1 << 16, [&](std::int64_t b, std::int64_t e) {
        for (auto i = static_cast<std::size_t>(b); i < static_cast<std::size_t>(e); ++i) {
            const std::uint32_t n = counts.counts[i];
            image.pixels[i] = n < tableSize ? table[n] : colourOf(n);
        }
    });
    return image;
}

double CountHistogram::countAt(double position) const
{
    const double last = std::max(2.0, static_cast<double>(most));
    return logarithmic ? std::exp(position * std::log(last)) : 1 + position * (last - 1);
}

double CountHistogram::positionOf(double count) const
{
    const double last = std::max(2.0, static_cast<double>(most));
    const double n = std::clamp(count, 1.0, last);
    return logarithmic ? std::log(n) / std::log(last) : (n - 1) / (last - 1);
}

CountHistogram countHistogram(std::span<const std::uint32_t> counts, const DensityStyle& style, int bins)
{
    const Tally t = tally(counts);
    CountHistogram histogram;
    histogram.most = t.most;
    histogram.logarithmic = style.logarithmic;
    histogram.range = rangeOf(t, style);
    histogram.bins.assign(static_cast<std::size_t>(std::max(bins, 1)), 0);
    const auto add = [&](double count, std::int64_t times) {
        const double at = histogram.positionOf(count) * static_cast<double>(histogram.bins.size());
        histogram.bins[std::min(static_cast<std::size_t>(at), histogram.bins.size() - 1)] += times;
    };
    for (std::size_t n = 1; n < tableSize; ++n)
        if (t.small[n] > 0)
            add(static_cast<double>(n), t.small[n]);
    for (const std::uint32_t n : t.large)
        add(n, 1);
    return histogram;
}

} // namespace sparsescope::raster
