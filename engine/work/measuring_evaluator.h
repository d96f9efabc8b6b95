// Measures plans by asking a worker.
#pragma once

#include "engine/search/request.h"
#include "engine/work/worker.h"

namespace sparsescope {

class MeasuringEvaluator final : public Evaluator {
public:
    // Plans of this matrix are run as `options` say, without more than their times: no counters, no baselines, and
    // variants only of those that are close to the fastest, where `options` ask for variants. Model and worker outlive
    // it.
    MeasuringEvaluator(const CostModel& model, MatrixPtr matrix, RunOptions options, Worker& worker);

    const CostModel& model() const override { return m_model; }
    std::optional<std::vector<double>> measure(std::span<const Plan* const> plans, Progress& progress) const override;
    std::unique_ptr<GraphTimer> graphTimer(const Matrix& matrix, const Operator& op) const override;

private:
    std::vector<double> timesOf(std::span<const Plan* const> plans, bool tune, Progress& progress) const;

    const CostModel& m_model;
    MatrixPtr m_matrix;
    RunOptions m_options;
    Worker& m_worker;
};

// For searchPlan().
MakeEvaluator measuringBy(Worker& worker, const MatrixPtr& matrix, const RunOptions& options);

} // namespace sparsescope
