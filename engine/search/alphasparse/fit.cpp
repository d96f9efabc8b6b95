#include "engine/search/alphasparse/fit.h"

#include "engine/core/error.h"

#include <cmath>
#include <cstddef>
#include <utility>

namespace sparsescope::alphasparse {

std::vector<double> Ridge::terms(std::span<const double> x) const
{
    std::vector<double> all(x.begin(), x.end());
    for (const double feature : x)
        all.push_back(feature * feature);
    for (std::size_t i = 0; i < m_mean.size(); ++i)
        all[i] = (all[i] - m_mean[i]) * m_scale[i];
    return all;
}

Ridge::Ridge(FitPoints x, std::span<const double> y, double weight)
{
    const auto count = static_cast<double>(x.size());
    const std::size_t n = 2 * x.front().size();
    std::vector<double> mean(n), scale(n);
    std::vector<std::vector<double>> rows;
    for (const std::vector<double>& point : x)
        rows.push_back(terms(point));
    for (std::size_t i = 0; i < n; ++i) {
        double sum = 0, squares = 0;
        for (const auto& row : rows)
            sum += row[i];
        mean[i] = sum / count;
        for (const auto& row : rows)
            squares += (row[i] - mean[i]) * (row[i] - mean[i]);
        scale[i] = squares > 1e-12 ? 1 / std::sqrt(squares / count) : 0; // what never changes says nothing
        for (auto& row : rows)
            row[i] = (row[i] - mean[i]) * scale[i];
    }
    m_mean = std::move(mean);
    m_scale = std::move(scale);
    for (const double value : y)
        m_constant += value / count;
    // (X^T X + weight I) factors = X^T (y - constant), by Cholesky's decomposition: positive definite.
    std::vector<std::vector<double>> a(n, std::vector<double>(n));
    m_factors.assign(n, 0);
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (std::size_t i = 0; i < n; ++i) {
            m_factors[i] += rows[r][i] * (y[r] - m_constant);
            for (std::size_t j = 0; j <= i; ++j)
                a[i][j] += rows[r][i] * rows[r][j];
        }
    for (std::size_t i = 0; i < n; ++i) {
        a[i][i] += weight;
        for (std::size_t j = 0; j <= i; ++j) {
            for (std::size_t k = 0; k < j; ++k)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] = i == j ? std::sqrt(a[i][i]) : a[i][j] / a[j][j];
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k)
            m_factors[i] -= a[i][k] * m_factors[k];
        m_factors[i] /= a[i][i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k)
            m_factors[i] -= a[k][i] * m_factors[k];
        m_factors[i] /= a[i][i];
    }
}

double Ridge::at(std::span<const double> x) const
{
    const std::vector<double> all = terms(x);
    double y = m_constant;
    for (std::size_t i = 0; i < m_factors.size(); ++i)
        y += m_factors[i] * all[i];
    return y;
}

double deviation(const Fit& fit, FitPoints x, std::span<const double> y)
{
    double squares = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double off = fit.at(x[i]) - y[i];
        squares += off * off / static_cast<double>(x.size());
    }
    return std::sqrt(squares);
}

const char* name(FitKind kind)
{
    return kind == FitKind::Boosted ? "boosted" : "ridge";
}

void requireFit(FitKind kind)
{
    if (kind == FitKind::Boosted && boostedFit == nullptr)
        failInput("this program is not linked with XGBoost: take ridge, or a sparsescope-cli that was built where "
                  "libxgboost-dev is installed",
                  {.call = "--fit boosted"});
}

std::unique_ptr<Fit> makeFit(FitKind kind, FitPoints x, std::span<const double> y, Progress& progress)
{
    requireFit(kind);
    if (kind == FitKind::Boosted)
        return boostedFit(x, y, progress);
    return std::make_unique<Ridge>(x, y);
}

} // namespace sparsescope::alphasparse
