#include "kernels/device/driver.h"

#include "engine/core/error.h"

#include <cuda_runtime_api.h>

#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace sparsescope {

namespace {

constexpr unsigned signatureVersion = 12000; // newest signatures that the table names

std::string versionText(int version)
{
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

[[noreturn]] void failDevice(const std::string& reason, const char* call)
{
    throw Error(ErrorKind::Device, reason, {.call = call});
}

const char* const noDriver = "There is no NVIDIA driver on this machine (libcuda.so.1 is not found). Install driver "
                             "580 or newer; in a container, "
                             "start it with the NVIDIA container toolkit and the capabilities compute,utility.";

template <class Function>
void find(Function& function, const char* name)
{
    void* address = nullptr;
    cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
    const cudaError_t error =
        cudaGetDriverEntryPointByVersion(name, &address, signatureVersion, cudaEnableDefault, &found);
    if (error == cudaErrorInsufficientDriver) {
        // Also what the runtime says where there is no driver at all.
        int version = 0;
        const bool known = cudaDriverGetVersion(&version) == cudaSuccess && version > 0;
        failDevice(
            known
                ? fmt::format("the NVIDIA driver is too old: it serves CUDA {}, this program needs CUDA {} (driver 580 "
                              "or newer). Update the driver.",
                              versionText(version), versionText(CUDART_VERSION))
                : noDriver,
            name);
    }
    if (error == cudaErrorNoDevice)
        failDevice(describeError(CUDA_ERROR_NO_DEVICE), name);
    if (error != cudaSuccess)
        failDevice(fmt::format("{}: {}", cudaGetErrorName(error), cudaGetErrorString(error)), name);
    if (found != cudaDriverEntryPointSuccess || !address)
        failDevice("the driver does not have this function; update it to 580 or newer", name);
    function = reinterpret_cast<Function>(address);
}

Driver load()
{
    int version = 0;
    if (cudaDriverGetVersion(&version) != cudaSuccess || version == 0)
        throw Error(ErrorKind::Device, noDriver); // which call found that out helps nobody
    Driver table;
#define SPARSESCOPE_FIND(function, number) find(table.function, #function);
    SPARSESCOPE_DRIVER_FUNCTIONS(SPARSESCOPE_FIND)
#undef SPARSESCOPE_FIND
    const CUresult result = table.cuInit(0);
    if (result != CUDA_SUCCESS)
        failDevice(describeError(result), "cuInit");
    if (version < CUDART_VERSION / 1000 * 1000)
        failDevice(
            fmt::format(
                "the NVIDIA driver is too old: it serves CUDA {}, this program needs CUDA {}.0 (driver 580 or newer). "
                "Update the driver.",
                versionText(version), CUDART_VERSION / 1000),
            "cuDriverGetVersion");
    return table;
}

const char* advice(CUresult result)
{
    switch (result) {
    case CUDA_ERROR_NO_DEVICE:
        return "no NVIDIA GPU is visible; look at nvidia-smi, and at CUDA_VISIBLE_DEVICES when it is set";
    case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
        return "libcuda.so and the kernel module are of different versions; restart after the driver's update";
    case CUDA_ERROR_SYSTEM_NOT_READY:
        return "the GPU is not ready; on systems with NVSwitch, start the fabric manager of the driver's version";
    case CUDA_ERROR_UNKNOWN:
        return "the device may be missing (/dev/nvidia*) or in a bad state; look at nvidia-smi and dmesg";
    case CUDA_ERROR_DEVICE_UNAVAILABLE:
        return "the GPU is used exclusively by another process; wait for it or choose another one";
    case CUDA_ERROR_OUT_OF_MEMORY:
        return "free GPU memory (nvidia-smi lists who uses it), or take a smaller J";
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
    case CUDA_ERROR_INVALID_IMAGE:
        return "the compiled kernel does not fit this GPU or driver; update the driver, or clear the kernel cache";
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_LAUNCH_FAILED:
    case CUDA_ERROR_ECC_UNCORRECTABLE:
        return "the context is lost; the job ends";
    case CUDA_ERROR_LAUNCH_TIMEOUT:
        return "the kernel ran longer than the display's watchdog allows; the context is lost, the job ends";
    default:
        return nullptr;
    }
}

// Without the table, which may be what is being loaded.
const char* runtimeName(CUresult result)
{
    return cudaGetErrorName(static_cast<cudaError_t>(result));
}

} // namespace

const Driver& driver()
{
    static const Driver table = load();
    return table;
}

std::string describeError(CUresult result, const std::string& what)
{
    std::string text;
    switch (result) {
    case CUDA_ERROR_NO_DEVICE:
        text = "CUDA_ERROR_NO_DEVICE";
        break;
    case CUDA_ERROR_OUT_OF_MEMORY:
        text = "CUDA_ERROR_OUT_OF_MEMORY";
        break;
    case CUDA_ERROR_ILLEGAL_ADDRESS:
        text = "CUDA_ERROR_ILLEGAL_ADDRESS";
        break;
    case CUDA_ERROR_UNKNOWN:
        text = "CUDA_ERROR_UNKNOWN";
        break;
    default:
        text = fmt::format("{} ({})", runtimeName(result), static_cast<int>(result));
    }
    if (!what.empty())
        text += ": " + what;
    if (const char* hint = advice(result))
        text += fmt::format(": {}", hint);
    return text;
}

void checkCuda(CUresult result, const char* call, const std::string& what)
{
    if (result == CUDA_SUCCESS)
        return;
    const char* name = nullptr;
    std::string text;
    if (driver().cuGetErrorName(result, &name) == CUDA_SUCCESS && name) {
        text = name;
        if (!what.empty())
            text += ": " + what;
        if (const char* hint = advice(result)) {
            text += fmt::format(": {}", hint);
        } else if (const char* meaning = nullptr;
                   driver().cuGetErrorString(result, &meaning) == CUDA_SUCCESS && meaning) {
            text += fmt::format(": {}", meaning);
        }
    } else {
        text = describeError(result, what);
    }
    throw Error(ErrorKind::Device, text, {.call = call});
}

std::string driverModuleVersion()
{
    std::string version;
    if (std::ifstream in("/sys/module/nvidia/version"); in >> version)
        return version;
    // "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.03  Tue ..."
    std::ifstream in("/proc/driver/nvidia/version");
    std::string line;
    if (std::getline(in, line)) {
        std::istringstream words(line);
        while (words >> version)
            if (version.find('.') != std::string::npos && version.find_first_not_of("0123456789.") == std::string::npos)
                return version;
    }
    return {};
}

std::string gigabytes(std::size_t bytes)
{
    return bytes < 100'000'000 ? fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6)
                               : fmt::format("{:.1f} GB", static_cast<double>(bytes) / 1e9);
}

} // namespace sparsescope
