// Names that are suggested for new files.
#pragma once

#include <QString>

#include <string>

namespace sparsescope {

// "cora.mtx.gz" is "cora": what a matrix is called, without the endings of matrix files and what no file is called.
QString fileStem(const std::string& matrix);

} // namespace sparsescope
