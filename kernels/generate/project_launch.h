// What a host hands to the kernels of a project: memory, arguments, launches. host.cpp is printed from it, and
// launch.json is the same for hosts in other languages, so that all of them do one thing.
#pragma once

#include "engine/plan/packed.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope {

struct LaunchMemory {
    enum class Holds { File, Scratch, Zeros, Operand, Output };
    std::string name; // that of the argument which points to it, where there is one
    Holds holds = Holds::File;
    std::string file = {};  // whose bytes it holds
    std::int64_t bytes = 0; // of Scratch, and of Zeros, which are zero before a run and after it
};

struct LaunchValue {
    std::string name;
    std::string memory = {}; // empty: a number
    std::int64_t number = 0; // or so many bytes behind the memory's first
};

struct ProjectKernel {
    std::string entry;
    std::int64_t blocks = 0;
    int threads = 0; // of each
    std::int64_t sharedBytes = 0;
    std::vector<LaunchValue> parameters = {}; // of eight bytes each; none: the struct Arguments
};

// A run launches the kernels one after another; where there are none, the output becomes zero.
struct ProjectLaunch {
    std::vector<LaunchMemory> memory;
    std::vector<LaunchValue> arguments; // members of the struct Arguments; zero where none is set
    std::vector<ProjectKernel> kernels;
    // Where the stored values of the matrix are, one part behind another in the file of their positions: bytes behind
    // the memory's first, and how many values.
    struct Values {
        std::string memory;
        std::int64_t begin = 0, count = 0;
    };
    std::vector<Values> values;
    std::string positions; // that file, int32: the position in CSR of each value; -1: it is zero

    // Adds memory of this name, and the argument that points to it.
    void add(LaunchMemory one);
    void number(const std::string& argument, std::int64_t value) { arguments.push_back({argument, {}, value}); }
};

// The leading dimension of the output, in elements.
std::int64_t outputLd(const Packed& packed);

// Lines of the host program: what allocates and fills the memory and sets the arguments; and `run`, which launches.
std::string memoryText(const ProjectLaunch& launch, const Packed& packed);
std::string runText(const ProjectLaunch& launch, const std::string& comment);

// launch.json.
std::string launchJson(const ProjectLaunch& launch, const Packed& packed);

} // namespace sparsescope
