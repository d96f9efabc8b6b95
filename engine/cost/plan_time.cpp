#include "engine/cost/plan_time.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/cost/own_costs.h"
#include "engine/plan/launch_order.h"

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

// A launch that begins while the kernel before it still runs costs this much of one that does not: 0.9 to 1.3 us
// instead of 1.5 on an H200.
constexpr double overlapped = 0.75;

// On a busy GPU the gathers of a sub-task take so many times as long as on an idle one. Of 1, 1.25, 1.5 and 1.75 it
// explains the times of 141 plans of 12 matrices on an H200 best, 1.5 nearly as well.
constexpr double loaded = 1.25;

// What device memory takes to move A, dense operands and C once where the cache does not hold them all: the part that
// is beyond it, or everything where there is twice as much, since what is used least recently goes first.
double memoryNs(const Plan& plan, const CalibrationEntry& costs, const Calibration& calibration)
{
    const double size = bytesOf(plan.op.dtype);
    const std::int64_t ld = plan.denseParts() * plan.densePart;
    std::int64_t values = plan.op.sampled() ? 0 : plan.rows * ld;
    for (const OperandDefinition& operand : plan.op.definition().operands)
        values +=
            operandShape(plan.op, operand, {plan.rows, plan.cols, plan.slices}).rows * operandLd(plan.op, operand, ld);
    const double bytes = static_cast<double>(values) * size + static_cast<double>(plan.nnz) * (4 + size);
    const double missing = std::clamp(bytes / costs.cacheBytes - 1, 0.0, 1.0);
    return bytes * missing / calibration.rates.copyBytesPerNs;
}

struct TileTimes {
    std::vector<double> costs, chains; // as those of Tile
};

TileTimes timesOf(std::span<const Tile> tiles)
{
    TileTimes times;
    times.costs.reserve(tiles.size());
    times.chains.reserve(tiles.size());
    for (const Tile& tile : tiles) {
        times.costs.push_back(tile.cost);
        times.chains.push_back(tile.chain);
    }
    return times;
}

Schedule schedule(const Plan& plan, std::span<const double> costs, int sms)
{
    const std::int64_t parts = plan.denseParts();
    Schedule made;
    made.sm.resize(costs.size() * static_cast<std::size_t>(parts));
    made.busyNs.assign(static_cast<std::size_t>(sms), 0);
    // A heap with the SM that is free first on top; as it takes a sub-task it sinks to where it belongs.
    using Load = std::pair<double, std::int32_t>; // busy until, SM
    std::vector<Load> loads;
    for (std::int32_t sm = 0; sm < sms; ++sm)
        loads.emplace_back(0, sm);
    const auto sinkTop = [&](const Load& load) {
        std::size_t at = 0;
        for (std::size_t next = 1; next < loads.size(); next = 2 * at + 1) {
            next += next + 1 < loads.size() && loads[next + 1] < loads[next] ? 1 : 0;
            if (load < loads[next])
                break;
            loads[at] = loads[next];
            at = next;
        }
        loads[at] = load;
    };
    for (const Task& task : launched(plan.tiling(), costs, parts, plan.tiling().launchOrder)) {
        const auto [busy, sm] = loads.front();
        const double ns = costs[static_cast<std::size_t>(task.tile)];
        made.sm[static_cast<std::size_t>(task.tile * parts + task.part)] = sm;
        made.busyNs[static_cast<std::size_t>(sm)] = busy + ns;
        sinkTop({busy + ns, sm});
    }
    return made;
}

// planTime() with other costs than the plan's own.
PlanTime planTimeWith(const TileTimes& times, const Plan& plan, double longestNs, const RowWrites& writes,
                      const Calibration& calibration)
{
    const CalibrationEntry* nearest = nullptr;
    const DataType measured = calibration.measuredFor(plan.op.kind, plan.op.dtype);
    for (const CalibrationEntry& entry : calibration.entries)
        if (entry.op == plan.op.kind && entry.dtype == measured &&
            (!nearest || std::abs(entry.densePart - plan.densePart) < std::abs(nearest->densePart - plan.densePart)))
            nearest = &entry;
    PlanTime time;
    time.launchNs = calibration.launchNs;
    time.longestNs = time.kernelNs = longestNs;
    if (nearest && !nearest->latencies.empty() && !plan.tiling().tiles.empty()) {
        std::vector<Latency> latencies;
        for (const FormatPtr& format : plan.tiling().formats)
            latencies.push_back(nearest->latency(*format));
        const auto alone = [&](std::size_t t) {
            const Latency& latency = latencies[static_cast<std::size_t>(plan.tiling().tiles[t].format)];
            return latency.ns + latency.perStepNs * times.chains[t];
        };
        double slowest = 0;
        for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t)
            slowest = std::max(slowest, alone(t));
        if (nearest->cacheBytes > 0) {
            time.kernelNs = std::hypot(longestNs, loaded * slowest);
        } else {
            const auto cheapest = std::min_element(times.costs.begin(), times.costs.end()) - times.costs.begin();
            time.kernelNs = std::max(longestNs + alone(static_cast<std::size_t>(cheapest)), slowest);
        }
    }
    if (nearest && nearest->cacheBytes > 0 && calibration.rates.copyBytesPerNs > 0 && !ranByLibrary(plan))
        time.kernelNs = std::hypot(time.kernelNs, memoryNs(plan, *nearest, calibration));
    if (plan.op.sampled() || calibration.rates.copyBytesPerNs <= 0)
        return time;
    const double size = bytesOf(plan.op.dtype);
    const double row = static_cast<double>(plan.denseParts() * plan.densePart);
    const double listed = plan.op.hasDenseAxis() ? 0 : 4; // reading which row it is counts beside a single value
    const auto [added, empty] = writes;
    time.zeroNs = empty * (size * row + listed) / calibration.rates.copyBytesPerNs;
    if (added == 0)
        return time;
    time.converts = narrow(plan.op.dtype);
    time.zeroes = !time.converts;
    // The scratch is read and left zero.
    time.addedNs = added * ((time.converts ? 8 + size : size) * row + listed) / calibration.rates.copyBytesPerNs;
    time.besideNs = overlapped * calibration.nextLaunchNs;
    return time;
}

double planCostWith(const TileTimes& times, const Plan& plan, const Calibration& calibration)
{
    const double longest = schedule(plan, times.costs, calibration.sms).longestNs();
    return planTimeWith(times, plan, longest, rowWritesOf(plan), calibration).totalNs();
}

TileTimes timesBy(const CostModel& any, const Plan& plan, const Matrix& matrix, Progress& progress)
{
    const std::unique_ptr<CostModel> used = any.withUse(kernelUseOf(plan));
    const CostModel& model = *used;
    TileTimes times{std::vector<double>(plan.tiling().tiles.size()), std::vector<double>(plan.tiling().tiles.size())};
    const OwnCosts* const own = model.calibration().own.get();
    std::vector<PricedTile> asked(own && !own->program.empty() ? times.costs.size() : 0);
    parallelEach(static_cast<std::int64_t>(plan.tiling().tiles.size()), 64, [&](std::int64_t t) {
        progress.check();
        Tile tile = plan.tiling().tiles[static_cast<std::size_t>(t)];
        const TileView view = plan.tiling().view(tile);
        const TileFeatures features = plan.tiling().formatOf(tile).features(view, matrix);
        costTile(tile, features, model);
        if (!asked.empty())
            asked[static_cast<std::size_t>(t)] = {
                features, tile.atomic,
                std::ranges::count_if(view.entries, [](std::uint32_t entry) { return !Entry::redundant(entry); })};
        times.costs[static_cast<std::size_t>(t)] = tile.cost;
        times.chains[static_cast<std::size_t>(t)] = tile.chain;
    });
    if (!asked.empty())
        times.costs = own->ask(asked, {model.op(), model.densePart(), model.use()}, progress);
    return times;
}

} // namespace

Schedule scheduleOf(const Plan& plan, int sms)
{
    Schedule made = schedule(plan, tileCosts(plan.tiling()), sms);
    if (ranByLibrary(plan))
        made.sm.clear(); // it deals them out in its own way
    return made;
}

RowWrites rowWritesOf(const Plan& plan)
{
    const std::vector<std::uint8_t> stored = tilesOfRows(plan);
    const bool adds = !plan.op.sampled() && plan.tiling().splitSums == SplitSums::Atomic;
    return {adds ? static_cast<double>(std::count(stored.begin(), stored.end(), std::uint8_t{2})) : 0,
            static_cast<double>(std::count(stored.begin(), stored.end(), std::uint8_t{0}))};
}

double planNs(const Plan& plan, double longestNs, const Calibration& calibration)
{
    return planNs(plan, longestNs, rowWritesOf(plan), calibration);
}

double planNs(const Plan& plan, double longestNs, const RowWrites& writes, const Calibration& calibration)
{
    return planTime(plan, longestNs, writes, calibration).totalNs();
}

PlanTime planTime(const Plan& plan, double longestNs, const RowWrites& writes, const Calibration& calibration)
{
    return planTimeWith(timesOf(plan.tiling().tiles), plan, longestNs, writes, calibration);
}

Calibration costsOf(const Plan& plan)
{
    // As changeCosts() writes it.
    const std::string name = withoutOwnCosts(plan.calibration).first;
    std::size_t end = std::min(name.find(", "), name.size());
    Calibration costs = readCalibration(name.substr(0, end));
    while (end < name.size()) {
        const std::size_t begin = end + 2;
        end = std::min(name.find(", ", begin), name.size());
        std::string change = name.substr(begin, end - begin);
        if (const std::size_t sign = change.rfind(" x"); sign != std::string::npos)
            change.replace(sign, 2, "=");
        changeCosts(costs, change);
    }
    costs.name = plan.calibration;
    return costs;
}

double planCost(const Plan& plan, const Calibration& calibration)
{
    return planCostWith(timesOf(plan.tiling().tiles), plan, calibration);
}

void costTiles(Plan& plan, const Matrix& matrix, const CostModel& model, Progress& progress)
{
    const TileTimes times = timesBy(model, plan, matrix, progress);
    for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t) {
        plan.tiling().tiles[t].cost = times.costs[t];
        plan.tiling().tiles[t].chain = times.chains[t];
    }
}

void costPlan(Plan& plan, const Matrix& matrix, const CostModel& model, Progress& progress)
{
    costTiles(plan, matrix, model, progress);
    plan.calibration = model.calibration().name;
    plan.predictedNs = planCost(plan, model.calibration());
}

void setLaunchOrder(Plan& plan, LaunchOrder order)
{
    plan.tiling().launchOrder = order;
    plan.tiling().schedule.clear();
    try {
        const Calibration calibration = costsOf(plan);
        plan.tiling().schedule = scheduleOf(plan, calibration.sms).sm;
        plan.predictedNs = planCost(plan, calibration);
    } catch (const Error&) {
        return; // nobody knows how many SMs it was planned for
    }
}

void setSplitSums(Plan& plan, const Matrix& matrix, SplitSums sums, Progress& progress)
{
    plan.tiling().splitSums = sums;
    plan.tiling().schedule.clear();
    try {
        const Calibration calibration = costsOf(plan);
        if (withoutOwnCosts(plan.calibration).second)
            plan.predictedNs = planCost(plan, calibration); // nobody knows here what these say of the other sums
        else
            costPlan(plan, matrix, *makeCostModel(calibration, plan.op, plan.densePart), progress);
        plan.tiling().schedule = scheduleOf(plan, calibration.sms).sm;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled)
            throw;
    }
}

double predictedBy(const CostModel& model, const Plan& plan, const Matrix& matrix, Progress& progress)
{
    return planCostWith(timesBy(model, plan, matrix, progress), plan, model.calibration());
}

} // namespace sparsescope
