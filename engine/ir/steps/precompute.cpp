// The step precompute: what a search finds is found before launches, and read from an array.
#include "engine/core/error.h"
#include "engine/ir/steps/readings.h"
#include "engine/ir/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::ir {

namespace {

// Loops around a statement that a search depends on, with tiles, as the axes of what it finds.
std::vector<const For*> loopsAround(const Reading& reading, const ExprPtr& search)
{
    std::vector<const For*> loops;
    for (const For* loop : reading.loops)
        if (isTileLoop(*loop) || mentions(search, loop->name))
            loops.push_back(loop);
    return loops;
}

void requireSize(const Program& program, const For& loop)
{
    forEachExpr(loop.extent, [&](const Expr& part) {
        const auto has = [&](const std::vector<std::string>& all) {
            return std::find(all.begin(), all.end(), part.name) != all.end();
        };
        if (part.kind == ExprKind::Name ? !has(program.params) && !has(program.tiles) : !part.name.empty())
            failInput(
                fmt::format("how far {} goes is said by {}, and not by params and tile values", loop.name, part.name));
    });
}

// Declares the buffer of what is found.
void declareFound(Program& program, const std::string& name, const std::vector<const For*>& loops)
{
    Buffer buffer;
    buffer.name = name;
    buffer.type = Type::Int32;
    for (const For* loop : loops) {
        const auto tiles = std::find_if(program.axes.begin(), program.axes.end(), [&](const Axis& axis) {
            return isTileLoop(*loop) && isTileAxis(axis) && same(axis.length, loop->extent);
        });
        if (tiles != program.axes.end()) {
            buffer.axes.push_back(tiles->name);
            continue;
        }
        requireSize(program, *loop);
        Axis axis;
        axis.name = loop->name + "_" + name; // no memory of threads bears such a name
        axis.length = loop->extent;
        if (program.axis(axis.name))
            failInput(fmt::format("the name {} is taken", axis.name));
        buffer.axes.push_back(axis.name);
        program.axes.push_back(std::move(axis));
    }
    program.buffers.push_back(std::move(buffer));
}

// Reads of what is found in place of the search. Where nothing is, elements of it are not there.
Body withFound(Program& program, const NodePtr& node, const ExprPtr& search, const ExprPtr& found)
{
    return withExpressions(program, Body{node}, [&](const ExprPtr& expr) {
        return rewritten(expr, [&](const ExprPtr& part) -> ExprPtr {
            if (same(part, search))
                return found;
            if ((part->kind != ExprKind::Load && part->kind != ExprKind::Entry) || search->kind != ExprKind::Find ||
                std::find(part->operands.begin(), part->operands.end(), found) == part->operands.end())
                return nullptr;
            return made(ExprKind::Select, {made(ExprKind::GreaterEqual, {found, integer(0)}), part,
                                           integer(part->kind == ExprKind::Load ? 0 : -1)});
        });
    });
}

Program precompute(const Program& program, const Step& step, const ScheduleContext&)
{
    requireStage(program, step, 2, 2);
    const ExprPtr search = parseExpr(step.arguments, "schedule");
    if (search->kind != ExprKind::Find && search->kind != ExprKind::Rank)
        failInput("it takes a find() or a rank(), as the program has it");
    const std::string name = memoryName(program, step, search->name, search->kind == ExprKind::Find ? "find" : "rank");
    Program made = program;
    made.body.clear();
    bool any = false;
    for (const NodePtr& node : program.body) {
        const Reading reading = belongs(*node, step.iteration) ? readingOf(Body{node}, search) : Reading{};
        if (!reading.found) {
            made.body.push_back(node);
            continue;
        }
        if (any)
            failInput(fmt::format("{} stands in several iterations; name one", print(search, 2)));
        any = true;
        forEachNode({node}, [&](const Node& inner) {
            if (const auto* block = std::get_if<Block>(&inner.what); block && block->preprocess)
                failInput(fmt::format("{} runs before launches already", iterationOf(*node)));
        });
        const std::vector<const For*> loops = loopsAround(reading, search);
        std::vector<const For*> others;
        for (const For* loop : reading.loops)
            if (std::find(loops.begin(), loops.end(), loop) == loops.end())
                others.push_back(loop);
        const std::set<std::string> written = writtenIn(program.body);
        for (const ExprPtr& condition : reading.conditions) {
            if (mentionsAny(condition, others))
                failInput("whether it is needed depends on a loop that it does not depend on");
            forEachExpr(condition, [&](const Expr& part) {
                if (part.kind != ExprKind::Entry && part.kind != ExprKind::Name && written.contains(part.name))
                    failInput(fmt::format("{} says whether it is needed, and is written by the program", part.name));
            });
        }
        forEachExpr(search, [&](const Expr& part) {
            if (part.kind != ExprKind::Name && written.contains(part.name))
                failInput(fmt::format("{} says what is found, and is written by the program", part.name));
        });
        declareFound(made, name, loops);
        std::vector<ExprPtr> element;
        for (const For* loop : loops)
            element.push_back(named(loop->name));
        Body body = {makeNode(made, Store{name, element, false, search}, *node)};
        for (std::size_t c = reading.conditions.size(); c-- > 0;)
            body = {makeNode(made, If{reading.conditions[c], std::move(body), {}}, *node)};
        const bool digit = std::isdigit(static_cast<unsigned char>(name.back())) != 0;
        body = {
            makeNode(made, Block{fmt::format("find_{}{}0", name, digit ? "_" : ""), true, false, false, body}, *node)};
        for (std::size_t l = loops.size(); l-- > 0;)
            body = {makeNode(made, For{loops[l]->name, LoopKind::Spatial, loops[l]->extent, Mark::None, body}, *node)};
        made.body.insert(made.body.end(), body.begin(), body.end());
        const Body reads = withFound(made, node, search, load(name, element));
        made.body.insert(made.body.end(), reads.begin(), reads.end());
    }
    if (!any)
        failInput(fmt::format("{} stands nowhere", print(search, 2)));
    return made;
}

} // namespace

StepKind precomputeStep()
{
    return {{"precompute", "SEARCH", "finds what find() or rank() does before launches, and keeps it in an array"},
            precompute,
            [](const Program& program, const ScheduleContext&) {
                std::vector<std::string> all;
                forIterations(program, [&](const Node& node, const std::string& iteration) {
                    for (const ExprPtr& expr : expressionsOf(node))
                        rewritten(expr, [&](const ExprPtr& part) -> ExprPtr {
                            if (part->kind == ExprKind::Find || part->kind == ExprKind::Rank)
                                if (std::string text = ofIteration(iteration, "precompute " + print(part, 2));
                                    std::find(all.begin(), all.end(), text) == all.end())
                                    all.push_back(std::move(text));
                            return nullptr;
                        });
                });
                return all;
            },
            true};
}

} // namespace sparsescope::ir
