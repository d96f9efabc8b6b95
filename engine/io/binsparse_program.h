// The program that reads and writes Binsparse's files.
#pragma once

#include "engine/io/reader_program.h"

namespace sparsescope {

inline constexpr ReaderProgram binsparseProgram = {"sparsescope-binsparse", "a file of Binsparse's", "HDF5",
                                                   "libhdf5-dev"};

} // namespace sparsescope
