// Names of formats as the screen spells them.
#pragma once

#include <QString>

#include <string>

namespace sparsescope {

QString formatName(const std::string& format); // "csr" -> "CSR", "block" -> "block"

} // namespace sparsescope
