// What plan, check and generate do with a sequence of masks, in place of a matrix.
#pragma once

#include "app/cli/console.h"
#include "engine/matrix/mask_sequence.h"
#include "engine/measure/run_options.h"
#include "engine/plan/dynamic/dynamic_plan.h"

#include <string>
#include <vector>

namespace sparsescope {

// Chooses a dynamic plan, prints the pairings that were looked at, and writes it where `out` is not empty; the trace
// likewise, as JSON lines.
void planMasks(const MaskSequence& masks, const SearchArguments& search, const std::string& out,
               const std::string& trace, bool json, Console& console);

// Runs a dynamic plan on every mask, or on one, on the CPU, against float64. Returns the exit status.
int checkMasks(const MaskSequence& masks, const std::string& plan, std::optional<std::int64_t> mask, std::uint64_t seed,
               std::optional<MatrixValues> values, bool json, Console& console);

// Writes the source of a dynamic plan's product, and beside it that of its index as NAME-index.cu.
void generateForMasks(const MaskSequence& masks, const std::string& plan, const std::string& out, Console& console);

// Writes one mask of a dynamic plan as a CUDA project of its own. Throws Error(Usage) where no mask is named.
void generateForMask(const MaskSequence& masks, const std::string& plan, std::optional<std::int64_t> mask,
                     const std::string& folder, Console& console);

// What profile is asked for where it is given masks.
struct MaskProfileArguments {
    std::string plan; // empty: one is searched
    SearchArguments search;
    RunOptions run;                   // without baselines: all that there are
    std::vector<std::string> kernels; // shared libraries
    bool oracle = false;
    std::string out;
    bool json = false;
};
// Runs a dynamic plan over all masks on the GPU and writes the session. Returns the exit status.
int profileMasks(const MaskSequencePtr& masks, const MaskProfileArguments& arguments, Worker& worker, Console& console);

// What the masks of a sequence have in common.
nlohmann::json toJson(const MaskFacts& facts);

// The dynamic plan of a file, which runs on these masks. Throws Error(Input).
DynamicPlan planFor(const MaskSequence& masks, const std::string& file);
// The same, with a kernel or as the dense product: what a GPU runs.
DynamicPlan planForGpu(const MaskSequence& masks, const std::string& file);

} // namespace sparsescope
