// Steps that change loops of stages 2 and 3: cut, joined, exchanged, given to threads.
#include "engine/core/error.h"
#include "engine/ir/steps/memory.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sparsescope::ir {

namespace {

constexpr std::int64_t mostFactor = 1 << 20;

// The loop in a body of that alone: where nests are perfect.
const For* onlyLoop(const Body& body)
{
    return body.size() == 1 ? std::get_if<For>(&body[0]->what) : nullptr;
}

void requireUnmarked(const For& loop)
{
    requireSteady(loop);
    if (isTileLoop(loop))
        failInput(fmt::format("{} goes through tiles, whose arrays are bound anew for each", loop.name));
    if (loop.mark != Mark::None)
        failInput(fmt::format("{} is {} already", loop.name, word(loop.mark)));
}

void requireResults(const Program& program, const Step& step, const std::vector<std::string>& results)
{
    for (std::size_t r = 0; r < results.size(); ++r) {
        requireFree(program, step.iteration, results[r]);
        if (std::count(results.begin(), results.end(), results[r]) > 1)
            failInput(fmt::format("the name {} is given twice", results[r]));
    }
}

// ---- split

// The body under a condition, as far inside as loops do not need it: perfect nests stay perfect.
Body guarded(Program& program, const Body& body, const ExprPtr& condition, const std::vector<std::string>& names,
             const Node& from)
{
    if (const For* loop = onlyLoop(body);
        loop &&
        std::none_of(names.begin(), names.end(), [&](const std::string& name) { return mentions(loop->extent, name); }))
        return {withBodies(program, *body[0], {guarded(program, loop->body, condition, names, from)})};
    if (body.size() == 1)
        if (const auto* block = std::get_if<Block>(&body[0]->what))
            return {withBodies(program, *body[0], {{makeNode(program, If{condition, block->body, {}}, from)}})};
    return {makeNode(program, If{condition, body, {}}, from)};
}

struct Factors {
    std::vector<std::int64_t> each;
    std::int64_t product = 1;
};

Factors factorsOf(const std::vector<std::string>& arguments, const ScheduleContext& context)
{
    Factors factors;
    for (std::size_t a = 1; a < arguments.size(); ++a) {
        factors.each.push_back(numberOf(arguments[a], context, mostFactor));
        factors.product *= factors.each.back();
        if (factors.product > mostFactor)
            failInput(fmt::format("the factors' product is more than {}", mostFactor));
    }
    return factors;
}

Body splitLoop(Program& program, const Node& node, const Known& known, const Factors& factors,
               const std::vector<std::string>& results, const ScheduleContext& context)
{
    const For& loop = std::get<For>(node.what);
    requireUnmarked(loop);
    const bool exact = isMultiple(loop.extent, factors.product, context.multiples);
    ExprPtr index = named(results[0]);
    for (std::size_t f = 0; f < factors.each.size(); ++f)
        index = plus(times(index, integer(factors.each[f])), named(results[f + 1]));
    const ExprPtr whole = exact ? loop.extent : plus(loop.extent, integer(factors.product - 1));
    const ExprPtr outer = simplified(made(ExprKind::Divide, {whole, integer(factors.product)}));
    Known inside = known;
    for (std::size_t f = 0; f < factors.each.size(); ++f)
        inside.extents[results[f + 1]] = factors.each[f];
    if (outer->kind == ExprKind::Integer)
        inside.extents[results[0]] = outer->value;
    Body body = substituted(program, loop.body, {{loop.name, index}}, inside);
    if (!exact)
        body = guarded(program, body, made(ExprKind::Less, {simplified(index, inside), loop.extent}), results, node);
    for (std::size_t f = factors.each.size(); f-- > 0;)
        body = {makeNode(program, For{results[f + 1], loop.kind, integer(factors.each[f]), Mark::None, body}, node)};
    return {makeNode(program, For{results[0], loop.kind, outer, Mark::None, body}, node)};
}

Program split(const Program& program, const Step& step, const ScheduleContext& context)
{
    requireStage(program, step, 2, 3);
    const std::vector<std::string> arguments = words(step.arguments);
    if (arguments.size() < 2)
        failInput("it takes a loop and one factor or more");
    const std::string& name = arguments.front();
    const Factors factors = factorsOf(arguments, context);
    std::vector<std::string> results = step.results;
    if (results.empty()) {
        results = {name + "o"};
        for (std::size_t f = 0; f < factors.each.size(); ++f)
            results.push_back(name + (factors.each.size() == 1 ? "i" : std::to_string(f + 1)));
    }
    if (results.size() != factors.each.size() + 1)
        failInput(fmt::format("{} factors make {} loops, not {}", factors.each.size(), factors.each.size() + 1,
                              results.size()));
    requireResults(program, step, results);
    return changedNests(
        program, step,
        [&](Program& made, const NodePtr& node, const Known& known) -> std::optional<Body> {
            const auto* loop = std::get_if<For>(&node->what);
            if (!loop || loop->name != name)
                return std::nullopt;
            return splitLoop(made, *node, known, factors, results, context);
        },
        noLoop(name));
}

// ---- fuse

Program fuse(const Program& program, const Step& step, const ScheduleContext&)
{
    requireStage(program, step, 2, 3);
    const std::vector<std::string> arguments = words(step.arguments);
    if (arguments.size() != 2)
        failInput("it takes two loops, the outer one first");
    const std::vector<std::string> results =
        step.results.empty() ? std::vector<std::string>{arguments[0] + arguments[1]} : step.results;
    if (results.size() != 1)
        failInput("it makes one loop");
    requireResults(program, step, results);
    return changedNests(
        program, step,
        [&](Program& made, const NodePtr& node, const Known& known) -> std::optional<Body> {
            const auto* outer = std::get_if<For>(&node->what);
            if (!outer || outer->name != arguments[0])
                return std::nullopt;
            const For* inner = onlyLoop(outer->body);
            if (!inner || inner->name != arguments[1])
                failInput(fmt::format("{} does not stand in {} alone", arguments[1], outer->name));
            requireUnmarked(*outer);
            requireUnmarked(*inner);
            if (outer->kind != inner->kind)
                failInput(fmt::format("{} is spatial and the other reduced",
                                      outer->kind == LoopKind::Spatial ? outer->name : inner->name));
            if (mentions(inner->extent, outer->name))
                failInput(fmt::format("how far {} goes depends on {}", inner->name, outer->name));
            const ExprPtr index = named(results[0]);
            const ExprPtr extent = simplified(times(outer->extent, inner->extent));
            Known inside = known;
            if (extent->kind == ExprKind::Integer)
                inside.extents[results[0]] = extent->value;
            Body body = substituted(made, inner->body,
                                    {{outer->name, ir::made(ExprKind::Divide, {index, inner->extent})},
                                     {inner->name, ir::made(ExprKind::Remainder, {index, inner->extent})}},
                                    inside);
            Node fused{made.nextId++, {node->id, outer->body[0]->id}, {}};
            fused.what = For{results[0], outer->kind, extent, Mark::None, std::move(body)};
            return Body{std::make_shared<const Node>(std::move(fused))};
        },
        noLoop(arguments[0]));
}

// ---- reorder

Body reorderedNest(Program& program, const NodePtr& outermost, const std::vector<std::string>& order)
{
    std::vector<NodePtr> chain;
    std::size_t found = 0;
    const auto isOne = [&](const For& loop) { return std::find(order.begin(), order.end(), loop.name) != order.end(); };
    for (NodePtr node = outermost; found < order.size();) {
        const For& loop = std::get<For>(node->what);
        chain.push_back(node);
        found += isOne(loop) ? 1 : 0;
        if (found == order.size())
            break;
        if (!onlyLoop(loop.body))
            failInput(fmt::format("{} are not nested in one another alone: beside or below {} stands something else",
                                  fmt::join(order, ", "), loop.name));
        node = loop.body[0];
    }
    std::vector<NodePtr> now;
    std::size_t next = 0;
    for (const NodePtr& node : chain) {
        if (!isOne(std::get<For>(node->what))) {
            now.push_back(node);
            continue;
        }
        const std::string& name = order[next++];
        now.push_back(*std::find_if(chain.begin(), chain.end(),
                                    [&](const NodePtr& one) { return std::get<For>(one->what).name == name; }));
    }
    for (std::size_t i = 0; i < now.size(); ++i) {
        const For& loop = std::get<For>(now[i]->what);
        for (std::size_t inner = i + 1; inner < now.size(); ++inner)
            if (const std::string& name = std::get<For>(now[inner]->what).name; mentions(loop.extent, name))
                failInput(fmt::format("how far {} goes depends on {}, which would stand in it", loop.name, name));
        requireSteady(loop);
        if (now[i] == chain[i])
            continue;
        if (isTileLoop(loop))
            failInput(fmt::format("{} goes through tiles, and stays outside", loop.name));
        requireAnyOrder(program, loop);
    }
    Body body = std::get<For>(chain.back()->what).body;
    for (std::size_t i = now.size(); i-- > 0;)
        body = {withBodies(program, *now[i], {std::move(body)})};
    return body;
}

Program reorder(const Program& program, const Step& step, const ScheduleContext&)
{
    requireStage(program, step, 2, 3);
    const std::vector<std::string> order = words(step.arguments);
    if (order.size() < 2)
        failInput("it takes two loops or more, as they shall stand from the outside");
    for (const std::string& name : order)
        if (std::count(order.begin(), order.end(), name) > 1)
            failInput(fmt::format("the loop {} is named twice", name));
    return changedNests(
        program, step,
        [&](Program& made, const NodePtr& node, const Known&) -> std::optional<Body> {
            const auto* loop = std::get_if<For>(&node->what);
            if (!loop || std::find(order.begin(), order.end(), loop->name) == order.end())
                return std::nullopt;
            return reorderedNest(made, node, order);
        },
        noLoop(order.front()));
}

// Loops of an iteration that stand one behind the other in the text.
template <class Each>
std::vector<std::string> forPairs(const Program& program, const Each& each)
{
    const std::vector<LoopOf> loops = loopsOf(program);
    std::vector<std::string> all;
    for (std::size_t i = 0; i + 1 < loops.size(); ++i)
        if (loops[i].iteration == loops[i + 1].iteration)
            all.push_back(ofIteration(loops[i].iteration, each(loops[i].name, loops[i + 1].name)));
    return all;
}

} // namespace

StepKind splitStep()
{
    return {{"split", "LOOP FACTOR..", "cuts a loop into an outer one and inner ones of constant length"},
            split,
            [](const Program& program, const ScheduleContext&) {
                return forLoops(program, [](const LoopOf& loop) {
                    return std::vector{fmt::format("split {} 2", loop.name), fmt::format("split {} 4", loop.name),
                                       fmt::format("split {} 2 4", loop.name)};
                });
            },
            true};
}

StepKind fuseStep()
{
    return {{"fuse", "LOOP LOOP", "makes one loop of two, of which one stands in the other"},
            fuse,
            [](const Program& program, const ScheduleContext&) {
                return forPairs(program, [](const std::string& outer, const std::string& inner) {
                    return fmt::format("fuse {} {}", outer, inner);
                });
            },
            true};
}

StepKind reorderStep()
{
    return {{"reorder", "LOOP LOOP..", "puts loops that stand in one another into this order, from the outside"},
            reorder,
            [](const Program& program, const ScheduleContext&) {
                return forPairs(program, [](const std::string& outer, const std::string& inner) {
                    return fmt::format("reorder {} {}", inner, outer);
                });
            }};
}

} // namespace sparsescope::ir
