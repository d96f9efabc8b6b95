#include "engine/search/liteform/labels.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/progress.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>

namespace sparsescope::liteform {

namespace {

constexpr std::uint64_t fifths = 5;
constexpr std::size_t neighbours = 5;
const std::string cell = "fixed:cell";

// The candidates whose names begin so. Throws Error(Input) where there is none.
std::vector<std::size_t> candidatesOf(const Records& records, const std::string& begin)
{
    std::vector<std::size_t> found;
    for (std::size_t c = 0; c < records.candidates.size(); ++c)
        if (records.candidates[c].starts_with(begin))
            found.push_back(c);
    if (found.empty())
        failInput(fmt::format("has no runs of {}", begin));
    return found;
}

std::size_t fastestOf(const RecordedCase& one, const std::vector<std::size_t>& candidates)
{
    return *std::min_element(candidates.begin(), candidates.end(),
                             [&](std::size_t a, std::size_t b) { return one.ns[a] < one.ns[b]; });
}

Labelled labelled(const Records& records, std::string asked, std::vector<std::string> classes,
                  std::span<const std::string> features, const std::function<int(const RecordedCase&)>& classOf)
{
    Labelled points{std::move(asked), std::move(classes), {}, {}, {}};
    for (const RecordedCase& one : records.cases) {
        points.x.push_back(valuesOf(features, records.candidates, one.question));
        points.y.push_back(classOf(one));
        points.matrices.push_back(one.fingerprint);
    }
    return points;
}

// Those of the slides' features whose names hold one of these.
std::vector<std::string> paperFeatures(const std::vector<std::string>& parts)
{
    std::vector<std::string> all = featureNames(FeatureSet::Paper, {});
    std::erase_if(all, [&](const std::string& feature) {
        return std::none_of(parts.begin(), parts.end(),
                            [&](const std::string& part) { return feature.find(part) != std::string::npos; });
    });
    return all;
}

using Points = std::vector<std::vector<float>>;
// What says the class of each of some points by what it has learned from others.
using Learner = std::function<std::vector<int>(const Points& x, const std::vector<int>& y, const Points& asked)>;

// A class is the mean of its indicator: the one with the greatest wins.
Learner byTrees(const ForestShape& shape, std::size_t classes, Progress& progress)
{
    return [=, &progress](const Points& x, const std::vector<int>& y, const Points& asked) {
        Trees trees;
        for (std::size_t c = 0; c < classes; ++c) {
            std::vector<double> is;
            for (const int one : y)
                is.push_back(at(one) == c ? 1 : 0);
            trees.add(forestDumps(x, is, shape, progress, nullptr), x.front().size());
        }
        std::vector<int> said;
        for (const std::vector<float>& point : asked) {
            std::vector<double> share;
            for (std::size_t c = 0; c < classes; ++c)
                share.push_back(trees.sum(c, point));
            said.push_back(static_cast<int>(std::max_element(share.begin(), share.end()) - share.begin()));
        }
        return said;
    };
}

int mostFrequent(const std::vector<int>& y, std::size_t classes)
{
    std::vector<int> count(classes, 0);
    for (const int one : y)
        ++count[at(one)];
    return static_cast<int>(std::max_element(count.begin(), count.end()) - count.begin());
}

// By distance in features of deviation 1.
std::vector<int> byNeighbours(const Points& x, const std::vector<int>& y, const Points& asked, std::size_t classes)
{
    const std::size_t features = x.front().size();
    std::vector<double> scale(features);
    for (std::size_t f = 0; f < features; ++f) {
        double sum = 0, squares = 0;
        for (const std::vector<float>& point : x) {
            sum += point[f];
            squares += static_cast<double>(point[f]) * point[f];
        }
        const auto n = static_cast<double>(x.size());
        const double variance = squares / n - sum / n * (sum / n);
        scale[f] = variance > 0 ? 1 / variance : 0;
    }
    std::vector<int> said;
    std::vector<std::pair<double, int>> near(x.size());
    for (const std::vector<float>& point : asked) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            double square = 0;
            for (std::size_t f = 0; f < features; ++f)
                square += (point[f] - x[i][f]) * (point[f] - x[i][f]) * scale[f];
            near[i] = {square, y[i]};
        }
        const std::size_t count = std::min(neighbours, near.size());
        std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end());
        std::vector<int> among;
        for (std::size_t i = 0; i < count; ++i)
            among.push_back(near[i].second);
        said.push_back(mostFrequent(among, classes));
    }
    return said;
}

double accuracyOf(const Labelled& points, const std::vector<std::uint64_t>& fold, const Learner& learner,
                  Progress& progress)
{
    std::size_t right = 0;
    for (std::uint64_t left = 0; left < fifths; ++left) {
        progress.check();
        Points x, asked;
        std::vector<int> y, truth;
        for (std::size_t i = 0; i < fold.size(); ++i) {
            (fold[i] == left ? asked : x).push_back(points.x[i]);
            (fold[i] == left ? truth : y).push_back(points.y[i]);
        }
        if (asked.empty() || x.empty())
            continue;
        const std::vector<int> said = learner(x, y, asked);
        for (std::size_t i = 0; i < said.size(); ++i)
            right += said[i] == truth[i] ? 1 : 0;
    }
    return static_cast<double>(right) / static_cast<double>(fold.size());
}

} // namespace

Labelled cellWins(const Records& records)
{
    constexpr double factor = 1.1;
    const std::vector<std::size_t> cells = candidatesOf(records, cell);
    std::vector<std::size_t> others = candidatesOf(records, plainCsr);
    std::ranges::copy(candidatesOf(records, "fixed:bsr"), std::back_inserter(others));
    return labelled(records, "CELL is more than 1.1 times as fast as CSR and BSR", {"no", "yes"},
                    paperFeatures({"rows", "cols", "nnz", "length"}), [&](const RecordedCase& one) {
                        return factor * one.ns[fastestOf(one, cells)] < one.ns[fastestOf(one, others)] ? 1 : 0;
                    });
}

Labelled bestPartitions(const Records& records)
{
    const std::vector<std::size_t> cells = candidatesOf(records, cell);
    std::vector<std::string> classes;
    for (const std::size_t c : cells)
        classes.push_back(records.candidates[c]);
    return labelled(records, "which of CELL's numbers of column partitions is the fastest", std::move(classes),
                    paperFeatures({"rows", "cols", "nnz", "densit", "J"}), [&](const RecordedCase& one) {
                        return static_cast<int>(std::find(cells.begin(), cells.end(), fastestOf(one, cells)) -
                                                cells.begin());
                    });
}

std::vector<Accuracy> accuraciesOf(const Labelled& points, std::uint64_t seed, Progress& progress)
{
    requireXgboost();
    const std::size_t classes = points.classes.size();
    std::vector<std::uint64_t> ofMatrices, ofCases;
    for (std::size_t i = 0; i < points.matrices.size(); ++i) {
        const std::uint64_t hash = hashArray(std::span<const char>(points.matrices[i]), seed);
        ofMatrices.push_back(hash % fifths);
        ofCases.push_back(hashArray(std::span<const std::size_t>(&i, 1), hash) % fifths);
    }
    const std::vector<std::pair<std::string, Learner>> learners = {
        {"random forest", byTrees({false, 100, seed}, classes, progress)},
        {"boosted trees", byTrees({true, 100, seed}, classes, progress)},
        {"one tree", byTrees({false, 1, seed}, classes, progress)},
        {"5 nearest neighbours", [=](const Points& x, const std::vector<int>& y,
                                     const Points& asked) { return byNeighbours(x, y, asked, classes); }},
        {"the most frequent class", [=](const Points&, const std::vector<int>& y, const Points& asked) {
             return std::vector<int>(asked.size(), mostFrequent(y, classes));
         }}};
    std::vector<Accuracy> all;
    for (const auto& [by, learner] : learners) {
        progress.report(by, static_cast<double>(all.size()) / static_cast<double>(learners.size()));
        all.push_back(
            {by, accuracyOf(points, ofMatrices, learner, progress), accuracyOf(points, ofCases, learner, progress)});
    }
    return all;
}

} // namespace sparsescope::liteform
