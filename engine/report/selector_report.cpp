#include "engine/report/selector_report.h"

#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/core/text.h"
#include "engine/report/batch_numbers.h"
#include "engine/report/html_page.h"
#include "engine/session/session_rows.h"
#include "engine/work/batch_table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

namespace sparsescope {

namespace {

using nlohmann::json;

constexpr double regular = 100; // the most that the variance of regular rows is (VII-D)

// A text of a table as the page shows it, which may be from anywhere.
std::string shown(const json& text)
{
    constexpr std::size_t most = 200;
    const auto& whole = text.get_ref<const std::string&>();
    return whole.size() <= most ? throughJson(whole) : throughJson(whole.substr(0, most)) + "...";
}

// Rows that may be compared: of one job, or predicted from the same costs.
struct Rivals {
    SelectorCase found;
    std::int64_t job = 0;
    std::string conditions = {}; // of predictions

    void add(const json& row, double ns)
    {
        const std::string name = row.at("name");
        if (name == "alphasparse") {
            constexpr std::int64_t mostNnz = std::int64_t{1} << 62, mostEvaluated = 1'000'000'000;
            found.matrix = shown(row.at("matrix"));
            found.dtype = shown(row.at("dtype"));
            found.nnz = numberIn(row, "nnz", mostNnz, std::int64_t{0});
            found.rowVariance = numberIn(row, "rowVariance", static_cast<double>(mostNnz), -1.0);
            found.evaluated = numberIn(row, "evaluated", mostEvaluated, std::int64_t{0});
            found.ns = ns;
        } else if ((row.at("kind") == "library" || name.starts_with("fixed:")) &&
                   (found.bestNs == 0 || ns < found.bestNs)) {
            found.best = shown(row.at("name"));
            found.bestNs = ns;
        }
    }
    bool whole() const { return found.ns > 0 && found.bestNs > 0; }
};

// A picture of points or bars over one axis, which counts in decades or evenly.
class Chart {
public:
    Chart(double least, double most, double highest, bool decades)
        : m_decades(decades), m_least(place(least)), m_most(std::max(place(most), m_least + 1e-9)),
          m_highest(std::max(highest, 1e-9))
    {
    }

    void point(double x, double y, const std::string& title)
    {
        m_text += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"><title>{}</title></circle>\n", across(x),
                              up(y), escaped(title));
    }
    void bar(double from, double to, double y, const std::string& title)
    {
        m_text += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"><title>{}</title></rect>\n",
            across(from) + 1, up(y), std::max(1.0, across(to) - across(from) - 2), up(0) - up(y), escaped(title));
    }
    void line(double x0, double y0, double x1, double y1)
    {
        m_text += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", across(x0), up(y0),
                              across(x1), up(y1));
    }
    std::string text(const std::string& xTitle, const std::string& yTitle) const
    {
        std::string all = fmt::format("<svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n",
                                      width, height, escaped(yTitle + " over " + xTitle));
        const auto label = [&](double x, double y, const char* anchor, const std::string& what) {
            all += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                               escaped(what));
        };
        const double step = m_decades ? 1 : stepOf(m_most - m_least);
        for (double t = std::ceil(m_least / step - 1e-9) * step + 0.0; t <= m_most + 1e-9; t += step) // no -0
            label(left + (t - m_least) / (m_most - m_least) * (width - left - right), height - 26, "middle",
                  m_decades ? fmt::format("{:g}", std::pow(10, t)) : fmt::format("{:.3g}", t));
        const double rise = stepOf(m_highest);
        for (double t = 0; t <= m_highest + 1e-9; t += rise) {
            label(left - 8, up(t) + 4, "end", fmt::format("{:g}", t));
            all += fmt::format("<path d=\"M{} {:.1f}H{}\"/>\n", left, up(t), width - right);
        }
        label((left + width - right) / 2.0, height - 6, "middle", xTitle);
        label(left, 14, "start", yTitle);
        return all + m_text + "</svg>\n";
    }

private:
    static constexpr int width = 520, height = 300, left = 56, right = 16, above = 28, below = 44;

    // 1, 2 or 5 times a power of ten, about a fifth of it.
    static double stepOf(double all)
    {
        const double power = std::pow(10, std::floor(std::log10(all / 5)));
        const double share = all / 5 / power;
        return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
    }
    double place(double x) const { return m_decades ? std::log10(std::max(x, 1e-3)) : x; }
    double across(double x) const { return left + (place(x) - m_least) / (m_most - m_least) * (width - left - right); }
    double up(double y) const { return height - below - y / m_highest * (height - above - below); }

    const bool m_decades;
    const double m_least, m_most, m_highest;
    std::string m_text;
};

using Cases = std::vector<const SelectorCase*>;

double greatest(const Cases& cases, const std::function<double(const SelectorCase&)>& of)
{
    double most = 0;
    for (const SelectorCase* one : cases)
        most = std::max(most, of(*one));
    return most;
}

std::string titleOf(const SelectorCase& one)
{
    return fmt::format("{}: {:.2f} times as fast as {}", one.matrix, one.speedup(), one.best);
}

double speedup(const SelectorCase& one)
{
    return one.speedup();
}

// Zero has no place among decades.
double variance(const SelectorCase& one)
{
    return std::max(one.rowVariance, 0.01);
}

double nnz(const SelectorCase& one)
{
    return static_cast<double>(std::max<std::int64_t>(1, one.nnz));
}

std::string figure10(const Cases& cases)
{
    constexpr double wide = 0.2;
    std::map<std::int64_t, int> counts;
    for (const SelectorCase* one : cases)
        ++counts[static_cast<std::int64_t>(one->speedup() / wide + 1e-9)];
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    const double all = static_cast<double>(cases.size());
    const auto begins = [](std::int64_t bin) { return static_cast<double>(bin) * wide; };
    Chart chart(0, begins(counts.rbegin()->first + 1), 100 * most->second / all, false);
    for (const auto& [bin, count] : counts)
        chart.bar(begins(bin), begins(bin + 1), 100 * count / all,
                  fmt::format("{:.1f} to {:.1f}: {}", begins(bin), begins(bin + 1), count));
    return chart.text("speedup over the best format", "% of the matrices");
}

std::string figure11(const Cases& cases, const std::function<double(const SelectorCase&)>& x, const char* title)
{
    double least = HUGE_VAL;
    for (const SelectorCase* one : cases)
        least = std::min(least, x(*one));
    const double most = greatest(cases, x);
    Chart chart(least, most, greatest(cases, speedup), true);
    chart.line(least, 1, most, 1);
    for (const SelectorCase* one : cases)
        chart.point(x(*one), one->speedup(), titleOf(*one));
    return chart.text(title, "speedup over the best format");
}

// With the line of least squares over the logarithm.
std::string figure13(const Cases& cases)
{
    const auto graphs = [](const SelectorCase& one) { return static_cast<double>(one.evaluated); };
    double least = HUGE_VAL, sumX = 0, sumY = 0, sumXX = 0, sumXY = 0;
    for (const SelectorCase* one : cases) {
        const double x = std::log10(variance(*one)), y = graphs(*one);
        least = std::min(least, variance(*one));
        sumX += x;
        sumY += y;
        sumXX += x * x;
        sumXY += x * y;
    }
    const double most = greatest(cases, variance), n = static_cast<double>(cases.size());
    Chart chart(least, most, greatest(cases, graphs), true);
    if (const double spread = n * sumXX - sumX * sumX; spread > 1e-9) {
        const double slope = (n * sumXY - sumX * sumY) / spread, begin = (sumY - slope * sumX) / n;
        const auto at = [&](double x) { return std::max(0.0, begin + slope * std::log10(x)); };
        chart.line(least, at(least), most, at(most));
    }
    for (const SelectorCase* one : cases)
        chart.point(variance(*one), graphs(*one),
                    fmt::format("{}: {} graphs", one->matrix, formatCount(one->evaluated)));
    return chart.text("variance of the rows' lengths", "graphs tried");
}

double geometricMean(const Cases& cases)
{
    const double sum = std::accumulate(cases.begin(), cases.end(), 0.0, [](double all, const SelectorCase* one) {
        return all + std::log(one->speedup());
    });
    return std::exp(sum / static_cast<double>(cases.size()));
}

Cases those(const Cases& cases, const std::function<bool(const SelectorCase&)>& which)
{
    Cases some;
    std::copy_if(cases.begin(), cases.end(), std::back_inserter(some),
                 [&](const SelectorCase* one) { return which(*one); });
    return some;
}

void addType(HtmlPage& page, const std::string& dtype, const std::string& device, const Cases& cases)
{
    page.raw(fmt::format("<h2>{}, {}</h2>\n", escaped(dtype), device.empty() ? "predicted" : escaped(device)));
    const Cases faster = those(cases, [](const SelectorCase& one) { return one.speedup() > 1; });
    const auto most = std::max_element(cases.begin(), cases.end(), [](const SelectorCase* a, const SelectorCase* b) {
        return a->speedup() < b->speedup();
    });
    page.paragraph(fmt::format("The graph that was found is faster than the best format on {} of {} matrices, {:.2f} "
                               "times as a geometric mean, {:.2f} times at most ({}).",
                               faster.size(), cases.size(), geometricMean(cases), (*most)->speedup(), (*most)->matrix));
    const auto known = [](const SelectorCase& one) { return one.rowVariance >= 0; };
    const Cases even = those(cases, [&](const SelectorCase& one) { return known(one) && one.rowVariance <= regular; });
    const Cases uneven = those(cases, [&](const SelectorCase& one) { return one.rowVariance > regular; });
    if (!even.empty() && !uneven.empty())
        page.paragraph(fmt::format("Rows whose lengths vary little, by {:g} at most: {:.2f} times; the others: {:.2f} "
                                   "times.",
                                   regular, geometricMean(even), geometricMean(uneven)));
    const auto figure = [&](const char* title, const std::string& picture) {
        page.raw(fmt::format("<div><h3>{}</h3>\n{}</div>\n", title, picture));
    };
    page.raw("<div class=\"pair\">\n");
    figure("Figure 10: how often", figure10(cases));
    figure("Figure 11a: over the size", figure11(cases, nnz, "non-zeros"));
    if (const Cases some = those(cases, known); !some.empty())
        figure("Figure 11b: over irregularity", figure11(some, variance, "variance of the rows' lengths"));
    const Cases searched = those(cases, [&](const SelectorCase& one) { return known(one) && one.evaluated > 0; });
    if (!searched.empty())
        figure("Figure 13: how long searches are", figure13(searched));
    page.raw("</div>\n<div class=\"wide\"><table>\n");
    page.cells({"matrix", "best format", "its time", "the graph's", "speedup", "non-zeros", "variance", "graphs tried"},
               2, true);
    for (const SelectorCase* one : cases)
        page.cells({one->matrix, one->best, formatTime(one->bestNs), formatTime(one->ns),
                    fmt::format("{:.2f}", one->speedup()), formatCount(one->nnz),
                    known(*one) ? fmt::format("{:.3g}", one->rowVariance) : "",
                    one->evaluated > 0 ? formatCount(one->evaluated) : ""},
                   2);
    page.raw("</table></div>\n");
}

} // namespace

std::vector<SelectorCase> selectorCases(const std::string& batch, Progress& progress)
{
    std::map<std::string, Rivals> measured, predicted; // by matrix and type
    std::vector<std::string> order;
    std::set<std::string> seen;
    readBatch(
        batch,
        [&](const json& row) {
            if (row.contains("problem") || !row.contains("fingerprint"))
                return;
            const std::string subject =
                jsonText({row.at("fingerprint"), row.at("op"), row.at("dtype"), row.at("dense")});
            if (row.at("name") == "alphasparse" && seen.insert(subject).second)
                order.push_back(subject);
            if (const double ns = timeIn(row, "measuredNs"); ns > 0 && row.value("verified", 0) != 0) {
                const auto job = row.value("job", std::int64_t{0});
                Rivals& rivals = measured[subject];
                if (job > rivals.job)
                    rivals = {{}, job, {}};
                if (job == rivals.job) {
                    rivals.found.device = shown(row.value("device", json("a GPU")));
                    rivals.add(row, ns);
                }
            }
            if (const double ns = timeIn(row, "predictedNs"); ns > 0) {
                Rivals& rivals = predicted[subject];
                const std::string conditions = jsonText({row.at("version"), row.value("costs", json())});
                if (conditions != rivals.conditions)
                    rivals = {{}, 0, conditions};
                rivals.add(row, ns);
            }
        },
        progress);
    std::vector<SelectorCase> cases;
    for (const std::string& subject : order)
        for (auto* const from : {&measured, &predicted})
            if (const auto found = from->find(subject); found != from->end() && found->second.whole()) {
                cases.push_back(found->second.found);
                break;
            }
    if (cases.empty())
        failInput("has no matrix that alphasparse planned beside a format: batch --ready selector plans such",
                  {.file = batch});
    return cases;
}

std::string selectorReport(const std::vector<SelectorCase>& cases)
{
    HtmlPage page;
    page.begin("A search among graphs against a perfect selector of formats");
    page.paragraph(
        "A selector that knows of each matrix which of its formats is the fastest takes as long as the best "
        "kernel of a library or plan of one format. AlphaSparse's figures 10, 11 and 13, of these matrices. In "
        "the paper, on 843 matrices and an A100, the graph is faster on 99.3 % of them, 1.4 times where the "
        "variance of the rows' lengths is 100 at most, else 1.6 times.");
    std::map<std::pair<std::string, std::string>, Cases> groups;
    for (const SelectorCase& one : cases)
        groups[{one.dtype, one.device}].push_back(&one);
    for (const auto& [group, some] : groups)
        addType(page, group.first, group.second, some);
    page.raw(fmt::format("<footer>Made by Sparsescope on {}. Times are medians; predicted ones come from the cost "
                         "model.</footer>\n</main>\n</body>\n</html>\n",
                         session::dateNow()));
    return page.take();
}

} // namespace sparsescope
