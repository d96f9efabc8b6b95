#include "engine/ir/interpret.h"

#include "engine/core/at.h"
#include "engine/ir/interpreter/count.h"
#include "engine/ir/interpreter/machine.h"

#include <fmt/format.h>

namespace sparsescope::ir {

namespace interpreter {

namespace {

class Run {
public:
    Run(const Compiled& compiled, Bindings& bindings, Progress& progress, std::int64_t expected,
        const std::function<void(const StepTaken&)>& told)
        : m_compiled(compiled), m_machine(compiled, bindings, &bindings), m_progress(progress), m_expected(expected),
          m_told(told)
    {
    }

    void all()
    {
        body(m_compiled.body, 0);
        m_machine.finish();
        m_progress.report("run the program", 1);
    }

private:
    static constexpr std::int64_t mostTurns = 64 * mostSteps; // of loops, some of which run no statement

    void body(const Statements& steps, int threads)
    {
        for (const Statement& statement : steps) {
            carryOut(statement);
            if (m_compiled.shares) // barriers stand between statements
                m_machine.clock.barriers[static_cast<std::size_t>(threads)] = ++m_machine.clock.now;
        }
    }

    void carryOut(const Statement& statement)
    {
        m_machine.node = statement.node;
        switch (statement.kind) {
        case StatementKind::Loop:
            loop(statement, m_machine.whole(*statement.extent));
            return;
        case StatementKind::Tiles: {
            const Machine::Outside outside = m_machine.outside();
            loop(statement, m_machine.tilesOf(statement.tiles), &outside);
            m_machine.leave(statement.tiles, outside);
            return;
        }
        case StatementKind::Places:
            places(statement);
            return;
        case StatementKind::If:
            count();
            body(m_machine.whole(*statement.value) != 0 ? statement.body : statement.otherwise, statement.threads);
            return;
        case StatementKind::Let:
            count();
            m_machine.slots[at(statement.slot)] = m_machine.whole(*statement.value);
            return;
        case StatementKind::Multiply: {
            count(statement.mma->m * statement.mma->n);
            m_reads.clear();
            const auto [element, value] = m_machine.multiply(statement);
            if (m_told)
                tell(statement, element, value);
            return;
        }
        case StatementKind::Store: {
            count();
            m_reads.clear();
            m_machine.reads = m_told ? &m_reads : nullptr;
            const auto [element, value] = m_machine.store(statement);
            m_machine.reads = nullptr;
            if (m_told)
                tell(statement, element, value);
            return;
        }
        }
    }

    void turn()
    {
        if ((++m_turns & 0xfff) == 0) {
            m_progress.check();
            if (m_turns > mostTurns)
                m_machine.fail({}, fmt::format("loops turn more than {} times", mostTurns));
        }
    }

    void count(std::int64_t statements = 1)
    {
        const std::int64_t before = m_steps;
        if ((m_steps += statements) > mostSteps)
            m_machine.fail({}, fmt::format("more than {} statements would run", mostSteps));
        if ((before ^ m_steps) > 0xfff) {
            m_progress.check();
            m_progress.report("run the program", m_expected > 0 ? static_cast<double>(m_steps) /
                                                                      static_cast<double>(std::max(m_expected, m_steps))
                                                                : -1);
        }
    }

    void loop(const Statement& statement, std::int64_t extent, const Machine::Outside* outside = nullptr)
    {
        if (extent < 0)
            m_machine.fail({}, fmt::format("a loop goes to {}", extent));
        constexpr std::int64_t mostThreads = 1024;
        if (statement.thread >= 0 && extent > mostThreads)
            m_machine.fail({}, fmt::format("a block has at most {} threads, and this loop {}", mostThreads, extent));
        turn(); // a loop that goes nowhere takes time too
        Machine& m = m_machine;
        const unsigned reduced = m.reduced;
        if (statement.thread >= 0 && statement.reduced)
            m.reduced |= 1u << statement.thread;
        for (std::int64_t i = 0; i < extent; ++i) {
            turn();
            m.slots[at(statement.slot)] = i;
            if (outside)
                m.enter(statement.tiles, i, *outside);
            if (statement.thread >= 0)
                m.thread[at(statement.thread)] = static_cast<std::int32_t>(i);
            if (statement.block)
                m.clock.blockBegan = ++m.clock.now;
            body(statement.body, statement.threads);
        }
        if (statement.thread >= 0)
            m.thread[at(statement.thread)] = -1;
        if (statement.block)
            m.clock.blockBegan = ++m.clock.now;
        m.reduced = reduced;
    }

    void places(const Statement& statement)
    {
        Machine& m = m_machine;
        const Machine::Range range = m.places(statement);
        for (std::int64_t place = range.begin; place < range.end; ++place) {
            turn();
            m.slots[at(statement.slot)] = place - range.begin;
            m.slots[at(statement.base)] = place;
            if (statement.indices >= 0) {
                m.node = statement.node;
                const std::int64_t coordinate = m.coordinateAt(statement, place);
                if (coordinate == -1 && statement.axis->holes)
                    continue;
                m.slots[at(statement.coordinate)] = coordinate;
            }
            body(statement.body, statement.threads);
        }
    }

    void tell(const Statement& statement, std::int64_t element, double value)
    {
        StepTaken taken{
            statement.node,   {}, statement.target->name, element, value, m_machine.textOf(*statement.target), m_reads,
            m_machine.tiles()};
        for (const auto& [name, slot] : statement.scope)
            taken.names.emplace_back(name, m_machine.slots[at(slot)]);
        m_told(taken);
    }

    const Compiled& m_compiled;
    Machine m_machine;
    Progress& m_progress;
    std::int64_t m_expected;
    const std::function<void(const StepTaken&)>& m_told;
    std::vector<ElementRead> m_reads;
    std::int64_t m_steps = 0, m_turns = 0;
};

} // namespace

} // namespace interpreter

Bindings interpret(const Program& program, Bindings bindings, Progress& progress,
                   const std::function<void(const StepTaken&)>& told)
{
    interpreter::Compiled compiled;
    interpreter::compile(program, bindings, compiled);
    const interpreter::StepCount steps = interpreter::stepsOf(compiled, bindings, mostSteps * 1000, &progress);
    if (steps.count > mostSteps)
        interpreter::failAt(program, nullptr, {},
                            fmt::format("{}{} statements would run, where {} are the most",
                                        steps.exact ? "" : "more than ", steps.count, mostSteps));
    interpreter::Run(compiled, bindings, progress, steps.count, told).all();
    return bindings;
}

std::int64_t countSteps(const Program& program, const Bindings& bindings, std::int64_t most)
{
    interpreter::Compiled compiled;
    interpreter::compile(program, bindings, compiled);
    return interpreter::stepsOf(compiled, bindings, most).count;
}

} // namespace sparsescope::ir
