// A folder for the files of one job.
#pragma once

#include <filesystem>
#include <string>

namespace sparsescope {

// Where a child process finds what it is handed; gone with the job. Throws Error(Input).
class JobFolder {
public:
    JobFolder();
    ~JobFolder();
    JobFolder(const JobFolder&) = delete;
    JobFolder& operator=(const JobFolder&) = delete;
    std::string path() const { return m_path.string(); }
    std::string file(const std::string& name) const { return (m_path / name).string(); }

private:
    std::filesystem::path m_path;
};

} // namespace sparsescope
