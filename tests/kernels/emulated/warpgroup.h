// wgmma on the CPU (PTX ISA, asynchronous warpgroup-level matrix instructions): a thread makes its own sums when it
// waits for them; its operands must be then what they were when it asked for them. Behind cuda.h.
#pragma once

#include <array>
#include <cstring>
#include <functional>
#include <map>
#include <vector>

namespace emulated {

inline const char* dynamicShared = nullptr;                             // where the block's begins
inline std::map<unsigned, std::vector<std::function<void()>>> products; // not made yet, by thread

// An operand as its descriptor says: 16 steps of its rows, or, where Along, rows of 16 steps.
template <bool Along>
struct GroupOperand {
    unsigned begin, next, eight, span; // bytes: to the next span of a step, to the next eight lines, of a line

    explicit GroupOperand(unsigned long long told)
        : begin(static_cast<unsigned>(told & 0x3fff) * 16), next(static_cast<unsigned>(told >> 16 & 0x3fff) * 16),
          eight(static_cast<unsigned>(told >> 32 & 0x3fff) * 16), span(256u >> (told >> 62))
    {
        if (told >> 62 == 0 || (told >> 49 & 7) != 0)
            fail("an operand of a warpgroup is not swizzled, or its first line is none of eight");
        if (begin % (8 * span) >= (Along ? 1 : span))
            fail("an operand of a warpgroup begins within its eight lines");
    }
    std::uint16_t at(unsigned row, unsigned step) const
    {
        const unsigned line = Along ? step : row, in = (Along ? row : step) * 2;
        unsigned address = begin + in / span * next + line / 8 * eight + line % 8 * span + in % span;
        address ^= address / 128 % (span / 16) * 16;
        std::uint16_t bits;
        std::memcpy(&bits, emulated::at(addressOf(dynamicShared)) + ((address - addressOf(dynamicShared)) & 0x3ffff),
                    2);
        return bits;
    }
};

template <int Strips, bool AAlong, bool BAlong, class Value>
void groupProduct(float (*sum)[4], unsigned long long a, unsigned long long b, const Value& value)
{
    const auto made = [=] {
        const GroupOperand<AAlong> A(a);
        const GroupOperand<BAlong> B(b);
        const unsigned lane = block.running % 32, warp = block.running / 32 % 4;
        std::array<float, Strips* 4> all = {};
        for (unsigned strip = 0; strip < Strips; ++strip)
            for (unsigned s = 0; s < 4; ++s)
                for (unsigned step = 0; step < 16; ++step)
                    all[strip * 4 + s] += value(A.at(warp * 16 + lane / 4 + s / 2 * 8, step)) *
                                          value(B.at(strip * 8 + lane % 4 * 2 + s % 2, step));
        return all;
    };
    products[block.running].push_back([=, asked = made()] {
        const auto all = made();
        if (std::memcmp(all.data(), asked.data(), sizeof all) != 0)
            fail("an operand was written before its product was waited for");
        for (int i = 0; i < Strips * 4; ++i)
            sum[i / 4][i % 4] += all[static_cast<std::size_t>(i)];
    });
}

} // namespace emulated

namespace ptx {

namespace fence_proxy_async_shared {
inline void cta() {}
} // namespace fence_proxy_async_shared
inline void wgmma_fence_sync_aligned() {}
inline void wgmma_commit_group_sync_aligned() {}
inline void wgmma_wait_group_sync_aligned()
{
    for (const auto& make : emulated::products[emulated::block.running])
        make();
    emulated::products[emulated::block.running].clear();
}
inline void stmatrix_sync_aligned_m8n8_x4_trans_shared_b16(unsigned address, unsigned m0, unsigned m1, unsigned m2,
                                                           unsigned m3)
{
    const unsigned lane = emulated::block.running % 32;
    emulated::shown(lane)[0] = address;
    emulated::syncWarp();
    unsigned first = 0;
    for (const unsigned m : {m0, m1, m2, m3}) {
        for (unsigned i = 0; i < 2; ++i) { // of column lane / 4, two rows
            const auto bits = static_cast<std::uint16_t>(m >> (i * 16));
            const auto row = static_cast<unsigned>(emulated::shown(first + lane % 4 * 2 + i)[0]);
            std::memcpy(emulated::at(row) + lane / 4 * 2, &bits, 2);
        }
        first += 8;
    }
    emulated::syncWarp();
}

} // namespace ptx
