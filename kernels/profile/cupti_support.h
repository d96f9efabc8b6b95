// What the two uses of CUPTI share: checked calls and what to do when it refuses. Only for files built with CUPTI.
#pragma once

#include "engine/core/error.h"

#include <cupti.h>

#include <string>

namespace sparsescope {

// One sentence with the result's name and, for the known ones, what to do.
std::string describeCupti(CUptiResult result, const char* call);

// Throws Error(Device).
inline void checkCupti(CUptiResult result, const char* call)
{
    if (result != CUPTI_SUCCESS)
        throw Error(ErrorKind::Device, describeCupti(result, call));
}

// A parameter structure with its size filled in.
template <class Parameters>
Parameters sized(std::size_t size)
{
    Parameters parameters{};
    parameters.structSize = size;
    return parameters;
}

} // namespace sparsescope
