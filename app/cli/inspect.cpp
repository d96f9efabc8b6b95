// info and render: what a matrix is and what it looks like.
#include "app/cli/console.h"
#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/matrix/statistics.h"
#include "engine/plan/matrix_order.h"
#include "engine/plan/plan_file.h"
#include "engine/raster/overview.h"
#include "engine/search/liteform/features.h"
#include "engine/session/session.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace sparsescope {

namespace {

struct InfoArguments {
    std::string file;
    std::string order = name(MatrixOrder::File);
    std::string plan;
    bool json = false;
};

std::string valuesText(const ValueStatistics& s)
{
    std::string text = fmt::format("{:.3g} to {:.3g}", s.least, s.most);
    if (s.smallest > 0)
        text += fmt::format(", the smallest that is not zero {:.3g}", s.smallest);
    text += fmt::format("; {} negative, {} positive, {} stored zero{}", formatCount(s.negative),
                        formatCount(s.positive), formatCount(s.zero), s.zero == 1 ? "" : "s");
    if (s.notFinite > 0)
        text += fmt::format(", {} infinite or not a number", formatCount(s.notFinite));
    return text;
}

double shareOf(std::int64_t part, const Matrix& matrix)
{
    return matrix.nnz() > 0 ? static_cast<double>(part) / static_cast<double>(matrix.nnz()) : 0;
}

void info(const InfoArguments& arguments, Console& console)
{
    const MatrixOrder order = parseMatrixOrder(arguments.order);
    requirePlanOf(order, arguments.plan);
    const MatrixPtr file = session::openMatrix(arguments.file, console.progress());
    const MatrixPtr matrix = ordered(file, order, arguments.plan, console.progress()).matrix;
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
                                                   {"fingerprint", file->fingerprint().text()},
                                                   {"order", name(order)},
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
    if (order != MatrixOrder::File)
        fmt::print("order         {}: what follows is of the matrix in this order\n", name(order));
    if (!statistics.kind.empty())
        fmt::print("kind          {}\n", statistics.kind);
    fmt::print("about         {}\n", statistics.summary);
    fmt::print("bandwidth     {}, profile {}\n", formatCount(statistics.bandwidth), formatCount(statistics.profile));
    fmt::print("neighbours    {} of the non-zeros have one right beside them, {} right below them\n",
               formatPercent(shareOf(statistics.inRow, *matrix)), formatPercent(shareOf(statistics.inColumn, *matrix)));
    std::string filled;
    for (const BlockDensity& b : statistics.blocks)
        filled += fmt::format("{}{} of {} x {}", filled.empty() ? "" : ", ", formatPercent(b.filled), b.size, b.size);
    fmt::print("blocks        filled: {}\n", filled);
    if (statistics.values.count() > 0)
        fmt::print("values        {}\n", valuesText(statistics.values));
    fmt::print("fingerprint   {}\n", file->fingerprint().text());
    for (const std::string& note : source.notes)
        fmt::print("note          {}\n", note);
}

struct RenderArguments {
    std::string file;
    std::string out;
    int size = 1024;
    std::string order = name(MatrixOrder::File);
    std::string plan;
};

void render(const RenderArguments& arguments, Console& console)
{
    const MatrixOrder order = parseMatrixOrder(arguments.order);
    if (!arguments.plan.empty() && order != MatrixOrder::Tiles)
        failUsage("--plan goes with --order tiles");
    MatrixPtr matrix = session::openMatrix(arguments.file, console.progress());
    if (order != MatrixOrder::File) {
        std::optional<Plan> plan;
        if (!arguments.plan.empty())
            plan = readPlan(arguments.plan, *matrix, console.progress());
        const LineOrder lines = makeOrder(order, *matrix, plan ? &*plan : nullptr, console.progress());
        matrix = permuted(*matrix, lines, console.progress()).matrix;
    }
    writePng(raster::renderOverview(*matrix, arguments.size, raster::DensityStyle{}, console.progress()),
             arguments.out);
}

} // namespace

void addInfo(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand("info", "Tell what a matrix file holds.");
    const auto arguments = std::make_shared<InfoArguments>();
    command->add_option("FILE", arguments->file, "Matrix or session to read.")->required();
    addOrder(*command, arguments->order, arguments->plan)->capture_default_str();
    command->add_flag("--json", arguments->json, "Print one JSON object.");
    command->callback([=, &console] { info(*arguments, console); });
}

void addRender(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand("render", "Draw the heat map of a matrix as a PNG.");
    const auto arguments = std::make_shared<RenderArguments>();
    command->add_option("FILE", arguments->file, "Matrix or session to read.")->required();
    command->add_option("-o,--output", arguments->out, "Write this picture.")->required();
    command->add_option("--size", arguments->size, "Make the longer side this many pixels.")->capture_default_str();
    command
        ->add_option("--order", arguments->order,
                     "Put rows and columns in this order: as in the file; rows, columns or both, longest first; "
                     "reverse Cuthill-McKee; rows as the tiles of the plan store them.")
        ->type_name(oneOf(matrixOrders, [](MatrixOrder order) { return name(order); }))
        ->capture_default_str();
    command->add_option("--plan", arguments->plan, "With --order tiles: take the tiles of this plan.");
    command->callback([=, &console] { render(*arguments, console); });
}

} // namespace sparsescope
