// A kernel of the user's own: a shared library with the functions of sparsescope_kernel.h.
#pragma once

#include "kernels/baseline/race.h"
#include "kernels/baseline/sparsescope_kernel.h"

#include <string>

namespace sparsescope {

class UserKernel {
public:
    // Loads the library, for as long as the process lives. A relative path starts at the current folder. Throws
    // Error(Input) naming the file: it is not there, cannot be loaded, lacks a function (named), or is for another
    // version.
    explicit UserKernel(const std::string& file);

    const std::string& name() const { return m_name; } // as the library says
    // Throw Error(Device) with the code that was returned and what the library says of it.
    void* prepare(const sparsescope_problem& problem) const;
    void run(const sparsescope_problem& problem, void* state) const;
    void release(void* state) const { m_release(state); }

private:
    void check(int code, const char* function) const;

    std::string m_name;
    decltype(&sparsescope_prepare) m_prepare = nullptr;
    decltype(&sparsescope_run) m_run = nullptr;
    decltype(&sparsescope_release) m_release = nullptr;
    decltype(&sparsescope_error) m_error = nullptr; // may be null
};

// Calls release when the run is over, however it ends.
class PreparedKernel {
public:
    PreparedKernel(const UserKernel& kernel, const sparsescope_problem& problem)
        : m_kernel(kernel), m_state(kernel.prepare(problem))
    {
    }
    ~PreparedKernel() { m_kernel.release(m_state); }
    PreparedKernel(const PreparedKernel&) = delete;
    PreparedKernel& operator=(const PreparedKernel&) = delete;
    void* state() const { return m_state; }

private:
    const UserKernel& m_kernel;
    void* m_state;
};

// What such a kernel is told, but for what it reads and writes.
sparsescope_problem problemOf(const Operator& op, std::int64_t rows, std::int64_t cols, std::int64_t nnz,
                              std::int64_t ld, const Stream& stream);
// That: in CSR, and B, X (0: none) and C.
void setOperands(sparsescope_problem& problem, const Buffer& rowPtr, const Buffer& colIdx, const Buffer& values,
                 CUdeviceptr B, CUdeviceptr X, CUdeviceptr C);

// The result is named "kernel:NAME". Throws as UserKernel does.
void runUserKernel(const std::string& file, Race& race);

} // namespace sparsescope
