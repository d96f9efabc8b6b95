#include "engine/core/hash.h"
#include "engine/core/at.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"

#include <fmt/format.h>
#include <vector>
#include <xxhash.h>

namespace sparsescope {

std::uint64_t hashBytes(std::span<const std::byte> bytes, std::uint64_t seed)
{
    constexpr std::size_t chunk = 1u << 20;
    const std::size_t chunks = (bytes.size() + chunk - 1) / chunk;
    std::vector<std::uint64_t> hashes(chunks);
    parallelEach(static_cast<std::int64_t>(chunks), 1, [&](std::int64_t i) {
        const std::size_t begin = static_cast<std::size_t>(i) * chunk;
        hashes[at(i)] = XXH3_64bits_withSeed(bytes.data() + begin, std::min(chunk, bytes.size() - begin), seed);
    });
    return XXH3_64bits_withSeed(hashes.data(), hashes.size() * sizeof(std::uint64_t), seed ^ bytes.size());
}

std::string hex64(std::uint64_t value)
{
    return fmt::format("{:016x}", value);
}

std::uint64_t parseHex64(const std::string& text)
{
    if (text.size() != 16 || text.find_first_not_of("0123456789abcdef") != std::string::npos)
        failInput(fmt::format("\"{}\" is not a fingerprint of 16 hexadecimal digits", text));
    return std::stoull(text, nullptr, 16);
}

} // namespace sparsescope
