// 64-bit fingerprints (XXH3) that do not depend on the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace sparsescope {

// Hash of the hashes of fixed 1 MiB chunks, computed in parallel.
std::uint64_t hashBytes(std::span<const std::byte> bytes, std::uint64_t seed = 0);

template <class T>
std::uint64_t hashArray(std::span<const T> values, std::uint64_t seed = 0)
{
    return hashBytes(std::as_bytes(values), seed);
}

std::string hex64(std::uint64_t value);            // 16 hexadecimal digits
std::uint64_t parseHex64(const std::string& text); // throws Error(Input)

} // namespace sparsescope
