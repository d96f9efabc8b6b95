// permute: a matrix in another order, or a rectangle of it, and the order itself, as files; and how commands are told
// an order.
#include "app/cli/console.h"
#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/io/numbers.h"
#include "engine/io/writer.h"
#include "engine/matrix/slices.h"
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
    std::string order = name(MatrixOrder::File);
    std::string plan;
    std::string out;
    std::string permutation;
    std::string rows, cols;
    bool json = false;
};

// "10:20", "10:" or ":20"; empty: all of them.
std::pair<std::int64_t, std::int64_t> rangeIn(const char* option, const std::string& text, std::int64_t extent)
{
    const std::size_t colon = text.find(':');
    const auto number = [&](const std::string& word, std::int64_t otherwise) {
        std::uint64_t value = 0;
        if (word.empty())
            return otherwise;
        if (parseWhole(word.data(), word.data() + word.size(), value) != word.data() + word.size() || value > INT32_MAX)
            failUsage(fmt::format("{} takes FIRST:END, numbered from 0, not \"{}\"", option, text));
        return static_cast<std::int64_t>(value);
    };
    if (!text.empty() && colon == std::string::npos)
        failUsage(fmt::format("{} takes FIRST:END, numbered from 0, not \"{}\"", option, text));
    return {number(text.substr(0, colon), 0), text.empty() ? extent : number(text.substr(colon + 1), extent)};
}

// What is asked for of the matrix in its new order.
MatrixPtr cutOf(const MatrixPtr& matrix, const PermuteArguments& arguments, Progress& progress)
{
    if (arguments.rows.empty() && arguments.cols.empty())
        return matrix;
    const auto [firstRow, endRow] = rangeIn("--rows", arguments.rows, matrix->rows());
    const auto [firstCol, endCol] = rangeIn("--cols", arguments.cols, matrix->cols());
    return rectangleOf(*matrix, {firstRow, endRow, firstCol, endCol}, progress);
}

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
    OrderedMatrix moved = ordered(file, order, arguments.plan, console.progress());
    moved.matrix = cutOf(moved.matrix, arguments, console.progress());
    const std::string part = fmt::format("{}{}", arguments.rows.empty() ? "" : ", rows " + arguments.rows,
                                         arguments.cols.empty() ? "" : ", columns " + arguments.cols);
    if (!arguments.out.empty())
        writeMatrix(*moved.matrix, arguments.out,
                    fmt::format("{}, order of rows and columns: {}{}", file->source().name, name(order), part),
                    console.progress());
    if (!arguments.permutation.empty())
        writePermutation(moved.lines, *file, arguments.permutation, console.progress());
    const MatrixStatistics before = computeStatistics(*file, console.progress());
    const MatrixStatistics after = computeStatistics(*moved.matrix, console.progress());
    console.clearLine();
    if (arguments.json) {
        fmt::print("{}\n", jsonText(nlohmann::json{{"order", name(order)},
                                                   {"rows", moved.matrix->rows()},
                                                   {"cols", moved.matrix->cols()},
                                                   {"nnz", moved.matrix->nnz()},
                                                   {"fingerprint", moved.matrix->fingerprint().text()},
                                                   {"before", toJson(before)},
                                                   {"after", toJson(after)}},
                                    2));
        return;
    }
    fmt::print("order         {}\n", name(order));
    if (!part.empty())
        fmt::print("part          {} x {}, {} non-zeros{}\n", formatCount(moved.matrix->rows()),
                   formatCount(moved.matrix->cols()), formatCount(moved.matrix->nnz()), part);
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
    CLI::App* command =
        app.add_subcommand("permute", "Write a matrix with rows and columns in another order, or a part of it.");
    const auto arguments = std::make_shared<PermuteArguments>();
    arguments->matrix.addTo(*command);
    addOrder(*command, arguments->order, arguments->plan)->capture_default_str();
    command->add_option("-o,--output", arguments->out, "Write this matrix, .mtx, .mtx.gz, .npz or .bsp.h5.");
    command->add_option("--rows", arguments->rows, "Write these rows, of the new order: FIRST:END, numbered from 0.")
        ->type_name("RANGE");
    command->add_option("--cols", arguments->cols, "Write these columns, of the new order: FIRST:END, numbered from 0.")
        ->type_name("RANGE");
    command->add_option("--permutation", arguments->permutation,
                        "Write which row and column stands at each place to this .npz file, as arrays rows and cols.");
    command->add_flag("--json", arguments->json, "Print one JSON object.");
    command->callback([=, &console] { permute(*arguments, console); });
}

} // namespace sparsescope
