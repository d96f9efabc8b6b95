#include "engine/core/job_folder.h"

#include "engine/core/error.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace sparsescope {

JobFolder::JobFolder()
{
    std::string name = (std::filesystem::temp_directory_path() / "sparsescope-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        failInput(std::strerror(errno), {.file = name});
    m_path = name;
}

JobFolder::~JobFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

} // namespace sparsescope
