// info: what a matrix, or a sequence of masks, is.
#include "app/cli/console.h"
#include "app/cli/mask_plans.h"
#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/json_text.h"
#include "engine/matrix/statistics.h"
#include "engine/search/liteform/features.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace sparsescope {

namespace {

struct InfoArguments {
    MatrixArguments matrix;
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

std::string slicesText(std::span<const SliceStatistics> slices, std::int64_t cols)
{
    const auto fewer = [](const SliceStatistics& a, const SliceStatistics& b) { return a.nnz < b.nnz; };
    const auto [least, most] = std::minmax_element(slices.begin(), slices.end(), fewer);
    const auto single = std::count_if(slices.begin(), slices.end(), [](const auto& s) { return s.longest <= 1; });
    return fmt::format("{} side by side, {} columns each; {} to {} non-zeros, {} with one a row at most",
                       formatCount(std::ssize(slices)), formatCount(cols), formatCount(least->nnz),
                       formatCount(most->nnz), single == std::ssize(slices) ? "all" : formatCount(single));
}

double shareOf(std::int64_t part, const Matrix& matrix)
{
    return matrix.nnz() > 0 ? static_cast<double>(part) / static_cast<double>(matrix.nnz()) : 0;
}

void infoOfMasks(const InfoArguments& arguments, const MaskSequence& masks, Console& console)
{
    if (!arguments.plan.empty() || arguments.order != name(MatrixOrder::File))
        failUsage("--order and --plan are about a matrix: choose one of the masks with --mask");
    const MaskFacts& facts = masks.facts();
    const MaskShape& shape = facts.shape;
    std::vector<std::int64_t> places;
    for (std::int64_t t = 0; t < facts.size; ++t) {
        console.progress().report("counting", static_cast<double>(t) / static_cast<double>(facts.size));
        places.push_back(masks.mask(t, console.progress())->places());
    }
    const std::string fingerprint = hex64(fingerprintOf(masks, console.progress()));
    const auto density = [&](std::int64_t t) {
        return static_cast<double>(places[at(t)]) / static_cast<double>(shape.rows) / static_cast<double>(shape.cols);
    };
    const std::int64_t least = std::min_element(places.begin(), places.end()) - places.begin();
    const std::int64_t most = std::max_element(places.begin(), places.end()) - places.begin();
    console.clearLine();
    if (arguments.json) {
        const auto one = [&](std::int64_t t) {
            return nlohmann::json{{"mask", t}, {"nnz", places[at(t)]}, {"density", density(t)}};
        };
        nlohmann::json all = toJson(facts);
        all.update({{"first", one(0)},
                    {"least", one(least)},
                    {"most", one(most)},
                    {"names", facts.names},
                    {"comment", facts.comment},
                    {"fingerprint", fingerprint}});
        fmt::print("{}\n", jsonText(all, 2));
        return;
    }
    if (!arguments.matrix.made())
        fmt::print("file          {}\n", arguments.matrix.file);
    fmt::print("format        sequence of masks\n");
    if (!facts.comment.empty())
        fmt::print("comment       {}\n", facts.comment);
    fmt::print("masks         {}, numbered from 0\n", formatCount(facts.size));
    fmt::print("size          {} x {}, in granules of {}\n", formatCount(shape.rows), formatCount(shape.cols),
               shape.granularity());
    fmt::print("period        {} columns{}\n", formatCount(facts.period),
               facts.single ? "; every row lies in one" : "");
    fmt::print("layout        {}\n", name(facts.layout));
    fmt::print("density       {} in mask 0; {} in mask {} to {} in mask {}\n", formatPercent(density(0)),
               formatPercent(density(least)), least, formatPercent(density(most)), most);
    if (!facts.names.empty())
        fmt::print("names         {} to {}\n", facts.names.front(), facts.names.back());
    fmt::print("fingerprint   {}\n", fingerprint);
}

void info(const InfoArguments& arguments, Console& console)
{
    if (const MaskSequencePtr masks = arguments.matrix.openMasks(console.progress())) {
        infoOfMasks(arguments, *masks, console);
        return;
    }
    const MatrixOrder order = parseMatrixOrder(arguments.order);
    requirePlanOf(order, arguments.plan);
    const MatrixPtr file = arguments.matrix.open(console.progress());
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
    fmt::print("{:<14}{}\n", arguments.matrix.made() ? "masks" : "file", arguments.matrix.file);
    fmt::print("format        {}, {}, {}\n", source.format, source.field, source.symmetry);
    fmt::print("size          {} x {}, {} non-zeros ({} stored entries)\n", formatCount(matrix->rows()),
               formatCount(matrix->cols()), formatCount(matrix->nnz()), formatCount(source.storedEntries));
    if (!statistics.slices.empty())
        fmt::print("slices        {}\n", slicesText(statistics.slices, matrix->sliceCols()));
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

} // namespace

void addInfo(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand("info", "Tell what a matrix, or a sequence of masks, is.");
    const auto arguments = std::make_shared<InfoArguments>();
    arguments->matrix.addTo(*command);
    addOrder(*command, arguments->order, arguments->plan)->capture_default_str();
    command->add_flag("--json", arguments->json, "Print one JSON object.");
    command->callback([=, &console] { info(*arguments, console); });
}

} // namespace sparsescope
