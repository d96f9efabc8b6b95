#include "engine/cost/cost_model.h"

#include "engine/core/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace sparsescope {

namespace {

constexpr double sector = 32;  // bytes: the least that the memory moves

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
    auto i = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(above - widths.begin() - 1, 0, static_cast<std::ptrdiff_t>(widths.size()) - 2));
    const auto w0 = static_cast<double>(widths[i]);
    const auto w1 = static_cast<double>(widths[i + 1]);
    return ns[i] + (ns[i + 1] - ns[i]) * (static_cast<double>(width) - w0) / (w1 - w0);
}

class StileCostModel final : public CostModel {
public:
    StileCostModel(const Calibration& calibration, const Operator& op)
        : m_calibration(calibration), m_entry(m_calibration.entry(op.kind, op.dtype)), m_op(op)
    {
    }

    double cost(const TileFeatures& tile, bool atomic) const override
    {
        const std::string name = tile.format->name();
        if (const CostTable* table = m_entry.table(name))
            return interpolated(table->widths, atomic ? table->atomicNs : table->ns, tile.width);
        const RooflineFit* fit = m_entry.fit(name);
        if (fit == nullptr)
            return std::numeric_limits<double>::infinity();
        const Work work = workOf(tile, m_op, m_entry.densePart);
        const auto roofline = [&](double bytes) { return work.flops / std::min(work.flops / bytes, m_entry.peakFlopPerByte); };
        const double plain = roofline(work.bytes);
        const double g = fit->a * plain + fit->b;
        return atomic ? g * std::max(1.0, fit->c * roofline(work.atomicBytes) / plain + fit->d) : g;
    }

    bool knows(const std::string& format) const override { return m_entry.table(format) != nullptr || m_entry.fit(format) != nullptr; }
    const Calibration& calibration() const override { return m_calibration; }
    std::int64_t densePart() const override { return m_entry.densePart; }

private:
    Calibration m_calibration;
    const CalibrationEntry& m_entry;
    Operator m_op;
};

}  // namespace

Work workOf(const TileFeatures& tile, const Operator& op, std::int64_t densePart)
{
    const auto i = static_cast<double>(tile.rows);
    const auto k = static_cast<double>(tile.width);
    const auto j = static_cast<double>(densePart);
    const double size = bytesOf(op.dtype);
    const double rowBytes = sectors(j * size);  // one gathered row of B, one row of C
    Work work;
    work.flops = 2 * i * j * k;
    work.bytes = sectors(i * k * size) + static_cast<double>(tile.distinctCols) * rowBytes + i * rowBytes;
    work.atomicBytes = work.bytes + i * rowBytes;
    return work;
}

std::unique_ptr<CostModel> makeCostModel(const Calibration& calibration, const Operator& op)
{
    return std::make_unique<StileCostModel>(calibration, op);
}

double planCost(const Plan& plan, const Calibration& calibration)
{
    // Longest processing time first onto the least loaded SM; the parts of a tile cost the same.
    std::vector<double> costs;
    costs.reserve(plan.tiles.size());
    for (const Tile& tile : plan.tiles)
        costs.push_back(tile.cost);
    std::sort(costs.begin(), costs.end(), std::greater<>{});
    std::priority_queue<double, std::vector<double>, std::greater<>> loads;
    for (int sm = 0; sm < calibration.sms; ++sm)
        loads.push(0);
    const std::int64_t parts = plan.denseParts();
    double longest = 0;
    for (const double cost : costs)
        for (std::int64_t part = 0; part < parts; ++part) {
            const double load = loads.top() + cost;
            loads.pop();
            loads.push(load);
            longest = std::max(longest, load);
        }
    return longest + calibration.launchNs;
}

void costPlan(Plan& plan, const Matrix& matrix, const CostModel& model)
{
    parallelEach(static_cast<std::int64_t>(plan.tiles.size()), 64, [&](std::int64_t t) {
        Tile& tile = plan.tiles[static_cast<std::size_t>(t)];
        const Format& format = *plan.formats[static_cast<std::size_t>(tile.format)];
        tile.cost = model.cost(format.features(plan.view(tile), matrix), tile.atomic);
    });
    plan.calibration = model.calibration().name;
    plan.predictedNs = planCost(plan, model.calibration());
}

}  // namespace sparsescope
