#include "kernels/profile/race_masks.h"

#include "engine/core/error.h"
#include "engine/measure/baselines.h"
#include "kernels/baseline/race.h"
#include "kernels/device/device_plan.h"
#include "kernels/profile/mask_results.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr const char* blockRival = "block";

// Tiles of 32 rows whose micro-tiles are as wide as a step, in the layout that the plan has where there is one.
Pairing blockPairing(const DynamicPlan& plan, const MaskFacts& masks)
{
    constexpr std::int64_t rows = 32, cols = 128;
    std::vector<Pairing> all = pairingsOfKernels(plan.op, masks.period);
    std::erase_if(all, [&](const Pairing& p) {
        return p.axis == GatheredAxis::Rows || p.rows != rows || p.cols != cols || p.width != p.inner ||
               !refusal(p, plan.op, masks).empty();
    });
    const auto alike = std::find_if(all.begin(), all.end(), [&](const Pairing& p) {
        return plan.rule.pairing && p.layout == plan.rule.pairing->layout;
    });
    if (all.empty())
        throw Error(ErrorKind::Usage, "there are no tiles of blocks for these masks");
    return alike == all.end() ? all.front() : *alike;
}

} // namespace

MaskRace::MaskRace(const DynamicPlan& plan, const RunOptions& options, MaskOperands& operands,
                   const std::shared_ptr<MicroOperands>& micro, const DeviceInfo& device, const Stream& stream,
                   Stopwatch& stopwatch)
    : m_op(plan.op), m_options(options), m_operands(operands), m_stream(stream), m_stopwatch(stopwatch)
{
    for (const std::string& name : options.baselines) {
        Entry& entry = m_entries.emplace_back();
        entry.result.name = name;
        try {
            if (name == blockRival) {
                DynamicPlan blocks = plan;
                blocks.rule.pairing = blockPairing(plan, operands.masks());
                entry.blocks = std::make_unique<MicroRun>(blocks, micro, device);
            } else {
                entry.rival = makeMaskRival(name, operands, stream, device);
                entry.result.waits = entry.rival->waits();
            }
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Cancelled)
                throw;
            entry.result.problem = error.what();
        }
    }
}

double MaskRace::timed(const std::function<void()>& what, Progress& progress)
{
    return summariseTimes(m_stopwatch.measure(m_options.warmups, m_options.repeats, what, progress)).medianNs;
}

double MaskRace::timedByHost(const std::function<void()>& what, Progress& progress)
{
    return summariseTimes(m_stopwatch.measureByHost(m_options.warmups, m_options.repeats, what, progress)).medianNs;
}

RivalOnMask MaskRace::measure(Entry& entry, const Matrix& pattern, const Verifier& verifier, Progress& progress)
{
    MicroRun* const blocks = entry.blocks.get();
    MaskRival* const rival = entry.rival.get();
    Buffer& C = blocks ? blocks->C() : m_operands.C();
    const std::int64_t ld = blocks ? blocks->shape().ldC : m_operands.ldC();
    const auto all = [&] {
        if (blocks)
            return blocks->run(m_stream);
        rival->convert();
        rival->multiply();
    };
    C.fill(0xff);
    all();
    m_stream.wait(progress);
    ErrorNorms error;
    if (m_op.sampled()) {
        std::vector<std::uint8_t> bytes(C.bytes());
        C.download(bytes.data(), bytes.size());
        const bool columns = blocks && blocks->pairing().layout == MaskLayout::Column;
        error = verifier.compare(sampledOf(decode(bytes, m_op.dtype), ld, columns, pattern), 1, progress);
    } else {
        error = verifier.compare(C, ld, m_stream, progress);
    }
    if (!acceptedOf(entry.result.name, error, m_op.dtype))
        throw Error(ErrorKind::Verification,
                    fmt::format("Its result is wrong: ||C - R|| / ||R|| = {:.3g}, worst element {:.3g}.",
                                error.relative, error.worstElement));
    RivalOnMask of;
    of.error = error.relative;
    if (blocks) {
        of.totalNs = timed(all, progress);
        const auto clock = [&](const auto& what) { return timed(what, progress); };
        of.conversionNs = blocks->indexNs(clock, m_stream);
        of.kernelNs = blocks->productNs(clock, m_stream);
        of.peakBytes = static_cast<std::int64_t>(blocks->operands().bytes() + blocks->bytes());
        return of;
    }
    of.kernelNs = timed([&] { rival->multiply(); }, progress);
    if (rival->waits()) {
        of.totalNs = timedByHost(all, progress);
        of.conversionNs = timedByHost([&] { rival->convert(); }, progress);
    } else {
        of.totalNs = timed(all, progress);
        of.conversionNs = std::max(0.0, of.totalNs - of.kernelNs);
    }
    of.peakBytes = static_cast<std::int64_t>(m_operands.bytes() + rival->bytes());
    return of;
}

void MaskRace::measure(const Matrix& pattern, const Verifier& verifier, Progress& progress)
{
    for (Entry& entry : m_entries) {
        progress.check();
        if (!entry.result.problem.empty())
            continue;
        progress.report(entry.result.name, -1);
        try {
            const RivalOnMask measured = measure(entry, pattern, verifier, progress);
            entry.result.masks.push_back(measured);
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Cancelled)
                throw;
            entry.result.problem = fmt::format("Mask {}: {}", entry.result.masks.size(), error.what());
            entry.result.masks.clear();
            entry.rival.reset(); // and its memory
        }
    }
}

std::vector<Rival> MaskRace::take()
{
    std::vector<Rival> rivals;
    for (Entry& entry : m_entries)
        rivals.push_back(std::move(entry.result));
    return rivals;
}

} // namespace sparsescope
