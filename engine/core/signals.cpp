#include "engine/core/signals.h"

#include <atomic>
#include <csignal>
#include <unistd.h>

namespace sparsescope {

namespace {

// A handler can be given nothing else.
std::atomic<Progress*> runningJob{nullptr};
std::atomic<bool> anyIsSecond{true};
std::atomic<int> interrupts{0}, terminations{0};

void onSignal(int number)
{
    const int same = ++(number == SIGINT ? interrupts : terminations);
    if (same > 1 || (anyIsSecond && interrupts + terminations > 1)) {
        constexpr int interrupted = 130;
        ::_exit(interrupted);
    }
    if (Progress* job = runningJob.load())
        job->cancel();
}

} // namespace

CancelledBySignals::CancelledBySignals(Progress& job, Second second)
{
    runningJob = &job;
    anyIsSecond = second == Second::Any;
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

CancelledBySignals::~CancelledBySignals()
{
    runningJob = nullptr;
}

void outliveFileSizeLimit()
{
    std::signal(SIGXFSZ, SIG_IGN);
}

} // namespace sparsescope
