#include "engine/cost/pairing_times.h"

#include "engine/core/error.h"
#include "engine/core/json_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sparsescope {

namespace {

using nlohmann::json;

constexpr double mostTime = 1e30; // as in calibrations: sums of costs stay finite
constexpr double mostRate = 1e9;  // operations a ns
constexpr int mostAtOnce = 1024;  // blocks of an SM

std::vector<double> timesFrom(const JsonReader& in, std::size_t size, const char* beside)
{
    auto times = in.as<std::vector<double>>();
    if (times.size() != size)
        in.fail(fmt::format("has {} numbers, {} has {}", times.size(), beside, size));
    for (const JsonReader& ns : in.elements())
        if (const double value = ns.as<double>(); !(value > 0) || value > mostTime)
            ns.fail("is no time above 0");
    return times;
}

DataType dtypeFrom(const JsonReader& in)
{
    const auto text = in.as<std::string>();
    const auto found =
        std::find_if(allDataTypes.begin(), allDataTypes.end(), [&](DataType type) { return name(type) == text; });
    if (found == allDataTypes.end())
        in.fail(fmt::format("\"{}\" is no data type", text));
    return *found;
}

PairingTimes timesFrom(const JsonReader& in)
{
    PairingTimes times;
    times.dtype = dtypeFrom(in["dtype"]);
    times.pairing = pairingFrom(in);
    if (in.has("sparsities")) {
        times.sparsities = in.get<std::vector<double>>("sparsities");
        const JsonReader sparsities = in["sparsities"];
        if (times.sparsities.empty() || !(times.sparsities.front() >= 0) || !(times.sparsities.back() < 1) ||
            !std::is_sorted(times.sparsities.begin(), times.sparsities.end(), std::less_equal<>{}))
            sparsities.fail("must ascend, from 0 on and below 1");
        times.wholeNs = timesFrom(in["wholeNs"], times.sparsities.size(), "sparsities");
        return times;
    }
    times.widths = in.get<std::vector<std::int64_t>>("widths");
    const JsonReader widths = in["widths"];
    if (times.widths.empty() || times.widths.front() < 1 || times.widths.back() > INT32_MAX ||
        !std::is_sorted(times.widths.begin(), times.widths.end(), std::less_equal<>{}))
        widths.fail(fmt::format("must ascend, from 1 to {}", INT32_MAX));
    times.ns = timesFrom(in["ns"], times.widths.size(), "widths");
    times.aloneNs = timesFrom(in["aloneNs"], times.widths.size(), "widths");
    times.atomicNs = timesFrom(in["atomicNs"], times.widths.size(), "widths");
    if (in.has("atOnce"))
        times.atOnce = static_cast<int>(in.integer("atOnce", 1, mostAtOnce));
    return times;
}

IndexTimes indexFrom(const JsonReader& in)
{
    IndexTimes times;
    std::tie(times.input, times.order) = indexKindFrom(in);
    times.axis = gatheredAxisFrom(in["axis"]);
    for (const auto& [member, value] : {std::pair("baseNs", &times.baseNs), std::pair("nsPerByte", &times.nsPerByte),
                                        std::pair("nsPerMember", &times.nsPerMember)}) {
        *value = in.get<double>(member);
        if (!(*value >= 0) || *value > mostTime)
            in[member].fail("must not be below 0");
    }
    return times;
}

} // namespace

double PairingTimes::at(const std::vector<double>& table, std::int64_t width) const
{
    const auto next = std::lower_bound(widths.begin(), widths.end(), width);
    auto i = static_cast<std::size_t>(next - widths.begin());
    if (i == 0 || widths.size() == 1)
        return table.front();
    i = std::min(i, widths.size() - 1);
    const auto from = static_cast<double>(widths[i - 1]), to = static_cast<double>(widths[i]);
    double slope = (table[i] - table[i - 1]) / (to - from);
    if (width > widths.back())
        slope = std::max(slope, 0.0); // a table that falls at its end would reach times below 0
    return table[i] + slope * (static_cast<double>(width) - to);
}

double PairingTimes::nextDenser(double sparsity) const
{
    const auto above = std::upper_bound(sparsities.begin(), sparsities.end(), sparsity);
    if (above == sparsities.begin())
        return std::numeric_limits<double>::infinity();
    return wholeNs[static_cast<std::size_t>(above - sparsities.begin()) - 1];
}

PairingDatabase pairingDatabaseFrom(const JsonReader& calibration)
{
    PairingDatabase database;
    if (calibration.has("pairings"))
        for (const JsonReader& one : calibration["pairings"].elements())
            database.pairings.push_back(timesFrom(one));
    if (calibration.has("index"))
        for (const JsonReader& one : calibration["index"].elements())
            database.index.push_back(indexFrom(one));
    if (calibration.has("whole")) {
        const JsonReader whole = calibration["whole"];
        const std::vector<JsonReader> shape = whole["shape"].elements();
        if (shape.size() != database.whole.shape.size())
            whole["shape"].fail(fmt::format("has {} numbers, not 3: M, K, N", shape.size()));
        for (std::size_t i = 0; i < shape.size(); ++i)
            database.whole.shape[i] = shape[i].integer(1, INT32_MAX);
        database.whole.dtype = dtypeFrom(whole["dtype"]);
        database.whole.denseNs = whole.get<double>("denseNs");
        if (!(database.whole.denseNs > 0) || database.whole.denseNs > mostTime)
            whole["denseNs"].fail("is no time above 0");
    }
    if (calibration.has("denseFlopsPerNs"))
        for (const DataType dtype : dataTypes)
            if (const JsonReader rates = calibration["denseFlopsPerNs"]; rates.has(name(dtype).c_str())) {
                const double rate = rates.get<double>(name(dtype).c_str());
                if (!(rate > 0) || rate > mostRate)
                    rates[name(dtype).c_str()].fail("is no rate above 0");
                database.denseFlopsPerNs[dtype] = rate;
            }
    for (const PairingTimes& times : database.pairings)
        if (!times.byWidth() && database.whole.shape[0] == 0)
            calibration["pairings"].fail("holds times by sparsity, and \"whole\" does not say of which product");
    return database;
}

void addJson(const PairingDatabase& database, json& calibration)
{
    for (const PairingTimes& times : database.pairings) {
        json one = toJson(times.pairing);
        one["dtype"] = name(times.dtype);
        if (times.byWidth()) {
            one["widths"] = times.widths;
            one["ns"] = times.ns;
            one["aloneNs"] = times.aloneNs;
            one["atomicNs"] = times.atomicNs;
            if (times.atOnce > 0)
                one["atOnce"] = times.atOnce;
        } else {
            one["sparsities"] = times.sparsities;
            one["wholeNs"] = times.wholeNs;
        }
        calibration["pairings"].push_back(one);
    }
    for (const IndexTimes& times : database.index)
        calibration["index"].push_back({{"input", name(times.input)},
                                        {"axis", name(times.axis)},
                                        {"order", name(times.order)},
                                        {"baseNs", times.baseNs},
                                        {"nsPerByte", times.nsPerByte},
                                        {"nsPerMember", times.nsPerMember}});
    for (const auto& [dtype, rate] : database.denseFlopsPerNs)
        calibration["denseFlopsPerNs"][name(dtype)] = rate;
    if (database.whole.shape[0] > 0)
        calibration["whole"] = {{"shape", database.whole.shape},
                                {"dtype", name(database.whole.dtype)},
                                {"denseNs", database.whole.denseNs}};
}

} // namespace sparsescope
