// Statements, compiled: iterations become loops over positions.
#include "engine/core/error.h"
#include "engine/ir/interpreter/compiler.h"
#include "engine/ir/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace sparsescope::ir::interpreter {

namespace {

int threadOf(Mark mark)
{
    return mark == Mark::ThreadX ? 0 : mark == Mark::ThreadY ? 1 : mark == Mark::ThreadZ ? 2 : -1;
}

void addMentions(const Body& body, std::set<std::string>& names)
{
    forEachNode(body, [&](const Node& node) {
        for (const ExprPtr& expr : expressionsOf(node))
            forEachExpr(expr, [&](const Expr& part) {
                if (part.kind == ExprKind::Name || part.kind == ExprKind::Position)
                    names.insert(part.name);
            });
    });
}

} // namespace

void failAt(const Program& program, const Node* node, const std::string& place, const std::string& reason)
{
    failInput(reason, {.file = program.name, .line = node ? print(program).lineOf(node->id) : 0, .call = place});
}

int Compiler::group(const std::string& param)
{
    const auto found = std::find(m_out.groups.begin(), m_out.groups.end(), param);
    if (found != m_out.groups.end())
        return static_cast<int>(found - m_out.groups.begin());
    m_out.groups.push_back(param);
    return static_cast<int>(m_out.groups.size()) - 1;
}

void Compiler::run()
{
    m_out.program = &m_program;
    for (const std::string& param : m_program.params) {
        m_out.params.emplace_back(param, newSlot());
        m_slotOf[param] = m_out.params.back().second;
        if (countsTiles(param))
            group(param);
    }
    for (const std::string& value : m_program.tiles) {
        m_out.tileValues.emplace_back(value, newSlot());
        m_slotOf[value] = m_out.tileValues.back().second;
    }
    m_out.body = body(m_program.body);
}

Statements Compiler::body(const Body& nodes)
{
    const std::size_t outside = m_scope.size();
    Statements steps;
    for (const NodePtr& node : nodes) {
        m_node = node.get();
        add(*node, steps);
    }
    m_scope.resize(outside);
    return steps;
}

void Compiler::add(const Node& node, Statements& out)
{
    if (const auto* iter = std::get_if<Iter>(&node.what)) {
        iteration(*iter, out);
    } else if (const auto* block = std::get_if<Block>(&node.what)) {
        for (Statement& statement : body(block->body))
            out.push_back(std::move(statement));
    } else if (const auto* forLoop = std::get_if<For>(&node.what)) {
        out.push_back(loop(node, *forLoop));
    } else if (const auto* stored = std::get_if<Store>(&node.what)) {
        out.push_back(store(*stored));
    } else if (const auto* branch = std::get_if<If>(&node.what)) {
        Statement statement{.kind = StatementKind::If, .node = &node};
        statement.value = expression(branch->condition);
        statement.body = body(branch->then);
        statement.otherwise = body(branch->otherwise);
        statement.threads = m_threads;
        out.push_back(std::move(statement));
    } else if (const auto* let = std::get_if<Let>(&node.what)) {
        Statement statement{.kind = StatementKind::Let, .node = &node};
        statement.value = expression(let->value);
        statement.slot = newSlot();
        m_scope.emplace_back(let->name, statement.slot);
        out.push_back(std::move(statement));
    } else if (const auto* call = std::get_if<Call>(&node.what)) {
        out.push_back(multiply(*call));
    }
}

Statement Compiler::loop(const Node& node, const For& made)
{
    Statement statement{.kind = StatementKind::Loop, .node = &node};
    const std::size_t outside = m_scope.size();
    const int threads = m_threads;
    forEachExpr(made.extent, [&](const Expr& part) {
        if (part.kind == ExprKind::Name && countsTiles(part.name) && &part != made.extent.get())
            fail(made.name, fmt::format("goes through tiles ({}) and through something else at once", part.name));
    });
    statement.slot = newSlot();
    statement.block = made.mark == Mark::BlockX || made.mark == Mark::BlockY;
    statement.reduced = made.kind == LoopKind::Reduced;
    statement.thread = threadOf(made.mark);
    if (made.extent && made.extent->kind == ExprKind::Name && countsTiles(made.extent->name)) {
        m_scope.emplace_back(made.name, statement.slot);
        openTiles(statement, made.extent->name);
    } else {
        statement.extent = expression(made.extent);
        m_scope.emplace_back(made.name, statement.slot);
    }
    if (statement.thread >= 0) {
        if ((m_threads & 1 << statement.thread) != 0)
            fail(made.name, fmt::format("is bound to {}, as a loop around it is", word(made.mark)));
        m_threads |= 1 << statement.thread;
    }
    statement.threads = m_threads;
    statement.body = body(made.body);
    m_node = &node;
    m_threads = threads;
    if (statement.kind == StatementKind::Tiles)
        m_open.pop_back();
    m_scope.resize(outside);
    return statement;
}

void Compiler::openTiles(Statement& statement, const std::string& param)
{
    statement.kind = StatementKind::Tiles;
    statement.tiles = group(param);
    if (std::find(m_open.begin(), m_open.end(), statement.tiles) != m_open.end())
        fail(param, "is gone through in a loop over its tiles");
    m_open.push_back(statement.tiles);
    const auto bound = m_bindings.tiles.find(param);
    if (bound == m_bindings.tiles.end())
        fail(param, "is not bound");
    if (bound->second.empty())
        return;
    for (const auto& [name, slot] : m_out.tileValues)
        if (bound->second.front().values.contains(name))
            m_scope.emplace_back(name, slot);
}

Statement Compiler::store(const Store& stored)
{
    Statement statement{.kind = StatementKind::Store, .node = m_node};
    statement.target = access(stored.target, stored.indices);
    statement.add = stored.add;
    statement.value = expression(stored.value);
    ArrayUse& use = m_out.arrays[static_cast<std::size_t>(statement.target->array)];
    use.stored = true;
    if (use.scope == Scope::Global && !m_open.empty())
        use.tiles = m_open.back();
    constexpr std::size_t mostNames = 200;
    if (m_scope.size() > mostNames)
        failInput(fmt::format("more than {} names are visible at a statement", mostNames));
    statement.scope = m_scope;
    return statement;
}

Statement Compiler::multiply(const Call& call)
{
    Statement statement{.kind = StatementKind::Multiply, .node = m_node};
    statement.mma = mmaNamed(call.intrinsic);
    if (!statement.mma)
        fail(call.intrinsic, "is an intrinsic that is not interpreted");
    if (call.arguments.size() != 3)
        fail(call.intrinsic, fmt::format("takes 3 fragments, not {}", call.arguments.size()));
    statement.target = fragment(call.arguments[0], Scope::MmaC);
    statement.a = fragment(call.arguments[1], Scope::MmaA);
    statement.b = fragment(call.arguments[2], Scope::MmaB);
    m_out.arrays[static_cast<std::size_t>(statement.target->array)].stored = true;
    statement.scope = m_scope;
    return statement;
}

const Access* Compiler::fragment(const ExprPtr& argument, Scope scope)
{
    const Array* array = argument->kind == ExprKind::Load ? m_program.array(argument->name) : nullptr;
    if (!array || array->scope != scope)
        fail(print(argument), fmt::format("is no fragment in {}", word(scope)));
    return access(argument->name, argument->operands);
}

void Compiler::iteration(const Iter& iter, Statements& out)
{
    std::vector<std::pair<std::string, std::string>> axes; // and their iterators
    std::size_t at = 0;
    for (const Slot& slot : iter.slots)
        for (const std::string& axis : slot.axes) {
            if (isTileAxis(*m_program.axis(axis)) && slot.axes.size() > 1)
                fail(iter.name, fmt::format("goes through tiles ({}) and through something else at once", axis));
            axes.emplace_back(axis, iter.iterators[at++]);
        }
    // A fused group's positions in order are those of loops one in the other.
    const Node* node = m_node;
    if (!iter.init.empty())
        for (Statement& statement : nest(axesOfInit(iter, axes), 0, iter.init))
            out.push_back(std::move(statement));
    m_node = node;
    for (Statement& statement : nest(axes, 0, iter.body))
        out.push_back(std::move(statement));
    m_node = node;
}

std::vector<std::pair<std::string, std::string>>
Compiler::axesOfInit(const Iter& iter, const std::vector<std::pair<std::string, std::string>>& all) const
{
    std::set<std::string> mentioned, needed;
    addMentions(iter.init, mentioned);
    std::vector<std::pair<std::string, std::string>> chosen;
    for (auto one = all.rbegin(); one != all.rend(); ++one) { // parents stand before their children
        const Axis& axis = *m_program.axis(one->first);
        if (!mentioned.contains(one->second) && !needed.contains(one->first) && !isTileAxis(axis))
            continue;
        needed.insert(axis.parent);
        chosen.insert(chosen.begin(), *one);
    }
    return chosen;
}

Statement Compiler::places(const Axis& axis, const std::string& iterator)
{
    Statement statement{.kind = StatementKind::Places, .node = m_node};
    statement.axis = &axis;
    const Axis* parent = m_program.axis(axis.parent);
    if (parent && !isTileAxis(*parent)) {
        const auto above = std::find_if(m_iterators.begin(), m_iterators.end(),
                                        [&](const auto& known) { return known.second.axis == axis.parent; });
        if (above == m_iterators.end())
            fail(iterator, fmt::format("goes through {} without its parent {}", axis.name, axis.parent));
        statement.parentBase = above->second.base;
    }
    if (isVariable(axis.kind)) {
        statement.indptr = array(axis.indptr);
        statement.extent = expression(axis.nnz);
    } else {
        statement.extent = expression(axis.kind == AxisKind::SparseFixed ? axis.places : axis.length);
    }
    statement.slot = newSlot();
    statement.base = newSlot();
    statement.coordinate = statement.slot;
    if (isSparse(axis.kind)) {
        statement.indices = array(axis.indices);
        statement.coordinate = newSlot();
    }
    return statement;
}

Statements Compiler::nest(const std::vector<std::pair<std::string, std::string>>& axes, std::size_t from,
                          const Body& inner)
{
    if (from == axes.size())
        return body(inner);
    const auto& [name, iterator] = axes[from];
    const Axis& axis = *m_program.axis(name);
    const std::size_t outside = m_scope.size();
    Statement statement;
    if (isTileAxis(axis)) {
        statement.node = m_node;
        statement.slot = statement.base = statement.coordinate = newSlot();
        m_scope.emplace_back(iterator, statement.slot);
        openTiles(statement, axis.length->name);
    } else {
        statement = places(axis, iterator);
        m_scope.emplace_back(iterator, statement.coordinate);
    }
    const auto before = m_iterators.find(iterator);
    const bool hid = before != m_iterators.end();
    const Iterator hidden = hid ? before->second : Iterator{};
    m_iterators[iterator] = {name, statement.slot, statement.base};
    statement.body = nest(axes, from + 1, inner);
    if (hid)
        m_iterators[iterator] = hidden;
    else
        m_iterators.erase(iterator);
    if (statement.kind == StatementKind::Tiles)
        m_open.pop_back();
    m_scope.resize(outside);
    Statements steps;
    steps.push_back(std::move(statement));
    return steps;
}

void compile(const Program& program, const Bindings& bindings, Compiled& into)
{
    if (const std::string problem = problemOf(program); !problem.empty())
        failInput(problem, {.file = program.name});
    Compiler(program, bindings, into).run();
}

} // namespace sparsescope::ir::interpreter
