#include "engine/cost/fit.h"

#include "engine/core/error.h"
#include "engine/cost/agreement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace sparsescope {

namespace {

struct Line {
    double slope = 0, intercept = 0;
};

// Least squares of (slope x + intercept - y) / y; a line through the mean when all x are equal, and, with `rising`, one
// through the origin or a level one where the slope or the intercept would be negative.
Line relativeLine(std::span<const double> x, std::span<const double> y, bool rising)
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
    const Line line{(w * wxy - wx * wy) / determinant, (wxx * wy - wx * wxy) / determinant};
    if (rising && line.slope < 0)
        return {0, wy / w};
    if (rising && line.intercept < 0)
        return {wxy / wxx, 0};
    return line;
}

Residuals residualsOf(const std::vector<double>& predicted, const std::vector<double>& measured)
{
    const Agreement a = agreement(predicted, measured);
    return {a.points, a.pearson, a.medianError};
}

constexpr std::size_t coefficients = std::tuple_size_v<LinearCoefficients>;

// Least squares over the given coefficients, the others 0, by Gaussian elimination with pivoting; none where they
// depend on each other.
std::optional<LinearCoefficients> leastSquares(std::span<const LinearSample> samples, double LinearSample::*ns,
                                               unsigned used)
{
    std::array<std::array<double, coefficients + 1>, coefficients> m = {};
    LinearCoefficients scale = {}; // so that bytes and the constant are alike
    for (const LinearSample& s : samples)
        for (std::size_t i = 0; i < coefficients; ++i)
            scale[i] = std::max(scale[i], std::fabs(s.features[i]));
    for (const LinearSample& s : samples) {
        const double weight = 1 / (s.*ns * s.*ns);
        for (std::size_t i = 0; i < coefficients; ++i) {
            if (!(used >> i & 1) || scale[i] == 0) {
                m[i][i] = 1;
                continue;
            }
            const double x = s.features[i] / scale[i];
            for (std::size_t j = 0; j < coefficients; ++j)
                if (used >> j & 1 && scale[j] != 0)
                    m[i][j] += weight * x * s.features[j] / scale[j];
            m[i][coefficients] += weight * x * (s.*ns);
        }
    }
    double largest = 0;
    for (std::size_t i = 0; i < coefficients; ++i)
        if (used >> i & 1)
            largest = std::max(largest, std::fabs(m[i][i]));
    for (std::size_t i = 0; i < coefficients; ++i) {
        std::size_t pivot = i;
        for (std::size_t r = i + 1; r < coefficients; ++r)
            if (std::fabs(m[r][i]) > std::fabs(m[pivot][i]))
                pivot = r;
        std::swap(m[i], m[pivot]);
        if (used >> i & 1 && std::fabs(m[i][i]) < 1e-12 * largest)
            return std::nullopt;
        for (std::size_t r = 0; r < coefficients; ++r) {
            if (r == i)
                continue;
            const double factor = m[r][i] / m[i][i];
            for (std::size_t c = i; c <= coefficients; ++c)
                m[r][c] -= factor * m[i][c];
        }
    }
    LinearCoefficients k = {};
    for (std::size_t i = 0; i < coefficients; ++i)
        k[i] = scale[i] != 0 ? m[i][coefficients] / m[i][i] / scale[i] : 0;
    return k;
}

// The least squares over that subset of the coefficients which has the least error and none of them negative.
LinearCoefficients nonNegative(std::span<const LinearSample> samples, double LinearSample::*ns)
{
    LinearCoefficients best = {};
    double least = std::numeric_limits<double>::infinity();
    for (unsigned used = 1; used < 1u << coefficients; ++used) {
        const std::optional<LinearCoefficients> k = leastSquares(samples, ns, used);
        if (!k || std::any_of(k->begin(), k->end(), [](double v) { return v < 0; }))
            continue;
        double error = 0;
        for (const LinearSample& s : samples) {
            const double relative = std::inner_product(k->begin(), k->end(), s.features.begin(), 0.0) / (s.*ns) - 1;
            error += relative * relative;
        }
        if (error < least * (1 - 1e-12)) {
            least = error;
            best = *k;
        }
    }
    return best;
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
    const Line plain = relativeLine(x, y, true);
    fit.a = plain.slope;
    fit.b = plain.intercept;
    const auto g = [&](const FitSample& s) { return fit.a * s.roofline + fit.b; };
    x.clear();
    y.clear();
    for (const FitSample& s : samples) {
        x.push_back(s.atomicRoofline / s.roofline);
        y.push_back(s.atomicNs / g(s));
    }
    const Line atomic = relativeLine(x, y, false);
    fit.c = atomic.slope;
    fit.d = atomic.intercept;

    std::vector<double> predicted, measured;
    for (const FitSample& s : samples) {
        predicted.push_back(g(s));
        measured.push_back(s.ns);
        predicted.push_back(g(s) * std::max(1.0, fit.c * s.atomicRoofline / s.roofline + fit.d));
        measured.push_back(s.atomicNs);
    }
    fit.residuals = residualsOf(predicted, measured);
    return fit;
}

Latency fitLatency(std::span<const double> steps, std::span<const double> ns)
{
    if (ns.empty() || steps.size() != ns.size())
        throw Error(ErrorKind::Internal, "a fit needs at least one sample", {.call = "fitLatency"});
    const Line line = relativeLine(steps, ns, true);
    return {line.intercept, line.slope};
}

LinearFit fitLinear(std::span<const LinearSample> samples)
{
    if (samples.size() < 5)
        throw Error(ErrorKind::Internal, "a fit needs at least five samples", {.call = "fitLinear"});
    LinearFit fit;
    fit.plain = nonNegative(samples, &LinearSample::ns);
    fit.atomic = nonNegative(samples, &LinearSample::atomicNs);
    const bool slots = std::all_of(samples.begin(), samples.end(), [](const LinearSample& s) { return s.slotsNs > 0; });
    if (slots)
        fit.slots = nonNegative(samples, &LinearSample::slotsNs);
    std::vector<double> predicted, measured;
    for (const LinearSample& s : samples)
        for (const auto& [k, ns] : {std::pair{&fit.plain, s.ns}, std::pair{&fit.atomic, s.atomicNs},
                                    std::pair{slots ? &*fit.slots : nullptr, s.slotsNs}}) {
            if (!k)
                continue;
            predicted.push_back(std::inner_product(k->begin(), k->end(), s.features.begin(), 0.0));
            measured.push_back(ns);
        }
    fit.residuals = residualsOf(predicted, measured);
    return fit;
}

} // namespace sparsescope
