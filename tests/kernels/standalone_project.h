// CUDA projects of their own, as their README has them built.
#pragma once

#include "engine/core/files.h"
#include "tests/support/catch.h"

#include <cstdlib>
#include <filesystem>
#include <string>

namespace sparsescope {

// By the one line of its README, for a named architecture: there may be no GPU here to be "native".
inline void checkBuilds(const std::string& project, const std::string& program)
{
    const std::string readme = readText(project + "/README");
    const std::size_t begin = readme.find("nvcc ");
    REQUIRE(begin != std::string::npos);
    std::string command = readme.substr(begin, readme.find(" && ", begin) - begin);
    const std::size_t native = command.find("-arch=native");
    REQUIRE(native != std::string::npos);
    command.replace(native, 12, "-arch=sm_90");
    INFO(command);
    CHECK(std::system(("cd " + project + " && " + command + " > log 2>&1 || { cat log; false; }").c_str()) == 0);
    CHECK(std::filesystem::exists(project + "/" + program));
}

} // namespace sparsescope
