// Names what is loaded from a tile's arrays of whole numbers, which nobody writes.
#include "kernels/generate/program/loads.h"

#include "engine/ir/text.h"
#include "kernels/generate/program/prepared.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace sparsescope {

using namespace ir;

namespace {

bool isOnce(const For& loop)
{
    return loop.extent->kind == ExprKind::Integer && loop.extent->value > 0;
}

class Naming {
public:
    explicit Naming(const DeviceMemory& memory) : m_memory(memory) {}

    Body body(Body all)
    {
        const std::map<std::string, std::string> before = m_names;
        Body made;
        for (NodePtr node : all) {
            node = replaced(node);
            while (const std::optional<ExprPtr> found = firstIn(*node, {}, true)) {
                if (!std::holds_alternative<For>(node->what) && usesOf(*found, *node) < 2) {
                    m_single.insert(print(*found));
                    continue;
                }
                const std::string name = nameOf(**found);
                m_names[print(*found)] = name;
                loads[name] = *found;
                made.push_back(with(*node, Let{name, *found}));
                node = replaced(node);
            }
            made.push_back(inside(node));
        }
        m_names = before;
        m_single.clear();
        return made;
    }
    std::map<std::string, ExprPtr> loads;

private:
    // A load that can stand before a statement. `hidden`: names that are declared in it; `sure`: is it certain that
    // what is here runs?
    std::optional<ExprPtr> firstIn(const Node& node, std::set<std::string> hidden, bool sure) const
    {
        if (const auto* loop = std::get_if<For>(&node.what)) {
            if (auto found = firstIn(loop->extent, hidden, sure))
                return found;
            hidden.insert(loop->name);
            return firstIn(loop->body, std::move(hidden), sure && isOnce(*loop));
        }
        if (const auto* branch = std::get_if<If>(&node.what))
            return firstIn(branch->condition, hidden, sure);
        if (const auto* store = std::get_if<Store>(&node.what)) {
            for (const ExprPtr& index : store->indices)
                if (auto found = firstIn(index, hidden, sure))
                    return found;
            return firstIn(store->value, hidden, sure);
        }
        return std::nullopt;
    }
    std::optional<ExprPtr> firstIn(const Body& body, std::set<std::string> hidden, bool sure) const
    {
        for (const NodePtr& node : body) {
            if (auto found = firstIn(*node, hidden, sure))
                return found;
            if (const auto* let = std::get_if<Let>(&node->what))
                hidden.insert(let->name);
        }
        return std::nullopt;
    }
    std::optional<ExprPtr> firstIn(const ExprPtr& expr, const std::set<std::string>& hidden, bool sure) const
    {
        if (expr->kind == ExprKind::Find || expr->kind == ExprKind::Rank)
            return std::nullopt;
        const bool often = expr->kind == ExprKind::Select || expr->kind == ExprKind::And || expr->kind == ExprKind::Or;
        for (std::size_t o = 0; o < (often ? 1 : expr->operands.size()); ++o)
            if (auto found = firstIn(expr->operands[o], hidden, sure))
                return found;
        const bool loads = expr->kind == ExprKind::Load || expr->kind == ExprKind::Entry;
        return loads && isNameable(expr, hidden, sure) ? std::optional(expr) : std::nullopt;
    }

    static int usesOf(const ExprPtr& load, const Node& node)
    {
        int uses = 0;
        forEachNode({std::make_shared<const Node>(node)}, [&](const Node& inner) {
            for (const ExprPtr& expr : expressionsOf(inner))
                forEachExpr(expr, [&](const Expr& part) {
                    uses += part.kind == load->kind && same(std::make_shared<const Expr>(part), load) ? 1 : 0;
                });
        });
        return uses;
    }

    bool isNameable(const ExprPtr& expr, const std::set<std::string>& hidden, bool sure) const
    {
        const Expr& load = *expr;
        if (!m_memory.has(load.name) || m_single.contains(print(expr)))
            return false;
        const Held held = m_memory[load.name].held;
        bool may = held == Held::Index || held == Held::Ends || load.kind == ExprKind::Entry;
        forEachExpr(load.operands[0], [&](const Expr& part) {
            if (part.kind == ExprKind::Load)
                may = false;
            if (part.kind == ExprKind::Name) // what was loaded says where rows end: there may be nothing
                may = may && !hidden.contains(part.name) && (sure || !m_loaded.contains(part.name));
        });
        return may;
    }

    // "J_1_begin" and "J_1_end" of J_1_indptr, "I_1_index" of I_1_indices.
    std::string nameOf(const Expr& load)
    {
        const DeviceArray& array = m_memory[load.name];
        std::string stem = load.name;
        const auto without = [&](const std::string& ending) {
            if (stem.ends_with(ending))
                stem.resize(stem.size() - ending.size());
        };
        without("_indptr");
        without("_indices");
        const ExprPtr& at = load.operands[0];
        const bool next = at->kind == ExprKind::Add && same(at->operands[1], integer(1));
        stem += load.kind == ExprKind::Entry ? "_entry"
                : array.held != Held::Ends   ? "_index"
                : next                       ? "_end"
                                             : "_begin";
        std::string name = stem;
        for (int number = 2; m_loaded.contains(name) || m_memory.has(name); ++number)
            name = fmt::format("{}_{}", stem, number);
        m_loaded.insert(name);
        return name;
    }

    ExprPtr named(const ExprPtr& expr) const
    {
        return rewritten(expr, [&](const ExprPtr& part) -> ExprPtr {
            if (part->kind != ExprKind::Load && part->kind != ExprKind::Entry)
                return nullptr;
            const auto found = m_names.find(print(part));
            return found != m_names.end() ? ir::named(found->second) : nullptr;
        });
    }

    Body replacedAll(const Body& body) const
    {
        Body all;
        for (const NodePtr& node : body)
            all.push_back(replaced(node));
        return all;
    }
    NodePtr replaced(const NodePtr& node) const
    {
        if (m_names.empty())
            return node;
        if (const auto* loop = std::get_if<For>(&node->what)) {
            For copy = *loop;
            copy.extent = named(loop->extent);
            copy.body = replacedAll(loop->body);
            return with(*node, std::move(copy));
        }
        if (const auto* branch = std::get_if<If>(&node->what))
            return with(*node, If{named(branch->condition), replacedAll(branch->then), replacedAll(branch->otherwise)});
        if (const auto* store = std::get_if<Store>(&node->what)) {
            Store copy = *store;
            for (ExprPtr& index : copy.indices)
                index = named(index);
            copy.value = named(store->value);
            return with(*node, std::move(copy));
        }
        if (const auto* let = std::get_if<Let>(&node->what))
            return with(*node, Let{let->name, named(let->value)});
        return node;
    }

    NodePtr inside(const NodePtr& node)
    {
        if (const auto* loop = std::get_if<For>(&node->what)) {
            For copy = *loop;
            copy.body = body(loop->body);
            return with(*node, std::move(copy));
        }
        if (const auto* branch = std::get_if<If>(&node->what))
            return with(*node, If{branch->condition, body(branch->then), body(branch->otherwise)});
        return node;
    }

    const DeviceMemory& m_memory;
    std::map<std::string, std::string> m_names; // of loads as they are printed, in this scope
    std::set<std::string> m_loaded;
    std::set<std::string> m_single; // loads of a statement that has no other use of them
};

} // namespace

NamedLoads withNamedLoads(const Body& body, const DeviceMemory& memory)
{
    Naming naming(memory);
    Body made = naming.body(body);
    return {std::move(made), std::move(naming.loads)};
}

} // namespace sparsescope
