// The texts of kernels/templates, by file name ("ell.cuh").
#pragma once

#include <map>
#include <string>

namespace sparsescope {

const std::map<std::string, std::string>& deviceTemplates();

// That text with each $KEY$ replaced by the value of KEY. Throws Error(Internal) when there is no such file.
std::string filledTemplate(const std::string& file, const std::map<std::string, std::string>& values = {});

} // namespace sparsescope
