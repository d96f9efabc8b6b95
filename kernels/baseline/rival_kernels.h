// Our own kernels around those of libraries (kernels/generate/rivals.h), and the numbers that the GPU gives back.
#pragma once

#include "engine/plan/data_type.h"
#include "kernels/device/device.h"
#include "kernels/generate/rivals.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope {

class RivalKernels {
public:
    RivalKernels(DataType dtype, const DeviceInfo& device); // compiles them

    static constexpr int threads = threadsOfRivals; // of all but the first two, a warp a row or block
    static std::int64_t blocksOf(std::int64_t warps) { return (warps + threads / 32 - 1) / (threads / 32); }

private:
    Module m_module;

public:
    const Function numberFlagged, sumCounts, flagBlocks, copyBlocks, packRows, addPackedRows, placeSampled;
};

// How a mask's flags, a byte each, lie in buckets: flag i of a bucket is flags[bucket * toBucket + i * toItem].
struct FlagLayout {
    std::int64_t buckets = 0, items = 0, toBucket = 0, toItem = 0;
};

// The place of each flag among those of its bucket, and where buckets begin when they lie behind each other.
class FlagNumbers {
public:
    // Allocates. Throws Error(Device) with a sentence where 32 bits do not suffice, or memory.
    explicit FlagNumbers(const FlagLayout& layout);

    void number(const RivalKernels& kernels, const Stream& stream, const Buffer& flags); // queued
    // What number() has found: waits for the GPU. Throws Error(Device) where it cannot be.
    std::int64_t readTotal() const;
    std::vector<std::int64_t> readBegins() const; // buckets + 1

    const Buffer& places() const { return m_places; }
    const Buffer& begins() const { return m_begins; }
    std::size_t bytes() const { return m_places.bytes() + m_counts.bytes() + m_begins.bytes(); }

private:
    FlagLayout m_layout;
    Buffer m_places, m_counts, m_begins;
};

} // namespace sparsescope
