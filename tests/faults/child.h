// sparsescope-cli as a process that is killed, asked to stop, or given too little room.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace faults {

struct End {
    int status = -1; // of a normal end
    int signal = 0;  // that killed it, or 0
    std::string error;
};

class Child {
public:
    // `mostBytes`: no file of it may grow beyond (RLIMIT_FSIZE). `output`: takes what it prints.
    explicit Child(const std::vector<std::string>& arguments, std::optional<std::uint64_t> mostBytes = {},
                   const char* output = "/dev/null");
    ~Child(); // killed where it still runs
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    bool running();
    void send(int signal) const;
    End wait(std::chrono::milliseconds most = std::chrono::minutes(2)); // killed then

private:
    pid_t m_pid = -1;
    int m_error = -1; // what it says on its standard error: a file without a name
    std::optional<int> m_status;
};

inline End runCli(const std::vector<std::string>& arguments, std::optional<std::uint64_t> mostBytes = {})
{
    return Child(arguments, mostBytes).wait();
}

} // namespace faults
