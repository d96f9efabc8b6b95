// What if, by hand.
#include "engine/edit/edit.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/edit/repack.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope {

namespace {

const std::string editedMark = ", edited";

const Tile& tileOf(const Plan& plan, std::int64_t index)
{
    if (index < 0 || index >= static_cast<std::int64_t>(plan.tiling().tiles.size()))
        failUsage(fmt::format("there is no tile {}: the plan has {} tiles, counted from 0", index,
                              plan.tiling().tiles.size()));
    return plan.tiling().tiles[at(index)];
}

const Format& formatOf(const Plan& plan, std::int64_t index)
{
    return *plan.tiling().formats[at(tileOf(plan, index).format)];
}

// Rows that tiles other than these write.
std::vector<bool> writtenByOthers(const Plan& plan, const std::vector<std::int64_t>& without, Progress& progress)
{
    std::vector<bool> written(static_cast<std::size_t>(plan.rows), false);
    for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t) {
        progress.check();
        if (std::find(without.begin(), without.end(), static_cast<std::int64_t>(t)) == without.end())
            for (const std::int32_t row : plan.tiling().rowsOf(plan.tiling().tiles[t]))
                written[at(row)] = true;
    }
    return written;
}

void dropUnusedFormats(Plan& plan)
{
    std::vector<std::int32_t> place(plan.tiling().formats.size(), -1);
    for (const Tile& tile : plan.tiling().tiles)
        place[at(tile.format)] = 0;
    std::vector<FormatPtr> used;
    for (std::size_t f = 0; f < place.size(); ++f)
        if (place[f] == 0) {
            place[f] = static_cast<std::int32_t>(used.size());
            used.push_back(plan.tiling().formats[f]);
        }
    for (Tile& tile : plan.tiling().tiles)
        tile.format = place[at(tile.format)];
    plan.tiling().formats = std::move(used);
}

PlanEdit::Times timesOf(const Plan& plan, const std::vector<std::int64_t>& own)
{
    PlanEdit::Times times{plan.predictedNs, 0, 0};
    const auto parts = static_cast<double>(plan.denseParts());
    for (const Tile& tile : plan.tiling().tiles)
        times.all += parts * tile.cost;
    for (const std::int64_t t : own)
        times.own += parts * plan.tiling().tiles[at(t)].cost;
    return times;
}

// The plan with the loose tiles in the place of the first of `removed`, ascending.
PlanEdit replaced(const Plan& plan, const Matrix& matrix, const CostModel& model,
                  const std::vector<std::int64_t>& removed, const std::vector<LooseTile>& tiles, Progress& progress)
{
    PlanEdit edit;
    if (plan.calibration == model.calibration().name) {
        edit.before = timesOf(plan, removed);
    } else {
        Plan costed = plan;
        costPlan(costed, matrix, model, progress);
        edit.before = timesOf(costed, removed);
    }
    edit.plan = headerOf(plan);
    Plan& made = edit.plan;
    if (!editedByHand(made))
        made.planner += editedMark;
    made.competitors = plan.competitors;
    made.tiling().formats = plan.tiling().formats;
    made.tiling().rowIds.reserve(plan.tiling().rowIds.size());
    made.tiling().colIds.reserve(plan.tiling().colIds.size());
    made.tiling().entries.reserve(plan.tiling().entries.size());
    for (std::int64_t t = 0; t < static_cast<std::int64_t>(plan.tiling().tiles.size()); ++t) {
        progress.check();
        const Tile& old = plan.tiling().tiles[at(t)];
        if (t == removed.front())
            for (const LooseTile& loose : tiles) {
                edit.made.push_back(static_cast<std::int64_t>(made.tiling().tiles.size()));
                Tile tile = old;
                tile.format = formatIndex(made.tiling().formats, loose.format);
                tile.places = loose.places;
                appendTile(made, tile, loose.view());
            }
        if (std::find(removed.begin(), removed.end(), t) == removed.end())
            appendTile(made, old, plan.tiling().view(old));
    }
    dropUnusedFormats(made);
    markAtomicTiles(made);
    made.tiling().launchOrder = plan.tiling().launchOrder; // the rest of the plan stays as it is
    made.tiling().splitSums = plan.tiling().splitSums;
    costPlan(made, matrix, model, progress);
    if (!std::isfinite(made.predictedNs))
        failUsage(fmt::format("calibration {} has no costs for every format of this plan", model.calibration().name));
    made.tiling().schedule = scheduleOf(made, model.calibration().sms).sm;
    validatePlan(made, matrix, progress);
    edit.after = timesOf(made, edit.made);
    return edit;
}

// What a format takes, as its own file says it: "rows 8 or 16, width a multiple of 16 from 16 to 160".
std::string limitsOf(const std::string& format)
{
    std::string text;
    if (const FormatKind* kind = findFormatKind(format))
        for (const FormatParameter& parameter : kind->parameters)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", parameter.name, parameter.legal);
    return text;
}

void requireByHand(const std::string& format)
{
    const FormatKind* const kind = findFormatKind(format);
    if (!kind)
        failUsage(fmt::format("there is no format \"{}\"", format));
    if (!kind->choices)
        failUsage(fmt::format("{} tiles are made by their planner, all of a plan at once, not by hand", format));
}

[[noreturn]] void failNoCosts(const CostModel& model, const std::string& format)
{
    failUsage(fmt::format("calibration {} has no costs for {} tiles of this operator and data type",
                          model.calibration().name, format));
}

} // namespace

bool editedByHand(const Plan& plan)
{
    return plan.planner.ends_with(editedMark);
}

PlanEdit splitTile(const Plan& plan, const Matrix& matrix, const CostModel& model, std::int64_t tile,
                   Progress& progress)
{
    const std::string format = formatOf(plan, tile).name();
    requireByHand(format);
    const RowParts rows = ownedRows(plan.tiling().view(tileOf(plan, tile)), matrix);
    if (rows.size() < 2)
        failUsage(fmt::format("tile {} owns non-zeros of one row only; it cannot be split by rows", tile));
    const std::vector<bool> written = writtenByOthers(plan, {tile}, progress);
    const Repacker repacker(matrix, model, written, plan.denseParts());
    const auto half = rows.begin() + static_cast<std::ptrdiff_t>((rows.size() + 1) / 2);
    std::vector<LooseTile> tiles;
    for (const RowParts& part : {RowParts(rows.begin(), half), RowParts(half, rows.end())}) {
        auto packed = repacker.cheapest(format, part, true);
        if (!packed) // of rows too unlike for one tile
            packed = repacker.cheapest(format, part, false);
        if (!packed)
            failNoCosts(model, format);
        std::move(packed->tiles.begin(), packed->tiles.end(), std::back_inserter(tiles));
    }
    return replaced(plan, matrix, model, {tile}, tiles, progress);
}

PlanEdit mergeTiles(const Plan& plan, const Matrix& matrix, const CostModel& model, std::int64_t tile,
                    std::int64_t other, Progress& progress)
{
    const Format& format = formatOf(plan, tile);
    if (tile == other)
        failUsage(fmt::format("tile {} cannot be merged with itself", tile));
    if (formatOf(plan, other).name() != format.name())
        failUsage(fmt::format(
            "tile {} is {} and tile {} is {}: only tiles of one format can be merged; store one of them in the format "
            "of the other first",
            tile, format.label(), other, formatOf(plan, other).label()));
    requireByHand(format.name());
    const std::vector<std::int64_t> both = {std::min(tile, other), std::max(tile, other)};
    const RowParts rows = united(ownedRows(plan.tiling().view(tileOf(plan, both[0])), matrix),
                                 ownedRows(plan.tiling().view(tileOf(plan, both[1])), matrix));
    const std::vector<bool> written = writtenByOthers(plan, both, progress);
    const Repacker repacker(matrix, model, written, plan.denseParts());
    const auto packed = repacker.cheapest(format.name(), rows, true);
    if (!packed && !repacker.cheapest(format.name(), rows, false))
        failNoCosts(model, format.name());
    if (!packed)
        failUsage(fmt::format("tiles {} and {} together own {} rows, which one {} tile does not hold: {}", both[0],
                              both[1], rows.size(), format.name(), limitsOf(format.name())));
    return replaced(plan, matrix, model, both, packed->tiles, progress);
}

PlanEdit retypeTile(const Plan& plan, const Matrix& matrix, const CostModel& model, std::int64_t tile,
                    const std::string& format, Progress& progress)
{
    requireByHand(format);
    const RowParts rows = ownedRows(plan.tiling().view(tileOf(plan, tile)), matrix);
    const std::vector<bool> written = writtenByOthers(plan, {tile}, progress);
    const auto packed = Repacker(matrix, model, written, plan.denseParts()).cheapest(format, rows, false);
    if (!packed)
        failNoCosts(model, format);
    return replaced(plan, matrix, model, {tile}, packed->tiles, progress);
}

PlanEdit deleteTile(const Plan& plan, const Matrix& matrix, const CostModel& model, std::int64_t tile,
                    Progress& progress)
{
    const RowParts rows = ownedRows(plan.tiling().view(tileOf(plan, tile)), matrix);
    const std::vector<bool> written = writtenByOthers(plan, {tile}, progress);
    const Repacker repacker(matrix, model, written, plan.denseParts());
    std::optional<Repacked> best;
    std::string tried;
    for (const FormatKind& kind : formatKinds()) {
        if (kind.traits.repacking != Repacking::Run)
            continue;
        tried += (tried.empty() ? "" : " and ") + spelledName(kind.name);
        if (auto packed = repacker.cheapest(kind.name, rows, false); packed && (!best || packed->cost <= best->cost))
            best = std::move(packed);
    }
    if (!best)
        failNoCosts(model, tried);
    return replaced(plan, matrix, model, {tile}, best->tiles, progress);
}

PlanEdit relaunched(const Plan& plan, const Matrix& matrix, LaunchOrder order, SplitSums sums, Progress& progress)
{
    PlanEdit edit;
    edit.plan = plan;
    if (sums != plan.tiling().splitSums)
        setSplitSums(edit.plan, matrix, sums, progress);
    setLaunchOrder(edit.plan, order);
    edit.before = timesOf(plan, {});
    edit.after = timesOf(edit.plan, {});
    return edit;
}

} // namespace sparsescope
