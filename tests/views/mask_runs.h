// Runs over masks, made up for tests of the views.
#pragma once

#include "engine/matrix/masks/kinds.h"
#include "engine/search/sparda/sparda.h"
#include "engine/session/session.h"
#include "tests/support/fake_worker.h"

#include <cmath>
#include <memory>
#include <optional>

namespace sparsescope::fake {

inline MaskSequencePtr masksOf(std::int64_t count)
{
    return makeMasks("relu", {{"masks", count}, {"rows", 128}, {"cols", 256}});
}

// With a pairing, also where the dense product is predicted to be faster.
inline DynamicPlan planOf(const MaskSequence& masks, IndexOrder order = IndexOrder::Unordered)
{
    SearchRequest request;
    request.planner = "sparda";
    request.op = {OperatorKind::SpMM, DataType::Float16, 64};
    request.options = {{"index", name(order)}};
    DynamicPlan plan = sparda::searchRule(masks, request, noProgress()).plan;
    for (const Pairing& pairing : pairingsOfKernels(plan.op, masks.facts().period))
        if (!plan.rule.pairing && pairing.rows == 32 && refusal(pairing, plan.op, masks.facts()).empty())
            plan.rule.pairing = pairing;
    return plan;
}

// Made up: mask t takes about 10 us, the index a fifth of it, and half as long again where it is ordered; the dense
// product is slower, one rival waits for the host, one did not run, and one wins on every fourth mask.
inline SequenceRun runOf(const DynamicPlan& plan, std::int64_t masks)
{
    SequenceRun run;
    run.conditions.device = "NVIDIA H200";
    run.conditions.sms = 132;
    run.conditions.date = "2026-11-26T20:00:00Z";
    if (plan.rule.pairing)
        run.pairings = {*plan.rule.pairing};
    Rival dense{"cublas:dense", false, {}, {}}, waits{"cusparse:csr_alg2", true, {}, {}}, close{"block", false, {}, {}};
    for (std::int64_t t = 0; t < masks; ++t) {
        const double wave = 1 + 0.3 * std::sin(static_cast<double>(t) / 3);
        MaskRun of;
        of.pairing = std::ssize(run.pairings) - 1;
        of.members = 100 + t % 7;
        of.tasks = 8;
        of.stored = 4096;
        of.owned = 1500;
        of.indexNs = static_cast<double>(1880 + 40 * (t % 7)) * (plan.rule.order == IndexOrder::Ordered ? 1.5 : 1);
        of.zeroNs = 300;
        of.kernelNs = 8000 * wave;
        of.totalNs = of.indexNs + of.zeroNs + of.kernelNs - 200;
        of.hostNs = of.totalNs + 6000;
        of.predictedIndexNs = static_cast<double>(2080 + 30 * (t % 7));
        of.predictedKernelNs = 7600 * wave;
        of.error = 2e-4;
        run.masks.push_back(of);
        dense.masks.push_back({0, 21'000, 21'000, 1e-4, 1000});
        waits.masks.push_back({18'000, 9000, 27'500, 1e-4, 1000});
        close.masks.push_back({2500, 9000, t % 4 == 0 ? 0.9 * of.totalNs : 1.4 * of.totalNs, 1e-4, 1000});
    }
    run.rivals = {dense, waits, close, {"cusparse:bsr32", true, "not enough memory", {}}};
    run.counters = {{"index: activity", 1300, "ns", "The kernel's time by CUPTI's activity record."},
                    {"index: l1tex__m_xbar2l1tex_read_bytes.sum", 33'500, "B", "Bytes read from L2."},
                    {"index: l1tex__m_l1tex2xbar_write_bytes.sum", 400, "B", "Bytes written to L2."},
                    {"kernel: activity", 6900, "ns", "The kernel's time by CUPTI's activity record."},
                    {"kernel: dram__bytes_read.sum", 12'000, "B", "Bytes read from the GPU's memory."},
                    {"kernel: dram__bytes_write.sum", 4000, "B", "Bytes written to the GPU's memory."},
                    {"kernel: l1tex__m_xbar2l1tex_read_bytes.sum", 61'000, "B", "Bytes read from L2."},
                    {"kernel: l1tex__m_l1tex2xbar_write_bytes.sum", 16'384, "B", "Bytes written to L2."},
                    {"kernel: lts__t_sector_hit_rate.pct", 93.4, "%", "Share of sectors that L2 held."}};
    run.messages = {"random values of the masks"};
    return run;
}

inline session::Session sessionOf(const MaskSequencePtr& masks, std::int64_t mask)
{
    session::Session session;
    session.masks = masks;
    session.mask = mask;
    session.matrix = masks->matrix(mask);
    session.dynamicPlans = {planOf(*masks)};
    session.maskRuns = {{0, runOf(session.dynamicPlans[0], masks->size())}};
    return session;
}

// With an ordered index too, the unordered one last.
inline session::Session sessionOfBothOrders(const MaskSequencePtr& masks, std::int64_t mask)
{
    session::Session session = sessionOf(masks, mask);
    DynamicPlan ordered = session.dynamicPlans.front();
    ordered.rule.order = IndexOrder::Ordered;
    session.dynamicPlans.insert(session.dynamicPlans.begin(), ordered);
    session.maskRuns = {{0, runOf(ordered, masks->size())}, {1, session.maskRuns.front().run}};
    return session;
}

// A GPU that takes what it is asked, and answers at once.
inline std::shared_ptr<FakeWorker> answering(std::optional<MaskJob>& asked)
{
    auto worker = fakeWorker();
    worker->answerMasks = [&asked](const MaskJob& job, Progress&, const Worker::Listener&) {
        asked = job;
        session::Session made;
        made.masks = job.masks;
        made.matrix = job.masks->matrix(0);
        made.dynamicPlans = {*job.plan};
        made.maskRuns = {{0, runOf(*job.plan, job.masks->size())}};
        return made;
    };
    return worker;
}

} // namespace sparsescope::fake
