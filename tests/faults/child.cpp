#include "tests/faults/child.h"

#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <csignal>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace faults {

Child::Child(const std::vector<std::string>& arguments, std::optional<std::uint64_t> mostBytes, const char* output)
{
    const std::string program = programFile("sparsescope-cli");
    std::vector<char*> words{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments)
        words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    m_error = ::memfd_create("stderr", MFD_CLOEXEC);
    REQUIRE(m_error >= 0);
    m_pid = ::fork();
    REQUIRE(m_pid >= 0);
    if (m_pid == 0) {
        const int nothing = ::open("/dev/null", O_RDWR);
        ::dup2(nothing, STDIN_FILENO);
        ::dup2(::open(output, O_WRONLY), STDOUT_FILENO);
        ::dup2(m_error, STDERR_FILENO);
        if (mostBytes) {
            const rlimit limit{*mostBytes, *mostBytes};
            ::setrlimit(RLIMIT_FSIZE, &limit);
        }
        ::execv(program.c_str(), words.data());
        ::_exit(127);
    }
}

Child::~Child()
{
    if (running()) {
        send(SIGKILL);
        wait();
    }
    ::close(m_error);
}

bool Child::running()
{
    int status = 0;
    if (!m_status && ::waitpid(m_pid, &status, WNOHANG) == m_pid)
        m_status = status;
    return !m_status;
}

void Child::send(int signal) const
{
    if (!m_status)
        ::kill(m_pid, signal);
}

End Child::wait(std::chrono::milliseconds most)
{
    const auto until = std::chrono::steady_clock::now() + most;
    while (running()) {
        if (std::chrono::steady_clock::now() > until)
            send(SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    End end;
    end.status = WIFEXITED(*m_status) ? WEXITSTATUS(*m_status) : -1;
    end.signal = WIFSIGNALED(*m_status) ? WTERMSIG(*m_status) : 0;
    char text[4096];
    ::lseek(m_error, 0, SEEK_SET);
    for (ssize_t got; (got = ::read(m_error, text, sizeof text)) > 0;)
        end.error.append(text, static_cast<std::size_t>(got));
    return end;
}

} // namespace faults
