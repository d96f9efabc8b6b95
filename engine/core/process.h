// Child processes: how the window and the command line run the GPU worker.
#pragma once

#include "engine/core/error.h"
#include "engine/core/progress.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sparsescope {

struct ProcessResult {
    int exitStatus = 0;        // of a normal end
    int signal = 0;            // that killed it, or 0
    std::string standardError; // its last 16 KiB
};

// A running program that is written to and listened to. Killed where it is still running when this object goes.
class ChildProcess {
public:
    // Throws Error(Device) when the program cannot be started.
    ChildProcess(const std::string& program, const std::vector<std::string>& arguments);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    // Queues text for its standard input, which wait() writes: before wait(), or from onLine as an answer. What the
    // child does not read is lost without an error.
    void send(std::string_view text);
    // Its standard input ends behind what was sent.
    void endInput();

    // Waits for its end, once. Each line of its standard output goes to onLine as it comes. When progress is cancelled
    // the child gets SIGTERM, after 2 s SIGKILL, and Error(Cancelled) is thrown.
    ProcessResult wait(const std::function<void(const std::string& line)>& onLine, Progress& progress);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

// What a child that ended badly said last, and what its exit status means where it is a program of ours.
std::string lastLine(const std::string& text);
ErrorKind kindOfStatus(int exitStatus);

// Runs program with arguments and nothing on its standard input, and waits as ChildProcess does.
ProcessResult runProcess(const std::string& program, const std::vector<std::string>& arguments,
                         const std::function<void(const std::string& line)>& onLine, Progress& progress);

} // namespace sparsescope
