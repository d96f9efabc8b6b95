// plan.json with the tiles and index arrays in an .npz beside it (schema: samples/plan-schema.md).
#pragma once

#include "engine/plan/plan.h"

#include <string>

namespace sparsescope {

// Writes PATH (JSON) and, beside it, STEM.HASH.npz, which the JSON names with its content hash; the JSON is renamed
// into place last. Throws Error(Input) when it cannot be written.
void writePlan(const Plan& plan, const std::string& path, Progress& progress = noProgress());

// Reads and validates against the matrix. Throws Error(Input): another matrix, a newer schema, a changed or missing
// .npz, an index out of range, a non-zero owned twice or never.
Plan readPlan(const std::string& path, const Matrix& matrix, Progress& progress = noProgress());

// The same from and to memory, for sessions: JSON text and the bytes of the .npz.
struct PlanBlob {
    std::string json;
    std::string arrays;
};
PlanBlob planToBlob(const Plan& plan);
Plan planFromBlob(const PlanBlob& blob, const Matrix& matrix, const std::string& file,
                  Progress& progress = noProgress());
// A plan that has some of its tiles only; those are validated.
Plan partFromBlob(const PlanBlob& blob, const Matrix& matrix, const std::string& file,
                  Progress& progress = noProgress());

} // namespace sparsescope
