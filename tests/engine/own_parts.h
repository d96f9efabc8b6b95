// Programs of a user's own, written for a test.
#pragma once

#include "engine/core/files.h"

#include <filesystem>
#include <string>

namespace sparsescope {

// Makes or changes a script of the shell; returns its path.
inline std::string script(const std::string& path, const std::string& commands)
{
    writeText(path, "#!/bin/sh\n" + commands + "\n");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
}

} // namespace sparsescope
