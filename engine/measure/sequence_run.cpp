#include "engine/measure/sequence_run.h"

#include "engine/core/json_reader.h"
#include "engine/run/executor.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace sparsescope {

namespace {

using nlohmann::json;

// The columns of a record, once for both directions.
template <class Visit>
void visitColumns(MaskRun& m, const Visit& visit)
{
    visit("pairing", m.pairing);
    visit("members", m.members);
    visit("tasks", m.tasks);
    visit("stored", m.stored);
    visit("owned", m.owned);
    visit("predictedIndexNs", m.predictedIndexNs);
    visit("predictedKernelNs", m.predictedKernelNs);
    visit("selectNs", m.selectNs);
    visit("indexNs", m.indexNs);
    visit("zeroNs", m.zeroNs);
    visit("kernelNs", m.kernelNs);
    visit("convertNs", m.convertNs);
    visit("totalNs", m.totalNs);
    visit("coldNs", m.coldNs);
    visit("replayNs", m.replayNs);
    visit("hostNs", m.hostNs);
    visit("error", m.error);
    visit("worstElement", m.worstElement);
    visit("spread", m.spread);
    visit("peakBytes", m.peakBytes);
    visit("best", m.best);
    visit("bestNs", m.bestNs);
}

template <class Visit>
void visitColumns(RivalOnMask& r, const Visit& visit)
{
    visit("conversionNs", r.conversionNs);
    visit("kernelNs", r.kernelNs);
    visit("totalNs", r.totalNs);
    visit("error", r.error);
    visit("peakBytes", r.peakBytes);
}

template <class Record>
std::vector<MaskColumn> columns(std::span<const Record> masks)
{
    std::vector<MaskColumn> all;
    Record names;
    visitColumns(names, [&](const char* name, auto&) { all.push_back({name, {}}); });
    for (Record record : masks) {
        auto column = all.begin();
        visitColumns(record, [&](const char*, auto& value) { column++->values.push_back(static_cast<double>(value)); });
    }
    return all;
}

template <class Record>
bool set(std::vector<Record>& masks, const MaskColumn& column)
{
    constexpr double most = 0x1p53;
    bool known = false, whole = true;
    masks.resize(std::max(masks.size(), column.values.size()));
    for (std::size_t t = 0; t < column.values.size(); ++t)
        visitColumns(masks[t], [&](const char* name, auto& value) {
            if (column.name != name)
                return;
            known = true;
            const double given = column.values[t];
            if constexpr (std::is_integral_v<std::remove_reference_t<decltype(value)>>) {
                if (given == std::floor(given) && std::abs(given) < most)
                    value = static_cast<std::int64_t>(given);
                else
                    whole = false;
            } else {
                value = given;
            }
        });
    return (known || column.values.empty()) && whole;
}

// The dense product is no rival of a mask that the plan multiplies so.
bool isItself(const Rival& rival, const MaskRun& mask)
{
    return mask.pairing < 0 && rival.name == "cublas:dense";
}

} // namespace

bool MaskRun::accepted(DataType dtype) const
{
    return ErrorNorms{error, worstElement}.accepted(dtype);
}

const Rival* SequenceRun::fastestRival(std::size_t t) const
{
    const Rival* fastest = nullptr;
    for (const Rival& rival : rivals)
        if (rival.problem.empty() && t < std::min(masks.size(), rival.masks.size()) && !isItself(rival, masks[t]) &&
            rival.masks[t].totalNs > 0 && (!fastest || rival.masks[t].totalNs < fastest->masks[t].totalNs))
            fastest = &rival;
    return fastest;
}

std::vector<MaskColumn> columnsOf(std::span<const MaskRun> masks)
{
    return columns(masks);
}

std::vector<MaskColumn> columnsOf(std::span<const RivalOnMask> masks)
{
    return columns(masks);
}

bool setColumn(std::vector<MaskRun>& masks, const MaskColumn& column)
{
    return set(masks, column);
}

bool setColumn(std::vector<RivalOnMask>& masks, const MaskColumn& column)
{
    return set(masks, column);
}

json toJson(const SequenceRun& run)
{
    json pairings = json::array();
    for (const Pairing& pairing : run.pairings)
        pairings.push_back(toJson(pairing));
    json rivals = json::array();
    for (const Rival& rival : run.rivals)
        rivals.push_back({{"name", rival.name}, {"waits", rival.waits}, {"problem", rival.problem}});
    return {
        {"conditions", toJson(run.conditions)}, {"pairings", pairings},    {"oracle", run.oracle}, {"rivals", rivals},
        {"counters", toJson(run.counters)},     {"messages", run.messages}};
}

SequenceRun sequenceRunFrom(const json& from, const std::string& file)
{
    const JsonReader in(from, file);
    SequenceRun run;
    run.conditions = conditionsFrom(in["conditions"].value(), file);
    for (const JsonReader& pairing : in["pairings"].elements())
        run.pairings.push_back(pairingFrom(pairing));
    run.oracle = in.get<bool>("oracle");
    for (const JsonReader& rival : in["rivals"].elements())
        run.rivals.push_back(
            {rival.get<std::string>("name"), rival.get<bool>("waits"), rival.get<std::string>("problem"), {}});
    run.counters = countersFrom(in["counters"].value(), file);
    run.messages = in.get<std::vector<std::string>>("messages");
    return run;
}

Regret regretOf(const SequenceRun& run)
{
    Regret regret;
    double logs = 0;
    for (std::size_t t = 0; t < run.masks.size(); ++t) {
        const MaskRun& mask = run.masks[t];
        if (!(mask.bestNs > 0) || !(mask.totalNs > 0))
            continue;
        const double ratio = mask.totalNs / mask.bestNs;
        logs += std::log(ratio);
        if (++regret.masks == 1 || ratio > regret.worst) {
            regret.worst = ratio;
            regret.worstMask = static_cast<std::int64_t>(t);
        }
    }
    if (regret.masks > 0)
        regret.geometricMean = std::exp(logs / static_cast<double>(regret.masks));
    return regret;
}

namespace {

// `rivalOf` says who runs against the plan on a mask; null: nobody does.
template <class RivalOf>
RivalRace raceAgainst(const SequenceRun& run, const RivalOf& rivalOf)
{
    RivalRace race;
    double logs = 0;
    for (std::size_t t = 0; t < run.masks.size(); ++t) {
        const Rival* const of = rivalOf(t);
        if (!of || t >= of->masks.size() || isItself(*of, run.masks[t]))
            continue;
        const double ours = of->waits ? run.masks[t].hostNs : run.masks[t].totalNs;
        if (!(ours > 0) || !(of->masks[t].totalNs > 0))
            continue;
        ++race.masks;
        race.lost += of->masks[t].totalNs < ours ? 1 : 0;
        logs += std::log(of->masks[t].totalNs / ours);
    }
    if (race.masks > 0)
        race.geometricMean = std::exp(logs / static_cast<double>(race.masks));
    return race;
}

} // namespace

RivalRace raceOf(const SequenceRun& run, std::size_t rival)
{
    return raceAgainst(run, [of = &run.rivals.at(rival)](std::size_t) { return of; });
}

RivalRace raceOfFastest(const SequenceRun& run)
{
    return raceAgainst(run, [&](std::size_t t) { return run.fastestRival(t); });
}

} // namespace sparsescope
