#include "engine/measure/roofline.h"

#include "engine/core/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace sparsescope {

namespace {

// Counters come in bytes or in 32-byte sectors.
double bytesOf(const Profile& profile, std::initializer_list<const char*> names)
{
    for (const char* name : names)
        if (const Counter* counter = profile.counter(name)) {
            const bool sectors =
                counter->unit.find("sector") != std::string::npos || counter->name.find("sectors") != std::string::npos;
            return sectors ? counter->value * 32 : counter->value;
        }
    return std::numeric_limits<double>::quiet_NaN();
}

std::string sentence(const Roofline& r, double fusedNs)
{
    if (r.floors.empty())
        return "What limits the kernel is not known: there are no counters, or no rates of this GPU.";
    const ResourceFloor& top = r.floors.front();
    const double percent = 100 * top.share;
    if (top.share >= 0.6)
        return fmt::format(
            "Limited by {}: at the rate that was measured they alone take {:.0f} % of the fused kernel's time.",
            top.name, percent);
    if (top.share >= 0.3)
        return fmt::format(
            "Mostly {}: at the rate that was measured they take {:.0f} % of the fused kernel's time; the rest "
            "is waiting and imbalance.",
            top.name, percent);
    return fmt::format(
               "No ceiling is near: the closest, {}, accounts for {:.2g} % of the fused kernel's time; latency, launch "
               "and imbalance take the rest.",
               top.name, percent) +
           (fusedNs < 10'000 ? " Work as small as this cannot fill the GPU." : "");
}

} // namespace

double countedL1Bytes(const Profile& profile)
{
    return bytesOf(profile, {"l1tex__t_bytes.sum"});
}

double countedDramBytes(const Profile& profile)
{
    const double total = bytesOf(profile, {"dram__bytes.sum", "dram__sectors.sum"});
    if (std::isfinite(total))
        return total;
    return bytesOf(profile, {"dram__bytes_read.sum", "dram__sectors_read.sum"}) +
           bytesOf(profile, {"dram__bytes_write.sum", "dram__sectors_write.sum"});
}

double countedL2Bytes(const Profile& profile)
{
    const double between = bytesOf(profile, {"l1tex__m_xbar2l1tex_read_bytes.sum"}) +
                           bytesOf(profile, {"l1tex__m_l1tex2xbar_write_bytes.sum"});
    if (std::isfinite(between))
        return between;
    return bytesOf(profile, {"lts__t_bytes.sum", "lts__t_sectors.sum", "lts__t_bytes_srcunit_tex.sum",
                             "lts__t_sectors_srcunit_tex.sum"});
}

KnownRates ratesFor(const Profile& profile)
{
    const auto known = [](const Calibration& c) { return c.rates.copyBytesPerNs > 0 || c.rates.gatherBytesPerNs > 0; };
    const auto of = [](const Calibration& c, bool other) -> KnownRates {
        return {c.rates, c.launchNs, c.nextLaunchNs, c.name, other};
    };
    // None: a calibration of the other machine's, or a changed one.
    const std::optional<Calibration> predicted = shippedCalibration(profile.calibration);
    if (predicted && known(*predicted) && predicted->gpu == profile.conditions.device)
        return of(*predicted, false);
    for (const std::string& name : shippedCalibrations())
        if (const auto shipped = shippedCalibration(name);
            shipped && known(*shipped) && shipped->gpu == profile.conditions.device)
            return of(*shipped, false);
    if (predicted && known(*predicted))
        return of(*predicted, true);
    return {};
}

Roofline roofline(const Profile& profile, const Rates& rates)
{
    Roofline r;
    r.peakFlopsPerNs = rates.flops(profile.op.dtype);
    // 128 bytes a cycle and SM, from compute capability 7.0 on.
    if (const Conditions& c = profile.conditions; c.sms > 0 && c.clockMHz > 0 && std::isfinite(countedL1Bytes(profile)))
        r.ceilings.push_back({"L1", 128 * c.sms * c.clockMHz / 1000,
                              "What the L1 caches are built for: 128 bytes a cycle and SM, at the clock of the run.",
                              false});
    if (rates.gatherBytesPerNs > 0)
        r.ceilings.push_back(
            {"L2 gathers", rates.gatherBytesPerNs, "Rows of 512 bytes at random places that the L2 cache holds."});
    if (rates.copyBytesPerNs > 0)
        r.ceilings.push_back({"DRAM copies", rates.copyBytesPerNs, "Device memory, read and written."});

    double counted = 0;
    for (const KindRun& kind : profile.kinds) {
        counted += kind.flops;
        const RooflinePoint point{kind.kind, kind.flops, kind.bytes, kind.ns};
        if (point.drawable())
            r.kinds.push_back(point);
    }
    r.flopsCounted = counted > 0 && std::all_of(profile.kinds.begin(), profile.kinds.end(),
                                                [](const KindRun& k) { return k.flops > 0 || k.predictedFlops <= 0; });
    const double flops = r.flopsCounted ? counted : profile.predictedFlops;
    const auto keep = [](std::optional<RooflinePoint>& place, RooflinePoint point) {
        if (std::isfinite(point.bytes) && point.drawable())
            place = std::move(point);
    };
    keep(r.predicted, {"predicted", profile.predictedFlops, profile.predictedBytes, profile.predictedNs});
    const double l1 = countedL1Bytes(profile);
    const double l2 = countedL2Bytes(profile);
    const double dram = countedDramBytes(profile);
    keep(r.l1, {"measured, whole call; L1 bytes of the fused kernel", flops, l1, profile.kernel.medianNs});
    keep(r.l2, {"measured, whole call; L2 bytes of the fused kernel", flops, l2, profile.kernel.medianNs});
    keep(r.dram, {"measured, whole call; DRAM bytes of the fused kernel", flops, dram, profile.kernel.medianNs});
    keep(r.fused, {"fused kernel alone, L2 bytes", flops, l2, profile.fusedNs});

    const double fused = profile.fusedNs > 0 ? profile.fusedNs : profile.kernel.medianNs;
    const auto floor = [&](const char* name, double work, double rate) {
        if (std::isfinite(work) && work > 0 && rate > 0 && fused > 0)
            r.floors.push_back({name, work / rate, work / rate / fused});
    };
    floor("L2 gathers", l2, rates.gatherBytesPerNs);
    floor("DRAM traffic", dram, rates.copyBytesPerNs);
    floor("arithmetic", flops, r.peakFlopsPerNs);
    std::stable_sort(r.floors.begin(), r.floors.end(),
                     [](const ResourceFloor& a, const ResourceFloor& b) { return a.share > b.share; });
    r.limit = sentence(r, fused);
    return r;
}

} // namespace sparsescope
