#include "engine/ir/steps/readings.h"

#include "engine/core/error.h"
#include "engine/ir/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::ir {

namespace {

class Readings {
public:
    explicit Readings(const std::string& buffer) : m_buffer(buffer), m_what(buffer), m_sources{buffer} {}
    explicit Readings(const ExprPtr& search) : m_search(search), m_what(print(search, 2))
    {
        forEachExpr(search, [&](const Expr& part) {
            if (part.kind != ExprKind::Name)
                m_sources.insert(part.name);
        });
    }

    Reading read(const Body& body)
    {
        visit(body, {});
        return m_reading;
    }

private:
    void visit(const Body& body, const Around& around)
    {
        for (const NodePtr& node : body) {
            Around inside = around;
            if (const auto* branch = std::get_if<If>(&node->what)) {
                if (!branch->otherwise.empty())
                    failInput("a branch with else stands here");
                std::vector<ExprPtr> conjuncts;
                addConjuncts(branch->condition, conjuncts);
                for (const ExprPtr& conjunct : conjuncts) { // what stands before has to hold
                    take(conjunct, inside);
                    inside.conditions.push_back(conjunct);
                }
            } else {
                for (const ExprPtr& expr : expressionsOf(*node))
                    take(expr, inside);
            }
            if (const auto* store = std::get_if<Store>(&node->what); store && m_sources.contains(store->target))
                failInput(fmt::format("{} is written here", store->target));
            if (const auto* loop = std::get_if<For>(&node->what))
                inside.loops.push_back(loop);
            for (const Body* inner : bodiesOf(*node))
                visit(*inner, inside);
        }
    }

    void take(const ExprPtr& expr, const Around& around)
    {
        if (expr->kind == ExprKind::Select) { // only what is chosen is read
            take(expr->operands[0], around);
            Around chosen = around;
            chosen.conditions.push_back(expr->operands[0]);
            take(expr->operands[1], chosen);
            forEachPart(expr->operands[2], [&](const ExprPtr& part) {
                if (isRead(part))
                    failInput(fmt::format("{} is read where something else does not hold", m_what));
            });
            return;
        }
        if (!m_search && (expr->kind == ExprKind::Find || expr->kind == ExprKind::Rank) && expr->name == m_buffer)
            failInput(fmt::format("{} is searched here", m_buffer));
        if (isRead(expr))
            takeLoad(*expr, around);
        for (const ExprPtr& operand : expr->operands)
            take(operand, around);
    }

    bool isRead(const ExprPtr& expr) const
    {
        return m_search ? same(expr, m_search) : expr->kind == ExprKind::Load && expr->name == m_buffer;
    }

    template <class Visit>
    static void forEachPart(const ExprPtr& expr, const Visit& visit)
    {
        visit(expr);
        for (const ExprPtr& operand : expr->operands)
            forEachPart(operand, visit);
    }

    void takeLoad(const Expr& part, const Around& around)
    {
        if (!m_reading.found) {
            m_reading = {part.operands, around.loops, around.conditions, true};
            return;
        }
        if (!std::equal(part.operands.begin(), part.operands.end(), m_reading.indices.begin(), m_reading.indices.end(),
                        [](const ExprPtr& a, const ExprPtr& b) { return same(a, b); }))
            failInput(fmt::format("{} is read in two places of it", m_buffer));
        for (const For* loop : around.loops)
            if (std::find(m_reading.loops.begin(), m_reading.loops.end(), loop) == m_reading.loops.end())
                m_reading.loops.push_back(loop);
        std::erase_if(m_reading.conditions, [&](const ExprPtr& condition) {
            return std::none_of(around.conditions.begin(), around.conditions.end(),
                                [&](const ExprPtr& other) { return same(condition, other); });
        });
    }

    ExprPtr m_search; // null: the buffer
    std::string m_buffer, m_what;
    std::set<std::string> m_sources;
    Reading m_reading;
};

} // namespace

Reading readingOf(const Body& body, const std::string& buffer)
{
    return Readings(buffer).read(body);
}

Reading readingOf(const Body& body, const ExprPtr& search)
{
    return Readings(search).read(body);
}

} // namespace sparsescope::ir
