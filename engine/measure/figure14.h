// STile's figure 14 of a run: predicted cost against saturated time of ELL tiles (SpMM) or 1D tiles (SDDMM) alone.
#pragma once

#include "engine/measure/profile.h"

#include <optional>
#include <string>

namespace sparsescope {

struct Figure14 {
    std::string format; // "ELL"
    Agreement here;
    Agreement paper; // on an A100; its RMSE in milliseconds, as its public code measures; no median error
};
// None where the plan has no such tiles, or none of them was measured. Runs measure a sample of tiles saturated.
std::optional<Figure14> figure14(const Plan& plan, const Profile& profile);

} // namespace sparsescope
