// Starts a child with posix_spawn, and serves its three streams with poll until it ends.
#include "engine/core/process.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

extern char** environ;

namespace sparsescope {

namespace {

using Clock = std::chrono::steady_clock;

// Names the process that started one of ours, to this one alone: whoever inherits it has another parent.
constexpr const char* parentVariable = "SPARSESCOPE_PARENT";

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
        closeRead();
    }
    void closeRead()
    {
        if (read >= 0)
            ::close(read);
        read = -1;
    }
    void closeWrite()
    {
        if (write >= 0)
            ::close(write);
        write = -1;
    }
};

// Writing to a child that reads no more is an error of write() here, not a signal that ends this program.
ssize_t writeQuietly(int to, const char* data, std::size_t size)
{
    sigset_t broken, before, waiting;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    sigpending(&waiting);
    const bool there = sigismember(&waiting, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    const ssize_t n = ::write(to, data, size);
    const int error = errno;
    if (n < 0 && error == EPIPE && !there) {
        const timespec none{};
        while (sigtimedwait(&broken, nullptr, &none) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return n;
}

} // namespace

struct ChildProcess::State {
    Pipe in;
    Pipe out;
    Pipe err;
    int file = -1; // in place of one of the former
    std::function<void()> tick;
    std::function<void(const std::string&)> said;
    pid_t pid = 0;
    bool group = false;
    bool running = false;
    bool inputEnds = false;
    std::string unwritten; // to its standard input
    std::string unheard;   // of its standard output
    std::string untold;    // of its standard error
    Clock::time_point latest = Clock::time_point::max();
    std::chrono::milliseconds patience{2000};
    std::optional<Clock::time_point> asked; // to stop
    ProcessResult result;

    ~State()
    {
        if (file >= 0)
            ::close(file);
    }

    // Opens it in place of an end of a pipe that the child gets.
    void replace(int& end, const std::string& name, int flags)
    {
        if (name.empty())
            return;
        const int opened = ::open(name.c_str(), flags | O_CLOEXEC, 0600);
        if (opened < 0)
            failInput(std::strerror(errno), {.file = name});
        ::close(std::exchange(end, opened));
        if (file < 0)
            file = ::fcntl(opened, F_DUPFD_CLOEXEC, 0); // the same place in the file as the child's
    }

    void signal(int number) const { ::kill(group ? -pid : pid, number); }

    int reap()
    {
        int status = 0;
        if (group) { // the group is this one's as long as the child was not waited for
            siginfo_t ended{};
            while (::waitid(P_PID, static_cast<id_t>(pid), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
            }
            signal(SIGKILL);
        }
        while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
        running = false;
        return status;
    }

    // As much as the pipe takes now.
    void write()
    {
        while (in.write >= 0 && !unwritten.empty()) {
            const ssize_t n = writeQuietly(in.write, unwritten.data(), unwritten.size());
            if (n < 0 && errno == EINTR)
                continue;
            if (n < 0 && errno == EAGAIN)
                return;
            if (n < 0)
                in.closeWrite();
            else
                unwritten.erase(0, static_cast<std::size_t>(n));
        }
        if (unwritten.empty() && inputEnds)
            in.closeWrite();
    }
};

ChildProcess::ChildProcess(const std::string& program, const std::vector<std::string>& arguments,
                           const ProcessFiles& files)
    : m_state(std::make_unique<State>())
{
    State& s = *m_state;
    s.replace(s.in.read, files.input, O_RDONLY);
    s.replace(s.out.write, files.output, O_WRONLY | O_CREAT | O_TRUNC);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, s.in.read, 0);
    posix_spawn_file_actions_adddup2(&actions, s.out.write, 1);
    posix_spawn_file_actions_adddup2(&actions, s.err.write, 2);

    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments)
        argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);

    const std::string parent = fmt::format("{}={}", parentVariable, ::getpid());
    std::vector<char*> environment{const_cast<char*>(parent.c_str())};
    for (char** variable = environ; *variable; ++variable)
        if (!std::string_view(*variable).starts_with(std::string(parentVariable) + "="))
            environment.push_back(*variable);
    environment.push_back(nullptr);

    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    if (files.ownGroup)
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    s.group = files.ownGroup;
    const int failed = ::posix_spawn(&s.pid, program.c_str(), &actions, &attributes, argv.data(), environment.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0)
        throw Error(ErrorKind::Device, fmt::format("cannot start {}: {}", program, std::strerror(failed)));
    s.running = true;
    s.in.closeRead();
    s.out.closeWrite();
    s.err.closeWrite();
    ::fcntl(s.in.write, F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess()
{
    if (m_state->running) {
        m_state->signal(SIGKILL);
        m_state->reap();
    }
}

void ChildProcess::send(std::string_view text)
{
    m_state->unwritten += text;
}

void ChildProcess::endInput()
{
    m_state->inputEnds = true;
}

void ChildProcess::endBy(Clock::time_point time)
{
    m_state->latest = time;
}

void ChildProcess::onSaid(std::function<void(const std::string& line)> said)
{
    m_state->said = std::move(said);
}

void ChildProcess::onTick(std::function<void()> tick)
{
    m_state->tick = std::move(tick);
}

std::int64_t ChildProcess::moved() const
{
    return m_state->file < 0 ? 0 : std::max<std::int64_t>(0, ::lseek(m_state->file, 0, SEEK_CUR));
}

void ChildProcess::setPatience(std::chrono::milliseconds patience)
{
    m_state->patience = patience;
}

bool ChildProcess::listen(const std::function<bool(const std::string&)>& onLine, Progress& progress)
{
    State& s = *m_state;
    char buffer[16384];
    while (s.out.read >= 0 || s.err.read >= 0) {
        for (std::size_t end; (end = s.unheard.find('\n')) != std::string::npos;) {
            const std::string line = s.unheard.substr(0, end);
            s.unheard.erase(0, end + 1);
            if (!s.result.late && !onLine(line))
                return true;
        }
        s.write();
        pollfd fds[3] = {
            {s.out.read, POLLIN, 0}, {s.err.read, POLLIN, 0}, {s.unwritten.empty() ? -1 : s.in.write, POLLOUT, 0}};
        ::poll(fds, 3, 50);
        if (s.tick)
            s.tick();
        const Clock::time_point now = Clock::now();
        if (progress.cancelled() || now > s.latest) {
            if (!s.asked) {
                s.result.late = !progress.cancelled();
                s.signal(SIGTERM);
                s.asked = now;
            } else if (now - *s.asked > s.patience) {
                s.signal(SIGKILL);
            }
        }
        if (fds[0].revents != 0) {
            const ssize_t n = ::read(s.out.read, buffer, sizeof buffer);
            if (n > 0)
                s.unheard.append(buffer, static_cast<std::size_t>(n));
            else
                s.out.closeRead();
        }
        if (fds[1].revents != 0) {
            const ssize_t n = ::read(s.err.read, buffer, sizeof buffer);
            std::string& said = s.result.standardError;
            if (n > 0)
                said.append(buffer, static_cast<std::size_t>(n));
            else
                s.err.closeRead();
            if (said.size() > 16384)
                said.erase(0, said.size() - 16384);
            if (s.said && n > 0) {
                s.untold.append(buffer, static_cast<std::size_t>(n));
                for (std::size_t end; (end = s.untold.find('\n')) != std::string::npos; s.untold.erase(0, end + 1))
                    s.said(s.untold.substr(0, end));
                if (s.untold.size() > sizeof buffer) // a line without an end
                    s.untold.clear();
            }
        }
    }
    if (!s.unheard.empty() && !s.result.late)
        onLine(std::exchange(s.unheard, {}));
    return false;
}

ProcessResult ChildProcess::wait(const std::function<void(const std::string&)>& onLine, Progress& progress)
{
    listen(
        [&](const std::string& line) {
            onLine(line);
            return true;
        },
        progress);
    const int status = m_state->reap();
    progress.check();
    ProcessResult& result = m_state->result;
    if (WIFSIGNALED(status))
        result.signal = WTERMSIG(status);
    else
        result.exitStatus = WEXITSTATUS(status);
    return result;
}

// The signal comes when the thread ends that started this process: that one waits for it.
void endWithParent()
{
    const char* parent = std::getenv(parentVariable);
    if (parent && parent == std::to_string(::getppid()))
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
}

std::string endText(const ProcessResult& result, const std::string& stage)
{
    const std::string last = lastLine(result.standardError);
    return fmt::format("{}{}{}{}{}{}",
                       result.signal != 0
                           ? fmt::format("was killed by signal {} ({})", result.signal, strsignal(result.signal))
                           : fmt::format("ended with status {}", result.exitStatus),
                       stage.empty() ? "" : " during ", stage, last.empty() ? "" : ": ", last,
                       result.signal == SIGKILL ? "; the system log says whether memory ran out" : "");
}

std::string lastLine(const std::string& text)
{
    const std::size_t end = text.find_last_not_of('\n');
    if (end == std::string::npos)
        return {};
    const std::size_t begin = text.find_last_of('\n', end);
    return text.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin == std::string::npos ? -1 : begin));
}

ErrorKind kindOfStatus(int exitStatus)
{
    for (const ErrorKind kind :
         {ErrorKind::Usage, ErrorKind::Input, ErrorKind::Device, ErrorKind::Verification, ErrorKind::Cancelled})
        if (static_cast<int>(kind) == exitStatus)
            return kind;
    return ErrorKind::Internal;
}

ProcessResult runProcess(const std::string& program, const std::vector<std::string>& arguments,
                         const std::function<void(const std::string&)>& onLine, Progress& progress)
{
    ChildProcess child(program, arguments);
    child.endInput();
    return child.wait(onLine, progress);
}

} // namespace sparsescope
