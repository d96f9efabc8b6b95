// generate-matrix and generate-masks: a matrix made from a pattern, as a Matrix Market file; a sequence of masks made
// from a kind, or from matrix files, as an archive.
#include "app/cli/console.h"
#include "app/cli/mask_plans.h"
#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/json_text.h"
#include "engine/io/masks.h"
#include "engine/io/writer.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/matrix/patterns/kinds.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <memory>

namespace sparsescope {

namespace {

struct GenerateMatrixArguments {
    PatternArguments pattern;
    std::string out;
    bool json = false;
};

double secondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void generateMatrix(const GenerateMatrixArguments& arguments, Console& console)
{
    const PatternKind& kind = patternKind(arguments.pattern.kind);
    requireWritable(arguments.out);
    const nlohmann::json parameters = arguments.pattern.complete();
    auto begin = std::chrono::steady_clock::now();
    const MatrixPtr matrix = makePattern(kind.name, parameters, console.progress());
    const double makeSeconds = secondsSince(begin);
    begin = std::chrono::steady_clock::now();
    const std::int64_t bytes =
        writeMatrix(*matrix, arguments.out, "sparsescope-cli generate-matrix " + patternCommand(kind, parameters),
                    console.progress());
    const double writeSeconds = secondsSince(begin);
    console.clearLine();
    if (arguments.json) {
        fmt::print("{}\n", jsonText(nlohmann::json{{"kind", kind.name},
                                                   {"parameters", parameters},
                                                   {"rows", matrix->rows()},
                                                   {"cols", matrix->cols()},
                                                   {"nnz", matrix->nnz()},
                                                   {"fingerprint", matrix->fingerprint().text()},
                                                   {"file", arguments.out},
                                                   {"bytes", bytes},
                                                   {"makeSeconds", makeSeconds},
                                                   {"writeSeconds", writeSeconds}},
                                    2));
        return;
    }
    std::int64_t longest = 0;
    for (std::int64_t r = 0; r < matrix->rows(); ++r)
        longest = std::max(longest, matrix->rowLength(r));
    fmt::print("pattern       {}\n", patternCommand(kind, parameters));
    fmt::print("size          {} x {}, {} non-zeros, at most {} a row\n", formatCount(matrix->rows()),
               formatCount(matrix->cols()), formatCount(matrix->nnz()), formatCount(longest));
    fmt::print("made in       {}\n", formatTime(1e9 * makeSeconds));
    fmt::print("written       {} in {}: {}\n", formatBytes(bytes), formatTime(1e9 * writeSeconds), arguments.out);
}

constexpr const char* filesKind = "files"; // masks that are not made

struct GenerateMasksArguments {
    PatternArguments pattern{.kinds = maskKinds()};
    std::vector<std::string> files;
    std::string out;
    bool json = false;
};

MaskSequencePtr masksOf(const GenerateMasksArguments& arguments, Progress& progress)
{
    if (arguments.pattern.kind == filesKind) {
        if (!arguments.pattern.given.empty())
            failUsage(fmt::format("files has no parameter {}: it takes matrix files",
                                  arguments.pattern.given.begin()->first));
        if (arguments.files.empty())
            failUsage("files takes matrix files of one shape, a mask each");
        return readMasksFromMatrices(arguments.files, progress);
    }
    if (!arguments.files.empty())
        failUsage(fmt::format("\"{}\": only generate-masks files takes matrix files", arguments.files.front()));
    return makeMasks(arguments.pattern.kind, arguments.pattern.complete());
}

void generateMasks(const GenerateMasksArguments& arguments, Console& console)
{
    requireMasksName(arguments.out);
    requireApart(arguments.files, {arguments.out});
    const MaskSequencePtr masks = masksOf(arguments, console.progress());
    const MaskFacts& facts = masks->facts();
    const auto begin = std::chrono::steady_clock::now();
    writeMasks(*masks, arguments.out, console.progress());
    const double seconds = secondsSince(begin);
    const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(arguments.out));
    const std::uint64_t fingerprint = fingerprintOf(*masks, console.progress());
    console.clearLine();
    const MaskShape& shape = facts.shape;
    if (arguments.json) {
        nlohmann::json all = toJson(facts);
        all.update({{"kind", arguments.pattern.kind},
                    {"fingerprint", hex64(fingerprint)},
                    {"file", arguments.out},
                    {"bytes", bytes},
                    {"seconds", seconds}});
        fmt::print("{}\n", jsonText(all, 2));
        return;
    }
    fmt::print("masks         {}\n", facts.comment.empty() ? facts.name : facts.comment);
    fmt::print("size          {} of {} x {}, in granules of {}\n", formatCount(facts.size), formatCount(shape.rows),
               formatCount(shape.cols), shape.granularity());
    fmt::print("written       {} in {}: {}\n", formatBytes(bytes), formatTime(1e9 * seconds), arguments.out);
}

// Every kind with its parameters, for --help.
std::string kindsHelp(std::span<const PatternKind> kinds)
{
    std::string text = "Kinds:";
    for (const PatternKind& kind : kinds) {
        text += fmt::format("\n  {:<14}{}", kind.name, kind.description);
        for (const PatternParameter& parameter : kind.parameters)
            text += fmt::format("\n{:16}--{} {}: {}.", "", parameter.name,
                                parameter.initial.is_string() ? parameter.initial.get<std::string>()
                                                              : parameter.initial.dump(),
                                parameter.help);
    }
    return text;
}

} // namespace

nlohmann::json PatternArguments::complete() const
{
    const PatternKind& asked = kindNamed(kinds, kind);
    nlohmann::json parameters = nlohmann::json::object();
    for (const auto& [name, text] : given)
        parameters[name] = parameterFrom(asked, name, text);
    return completeParameters(asked, parameters);
}

void PatternArguments::addTo(CLI::App& command)
{
    command.add_option("KIND", kind, "Pattern to follow, see below.")
        ->type_name(oneOf(kinds, [](const PatternKind& kind) { return kind.name; }))
        ->required();
    std::vector<std::pair<PatternParameter, std::string>> takers; // each parameter with the kinds that take it
    for (const PatternKind& one : kinds)
        for (const PatternParameter& parameter : one.parameters) {
            const auto known = std::find_if(takers.begin(), takers.end(),
                                            [&](const auto& taken) { return taken.first.name == parameter.name; });
            if (known == takers.end())
                takers.emplace_back(parameter, one.name);
            else
                known->second += ", " + one.name;
        }
    for (const auto& [parameter, takenBy] : takers)
        command
            .add_option_function<std::string>(
                fmt::format("--{}", parameter.name),
                [this, name = parameter.name](const std::string& text) { given[name] = text; },
                fmt::format("Take this instead of the initial value, for {}.", takenBy))
            ->type_name(!parameter.choices.empty()      ? oneOf(parameter.choices, std::identity())
                        : parameter.initial.is_string() ? "TEXT"
                                                        : "NUMBER");
}

PatternArguments patternIn(const std::string& text, std::span<const PatternKind> kinds)
{
    CLI::App command;
    command.set_help_flag();
    PatternArguments pattern{.kinds = kinds};
    pattern.addTo(command);
    try {
        command.parse(text);
    } catch (const CLI::ParseError& e) {
        failUsage(e.what());
    }
    return pattern;
}

void addGenerateMatrix(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand(
        "generate-matrix", "Make a matrix from a pattern, as a Matrix Market file, a SciPy archive or of Binsparse.");
    const auto arguments = std::make_shared<GenerateMatrixArguments>();
    arguments->pattern.addTo(*command);
    command->add_option("-o,--output", arguments->out, "Write this matrix, .mtx, .mtx.gz, .npz or .bsp.h5.")
        ->required();
    command->add_flag("--json", arguments->json, "Print one JSON object.");
    command->footer(kindsHelp(patternKinds()) +
                    "\n\nNumbers are the initial values. The same command makes the same matrix everywhere.");
    command->callback([=, &console] { generateMatrix(*arguments, console); });
}

void addGenerateMasks(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand(
        "generate-masks", "Make a sequence of masks, which change from step to step, as a NumPy archive.");
    const auto arguments = std::make_shared<GenerateMasksArguments>();
    arguments->pattern.addTo(*command);
    std::vector<std::string> kinds{filesKind};
    for (const PatternKind& kind : maskKinds())
        kinds.insert(kinds.end() - 1, kind.name);
    command->get_option("KIND")
        ->description("Source of the masks, see below.")
        ->type_name(oneOf(kinds, std::identity()));
    command->add_option("FILE", arguments->files, "With files: matrix files of one shape, a mask each.");
    command->add_option("-o,--output", arguments->out, "Write this sequence, .npz.")->required();
    command->add_flag("--json", arguments->json, "Print one JSON object.");
    command->footer(
        fmt::format("{}\n  {:<14}Masks that are there, as the non-zeros of matrix files of one shape.\n\n"
                    "Numbers and words are the initial values. The same command makes the same masks everywhere.",
                    kindsHelp(maskKinds()), filesKind));
    command->callback([=, &console] { generateMasks(*arguments, console); });
}

} // namespace sparsescope
