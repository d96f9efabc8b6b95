// A program that prices the tiles of a plan: it reads them as CSV and writes a cost a line.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/job_folder.h"
#include "engine/core/own_program.h"
#include "engine/cost/own_costs.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

namespace sparsescope {

namespace {

constexpr double mostCostNs = 1e30; // as in calibrations: sums stay finite

// "rows=16;width=64"
std::string parametersText(const Format& format)
{
    std::string text;
    const nlohmann::json parameters = format.parameters();
    for (const auto& [name, value] : parameters.items())
        text += fmt::format("{}{}={}", text.empty() ? "" : ";", name, value.dump());
    std::erase_if(text, [](char c) { return c == ',' || c == '"' || c == '\n'; });
    return text;
}

std::string csvOf(std::span<const PricedTile> tiles, const CostConditions& at, Progress& progress)
{
    std::string csv = "format,parameters,operator,type,nonZeros,padding";
    for (const CostFeature& feature : costFeatures())
        csv += fmt::format(",{}", feature.name);
    const Format* last = nullptr;
    std::string begin;
    for (const PricedTile& tile : tiles) {
        progress.check();
        if (tile.features.format != last) {
            last = tile.features.format;
            begin =
                fmt::format("\n{},{},{},{}", last->name(), parametersText(*last), name(at.op.kind), name(at.op.dtype));
        }
        csv += begin;
        auto out = std::back_inserter(csv);
        fmt::format_to(out, ",{},{}", tile.nonZeros, tile.features.places() - tile.nonZeros);
        for (const CostFeature& feature : costFeatures())
            fmt::format_to(out, ",{}", feature.of(tile.features, tile.atomic, at));
    }
    return csv + "\n";
}

} // namespace

std::vector<double> OwnCosts::ask(std::span<const PricedTile> tiles, const CostConditions& conditions,
                                  Progress& progress) const
{
    std::vector<double> costs;
    if (tiles.empty())
        return costs;
    costs.reserve(tiles.size());
    const JobFolder folder;
    const std::string input = folder.file("tiles.csv");
    writeText(input, csvOf(tiles, conditions, progress), progress);
    OwnProgramRun run{.input = input, .seconds = secondsOfCostProgram};
    run.onLine = [&](const std::string& line) {
        const Where where{.file = program, .line = static_cast<std::int64_t>(costs.size()) + 1};
        if (costs.size() == tiles.size()) {
            if (line.find_first_not_of(" \t\r") == std::string::npos)
                return;
            failInput(fmt::format("writes more lines than there are tiles, {}", tiles.size()), where);
        }
        const std::size_t begin = line.find_first_not_of(" \t");
        const std::size_t end = line.find_last_not_of(" \t\r") + 1;
        double ns = -1;
        const char* const last = line.data() + end;
        const auto [rest, error] = begin == std::string::npos
                                       ? std::from_chars_result{line.data(), std::errc::invalid_argument}
                                       : std::from_chars(line.data() + begin, last, ns);
        if (error != std::errc{} || rest != last)
            failInput(fmt::format("\"{}\" is no cost, a number of ns", line.substr(0, 80)), where);
        if (!(ns >= 0 && ns <= mostCostNs))
            failInput(fmt::format("{} is no cost, which is from 0 to {} ns", ns, mostCostNs), where);
        costs.push_back(ns);
    };
    runOwnProgram(program, run, progress);
    if (costs.size() < tiles.size())
        failInput(fmt::format("wrote {} costs, there are {} tiles", costs.size(), tiles.size()),
                  {.file = program, .line = static_cast<std::int64_t>(costs.size()) + 1});
    return costs;
}

} // namespace sparsescope
