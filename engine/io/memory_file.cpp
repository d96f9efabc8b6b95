#include "engine/io/memory_file.h"

#include "engine/core/error.h"
#include "engine/core/files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

namespace sparsescope {

MemoryFile::MemoryFile(std::string_view contents, const std::string& file)
{
    requireMemory(contents.size(), file, "a copy of it");
    m_descriptor = ::memfd_create("sparsescope", MFD_CLOEXEC);
    const auto refuse = [&](const char* call) {
        const std::string reason = std::strerror(errno);
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        failInput("cannot be copied into memory: " + reason, {.file = file, .call = call});
    };
    if (m_descriptor < 0)
        refuse("memfd_create");
    while (!contents.empty()) {
        const ssize_t written = ::write(m_descriptor, contents.data(), contents.size());
        if (written < 0 && errno != EINTR)
            refuse("write");
        contents.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    m_path = fmt::format("/proc/{}/fd/{}", ::getpid(), m_descriptor);
}

MemoryFile::~MemoryFile()
{
    ::close(m_descriptor);
}

} // namespace sparsescope
