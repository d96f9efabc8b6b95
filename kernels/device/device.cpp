#include "kernels/device/device.h"

#include "engine/core/error.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <thread>
#include <utility>

namespace sparsescope {

namespace {

std::atomic<std::size_t> bytesOfBuffers = 0;

int attributeOf(CUdevice device, CUdevice_attribute attribute)
{
    int value = 0;
    CUDA_CHECKED(cuDeviceGetAttribute, &value, attribute, device);
    return value;
}

DeviceInfo infoOf(int index)
{
    CUdevice device = 0;
    CUDA_CHECKED(cuDeviceGet, &device, index);
    char name[256] = {};
    CUDA_CHECKED(cuDeviceGetName, name, static_cast<int>(sizeof name) - 1, device);
    DeviceInfo info;
    info.index = index;
    info.name = name;
    info.major = attributeOf(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    info.minor = attributeOf(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    info.sms = attributeOf(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    info.cache = static_cast<std::size_t>(attributeOf(device, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE));
    info.threadsPerSm = attributeOf(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    CUDA_CHECKED(cuDeviceTotalMem, &info.memory, device);
    return info;
}

} // namespace

std::vector<DeviceInfo> listDevices()
{
    int count = 0;
    CUDA_CHECKED(cuDeviceGetCount, &count);
    if (count == 0)
        checkCuda(CUDA_ERROR_NO_DEVICE, "cuDeviceGetCount");
    std::vector<DeviceInfo> devices;
    for (int i = 0; i < count; ++i)
        devices.push_back(infoOf(i));
    return devices;
}

Device DeviceInfo::forJobs() const
{
    Device device{index, name, {}};
    if (major < 8)
        device.status = fmt::format("has compute capability {}.{}; the kernels need 8.0 or newer", major, minor);
    return device;
}

Context::Context(int device)
{
    std::vector<Device> devices;
    for (const DeviceInfo& info : listDevices()) {
        devices.push_back(info.forJobs());
        if (info.index == device)
            m_info = info;
    }
    requireDevice(devices, device);
    CUDA_CHECKED(cuDeviceGet, &m_device, device);
    CUDA_CHECKED(cuDevicePrimaryCtxRetain, &m_context, m_device);
    const CUresult result = driver().cuCtxSetCurrent(m_context);
    if (result != CUDA_SUCCESS) {
        driver().cuDevicePrimaryCtxRelease(m_device);
        checkCuda(result, "cuCtxSetCurrent");
    }
}

std::string Context::turnFile() const
{
    char bus[32] = {};
    if (cudaDeviceGetPCIBusId(bus, sizeof bus, m_info.index) != cudaSuccess)
        fmt::format_to_n(bus, sizeof bus - 1, "{}", m_info.index);
    return fmt::format("/tmp/sparsescope-gpu-{}.turn", bus); // for all, whatever their TMPDIR
}

Context::~Context()
{
    driver().cuDevicePrimaryCtxRelease(m_device);
}

FreeMemory freeMemory()
{
    FreeMemory memory;
    CUDA_CHECKED(cuMemGetInfo, &memory.free, &memory.total);
    return memory;
}

void requireDeviceMemory(std::size_t bytes, const std::string& what)
{
    const FreeMemory memory = freeMemory();
    if (bytes > memory.free)
        checkCuda(CUDA_ERROR_OUT_OF_MEMORY, "cuMemGetInfo",
                  fmt::format("needs {} of GPU memory for {}, {} of {} are free", gigabytes(bytes), what,
                              gigabytes(memory.free), gigabytes(memory.total)));
}

Buffer::Buffer(std::size_t bytes, const std::string& what) : m_bytes(bytes)
{
    const std::size_t asked = std::max<std::size_t>(bytes, 16);
    requireDeviceMemory(asked, what);
    const CUresult result = driver().cuMemAlloc(&m_address, asked);
    if (result != CUDA_SUCCESS) {
        FreeMemory memory;
        driver().cuMemGetInfo(&memory.free, &memory.total);
        checkCuda(result, "cuMemAlloc",
                  fmt::format("asked for {} for {}, {} of {} are free", gigabytes(asked), what, gigabytes(memory.free),
                              gigabytes(memory.total)));
    }
    bytesOfBuffers += m_bytes;
}

Buffer::~Buffer()
{
    if (!m_address)
        return;
    driver().cuMemFree(m_address);
    bytesOfBuffers -= m_bytes;
}

std::size_t Buffer::allBytes()
{
    return bytesOfBuffers;
}

Buffer::Buffer(Buffer&& other) noexcept
    : m_address(std::exchange(other.m_address, 0)), m_bytes(std::exchange(other.m_bytes, 0))
{
}

Buffer& Buffer::operator=(Buffer&& other) noexcept
{
    std::swap(m_address, other.m_address);
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

void Buffer::upload(const void* data, std::size_t bytes)
{
    if (bytes > 0)
        CUDA_CHECKED(cuMemcpyHtoD, m_address, data, bytes);
}

void Buffer::download(void* data, std::size_t bytes, std::size_t from) const
{
    if (bytes > 0)
        CUDA_CHECKED(cuMemcpyDtoH, data, m_address + from, bytes);
}

void Buffer::download(const MappedMemory& to, std::size_t bytes, const Stream& stream) const
{
    if (bytes > 0)
        CUDA_CHECKED(cuMemcpyDtoHAsync, to.host(), m_address, bytes, stream.handle());
}

void Buffer::fill(unsigned char byte)
{
    if (m_bytes > 0)
        CUDA_CHECKED(cuMemsetD8, m_address, byte, m_bytes);
}

void Buffer::fill(unsigned char byte, const Stream& stream)
{
    if (m_bytes > 0)
        CUDA_CHECKED(cuMemsetD8Async, m_address, byte, m_bytes, stream.handle());
}

void grow(Buffer& buffer, std::size_t bytes, const std::string& what)
{
    if (buffer.address() != 0 && buffer.bytes() >= bytes)
        return;
    buffer = Buffer(); // not two at a time
    buffer = Buffer(bytes, what);
}

Stream::Stream()
{
    CUDA_CHECKED(cuStreamCreate, &m_stream, CU_STREAM_DEFAULT);
}

Stream::~Stream()
{
    driver().cuStreamDestroy(m_stream);
}

namespace {

std::function<void(const std::string&)>& endlessKernel()
{
    static std::function<void(const std::string&)> end;
    return end;
}

std::chrono::seconds kernelLimit()
{
    constexpr std::int64_t usual = 120;
    const char* set = std::getenv("SPARSESCOPE_KERNEL_SECONDS");
    std::int64_t seconds = usual;
    if (set)
        std::from_chars(set, set + std::strlen(set), seconds);
    return std::chrono::seconds(std::clamp<std::int64_t>(seconds, 1, 1'000'000));
}

// Until a question to the driver is answered by success.
void waitUntil(const std::function<CUresult()>& ask, const char* call, Progress& progress)
{
    using namespace std::chrono_literals;
    static const std::chrono::seconds limit = kernelLimit();
    const auto begin = std::chrono::steady_clock::now();
    for (;;) {
        const CUresult result = ask();
        if (result == CUDA_SUCCESS)
            return;
        if (result != CUDA_ERROR_NOT_READY)
            checkCuda(result, call, "work on the GPU failed");
        progress.check();
        const auto waited = std::chrono::steady_clock::now() - begin;
        if (waited > limit) {
            const std::string reason =
                fmt::format("the GPU has worked for {} s on what should take far less: a kernel that does not end is "
                            "given up (SPARSESCOPE_KERNEL_SECONDS sets another limit)",
                            limit.count());
            if (endlessKernel())
                endlessKernel()(reason);
            throw Error(ErrorKind::Device, reason, {.call = call});
        }
        if (waited > 20ms) // the host's clock may be timing it
            std::this_thread::sleep_for(200us);
    }
}

} // namespace

void onEndlessKernel(std::function<void(const std::string&)> end)
{
    endlessKernel() = std::move(end);
}

void Stream::wait(Progress& progress) const
{
    waitUntil([&] { return driver().cuStreamQuery(m_stream); }, "cuStreamQuery", progress);
}

void Stream::waitFor(const Event& event) const
{
    CUDA_CHECKED(cuStreamWaitEvent, m_stream, event.handle(), 0u);
}

Event::Event()
{
    CUDA_CHECKED(cuEventCreate, &m_event, CU_EVENT_DEFAULT);
}

Event::~Event()
{
    if (m_event)
        driver().cuEventDestroy(m_event);
}

Event::Event(Event&& other) noexcept : m_event(std::exchange(other.m_event, nullptr)) {}

void Event::record(const Stream& stream)
{
    CUDA_CHECKED(cuEventRecord, m_event, stream.handle());
}

void Event::wait(Progress& progress) const
{
    waitUntil([&] { return driver().cuEventQuery(m_event); }, "cuEventQuery", progress);
}

double Event::nsSince(const Event& earlier) const
{
    float ms = 0;
    CUDA_CHECKED(cuEventElapsedTime, &ms, earlier.m_event, m_event);
    return static_cast<double>(ms) * 1e6;
}

Module::Module(const std::string& cubin)
{
    CUDA_CHECKED(cuModuleLoadData, &m_module, cubin.data());
}

Module::~Module()
{
    if (m_module)
        driver().cuModuleUnload(m_module);
}

Function Module::function(const char* name) const
{
    CUfunction function = nullptr;
    checkCuda(driver().cuModuleGetFunction(&function, m_module, name), "cuModuleGetFunction", name);
    return Function(function, name);
}

int Function::attribute(CUfunction_attribute attribute) const
{
    int value = 0;
    CUDA_CHECKED(cuFuncGetAttribute, &value, attribute, m_function);
    return value;
}

int Function::blocksPerSm(int block) const
{
    int blocks = 0;
    CUDA_CHECKED(cuOccupancyMaxActiveBlocksPerMultiprocessor, &blocks, m_function, block, m_shared);
    return blocks;
}

void Function::useShared(std::int64_t bytes)
{
    m_shared = static_cast<unsigned>(bytes);
    checkCuda(driver().cuFuncSetAttribute(m_function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                          static_cast<int>(bytes)),
              "cuFuncSetAttribute", fmt::format("{} with {} bytes of shared memory a block", m_name, bytes));
}

void Function::launchList(const Stream& stream, std::int64_t grid, int block, void** list, bool early) const
{
    if (grid < 1 || grid > std::numeric_limits<std::int32_t>::max())
        throw Error(ErrorKind::Device, fmt::format("{} blocks of {} cannot be launched at once", grid, m_name),
                    {.call = "cuLaunchKernelEx"});
    CUlaunchAttribute overlap = {};
    overlap.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
    overlap.value.programmaticStreamSerializationAllowed = 1;
    CUlaunchConfig config = {};
    config.gridDimX = static_cast<unsigned>(grid);
    config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = static_cast<unsigned>(block);
    config.blockDimY = config.blockDimZ = 1;
    config.sharedMemBytes = m_shared;
    config.hStream = stream.handle();
    config.attrs = &overlap;
    config.numAttrs = early ? 1 : 0;
    checkCuda(driver().cuLaunchKernelEx(&config, m_function, list, nullptr), "cuLaunchKernelEx",
              fmt::format("{} with {} blocks of {} threads", m_name, grid, block));
}

MappedMemory::MappedMemory(std::size_t bytes)
{
    CUDA_CHECKED(cuMemHostAlloc, &m_host, bytes, CU_MEMHOSTALLOC_DEVICEMAP);
    const CUresult result = driver().cuMemHostGetDevicePointer(&m_address, m_host, 0);
    if (result != CUDA_SUCCESS) {
        driver().cuMemFreeHost(m_host);
        checkCuda(result, "cuMemHostGetDevicePointer");
    }
}

MappedMemory::~MappedMemory()
{
    driver().cuMemFreeHost(m_host);
}

cudaDataType libraryType(DataType dtype)
{
    return dtype == DataType::Float16    ? CUDA_R_16F
           : dtype == DataType::BFloat16 ? CUDA_R_16BF
           : dtype == DataType::Float64  ? CUDA_R_64F
                                         : CUDA_R_32F;
}

} // namespace sparsescope
