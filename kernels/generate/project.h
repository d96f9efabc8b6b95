// A plan's CUDA project while it is put together: what a project of a generated kernel and one that calls a library
// have each in its own way.
#pragma once

#include "engine/plan/packed.h"
#include "kernels/generate/project_launch.h"

#include <string>
#include <utility>
#include <vector>

namespace sparsescope {

// A table of the kernel's that a file holds.
struct Table {
    const char* argument;
    const char* file;
    std::string bytes;
    const char* meaning;
};

struct Product {
    std::string computes;                                   // "kernel.cu"
    std::string sources;                                    // on nvcc's line
    std::string declarations, operands, arguments, product; // of the host program
    std::string listed;                                     // files, for the README
    std::vector<std::pair<std::string, std::string>> files; // and their contents
    ProjectLaunch launch;                                   // of a generated kernel
};

template <class T>
std::string bytesOf(const std::vector<T>& elements)
{
    return {reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(T)};
}

Table valueTable(const Packed& packed);
Table outputTable(const Packed& packed); // of SDDMM

// A line of the host program that launches a kernel, whose arguments stand in `list`.
std::string launchText(const std::string& entry, std::int64_t blocks, int threads, const char* list,
                       std::int64_t sharedBytes);

// cuBLAS's product of dense matrices; of SDDMM it is X Y', which a kernel of ours samples.
Product libraryProduct(const Packed& packed);

} // namespace sparsescope
