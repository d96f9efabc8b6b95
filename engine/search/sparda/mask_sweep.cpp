#include "engine/search/sparda/mask_sweep.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/stage.h"
#include "engine/core/text.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/search/sparda/sparda.h"
#include "engine/search/sparda/told.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sparsescope::sparda {

namespace {

using nlohmann::json;

bool isParameter(const PatternKind& kind, const std::string& name)
{
    return std::any_of(kind.parameters.begin(), kind.parameters.end(),
                       [&](const PatternParameter& parameter) { return parameter.name == name; });
}

// What the trace tells of it and of the masks.
void describe(MaskSweepPoint& point, const FoundRule& found, const MaskShape& shape)
{
    const DynamicPlan& plan = found.plan;
    const ToldPairings told = pairingsIn(found.trace);
    point.shape = shape;
    point.dense = !plan.rule.pairing;
    point.denseNs = plan.rule.denseNs;
    point.measured = found.measured;
    point.searchSeconds = found.trace.searchSeconds;
    const int fastest = told.least(); // that which is chosen, or would be if there were no dense product
    if (fastest < 0)
        return;
    const ToldPairing& pairing = told.pairings[at(fastest)];
    const ToldMask mean = pairing.mean();
    point.pairing = pairing.pairing;
    point.pairingNs = mean.ns();
    point.nonZeros = mean.owned / (static_cast<double>(shape.rows) * static_cast<double>(shape.cols));
    point.members = mean.members / mean.microTiles;
}

} // namespace

std::vector<MaskSweepPoint> maskSweepPoints(const MaskSweep& sweep)
{
    const PatternKind& kind = maskKind(sweep.kind);
    // What is no parameter changes the request, as of any sweep; parameters are set beside it.
    Sweep requests{sweep.base, sweep.axes};
    for (SweepAxis& axis : requests.axes)
        if (isParameter(kind, axis.name))
            for (SweepValue& value : axis.values)
                value.changes.clear();
    std::vector<MaskSweepPoint> points;
    for (SweepPoint& from : sweepPoints(requests)) {
        MaskSweepPoint& point = points.emplace_back();
        json given = sweep.given;
        for (std::size_t a = 0; a < sweep.axes.size(); ++a)
            if (isParameter(kind, sweep.axes[a].name))
                given[sweep.axes[a].name] = parameterFrom(kind, sweep.axes[a].name, from.values[a]);
        point.values = std::move(from.values);
        point.parameters = completeParameters(kind, given);
        point.request = std::move(from.request);
        if (point.request.planner != sparseDynamicPlanner().name())
            failUsage(fmt::format("planner {} plans a matrix, not masks that change: a sweep over masks takes planner "
                                  "{} alone",
                                  point.request.planner, sparseDynamicPlanner().name()));
    }
    return points;
}

std::vector<MaskSweepPoint> runMaskSweep(const MaskSweep& sweep,
                                         const std::function<void(const MaskSweepPoint&)>& receive, Progress& progress)
{
    std::vector<MaskSweepPoint> points = maskSweepPoints(sweep);
    MaskSequencePtr masks; // of the point before, often the same
    const auto count = static_cast<double>(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        MaskSweepPoint& point = points[i];
        const auto share = static_cast<double>(i);
        try {
            if (i == 0 || !masks || points[i - 1].parameters != point.parameters)
                masks = makeMasks(sweep.kind, point.parameters);
            Stage stage(progress, share / count, (share + 1) / count);
            describe(point, searchRule(*masks, point.request, stage.progress()), masks->shape());
        } catch (const Error& e) {
            if (e.kind() == ErrorKind::Cancelled)
                throw;
            masks = nullptr;
            point.problem = e.what();
        }
        receive(point);
    }
    progress.report("sweep", 1);
    return points;
}

std::vector<MaskSweepLine> linesOf(const MaskSweep& sweep, const std::vector<MaskSweepPoint>& points)
{
    std::vector<MaskSweepLine> lines; // in the order of the points
    for (std::size_t i = 0; i < points.size(); ++i) {
        const MaskSweepPoint& point = points[i];
        if (!point.problem.empty() || !point.pairing || point.nonZeros <= 0 || point.denseNs <= 0)
            continue;
        std::string of;
        for (std::size_t a = 1; a < sweep.axes.size(); ++a)
            of += (a == 1 ? "" : ", ") + sweep.axes[a].name + " " + point.values[a];
        auto line = std::find_if(lines.begin(), lines.end(), [&](const MaskSweepLine& one) { return one.of == of; });
        if (line == lines.end())
            line = lines.insert(lines.end(), {of, {}});
        line->points.push_back(i);
    }
    for (MaskSweepLine& line : lines)
        std::stable_sort(line.points.begin(), line.points.end(),
                         [&](std::size_t a, std::size_t b) { return points[a].nonZeros < points[b].nonZeros; });
    return lines;
}

std::vector<BreakEvens> breakEvens(const MaskSweep& sweep, const std::vector<MaskSweepPoint>& points)
{
    std::vector<BreakEvens> all;
    // Logarithms of a pairing's time over the dense product's.
    const auto ratio = [](const MaskSweepPoint& point) { return std::log(point.pairingNs / point.denseNs); };
    for (const MaskSweepLine& line : linesOf(sweep, points)) {
        if (line.points.size() < 2)
            continue;
        BreakEvens& found = all.emplace_back();
        found.of = line.of;
        found.pairingFirst = ratio(points[line.points.front()]) <= 0;
        for (std::size_t i = 1; i < line.points.size(); ++i) {
            const MaskSweepPoint &a = points[line.points[i - 1]], &b = points[line.points[i]];
            if ((ratio(a) <= 0) == (ratio(b) <= 0))
                continue;
            const double share = ratio(a) / (ratio(a) - ratio(b));
            const auto between = [&](double x, double y) { return x * std::pow(y / x, share); };
            found.nonZeros.push_back(between(a.nonZeros, b.nonZeros));
            found.ns.push_back(between(a.denseNs, b.denseNs));
        }
    }
    return all;
}

std::string maskSweepCsv(const MaskSweep& sweep, const std::vector<MaskSweepPoint>& points)
{
    std::string table = "masks";
    for (const SweepAxis& axis : sweep.axes)
        table += "," + csvField(axis.name);
    table += ",nonZeros,predictedNs,denseNs,pairingNs,members,chosen,pairing,measured,searchSeconds,problem\n";
    const PatternKind& kind = maskKind(sweep.kind);
    for (const MaskSweepPoint& point : points) {
        table += csvField(patternCommand(kind, point.parameters));
        for (const std::string& value : point.values)
            table += "," + csvField(value);
        if (!point.problem.empty()) {
            table += ",,,,,,,,,," + csvField(point.problem) + "\n";
            continue;
        }
        const std::string pairing = point.pairing ? point.pairing->label() : std::string();
        table +=
            fmt::format(",{:.6g},{:.1f},{:.1f},{:.1f},{:.6g},{},{},{},{:.4f},\n", point.nonZeros, point.predictedNs(),
                        point.denseNs, point.pairingNs, point.members, point.dense ? "dense" : "pairing",
                        csvField(pairing), point.measured ? "yes" : "no", point.searchSeconds);
    }
    return table;
}

nlohmann::json toJson(const MaskSweep& sweep, const MaskSweepPoint& point)
{
    json one = {{"values", json::object()}, {"parameters", point.parameters}};
    for (std::size_t a = 0; a < point.values.size(); ++a)
        one["values"][sweep.axes[a].name] = point.values[a];
    if (!point.problem.empty()) {
        one["problem"] = point.problem;
        return one;
    }
    one.update({{"nonZeros", point.nonZeros},
                {"predictedNs", point.predictedNs()},
                {"chosen", point.dense ? "dense" : "pairing"},
                {"measured", point.measured},
                {"searchSeconds", point.searchSeconds}});
    if (point.denseNs > 0)
        one["denseNs"] = point.denseNs;
    if (point.pairing)
        one.update({{"pairing", sparsescope::toJson(*point.pairing)},
                    {"pairingNs", point.pairingNs},
                    {"members", point.members}});
    return one;
}

} // namespace sparsescope::sparda
