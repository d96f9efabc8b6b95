// Boosted trees, by the C interface of XGBoost's library: in the programs that are linked with sparsescope_boosted.
#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/search/alphasparse/fit.h"

#include <limits>
#include <string>
#include <xgboost/c_api.h>

namespace sparsescope::alphasparse {

namespace {

constexpr int rounds = 200;
constexpr const char* parameters[][2] = {{"max_depth", "4"}, {"eta", "0.1"},      {"tree_method", "exact"},
                                         {"nthread", "1"},   {"base_score", "0"}, {"verbosity", "0"}};

void check(int status, const char* call)
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
Points pointsOf(const std::vector<float>& features, std::size_t count)
{
    DMatrixHandle points = nullptr;
    constexpr float missing = std::numeric_limits<float>::quiet_NaN();
    check(XGDMatrixCreateFromMat(features.data(), count, features.size() / count, missing, &points),
          "XGDMatrixCreateFromMat");
    return Points(points);
}

class BoostedTrees final : public Fit {
public:
    BoostedTrees(FitPoints x, std::span<const double> y, Progress& progress)
    {
        for (const double value : y)
            m_mean += value / static_cast<double>(y.size());
        std::vector<float> features, off;
        for (const std::vector<double>& point : x)
            features.insert(features.end(), point.begin(), point.end());
        for (const double value : y)
            off.push_back(static_cast<float>(value - m_mean));
        const Points points = pointsOf(features, x.size());
        check(XGDMatrixSetFloatInfo(points.get(), "label", off.data(), off.size()), "XGDMatrixSetFloatInfo");
        const DMatrixHandle all[] = {points.get()};
        BoosterHandle trees = nullptr;
        check(XGBoosterCreate(all, 1, &trees), "XGBoosterCreate");
        m_trees.reset(trees);
        for (const auto& [parameter, value] : parameters)
            check(XGBoosterSetParam(trees, parameter, value), "XGBoosterSetParam");
        for (int round = 0; round < rounds; ++round) {
            progress.check();
            check(XGBoosterUpdateOneIter(trees, round, points.get()), "XGBoosterUpdateOneIter");
        }
    }

    double at(std::span<const double> x) const override
    {
        const Points point = pointsOf(std::vector<float>(x.begin(), x.end()), 1);
        constexpr const char* plain =
            R"({"type": 0, "training": false, "iteration_begin": 0, "iteration_end": 0, "strict_shape": false})";
        const bst_ulong* shape = nullptr;
        bst_ulong dimensions = 0;
        const float* y = nullptr; // the library's own, until its next prediction
        check(XGBoosterPredictFromDMatrix(m_trees.get(), point.get(), plain, &shape, &dimensions, &y),
              "XGBoosterPredictFromDMatrix");
        return m_mean + static_cast<double>(*y);
    }

private:
    Trees m_trees;
    double m_mean = 0;
};

} // namespace

std::unique_ptr<Fit> boostedFit(FitPoints x, std::span<const double> y, Progress& progress)
{
    return std::make_unique<BoostedTrees>(x, y, progress);
}

} // namespace sparsescope::alphasparse
