// Whole files: mapping for reading, and writing that never leaves half a file behind.
#pragma once

#include "engine/core/progress.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace sparsescope {

// A file mapped for reading. Throws Error(Input) when it cannot be opened, is a folder, or cannot be mapped.
class MappedFile {
public:
    explicit MappedFile(const std::string& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const char> bytes() const { return {m_data, m_size}; }
    std::string_view text() const { return {m_data, m_size}; }

private:
    const char* m_data = nullptr;
    std::size_t m_size = 0;
};

std::string readText(const std::string& path);

// Calls write(temporary path in the same folder, of this call alone), then renames it to `path` unless cancelled by
// then. On any exception the temporary file is removed and `path` is as it was.
void writeAtomically(const std::string& path, const std::function<void(const std::string& temporary)>& write,
                     Progress& progress = noProgress());
void writeText(const std::string& path, std::string_view text, Progress& progress = noProgress());

// Bytes of memory that this process may still use: MemAvailable and the memory cgroup's rest, the smaller one.
std::uint64_t availableMemory();
// Throws Error(Input) "needs 12 GB of memory, 8 GB are free" when bytes exceeds availableMemory().
void requireMemory(std::uint64_t bytes, const std::string& file, const std::string& what);

// Folder of the running program.
std::string programFolder();
// A file of resources/: in share/sparsescope beside the program's folder, which in a build tree leads to the checkout.
// Throws Error(Input).
std::string resourcePath(const std::string& name);

} // namespace sparsescope
