#include "engine/search/stile/space.h"

#include "engine/core/error.h"
#include "engine/search/planner.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope::stile {

namespace {

constexpr std::int64_t step = 16; // K of the tensor cores' instruction

std::vector<BlockHeight> blocksOf(const CostModel& model)
{
    std::vector<BlockHeight> blocks;
    const CalibrationEntry& numbers = numbersOf(model);
    for (const std::int64_t rows : {16, 8}) {
        const CostTable* table = numbers.table("block", rows);
        if (!table)
            continue;
        // Shapes between those that were measured are interpolated (STile 3.2).
        BlockHeight height{rows, {}};
        for (std::int64_t width = (table->widths.front() + step - 1) / step * step; width <= table->widths.back();
             width += step) {
            Choice choice{makeFormat("block", {{"rows", rows}, {"width", width}}), {}, {}};
            const TileFeatures tile{choice.format.get(), rows, width, width};
            choice.ns = {model.cost(tile, false), model.cost(tile, true)};
            height.widths.push_back(std::move(choice));
        }
        std::array<double, 2> least = {infinity, infinity};
        for (auto choice = height.widths.rbegin(); choice != height.widths.rend(); ++choice) {
            for (const std::size_t atomic : {0u, 1u})
                least[atomic] = std::min(least[atomic], choice->ns[atomic]);
            choice->leastNs = least;
        }
        if (!height.widths.empty())
            blocks.push_back(std::move(height));
    }
    return blocks;
}

} // namespace

Space makeSpace(const Matrix& matrix, const CostModel& model, const nlohmann::json& options, Families families)
{
    Space space;
    space.model = &model;
    const bool sampled = model.op().sampled();
    space.splitReduction = sampled && model.densePart() < model.op().dense;
    if (families.block)
        space.blocks = blocksOf(model);
    const std::vector<std::string> orders = wordsOf(options, "orders", {"none", "rows", "both"});
    const auto wants = [&](const char* order) {
        return std::find(orders.begin(), orders.end(), order) != orders.end();
    };
    if (wants("none"))
        space.orders.push_back(RowOrder::None);
    if (wants("rows") || wants("both"))
        space.orders.push_back(RowOrder::Rows);
    if (orders.empty())
        failUsage("option orders takes at least one of none, rows, both");
    if (families.ell && !sampled && numbersOf(model).fitted("ell")) {
        space.ellWidth = options.at("max-ell-width").get<std::int64_t>();
        if (space.ellWidth == 0)
            space.ellWidth = automaticEllWidth(matrix, model.calibration().sms);
        if (!std::has_single_bit(static_cast<std::uint64_t>(space.ellWidth)))
            failUsage(fmt::format("option max-ell-width takes a power of two, not {}", space.ellWidth));
        const std::int64_t places =
            model.op().hasDenseAxis()
                ? 8 * space.ellWidth
                : std::max(automaticPlaces(matrix, model.op(), model.calibration().sms), space.ellWidth);
        for (std::int64_t width = 1; width <= space.ellWidth; width *= 2)
            space.ells.push_back(makeFormat("ell", {{"rows", places / width}, {"width", width}}));
        space.columnParts = numbersOf(options, "column-parts", 1, mostColumnParts);
        if (space.columnParts.empty() || space.columnParts.front() != 1)
            space.columnParts.insert(space.columnParts.begin(), 1);
    }
    if (families.oneD && sampled && numbersOf(model).fitted("1d"))
        for (std::int64_t size = 32; size <= automaticPlaces(matrix, model.op(), model.calibration().sms); size *= 2)
            space.runs.push_back(makeFormat("1d", {{"size", size}}));
    return space;
}

std::int64_t automaticPlaces(const Matrix& matrix, const Operator& op, int sms)
{
    const bool vector = !op.hasDenseAxis();
    const std::int64_t least = vector ? 256 : 32;
    std::int64_t places = vector ? 4096 : 256;
    while (places > least && matrix.nnz() / places / sms < (vector ? 16 : 4))
        places /= 2;
    return places;
}

std::int64_t automaticEllWidth(const Matrix& matrix, int sms)
{
    for (const std::int64_t width : {32, 16, 8})
        if (matrix.nnz() / (4 * width) / sms >= 4)
            return width;
    return 4;
}

} // namespace sparsescope::stile
