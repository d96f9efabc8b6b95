#include "engine/report/batch_regret.h"

#include "engine/core/error.h"
#include "engine/report/batch_profiles.h"
#include "engine/search/request.h"
#include "engine/work/batch_table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace sparsescope {

namespace {

using namespace liteform;
using nlohmann::json;

using MatrixName = std::pair<std::string, std::string>; // with its fingerprint

// The rows of one operator.
struct OperatorRows {
    RecordReader reader;
    std::string problem;
    std::vector<std::string> names; // of planners that were measured
    std::map<MatrixName, std::string> sources;

    void take(const json& row)
    {
        if (!problem.empty() || row.at("kind") != "planner")
            return;
        try {
            reader.take(row);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Input)
                throw;
            problem = error.what();
            return;
        }
        if (const std::string name = row.at("name");
            row.contains("device") && std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
        sources[{row.at("matrix"), row.value("fingerprint", std::string())}] = row.at("source");
    }
};

// A planner that chooses among others' plans is no candidate.
bool chooses(const std::string& name)
{
    const std::string planner = name.substr(0, name.find('('));
    return planner == "forest" || planner == "fastest";
}

bool isOneOf(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

// Why the table does not hold what the model is asked with; empty: it does.
std::string whyNotAsked(const Model& model, const std::string& op, const std::vector<std::string>& names)
{
    if (op != name(model.op))
        return fmt::format("it is of {}", label(model.op));
    const auto missing = std::find_if(model.candidates.begin(), model.candidates.end(),
                                      [&](const std::string& candidate) { return !isOneOf(names, candidate); });
    return missing == model.candidates.end() ? "" : fmt::format("the table has no {}", *missing);
}

// The last candidates choose: they become choosers whose choice is not known.
std::vector<Chooser> splitChoosers(Records& records, std::size_t candidates)
{
    std::vector<Chooser> choosers;
    for (std::size_t c = candidates; c < records.candidates.size(); ++c)
        choosers.push_back({records.candidates[c], {}, {}});
    const auto cut = [&](auto& values) { values.resize(candidates); };
    for (RecordedCase& one : records.cases) {
        const std::vector<double> all = one.ns;
        cut(one.ns);
        cut(one.predicted);
        cut(one.question.estimates);
        for (std::size_t c = candidates; c < all.size(); ++c)
            choosers[c - candidates].regret.push_back(std::min(mostRegret, all[c] / one.least() - 1));
    }
    cut(records.candidates);
    return choosers;
}

void askModel(BatchRegret& made, const Model& model)
{
    const bool asksEstimates = std::any_of(model.features.begin(), model.features.end(),
                                           [](const std::string& feature) { return feature.starts_with("estimate"); });
    const bool estimated =
        std::all_of(made.records.cases.begin(), made.records.cases.end(), [](const RecordedCase& one) {
            return one.question.features.nnz == 0 ||
                   std::any_of(one.question.estimates.begin(), one.question.estimates.end(),
                               [](double ns) { return ns > 0; });
        });
    if (asksEstimates && !estimated) {
        made.whyNoModel = "the table does not hold what a sample of the rows expects a plan to take";
        return;
    }
    made.model = model.name;
    made.modelDevice = model.device;
    made.unseen = model.checked.value("/matrix/geometricMean"_json_pointer, 0.0);
    made.choosers.push_back(byModel(model, made.records));
    made.choosers.back().name = "forest, model " + model.name;
    std::set<std::string> learned;
    for (const TrainingCase& one : model.training)
        learned.insert(one.matrix);
    for (const RecordedCase& one : made.records.cases)
        made.learned.push_back(learned.contains(one.matrix));
}

BatchRegret regretOf(const std::string& op, const OperatorRows& rows)
{
    BatchRegret made;
    made.op = op;
    made.problem = rows.problem;
    if (!made.problem.empty())
        return made;
    try {
        if (std::count_if(rows.names.begin(), rows.names.end(), [](const auto& name) { return !chooses(name); }) < 2)
            failInput("fewer than two planners were measured: there is nothing to choose among");
        const Model model = readModel(defaultModel);
        made.whyNoModel = whyNotAsked(model, op, rows.names);
        std::vector<std::string> candidates, choosing;
        for (const std::string& name : rows.names) {
            if (chooses(name))
                choosing.push_back(name);
            else if (made.whyNoModel.empty() && !isOneOf(model.candidates, name))
                made.leftOut.push_back(name);
            else
                candidates.push_back(name);
        }
        const std::size_t count = candidates.size();
        candidates = rows.reader.records(candidates).candidates; // the simplest first, as the model has them
        candidates.insert(candidates.end(), choosing.begin(), choosing.end());
        made.records = rows.reader.records(candidates);
        made.choosers = splitChoosers(made.records, count);
        if (made.whyNoModel.empty())
            askModel(made, model);
        std::vector<Chooser> others = otherChoosers(made.records);
        std::move(others.begin(), others.end(), std::back_inserter(made.choosers));
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input)
            throw;
        made = {};
        made.op = op;
        made.problem = error.what();
        return made;
    }
    for (const RecordedCase& one : made.records.cases)
        made.sources.push_back(rows.sources.at({one.matrix, one.fingerprint}));
    return made;
}

} // namespace

std::vector<BatchRegret> batchRegret(const std::string& batch, Progress& progress)
{
    std::map<std::string, OperatorRows> rows;
    readBatch(
        batch, [&](const json& row) { rows[row.at("op")].take(row); }, progress);
    std::vector<BatchRegret> all;
    for (const auto& [op, ofOperator] : rows) {
        progress.check();
        all.push_back(regretOf(op, ofOperator));
    }
    return all;
}

std::vector<std::size_t> casesOf(const BatchRegret& regret, const BatchResults& results,
                                 std::span<const std::size_t> matrices, bool everySetting)
{
    std::set<MatrixName> wanted;
    for (const std::size_t i : matrices)
        wanted.emplace(results.matrices[i].matrix, results.matrices[i].fingerprint);
    std::vector<std::size_t> cases;
    for (std::size_t i = 0; i < regret.records.cases.size(); ++i) {
        const RecordedCase& one = regret.records.cases[i];
        const bool setting = name(one.op.dtype) == results.dtype && one.op.dense == results.dense;
        if ((everySetting || setting) && wanted.contains({one.matrix, one.fingerprint}))
            cases.push_back(i);
    }
    return cases;
}

std::vector<double> regretOf(const Chooser& chooser, std::span<const std::size_t> cases)
{
    std::vector<double> regret;
    for (const std::size_t i : cases)
        regret.push_back(chooser.regret[i]);
    return regret;
}

std::size_t regretPart(double regret)
{
    return static_cast<std::size_t>(std::lower_bound(std::begin(regretEdges), std::end(regretEdges), regret) -
                                    std::begin(regretEdges));
}

std::array<std::int64_t, regretParts> regretCounts(std::span<const double> regret)
{
    std::array<std::int64_t, regretParts> counts{};
    for (const double one : regret)
        ++counts[regretPart(one)];
    return counts;
}

RegretConfusion confusionOf(const BatchRegret& regret, const Chooser& chooser, std::span<const std::size_t> cases)
{
    RegretConfusion confusion;
    if (chooser.chosen.empty())
        return confusion;
    std::set<std::size_t> either;
    for (const std::size_t i : cases)
        either.insert({chooser.chosen[i], regret.records.cases[i].best()});
    confusion.candidates.assign(either.begin(), either.end());
    confusion.cases.assign(either.size(), std::vector<std::int64_t>(either.size()));
    const auto place = [&](std::size_t candidate) {
        return static_cast<std::size_t>(
            std::lower_bound(confusion.candidates.begin(), confusion.candidates.end(), candidate) -
            confusion.candidates.begin());
    };
    for (const std::size_t i : cases)
        ++confusion.cases[place(chooser.chosen[i])][place(regret.records.cases[i].best())];
    return confusion;
}

} // namespace sparsescope
