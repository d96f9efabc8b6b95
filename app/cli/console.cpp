#include "app/cli/console.h"

#include "engine/core/error.h"
#include "engine/cost/cost_model.h"
#include "engine/search/planner.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace sparsescope {

namespace {

std::atomic<Progress*> interrupted{nullptr};

void onInterrupt(int)
{
    if (Progress* progress = interrupted.load())
        progress->cancel();
}

Progress::Sink terminalSink()
{
    if (isatty(STDERR_FILENO) == 0)
        return {};
    return [](std::string_view what, double done) {
        if (done < 0)
            fmt::print(stderr, "\r\033[K{} ...", what);
        else
            fmt::print(stderr, "\r\033[K{:3.0f} %  {}", 100 * done, what);
    };
}

}  // namespace

Console::Console() : m_progress(terminalSink())
{
    interrupted = &m_progress;
    struct sigaction action {};
    action.sa_handler = onInterrupt;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

Console::~Console()
{
    interrupted = nullptr;
    clearLine();
}

void Console::clearLine() const
{
    if (isatty(STDERR_FILENO) != 0)
        fmt::print(stderr, "\r\033[K");
}

void SearchArguments::addTo(CLI::App& command)
{
    command.add_option("--op", op, "spmm, sddmm or spmv")->capture_default_str();
    command.add_option("--dense", dense, "extent of the dense axis: J of SpMM, K of SDDMM")->capture_default_str();
    command.add_option("--dtype", dtype, "f16 or f32")->capture_default_str();
    command.add_option("--planner", planner, "the search to use: stile")->capture_default_str();
    command.add_option("--calibration", calibration, fmt::format("name or file of the cost model's numbers (default {})", defaultCalibration));
    for (const Planner* p : planners())
        for (const PlannerOption& option : p->options())
            command.add_option_function<std::string>(
                "--" + option.name, [this, name = option.name](const std::string& text) { options.emplace_back(name, text); },
                fmt::format("{}: {} (default {})", p->name(), option.help, option.initial.is_string() ? option.initial.get<std::string>() : option.initial.dump()));
}

SearchResult runSearch(const Matrix& matrix, const SearchArguments& arguments, Console& console)
{
    Operator op;
    op.kind = parseOperatorKind(arguments.op);
    op.dtype = parseDataType(arguments.dtype);
    op.dense = arguments.dense;
    if (op.dense < 1 || op.dense > (1 << 20))
        failUsage(fmt::format("--dense takes 1 to 1048576, not {}", op.dense));
    const Planner& search = planner(arguments.planner);
    requireOperator(search, op);
    nlohmann::json options = nlohmann::json::object();
    for (const auto& [name, text] : arguments.options) {
        for (const PlannerOption& option : search.options())
            if (option.name == name)
                options[name] = option.initial.is_string() ? nlohmann::json(text) : nlohmann::json::parse(text, nullptr, false);
        if (!options.contains(name))
            failUsage(fmt::format("planner {} has no option --{}", search.name(), name));
        if (options[name].is_discarded())
            failUsage(fmt::format("--{} takes a number, not \"{}\"", name, text));
    }
    const auto model = makeCostModel(readCalibration(arguments.calibration.empty() ? defaultCalibration : arguments.calibration), op);
    SearchResult result;
    const auto begin = std::chrono::steady_clock::now();
    result.plan = search.search(matrix, op, *model, options, result.trace, console.progress());
    result.trace.searchSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

nlohmann::json planJson(const Plan& plan, double searchSeconds)
{
    const PlanSummary s = summarise(plan);
    nlohmann::json byFormat = nlohmann::json::object();
    for (const auto& [name, count] : s.tilesByFormat)
        byFormat[name] = count;
    return {{"tiles", s.tiles}, {"tilesByFormat", byFormat}, {"levels", s.levels}, {"rounds", s.rounds}, {"atomicTiles", s.atomicTiles}, {"withdrawn", 0},
            {"covered", s.places.owned}, {"paddingRatio", s.places.paddingRatio()}, {"redundantRatio", s.places.redundantRatio()}, {"bytes", s.bytes},
            {"csrBytes", s.csrBytes}, {"predictedNs", plan.predictedNs}, {"calibration", plan.calibration}, {"searchSeconds", searchSeconds}};
}

void printPlan(const Plan& plan, double searchSeconds)
{
    const PlanSummary s = summarise(plan);
    std::string byFormat;
    for (const auto& [name, count] : s.tilesByFormat)
        if (count > 0)
            byFormat += fmt::format("{}{} {}", byFormat.empty() ? "" : ", ", formatCount(count), name);
    fmt::print("plan          {} J={} {}, parts of {}, planner {}\n", label(plan.op.kind), plan.op.dense, name(plan.op.dtype), plan.densePart, plan.planner);
    fmt::print("tiles         {} ({}), {} atomic\n", formatCount(s.tiles), byFormat, formatCount(s.atomicTiles));
    fmt::print("levels        {}, rounds {}\n", s.levels, s.rounds);
    fmt::print("places        {} stored: {} owned, {} padding, {} redundant ({:.3g} % not owned)\n", formatCount(s.places.stored), formatCount(s.places.owned),
               formatCount(s.places.padding()), formatCount(s.places.redundant), 100 * s.places.paddingRatio());
    fmt::print("bytes         {} (CSR {})\n", formatBytes(s.bytes), formatBytes(s.csrBytes));
    fmt::print("predicted     {} by calibration {}\n", formatTime(plan.predictedNs), plan.calibration);
    fmt::print("search        {}\n", formatTime(searchSeconds * 1e9));
}

}  // namespace sparsescope
