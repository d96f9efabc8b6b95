// Calibrations as JSON: what is read is checked, what is written is what was read.
#include "engine/cost/calibration.h"

#include "engine/core/error.h"
#include "engine/core/json_reader.h"
#include "engine/cost/estimates.h"
#include "engine/cost/own_costs.h"
#include "engine/plan/header.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

namespace {

using nlohmann::json;

// Times and rates are far below; above, sums of the costs of a plan's sub-tasks would become infinite.
constexpr double mostNs = 1e30;

double numberFrom(const JsonReader& in, double least = -mostNs)
{
    const double value = in.as<double>();
    if (!(value >= least) || value > mostNs)
        in.fail(least == 0 ? fmt::format("must not be below 0, nor above {}", mostNs)
                           : fmt::format("must be between {} and {}", least, mostNs));
    return value;
}

double positive(const JsonReader& in)
{
    const double value = numberFrom(in);
    if (!(value > 0))
        in.fail("must be above 0");
    return value;
}

double notNegative(const JsonReader& in)
{
    return numberFrom(in, 0);
}

// A sub-task has to cost something, or a search has no end.
LinearCoefficients coefficientsFrom(const JsonReader& in)
{
    const auto values = in.as<std::vector<double>>();
    LinearCoefficients k = {};
    if (values.size() != k.size() && values.size() != k.size() - 1)
        in.fail(fmt::format("has {} numbers, not {} or {}", values.size(), k.size() - 1, k.size()));
    if (std::any_of(values.begin(), values.end(), [](double v) { return !(v >= 0 && v <= mostNs); }) ||
        std::all_of(values.begin(), values.begin() + 4, [](double v) { return v == 0; }))
        in.fail("holds a number below 0 or too large, or nothing but 0");
    std::copy(values.begin(), values.end(), k.begin());
    return k;
}

// Without the last where that is 0, as of all operators but RGMS.
json coefficientsJson(const LinearCoefficients& k)
{
    return std::vector<double>(k.begin(), k.end() - (k.back() == 0 ? 1 : 0));
}

CostTable tableFrom(const JsonReader& in)
{
    CostTable table{in.integer("rows", 1, INT32_MAX), in.get<std::vector<std::int64_t>>("widths"),
                    in.get<std::vector<double>>("ns"), in.get<std::vector<double>>("atomicNs"),
                    in.get("slotsNs", std::vector<double>())};
    const JsonReader widths = in["widths"];
    if (table.widths.empty() || table.ns.size() != table.widths.size() ||
        table.atomicNs.size() != table.widths.size() ||
        (!table.slotsNs.empty() && table.slotsNs.size() != table.widths.size()))
        widths.fail("widths, ns, atomicNs and slotsNs differ in length or are empty");
    if (!std::is_sorted(table.widths.begin(), table.widths.end(), std::less_equal<>{}))
        widths.fail("must ascend");
    if (table.widths.front() < 1 || table.widths.back() > INT32_MAX)
        widths.fail(fmt::format("must be from 1 to {}", INT32_MAX));
    for (const char* key : {"ns", "atomicNs", "slotsNs"})
        if (in.has(key))
            for (const JsonReader& ns : in[key].elements())
                positive(ns);
    return table;
}

Residuals residualsFrom(const JsonReader& in)
{
    if (!in.has("residuals"))
        return {};
    const JsonReader r = in["residuals"];
    return {r.integer("points", 0, INT64_MAX), r.get<double>("pearson"), r.get<double>("medianError")};
}

void addNumbers(CalibrationEntry& entry, const std::string& format, const JsonReader& in)
{
    const auto model = in.get<std::string>("model");
    if (model == "table") {
        CostTable table = tableFrom(in);
        if (entry.table(format, table.rows))
            in["rows"].fail(fmt::format("is {} in two tables of {}", table.rows, format));
        entry.tables.emplace_back(format, std::move(table));
    } else if (model == "roofline") {
        if (entry.fit(format))
            in["model"].fail("is the second roofline of " + format);
        RooflineFit fit{notNegative(in["a"]), notNegative(in["b"]), numberFrom(in["c"]), numberFrom(in["d"]), {}};
        if (fit.a + fit.b == 0)
            in["a"].fail("and b are both 0");
        fit.residuals = residualsFrom(in);
        entry.fits.emplace_back(format, fit);
    } else if (model == "linear") {
        LinearFit fit{coefficientsFrom(in["plain"]), coefficientsFrom(in["atomic"]), residualsFrom(in),
                      in.get("label", std::string())};
        fit.withoutBlocks = in.get("withoutBlocks", false);
        if (in.has("slots"))
            fit.slots = coefficientsFrom(in["slots"]);
        for (const auto& [there, other] : entry.linears)
            if (there == format && other.label == fit.label && other.withoutBlocks == fit.withoutBlocks)
                in["model"].fail("is the second linear model of " + (fit.label.empty() ? format : fit.label));
        entry.linears.emplace_back(format, std::move(fit));
    } else {
        in["model"].fail("is none of \"table\", \"roofline\", \"linear\"");
    }
}

Rates ratesFrom(const JsonReader& in)
{
    Rates rates;
    rates.copyBytesPerNs = positive(in["copyBytesPerNs"]);
    rates.gatherBytesPerNs = positive(in["gatherBytesPerNs"]);
    for (const auto& [type, flops] : in["flopsPerNs"].members()) {
        const auto dtype = std::find_if(allDataTypes.begin(), allDataTypes.end(),
                                        [&, &type = type](DataType t) { return name(t) == type; });
        if (dtype == allDataTypes.end())
            flops.fail("is no data type");
        rates.flopsPerNs.emplace_back(*dtype, positive(flops));
    }
    return rates;
}

Latency latencyFrom(const JsonReader& in)
{
    if (!in.value().is_array())
        return {notNegative(in), 0};
    if (in.value().size() != 2)
        in.fail("is neither a number nor a pair of them");
    return {notNegative(in.element(0)), notNegative(in.element(1))};
}

CalibrationEntry entryFrom(const JsonReader& in)
{
    CalibrationEntry entry;
    entry.op = parseOperatorKind(in.get<std::string>("operator"));
    entry.dtype = parseDataType(in.get<std::string>("dtype"));
    entry.densePart = in.integer("densePart", 1, mostOf::dense);
    entry.peakFlopPerByte = positive(in["peakFlopPerByte"]);
    if (in.has("cacheBytes"))
        entry.cacheBytes = positive(in["cacheBytes"]);
    if (in.has("latencyNs"))
        for (const auto& [format, latency] : in["latencyNs"].members())
            entry.latencies.emplace_back(format, latencyFrom(latency));
    for (const auto& [format, numbers] : in["formats"].members()) {
        if (!numbers.value().is_array())
            addNumbers(entry, format, numbers);
        else
            for (const JsonReader& one : numbers.elements())
                addNumbers(entry, format, one);
    }
    return entry;
}

json withResiduals(json fit, const Residuals& residuals)
{
    if (residuals.points > 0)
        fit["residuals"] = {
            {"points", residuals.points}, {"pearson", residuals.pearson}, {"medianError", residuals.medianError}};
    return fit;
}

} // namespace

Calibration calibrationFromJson(const json& root, const std::string& file)
{
    const JsonReader in(root, file);
    if (in.get<std::string>("schema") != "sparsescope-calibration")
        in["schema"].fail("is not \"sparsescope-calibration\"");
    if (const int version = in.get<int>("version"); version < 1 || version > 3)
        in["version"].fail(fmt::format("is {}, this program reads versions 1 to 3", version));
    Calibration c;
    c.name = in.get<std::string>("name");
    c.gpu = in.get<std::string>("gpu");
    c.source = in.get<std::string>("source");
    c.sms = static_cast<int>(in.integer("sms", 1, mostOf::sms));
    c.launchNs = notNegative(in["launchNs"]);
    if (in.has("nextLaunchNs"))
        c.nextLaunchNs = notNegative(in["nextLaunchNs"]);
    if (in.has("conditions"))
        c.conditions = in.get<json>("conditions");
    if (in.has("rates"))
        c.rates = ratesFrom(in["rates"]);
    for (const JsonReader& entry : in["entries"].elements())
        try {
            c.entries.push_back(entryFrom(entry));
        } catch (const Error& e) {
            if (!e.where().file.empty())
                throw;
            entry.fail(e.reason()); // an operator or type of which there is none
        }
    c.estimates = estimatedEntries(c);
    c.sparda = pairingDatabaseFrom(in);
    return c;
}

json toJson(const Calibration& c)
{
    json entries = json::array();
    bool newer = false; // than what the first programs read
    for (const CalibrationEntry& e : c.entries) {
        json formats = json::object();
        // One object, or an array of them where a format has several tables.
        const auto add = [&](const std::string& format, const json& numbers) {
            json& there = formats[format];
            if (there.is_object())
                there = json::array({there});
            there.is_array() ? there.push_back(numbers) : void(there = numbers);
        };
        for (const auto& [format, t] : e.tables) {
            json table = {
                {"model", "table"}, {"rows", t.rows}, {"widths", t.widths}, {"ns", t.ns}, {"atomicNs", t.atomicNs}};
            if (!t.slotsNs.empty())
                table["slotsNs"] = t.slotsNs;
            newer |= !t.slotsNs.empty();
            add(format, table);
        }
        for (const auto& [format, f] : e.fits)
            add(format,
                withResiduals({{"model", "roofline"}, {"a", f.a}, {"b", f.b}, {"c", f.c}, {"d", f.d}}, f.residuals));
        for (const auto& [format, f] : e.linears) {
            json linear = withResiduals(
                {{"model", "linear"}, {"plain", coefficientsJson(f.plain)}, {"atomic", coefficientsJson(f.atomic)}},
                f.residuals);
            if (!f.label.empty())
                linear["label"] = f.label;
            if (f.slots)
                linear["slots"] = coefficientsJson(*f.slots);
            if (f.withoutBlocks)
                linear["withoutBlocks"] = true;
            newer |= f.slots || f.withoutBlocks || f.plain.back() > 0 || f.atomic.back() > 0;
            add(format, linear);
        }
        entries.push_back({{"operator", name(e.op)},
                           {"dtype", name(e.dtype)},
                           {"densePart", e.densePart},
                           {"peakFlopPerByte", e.peakFlopPerByte},
                           {"formats", formats}});
        if (e.cacheBytes > 0) {
            entries.back()["cacheBytes"] = e.cacheBytes;
            newer = true;
        }
        for (const auto& [format, latency] : e.latencies)
            entries.back()["latencyNs"][format] =
                latency.perStepNs > 0 ? json{latency.ns, latency.perStepNs} : json(latency.ns);
    }
    json all = {{"schema", "sparsescope-calibration"},
                {"version", !c.sparda.empty() ? 3
                            : newer           ? 2
                                              : 1},
                {"name", withoutOwnCosts(c.name).first},
                {"gpu", c.gpu},
                {"source", c.source},
                {"sms", c.sms},
                {"launchNs", c.launchNs},
                {"entries", entries}};
    if (c.nextLaunchNs > 0)
        all["nextLaunchNs"] = c.nextLaunchNs;
    if (!c.conditions.empty())
        all["conditions"] = c.conditions;
    if (!c.rates.flopsPerNs.empty()) {
        all["rates"] = {{"copyBytesPerNs", c.rates.copyBytesPerNs},
                        {"gatherBytesPerNs", c.rates.gatherBytesPerNs},
                        {"flopsPerNs", json::object()}};
        for (const auto& [type, flops] : c.rates.flopsPerNs)
            all["rates"]["flopsPerNs"][sparsescope::name(type)] = flops;
    }
    addJson(c.sparda, all);
    return all;
}

std::string calibrationText(const Calibration& calibration)
{
    const json all = toJson(calibration);
    std::string text = "{\n";
    std::vector<std::string> lists; // those of many objects, a line each
    for (const auto& [key, value] : all.items())
        if (key == "entries" || key == "pairings" || key == "index")
            lists.push_back(key);
        else
            text += fmt::format("  {}: {},\n", json(key).dump(), value.dump());
    for (const std::string& key : lists) {
        text += fmt::format("  \"{}\": [", key);
        const char* separator = "\n    ";
        for (const json& entry : all.at(key)) {
            text += separator + entry.dump();
            separator = ",\n    ";
        }
        text += key == lists.back() ? "\n  ]\n}\n" : "\n  ],\n";
    }
    return text;
}

} // namespace sparsescope
