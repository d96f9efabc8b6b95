// Kernels that are printed from programs: every format, computed on the CPU against float64.
#include "engine/run/executor.h"
#include "tests/kernels/all_formats.h"
#include "tests/kernels/emulated_kernel.h"
#include "tests/support/catch.h"

using namespace sparsescope;

TEST_CASE("kernels printed from programs compute all formats on the CPU, whatever the order of threads and blocks")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    const OperatorKind kind = GENERATE_COPY(from_range(operatorKinds()));
    DYNAMIC_SECTION(label(kind))
    {
        // Each operator in two of the types: one with formats that add place by place, one with the others.
        std::uint64_t seed = 40 + 3 * static_cast<std::uint64_t>(kind);
        for (const bool cut : {true, false}) {
            const DataType dtype = dataTypes[++seed % dataTypes.size()];
            const MatrixPtr matrix = randomWithEmptyRows(120, 150, 0.08, seed);
            const Operator op{kind, dtype, kind == OperatorKind::SpMV ? 1 : 50};
            const Plan plan = planOfAll(*matrix, op, formatsThatAdd(*matrix, !cut), cut, seed);
            INFO(name(dtype) << ", seed " << seed);
            checkEmulated(pack(plan, *matrix, noProgress(), Codegen::Program), *matrix, {});
        }
    }
}
