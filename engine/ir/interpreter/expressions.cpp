// Expressions and accesses, compiled.
#include "engine/ir/interpreter/compiler.h"

#include "engine/core/at.h"
#include "engine/ir/axis_tree.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::ir::interpreter {

namespace {

bool isZero(const Code* code)
{
    return code->kind == ExprKind::Integer && code->value == 0;
}

} // namespace

const Code* Compiler::made(Code code)
{
    m_out.codes.push_back(std::move(code));
    return &m_out.codes.back();
}

const Code* Compiler::slotCode(int slot, const std::string& name)
{
    Code code{.kind = ExprKind::Name};
    code.value = slot;
    code.name = name;
    return made(std::move(code));
}

const Code* Compiler::nameCode(const Expr& expr)
{
    const auto inner =
        std::find_if(m_scope.rbegin(), m_scope.rend(), [&](const auto& known) { return known.first == expr.name; });
    if (inner != m_scope.rend()) {
        Code code = *slotCode(inner->second, expr.name);
        code.mayBeUnbound = std::any_of(m_out.tileValues.begin(), m_out.tileValues.end(), [&](const auto& value) {
            return value.second == inner->second;
        }); // one tile may lack it
        return made(std::move(code));
    }
    const auto declared = m_slotOf.find(expr.name);
    const bool ofTile = std::find(m_program.tiles.begin(), m_program.tiles.end(), expr.name) != m_program.tiles.end();
    if (!ofTile && !m_bindings.launch.values.contains(expr.name) && !m_bindings.tiles.contains(expr.name))
        fail(expr.name, "is not bound");
    Code code = *slotCode(declared->second, expr.name);
    code.mayBeUnbound = ofTile;
    return made(std::move(code));
}

const Code* Compiler::callCode(const Expr& expr)
{
    Code code{.kind = expr.kind};
    if (m_program.stage < 3 && expr.kind == ExprKind::Find) {
        code.access = access(expr.name, {expr.operands.begin(), expr.operands.end() - 1});
        code.value = code.access->array;
        code.operands = {expression(expr.operands.back())};
        return made(std::move(code));
    }
    code.value = array(expr.name);
    for (const ExprPtr& operand : expr.operands)
        code.operands.push_back(expression(operand));
    return made(std::move(code));
}

const Code* Compiler::expression(const ExprPtr& expr)
{
    Code code{.kind = expr->kind};
    code.name = expr->name;
    switch (expr->kind) {
    case ExprKind::Integer:
        code.value = expr->value;
        return made(std::move(code));
    case ExprKind::Name:
        return nameCode(*expr);
    case ExprKind::Position:
        return slotCode(m_iterators.at(expr->name).position, expr->name);
    case ExprKind::Load:
    case ExprKind::Entry:
        code.access = access(expr->name, expr->operands);
        code.whole = expr->kind == ExprKind::Entry || m_out.arrays[at(code.access->array)].whole;
        return made(std::move(code));
    case ExprKind::Find:
    case ExprKind::Rank:
        return callCode(*expr);
    default:
        break;
    }
    for (const ExprPtr& operand : expr->operands)
        code.operands.push_back(expression(operand));
    code.whole = std::all_of(code.operands.begin(), code.operands.end(), [](const Code* one) { return one->whole; });
    return made(std::move(code));
}

bool Compiler::isBound(const std::string& array) const
{
    const auto bound = [&](const BoundNames& names) { return names.arrays.contains(array); };
    return bound(m_bindings.launch) ||
           std::any_of(m_bindings.tiles.begin(), m_bindings.tiles.end(),
                       [&](const auto& g) { return std::any_of(g.second.begin(), g.second.end(), bound); });
}

int Compiler::array(const std::string& name)
{
    const auto [known, added] = m_arrays.emplace(name, static_cast<int>(m_out.arrays.size()));
    if (!added)
        return known->second;
    ArrayUse use{name};
    const Buffer* buffer = m_program.buffer(name);
    const Array* declared = m_program.array(name);
    // Stage 1 declares no buffers for the indices of its axes.
    use.whole = buffer ? isWhole(buffer->type) : declared ? isWhole(declared->type) : true;
    use.scope = buffer ? buffer->scope : declared ? declared->scope : Scope::Global;
    m_out.arrays.push_back(use);
    if (use.scope == Scope::Global && (isBound(name) || (!buffer && !declared)))
        return known->second;
    m_out.shares = m_out.shares || use.scope == Scope::Shared;
    const int id = known->second;
    const Code* all = buffer ? size(*buffer) : expression(declared->size);
    m_out.arrays[at(id)].size = all;
    return id;
}

const Code* Compiler::size(const Buffer& buffer)
{
    const auto product = [&](const Code* a, const Code* b) {
        Code code{.kind = ExprKind::Multiply};
        code.operands = {a, b};
        return made(std::move(code));
    };
    Code one;
    one.value = 1;
    std::vector<const Code*> upTo = {made(std::move(one))}; // elements of the first axes
    Access before;
    for (const std::string& name : buffer.axes) {
        const Axis* axis = m_program.axis(name);
        AccessAxis here;
        here.axis = axis;
        if (isTileAxis(*axis)) {
            here.tiles = group(axis->length->name);
            upTo.push_back(upTo.back());
            before.axes.push_back(here);
            continue;
        }
        placeAxis(before, here);
        if (isVariable(axis->kind)) {
            upTo.push_back(product(upTo[at(here.prefix)], expression(axis->nnz)));
        } else {
            const ExprPtr& children = axis->kind == AxisKind::SparseFixed ? axis->places : axis->length;
            upTo.push_back(product(upTo.back(), expression(children)));
        }
        before.axes.push_back(here);
    }
    Code extra;
    extra.value = buffer.extra;
    Code sum{.kind = ExprKind::Add};
    sum.operands = {upTo.back(), made(std::move(extra))};
    return made(std::move(sum));
}

const Access* Compiler::access(const std::string& name, const std::vector<ExprPtr>& indices)
{
    Access made;
    made.name = name;
    if (isFragment(m_out.arrays[at(array(name))].scope) && (m_threads & 1) != 0)
        fail(name, "is a warp's fragment, in a loop that is threadIdx.x");
    if (m_program.stage == 3) {
        made.array = array(name);
        made.offset = expression(indices[0]);
        m_out.accesses.push_back(std::move(made));
        return &m_out.accesses.back();
    }
    const Buffer* buffer = m_program.buffer(name);
    if (buffer->axes.size() > static_cast<std::size_t>(mostAxes))
        fail(name, fmt::format("has more than {} axes", mostAxes));
    made.array = array(name);
    made.extra = buffer->extra;
    made.fragments = buffer->fragments;
    for (std::size_t i = 0; i < buffer->axes.size(); ++i)
        made.axes.push_back(
            axisOf(made, *m_program.axis(buffer->axes[i]), i < indices.size() ? indices[i] : ExprPtr()));
    const std::size_t axes = made.axes.size();
    if (made.fragments && (axes < 2 || made.axes[axes - 1].nnz || made.axes[axes - 2].nnz ||
                           made.axes[axes - 1].tiles >= 0 || made.axes[axes - 2].tiles >= 0))
        fail(name, "fragments are two fixed axes");
    m_out.accesses.push_back(std::move(made));
    return &m_out.accesses.back();
}

AccessAxis Compiler::axisOf(const Access& access, const Axis& axis, const ExprPtr& index)
{
    AccessAxis made;
    made.axis = &axis;
    if (index)
        made.index = expression(index);
    if (isTileAxis(axis)) {
        made.tiles = group(axis.length->name);
        return made;
    }
    placeAxis(access, made);
    if (isVariable(axis.kind)) {
        made.indptr = array(axis.indptr);
        made.nnz = expression(axis.nnz);
    } else {
        made.children = expression(axis.kind == AxisKind::SparseFixed ? axis.places : axis.length);
    }
    // A loop over all positions of fused axes stands for the last one, behind zeros.
    bool zeros = m_program.stage == 2 && index && made.parent >= 0;
    for (int p = made.parent; p >= 0; p = access.axes[at(p)].parent)
        zeros = zeros && isZero(access.axes[at(p)].index);
    made.whole = zeros;
    if (m_program.stage == 2 || !index)
        return made;
    const auto iterator = index->kind == ExprKind::Name ? m_iterators.find(index->name) : m_iterators.end();
    const bool parentMatched = made.parent < 0 || access.axes[at(made.parent)].finding == Finding::Own;
    if (iterator != m_iterators.end() && iterator->second.axis == axis.name && parentMatched) {
        made.finding = Finding::Own;
        made.position = iterator->second.position;
        made.base = iterator->second.base;
    } else if (isSparse(axis.kind)) {
        made.finding = Finding::Search;
        made.indices = array(axis.indices);
    }
    return made;
}

void Compiler::placeAxis(const Access& access, AccessAxis& placed) const
{
    const std::string& parent = twinned(m_program, *placed.axis).parent;
    const Axis* above = m_program.axis(parent);
    const bool hasParent = above && !isTileAxis(*above);
    for (std::size_t i = 0; hasParent && i < access.axes.size(); ++i)
        if (twinned(m_program, *access.axes[i].axis).name == parent)
            placed.parent = static_cast<int>(i);
    if (hasParent && placed.parent < 0)
        fail(placed.axis->name, fmt::format("stands in a buffer without its parent {}", parent));
    std::vector<bool> ancestor(access.axes.size(), false);
    for (int p = placed.parent; p >= 0; p = access.axes[at(p)].parent)
        ancestor[at(p)] = true;
    placed.prefix = static_cast<int>(access.axes.size());
    bool others = false;
    for (std::size_t i = access.axes.size(); i-- > 0;) {
        if (access.axes[i].tiles >= 0)
            continue;
        if (ancestor[i] && others && isVariable(placed.axis->kind))
            fail(placed.axis->name, "stands in a buffer where others come between it and its ancestors");
        if (ancestor[i])
            placed.prefix = static_cast<int>(i);
        else
            others = true;
    }
    placed.chain = !others;
}

} // namespace sparsescope::ir::interpreter
