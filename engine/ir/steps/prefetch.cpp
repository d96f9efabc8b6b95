// The step prefetch: copies are made while iterations before the one that uses them run.
#include "engine/core/error.h"
#include "engine/ir/steps/memory.h"
#include "engine/ir/steps/threads.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::ir {

namespace {

constexpr std::int64_t mostAhead = 8;

// A memory that is prefetched in a loop, and where the copies of later iterations are found.
struct Prefetched {
    std::string memory; // in place of it
    std::string ahead;  // this one is read; it is the memory itself where that has slots
    std::int64_t count = 1;
    bool numbered = false; // the first axis of `ahead` says how far ahead
};

// Where a copy with slots for this iteration, and so many ahead of it, stands.
ExprPtr slotOf(const ExprPtr& iteration, std::int64_t count)
{
    return made(ExprKind::Remainder, {iteration, integer(count + 1)});
}

// The store of a statement that fills a memory for the iteration that is so far ahead.
const Store* fillsAhead(const Node& node, const std::string& memory, const For& loop, std::int64_t count)
{
    const auto* branch = std::get_if<If>(&node.what);
    const ExprPtr there = made(ExprKind::Less, {plus(named(loop.name), integer(count)), loop.extent});
    return branch && branch->otherwise.empty() && branch->then.size() == 1 && same(branch->condition, there)
               ? fillsOnly(*branch->then[0], memory)
               : nullptr;
}

// What a loop's statements have prefetched already.
std::vector<Prefetched> prefetchedIn(const Program& program, const For& loop)
{
    std::vector<Prefetched> all;
    for (auto node = loop.body.begin(); node != loop.body.end(); ++node)
        for (const std::string& name : writtenIn({*node})) {
            const Buffer* buffer = program.buffer(name);
            if (!buffer || !isMemory(program, *buffer))
                continue;
            const Store* moved = fillsOnly(**node, name);
            const Buffer* ahead =
                moved && moved->value->kind == ExprKind::Load ? program.buffer(moved->value->name) : nullptr;
            if (ahead && isMemory(program, *ahead)) {
                const bool numbered = ahead->axes.size() == buffer->axes.size() + 1;
                const std::int64_t count = numbered ? program.axis(ahead->axes[0])->length->value : 1;
                if (std::any_of(node + 1, loop.body.end(), [&](const NodePtr& behind) {
                        return fillsAhead(*behind, ahead->name, loop, count) != nullptr;
                    }))
                    all.push_back({name, ahead->name, count, numbered});
            }
            for (std::int64_t count = 1; count <= mostAhead; ++count)
                if (const Store* store = fillsAhead(**node, name, loop, count);
                    store && same(store->indices[0], slotOf(plus(named(loop.name), integer(count)), count)))
                    all.push_back({name, name, count, false});
        }
    return all;
}

class Prefetching {
public:
    Prefetching(const Program& before, Program& program, const Node& node, const Known& known, const Buffer& copy,
                std::int64_t count)
        : m_before(before), m_program(program), m_node(node), m_loop(std::get<For>(node.what)), m_known(known),
          m_copy(copy), m_count(count), m_index(m_loop.name + "_next")
    {
        if (m_loop.extent->kind == ExprKind::Integer)
            m_known.extents[m_loop.name] = m_loop.extent->value;
        m_place = std::find_if(m_loop.body.begin(), m_loop.body.end(),
                               [&](const NodePtr& one) { return fillsOnly(*one, m_copy.name) != nullptr; });
        m_known.extents[m_index] = m_count;
        m_store = fillsOnly(**m_place, m_copy.name);
    }

    Body make(const std::string& name)
    {
        require();
        m_prefetched = prefetchedIn(m_program, m_loop);
        requireSteadyCopy();
        const bool shared = m_copy.scope == Scope::Shared;
        m_numbered = shared || m_count > 1;
        m_ahead = shared ? m_copy.name : name;
        declareAhead(shared ? m_count + 1 : m_count);

        Body before, body(m_loop.body.begin(), m_place);
        const ExprPtr here = named(m_loop.name), next = named(m_index);
        if (m_count == 1)
            add(before, copied(integer(0), integer(0), 0));
        else
            before = counted(m_count, copied(next, next, {}));
        if (shared) {
            const ExprPtr ahead = plus(here, integer(m_count));
            add(body, copied(ahead, slotOf(ahead, m_count), m_count - 1));
        } else {
            add(body, stored({*m_place}, m_copy.name, m_store->indices, load(m_ahead, elementAhead(integer(0)))));
            if (m_count > 1)
                add(body, counted(m_count - 1, shifted()));
            add(body, copied(plus(here, integer(m_count)), integer(m_count - 1), m_count - 1));
        }
        body.insert(body.end(), m_place + 1, m_loop.body.end());
        if (shared)
            body = inSlots(body);
        add(before, {withBodies(m_program, m_node, {std::move(body)})});
        return before;
    }

private:
    static void add(Body& all, const Body& more) { all.insert(all.end(), more.begin(), more.end()); }

    void require() const
    {
        requireSteady(m_loop);
        if (isTileLoop(m_loop))
            failInput(fmt::format("{} goes through tiles, whose arrays are bound anew for each", m_loop.name));
        if (m_loop.mark != Mark::None && m_loop.mark != Mark::Unroll)
            failInput(
                fmt::format("{} is {}, and its iterations do not follow one another", m_loop.name, word(m_loop.mark)));
        const std::string& name = m_copy.name;
        const auto uses = [&](const Body& body) {
            std::size_t count = 0;
            forEachNode(body, [&](const Node& node) {
                for (const ExprPtr& expr : expressionsOf(node))
                    forEachExpr(expr, [&](const Expr& part) { count += part.name == name ? 1 : 0; });
            });
            return count;
        };
        if (uses(m_loop.body) != uses(m_before.body))
            failInput(fmt::format("{} is read outside {} as well", name, m_loop.name));
    }

    // What the copy of a later iteration depends on is known by then.
    void requireSteadyCopy() const
    {
        const std::set<std::string> written = writtenIn(m_loop.body);
        forEachNode({*m_place}, [&](const Node& node) {
            for (const ExprPtr& expr : expressionsOf(node))
                forEachExpr(expr, [&](const Expr& part) {
                    if (!written.contains(part.name) || part.kind == ExprKind::Name)
                        return;
                    const auto one = std::find_if(m_prefetched.begin(), m_prefetched.end(),
                                                  [&](const Prefetched& p) { return p.memory == part.name; });
                    if (one == m_prefetched.end())
                        failInput(fmt::format("{} says what {} is, and is written in {}", part.name, m_copy.name,
                                              m_loop.name));
                    if (one->count < m_count)
                        failInput(fmt::format("{} says what {} is, and is prefetched {} ahead", part.name, m_copy.name,
                                              one->count));
                });
        });
    }

    void declareAhead(std::int64_t count)
    {
        Buffer ahead = m_copy;
        ahead.name = m_ahead;
        ahead.axes.clear();
        const auto declare = [&](const std::string& name, const ExprPtr& length) {
            if (m_program.axis(name))
                failInput(fmt::format("the name {} is taken", name));
            Axis axis;
            axis.name = name;
            axis.length = length;
            ahead.axes.push_back(name);
            m_program.axes.push_back(std::move(axis));
        };
        if (m_numbered)
            declare(m_ahead + "_ahead", integer(count));
        for (const std::string& axis : m_copy.axes)
            if (m_ahead == m_copy.name)
                ahead.axes.push_back(axis);
            else
                declare(m_ahead + axis.substr(m_copy.name.size()), m_program.axis(axis)->length);
        std::erase_if(m_program.buffers, [&](const Buffer& buffer) { return buffer.name == m_ahead; });
        m_program.buffers.push_back(std::move(ahead));
    }

    std::vector<ExprPtr> elementAhead(const ExprPtr& slot) const
    {
        std::vector<ExprPtr> all;
        if (m_numbered)
            all.push_back(simplified(slot, m_known));
        all.insert(all.end(), m_store->indices.begin(), m_store->indices.end());
        return all;
    }

    // The copy's loops and conditions around another store, of another value or (null) of the same.
    Body stored(const Body& copy, const std::string& target, const std::vector<ExprPtr>& indices, const ExprPtr& value)
    {
        const std::optional<Body> made =
            changed(m_program, copy, [&](Program& program, const NodePtr& node, const Known&) -> std::optional<Body> {
                const auto* store = std::get_if<Store>(&node->what);
                if (!store)
                    return std::nullopt;
                return Body{makeNode(program, Store{target, indices, false, value ? value : store->value}, *node)};
            });
        return made ? *made : Body();
    }

    // The same for another iteration of the loop, so far ahead (0: the next one; nothing: as the index says).
    Body elsewhere(const Body& copy, const ExprPtr& iteration, std::optional<std::int64_t> ahead)
    {
        const ExprPtr slot = ahead ? integer(*ahead) : named(m_index);
        const Body found = withExpressions(m_program, copy, [&](const ExprPtr& expr) {
            return rewritten(expr, [&](const ExprPtr& part) -> ExprPtr {
                for (const Prefetched& one : m_prefetched)
                    if (part->kind == ExprKind::Load && part->name == one.memory && one.ahead != one.memory) {
                        std::vector<ExprPtr> indices = part->operands;
                        if (one.numbered)
                            indices.insert(indices.begin(), slot);
                        return load(one.ahead, std::move(indices));
                    }
                return nullptr;
            });
        });
        const Body now = substituted(m_program, found, {{m_loop.name, iteration}}, m_known);
        const ExprPtr there =
            simplified(made(ExprKind::Less, {simplified(iteration, m_known), m_loop.extent}), m_known);
        if (there->kind == ExprKind::Integer)
            return there->value != 0 ? now : Body();
        return {makeNode(m_program, If{there, now, {}}, **m_place)};
    }

    Body copied(const ExprPtr& iteration, const ExprPtr& slot, std::optional<std::int64_t> ahead)
    {
        return stored(elsewhere({*m_place}, iteration, ahead), m_ahead, elementAhead(slot), nullptr);
    }

    // What is two iterations ahead will be one ahead.
    Body shifted()
    {
        const ExprPtr next = named(m_index), behind = plus(next, integer(1));
        return stored(elsewhere({*m_place}, plus(named(m_loop.name), behind), {}), m_ahead, elementAhead(next),
                      load(m_ahead, elementAhead(behind)));
    }

    Body counted(std::int64_t count, Body body)
    {
        if (body.empty())
            return {};
        if (count == 1)
            return substituted(m_program, body, {{m_index, integer(0)}}, m_known);
        return {makeNode(m_program, For{m_index, LoopKind::Spatial, integer(count), Mark::None, std::move(body)},
                         **m_place)};
    }

    // Reads of the copy, but not those of what is ahead.
    Body inSlots(const Body& body)
    {
        const ExprPtr slot = slotOf(named(m_loop.name), m_count);
        return withExpressions(m_program, body, [&](const ExprPtr& expr) {
            return rewritten(expr, [&](const ExprPtr& part) -> ExprPtr {
                if (part->kind != ExprKind::Load || part->name != m_copy.name)
                    return nullptr;
                std::vector<ExprPtr> indices = part->operands;
                indices.insert(indices.begin(), slot);
                return load(m_copy.name, std::move(indices));
            });
        });
    }

    const Program& m_before;
    Program& m_program;
    const Node& m_node;
    const For& m_loop;
    Known m_known;
    const Buffer m_copy;
    std::int64_t m_count;
    std::string m_index; // of loops over what is ahead
    Body::const_iterator m_place;
    const Store* m_store = nullptr;
    std::vector<Prefetched> m_prefetched;
    std::string m_ahead;
    bool m_numbered = false;
};

Program prefetch(const Program& program, const Step& step, const ScheduleContext& context)
{
    requireStage(program, step, 2, 2);
    const std::vector<std::string> arguments = words(step.arguments);
    if (arguments.size() != 2)
        failInput("it takes a copy, and how many iterations ahead it is made");
    const Buffer* copy = program.buffer(arguments[0]);
    if (!copy)
        failInput(fmt::format("there is no buffer {}", arguments[0]));
    if (!isMemory(program, *copy) || (copy->scope != Scope::Local && copy->scope != Scope::Shared))
        failInput(fmt::format("{} is no local or shared memory that a step made", copy->name));
    const std::int64_t count = numberOf(arguments[1], context, mostAhead);
    if (copy->scope == Scope::Shared && !step.results.empty())
        failInput(fmt::format("{} is shared, and gets slots; it makes nothing that could be named", copy->name));
    std::size_t stores = 0;
    forEachNode(program.body, [&](const Node& node) {
        const auto* store = std::get_if<Store>(&node.what);
        stores += store && store->target == copy->name ? 1 : 0;
    });
    if (stores > 1)
        failInput(fmt::format("{} is written in {} places", copy->name, stores));
    const std::string name = memoryName(program, step, copy->name, "next");
    return changedNests(
        program, step,
        [&](Program& made, const NodePtr& node, const Known& known) -> std::optional<Body> {
            const auto* loop = std::get_if<For>(&node->what);
            if (!loop || std::none_of(loop->body.begin(), loop->body.end(), [&](const NodePtr& one) {
                    const Store* store = fillsOnly(*one, copy->name);
                    return store && !mentionedIn(store->indices, loop->name);
                }))
                return std::nullopt;
            if (same(loop->extent, integer(1))) // no iteration is before the one that uses it
                return Body{node};
            return Prefetching(program, made, *node, known, *copy, count).make(name);
        },
        fmt::format("there is no loop that copies something to {} and then uses it", copy->name));
}

} // namespace

StepKind prefetchStep()
{
    return {{"prefetch", "COPY NUMBER", "makes a copy so many iterations before the one that uses it"},
            prefetch,
            [](const Program& program, const ScheduleContext&) {
                std::vector<std::string> all;
                for (const Buffer& buffer : program.buffers)
                    if (isMemory(program, buffer))
                        for (const int count : {1, 2})
                            all.push_back(fmt::format("prefetch {} {}", buffer.name, count));
                return all;
            },
            true};
}

} // namespace sparsescope::ir
