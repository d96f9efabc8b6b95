// Random plans of all kinds of tile, computed by their generated kernels on the CPU, against float64.
#include "engine/run/executor.h"
#include "tests/kernels/classic_plans.h"
#include "tests/kernels/emulated_kernel.h"
#include "tests/support/catch.h"

#include <cstring>

using namespace sparsescope;

namespace {

// Runs a plan with poisoned outputs in several orders of its threads: right, and with the same bits unless parts of
// rows are added.
void checkEmulated(Plan plan, const Matrix& matrix, const KernelParameters& parameters, SplitSums sums,
                   std::set<std::string>& seen)
{
    plan.tiling().splitSums = sums;
    const Packed packed = pack(plan, matrix, noProgress());
    INFO(label(plan.op.kind) << " " << name(plan.op.dtype) << ", " << plan.op.dense << " in parts of " << plan.densePart
                             << ", " << parameters.text() << ", " << label(sums));
    for (std::size_t k = 0; k < packed.kinds.size(); ++k)
        seen.insert(packed.formats[static_cast<std::size_t>(packed.kinds[k].format)]->name() +
                    (packed.kinds[k].split ? "+" : "") + (packed.kinds[k].folds ? ", folded" : ""));
    const EmulatedKernel kernel(packed, parameters);
    const std::vector<Dense> operands = randomOperands(plan.op, packed.rows, packed.cols, packed.ld, 5);
    const Reference reference = referenceOf(matrix, plan.op, operands, noProgress());
    std::vector<float> first;
    for (const unsigned seed : {1u, 2u, 3u}) {
        const std::vector<float> result = kernel.run(operands, seed);
        const ErrorNorms norms = compare(reference, result.data(), plan.op.sampled() ? 1 : packed.ld);
        INFO("order " << seed << ": error " << norms.relative << ", worst element " << norms.worstElement);
        CHECK(norms.accepted(plan.op.dtype));
        if (first.empty())
            first = result;
        else if (!packed.addsRows())
            CHECK(std::memcmp(result.data(), first.data(), first.size() * sizeof(float)) == 0);
    }
}

} // namespace

TEST_CASE("generated kernels compute their plans on the CPU, whatever the order of threads and blocks")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    const OperatorKind kind = GENERATE_COPY(from_range(operatorKinds()));
    DYNAMIC_SECTION(label(kind))
    {
        const bool vector = kind == OperatorKind::SpMV, sampled = kind == OperatorKind::SDDMM;
        std::set<std::string> seen;
        std::uint64_t seed = 0;
        for (const DataType dtype : dataTypes)
            for (const SplitSums sums : {SplitSums::Slots, SplitSums::Atomic}) {
                ++seed;
                if (sampled && sums == SplitSums::Atomic)
                    continue;
                const MatrixPtr matrix = randomWithEmptyRows(90, 150, 0.08, seed);
                const Operator op{kind, dtype, vector ? 1 : 90};
                const bool blocks = !vector && (sampled || (seed + (seed - 1) / 2) % 2 == 1); // else folded rows
                const Plan plan = mixedPlan(*matrix, op, vector ? 1 : 64, seed, blocks);
                const std::vector<KernelParameters> legal = legalParameters(pack(plan, *matrix, noProgress()));
                checkEmulated(plan, *matrix, legal[seed % legal.size()], sums, seen);
            }
        for (const std::string name : {"block", "ell", "csr", "1d"}) {
            INFO(name);
            const bool there = !vector || name != "block";
            CHECK(seen.contains(name + "+") == there); // in SDDMM, K is split for all
            CHECK(seen.contains(name) == (there && !sampled));
        }
        CHECK((seen.contains("ell, folded") || seen.contains("ell+, folded")) == !sampled);
    }
}

TEST_CASE("generated kernels of SELL, BSR, SR-BCRS and CSR tiles compute their plans on the CPU")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    const OperatorKind kind = GENERATE(OperatorKind::SpMM, OperatorKind::SpMV);
    DYNAMIC_SECTION(label(kind))
    {
        const bool vector = kind == OperatorKind::SpMV;
        std::set<std::string> seen;
        std::uint64_t seed = 2;
        for (const DataType dtype : dataTypes) {
            const bool cut = ++seed % 2 == 0;
            const MatrixPtr matrix = randomWithEmptyRows(90, 150, 0.08, seed);
            const Plan plan = classicPlan(*matrix, {kind, dtype, vector ? 1 : 50}, vector ? 1 : 32, seed, false, cut);
            const std::vector<KernelParameters> legal = legalParameters(pack(plan, *matrix, noProgress()));
            checkEmulated(plan, *matrix, legal[seed % legal.size()], seed < 5 ? SplitSums::Slots : SplitSums::Atomic,
                          seen);
        }
        for (const char* format : {"sell", "bsr", "srbcrs"}) {
            INFO(format);
            CHECK((seen.contains(format) || seen.contains(std::string(format) + "+")));
        }
    }
}
