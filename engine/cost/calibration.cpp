#include "engine/cost/calibration.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_reader.h"
#include "engine/plan/format.h"
#include "engine/plan/header.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

namespace sparsescope {

namespace {

using nlohmann::json;

template <class T>
const T* byName(const std::vector<std::pair<std::string, T>>& list, const std::string& name)
{
    for (const auto& [key, value] : list)
        if (key == name)
            return &value;
    return nullptr;
}

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
LinearCoefficients coefficients(const JsonReader& in)
{
    const auto values = in.as<std::vector<double>>();
    LinearCoefficients k = {};
    if (values.size() != k.size())
        in.fail(fmt::format("has {} numbers, not {}", values.size(), k.size()));
    if (std::any_of(values.begin(), values.end(), [](double v) { return !(v >= 0 && v <= mostNs); }) ||
        std::all_of(values.begin(), values.end(), [](double v) { return v == 0; }))
        in.fail("holds a number below 0 or too large, or nothing but 0");
    std::copy(values.begin(), values.end(), k.begin());
    return k;
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
        LinearFit fit{coefficients(in["plain"]), coefficients(in["atomic"]), residualsFrom(in),
                      in.get("label", std::string())};
        fit.withoutBlocks = in.get("withoutBlocks", false);
        if (in.has("slots"))
            fit.slots = coefficients(in["slots"]);
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
        const auto dtype =
            std::find_if(dataTypes.begin(), dataTypes.end(), [&, &type = type](DataType t) { return name(t) == type; });
        if (dtype == dataTypes.end())
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

double Rates::flops(DataType dtype) const
{
    for (const auto& [type, flops] : flopsPerNs)
        if (type == dtype)
            return flops;
    return 0;
}

const CostTable* CalibrationEntry::table(const std::string& format, std::int64_t rows) const
{
    for (const auto& [key, table] : tables)
        if (key == format && table.rows == rows)
            return &table;
    return nullptr;
}

const RooflineFit* CalibrationEntry::fit(const std::string& format) const
{
    return byName(fits, format);
}

const LinearFit* CalibrationEntry::linear(const std::string& format, const std::string& label, bool blocks) const
{
    const LinearFit* best = nullptr;
    int most = -1; // of what it has in common with what is asked for; the parameters count more
    for (const auto& [key, fit] : linears) {
        if (key != format || (!fit.label.empty() && fit.label != label))
            continue;
        const int common = (fit.label == label ? 2 : 0) + (fit.withoutBlocks != blocks ? 1 : 0);
        if (common > most) {
            most = common;
            best = &fit;
        }
    }
    return best;
}

std::string CalibrationEntry::costedAs(const Format& format, std::int64_t rows) const
{
    const auto known = [&](const std::string& name) { return table(name, rows) || linear(name) || fit(name); };
    std::string own = format.name();
    if (known(own))
        return own;
    if (format.byLibrary())
        return own;
    if (std::string like = format.costedAs(); known(like))
        return like;
    for (const std::string& name : commonlyCosted())
        if (known(name))
            return name;
    return own;
}

Latency CalibrationEntry::latency(const Format& format) const
{
    const Latency* known = byName(latencies, format.label());
    known = known ? known : byName(latencies, format.name());
    if (const std::string like = format.costedAs(); !known && like != format.name()) {
        known = byName(latencies, like);
        known = known ? known : byName(latencies, commonlyCosted().front());
    }
    return known ? *known : Latency();
}

std::vector<const CalibrationEntry*> Calibration::entriesOf(OperatorKind op, DataType dtype) const
{
    std::vector<const CalibrationEntry*> found;
    std::string there;
    for (const CalibrationEntry& e : entries) {
        if (e.op == op && e.dtype == dtype)
            found.push_back(&e);
        const std::string numbers = fmt::format("{} {}", sparsescope::name(e.op), sparsescope::name(e.dtype));
        if (there.find(numbers) == std::string::npos)
            there += (there.empty() ? "" : ", ") + numbers;
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto* a, const auto* b) { return a->densePart < b->densePart; });
    if (!found.empty())
        return found;
    failInput(fmt::format("calibration {} has no numbers for {} {}, only for {}", name, sparsescope::name(op),
                          sparsescope::name(dtype), there));
}

const CalibrationEntry& Calibration::nearest(OperatorKind op, DataType dtype, std::int64_t densePart) const
{
    const std::vector<const CalibrationEntry*> measured = entriesOf(op, dtype);
    return **std::min_element(measured.begin(), measured.end(), [&](const auto* a, const auto* b) {
        return std::abs(a->densePart - densePart) < std::abs(b->densePart - densePart);
    });
}

std::set<std::string> formatsWithCosts(const Calibration& calibration)
{
    std::set<std::string> formats;
    for (const CalibrationEntry& e : calibration.entries) {
        for (const auto& [format, table] : e.tables)
            formats.insert(format);
        for (const auto& [format, fit] : e.fits)
            formats.insert(format);
        for (const auto& [format, fit] : e.linears)
            formats.insert(format);
    }
    return formats;
}

void changeCosts(Calibration& calibration, const std::string& change)
{
    const std::size_t sign = change.find('=');
    const std::string what = change.substr(0, sign);
    double factor = 0;
    if (sign != std::string::npos) {
        const char* end = change.data() + change.size();
        const auto [rest, error] = std::from_chars(change.data() + sign + 1, end, factor);
        factor = error == std::errc{} && rest == end && std::isfinite(factor) ? factor : 0;
    }
    std::set<std::string> known = formatsWithCosts(calibration);
    known.insert({"atomic", "launch"});
    if (!known.contains(what) || !(factor > 0))
        failUsage(fmt::format("\"{}\" is no change of costs: one of {}, then = and a factor above 0", change,
                              fmt::join(known, ", ")));

    const auto scale = [&](auto& values) {
        for (double& value : values)
            value *= factor;
    };
    const bool atomic = what == "atomic";
    if (what == "launch") {
        calibration.launchNs *= factor;
        calibration.nextLaunchNs *= factor;
    }
    for (CalibrationEntry& e : calibration.entries) {
        for (auto& [format, table] : e.tables) {
            if (format == what)
                scale(table.ns);
            if (format == what || atomic)
                scale(table.atomicNs);
            if (format == what)
                scale(table.slotsNs);
        }
        for (auto& [format, fit] : e.fits) {
            if (format == what) {
                fit.a *= factor;
                fit.b *= factor;
            }
            if (atomic) {
                fit.c *= factor;
                fit.d *= factor;
            }
        }
        for (auto& [format, fit] : e.linears) {
            if (format == what)
                scale(fit.plain);
            if (format == what || atomic)
                scale(fit.atomic);
            if (format == what && fit.slots)
                scale(*fit.slots);
        }
    }
    calibration.name += fmt::format(", {} x{}", what, factor);
}

Calibration calibrationFromJson(const json& root, const std::string& file)
{
    const JsonReader in(root, file);
    if (in.get<std::string>("schema") != "sparsescope-calibration")
        in["schema"].fail("is not \"sparsescope-calibration\"");
    if (const int version = in.get<int>("version"); version < 1 || version > 2)
        in["version"].fail(fmt::format("is {}, this program reads versions 1 and 2", version));
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
            json linear = withResiduals({{"model", "linear"}, {"plain", f.plain}, {"atomic", f.atomic}}, f.residuals);
            if (!f.label.empty())
                linear["label"] = f.label;
            if (f.slots)
                linear["slots"] = *f.slots;
            if (f.withoutBlocks)
                linear["withoutBlocks"] = true;
            newer |= f.slots || f.withoutBlocks;
            add(format, linear);
        }
        entries.push_back({{"operator", name(e.op)},
                           {"dtype", name(e.dtype)},
                           {"densePart", e.densePart},
                           {"peakFlopPerByte", e.peakFlopPerByte},
                           {"formats", formats}});
        for (const auto& [format, latency] : e.latencies)
            entries.back()["latencyNs"][format] =
                latency.perStepNs > 0 ? json{latency.ns, latency.perStepNs} : json(latency.ns);
    }
    json all = {{"schema", "sparsescope-calibration"},
                {"version", newer ? 2 : 1},
                {"name", c.name},
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
    return all;
}

std::string calibrationText(const Calibration& calibration)
{
    const json all = toJson(calibration);
    std::string text = "{\n";
    for (const auto& [key, value] : all.items())
        if (key != "entries")
            text += fmt::format("  {}: {},\n", json(key).dump(), value.dump());
    text += "  \"entries\": [";
    const char* separator = "\n    ";
    for (const json& entry : all.at("entries")) {
        text += separator + entry.dump();
        separator = ",\n    ";
    }
    return text + "\n  ]\n}\n";
}

std::vector<std::string> shippedCalibrations()
{
    std::vector<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(resourcePath("calibrations")))
        if (file.path().extension() == ".json")
            names.push_back(file.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

Calibration readCalibration(const std::string& nameOrFile)
{
    std::string path = nameOrFile;
    if (!std::filesystem::exists(path)) {
        const std::vector<std::string> names = shippedCalibrations();
        if (std::find(names.begin(), names.end(), nameOrFile) == names.end())
            failInput(fmt::format("is neither a file nor one of the shipped calibrations: {}", fmt::join(names, ", ")),
                      {.file = nameOrFile});
        path = resourcePath("calibrations/" + nameOrFile + ".json");
    }
    return calibrationFromJson(parseJson(readText(path), {.file = path}), path);
}

} // namespace sparsescope
