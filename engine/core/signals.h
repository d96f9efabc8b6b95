// What signals do to a program that may have to stop early.
#pragma once

#include "engine/core/progress.h"

namespace sparsescope {

// Ctrl-C in a terminal reaches a child as SIGINT, and again by its parent as SIGTERM: to a child, only the same signal
// is a second one.
enum class Second { Any, Same };

// As long as it lives: the first SIGINT or SIGTERM cancels the job, a second ends the process at once with status 130.
// One lives at a time.
class CancelledBySignals {
public:
    CancelledBySignals(Progress& job, Second second);
    ~CancelledBySignals(); // the first one does nothing any more, a second still ends
    CancelledBySignals(const CancelledBySignals&) = delete;
    CancelledBySignals& operator=(const CancelledBySignals&) = delete;
};

// A file that would grow beyond the limit (ulimit -f) is an error of whoever writes it, not the end of the process.
void outliveFileSizeLimit();

} // namespace sparsescope
