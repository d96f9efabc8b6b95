// A dynamic plan over a sequence of masks on the GPU, with all that is measured on the way.
#include "engine/core/error.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/measure/baselines.h"
#include "engine/search/sparda/sparda.h"
#include "kernels/profile/run_masks.h"
#include "tests/device/gpu.h"

using namespace sparsescope;

namespace {

RunOptions quick(std::vector<std::string> baselines)
{
    RunOptions options;
    options.warmups = 1;
    options.repeats = 3;
    options.counters = false;
    options.baselines = std::move(baselines);
    return options;
}

// The choice of pairings alone, which the paper's costs never leave to the dense product.
DynamicPlan gathered(const MaskSequence& masks, OperatorKind kind, nlohmann::json options = nlohmann::json::object(),
                     DataType dtype = DataType::Float16)
{
    SearchRequest request;
    request.planner = sparseDynamicPlanner().name();
    request.op = {kind, dtype, 96};
    options["cost"] = "paper";
    request.options = std::move(options);
    return sparda::searchRule(masks, request, noProgress()).plan;
}

} // namespace

TEST_CASE("on the GPU, every mask of every kind runs right, beside all of its rivals")
{
    const Gpu gpu;
    for (const PatternKind& kind : maskKinds())
        for (const OperatorKind op : {OperatorKind::SpMM, OperatorKind::SDDMM}) {
            CAPTURE(kind.name, name(op));
            const MaskSequencePtr masks = makeMasks(kind.name, {{"masks", 3}});
            const DynamicPlan plan = gathered(*masks, op);
            REQUIRE(plan.rule.pairing);
            const std::vector<std::string> baselines = maskBaselines(plan.op, masks->facts());
            const SequenceRun run = runMasks(plan, *masks, quick(baselines), false, noProgress());
            REQUIRE(run.masks.size() == 3);
            for (std::size_t t = 0; t < 3; ++t) {
                const MaskRun& mask = run.masks[t];
                CAPTURE(t, mask.error, mask.worstElement);
                CHECK(mask.accepted(plan.op.dtype));
                for (const double ns : {mask.indexNs, mask.kernelNs, mask.totalNs, mask.coldNs, mask.replayNs,
                                        mask.hostNs, mask.predictedKernelNs})
                    CHECK(ns > 0);
                Coverage coverage(*masks->mask(static_cast<std::int64_t>(t)));
                CHECK(mask.members == coverage.of(*plan.rule.pairing, plan.op).members);
            }
            REQUIRE(run.rivals.size() == baselines.size());
            for (const Rival& rival : run.rivals) {
                INFO(rival.name << ": " << rival.problem);
                CHECK(rival.problem.empty());
                CHECK(rival.masks.size() == 3);
            }
        }
}

TEST_CASE("on the GPU, masks choose anew as the CPU does, a plan without a pairing is the dense product, and ordered "
          "runs have the same bits")
{
    const Gpu gpu;
    const MaskSequencePtr masks =
        makeMasks("pruning", {{"rows", 1024}, {"cols", 1024}, {"block", "32x1"}, {"end", 0.02}, {"masks", 8}});
    DynamicPlan plan = gathered(*masks, OperatorKind::SpMM, {{"reselect", 2}, {"index", "ordered"}});
    plan.op.dense = 1024;
    const SequenceRun anew = runMasks(plan, *masks, quick({}), true, noProgress());
    REQUIRE(anew.masks.size() == 8);
    for (const MaskRun& mask : anew.masks) {
        CHECK(mask.accepted(plan.op.dtype));
        CHECK(mask.spread == 0);
        CHECK(mask.bestNs > 0);
    }
    for (const std::size_t counted : {1, 3, 5, 7})
        CHECK(anew.masks[counted].selectNs > 0);
    CHECK(anew.masks[2].selectNs == 0);

    plan.rule.reselect = 0;
    plan.rule.pairing.reset();
    const SequenceRun dense = runMasks(plan, *masks, quick({"block"}), false, noProgress());
    for (const MaskRun& mask : dense.masks) {
        CHECK(mask.pairing == -1);
        CHECK(mask.accepted(plan.op.dtype));
        CHECK(mask.replayNs > 0);
        CHECK(mask.indexNs == 0);
    }
    CHECK_THROWS_WITH(runMasks(plan, *masks, quick({"packed"}), false, noProgress()),
                      Catch::Contains("there is no baseline \"packed\" of these masks"));
}

TEST_CASE("on the GPU, a dynamic plan runs over one mask of a sequence, and masks choose anew in 32 bits")
{
    const Gpu gpu;
    const MaskSequencePtr masks = makeMasks("pruning", {{"block", "32x1"}, {"end", 0.02}, {"masks", 4}});
    const DynamicPlan plan = gathered(*masks, OperatorKind::SpMM);
    const MaskSequencePtr one = onlyMask(*masks, 3, noProgress());
    const std::vector<std::string> baselines = maskBaselines(plan.op, one->facts());
    const SequenceRun run = runMasks(plan, *one, quick(baselines), true, noProgress());
    REQUIRE(run.masks.size() == 1);
    CHECK(run.masks[0].accepted(plan.op.dtype));
    CHECK(run.masks[0].replayNs > 0);
    Coverage coverage(*masks->mask(3));
    CHECK(run.masks[0].members == coverage.of(*plan.rule.pairing, plan.op).members);
    for (const Rival& rival : run.rivals) {
        INFO(rival.name << ": " << rival.problem);
        CHECK(rival.masks.size() == 1);
    }
    for (const DataType dtype : {DataType::Float32, DataType::TFloat32}) {
        const DynamicPlan wide = gathered(*masks, OperatorKind::SpMM, {{"reselect", 1}}, dtype);
        for (const MaskRun& mask : runMasks(wide, *masks, quick({}), false, noProgress()).masks) {
            CHECK(mask.accepted(dtype));
            CHECK(mask.selectNs > 0);
        }
    }
}
