#include "engine/matrix/patterns/kinds.h"

#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/matrix/patterns.h"
#include "engine/matrix/patterns/build.h"
#include "engine/matrix/slices.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr double mostExtent = 2'147'483'647;        // 2^31 - 1
constexpr double mostWhole = 9'007'199'254'740'992; // 2^53: JSON keeps them

std::int64_t whole(const nlohmann::json& parameters, const char* name)
{
    return parameters.at(name).get<std::int64_t>();
}

double share(const nlohmann::json& parameters)
{
    return parameters.at("density").get<double>();
}

std::uint64_t seedOf(const nlohmann::json& parameters)
{
    return parameters.at("seed").get<std::uint64_t>();
}

PatternParameter rows(std::int64_t initial, std::string help = "rows and columns", double minimum = 1,
                      double maximum = mostExtent)
{
    return {"rows", "Rows", std::move(help), initial, minimum, maximum};
}

PatternParameter cols(std::int64_t initial, std::string help)
{
    return {"cols", "Columns", std::move(help), initial, 1, mostExtent};
}

PatternParameter nnz(std::int64_t initial, std::string help)
{
    return {"nnz", "Non-zeros", std::move(help), initial, 0, mostWhole};
}

PatternParameter density(double initial, std::string help, std::string label = "Density")
{
    return {"density", std::move(label), std::move(help), initial, 0, 1};
}

PatternParameter block(std::int64_t initial, std::string label, std::string help, double minimum = 1)
{
    return {"block", std::move(label), std::move(help), initial, minimum, mostExtent};
}

PatternParameter seed()
{
    return {"seed", "Seed", "where the random numbers begin", 1, 0, mostWhole};
}

// The side of a grid with n points, a power of it.
std::int64_t sideOf(const char* kind, std::int64_t n, int axes)
{
    for (std::int64_t side = 1;; ++side) {
        const std::int64_t points = side * side * (axes == 3 ? side : 1);
        if (points == n)
            return side;
        if (points > n)
            refuseParameter(kind, "rows", axes == 2 ? "square numbers" : "cubes of whole numbers",
                            static_cast<double>(n));
    }
}

// Sizes of SparseTIR's table 2, and the share of functional relations with which hyb(1, 5) pads about as much as there;
// of biokg, whose relations have more edges than nodes, the room that makes rows as long as that takes.
const std::map<std::string, nlohmann::json>& graphPresets()
{
    const auto sizes = [](std::int64_t rows, std::int64_t nnz, std::int64_t relations, double functional) {
        return nlohmann::json{{"rows", rows}, {"nnz", nnz}, {"relations", relations}, {"functional", functional}};
    };
    static const std::map<std::string, nlohmann::json> all = [&] {
        std::map<std::string, nlohmann::json> made = {
            {"none", nlohmann::json::object()},           {"aifb", sizes(7'262, 48'810, 45, 0.0)},
            {"mutag", sizes(27'163, 148'100, 46, 0.75)},  {"bgs", sizes(94'806, 672'884, 96, 1.0)},
            {"biokg", sizes(93'773, 4'762'678, 51, 1.0)}, {"am", sizes(1'885'136, 5'668'682, 96, 0.4)}};
        made["biokg"]["room"] = 4;
        return made;
    }();
    return all;
}

// "aifb-like" where all sizes are the preset's.
std::string graphName(const nlohmann::json& parameters)
{
    const auto preset = parameters.at("preset").get<std::string>();
    const nlohmann::json& sizes = graphPresets().at(preset);
    const bool all = std::all_of(sizes.items().begin(), sizes.items().end(),
                                 [&](const auto& size) { return parameters.at(size.key()) == size.value(); });
    return all && !sizes.empty() ? preset + "-like" : "typed-graph";
}

struct Entry {
    PatternKind kind;
    MatrixPtr (*make)(const nlohmann::json&, Progress&);
};

using Json = nlohmann::json;

const std::vector<std::string> surfaceKernels = {"submanifold", "down", "up"}; // in the order of SurfaceKernel

const std::vector<Entry>& entries()
{
    static const std::vector<Entry> all = {
        {{"figure1", "Figure 1", "The 8 x 8 example of the STile paper (figures 1 to 3), 10 non-zeros.", {}},
         [](const Json&, Progress&) { return figure1(); }},
        {{"logsparse",
          "LogSparse mask",
          "Attention mask of LogSparse: every position sees those 1, 2, 4, 8 ... away (STile table 4: 4,096 rows, "
          "90,115 non-zeros).",
          {rows(4096)}},
         [](const Json& p, Progress& progress) { return logsparse(whole(p, "rows"), progress); }},
        {{"strided",
          "Strided mask",
          "Strided attention mask of Sparse Transformers: a window of the root of the size and every such place beyond "
          "it (STile table 4: 4,096 rows, 766,144 non-zeros).",
          {rows(4096)}},
         [](const Json& p, Progress& progress) { return strided(whole(p, "rows"), progress); }},
        {{"banded",
          "Sliding window",
          "Band along the diagonal, the sliding window of Longformer (SparseTIR section 4.3.1: 4,096 rows, band 256).",
          {rows(4096), block(256, "Band", "width of the band: half of it on each side of the diagonal", 0)}},
         [](const Json& p, Progress& progress) { return banded(whole(p, "rows"), whole(p, "block"), progress); }},
        {{"butterfly",
          "Butterfly",
          "Block butterfly of Pixelated Butterfly: full blocks at (i, i) and (i, i xor 2^k) (SparseTIR section 4.3.1: "
          "4,096 rows, block 16).",
          {rows(4096, "rows and columns, a power of two times the block"), block(16, "Block", "side of the blocks")}},
         [](const Json& p, Progress& progress) { return butterfly(whole(p, "rows"), whole(p, "block"), progress); }},
        {{"block-pruned",
          "Block-pruned weights",
          "Transformer weights after block pruning, with many empty block rows (STile table 4 \"structured\"; "
          "SparseTIR "
          "section 4.3.2: blocks of 32, 7 % left).",
          {rows(768, "rows, a multiple of the block"), cols(3072, "columns, a multiple of the block"),
           density(0.07, "share of the blocks that is left"), block(32, "Block", "side of the blocks"), seed()}},
         [](const Json& p, Progress& progress) {
             return blockPrunedWeights(whole(p, "rows"), whole(p, "cols"), whole(p, "block"), share(p), seedOf(p),
                                       progress);
         }},
        {{"pruned",
          "Pruned weights",
          "Transformer weights after unstructured pruning (STile table 4 \"unstructured\"; SparseTIR section 4.3.2: "
          "movement pruning, 6 % left).",
          {rows(768, "rows"), cols(3072, "columns"), density(0.06, "share of the places that is left"), seed()}},
         [](const Json& p, Progress& progress) {
             return prunedWeights(whole(p, "rows"), whole(p, "cols"), share(p), seedOf(p), progress);
         }},
        {{"crossing",
          "Blocks and runs",
          "Full blocks along and beside the diagonal, crossed by runs in random rows or columns (STile figure 12, "
          "which "
          "names no sizes).",
          {rows(4096, "rows and columns, a multiple of block and run", 128),
           block(32, "Block", "side of the blocks"),
           {"spacing", "Spacing", "a block on every so-manieth place along the diagonal", 4, 1, mostExtent},
           {"beside", "Blocks beside", "so many more blocks to each side of the diagonal", 1, 0, mostExtent},
           {"run", "Run", "length of the runs", 32, 1, mostExtent},
           {"runs", "Share of runs", "share of the non-zeros that lie in runs", 0.3, 0, Crossing::mostRuns},
           {"down", "Runs down", "share of the runs that go down a column; the others go across a row", 0.0, 0, 1},
           seed()}},
         [](const Json& p, Progress& progress) {
             return crossing({.rows = whole(p, "rows"),
                              .block = whole(p, "block"),
                              .spacing = whole(p, "spacing"),
                              .beside = whole(p, "beside"),
                              .run = whole(p, "run"),
                              .runs = p.at("runs").get<double>(),
                              .down = p.at("down").get<double>(),
                              .seed = seedOf(p)},
                             progress);
         }},
        {{"rmat",
          "R-MAT graph",
          "Directed graph with few heavy vertices by recursive choice of a quarter, 57, 19, 19 and 5 % (Chakrabarti, "
          "Zhan, "
          "Faloutsos 2004).",
          {rows(16384, "vertices, a power of two", 1, 1 << 30),
           nnz(131072, "edges drawn; of equal ones one is kept, so that there are fewer non-zeros"), seed()}},
         [](const Json& p, Progress& progress) {
             return rmat(whole(p, "rows"), whole(p, "nnz"), seedOf(p), progress);
         }},
        {{"chung-lu",
          "Chung-Lu graph",
          "Undirected graph whose degrees follow a power law, as skewed as reddit (Chung & Lu 2002; STile table 4: "
          "reddit "
          "has 232,965 rows, 114,615,892 non-zeros).",
          {rows(16384, "vertices"),
           nnz(1'000'000, "non-zeros, two an edge: an odd number gives one fewer; at most rows x (rows - 1)"), seed()}},
         [](const Json& p, Progress& progress) {
             return chungLu(whole(p, "rows"), whole(p, "nnz"), seedOf(p), progress);
         }},
        {{"communities",
          "Communities",
          "Directed graph of communities, of vertices one after another, with most of its edges inside them (planted "
          "partition, Condon & Karp 2001).",
          {rows(65536, "vertices"), nnz(2'000'000, "non-zeros, as many in every row; at most rows x rows"),
           block(256, "Community", "vertices of a community"),
           density(0.9, "share of the edges that stay in a community", "Inside"), seed()}},
         [](const Json& p, Progress& progress) {
             return communities(whole(p, "rows"), whole(p, "nnz"), whole(p, "block"), share(p), seedOf(p), progress);
         }},
        {{"stencil2d",
          "Five-point stencil",
          "Laplacian of a square grid by the five-point stencil, values 4 and -1.",
          {rows(4096, "rows and columns, a square number: the grid's points")}},
         [](const Json& p, Progress& progress) {
             return stencil2d(sideOf("stencil2d", whole(p, "rows"), 2), progress);
         }},
        {{"stencil3d",
          "Seven-point stencil",
          "Laplacian of a cubic grid by the seven-point stencil, values 6 and -1.",
          {rows(4096, "rows and columns, a cube of a whole number: the grid's points")}},
         [](const Json& p, Progress& progress) {
             return stencil3d(sideOf("stencil3d", whole(p, "rows"), 3), progress);
         }},
        {{"stencil27",
          "27-point stencil",
          "Laplacian of a cubic grid by the 27-point stencil, values 26 and -1.",
          {rows(4096, "rows and columns, a cube of a whole number: the grid's points")}},
         [](const Json& p, Progress& progress) {
             return stencil27(sideOf("stencil27", whole(p, "rows"), 3), progress);
         }},
        {{"typed-graph",
          "Graph with typed edges",
          "Graph of several relations, a slice each, which come in pairs of inverses: some give each vertex one edge "
          "at "
          "most, the others follow a power law (SparseTIR table 2, whose graphs the presets stand in for).",
          {{"preset",
            "Preset",
            "sizes and share of a graph of the table, in place of these",
            "none",
            0,
            0,
            {"none", "aifb", "mutag", "bgs", "biokg", "am"}},
           rows(1000, "vertices"),
           nnz(10'000, "edges"),
           {"relations", "Relations", "slices", 8, 1, mostSlices},
           {"functional", "Functional",
            "share of the edges whose relation, or its inverse, has one for each vertex at most", 0.5, 0, 1},
           {"room", "Room",
            "places for each edge of the other relations, among as few vertices: 4 or more; 0: all of their types", 0,
            0, 1e9},
           seed()},
          graphPresets()},
         [](const Json& p, Progress& progress) {
             return typedGraph({.nodes = whole(p, "rows"),
                                .edges = whole(p, "nnz"),
                                .relations = whole(p, "relations"),
                                .functional = p.at("functional").get<double>(),
                                .room = whole(p, "room"),
                                .seed = seedOf(p)},
                               graphName(p), progress);
         }},
        {{"surface",
          "Convolution over a surface",
          "Relations of a sparse convolution over voxels of ground, boxes and poles, as a sensor among them sees them, "
          "a "
          "slice a kernel offset (SparseTIR section 4.4.2).",
          {{"kernel", "Kernel", "3 x 3 x 3 between the voxels, or 2 x 2 x 2 to half the size or back", "submanifold", 0,
            0, surfaceKernels},
           {"voxels", "Voxels", "as many as are left, the nearer the more", 60'000, 1, 1'000'000},
           seed()}},
         [](const Json& p, Progress& progress) {
             const auto named =
                 std::find(surfaceKernels.begin(), surfaceKernels.end(), p.at("kernel").get<std::string>());
             return surface(static_cast<SurfaceKernel>(named - surfaceKernels.begin()), whole(p, "voxels"), seedOf(p),
                            progress);
         }}};
    return all;
}

std::string text(double value, bool isWhole)
{
    return isWhole ? fmt::format("{}", static_cast<std::int64_t>(value)) : fmt::format("{}", value);
}

// What a parameter may be, in words.
std::string rangeText(const PatternParameter& parameter)
{
    if (!parameter.choices.empty())
        return fmt::format("one of {}", fmt::join(parameter.choices, ", "));
    const bool isShare = parameter.initial.is_number_float();
    const std::string range =
        fmt::format("{} to {}", text(parameter.minimum, !isShare), text(parameter.maximum, !isShare));
    if (parameter.initial.is_string())
        return fmt::format("two whole numbers from {}, as {}", range, parameter.initial.get<std::string>());
    return (isShare ? "" : "whole numbers from ") + range;
}

bool isLegal(const PatternParameter& parameter, const Json& value)
{
    const auto within = [&](double x) { return x >= parameter.minimum && x <= parameter.maximum; };
    if (!parameter.initial.is_string())
        return value.is_number() && (parameter.initial.is_number_float() || value.is_number_integer()) &&
               within(value.get<double>());
    if (!value.is_string())
        return false;
    const auto& text = value.get_ref<const std::string&>();
    if (!parameter.choices.empty())
        return std::find(parameter.choices.begin(), parameter.choices.end(), text) != parameter.choices.end();
    const auto extents = extentsIn(text);
    return extents && within(static_cast<double>(extents->first)) && within(static_cast<double>(extents->second));
}

} // namespace

std::span<const PatternKind> patternKinds()
{
    static const std::vector<PatternKind> kinds = [] {
        std::vector<PatternKind> list;
        for (const Entry& entry : entries())
            list.push_back(entry.kind);
        return list;
    }();
    return kinds;
}

const PatternKind& kindNamed(std::span<const PatternKind> kinds, const std::string& name)
{
    std::string known;
    for (const PatternKind& kind : kinds) {
        if (kind.name == name)
            return kind;
        known += (known.empty() ? "" : ", ") + kind.name;
    }
    failUsage(fmt::format("\"{}\" is none of {}", name, known));
}

const PatternKind& patternKind(const std::string& name)
{
    return kindNamed(patternKinds(), name);
}

nlohmann::json completeParameters(const PatternKind& kind, const nlohmann::json& given)
{
    nlohmann::json complete = nlohmann::json::object(), preset = nlohmann::json::object();
    for (const PatternParameter& parameter : kind.parameters) {
        const nlohmann::json value = given.value(parameter.name, preset.value(parameter.name, parameter.initial));
        if (!isLegal(parameter, value))
            failUsage(
                fmt::format("{}: {} takes {}, not {}", kind.name, parameter.name, rangeText(parameter), value.dump()));
        complete[parameter.name] = value;
        if (parameter.name == "preset") // which comes first
            preset = kind.presets.at(value.get<std::string>());
    }
    for (const auto& [name, value] : given.items())
        if (!complete.contains(name)) {
            std::string taken;
            for (const PatternParameter& parameter : kind.parameters)
                taken += (taken.empty() ? "" : ", ") + parameter.name;
            failUsage(
                fmt::format("{} has no parameter {}, it takes {}", kind.name, name, taken.empty() ? "none" : taken));
        }
    return complete;
}

nlohmann::json parameterFrom(const PatternKind& kind, const std::string& name, const std::string& text)
{
    const auto own = std::find_if(kind.parameters.begin(), kind.parameters.end(),
                                  [&](const PatternParameter& p) { return p.name == name; });
    if (own != kind.parameters.end() && own->initial.is_string())
        return text;
    nlohmann::json number = jsonOrDiscarded(text);
    if (!number.is_number())
        failUsage(fmt::format("--{} takes a number, not \"{}\"", name, text));
    const double value = number.get<double>();
    if (number.is_number_float() && value == std::floor(value) && std::abs(value) < 0x1p53)
        number = static_cast<std::int64_t>(value); // 114.6e6
    return number;
}

std::optional<std::pair<std::int64_t, std::int64_t>> extentsIn(const std::string& text)
{
    std::pair<std::int64_t, std::int64_t> extents;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, extents.first);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != 'x')
        return {};
    const auto second = std::from_chars(first.ptr + 1, end, extents.second);
    if (second.ec != std::errc{} || second.ptr != end)
        return {};
    return extents;
}

std::string patternCommand(const PatternKind& kind, const nlohmann::json& complete)
{
    std::string command = kind.name;
    for (const PatternParameter& parameter : kind.parameters) {
        const nlohmann::json& value = complete.at(parameter.name);
        command += fmt::format(" --{} {}", parameter.name, value.is_string() ? value.get<std::string>() : value.dump());
    }
    return command;
}

MatrixPtr makePattern(const std::string& kind, const nlohmann::json& parameters, Progress& progress)
{
    const nlohmann::json complete = completeParameters(patternKind(kind), parameters);
    MatrixPtr made;
    for (const Entry& entry : entries())
        if (entry.kind.name == kind)
            made = entry.make(complete, progress);
    return made;
}

} // namespace sparsescope
