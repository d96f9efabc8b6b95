// What the compiler made of a generated source: resources, listings, and how many blocks an SM holds. Plain data, so
// that a program without CUDA shows it.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sparsescope {

// As ptxas reports them for one kernel.
struct KernelResources {
    int registers = 0;   // of a thread
    int sharedBytes = 0; // static, of a block
    int stackBytes = 0;  // of a thread
    int spillStores = 0; // bytes of a thread
    int spillLoads = 0;
};

struct CompiledKernel {
    std::string entry;
    std::string architecture; // "sm_90"
    std::string compiler;     // "NVRTC 13.0"
    int threads = 0;          // of a block
    KernelResources resources;
    std::string ptx;
    std::string sass;        // empty without nvdisasm
    std::string sassProblem; // why it is empty and what to do
};
nlohmann::json toJson(const CompiledKernel& kernel);
CompiledKernel compiledKernelFromJson(const nlohmann::json& json, const std::string& file); // throws Error(Input)

// Blocks of a kernel that one SM holds at the same time, and what keeps it from more.
struct Occupancy {
    int blocks = 0;
    double share = 0;  // of the threads that an SM can hold, 0 to 1
    std::string limit; // "registers", "shared memory", "threads" or "blocks"; several are joined by " and "
};
// After the technical specifications of compute capabilities in the CUDA C++ Programming Guide (registers are given out
// by 256 a warp, shared memory by 128 bytes with 1 KiB a block for the system). Blocks 0 for an architecture that is
// not known.
Occupancy occupancyOf(const std::string& architecture, int threads, const KernelResources& resources);

// A listing line by line.
struct Listing {
    std::vector<std::string_view> lines;  // into the text
    std::vector<std::int32_t> sourceLine; // the line (from 1) of the source that each came from; 0: none is named
};
// Reads PTX (".loc 1 LINE ...") or SASS (nvdisasm's "//## File "...", line LINE"): each marker counts until the next
// one; the text must outlive the result.
Listing readListing(std::string_view text);

} // namespace sparsescope
