#include "engine/cost/fit.h"

#include "engine/core/error.h"

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

struct Line {
    double slope = 0, intercept = 0;
};

// Least squares of (slope x + intercept - y) / y; a line through the mean when all x are equal.
Line relativeLine(std::span<const double> x, std::span<const double> y)
{
    double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double weight = 1 / (y[i] * y[i]);
        w += weight;
        wx += weight * x[i];
        wy += weight * y[i];
        wxx += weight * x[i] * x[i];
        wxy += weight * x[i] * y[i];
    }
    const double determinant = w * wxx - wx * wx;
    if (determinant <= 1e-12 * w * wxx)
        return {0, wy / w};
    return {(w * wxy - wx * wy) / determinant, (wxx * wy - wx * wxy) / determinant};
}

double pearson(std::span<const double> x, std::span<const double> y)
{
    const auto n = static_cast<double>(x.size());
    double sx = 0, sy = 0, xx = 0, yy = 0, xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        sx += x[i];
        sy += y[i];
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double p = x[i] - sx / n;
        const double q = y[i] - sy / n;
        xx += p * p;
        yy += q * q;
        xy += p * q;
    }
    return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

} // namespace

RooflineFit fitRoofline(std::span<const FitSample> samples)
{
    if (samples.size() < 3)
        throw Error(ErrorKind::Internal, "a fit needs at least three samples", {.call = "fitRoofline"});
    std::vector<double> x, y;
    for (const FitSample& s : samples) {
        x.push_back(s.roofline);
        y.push_back(s.ns);
    }
    RooflineFit fit;
    const Line plain = relativeLine(x, y);
    fit.a = plain.slope;
    fit.b = plain.intercept;
    const auto g = [&](const FitSample& s) { return fit.a * s.roofline + fit.b; };
    x.clear();
    y.clear();
    for (const FitSample& s : samples) {
        x.push_back(s.atomicRoofline / s.roofline);
        y.push_back(s.atomicNs / g(s));
    }
    const Line atomic = relativeLine(x, y);
    fit.c = atomic.slope;
    fit.d = atomic.intercept;

    std::vector<double> predicted, measured, errors;
    for (const FitSample& s : samples) {
        predicted.push_back(g(s));
        measured.push_back(s.ns);
        predicted.push_back(g(s) * std::max(1.0, fit.c * s.atomicRoofline / s.roofline + fit.d));
        measured.push_back(s.atomicNs);
    }
    for (std::size_t i = 0; i < predicted.size(); ++i)
        errors.push_back(std::fabs(predicted[i] - measured[i]) / measured[i]);
    std::nth_element(errors.begin(), errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2), errors.end());
    fit.residuals = {static_cast<std::int64_t>(predicted.size()), pearson(predicted, measured), errors[errors.size() / 2]};
    return fit;
}

} // namespace sparsescope
