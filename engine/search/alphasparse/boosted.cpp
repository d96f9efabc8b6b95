// Boosted trees, by the C interface of XGBoost's library: in the programs that are linked with sparsescope_boosted.
#include "engine/core/progress.h"
#include "engine/search/alphasparse/fit.h"
#include "engine/search/xgboost.h"

namespace sparsescope::alphasparse {

namespace {

constexpr int rounds = 200;
constexpr const char* parameters[][2] = {{"max_depth", "4"}, {"eta", "0.1"},      {"tree_method", "exact"},
                                         {"nthread", "1"},   {"base_score", "0"}, {"verbosity", "0"}};

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
        const xgboost::Points points = xgboost::pointsOf(features, x.size());
        xgboost::setLabels(points, off);
        m_trees = xgboost::treesOf(points, parameters);
        for (int round = 0; round < rounds; ++round) {
            progress.check();
            xgboost::check(XGBoosterUpdateOneIter(m_trees.get(), round, points.get()), "XGBoosterUpdateOneIter");
        }
    }

    double at(std::span<const double> x) const override
    {
        const xgboost::Points point = xgboost::pointsOf(std::vector<float>(x.begin(), x.end()), 1);
        return m_mean + xgboost::predictions(m_trees, point).front();
    }

private:
    xgboost::Trees m_trees;
    double m_mean = 0;
};

} // namespace

std::unique_ptr<Fit> boostedFit(FitPoints x, std::span<const double> y, Progress& progress)
{
    return std::make_unique<BoostedTrees>(x, y, progress);
}

} // namespace sparsescope::alphasparse
