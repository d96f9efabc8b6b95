// Processes that take turns: what one measures, another must not disturb.
#pragma once

#include "engine/core/progress.h"

#include <string>

namespace sparsescope {

// A turn is held by at most one process at a time, and ends with it. Where the file cannot be opened nobody waits.
class Turn {
public:
    explicit Turn(const std::string& file); // made where it is not there; stays
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    // Waits until no other process has it, and says so as what is being done, `done` of all; nothing where it is held
    // already. Throws Error(Cancelled).
    void take(Progress& progress, const std::string& waiting, double done);
    void leave();

private:
    int m_file = -1;
    bool m_held = false;
};

} // namespace sparsescope
