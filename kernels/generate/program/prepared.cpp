// Makes nests ready to be printed.
#include "kernels/generate/program/prepared.h"

#include "engine/ir/lower.h"

#include <algorithm>
#include <set>
#include <utility>

namespace sparsescope {

using namespace ir;

namespace {

NodePtr with(const Node& node, decltype(Node::what) what)
{
    return std::make_shared<const Node>(Node{node.id, node.from, std::move(what)});
}

bool isParallel(Mark mark)
{
    return mark != Mark::None && mark != Mark::Unroll && mark != Mark::Vector;
}

using Renamed = std::map<std::string, ExprPtr>;

// With expressions in place of names, each made as short as what is known of loops allows.
class Opened {
public:
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
            all.push_back(
                with(node, If{changed(branch->condition), body(branch->then), body(branch->otherwise)}));
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
        const bool once = extent->kind == ExprKind::Integer && extent->value == 1 &&
                          (!isParallel(loop.mark) || loop.mark == Mark::ThreadX || loop.mark == Mark::ThreadY ||
                           loop.mark == Mark::ThreadZ);
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
    forEachExpr(expr, [&](const Expr& part) { found = found || (part.kind == ExprKind::Load && arrays.contains(part.name)); });
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

} // namespace

std::set<std::string> writtenIn(const Body& body)
{
    std::set<std::string> names;
    forEachNode(body, [&](const Node& node) {
        if (const auto* store = std::get_if<Store>(&node.what))
            names.insert(store->target);
    });
    return names;
}

Body prepared(const Body& body)
{
    return hoisted(Opened().body(body));
}

} // namespace sparsescope
