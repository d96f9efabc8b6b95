// The generated kernel of a packed plan on the CPU.
#pragma once

#include "engine/run/executor.h"
#include "kernels/generate/generate.h"
#include "tests/kernels/emulated_source.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace sparsescope {

class EmulatedKernel {
public:
    static bool possible() { return EmulatedSource::possible(); }

    // Fails the test when it does not compile.
    EmulatedKernel(const Packed& packed, const KernelParameters& parameters,
                   const ir::KernelProgram* program = nullptr);

    // The output as float64, in the shape of the reference's with a leading dimension of packed.ld; NaN where nothing
    // was written. Blocks and threads run in an order that depends on the seed. What the kernel has to leave as it was,
    // counters and the scratch that is added to, is checked.
    std::vector<double> run(const std::vector<Dense>& operands, unsigned seed) const;

private:
    const Packed& m_packed;
    GeneratedSource m_source;
    std::optional<EmulatedSource> m_library;
};

// Runs a plan with poisoned outputs in several orders of its threads: right, and with the same bits unless parts of
// rows are added.
void checkEmulated(const Packed& packed, const Matrix& matrix, const KernelParameters& parameters,
                   const ir::KernelProgram* program = nullptr);

} // namespace sparsescope
