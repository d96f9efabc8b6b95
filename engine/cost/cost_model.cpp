#include "engine/cost/cost_model.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/core/parallel_sort.h"
#include "engine/cost/plan_time.h"
#include "engine/plan/launch_order.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <unordered_map>

namespace sparsescope {

namespace {

constexpr double sector = 32; // bytes: the least that the memory moves
// A launch that begins while the kernel before it still runs costs this much of one that does not: 0.9 to 1.3 us
// instead of 1.5 on an H200.
constexpr double overlapped = 0.75;

double sectors(double bytes)
{
    return std::ceil(bytes / sector) * sector;
}

double interpolated(const std::vector<std::int64_t>& widths, const std::vector<double>& ns, std::int64_t width)
{
    const auto above = std::lower_bound(widths.begin(), widths.end(), width);
    if (above != widths.end() && *above == width)
        return ns[static_cast<std::size_t>(above - widths.begin())];
    if (widths.size() < 2)
        return ns.front() * static_cast<double>(width) / static_cast<double>(widths.front());
    // Between neighbours; beyond the ends the last two carry on.
    auto i = static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(above - widths.begin() - 1, 0, static_cast<std::ptrdiff_t>(widths.size()) - 2));
    const auto w0 = static_cast<double>(widths[i]);
    const auto w1 = static_cast<double>(widths[i + 1]);
    const double value = ns[i] + (ns[i + 1] - ns[i]) * (static_cast<double>(width) - w0) / (w1 - w0);
    return std::max(value, 0.01 * std::min(ns[i], ns[i + 1])); // costs that fall with the width would end below 0
}

class StileCostModel final : public CostModel {
public:
    StileCostModel(std::shared_ptr<const Calibration> calibration, const Operator& op, std::int64_t densePart)
        : m_calibration(std::move(calibration)), m_op(op)
    {
        m_entries = m_calibration->entriesOf(op.kind, op.dtype);
        m_densePart = densePart > 0 ? densePart : m_entries.front()->densePart;
        m_nearest = &m_calibration->nearest(op.kind, op.dtype, m_densePart);
        for (const auto& [name, fit] : m_nearest->linears)
            if (!fit.label.empty())
                m_labelled.insert(name);
        const auto hasTable = [&](const std::string& name) {
            return std::ranges::any_of(m_nearest->tables, [&](const auto& table) { return table.first == name; });
        };
        for (const auto& [name, fit] : m_nearest->linears)
            if (!m_labelled.contains(name) && !hasTable(name))
                m_plain.emplace(name, &fit);
    }
    StileCostModel(const StileCostModel&) = delete;
    StileCostModel& operator=(const StileCostModel&) = delete;

    double cost(const TileFeatures& tile, bool atomic) const override
    {
        if (const auto plain = m_plain.find(tile.format->name()); plain != m_plain.end())
            return linearCost(*plain->second, tile, atomic);
        if (tile.format->byLibrary())
            return atRates(tile);
        const std::string name = m_nearest->costedAs(*tile.format, tile.rows);
        if (m_nearest->table(name, tile.rows))
            return tableCost(name, tile, atomic);
        if (const LinearFit* linear =
                m_nearest->linear(name, m_labelled.contains(name) ? tile.format->label() : std::string()))
            return linearCost(*linear, tile, atomic);
        const RooflineFit* fit = m_nearest->fit(name);
        if (fit == nullptr)
            return std::numeric_limits<double>::infinity();
        const Work work = workOf(tile, m_op, m_densePart);
        const auto roofline = [&](double bytes) {
            return work.flops / std::min(work.flops / bytes, m_nearest->peakFlopPerByte);
        };
        const double plain = roofline(work.bytes);
        const double g = fit->a * plain + fit->b;
        return atomic ? g * std::max(1.0, fit->c * roofline(work.atomicBytes) / plain + fit->d) : g;
    }

    const Calibration& calibration() const override { return *m_calibration; }
    const Operator& op() const override { return m_op; }
    std::int64_t densePart() const override { return m_densePart; }
    std::vector<std::int64_t> measuredDenseParts() const override
    {
        std::vector<std::int64_t> parts;
        for (const CalibrationEntry* entry : m_entries)
            parts.push_back(entry->densePart);
        return parts;
    }
    std::unique_ptr<CostModel> withDensePart(std::int64_t part) const override
    {
        return std::make_unique<StileCostModel>(m_calibration, m_op, part);
    }

private:
    // What a library takes at least: it moves everything once, and computes at the rates of the GPU.
    double atRates(const TileFeatures& tile) const
    {
        const Rates& rates = m_calibration->rates;
        const double flops = rates.flops(m_op.dtype);
        if (m_op.sampled() || !m_op.hasDenseAxis() || flops <= 0)
            return std::numeric_limits<double>::infinity();
        const Work work = workOf(tile, m_op, m_densePart);
        return std::max(work.flops / flops, work.bytes / rates.copyBytesPerNs);
    }
    double linearCost(const LinearFit& fit, const TileFeatures& tile, bool atomic) const
    {
        const LinearCoefficients features = linearFeatures(tile, m_op, m_densePart);
        const auto ns = [&](const LinearCoefficients& k) {
            return std::inner_product(features.begin(), features.end(), k.begin(), 0.0);
        };
        return atomic ? std::max(ns(fit.plain), ns(fit.atomic)) : ns(fit.plain);
    }

    double tableCost(const std::string& name, const TileFeatures& tile, bool atomic) const
    {
        const CalibrationEntry* below = nullptr;
        const CalibrationEntry* above = nullptr;
        for (const CalibrationEntry* entry : m_entries) {
            if (!entry->table(name, tile.rows))
                continue;
            if (entry->densePart <= m_densePart)
                below = entry;
            else if (!above)
                above = entry;
        }
        const auto at = [&](const CalibrationEntry* entry) {
            const CostTable* table = entry->table(name, tile.rows);
            return interpolated(table->widths, atomic ? table->atomicNs : table->ns, tile.width);
        };
        if (!below)
            return at(above);
        const auto part = static_cast<double>(m_densePart);
        const auto lower = static_cast<double>(below->densePart);
        if (!above)
            return at(below) * part / lower;
        const double ns = at(below);
        return ns + (at(above) - ns) * (part - lower) / (static_cast<double>(above->densePart) - lower);
    }

    std::shared_ptr<const Calibration> m_calibration;
    Operator m_op;
    std::vector<const CalibrationEntry*> m_entries; // of *m_calibration
    const CalibrationEntry* m_nearest = nullptr;    // whose fits serve
    std::set<std::string> m_labelled;               // formats of which some parameters have fits of their own
    std::unordered_map<std::string, const LinearFit*> m_plain; // of the formats that have one fit and nothing else
    std::int64_t m_densePart = 0;
};

} // namespace

Work workOf(const TileFeatures& tile, const Operator& op, std::int64_t densePart)
{
    const auto rows = static_cast<double>(tile.rows);
    const auto places = static_cast<double>(tile.places());
    const auto cols = static_cast<double>(tile.distinctCols);
    const auto part = static_cast<double>(densePart);
    const double size = bytesOf(op.dtype);
    const double gathered = sectors(part * size); // one row of a dense operand
    Work work;
    if (op.sampled()) {
        // A sampled output for every stored place: I of table 3's row for 1D.
        work.flops = 2 * places * part;
        work.bytes = (rows + cols) * gathered + sectors(places * size);
        work.atomicBytes = work.bytes + sectors(places * size);
        return work;
    }
    work.flops = 2 * places * part;
    const double index = op.hasDenseAxis() ? 0 : 4;
    work.bytes = sectors(places * (size + index)) + cols * gathered + rows * gathered;
    work.atomicBytes = work.bytes + rows * gathered;
    return work;
}

namespace {

// Sectors of a vector that a tile's columns lie in.
double distinctSectors(const TileView& tile, const Matrix& matrix, DataType dtype)
{
    const auto perSector = static_cast<std::int32_t>(sector) / bytesOf(dtype);
    std::vector<std::int32_t> touched(tile.entries.size() + tile.colIds.size());
    const auto next =
        std::transform(tile.entries.begin(), tile.entries.end(), touched.begin(),
                       [&](std::uint32_t entry) { return matrix.colIdx()[Entry::position(entry)] / perSector; });
    std::transform(tile.colIds.begin(), tile.colIds.end(), next, [&](std::int32_t col) { return col / perSector; });
    std::sort(touched.begin(), touched.end());
    return static_cast<double>(std::unique(touched.begin(), touched.end()) - touched.begin());
}

} // namespace

Work trafficOf(const Plan& plan, const Tile& tile, const Matrix& matrix)
{
    const Format& format = plan.tiling().formatOf(tile);
    const TileView view = plan.tiling().view(tile);
    const TileFeatures features = format.features(view, matrix);
    const double size = bytesOf(plan.op.dtype);
    const auto part = static_cast<double>(plan.densePart);
    const auto rows = static_cast<double>(view.rowIds.size());
    const double cols = !plan.op.hasDenseAxis() ? distinctSectors(view, matrix, plan.op.dtype)
                        : view.colIds.empty()   ? static_cast<double>(features.distinctCols)
                                                : static_cast<double>(view.colIds.size());
    const double result = tile.atomic ? 4 : size;
    constexpr double records = 40; // of the task and the tile
    Work work = workOf(features, plan.op, plan.densePart);
    double output = rows * sectors(part * result);
    work.bytes = records + static_cast<double>(format.bytes(view, plan.op)) + cols * sectors(part * size);
    if (plan.op.sampled()) {
        const auto redundant = [](std::uint32_t entry) { return Entry::redundant(entry); };
        output = result * static_cast<double>(view.entries.size() -
                                              static_cast<std::size_t>(
                                                  std::count_if(view.entries.begin(), view.entries.end(), redundant)));
        work.bytes += rows * sectors(part * size);
    }
    work.bytes += output;
    work.atomicBytes = work.bytes + (tile.atomic ? output : 0);
    return work;
}

LinearCoefficients linearFeatures(const TileFeatures& tile, const Operator& op, std::int64_t densePart)
{
    const double size = bytesOf(op.dtype);
    const double row = sectors(static_cast<double>(densePart) * size);
    const auto rows = static_cast<double>(tile.rows);
    const auto cols = static_cast<double>(tile.distinctCols);
    const auto places = static_cast<double>(tile.places());
    const auto issued = static_cast<double>(std::max(tile.issued, tile.places()));
    if (op.sampled()) { // X and Y; a row, a column, a value, a position and a result for every place
        // 1D tiles load a row of X for every place; those that store row by row for about four.
        const double again = tile.format->family() == FormatFamily::OneD ? places : std::max(rows, issued / 4);
        return {1, (rows + cols) * row, (issued + again) * row, sectors(places * (12 + 2 * size))};
    }
    const double index = tile.format->byLibrary() ? 0 : 4;
    return {1, cols * row, issued * row, sectors(places * (index + size)) + rows * row};
}

double chainOf(const TileFeatures& tile, const Operator& op, std::int64_t densePart)
{
    if (tile.longest == 0)
        return 0;
    constexpr double threads = 128; // of a block
    const auto longest = static_cast<double>(tile.longest);
    const auto places = static_cast<double>(std::max(tile.issued, tile.places()));
    const auto rows = static_cast<double>(tile.rows);
    const auto power = [](double n) { return n > 1 ? std::ldexp(1.0, std::ilogb(n)) : 1; }; // of two, up to n
    if (!op.hasDenseAxis()) { // as many lanes as a row has places on average, or all
        const double lanes = tile.lanePerRow  ? power(threads / rows)
                             : tile.rows <= 2 ? threads
                                              : std::min(power(places / rows), 32.0);
        return std::max(longest / lanes, (places + 4 * rows * lanes) / threads);
    }
    const std::int64_t perLane = 16 / bytesOf(op.dtype); // of the dense part
    const std::int64_t lanes = std::max<std::int64_t>(densePart / perLane, 1);
    const double atOnce =
        threads * static_cast<double>(std::min(tile.height, 16 / perLane)) / static_cast<double>(lanes); // stored rows
    const double share = power(atOnce / rows);
    return std::max(longest / share, (places + 4 * rows) / atOnce);
}

const CalibrationEntry& numbersOf(const CostModel& model)
{
    return model.calibration().nearest(model.op().kind, model.op().dtype, model.densePart());
}

std::unique_ptr<CostModel> makeCostModel(const Calibration& calibration, const Operator& op, std::int64_t densePart)
{
    return std::make_unique<StileCostModel>(std::make_shared<const Calibration>(calibration), op, densePart);
}

double Schedule::longestNs() const
{
    return busyNs.empty() ? 0 : *std::max_element(busyNs.begin(), busyNs.end());
}

namespace {

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
    for (const CalibrationEntry& entry : calibration.entries)
        if (entry.op == plan.op.kind && entry.dtype == plan.op.dtype &&
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
        time.kernelNs += alone(
            static_cast<std::size_t>(std::min_element(times.costs.begin(), times.costs.end()) - times.costs.begin()));
        for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t)
            time.kernelNs = std::max(time.kernelNs, alone(t));
    }
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
    time.addedNs = added * ((time.converts ? 8 + size : 4) * row + listed) / calibration.rates.copyBytesPerNs;
    time.besideNs = overlapped * calibration.nextLaunchNs;
    return time;
}

double planCostWith(const TileTimes& times, const Plan& plan, const Calibration& calibration)
{
    const double longest = schedule(plan, times.costs, calibration.sms).longestNs();
    return planTimeWith(times, plan, longest, rowWritesOf(plan), calibration).totalNs();
}

TileTimes timesBy(const CostModel& model, const Plan& plan, const Matrix& matrix, Progress& progress)
{
    TileTimes times{std::vector<double>(plan.tiling().tiles.size()), std::vector<double>(plan.tiling().tiles.size())};
    parallelEach(static_cast<std::int64_t>(plan.tiling().tiles.size()), 64, [&](std::int64_t t) {
        progress.check();
        Tile tile = plan.tiling().tiles[static_cast<std::size_t>(t)];
        costTile(tile, plan.tiling().formatOf(tile).features(plan.tiling().view(tile), matrix), model);
        times.costs[static_cast<std::size_t>(t)] = tile.cost;
        times.chains[static_cast<std::size_t>(t)] = tile.chain;
    });
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

void costTile(Tile& tile, const TileFeatures& features, const CostModel& model)
{
    tile.cost = model.cost(features, tile.atomic);
    tile.chain = chainOf(features, model.op(), model.densePart());
}

RowWrites rowWritesOf(const Plan& plan)
{
    std::vector<std::uint8_t> stored(static_cast<std::size_t>(plan.rows), 0); // 2: and more
    for (const std::int32_t r : plan.tiling().rowIds) {
        std::uint8_t& times = stored[static_cast<std::size_t>(r)];
        times = static_cast<std::uint8_t>(std::min(2, times + 1));
    }
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
    std::size_t end = std::min(plan.calibration.find(", "), plan.calibration.size());
    Calibration costs = readCalibration(plan.calibration.substr(0, end));
    while (end < plan.calibration.size()) {
        const std::size_t begin = end + 2;
        end = std::min(plan.calibration.find(", ", begin), plan.calibration.size());
        std::string change = plan.calibration.substr(begin, end - begin);
        if (const std::size_t sign = change.rfind(" x"); sign != std::string::npos)
            change.replace(sign, 2, "=");
        changeCosts(costs, change);
    }
    return costs;
}

double planCost(const Plan& plan, const Calibration& calibration)
{
    return planCostWith(timesOf(plan.tiling().tiles), plan, calibration);
}

void costPlan(Plan& plan, const Matrix& matrix, const CostModel& model, Progress& progress)
{
    const TileTimes times = timesBy(model, plan, matrix, progress);
    for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t) {
        plan.tiling().tiles[t].cost = times.costs[t];
        plan.tiling().tiles[t].chain = times.chains[t];
    }
    plan.calibration = model.calibration().name;
    plan.predictedNs = planCostWith(times, plan, model.calibration());
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

double predictedBy(const CostModel& model, const Plan& plan, const Matrix& matrix, Progress& progress)
{
    return planCostWith(timesBy(model, plan, matrix, progress), plan, model.calibration());
}

} // namespace sparsescope
