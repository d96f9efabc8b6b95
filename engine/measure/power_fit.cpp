#include "engine/measure/power_fit.h"

#include <cmath>

namespace sparsescope {

double PowerFit::at(double predicted) const
{
    return factor * std::pow(predicted, exponent);
}

PowerFit powerFit(std::span<const std::pair<double, double>> points)
{
    double n = 0, sumX = 0, sumY = 0;
    for (const auto& [x, y] : points)
        if (x > 0 && y > 0) {
            ++n;
            sumX += std::log(x);
            sumY += std::log(y);
        }
    if (n < 2)
        return {};
    double spread = 0, together = 0;
    for (const auto& [x, y] : points)
        if (x > 0 && y > 0) {
            const double dx = std::log(x) - sumX / n;
            spread += dx * dx;
            together += dx * (std::log(y) - sumY / n);
        }
    if (!(spread > 1e-12 * n))
        return {};
    PowerFit fit;
    fit.known = true;
    fit.exponent = together / spread;
    fit.factor = std::exp((sumY - fit.exponent * sumX) / n);
    return fit;
}

} // namespace sparsescope
