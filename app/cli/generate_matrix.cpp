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
#include <map>
#include <memory>

namespace sparsescope {

namespace {

struct GenerateMatrixArguments {
    std::string kind;
    std::map<std::string, std::string> parameters; // name and text, of those given
    std::string out;
    bool json = false;
};

double secondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void generateMatrix(const GenerateMatrixArguments& arguments, Console& console)
{
    const PatternKind& kind = patternKind(arguments.kind);
    requireWritable(arguments.out);
    nlohmann::json given = nlohmann::json::object();
    for (const auto& [name, text] : arguments.parameters) {
        given[name] = jsonOrDiscarded(text);
        if (!given[name].is_number())
            failUsage(fmt::format("--{} takes a number, not \"{}\"", name, text));
        const double value = given[name].get<double>();
        if (given[name].is_number_float() && value == std::floor(value) && std::abs(value) < 0x1p53)
            given[name] = static_cast<std::int64_t>(value); // 114.6e6
    }
    const nlohmann::json parameters = completeParameters(kind, given);
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

void addGenerateMatrix(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand("generate-matrix", "Make a matrix from a pattern, as a Matrix Market file.");
    const auto arguments = std::make_shared<GenerateMatrixArguments>();
    command->add_option("KIND", arguments->kind, "Pattern to follow, see below.")
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
            ->add_option_function<std::string>(
                fmt::format("--{}", name), [=](const std::string& text) { arguments->parameters[name] = text; },
                fmt::format("Take this instead of the initial value, for {}.", kinds))
            ->type_name("NUMBER");
    command->add_option("-o,--output", arguments->out, "Write this matrix, .mtx or .mtx.gz.")->required();
    command->add_flag("--json", arguments->json, "Print one JSON object.");
    command->footer(kindsHelp());
    command->callback([=, &console] { generateMatrix(*arguments, console); });
}

} // namespace sparsescope
