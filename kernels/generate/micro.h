// The sources of dynamic sparsity: the kernel that lists the members of a mask, and the one that gathers and multiplies
// them (SparDA, figures 6 and 7). They depend on pairing, types, index and layout alone, never on a mask or its shape.
#pragma once

#include "engine/plan/dynamic/dynamic_plan.h"
#include "engine/plan/operators/operands.h"
#include "kernels/generate/arguments.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope {

struct MicroSource {
    std::string text;             // complete, includes nothing
    std::string entry;            // its kernel
    int threads = 0;              // of a block
    int blocksPerSm = 0;          // for which its registers suffice
    std::int64_t sharedBytes = 0; // dynamic, that it is launched with
};

// Their arguments. Bits: rows of 64-bit words; bytes: a row of granules after another; values: a dense array in the
// layout of the pairing.
std::vector<ArgumentField> microIndexFields();
std::vector<ArgumentField> microProductFields(const Pairing& pairing);

// Beside the entry the text has microTotals<<<1, 256>>>(count, buckets, width, totals): members, tasks and the widths
// of all tasks, as Covering has them, of what the index has found, 64 bits each. `dtype` is that of values.
MicroSource generateMicroIndex(const Pairing& pairing, DataType dtype, IndexInput input, IndexOrder order);

// Where rows of narrow types are gathered the text has convertMicro<<<..., 256>>>(C, count, scratch) too, which rounds
// `count` elements of the float32 scratch into C, a multiple of 8. The sampled product alone reads the mask's input.
MicroSource generateMicroProduct(const Pairing& pairing, DataType dtype, IndexInput input);

// The argument `width` of microTotals.
std::int64_t microWidth(const Pairing& pairing, const Operator& op);
// Members of a listed task, of axis m and n; 0: none are listed.
std::int64_t microGroup(const Pairing& pairing);

// How the buckets of a pairing lie on masks of a shape, and how the kernels are launched for them.
struct MicroBuckets {
    std::int64_t buckets = 0;
    std::int64_t tiles = 0;     // micro-tiles of a bucket
    std::int64_t cap = 0;       // slots of its list: so many, rounded up to whole 16 bytes
    bool wide = false;          // numbers of 32 bits: more than 65,536 of them; else 16
    std::int64_t mostTasks = 0; // that are listed; axis k lists none
    std::int64_t indexBytes() const { return buckets * cap * (wide ? 4 : 2); }

    // The mask in memory: lines of elements, the places and granules of both.
    std::int64_t lines = 0, along = 0, granuleLines = 1, granuleAlong = 1;
    std::int64_t lineBytes = 0; // from a line to the next
    std::int64_t passTiles = 0; // micro-tiles that a block tests at once
    std::int64_t passes = 0;
    std::int64_t blocks = 0; // of the index kernel
};

// Throws Error(Usage) where the kernels cannot count that far.
MicroBuckets microBuckets(const Pairing& pairing, const MaskShape& shape, DataType dtype, IndexInput input,
                          IndexOrder order);

KernelArguments microIndexArguments(const MicroBuckets& buckets); // all but addresses

// A product on masks of a shape: leading dimensions are multiples of 16 bytes, in elements.
struct MicroShape {
    std::int64_t ldA = 0, ldB = 0, ldC = 0; // sampled: ldB of both operands
    std::int64_t period = 0;                // columns of A in memory
    bool adds = false;       // rows of C are added in float32, to C itself or the scratch of narrow types
    bool converts = false;   // the scratch is rounded into C
    bool whole = false;      // sampled: all places of a member are non-zeros
    std::int64_t listed = 0; // micro-tiles of rows that the index marks: rows without become zeros; 0: it marks none
    std::int64_t parts = 1;
    std::int64_t tickets = 0; // tasks of all parts, at most; 0: axis k, which has buckets * parts blocks
    std::int64_t elementsOfA = 0, elementsOfC = 0;
};
// Throws Error(Usage) for lines that are too far apart.
MicroShape microShape(const Pairing& pairing, const Operator& op, const MaskFacts& masks);

KernelArguments microProductArguments(const Pairing& pairing, const Operator& op, const MaskShape& shape,
                                      const MicroShape& product, const MicroBuckets& buckets); // all but addresses

// A mask as the index reads it, of bits and bytes. Of values it is A.
std::vector<std::uint8_t> maskInMemory(const Mask& mask, IndexInput input);
// A as the product reads it: values, rows x period with a leading dimension of their own, where the mask has a granule,
// and zeros elsewhere, also in what leading dimensions add. Of a sampled product with IndexInput::Values: ones.
std::vector<std::uint8_t> maskedInMemory(const Mask& mask, const Pairing& pairing, const Operator& op,
                                         const MicroShape& product, const Dense* values);

// What the index has found, as it lies in memory.
struct MicroIndex {
    std::vector<std::int32_t> count;                          // members of each bucket
    std::vector<std::vector<std::int32_t>> members;           // in the order of their slots
    std::vector<std::pair<std::int32_t, std::int32_t>> tasks; // bucket and group
};
// Counts that are larger than a bucket stay as they are; there are no more members than slots.
MicroIndex microIndexOf(const MicroBuckets& buckets, std::vector<std::int32_t> count,
                        const std::vector<std::uint8_t>& slots, std::span<const std::int32_t> tasks);

// What of it is not as the CPU finds it, ordered ones in their order: "bucket 3: 5 members, not 4"; empty: nothing.
std::string difference(const MicroIndex& found, Coverage& coverage, const Pairing& pairing, IndexOrder order);

} // namespace sparsescope
