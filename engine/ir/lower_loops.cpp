// Stage 2 to 3 (SparseTIR section 3.4.1): positions over axes become offsets in arrays.
#include "engine/ir/axis_tree.h"
#include "engine/ir/lower.h"
#include "engine/ir/text.h"

#include "engine/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace sparsescope::ir {

namespace {

using Positions = std::vector<ExprPtr>;

ExprPtr over(ExprPtr a, std::int64_t b)
{
    return made(ExprKind::Divide, {std::move(a), integer(b)});
}

ExprPtr modulo(ExprPtr a, std::int64_t b)
{
    return made(ExprKind::Remainder, {std::move(a), integer(b)});
}

// fragmentIndex() of plan/formats/block_rows.h, as an expression.
ExprPtr fragmentOffset(const ExprPtr& r, const ExprPtr& c, std::int64_t rows)
{
    constexpr std::int64_t step = 16;
    const ExprPtr lane = plus(times(modulo(r, 8), integer(4)), over(modulo(c, 8), 2));
    const ExprPtr element =
        plus(plus(times(over(modulo(c, step), 8), integer(rows / 4)), times(over(r, 8), integer(2))), modulo(c, 2));
    return plus(plus(times(over(c, step), integer(rows * step)), times(lane, integer(rows * step / 32))), element);
}

class Flattening {
public:
    explicit Flattening(const Program& program) : m_program(program), m_result(program)
    {
        for (const Axis& axis : program.axes)
            if (isVariable(axis.kind))
                m_known.fromZero.insert(axis.indptr);
    }

    Program flatten()
    {
        m_result.stage = 3;
        m_result.axes.clear();
        m_result.domains.clear();
        m_result.buffers.clear();
        for (const Buffer& buffer : m_program.buffers)
            m_result.arrays.push_back({buffer.name, simple(sizeOf(buffer)), buffer.type, buffer.scope});
        m_result.body = flattened(m_program.body);
        return std::move(m_result);
    }

private:
    ExprPtr simple(const ExprPtr& expr) const { return simplified(expr, m_known); }

    const Buffer& bufferOf(const std::string& name) const
    {
        const Buffer* buffer = m_program.buffer(name);
        if (!buffer)
            failInput(fmt::format("there is no buffer {}", name));
        return *buffer;
    }

    const Axis& axisOf(const std::string& name) const
    {
        const Axis* axis = m_program.axis(name);
        if (!axis)
            failInput(fmt::format("there is no axis {}", name));
        return *axis;
    }

    static ExprPtr extentOf(const Axis& axis) { return axis.kind == AxisKind::DenseFixed ? axis.length : axis.places; }

    // Where among a buffer's axes those above axis i stand, the tiles aside: right before it, or an error.
    std::vector<std::size_t> aboveOf(const Buffer& buffer, std::size_t i) const
    {
        std::vector<std::size_t> found;
        for (const Axis* a : ancestorsOf(m_program, twinned(m_program, axisOf(buffer.axes[i]))))
            if (!isTileAxis(*a)) {
                std::size_t at = 0;
                while (at < i && twinned(m_program, axisOf(buffer.axes[at])).name != a->name)
                    ++at;
                if (at == i)
                    failInput(fmt::format("buffer {}: axis {} stands without {}, which is above it", buffer.name,
                                          buffer.axes[i], a->name));
                found.push_back(at);
            }
        for (std::size_t k = 0; k < found.size(); ++k)
            if (found[k] + found.size() - k != i)
                failInput(fmt::format("buffer {}: between the variable axis {} and those above it stands another one",
                                      buffer.name, buffer.axes[i]));
        return found;
    }

    // The position of axis i among all positions of it, by those of the axes above it.
    ExprPtr absolute(const Buffer& buffer, std::size_t i, const Positions& positions) const
    {
        const Axis& axis = twinned(m_program, axisOf(buffer.axes[i]));
        const Axis* parent = axis.parent.empty() ? nullptr : &axisOf(axis.parent);
        if (!parent || (isTileAxis(*parent) && !isVariable(axis.kind)))
            return positions[i];
        ExprPtr above = integer(0);
        if (!isTileAxis(*parent))
            above = absolute(buffer, aboveOf(buffer, i).back(), positions);
        const ExprPtr first = isVariable(axis.kind) ? load(axis.indptr, {above}) : times(above, extentOf(axis));
        return plus(first, positions[i]);
    }

    // The offset behind all axes; where there are fewer positions, behind so many.
    ExprPtr offsetOf(const Buffer& buffer, const Positions& positions) const
    {
        Positions behind{integer(0)}; // each axis
        const std::size_t n = positions.size();
        for (std::size_t i = 0; i < n; ++i) {
            const Axis& axis = axisOf(buffer.axes[i]);
            if (isTileAxis(axis)) {
                behind.push_back(behind.back());
            } else if (!isVariable(axis.kind)) {
                if (buffer.fragments && i + 2 == n && n == buffer.axes.size())
                    return fragments(buffer, behind.back(), positions);
                behind.push_back(plus(times(behind.back(), extentOf(axis)), positions[i]));
            } else {
                const std::size_t prefix = i - aboveOf(buffer, i).size();
                behind.push_back(plus(times(behind[prefix], axis.nnz), absolute(buffer, i, positions)));
            }
        }
        return simple(behind.back());
    }

    ExprPtr fragments(const Buffer& buffer, const ExprPtr& before, const Positions& positions) const
    {
        const Axis& r = axisOf(buffer.axes[buffer.axes.size() - 2]);
        const Axis& c = axisOf(buffer.axes.back());
        const ExprPtr rows = extentOf(r), cols = extentOf(c);
        if (isVariable(c.kind) || rows->kind != ExprKind::Integer || cols->kind != ExprKind::Integer ||
            (rows->value != 8 && rows->value != 16) || cols->value % 16 != 0)
            failInput(
                fmt::format("buffer {}: fragments are of 8 or 16 rows and a multiple of 16 columns", buffer.name));
        return simple(plus(times(before, integer(rows->value * cols->value)),
                           fragmentOffset(positions[positions.size() - 2], positions.back(), rows->value)));
    }

    ExprPtr sizeOf(const Buffer& buffer) const
    {
        Positions behind{integer(1)};
        for (std::size_t i = 0; i < buffer.axes.size(); ++i) {
            const Axis& axis = axisOf(buffer.axes[i]);
            if (isTileAxis(axis))
                behind.push_back(behind.back());
            else if (!isVariable(axis.kind))
                behind.push_back(times(behind.back(), extentOf(axis)));
            else
                behind.push_back(times(behind[i - aboveOf(buffer, i).size()], axis.nnz));
        }
        return plus(behind.back(), integer(buffer.extra));
    }

    // The positions that were searched: where one is absent, so is the element.
    static ExprPtr present(const Positions& positions)
    {
        ExprPtr all;
        for (const ExprPtr& p : positions)
            if (p->kind == ExprKind::Find) {
                const ExprPtr here = made(ExprKind::GreaterEqual, {p, integer(0)});
                all = all ? made(ExprKind::And, {all, here}) : here;
            }
        return all;
    }

    Positions flattened(const Positions& positions) const
    {
        Positions made;
        for (const ExprPtr& position : positions)
            made.push_back(flattened(position));
        return made;
    }

    ExprPtr flattened(const ExprPtr& expr) const
    {
        switch (expr->kind) {
        case ExprKind::Load:
        case ExprKind::Entry: {
            const Positions positions = flattened(expr->operands);
            const ExprPtr element = made(expr->kind, {offsetOf(bufferOf(expr->name), positions)}, expr->name);
            const ExprPtr here = present(positions);
            const ExprPtr absent = integer(expr->kind == ExprKind::Load ? 0 : -1);
            return here ? made(ExprKind::Select, {here, element, absent}) : element;
        }
        case ExprKind::Find:
            return flattenedFind(*expr);
        case ExprKind::Rank:
            return made(ExprKind::Rank, {simple(sizeOf(bufferOf(expr->name))), flattened(expr->operands.front())},
                        expr->name);
        default:
            break;
        }
        Expr copy = *expr;
        copy.operands = flattened(expr->operands);
        return std::make_shared<const Expr>(std::move(copy));
    }

    // The positions below those above: an interval of the array.
    ExprPtr flattenedFind(const Expr& find) const
    {
        const Buffer& buffer = bufferOf(find.name);
        Positions from = flattened(find.operands);
        const ExprPtr searched = from.back();
        from.back() = integer(0);
        Positions to = from;
        const Axis& axis = axisOf(buffer.axes.back());
        if (isVariable(axis.kind)) {
            const std::size_t last = buffer.axes.size() - 1;
            const std::vector<std::size_t> above = aboveOf(buffer, last);
            const ExprPtr parent = above.empty() ? integer(0) : absolute(buffer, above.back(), from);
            const ExprPtr begin = load(axis.indptr, {parent});
            const ExprPtr end = load(axis.indptr, {simple(plus(parent, integer(1)))});
            // Where nothing but tiles stands before the axes above, the ends are elements of indptr.
            if (std::all_of(buffer.axes.begin(), buffer.axes.begin() + static_cast<std::ptrdiff_t>(last - above.size()),
                            [&](const std::string& name) { return isTileAxis(axisOf(name)); }))
                return made(ExprKind::Find, {simple(begin), end, searched}, find.name);
            to.back() = minus(end, begin);
        } else {
            to.back() = extentOf(axis);
        }
        return made(ExprKind::Find, {offsetOf(buffer, from), offsetOf(buffer, to), searched}, find.name);
    }

    template <class What>
    NodePtr make(What what, const Node& from)
    {
        return std::make_shared<const Node>(Node{m_result.nextId++, {from.id}, std::move(what)});
    }

    Body flattened(const Body& body)
    {
        Body all;
        for (const NodePtr& node : body)
            all.push_back(flattened(*node));
        return all;
    }

    NodePtr flattened(const Node& node)
    {
        if (const auto* loop = std::get_if<For>(&node.what)) {
            ExprPtr extent = simple(flattened(loop->extent));
            const bool constant = extent->kind == ExprKind::Integer;
            if (constant)
                m_known.extents[loop->name] = extent->value;
            Body body = flattened(loop->body);
            if (constant)
                m_known.extents.erase(loop->name);
            return make(For{loop->name, loop->kind, std::move(extent), loop->mark, std::move(body)}, node);
        }
        if (const auto* block = std::get_if<Block>(&node.what)) {
            Block copy = *block;
            copy.body = flattened(block->body);
            return make(std::move(copy), node);
        }
        if (const auto* branch = std::get_if<If>(&node.what))
            return make(If{simple(flattened(branch->condition)), flattened(branch->then), flattened(branch->otherwise)},
                        node);
        if (const auto* let = std::get_if<Let>(&node.what))
            return make(Let{let->name, simple(flattened(let->value))}, node);
        if (const auto* store = std::get_if<Store>(&node.what)) {
            const Positions positions = flattened(store->indices);
            ExprPtr offset = offsetOf(bufferOf(store->target), positions);
            if (const ExprPtr here = present(positions)) // else an element that does not exist is written
                offset = made(ExprKind::Select, {here, offset, integer(-1)});
            return make(Store{store->target, {std::move(offset)}, store->add, simple(flattened(store->value))}, node);
        }
        failInput("a statement that belongs to another stage");
    }

    const Program& m_program;
    Program m_result;
    Known m_known;
};

} // namespace

Program lowerToLoops(const Program& program)
{
    if (program.stage != 2)
        failInput(fmt::format("program {} is of stage {}; only one of stage 2 has positions to lower", program.name,
                              program.stage));
    return Flattening(program).flatten();
}

Program lowered(const Program& program, int stage)
{
    if (program.stage > stage)
        failInput(fmt::format("program {} is of stage {} already", program.name, program.stage));
    Program now = program;
    while (now.stage < stage) {
        now = now.stage == 1 ? lowerToPositions(now) : lowerToLoops(now);
        if (const std::string problem = problemOf(now); !problem.empty())
            failInput(fmt::format("lowered to stage {}: {}", now.stage, problem));
    }
    return now;
}

} // namespace sparsescope::ir
