// A session as one web page.
#include "engine/report/html_report.h"

#include "engine/core/embedded_text.h"
#include "engine/core/files.h"
#include "engine/core/text.h"
#include "engine/matrix/statistics.h"
#include "engine/measure/anatomy.h"
#include "engine/raster/colour_map.h"
#include "engine/raster/overview.h"
#include "engine/report/html_page.h"
#include "engine/report/report_steps.h"
#include "engine/session/session_rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <span>

namespace sparsescope {

namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little, "the page reads little-endian arrays");

std::string base64(std::string_view bytes)
{
    static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t three = 0;
        for (std::size_t k = 0; k < 3; ++k)
            three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0);
        for (std::size_t k = 0; k < 4; ++k)
            out += i + k <= bytes.size() ? digits[three >> (18 - 6 * k) & 63] : '=';
    }
    return out;
}

template <class T>
std::string packed(const std::vector<T>& values)
{
    const std::span<const T> all(values);
    return base64({reinterpret_cast<const char*>(all.data()), all.size_bytes()});
}

// JSON inside a script element: nothing in it may end the element. Bytes that are no UTF-8 are replaced.
std::string scriptJson(const json& value)
{
    std::string out;
    for (const char c : value.dump(-1, ' ', false, json::error_handler_t::replace))
        c == '<' ? out += "\\u003c" : out += c;
    return out;
}

std::string colourText(std::uint32_t colour)
{
    return fmt::format("#{:06X}", colour & 0xFFFFFFu);
}

std::string operatorText(const Operator& op)
{
    const std::string text = label(op.kind) + " " + name(op.dtype);
    return op.hasDenseAxis() ? text + " " + extentText(op) : text;
}

constexpr std::array families = {FormatFamily::Block,   FormatFamily::Ell,      FormatFamily::OneD,
                                 FormatFamily::CsrLike, FormatFamily::Diagonal, FormatFamily::Other};

void addMatrix(HtmlPage& page, const Matrix& matrix, Progress& progress)
{
    const MatrixStatistics statistics = computeStatistics(matrix, progress);
    page.paragraph(statistics.summary);
    page.raw("<h2>The matrix</h2>\n<div class=\"pair\"><div>");
    for (const bool dark : {false, true}) {
        raster::DensityStyle style;
        style.dark = dark;
        const std::string picture = pngBytes(raster::renderOverview(matrix, 768, style, progress));
        page.raw(
            fmt::format("<img class=\"map {}\" alt=\"Where the non-zeros are: the darker or brighter, the more of them "
                        "in a pixel\" src=\"data:image/png;base64,{}\">\n",
                        dark ? "dark" : "light", base64(picture)));
    }
    page.raw("</div><div class=\"wide\"><table>\n");
    page.row("rows, columns", formatCount(matrix.rows()) + " x " + formatCount(matrix.cols()));
    page.row("non-zeros", formatCount(matrix.nnz()));
    page.row("density", formatPercent(statistics.density));
    const auto lengths = [&](const char* what, const LengthStatistics& l) {
        page.row(what, fmt::format("{} to {}, mean {:.3g}, median {:.3g}, {} empty", formatCount(l.shortest),
                                   formatCount(l.longest), l.mean, l.median, formatCount(l.empty)));
    };
    lengths("non-zeros a row", statistics.rows);
    lengths("non-zeros a column", statistics.cols);
    page.row("bandwidth", formatCount(statistics.bandwidth));
    if (matrix.rows() == matrix.cols())
        page.row("symmetric places", formatPercent(statistics.structuralSymmetry));
    page.row("read from", matrix.source().name + (matrix.source().format.empty() ? "" : ", " + matrix.source().format));
    page.row("fingerprint", matrix.fingerprint().text());
    page.raw("</table></div></div>\n");
}

void addPlan(HtmlPage& page, const session::SessionPlan& item)
{
    const Plan& plan = item.plan;
    const PlanSummary summary = summarise(plan);
    page.raw(fmt::format("<h3>{}</h3>\n", escaped(item.title.empty() ? plan.planner : item.title)));
    page.paragraph(fmt::format(
        "{}: {} tiles of {} levels, found in {} rounds; predicted {} with the calibration {}; "
        "{} of the stored places are padding, {} redundant; {} tiles with split rows; {} packed, {} as CSR.",
        operatorText(plan.op), formatCount(summary.tiles), formatCount(summary.levels), formatCount(summary.rounds),
        formatTime(plan.predictedNs), plan.calibration, formatPercent(summary.places.paddingRatio()),
        formatPercent(summary.places.redundantRatio()), formatCount(summary.atomicTiles), formatBytes(summary.bytes),
        formatBytes(summary.csrBytes)));
    struct Sum {
        std::int64_t tiles = 0;
        PlaceCounts places;
        double cost = 0;
    };
    std::map<std::string, Sum> kinds;
    double whole = 0;
    for (const Tile& tile : plan.tiling().tiles) {
        Sum& sum = kinds[plan.tiling().formatOf(tile).label()];
        const PlaceCounts places = countPlaces(plan, tile);
        ++sum.tiles;
        sum.places.stored += places.stored;
        sum.places.owned += places.owned;
        sum.places.redundant += places.redundant;
        sum.cost += tile.cost;
        whole += tile.cost;
    }
    page.raw("<div class=\"wide\"><table>\n");
    page.cells({"format", "tiles", "non-zeros owned", "stored places", "padding", "redundant", "share of the cost"}, 1,
               true);
    for (const auto& [label, sum] : kinds)
        page.cells({label, formatCount(sum.tiles), formatCount(sum.places.owned), formatCount(sum.places.stored),
                    formatCount(sum.places.padding()), formatCount(sum.places.redundant),
                    formatPercent(whole > 0 ? sum.cost / whole : 0)},
                   1);
    page.raw("</table></div>\n");
    if (plan.competitors.empty())
        return;
    page.raw("<div class=\"wide\"><table>\n");
    page.cells({"searched too", "predicted"}, 1, true);
    for (const Competitor& other : plan.competitors)
        page.cells({other.name, formatTime(other.predictedNs)}, 1);
    page.raw("</table></div>\n");
}

// Where the time of a call goes: two kinds of number side by side, which the titles say.
void addCall(HtmlPage& page, const Plan& plan, const Profile& profile)
{
    const Anatomy predicted = predictedAnatomy(plan, profile.predictedNs);
    const Anatomy measured = measuredAnatomy(plan, profile, measuredSchedule(profile), launchTimes(profile), true);
    const auto text = [](double ns) { return std::isfinite(ns) ? formatTime(ns) : std::string(); };
    page.raw("<div class=\"wide\"><table>\n");
    page.cells({"part of a call", words(predicted.basis), words(measured.basis),
                differenceLabel(measured.basis, predicted.basis)},
               1, true);
    for (std::size_t i = 0; i < callParts; ++i) {
        const auto part = static_cast<CallPart>(i);
        if (predicted.known(part) || measured.known(part))
            page.cells({name(part), text(predicted[part]), text(measured[part]),
                        text(difference(measured.quantity(part), predicted.quantity(part)).by)},
                       1);
    }
    page.raw("</table></div>\n");
    for (const std::string& note : {predicted.note, measured.note})
        if (!note.empty())
            page.paragraph(note);
}

void addRun(HtmlPage& page, const session::SessionRun& run, const Plan& plan, const std::string& title,
            const std::vector<PublishedTime>& published)
{
    const Profile& p = run.profile;
    const Conditions& c = p.conditions;
    page.raw(fmt::format("<h3>{} on {}</h3>\n", escaped(title), escaped(c.device)));
    page.raw(fmt::format("<p><span class=\"figure\">{}</span> <span class=\"second\">measured (5 % to 95 %: {} to {}), "
                         "predicted {}</span></p>\n",
                         formatTime(p.kernel.medianNs), formatTime(p.kernel.lowNs), formatTime(p.kernel.highNs),
                         formatTime(p.predictedNs)));
    page.paragraph(p.verified ? fmt::format("The result was verified: relative error {:.3g}.", p.relativeError)
                              : std::string("NOT verified: the result differs from the reference."));
    addCall(page, plan, p);
    page.raw("<div class=\"wide\"><table>\n");
    page.cells({"baseline", "median", "5 %", "95 %", "against the plan", "GPU memory", ""}, 1, true);
    for (const Baseline& b : p.baselines) {
        if (!b.problem.empty())
            page.cells({b.name, "", "", "", "", "", b.problem}, 1);
        else
            page.cells({b.name, formatTime(b.timing.medianNs), formatTime(b.timing.lowNs), formatTime(b.timing.highNs),
                        p.kernel.medianNs > 0
                            ? fmt::format("{:.3g} times its time", b.timing.medianNs / p.kernel.medianNs)
                            : std::string(),
                        b.memoryBytes > 0 ? formatBytes(b.memoryBytes) : std::string(),
                        b.verified ? "verified" : "not verified"},
                       1);
    }
    for (const PublishedTime& time : publishedFor(plan.op, published))
        page.cells(
            {textOf(time), formatTime(time.ns), "", "",
             p.kernel.medianNs > 0 ? fmt::format("{:.3g} times its time", time.ns / p.kernel.medianNs) : std::string(),
             "", "published, not measured here"},
            1);
    page.raw("</table></div>\n<div class=\"wide\"><table>\n");
    page.row("conditions",
             fmt::format("{}, {} SMs, {}; driver {}, CUDA {}; {} warm-ups, {} repeats, {} cache; {}; clock "
                         "{:.4g} MHz; {}",
                         c.chip, c.sms, c.architecture, c.driver, c.cuda, c.warmups, c.repeats, c.cache,
                         label(c.values), c.clockMHz, c.date));
    page.row("kernel", fmt::format("{} registers, {} of shared memory, occupancy {}", p.registers,
                                   formatBytes(p.sharedBytes), formatPercent(p.occupancy)));
    if (p.memoryBytes > 0)
        page.row("GPU memory", formatBytes(p.memoryBytes));
    for (const Counter& counter : p.counters)
        page.row(counter.name, fmt::format("{:.4g} {}. {}", counter.value, counter.unit, counter.meaning));
    for (const std::string& message : p.messages)
        page.row("remark", message);
    page.raw("</table></div>\n");
}

// The stepper's data; the arrays as decodePlan() of the page's script reads them.
json stepperJson(const Matrix& matrix, const session::SessionPlan& item, const StepLimits& limits, Progress& progress)
{
    const Plan& plan = item.plan;
    const ReportSteps steps = reportSteps(matrix, plan, limits, progress);
    std::vector<std::uint16_t> label, level;
    std::vector<std::uint32_t> owned;
    std::vector<float> tileCost;
    std::uint32_t coveredBefore = 0;
    float costBefore = 0;
    for (std::size_t s = 0; s < steps.tile.size(); ++s) {
        const Tile& tile = plan.tiling().tiles[steps.tile[s]];
        label.push_back(static_cast<std::uint16_t>(tile.format));
        level.push_back(static_cast<std::uint16_t>(std::min(tile.level, 65535)));
        owned.push_back(steps.covered[s] - coveredBefore);
        tileCost.push_back(steps.tilesPerStep == 1 ? static_cast<float>(tile.cost) : steps.cost[s] - costBefore);
        coveredBefore = steps.covered[s];
        costBefore = steps.cost[s];
    }
    json labels = json::array();
    for (const FormatPtr& format : plan.tiling().formats)
        labels.push_back(format->label());
    json rounds = json::array();
    constexpr std::size_t mostRounds = 5000, mostLost = 5;
    for (const TraceRound& round : item.trace.rounds) {
        if (rounds.size() == mostRounds)
            break;
        json lost = json::array();
        for (std::size_t i = 0; i < std::min(mostLost, round.lost.size()); ++i) {
            const TraceCandidate& candidate = round.lost[i];
            lost.push_back({{"format", candidate.format},
                            {"row", candidate.firstRow},
                            {"cost", candidate.cost},
                            {"covers", candidate.covers},
                            {"average", candidate.average},
                            {"reason", candidate.reason}});
        }
        rounds.push_back({{"round", round.round},
                          {"level", round.level},
                          {"candidates", round.candidates},
                          {"best", round.best},
                          {"limit", round.limit},
                          {"tileBegin", round.tileBegin},
                          {"tileEnd", round.tileEnd},
                          {"withdrawn", round.withdrawn.size()},
                          {"note", round.note},
                          {"lost", lost}});
    }
    std::string said = fmt::format("Drawn on {} x {} cells", steps.gridRows, steps.gridCols);
    said += steps.gridRows == matrix.rows() && steps.gridCols == matrix.cols()
                ? ", one for each element"
                : fmt::format(" of about {:.3g} x {:.3g} elements; a cell is the fuller, the more of its non-zeros are "
                              "covered",
                              static_cast<double>(matrix.rows()) / steps.gridRows,
                              static_cast<double>(matrix.cols()) / steps.gridCols);
    said +=
        steps.tilesPerStep == 1
            ? ". Each step is one tile."
            : fmt::format(
                  ". The plan's {} tiles are too many for a page: each step is {} of them, in the colour of the "
                  "format that owns the most.",
                  formatCount(static_cast<std::int64_t>(plan.tiling().tiles.size())), formatCount(steps.tilesPerStep));
    if (item.trace.rounds.empty())
        said += " The plan came without the record of its search.";
    if (item.trace.rounds.size() > mostRounds)
        said += fmt::format(" Only the first {} rounds are told.", formatCount(mostRounds));
    return {{"gridRows", steps.gridRows},
            {"gridCols", steps.gridCols},
            {"tilesPerStep", steps.tilesPerStep},
            {"tiles", plan.tiling().tiles.size()},
            {"nnz", matrix.nnz()},
            {"labels", labels},
            {"rounds", rounds},
            {"limits", said},
            {"family", packed(steps.family)},
            {"tile", packed(steps.tile)},
            {"covered", packed(steps.covered)},
            {"cost", packed(steps.cost)},
            {"begin", packed(steps.begin)},
            {"cell", packed(steps.cell)},
            {"share", packed(steps.share)},
            {"label", packed(label)},
            {"owned", packed(owned)},
            {"level", packed(level)},
            {"tileCost", packed(tileCost)}};
}

std::string titleOf(const session::SessionPlan& item, std::size_t index)
{
    return fmt::format("{} (plan {})", item.title.empty() ? item.plan.planner : item.title, index + 1);
}

void addStepper(HtmlPage& page, const session::Session& session, std::size_t first)
{
    page.raw("<h2>The search, step by step</h2>\n<div id=\"stepper\"><div class=\"bar\">"
             "<label>Plan <select data-part=\"plan\">");
    for (std::size_t i = first; i < session.plans.size(); ++i)
        page.raw(fmt::format("<option>{}</option>", escaped(titleOf(session.plans[i], i))));
    page.raw("</select></label></div>\n<div class=\"pair\"><div>"
             "<canvas class=\"map\" data-part=\"canvas\" role=\"img\" aria-label=\"What the tiles cover up to this "
             "step\"></canvas>\n<div class=\"legend\">");
    for (const FormatFamily family : families)
        page.raw(fmt::format("<span><i style=\"background:{}\"></i>{}</span>", colourText(raster::familyColour(family)),
                             label(family)));
    page.raw(
        "<span>outlined: this step</span></div><p class=\"second\" data-part=\"limits\"></p></div>\n"
        "<div><div class=\"bar\"><button data-part=\"back\" aria-label=\"One step back\">&lt;</button>"
        "<button data-part=\"play\">Play</button><button data-part=\"on\" aria-label=\"One step on\">&gt;</button>"
        "<input type=\"range\" min=\"0\" step=\"1\" data-part=\"slider\" aria-label=\"Step\"></div>"
        "<p class=\"second\" data-part=\"position\"></p><div data-part=\"words\" "
        "aria-live=\"polite\"></div></div></div>"
        "</div>\n<noscript><p>The stepper needs JavaScript; everything else on this page does not.</p></noscript>\n");
}

std::string makePage(const session::Session& session, const StepLimits& limits, Progress& progress)
{
    const std::string name = session.matrix->source().name.empty() ? "a matrix" : session.matrix->source().name;
    HtmlPage page;
    page.begin(name);
    progress.report("the matrix", 0.05);
    addMatrix(page, *session.matrix, progress);
    if (!session.note.empty())
        page.raw(fmt::format("<h2>Note</h2>\n<div class=\"note\">{}</div>\n", escaped(session.note)));
    if (!session.plans.empty())
        page.raw("<h2>Plans</h2>\n");
    for (const session::SessionPlan& item : session.plans) {
        progress.check();
        addPlan(page, item);
    }
    const std::size_t first = session.plans.size() - std::min(session.plans.size(), reportSteppers);
    json plans = json::array();
    for (std::size_t i = first; i < session.plans.size(); ++i) {
        progress.report("the search", 0.2 + 0.7 * static_cast<double>(i - first) / reportSteppers);
        if (!session.plans[i].plan.tiling().tiles.empty())
            plans.push_back(stepperJson(*session.matrix, session.plans[i], limits, progress));
    }
    if (!plans.empty())
        addStepper(page, session, first);
    if (!session.runs.empty())
        page.raw("<h2>Measurements</h2>\n");
    for (const session::SessionRun& run : session.runs) {
        const auto plan = static_cast<std::size_t>(run.plan);
        addRun(page, run, session.plans.at(plan).plan, titleOf(session.plans.at(plan), plan), session.published);
    }
    json formats = json::array();
    for (const FormatFamily family : families)
        formats.push_back({{"name", sparsescope::name(family)}, {"colour", colourText(raster::familyColour(family))}});
    page.raw(fmt::format(
        "<footer>Made by Sparsescope on {}. Times are medians; predicted ones come from the cost model, all "
        "others were measured on the device that is named.</footer>\n</main>\n"
        "<script type=\"application/json\" id=\"data\">{}</script>\n<script>{}</script>\n</body>\n</html>\n",
        session::dateNow(), scriptJson({{"formats", formats}, {"plans", plans}}), embeddedText("report.js")));
    return page.take();
}

} // namespace

std::string htmlReport(const session::Session& session, Progress& progress)
{
    StepLimits limits;
    for (;;) {
        std::string page = makePage(session, limits, progress);
        if (page.size() <= reportMostBytes || limits.steps <= 100)
            return page;
        limits.steps /= 2;
        limits.pairs /= 2;
    }
}

void writeHtmlReport(const session::Session& session, const std::string& path, Progress& progress)
{
    writeText(path, htmlReport(session, progress), progress);
}

} // namespace sparsescope
