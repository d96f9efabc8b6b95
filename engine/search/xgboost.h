// XGBoost's C interface as objects that end by themselves: for the files of sparsescope_boosted alone.
#pragma once

#include "engine/core/error.h"

#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <vector>
#include <xgboost/c_api.h>

namespace sparsescope::xgboost {

// Throws Error(Internal) with what the library says.
inline void check(int status, const char* call)
{
    if (status == 0)
        return;
    const std::string problem = XGBGetLastError(); // and the stack in further lines
    throw Error(ErrorKind::Internal, problem.substr(0, problem.find('\n')), {.call = call});
}

struct FreePoints {
    void operator()(DMatrixHandle points) const { XGDMatrixFree(points); }
};
struct FreeTrees {
    void operator()(BoosterHandle trees) const { XGBoosterFree(trees); }
};
using Points = std::unique_ptr<void, FreePoints>;
using Trees = std::unique_ptr<void, FreeTrees>;

// Features of one point after another; the library copies them.
inline Points pointsOf(const std::vector<float>& features, std::size_t count)
{
    DMatrixHandle points = nullptr;
    constexpr float missing = std::numeric_limits<float>::quiet_NaN();
    check(XGDMatrixCreateFromMat(features.data(), count, features.size() / count, missing, &points),
          "XGDMatrixCreateFromMat");
    return Points(points);
}

inline void setLabels(const Points& points, const std::vector<float>& labels)
{
    check(XGDMatrixSetFloatInfo(points.get(), "label", labels.data(), labels.size()), "XGDMatrixSetFloatInfo");
}

// Without a tree yet.
template <class Parameters>
Trees treesOf(const Points& points, const Parameters& parameters)
{
    const DMatrixHandle all[] = {points.get()};
    BoosterHandle made = nullptr;
    check(XGBoosterCreate(all, 1, &made), "XGBoosterCreate");
    Trees trees(made);
    for (const auto& [parameter, value] : parameters)
        check(XGBoosterSetParam(made, std::string(parameter).c_str(), std::string(value).c_str()), "XGBoosterSetParam");
    return trees;
}

// One value for each point.
inline std::vector<double> predictions(const Trees& trees, const Points& points)
{
    constexpr const char* plain =
        R"({"type": 0, "training": false, "iteration_begin": 0, "iteration_end": 0, "strict_shape": false})";
    const bst_ulong* shape = nullptr;
    bst_ulong dimensions = 0;
    const float* y = nullptr; // the library's own, until its next prediction
    check(XGBoosterPredictFromDMatrix(trees.get(), points.get(), plain, &shape, &dimensions, &y),
          "XGBoosterPredictFromDMatrix");
    bst_ulong count = 1;
    for (bst_ulong i = 0; i < dimensions; ++i)
        count *= shape[i];
    return std::vector<double>(y, y + count);
}

} // namespace sparsescope::xgboost
