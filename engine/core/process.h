// Child processes: how the window and the command line run the GPU worker.
#pragma once

#include "engine/core/error.h"
#include "engine/core/progress.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sparsescope {

struct ProcessResult {
    int exitStatus = 0;        // of a normal end
    int signal = 0;            // that killed it, or 0
    bool late = false;         // it was ended because its time was up
    std::string standardError; // its last 16 KiB
};

// Files in place of what a child is sent and says; an empty name is none.
struct ProcessFiles {
    std::string input = {};  // is there
    std::string output = {}; // is made, or emptied
    bool ownGroup = false;   // what the child starts is signalled with it, and ends with it
};

// A running program that is written to and listened to. Killed where it is still running when this object goes.
class ChildProcess {
public:
    // Throws Error(Device) when the program cannot be started, Error(Input) for files.
    ChildProcess(const std::string& program, const std::vector<std::string>& arguments, const ProcessFiles& files = {});
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    // Queues text for its standard input, which wait() writes: before wait(), or from onLine as an answer. What the
    // child does not read is lost without an error.
    void send(std::string_view text);
    // Its standard input ends behind what was sent.
    void endInput();
    // When its time is up, which may be changed from onLine: from then on it is not heard, and ended as when progress
    // is cancelled.
    void endBy(std::chrono::steady_clock::time_point time);
    // From SIGTERM to SIGKILL, instead of 2 s.
    void setPatience(std::chrono::milliseconds patience);

    // Called with each line of its standard error as it comes.
    void onSaid(std::function<void(const std::string& line)> said);
    // Called about twenty times a second while it is waited for.
    void onTick(std::function<void()> tick);
    // Bytes that were read of the input file, or written to that of the output.
    std::int64_t moved() const;

    // Waits for its end, once. Each line of its standard output goes to onLine as it comes. When progress is cancelled
    // the child gets SIGTERM, after 2 s SIGKILL, and Error(Cancelled) is thrown.
    ProcessResult wait(const std::function<void(const std::string& line)>& onLine, Progress& progress);
    // The same until onLine returns false; then true, and it runs on. False: it ended, and wait() says how.
    bool listen(const std::function<bool(const std::string& line)>& onLine, Progress& progress);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

// In a program of ours that was started so: the end of whoever started it ends it, by SIGKILL. Elsewhere nothing.
void endWithParent();

// "was killed by signal 11 (Segmentation fault) during STAGE: LAST LINE", "ended with status 3: LAST LINE".
std::string endText(const ProcessResult& result, const std::string& stage = {});
// What a child that ended badly said last, and what its exit status means where it is a program of ours.
std::string lastLine(const std::string& text);
ErrorKind kindOfStatus(int exitStatus);

// Runs program with arguments and nothing on its standard input, and waits as ChildProcess does.
ProcessResult runProcess(const std::string& program, const std::vector<std::string>& arguments,
                         const std::function<void(const std::string& line)>& onLine, Progress& progress);

} // namespace sparsescope
