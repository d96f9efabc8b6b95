// Forests, by the C interface of XGBoost's library: in the programs that are linked with sparsescope_boosted.
#include "engine/core/progress.h"
#include "engine/search/liteform/training.h"
#include "engine/search/xgboost.h"

#include <map>

namespace sparsescope::liteform {

namespace {

// LITEFORM: bagged means, of which each tree sees 63.2 % of the points and each node 40 % of the features; or trees
// that correct each other.
std::map<std::string, std::string> parametersOf(const ForestShape& shape)
{
    std::map<std::string, std::string> all = {{"objective", "reg:squarederror"},
                                              {"base_score", "0"},
                                              {"tree_method", "exact"},
                                              {"nthread", "1"},
                                              {"verbosity", "0"},
                                              {"seed", std::to_string(shape.seed)}};
    if (shape.boosted)
        all.merge(std::map<std::string, std::string>{{"max_depth", "4"}, {"eta", "0.08"}, {"subsample", "0.7"}});
    else
        all.merge(std::map<std::string, std::string>{{"num_parallel_tree", std::to_string(shape.trees)},
                                                     {"eta", "1"},
                                                     {"reg_lambda", "0"},
                                                     {"subsample", shape.trees == 1 ? "1" : "0.632"},
                                                     {"colsample_bynode", shape.trees == 1 ? "1" : "0.4"},
                                                     {"max_depth", "8"},
                                                     {"min_child_weight", "6"}});
    return all;
}

} // namespace

std::vector<std::string> forestDumps(std::span<const std::vector<float>> x, std::span<const double> y,
                                     const ForestShape& shape, Progress& progress, std::vector<double>* predicted)
{
    std::vector<float> features;
    for (const std::vector<float>& point : x)
        features.insert(features.end(), point.begin(), point.end());
    const xgboost::Points points = xgboost::pointsOf(features, x.size());
    xgboost::setLabels(points, std::vector<float>(y.begin(), y.end()));
    const xgboost::Trees trees = xgboost::treesOf(points, parametersOf(shape));
    for (int round = 0; round < (shape.boosted ? shape.trees : 1); ++round) {
        progress.check();
        xgboost::check(XGBoosterUpdateOneIter(trees.get(), round, points.get()), "XGBoosterUpdateOneIter");
    }
    if (predicted)
        *predicted = xgboost::predictions(trees, points);
    bst_ulong count = 0;
    const char** dumps = nullptr; // the library's own
    xgboost::check(XGBoosterDumpModelEx(trees.get(), "", 0, "json", &count, &dumps), "XGBoosterDumpModelEx");
    return {dumps, dumps + count};
}

} // namespace sparsescope::liteform
