#include "engine/core/process.h"

#include "engine/core/error.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace sparsescope {

namespace {

struct Pipe {
    int read = -1;
    int write = -1;
    Pipe()
    {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0)
            throw Error(ErrorKind::Internal, std::strerror(errno), {.call = "pipe2"});
        read = ends[0];
        write = ends[1];
    }
    ~Pipe()
    {
        closeWrite();
        if (read >= 0)
            ::close(read);
    }
    void closeWrite()
    {
        if (write >= 0)
            ::close(write);
        write = -1;
    }
};

// A started child; never left behind, whatever is thrown while it runs.
struct Child {
    pid_t pid = 0;
    bool running = false;
    ~Child()
    {
        if (running) {
            ::kill(pid, SIGKILL);
            wait();
        }
    }
    int wait()
    {
        int status = 0;
        while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
        running = false;
        return status;
    }
};

} // namespace

ProcessResult runProcess(const std::string& program, const std::vector<std::string>& arguments,
                         const std::function<void(const std::string&)>& onLine, Progress& progress)
{
    Pipe out;
    Pipe err;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out.write, 1);
    posix_spawn_file_actions_adddup2(&actions, err.write, 2);

    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments)
        argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);

    Child child;
    const int failed = ::posix_spawn(&child.pid, program.c_str(), &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0)
        throw Error(ErrorKind::Device, fmt::format("cannot start {}: {}", program, std::strerror(failed)));
    child.running = true;
    out.closeWrite();
    err.closeWrite();

    using Clock = std::chrono::steady_clock;
    ProcessResult result;
    std::string pending;
    Clock::time_point askedToStop{};
    bool asked = false;
    bool outOpen = true;
    bool errOpen = true;
    char buffer[16384];
    while (outOpen || errOpen) {
        pollfd fds[2] = {{outOpen ? out.read : -1, POLLIN, 0}, {errOpen ? err.read : -1, POLLIN, 0}};
        ::poll(fds, 2, 50);
        if (progress.cancelled()) {
            if (!asked) {
                ::kill(child.pid, SIGTERM);
                askedToStop = Clock::now();
                asked = true;
            } else if (Clock::now() - askedToStop > std::chrono::seconds(2)) {
                ::kill(child.pid, SIGKILL);
            }
        }
        if (fds[0].revents != 0) {
            const ssize_t n = ::read(out.read, buffer, sizeof buffer);
            outOpen = n > 0;
            if (n > 0) {
                pending.append(buffer, static_cast<std::size_t>(n));
                std::size_t begin = 0;
                for (std::size_t end; (end = pending.find('\n', begin)) != std::string::npos; begin = end + 1)
                    onLine(pending.substr(begin, end - begin));
                pending.erase(0, begin);
            }
        }
        if (fds[1].revents != 0) {
            const ssize_t n = ::read(err.read, buffer, sizeof buffer);
            errOpen = n > 0;
            if (n > 0)
                result.standardError.append(buffer, static_cast<std::size_t>(n));
            if (result.standardError.size() > 16384)
                result.standardError.erase(0, result.standardError.size() - 16384);
        }
    }
    if (!pending.empty())
        onLine(pending);
    const int status = child.wait();
    progress.check();
    if (WIFSIGNALED(status))
        result.signal = WTERMSIG(status);
    else
        result.exitStatus = WEXITSTATUS(status);
    return result;
}

} // namespace sparsescope
