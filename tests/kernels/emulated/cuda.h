// CUDA on the CPU, as far as generated kernels use it: what stands before their source when EmulatedKernel compiles it.
// The threads of a block are fibers that run one at a time, in an order that changes from turn to turn, up to the next
// barrier; blocks run one after another, in an order of their own. PTX instructions are functions of their names.
#pragma once

#include <ucontext.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#define __CUDA_ARCH__ 900
#define __device__
#define __host__
#define __global__
#define __shared__ static
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))

struct alignas(8) int2 {
    int x, y;
};
struct alignas(8) uint2 {
    unsigned x, y;
};
struct alignas(16) uint4 {
    unsigned x, y, z, w;
};
struct alignas(8) float2 {
    float x, y;
};
struct alignas(16) float4 {
    float x, y, z, w;
};
inline int2 make_int2(int x, int y)
{
    return {x, y};
}
inline uint2 make_uint2(unsigned x, unsigned y)
{
    return {x, y};
}
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w)
{
    return {x, y, z, w};
}
inline float2 make_float2(float x, float y)
{
    return {x, y};
}
inline float4 make_float4(float x, float y, float z, float w)
{
    return {x, y, z, w};
}

namespace emulated {

struct Index {
    unsigned x;
};

// Lanes of a warp that have to come together: all that a mask names.
struct Meeting {
    int here = 0;
    long turn = 0;
};

// A copy of a thread into shared memory: `bytes` of `size`, and zeros behind them.
struct Copy {
    char* to;
    const void* from;
    int bytes, size;
};

struct Block {
    struct Fiber {
        ucontext_t context{};
        static constexpr std::size_t stackBytes = 1 << 16;
        std::unique_ptr<char[]> stack{new char[stackBytes]}; // of which few pages are ever touched
        bool ended = false;
        std::vector<std::vector<Copy>> copies; // that it has begun, by group; the last one is open
    };
    std::vector<Fiber> fibers;
    ucontext_t scheduler{};
    unsigned running = 0;
    int left = 0; // threads that have not ended
    Meeting all;
    std::map<std::pair<unsigned, unsigned>, Meeting> meetings; // by warp and mask
    std::uint64_t exchange[32][32][4] = {};                    // what a lane shows to others: by warp and lane
    const std::function<void()>* body = nullptr;
};
inline Block block;
inline std::mt19937 chance;
inline std::vector<Index> threadIndex;
inline Index blockIndex, blockCount;

[[noreturn]] inline void fail(const char* what)
{
    std::fprintf(stderr, "emulated kernel: %s, block %u, thread %u\n", what, blockIndex.x, block.running);
    std::abort();
}

inline void yield()
{
    swapcontext(&block.fibers[block.running].context, &block.scheduler);
}

inline void meet(Meeting& meeting, int expected)
{
    const long turn = meeting.turn;
    if (++meeting.here == expected) {
        meeting.here = 0;
        ++meeting.turn;
        return;
    }
    while (meeting.turn == turn)
        yield();
}

inline void syncThreads()
{
    if (block.left != static_cast<int>(block.fibers.size()))
        fail("__syncthreads() after threads have ended");
    meet(block.all, block.left);
}

inline void syncWarp(unsigned mask = ~0u)
{
    if ((mask >> block.running % 32 & 1) == 0)
        fail("a lane is not in its own mask");
    meet(block.meetings[{block.running / 32, mask}], __builtin_popcount(mask));
}

inline std::uint64_t (&shown(unsigned lane))[4]
{
    return block.exchange[block.running / 32][lane];
}

// A lane behind the last of the warp keeps its own value.
template <class T>
T shuffled(unsigned mask, T value, unsigned from)
{
    const unsigned lane = block.running % 32;
    std::memcpy(shown(lane), &value, sizeof(T));
    syncWarp(mask);
    if (from < 32 && (mask >> from & 1) == 0)
        fail("a shuffle reads from a lane that takes no part");
    T result = value;
    if (from < 32)
        std::memcpy(&result, shown(from), sizeof(T));
    syncWarp(mask);
    return result;
}

// combine(all, value, lane) of the values of all lanes that the mask names.
template <class Combine>
unsigned ofAllLanes(unsigned mask, unsigned value, const Combine& combine)
{
    shown(block.running % 32)[0] = value;
    syncWarp(mask);
    unsigned all = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
        if ((mask >> lane & 1) != 0)
            all = combine(all, static_cast<unsigned>(shown(lane)[0]), lane);
    syncWarp(mask);
    return all;
}

inline unsigned ballot(unsigned mask, bool predicate)
{
    return ofAllLanes(mask, predicate ? 1 : 0,
                      [](unsigned all, unsigned value, unsigned lane) { return all | value << lane; });
}

inline int largest(unsigned mask, int value)
{
    constexpr unsigned sign = 0x80000000u; // turned, the order of signed numbers is that of unsigned ones
    return static_cast<int>(ofAllLanes(mask, static_cast<unsigned>(value) ^ sign,
                                       [](unsigned all, unsigned other, unsigned) { return std::max(all, other); }) ^
                            sign);
}

inline void threadBody()
{
    (*block.body)();
    block.fibers[block.running].ended = true;
    --block.left;
    yield();
}

// Happens at once, or when its group is waited for: kernels have to be right either way.
inline void beginCopy(const Copy& copy)
{
    const auto address = reinterpret_cast<std::uintptr_t>(copy.from);
    if ((copy.bytes > 0 && address % static_cast<unsigned>(copy.size) != 0) || copy.bytes > copy.size ||
        reinterpret_cast<std::uintptr_t>(copy.to) % static_cast<unsigned>(copy.size) != 0)
        fail("a copy to shared memory is not aligned");
    std::vector<std::vector<Copy>>& groups = block.fibers[block.running].copies;
    if (groups.empty())
        groups.emplace_back();
    groups.back().push_back(copy);
    if (chance() % 2 == 0)
        return;
    std::memcpy(copy.to, copy.from, static_cast<std::size_t>(copy.bytes));
    std::memset(copy.to + copy.bytes, 0, static_cast<std::size_t>(copy.size - copy.bytes));
    groups.back().pop_back();
}
inline void commitCopies()
{
    std::vector<std::vector<Copy>>& groups = block.fibers[block.running].copies;
    if (groups.empty())
        groups.emplace_back();
    groups.emplace_back();
}
// Ends all groups but the last `pending`, beside the open one.
inline void waitForCopies(std::size_t pending)
{
    std::vector<std::vector<Copy>>& groups = block.fibers[block.running].copies;
    while (groups.size() > pending) {
        for (const Copy& copy : groups.front()) {
            std::memcpy(copy.to, copy.from, static_cast<std::size_t>(copy.bytes));
            std::memset(copy.to + copy.bytes, 0, static_cast<std::size_t>(copy.size - copy.bytes));
        }
        groups.erase(groups.begin());
    }
}

inline void launch(unsigned blocks, unsigned threads, unsigned seed, const std::function<void()>& body)
{
    std::mt19937 random(seed);
    chance.seed(seed + 1);
    std::vector<unsigned> order(blocks), turn(threads);
    std::iota(order.begin(), order.end(), 0u);
    std::iota(turn.begin(), turn.end(), 0u);
    std::shuffle(order.begin(), order.end(), random);
    block.fibers.resize(threads);
    block.body = &body;
    threadIndex.resize(threads);
    for (unsigned t = 0; t < threads; ++t)
        threadIndex[t].x = t;
    blockCount.x = blocks;
    for (const unsigned b : order) {
        blockIndex.x = b;
        block.left = static_cast<int>(threads);
        block.all = {};
        block.meetings.clear();
        for (Block::Fiber& fiber : block.fibers) {
            fiber.ended = false;
            fiber.copies.clear();
            getcontext(&fiber.context);
            fiber.context.uc_stack.ss_sp = fiber.stack.get();
            fiber.context.uc_stack.ss_size = Block::Fiber::stackBytes;
            fiber.context.uc_link = nullptr;
            makecontext(&fiber.context, threadBody, 0);
        }
        for (long turns = 0; block.left > 0; ++turns) {
            if (turns > 1'000'000)
                fail("threads wait for each other for ever");
            std::shuffle(turn.begin(), turn.end(), random);
            for (const unsigned t : turn)
                if (!block.fibers[t].ended) {
                    block.running = t;
                    swapcontext(&block.scheduler, &block.fibers[t].context);
                }
        }
    }
}

// Shared memory by addresses of 32 bits: distances from something that lies near it.
alignas(1024) inline char anchor;
inline unsigned addressOf(const void* shared)
{
    return static_cast<unsigned>(static_cast<const char*>(shared) - &anchor);
}
inline char* at(unsigned address)
{
    return &anchor + static_cast<int>(address);
}

template <class T>
T bitsAs(auto bits)
{
    T value;
    static_assert(sizeof(value) == sizeof(bits));
    std::memcpy(&value, &bits, sizeof(T));
    return value;
}
inline float ofHalf(unsigned bits)
{
    return static_cast<float>(bitsAs<_Float16>(static_cast<std::uint16_t>(bits)));
}
inline unsigned toHalf(float value)
{
    return bitsAs<std::uint16_t>(static_cast<_Float16>(value));
}
inline float ofBfloat(unsigned bits)
{
    return bitsAs<float>(bits << 16);
}
inline unsigned toBfloat(float value)
{
    const auto bits = bitsAs<unsigned>(value);
    return (bits + 0x7fffu + (bits >> 16 & 1)) >> 16;
}

// D += A B of a warp (PTX ISA, the figures of each shape): A's registers a[0..3], B's b[0..1]; `pairs` values a
// register.
template <int pairs, class Value>
void multiply(float& d0, float& d1, float& d2, float& d3, const unsigned (&a)[4], const unsigned (&b)[2],
              const Value& value)
{
    const unsigned lane = block.running % 32;
    for (int i = 0; i < 3; ++i)
        shown(lane)[i] = i < 2 ? a[2 * i] | std::uint64_t{a[2 * i + 1]} << 32 : b[0] | std::uint64_t{b[1]} << 32;
    syncWarp();
    const auto word = [](unsigned of, int i) { return static_cast<unsigned>(shown(of)[i / 2] >> (i % 2 * 32)); };
    const auto sum = [&](unsigned row, unsigned column) {
        float all = 0;
        for (int half = 0; half < 2; ++half)      // of the inner extent
            for (unsigned t = 0; t < 4; ++t)      // lane of a quad
                for (int p = 0; p < pairs; ++p) { // value of a register
                    const int shift = p * 16;
                    all += value(word(row % 8 * 4 + t, half * 2 + static_cast<int>(row / 8)) >> shift) *
                           value(word(column * 4 + t, 4 + half) >> shift);
                }
        return all;
    };
    const unsigned row = lane / 4, column = lane % 4 * 2;
    d0 += sum(row, column);
    d1 += sum(row, column + 1);
    d2 += sum(row + 8, column);
    d3 += sum(row + 8, column + 1);
    syncWarp();
}

// Matrices of 8 x 8 values of 16 bits: lanes 8 i .. 8 i + 7 name the rows of matrix i.
template <bool Transposed, class... Registers>
void loadMatrices(unsigned address, Registers&... registers)
{
    const unsigned lane = block.running % 32;
    if (reinterpret_cast<std::uintptr_t>(at(address)) % 16 != 0)
        fail("a row of a matrix is not aligned");
    shown(lane)[0] = address;
    syncWarp();
    unsigned first = 0;
    const auto load = [&](unsigned& to) {
        const auto half = [&](unsigned i) {
            const unsigned row = Transposed ? lane % 4 * 2 + i : lane / 4;
            const unsigned column = Transposed ? lane / 4 : lane % 4 * 2 + i;
            std::uint16_t bits;
            std::memcpy(&bits, at(static_cast<unsigned>(shown(first + row)[0])) + column * 2, 2);
            return bits;
        };
        to = half(0) | static_cast<unsigned>(half(1)) << 16;
        first += 8;
    };
    (load(registers), ...);
    syncWarp();
}

// Four of the eight bytes of b, a: each digit of `which` says which one.
inline unsigned permuted(unsigned a, unsigned b, unsigned which)
{
    const std::uint64_t bytes = static_cast<std::uint64_t>(b) << 32 | a;
    unsigned all = 0;
    for (unsigned i = 0; i < 4; ++i)
        all |= static_cast<unsigned>(bytes >> 8 * (which >> 4 * i & 7U) & 0xffU) << 8 * i;
    return all;
}

} // namespace emulated

#define threadIdx (emulated::threadIndex[emulated::block.running])
#define blockIdx (emulated::blockIndex)
#define gridDim (emulated::blockCount)
#define __syncthreads() emulated::syncThreads()
#define __byte_perm(a, b, which) emulated::permuted(a, b, which)
#define __ldg(address) (*(address))
#define __syncwarp(...) emulated::syncWarp(__VA_ARGS__)
#define __shfl_sync(mask, value, lane) emulated::shuffled(mask, value, static_cast<unsigned>(lane))
#define __shfl_xor_sync(mask, value, distance) \
    emulated::shuffled(mask, value, emulated::block.running % 32 ^ static_cast<unsigned>(distance))
#define __shfl_up_sync(mask, value, distance)                                         \
    emulated::shuffled(mask, value,                                                   \
                       emulated::block.running % 32 < static_cast<unsigned>(distance) \
                           ? 32u                                                      \
                           : emulated::block.running % 32 - static_cast<unsigned>(distance))
#define __shfl_down_sync(mask, value, distance) \
    emulated::shuffled(mask, value, emulated::block.running % 32 + static_cast<unsigned>(distance))
#define __ballot_sync(mask, predicate) emulated::ballot(mask, predicate)
#define __reduce_max_sync(mask, value) emulated::largest(mask, value)
#define __popc(bits) __builtin_popcount(static_cast<unsigned>(bits))
#define __ffs(bits) __builtin_ffs(bits)
#define __uint_as_float(bits) emulated::bitsAs<float>(bits)
#define __cvta_generic_to_shared(pointer) emulated::addressOf(pointer)

// By the mnemonic, dots as underscores, with its operands in the order of the constraints.
namespace ptx {

inline void ld_global_nc_v4_u32(unsigned& x, unsigned& y, unsigned& z, unsigned& w, const void* address)
{
    if (reinterpret_cast<std::uintptr_t>(address) % 16 != 0)
        emulated::fail("16 bytes are loaded from an address that is no multiple of 16");
    const auto* const from = static_cast<const unsigned*>(address);
    x = from[0], y = from[1], z = from[2], w = from[3];
}
inline void ld_global_cg_v4_f32(float& x, float& y, float& z, float& w, const float4* address)
{
    x = address->x, y = address->y, z = address->z, w = address->w;
}
inline void ld_global_cg_f32(float& value, const float* address)
{
    value = *address;
}
inline void ld_global_cg_f64(double& value, const double* address)
{
    value = *address;
}
inline void ld_global_nc_f32(float& value, const float* address)
{
    value = *address;
}
inline void ld_global_nc_f64(double& value, const double* address)
{
    value = *address;
}
inline void ld_global_nc_u16(unsigned short& bits, const void* address)
{
    std::memcpy(&bits, address, 2);
}
inline void atom_acq_rel_gpu_global_add_s32(int& before, int* counter)
{
    before = (*counter)++;
}
inline void atom_relaxed_gpu_global_add_s32(int& before, int* counter, int count)
{
    before = *counter;
    *counter += count;
}
inline void red_relaxed_gpu_global_add_s32(int* counter, int count)
{
    *counter += count;
}
inline void atom_relaxed_gpu_global_or_b32(unsigned& before, unsigned* bits, unsigned more)
{
    before = *bits;
    *bits |= more;
}
inline void redux_sync_or_b32(unsigned& all, unsigned mine)
{
    all = emulated::ofAllLanes(~0u, mine, [](unsigned bits, unsigned value, unsigned) { return bits | value; });
}
inline void red_relaxed_gpu_global_add_f32(float* address, float value)
{
    *address += value;
}
inline void red_relaxed_gpu_global_add_f64(double* address, double value)
{
    *address += value;
}
inline void red_relaxed_gpu_global_add_v4_f32(float* address, float a, float b, float c, float d)
{
    if (reinterpret_cast<std::uintptr_t>(address) % 16 != 0)
        emulated::fail("16 bytes are added to an address that is no multiple of 16");
    address[0] += a, address[1] += b, address[2] += c, address[3] += d;
}
inline void cvt_f32_f16(float& value, unsigned short bits)
{
    value = emulated::ofHalf(bits);
}
inline void cvt_rn_f16x2_f32(unsigned& packed, float low, float high)
{
    packed = emulated::toHalf(low) | emulated::toHalf(high) << 16;
}
inline void cvt_rn_bf16x2_f32(unsigned& packed, float low, float high)
{
    packed = emulated::toBfloat(low) | emulated::toBfloat(high) << 16;
}
inline void cp_async_ca_shared_global(unsigned shared, const void* global)
{
    emulated::beginCopy({emulated::at(shared), global, 16, 16});
}
inline void cp_async_ca_shared_global(unsigned shared, const void* global, int bytes) // of 4
{
    emulated::beginCopy({emulated::at(shared), global, bytes, 4});
}
inline void cp_async_cg_shared_global(unsigned shared, const void* global)
{
    cp_async_ca_shared_global(shared, global);
}
inline void cp_async_cg_shared_global(unsigned shared, const void* global, int bytes) // of 16
{
    emulated::beginCopy({emulated::at(shared), global, bytes, 16});
}
inline void cp_async_wait_all()
{
    emulated::waitForCopies(0);
}
inline void cp_async_commit_group()
{
    emulated::commitCopies();
}
inline void cp_async_wait_group(int pending)
{
    emulated::waitForCopies(static_cast<std::size_t>(pending) + 1);
}
// All of so many threads, whose barrier has a number.
inline void bar_sync(int id, int count)
{
    emulated::meet(emulated::block.meetings[{1000U + static_cast<unsigned>(id), static_cast<unsigned>(count)}], count);
}
inline void griddepcontrol_wait() {}
inline void griddepcontrol_launch_dependents() {}
inline void ldmatrix_sync_aligned_m8n8_x2_trans_shared_b16(unsigned& a, unsigned& b, unsigned address)
{
    emulated::loadMatrices<true>(address, a, b);
}
inline void ldmatrix_sync_aligned_m8n8_x4_trans_shared_b16(unsigned& a, unsigned& b, unsigned& c, unsigned& d,
                                                           unsigned address)
{
    emulated::loadMatrices<true>(address, a, b, c, d);
}
inline void ldmatrix_sync_aligned_m8n8_x4_shared_b16(unsigned& a, unsigned& b, unsigned& c, unsigned& d,
                                                     unsigned address)
{
    emulated::loadMatrices<false>(address, a, b, c, d);
}
inline void mma_sync_aligned_m16n8k16_row_col_f32_f16_f16_f32(float& d0, float& d1, float& d2, float& d3, unsigned a0,
                                                              unsigned a1, unsigned a2, unsigned a3, unsigned b0,
                                                              unsigned b1)
{
    emulated::multiply<2>(d0, d1, d2, d3, {a0, a1, a2, a3}, {b0, b1},
                          [](unsigned bits) { return emulated::ofHalf(bits & 0xffff); });
}
inline void mma_sync_aligned_m16n8k16_row_col_f32_bf16_bf16_f32(float& d0, float& d1, float& d2, float& d3, unsigned a0,
                                                                unsigned a1, unsigned a2, unsigned a3, unsigned b0,
                                                                unsigned b1)
{
    emulated::multiply<2>(d0, d1, d2, d3, {a0, a1, a2, a3}, {b0, b1},
                          [](unsigned bits) { return emulated::ofBfloat(bits & 0xffff); });
}
inline void mma_sync_aligned_m16n8k8_row_col_f32_tf32_tf32_f32(float& d0, float& d1, float& d2, float& d3, unsigned a0,
                                                               unsigned a1, unsigned a2, unsigned a3, unsigned b0,
                                                               unsigned b1)
{
    emulated::multiply<1>(d0, d1, d2, d3, {a0, a1, a2, a3}, {b0, b1},
                          [](unsigned bits) { return emulated::bitsAs<float>(bits & ~0x1fffu); });
}

} // namespace ptx

#include "warpgroup.h"
