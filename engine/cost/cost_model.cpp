#include "engine/cost/cost_model.h"

#include "engine/cost/own_costs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <unordered_map>

namespace sparsescope {

namespace {

constexpr double sector = 32; // bytes: the least that the memory moves

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
    StileCostModel(std::shared_ptr<const Calibration> calibration, const Operator& op, std::int64_t densePart,
                   const KernelUse& use = {})
        : m_calibration(std::move(calibration)), m_op(op), m_use(use)
    {
        if (m_calibration->own)
            m_calibration->own->require(op);
        if (m_calibration->own && m_calibration->own->program.empty())
            m_own = m_calibration->own.get();
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
                m_plain.emplace(name, m_nearest->linear(name, {}, m_use.blocks));
    }
    StileCostModel(const StileCostModel&) = delete;
    StileCostModel& operator=(const StileCostModel&) = delete;

    double cost(const TileFeatures& tile, bool atomic) const override
    {
        if (m_own)
            return m_own->cost(tile, atomic, {m_op, m_densePart, m_use});
        if (const auto plain = m_plain.find(tile.format->name()); plain != m_plain.end())
            return linearCost(*plain->second, tile, atomic);
        if (tile.format->byLibrary())
            return atRates(tile);
        const std::string name = m_nearest->costedAs(*tile.format, tile.rows);
        if (m_nearest->table(name, tile.rows))
            return tableCost(name, tile, atomic);
        if (const LinearFit* linear =
                m_nearest->linear(name, m_labelled.contains(name) ? tile.format->label() : std::string(), m_use.blocks))
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
        return std::make_unique<StileCostModel>(m_calibration, m_op, part, m_use);
    }
    const KernelUse& use() const override { return m_use; }
    std::unique_ptr<CostModel> withUse(const KernelUse& use) const override
    {
        return std::make_unique<StileCostModel>(m_calibration, m_op, m_densePart, use);
    }

private:
    // What a library takes at least: it moves everything once, and computes at the rates of the GPU. Of SDDMM it stores
    // the dense product, which a second kernel reads with values and outputs.
    double atRates(const TileFeatures& tile) const
    {
        const Rates& rates = m_calibration->rates;
        const double flops = rates.flops(m_op.dtype);
        if (!m_op.hasDenseAxis() || flops <= 0)
            return std::numeric_limits<double>::infinity();
        if (m_op.sampled()) {
            const double size = bytesOf(m_op.dtype), K = static_cast<double>(m_densePart);
            const auto rows = static_cast<double>(tile.rows), places = static_cast<double>(tile.places());
            const double ns = std::max(2 * places * K / flops,
                                       ((rows + static_cast<double>(tile.distinctCols)) * K * size + places * size) /
                                           rates.copyBytesPerNs);
            return ns + m_calibration->nextLaunchNs + places * (4 + 2 * size) / rates.copyBytesPerNs;
        }
        const Work work = workOf(tile, m_op, m_densePart);
        return std::max(work.flops / flops, work.bytes / rates.copyBytesPerNs);
    }
    double linearCost(const LinearFit& fit, const TileFeatures& tile, bool atomic) const
    {
        const LinearCoefficients features = linearFeatures(tile, m_op, m_densePart, m_use.multipliesFirst);
        const auto ns = [&](const LinearCoefficients& k) {
            return std::inner_product(features.begin(), features.end(), k.begin(), 0.0);
        };
        const bool slots = m_use.sums == SplitSums::Slots && fit.slots;
        return atomic ? std::max(ns(fit.plain), ns(slots ? *fit.slots : fit.atomic)) : ns(fit.plain);
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
            const bool slots = m_use.sums == SplitSums::Slots && !table->slotsNs.empty();
            return interpolated(table->widths,
                                !atomic ? table->ns
                                : slots ? table->slotsNs
                                        : table->atomicNs,
                                tile.width);
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
    KernelUse m_use;
    std::vector<const CalibrationEntry*> m_entries; // of *m_calibration
    const CalibrationEntry* m_nearest = nullptr;    // whose fits serve
    const OwnCosts* m_own = nullptr;                // of coefficients
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
    if (op.relational()) {
        const auto inner = static_cast<double>(op.inner);
        work.flops = 2 * inner * (places + rows * part);
        work.bytes = sectors(places * size) + places * sectors(inner * size) + inner * gathered + rows * gathered;
        work.atomicBytes = work.bytes + rows * gathered;
        return work;
    }
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
    const double result = tile.atomic ? sumBytesOf(plan.op.dtype) : size;
    constexpr double records = 40; // of the task and the tile
    Work work = workOf(features, plan.op, plan.densePart);
    double output = rows * sectors(part * result);
    const auto inner = static_cast<double>(plan.op.inner);
    work.bytes = records + static_cast<double>(format.bytes(view, plan.op)) +
                 (plan.op.relational() ? cols * sectors(inner * size) + inner * sectors(part * size)
                                       : cols * sectors(part * size));
    if (plan.multipliesFirst())
        work.flops = 2 * static_cast<double>(features.places()) * (inner * part + part);
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

LinearCoefficients linearFeatures(const TileFeatures& tile, const Operator& op, std::int64_t densePart,
                                  bool multipliesFirst)
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
    if (op.relational()) {
        const double sum = sectors(static_cast<double>(densePart) * sumBytesOf(op.dtype));
        const auto inner = static_cast<double>(op.inner);
        return {1, inner * row, issued * sectors(inner * size), sectors(places * (index + size)) + rows * sum,
                2 * (multipliesFirst ? places : rows) * inner * static_cast<double>(densePart)};
    }
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
    const std::int64_t gathered = op.relational() ? op.inner : densePart;
    const std::int64_t lanes = std::max<std::int64_t>(gathered / perLane, 1);
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

KernelUse kernelUseOf(const Plan& plan)
{
    const auto isBlock = [](const FormatPtr& format) {
        const FormatKind* const kind = findFormatKind(format->name());
        return kind && kind->traits.costTables;
    };
    const Tiling& tiling = plan.tiling();
    return {std::any_of(tiling.formats.begin(), tiling.formats.end(), isBlock), tiling.splitSums,
            plan.multipliesFirst()};
}

void costTile(Tile& tile, const TileFeatures& features, const CostModel& model)
{
    tile.cost = model.cost(features, tile.atomic);
    tile.chain = chainOf(features, model.op(), model.densePart());
}

} // namespace sparsescope
