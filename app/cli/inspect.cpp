// info: what a matrix is.
#include "app/cli/console.h"
#include "engine/core/json_text.h"
#include "engine/matrix/statistics.h"
#include "engine/search/liteform/features.h"
#include "engine/session/session.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>

namespace sparsescope {

namespace {

struct InfoArguments {
    std::string file;
    bool json = false;
};

void info(const InfoArguments& arguments, Console& console)
{
    const MatrixPtr matrix = session::openMatrix(arguments.file, console.progress());
    const MatrixSource& source = matrix->source();
    const MatrixStatistics statistics = computeStatistics(*matrix, console.progress());
    console.clearLine();
    if (arguments.json) {
        fmt::print("{}\n", jsonText(nlohmann::json{{"rows", matrix->rows()},
                                                   {"cols", matrix->cols()},
                                                   {"nnz", matrix->nnz()},
                                                   {"storedEntries", source.storedEntries},
                                                   {"duplicates", source.duplicates},
                                                   {"format", source.format},
                                                   {"field", source.field},
                                                   {"symmetry", source.symmetry},
                                                   {"fingerprint", matrix->fingerprint().text()},
                                                   {"notes", source.notes},
                                                   {"statistics", toJson(statistics)},
                                                   {"liteform", liteform::toJson(liteform::featuresOf(*matrix))}},
                                    2));
        return;
    }
    fmt::print("file          {}\n", arguments.file);
    fmt::print("format        {}, {}, {}\n", source.format, source.field, source.symmetry);
    fmt::print("size          {} x {}, {} non-zeros ({} stored entries)\n", formatCount(matrix->rows()),
               formatCount(matrix->cols()), formatCount(matrix->nnz()), formatCount(source.storedEntries));
    fmt::print("rows          {} to {} non-zeros, mean {:.3g}, {} empty\n", formatCount(statistics.rows.shortest),
               formatCount(statistics.rows.longest), statistics.rows.mean, formatCount(statistics.rows.empty));
    const liteform::Features features = liteform::featuresOf(*matrix);
    fmt::print("spread        standard deviation {:.3g} non-zeros; density of a row {:.3g} to {:.3g}, mean {:.3g}, "
               "deviation {:.3g}\n",
               features.length.deviation, features.density.least, features.density.most, features.density.mean,
               features.density.deviation);
    fmt::print("kind          {}\n", statistics.summary);
    fmt::print("fingerprint   {}\n", matrix->fingerprint().text());
    for (const std::string& note : source.notes)
        fmt::print("note          {}\n", note);
}

} // namespace

void addInfo(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand("info", "Tell what a matrix file holds.");
    const auto arguments = std::make_shared<InfoArguments>();
    command->add_option("FILE", arguments->file, "Matrix or session to read.")->required();
    command->add_flag("--json", arguments->json, "Print one JSON object.");
    command->callback([=, &console] { info(*arguments, console); });
}

} // namespace sparsescope
