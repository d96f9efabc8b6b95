// Makes nests ready to be printed.
#include "kernels/generate/program/prepared.h"

#include "engine/ir/lower.h"
#include "engine/ir/steps/memory.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace sparsescope {

using namespace ir;

namespace {

using Renamed = std::map<std::string, ExprPtr>;

// With expressions in place of names, each made as short as what is known of loops allows.
class Opened {
public:
    explicit Opened(Renamed renamed = {}, Known known = {}) : m_renamed(std::move(renamed)), m_known(std::move(known))
    {
    }

    Body body(const Body& from)
    {
        Body all;
        for (const NodePtr& node : from)
            add(*node, all);
        return all;
    }

private:
    ExprPtr changed(const ExprPtr& expr) const { return simplified(substituted(expr, m_renamed), m_known); }

    void add(const Node& node, Body& all)
    {
        if (const auto* block = std::get_if<Block>(&node.what)) {
            for (const NodePtr& inner : block->body)
                add(*inner, all);
        } else if (const auto* loop = std::get_if<For>(&node.what)) {
            addLoop(node, *loop, all);
        } else if (const auto* store = std::get_if<Store>(&node.what)) {
            Store copy = *store;
            for (ExprPtr& index : copy.indices)
                index = changed(index);
            copy.value = changed(copy.value);
            all.push_back(with(node, std::move(copy)));
        } else if (const auto* branch = std::get_if<If>(&node.what)) {
            all.push_back(with(node, If{changed(branch->condition), body(branch->then), body(branch->otherwise)}));
        } else if (const auto* let = std::get_if<Let>(&node.what)) {
            all.push_back(with(node, Let{let->name, changed(let->value)}));
        } else if (const auto* call = std::get_if<Call>(&node.what)) {
            Call copy = *call;
            for (ExprPtr& argument : copy.arguments)
                argument = changed(argument);
            all.push_back(with(node, std::move(copy)));
        }
    }

    void addLoop(const Node& node, const For& loop, Body& all)
    {
        const ExprPtr extent = changed(loop.extent);
        const Renamed renamed = m_renamed;
        const Known known = m_known;
        m_renamed.erase(loop.name);
        const bool once = extent->kind == ExprKind::Integer && extent->value == 1 && loop.mark != Mark::BlockX &&
                          loop.mark != Mark::BlockY;
        if (once) {
            m_renamed[loop.name] = integer(0);
            for (const NodePtr& inner : loop.body)
                add(*inner, all);
        } else {
            if (extent->kind == ExprKind::Integer)
                m_known.extents[loop.name] = extent->value;
            For copy = loop;
            copy.extent = extent;
            copy.body = body(loop.body);
            all.push_back(with(node, std::move(copy)));
        }
        m_renamed = renamed;
        m_known = known;
    }

    Renamed m_renamed;
    Known m_known;
};

bool loadsAny(const ExprPtr& expr, const std::set<std::string>& arrays)
{
    bool found = false;
    forEachExpr(
        expr, [&](const Expr& part) { found = found || (part.kind == ExprKind::Load && arrays.contains(part.name)); });
    return found;
}

const If* plainIf(const Node& node)
{
    const auto* branch = std::get_if<If>(&node.what);
    return branch && branch->otherwise.empty() ? branch : nullptr;
}

bool lets(const Body& body)
{
    return std::any_of(body.begin(), body.end(),
                       [](const NodePtr& node) { return std::holds_alternative<Let>(node->what); });
}

// Branches beside one another that ask the same become one.
Body joined(const Body& body)
{
    Body all;
    for (const NodePtr& node : body) {
        const If* now = plainIf(*node);
        const If* before = all.empty() ? nullptr : plainIf(*all.back());
        if (now && before && same(now->condition, before->condition) &&
            !loadsAny(now->condition, writtenIn(before->then)) && !lets(before->then)) {
            Body both = before->then;
            both.insert(both.end(), now->then.begin(), now->then.end());
            all.back() = with(*all.back(), If{now->condition, joined(both), {}});
        } else {
            all.push_back(node);
        }
    }
    return all;
}

// The branch that is all of a loop and does not depend on it; null: there is none.
const If* steadyBranch(const For& loop)
{
    const If* inner = loop.body.size() == 1 ? plainIf(*loop.body[0]) : nullptr;
    const bool steady = inner && !mentions(inner->condition, loop.name) &&
                        !loadsAny(inner->condition, writtenIn(inner->then)) && loop.mark != Mark::BlockX &&
                        loop.mark != Mark::BlockY;
    return steady ? inner : nullptr;
}

// Branches stand outside of loops that they do not depend on.
Body hoisted(const Body& body)
{
    Body all;
    for (const NodePtr& node : body) {
        const auto* loop = std::get_if<For>(&node->what);
        if (const auto* branch = std::get_if<If>(&node->what)) {
            all.push_back(with(*node, If{branch->condition, hoisted(branch->then), hoisted(branch->otherwise)}));
        } else if (!loop) {
            all.push_back(node);
        } else {
            For copy = *loop;
            copy.body = hoisted(loop->body);
            std::vector<NodePtr> branches; // the outer ones first
            while (const If* inner = steadyBranch(copy)) {
                branches.push_back(copy.body[0]);
                const Body then = inner->then;
                copy.body = then;
            }
            NodePtr now = with(*node, std::move(copy));
            for (std::size_t b = branches.size(); b-- > 0;)
                now = with(*branches[b], If{std::get<If>(branches[b]->what).condition, {now}, {}});
            all.push_back(std::move(now));
        }
    }
    return joined(all);
}

// How many iterations a loop has that goes through `of` in steps of `step`, the last of which may go too far: guards
// ask whether a place is before the end.
struct Stepped {
    ExprPtr of;
    std::int64_t step = 0;
};

std::optional<Stepped> steppedBy(const For& loop)
{
    const ExprPtr& extent = loop.extent;
    if (extent->kind != ExprKind::Divide || extent->operands[1]->kind != ExprKind::Integer)
        return std::nullopt;
    const std::int64_t step = extent->operands[1]->value;
    const ExprPtr& whole = extent->operands[0];
    if (whole->kind != ExprKind::Add || !same(whole->operands[1], integer(step - 1)) || step < 2)
        return std::nullopt;
    return Stepped{whole->operands[0], step};
}

// The body without guards that hold in every iteration but the last; `found`: there were some.
Body unguarded(const Body& body, const std::string& loop, const Stepped& stepped, Known known, bool& found)
{
    Body all;
    for (const NodePtr& node : body) {
        if (const auto* branch = std::get_if<If>(&node->what)) {
            const ExprPtr& asked = branch->condition;
            bool holds = asked->kind == ExprKind::Less && same(asked->operands[1], stepped.of) &&
                         branch->otherwise.empty() && strideOf(asked->operands[0], loop) == stepped.step;
            if (holds) {
                const auto bounds =
                    boundsOf(simplified(substituted(asked->operands[0], {{loop, integer(0)}}), known), known);
                holds = bounds && bounds->first >= 0 && bounds->second < stepped.step;
            }
            Body then = unguarded(branch->then, loop, stepped, known, found);
            found = found || holds;
            if (holds)
                all.insert(all.end(), then.begin(), then.end());
            else
                all.push_back(
                    with(*node, If{asked, std::move(then), unguarded(branch->otherwise, loop, stepped, known, found)}));
        } else if (const auto* inner = std::get_if<For>(&node->what)) {
            Known inside = known;
            if (inner->extent->kind == ExprKind::Integer)
                inside.extents[inner->name] = inner->extent->value;
            For copy = *inner;
            copy.body = unguarded(inner->body, loop, stepped, inside, found);
            all.push_back(with(*node, std::move(copy)));
        } else {
            all.push_back(node);
        }
    }
    return all;
}

bool hasSerialLoops(const Body& body)
{
    bool found = false;
    forEachNode(body, [&](const Node& node) {
        const auto* loop = std::get_if<For>(&node.what);
        found = found || (loop && loop->mark == Mark::None);
    });
    return found;
}

// Innermost loops whose last iteration may go too far: this one alone asks how far it goes.
class Peeled {
public:
    Body body(const Body& from)
    {
        Body all;
        for (const NodePtr& node : from) {
            const auto* loop = std::get_if<For>(&node->what);
            if (const auto* branch = std::get_if<If>(&node->what)) {
                all.push_back(with(*node, If{branch->condition, body(branch->then), body(branch->otherwise)}));
            } else if (!loop) {
                all.push_back(node);
            } else if (!peel(*node, *loop, all)) {
                const Known known = m_known;
                if (loop->extent->kind == ExprKind::Integer)
                    m_known.extents[loop->name] = loop->extent->value;
                bool found = false;
                For copy = *loop; // what it goes through one by one is there
                copy.body = body(unguarded(loop->body, loop->name, {loop->extent, 1}, m_known, found));
                m_known = known;
                all.push_back(with(*node, std::move(copy)));
            }
        }
        return all;
    }

private:
    bool peel(const Node& node, const For& loop, Body& all)
    {
        const std::optional<Stepped> stepped = loop.mark == Mark::None ? steppedBy(loop) : std::nullopt;
        if (!stepped || hasSerialLoops(loop.body))
            return false;
        bool found = false;
        For whole = loop;
        whole.extent = made(ExprKind::Divide, {stepped->of, integer(stepped->step)});
        whole.body = unguarded(loop.body, loop.name, *stepped, m_known, found);
        if (!found)
            return false;
        Body last = {with(node, Let{loop.name, whole.extent})};
        last.insert(last.end(), loop.body.begin(), loop.body.end());
        const ExprPtr some =
            made(ExprKind::NotEqual, {made(ExprKind::Remainder, {stepped->of, integer(stepped->step)}), integer(0)});
        all.push_back(with(node, std::move(whole)));
        all.push_back(with(node, If{some, std::move(last), {}}));
        return true;
    }

    Known m_known;
};

} // namespace

NodePtr with(const Node& node, decltype(Node::what) what)
{
    return std::make_shared<const Node>(Node{node.id, node.from, std::move(what)});
}

Body prepared(const Body& body)
{
    return hoisted(Peeled().body(hoisted(Opened().body(body))));
}

} // namespace sparsescope
