// The GPU of tests that need one.
#pragma once

#include "engine/core/error.h"
#include "kernels/device/device.h"
#include "tests/support/catch.h"

#include <optional>

namespace sparsescope {

// The first GPU, or the test is skipped.
class Gpu {
public:
    Gpu()
    {
        try {
            m_context.emplace(0);
        } catch (const Error&) {
            skipTest("this machine has no usable GPU");
        }
    }
    const DeviceInfo& info() const { return m_context->info(); }
    const Context& context() const { return *m_context; }

private:
    std::optional<Context> m_context;
};

} // namespace sparsescope
