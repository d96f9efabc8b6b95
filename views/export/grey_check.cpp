// Whether a figure can be read in grey.
#include "views/export/grey_check.h"

#include "engine/raster/colour_map.h"
#include "views/parts/words.h"

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

// CIE L* goes to 100; less than this is no difference on paper.
constexpr double leastDifference = 9;

bool alike(double a, double b)
{
    return std::abs(a - b) < leastDifference;
}

} // namespace

QStringList greyProblems(const Legend& legend)
{
    QStringList problems;
    if (legend.ramp) {
        const raster::Ramp& ramp = *legend.ramp;
        std::vector<double> light;
        std::transform(ramp.begin(), ramp.end(), std::back_inserter(light), raster::lightness);
        const auto [least, most] = std::minmax_element(light.begin(), light.end());
        // Lighter or darker in its middle than at both ends: each side looks like the other.
        const double above = *most - std::max(light.front(), light.back());
        const double below = std::min(light.front(), light.back()) - *least;
        if (std::max(above, below) > leastDifference && legend.ticks.size() > 1)
            problems << tr("In grey, “%1” looks like “%2”. Choose a layer from little to much, such as cost, time "
                           "or magnitude.")
                            .arg(legend.ticks.first(), legend.ticks.last());
        for (const Legend::Entry& entry : legend.entries)
            if (const double own = raster::lightness(entry.colour);
                own > *least - leastDifference && own < *most + leastDifference)
                problems << tr("In grey, “%1” looks like a colour of the scale. Say in the caption where it is, or "
                               "choose the layer format.")
                                .arg(entry.name);
        return problems;
    }
    for (std::size_t i = 0; i < legend.entries.size(); ++i)
        for (std::size_t k = i + 1; k < legend.entries.size(); ++k) {
            const Legend::Entry &a = legend.entries[i], &b = legend.entries[k];
            if (a.hatching == b.hatching && alike(raster::lightness(a.colour), raster::lightness(b.colour)))
                problems << tr("In grey, “%1” looks like “%2”. Choose the layer format, which is hatched, or a "
                               "layer from little to much, such as padding or cost.")
                                .arg(a.name, b.name);
        }
    // Many levels differ by little, each from the next.
    if (problems.size() > 2)
        problems = {problems.first(), tr("%1 more pairs look alike.").arg(problems.size() - 1)};
    return problems;
}

} // namespace sparsescope
