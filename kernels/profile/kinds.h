// The kinds of tile of a plan apart: a kernel for each, with its own registers and shared memory.
#pragma once

#include "kernels/device/device_plan.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sparsescope {

class SeparateKinds {
public:
    // Compiles a kernel for each of Packed::kinds, all at once, and uploads the sub-tasks by kind, longest first. The
    // plan has to live longer. Throws Error(Device).
    SeparateKinds(const DevicePlan& plan, const KernelParameters& parameters, const std::string& architecture);
    ~SeparateKinds();

    std::size_t count() const { return m_kinds.size(); } // in the order of Packed::kinds
    std::int64_t tasks(std::size_t kind) const;
    // Its sub-tasks alone, and on request the rows without non-zeros. What it counts of rows that other kinds hold
    // parts of too is not whole: see DevicePlan::clearCounters().
    void launch(std::size_t kind, const Stream& stream, bool zeroes = false) const;
    // All of them, each kind on a stream of its own, after what `stream` was given before and before what it is given
    // next.
    void launchAll(const Stream& stream);

private:
    struct Kind;
    const DevicePlan& m_plan;
    Buffer m_tasks;
    std::vector<std::unique_ptr<Kind>> m_kinds;
    Event m_begin;
};

} // namespace sparsescope
