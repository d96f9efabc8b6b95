#include "engine/measure/counted.h"

#include "engine/core/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr double offFactor = 1.25;

// Whether a row of bytes says already what this counter says.
bool isWhole(const std::string& name)
{
    return name == "dram__bytes.sum" || name == "dram__sectors.sum" || name.starts_with("lts__t_bytes") ||
           name == "lts__t_sectors.sum" || name == "lts__t_sectors_srcunit_tex.sum";
}

// Percent of something that ends at 100: hit rates have no limit that it would be good to reach.
bool ofAWhole(const Counter& counter)
{
    return counter.unit == "%" && counter.name.find("pct_of_peak") != std::string::npos;
}

} // namespace

bool CountedRow::off() const
{
    const double ratio = measured.value / predicted.value;
    return std::isfinite(ratio) && predicted.value > 0 && (ratio > offFactor || ratio < 1 / offFactor);
}

std::vector<CountedRow> countedRows(const Profile& profile, const Rates& rates, bool recorded, double graphBytes)
{
    std::vector<CountedRow> rows;
    if (profile.counters.empty())
        return rows;
    const Basis counted = measured(Origin::Counted, profile, recorded, CacheState::Any);
    const Basis predicted = predictedBy("STile's table 3");
    const bool active = profile.activityNs > 0;
    const double kernelNs = active ? profile.activityNs : profile.fusedNs;
    const auto add = [&](Counted what, double value, Unit unit) -> CountedRow& {
        CountedRow& row = rows.emplace_back();
        row.what = what;
        row.measured = {value, unit, counted};
        row.predicted.unit = unit;
        row.predicted.basis = predicted;
        row.counter.value = value;
        return row;
    };
    const auto bound = [&](CountedRow& row, double perNs, const char* what) {
        if (!(perNs > 0) || !(kernelNs > 0))
            return;
        row.limit = perNs * kernelNs;
        row.limitHow = fmt::format("{} in the fused kernel's time{}, at the rate that was measured when the GPU was "
                                   "calibrated.",
                                   what, active ? " by CUPTI's activity record" : ", launch included");
    };
    if (const double bytes = countedL2Bytes(profile); std::isfinite(bytes)) {
        CountedRow& row = add(Counted::L2Traffic, bytes, Unit::Bytes);
        bound(row, rates.gatherBytesPerNs, "What rows gathered from L2 would move");
        if (graphBytes > 0) {
            row.predicted.value = graphBytes;
            row.predicted.basis = predictedBy("the model of graphs");
            row.predictedHow =
                "Arrays, results, and the sectors of x that each thread block reads, once: what the L1 caches keep "
                "for other blocks makes it less.";
        } else if (profile.predictedBytes > 0) {
            row.predicted.value = profile.predictedBytes;
            row.predictedHow = "The sum over the sub-tasks, every gathered row of B counted once a tile.";
        }
    }
    if (const double bytes = countedDramBytes(profile); std::isfinite(bytes)) {
        CountedRow& row = add(Counted::DramTraffic, bytes, Unit::Bytes);
        bound(row, rates.copyBytesPerNs, "What copies in device memory would move");
        row.predictedHow = "Nothing predicts it: the model counts bytes between the SMs and L2, not what L2 holds.";
    }
    double flops = 0, predictedFlops = 0, added = 0, predictedAdded = 0;
    for (const KindRun& kind : profile.kinds) {
        flops += kind.flops;
        predictedFlops += kind.predictedFlops;
        added += kind.addedBytes;
        predictedAdded += kind.predictedAddedBytes;
    }
    if (flops > 0) {
        CountedRow& row = add(Counted::Flops, flops, Unit::Count);
        bound(row, rates.flops(profile.op.dtype), "What the pipes of this type compute");
        row.predicted.value = predictedFlops;
        row.predictedHow = "The sum over the kinds of tile, padding included.";
    }
    if (added > 0 || predictedAdded > 0) {
        CountedRow& row = add(Counted::AddedBytes, added, Unit::Bytes);
        row.predicted.value = predictedAdded;
        row.predictedHow = "The split rows of each tile, added once a sub-task.";
    }
    for (const Counter& counter : profile.counters) {
        if (isWhole(counter.name))
            continue;
        CountedRow& row = add(Counted::Counter, counter.value, counter.unit == "B" ? Unit::Bytes : Unit::Count);
        row.counter = counter;
        if (counter.name.starts_with("sm__warps_active") && profile.occupancy > 0) {
            row.limit = 100 * profile.occupancy;
            row.limitHow = "What registers and shared memory allow.";
        } else if (ofAWhole(counter)) {
            row.limit = 100;
            row.limitHow = "All of the time.";
        }
    }
    return rows;
}

Profile countedAlone(const Profile& profile, const Baseline& baseline)
{
    Profile alone;
    alone.op = profile.op;
    alone.conditions = profile.conditions;
    alone.counters = baseline.counters;
    return alone;
}

const CountedRow* sameRow(const CountedRow& row, const std::vector<CountedRow>& others)
{
    const auto found = std::find_if(others.begin(), others.end(), [&](const CountedRow& other) {
        return other.what == row.what && other.counter.name == row.counter.name;
    });
    return found == others.end() ? nullptr : &*found;
}

} // namespace sparsescope
