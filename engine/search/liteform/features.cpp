#include "engine/search/liteform/features.h"

#include "engine/core/error.h"
#include "engine/search/liteform/candidates.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope::liteform {

namespace {

struct NamedFeature {
    const char* name;
    FeatureSet since;
    double (*of)(const Question&);
    bool logarithmic = false; // asked as log2(1 + x)
};

constexpr auto ofPaper = FeatureSet::Paper, ours = FeatureSet::All;
constexpr NamedFeature named[] = {
    {"rows", ofPaper, [](const Question& q) { return static_cast<double>(q.features.rows); }, true},
    {"cols", ofPaper, [](const Question& q) { return static_cast<double>(q.features.cols); }, true},
    {"nnz", ofPaper, [](const Question& q) { return static_cast<double>(q.features.nnz); }, true},
    {"mean length", ofPaper, [](const Question& q) { return q.features.length.mean; }, true},
    {"least length", ofPaper, [](const Question& q) { return q.features.length.least; }, true},
    {"most length", ofPaper, [](const Question& q) { return q.features.length.most; }, true},
    {"deviation of lengths", ofPaper, [](const Question& q) { return q.features.length.deviation; }, true},
    {"mean density", ofPaper, [](const Question& q) { return q.features.density.mean; }},
    {"least density", ofPaper, [](const Question& q) { return q.features.density.least; }},
    {"most density", ofPaper, [](const Question& q) { return q.features.density.most; }},
    {"deviation of densities", ofPaper, [](const Question& q) { return q.features.density.deviation; }},
    {"J", ofPaper, [](const Question& q) { return static_cast<double>(q.features.otherDimensions); }, true},
    {"bytes of a value", ours, [](const Question& q) { return static_cast<double>(bytesOf(q.dtype)); }},
    {"empty rows", ours,
     [](const Question& q) {
         return static_cast<double>(q.features.emptyRows) /
                static_cast<double>(std::max<std::int64_t>(1, q.features.rows));
     }},
    {"deviation over mean", ours, [](const Question& q) {
         return q.features.length.mean > 0 ? q.features.length.deviation / q.features.length.mean : 0;
     }}};

constexpr const char* estimate = "estimate of ";

double estimateRatio(double ns, double csr)
{
    constexpr double most = 64;
    return std::log(ns > 0 && csr > 0 ? std::clamp(ns / csr, 1 / most, most) : most);
}

} // namespace

const char* name(FeatureSet set)
{
    return set == FeatureSet::Paper ? "paper" : "all";
}

std::vector<std::string> featureNames(FeatureSet set, std::span<const std::string> candidates)
{
    std::vector<std::string> names;
    for (const NamedFeature& feature : named)
        if (set == FeatureSet::All || feature.since == FeatureSet::Paper)
            names.emplace_back(feature.name);
    if (set == FeatureSet::All)
        for (const std::string& candidate : candidates)
            if (candidate != plainCsr)
                names.push_back(estimate + candidate);
    return names;
}

std::vector<float> valuesOf(std::span<const std::string> names, std::span<const std::string> candidates,
                            const Question& question)
{
    const auto estimateOf = [&](const std::string& candidate) {
        const auto found = std::find(candidates.begin(), candidates.end(), candidate);
        const auto c = static_cast<std::size_t>(found - candidates.begin());
        return c < question.estimates.size() ? question.estimates[c] : 0;
    };
    std::vector<float> values;
    for (const std::string& name : names) {
        const auto found = std::find_if(std::begin(named), std::end(named),
                                        [&](const NamedFeature& feature) { return feature.name == name; });
        if (found != std::end(named))
            values.push_back(
                static_cast<float>(found->logarithmic ? std::log2(1 + found->of(question)) : found->of(question)));
        else if (const std::string candidate = name.substr(std::min(name.size(), std::string(estimate).size()));
                 name.starts_with(estimate) &&
                 std::find(candidates.begin(), candidates.end(), candidate) != candidates.end())
            values.push_back(static_cast<float>(estimateRatio(estimateOf(candidate), estimateOf(plainCsr))));
        else
            failInput(fmt::format("\"{}\" is no feature that is known", name));
    }
    return values;
}

Features featuresOf(const Matrix& matrix, std::int64_t otherDimensions)
{
    Features f{matrix.rows(), matrix.cols(), matrix.nnz(), {}, {}, otherDimensions, 0};
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
        f.emptyRows += length == 0 ? 1 : 0;
        squares += (length - f.length.mean) * (length - f.length.mean);
    }
    f.length.deviation = std::sqrt(squares / rows);
    if (matrix.cols() > 0) {
        const auto cols = static_cast<double>(matrix.cols());
        f.density = {f.length.mean / cols, f.length.least / cols, f.length.most / cols, f.length.deviation / cols};
    }
    return f;
}

double plainValue(const std::string& name, double value)
{
    const auto found = std::find_if(std::begin(named), std::end(named),
                                    [&](const NamedFeature& feature) { return feature.name == name; });
    if (found != std::end(named))
        return found->logarithmic ? std::exp2(value) - 1 : value;
    return std::exp(value);
}

std::vector<double> expectedOf(std::span<const std::string> names, const Question& question)
{
    if (std::none_of(names.begin(), names.end(), [](const std::string& name) { return name.starts_with(estimate); }))
        return std::vector<double>(question.estimates.size());
    double least = 0;
    for (const double ns : question.estimates)
        if (ns > 0 && (least == 0 || ns < least))
            least = ns;
    std::vector<double> expected;
    for (const double ns : question.estimates)
        expected.push_back(std::log(ns > 0 ? std::min(4.0, ns / least) : 4.0));
    return expected;
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
