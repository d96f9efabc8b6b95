// The float64 product that results are verified against, and the comparison with it: on the CPU where that is quick,
// else on the GPU, so that large results need not leave it.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/run/executor.h"
#include "kernels/device/device.h"

#include <memory>
#include <string>

namespace sparsescope {

// Multiplications and results up to which the CPU does it.
inline constexpr double mostOnCpu = 1e8;

class Verifier {
public:
    // Makes the reference, as referenceOf() of the engine does; on the GPU some rows are checked on the CPU. Throws
    // Error(Device) when those differ.
    Verifier(const Matrix& matrix, const Operator& op, std::span<const Dense> operands, double mostOnCpu,
             const std::string& architecture, const Stream& stream, Progress& progress);
    ~Verifier();
    Verifier(const Verifier&) = delete;
    Verifier& operator=(const Verifier&) = delete;

    const std::string& where() const { return m_where; } // "CPU", or "GPU, N rows checked on the CPU"

    // A result in the shape of the reference, with the leading dimension ld: of the operator's type on the GPU, or
    // float64 here. To the last digits the same either way.
    ErrorNorms compare(const Buffer& C, std::int64_t ld, const Stream& stream, Progress& progress) const;
    ErrorNorms compare(std::span<const double> C, std::int64_t ld, Progress& progress) const;

    const Reference& reference() const; // brought here when it is first asked for

private:
    struct OnDevice;

    Operator m_op;
    std::int64_t m_rows, m_cols;
    std::string m_where;
    mutable Reference m_reference; // without values while it is on the device alone
    std::unique_ptr<const OnDevice> m_device;
};

} // namespace sparsescope
