#include "engine/work/worker_lines.h"

#include "engine/core/error.h"
#include "engine/core/json_text.h"

#include <algorithm>

namespace sparsescope {

namespace {

using nlohmann::json;

// What is of another type is as if it were not there.
std::string textIn(const json& event, const char* member)
{
    const auto found = event.find(member);
    return found != event.end() && found->is_string() ? found->get<std::string>() : std::string();
}

double shareIn(const json& event, const char* member)
{
    const json& share = event.at(member);
    return share.is_number() ? std::clamp(share.get<double>(), -1.0, 1.0) : -1.0;
}

} // namespace

void WorkerLines::hear(const std::string& line, Progress& progress, const Worker::Listener& listener)
{
    json event = jsonOrDiscarded(line);
    if (!event.is_object())
        return;
    if (event.contains("error")) {
        error = textIn(event, "error");
    } else if (event.contains("progress")) {
        stage = textIn(event, "what");
        progress.report(stage, shareIn(event, "progress"));
    } else if (event.contains("message")) {
        if (listener)
            listener(textIn(event, "message"));
    } else {
        answer = std::move(event);
    }
}

std::vector<Device> devicesIn(const json& answer)
{
    const auto fail = [] {
        throw Error(ErrorKind::Device, "the GPU worker does not say which GPUs there are: is it of this version?");
    };
    const auto found = answer.is_object() ? answer.find("devices") : answer.end();
    if (found == answer.end() || !found->is_array())
        fail();
    std::vector<Device> devices;
    for (const json& device : *found) {
        const auto id = device.is_object() ? device.find("id") : device.end();
        if (id == device.end() || !id->is_number_unsigned() || id->get<std::uint64_t>() >= std::uint64_t{mostDevices})
            fail();
        devices.push_back({id->get<int>(), textIn(device, "name"), textIn(device, "status")});
    }
    return devices;
}

} // namespace sparsescope
