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
    : m_file(file), m_descriptor(::memfd_create("sparsescope", MFD_CLOEXEC))
{
    if (m_descriptor < 0)
        refuse("memfd_create");
    try {
        append(contents, noProgress());
    } catch (...) {
        ::close(m_descriptor);
        throw;
    }
    m_path = fmt::format("/proc/{}/fd/{}", ::getpid(), m_descriptor);
}

MemoryFile::~MemoryFile()
{
    ::close(m_descriptor);
}

void MemoryFile::append(std::string_view more, const Progress& progress)
{
    constexpr std::size_t block = 64u << 20;
    requireMemory(more.size(), m_file, "a copy of it");
    while (!more.empty()) {
        progress.check();
        const ssize_t written = ::write(m_descriptor, more.data(), std::min(more.size(), block));
        if (written < 0 && errno != EINTR)
            refuse("write");
        more.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
}

void MemoryFile::refuse(const char* call) const
{
    failInput(std::string("cannot be copied into memory: ") + std::strerror(errno), {.file = m_file, .call = call});
}

} // namespace sparsescope
