// CUDA source to cubin, by NVRTC, with a cache on disk. Needs no GPU and no driver.
#pragma once

#include "engine/measure/compiled_kernel.h"

#include <string>
#include <vector>

namespace sparsescope {

struct CompiledSource {
    std::string cubin;
    std::string architecture; // that it was compiled for: the device's, or the nearest older one of its family
    std::string hash;         // of source and options
    std::string log;          // warnings, registers and shared memory, as the compiler prints them
    std::string ptx;          // empty from the cache
    bool cached = false;
    double ms = 0;
};

struct CompileOptions {
    std::string architecture = "sm_90";
    std::vector<std::string> defines; // "NAME=VALUE"
    bool cache = true;
};

// Throws Error(Device) when NVRTC does not know the architecture, Error(Internal) with the compiler's log when the
// source is wrong; `name` stands for the file in it.
CompiledSource compileSource(const std::string& source, const std::string& name, const CompileOptions& options);

// What the log of a compilation says about a kernel. Throws Error(Internal) when it says nothing.
KernelResources resourcesOf(const std::string& log, const std::string& entry);

std::string nvrtcVersion(); // "13.0"

} // namespace sparsescope
