#include "engine/core/files.h"

#include "engine/core/error.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

namespace sparsescope {

namespace fs = std::filesystem;

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
    rlimit space{}; // ulimit -v
    std::uint64_t pages = 0;
    if (::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY &&
        std::ifstream("/proc/self/statm") >> pages) {
        const std::uint64_t mapped = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
        available = std::min<std::uint64_t>(available, space.rlim_cur > mapped ? space.rlim_cur - mapped : 0);
    }
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

std::string kernelCacheFolder()
{
    const auto folder = [](const char* variable) {
        const char* value = std::getenv(variable);
        return fs::path(value && *value ? value : "");
    };
    if (const auto cache = folder("XDG_CACHE_HOME"); cache.is_absolute())
        return (cache / "sparsescope" / "kernels").string();
    if (const auto home = folder("HOME"); home.is_absolute())
        return (home / ".cache" / "sparsescope" / "kernels").string();
    return {};
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
