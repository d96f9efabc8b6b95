// Steps of stage 2 that give sums a memory of their own, or set outputs to zero apart.
#include "engine/core/error.h"
#include "engine/ir/steps/memory.h"
#include "engine/ir/steps/threads.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::ir {

namespace {

Type sumType(Type type)
{
    return type == Type::Float64 ? type : Type::Float32;
}

ExprPtr productOf(const std::vector<ExprPtr>& factors)
{
    ExprPtr product;
    for (const ExprPtr& factor : factors)
        product = product ? times(product, factor) : factor;
    return product ? product : integer(1);
}

void addFactors(const ExprPtr& expr, std::vector<ExprPtr>& all)
{
    if (expr->kind != ExprKind::Multiply) {
        all.push_back(expr);
        return;
    }
    addFactors(expr->operands[0], all);
    addFactors(expr->operands[1], all);
}

// How the sum of a store is formed in a memory and added to the output behind a region.
struct Accumulation {
    std::string target; // the output
    std::string memory; // its name
    Scope scope = Scope::Local;
    std::string kept;     // rfactor: the reduced loop that each partial sum is one of
    std::string factorOf; // factor_out: the buffer whose factors leave the sum
};

bool readsBuffer(const Body& body, const std::string& buffer)
{
    bool found = false;
    forEachNode(body, [&](const Node& node) {
        for (const ExprPtr& expr : expressionsOf(node))
            forEachExpr(
                expr, [&](const Expr& part) { found = found || (part.kind == ExprKind::Load && part.name == buffer); });
    });
    return found;
}

// The loop of that name around what is added to a buffer: each of its iterations has an element of its own now.
Body withSpatial(Program& program, const Body& body, const std::string& name, const std::string& buffer)
{
    const std::optional<Body> made =
        changed(program, body, [&](Program& inner, const NodePtr& node, const Known&) -> std::optional<Body> {
            const auto* loop = std::get_if<For>(&node->what);
            if (!loop || loop->name != name || !addsTo(loop->body, buffer))
                return std::nullopt;
            For copy = *loop;
            copy.kind = LoopKind::Spatial;
            return Body{makeNode(inner, std::move(copy), *node)};
        });
    return made ? *made : body;
}

// The region with a sum of its own: zero, the region adding to it, and the output adding it.
Body accumulated(Program& program, const Body& region, const Accumulation& how, const Node& from)
{
    const Store* sum = nullptr;
    Around around;
    forStores(region, {}, [&](const Store& store, const Around& where) {
        if (store.target != how.target)
            return;
        if (!store.add)
            failInput(fmt::format("{} is set to zero here, too; decompose_reduction puts that apart", store.target));
        if (sum)
            failInput(fmt::format("{} is added to in two places", store.target));
        sum = &store;
        around = where;
    });
    if (!sum)
        failInput(fmt::format("{} is added to nowhere here", how.target));
    if (readsBuffer(region, how.target))
        failInput(fmt::format("{} is read where it is added to", how.target));
    std::vector<const For*> reduced;
    Memory memory{how.memory, {}};
    for (const For* loop : around.loops) {
        if (loop->name == how.kept || (loop->kind == LoopKind::Spatial && mentionedIn(sum->indices, loop->name)))
            memory.loops.push_back(loop);
        else if (loop->kind == LoopKind::Reduced)
            reduced.push_back(loop);
        else
            failInput(fmt::format("{} does not depend on {}, which is spatial", how.target, loop->name));
    }
    for (const ExprPtr& expr : sum->indices)
        if (mentionsAny(expr, reduced))
            failInput(fmt::format("where {} is written depends on a reduced loop", how.target));

    std::vector<ExprPtr> inside, outside, factors;
    addFactors(sum->value, factors);
    for (const ExprPtr& factor : factors) {
        bool leaves = false;
        forEachExpr(factor, [&](const Expr& part) {
            leaves = leaves || (part.kind == ExprKind::Load && part.name == how.factorOf);
        });
        leaves = leaves && !how.factorOf.empty();
        if (leaves && mentionsAny(factor, reduced))
            failInput(fmt::format("{} depends on a reduced loop", how.factorOf));
        (leaves ? outside : inside).push_back(factor);
    }
    if (!how.factorOf.empty() && outside.empty())
        failInput(fmt::format("{} is no factor of what is added to {}", how.factorOf, how.target));

    std::vector<ExprPtr> conditions; // those of the output's rows, not of single products
    for (const ExprPtr& condition : around.conditions)
        if (!mentionsAny(condition, reduced))
            conditions.push_back(condition);
    const std::set<std::string> written = writtenIn(region);
    const auto requireUnwritten = [&](const std::vector<ExprPtr>& behind) {
        for (const ExprPtr& expr : behind)
            forEachExpr(expr, [&](const Expr& part) {
                if (part.kind == ExprKind::Load && written.contains(part.name))
                    failInput(fmt::format("{} is written in the loop, and would be read behind it", part.name));
            });
    };
    requireUnwritten(sum->indices);
    requireUnwritten(outside);
    requireUnwritten(conditions);

    const Type type = program.buffer(how.target) ? program.buffer(how.target)->type : Type::Float32;
    declare(program, memory, sumType(type), how.scope);
    const std::vector<ExprPtr> element = memory.element();
    Body all =
        over(program, memory, {makeNode(program, Store{memory.name, element, false, integer(0)}, from)}, {}, from);
    const Body adding = *changed(program, region, [&](Program& made, const NodePtr& node, const Known&) {
        const auto* store = std::get_if<Store>(&node->what);
        return store && store == sum
                   ? std::optional(Body{makeNode(made, Store{memory.name, element, true, productOf(inside)}, *node)})
                   : std::nullopt;
    });
    const Body apart = how.kept.empty() ? adding : withSpatial(program, adding, how.kept, memory.name);
    all.insert(all.end(), apart.begin(), apart.end());
    outside.push_back(load(memory.name, element));
    const Node* was = &from;
    forEachNode(region, [&](const Node& node) { was = std::get_if<Store>(&node.what) == sum ? &node : was; });
    const Body added =
        over(program, memory, {makeNode(program, Store{how.target, sum->indices, true, productOf(outside)}, *was)},
             conditions, from, how.kept);
    all.insert(all.end(), added.begin(), added.end());
    return all;
}

// ---- cache_write

bool isAtomic(const Body& body)
{
    bool atomic = false;
    forEachNode(body, [&](const Node& node) {
        const auto* block = std::get_if<Block>(&node.what);
        atomic = atomic || (block && block->atomic);
    });
    return atomic;
}

// Is a loop reduced by what stands in it? Sums of thread blocks are the launch's to add up.
bool isSummed(const For& loop)
{
    return loop.kind == LoopKind::Reduced && loop.mark != Mark::BlockY;
}

Program cacheWrite(const Program& program, const Step& step, const ScheduleContext&)
{
    requireStage(program, step, 2, 2);
    const std::vector<std::string> arguments = words(step.arguments);
    if (arguments.size() != 3)
        failInput("it takes an output, a scope and a loop");
    Accumulation how{
        arguments[0], memoryName(program, step, arguments[0], arguments[1]), scopeOf(arguments[1]), {}, {}};
    return changedNests(
        program, step,
        [&](Program& made, const NodePtr& node, const Known&) -> std::optional<Body> {
            const auto* loop = std::get_if<For>(&node->what);
            if (!loop)
                return std::nullopt;
            if (isSummed(*loop) && loop->name != arguments[2] && !isAtomic(loop->body)) {
                forEachNode(loop->body, [&](const Node& inner) {
                    const auto* below = std::get_if<For>(&inner.what);
                    if (below && below->name == arguments[2] && addsTo(below->body, arguments[0]))
                        failInput(fmt::format("the reduced loop {} stands outside {}", loop->name, arguments[2]));
                });
                return std::nullopt;
            }
            if (loop->name != arguments[2] || !addsTo(loop->body, arguments[0]))
                return std::nullopt;
            if (isSummed(*loop) && !isAtomic(loop->body))
                failInput(fmt::format("{} is reduced itself, and the block is not atomic", loop->name));
            return Body{withBodies(made, *node, {accumulated(made, loop->body, how, *node)})};
        },
        fmt::format("there is no loop {} in which {} is added to", arguments[2], arguments[0]));
}

// ---- rfactor, factor_out: at the outermost reduced loop around the sum

Program atOutermost(const Program& program, const Step& step, const std::function<bool(const For&)>& takes,
                    const std::function<Accumulation(const std::string& target)>& how, const std::string& missing)
{
    return changedNests(
        program, step,
        [&](Program& made, const NodePtr& node, const Known&) -> std::optional<Body> {
            const auto* loop = std::get_if<For>(&node->what);
            if (!loop || !isSummed(*loop) || !takes(*loop))
                return std::nullopt;
            std::string target;
            forStores({node}, {}, [&](const Store& store, const Around&) {
                if (store.add)
                    target = store.target;
            });
            if (target.empty())
                return std::nullopt;
            return accumulated(made, {node}, how(target), *node);
        },
        missing);
}

Program rfactor(const Program& program, const Step& step, const ScheduleContext&)
{
    requireStage(program, step, 2, 2);
    const std::string name = onlyWord(step, "a reduced loop");
    const auto holds = [&](const For& loop) {
        bool found = loop.name == name;
        forEachNode(loop.body, [&](const Node& node) {
            const auto* inner = std::get_if<For>(&node.what);
            found = found || (inner && inner->name == name && inner->kind == LoopKind::Reduced);
        });
        return found;
    };
    return atOutermost(
        program, step, holds,
        [&](const std::string& target) {
            return Accumulation{target, memoryName(program, step, target, "partial"), Scope::Local, name, {}};
        },
        fmt::format("there is no reduced loop {}", name));
}

Program factorOut(const Program& program, const Step& step, const ScheduleContext&)
{
    requireStage(program, step, 2, 2);
    const std::string buffer = onlyWord(step, "a buffer");
    const auto reads = [&](const For& loop) {
        bool found = false;
        forEachNode(loop.body, [&](const Node& node) {
            const auto* store = std::get_if<Store>(&node.what);
            if (store && store->add)
                forEachExpr(store->value, [&](const Expr& part) {
                    found = found || (part.kind == ExprKind::Load && part.name == buffer);
                });
        });
        return found;
    };
    return atOutermost(
        program, step, reads,
        [&](const std::string& target) {
            return Accumulation{target, memoryName(program, step, target, "sum"), Scope::Local, {}, buffer};
        },
        fmt::format("there is no sum with the factor {}", buffer));
}

// ---- decompose_reduction

// What of a body is kept: all but inits, or these alone, in the loops around them.
Body partOf(Program& program, const Body& body, bool inits)
{
    const auto isInit = [](const NodePtr& node) {
        bool sets = false, other = false;
        forEachNode({node}, [&](const Node& inner) {
            if (const auto* store = std::get_if<Store>(&inner.what))
                (store->add ? other : sets) = true;
            const auto* loop = std::get_if<For>(&inner.what);
            other = other || (loop && loop->kind == LoopKind::Reduced);
        });
        return sets && !other;
    };
    Body all;
    for (const NodePtr& node : body) {
        if (isInit(node)) {
            if (inits)
                all.push_back(node);
            continue;
        }
        std::vector<Body> bodies;
        bool empty = true;
        for (const Body* inner : bodiesOf(*node)) {
            bodies.push_back(partOf(program, *inner, inits));
            empty = empty && bodies.back().empty();
        }
        if (bodies.empty() ? !inits : !empty)
            all.push_back(bodies.empty() ? node : withBodies(program, *node, std::move(bodies)));
    }
    return all;
}

Program decomposeReduction(const Program& program, const Step& step, const ScheduleContext&)
{
    requireStage(program, step, 2, 2);
    if (!step.arguments.empty())
        failInput("it takes nothing");
    Program made = program;
    made.body.clear();
    bool any = false;
    for (const NodePtr& node : program.body) {
        Body inits, rest;
        if (addsTo({node}, {}) && isOf(iterationOf(*node), step.iteration)) {
            bool own = false; // a memory is set to zero, or filled, where it stands
            forEachNode({node}, [&](const Node& inner) {
                const auto* store = std::get_if<Store>(&inner.what);
                const Buffer* buffer = store ? program.buffer(store->target) : nullptr;
                own = own || (buffer && isMemory(program, *buffer));
            });
            if (own)
                failInput("a step made a memory here already");
            inits = partOf(made, {node}, true);
            rest = partOf(made, {node}, false);
        }
        if (inits.empty()) {
            made.body.push_back(node);
            continue;
        }
        any = true;
        made.body.insert(made.body.end(), inits.begin(), inits.end());
        made.body.insert(made.body.end(), rest.begin(), rest.end());
    }
    if (!any)
        failInput("no iteration has an init that stands in it");
    return made;
}

} // namespace

StepKind cacheWriteStep()
{
    return {{"cache_write", "OUTPUT SCOPE LOOP", "sums what is added below a loop in a memory of its own"},
            cacheWrite,
            [](const Program& program, const ScheduleContext&) { return cacheCandidates(program, true); },
            true};
}

StepKind rfactorStep()
{
    return {{"rfactor", "LOOP", "makes a sum of each iteration of a reduced loop, and then adds these up"},
            rfactor,
            [](const Program& program, const ScheduleContext&) {
                return forLoops(program, [](const LoopOf& loop) {
                    return loop.loop.kind == LoopKind::Reduced ? std::vector{"rfactor " + loop.name}
                                                               : std::vector<std::string>();
                });
            },
            true};
}

StepKind factorOutStep()
{
    return {{"factor_out", "BUFFER", "multiplies a sum by a factor once, in place of every product"},
            factorOut,
            [](const Program& program, const ScheduleContext&) {
                std::vector<std::string> all;
                for (const Buffer& buffer : program.buffers)
                    if (!isWhole(buffer.type))
                        all.push_back("factor_out " + buffer.name);
                return all;
            },
            true};
}

StepKind decomposeReductionStep()
{
    return {
        {"decompose_reduction", "", "sets outputs to zero before, in loops of their own"},
        decomposeReduction,
        [](const Program& program, const ScheduleContext&) { return iterationsOf(program, "decompose_reduction"); }};
}

} // namespace sparsescope::ir
