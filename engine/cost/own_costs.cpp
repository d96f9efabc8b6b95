#include "engine/cost/own_costs.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr double mostCoefficient = 1e12; // sums of what the largest tile has stay far below infinity
constexpr double leastNs = 1;            // a sub-task has to cost something, or a search has no end
constexpr std::size_t mostSums = 100;
constexpr std::size_t longestName = 60;
constexpr const char* ownMark = ", costs of ";
constexpr const char* anyFormat = "any";
constexpr const char* constantTerm = "constant";

using Shape = TileFeatures;
using AtCost = CostConditions;

double rowBytes(const AtCost& at) // of a dense operand, or of the output
{
    return std::ceil(static_cast<double>(at.densePart) * bytesOf(at.op.dtype) / 32) * 32;
}

double adds(bool atomic, const AtCost& at)
{
    return atomic && at.use.sums == SplitSums::Atomic ? 1 : 0;
}

constexpr std::array<CostFeature, 18> allFeatures = {{
    {"rows", "stored rows", [](const Shape& t, bool, const AtCost&) { return static_cast<double>(t.rows); }},
    {"width", "stored places a row; of 1d and csr all of the tile",
     [](const Shape& t, bool, const AtCost&) { return static_cast<double>(t.width); }},
    {"columns", "distinct columns, as far as the format knows them",
     [](const Shape& t, bool, const AtCost&) { return static_cast<double>(t.distinctCols); }},
    {"stored", "stored places, padding among them",
     [](const Shape& t, bool, const AtCost&) { return static_cast<double>(t.places()); }},
    {"issued", "places whose gathers are issued, at least those that are stored",
     [](const Shape& t, bool, const AtCost&) { return static_cast<double>(std::max(t.issued, t.places())); }},
    {"longest", "places of the longest row, where rows differ",
     [](const Shape& t, bool, const AtCost&) { return static_cast<double>(t.longest); }},
    {"height", "rows that have their columns in common",
     [](const Shape& t, bool, const AtCost&) { return static_cast<double>(t.height); }},
    {"dense", "dense columns of a sub-task, the part of the dense loop",
     [](const Shape&, bool, const AtCost& at) { return static_cast<double>(at.densePart); }},
    {"inner", "extent of the inner axis, 1 where there is none",
     [](const Shape&, bool, const AtCost& at) { return static_cast<double>(at.op.inner); }},
    {"flops", "operations, those on padding too (STile table 3)",
     [](const Shape& t, bool, const AtCost& at) { return workOf(t, at.op, at.densePart).flops; }},
    {"aBytes", "bytes of the tile's values and indices",
     [](const Shape& t, bool, const AtCost& at) {
         const double place = (t.format->byLibrary() ? 0 : at.op.sampled() ? 12 : 4) + bytesOf(at.op.dtype);
         return static_cast<double>(t.places()) * place;
     }},
    {"bBytes", "bytes of distinct gathered rows of dense operands, with RGMS's weights",
     [](const Shape& t, bool, const AtCost& at) {
         return linearFeatures(t, at.op, at.densePart, at.use.multipliesFirst)[1];
     }},
    {"touchedBytes", "bytes of these rows, again for each issued place",
     [](const Shape& t, bool, const AtCost& at) {
         return linearFeatures(t, at.op, at.densePart, at.use.multipliesFirst)[2];
     }},
    {"cBytes", "bytes of the output",
     [](const Shape& t, bool, const AtCost& at) {
         return at.op.sampled() ? static_cast<double>(t.places()) * bytesOf(at.op.dtype)
                                : static_cast<double>(t.rows) * rowBytes(at);
     }},
    {"chain", "gathers that a group of lanes makes one after another",
     [](const Shape& t, bool, const AtCost& at) { return chainOf(t, at.op, at.densePart); }},
    {"atomic", "1 where other tiles write rows of it too and all add to them, else 0",
     [](const Shape&, bool atomic, const AtCost& at) { return adds(atomic, at); }},
    {"atomicBytes", "bytes that are added then, else 0",
     [](const Shape& t, bool atomic, const AtCost& at) {
         const Work work = workOf(t, at.op, at.densePart);
         return adds(atomic, at) * (work.atomicBytes - work.bytes);
     }},
    {"slots", "1 where these rows are summed in slots instead, else 0",
     [](const Shape&, bool atomic, const AtCost& at) { return atomic && at.use.sums == SplitSums::Slots ? 1.0 : 0.0; }},
}};

double ownCoefficientFrom(const JsonReader& in)
{
    const double value = in.as<double>();
    if (!(std::abs(value) <= mostCoefficient))
        in.fail(fmt::format("must be between {} and {}", -mostCoefficient, mostCoefficient));
    return value;
}

OwnCosts::Sum sumFrom(const JsonReader& in)
{
    OwnCosts::Sum sum;
    for (const auto& [name, number] : in.members()) {
        const auto known = std::ranges::find_if(
            allFeatures, [&name = name](const CostFeature& feature) { return feature.name == name; });
        if (known == allFeatures.end() && name != constantTerm) {
            std::string names = constantTerm;
            for (const CostFeature& feature : allFeatures)
                names += std::string(", ") + feature.name;
            number.fail("is none of the features " + names);
        }
        sum.emplace_back(known == allFeatures.end() ? nullptr : &*known, ownCoefficientFrom(number));
    }
    if (sum.empty())
        in.fail("has no coefficients");
    return sum;
}

OwnCosts::Costs costsFrom(const JsonReader& in)
{
    if (in.value().is_object())
        return {sumFrom(in)};
    OwnCosts::Costs costs;
    for (const JsonReader& sum : in.elements())
        costs.push_back(sumFrom(sum));
    if (costs.empty() || costs.size() > mostSums)
        in.fail(fmt::format("holds {} sums, not 1 to {}", costs.size(), mostSums));
    return costs;
}

// It becomes a part of the calibration's name.
void requireName(const std::string& name, const JsonReader& in)
{
    const bool bad = std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == ','; });
    if (name.empty() || name.size() > longestName || bad)
        in.fail(fmt::format("takes 1 to {} characters without commas", longestName));
}

template <class T>
std::set<T> listed(const JsonReader& in, const char* key, T (*parse)(const std::string&))
{
    std::set<T> found;
    if (!in.has(key))
        return found;
    for (const JsonReader& one : in[key].elements())
        try {
            found.insert(parse(one.as<std::string>()));
        } catch (const Error& e) {
            if (!e.where().file.empty())
                throw;
            one.fail(e.reason());
        }
    if (found.empty())
        in[key].fail("names none");
    return found;
}

} // namespace

std::span<const CostFeature> costFeatures()
{
    return allFeatures;
}

double OwnCosts::cost(const TileFeatures& tile, bool atomic, const CostConditions& conditions) const
{
    const auto own = byFormat.find(tile.format->name());
    double most = leastNs;
    for (const Sum& sum : own != byFormat.end() ? own->second : byFormat.at(anyFormat)) {
        double ns = 0;
        for (const auto& [feature, coefficient] : sum)
            ns += coefficient * (feature ? feature->of(tile, atomic, conditions) : 1);
        most = std::max(most, ns);
    }
    return most;
}

void OwnCosts::require(const Operator& op) const
{
    if ((operators.empty() || operators.contains(op.kind)) && (types.empty() || types.contains(op.dtype)))
        return;
    std::vector<std::string> known;
    for (const OperatorKind kind : operators)
        known.push_back(label(kind));
    for (const DataType type : types)
        known.push_back(sparsescope::name(type));
    failInput(fmt::format("the costs of {} are for {}, not for {} {}", name, fmt::join(known, ", "), label(op.kind),
                          sparsescope::name(op.dtype)));
}

OwnCosts ownCostsFromJson(const nlohmann::json& json, const std::string& file)
{
    const JsonReader in(json, file);
    if (in.get<std::string>("schema") != "sparsescope-costs")
        in["schema"].fail("is not \"sparsescope-costs\"");
    if (const int version = in.get<int>("version"); version != 1)
        in["version"].fail(fmt::format("is {}, this program reads version 1", version));
    OwnCosts costs;
    costs.name = in.get<std::string>("name");
    requireName(costs.name, in["name"]);
    costs.operators = listed(in, "operators", parseOperatorKind);
    costs.types = listed(in, "types", parseDataType);
    for (const auto& [format, sums] : in["costs"].members()) {
        if (format != anyFormat && !findFormatKind(format))
            sums.fail("is no format, nor \"any\"");
        costs.byFormat.emplace(format, costsFrom(sums));
    }
    if (!costs.byFormat.contains(anyFormat))
        in["costs"].fail("has nothing for \"any\", the formats that are not listed");
    return costs;
}

OwnCosts readOwnCosts(const std::string& file)
{
    if (file.ends_with(".json"))
        return withMappedFile(
            file, [&](std::string_view text) { return ownCostsFromJson(parseJson(text, {.file = file}), file); });
    OwnCosts costs;
    costs.name = std::filesystem::path(file).stem().string();
    requireName(costs.name, JsonReader(nlohmann::json(), file, "its name"));
    costs.program = file;
    return costs;
}

std::string textOf(const OwnCosts& costs)
{
    if (!costs.program.empty())
        return readText(costs.program);
    std::string text = costs.name;
    for (const auto& [format, sums] : costs.byFormat)
        for (const OwnCosts::Sum& sum : sums) {
            text += "\n" + format;
            for (const auto& [feature, coefficient] : sum)
                text += fmt::format(" {} {}", feature ? feature->name : constantTerm, coefficient);
        }
    return text;
}

void useCosts(Calibration& calibration, OwnCosts costs)
{
    calibration.name = withoutOwnCosts(calibration.name).first + ownMark + costs.name;
    calibration.own = std::make_shared<const OwnCosts>(std::move(costs));
}

Calibration calibrationWith(const std::string& nameOrFile, const std::vector<std::string>& changes,
                            const std::string& costModel)
{
    Calibration calibration = readCalibration(nameOrFile.empty() ? defaultCalibration : nameOrFile);
    for (const std::string& change : changes) {
        if (!costModel.empty() && !change.starts_with("launch="))
            failUsage(fmt::format("\"{}\" changes the calibration's costs, and {} has its own: of these two, "
                                  "launch=FACTOR alone goes with a cost model of one's own",
                                  change, costModel));
        changeCosts(calibration, change);
    }
    if (!costModel.empty())
        useCosts(calibration, readOwnCosts(costModel));
    return calibration;
}

std::pair<std::string, bool> withoutOwnCosts(const std::string& calibration)
{
    const std::size_t at = calibration.find(ownMark);
    return {calibration.substr(0, at), at != std::string::npos};
}

} // namespace sparsescope
