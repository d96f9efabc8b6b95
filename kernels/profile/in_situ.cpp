#include "kernels/profile/in_situ.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <unordered_map>

namespace sparsescope {

namespace {

struct Moment {
    std::int64_t time = 0;
    std::size_t block = 0;
    bool begins = false;
};

// Blocks of each SM, in the order of their numbers.
std::unordered_map<std::uint32_t, std::vector<std::size_t>> bySm(std::span<const BlockClock> blocks)
{
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> sms;
    for (std::size_t i = 0; i < blocks.size(); ++i)
        sms[blocks[i].sm].push_back(i);
    return sms;
}

} // namespace

std::vector<double> inSituCycles(std::span<const BlockClock> blocks)
{
    std::vector<double> result(blocks.size(), 0.0);
    std::vector<Moment> moments;
    for (const auto& [sm, own] : bySm(blocks)) {
        moments.clear();
        for (const std::size_t i : own) {
            moments.push_back({blocks[i].start, i, true});
            moments.push_back({std::max(blocks[i].end, blocks[i].start), i, false});
        }
        // Begins before ends at the same moment, so that a block of no length begins first.
        std::sort(moments.begin(), moments.end(), [](const Moment& a, const Moment& b) {
            return a.time != b.time ? a.time < b.time : a.begins != b.begins ? a.begins : a.block < b.block;
        });
        double share = 0; // integral of dt / resident from the first moment on
        std::int64_t last = moments.empty() ? 0 : moments.front().time;
        std::int64_t resident = 0;
        for (const Moment& moment : moments) {
            if (resident > 0)
                share += static_cast<double>(moment.time - last) / static_cast<double>(resident);
            last = moment.time;
            resident += moment.begins ? 1 : -1;
            result[moment.block] = moment.begins ? -share : result[moment.block] + share;
        }
    }
    return result;
}

std::vector<BlockLife> blockLives(std::span<const BlockClock> blocks)
{
    std::unordered_map<std::uint32_t, std::int64_t> first;
    for (const BlockClock& block : blocks) {
        const auto [entry, added] = first.try_emplace(block.sm, block.start);
        if (!added)
            entry->second = std::min(entry->second, block.start);
    }
    std::vector<BlockLife> lives;
    lives.reserve(blocks.size());
    for (const BlockClock& block : blocks) {
        const std::int64_t zero = first.at(block.sm);
        lives.push_back({block.start - zero, block.end - zero});
    }
    return lives;
}

} // namespace sparsescope
