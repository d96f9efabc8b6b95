// What a worker says on its standard output: a JSON object a line. Nothing of it is believed; a line that is something
// else is passed over.
#pragma once

#include "engine/work/worker.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sparsescope {

// What its lines have told so far.
struct WorkerLines {
    std::string error;     // that it reported
    std::string stage;     // what it did last: "compiling", or the name of a baseline
    nlohmann::json answer; // the last line that is none of progress, message and error

    // Progress and messages go on.
    void hear(const std::string& line, Progress& progress, const Worker::Listener& listener);
};

// Those of the answer to "probe". Throws Error(Device) where it names none.
std::vector<Device> devicesIn(const nlohmann::json& answer);

} // namespace sparsescope
