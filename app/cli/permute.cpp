// permute: a matrix in another order, and the order itself, as files; and how commands are told an order.
#include "app/cli/console.h"
#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/io/writer.h"
#include "engine/matrix/statistics.h"
#include "engine/plan/plan_file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace sparsescope {

CLI::Option* addOrder(CLI::App& command, std::string& order, std::string& plan)
{
    command.add_option("--plan", plan, "With --order tiles: take the tiles of this plan.");
    return command
        .add_option("--order", order,
                    "Put rows and columns in this order: as in the file; rows, columns or both, longest first; reverse "
                    "Cuthill-McKee; rows as the tiles of a plan store them.")
        ->type_name(oneOf(matrixOrders, [](MatrixOrder one) { return name(one); }));
}

void requirePlanOf(MatrixOrder order, const std::string& plan)
{
    if (!plan.empty() && order != MatrixOrder::Tiles)
        failUsage("--plan goes with --order tiles");
}

OrderedMatrix ordered(const MatrixPtr& file, MatrixOrder order, const std::string& plan, Progress& progress)
{
    if (order == MatrixOrder::File)
        return {file, {}};
    std::optional<Plan> tiles;
    if (!plan.empty())
        tiles = readPlan(plan, *file, progress);
    LineOrder lines = makeOrder(order, *file, tiles ? &*tiles : nullptr, progress);
    MatrixPtr matrix = permuted(*file, lines, progress).matrix;
    return {std::move(matrix), std::move(lines)};
}

namespace {

struct PermuteArguments {
    MatrixArguments matrix;
    std::string order;
    std::string plan;
    std::string out;
    std::string permutation;
    bool json = false;
};

void permute(const PermuteArguments& arguments, Console& console)
{
    const MatrixOrder order = parseMatrixOrder(arguments.order);
    requirePlanOf(order, arguments.plan);
    if (arguments.out.empty() && arguments.permutation.empty())
        failUsage("permute needs -o MATRIX.mtx or --permutation ORDER.npz");
    if (!arguments.out.empty())
        requireWritable(arguments.out);
    if (!arguments.permutation.empty())
        requirePermutation(arguments.permutation);
    const MatrixPtr file = arguments.matrix.open(console.progress());
    const OrderedMatrix moved = ordered(file, order, arguments.plan, console.progress());
    if (!arguments.out.empty())
        writeMatrix(*moved.matrix, arguments.out,
                    fmt::format("{}, order of rows and columns: {}", file->source().name, name(order)),
                    console.progress());
    if (!arguments.permutation.empty())
        writePermutation(moved.lines, *file, arguments.permutation, console.progress());
    const MatrixStatistics before = computeStatistics(*file, console.progress());
    const MatrixStatistics after = computeStatistics(*moved.matrix, console.progress());
    console.clearLine();
    if (arguments.json) {
        fmt::print("{}\n", jsonText(nlohmann::json{{"order", name(order)},
                                                   {"fingerprint", moved.matrix->fingerprint().text()},
                                                   {"before", toJson(before)},
                                                   {"after", toJson(after)}},
                                    2));
        return;
    }
    fmt::print("order         {}\n", name(order));
    fmt::print("bandwidth     {}, in the file {}\n", formatCount(after.bandwidth), formatCount(before.bandwidth));
    fmt::print("profile       {}, in the file {}\n", formatCount(after.profile), formatCount(before.profile));
    const auto filled = [](const MatrixStatistics& s) { return formatPercent(s.blocks.at(1).filled); };
    fmt::print("blocks 8 x 8  {} full, in the file {}\n", filled(after), filled(before));
    for (const std::string& written : {arguments.out, arguments.permutation})
        if (!written.empty())
            fmt::print("written       {}\n", written);
}

} // namespace

void addPermute(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand("permute", "Write a matrix with rows and columns in another order.");
    const auto arguments = std::make_shared<PermuteArguments>();
    arguments->matrix.addTo(*command);
    addOrder(*command, arguments->order, arguments->plan)->required();
    command->add_option("-o,--output", arguments->out, "Write this matrix, .mtx, .mtx.gz or .npz.");
    command->add_option("--permutation", arguments->permutation,
                        "Write which row and column stands at each place to this .npz file, as arrays rows and cols.");
    command->add_flag("--json", arguments->json, "Print one JSON object.");
    command->callback([=, &console] { permute(*arguments, console); });
}

} // namespace sparsescope
