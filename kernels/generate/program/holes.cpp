#include "kernels/generate/program/holes.h"

#include "engine/ir/text.h"
#include "kernels/generate/program/prepared.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>

namespace sparsescope {

using namespace ir;

namespace {

using Conditions = std::set<std::string>; // as they are printed

class Holes {
public:
    Holes(const Body& nest, const DeviceMemory& memory) : m_memory(memory) { readIn(nest, {}); }

    Body without(const Body& body) const
    {
        Body all;
        for (const NodePtr& node : body) {
            if (const auto* loop = std::get_if<For>(&node->what)) {
                For copy = *loop;
                copy.body = without(loop->body);
                all.push_back(with(*node, std::move(copy)));
            } else if (const auto* branch = std::get_if<If>(&node->what)) {
                Body then = without(branch->then);
                if (branch->otherwise.empty() && onlySums(then, branch->condition))
                    std::move(then.begin(), then.end(), std::back_inserter(all));
                else
                    all.push_back(with(*node, If{branch->condition, std::move(then), without(branch->otherwise)}));
            } else {
                all.push_back(node);
            }
        }
        return all;
    }

private:
    bool inRegisters(const std::string& array) const
    {
        return m_memory[array].held == Held::Registers || m_memory[array].held == Held::Vectors;
    }
    bool isRow(const Expr& expr) const
    {
        return expr.kind == ExprKind::Load && m_memory.has(expr.name) && m_memory[expr.name].rows;
    }
    bool isHole(const ExprPtr& condition) const
    {
        return condition->kind == ExprKind::GreaterEqual && same(condition->operands[1], integer(0)) &&
               (isRow(*condition->operands[0]) || condition->operands[0]->kind == ExprKind::Entry);
    }

    // On which conditions all stores into C read registers; nothing where others read them too.
    void readIn(const Body& body, const Conditions& conditions)
    {
        for (const NodePtr& node : body) {
            if (const auto* branch = std::get_if<If>(&node->what)) {
                Conditions more = conditions;
                more.insert(print(branch->condition));
                readIn(branch->then, more);
                readIn(branch->otherwise, conditions);
                continue;
            }
            const auto* store = std::get_if<Store>(&node->what);
            const bool out = store && m_memory[store->target].held == Held::Output;
            for (const ExprPtr& expr : expressionsOf(*node))
                forEachExpr(expr, [&](const Expr& part) {
                    if (part.kind == ExprKind::Load)
                        read(part.name, out ? conditions : Conditions());
                });
            for (const Body* inner : bodiesOf(*node))
                readIn(*inner, conditions);
        }
    }
    void read(const std::string& array, const Conditions& conditions)
    {
        const auto [found, isNew] = m_read.emplace(array, conditions);
        if (!isNew)
            std::erase_if(found->second, [&](const std::string& one) { return !conditions.contains(one); });
    }

    // Can what is added be read where the condition does not hold? Registers can, and the tile's values at its holes;
    // at a row that is none also an operand in the columns that are stored there.
    bool isThere(const Store& store, const ExprPtr& condition) const
    {
        bool there = true;
        forEachExpr(store.value, [&](const Expr& part) {
            if (part.kind == ExprKind::Find || part.kind == ExprKind::Rank || part.kind == ExprKind::Entry ||
                isRow(part))
                there = false;
            if (part.kind == ExprKind::Load && !inRegisters(part.name))
                there = there && isHole(condition) &&
                        (m_memory[part.name].held == Held::Values || isRow(*condition->operands[0]));
        });
        return there;
    }
    bool onlySums(const Body& body, const ExprPtr& condition) const
    {
        return std::all_of(body.begin(), body.end(), [&](const NodePtr& node) {
            if (const auto* loop = std::get_if<For>(&node->what))
                return onlySums(loop->body, condition);
            if (const auto* branch = std::get_if<If>(&node->what))
                return branch->otherwise.empty() && onlySums(branch->then, condition);
            const auto* store = std::get_if<Store>(&node->what);
            if (!store || !store->add || m_memory[store->target].held != Held::Registers)
                return false;
            const auto found = m_read.find(store->target);
            return found != m_read.end() && found->second.contains(print(condition)) && isThere(*store, condition);
        });
    }

    const DeviceMemory& m_memory;
    std::map<std::string, Conditions> m_read;
};

} // namespace

Body withoutHoles(const Body& nest, const DeviceMemory& memory)
{
    return Holes(nest, memory).without(nest);
}

} // namespace sparsescope
