#include "engine/search/liteform/model.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_reader.h"
#include "engine/io/npy.h"
#include "engine/search/request.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <numeric>
#include <set>

namespace sparsescope::liteform {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t mostBytes = 64u << 20; // of either file, unpacked

std::string arraysOf(const std::string& path)
{
    return fs::path(path).replace_extension(".npz").string();
}

// The least and the most of each feature among what was learned from.
std::pair<std::vector<float>, std::vector<float>> rangesOf(const Model& model)
{
    std::vector<float> least = model.training.front().x, most = least;
    for (const TrainingCase& one : model.training)
        for (std::size_t f = 0; f < one.x.size(); ++f) {
            least[f] = std::min(least[f], one.x[f]);
            most[f] = std::max(most[f], one.x[f]);
        }
    return {least, most};
}

std::vector<TrainingCase> trainingIn(const JsonReader& json, const NpzArrays& arrays, std::size_t features,
                                     const std::string& file)
{
    const auto matrices = json.get<std::vector<std::string>>("matrices");
    const auto families = json.get<std::vector<std::string>>("families");
    const auto of = arrayView<std::int32_t>(arrays, "matrix", file);
    const auto x = arrayView<float>(arrays, "x", file, 2);
    if (families.size() != matrices.size())
        json.fail("has other numbers of matrices and families");
    if (of.empty() || x.size() != of.size() * features)
        failInput(fmt::format("holds {} features of {} cases, not {} each", x.size(), of.size(), features),
                  {.file = file, .call = "x"});
    std::vector<TrainingCase> all;
    for (std::size_t i = 0; i < of.size(); ++i) {
        if (of[i] < 0 || at(of[i]) >= matrices.size())
            failInput(fmt::format("names matrix {} of {}", of[i], matrices.size()), {.file = file, .call = "matrix"});
        const auto row = x.subspan(i * features, features);
        if (!std::all_of(row.begin(), row.end(), [](float value) { return std::isfinite(value); }))
            failInput(fmt::format("case {} has a feature that is no number", i), {.file = file, .call = "x"});
        all.push_back({matrices[at(of[i])], families[at(of[i])], {row.begin(), row.end()}});
    }
    return all;
}

Trees treesIn(const NpzArrays& arrays, const Model& model, const std::string& file)
{
    const auto feature = arrayView<std::int16_t>(arrays, "feature", file);
    const auto cut = arrayView<float>(arrays, "cut", file);
    const auto yes = arrayView<std::int32_t>(arrays, "yes", file);
    if (cut.size() != feature.size() || yes.size() != feature.size())
        failInput(
            fmt::format("holds {} features, {} cuts and {} children of nodes", feature.size(), cut.size(), yes.size()),
            {.file = file});
    std::vector<TreeNode> nodes(feature.size());
    for (std::size_t n = 0; n < nodes.size(); ++n)
        nodes[n] = {feature[n], cut[n], yes[n]};
    return {std::move(nodes), fromArray<std::int32_t>(arrays, "roots", file), model.candidates.size(),
            model.features.size(), file};
}

void requireKnown(const Model& model, const JsonReader& json)
{
    if (model.candidates.empty() || model.features.empty() || model.dtypes.empty())
        json.fail("has no candidate, no feature or no type");
    try {
        for (const std::string& candidate : model.candidates) {
            SearchRequest request;
            applyChange(request, "planner", candidate);
        }
        valuesOf(model.features, model.candidates, {});
    } catch (const Error& error) {
        json.fail(error.reason());
    }
}

} // namespace

std::size_t leastMean(std::span<const double> means)
{
    const double simpler = std::log(1.03); // above the least
    const double least = *std::min_element(means.begin(), means.end());
    return static_cast<std::size_t>(
        std::find_if(means.begin(), means.end(), [&](double mean) { return mean <= least + simpler; }) - means.begin());
}

Choice Model::choose(std::span<const float> x, std::span<const double> expected) const
{
    Choice choice;
    for (std::size_t c = 0; c < candidates.size(); ++c)
        choice.means.push_back(expected[c] + trees.sum(c, x));
    choice.chosen = leastMean(choice.means);
    if (!boosted) {
        choice.votes.assign(candidates.size(), 0);
        for (std::size_t t = 0; t < trees.perForest(); ++t) {
            const auto value = [&](std::size_t c) {
                return expected[c] + trees.value(c, t, x) * static_cast<double>(trees.perForest());
            };
            std::size_t least = 0;
            for (std::size_t c = 1; c < candidates.size(); ++c)
                least = value(c) < value(least) ? c : least;
            ++choice.votes[least];
        }
    }
    const auto [least, most] = rangesOf(*this);
    for (std::size_t f = 0; f < features.size(); ++f) {
        const float beyond = (most[f] - least[f]) / 10;
        if (!(x[f] >= least[f] - beyond && x[f] <= most[f] + beyond))
            choice.beyond.push_back(features[f]);
    }
    choice.outside = !choice.beyond.empty();
    return choice;
}

std::vector<std::pair<std::string, double>> Model::nearest(std::span<const float> x, std::size_t count) const
{
    std::vector<double> mean(features.size()), deviation(features.size());
    const auto cases = static_cast<double>(training.size());
    for (const TrainingCase& one : training)
        for (std::size_t f = 0; f < mean.size(); ++f)
            mean[f] += one.x[f] / cases;
    for (const TrainingCase& one : training)
        for (std::size_t f = 0; f < mean.size(); ++f)
            deviation[f] += (one.x[f] - mean[f]) * (one.x[f] - mean[f]) / cases;
    std::vector<std::pair<double, std::size_t>> all;
    for (std::size_t i = 0; i < training.size(); ++i) {
        double squares = 0;
        for (std::size_t f = 0; f < mean.size(); ++f)
            if (deviation[f] > 0)
                squares += (training[i].x[f] - x[f]) * (training[i].x[f] - x[f]) / deviation[f];
        all.emplace_back(std::sqrt(squares), i);
    }
    std::sort(all.begin(), all.end());
    std::vector<std::pair<std::string, double>> some;
    for (const auto& [distance, i] : all) {
        const std::string& matrix = training[i].matrix;
        if (some.size() == count)
            break;
        if (std::none_of(some.begin(), some.end(), [&](const auto& other) { return other.first == matrix; }))
            some.emplace_back(matrix, distance);
    }
    return some;
}

std::vector<std::string> shippedModels()
{
    std::vector<std::string> names;
    for (const auto& file : fs::directory_iterator(resourcePath("models")))
        if (file.path().extension() == ".json")
            names.push_back(file.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

Model readModel(const std::string& nameOrFile)
{
    std::string path = nameOrFile;
    if (!fs::exists(path)) {
        const std::vector<std::string> names = shippedModels();
        if (std::find(names.begin(), names.end(), nameOrFile) == names.end())
            failInput(fmt::format("is neither a file nor one of the shipped models: {}", fmt::join(names, ", ")),
                      {.file = nameOrFile});
        path = resourcePath("models/" + nameOrFile + ".json");
    }
    const json parsed = parseJson(readText(path, mostBytes), {.file = path});
    const JsonReader reader(parsed, path);
    if (const auto version = reader.get<int>("sparsescopeModel"); version != modelVersion)
        reader["sparsescopeModel"].fail(fmt::format("is version {}, this program reads {}", version, modelVersion));
    Model model;
    model.name = fs::path(path).stem().string();
    try {
        model.op = parseOperatorKind(reader.get<std::string>("op"));
        for (const auto& dtype : reader.get<std::vector<std::string>>("dtypes"))
            model.dtypes.push_back(parseDataType(dtype));
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Usage)
            reader.fail(error.reason());
        throw;
    }
    model.features = reader.get<std::vector<std::string>>("features");
    model.candidates = reader.get<std::vector<std::string>>("candidates");
    model.boosted = reader.get<bool>("boosted");
    model.device = reader.get<std::string>("device");
    model.calibration = reader.get<std::string>("calibration");
    model.fitted = reader.get<json>("fitted");
    model.checked = reader.get<json>("checked");
    requireKnown(model, reader);
    const std::string file = arraysOf(path);
    const NpzArrays arrays =
        withMappedFile(file, [&](std::string_view bytes) { return readNpz(bytes, file, mostBytes, noProgress()); });
    model.trees = treesIn(arrays, model, file);
    model.training = trainingIn(reader, arrays, model.features.size(), file);
    return model;
}

void writeModel(const Model& model, const std::string& path)
{
    std::vector<std::string> matrices, families, dtypes;
    std::vector<std::int32_t> of;
    std::vector<float> x;
    for (const TrainingCase& one : model.training) {
        const auto found = std::find(matrices.begin(), matrices.end(), one.matrix);
        of.push_back(static_cast<std::int32_t>(found - matrices.begin()));
        if (found == matrices.end()) {
            matrices.push_back(one.matrix);
            families.push_back(one.family);
        }
        x.insert(x.end(), one.x.begin(), one.x.end());
    }
    for (const DataType dtype : model.dtypes)
        dtypes.emplace_back(name(dtype));
    std::vector<std::int16_t> feature;
    std::vector<float> cut;
    std::vector<std::int32_t> yes;
    for (const TreeNode& node : model.trees.nodes()) {
        feature.push_back(node.feature);
        cut.push_back(node.cut);
        yes.push_back(node.yes);
    }
    const auto cases = std::ssize(model.training), features = std::ssize(model.features);
    const NpzArrays arrays = {
        {"feature", toArray(feature)}, {"cut", toArray(cut)},
        {"yes", toArray(yes)},         {"roots", toArray(model.trees.roots())},
        {"matrix", toArray(of)},       {"x", toArray(std::span<const float>(x), {cases, features})}};
    const json all = {{"sparsescopeModel", modelVersion},
                      {"op", name(model.op)},
                      {"dtypes", dtypes},
                      {"device", model.device},
                      {"calibration", model.calibration},
                      {"candidates", model.candidates},
                      {"features", model.features},
                      {"boosted", model.boosted},
                      {"fitted", model.fitted},
                      {"checked", model.checked},
                      {"matrices", matrices},
                      {"families", families}};
    writeText(arraysOf(path), writeNpz(arrays, true));
    writeText(path, jsonText(all, 1) + "\n"); // last: what it names is there
}

} // namespace sparsescope::liteform
