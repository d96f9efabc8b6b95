// What the programs share that read files by a library for the others, each in a process of its own: what a file that
// is damaged, or made to do harm, makes of the library ends this process and nothing else.
#pragma once

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace sparsescope::child {

inline int errors = -1; // where standard error was

// Why it fails is its last line there.
[[noreturn]] inline void fail(const std::string& reason)
{
    std::string line = reason.substr(0, reason.find_first_of("\r\n"));
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    dprintf(errors, "%s\n", line.c_str());
    std::_Exit(2);
}

inline void limit(decltype(RLIMIT_AS) what, const char* text)
{
    const rlim_t most = std::strtoull(text, nullptr, 10);
    const rlimit both{most, most};
    setrlimit(what, &both);
}

// The library says nothing there, HDF5 loads no plugins and locks nothing, and neither takes more than these.
inline void begin(const char* bytes, const char* seconds)
{
    if (!std::freopen("/dev/null", "w", stderr))
        fail("there is no /dev/null");
    ::setenv("HDF5_PLUGIN_PRELOAD", "::", 1);
    ::setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);
    std::signal(SIGXFSZ, SIG_IGN);                                  // writing fails instead
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // which reserve terabytes
    limit(RLIMIT_AS, bytes);
#else
    (void)bytes;
#endif
    limit(RLIMIT_CPU, seconds);
}

// The file into which it is to put what it has read.
inline int openOutput(const char* path)
{
    const int to = ::open(path, O_WRONLY | O_TRUNC);
    if (to < 0)
        fail(std::string("cannot hand it over: ") + std::strerror(errno));
    return to;
}

inline void writeAll(int out, const void* data, std::size_t bytes)
{
    const char* from = static_cast<const char*>(data);
    while (bytes > 0) {
        const ssize_t written = ::write(out, from, bytes);
        if (written <= 0)
            fail(std::string("cannot hand it over: ") + std::strerror(errno));
        from += written;
        bytes -= static_cast<std::size_t>(written);
    }
}

} // namespace sparsescope::child
