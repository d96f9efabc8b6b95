// Kernels of relational gather-matmul-scatter on the CPU, against float64: both orders, inner axes that are no whole
// step, longer than one, and longer than what shared memory holds; rows that are added up in slots and atomically.
#include "engine/plan/plan.h"
#include "engine/search/planner.h"
#include "engine/search/stile/plain_csr.h"
#include "tests/engine/typed_matrices.h"
#include "tests/kernels/emulated_kernel.h"
#include "tests/support/catch.h"

#include <array>
#include <fmt/format.h>

using namespace sparsescope;

namespace {

Plan plannedBy(const Matrix& matrix, const Operator& op, const nlohmann::json& options)
{
    const auto model = makeCostModel(readCalibration("h200"), op);
    Trace none;
    return planner("rgms").search(matrix, op, ModelEvaluator(*model), options, none, noProgress());
}

void checkKernel(const Matrix& matrix, const Plan& plan, std::size_t variant)
{
    const Packed packed = pack(plan, matrix, noProgress());
    const std::vector<KernelParameters> legal = legalParameters(packed);
    const KernelParameters& parameters = legal[variant % legal.size()];
    INFO(matrix.source().name << ", " << name(plan.op.dtype) << ", " << extentText(plan.op) << " in parts of "
                              << plan.densePart << ", " << plan.options.dump() << ", " << parameters.text());
    checkEmulated(packed, matrix, parameters);
}

} // namespace

TEST_CASE("kernels of relations compute their plans on the CPU, in both orders and all types")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    const std::vector<MatrixPtr> matrices = typedMatrices();
    std::size_t seed = 0;
    for (const DataType dtype : dataTypes)
        for (const bool first : {false, true}) {
            const Matrix& matrix = *matrices[seed % matrices.size()];
            const Operator op{OperatorKind::RGMS, dtype, std::array{40, 64, 128}[seed % 3],
                              std::array{32, 20, 200}[seed % 3]};
            const nlohmann::json options = {{"k", std::array{5, 0, 3}[seed % 3]},
                                            {"places", 64},
                                            {multiplyFirstOption, first},
                                            {"dense-split", std::array{"32", "64", "128"}[seed % 3]}};
            checkKernel(matrix, plannedBy(matrix, op, options), seed++);
        }
}

TEST_CASE(
    "kernels of relations compute CSR tiles, rows that are stored once, and rows longer than what is held at once")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    std::size_t seed = 0;
    for (const DataType dtype : {DataType::Float16, DataType::Float32}) {
        const MatrixPtr matrix = typedMatrices().front();
        const Operator op{OperatorKind::RGMS, dtype, 32, 48};
        // All of a relation in CSR.
        Plan csr = emptyPlan(*matrix, op, 32);
        for (std::int64_t slice = 0; slice < matrix->slices(); ++slice) {
            std::vector<std::uint32_t> positions;
            for (std::int64_t p = 0; p < matrix->nnz(); ++p)
                if (matrix->colIdx()[at(p)] / matrix->sliceCols() == slice)
                    positions.push_back(static_cast<std::uint32_t>(p));
            stile::addPlainCsr(*matrix, positions, 128, csr, noProgress());
        }
        markAtomicTiles(csr);
        validatePlan(csr, *matrix);
        csr.tiling().splitSums = seed % 2 == 0 ? SplitSums::Slots : SplitSums::Atomic;
        checkKernel(*matrix, csr, seed++);
        // Rows of one relation stand in one tile each.
        const MatrixPtr one = withRandomValues(*rmat(64, 900, 4), 5);
        for (const bool first : {false, true}) {
            Plan wide = plannedBy(*one, op, {{"k", 7}, {"places", 256}, {multiplyFirstOption, first}});
            wide.tiling().splitSums = first ? SplitSums::Slots : SplitSums::Atomic;
            checkKernel(*one, wide, seed++);
        }
    }
}

TEST_CASE("kernels of relations: what has no code is refused by name")
{
    const MatrixPtr matrix = typedMatrices().front();
    const auto reason = [&](const Plan& plan) {
        try {
            generateKernel(pack(plan, *matrix, noProgress()));
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Usage);
            return e.reason();
        }
        return std::string();
    };
    CHECK_THAT(reason(plannedBy(*matrix, {OperatorKind::RGMS, DataType::Float16, 512, 16}, {{"dense-split", "512"}})),
               Catch::Contains("at most 256"));
    CHECK(hasDevicePiece("ell", OperatorKind::RGMS));
    CHECK(hasDevicePiece("csr", OperatorKind::RGMS));
    CHECK(!hasDevicePiece("coo", OperatorKind::RGMS));
}
