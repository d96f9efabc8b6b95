// Positions are signed in this house, those of the standard library's containers are not.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sparsescope {

// The position of a container that `i`, which is not negative, means.
constexpr std::size_t at(std::int64_t i)
{
    return static_cast<std::size_t>(i);
}

} // namespace sparsescope
