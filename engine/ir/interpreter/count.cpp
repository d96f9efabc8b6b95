#include "engine/ir/interpreter/count.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/ir/interpret.h"
#include "engine/ir/interpreter/machine.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

namespace sparsescope::ir::interpreter {

namespace {

class Counter {
public:
    Counter(const Compiled& compiled, const Bindings& bindings, std::int64_t most, const Progress* progress)
        : m_compiled(compiled), m_machine(compiled, bindings, nullptr), m_most(most), m_progress(progress)
    {
        m_machine.tells = false;
    }

    StepCount all()
    {
        const std::int64_t count = ofBody(m_compiled.body);
        return {count, m_exact && count < m_most};
    }

private:
    // Turns of loops that are looked at one by one, because what is in them differs.
    static constexpr std::int64_t mostTurns = mostSteps + 1;
    static constexpr std::int64_t turnsOfError = 1000; // that an error takes as long as

    // Slots on which the number of statements depends.
    using Slots = std::set<int>;

    void addSlots(const Code& code, Slots& slots)
    {
        if (code.kind == ExprKind::Name)
            slots.insert(static_cast<int>(code.value));
        for (const Code* operand : code.operands)
            addSlots(*operand, slots);
        if (!code.access)
            return;
        if (code.access->offset)
            addSlots(*code.access->offset, slots);
        for (const AccessAxis& axis : code.access->axes) {
            if (axis.finding == Finding::Own) {
                slots.insert(axis.position);
                slots.insert(axis.base);
            } else if (axis.index) {
                addSlots(*axis.index, slots);
            }
            if (axis.children)
                addSlots(*axis.children, slots);
            if (axis.nnz)
                addSlots(*axis.nnz, slots);
        }
    }

    Slots slotsOf(const Statements& steps)
    {
        Slots slots;
        for (auto statement = steps.rbegin(); statement != steps.rend(); ++statement) {
            if (statement->kind == StatementKind::Let) {
                if (slots.contains(statement->slot))
                    addSlots(*statement->value, slots);
                continue;
            }
            const Slots& more = slotsOf(*statement);
            slots.insert(more.begin(), more.end());
        }
        return slots;
    }

    const Slots& slotsOf(const Statement& statement)
    {
        if (const auto known = m_slots.find(&statement); known != m_slots.end())
            return known->second;
        Slots slots;
        if (statement.kind != StatementKind::Store && statement.kind != StatementKind::Multiply) {
            slots = slotsOf(statement.body);
            const Slots more = slotsOf(statement.otherwise);
            slots.insert(more.begin(), more.end());
        }
        for (const Code* code : {statement.extent, statement.kind == StatementKind::If ? statement.value : nullptr})
            if (code)
                addSlots(*code, slots);
        if (statement.parentBase >= 0 && statement.indptr >= 0)
            slots.insert(statement.parentBase);
        if (statement.axis && statement.axis->holes) {
            slots.insert(statement.base);
            if (statement.parentBase >= 0)
                slots.insert(statement.parentBase);
        }
        return m_slots.emplace(&statement, std::move(slots)).first->second;
    }

    bool isStored(int array) const { return m_compiled.arrays[at(array)].stored; }

    // Does it read what the program writes?
    bool changes(const Code& code)
    {
        if (code.access && code.kind != ExprKind::Entry && isStored(code.access->array))
            return true;
        if ((code.kind == ExprKind::Find || code.kind == ExprKind::Rank) && isStored(static_cast<int>(code.value)))
            return true;
        if (code.access) {
            if (code.access->offset && changes(*code.access->offset))
                return true;
            for (const AccessAxis& axis : code.access->axes)
                for (const Code* part : {axis.index, axis.children, axis.nnz})
                    if (part && changes(*part))
                        return true;
        }
        return std::any_of(code.operands.begin(), code.operands.end(),
                           [&](const Code* operand) { return changes(*operand); }) ||
               (code.kind == ExprKind::Name && m_unknown.contains(static_cast<int>(code.value)));
    }

    std::optional<std::int64_t> known(const Code& code)
    {
        if (changes(code))
            return std::nullopt;
        return tried([&] { return m_machine.whole(code); });
    }

    // Nothing where it is an error, which is told when the program runs.
    template <class Value>
    auto tried(const Value& value) -> std::optional<decltype(value())>
    {
        try {
            return value();
        } catch (const Error&) {
            m_turns += turnsOfError;
            return std::nullopt;
        }
    }

    std::int64_t sum(std::int64_t a, std::int64_t b) const { return b > m_most - a ? m_most : a + b; }

    std::int64_t product(std::int64_t a, std::int64_t b) const
    {
        return a > 0 && b > m_most / a ? m_most : std::min(m_most, a * b);
    }

    std::int64_t ofBody(const Statements& steps)
    {
        std::int64_t count = 0;
        for (const Statement& statement : steps)
            count = sum(count, of(statement));
        return count;
    }

    std::int64_t of(const Statement& statement)
    {
        m_machine.node = statement.node;
        switch (statement.kind) {
        case StatementKind::Store:
            return 1;
        case StatementKind::Multiply:
            return statement.mma->m * statement.mma->n;
        case StatementKind::Let:
            if (const auto value = known(*statement.value)) {
                m_machine.slots[at(statement.slot)] = *value;
                m_unknown.erase(statement.slot);
            } else {
                m_unknown.insert(statement.slot);
            }
            return 1;
        case StatementKind::If:
            if (const auto condition = known(*statement.value))
                return sum(1, ofBody(*condition != 0 ? statement.body : statement.otherwise));
            m_exact = false;
            return sum(1, std::min(ofBody(statement.body), ofBody(statement.otherwise)));
        case StatementKind::Loop: {
            const auto extent = known(*statement.extent);
            m_exact = m_exact && extent;
            return ofLoop(statement, {0, extent.value_or(0)});
        }
        case StatementKind::Tiles: {
            const Machine::Outside outside = m_machine.outside();
            const std::int64_t count = ofLoop(statement, {0, m_machine.tilesOf(statement.tiles)}, &outside);
            m_machine.leave(statement.tiles, outside);
            return count;
        }
        case StatementKind::Places: {
            const auto range = tried([&] { return m_machine.places(statement); });
            m_exact = m_exact && range;
            return ofLoop(statement, range.value_or(Machine::Range{}));
        }
        }
        return 0;
    }

    std::int64_t ofLoop(const Statement& statement, Machine::Range range, const Machine::Outside* outside = nullptr)
    {
        const Slots inner = slotsOf(statement.body);
        const bool differs = outside || (statement.axis && statement.axis->holes) || inner.contains(statement.slot) ||
                             inner.contains(statement.base) || inner.contains(statement.coordinate);
        std::int64_t count = 0;
        if (++m_turns > mostTurns) // one that goes nowhere takes time too
            m_exact = false;
        for (std::int64_t i = range.begin; i < range.end; ++i) {
            if (++m_turns > mostTurns) {
                m_exact = false;
                return count;
            }
            if (m_progress && (m_turns & 0xfff) == 0)
                m_progress->check();
            if (outside)
                m_machine.enter(statement.tiles, i, *outside);
            m_machine.slots[at(statement.slot)] = i - range.begin;
            if (statement.base >= 0)
                m_machine.slots[at(statement.base)] = i;
            if (statement.indices >= 0 && (statement.axis->holes || inner.contains(statement.coordinate))) {
                m_machine.node = statement.node;
                const auto coordinate = tried([&] { return m_machine.coordinateAt(statement, i); });
                if (!coordinate || (*coordinate == -1 && statement.axis->holes)) {
                    m_exact = m_exact && coordinate;
                    continue;
                }
                m_machine.slots[at(statement.coordinate)] = *coordinate;
            }
            const std::int64_t once = std::max<std::int64_t>(1, ofBody(statement.body));
            if (!differs)
                return product(range.end - range.begin, once);
            count = sum(count, once);
            if (count >= m_most)
                return m_most;
        }
        return count;
    }

    const Compiled& m_compiled;
    Machine m_machine;
    std::int64_t m_most;
    const Progress* m_progress;
    std::unordered_map<const Statement*, Slots> m_slots;
    std::set<int> m_unknown; // slots of lets
    std::int64_t m_turns = 0;
    bool m_exact = true;
};

} // namespace

StepCount stepsOf(const Compiled& compiled, const Bindings& bindings, std::int64_t most, const Progress* progress)
{
    return Counter(compiled, bindings, most, progress).all();
}

} // namespace sparsescope::ir::interpreter
