// The texts of kernels/templates, by file name ("ell.cuh").
#pragma once

#include <map>
#include <string>

namespace sparsescope {

const std::map<std::string, std::string>& deviceTemplates();

} // namespace sparsescope
