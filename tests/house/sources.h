// The sources of the project, for tests that read them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace house {

std::vector<std::filesystem::path> sources();     // headers, C++ and CUDA files of all rooms, in no order
std::string nameOf(const std::filesystem::path&); // within the project: "engine/plan/plan.h"
std::string textOf(const std::filesystem::path&);

} // namespace house
