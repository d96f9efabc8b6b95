// The source that counts the members of every bucket of a mask, of all micro-tiles at once: what a pairing is chosen
// anew by while masks run (SparDA, algorithm 2). It depends on type and index alone, never on a mask or its shape.
#pragma once

#include "engine/plan/dynamic/bucket_counts.h"
#include "kernels/generate/micro.h"

#include <cstdint>
#include <vector>

namespace sparsescope {

std::vector<ArgumentField> microCountsFields();

// The mask lies as bits or as a byte a granule. Throws Error(Usage) for values.
MicroSource generateMicroCounts(const CountedBuckets& buckets, IndexInput input);

struct MicroCountsLaunch {
    KernelArguments arguments; // all but addresses
    std::int64_t blocks = 0;
    std::int64_t seen = 0; // words of 32 bits
};
// Throws Error(Usage) where the kernel cannot count that far.
MicroCountsLaunch microCountsLaunch(const CountedBuckets& buckets, IndexInput input);

} // namespace sparsescope
