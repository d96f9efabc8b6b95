// Which of a worker's GPUs a job can be sent to.
#include "engine/work/device.h"

#include "engine/core/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

namespace {

const Device* find(std::span<const Device> devices, int id)
{
    const auto found = std::find_if(devices.begin(), devices.end(), [&](const Device& d) { return d.id == id; });
    return found == devices.end() ? nullptr : &*found;
}

} // namespace

std::string deviceProblem(std::span<const Device> devices, int id)
{
    if (const Device* device = find(devices, id))
        return device->status.empty() ? std::string() : fmt::format("GPU {} ({}) {}", id, device->name, device->status);
    std::string known;
    for (const Device& device : devices)
        known += fmt::format("{}{} ({})", known.empty() ? "" : ", ", device.id, device.name);
    return fmt::format("there is no GPU {}; there {} {}", id, devices.size() > 1 ? "are" : "is",
                       known.empty() ? "none" : known);
}

void requireDevice(std::span<const Device> devices, int id)
{
    if (const std::string problem = deviceProblem(devices, id); !problem.empty())
        throw Error(find(devices, id) ? ErrorKind::Device : ErrorKind::Usage, problem);
}

} // namespace sparsescope
