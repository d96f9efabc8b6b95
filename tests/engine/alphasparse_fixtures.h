// A matrix for searches among graphs, a GPU that is made up, and what they find.
#pragma once

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/plan/plan_file.h"
#include "engine/search/alphasparse/graph_model.h"
#include "engine/search/planner.h"
#include "tests/engine/graph_fixtures.h"
#include "tests/support/paths.h"

#include <filesystem>

namespace sparsescope::alphasparse {

using nlohmann::json;

inline const Operator vectorOp{OperatorKind::SpMV, DataType::Float32, 1};

// Rows of 1 to 12 non-zeros, and some of 700.
inline MatrixPtr unevenRows()
{
    std::mt19937_64 random(5);
    return graph::matrixOf(
        600, 2000, [](std::int64_t r) { return r % 100 == 7 ? std::int64_t{700} : 1 + r % 12; }, random);
}

// A GPU on which a graph takes its prediction, times what its identity says, within 20 %.
class MadeUpTimer final : public GraphTimer {
public:
    explicit MadeUpTimer(const Matrix& matrix, int lostAt, bool wrong)
        : m_matrix(matrix), m_lostAt(lostAt), m_wrong(wrong)
    {
    }
    std::vector<GraphTime> time(std::span<const graph::Graph> graphs, const GraphTiming& timing,
                                Progress& progress) override
    {
        std::vector<GraphTime> times;
        if (++m_calls == m_lostAt)
            throw Error(ErrorKind::Device, "the GPU is lost");
        if (m_wrong || (wrongAtLast && timing.interleaved))
            return std::vector<GraphTime>(graphs.size(), {.problem = "its result is wrong"});
        for (const graph::Graph& graph : graphs) {
            progress.check();
            const graph::Applied applied =
                graph::applyGraph(graph, m_matrix, {.padding = timing.padding}, graph::Keep::LastState, progress);
            const double ns = predictedNs(featuresOf(applied, m_matrix, vectorOp, m_calibration, progress), m_matrix,
                                          vectorOp, m_calibration) *
                              (0.8 + 0.4 * static_cast<double>(graph.identity() % 1000) / 1000);
            if (graph.identity() % 7 == 3)
                times.push_back({.problem = "its result is wrong"});
            else
                times.push_back({ns, 0.99 * ns, 1.01 * ns, timing.bestNs > 0 && ns > 2 * timing.bestNs});
        }
        return times;
    }

    bool wrongAtLast = false; // when the best are measured again

private:
    const Matrix& m_matrix;
    const int m_lostAt; // call; 0: never
    const bool m_wrong;
    int m_calls = 0;
    const Calibration m_calibration = readCalibration("h200");
};

class MadeUpGpu final : public Evaluator {
public:
    const CostModel& model() const override { return *m_model; }
    std::optional<std::vector<double>> measure(std::span<const Plan* const>, Progress&) const override { return {}; }
    std::unique_ptr<GraphTimer> graphTimer(const Matrix& matrix, const Operator&) const override
    {
        if (gone)
            throw Error(ErrorKind::Device, "the GPU is gone");
        return std::make_unique<MadeUpTimer>(matrix, lostAt, wrong);
    }
    bool gone = false;
    int lostAt = 0;
    bool wrong = false;

private:
    std::unique_ptr<CostModel> m_model = makeCostModel(readCalibration("h200"), vectorOp);
};

struct Found {
    Plan plan;
    Trace trace;
    std::vector<json> told(const std::string& event) const
    {
        std::vector<json> all;
        for (const TraceEvent& one : trace.events)
            if (one.name == event)
                all.push_back(one.data);
        return all;
    }
};

inline Found found(const Matrix& matrix, const json& options, const Evaluator& evaluator = MadeUpGpu())
{
    Found f;
    f.plan = planner("alphasparse").search(matrix, vectorOp, evaluator, options, f.trace, noProgress());
    return f;
}

inline std::string bytesOfPlan(const Plan& plan)
{
    const TemporaryFolder folder;
    writePlan(plan, folder / "plan.json");
    std::string bytes;
    for (const auto& entry : std::filesystem::directory_iterator(folder / ""))
        bytes += entry.path().extension().string() + readText(entry.path().string());
    return bytes;
}

// Its log, which stays in the folder, gives the search and its plan again.
inline void checkRepeated(const Found& f, const Matrix& matrix, const json& options, const TemporaryFolder& folder)
{
    writeTrace(f.trace, f.plan, folder / "log.jsonl");
    json again = options;
    again["evaluator"] = folder / "log.jsonl";
    const Found same = found(matrix, again);
    CHECK(bytesOfPlan(same.plan) == bytesOfPlan(f.plan));
    CHECK(same.told("graph") == f.told("graph"));
}

} // namespace sparsescope::alphasparse
