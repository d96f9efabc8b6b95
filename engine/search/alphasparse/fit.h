// Fits: what a model's predictions of graphs of one structure are off, by their parameters.
#pragma once

#include <memory>
#include <span>
#include <vector>

namespace sparsescope {
class Progress;
} // namespace sparsescope

namespace sparsescope::alphasparse {

// y of x, learnt from points with as many features each; of equal points the same, bit by bit.
class Fit {
public:
    virtual ~Fit() = default;
    virtual double at(std::span<const double> x) const = 0;
};
using FitPoints = std::span<const std::vector<double>>;

// How far the points are off what the fit says.
double deviation(const Fit& fit, FitPoints x, std::span<const double> y);

// Ridge regression: a constant, features and their squares, each scaled to deviation 1.
class Ridge final : public Fit {
public:
    // At least one point; the weight is that of the sum of squared coefficients.
    Ridge(FitPoints x, std::span<const double> y, double weight = 1);

    double at(std::span<const double> x) const override;

private:
    std::vector<double> terms(std::span<const double> x) const;

    std::vector<double> m_mean, m_scale; // of the terms
    std::vector<double> m_factors;
    double m_constant = 0;
};

// Trees that correct each other, by XGBoost's library, of at least one point. Null where a program is not linked with
// sparsescope_boosted, which alone defines it. Throws Error(Internal) with what the library says, Error(Cancelled).
[[gnu::weak]] std::unique_ptr<Fit> boostedFit(FitPoints x, std::span<const double> y, Progress& progress);

enum class FitKind { Ridge, Boosted };
const char* name(FitKind kind);
// Throws Error(Input), naming the fit and what to do, where the program does not have it.
void requireFit(FitKind kind);
// Throws what requireFit() and boostedFit() do.
std::unique_ptr<Fit> makeFit(FitKind kind, FitPoints x, std::span<const double> y, Progress& progress);

} // namespace sparsescope::alphasparse
