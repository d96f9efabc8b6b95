#include "engine/cost/agreement.h"

#include "engine/core/error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sparsescope {

Agreement agreement(const std::vector<double>& predicted, const std::vector<double>& measured)
{
    if (predicted.size() != measured.size())
        throw Error(ErrorKind::Internal, "predictions and measurements differ in number", {.call = "agreement"});
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    Agreement result{
        .points = static_cast<std::int64_t>(predicted.size()), .pearson = none, .rmse = none, .medianError = none};
    if (predicted.empty())
        return result;
    const auto n = static_cast<double>(predicted.size());
    double sumP = 0;
    double sumM = 0;
    double squares = 0;
    std::vector<double> errors;
    errors.reserve(predicted.size());
    for (std::size_t i = 0; i < predicted.size(); ++i) {
        const double difference = measured[i] - predicted[i];
        sumP += predicted[i];
        sumM += measured[i];
        squares += difference * difference;
        errors.push_back(std::abs(difference) / measured[i]);
    }
    result.rmse = std::sqrt(squares / n);
    if (std::none_of(errors.begin(), errors.end(), [](double e) { return std::isnan(e); })) {
        const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
        std::nth_element(errors.begin(), middle, errors.end());
        result.medianError = *middle;
        if (errors.size() % 2 == 0)
            result.medianError = (result.medianError + *std::max_element(errors.begin(), middle)) / 2;
    }
    double spreadP = 0;
    double spreadM = 0;
    double together = 0;
    for (std::size_t i = 0; i < predicted.size(); ++i) {
        const double p = predicted[i] - sumP / n;
        const double m = measured[i] - sumM / n;
        spreadP += p * p;
        spreadM += m * m;
        together += p * m;
    }
    if (predicted.size() >= 2 && spreadP > 0 && spreadM > 0)
        result.pearson = std::clamp(together / std::sqrt(spreadP) / std::sqrt(spreadM), -1.0, 1.0);
    return result;
}

} // namespace sparsescope
