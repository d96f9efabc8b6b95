#include "engine/core/files.h"

#include "engine/core/error.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace sparsescope {

namespace fs = std::filesystem;

MappedFile::MappedFile(const std::string& path)
{
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        failInput(fmt::format("cannot open: {}", std::strerror(errno)), {.file = path});
    struct stat info {};
    if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        ::close(fd);
        failInput("is not a regular file", {.file = path});
    }
    m_size = static_cast<std::size_t>(info.st_size);
    if (m_size > 0) {
        void* data = ::mmap(nullptr, m_size, PROT_READ, MAP_PRIVATE, fd, 0);
        const int reason = errno;
        ::close(fd);
        if (data == MAP_FAILED)
            failInput(fmt::format("cannot map: {}", std::strerror(reason)), {.file = path});
        ::madvise(data, m_size, MADV_SEQUENTIAL | MADV_WILLNEED);
        m_data = static_cast<const char*>(data);
    } else {
        ::close(fd);
    }
}

MappedFile::~MappedFile()
{
    if (m_data)
        ::munmap(const_cast<char*>(m_data), m_size);
}

std::string readText(const std::string& path)
{
    const MappedFile file(path);
    return std::string(file.text());
}

void writeAtomically(const std::string& path, const std::function<void(const std::string&)>& write, Progress& progress)
{
    static std::atomic<int> calls{0};
    const std::string temporary = fmt::format("{}.{}-{}.tmp", path, ::getpid(), calls++);
    try {
        write(temporary);
        progress.check();
        fs::rename(temporary, path);
    } catch (const fs::filesystem_error& e) {
        std::error_code ignored;
        fs::remove(temporary, ignored);
        failInput(fmt::format("cannot write: {}", e.code().message()), {.file = path});
    } catch (...) {
        std::error_code ignored;
        fs::remove(temporary, ignored);
        throw;
    }
}

void writeText(const std::string& path, std::string_view text, Progress& progress)
{
    writeAtomically(
        path,
        [&](const std::string& temporary) {
            std::ofstream out(temporary, std::ios::binary);
            out.write(text.data(), static_cast<std::streamsize>(text.size()));
            out.close();
            if (!out)
                failInput(fmt::format("cannot write: {}", std::strerror(errno)), {.file = path});
        },
        progress);
}

std::uint64_t availableMemory()
{
    std::uint64_t available = UINT64_MAX;
    std::ifstream meminfo("/proc/meminfo");
    for (std::string line; std::getline(meminfo, line);)
        if (line.rfind("MemAvailable:", 0) == 0)
            available = std::strtoull(line.c_str() + 13, nullptr, 10) * 1024;
    std::uint64_t limit = 0;
    std::uint64_t used = 0;
    if (std::ifstream("/sys/fs/cgroup/memory.max") >> limit && std::ifstream("/sys/fs/cgroup/memory.current") >> used)
        available = std::min(available, limit > used ? limit - used : 0);
    return available;
}

void requireMemory(std::uint64_t bytes, const std::string& file, const std::string& what)
{
    const std::uint64_t available = availableMemory();
    if (bytes > available)
        failInput(fmt::format("{} needs {:.3g} GB of memory, {:.3g} GB are available", what,
                              static_cast<double>(bytes) / 1e9, static_cast<double>(available) / 1e9),
                  {.file = file});
}

std::string programFolder()
{
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? std::string(".") : program.parent_path().string();
}

std::string resourcePath(const std::string& name)
{
    std::vector<fs::path> roots;
    if (const char* set = std::getenv("SPARSESCOPE_RESOURCES"))
        roots.emplace_back(set);
    roots.emplace_back(fs::path(programFolder()) / ".." / "share" / "sparsescope");
    roots.emplace_back(fs::path(programFolder()) / "resources");
    for (const fs::path& root : roots)
        if (fs::exists(root / name))
            return (root / name).lexically_normal().string();
    failInput("is not among the program's resources", {.file = name});
}

} // namespace sparsescope
