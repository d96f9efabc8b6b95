// Predicted cost of sub-tasks and of whole plans.
#pragma once

#include "engine/cost/calibration.h"
#include "engine/plan/plan.h"

#include <memory>

namespace sparsescope {

// FLOPs and bytes of one sub-task (STile table 3). Gathered rows of B count once per distinct column; bytes are
// counted in 32-byte sectors.
struct Work {
    double flops = 0;
    double bytes = 0;
    double atomicBytes = 0;  // Bytes_atomic: bytes and the output once more
};
Work workOf(const TileFeatures& tile, const Operator& op, std::int64_t densePart);

class CostModel {
public:
    virtual ~CostModel() = default;
    // Predicted ns of one sub-task of such a tile; infinity when the model has no numbers for its format.
    virtual double cost(const TileFeatures& tile, bool atomic) const = 0;
    virtual bool knows(const std::string& format) const = 0;
    virtual const Calibration& calibration() const = 0;
    virtual std::int64_t densePart() const = 0;
};

// STile 3.2: block formats from the table, interpolated between widths; the others from the roofline fit.
std::unique_ptr<CostModel> makeCostModel(const Calibration& calibration, const Operator& op);

// Definition 6 under the longest-processing-time schedule over the calibration's SMs, plus the launch.
double planCost(const Plan& plan, const Calibration& calibration);

// Sets every tile's cost from its features and atomic flag, and Plan::predictedNs.
void costPlan(Plan& plan, const Matrix& matrix, const CostModel& model);

}  // namespace sparsescope
