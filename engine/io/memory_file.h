// A file in memory that a child process of this one reads or fills, by a path.
#pragma once

#include "engine/core/progress.h"

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

    // Throws as the constructor does, Error(Cancelled).
    void append(std::string_view more, const Progress& progress);

    const std::string& path() const { return m_path; } // as long as this process lives

private:
    [[noreturn]] void refuse(const char* call) const;

    std::string m_file; // for errors
    int m_descriptor = -1;
    std::string m_path;
};

} // namespace sparsescope
