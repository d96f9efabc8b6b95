// Graphs of one matrix, timed on a GPU.
#pragma once

#include "engine/core/turn.h"
#include "engine/run/matrix_values.h"
#include "engine/work/graph_job.h"
#include "kernels/device/stopwatch.h"
#include "kernels/device/verifier.h"

#include <memory>
#include <span>
#include <vector>

namespace sparsescope {

class GraphBench {
public:
    // Takes the values, makes x and the float64 product. The matrix outlives it. Throws Error(Device), Error(Input),
    // Error(Cancelled).
    GraphBench(const Matrix& matrix, const GraphSetting& setting, Progress& progress);

    const DeviceInfo& gpu() const { return m_context.info(); }

    // One answer a graph, as GraphTimer::time() has them. As many are packed at once as there are cores and memory for.
    // Each is verified once with a poisoned output, and runs twice before it is timed. Where they are interleaved, all
    // are packed at once, and each runs once more before each of its runs, so that it finds in the L2 cache what a
    // kernel that runs again and again does. Takes the turn to upload and to measure.
    // Throws Error(Device) after a fault, which the context does not survive, Error(Cancelled).
    std::vector<GraphTime> time(const GraphRequest& request, Progress& progress);

private:
    struct Measured;

    void upload(Measured& one, Progress& progress);
    void timeEach(std::span<Measured> all, const GraphTiming& timing, Progress& progress);
    void timeByTurns(std::span<Measured> all, int repeats, Progress& progress);
    template <class Body>
    void attempt(Measured& one, Progress& progress, const Body& body);
    const Matrix& matrix() const { return m_taken.of(m_matrix); } // that is multiplied

    const Matrix& m_matrix; // as the file has it
    const GraphSetting m_setting;
    const Context m_context;
    const Stream m_stream;
    Stopwatch m_stopwatch;
    Turn m_turn;
    TakenValues m_taken;
    std::vector<Dense> m_operands;
    std::unique_ptr<const Verifier> m_verifier;
};

} // namespace sparsescope
