#include "kernels/generate/graph.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/plan/graph/kernel_graph.h"
#include "engine/plan/graph/results.h"
#include "kernels/generate/graph_pieces.h"
#include "kernels/generate/pieces.h"
#include "kernels/generate/source_lines.h"
#include "kernels/generate/templates.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

namespace {

using graph::ArrayFunction;
using graph::FunctionFamily;
using graph::KernelArray;
using graph::KernelBranch;

constexpr std::size_t mostArgumentBytes = 32764; // from CUDA 12.1 on

std::string argumentOf(std::size_t branch, const std::string& what)
{
    return fmt::format("b{}_{}", branch, what);
}

std::string firstTaskOf(std::size_t launch)
{
    return fmt::format("firstTask{}", launch);
}

// What graph::arguments() lists of a function, by name.
std::vector<std::string> numbersOf(const ArrayFunction& f)
{
    std::vector<std::string> names;
    switch (f.family) {
    case FunctionFamily::Constant:
        names = {"c"};
        break;
    case FunctionFamily::Linear:
        names = {"c", "k"};
        break;
    case FunctionFamily::Step:
        names = {"c", "m", "p"};
        break;
    case FunctionFamily::Periodic:
        names = {"c", "k", "p"};
        break;
    case FunctionFamily::Both:
        names = {"c", "k", "m", "p"};
        break;
    case FunctionFamily::Pieces:
        for (std::size_t j = 0; j < f.constants.size(); ++j)
            names.push_back(fmt::format("c{}", j));
        for (std::size_t j = 0; j + 1 < f.ends.size(); ++j)
            names.push_back(fmt::format("end{}", j));
        break;
    case FunctionFamily::RowLinear:
        for (std::size_t j = 0; j < f.constants.size(); ++j)
            names.push_back(fmt::format("c{}", j));
        names.push_back("last");
        break;
    case FunctionFamily::Narrow:
        if (f.bases)
            for (const std::string& name : numbersOf(*f.bases))
                names.push_back("base_" + name);
        else if (f.type != graph::StoredType::I32)
            names = {"base"};
        break;
    }
    for (std::size_t e = 0; e < f.exceptions.size(); ++e) {
        names.push_back(fmt::format("at{}", e));
        names.push_back(fmt::format("is{}", e));
    }
    return names;
}

// body(argument, function) for what is read of an array: its elements, and where they have them their stored bases.
template <class Body>
void forStored(std::size_t branch, const KernelArray& array, const Body& body)
{
    if (array.function.family != FunctionFamily::Narrow)
        return;
    body(argumentOf(branch, array.name), array.function);
    if (array.function.bases && array.function.bases->family == FunctionFamily::Narrow)
        body(argumentOf(branch, array.name + "_bases"), *array.function.bases);
}

const char* typeOf(graph::StoredType type)
{
    return type == graph::StoredType::U8 ? "unsigned char" : type == graph::StoredType::U16 ? "unsigned short" : "int";
}

// How the source writes what the host knows of a graph: as arguments, or as literals of this one matrix.
class HostText {
public:
    explicit HostText(const GraphLayout* literals) : m_literals(literals) {}

    std::string number(const std::string& argument) const
    {
        if (!m_literals)
            return "args." + argument;
        return std::to_string(static_cast<std::int32_t>(m_literals->numbers.at(argument)));
    }
    // What the argument points to. Arrays are one block of memory, so that literals need its address alone.
    std::string array(const std::string& type, const std::string& argument) const
    {
        const std::uint64_t begin = m_literals ? m_literals->begins.at(argument) : 0;
        if (begin == 0)
            return fmt::format("static_cast<const {}*>(args.{})", type,
                               m_literals ? argumentOf(0, "values") : argument);
        return fmt::format("reinterpret_cast<const {}*>(static_cast<const char*>(args.{}) + {}ll)", type,
                           argumentOf(0, "values"), begin);
    }

private:
    const GraphLayout* m_literals;
};

std::string elementText(const ArrayFunction& f, const std::string& argument, const std::string& stored,
                        const std::string& index, const HostText& host);

// What is added to the stored elements of a narrow array, those of BMTB b.
std::string baseText(const ArrayFunction& f, const std::string& argument, const HostText& host)
{
    if (f.bases)
        return " + (" + elementText(*f.bases, argument + "_base", argument + "_bases", "b", host) + ")";
    return f.type == graph::StoredType::I32 ? std::string() : fmt::format(" + {}", host.number(argument + "_base"));
}

// Element `index` of a function whose arguments begin with this name; that of `row`, where it asks for one.
std::string elementText(const ArrayFunction& f, const std::string& argument, const std::string& stored,
                        const std::string& index, const HostText& host)
{
    const auto number = [&](const std::string& name) { return host.number(argument + "_" + name); };
    // Sums wrap around in 32 bits, which unsigned numbers may.
    const auto wrapped = [&](const std::string& name) { return fmt::format("unsigned({})", number(name)); };
    const std::string turn = fmt::format("unsigned({})", index);
    const auto period = [&] { return wrapped("p"); };
    std::string text;
    switch (f.family) {
    case FunctionFamily::Constant:
        text = number("c");
        break;
    case FunctionFamily::Linear:
        text = fmt::format("int({} + {} * {})", wrapped("c"), wrapped("k"), turn);
        break;
    case FunctionFamily::Step:
        text = fmt::format("int({} + {} * ({} / {}))", wrapped("c"), wrapped("m"), turn, period());
        break;
    case FunctionFamily::Periodic:
        text = fmt::format("int({} + {} * ({} % {}))", wrapped("c"), wrapped("k"), turn, period());
        break;
    case FunctionFamily::Both:
        text = fmt::format("int({0} + {1} * ({2} % {3}) + {4} * ({2} / {3}))", wrapped("c"), wrapped("k"), turn,
                           period(), wrapped("m"));
        break;
    case FunctionFamily::Pieces:
        for (std::size_t j = 0; j + 1 < f.ends.size(); ++j)
            text +=
                fmt::format("{} < {} ? {} : ", index, number(fmt::format("end{}", j)), number(fmt::format("c{}", j)));
        text += number(fmt::format("c{}", f.constants.size() - 1));
        break;
    case FunctionFamily::RowLinear: // the index is known where the kernel is compiled
        for (std::size_t j = 0; j + 1 < f.constants.size(); ++j)
            text += fmt::format("{} == {} ? {} : ", index, j, number(fmt::format("c{}", j)));
        text = fmt::format("columnOn(row, {}{}, {})", text, number(fmt::format("c{}", f.constants.size() - 1)),
                           number("last"));
        break;
    case FunctionFamily::Narrow:
        text = fmt::format("{}[{}]", host.array(typeOf(f.type), stored), index) + baseText(f, argument, host);
        break;
    }
    std::string exceptions;
    for (std::size_t e = 0; e < f.exceptions.size(); ++e)
        exceptions +=
            fmt::format("{} == {} ? {} : ", index, number(fmt::format("at{}", e)), number(fmt::format("is{}", e)));
    return f.family == FunctionFamily::Narrow || exceptions.empty() ? exceptions + text : "(" + exceptions + text + ")";
}

const char* sumType(DataType dtype)
{
    return dtype == DataType::Float64 ? "double" : "float";
}

// What is read of the type, as it is multiplied.
std::string factorText(DataType dtype, const std::string& read)
{
    return dtype == DataType::Float64 ? read : "toFloat(" + read + ")";
}

// What reads the columns and values of places that are read at once.
std::string readText(const KernelBranch& branch, std::size_t number, DataType dtype, const HostText& host)
{
    const auto columns = std::find_if(branch.arrays.begin(), branch.arrays.end(),
                                      [](const KernelArray& array) { return array.name == "col_indices"; });
    const ArrayFunction& f = columns->function;
    const std::string argument = argumentOf(number, columns->name);
    const bool byRow = f.family == FunctionFamily::RowLinear;
    std::string load, column = byRow ? "col_indices(k + i, row)" : "col_indices(place + i, b)";
    if (f.family == FunctionFamily::Narrow) {
        load = fmt::format("        const auto cols = loadTogether<N>({} + place);\n",
                           host.array(typeOf(f.type), argument));
        column = "cols.elements[i]" + baseText(f, argument, host);
    }
    return fmt::format("    template <int N>\n"
                       "    __device__ __forceinline__ void read(int place, {}, int (&col)[N], {} (&scale)[N]) const\n"
                       "    {{\n"
                       "        const auto values = loadTogether<N>({} + place);\n"
                       "{}"
                       "#pragma unroll\n"
                       "        for (int i = 0; i < N; ++i) {{\n"
                       "            col[i] = {};\n"
                       "            scale[i] = {};\n"
                       "        }}\n"
                       "    }}\n",
                       byRow ? "int k, int row" : "int b", sumType(dtype),
                       host.array(scalarType(dtype), argumentOf(number, "values")), load, column,
                       factorText(dtype, "values.elements[i]"));
}

// The struct that names what a branch reads.
std::string structText(const KernelBranch& branch, std::size_t number, DataType dtype, const HostText& host)
{
    const char* const type = scalarType(dtype);
    const bool added = branch.has("row_slots");
    std::string text = fmt::format("// Branch {0}: {1}. Arrays as functions of their index; b is the BMTB.\n"
                                   "struct Branch{0} {{\n"
                                   "    static constexpr bool paddedRows = {2}, added = {3};\n"
                                   "    static constexpr int gathers = {4}; // of x, at once\n"
                                   "    const Arguments& args;\n",
                                   number, graph::text(branch.reductions), branch.paddedRows, added,
                                   branch.gathers > 0 ? std::to_string(branch.gathers) : "::gathers");
    if (branch.diagonals > 0)
        text += fmt::format("    static constexpr int diagonals = {}; // places of each row\n", branch.diagonals);
    if (branch.xShared)
        text += fmt::format("    const {}* stripe; // of x, in shared memory\n"
                            "    int firstCol;       // of it\n",
                            type);
    const auto member = [&](const std::string& returned, const std::string& head, const std::string& value) {
        text += fmt::format("    __device__ __forceinline__ {} {} const\n    {{\n        return {};\n    }}\n",
                            returned, head, value);
    };
    for (const KernelArray& array : branch.arrays) {
        const bool based = array.function.bases != nullptr;
        const bool byRow = array.function.family == FunctionFamily::RowLinear;
        const bool named = array.name == "bmt_rows" || array.name == "bmw_rows" || array.name == "origin_rows" ||
                           array.name == "row_results" || array.name == "col_indices"; // whoever asks knows the BMTB
        text += fmt::format("    // {}: {}\n", array.name, graph::sourceKey(array.function));
        member("int",
               fmt::format("{}(int i{})", array.name,
                           byRow   ? ", int row"
                           : based ? ", int b"
                           : named ? ", int"
                                   : ""),
               elementText(array.function, argumentOf(number, array.name), argumentOf(number, array.name), "i", host));
    }
    if (branch.interleave > 1 || branch.diagonals > 0)
        text += readText(branch, number, dtype, host);
    const std::string value = host.array(type, argumentOf(number, "values")) + "[place]";
    member(sumType(dtype), "value(int place)", factorText(dtype, value));
    member(sumType(dtype), "x(int col)",
           branch.xShared ? factorText(dtype, "stripe[col - firstCol]")
                          : fmt::format("gatherOne(static_cast<const {}*>(args.B) + col)", type));
    return text + "};\n\n";
}

// Branches that are cases of one launch.
struct Launch {
    std::size_t first = 0, end = 0;
    int threads = 128;
    int blocks = 0; // an SM, at least, for the registers
    std::int64_t firstTask = 0, tasks = 0, sharedBytes = 0;
};

std::vector<Launch> launchesOf(const Packed& packed)
{
    std::vector<Launch> launches;
    std::int64_t tasks = 0;
    for (std::size_t i = 0; i < packed.graph->branches.size(); ++i) {
        const KernelBranch& branch = packed.graph->branches[i];
        if (launches.empty() || launches.back().threads != branch.threads)
            launches.push_back({i, i, branch.threads, 0, tasks, 0, 0});
        Launch& launch = launches.back();
        launch.end = i + 1;
        launch.blocks = std::max(launch.blocks, branch.blocks);
        launch.tasks += branch.bmtbs;
        launch.sharedBytes = std::max(launch.sharedBytes, branch.sharedBytes(packed.op.dtype));
        tasks += branch.bmtbs;
    }
    return launches;
}

std::string headerOf(const Packed& packed, const std::vector<Launch>& launches, bool literals)
{
    const OperatorDefinition& op = packed.op.definition();
    std::string text =
        fmt::format("// {}  {}  in {}, summed in {}. Generated by Sparsescope from a graph "
                    "(AlphaSparse).\n"
                    "//\n"
                    "// A thread block takes a BMTB. {}. The branches:\n",
                    op.label, op.formula, longName(packed.op.dtype),
                    longName(packed.op.inFloat64() ? DataType::Float64 : DataType::Float32),
                    literals ? "Numbers are those of one matrix"
                             : "Numbers of the matrix are arguments, so that matrices share this source\n// that have "
                               "the same nodes and arrays of the same kinds");
    for (const Launch& launch : launches)
        for (std::size_t i = launch.first; i < launch.end; ++i)
            text += fmt::format("//   {}: {} threads; {}\n", i, launch.threads,
                                graph::text(packed.graph->branches[i].reductions));
    text += fmt::format(
        "//\n// {} Blocks behind those of the tasks zero rows without\n// non-zeros. Compiled with "
        "-D{}=1, every block records its life.\n\n",
        packed.graph->keepsResults()
            ? "Results of rows with several writers are kept in a scratch, and the last writer adds them,\n// "
              "always in the same order."
        : !packed.addsRows() ? "Each row has one writer, which stores it."
        : narrow(packed.op.dtype)
            ? "Rows with several writers are added in a float32 scratch, which\n// convertAddedRows "
              "rounds into C."
            : "Rows with several writers are added to, and zeroed before by zeroAddedRows.",
        clocksMacro);
    return text;
}

} // namespace

// A kernel of some microseconds feels each 64 bytes of its arguments that it reads, so what is read together stands
// together, and what few blocks read stands last.
std::vector<ArgumentField> graphFields(const Packed& packed)
{
    std::vector<ArgumentField> fields = {
        {"const void*", "B", "the vector x: a value for each column of the matrix"},
        {"void*", "C", "the vector y: a value for each row of the matrix"},
    };
    std::vector<ArgumentField> numbers = {
        {"int", "taskCount", "blocks of the first launch; those behind them zero rows"}};
    for (std::size_t i = 0; i < packed.graph->branches.size(); ++i) {
        const KernelBranch& branch = packed.graph->branches[i];
        fields.push_back({"const void*", argumentOf(i, "values"), fmt::format("branch {}, a value for each place", i)});
        numbers.push_back({"int", argumentOf(i, "bmtbs"), fmt::format("branch {}, thread blocks", i)});
        for (const KernelArray& array : branch.arrays) {
            forStored(i, array, [&](const std::string& argument, const ArrayFunction& f) {
                fields.push_back({"const void*", argument, graph::sourceKey(f)});
            });
            for (const std::string& number : numbersOf(array.function))
                numbers.push_back({"int", argumentOf(i, array.name + "_" + number), "of " + array.name});
        }
    }
    fields.insert(fields.end(), numbers.begin(), numbers.end());
    for (std::size_t i = 0; i < launchesOf(packed).size(); ++i)
        fields.push_back({"int", firstTaskOf(i), "tasks before those of the launch"});
    fields.push_back({"float*", "scratch", "rows that several write: sums of 16 bits, or each result in its type"});
    if (packed.graph->keepsResults()) {
        fields.push_back({"const int*", "resultOffsets", "of each such row, where its results begin"});
        fields.push_back({"int*", "counters", "of each, results that are there; zero before and after"});
    }
    fields.push_back({"long long", "ldC", "1"});
    fields.push_back({"struct BlockClock*", "clocks", "one a block"});
    fields.push_back({"const int*", "emptyRows", "rows of C without non-zeros"});
    fields.push_back({"long long", "emptyCount", "how many"});
    return fields;
}

GraphLayout graphLayout(const Packed& packed)
{
    GraphLayout layout;
    const auto store = [&](const std::string& argument, const std::vector<std::uint8_t>& bytes) {
        layout.begins[argument] = layout.bytes;
        layout.bytes += (bytes.size() + 15) / 16 * 16;
    };
    for (std::size_t i = 0; i < packed.graph->branches.size(); ++i) {
        const KernelBranch& branch = packed.graph->branches[i];
        layout.values.push_back(layout.bytes);
        store(argumentOf(i, "values"), branch.values);
        layout.numbers[argumentOf(i, "bmtbs")] = static_cast<std::uint64_t>(branch.bmtbs);
        for (const KernelArray& array : branch.arrays) {
            forStored(i, array,
                      [&](const std::string& argument, const ArrayFunction& f) { store(argument, f.stored); });
            const std::vector<std::string> names = numbersOf(array.function);
            const std::vector<std::int32_t> numbers = graph::arguments(array.function);
            for (std::size_t n = 0; n < names.size(); ++n)
                layout.numbers[argumentOf(i, array.name + "_" + names[n])] =
                    static_cast<std::uint64_t>(std::int64_t{numbers[n]});
        }
    }
    const std::vector<Launch> launches = launchesOf(packed);
    for (std::size_t i = 0; i < launches.size(); ++i)
        layout.numbers[firstTaskOf(i)] = static_cast<std::uint64_t>(launches[i].firstTask);
    layout.numbers["taskCount"] = static_cast<std::uint64_t>(launches.front().tasks);
    return layout;
}

std::vector<std::uint8_t> graphBytes(const Packed& packed, const GraphLayout& layout)
{
    std::vector<std::uint8_t> all(layout.bytes);
    const auto store = [&](const std::string& argument, const std::vector<std::uint8_t>& bytes) {
        std::copy(bytes.begin(), bytes.end(), all.begin() + static_cast<std::ptrdiff_t>(layout.begins.at(argument)));
    };
    for (std::size_t i = 0; i < packed.graph->branches.size(); ++i) {
        store(argumentOf(i, "values"), packed.graph->branches[i].values);
        for (const KernelArray& array : packed.graph->branches[i].arrays)
            forStored(i, array,
                      [&](const std::string& argument, const ArrayFunction& f) { store(argument, f.stored); });
    }
    return all;
}

GeneratedSource generateGraph(const Packed& packed, const KernelParameters& parameters)
{
    const std::size_t bytes = argumentBytes(graphFields(packed));
    if (bytes > mostArgumentBytes)
        failUsage(
            fmt::format("the arguments of the graph's kernel take {} bytes, more than {}: it has too many branches",
                        bytes, mostArgumentBytes));
    for (const KernelBranch& branch : packed.graph->branches)
        if (const std::int64_t shared = branch.sharedBytes(packed.op.dtype); shared > graph::mostSharedBytes)
            failUsage(fmt::format("a branch takes {} bytes of shared memory for partials and a part of x, more than {}",
                                  shared, graph::mostSharedBytes));
    const std::vector<Launch> launches = launchesOf(packed);
    const std::string type = scalarType(packed.op.dtype);
    GeneratedSource source;
    source.zeroes = packed.addsRows() && !narrow(packed.op.dtype);
    source.converts = packed.addsRows() && narrow(packed.op.dtype);
    SourceLines lines;
    const GraphLayout layout = graphLayout(packed);
    const HostText host(parameters.literals ? &layout : nullptr);
    lines.add(headerOf(packed, launches, parameters.literals));
    KernelParameters first = parameters;
    first.threads = launches.front().threads;
    lines.add(parameterText(first));
    lines.add(argumentText(graphFields(packed)));
    for (const char* file : {"common.cuh", "spmv.cuh", "empty_rows.cuh"})
        lines.add(filledTemplate(file) + "\n");
    if (source.zeroes)
        lines.add(filledTemplate(packed.op.inFloat64() ? "zeroed_doubles.cuh" : "zeroed_rows.cuh") + "\n");
    if (source.converts)
        lines.add(filledTemplate("converted_rows.cuh", {{"TYPE", type}}) + "\n");
    lines.add(filledTemplate("graph.cuh") + "\n");
    if (packed.graph->keepsResults())
        lines.add(filledTemplate("graph_kept.cuh") + "\n");
    for (std::size_t i = 0; i < packed.graph->branches.size(); ++i)
        lines.add(structText(packed.graph->branches[i], i, packed.op.dtype, host));

    for (const Launch& launch : launches) {
        const bool alone = launches.size() == 1;
        const std::string entry = alone ? "graphSpmv" : fmt::format("graphSpmv{}", source.launches.size());
        std::string kernel = filledTemplate(
            "graph_kernel.cuh", {{"TITLE", alone ? std::string("A block for each BMTB.")
                                                 : fmt::format("Branches {} to {}, of {} threads.", launch.first,
                                                               launch.end - 1, launch.threads)},
                                 {"BOUNDS", launch.blocks > 0 ? fmt::format("{}, {}", launch.threads, launch.blocks)
                                                              : std::to_string(launch.threads)},
                                 {"ENTRY", entry},
                                 {"THREADS", std::to_string(launch.threads)},
                                 {"TYPE", type},
                                 {"FIRST", host.number(firstTaskOf(source.launches.size()))},
                                 {"CLOCKS", clocksMacro}});
        fillLine(kernel, "$EMPTY$;",
                 source.launches.empty() ? fmt::format("    if (blockIdx.x >= {}) {{\n"
                                                       "        zeroRows<{}, 1>(args);\n"
                                                       "        return;\n"
                                                       "    }}\n",
                                                       host.number("taskCount"), type)
                                         : std::string());
        const std::string mark = "    $BRANCHES$\n";
        const std::size_t cut = kernel.find(mark);
        lines.add(kernel.substr(0, cut));
        for (std::size_t i = launch.first; i < launch.end; ++i) {
            const int begin = lines.next();
            if (i == launch.first)
                lines.add(fmt::format("    if (b < {}) {{\n", host.number(argumentOf(i, "bmtbs"))));
            else
                lines.add(fmt::format("    }} else if ((b -= {}) < {}) {{\n", host.number(argumentOf(i - 1, "bmtbs")),
                                      host.number(argumentOf(i, "bmtbs"))));
            for (const NodeText& line : branchText(packed.graph->branches[i], i, packed.op.dtype)) {
                source.nodes.push_back({lines.next(), static_cast<int>(i), line.node});
                lines.add(line.text);
            }
            const KernelBranch& branch = packed.graph->branches[i];
            const TaskKind kind = packed.kinds[at(packed.tiles[at(branch.firstTile)].kind)];
            source.links.push_back({kind, begin, begin, lines.next() - 1, branch.level});
        }
        lines.add("    }\n");
        lines.add(kernel.substr(cut + mark.size()));
        source.launches.push_back({entry, launch.threads, launch.tasks, launch.sharedBytes});
    }
    source.entry = source.launches.front().entry;
    source.threads = source.launches.front().threads;
    source.text = lines.text();
    return source;
}

} // namespace sparsescope
