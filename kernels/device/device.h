// RAII wrappers of the driver's objects. All throw Error(Device) naming the call that failed.
#pragma once

#include "engine/core/progress.h"
#include "engine/plan/data_type.h"
#include "engine/work/device.h"
#include "kernels/device/driver.h"

#include <library_types.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

struct DeviceInfo {
    int index = 0;
    std::string name;         // "NVIDIA H200"
    int major = 0, minor = 0; // compute capability
    int sms = 0;
    int threadsPerSm = 0;
    std::size_t memory = 0; // bytes
    std::size_t cache = 0;  // bytes of L2

    std::string architecture() const { return "sm_" + std::to_string(major) + std::to_string(minor); }
    Device forJobs() const; // with the reason why the kernels do not run on it, where they do not
};

std::vector<DeviceInfo> listDevices(); // never empty

// The primary context of one device, current in the calling thread; the CUDA runtime and cuSPARSE use the same.
class Context {
public:
    // Throws Error: Usage where there is no GPU of this number, Device where the kernels do not run on it.
    explicit Context(int device = 0);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    const DeviceInfo& info() const { return m_info; }
    // The lock of this GPU among all processes of the machine: who measures holds it.
    std::string turnFile() const;
    CUcontext handle() const { return m_context; }

private:
    DeviceInfo m_info;
    CUdevice m_device = 0;
    CUcontext m_context = nullptr;
};

struct FreeMemory {
    std::size_t free = 0;
    std::size_t total = 0;
};
FreeMemory freeMemory();
// Throws Error(Device) "needs 12.0 GB of GPU memory for WHAT, 8.0 GB of 139.8 GB are free".
void requireDeviceMemory(std::size_t bytes, const std::string& what);

// Device memory. Copies are ordered with the streams below.
class Buffer {
public:
    Buffer() = default;
    Buffer(std::size_t bytes, const std::string& what);
    template <class T>
    Buffer(std::span<const T> data, const std::string& what) : Buffer(data.size_bytes(), what)
    {
        upload(data.data(), data.size_bytes());
    }
    ~Buffer();
    Buffer(Buffer&& other) noexcept;
    Buffer& operator=(Buffer&& other) noexcept;

    CUdeviceptr address() const { return m_address; }
    std::size_t bytes() const { return m_bytes; }
    void upload(const void* data, std::size_t bytes);
    void download(void* data, std::size_t bytes, std::size_t from = 0) const;
    // After what the stream was given before; waits for nothing.
    void download(const class MappedMemory& to, std::size_t bytes, const class Stream& stream) const;
    void fill(unsigned char byte);
    void fill(unsigned char byte, const class Stream& stream); // after what the stream was given before

    static std::size_t allBytes(); // of all buffers that there are now

private:
    CUdeviceptr m_address = 0;
    std::size_t m_bytes = 0;
};

// At least so many bytes, which hold anything; nothing is allocated where the buffer has them.
void grow(Buffer& buffer, std::size_t bytes, const std::string& what);

// A stream that is ordered with the default stream.
class Stream {
public:
    Stream();
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    CUstream handle() const { return m_stream; }
    // Until all work is done; throws Error(Cancelled) when progress is cancelled first. Work that takes longer than
    // the limit is given up: see onEndlessKernel().
    void wait(Progress& progress) const;
    // What it is given next begins after what was recorded.
    void waitFor(const class Event& event) const;

private:
    CUstream m_stream = nullptr;
};

// A kernel that runs for more than two minutes, or as many seconds as SPARSESCOPE_KERNEL_SECONDS says, is taken for one
// without end. Whatever belongs to it cannot be freed, as that waits for it, so that the process has to end at once:
// `end` is told why and does not return. Without it wait() throws Error(Device), and freeing hangs.
void onEndlessKernel(std::function<void(const std::string& reason)> end);

class Event {
public:
    Event();
    ~Event();
    Event(Event&& other) noexcept;
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    void record(const Stream& stream);
    void wait(Progress& progress) const;        // until it has happened, as Stream::wait()
    double nsSince(const Event& earlier) const; // both have happened
    CUevent handle() const { return m_event; }

private:
    CUevent m_event = nullptr;
};

// As the toolkit's libraries name it; tf32 values are stored as float32.
cudaDataType libraryType(DataType dtype);

class Function;

// A loaded cubin.
class Module {
public:
    Module() = default; // none
    explicit Module(const std::string& cubin);
    ~Module();
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;

    Function function(const char* name) const;

private:
    CUmodule m_module = nullptr;
};

// A kernel; lives as long as its module.
class Function {
public:
    explicit Function(CUfunction function = nullptr, std::string name = {})
        : m_function(function), m_name(std::move(name))
    {
    }

    // Arguments by value, exactly of the kernel's parameter types.
    template <class... Arguments>
    void launch(const Stream& stream, std::int64_t grid, int block, Arguments... arguments) const
    {
        void* list[] = {static_cast<void*>(&arguments)..., nullptr};
        launchList(stream, grid, block, list);
    }
    // With a single argument that stands at `argument`: a struct of the kernel's.
    void launchWith(const Stream& stream, std::int64_t grid, int block, const void* argument) const
    {
        void* list[] = {const_cast<void*>(argument), nullptr};
        launchList(stream, grid, block, list);
    }
    // The same, begun while the kernel before it in the stream is still running: it has to ask itself when that has
    // ended (griddepcontrol). On GPUs before sm_90 it begins afterwards.
    void launchEarly(const Stream& stream, std::int64_t grid, int block, const void* argument) const
    {
        void* list[] = {const_cast<void*>(argument), nullptr};
        launchList(stream, grid, block, list, true);
    }
    template <class... Arguments>
    void launchEarlyWith(const Stream& stream, std::int64_t grid, int block, Arguments... arguments) const
    {
        void* list[] = {static_cast<void*>(&arguments)..., nullptr};
        launchList(stream, grid, block, list, true);
    }
    // Dynamic shared memory of all launches from now on.
    void useShared(std::int64_t bytes);
    int sharedBytes() const { return static_cast<int>(m_shared); } // of these
    int attribute(CUfunction_attribute attribute) const;
    int blocksPerSm(int block) const;
    const std::string& name() const { return m_name; }

private:
    void launchList(const Stream& stream, std::int64_t grid, int block, void** list, bool early = false) const;

    CUfunction m_function;
    std::string m_name;
    unsigned m_shared = 0; // bytes, dynamic
};

// Host memory that kernels read and write in place.
class MappedMemory {
public:
    explicit MappedMemory(std::size_t bytes);
    ~MappedMemory();
    MappedMemory(const MappedMemory&) = delete;
    MappedMemory& operator=(const MappedMemory&) = delete;

    void* host() const { return m_host; }
    CUdeviceptr address() const { return m_address; }

private:
    void* m_host = nullptr;
    CUdeviceptr m_address = 0;
};

} // namespace sparsescope
