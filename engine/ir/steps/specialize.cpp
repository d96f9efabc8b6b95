// The step specialize: branches of a nest for ranges of a number that is known when it runs, each scheduled alone.
#include "engine/core/error.h"
#include "engine/ir/steps/memory.h"
#include "engine/ir/steps/threads.h"
#include "engine/ir/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::ir {

namespace {

constexpr std::size_t mostLimits = 7;
constexpr std::int64_t mostLimit = 1 << 30;

// A param, or a value of the tiles that the loop goes through: these bear the suffix of the param that counts them.
bool isKnownIn(const Program& program, const For& tiles, const std::string& name)
{
    const auto has = [&](const std::vector<std::string>& all) {
        return std::find(all.begin(), all.end(), name) != all.end();
    };
    if (has(program.params))
        return true;
    bool used = false;
    forEachNode(tiles.body, [&](const Node& node) {
        for (const ExprPtr& expr : expressionsOf(node))
            used = used || mentions(expr, name);
    });
    return has(program.tiles) && (used || name.ends_with(tiles.extent->name.substr(std::string("tiles").size())));
}

// Are all of its names?
bool isKnownIn(const Program& program, const For& tiles, const ExprPtr& expr)
{
    bool known = true;
    forEachExpr(expr, [&](const Expr& part) {
        known = known && (part.kind != ExprKind::Name || isKnownIn(program, tiles, part.name));
    });
    return known;
}

void requireNumber(const Program& program, const ExprPtr& expr)
{
    bool varies = false;
    forEachExpr(expr, [&](const Expr& part) {
        const auto has = [&](const std::vector<std::string>& all) {
            return std::find(all.begin(), all.end(), part.name) != all.end();
        };
        if (part.kind == ExprKind::Name && !has(program.params) && !has(program.tiles))
            failInput(fmt::format("{} is neither a param nor a tile value", part.name));
        if (part.kind == ExprKind::Load || part.kind > ExprKind::Select)
            failInput(fmt::format("{} is not made of params, tile values and numbers", print(expr, 2)));
        varies = varies || part.kind == ExprKind::Name;
    });
    if (!varies)
        failInput(fmt::format("{} is always the same", print(expr, 2)));
}

bool isPreprocess(const For& loop)
{
    bool found = false;
    forEachNode(loop.body, [&](const Node& node) {
        const auto* block = std::get_if<Block>(&node.what);
        found = found || (block && block->preprocess);
    });
    return found;
}

std::size_t usesOf(const std::string& buffer, const Body& body)
{
    std::size_t count = 0;
    forEachNode(body, [&](const Node& node) {
        const auto* store = std::get_if<Store>(&node.what);
        count += store && store->target == buffer ? 1 : 0;
        for (const ExprPtr& expr : expressionsOf(node))
            forEachExpr(expr, [&](const Expr& part) { count += part.name == buffer ? 1 : 0; });
    });
    return count;
}

// The buffers that steps made for a nest alone.
std::vector<Buffer> memoriesOf(const Program& program, const For& loop)
{
    std::vector<Buffer> all;
    for (const Buffer& buffer : program.buffers)
        if (const std::size_t uses = usesOf(buffer.name, loop.body);
            uses > 0 && isMemory(program, buffer) && uses == usesOf(buffer.name, program.body))
            all.push_back(buffer);
    return all;
}

// A body of its own: its blocks, and its memories, bear the suffix.
Body branchOf(Program& program, const Body& body, const std::vector<Buffer>& memories, const std::string& suffix)
{
    std::map<std::string, std::string> names;
    for (const Buffer& buffer : memories) {
        Buffer own = buffer;
        own.name += suffix;
        own.axes.clear();
        for (const std::string& axis : buffer.axes) {
            Axis copy = *program.axis(axis);
            copy.name = own.name + axis.substr(buffer.name.size());
            own.axes.push_back(copy.name);
            program.axes.push_back(std::move(copy));
        }
        names[buffer.name] = own.name;
        const auto domain = std::find_if(program.domains.begin(), program.domains.end(),
                                         [&](const Domain& one) { return one.buffer == buffer.name; });
        if (domain != program.domains.end())
            program.domains.push_back({own.name, domain->begin, domain->end});
        program.buffers.push_back(std::move(own));
    }
    const Body renamed = withExpressions(program, body, [&](const ExprPtr& expr) {
        return rewritten(expr, [&](const ExprPtr& part) -> ExprPtr {
            const auto found = part->kind != ExprKind::Name ? names.find(part->name) : names.end();
            return found != names.end() ? made(part->kind, part->operands, found->second) : nullptr;
        });
    });
    const std::function<Body(const Body&)> marked = [&](const Body& all) {
        Body now;
        for (const NodePtr& node : all) {
            Node copy = *node;
            if (auto* store = std::get_if<Store>(&copy.what); store && names.contains(store->target))
                store->target = names.at(store->target);
            if (auto* block = std::get_if<Block>(&copy.what)) {
                block->name = branchOfBlock(block->name, suffix);
                block->body = marked(block->body);
            } else if (auto* loop = std::get_if<For>(&copy.what)) {
                loop->body = marked(loop->body);
            } else if (auto* branch = std::get_if<If>(&copy.what)) {
                branch->then = marked(branch->then);
                branch->otherwise = marked(branch->otherwise);
            }
            now.push_back(std::make_shared<const Node>(std::move(copy)));
        }
        return now;
    };
    return marked(renamed);
}

Program specialize(const Program& program, const Step& step, const ScheduleContext& context)
{
    requireStage(program, step, 2, 2);
    const std::vector<std::string> arguments = words(step.arguments);
    if (arguments.size() < 2)
        failInput("it takes an expression and one limit or more");
    std::map<std::string, ExprPtr> constants;
    for (const auto& [name, value] : context.constants)
        constants[name] = integer(value);
    const ExprPtr expr = simplified(substituted(parseExpr(arguments[0], "schedule"), constants));
    requireNumber(program, expr);
    if (arguments.size() > mostLimits + 1)
        failInput(fmt::format("more than {} limits", mostLimits));
    std::vector<std::int64_t> limits;
    for (std::size_t a = 1; a < arguments.size(); ++a) {
        limits.push_back(numberOf(arguments[a], context, mostLimit));
        if (a > 1 && limits[a - 1] <= limits[a - 2])
            failInput(fmt::format("limits ascend, and {} stands behind {}", limits[a - 1], limits[a - 2]));
    }
    return changedNests(
        program, step,
        [&](Program& made, const NodePtr& node, const Known&) -> std::optional<Body> {
            const auto* loop = std::get_if<For>(&node->what);
            if (!loop || !isTileLoop(*loop))
                return std::nullopt;
            const bool before = isPreprocess(*loop);
            if (before || !isKnownIn(program, *loop, expr)) {
                if (!step.iteration.empty())
                    failInput(before ? "it runs before launches"
                                     : fmt::format("{} is a value of other tiles than {} goes through", print(expr, 2),
                                                   loop->name));
                return std::nullopt;
            }
            const std::vector<Buffer> memories = memoriesOf(program, *loop);
            Body branches = branchOf(made, loop->body, memories, fmt::format("_gt{}", limits.back()));
            for (std::size_t l = limits.size(); l-- > 0;)
                branches = {makeNode(made,
                                     If{ir::made(ExprKind::LessEqual, {expr, integer(limits[l])}),
                                        branchOf(made, loop->body, memories, fmt::format("_le{}", limits[l])),
                                        std::move(branches)},
                                     *node)};
            for (const Buffer& buffer : memories) {
                std::erase_if(made.buffers, [&](const Buffer& one) { return one.name == buffer.name; });
                std::erase_if(made.domains, [&](const Domain& one) { return one.buffer == buffer.name; });
                std::erase_if(made.axes, [&](const Axis& axis) {
                    return std::find(buffer.axes.begin(), buffer.axes.end(), axis.name) != buffer.axes.end();
                });
            }
            return Body{withBodies(made, *node, {std::move(branches)})};
        },
        fmt::format("there is no loop through tiles that {} is a value of", print(expr, 2)));
}

} // namespace

StepKind specializeStep()
{
    return {{"specialize", "EXPRESSION LIMIT..",
             "makes branches for EXPRESSION <= LIMIT and the rest, named ITER_leLIMIT and ITER_gtLIMIT"},
            specialize,
            [](const Program& program, const ScheduleContext&) {
                return forLoops(program, [&](const LoopOf& loop) {
                    std::vector<std::string> all;
                    for (const std::string& tile : program.tiles)
                        if (isTileLoop(loop.loop))
                            for (const char* limits : {"3", "2 8"})
                                all.push_back(fmt::format("specialize {} {}", tile, limits));
                    return all;
                });
            }};
}

} // namespace sparsescope::ir
