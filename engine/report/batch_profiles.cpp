#include "engine/report/batch_profiles.h"

#include "engine/core/error.h"
#include "engine/matrix/patterns/kinds.h"
#include "engine/plan/header.h"
#include "engine/report/batch_numbers.h"
#include "engine/work/batch.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

namespace sparsescope {

namespace {

using nlohmann::json;

// A size of a matrix, or the number of a job.
std::int64_t countIn(const json& row, const char* column, std::int64_t unknown)
{
    return numberIn(row, column, std::int64_t{1} << 62, unknown);
}

bool namesPattern(const std::string& source)
{
    const std::string first = source.substr(0, source.find(' '));
    const auto kinds = patternKinds();
    return std::any_of(kinds.begin(), kinds.end(), [&](const PatternKind& kind) { return kind.name == first; });
}

constexpr std::string_view maskOption = " --mask ";

// The file of a source, without the number of a mask.
std::string fileOfSource(const std::string& source, std::optional<std::int64_t>& mask)
{
    const std::size_t option = source.rfind(maskOption);
    if (option == std::string::npos)
        return source;
    const char* begin = source.data() + option + maskOption.size();
    const char* end = source.data() + source.size();
    std::int64_t number = 0;
    const auto [stop, problem] = std::from_chars(begin, end, number);
    if (problem != std::errc() || stop != end || number < 0)
        return source;
    mask = number;
    return source.substr(0, option);
}

std::string classOf(const std::string& source)
{
    if (namesPattern(source))
        return source.substr(0, source.find(' '));
    std::optional<std::int64_t> mask;
    return std::filesystem::path(fileOfSource(source, mask)).parent_path().filename().string();
}

// A row without what its matrix and setting have in common.
struct RowTimes {
    std::size_t contestant = 0;
    std::int64_t job = 0; // 0: none
    std::size_t costs = 0;
    double measuredNs = 0, predictedNs = 0; // 0: none, or not right
    double searchSeconds = 0;               // 0: not known
    bool failed = false;
};

struct SubjectRows {
    BatchResult result;
    std::vector<RowTimes> entries;
};

// Rows of one operator, type and extent.
struct SettingRows {
    std::map<std::pair<bool, std::string>, std::size_t> contestants; // library or not, and name
    std::map<std::string, std::size_t> subjects;                     // by name and fingerprint, or by source
    std::vector<SubjectRows> all;
    std::set<std::string> devices;
    bool measured = false;

    void add(const json& row, std::size_t costs);
    BatchResults results() const;
};

void SettingRows::add(const json& row, std::size_t costs)
{
    const std::string source = row.at("source"), matrix = row.at("matrix");
    const std::string subject =
        row.contains("fingerprint") ? matrix + '\n' + row.at("fingerprint").get<std::string>() : source;
    const auto [place, isNew] = subjects.emplace(subject, all.size());
    if (isNew)
        all.emplace_back();
    auto& [result, entries] = all[place->second];
    result.matrix = matrix;
    result.source = source; // where it was found last
    result.fingerprint = row.value("fingerprint", std::string());
    result.group = classOf(source);
    result.rows = countIn(row, "rows", 0);
    result.cols = countIn(row, "cols", 0);
    result.nnz = countIn(row, "nnz", -1);

    RowTimes entry;
    const bool library = row.at("kind") == "library";
    entry.contestant = contestants.emplace(std::pair(library, row.at("name")), contestants.size()).first->second;
    entry.job = countIn(row, "job", 0);
    entry.costs = costs;
    const double measuredNs = timeIn(row, "measuredNs"), predictedNs = timeIn(row, "predictedNs");
    entry.searchSeconds = searchSecondsIn(row);
    std::string problem = row.value("problem", std::string());
    if (problem.empty() && measuredNs > 0 && row.value("verified", 0) == 0)
        problem = "not verified";
    entry.failed = !problem.empty();
    if (!entry.failed) {
        entry.measuredNs = measuredNs;
        entry.predictedNs = predictedNs;
    }
    if (measuredNs > 0) {
        measured = true;
        devices.insert(row.value("device", std::string("a GPU")));
    }
    if (!library && !problem.empty() && result.problem.empty())
        result.problem = row.at("name").get<std::string>() + ": " + problem;
    entries.push_back(entry);
}

// One row a contestant: of options that were tried one after the other the faster ones.
void addTime(BatchContest& contest, const BatchTime& time)
{
    for (BatchTime& known : contest)
        if (known.contestant == time.contestant) {
            if (time.ns > 0 && (known.ns == 0 || time.ns < known.ns))
                known = time;
            return;
        }
    contest.push_back(time);
}

std::vector<BatchContest> contestsOf(const std::vector<RowTimes>& entries, bool measured)
{
    std::map<std::int64_t, BatchContest> contests;
    for (const RowTimes& entry : entries)
        if (measured && entry.job > 0 && (entry.failed || entry.measuredNs > 0))
            addTime(contests[entry.job], {entry.contestant, entry.measuredNs, entry.searchSeconds});
        else if (!measured && (entry.failed || entry.predictedNs > 0))
            addTime(contests[static_cast<std::int64_t>(entry.costs)],
                    {entry.contestant, entry.predictedNs, entry.searchSeconds});
    // Who failed before there was a job failed in the newest one, unless it was done there.
    if (measured)
        for (const RowTimes& entry : entries)
            if (entry.failed && entry.job == 0) {
                BatchContest& newest = contests.empty() ? contests[0] : contests.rbegin()->second;
                addTime(newest, {entry.contestant, 0});
            }
    std::vector<BatchContest> all;
    for (auto& [job, contest] : contests)
        all.push_back(std::move(contest));
    return all;
}

void judge(BatchResult& result, const std::vector<BatchContestant>& contestants)
{
    for (const BatchContest& contest : result.contests) {
        const BatchTime* library = nullptr;
        for (const BatchTime& time : contest)
            if (contestants[time.contestant].library && time.ns > 0 && (!library || time.ns < library->ns))
                library = &time;
        for (const BatchTime& time : contest) {
            if (contestants[time.contestant].library)
                continue;
            if (time.ns == 0) {
                ++result.failures;
                continue;
            }
            const double ratio = library ? library->ns / time.ns : 0;
            const bool better =
                result.best < 0 || ratio > result.ratio || (ratio == result.ratio && time.ns < result.bestNs);
            if (!better)
                continue;
            result.best = static_cast<std::int64_t>(time.contestant);
            result.bestLibrary = library ? static_cast<std::int64_t>(library->contestant) : -1;
            result.bestNs = time.ns;
            result.ratio = ratio;
        }
    }
    if (result.failures == 0) // it was done again
        result.problem.clear();
}

BatchResults SettingRows::results() const
{
    BatchResults made;
    made.measured = measured;
    made.devices = fmt::format("{}", fmt::join(devices, ", "));
    std::vector<std::size_t> place(contestants.size()); // in the order of kind and name
    for (const auto& [contestant, number] : contestants) {
        place[number] = made.contestants.size();
        made.contestants.push_back({contestant.second, contestant.first});
    }
    for (const auto& [result, entries] : all) {
        made.matrices.push_back(result);
        BatchResult& one = made.matrices.back();
        one.contests = contestsOf(entries, measured);
        for (BatchContest& contest : one.contests)
            for (BatchTime& time : contest)
                time.contestant = place[time.contestant];
        judge(one, made.contestants);
    }
    return made;
}

std::string smallLetters(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return c < 128 ? std::tolower(c) : c; });
    return text;
}

template <class Take>
void eachContest(const BatchResults& results, std::span<const std::size_t> matrices, const Take& take)
{
    for (const std::size_t matrix : matrices)
        for (const BatchContest& contest : results.matrices[matrix].contests)
            take(contest);
}

} // namespace

std::vector<BatchResults> batchResults(const std::string& batch, Progress& progress)
{
    std::map<std::tuple<std::string, std::string, std::int64_t, std::int64_t>, SettingRows> settings;
    std::map<std::pair<std::string, std::string>, std::size_t> costs; // of versions of the program
    readBatch(
        batch,
        [&](const json& row) {
            // A click on a matrix sets it.
            if (const std::int64_t dense = row.at("dense"); dense < 1 || dense > mostOf::dense)
                failInput(fmt::format("is {}, not 1 to {}", dense, mostOf::dense), {.call = "dense"});
            const std::int64_t inner = row.value("inner", std::int64_t{1});
            if (inner < 1 || inner > mostOf::inner)
                failInput(fmt::format("is {}, not 1 to {}", inner, mostOf::inner), {.call = "inner"});
            const std::pair<std::string, std::string> from = {row.at("version"), row.value("costs", std::string())};
            settings[{row.at("op"), row.at("dtype"), row.at("dense"), inner}].add(
                row, costs.emplace(from, costs.size()).first->second);
        },
        progress);
    if (settings.empty())
        failInput("holds no case yet", {.file = batch});
    std::vector<BatchResults> all;
    for (const auto& [setting, gathered] : settings) {
        progress.check();
        all.push_back(gathered.results());
        std::tie(all.back().op, all.back().dtype, all.back().dense, all.back().inner) = setting;
    }
    return all;
}

std::vector<std::size_t> filtered(const BatchResults& results, const BatchFilter& filter)
{
    const std::string text = smallLetters(filter.text);
    const std::vector<BatchResult>& all = results.matrices;
    std::vector<std::size_t> some;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const BatchResult& one = all[i];
        if ((filter.group.empty() || one.group == filter.group) && (!filter.failed || one.failures > 0) &&
            std::max<std::int64_t>(0, one.nnz) >= filter.leastNnz && one.nnz <= filter.mostNnz &&
            (text.empty() || smallLetters(one.matrix + '\n' + one.source).find(text) != std::string::npos))
            some.push_back(i);
    }
    std::stable_sort(some.begin(), some.end(), [&](std::size_t a, std::size_t b) {
        switch (filter.order) {
        case BatchOrder::NonZeros:
            return all[a].nnz > all[b].nnz;
        case BatchOrder::Ratio:
            return all[a].ratio > all[b].ratio;
        case BatchOrder::Name:
            break;
        }
        return all[a].matrix < all[b].matrix;
    });
    return some;
}

double BatchCurve::shareUpTo(double value) const
{
    const auto within = std::upper_bound(values.begin(), values.end(), value) - values.begin();
    return contests == 0 ? 0 : static_cast<double>(within) / static_cast<double>(contests);
}

std::vector<BatchCurve> performanceProfiles(const BatchResults& results, std::span<const std::size_t> matrices,
                                            const std::vector<bool>& compared)
{
    std::vector<BatchCurve> curves(results.contestants.size());
    eachContest(results, matrices, [&](const BatchContest& contest) {
        double best = std::numeric_limits<double>::infinity();
        for (const BatchTime& time : contest)
            if (compared[time.contestant] && time.ns > 0)
                best = std::min(best, time.ns);
        for (const BatchTime& time : contest) {
            BatchCurve& curve = curves[time.contestant];
            ++curve.contests;
            if (compared[time.contestant] && time.ns > 0)
                curve.values.push_back(time.ns / best);
        }
    });
    for (BatchCurve& curve : curves)
        std::sort(curve.values.begin(), curve.values.end());
    return curves;
}

std::vector<BatchCurve> speedUps(const BatchResults& results, std::span<const std::size_t> matrices,
                                 BatchBaseline baseline)
{
    std::vector<BatchCurve> curves(results.contestants.size());
    eachContest(results, matrices, [&](const BatchContest& contest) {
        double base = 0;
        for (const BatchTime& time : contest)
            if ((baseline ? time.contestant == *baseline : results.contestants[time.contestant].library) &&
                time.ns > 0 && (base == 0 || time.ns < base))
                base = time.ns;
        if (base == 0)
            return;
        for (const BatchTime& time : contest) {
            BatchCurve& curve = curves[time.contestant];
            ++curve.contests;
            if (time.ns > 0)
                curve.values.push_back(base / time.ns);
        }
    });
    for (BatchCurve& curve : curves)
        std::sort(curve.values.begin(), curve.values.end());
    return curves;
}

double meanOf(const BatchCurve& curve)
{
    if (curve.values.empty())
        return 0;
    const double sum = std::accumulate(curve.values.begin(), curve.values.end(), 0.0,
                                       [](double all, double value) { return all + std::log(value); });
    return std::exp(sum / static_cast<double>(curve.values.size()));
}

std::vector<BatchClass> speedUpsByClass(const BatchResults& results, std::span<const std::size_t> matrices,
                                        BatchBaseline baseline)
{
    std::map<std::string, std::vector<std::size_t>> groups;
    for (const std::size_t matrix : matrices)
        groups[results.matrices[matrix].group].push_back(matrix);
    std::vector<BatchClass> classes;
    for (const auto& [name, some] : groups)
        classes.push_back({name, std::ssize(some), speedUps(results, some, baseline)});
    classes.push_back({{}, std::ssize(matrices), speedUps(results, matrices, baseline)});
    return classes;
}

BatchMatrix matrixOfSource(const std::string& source)
{
    BatchMatrix matrix;
    if (!namesPattern(source)) {
        matrix.file = fileOfSource(source, matrix.mask);
        return matrix;
    }
    std::istringstream words(source);
    words >> matrix.pattern;
    const PatternKind& kind = patternKind(matrix.pattern);
    json given = json::object();
    for (std::string option, value; words >> option;) {
        if (!option.starts_with("--") || !(words >> value))
            failUsage("'" + source + "' is no pattern: an option with a value stands behind its kind");
        given[option.substr(2)] = parameterFrom(kind, option.substr(2), value);
    }
    matrix.parameters = completeParameters(kind, given);
    return matrix;
}

} // namespace sparsescope
