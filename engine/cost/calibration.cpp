#include "engine/cost/calibration.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/plan/format.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <set>

namespace sparsescope {

namespace {

template <class T>
const T* byName(const std::vector<std::pair<std::string, T>>& list, const std::string& name)
{
    for (const auto& [key, value] : list)
        if (key == name)
            return &value;
    return nullptr;
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

DataType Calibration::measuredFor(OperatorKind op, DataType dtype) const
{
    const bool measured = std::any_of(entries.begin(), entries.end(),
                                      [&](const CalibrationEntry& e) { return e.op == op && e.dtype == dtype; });
    return dtype == DataType::Float64 && !measured ? DataType::Float32 : dtype;
}

std::vector<const CalibrationEntry*> Calibration::entriesOf(OperatorKind op, DataType dtype) const
{
    const DataType measured = measuredFor(op, dtype);
    std::vector<const CalibrationEntry*> found;
    std::string there;
    for (const CalibrationEntry& e : entries) {
        if (e.op == op && e.dtype == measured)
            found.push_back(&e);
        const std::string numbers = fmt::format("{} {}", sparsescope::name(e.op), sparsescope::name(e.dtype));
        if (there.find(numbers) == std::string::npos)
            there += (there.empty() ? "" : ", ") + numbers;
    }
    if (found.empty())
        for (const CalibrationEntry& e : estimates)
            if (e.op == op && e.dtype == dtype)
                found.push_back(&e);
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
    const auto scaleEntry = [&](CalibrationEntry& e) {
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
    };
    std::for_each(calibration.entries.begin(), calibration.entries.end(), scaleEntry);
    std::for_each(calibration.estimates.begin(), calibration.estimates.end(), scaleEntry);
    calibration.name += fmt::format(", {} x{}", what, factor);
}

void keepOthers(Calibration& fresh, const Calibration& before)
{
    if (before.gpu != fresh.gpu)
        failInput(fmt::format("has the numbers of an {}, not of this {}", before.gpu, fresh.gpu),
                  {.file = before.name});
    const std::vector<CalibrationEntry> measured = std::move(fresh.entries);
    fresh.entries.clear();
    std::vector<std::string> kept;
    for (const OperatorKind op : operatorKinds())
        for (const DataType dtype : allDataTypes) {
            const auto take = [&](const std::vector<CalibrationEntry>& from) {
                const std::size_t size = fresh.entries.size();
                std::copy_if(from.begin(), from.end(), std::back_inserter(fresh.entries),
                             [&](const CalibrationEntry& e) { return e.op == op && e.dtype == dtype; });
                return fresh.entries.size() > size;
            };
            if (!take(measured) && take(before.entries))
                kept.push_back(fmt::format("{} {}", sparsescope::name(op), sparsescope::name(dtype)));
        }
    // Pairings alike, by type and axis; the index as a whole.
    const std::vector<PairingTimes> pairings = fresh.sparda.pairings;
    for (const PairingTimes& old : before.sparda.pairings)
        if (std::none_of(pairings.begin(), pairings.end(), [&](const PairingTimes& now) {
                return now.dtype == old.dtype && now.pairing.axis == old.pairing.axis;
            }))
            fresh.sparda.pairings.push_back(old);
    fresh.sparda.denseFlopsPerNs.insert(before.sparda.denseFlopsPerNs.begin(), before.sparda.denseFlopsPerNs.end());
    if (fresh.sparda.index.empty())
        fresh.sparda.index = before.sparda.index;
    if (kept.empty())
        return;
    // What was measured before was measured, and is added up, with these.
    if (!before.rates.flopsPerNs.empty()) // older files have none
        fresh.rates = before.rates;
    if (before.nextLaunchNs > 0) {
        fresh.launchNs = before.launchNs;
        fresh.nextLaunchNs = before.nextLaunchNs;
    }
    fresh.conditions["kept"] = {{"of", kept}, {"conditions", before.conditions}};
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

std::optional<Calibration> shippedCalibration(const std::string& name)
{
    const std::vector<std::string> names = shippedCalibrations();
    if (std::find(names.begin(), names.end(), name) == names.end())
        return {};
    const std::string path = resourcePath("calibrations/" + name + ".json");
    return calibrationFromJson(parseJson(readText(path), {.file = path}), path);
}

Calibration readCalibration(const std::string& nameOrFile)
{
    if (std::filesystem::exists(nameOrFile))
        return calibrationFromJson(parseJson(readText(nameOrFile), {.file = nameOrFile}), nameOrFile);
    if (std::optional<Calibration> shipped = shippedCalibration(nameOrFile))
        return *std::move(shipped);
    failInput(fmt::format("is neither a file nor one of the shipped calibrations: {}",
                          fmt::join(shippedCalibrations(), ", ")),
              {.file = nameOrFile});
}

} // namespace sparsescope
