// What planners may ask about plans and graphs: their predicted cost, and where there is a GPU to ask, their measured
// time.
#pragma once

#include "engine/core/progress.h"
#include "engine/cost/cost_model.h"
#include "engine/plan/graph/functions.h"
#include "engine/plan/graph/graph.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

// How long the kernel of a graph takes.
struct GraphTime {
    double ns = 0;            // median; 0: there is no time, and `problem` says why
    double low = 0, high = 0; // 5th and 95th percentile
    bool cut = false;         // given up after few runs, as it takes more than twice the best
    bool kept = false;        // measured before, by this or another search
    std::string problem = {}; // what the graph, the compiler, the kernel or its result was refused for
    bool refused = false;     // `problem` is that the graph cannot be had for this matrix, whatever the GPU is
};

// How graphs are timed.
struct GraphTiming {
    double padding = 4;                                      // graph::Limits
    graph::Compression compression = graph::Compression::On; // of the kernels' arrays
    double bestNs = 0;                                       // what takes more than twice as long is cut; 0: nothing is
    int repeats = 30;         // timed runs after 2: the first ten of a kernel of some us are faster than those behind
    bool interleaved = false; // some runs of each graph by turns, so that all of them see the same clocks
};

// Measures kernels of graphs, one search long.
class GraphTimer {
public:
    virtual ~GraphTimer() = default;
    // One answer a graph, in their order: a graph that cannot be run is an answer too. Throws Error(Device) where
    // nothing can be measured any more, Error(Cancelled).
    virtual std::vector<GraphTime> time(std::span<const graph::Graph> graphs, const GraphTiming& timing,
                                        Progress& progress) = 0;
};

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
    // Measures graphs on this matrix, which may be a part of the searched one. None where graphs cannot be measured
    // here. Evaluator and matrix outlive it.
    virtual std::unique_ptr<GraphTimer> graphTimer(const Matrix& matrix, const Operator& op) const
    {
        static_cast<void>(matrix), static_cast<void>(op);
        return nullptr;
    }
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
