#include "engine/search/liteform/training.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/parallel.h"
#include "engine/core/progress.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <set>

namespace sparsescope::liteform {

namespace {

using nlohmann::json;

constexpr double infinite = std::numeric_limits<double>::infinity();

double numberIn(const json& row, const char* column, double most = 1e18)
{
    const auto found = row.find(column);
    if (found == row.end() || found->is_null())
        return 0;
    if (!found->is_number() || !(found->get<double>() >= 0) || found->get<double>() > most)
        failInput(fmt::format("is {}, not 0 to {}", found->dump(), most), {.call = column});
    return found->get<double>();
}

std::string textIn(const json& row, const char* column)
{
    const auto found = row.find(column);
    return found != row.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// The same value in every row.
void requireSame(std::string& known, const std::string& here, const char* column)
{
    if (!known.empty() && here != known)
        failInput(fmt::format("is {} where rows before have {}: forests learn from one", here, known),
                  {.call = column});
    known = here;
}

RecordedCase caseIn(const json& row)
{
    RecordedCase one;
    one.matrix = textIn(row, "matrix");
    one.fingerprint = textIn(row, "fingerprint");
    one.family = textIn(row, "family");
    try {
        one.op.kind = parseOperatorKind(textIn(row, "op"));
        one.op.dtype = parseDataType(textIn(row, "dtype"));
    } catch (const Error& error) {
        failInput(error.reason());
    }
    one.op.dense = static_cast<std::int64_t>(numberIn(row, "dense", static_cast<double>(mostOf::dense)));
    Features& f = one.question.features;
    constexpr double most = 9e15; // whole numbers that a double holds
    f.rows = static_cast<std::int64_t>(numberIn(row, "rows", most));
    f.cols = static_cast<std::int64_t>(numberIn(row, "cols", most));
    f.nnz = static_cast<std::int64_t>(numberIn(row, "nnz", most));
    f.emptyRows = static_cast<std::int64_t>(numberIn(row, "emptyRows", most));
    f.otherDimensions = one.op.dense;
    if (f.rows > 0)
        f.length = {static_cast<double>(f.nnz) / static_cast<double>(f.rows), numberIn(row, "shortestRow"),
                    numberIn(row, "longestRow"), std::sqrt(numberIn(row, "rowVariance"))};
    if (f.cols > 0) {
        const auto cols = static_cast<double>(f.cols);
        f.density = {f.length.mean / cols, f.length.least / cols, f.length.most / cols, f.length.deviation / cols};
    }
    one.question.dtype = one.op.dtype;
    return one;
}

// The usual ones in their order, then others.
std::vector<std::string> simplestFirst(const std::vector<std::string>& there)
{
    std::vector<std::string> ordered;
    for (const std::string& usual : usualCandidates())
        if (std::find(there.begin(), there.end(), usual) != there.end())
            ordered.push_back(usual);
    for (const std::string& other : there)
        if (std::find(ordered.begin(), ordered.end(), other) == ordered.end())
            ordered.push_back(other);
    return ordered;
}

Records partOf(const Records& records, const std::vector<bool>& in)
{
    Records part{records.candidates, {}, records.device, records.calibration, 0};
    for (std::size_t i = 0; i < in.size(); ++i)
        if (in[i])
            part.cases.push_back(records.cases[i]);
    return part;
}

template <class Choose>
Chooser chooserOf(std::string name, const Records& records, const Choose& choose)
{
    Chooser chooser{std::move(name), {}, {}};
    for (const RecordedCase& one : records.cases) {
        const std::size_t chosen = choose(one);
        chooser.chosen.push_back(chosen);
        chooser.regret.push_back(std::min(mostRegret, one.ns[chosen] / one.least() - 1));
    }
    return chooser;
}

// The position of the least that is above 0; the first where none is.
std::size_t leastOf(const std::vector<double>& ns)
{
    std::size_t least = 0;
    for (std::size_t i = 1; i < ns.size(); ++i)
        if (ns[i] > 0 && (ns[least] <= 0 || ns[i] < ns[least]))
            least = i;
    return least;
}

std::size_t chosenBy(const Model& model, const RecordedCase& one)
{
    const Choice choice = model.choose(valuesOf(model.features, model.candidates, one.question),
                                       expectedOf(model.features, one.question));
    const bool known = std::find(model.dtypes.begin(), model.dtypes.end(), one.op.dtype) != model.dtypes.end();
    return choice.outside || !known ? leastOf(one.question.estimates) : choice.chosen;
}

} // namespace

double RecordedCase::least() const
{
    return ns[best()];
}

std::size_t RecordedCase::best() const
{
    return static_cast<std::size_t>(std::min_element(ns.begin(), ns.end()) - ns.begin());
}

void RecordReader::take(const json& row)
{
    if (textIn(row, "kind") != "planner" || textIn(row, "device").empty())
        return;
    requireSame(m_device, textIn(row, "device"), "device");
    requireSame(m_calibration, textIn(row, "calibration"), "calibration");
    requireSame(m_op, textIn(row, "op"), "op");
    const std::string candidate = textIn(row, "name");
    if (std::find(m_candidates.begin(), m_candidates.end(), candidate) == m_candidates.end())
        m_candidates.push_back(candidate);
    if (textIn(row, "fingerprint").empty())
        return; // never read
    RecordedCase facts = caseIn(row);
    const bool right = numberIn(row, "verified") == 1 && textIn(row, "problem").empty();
    const double measured = numberIn(row, "measuredNs");
    const std::array<double, 3> times = {right && measured > 0 ? measured : infinite, numberIn(row, "predictedNs"),
                                         numberIn(row, "estimatedNs")};
    const std::string key =
        fmt::format("{} {} {} {}", facts.fingerprint, facts.matrix, name(facts.op.dtype), facts.op.dense);
    const auto [found, added] = m_found.emplace(key, m_cases.size());
    if (added)
        m_cases.push_back({std::move(facts), {}});
    m_cases[found->second].times[candidate] = times;
}

Records RecordReader::records(const std::vector<std::string>& asked) const
{
    Records all{simplestFirst(asked.empty() ? m_candidates : asked), {}, m_device, m_calibration, 0};
    for (const Recorded& recorded : m_cases) {
        RecordedCase one = recorded.facts;
        for (const std::string& candidate : all.candidates) {
            const auto found = recorded.times.find(candidate);
            if (found == recorded.times.end())
                break;
            one.ns.push_back(found->second[0]);
            one.predicted.push_back(found->second[1]);
            one.question.estimates.push_back(found->second[2]);
        }
        if (one.ns.size() == all.candidates.size() && std::isfinite(one.least()))
            all.cases.push_back(std::move(one));
        else
            ++all.incomplete;
    }
    if (all.cases.empty())
        failInput("has no matrix of which every candidate has a row, and one a time");
    return all;
}

double labelOf(const RecordedCase& one, std::size_t candidate, double expected)
{
    return std::log(std::min(4.0, one.ns[candidate] / one.least())) - expected;
}

void requireXgboost()
{
    if (forestDumps == nullptr)
        failInput("this program is not linked with XGBoost, which grows the trees: take a sparsescope-cli that was "
                  "built where libxgboost-dev is installed");
}

Model fit(const Records& records, const FitOptions& options, Progress& progress)
{
    requireXgboost();
    Model model;
    model.op = records.cases.front().op.kind;
    model.candidates = records.candidates;
    model.features = featureNames(options.features, records.candidates);
    model.boosted = options.shape.boosted;
    model.device = records.device;
    model.calibration = records.calibration;
    model.fitted = {{"features", name(options.features)},
                    {"trees", options.shape.trees},
                    {"seed", options.shape.seed},
                    {"cases", records.cases.size()}};
    std::set<DataType> dtypes;
    std::vector<std::vector<float>> x;
    for (const RecordedCase& one : records.cases) {
        dtypes.insert(one.op.dtype);
        x.push_back(valuesOf(model.features, model.candidates, one.question));
        model.training.push_back({one.matrix, one.family, x.back()});
    }
    model.dtypes.assign(dtypes.begin(), dtypes.end());
    std::vector<std::vector<std::string>> dumps(model.candidates.size());
    parallelEach(std::ssize(dumps), 1, [&](std::int64_t c) {
        std::vector<double> y;
        for (const RecordedCase& one : records.cases)
            y.push_back(labelOf(one, at(c), expectedOf(model.features, one.question)[at(c)]));
        dumps[at(c)] = forestDumps(x, y, options.shape, progress, nullptr);
    });
    for (const std::vector<std::string>& forest : dumps)
        model.trees.add(forest, model.features.size());
    return model;
}

RegretFigures figuresOf(std::span<const double> regret)
{
    RegretFigures figures;
    std::vector<double> sorted(regret.begin(), regret.end());
    std::sort(sorted.begin(), sorted.end());
    const auto count = static_cast<double>(sorted.size());
    double logarithms = 0;
    for (const double one : regret) {
        logarithms += std::log1p(one);
        figures.within += one <= 0.05 ? 1 / count : 0;
        figures.accurate += one <= 0 ? 1 / count : 0;
    }
    figures.geometricMean = std::expm1(logarithms / count);
    figures.median = sorted[sorted.size() / 2];
    figures.p90 = sorted[std::min(sorted.size() - 1, sorted.size() * 9 / 10)];
    figures.worst = sorted.back();
    return figures;
}

Chooser byModel(const Model& model, const Records& records)
{
    return chooserOf("forest", records, [&](const RecordedCase& one) { return chosenBy(model, one); });
}

Chooser byEstimate(const Records& records)
{
    return chooserOf("least predicted, sample", records,
                     [](const RecordedCase& one) { return leastOf(one.question.estimates); });
}

Chooser byPrediction(const Records& records)
{
    return chooserOf("least predicted, whole plans", records,
                     [](const RecordedCase& one) { return leastOf(one.predicted); });
}

Chooser always(const Records& records, std::size_t candidate)
{
    return chooserOf("always " + records.candidates[candidate], records,
                     [&](const RecordedCase&) { return candidate; });
}

std::vector<Chooser> otherChoosers(const Records& records)
{
    const auto predicted = [&](const auto& valuesOfCase) {
        return std::any_of(records.cases.begin(), records.cases.end(), [&](const RecordedCase& one) {
            const std::vector<double>& ns = valuesOfCase(one);
            return std::any_of(ns.begin(), ns.end(), [](double value) { return value > 0; });
        });
    };
    std::vector<Chooser> all, constant;
    if (predicted([](const RecordedCase& one) -> auto& { return one.question.estimates; }))
        all.push_back(byEstimate(records));
    if (predicted([](const RecordedCase& one) -> auto& { return one.predicted; }))
        all.push_back(byPrediction(records));
    for (std::size_t c = 0; c < records.candidates.size(); ++c)
        constant.push_back(always(records, c));
    std::stable_sort(constant.begin(), constant.end(), [&](const Chooser& a, const Chooser& b) {
        return figuresOf(a.regret).geometricMean < figuresOf(b.regret).geometricMean;
    });
    std::move(constant.begin(), constant.end(), std::back_inserter(all));
    return all;
}

const char* name(Folds folds)
{
    return folds == Folds::Matrix ? "matrix" : "family";
}

Chooser crossValidated(const Records& records, const FitOptions& options, Folds folds, Progress& progress)
{
    constexpr std::uint64_t parts = 10;
    std::vector<std::string> fold;
    for (const RecordedCase& one : records.cases)
        fold.push_back(folds == Folds::Family
                           ? one.family
                           : std::to_string(hashArray(std::span<const char>(one.fingerprint)) % parts));
    const std::set<std::string> all(fold.begin(), fold.end());
    if (all.size() < 2)
        failInput(folds == Folds::Family ? "has one family alone: there is none to leave out"
                                         : "has too few matrices to leave a tenth of them out, and again");
    Chooser whole{fmt::format("forest, by {}", name(folds)), std::vector<std::size_t>(fold.size()),
                  std::vector<double>(fold.size())};
    double done = 0;
    for (const std::string& part : all) {
        progress.report(fmt::format("leaving out {} {}", name(folds), part), done++ / static_cast<double>(all.size()));
        std::vector<bool> in(fold.size()), out(fold.size());
        for (std::size_t i = 0; i < fold.size(); ++i)
            (fold[i] == part ? out : in)[i] = true;
        const Chooser here = byModel(fit(partOf(records, in), options, progress), partOf(records, out));
        std::size_t next = 0;
        for (std::size_t i = 0; i < fold.size(); ++i)
            if (out[i]) {
                whole.chosen[i] = here.chosen[next];
                whole.regret[i] = here.regret[next++];
            }
    }
    return whole;
}

json toJson(const RegretFigures& figures)
{
    return {{"geometricMean", figures.geometricMean},
            {"median", figures.median},
            {"p90", figures.p90},
            {"worst", figures.worst},
            {"within5", figures.within},
            {"accuracy", figures.accurate}};
}

} // namespace sparsescope::liteform
