// Programs that read files by a large library, in a process of their own (app/readers).
#pragma once

#include "engine/core/process.h"
#include "engine/io/formats.h"

#include <functional>
#include <string>
#include <vector>

namespace sparsescope {

struct ReaderProgram {
    const char* name;    // "sparsescope-matlab"
    const char* files;   // "a file of MATLAB's"
    const char* library; // "libmatio"
    const char* package; // with which it is built, on Debian
};

// Where it is: beside the programs in a build, in the folder of libraries where they are installed. Throws Error(Input)
// that says what is missing.
std::string programPath(const ReaderProgram& program, const std::string& file);

// Runs it on `path`, the file or a copy of it, for a time that follows from the file's size and from as many bytes as
// come out. Whatever ends it but itself is a defect of the file: Error(Input).
void runReader(const ReaderProgram& program, const Opened& opened, const std::string& path,
               const std::vector<std::string>& more, const std::function<void(const std::string& line)>& onLine,
               std::uint64_t expectedBytes = 0);

} // namespace sparsescope
