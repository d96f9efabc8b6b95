#include "app/cli/console.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/core/process.h"
#include "engine/io/masks.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/matrix/slices.h"
#include "engine/plan/graph/graph.h"
#include "engine/search/alphasparse/alphasparse.h"
#include "engine/search/alphasparse/graph_planner.h"
#include "engine/search/planner.h"
#include "engine/search/program/program_planner.h"
#include "engine/search/rules/rules.h"
#include "engine/session/session.h"
#include "engine/work/batch_table.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <span>
#include <unistd.h>

namespace sparsescope {

namespace {

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

bool isFixed(const std::string& planner)
{
    return planner.starts_with("fixed:");
}

// A program of the user's own among them.
std::vector<const Planner*> allPlanners()
{
    std::vector<const Planner*> all(planners().begin(), planners().end());
    all.push_back(&anyProgramPlanner());
    return all;
}

// "stile, hyb: " before what an option means to these planners; nothing where all have it.
std::string whose(std::vector<std::string> names)
{
    const std::vector<const Planner*> all = allPlanners();
    if (names.size() == all.size())
        return {};
    const auto fixed = std::count_if(all.begin(), all.end(), [](const Planner* p) { return isFixed(p->name()); });
    if (std::count_if(names.begin(), names.end(), isFixed) == fixed) {
        std::erase_if(names, isFixed);
        names.emplace_back("fixed:NAME");
    }
    return fmt::format("{}: ", fmt::join(names, ", "));
}

// Options of planners that are a file on the command line; who reads it, and says what the option's text is.
struct TextOption {
    const char* name;
    std::string (*read)(const std::string& text, const std::string& file);
    const char* planner = nullptr; // whose it is; null: that of the same name, which applies it to the matrix
};
std::string rulesIn(const std::string& text, const std::string& file)
{
    rules::parseRules(text, file);
    return text;
}
std::string graphIn(const std::string& text, const std::string& file)
{
    graph::parseGraph(text, file);
    return text;
}
std::string startIn(const std::string& text, const std::string& file)
{
    return alphasparse::graphIn(text, file).canonicalText();
}
constexpr std::array textOptions = {TextOption{"rules", rulesIn}, TextOption{"graph", graphIn},
                                    TextOption{"start", startIn, "alphasparse"}};

const TextOption* textOption(const std::string& name)
{
    const auto found = std::find_if(textOptions.begin(), textOptions.end(),
                                    [&](const TextOption& option) { return option.name == name; });
    return found == textOptions.end() ? nullptr : &*found;
}

// Made, or what the file holds; null: none.
MaskSequencePtr sequenceIn(const MatrixArguments& arguments, Progress& progress)
{
    if (!arguments.made())
        return session::openMasks(arguments.file, progress);
    const PatternArguments masks = patternIn(arguments.file, maskKinds());
    return makeMasks(masks.kind, masks.complete());
}

// For an option of 64 bits: CLI11 takes an empty text for 0 or for none, and what does not fit for what is next to it.
template <class Whole>
void requireWhole(CLI::Option* option)
{
    const auto refusalOf = [](const std::string& text) -> std::string {
        const bool negative = text.starts_with('-');
        const std::string digits = text.substr(negative ? 1 : 0);
        if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos)
            return fmt::format("takes a whole number, not \"{}\"", text);
        Whole ignored = 0;
        const bool fits = std::from_chars(text.data(), text.data() + text.size(), ignored).ec == std::errc();
        return fits ? "" : fmt::format("{} is too {}", text, negative ? "small" : "large");
    };
    option->check(CLI::Validator(refusalOf, std::string()));
}

} // namespace

Console::Console() : m_progress(terminalSink())
{
    m_signals.emplace(m_progress, Second::Any);
    outliveFileSizeLimit();
}

Console::~Console()
{
    clearLine();
}

void Console::clearLine() const
{
    if (isatty(STDERR_FILENO) != 0)
        fmt::print(stderr, "\r\033[K");
}

void Console::becomeChild()
{
    endWithParent();
    m_signals.reset();
    m_signals.emplace(m_progress, Second::Same);
}

void MatrixArguments::addTo(CLI::App& command, const char* help)
{
    command
        .add_option(
            "FILE", file,
            fmt::format("{} FILE#PART is one of several in an archive. Or masks to make, as generate-masks takes them: "
                        "\"relu --rows 2048\".",
                        help))
        ->required();
    requireWhole<std::int64_t>(
        command.add_option("--mask", mask, "Take this mask of a sequence; they are numbered from 0."));
    requireWhole<std::int64_t>(command.add_option(
        "--slice", slice, "Take this slice of a matrix of several, a relation; they are numbered from 0."));
    command.add_option_function<std::string>(
        "--edges", [this](const std::string& text) { edges = parseEdgeOptions(text); }, edgesHelp);
}

bool MatrixArguments::made() const
{
    const std::string first = file.substr(0, file.find(' '));
    std::error_code ignored;
    return std::ranges::any_of(maskKinds(), [&](const PatternKind& kind) { return kind.name == first; }) &&
           !std::filesystem::exists(file, ignored);
}

bool MatrixArguments::holdsSequence() const
{
    return made() || holdsMasks(file);
}

MatrixPtr MatrixArguments::open(Progress& progress) const
{
    if ((slice || edges.given()) && (made() || mask))
        failUsage(fmt::format("{} is for a matrix, of which a mask is none", slice ? "--slice" : "--edges"));
    if (!made()) {
        const MatrixPtr matrix = session::openMatrix(file, progress, mask, edges);
        return slice ? sliceOf(*matrix, *slice, progress) : matrix;
    }
    const MaskSequencePtr masks = sequenceIn(*this, progress);
    if (!mask)
        failInput(chooseMask(masks->size()), {.file = file});
    return masks->matrix(*mask, progress);
}

MaskSequencePtr MatrixArguments::openMasks(Progress& progress) const
{
    return mask || slice || edges.given() ? nullptr : sequenceIn(*this, progress);
}

MaskSequencePtr MatrixArguments::allMasks(Progress& progress) const
{
    if (MaskSequencePtr masks = sequenceIn(*this, progress))
        return masks;
    session::openMatrix(file, progress); // says what is wrong where it is none either
    failUsage(fmt::format("{} holds no masks, which a dynamic plan is for: generate-masks files makes some of matrices",
                          file));
}

void SearchArguments::addTo(CLI::App& command, bool onePlanner)
{
    command.add_option("--op", op, "Plan for this operator.")
        ->type_name(oneOf(operatorKinds(), [](OperatorKind kind) { return name(kind); }))
        ->capture_default_str();
    requireWhole<std::int64_t>(
        command.add_option("--dense", dense,
                           "Take this extent of the dense axis: J of SpMM, K of SDDMM, L of RGMS; SpMV has none. "
                           "Default: 32."));
    requireWhole<std::int64_t>(
        command.add_option("--inner", inner, "Take this extent of RGMS's inner axis K. Default: 32."));
    command
        .add_option(
            "--dtype", dtype,
            "Compute with values of this type; f64 with --op spmv and the planners graph, alphasparse, fastest.")
        ->type_name(oneOf(allDataTypes, [](DataType type) { return name(type); }))
        ->capture_default_str();
    CLI::Option* const plannerOption =
        !onePlanner ? nullptr : command.add_option("--planner", planner, "Use this search.");
    if (plannerOption)
        plannerOption->type_name(oneOf(allPlanners(), [](const Planner* p) { return p->name(); }))
            ->capture_default_str();
    addCostsAndOptions(command, plannerOption);
}

void SearchArguments::addCostsAndOptions(CLI::App& command, const CLI::Option* plannerOption)
{
    command.add_option(
        "--calibration", calibration,
        fmt::format(
            "Take the cost model's numbers from this file, or from the shipped calibration of this name. Default: {}.",
            defaultCalibration));
    command.add_option(
        "--cost-model", costModel,
        "Price sub-tasks by this file of coefficients (FILE.json), or by this program, which reads tiles "
        "as CSV and writes a cost in ns a line: it is started once for each plan, to price what searches "
        "find; searches themselves ask coefficients or, with a program, the calibration. Launches, latency and "
        "memory stay the calibration's.");
    command
        .add_option("--what-if", whatIf,
                    "Change costs before the search: atomic=3, launch=0.5, block=2, ell=2 or 1d=2; may be given again.")
        ->allow_extra_args(false);
    command
        .add_option("--threads", threads,
                    "Search with this many threads; the plan is the same at any number. Default: one a core.")
        ->check(CLI::Range(1, 1024));
    // An option that several planners have is one option here; only the planner that is asked for takes it.
    struct Shared {
        PlannerOption option;
        std::vector<std::pair<std::vector<std::string>, std::string>> helps; // planners, and what it means to them
    };
    std::vector<Shared> all;
    for (const Planner* p : allPlanners())
        for (const PlannerOption& option : p->options()) {
            const auto same =
                std::find_if(all.begin(), all.end(), [&](const Shared& s) { return s.option.name == option.name; });
            Shared& shared = same == all.end() ? all.emplace_back(Shared{option, {}}) : *same;
            // A text has braces, which in help are what an option can be.
            const std::string initial = textOption(option.name)      ? ""
                                        : option.initial.is_string() ? option.initial.get<std::string>()
                                                                     : option.initial.dump();
            const bool on = option.initial.is_boolean() && option.initial.get<bool>();
            const std::string help =
                (on ? option.off : option.help) +
                (initial.empty() || option.initial.is_boolean() ? "" : fmt::format(" Default: {}.", initial));
            const auto alike =
                std::find_if(shared.helps.begin(), shared.helps.end(), [&](const auto& h) { return h.second == help; });
            if (alike == shared.helps.end())
                shared.helps.emplace_back(std::vector{p->name()}, help);
            else
                alike->first.push_back(p->name());
        }
    const auto ofFormats = [](const Shared& shared) {
        return std::all_of(shared.helps.begin(), shared.helps.end(),
                           [](const auto& help) { return std::all_of(help.first.begin(), help.first.end(), isFixed); });
    };
    for (const Shared& shared : all) {
        const PlannerOption& option = shared.option;
        const char* group = ofFormats(shared) ? "Options of formats, with planner fixed:NAME" : "Options of planners";
        std::string help;
        for (const auto& [who, meaning] : shared.helps)
            help += fmt::format("{}{}{}", help.empty() ? "" : "\n", whose(who), meaning);
        if (option.initial.is_boolean()) {
            const bool on = option.initial.get<bool>();
            command
                .add_flag_callback(
                    (on ? "--no-" : "--") + option.name,
                    [this, name = option.name, on] { options.emplace_back(name, on ? "false" : "true"); }, help)
                ->group(group);
            continue;
        }
        if (const TextOption* const text = textOption(option.name)) {
            const auto read = [this, plannerOption, text](const std::string& file) {
                options.emplace_back(text->name, text->read(readText(file), file)); // so that errors name the file
                if (!text->planner)
                    textFile = file;
                if (plannerOption && plannerOption->count() == 0)
                    planner = text->planner ? text->planner : text->name;
            };
            command.add_option_function<std::string>("--" + option.name, read, help)->group(group);
            continue;
        }
        CLI::Option* made = command.add_option_function<std::string>(
            "--" + option.name,
            [this, name = option.name](const std::string& text) { options.emplace_back(name, text); }, help);
        made->group(group);
        if (!option.choices.empty())
            made->type_name(oneOf(option.choices, [](const std::string& choice) { return choice; }));
    }
}

void RunArguments::addTo(CLI::App& command, bool device, bool codegen)
{
    command
        .add_option("--repeats", options.repeats, "Time this many runs, or as many as a second holds, at least five.")
        ->check(CLI::Range(1, mostRepeats))
        ->capture_default_str();
    addSeed(command, options.seed);
    addValues(command, options.values);
    if (device)
        addDevice(command, options.device, host);
    command.add_flag_callback(
        "--no-tune", [this] { options.tune = false; },
        "Measure plans as they are, with the default kernel: no variants are tried.");
    if (codegen)
        addCodegen(command, options.codegens);
}

void RunArguments::refuseGiven(const CLI::App& command)
{
    for (const char* option : {"--device", "--host", "--seed", "--repeats", "--values", "--no-tune", "--codegen"})
        if (const CLI::Option* given = command.get_option_no_throw(option); given && given->count() > 0)
            failUsage(fmt::format(
                "--device, --host, --seed, --repeats, --values and --no-tune{} are about runs on the GPU: give "
                "--run too",
                command.get_option_no_throw("--codegen") ? ", and --codegen," : ""));
}

void addCodegen(CLI::App& command, std::vector<Codegen>& codegens, bool one)
{
    command
        .add_option_function<std::string>(
            "--codegen", [&codegens](const std::string& text) { codegens = parseCodegens(text); },
            one ? "Write the kernel with hand-written templates, or print it from the plan's program. Default: "
                  "template, and ir where a format has none or the plan keeps a schedule."
                : "Measure kernels of hand-written templates, kernels printed from programs, or both, of which the "
                  "faster is kept. Default: both; with --no-tune template, and ir where a format has none or the plan "
                  "keeps a schedule.")
        ->type_name(one ? "{template,ir}" : codegenChoices);
}

void addValues(CLI::App& command, std::optional<MatrixValues>& values)
{
    command
        .add_option_function<std::string>(
            "--values", [&values](const std::string& text) { values = parseMatrixValues(text); },
            "Multiply with the values of the file, with random ones or with ones. Default: the file's, or random ones "
            "where the type cannot hold them or the results, which is said.")
        ->type_name(oneOf(matrixValues, [](MatrixValues each) { return name(each); }));
}

void addSeed(CLI::App& command, std::uint64_t& seed)
{
    requireWhole<std::uint64_t>(
        command.add_option("--seed", seed, "Begin the random values of the dense operands here.")
            ->capture_default_str());
}

void requireApart(const std::vector<std::string>& read, const std::vector<std::string>& written)
{
    const auto same = [](const std::string& a, const std::string& b) {
        std::error_code ignored; // of files that are not there
        return !a.empty() && (a == b || std::filesystem::equivalent(a, b, ignored));
    };
    for (std::size_t w = 0; w < written.size(); ++w) {
        for (const std::string& file : read)
            if (same(written[w], file))
                failUsage(fmt::format("{} is read: it is not written over", written[w]));
        for (std::size_t other = 0; other < w; ++other)
            if (same(written[w], written[other]))
                failUsage(fmt::format("{} would be written twice: two files are", written[w]));
    }
}

void addDevice(CLI::App& command, int& device, std::string& host)
{
    command.add_option("--host", host, hostHelp);
    command.add_option("--device", device, "Use the GPU of this number, as sparsescope-gpu probe counts them.")
        ->check(CLI::Range(0, mostDevices - 1))
        ->capture_default_str();
}

void requireDevice(Worker& worker, int device, Console& console)
{
    if (device != 0)
        requireDevice(worker.devices(console.progress()), device);
}

bool holdsBatch(const std::string& file)
{
    if (isBatch(file))
        return true;
    if (session::isSession(file))
        return false;
    const MappedFile opened(file); // says what is wrong when it cannot be opened
    failInput("is neither a Sparsescope session nor the table of a batch", {.file = file});
}

SearchRequest requestOf(const SearchArguments& arguments)
{
    SearchRequest request;
    request.planner = planner(arguments.planner).name();
    request.calibration = arguments.calibration;
    request.whatIf = arguments.whatIf;
    request.costModel = arguments.costModel;
    applyChange(request, "op", arguments.op);
    applyChange(request, "dtype", arguments.dtype);
    if (arguments.dense)
        request.op.dense = *arguments.dense;
    if (arguments.inner)
        request.op.inner = *arguments.inner;
    for (const auto& [name, text] : arguments.options)
        applyChange(request, name, text);
    chooseProgramsOf(request);
    return request;
}

SearchResult runSearch(const Matrix& matrix, const SearchArguments& arguments, Console& console,
                       const MakeEvaluator& evaluator)
{
    const SearchRequest request = requestOf(arguments);
    SearchResult result;
    try {
        withThreads(arguments.threads, [&] { result = searchPlan(matrix, request, console.progress(), evaluator); });
    } catch (const Error& e) {
        // Whether the matrix is as a graph or rules need it shows when they are applied.
        if (e.kind() != ErrorKind::Input || !e.where().file.empty() || e.where().call.empty())
            throw;
        throw Error(e.kind(), e.reason(), {.file = arguments.textFile, .call = e.where().call});
    }
    return result;
}

} // namespace sparsescope
