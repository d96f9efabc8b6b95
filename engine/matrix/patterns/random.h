// Random numbers of the pattern generators: the same on every platform, and a stream of its own for every row, so that
// rows can be made in any order.
#pragma once

#include <cstdint>

namespace sparsescope {

// SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators").
class RandomStream {
public:
    // Streams of one seed that differ in `what` (a part of a generator) or `index` (a row) are independent.
    RandomStream(std::uint64_t seed, std::uint64_t what, std::uint64_t index)
        : m_state(mix(mix(mix(seed + step) + what) + index))
    {
    }

    std::uint64_t next() { return mix(m_state += step); }

    // Uniform in [0, n), n > 0: the high half of a product, off by less than n / 2^64.
    std::uint64_t below(std::uint64_t n)
    {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint64_t>((static_cast<Wide>(next()) * n) >> 64);
    }

private:
    static constexpr std::uint64_t step = 0x9e3779b97f4a7c15u;

    static std::uint64_t mix(std::uint64_t z)
    {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    std::uint64_t m_state;
};

} // namespace sparsescope
