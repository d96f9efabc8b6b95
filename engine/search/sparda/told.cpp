#include "engine/search/sparda/told.h"

#include "engine/core/at.h"
#include "engine/core/json_reader.h"
#include "engine/search/sparda/sparda.h"

#include <algorithm>
#include <tuple>

namespace sparsescope::sparda {

namespace {

ToldMask maskFrom(const JsonReader& in)
{
    const auto places = [&](const char* key) { return static_cast<double>(in.integer(key, 0, INT64_MAX)); };
    ToldMask told;
    told.mask = in.integer("mask", 0, INT64_MAX);
    told.members = places("members");
    told.microTiles = places("microTiles");
    told.tasks = places("tasks");
    told.steps = places("steps");
    told.stored = places("stored");
    told.owned = places("owned");
    told.zeros = places("zeros");
    told.indexNs = in.get<double>("indexNs");
    told.kernelNs = in.get<double>("kernelNs");
    return told;
}

ToldPairing pairingOf(const JsonReader& in)
{
    ToldPairing told{pairingFrom(in["pairing"]), in.get<std::string>("refusal", ""), {}};
    for (const JsonReader& mask : in["masks"].elements())
        told.masks.push_back(maskFrom(mask));
    return told;
}

} // namespace

ToldMask ToldPairing::mean() const
{
    ToldMask sum;
    sum.mask = -1;
    const auto each = static_cast<double>(std::max<std::size_t>(1, masks.size()));
    for (const ToldMask& one : masks)
        for (const auto part :
             {&ToldMask::members, &ToldMask::microTiles, &ToldMask::tasks, &ToldMask::steps, &ToldMask::stored,
              &ToldMask::owned, &ToldMask::zeros, &ToldMask::indexNs, &ToldMask::kernelNs})
            sum.*part += one.*part / each;
    return sum;
}

std::vector<std::int64_t> ToldPairings::samples() const
{
    for (const ToldPairing& told : pairings)
        if (!told.masks.empty()) {
            std::vector<std::int64_t> numbers;
            for (const ToldMask& mask : told.masks)
                numbers.push_back(mask.mask);
            return numbers;
        }
    return {};
}

int ToldPairings::least() const
{
    int best = -1;
    const auto order = [](const ToldMask& mean) { return std::tuple(mean.ns(), mean.stored, mean.tasks); };
    for (std::size_t i = 0; i < pairings.size(); ++i)
        if (!pairings[i].masks.empty() && (best < 0 || order(pairings[i].mean()) < order(pairings[at(best)].mean())))
            best = static_cast<int>(i);
    return best;
}

bool tellsPairings(const Trace& trace)
{
    return std::any_of(trace.events.begin(), trace.events.end(),
                       [](const TraceEvent& event) { return event.name == pairingEvent; });
}

ToldPairings pairingsIn(const Trace& trace)
{
    ToldPairings told;
    for (const TraceEvent& event : trace.events) {
        if (event.name != pairingEvent)
            continue;
        try {
            told.pairings.push_back(pairingOf({event.data, {}}));
        } catch (const Error&) {
            ++told.skipped;
        }
    }
    return told;
}

} // namespace sparsescope::sparda
