// Ridge regression: what a model's predictions of graphs of one structure are off, by their parameters.
#pragma once

#include <span>
#include <vector>

namespace sparsescope::alphasparse {

// y of x, of points with as many features each: a constant, features and their squares, each scaled to deviation 1.
class Ridge {
public:
    // At least one point; the weight is that of the sum of squared coefficients.
    Ridge(std::span<const std::vector<double>> x, std::span<const double> y, double weight = 1);

    double at(std::span<const double> x) const;
    double deviation() const { return m_deviation; } // of the points from what it says

private:
    std::vector<double> terms(std::span<const double> x) const;

    std::vector<double> m_mean, m_scale; // of the terms
    std::vector<double> m_factors;
    double m_constant = 0;
    double m_deviation = 0;
};

} // namespace sparsescope::alphasparse
