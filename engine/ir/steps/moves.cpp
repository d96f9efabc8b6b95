// Steps that move the nest that makes a step's memory, or the one that uses it, into a loop of the other.
#include "engine/core/error.h"
#include "engine/ir/steps/memory.h"
#include "engine/ir/steps/threads.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::ir {

namespace {

using Indices = std::vector<ExprPtr>;

// The indices of each load, and of other reads none.
std::vector<Indices> readsIn(const Body& body, const std::string& buffer)
{
    std::vector<Indices> all;
    forEachNode(body, [&](const Node& node) {
        for (const ExprPtr& expr : expressionsOf(node))
            forEachExpr(expr, [&](const Expr& part) {
                if (part.kind != ExprKind::Name && part.name == buffer)
                    all.push_back(part.kind == ExprKind::Load ? part.operands : Indices());
            });
    });
    return all;
}

std::set<std::string> readIn(const Body& body)
{
    std::set<std::string> names;
    forEachNode(body, [&](const Node& node) {
        for (const ExprPtr& expr : expressionsOf(node))
            forEachExpr(expr, [&](const Expr& part) {
                if (part.kind != ExprKind::Name && !part.name.empty())
                    names.insert(part.name);
            });
    });
    return names;
}

std::size_t storesIn(const Body& body, const std::string& buffer)
{
    std::size_t count = 0;
    forEachNode(body, [&](const Node& node) {
        const auto* store = std::get_if<Store>(&node.what);
        count += store && store->target == buffer ? 1 : 0;
    });
    return count;
}

// A loop in a statement, with those around it there.
struct Place {
    const For* loop = nullptr;
    std::vector<const For*> around; // itself last
    bool conditional = false;
};

void findLoops(const Body& body, const std::string& name, const Place& around, std::vector<Place>& all)
{
    for (const NodePtr& node : body) {
        Place inside = around;
        if (const auto* loop = std::get_if<For>(&node->what)) {
            inside.around.push_back(loop);
            if (loop->name == name) {
                inside.loop = loop;
                all.push_back(inside);
            }
        }
        inside.conditional = inside.conditional || std::holds_alternative<If>(node->what);
        for (const Body* inner : bodiesOf(*node))
            findLoops(*inner, name, inside, all);
    }
}

// The loop of that name in these statements for whose body something holds; throws unless there is one.
Place onlyLoopWhere(const Body& body, const std::string& name, const std::function<bool(const Body&)>& holds,
                    const std::string& missing)
{
    std::vector<Place> all;
    findLoops(body, name, {}, all);
    std::erase_if(all, [&](const Place& place) { return !holds(place.loop->body); });
    if (all.empty())
        failInput(missing);
    if (all.size() > 1)
        failInput(fmt::format("{} loops {} do so", all.size(), name));
    return all.front();
}

std::set<std::string> loopNamesIn(const Body& body)
{
    std::set<std::string> names;
    forEachNode(body, [&](const Node& node) {
        if (const auto* loop = std::get_if<For>(&node.what))
            names.insert(loop->name);
        if (const auto* let = std::get_if<Let>(&node.what))
            names.insert(let->name);
    });
    return names;
}

void requireAbsent(const std::set<std::string>& some, const std::set<std::string>& others, const std::string& rule)
{
    for (const std::string& name : some)
        if (others.contains(name))
            failInput(fmt::format("{} {}", name, rule));
}

// The nest without the loops that have a value, which is put in their place.
Body withoutLoops(Program& program, const NodePtr& nest, const std::map<std::string, ExprPtr>& values)
{
    Body now = {nest};
    for (std::size_t left = values.size(); left > 0; --left) // one may stand in another
        if (std::optional<Body> less =
                changed(program, now, [&](Program&, const NodePtr& node, const Known&) -> std::optional<Body> {
                    const auto* loop = std::get_if<For>(&node->what);
                    return loop && values.contains(loop->name) ? std::optional(loop->body) : std::nullopt;
                }))
            now = std::move(*less);
    return substituted(program, now, values, {});
}

// The statement with more in the loop, before what stands there or behind it.
NodePtr withMore(Program& program, const NodePtr& statement, const For* loop, const Body& more, bool before)
{
    return changed(program, {statement},
                   [&](Program& made, const NodePtr& node, const Known&) -> std::optional<Body> {
                       if (std::get_if<For>(&node->what) != loop)
                           return std::nullopt;
                       Body body = loop->body;
                       body.insert(before ? body.begin() : body.end(), more.begin(), more.end());
                       return Body{withBodies(made, *node, {std::move(body)})};
                   })
        ->front();
}

// ---- compute_at

// What is made of a body in which a nest fills the memory; nothing: none does.
std::optional<Body> movedDown(const Program& before, Program& program, const Body& body, const std::string& memory,
                              const std::string& name)
{
    const auto made = std::find_if(body.begin(), body.end(),
                                   [&](const NodePtr& node) { return fillsOnly(*node, memory) != nullptr; });
    if (made == body.end())
        return std::nullopt;
    if (const std::size_t stores = storesIn(before.body, memory); stores > 1)
        failInput(fmt::format("{} is written in {} places", memory, stores));
    const Body behind(made + 1, body.end());
    const auto isRead = [&](const Body& some) { return !readsIn(some, memory).empty(); };
    const Place place = onlyLoopWhere(behind, name, isRead,
                                      fmt::format("behind what makes {} is no loop {} that uses it", memory, name));
    const std::vector<Indices> all = readsIn(place.loop->body, memory);
    if (all.size() != readsIn(before.body, memory).size())
        failInput(fmt::format("{} is read outside {} as well", memory, name));
    const auto statement = std::find_if(behind.begin(), behind.end(), [&](const NodePtr& node) {
        std::vector<Place> found;
        findLoops({node}, name, {}, found);
        return std::any_of(found.begin(), found.end(), [&](const Place& one) { return one.loop == place.loop; });
    });
    requireAbsent(readIn({*made}), writtenIn({behind.begin(), statement + 1}),
                  fmt::format("says what {} is, and is written before {} uses that", memory, name));

    // Where each iteration of a loop needs elements of its own, those are made.
    const Store& store = *fillsOnly(**made, memory);
    std::vector<Place> own;
    for (const std::string& loop : loopNamesIn({*made}))
        findLoops({*made}, loop, {}, own);
    std::map<std::string, ExprPtr> values;
    for (std::size_t i = 0; i < store.indices.size(); ++i) {
        const ExprPtr& index = store.indices[i];
        const auto isEqual = [&](const Indices& one) { return one.size() > i && same(one[i], all[0][i]); };
        const auto hasIt = [&](const ExprPtr& other) { return mentions(other, index->name); };
        if (index->kind != ExprKind::Name || std::count_if(store.indices.begin(), store.indices.end(), hasIt) > 1 ||
            all[0].size() <= i || !std::all_of(all.begin(), all.end(), isEqual))
            continue;
        for (const For* loop : place.around)
            for (const Place& one : own)
                if (one.loop->name == index->name && same(all[0][i], named(loop->name)) &&
                    same(one.loop->extent, loop->extent))
                    values[index->name] = named(loop->name);
    }
    std::set<std::string> kept = loopNamesIn({*made}), around;
    for (const auto& [loop, value] : values)
        kept.erase(loop);
    for (const For* loop : place.around)
        around.insert(loop->name);
    requireAbsent(kept, around, fmt::format("goes through {}, and stands around {} already", memory, name));

    Body now(body.begin(), made);
    const Body moved = withoutLoops(program, *made, values);
    for (auto node = behind.begin(); node != behind.end(); ++node)
        now.push_back(node == statement ? withMore(program, *node, place.loop, moved, true) : *node);
    return now;
}

// ---- reverse_compute_at

// The only store of a nest; null: it does more.
const Store* onlyStore(const Node& node)
{
    if (const auto* store = std::get_if<Store>(&node.what))
        return store;
    const std::vector<const Body*> bodies = bodiesOf(node);
    const bool plain = !bodies.empty() && bodies[0]->size() == 1 && (bodies.size() == 1 || bodies[1]->empty());
    return plain ? onlyStore(*bodies[0]->front()) : nullptr;
}

std::optional<Body> movedUp(const Program& before, Program& program, const Body& body, const std::string& memory,
                            const std::string& name)
{
    const auto use = std::find_if(body.begin(), body.end(), [&](const NodePtr& node) {
        return onlyStore(*node) && !readsIn({node}, memory).empty() && !writtenIn({node}).contains(memory);
    });
    if (use == body.end())
        return std::nullopt;
    const std::vector<Indices> all = readsIn({*use}, memory);
    if (all.size() != 1)
        failInput(fmt::format("{} is read {} times where it is used", memory, all.size()));
    if (readsIn(before.body, memory).size() != 1)
        failInput(fmt::format("{} is read elsewhere as well", memory));
    const auto statement = std::find_if(std::make_reverse_iterator(use), body.rend(), [&](const NodePtr& node) {
                               return writtenIn({node}).contains(memory);
                           }).base();
    if (statement == body.begin())
        failInput(fmt::format("nothing before what uses {} makes it", memory));
    const NodePtr& maker = *(statement - 1);
    const Place place = onlyLoopWhere(
        {maker}, name, [&](const Body& some) { return writtenIn(some).contains(memory); },
        fmt::format("there is no loop {} that makes {}", name, memory));
    if (place.conditional)
        failInput(fmt::format("{} stands under a condition", name));

    // An iteration of these loops is all that adds to its elements.
    std::map<std::string, ExprPtr> values;
    if (storesIn(place.loop->body, memory) != storesIn({maker}, memory))
        failInput(fmt::format("{} is written outside {} as well", memory, name));
    for (const For* loop : place.around) {
        std::optional<std::size_t> at;
        forEachNode(place.loop->body, [&](const Node& node) {
            const auto* store = std::get_if<Store>(&node.what);
            if (!store || store->target != memory)
                return;
            const auto index = std::find_if(store->indices.begin(), store->indices.end(), [&](const ExprPtr& one) {
                return one->kind == ExprKind::Name && one->name == loop->name;
            });
            const auto now = static_cast<std::size_t>(index - store->indices.begin());
            if (index == store->indices.end() || (at && *at != now))
                failInput(fmt::format("an iteration of {} is not all that makes an element of {}", loop->name, memory));
            at = now;
        });
        const ExprPtr& index = all[0][*at];
        const For* own = nullptr; // of the nest that is moved
        forEachNode({*use}, [&](const Node& node) {
            const auto* one = std::get_if<For>(&node.what);
            own = one && index->kind == ExprKind::Name && one->name == index->name ? one : own;
        });
        if (!own || !same(own->extent, loop->extent) || own->kind != loop->kind || own->mark != loop->mark ||
            values.contains(own->name))
            failInput(fmt::format("what uses {} has no loop like {}", memory, loop->name));
        values[own->name] = named(loop->name);
    }
    const Body between(statement, use);
    Body passed = between;
    passed.push_back(maker);
    const std::string& target = onlyStore(**use)->target;
    if (readIn(passed).contains(target) || writtenIn(passed).contains(target))
        failInput(fmt::format("{} is read or written before {} is used", target, memory));
    std::set<std::string> needed = readIn({*use});
    needed.erase(memory);
    requireAbsent(needed, writtenIn(passed), fmt::format("is needed where {} is used, and written before", memory));
    std::set<std::string> kept = loopNamesIn({*use}), around;
    for (const auto& [loop, value] : values)
        kept.erase(loop);
    for (const For* loop : place.around)
        around.insert(loop->name);
    requireAbsent(kept, around, fmt::format("stands around {} already", name));

    Body now(body.begin(), statement - 1);
    now.push_back(withMore(program, maker, place.loop, withoutLoops(program, *use, values), false));
    now.insert(now.end(), between.begin(), between.end());
    now.insert(now.end(), use + 1, body.end());
    return now;
}

using Move = std::optional<Body> (*)(const Program&, Program&, const Body&, const std::string&, const std::string&);

Program moved(const Program& program, const Step& step, Move move, const char* what)
{
    requireStage(program, step, 2, 2);
    const std::vector<std::string> arguments = words(step.arguments);
    if (arguments.size() != 2)
        failInput("it takes a memory and a loop");
    const Buffer* buffer = program.buffer(arguments[0]);
    if (!buffer)
        failInput(fmt::format("there is no buffer {}", arguments[0]));
    if (!isMemory(program, *buffer))
        failInput(fmt::format("{} is no buffer that a step made", buffer->name));
    return changedNests(
        program, step,
        [&](Program& made, const NodePtr& node, const Known&) -> std::optional<Body> {
            std::vector<Body> bodies;
            bool any = false;
            for (const Body* body : bodiesOf(*node)) {
                std::optional<Body> other = move(program, made, *body, arguments[0], arguments[1]);
                any = any || other.has_value();
                bodies.push_back(other ? std::move(*other) : *body);
            }
            return any ? std::optional(Body{withBodies(made, *node, std::move(bodies))}) : std::nullopt;
        },
        fmt::format("no nest only {} {}", what, arguments[0]));
}

std::vector<std::string> moveCandidates(const Program& program, const char* verb)
{
    std::vector<std::string> buffers;
    for (const Buffer& buffer : program.buffers)
        if (isMemory(program, buffer))
            buffers.push_back(buffer.name);
    return forLoops(program, [&](const LoopOf& loop) {
        std::vector<std::string> all;
        for (const std::string& buffer : buffers)
            all.push_back(fmt::format("{} {} {}", verb, buffer, loop.name));
        return all;
    });
}

} // namespace

StepKind computeAtStep()
{
    return {{"compute_at", "MEMORY LOOP", "makes of a memory what each iteration needs, there"},
            [](const Program& program, const Step& step, const ScheduleContext&) {
                return moved(program, step, movedDown, "makes");
            },
            [](const Program& program, const ScheduleContext&) { return moveCandidates(program, "compute_at"); }};
}

StepKind reverseComputeAtStep()
{
    return {
        {"reverse_compute_at", "MEMORY LOOP", "uses of a memory what each iteration made, there"},
        [](const Program& program, const Step& step, const ScheduleContext&) {
            return moved(program, step, movedUp, "uses");
        },
        [](const Program& program, const ScheduleContext&) { return moveCandidates(program, "reverse_compute_at"); }};
}

} // namespace sparsescope::ir
