// Steps that say where operands are read from, what others may write, and where a step's buffers lie.
#include "engine/core/error.h"
#include "engine/ir/steps/readings.h"
#include "engine/ir/steps/threads.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::ir {

namespace {

// ---- cache_read

bool asksWhetherThere(const ExprPtr& condition)
{
    return condition->kind == ExprKind::GreaterEqual && same(condition->operands[1], integer(0)) &&
           (condition->operands[0]->kind == ExprKind::Load || condition->operands[0]->kind == ExprKind::Entry);
}

// Is an index made of loops and coordinates alone, so that it is one of the buffer's whatever else holds? Coordinates
// have to be there, or asked for by a condition that stays.
bool isPlainIndex(const Program& program, const ExprPtr& index, const std::vector<ExprPtr>& conditions)
{
    switch (index->kind) {
    case ExprKind::Integer:
    case ExprKind::Name:
    case ExprKind::Position:
        return true;
    case ExprKind::Load: {
        const bool asked = std::any_of(conditions.begin(), conditions.end(), [&](const ExprPtr& one) {
            return asksWhetherThere(one) && same(one->operands[0], index);
        });
        return asked || std::any_of(program.domains.begin(), program.domains.end(), [&](const Domain& domain) {
                   return domain.buffer == index->name && same(domain.begin, integer(0));
               });
    }
    case ExprKind::Subtract: // the last one
        return index->operands[0]->kind == ExprKind::Name && same(index->operands[1], integer(1)) &&
               std::find(program.params.begin(), program.params.end(), index->operands[0]->name) !=
                   program.params.end();
    case ExprKind::Add:
        if (index->operands[0]->kind == ExprKind::Integer || index->operands[1]->kind == ExprKind::Integer)
            return false;
        [[fallthrough]];
    case ExprKind::Multiply:
    case ExprKind::Divide:
    case ExprKind::Remainder:
    case ExprKind::Min:
        return std::all_of(index->operands.begin(), index->operands.end(),
                           [&](const ExprPtr& operand) { return isPlainIndex(program, operand, conditions); });
    default:
        return false;
    }
}

using Extents = std::map<std::string, ExprPtr>;

// Adds the loops around a loop, and those in it that go equally far wherever they stand, and the conditions around it;
// false: it is not there.
bool addExtents(const Body& body, int loop, Extents& all, std::vector<ExprPtr>& conditions)
{
    for (const NodePtr& node : body) {
        const auto* around = std::get_if<For>(&node->what);
        const auto* branch = std::get_if<If>(&node->what);
        if (node->id == loop) {
            forEachNode({node}, [&](const Node& inner) {
                if (const auto* one = std::get_if<For>(&inner.what)) {
                    const auto [known, added] = all.emplace(one->name, one->extent);
                    if (!added && known->second && !same(known->second, one->extent))
                        known->second = nullptr;
                }
            });
            return true;
        }
        for (const Body* inner : bodiesOf(*node))
            if (addExtents(*inner, loop, all, conditions)) {
                if (around)
                    all[around->name] = around->extent;
                if (branch && inner == &branch->then)
                    addConjuncts(branch->condition, conditions);
                return true;
            }
    }
    return false;
}

// Is an index that loops alone make up, as they were split, below a length? Not where the last may go too far.
bool isBelow(const Extents& extents, const ExprPtr& index, const ExprPtr& length)
{
    std::map<std::int64_t, ExprPtr> byStride;
    std::map<std::string, ExprPtr> first;
    bool known = true;
    forEachExpr(index, [&](const Expr& part) {
        if (part.kind != ExprKind::Name || first.contains(part.name))
            return;
        first[part.name] = integer(0);
        const auto loop = extents.find(part.name);
        const auto stride = strideOf(index, part.name);
        known = known && loop != extents.end() && loop->second && stride;
        if (known && !same(loop->second, integer(1)))
            known = byStride.emplace(*stride, loop->second).second;
    });
    const ExprPtr constant = simplified(substituted(index, first));
    if (!known || constant->kind != ExprKind::Integer || constant->value != 0)
        return false;
    std::int64_t inner = 1; // iterations of the loops within
    for (auto [stride, extent] : byStride) {
        if (stride != inner)
            return false;
        const bool last = stride == byStride.rbegin()->first;
        if (last)
            return same(simplified(extent), simplified(made(ExprKind::Divide, {length, integer(inner)})));
        if (extent->kind != ExprKind::Integer || __builtin_mul_overflow(inner, extent->value, &inner))
            return false;
    }
    return true;
}

// Is there always an element at that index of an axis, as far as the conditions say it?
bool isThere(const Program& program, const Extents& extents, const Axis& axis, const ExprPtr& index,
             const std::vector<ExprPtr>& conditions)
{
    if (!isPlainIndex(program, index, conditions))
        return false;
    const ExprPtr& length = axis.kind == AxisKind::SparseFixed ? axis.places : axis.length;
    bool loads = false;
    forEachExpr(index, [&](const Expr& part) { loads = loads || part.kind == ExprKind::Load; });
    if (loads)
        return index->kind == ExprKind::Load ||
               (index->kind == ExprKind::Min && same(index->operands[1], minus(length, integer(1))));
    const bool guarded = std::any_of(conditions.begin(), conditions.end(), [&](const ExprPtr& one) {
        return one->kind == ExprKind::Less && same(one->operands[0], index) && same(one->operands[1], length);
    });
    return guarded || isTileAxis(axis) || isVariable(axis.kind) || isBelow(extents, index, length);
}

// Does something fill a memory where that condition holds alone?
bool isFilledUnder(const Body& body, const std::string& memory, const ExprPtr& condition, bool under = false)
{
    return std::any_of(body.begin(), body.end(), [&](const NodePtr& node) {
        const auto* store = std::get_if<Store>(&node->what);
        if (store && store->target == memory)
            return under;
        bool inside = under;
        if (const auto* branch = std::get_if<If>(&node->what)) {
            std::vector<ExprPtr> conjuncts;
            addConjuncts(branch->condition, conjuncts);
            inside = inside || std::any_of(conjuncts.begin(), conjuncts.end(),
                                           [&](const ExprPtr& one) { return same(one, condition); });
        }
        const std::vector<const Body*> bodies = bodiesOf(*node);
        return std::any_of(bodies.begin(), bodies.end(),
                           [&](const Body* inner) { return isFilledUnder(*inner, memory, condition, inside); });
    });
}

// A condition that says whether another place is there, or another loop has gone on too far: the element is, too, where
// neither is.
bool mayBeLeftOut(const Program& program, const Extents& extents, const Buffer& buffer, const ExprPtr& condition,
                  const Reading& reading)
{
    if (isMemory(program, buffer) && isFilledUnder(program.body, buffer.name, condition))
        return false;
    bool left = asksWhetherThere(condition);
    if (!left && condition->kind == ExprKind::Less) { // as split makes them
        left = true;
        forEachExpr(condition->operands[0], [&](const Expr& part) {
            left = left && !(part.kind == ExprKind::Name && mentionedIn(reading.indices, part.name));
        });
    }
    for (std::size_t i = 0; left && i < reading.indices.size(); ++i)
        left = isThere(program, extents, *program.axis(buffer.axes[i]), reading.indices[i], reading.conditions);
    for (std::size_t i = 0; left && i < reading.indices.size(); ++i)
        forEachExpr(reading.indices[i], [&](const Expr& part) {
            left = left && !(part.kind == ExprKind::Load && isFilledUnder(program.body, part.name, condition));
        });
    return left;
}

Body withReads(Program& program, const Body& body, const std::string& buffer, const Memory& memory)
{
    return withExpressions(program, body, [&](const ExprPtr& expr) {
        return rewritten(expr, [&](const ExprPtr& part) -> ExprPtr {
            return part->kind == ExprKind::Load && part->name == buffer ? load(memory.name, memory.element()) : nullptr;
        });
    });
}

Program cacheRead(const Program& program, const Step& step, const ScheduleContext&)
{
    requireStage(program, step, 2, 2);
    const std::vector<std::string> arguments = words(step.arguments);
    if (arguments.size() != 3)
        failInput("it takes a buffer, a scope and a loop");
    const Buffer* buffer = program.buffer(arguments[0]);
    if (!buffer)
        failInput(fmt::format("there is no buffer {}", arguments[0]));
    const Scope scope = scopeOf(arguments[1]);
    const std::string name = memoryName(program, step, arguments[0], arguments[1]);
    return changedNests(
        program, step,
        [&](Program& made, const NodePtr& node, const Known&) -> std::optional<Body> {
            const auto* loop = std::get_if<For>(&node->what);
            if (!loop || loop->name != arguments[2])
                return std::nullopt;
            Reading reading = readingOf(loop->body, arguments[0]);
            if (!reading.found)
                return std::nullopt;
            Extents extents;
            std::vector<ExprPtr> around;
            addExtents(program.body, node->id, extents, around);
            Memory memory{name, {}};
            std::vector<const For*> others;
            for (const For* inner : reading.loops)
                (mentionedIn(reading.indices, inner->name) ? memory.loops : others).push_back(inner);
            for (std::size_t c = 0; c < reading.conditions.size();) {
                const ExprPtr condition = reading.conditions[c];
                Reading without = reading;
                without.conditions.erase(without.conditions.begin() + static_cast<std::ptrdiff_t>(c));
                Reading known = without;
                known.conditions.insert(known.conditions.end(), around.begin(), around.end());
                const bool may = mayBeLeftOut(program, extents, *buffer, condition, known),
                           depends = mentionsAny(condition, others);
                if (depends && !may)
                    failInput(fmt::format("whether {} is read depends on a loop that its element does not depend on",
                                          arguments[0]));
                if (depends || (may && asksWhetherThere(condition))) // a load that waits for no other
                    reading = without;
                else
                    ++c;
            }
            const auto first = std::find_if(loop->body.begin(), loop->body.end(), [&](const NodePtr& one) {
                return readingOf(Body{one}, arguments[0]).found;
            });
            const std::set<std::string> behind = writtenIn({first, loop->body.end()});
            for (const std::vector<ExprPtr>* said : {&reading.indices, &reading.conditions})
                for (const ExprPtr& expr : *said)
                    forEachExpr(expr, [&](const Expr& part) {
                        if (part.kind == ExprKind::Load && behind.contains(part.name))
                            failInput(fmt::format("{} says where {} is read, and is written further in", part.name,
                                                  arguments[0]));
                    });
            declare(made, memory, buffer->type, scope);
            for (const Domain& domain : program.domains) // copies of coordinates are coordinates
                if (domain.buffer == arguments[0] &&
                    std::none_of(made.domains.begin(), made.domains.end(),
                                 [&](const Domain& one) { return one.buffer == name; }))
                    made.domains.push_back({name, domain.begin, domain.end});
            const Body copy =
                over(made, memory,
                     {makeNode(made, Store{name, memory.element(), false, load(arguments[0], reading.indices)}, *node)},
                     reading.conditions, *node);
            // Right before the first statement that reads it: behind copies of what says where that is.
            Body body = withReads(made, loop->body, arguments[0], memory);
            body.insert(body.begin() + (first - loop->body.begin()), copy.begin(), copy.end());
            return Body{withBodies(made, *node, {std::move(body)})};
        },
        fmt::format("there is no loop {} in which {} is read", arguments[2], arguments[0]));
}

// ---- set_scope, atomic

Program setScope(const Program& program, const Step& step, const ScheduleContext&)
{
    requireStage(program, step, 2, 2);
    const std::vector<std::string> arguments = words(step.arguments);
    if (arguments.size() != 2)
        failInput("it takes a buffer and a scope");
    Program made = program;
    for (Buffer& buffer : made.buffers)
        if (buffer.name == arguments[0]) {
            if (!isMemory(program, buffer))
                failInput(fmt::format("{} is no buffer that a step made", buffer.name));
            buffer.scope = scopeOf(arguments[1]);
            return made;
        }
    failInput(fmt::format("there is no buffer {}", arguments[0]));
}

Program atomic(const Program& program, const Step& step, const ScheduleContext&)
{
    if (!step.arguments.empty())
        failInput("it takes nothing; the iteration stands before it");
    Step all = step;
    if (program.stage == 1)
        all.iteration.clear();
    return changedNests(
        program, all,
        [&](Program& made, const NodePtr& node, const Known&) -> std::optional<Body> {
            Node copy = *node;
            if (auto* iter = std::get_if<Iter>(&copy.what)) {
                if (iter->atomic || iter->preprocess || (!step.iteration.empty() && iter->name != step.iteration))
                    return std::nullopt;
                iter->atomic = true;
            } else if (auto* block = std::get_if<Block>(&copy.what)) {
                if (block->atomic || block->preprocess)
                    return std::nullopt;
                block->atomic = true;
                if (std::optional<Body> inner = changed(
                        made, block->body, [&](Program& in, const NodePtr& one, const Known&) -> std::optional<Body> {
                            const auto* below = std::get_if<Block>(&one->what);
                            if (!below || below->atomic)
                                return std::nullopt;
                            Block also = *below;
                            also.atomic = true;
                            return Body{makeNode(in, std::move(also), *one)};
                        }))
                    block->body = std::move(*inner);
            } else {
                return std::nullopt;
            }
            copy.id = made.nextId++;
            copy.from = {node->id};
            return Body{std::make_shared<const Node>(std::move(copy))};
        },
        "all that could be atomic is");
}

} // namespace

StepKind cacheReadStep()
{
    return {{"cache_read", "BUFFER SCOPE LOOP", "copies what is read below a loop into a memory of its own"},
            cacheRead,
            [](const Program& program, const ScheduleContext&) { return cacheCandidates(program, false); },
            true};
}

StepKind setScopeStep()
{
    return {{"set_scope", "BUFFER SCOPE", "says where a buffer that a step made lies"},
            setScope,
            [](const Program& program, const ScheduleContext&) {
                std::vector<std::string> all;
                for (const Buffer& buffer : program.buffers)
                    for (const char* scope : {"local", "shared", "global"})
                        if (scope != std::string(word(buffer.scope)))
                            all.push_back(fmt::format("set_scope {} {}", buffer.name, scope));
                return all;
            }};
}

StepKind atomicStep()
{
    return {{"atomic", "", "adds to rows that others may add to at the same time"},
            atomic,
            [](const Program& program, const ScheduleContext&) { return iterationsOf(program, "atomic"); }};
}

} // namespace sparsescope::ir
