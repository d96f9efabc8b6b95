// Steps that say who runs the iterations of a loop, and how: thread blocks, threads, one behind the other, all at once.
#include "engine/core/error.h"
#include "engine/ir/mma.h"
#include "engine/ir/steps/memory.h"
#include "engine/ir/steps/threads.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace sparsescope::ir {

namespace {

constexpr std::int64_t mostUnrolled = 64;
constexpr std::int64_t mostThreads = 1024;

// Loops in and around a loop that have that mark.
void requireOnce(const Program& program, const std::string& iteration)
{
    const std::function<void(const Body&, std::vector<Mark>, std::int64_t)> check = [&](const Body& body,
                                                                                        const std::vector<Mark>& around,
                                                                                        std::int64_t threads) {
        for (const NodePtr& node : body) {
            std::vector<Mark> now = around;
            std::int64_t inside = threads;
            if (const auto* loop = std::get_if<For>(&node->what);
                loop && loop->mark != Mark::None && loop->mark != Mark::Unroll && loop->mark != Mark::Vector) {
                if (std::find(now.begin(), now.end(), loop->mark) != now.end())
                    failInput(fmt::format("{} would stand in a loop that is {} already", loop->name, word(loop->mark)));
                now.push_back(loop->mark);
                if (isThread(loop->mark)) {
                    if (loop->extent->kind != ExprKind::Integer || loop->extent->value < 1 ||
                        loop->extent->value > mostThreads)
                        failInput(fmt::format("{} is {}, and has not from 1 to {} iterations", loop->name,
                                              word(loop->mark), mostThreads));
                    inside *= loop->extent->value;
                }
                if (inside > mostThreads)
                    failInput(fmt::format("a block would have {} threads, and {} are the most", inside, mostThreads));
            }
            for (const Body* inner : bodiesOf(*node))
                check(*inner, now, inside);
        }
    };
    for (const NodePtr& node : program.body)
        if (belongs(*node, iteration))
            check({node}, {}, 1);
}

Program marked(const Program& program, const Step& step, const std::string& name, Mark mark,
               const std::function<void(const For&)>& require)
{
    requireStage(program, step, 2, 3);
    Program result = changedNests(
        program, step,
        [&](Program& made, const NodePtr& node, const Known&) -> std::optional<Body> {
            const auto* loop = std::get_if<For>(&node->what);
            if (!loop || loop->name != name)
                return std::nullopt;
            if (loop->mark != Mark::None)
                failInput(fmt::format("{} is {} already", name, word(loop->mark)));
            require(*loop);
            For copy = *loop;
            copy.mark = mark;
            return Body{makeNode(made, std::move(copy), *node)};
        },
        noLoop(name));
    requireOnce(result, step.iteration);
    return result;
}

Program bind(const Program& program, const Step& step, const ScheduleContext&)
{
    requireStage(program, step, 2, 2);
    const std::vector<std::string> arguments = words(step.arguments);
    Mark mark = Mark::None;
    for (const Mark one : {Mark::BlockX, Mark::BlockY, Mark::ThreadX, Mark::ThreadY, Mark::ThreadZ})
        mark = arguments.size() == 2 && arguments[1] == word(one) ? one : mark;
    if (mark == Mark::None)
        failInput("it takes a loop, and blockIdx.x, blockIdx.y, threadIdx.x, threadIdx.y or threadIdx.z");
    return marked(program, step, arguments[0], mark, [&](const For& loop) {
        requireAnyOrder(program, loop);
        if ((mark == Mark::BlockX) != isTileLoop(loop))
            failInput(isTileLoop(loop) ? fmt::format("{} goes through tiles, which are blockIdx.x", loop.name)
                                       : fmt::format("{} does not go through tiles, which blockIdx.x is", loop.name));
        if (mark == Mark::BlockX)
            return;
        if (mark == Mark::BlockY) {
            bool loads = false;
            forEachExpr(loop.extent, [&](const Expr& part) { loads = loads || part.kind == ExprKind::Load; });
            if (loads) // a sum over the dense axis is added up by the last of the blocks
                failInput(fmt::format("{} is no part of the dense loop", loop.name));
            return;
        }
        if (loop.extent->kind != ExprKind::Integer)
            failInput(fmt::format("how far {} goes is no constant; split it first", loop.name));
        if (loop.extent->value > mostThreads)
            failInput(fmt::format("{} has {} iterations, and a block at most {} threads", loop.name, loop.extent->value,
                                  mostThreads));
        if (loop.kind == LoopKind::Reduced && !std::has_single_bit(static_cast<std::uint64_t>(loop.extent->value)))
            failInput(fmt::format("{} is summed across threads, whose number is a power of two, not {}", loop.name,
                                  loop.extent->value));
    });
}

void requireShort(const For& loop)
{
    if (loop.extent->kind != ExprKind::Integer)
        failInput(fmt::format("how far {} goes is no constant; split it first", loop.name));
    if (loop.extent->value > mostUnrolled)
        failInput(
            fmt::format("{} has {} iterations, and {} are the most", loop.name, loop.extent->value, mostUnrolled));
}

Program unroll(const Program& program, const Step& step, const ScheduleContext&)
{
    return marked(program, step, onlyWord(step, "a loop"), Mark::Unroll, requireShort);
}

std::int64_t bytesOf(Type type)
{
    switch (type) {
    case Type::Float16:
    case Type::BFloat16:
        return 2;
    case Type::TFloat32:
    case Type::Float32:
    case Type::Int32:
        return 4;
    case Type::Float64:
    case Type::Int64:
        break;
    }
    return 8;
}

Program vectorize(const Program& program, const Step& step, const ScheduleContext& context)
{
    requireStage(program, step, 3, 3);
    return marked(program, step, onlyWord(step, "a loop"), Mark::Vector, [&](const For& loop) {
        requireShort(loop);
        requireAnyOrder(program, loop);
        const std::int64_t length = loop.extent->value;
        const auto require = [&](const std::string& array, const ExprPtr& offset) {
            const Array* found = program.array(array);
            const auto stride = strideOf(offset, loop.name);
            if (!found || !stride || (*stride != 0 && *stride != 1))
                failInput(fmt::format("{} is not read or written one after another, nor always in one place", array));
            if (isFragment(found->scope))
                failInput(fmt::format("{} is a warp's fragment", array));
            if (*stride == 0 || found->scope == Scope::Local) // registers
                return;
            const std::int64_t bytes = length * bytesOf(found->type);
            if (bytes != 4 && bytes != 8 && bytes != 16)
                failInput(fmt::format("{} of {} are {} bytes, not 4, 8 or 16", length, array, bytes));
            if (!isMultiple(simplified(substituted(offset, {{loop.name, integer(0)}})), length, context.multiples))
                failInput(
                    fmt::format("where the {} of {} begin is not known to be a multiple of {}", length, array, length));
        };
        forEachNode(loop.body, [&](const Node& node) {
            if (std::holds_alternative<For>(node.what))
                failInput(fmt::format("{} is not the innermost loop", loop.name));
            if (std::holds_alternative<Call>(node.what))
                failInput(fmt::format("in {} stands an intrinsic", loop.name));
            if (const auto* store = std::get_if<Store>(&node.what))
                require(store->target, store->indices[0]);
            for (const ExprPtr& expr : expressionsOf(node))
                forEachExpr(expr, [&](const Expr& part) {
                    if (part.kind == ExprKind::Load)
                        require(part.name, part.operands[0]);
                });
        });
    });
}

} // namespace

StepKind bindStep()
{
    return {{"bind", "LOOP THREAD", "gives the iterations to thread blocks or threads"},
            bind,
            [](const Program& program, const ScheduleContext&) {
                return forLoops(program, [](const LoopOf& loop) {
                    std::vector<std::string> all;
                    for (const Mark mark : {Mark::BlockX, Mark::BlockY, Mark::ThreadX, Mark::ThreadY, Mark::ThreadZ})
                        all.push_back(fmt::format("bind {} {}", loop.name, word(mark)));
                    return all;
                });
            }};
}

StepKind unrollStep()
{
    return {{"unroll", "LOOP", "writes out all iterations one behind the other"},
            unroll,
            [](const Program& program, const ScheduleContext&) {
                return forLoops(program,
                                [](const LoopOf& loop) { return std::vector{fmt::format("unroll {}", loop.name)}; });
            }};
}

StepKind vectorizeStep()
{
    return {{"vectorize", "LOOP", "reads and writes what the iterations need at once"},
            vectorize,
            [](const Program& program, const ScheduleContext&) {
                return forLoops(program,
                                [](const LoopOf& loop) { return std::vector{fmt::format("vectorize {}", loop.name)}; });
            }};
}

} // namespace sparsescope::ir
