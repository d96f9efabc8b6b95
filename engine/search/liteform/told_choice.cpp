#include "engine/search/liteform/told_choice.h"

#include "engine/core/error.h"
#include "engine/core/json_reader.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace sparsescope::liteform {

namespace {

double finiteIn(const JsonReader& json)
{
    const double value = json.as<double>();
    if (!(std::abs(value) <= std::numeric_limits<float>::max()))
        json.fail("is no number, or too large");
    return value;
}

} // namespace

ToldChoice toldChoice(const nlohmann::json& figures)
{
    const JsonReader json(figures, "", forestFigures);
    ToldChoice told;
    told.model = json.get<std::string>("model");
    told.chosen = json.get<std::string>("chosen");
    told.outside = json.get<bool>("outside");
    told.beyond = json.get<std::vector<std::string>>("beyond");
    for (const auto& [name, value] : json["features"].members())
        told.features.emplace_back(name, static_cast<float>(finiteIn(value)));
    for (const JsonReader& one : json["candidates"].elements())
        told.candidates.push_back({one.get<std::string>("name"), finiteIn(one["mean"]),
                                   one.has("estimateNs") ? finiteIn(one["estimateNs"]) : 0, one.get<int>("votes", -1)});
    if (told.candidates.empty())
        json["candidates"].fail("is empty");
    for (const JsonReader& one : json["nearest"].elements())
        told.nearest.emplace_back(one.get<std::string>("matrix"), finiteIn(one["distance"]));
    return told;
}

std::string firstOf(const ToldChoice& told)
{
    std::vector<double> values;
    for (const ToldCandidate& one : told.candidates)
        values.push_back(!told.outside ? one.mean : one.estimateNs > 0 ? one.estimateNs : HUGE_VAL);
    const std::size_t first =
        told.outside ? static_cast<std::size_t>(std::min_element(values.begin(), values.end()) - values.begin())
                     : leastMean(values);
    return told.candidates[first].name;
}

AskedChoice askedOf(const Model& model, const ToldChoice& told)
{
    AskedChoice asked;
    for (const std::string& name : model.features) {
        const auto found = std::find_if(told.features.begin(), told.features.end(),
                                        [&](const auto& feature) { return feature.first == name; });
        if (found == told.features.end())
            failInput(fmt::format("its trees ask for \"{}\", of which the plan says nothing", name));
        asked.x.push_back(found->second);
    }
    Question question;
    for (std::size_t c = 0; c < model.candidates.size(); ++c) {
        if (told.candidates.size() != model.candidates.size() || told.candidates[c].name != model.candidates[c])
            failInput("it chooses among other candidates than the plan's");
        question.estimates.push_back(told.candidates[c].estimateNs);
    }
    asked.expected = expectedOf(model.features, question);
    const Choice again = model.choose(asked.x, asked.expected);
    constexpr double rounding = 1e-9;
    for (std::size_t c = 0; c < model.candidates.size(); ++c)
        if (!(std::abs(again.means[c] - told.candidates[c].mean) <= rounding))
            failInput(fmt::format("of {} its trees expect {:.3g} times the least time, those that chose {:.3g}",
                                  model.candidates[c], std::exp(again.means[c]), std::exp(told.candidates[c].mean)));
    return asked;
}

FeatureSpread spreadOf(const Model& model, std::size_t feature, std::size_t parts)
{
    FeatureSpread spread{model.training.front().x[feature], model.training.front().x[feature], std::vector<int>(parts)};
    for (const TrainingCase& one : model.training) {
        spread.least = std::min(spread.least, one.x[feature]);
        spread.most = std::max(spread.most, one.x[feature]);
    }
    const double range = double{spread.most} - spread.least;
    for (const TrainingCase& one : model.training) {
        const double way = range > 0 ? (one.x[feature] - spread.least) / range : 0;
        ++spread.cases[std::min(parts - 1, static_cast<std::size_t>(way * static_cast<double>(parts)))];
    }
    return spread;
}

} // namespace sparsescope::liteform
