#include "engine/ir/steps/memory.h"

#include "engine/core/error.h"
#include "engine/ir/steps/threads.h"
#include "engine/ir/syntax.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::ir {

void addConjuncts(const ExprPtr& condition, std::vector<ExprPtr>& all)
{
    if (condition->kind != ExprKind::And) {
        all.push_back(condition);
        return;
    }
    addConjuncts(condition->operands[0], all);
    addConjuncts(condition->operands[1], all);
}

void forStores(const Body& body, const Around& around, const std::function<void(const Store&, const Around&)>& visit)
{
    for (const NodePtr& node : body) {
        if (const auto* store = std::get_if<Store>(&node->what)) {
            visit(*store, around);
        } else if (const auto* loop = std::get_if<For>(&node->what)) {
            Around inside = around;
            inside.loops.push_back(loop);
            forStores(loop->body, std::move(inside), visit);
        } else if (const auto* block = std::get_if<Block>(&node->what)) {
            forStores(block->body, around, visit);
        } else if (const auto* branch = std::get_if<If>(&node->what)) {
            if (!branch->otherwise.empty())
                failInput("a branch with else stands here");
            Around inside = around;
            addConjuncts(branch->condition, inside.conditions);
            forStores(branch->then, std::move(inside), visit);
        } else {
            failInput("a statement that is neither loop, branch nor store stands here");
        }
    }
}

bool mentionsAny(const ExprPtr& expr, const std::vector<const For*>& loops)
{
    return std::any_of(loops.begin(), loops.end(), [&](const For* loop) { return mentions(expr, loop->name); });
}

bool mentionedIn(const std::vector<ExprPtr>& all, const std::string& name)
{
    return std::any_of(all.begin(), all.end(), [&](const ExprPtr& expr) { return mentions(expr, name); });
}

std::vector<ExprPtr> Memory::element() const
{
    if (loops.empty())
        return {integer(0)};
    std::vector<ExprPtr> all;
    for (const For* loop : loops)
        all.push_back(named(loop->name));
    return all;
}

void declare(Program& program, const Memory& memory, Type type, Scope scope)
{
    if (program.buffer(memory.name)) // by another nest of the same step
        failInput(fmt::format("the name {} is taken; name one iteration", memory.name));
    Buffer buffer;
    buffer.name = memory.name;
    buffer.type = type;
    buffer.scope = scope;
    for (const For* loop : memory.loops) {
        if (loop->extent->kind != ExprKind::Integer)
            failInput(fmt::format("how far {} goes is no constant; split it first", loop->name));
        Axis axis;
        axis.name = memory.name + "_" + loop->name;
        axis.length = loop->extent;
        if (program.axis(axis.name))
            failInput(fmt::format("the name {} is taken", axis.name));
        buffer.axes.push_back(axis.name);
        program.axes.push_back(std::move(axis));
    }
    if (buffer.axes.empty()) { // one element
        Axis axis;
        axis.name = memory.name + "_one";
        axis.length = integer(1);
        buffer.axes.push_back(axis.name);
        program.axes.push_back(std::move(axis));
    }
    program.buffers.push_back(std::move(buffer));
}

Body over(Program& program, const Memory& memory, Body body, const std::vector<ExprPtr>& conditions, const Node& from,
          const std::string& reduced)
{
    for (std::size_t c = conditions.size(); c-- > 0;)
        body = {makeNode(program, If{conditions[c], std::move(body), {}}, from)};
    for (std::size_t l = memory.loops.size(); l-- > 0;) {
        const For& loop = *memory.loops[l];
        const LoopKind kind = loop.name == reduced ? LoopKind::Reduced : LoopKind::Spatial;
        body = {makeNode(program, For{loop.name, kind, loop.extent, Mark::None, std::move(body)}, from)};
    }
    return body;
}

Scope scopeOf(const std::string& text)
{
    for (int scope = 0; scope <= static_cast<int>(Scope::MmaC); ++scope)
        if (text == word(static_cast<Scope>(scope)))
            return static_cast<Scope>(scope);
    failInput(fmt::format("\"{}\" is no scope: {}", text, wordsOf(Scope::MmaC, Scope::Global)));
}

std::string memoryName(const Program& program, const Step& step, const std::string& buffer, const std::string& what)
{
    if (step.results.size() > 1)
        failInput("it makes one buffer");
    std::string name = step.results.empty() ? buffer + "_" + what : step.results[0];
    for (int n = 2; step.results.empty() && namesIn(program).contains(name); ++n)
        name = fmt::format("{}_{}{}", buffer, what, n);
    requireFree(program, {}, name);
    return name;
}

std::set<std::string> writtenIn(const Body& body)
{
    std::set<std::string> names;
    forEachNode(body, [&](const Node& node) {
        if (const auto* store = std::get_if<Store>(&node.what))
            names.insert(store->target);
    });
    return names;
}

// How far it goes is asked elsewhere, or more often, behind a step.
void requireSteady(const For& loop)
{
    const std::set<std::string> written = writtenIn(loop.body);
    forEachExpr(loop.extent, [&](const Expr& part) {
        if (part.kind == ExprKind::Load && written.contains(part.name))
            failInput(fmt::format("how far {} goes is said by {}, which is written in it", loop.name, part.name));
    });
}

namespace {

struct Touch {
    bool writes = false;
    std::vector<ExprPtr> indices;
};

// To each buffer or array, in the order of the text.
std::map<std::string, std::vector<Touch>> accessesIn(const Body& body)
{
    std::map<std::string, std::vector<Touch>> all;
    forEachNode(body, [&](const Node& node) {
        for (const ExprPtr& expr : expressionsOf(node))
            forEachExpr(expr, [&](const Expr& part) {
                if (part.kind == ExprKind::Load)
                    all[part.name].push_back({false, part.operands});
            });
        if (const auto* store = std::get_if<Store>(&node.what); store && !store->add)
            all[store->target].push_back({true, store->indices});
    });
    return all;
}

bool differ(const Touch& a, const Touch& b, const std::string& loop)
{
    for (std::size_t i = 0; i < std::min(a.indices.size(), b.indices.size()); ++i)
        if ((mentions(a.indices[i], loop) || mentions(b.indices[i], loop)) && !same(a.indices[i], b.indices[i]))
            return true;
    return false;
}

bool isOwn(const Program& program, const std::string& name)
{
    const Buffer* buffer = program.buffer(name);
    const Array* array = program.array(name);
    return buffer ? isMemory(program, *buffer) : array && array->scope != Scope::Global;
}

} // namespace

void requireAnyOrder(const Program& program, const For& loop)
{
    for (const auto& [name, accesses] : accessesIn(loop.body)) {
        const auto isWrite = [](const Touch& access) { return access.writes; };
        if (!isOwn(program, name) || std::none_of(accesses.begin(), accesses.end(), isWrite))
            continue;
        bool finds = !accesses.front().writes;
        for (const Touch& write : accesses)
            for (const Touch& read : accesses)
                finds = finds || (write.writes && !read.writes && differ(write, read, loop.name));
        if (finds)
            failInput(fmt::format("an iteration of {} finds in {} what one before it left there", loop.name, name));
    }
}

const Store* fillsOnly(const Node& node, const std::string& memory)
{
    if (const auto* store = std::get_if<Store>(&node.what))
        return store->target == memory && !store->add ? store : nullptr;
    const auto* loop = std::get_if<For>(&node.what);
    const auto* branch = std::get_if<If>(&node.what);
    if ((!loop && !branch) || (branch && !branch->otherwise.empty()))
        return nullptr;
    const Body& body = loop ? loop->body : branch->then;
    const Store* store = body.size() == 1 ? fillsOnly(*body[0], memory) : nullptr;
    return store && (!loop || mentionedIn(store->indices, loop->name)) ? store : nullptr;
}

bool addsTo(const Body& body, const std::string& target)
{
    bool found = false;
    forEachNode(body, [&](const Node& node) {
        const auto* store = std::get_if<Store>(&node.what);
        found = found || (store && store->add && (target.empty() || store->target == target));
    });
    return found;
}

std::vector<std::string> cacheCandidates(const Program& program, bool writes)
{
    std::vector<std::string> all;
    std::map<std::string, std::set<std::string>> buffersOf, loopsIn; // by iteration
    forIterations(program, [&](const Node& node, const std::string& iteration) {
        if (const auto* loop = std::get_if<For>(&node.what))
            loopsIn[iteration].insert(loop->name);
        if (const auto* store = std::get_if<Store>(&node.what); store && writes && store->add)
            buffersOf[iteration].insert(store->target);
        if (!writes)
            for (const ExprPtr& expr : expressionsOf(node))
                forEachExpr(expr, [&](const Expr& part) {
                    if (part.kind == ExprKind::Load)
                        buffersOf[iteration].insert(part.name);
                });
    });
    for (const auto& [iteration, buffers] : buffersOf)
        for (const std::string& buffer : buffers)
            for (const std::string& loop : loopsIn[iteration])
                for (const char* scope : {"local", "shared"})
                    all.push_back(ofIteration(
                        iteration, fmt::format("cache_{} {} {} {}", writes ? "write" : "read", buffer, scope, loop)));
    return all;
}

std::vector<std::string> iterationsOf(const Program& program, const char* verb)
{
    std::vector<std::string> all;
    for (const NodePtr& node : program.body) {
        const auto* iter = std::get_if<Iter>(&node->what);
        const std::string text = ofIteration(iter ? iter->name : iterationOf(*node), verb);
        if (std::find(all.begin(), all.end(), text) == all.end())
            all.push_back(text);
    }
    return all;
}

} // namespace sparsescope::ir
