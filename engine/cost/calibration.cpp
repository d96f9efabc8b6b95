#include "engine/cost/calibration.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/plan/format.h"

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

// Reads members of one JSON object and says where it went wrong.
class Reader {
public:
    Reader(const json& object, std::string file, std::string path)
        : m_object(object), m_file(std::move(file)), m_path(std::move(path))
    {
        if (!object.is_object())
            fail("is not an object", "");
    }
    template <class T>
    T get(const char* key) const
    {
        const auto found = m_object.find(key);
        if (found == m_object.end())
            fail("is missing", key);
        try {
            return found->get<T>();
        } catch (const json::exception&) {
            fail("has the wrong type", key);
        }
    }
    double positive(const char* key) const
    {
        const double value = get<double>(key);
        if (!(value > 0))
            fail("must be above 0", key);
        return value;
    }
    bool has(const char* key) const { return m_object.contains(key); }
    Reader inner(const json& object, const char* key) const { return {object, m_file, m_path + key + "."}; }
    double notNegative(const char* key) const
    {
        const double value = get<double>(key);
        if (!(value >= 0))
            fail("must not be below 0", key);
        return value;
    }
    // A sub-task has to cost something, or a search has no end.
    LinearCoefficients coefficients(const char* key) const
    {
        const auto values = get<std::vector<double>>(key);
        LinearCoefficients k = {};
        if (values.size() != k.size())
            fail(fmt::format("has {} numbers, not {}", values.size(), k.size()), key);
        if (std::any_of(values.begin(), values.end(), [](double v) { return !(v >= 0); }) ||
            std::all_of(values.begin(), values.end(), [](double v) { return v == 0; }))
            fail("holds a number below 0, or nothing but 0", key);
        std::copy(values.begin(), values.end(), k.begin());
        return k;
    }
    [[noreturn]] void fail(const std::string& reason, const char* key) const
    {
        failInput(reason, {.file = m_file, .call = m_path + key});
    }

private:
    const json& m_object;
    std::string m_file;
    std::string m_path;
};

CostTable tableFrom(const Reader& in)
{
    CostTable table{in.get<std::int64_t>("rows"), in.get<std::vector<std::int64_t>>("widths"),
                    in.get<std::vector<double>>("ns"), in.get<std::vector<double>>("atomicNs")};
    if (table.widths.empty() || table.ns.size() != table.widths.size() || table.atomicNs.size() != table.widths.size())
        in.fail("widths, ns and atomicNs differ in length or are empty", "widths");
    if (!std::is_sorted(table.widths.begin(), table.widths.end(), std::less_equal<>{}))
        in.fail("must ascend", "widths");
    for (const auto& [key, list] : {std::pair{"ns", &table.ns}, {"atomicNs", &table.atomicNs}})
        for (const double ns : *list)
            if (!(ns > 0))
                in.fail("must be above 0", key);
    return table;
}

Residuals residualsFrom(const Reader& in)
{
    if (!in.has("residuals"))
        return {};
    const json numbers = in.get<json>("residuals");
    const Reader r = in.inner(numbers, "residuals");
    return {r.get<std::int64_t>("points"), r.get<double>("pearson"), r.get<double>("medianError")};
}

void addNumbers(CalibrationEntry& entry, const std::string& format, const Reader& in)
{
    const auto model = in.get<std::string>("model");
    if (model == "table") {
        CostTable table = tableFrom(in);
        if (entry.table(format, table.rows))
            in.fail(fmt::format("is {} in two tables of {}", table.rows, format), "rows");
        entry.tables.emplace_back(format, std::move(table));
    } else if (model == "roofline") {
        if (entry.fit(format))
            in.fail("is the second roofline of " + format, "model");
        RooflineFit fit{in.notNegative("a"), in.notNegative("b"), in.get<double>("c"), in.get<double>("d"), {}};
        if (fit.a + fit.b == 0)
            in.fail("and b are both 0", "a");
        fit.residuals = residualsFrom(in);
        entry.fits.emplace_back(format, fit);
    } else if (model == "linear") {
        const auto label = in.has("label") ? in.get<std::string>("label") : std::string();
        if (const LinearFit* there = entry.linear(format, label); there && there->label == label)
            in.fail("is the second linear model of " + (label.empty() ? format : label), "model");
        entry.linears.emplace_back(
            format, LinearFit{in.coefficients("plain"), in.coefficients("atomic"), residualsFrom(in), label});
    } else {
        in.fail("is none of \"table\", \"roofline\", \"linear\"", "model");
    }
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

const LinearFit* CalibrationEntry::linear(const std::string& format, const std::string& label) const
{
    const LinearFit* any = nullptr;
    for (const auto& [key, fit] : linears)
        if (key == format && fit.label == label)
            return &fit;
        else if (key == format && fit.label.empty())
            any = &fit;
    return any;
}

std::string CalibrationEntry::costedAs(const Format& format, std::int64_t rows) const
{
    const auto known = [&](const std::string& name) { return table(name, rows) || linear(name) || fit(name); };
    std::string own = format.name();
    if (known(own))
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
        }
    }
    calibration.name += fmt::format(", {} x{}", what, factor);
}

Calibration calibrationFromJson(const json& root, const std::string& file)
{
    const Reader in(root, file, "");
    if (in.get<std::string>("schema") != "sparsescope-calibration")
        in.fail("is not \"sparsescope-calibration\"", "schema");
    if (in.get<int>("version") > 1)
        in.fail(fmt::format("is {}, this program reads version 1", in.get<int>("version")), "version");
    Calibration c;
    c.name = in.get<std::string>("name");
    c.gpu = in.get<std::string>("gpu");
    c.source = in.get<std::string>("source");
    c.sms = in.get<int>("sms");
    c.launchNs = in.notNegative("launchNs");
    if (c.sms < 1)
        in.fail("must be at least 1", "sms");
    if (in.has("nextLaunchNs"))
        c.nextLaunchNs = in.notNegative("nextLaunchNs");
    if (in.has("conditions"))
        c.conditions = in.get<json>("conditions");
    if (in.has("rates")) {
        const json numbers = in.get<json>("rates");
        const Reader r = in.inner(numbers, "rates");
        c.rates.copyBytesPerNs = r.positive("copyBytesPerNs");
        c.rates.gatherBytesPerNs = r.positive("gatherBytesPerNs");
        for (const auto& [type, flops] : r.get<std::map<std::string, double>>("flopsPerNs")) {
            const auto dtype = std::find_if(dataTypes.begin(), dataTypes.end(),
                                            [&](DataType t) { return sparsescope::name(t) == type; });
            if (dtype == dataTypes.end() || !(flops > 0))
                r.fail(fmt::format("{}: {} is no data type with a rate above 0", type, flops), "flopsPerNs");
            c.rates.flopsPerNs.emplace_back(*dtype, flops);
        }
    }
    const json entries = in.get<json>("entries");
    if (!entries.is_array())
        in.fail("is not an array", "entries");
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::string path = fmt::format("entries[{}].", i);
        const Reader e(entries[i], file, path);
        CalibrationEntry entry;
        entry.op = parseOperatorKind(e.get<std::string>("operator"));
        entry.dtype = parseDataType(e.get<std::string>("dtype"));
        entry.densePart = e.get<std::int64_t>("densePart");
        entry.peakFlopPerByte = e.positive("peakFlopPerByte");
        if (e.has("latencyNs"))
            for (const auto& [format, numbers] : e.get<std::map<std::string, json>>("latencyNs")) {
                const bool pair =
                    numbers.is_array() && numbers.size() == 2 && numbers[0].is_number() && numbers[1].is_number();
                if (!pair && !numbers.is_number())
                    e.fail("has the wrong type", "latencyNs");
                const Latency latency{(pair ? numbers[0] : numbers).get<double>(), pair ? numbers[1].get<double>() : 0};
                if (!(latency.ns >= 0) || !(latency.perStepNs >= 0))
                    e.fail("must not be below 0", "latencyNs");
                entry.latencies.emplace_back(format, latency);
            }
        if (entry.densePart < 1)
            e.fail("must be at least 1", "densePart");
        const json formats = e.get<json>("formats");
        for (const auto& [format, numbers] : formats.items()) {
            const std::string at = path + "formats." + format;
            if (numbers.is_array()) {
                for (std::size_t n = 0; n < numbers.size(); ++n)
                    addNumbers(entry, format, Reader(numbers[n], file, fmt::format("{}[{}].", at, n)));
            } else {
                addNumbers(entry, format, Reader(numbers, file, at + "."));
            }
        }
        c.entries.push_back(std::move(entry));
    }
    return c;
}

json toJson(const Calibration& c)
{
    json entries = json::array();
    for (const CalibrationEntry& e : c.entries) {
        json formats = json::object();
        // One object, or an array of them where a format has several tables.
        const auto add = [&](const std::string& format, const json& numbers) {
            json& there = formats[format];
            if (there.is_object())
                there = json::array({there});
            there.is_array() ? there.push_back(numbers) : void(there = numbers);
        };
        for (const auto& [format, t] : e.tables)
            add(format,
                {{"model", "table"}, {"rows", t.rows}, {"widths", t.widths}, {"ns", t.ns}, {"atomicNs", t.atomicNs}});
        for (const auto& [format, f] : e.fits)
            add(format,
                withResiduals({{"model", "roofline"}, {"a", f.a}, {"b", f.b}, {"c", f.c}, {"d", f.d}}, f.residuals));
        for (const auto& [format, f] : e.linears) {
            json linear = withResiduals({{"model", "linear"}, {"plain", f.plain}, {"atomic", f.atomic}}, f.residuals);
            if (!f.label.empty())
                linear["label"] = f.label;
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
                {"version", 1},
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
    const std::string text = readText(path);
    try {
        return calibrationFromJson(json::parse(text), path);
    } catch (const json::out_of_range& e) {
        failInput(std::string("holds a number out of range: ") + e.what(), {.file = path});
    } catch (const json::parse_error& e) {
        const auto line =
            1 +
            std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(e.byte, text.size())), '\n');
        failInput("is not valid JSON", {.file = path, .line = line});
    }
}

} // namespace sparsescope
