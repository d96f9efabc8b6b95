// Index and kernel of a run over masks beside their predictions and CUPTI's counters; both orders of the index.
#include "engine/measure/index_orders.h"
#include "engine/measure/mask_validation.h"
#include "tests/support/catch.h"
#include "tests/support/dynamic_example.h"

#include <cmath>

using namespace sparsescope;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

SequenceRun runOf(std::vector<MaskRun> masks)
{
    SequenceRun run;
    run.conditions.device = "NVIDIA H200";
    run.pairings = example::pairings();
    run.masks = std::move(masks);
    return run;
}

MaskRun maskOf(double indexNs, double totalNs, std::int64_t pairing = 0)
{
    MaskRun mask;
    mask.pairing = pairing;
    mask.indexNs = indexNs;
    mask.totalNs = totalNs;
    return mask;
}

} // namespace

TEST_CASE("Index, kernel and total agree with their predictions each by itself")
{
    MaskRun mask = maskOf(200, 1300);
    mask.predictedIndexNs = 150;
    mask.predictedKernelNs = 1000;
    mask.kernelNs = 900;
    mask.zeroNs = 50;
    mask.convertNs = 50;
    const SequenceRun run = runOf({mask, maskOf(none, none, -1)}); // of the second there is nothing
    CHECK(measuredNs(mask, MaskTime::Kernel) == 1000);
    CHECK(predictedNs(mask, MaskTime::Total) == 1150);
    CHECK(agreementOf(run, MaskTime::Index).points == 1);
    CHECK(agreementOf(run, MaskTime::Index).medianError == Approx(0.25));
    CHECK(agreementOf(run, MaskTime::Kernel).medianError == Approx(0));
    CHECK(agreementOf(run, MaskTime::Total).medianError == Approx(150.0 / 1300));
    CHECK(std::isnan(measuredNs(run.masks[1], MaskTime::Index)));
}

TEST_CASE("What CUPTI counted of index and kernel stands beside the bytes that have to move")
{
    MaskRun mask = maskOf(200, 1300);
    mask.members = 6;
    mask.tasks = 2;
    SequenceRun run = runOf({mask});
    DynamicPlan plan;
    plan.op = {OperatorKind::SpMM, DataType::Float16, 8};
    plan.rule.shape = example::facts().shape;
    CHECK(countedKernels(run, plan, example::facts()).empty());
    run.counters = {{"index: activity", 180, "ns", "time"},
                    {"kernel: l1tex__m_xbar2l1tex_read_bytes.sum", 900, "B", "read"},
                    {"kernel: l1tex__m_l1tex2xbar_write_bytes.sum", 128, "B", "written"},
                    {"kernel: dram__bytes_read.sum", 64, "B", "read"},
                    {"kernel: dram__bytes_write.sum", 32, "B", "written"},
                    {"kernel: lts__t_sector_hit_rate.pct", 90, "%", "hits"}};
    const std::vector<CountedKernel> counted = countedKernels(run, plan, example::facts());
    REQUIRE(counted.size() == 2);
    CHECK(counted[0].which == MaskTime::Index);
    CHECK(counted[0].ns == 180);
    CHECK(std::isnan(counted[0].l2Bytes));
    CHECK(counted[0].expectedBytes == 64 + 6 * 2); // the mask in bytes; members in 16 bits
    CHECK(counted[1].which == MaskTime::Kernel);
    CHECK(std::isnan(counted[1].ns));
    CHECK(counted[1].l2Bytes == 1028);
    CHECK(counted[1].dramBytes == 96);
    REQUIRE(counted[1].others.size() == 1);
    CHECK(counted[1].others[0].name == "lts__t_sector_hit_rate.pct");
    // 4 x 1, of a row-major A: a sector of each of four rows, and a row of B; and all of C.
    const auto kernelBytes = [&](std::int64_t pairing) {
        run.masks[0].pairing = pairing;
        return countedKernels(run, plan, example::facts())[1].expectedBytes;
    };
    CHECK(kernelBytes(0) == 6 * (4 * 32 + 8 * 2) + 8 * 8 * 2);
    // By columns its four values are one sector.
    run.pairings[0].layout = MaskLayout::Column;
    CHECK(kernelBytes(0) == 6 * (32 + 8 * 2) + 8 * 8 * 2);
    // 1 x 4 along rows: a sector of A and a row of sums in float32; each task four rows of B.
    CHECK(kernelBytes(2) == 6 * (32 + 8 * 4) + 2 * 4 * 8 * 2);
    CHECK(std::isnan(kernelBytes(-1))); // the dense product is a library's
}

TEST_CASE("Both orders of the index are compared on masks that both gather alike")
{
    SequenceRun unordered = runOf({maskOf(100, 1000), maskOf(100, 1000), maskOf(100, 1000), maskOf(100, none)});
    SequenceRun ordered = runOf({maskOf(200, 1100), maskOf(50, 900), maskOf(100, 1000, 1), maskOf(100, 1000)});
    const OrdersCompared compared = compareOrders(unordered, ordered, DataType::Float16);
    CHECK(compared.masks == std::vector<std::int64_t>{0, 1});
    CHECK(compared.on(1));
    CHECK_FALSE(compared.on(2));
    CHECK(compared.index.geometricMean == Approx(1));
    CHECK(compared.index.least == Approx(0.5));
    CHECK(compared.index.most == Approx(2));
    CHECK(compared.total.geometricMean == Approx(std::sqrt(1.1 * 0.9)));
    CHECK(compared.orderedFaster == 1);
    CHECK(compared.unlike.empty());
    SequenceRun wrong = ordered;
    wrong.masks[0].error = wrong.masks[0].worstElement = 0.5;
    CHECK(compareOrders(unordered, wrong, DataType::Float16).masks == std::vector<std::int64_t>{1});
    // What else differs is said; another GPU's times are not compared.
    unordered.conditions.driver = "575.57";
    unordered.conditions.clockMHz = 1960;
    ordered.conditions.driver = "580.159";
    ordered.conditions.clockMHz = 1980; // as clocks vary
    CHECK(compareOrders(unordered, ordered, DataType::Float16).unlike ==
          std::vector<std::string>{"driver 575.57 and 580.159"});
    ordered.conditions.device = "NVIDIA H100";
    CHECK(compareOrders(unordered, ordered, DataType::Float16).empty());
}

TEST_CASE("Dynamic plans differ in the order of the index alone, or are not compared")
{
    DynamicPlan a, b;
    CHECK_FALSE(differInOrder(a, b));
    b.rule.order = IndexOrder::Ordered;
    b.rule.denseNs = 7; // as each run measured it
    CHECK(differInOrder(a, b));
    DynamicPlan other = b;
    other.rule.input = IndexInput::Bits;
    CHECK_FALSE(differInOrder(a, other));
    other = b;
    other.rule.pairing = example::pairings().front();
    CHECK_FALSE(differInOrder(a, other));
    other = b;
    other.op.dense *= 2;
    CHECK_FALSE(differInOrder(a, other));
}
