#include "engine/measure/mask_validation.h"

#include "engine/measure/roofline.h"
#include "engine/search/sparda/costs.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sparsescope {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double sectorBytes = 32;

double sound(double ns)
{
    return std::isfinite(ns) && ns > 0 ? ns : nothing;
}

double partsOfSum(const MaskRun& mask)
{
    const auto share = [](double ns) { return std::isfinite(ns) && ns > 0 ? ns : 0; };
    return share(mask.zeroNs) + share(mask.convertNs);
}

double inSectors(double bytes)
{
    return std::ceil(bytes / sectorBytes) * sectorBytes;
}

// A micro-tile of the masked operand, whose lines lie apart.
double tileBytes(const Pairing& p, double valueBytes)
{
    const bool columns = p.layout == MaskLayout::Column;
    const auto lines = static_cast<double>(columns ? p.width : p.height);
    const auto along = static_cast<double>(columns ? p.height : p.width);
    return lines * inSectors(along * valueBytes);
}

double expectedOfKernel(const MaskRun& mask, const Pairing& p, const Operator& op, const MaskFacts& masks)
{
    const double bytes = bytesOf(op.dtype);
    const auto dense = static_cast<double>(op.dense), members = static_cast<double>(mask.members);
    const auto tasks = static_cast<double>(mask.tasks), width = static_cast<double>(p.width);
    const auto parts = static_cast<double>(partsOf(p, op)), height = static_cast<double>(p.height);
    switch (p.axis) {
    case GatheredAxis::Inner: // each strip, for each part: its columns of A and their rows of B; and all of C
        return members * (parts * tileBytes(p, bytes) + width * dense * bytes) +
               static_cast<double>(masks.shape.rows) * dense * bytes;
    case GatheredAxis::Rows: { // each group, for each part: its rows of A, and all rows of B of its strip
        const double result = sparda::addsRows(p, masks) ? sizeof(float) : bytes;
        return members * (parts * tileBytes(p, bytes) + height * dense * result) + tasks * width * dense * bytes;
    }
    case GatheredAxis::Cols: // each group: its strip of X and its rows of Y; and the members' places
        break;
    }
    return tasks * static_cast<double>(p.rows) * dense * bytes + members * width * (dense + height) * bytes;
}

double expectedOfIndex(const MaskRun& mask, const Pairing& p, const Rule& rule, const Operator& op)
{
    // A bucket's places: whole numbers of 16 bits, where they can name all of them.
    constexpr std::int64_t mostOfShort = 65'536;
    const bool down = p.axis == GatheredAxis::Rows;
    const std::int64_t extent = down ? rule.shape.rows : rule.shape.cols, side = down ? p.height : p.width;
    const double each = (extent + side - 1) / side <= mostOfShort ? 2 : 4;
    return sparda::indexInputBytes(rule.shape, rule.input, op.dtype) + each * static_cast<double>(mask.members);
}

} // namespace

double predictedNs(const MaskRun& mask, MaskTime which)
{
    return sound(which == MaskTime::Index    ? mask.predictedIndexNs
                 : which == MaskTime::Kernel ? mask.predictedKernelNs
                                             : mask.predictedNs());
}

double measuredNs(const MaskRun& mask, MaskTime which)
{
    return sound(which == MaskTime::Index    ? mask.indexNs
                 : which == MaskTime::Kernel ? mask.kernelNs + partsOfSum(mask)
                                             : mask.totalNs);
}

Agreement agreementOf(const SequenceRun& run, MaskTime which)
{
    std::vector<double> predicted, measured;
    for (const MaskRun& mask : run.masks)
        if (std::isfinite(predictedNs(mask, which)) && std::isfinite(measuredNs(mask, which))) {
            predicted.push_back(predictedNs(mask, which));
            measured.push_back(measuredNs(mask, which));
        }
    return agreement(predicted, measured);
}

std::vector<CountedKernel> countedKernels(const SequenceRun& run, const DynamicPlan& plan, const MaskFacts& masks)
{
    std::vector<CountedKernel> all;
    if (run.masks.empty())
        return all;
    const MaskRun& first = run.masks.front();
    const bool gathered = first.pairing >= 0 && first.pairing < std::ssize(run.pairings);
    const Pairing* const pairing = gathered ? &run.pairings[static_cast<std::size_t>(first.pairing)] : nullptr;
    for (const auto& [which, prefix] :
         {std::pair(MaskTime::Index, std::string("index: ")), std::pair(MaskTime::Kernel, std::string("kernel: "))}) {
        CountedKernel kernel{which};
        Profile counted; // whose counters have CUPTI's own names
        for (const Counter& counter : run.counters) {
            if (!counter.name.starts_with(prefix))
                continue;
            Counter& own = counted.counters.emplace_back(counter);
            own.name.erase(0, prefix.size());
            if (own.name == "activity") {
                kernel.ns = sound(own.value);
                counted.counters.pop_back();
            }
        }
        if (counted.counters.empty() && std::isnan(kernel.ns))
            continue;
        kernel.l2Bytes = countedL2Bytes(counted);
        kernel.dramBytes = countedDramBytes(counted);
        if (pairing)
            kernel.expectedBytes = which == MaskTime::Index ? expectedOfIndex(first, *pairing, plan.rule, plan.op)
                                                            : expectedOfKernel(first, *pairing, plan.op, masks);
        std::erase_if(counted.counters, [](const Counter& counter) { return counter.unit == "B"; });
        kernel.others = std::move(counted.counters);
        all.push_back(std::move(kernel));
    }
    return all;
}

} // namespace sparsescope
