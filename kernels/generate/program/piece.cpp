// Prints a format's nests of a program, statement by statement.
#include "kernels/generate/program/piece.h"

#include "engine/core/error.h"
#include "engine/ir/lower.h"
#include "kernels/generate/pieces.h"
#include "kernels/generate/program/nest_printer.h"
#include "kernels/generate/program/prepared.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

using namespace ir;

namespace {

constexpr std::int64_t mostShared = 48 * 1024;

struct NestOf {
    const Program& program;
    const PlanPart& part;
    const Format& format;
    const PieceRequest& request;
};

bool hasThreads(const Body& body)
{
    bool found = false;
    forEachNode(body, [&](const Node& node) {
        const auto* loop = std::get_if<For>(&node.what);
        found = found || (loop && isThread(loop->mark));
    });
    return found;
}

// Branches that each have threads of their own.
const If* parted(const Body& nest)
{
    const auto* branch = nest.size() == 1 ? std::get_if<If>(&nest[0]->what) : nullptr;
    return branch && !branch->otherwise.empty() && hasThreads(branch->then) && hasThreads(branch->otherwise) ? branch
                                                                                                             : nullptr;
}

// A nest, or its branches one behind the other.
void printNest(const NestOf& of, const Body& nest, std::int64_t sharedBegin, std::int64_t& sharedBytes,
               std::string& text, std::vector<std::pair<int, int>>& nodes)
{
    const auto printOne = [&](const Body& one) {
        NestPrinter printer(of.program, of.part, of.format, of.request, one);
        printer.print(sharedBegin, text, nodes);
        sharedBytes = std::max(sharedBytes, printer.sharedBytes());
    };
    const Body* rest = &nest;
    std::string before;
    for (const If* branch = parted(*rest); branch; branch = parted(*rest)) {
        const DeviceMemory memory(of.program, of.part, of.format,
                                  {std::make_shared<const Node>(Node{0, {}, If{branch->condition, {}, {}}})},
                                  of.request);
        if (before.empty())
            text += "    {\n" + memory.declarations(sharedBegin);
        nodes.emplace_back(static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1, (*rest)[0]->id);
        text += fmt::format("    {}if ({}) {{\n", before,
                            DeviceExpressions(memory, of.part, of.request.op).condition(branch->condition));
        printOne(branch->then);
        before = "} else ";
        rest = &branch->otherwise;
    }
    if (before.empty()) {
        printOne(*rest);
        return;
    }
    text += "    } else {\n";
    printOne(*rest);
    text += "    }\n    }\n";
}

// The loop over a part's tiles.
const For* tilesOf(const Node& node, const PlanPart& part)
{
    const auto* loop = std::get_if<For>(&node.what);
    if (!loop || !same(loop->extent, named(part.count)))
        return nullptr;
    bool before = false;
    forEachNode(loop->body, [&](const Node& inner) {
        const auto* block = std::get_if<Block>(&inner.what);
        before = before || (block && block->preprocess);
    });
    return before ? nullptr : loop;
}

} // namespace

PrintedPiece printPiece(const Program& program, const std::vector<PlanPart>& parts, const Format& format,
                        const PieceRequest& request, const std::string& name)
{
    if (program.stage != 3)
        failInput("the program is not lowered to stage 3");
    PrintedPiece piece;
    std::string body;
    std::vector<std::pair<int, int>> nodes;
    std::int64_t shared = 0;
    for (const PlanPart& part : parts) {
        std::vector<Body> nests;
        for (const NodePtr& node : program.body)
            if (const For* loop = tilesOf(*node, part)) {
                if (loop->mark != Mark::BlockX)
                    failInput(fmt::format("{}, the loop over the tiles {}, is not bound to blockIdx.x", loop->name,
                                          format.label()));
                nests.push_back(prepared(loop->body));
            }
        if (nests.empty())
            failInput(fmt::format("no iteration goes through the tiles {}", format.label()));
        for (const Body& nest : nests) {
            std::int64_t needed = 0;
            printNest({program, part, format, request}, nest, shared, needed, body, nodes);
            shared += needed;
        }
    }
    if (shared > mostShared)
        failInput(
            fmt::format("{} takes {} bytes of shared memory, and a block has {}", format.label(), shared, mostShared));
    piece.text = fmt::format("template <Sums How>\n"
                             "struct {} {{\n"
                             "    using T = {};\n"
                             "    static constexpr int sharedBytes = {};\n\n"
                             "    template <class Tile>\n"
                             "    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, "
                             "int part, unsigned char* shared)\n"
                             "    {{\n",
                             name, scalarType(request.op.dtype), shared);
    const int first = static_cast<int>(std::count(piece.text.begin(), piece.text.end(), '\n'));
    for (const auto& [line, id] : nodes)
        piece.nodes.emplace_back(first + line, id);
    for (std::size_t begin = 0; begin < body.size();) { // in the function
        const std::size_t end = body.find('\n', begin) + 1;
        const std::string one = body.substr(begin, end - begin);
        piece.text += (one.starts_with('#') ? "" : "    ") + one;
        begin = end;
    }
    piece.text += "    }\n};\n";
    return piece;
}

} // namespace sparsescope
