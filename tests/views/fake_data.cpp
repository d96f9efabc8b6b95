// Plans, traces and profiles made up for tests of the views.
#include "tests/views/fake_data.h"

#include "engine/core/progress.h"
#include "engine/cost/cost_model.h"
#include "engine/matrix/patterns.h"
#include "engine/search/planner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace sparsescope::fake {

Data searched()
{
    Data data;
    data.matrix = crossing(512, 1);
    const Planner& stile = planner("stile");
    const Operator op{OperatorKind::SpMM, DataType::Float16, 64}; // two parts of the dense loop
    const auto model = makeCostModel(readCalibration("a100-stile"), op);
    auto trace = std::make_shared<Trace>();
    data.plan = std::make_shared<const Plan>(stile.search(*data.matrix, op, ModelEvaluator(*model),
                                                          completeOptions(stile, nlohmann::json::object()), *trace,
                                                          noProgress()));
    trace->searchSeconds = 0.038;
    data.trace = trace;
    return data;
}

std::shared_ptr<const Plan> ofGraph(const Matrix& matrix)
{
    const Planner& graph = planner("graph");
    const Operator op{OperatorKind::SpMV, DataType::Float32, 1};
    Trace trace;
    return std::make_shared<const Plan>(
        graph.search(matrix, op, ModelEvaluator(*makeCostModel(readCalibration("h200"), op)),
                     completeOptions(graph, nlohmann::json::object()), trace, noProgress()));
}

std::shared_ptr<const Plan> manyTiles(std::int64_t tiles)
{
    auto plan = std::make_shared<Plan>();
    plan->planner = "made up";
    plan->tiling().formats.push_back(makeFormat("ell", {{"rows", 32}, {"width", 1}}));
    plan->tiling().tiles.resize(static_cast<std::size_t>(tiles));
    for (std::int64_t i = 0; i < tiles; ++i) {
        Tile& tile = plan->tiling().tiles[static_cast<std::size_t>(i)];
        tile.level = static_cast<std::int32_t>(1 + i % 7);
        tile.cost = static_cast<double>((i * 7919) % 1000003);
    }
    return plan;
}

std::shared_ptr<const Profile> profile(const Plan& plan, bool verified)
{
    std::mt19937 random(7);
    std::normal_distribution<double> noise(0, 0.18);
    auto p = std::make_shared<Profile>();
    p->op = plan.op;
    p->planner = plan.planner;
    p->calibration = plan.calibration;
    p->conditions = {"NVIDIA H200", "GH100",   132,
                     "sm_90",       "580.159", "13.0",
                     "13.0",        "12.6",    "13.1",
                     1980,          5,         50,
                     "warm",        "CPU",     "2026-11-20T10:00:00Z"};
    p->kernel = {12300, 12100, 12900};
    p->zeroNs = 1100;
    p->fusedNs = 10100;
    p->convertNs = 1100;
    p->predictedNs = plan.predictedNs;
    p->verified = verified;
    p->relativeError = verified ? 2.1e-4 : 0.37;
    p->worstElementError = verified ? 4.5e-4 : 1.2;
    p->registers = 72;
    p->sharedBytes = 16384;
    p->occupancy = 0.4375;
    p->compileMs = 412;
    p->predictedBytes = 3.2e6;
    p->predictedFlops = 9e6;
    for (std::size_t i = 0; i < plan.tiling().tiles.size(); ++i) {
        for (int part = 0; part < static_cast<int>(plan.denseParts()); ++part) {
            TaskTime task;
            task.tile = static_cast<std::int32_t>(i);
            task.part = part;
            task.inSituNs = plan.tiling().tiles[i].cost * 1.3 * std::exp(noise(random) * 2);
            p->taskTimes.push_back(task);
        }
        p->saturated.push_back({static_cast<std::int32_t>(i), plan.tiling().tiles[i].cost * std::exp(noise(random))});
    }
    // On the SMs in turn, two at a time on each, as if every block took its time in situ twice.
    std::vector<std::array<std::int64_t, 2>> busy(132, {0, 0});
    for (std::size_t i = 0; i < p->taskTimes.size(); ++i) {
        TaskTime& task = p->taskTimes[i];
        task.sm = static_cast<std::int32_t>(i % busy.size());
        auto& lane = *std::min_element(busy[i % busy.size()].begin(), busy[i % busy.size()].end());
        task.start = lane;
        task.end = lane + std::max<std::int64_t>(1, std::llround(task.inSituNs * 2 * 1.98));
        lane = task.end;
    }
    p->tasks = static_cast<std::int64_t>(p->taskTimes.size());
    p->counters = {
        {"dram__bytes.sum", 2.9e6, "byte", "Bytes read from and written to device memory."},
        {"lts__t_sectors_srcunit_tex.sum", 1.6e5, "sector", "32-byte sectors that the SMs asked of the L2 cache."},
        {"lts__t_sector_hit_rate.pct", 71.4, "%", "Part of the L2 requests that found their data there."},
        {"sm__warps_active.avg.pct_of_peak_sustained_active", 38.2, "%",
         "Warps in flight, against the most an SM can hold."}};
    p->baselines = {{"cusparse:csr_alg2", {22100, 21900, 23400}, 0, 2e-4, true, {}},
                    {"cusparse:csr_alg3", {18400, 18000, 18800}, 90000, 2e-4, true, {}},
                    {"cusparse:blocked_ell", {}, 0, 0, false, "the matrix would need 40 GB as blocked ELL"}};
    p->activityNs = 10050;
    for (const Tile& tile : plan.tiling().tiles) {
        const std::string kind = kindLabel(plan.tiling().formatOf(tile), tile.atomic, plan.op);
        auto known = std::find_if(p->kinds.begin(), p->kinds.end(), [&](const KindRun& k) { return k.kind == kind; });
        if (known == p->kinds.end())
            known = p->kinds.insert(known, {.kind = kind, .ns = 4000});
        ++known->tasks;
        known->ns += tile.cost / 132;
        known->predictedFlops += 1000;
        known->flops += 1000;
        known->predictedBytes += 4000;
        known->bytes += 4100;
        known->predictedAddedBytes += tile.atomic ? 256 : 0;
        known->addedBytes += tile.atomic ? 256 : 0;
    }
    p->messages = {"Stall reasons were not measured: this driver does not allow sampling."};
    return p;
}

} // namespace sparsescope::fake
