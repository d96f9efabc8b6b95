#include "engine/measure/published.h"

#include "engine/core/csv.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/text.h"
#include "engine/io/suffixes.h"
#include "engine/plan/header.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <set>

namespace sparsescope {

namespace {

constexpr std::uint64_t mostTableBytes = 64u << 20;
constexpr std::size_t mostTimes = 100'000, longestText = 200;
constexpr double mostPublished = 1e15; // ns, or GFLOP/s
constexpr std::size_t mostNamed = 4;   // of matrices that are others

struct Unit {
    const char* title;
    double ns; // 0: it is a rate
};
constexpr std::array units = {Unit{"ns", 1}, Unit{"us", 1e3}, Unit{"ms", 1e6}, Unit{"gflops", 0}};

// The columns of a table by their titles.
class PublishedRow {
public:
    PublishedRow(const std::vector<std::string>& titles, std::string file) : m_titles(titles), m_file(std::move(file))
    {
        for (const char* needed : {"matrix", "op", "dtype", "gpu", "source"})
            if (!has(needed))
                failInput(fmt::format("has no column \"{}\"", needed), {.file = m_file, .line = 1});
        for (const Unit& one : units)
            if (has(one.title))
                unit = unit ? fail("has more than one of the columns ns, us, ms, gflops", 1) : &one;
        if (!unit)
            fail("has none of the columns ns, us, ms, gflops", 1);
    }

    bool has(const std::string& title) const { return std::ranges::find(m_titles, title) != m_titles.end(); }
    const std::string& text(const std::string& title) const
    {
        return fields[static_cast<std::size_t>(std::ranges::find(m_titles, title) - m_titles.begin())];
    }
    Where where(const std::string& title) const { return {.file = m_file, .line = line, .call = title}; }

    template <class Number>
    Number number(const std::string& title) const
    {
        const std::string& from = text(title);
        Number value{};
        const auto [end, error] = std::from_chars(from.data(), from.data() + from.size(), value);
        if (error != std::errc{} || end != from.data() + from.size())
            failInput(fmt::format("\"{}\" is no number", from.substr(0, longestText)), where(title));
        return value;
    }
    // 1 where the operator has no such axis; the field may be empty then.
    std::int64_t extent(const std::string& title, bool needed, std::int64_t most) const
    {
        if (!has(title) || text(title).empty()) {
            if (needed)
                failInput("is missing, and the operator has this extent", where(title));
            return 1;
        }
        const auto value = number<std::int64_t>(title);
        if (value < 1 || value > most || (!needed && value != 1))
            failInput(fmt::format("is {}, not {}", value, needed ? fmt::format("1 to {}", most) : "1"), where(title));
        return value;
    }
    template <class T>
    T word(const std::string& title, T (*parse)(const std::string&)) const
    {
        try {
            return parse(text(title));
        } catch (const Error& e) {
            failInput(e.reason(), where(title));
        }
    }

    const Unit* unit = nullptr;
    std::vector<std::string> fields;
    std::int64_t line = 0;

private:
    [[noreturn]] const Unit* fail(const std::string& reason, std::int64_t at) const
    {
        failInput(reason, {.file = m_file, .line = at});
    }

    const std::vector<std::string>& m_titles;
    std::string m_file;
};

PublishedTime timeIn(const PublishedRow& row)
{
    PublishedTime time;
    time.matrix = row.text("matrix");
    time.op.kind = row.word("op", parseOperatorKind);
    time.op.dtype = row.word("dtype", parseDataType);
    time.op.dense = row.extent("dense", time.op.hasDenseAxis(), mostOf::dense);
    time.op.inner = row.extent("inner", time.op.relational(), mostOf::inner);
    time.gpu = row.text("gpu");
    time.source = row.text("source");
    const auto value = row.number<double>(row.unit->title);
    (row.unit->ns > 0 ? time.ns : time.gflops) = row.unit->ns > 0 ? value * row.unit->ns : value;
    requirePublished(time, row.where(row.unit->title));
    return time;
}

std::string nameOf(const std::string& matrix)
{
    return std::string(lastPart(withoutMatrixSuffix(matrix)));
}

} // namespace

void requirePublished(const PublishedTime& time, const Where& where)
{
    for (const auto& [title, text] :
         {std::pair{"matrix", &time.matrix}, {"gpu", &time.gpu}, {"source", &time.source}}) {
        const auto control = [](char c) { return static_cast<unsigned char>(c) < ' '; };
        if (text->empty() || text->size() > longestText || std::ranges::any_of(*text, control) ||
            !encodingProblem(*text).empty())
            failInput(fmt::format("{} takes 1 to {} bytes of UTF-8 in one line", title, longestText), where);
    }
    const double value = time.ns != 0 ? time.ns : time.gflops;
    if (!(value > 0 && value <= mostPublished))
        failInput(fmt::format("is {}, not above 0 and at most {:g}", value, mostPublished), where);
    if (time.gflops != 0 && time.op.relational())
        failInput(fmt::format("of {} says no time: its FLOPs depend on how it is computed", label(time.op.kind)),
                  where);
}

std::vector<PublishedTime> readPublished(const std::string& path, Progress& progress)
{
    const std::string text = readText(path, mostTableBytes);
    CsvReader csv(text, path);
    PublishedRow row(csv.titles(), path);
    std::vector<PublishedTime> times;
    while (csv.next(row.fields)) {
        progress.check();
        row.line = csv.line();
        if (times.size() == mostTimes)
            failInput(fmt::format("holds more than {} times", mostTimes), {.file = path, .line = row.line});
        times.push_back(timeIn(row));
    }
    if (times.empty())
        failInput("holds no times", {.file = path});
    return times;
}

PublishedHere publishedOf(const Matrix& matrix, const std::vector<PublishedTime>& all)
{
    PublishedHere here;
    std::vector<std::string> others;
    std::set<std::string> seen;
    for (const PublishedTime& one : all) {
        if (nameOf(one.matrix) != nameOf(matrix.source().name)) {
            if (seen.insert(nameOf(one.matrix)).second && others.size() <= mostNamed)
                others.push_back(others.size() < mostNamed ? nameOf(one.matrix) : "...");
            continue;
        }
        PublishedTime& time = here.times.emplace_back(one);
        if (time.ns == 0)
            time.ns = 2 * static_cast<double>(matrix.nnz()) * static_cast<double>(one.op.dense) / one.gflops;
        time.gflops = 0;
        if (!(time.ns > 0)) // of a matrix without non-zeros
            here.times.pop_back();
    }
    here.told = fmt::format("{} of {} published times {} of this matrix", here.times.size(), all.size(),
                            here.times.size() == 1 ? "is" : "are");
    if (!others.empty())
        here.told += fmt::format("; the others: {}", fmt::join(others, ", "));
    return here;
}

std::vector<PublishedTime> publishedFor(const Operator& op, const std::vector<PublishedTime>& times)
{
    std::vector<PublishedTime> found;
    std::ranges::copy_if(times, std::back_inserter(found), [&](const PublishedTime& time) { return time.op == op; });
    std::ranges::stable_sort(found, {}, &PublishedTime::ns);
    return found;
}

std::string publishedCsv(const std::vector<PublishedTime>& times)
{
    std::string csv = "matrix,op,dense,inner,dtype,gpu,source,ns\n";
    for (const PublishedTime& time : times)
        csv += fmt::format("{},{},{},{},{},{},{},{}\n", csvField(time.matrix), name(time.op.kind), time.op.dense,
                           time.op.inner, name(time.op.dtype), csvField(time.gpu), csvField(time.source), time.ns);
    return csv;
}

std::string textOf(const PublishedTime& time)
{
    return fmt::format("published, {}, {}", time.source, time.gpu);
}

} // namespace sparsescope
