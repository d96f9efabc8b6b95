// generate-matrix: a matrix made from a pattern, as a Matrix Market file.
#include "app/cli/console.h"
#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/io/writer.h"
#include "engine/matrix/patterns/kinds.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
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

// Every kind with its parameters, for --help.
std::string kindsHelp()
{
    std::string text = "Kinds:";
    for (const PatternKind& kind : patternKinds()) {
        text += fmt::format("\n  {:<14}{}", kind.name, kind.description);
        for (const PatternParameter& parameter : kind.parameters)
            text += fmt::format("\n{:16}--{} {}: {}.", "", parameter.name, parameter.initial.dump(), parameter.help);
    }
    return text + "\n\nNumbers are the initial values. The same command makes the same matrix everywhere.";
}

} // namespace

nlohmann::json PatternArguments::complete() const
{
    nlohmann::json parameters = nlohmann::json::object();
    for (const auto& [name, text] : given) {
        parameters[name] = jsonOrDiscarded(text);
        if (!parameters[name].is_number())
            failUsage(fmt::format("--{} takes a number, not \"{}\"", name, text));
        const double value = parameters[name].get<double>();
        if (parameters[name].is_number_float() && value == std::floor(value) && std::abs(value) < 0x1p53)
            parameters[name] = static_cast<std::int64_t>(value); // 114.6e6
    }
    return completeParameters(patternKind(kind), parameters);
}

void PatternArguments::addTo(CLI::App& command)
{
    command.add_option("KIND", kind, "Pattern to follow, see below.")
        ->type_name(oneOf(patternKinds(), [](const PatternKind& kind) { return kind.name; }))
        ->required();
    std::vector<std::pair<std::string, std::string>> takers; // each parameter with the kinds that take it
    for (const PatternKind& kind : patternKinds())
        for (const PatternParameter& parameter : kind.parameters) {
            const auto known = std::find_if(takers.begin(), takers.end(),
                                            [&](const auto& taken) { return taken.first == parameter.name; });
            if (known == takers.end())
                takers.emplace_back(parameter.name, kind.name);
            else
                known->second += ", " + kind.name;
        }
    for (const auto& [name, kinds] : takers)
        command
            .add_option_function<std::string>(
                fmt::format("--{}", name), [this, name = name](const std::string& text) { given[name] = text; },
                fmt::format("Take this instead of the initial value, for {}.", kinds))
            ->type_name("NUMBER");
}

PatternArguments patternIn(const std::string& text)
{
    CLI::App command;
    command.set_help_flag();
    PatternArguments pattern;
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
    CLI::App* command = app.add_subcommand("generate-matrix", "Make a matrix from a pattern, as a Matrix Market file.");
    const auto arguments = std::make_shared<GenerateMatrixArguments>();
    arguments->pattern.addTo(*command);
    command->add_option("-o,--output", arguments->out, "Write this matrix, .mtx or .mtx.gz.")->required();
    command->add_flag("--json", arguments->json, "Print one JSON object.");
    command->footer(kindsHelp());
    command->callback([=, &console] { generateMatrix(*arguments, console); });
}

} // namespace sparsescope
