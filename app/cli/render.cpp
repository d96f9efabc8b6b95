// render: what a matrix looks like. The heat map alone is drawn here; all that needs fonts or a page is drawn by the
// window, which is started off screen, so that there is one drawing of each thing.
#include "app/cli/console.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/process.h"
#include "engine/io/writer.h"
#include "engine/plan/matrix_order.h"
#include "engine/raster/layer_names.h"
#include "engine/raster/overview.h"
#include "engine/session/session.h"
#include "engine/work/worker_process.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;

constexpr std::array pictureEndings = {".png", ".svg", ".pdf", ".tex", ".pgf"};
constexpr std::array colourMaps = {raster::ColourMap::Viridis, raster::ColourMap::Cividis, raster::ColourMap::Grey};
constexpr std::array themes = {"light", "dark"};
constexpr std::array legendPlaces = {"below", "right"};

struct RenderArguments {
    MatrixArguments matrix;
    std::string out;
    std::string size = "1024";
    std::string order = name(MatrixOrder::File);
    std::string plan;
    std::string map = raster::name(raster::ColourMap::Viridis);
    std::string theme = "light";
    // What the window draws.
    std::string page, layer, legend, title, width, font, points;
    bool axes = false, stretch = false;

    bool alone() const // without the window
    {
        return page.empty() && layer.empty() && legend.empty() && title.empty() && width.empty() && font.empty() &&
               points.empty() && !axes && !stretch && endingOf(out) == ".png";
    }
    static std::string endingOf(const std::string& path)
    {
        std::string ending = fs::path(path).extension().string();
        std::transform(ending.begin(), ending.end(), ending.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return ending;
    }
};

int pixelsOf(const std::string& size)
{
    int pixels = 0;
    const auto [end, problem] = std::from_chars(size.data(), size.data() + size.size(), pixels);
    if (problem != std::errc() || end != size.data() + size.size())
        failUsage(fmt::format("--size takes a number of pixels, not '{}'", size));
    return pixels;
}

void renderHeatMap(const RenderArguments& arguments, Console& console)
{
    const MatrixOrder order = parseMatrixOrder(arguments.order);
    if (!arguments.plan.empty() && order != MatrixOrder::Tiles)
        failUsage("--plan goes with --order tiles, --layer or --page");
    const MatrixPtr file = arguments.matrix.open(console.progress());
    const MatrixPtr matrix = ordered(file, order, arguments.plan, console.progress()).matrix;
    raster::DensityStyle style;
    style.map = raster::parseColourMap(arguments.map);
    style.dark = arguments.theme == "dark";
    writePng(raster::renderOverview(*matrix, pixelsOf(arguments.size), style, console.progress()), arguments.out);
}

std::vector<std::string> windowArguments(const RenderArguments& arguments, const std::string& file)
{
    std::vector<std::string> words{"-platform", "offscreen", "--theme", arguments.theme, "--map", arguments.map};
    const auto add = [&](const char* option, const std::string& value) {
        if (!value.empty())
            words.push_back(fmt::format("{}={}", option, value)); // a value may begin as an option does
    };
    if (arguments.page.empty()) {
        add("--figure", arguments.out);
        add("--order", arguments.order);
        add("--layer", arguments.layer.empty() ? arguments.plan.empty() ? "count" : "format" : arguments.layer);
        add("--pixels", std::to_string(pixelsOf(arguments.size)));
    } else {
        add("--grab", arguments.out);
        add("--page", arguments.page);
        if (arguments.order != RenderArguments().order) // else as a session was left
            add("--order", arguments.order);
        add("--layer", arguments.layer);
        if (arguments.size != RenderArguments().size)
            add("--size", arguments.size);
    }
    add("--legend", arguments.legend);
    add("--title", arguments.title);
    add("--width", arguments.width);
    add("--font", arguments.font);
    add("--font-size", arguments.points);
    if (arguments.axes)
        words.emplace_back("--axes");
    if (arguments.stretch)
        words.emplace_back("--stretch");
    words.insert(words.end(), {"--", file});
    if (!arguments.plan.empty())
        words.push_back(arguments.plan);
    return words;
}

void renderByWindow(const RenderArguments& arguments, Console& console)
{
    const std::string program = (fs::path(programFolder()) / "sparsescope").string();
    std::error_code ignored;
    if (!fs::exists(program, ignored))
        throw Error(
            ErrorKind::Usage,
            "layers, pages, axes and legends, and .svg, .pdf and .tex, are drawn by the window's program: there "
            "is no sparsescope beside sparsescope-cli. The heat map alone is drawn as .png without it");
    parseMatrixOrder(arguments.order);
    const JobFolder folder;
    std::string file = arguments.matrix.file;
    // A figure is of one matrix; a page of the window may show a whole sequence.
    if (arguments.matrix.mask || (arguments.page.empty() && arguments.matrix.holdsSequence())) {
        const MatrixPtr mask = arguments.matrix.open(console.progress());
        file = folder.file(fmt::format("mask-{}.mtx", *arguments.matrix.mask));
        writeMatrix(*mask, file, mask->source().name, console.progress());
    } else if (arguments.matrix.made()) {
        session::Session session;
        session.masks = arguments.matrix.allMasks(console.progress());
        session.matrix = session.masks->matrix(session.mask, console.progress());
        file = folder.file("masks" + std::string(session::sessionSuffix));
        session::writeSession(session, file, console.progress());
    }
    const ProcessResult result = runProcess(
        program, windowArguments(arguments, file), [](const std::string&) {}, console.progress());
    if (result.exitStatus == 0 && result.signal == 0)
        return;
    std::string last = lastLine(result.standardError);
    const std::string prefix = "sparsescope: ";
    if (last.rfind(prefix, 0) == 0)
        last.erase(0, prefix.size());
    if (result.signal != 0 || last.empty())
        throw Error(ErrorKind::Internal, fmt::format("sparsescope, which draws this, ended with {} {}{}{}",
                                                     result.signal != 0 ? "signal" : "status",
                                                     result.signal != 0 ? result.signal : result.exitStatus,
                                                     last.empty() ? "" : ": ", last));
    throw Error(kindOfStatus(result.exitStatus), last);
}

void render(const RenderArguments& arguments, Console& console)
{
    const std::string ending = RenderArguments::endingOf(arguments.out);
    if (std::find(pictureEndings.begin(), pictureEndings.end(), ending) == pictureEndings.end())
        failUsage(
            fmt::format("a picture's name ends in .png, .svg, .pdf, .tex or .pgf, not as '{}' does", arguments.out));
    arguments.alone() ? renderHeatMap(arguments, console) : renderByWindow(arguments, console);
}

std::string layersInBraces()
{
    std::vector<std::string> layers(raster::valueLayerNames.begin(), raster::valueLayerNames.end());
    layers.insert(layers.end(), raster::tileLayerNames.begin(), raster::tileLayerNames.end());
    return oneOf(layers, [](const std::string& layer) { return layer; });
}

} // namespace

void addRender(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand("render", "Draw a matrix, its tiles or a page of the window as a picture.");
    const auto arguments = std::make_shared<RenderArguments>();
    const auto same = [](const char* text) { return text; };
    arguments->matrix.addTo(*command);
    command
        ->add_option("-o,--output", arguments->out,
                     "Write this picture, by its ending: .png, .svg, .pdf; .tex or .pgf for TikZ, with its images "
                     "beside it.")
        ->required();
    command
        ->add_option("--size", arguments->size,
                     "Make the longer side of the heat map, or the width of a figure, this many pixels, or a page as "
                     "many as 1440x900.")
        ->capture_default_str();
    command
        ->add_option("--order", arguments->order,
                     "Put rows and columns in this order: as in the file; rows, columns or both, longest first; "
                     "reverse Cuthill-McKee; rows as the tiles of the plan store them.")
        ->type_name(oneOf(matrixOrders, [](MatrixOrder order) { return name(order); }))
        ->capture_default_str();
    command->add_option("--plan", arguments->plan,
                        "With --order tiles, --layer or --page: take the tiles of this plan. Without, those of the "
                        "session or of a search as the window does it.");
    command->add_option("--map", arguments->map, "Colour counts and numbers by this map.")
        ->type_name(oneOf(colourMaps, [](raster::ColourMap map) { return raster::name(map); }))
        ->capture_default_str();
    command->add_option("--theme", arguments->theme, "Draw on this ground.")
        ->type_name(oneOf(themes, same))
        ->check(CLI::IsMember({"light", "dark"}).description(""))
        ->capture_default_str();
    command->add_option("--layer", arguments->layer, "Colour the matrix by this.")->type_name(layersInBraces());
    CLI::Option* page = command->add_option(
        "--page", arguments->page, "Draw the window with this page: a name that sparsescope --help lists for --page.");
    const auto ofFigure = [&](CLI::Option* option) { return option->excludes(page); };
    command->add_flag("--stretch", arguments->stretch,
                      "Let rows and columns each fill the picture, at scales of their own.");
    ofFigure(command->add_flag("--axes", arguments->axes, "Number rows and columns."));
    ofFigure(command->add_option("--legend", arguments->legend, "Say what the colours mean, outside the matrix."))
        ->type_name(oneOf(legendPlaces, same))
        ->check(CLI::IsMember({"below", "right"}).description(""));
    ofFigure(command->add_option("--title", arguments->title, "Write this above the matrix."));
    ofFigure(command->add_option("--width", arguments->width, "Make a figure this many mm wide on paper (85)."))
        ->type_name("MM");
    ofFigure(command->add_option("--font", arguments->font, "Set its text in this font."))->type_name("NAME");
    ofFigure(command->add_option("--font-size", arguments->points, "Set its text in this size, in points (8)."))
        ->type_name("PT");
    command->callback([=, &console] { render(*arguments, console); });
}

} // namespace sparsescope
