#include "engine/search/sparda/costs.h"

#include "engine/core/error.h"
#include "engine/core/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace sparsescope::sparda {

namespace {

// Kernels that gather reach about so much of what the L2 cache and the units for products reach at best.
constexpr double shareOfRoof = 0.6;
constexpr double sectorBytes = 32; // what a gather takes at least

// A masked operand's bytes that lie one after another in a micro-tile.
double runBytes(const Pairing& p, DataType dtype)
{
    const std::int64_t run = p.layout == MaskLayout::Column ? p.height : p.width;
    return static_cast<double>(run * bytesOf(dtype));
}

// A table by width of tasks is of all pairings that gather rows into the same dense tile: their width is the tasks'.
bool holdsFor(const PairingTimes& times, const Pairing& pairing)
{
    Pairing alike = pairing;
    if (times.byWidth() && pairing.axis == GatheredAxis::Rows && pairing.width % times.pairing.width == 0)
        alike.width = times.pairing.width;
    return alike == times.pairing;
}

// Where it is of several, the width that was measured is one of them only if there are kernels for it.
std::vector<Pairing> pairingsOf(const PairingTimes& times, const Operator& op, std::int64_t period)
{
    std::vector<Pairing> pairings;
    if (times.byWidth() && times.pairing.axis == GatheredAxis::Rows)
        for (const Pairing& pairing : pairingsOfKernels(op, period))
            if (holdsFor(times, pairing))
                pairings.push_back(pairing);
    if (pairings.empty())
        pairings.push_back(times.pairing);
    return pairings;
}

// The rate of a library's dense product, or, where it was not measured, of the type.
double denseRate(const Calibration& calibration, DataType dtype, double flops)
{
    const auto measured = calibration.sparda.denseFlopsPerNs.find(dtype);
    return measured == calibration.sparda.denseFlopsPerNs.end() ? flops : measured->second;
}

// Tasks, parts of the dense axis counted, that each take so long of a full SM, and so long on an idle one. A wave is as
// long as a full SM needs for `atOnce` of them; the last is spread over all SMs, and takes less where these are not
// full.
double wavesNs(double tasks, double ns, double aloneNs, int atOnce, int sms)
{
    const double slots = static_cast<double>(sms) * atOnce;
    const double full = std::max(ns * atOnce, aloneNs);
    const double waves = std::floor(tasks / slots);
    const double rest = std::ceil((tasks - waves * slots) / sms); // tasks of the busiest SM in the last wave
    if (rest == 0)
        return waves * full;
    return waves * full + aloneNs + (atOnce > 1 ? (full - aloneNs) * (rest - 1) / (atOnce - 1) : 0);
}

} // namespace

double indexInputBytes(const MaskShape& shape, IndexInput input, DataType dtype)
{
    switch (input) {
    case IndexInput::Bits:
        return static_cast<double>(shape.bytes());
    case IndexInput::Bytes:
        return static_cast<double>(shape.down() * shape.across());
    case IndexInput::Values:
        break;
    }
    return static_cast<double>(shape.rows * shape.cols * bytesOf(dtype));
}

bool addsRows(const Pairing& p, const MaskFacts& masks)
{
    const bool oneBucket = p.width >= masks.shape.cols;
    return p.axis == GatheredAxis::Rows && !oneBucket && !(masks.single && p.width == masks.period);
}

Costs::Costs(const Calibration& calibration, const Operator& op, const MaskFacts& masks, const IndexKind& index,
             CostForm form, std::optional<double> denseNs)
    : m_calibration(calibration), m_op(op), m_masks(masks), m_index(index), m_form(form)
{
    if (!op.hasDenseAxis())
        failUsage(fmt::format("{} has no dense axis: dynamic plans are for SpMM and SDDMM", label(op.kind)));
    const WholeProduct& whole = calibration.sparda.whole;
    const std::int64_t inner = op.sampled() ? op.dense : masks.shape.cols;
    const std::int64_t outer = op.sampled() ? masks.shape.cols : op.dense;
    const bool ofWhole = whole.dtype == op.dtype && whole.shape == std::array{masks.shape.rows, inner, outer};
    for (const PairingTimes& times : calibration.sparda.pairings) {
        if (times.dtype != op.dtype || isSampled(times.pairing.axis) != op.sampled())
            continue;
        m_measured = true;
        for (const Pairing& pairing : pairingsOf(times, op, masks.period)) {
            Candidate candidate{pairing, sparsescope::refusal(pairing, op, masks)};
            if (candidate.refusal.empty() && !times.byWidth() && !ofWhole)
                candidate.refusal = fmt::format("measured for {} x {} x {} alone", formatCount(whole.shape[0]),
                                                formatCount(whole.shape[1]), formatCount(whole.shape[2]));
            m_candidates.push_back(std::move(candidate));
        }
    }
    const double flops = calibration.rates.flops(op.dtype);
    if (!m_measured) {
        if (calibration.rates.gatherBytesPerNs <= 0 || flops <= 0)
            failInput(fmt::format("calibration {} has neither times of pairings in {} nor the rates that would give an "
                                  "estimate",
                                  calibration.name, sparsescope::name(op.dtype)));
        for (const Pairing& pairing : pairingsOfKernels(op, masks.period))
            m_candidates.push_back({pairing, sparsescope::refusal(pairing, op, masks)});
    }
    std::stable_sort(m_candidates.begin(), m_candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.pairing < b.pairing; });
    for (const Candidate& candidate : m_candidates)
        m_times.push_back(searchedTimes(candidate.pairing));
    if (form == CostForm::Paper) {
        m_denseNs = std::numeric_limits<double>::infinity();
        return;
    }
    m_denseMeasured = denseNs || ofWhole;
    if (denseNs)
        m_denseNs = *denseNs;
    else if (ofWhole)
        m_denseNs = whole.denseNs;
    else if (const double rate = denseRate(calibration, op.dtype, flops); rate > 0)
        m_denseNs = calibration.launchNs + 2 * static_cast<double>(masks.shape.rows) *
                                               static_cast<double>(masks.shape.cols) * static_cast<double>(op.dense) /
                                               rate;
    else
        m_denseNs = std::numeric_limits<double>::infinity();
}

const PairingTimes* Costs::timesOf(const Pairing& pairing) const
{
    const auto found =
        std::lower_bound(m_candidates.begin(), m_candidates.end(), pairing,
                         [](const Candidate& candidate, const Pairing& p) { return candidate.pairing < p; });
    if (found != m_candidates.end() && found->pairing == pairing)
        return m_times[static_cast<std::size_t>(found - m_candidates.begin())];
    return searchedTimes(pairing);
}

const PairingTimes* Costs::searchedTimes(const Pairing& pairing) const
{
    for (const PairingTimes& times : m_calibration.sparda.pairings)
        if (times.dtype == m_op.dtype && holdsFor(times, pairing))
            return &times;
    return nullptr;
}

// Each step brings a part of both operands from the L2 cache, the masked one in whole sectors.
double Costs::estimated(const Pairing& p, std::int64_t width) const
{
    const double bytes = bytesOf(m_op.dtype);
    const auto rows = static_cast<double>(p.rows), cols = static_cast<double>(p.cols);
    const auto inner = static_cast<double>(p.inner);
    const double sectors = m_op.sampled() ? 1 : std::max(1.0, sectorBytes / runBytes(p, m_op.dtype));
    const double perSm = shareOfRoof / m_calibration.sms;
    const double moved = (rows * sectors + cols) * inner * bytes / (m_calibration.rates.gatherBytesPerNs * perSm);
    const double computed = 2 * rows * cols * inner / (m_calibration.rates.flops(m_op.dtype) * perSm);
    const double steps = std::ceil(static_cast<double>(width) / inner);
    // Added rows are read and written again, in float32.
    const double added = adds(p) ? 2 * rows * cols * sizeof(float) / (m_calibration.rates.gatherBytesPerNs * perSm) : 0;
    return steps * std::max(moved, computed) + added;
}

double Costs::taskNs(const Pairing& pairing, std::int64_t width) const
{
    const PairingTimes* const times = timesOf(pairing);
    return times ? times->at(adds(pairing) ? times->atomicNs : times->ns, width) : estimated(pairing, width);
}

double Costs::kernelNs(const Pairing& p, const Covering& covering) const
{
    const PairingTimes* const times = timesOf(p);
    if (times && !times->byWidth())
        return times->nextDenser(covering.sparsity());
    const auto parts = static_cast<double>(partsOf(p, m_op));
    if (m_form == CostForm::Paper)
        return parts * static_cast<double>(covering.steps) * taskNs(p, p.inner);
    double sum = 0, sumAlone = 0, longest = 0;
    const std::vector<double>* const table = times ? &(adds(p) ? times->atomicNs : times->ns) : nullptr;
    for (const auto& [width, tasks] : covering.widths) { // as taskNs() has them
        sum += static_cast<double>(tasks) * (times ? times->at(*table, width) : estimated(p, width));
        const double alone = times ? times->at(times->aloneNs, width) : estimated(p, width);
        sumAlone += static_cast<double>(tasks) * alone;
        longest = std::max(longest, alone);
    }
    double busy = parts * sum / m_calibration.sms;
    if (times && times->atOnce > 0 && covering.tasks > 0) {
        const double tasks = parts * static_cast<double>(covering.tasks);
        busy = wavesNs(tasks, parts * sum / tasks, parts * sumAlone / tasks, times->atOnce, m_calibration.sms);
    }
    busy = std::max(busy, longest);
    if (times && p.axis == GatheredAxis::Rows && m_calibration.rates.copyBytesPerNs > 0) {
        // Each bucket has rows of B of its own, which are read at least once: those of many experts come from device
        // memory. That goes on beside the products, but not all of the time.
        const auto values = static_cast<double>(covering.filled * p.width * m_op.dense);
        busy = std::hypot(busy, values * bytesOf(m_op.dtype) / m_calibration.rates.copyBytesPerNs);
    }
    double ns = m_calibration.launchNs + busy;
    if (adds(p) && m_calibration.rates.copyBytesPerNs > 0) {
        // Rows are added to zeros: of C, or of the float32 sums that are converted to it.
        const auto results = static_cast<double>(m_masks.shape.rows * m_op.dense);
        const bool scratch = narrow(m_op.dtype);
        const double zeroed = results * (scratch ? sizeof(float) : bytesOf(m_op.dtype));
        ns += m_calibration.nextLaunchNs + zeroed / m_calibration.rates.copyBytesPerNs;
        if (scratch)
            ns += m_calibration.nextLaunchNs +
                  (zeroed + results * bytesOf(m_op.dtype)) / m_calibration.rates.copyBytesPerNs;
    }
    return ns;
}

double Costs::indexNs(const Pairing& p, const Covering& covering) const
{
    const PairingTimes* const pairing = timesOf(p);
    if (m_form == CostForm::Paper || (pairing && !pairing->byWidth()))
        return 0;
    const double bytes = indexInputBytes(m_masks.shape, m_index.input, m_op.dtype);
    for (const IndexTimes& times : m_calibration.sparda.index)
        if (times.input == m_index.input && times.axis == p.axis && times.order == m_index.order)
            return times.baseNs + times.nsPerByte * bytes + times.nsPerMember * static_cast<double>(covering.members);
    // A memset and a launch, which reads the input once.
    const double rate = m_calibration.rates.copyBytesPerNs;
    return 2 * m_calibration.nextLaunchNs + (rate > 0 ? bytes / rate : 0);
}

} // namespace sparsescope::sparda
