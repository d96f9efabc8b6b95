#include "engine/search/liteform/features.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace sparsescope::liteform {

Features featuresOf(const Matrix& matrix, std::int64_t otherDimensions)
{
    Features f{matrix.rows(), matrix.cols(), matrix.nnz(), {}, {}, otherDimensions};
    if (matrix.rows() == 0)
        return f;
    const auto rows = static_cast<double>(matrix.rows());
    f.length.mean = static_cast<double>(matrix.nnz()) / rows;
    f.length.least = static_cast<double>(matrix.rowLength(0));
    double squares = 0;
    for (std::int64_t r = 0; r < matrix.rows(); ++r) {
        const auto length = static_cast<double>(matrix.rowLength(r));
        f.length.least = std::min(f.length.least, length);
        f.length.most = std::max(f.length.most, length);
        squares += (length - f.length.mean) * (length - f.length.mean);
    }
    f.length.deviation = std::sqrt(squares / rows);
    if (matrix.cols() > 0) {
        const auto cols = static_cast<double>(matrix.cols());
        f.density = {f.length.mean / cols, f.length.least / cols, f.length.most / cols, f.length.deviation / cols};
    }
    return f;
}

nlohmann::json toJson(const Features& f)
{
    const auto spread = [](const RowSpread& s) {
        return nlohmann::json{{"mean", s.mean}, {"least", s.least}, {"most", s.most}, {"deviation", s.deviation}};
    };
    nlohmann::json json = {{"rows", f.rows},
                           {"cols", f.cols},
                           {"nnz", f.nnz},
                           {"rowLength", spread(f.length)},
                           {"rowDensity", spread(f.density)}};
    if (f.otherDimensions > 0)
        json["otherDimensions"] = f.otherDimensions;
    return json;
}

} // namespace sparsescope::liteform
