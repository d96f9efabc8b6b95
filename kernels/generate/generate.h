// A plan's CUDA source: all tile kinds fused horizontally into one kernel (STile section 4). Plain C++, no CUDA.
#pragma once

#include "engine/plan/packed.h"

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope {

namespace ir {
struct KernelProgram;
}

// One case of the fused kernel and the lines (from 1) of the source that run it.
struct SourceLink {
    TaskKind kind;
    int caseLine = 0;      // its branch in the fused kernel
    int templateBegin = 0; // the device template that it instantiates
    int templateEnd = 0;
    int level = 0; // of a graph's kernel: that of the tiles which the case runs; 0: those of the kind
};

// What a kernel can be built with; all give the same results, apart from the order of float32 additions.
struct KernelParameters {
    int threads = 128;     // of a block
    int gathers = 4;       // rows of dense operands that a group of lanes has in flight
    int accesses = 1;      // of 16 bytes, of a lane to a row of B
    int blocksPerSm = 0;   // blocks of 128 threads whose registers have to fit an SM together; 0: as the operator needs
    bool literals = false; // a graph's kernel has the numbers of one matrix, which are arguments otherwise
    std::map<std::string, std::string> choice = {}; // alternatives of tunables in the schedule that was written
    bool operator==(const KernelParameters&) const = default;
    std::string text() const; // "128 threads, 4 gathers, 8 blocks an SM"
    std::string key() const;  // "threads=128,gathers=4,blocks=8", as legalParametersOf() takes it
};

// All that are legal for the kinds of tile of a plan, the default first: what each template declares (pieces.h).
std::vector<KernelParameters> legalParameters(const Packed& packed);

// The first of them whose key says all that this one does, in any order. Throws Error(Usage) where there is none, with
// the keys that there are.
KernelParameters legalParametersOf(const Packed& packed, const std::string& key);

// Those with two accesses of a lane to a row of B: a printed kernel takes more registers for them.
KernelParameters wideParameters(Codegen codegen, int threads = 128, int gathers = 4);

// Their constants, which stand before the templates; with those of rows.cuh, or without.
std::string parameterText(const KernelParameters& parameters, bool rowsOfB = false);

// C becomes zero whatever is multiplied: it is filled, and nothing is launched.
bool onlyZeroes(const Packed& packed);

// What a launch has beside the plan's arrays: blocks of so many threads behind those of the tasks, which zero rows
// without non-zeros; counters of tasks, or of results, zero before and after; the scratch, in which sums of split rows
// are zero before and after where they are rounded into C; and, where K is split, the values of each tile.
std::int64_t zeroingBlocks(const Packed& packed, int threads);
std::int64_t samplingBlocks(const Packed& packed, int threads); // of sampleProduct, where a library computes SDDMM
std::int64_t counterCount(const Packed& packed);
std::int64_t scratchBytes(const Packed& packed, std::int64_t ldC);
std::vector<std::int32_t> valueCounts(const Packed& packed);
// The tiles' records as the device reads them: an array of a single number stands in the record itself, in place of
// where it begins, so that nothing waits for it.
std::vector<PackedTile> tileRecords(const Packed& packed);
// A sub-task as a block reads it.
struct TaskRecord {
    PackedTile tile;
    Task task;
    std::int32_t reserved[2] = {};
};
static_assert(sizeof(TaskRecord) == 48, "common.cuh declares it");
std::vector<TaskRecord> taskRecords(const Packed& packed, std::span<const Task> tasks); // tasks of its tiles
// What programs ask: how many elements each array of a tile has, mostArrays a tile; none where none asks.
std::vector<std::int32_t> arraySizes(const Packed& packed);

// One of the kernels that compute a plan with a kernel of its own, one after another.
struct GraphLaunch {
    std::string entry;
    int threads = 0;              // per block
    std::int64_t blocks = 0;      // of the plan's tasks, behind those of the launches before it
    std::int64_t sharedBytes = 0; // that it is launched with
};

// A line (from 1) of such a kernel and the node that wrote it: "BMT_PAD".
struct NodeLine {
    int line = 0;
    int branch = 0;
    std::string node;
};

struct GeneratedSource {
    std::string text;                      // complete, includes nothing
    std::string entry;                     // name of the fused kernel; the first of the launches
    int threads = 0;                       // per block
    bool zeroes = false, converts = false; // has zeroAddedRows, convertAddedRows: see Packed::addsRows()
    std::vector<SourceLink> links;
    std::vector<GraphLaunch> launches; // empty: the fused kernel alone
    std::vector<NodeLine> nodes;       // of launches
    // Lines (from 1) of what is printed from a program, and the nodes of its stage 3 that wrote them.
    std::vector<std::pair<int, int>> statements;
};

// Depends on the operator, the split and the kinds that the plan uses, never on its data but for literals: plans with
// the same kinds share one source. With `only`, an index into Packed::kinds, the kernel has that kind alone; the
// others' sub-tasks must not reach it. Throws Error(Usage) when a format has no device template for the operator, or a
// library computes the plan.
//
// Kinds of tile without a template, or all where the plan was packed for Codegen::Program, are printed from `program`,
// or where that is null from what kernelProgram() gives (engine/ir/defaults.h). Throws Error(Input) as these and
// printPiece() do.
GeneratedSource generateKernel(const Packed& packed, const KernelParameters& parameters = {}, int only = -1,
                               const ir::KernelProgram* program = nullptr);

// Writes DIR/kernel.cu, DIR/host.cpp (one nvcc -lineinfo line builds it; it loads the arrays, runs, checks itself
// against a float64 reference and prints the time) and DIR/*.bin. Split rows are summed in slots, so that the host has
// one kernel to launch, but for a plan with a kernel of its own. `parameters`: a key. Throws Error(Input) when it
// cannot be written, Error(Usage) as legalParametersOf() does.
void writeStandalone(const Plan& plan, const class Matrix& matrix, const std::string& folder,
                     Progress& progress = noProgress(), Codegen codegen = Codegen::Template,
                     const std::string& parameters = {});

} // namespace sparsescope
