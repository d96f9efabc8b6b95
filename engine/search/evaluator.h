// What planners may ask about plans: their predicted cost, and where there is a GPU to ask, their measured time.
#pragma once

#include "engine/core/progress.h"
#include "engine/cost/cost_model.h"

#include <optional>
#include <span>
#include <vector>

namespace sparsescope {

class Evaluator {
public:
    virtual ~Evaluator() = default;
    // Predicts what tiles and plans cost.
    virtual const CostModel& model() const = 0;
    // The median time in ns of each of these plans of the searched matrix, measured together; NaN for one whose result
    // is wrong. Nothing where plans cannot be measured here, which no plans at all find out. Throws Error: whatever
    // kept them from being measured, or Cancelled.
    virtual std::optional<std::vector<double>> measure(std::span<const Plan* const> plans,
                                                       Progress& progress) const = 0;
};

// Predicts and measures nothing. The model outlives it.
class ModelEvaluator final : public Evaluator {
public:
    explicit ModelEvaluator(const CostModel& model) : m_model(model) {}
    const CostModel& model() const override { return m_model; }
    std::optional<std::vector<double>> measure(std::span<const Plan* const>, Progress&) const override { return {}; }

private:
    const CostModel& m_model;
};

} // namespace sparsescope
