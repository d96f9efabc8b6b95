// What the inspector says about the selection.
#include "views/inspector/inspector_text.h"

#include "engine/plan/formats/micro.h"
#include "engine/plan/kept_program.h"
#include "engine/plan/launch_order.h"
#include "engine/search/alphasparse/alphasparse.h"
#include "engine/search/alphasparse/search.h"
#include "engine/search/planner.h"
#include "engine/search/sweep.h"
#include "views/inspector/matrix_facts.h"
#include "views/inspector/rectangle_facts.h"
#include "views/parts/numbers.h"
#include "views/parts/words.h"
#include "views/replay/round_text.h"
#include "views/workspace/shown_order.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sparsescope {

namespace {

Fact count(const QString& name, std::int64_t value)
{
    return {name, countText(value), {}, false};
}

Fact time(const QString& name, double ns, const QString& note = {})
{
    return {name, durationText(ns) + note, exactText(ns) + QStringLiteral(" ns"), false};
}

// What a dynamic plan makes of one mask: the GPU gathers it from there, mask by mask.
bool madeByRule(const Workspace& w)
{
    const int shown = w.attention().currentPlan();
    return shown >= 0 && w.document().plans()[shown].byRule;
}

Fact cpuOnlyNote(bool byRule)
{
    if (byRule)
        return {{},
                tr("the dynamic plan runs it on the GPU, over all masks"),
                tr("By itself, as the plan of this mask alone, it runs on the CPU only."),
                true};
    return {{}, tr("runs on the CPU only"), tr("There is no GPU code for it."), true};
}

// A planner that asks others says which of them made the plan, and what those that it measured took.
QString plannerText(const Plan& plan)
{
    const auto of = plan.figures.find("planner");
    const QString name = QString::fromStdString(plan.planner);
    return of != plan.figures.end() && of->is_string()
               ? tr("%1: %2").arg(name, QString::fromStdString(of->get<std::string>()))
               : name;
}

void addMeasured(FactGroup& group, const Plan& plan)
{
    if (const auto times = plan.figures.find("measuredNs"); times != plan.figures.end())
        for (const auto& [planner, ns] : numbersIn(*times))
            group.facts.push_back({tr("    %1, measured").arg(QString::fromStdString(planner)), durationText(ns),
                                   exactText(ns) + QStringLiteral(" ns"), true});
    if (const auto why = plan.figures.find("notMeasured"); why != plan.figures.end() && why->is_string())
        group.facts.push_back({{},
                               tr("Not measured, so that the prediction decided: %1")
                                   .arg(QString::fromStdString(why->get<std::string>())),
                               {},
                               true});
}

// Long names beside them would break two words.
QString inOneLine(QString words)
{
    return words.replace(QLatin1Char(' '), QChar(QChar::Nbsp));
}

// How split rows become sums, and how many tiles have such rows.
void addSplit(FactGroup& group, const Plan& plan, std::int64_t tiles)
{
    const QString name = fromEngine(splitWord(plan.op));
    const QString many = inOneLine(countOf(tiles, tr("tile"), tr("tiles")));
    if (tiles == 0 || plan.op.sampled())
        return group.facts.push_back(
            {name, tiles == 0 ? tr("none") : many,
             tiles == 0 ? QString() : tr("Several sub-tasks compute parts of an output of these tiles."), false});
    const SplitSums sums = plan.tiling().splitSums;
    group.facts.push_back({name, inOneLine(fromEngine(label(sums))),
                           sums == SplitSums::Slots
                               ? tr("Several stored rows hold parts of a row of the output: each part is stored in a "
                                    "slot, and the last sub-task adds them up.")
                               : tr("Several stored rows hold parts of a row of the output: they are added to each "
                                    "other atomically."),
                           false});
    group.facts.push_back({tr("    in"), many, tr("Tiles that hold such a part"), false});
}

FactGroup planGroup(const Plan& plan, const PlanFacts* facts, const Trace* trace, bool cpuOnly, bool byRule)
{
    FactGroup group{tr("Plan"), {}};
    nlohmann::json options = plan.options;
    keepPrograms(options, {}); // texts that the page Program shows
    group.facts.push_back({tr("planner"), plannerText(plan), QString::fromStdString(options.dump(1)), false});
    if (const MatrixOrder order = orderAsked(plan.options); order != MatrixOrder::File)
        group.facts.push_back(
            {tr("order"), ShownOrder::title(order),
             tr("Its tiles were cut from rows and columns in this order; they keep the file's numbers."), false});
    if (cpuOnly)
        group.facts.push_back(cpuOnlyNote(byRule));
    group.facts.push_back(count(tr("tiles"), static_cast<std::int64_t>(plan.tiling().tiles.size())));
    if (facts && !facts->range.empty())
        group.facts.push_back({{}, QString::fromStdString(facts->range), {}, true});
    if (facts) {
        for (const auto& [name, n] : facts->summary.tilesByFormat)
            if (n > 0)
                group.facts.push_back({QStringLiteral("    ") + QString::fromStdString(name), countText(n), {}, false});
        group.facts.push_back(count(tr("levels"), facts->summary.levels));
        group.facts.push_back({tr("launch"), inOneLine(fromEngine(launchText(plan))),
                               tr("The order of the sub-tasks: by their cost, or part by part and row by row."),
                               false});
        addSplit(group, plan, facts->summary.atomicTiles);
        const PlaceCounts& p = facts->summary.places;
        group.facts.push_back({tr("padding"), percentText(p.paddingRatio()),
                               tr("%1 stored places, %2 own a non-zero, %3 redundant")
                                   .arg(countText(p.stored), countText(p.owned), countText(p.redundant)),
                               false});
        const QString bytes =
            tr("%1 bytes; as CSR %2").arg(countText(facts->summary.bytes), countText(facts->summary.csrBytes));
        if (plan.figures.contains(alphasparse::graphEvent))
            group.facts.push_back({tr("bytes of places"), bytesText(static_cast<double>(facts->summary.bytes)),
                                   tr("%1. Value, row and column of each place: of these the kernel of a graph stores "
                                      "what does not follow from others, which the last node under Graph tells.")
                                       .arg(bytes),
                                   false});
        else
            group.facts.push_back({tr("bytes"), bytesText(static_cast<double>(facts->summary.bytes)), bytes, false});
        group.facts.push_back({tr("as CSR"), bytesText(static_cast<double>(facts->summary.csrBytes)), {}, false});
    }
    if (const auto cancelled = cancelledSearch(plan); cancelled && cancelled->covered < 1)
        group.facts.push_back({{},
                               tr("Cancelled in %1 with %2 of the non-zeros covered; simple tiles own the rest.")
                                   .arg(QString::fromStdString(cancelled->search), percentText(cancelled->covered)),
                               {},
                               true});
    else if (cancelled)
        group.facts.push_back({{},
                               tr("Cancelled in %1: the best plan of those that were complete by then.")
                                   .arg(QString::fromStdString(cancelled->search)),
                               {},
                               true});
    group.facts.push_back(time(tr("predicted"), plan.predictedNs));
    // Another prediction than that of its tiles, and what the history of the search says.
    if (const std::string found = alphasparse::foundText(plan); !found.empty())
        group.facts.push_back({{}, tr("As a graph %1.").arg(QString::fromStdString(found)), {}, true});
    // changeCosts() names what it changed.
    if (const auto comma = plan.calibration.find(", "); comma != std::string::npos)
        group.facts.push_back(
            {{}, tr("What if: predicted with %1").arg(QString::fromStdString(plan.calibration)), {}, true});
    for (const Competitor& c : plan.competitors)
        group.facts.push_back({tr("    %1").arg(QString::fromStdString(c.name)), durationText(c.predictedNs),
                               exactText(c.predictedNs) + QStringLiteral(" ns"), true});
    addMeasured(group, plan);
    if (trace)
        group.facts.push_back({tr("search"), durationText(trace->searchSeconds * 1e9),
                               exactText(trace->searchSeconds) + QStringLiteral(" s"), false});
    return group;
}

// What is picked, as in the file; and where it is shown, where that is another place.
FactGroup elementGroup(const Workspace& w, const raster::Element& element)
{
    const Matrix& matrix = *w.document().matrix();
    FactGroup group{tr("Element"), {}};
    group.facts.push_back(count(tr("row"), element.row));
    group.facts.push_back(count(tr("column"), element.col));
    if (matrix.slices() > 1) {
        group.facts.push_back(count(tr("slice"), element.col / matrix.sliceCols()));
        group.facts.push_back(count(tr("  column"), element.col % matrix.sliceCols()));
    }
    if (const auto& lines = w.attention().order().shown().lines) {
        const raster::Element place{lines->rowPlace(element.row), lines->colPlace(element.col)};
        group.facts.push_back({tr("shown at"), QStringLiteral("%1, %2").arg(countText(place.row), countText(place.col)),
                               ShownOrder::title(w.attention().order().order()), false});
    }
    const auto row = matrix.row(element.row);
    const auto found = std::lower_bound(row.begin(), row.end(), element.col);
    const bool there = found != row.end() && *found == element.col;
    const std::int64_t at = matrix.rowPtr()[static_cast<std::size_t>(element.row)] + (found - row.begin());
    group.facts.push_back({tr("value"),
                           !there               ? tr("not stored")
                           : matrix.hasValues() ? figureText(matrix.value(at))
                                                : tr("a non-zero"),
                           there && matrix.hasValues() ? exactText(matrix.value(at)) : QString(), false});
    group.facts.push_back(count(tr("in its row"), static_cast<std::int64_t>(row.size())));
    group.facts.back().exact = tr("non-zeros of the row");
    return group;
}

// Width: of the stored rows, or unknown.
FactGroup tileGroup(const QString& title, const Plan& plan, const Tile& tile, std::optional<std::int64_t> width,
                    const DeviceCode& hasDeviceCode, bool byRule = false)
{
    const Format& format = plan.tiling().formatOf(tile);
    const PlaceCounts places = countPlaces(plan, tile);
    FactGroup group{title, {}};
    group.facts.push_back(
        {tr("format"), QString::fromStdString(format.label()), QString::fromStdString(format.description()), false});
    if (hasDeviceCode && !hasDeviceCode(format.name(), plan.op.kind))
        group.facts.push_back(cpuOnlyNote(byRule));
    const auto view = plan.tiling().view(tile);
    const auto micro = gatheredShapeOf(format);
    if (micro) {
        group.facts.push_back(count(tr("strip"), stripOf(*micro, view)));
        group.facts.push_back(count(tr("members"), membersOf(*micro, view)));
        group.facts.push_back(count(tr("dense tiles"), stepsOf(*micro, view)));
    }
    group.facts.push_back(count(tr("level"), tile.level));
    group.facts.push_back(count(tr("round"), tile.round));
    if (plan.op.relational() && tile.partition > 0)
        group.facts.push_back(count(tr("relation"), tile.partition - 1));
    if (!view.rowIds.empty())
        group.facts.push_back(count(tr("first row"), view.rowIds.front()));
    group.facts.push_back({tr("rows × width"),
                           width ? QStringLiteral("%1 × %2").arg(countText(tile.rows.size()), countText(*width))
                                 : countText(tile.rows.size()),
                           {},
                           false});
    group.facts.push_back(count(tr("stored"), places.stored));
    group.facts.push_back(count(tr("owned"), places.owned));
    group.facts.push_back(count(tr("redundant"), places.redundant));
    group.facts.push_back(
        {micro ? tr("zeros, padding") : tr("padding"), // of micro-tiles; beyond them
         QStringLiteral("%1, %2").arg(countText(places.padding()), percentText(places.paddingRatio())),
         {},
         false});
    group.facts.push_back(
        {fromEngine(splitWord(plan.op)), tile.atomic ? tr("yes") : tr("no"),
         tile.atomic ? tr("other stored rows hold parts of some of its rows of the output too") : QString(), false});
    const std::int64_t bytes = format.bytes(plan.tiling().view(tile), plan.op);
    group.facts.push_back({tr("bytes"), bytesText(static_cast<double>(bytes)),
                           tr("%1 bytes of packed arrays").arg(countText(bytes)), false});
    return group;
}

// A tile of the search that is running.
void addLiveTile(std::vector<FactGroup>& groups, const LiveSearch& live, std::int64_t index,
                 const DeviceCode& hasDeviceCode)
{
    const Plan& plan = live.tiles->plan;
    const Tile& tile = plan.tiling().tiles[static_cast<std::size_t>(index)];
    const QString title = tr("Tile %1, chosen so far").arg(countText(index));
    if (tile.rows.size() == 0) {
        groups.push_back(
            {title, {{{}, tr("It was withdrawn since: a block that is cheaper took its place."), {}, true}}});
        return;
    }
    groups.push_back(tileGroup(title, plan, tile, {}, hasDeviceCode));
    groups.push_back({tr("Time of a sub-task"), {time(tr("predicted"), tile.cost)}});
}

void addTile(std::vector<FactGroup>& groups, const Workspace& w, std::int64_t index)
{
    const Plan& plan = *w.attention().plan();
    const auto i = static_cast<std::size_t>(index);
    const Tile& tile = plan.tiling().tiles[i];
    const PlaceCounts places = countPlaces(plan, tile);
    const PlanFactsPtr facts = w.attention().planFacts();
    groups.push_back(tileGroup(tr("Tile %1").arg(countText(index)), plan, tile,
                               facts ? std::optional<std::int64_t>(facts->width[i]) : std::nullopt,
                               w.operations().hooks().hasDeviceCode, madeByRule(w)));

    FactGroup costs{tr("Time of a sub-task"), {}};
    costs.facts.push_back(time(tr("predicted"), tile.cost));
    if (const OpenRun* run = w.attention().run(); run && run->facts && i < run->facts->inSituNs.size()) {
        const QString note = run->recorded ? QLatin1Char(' ') + tr("recorded") : QString();
        const auto saturated = static_cast<double>(run->facts->saturatedNs[i]);
        const auto inSitu = static_cast<double>(run->facts->inSituNs[i]);
        if (std::isfinite(saturated))
            costs.facts.push_back(time(tr("saturated"), saturated, note));
        if (std::isfinite(inSitu))
            costs.facts.push_back(time(tr("in situ"), inSitu, note));
        if (!std::isfinite(saturated) && !std::isfinite(inSitu))
            costs.facts.push_back({{}, tr("This tile is not in the sample that was measured."), {}, true});
        for (Fact& fact : costs.facts)
            fact.faint = !run->profile->verified && &fact != &costs.facts.front();
    }
    groups.push_back(costs);

    if (const TracePtr trace = w.attention().trace()) {
        const int round = roundAtStep(trace->rounds, index + 1);
        if (round >= 0) {
            const TraceRound& r = trace->rounds[static_cast<std::size_t>(round)];
            FactGroup rivals{tr("Rivals in round %1").arg(countText(r.round)),
                             {{{}, tr("Cost per non-zero that a candidate would have covered"), {}, true}}};
            const double mine = places.owned > 0 ? tile.cost / static_cast<double>(places.owned) : NAN;
            if (!facts || costsOfSearch(trace->rounds, facts->costSum.back()))
                rivals.facts.push_back({tr("this tile"), durationText(mine), {}, false});
            else
                rivals.facts.push_back(
                    {{}, tr("They are of another split of the dense loop than this tile's cost now."), {}, true});
            rivals.facts.push_back({tr("best"), durationText(r.best), {}, false});
            constexpr std::size_t shown = 4;
            for (std::size_t k = 0; k < r.lost.size() && k < shown; ++k) {
                const TraceCandidate& c = r.lost[k];
                const QString place =
                    tr("row %1, %2 x %3, covers %4")
                        .arg(countText(c.firstRow), countText(c.rows), countText(c.width), countText(c.covers));
                rivals.facts.push_back(
                    {QString::fromStdString(c.format), c.cost > 0 ? durationText(c.average) : QString(), place, false});
                rivals.facts.push_back({{}, tr("lost: %1").arg(QString::fromStdString(c.reason)), place, true});
            }
            if (r.lost.size() > shown)
                rivals.facts.push_back({{},
                                        tr("and %1 more that were recorded")
                                            .arg(countText(static_cast<std::int64_t>(r.lost.size() - shown))),
                                        {},
                                        true});
            if (r.lost.empty())
                rivals.facts.push_back({{}, tr("No candidate of this round was recorded as lost."), {}, true});
            groups.push_back(rivals);
        }
    }
}

} // namespace

std::vector<FactGroup> inspectorFacts(const Workspace& w, const raster::RectangleStatistics* rectangle)
{
    std::vector<FactGroup> groups;
    if (!w.document().matrix())
        return groups;
    const Selection& s = w.attention().selection();
    if (w.attention().pick())
        groups.push_back(elementGroup(w, *w.attention().pick()));
    if (const LiveSearch* live = w.attention().live(); live && s.liveTile >= 0)
        addLiveTile(groups, *live, s.liveTile, w.operations().hooks().hasDeviceCode);
    else if (s.tile >= 0 && w.attention().plan())
        addTile(groups, w, s.tile);
    if (s.cells) {
        const CellRange& r = *s.cells;
        for (FactGroup& group : rectangleFacts({r.row0, r.row1, r.col0, r.col1}, rectangle, w.attention().plan().get(),
                                               w.attention().order().shown().lines.get()))
            groups.push_back(std::move(group));
    }
    if (s.empty()) {
        groups.push_back(matrixFacts(*w.document().matrix()));
        if (w.attention().plan())
            groups.push_back(
                planGroup(*w.attention().plan(), w.attention().planFacts().get(), w.attention().trace().get(),
                          runsOnCpuOnly(*w.attention().plan(), w.operations().hooks().hasDeviceCode), madeByRule(w)));
        else
            groups.push_back(
                {{},
                 {{{},
                   w.operations().searching() ? tr("A plan is being searched: its tiles appear as they are chosen.")
                                              : tr("Search a plan (Alt+2) to see how the matrix is cut into tiles."),
                   {},
                   true}}});
        if (FactGroup notes = readingNotes(*w.document().matrix()); !notes.facts.empty())
            groups.push_back(std::move(notes));
    }
    return groups;
}

} // namespace sparsescope
