// The GPUs that jobs can be sent to, by number.
#pragma once

#include <span>
#include <string>

namespace sparsescope {

// A GPU of a worker.
struct Device {
    int id = 0;         // RunOptions::device
    std::string name;   // "NVIDIA H200"
    std::string status; // why no job can run on it; empty when jobs can
};

// What a job says while another one has the turn.
inline constexpr const char* waitingForGpu = "waiting for another job on this GPU";

// Why no job can run on the device of this number, in one sentence that says which there are; empty when one can.
std::string deviceProblem(std::span<const Device> devices, int id);
// Throws Error: Usage where there is no such device, Device where it cannot run jobs.
void requireDevice(std::span<const Device> devices, int id);

} // namespace sparsescope
