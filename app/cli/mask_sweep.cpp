#include "app/cli/mask_sweep.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/core/parallel.h"
#include "engine/core/text.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/search/sparda/mask_sweep.h"
#include "engine/session/session.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace sparsescope {

namespace {

using nlohmann::json;
using sparda::BreakEvens;
using sparda::MaskSweep;
using sparda::MaskSweepPoint;

MaskSweep sweepOf(const MaskSweepArguments& arguments)
{
    MaskSweep sweep;
    const PatternArguments masks = patternIn(arguments.masks, maskKinds());
    sweep.kind = masks.kind;
    sweep.given = masks.complete();
    sweep.base = requestOf(arguments.search);
    for (const std::string& text : arguments.vary)
        sweep.axes.push_back(parseSweepAxis(text));
    if (sweep.axes.empty())
        failUsage("sweep needs --vary NAME=VALUE,VALUE,... of masks");
    return sweep;
}

// Widths of the columns of axes.
std::vector<std::size_t> widthsOf(const MaskSweep& sweep)
{
    std::vector<std::size_t> widths;
    for (const SweepAxis& axis : sweep.axes) {
        widths.push_back(axis.name.size());
        for (const SweepValue& value : axis.values)
            widths.back() = std::max(widths.back(), value.text.size());
    }
    return widths;
}

std::string row(const std::vector<std::size_t>& widths, const std::vector<std::string>& values, const std::string& rest)
{
    std::string text;
    for (std::size_t a = 0; a < values.size(); ++a)
        text += fmt::format("{:<{}}  ", values[a], widths[a]);
    return text + rest;
}

std::string restOf(const MaskSweepPoint& point)
{
    if (!point.problem.empty())
        return point.problem;
    const bool both = point.pairing && point.denseNs > 0;
    return fmt::format(
        "{:>9}  {:>9}  {:>9}  {:>8}  {:>7}  {}{}{}", formatPercent(point.nonZeros),
        point.pairing ? formatTime(point.pairingNs) : "-", point.denseNs > 0 ? formatTime(point.denseNs) : "-",
        both ? fmt::format("{:.3g}", point.denseNs / point.pairingNs) : "-",
        point.pairing ? formatPercent(point.members) : "-", point.pairing ? point.pairing->label() : "no pairing",
        point.dense ? " (dense is chosen)" : "", point.measured ? "" : " (estimated)");
}

std::string textOf(const BreakEvens& found)
{
    const auto faster = [](bool pairing) { return pairing ? "a pairing is faster" : "the dense product is faster"; };
    if (found.nonZeros.empty())
        return fmt::format("none: {} at all of them", faster(found.pairingFirst));
    std::string text;
    bool pairing = found.pairingFirst;
    for (const double density : found.nonZeros) {
        text +=
            fmt::format("{}{} non-zeros: {} below", text.empty() ? "" : "; ", formatPercent(density), faster(pairing));
        pairing = !pairing;
    }
    return text;
}

json toJson(const BreakEvens& found)
{
    return {{"of", found.of}, {"nonZeros", found.nonZeros}, {"pairingFirst", found.pairingFirst}};
}

} // namespace

void sweepMasks(const MaskSweepArguments& arguments, Console& console)
{
    if (arguments.out.ends_with(session::sessionSuffix))
        failUsage("a sweep over masks is written as CSV: a session holds sweeps of its own matrix");
    const MaskSweep sweep = sweepOf(arguments);
    const std::vector<std::size_t> widths = widthsOf(sweep);
    const auto say = [&](const std::string& line) {
        if (arguments.json)
            return;
        console.clearLine();
        fmt::print("{}\n", line);
        std::fflush(stdout);
    };
    sparda::maskSweepPoints(sweep); // what cannot be is told before the titles
    std::vector<std::string> titles;
    for (const SweepAxis& axis : sweep.axes)
        titles.push_back(axis.name);
    say(row(widths, titles,
            fmt::format("{:>9}  {:>9}  {:>9}  {:>8}  {:>7}  {}", "non-zeros", "pairing", "dense", "speed-up", "members",
                        "fastest pairing")));
    std::vector<MaskSweepPoint> points;
    withThreads(arguments.search.threads, [&] {
        points = sparda::runMaskSweep(
            sweep, [&](const MaskSweepPoint& point) { say(row(widths, point.values, restOf(point))); },
            console.progress());
    });
    console.clearLine();
    if (!arguments.out.empty())
        writeText(arguments.out, sparda::maskSweepCsv(sweep, points), console.progress());
    const std::vector<BreakEvens> found = sparda::breakEvens(sweep, points);
    if (arguments.json) {
        json rows = json::array(), even = json::array();
        for (const MaskSweepPoint& point : points)
            rows.push_back(sparda::toJson(sweep, point));
        for (const BreakEvens& one : found)
            even.push_back(toJson(one));
        fmt::print("{}\n", jsonText(json{{"kind", sweep.kind}, {"points", rows}, {"breakEvens", even}}, 2));
    } else {
        for (const BreakEvens& one : found)
            fmt::print("{}break-even{}: {}\n", &one == &found.front() ? "\n" : "",
                       one.of.empty() ? "" : " with " + one.of, textOf(one));
    }
    if (std::all_of(points.begin(), points.end(), [](const MaskSweepPoint& p) { return !p.problem.empty(); }))
        failInput("no point of the sweep could be searched: " + points.front().problem);
}

} // namespace sparsescope
