// A file in memory that a child process of this one reads or fills, by a path.
#pragma once

#include <string>
#include <string_view>

namespace sparsescope {

class MemoryFile {
public:
    // Throws Error(Input), naming `file`, where there is no memory for it.
    MemoryFile(std::string_view contents, const std::string& file);
    ~MemoryFile();
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    const std::string& path() const { return m_path; } // as long as this process lives

private:
    int m_descriptor = -1;
    std::string m_path;
};

} // namespace sparsescope
