// Stage 1 to 2 (SparseTIR section 3.3.1): iterations over coordinates become loops over positions.
#include "engine/ir/axis_tree.h"
#include "engine/ir/lower.h"

#include "engine/core/error.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace sparsescope::ir {

namespace {

// Step 1: the arrays of axes are declared as buffers, over dense twins of the sparse axes.
void declareIndexBuffers(Program& program)
{
    const std::vector<Axis> given = program.axes;
    const auto declare = [&](Buffer buffer, ExprPtr begin, ExprPtr end) {
        program.domains.push_back({buffer.name, std::move(begin), std::move(end)});
        if (!program.buffer(buffer.name))
            program.buffers.push_back(std::move(buffer));
    };
    for (const Axis& axis : given) {
        if (!isSparse(axis.kind))
            continue;
        Axis twin;
        twin.name = twinName(axis.name);
        if (program.axis(twin.name) || program.buffer(twin.name))
            failInput(fmt::format("axis {} needs a dense twin, and {} is declared already", axis.name, twin.name));
        twin.kind = isVariable(axis.kind) ? AxisKind::DenseVariable : AxisKind::DenseFixed;
        twin.length = isVariable(axis.kind) ? axis.length : axis.places;
        twin.nnz = axis.nnz;
        twin.indptr = axis.indptr;
        if (isVariable(axis.kind))
            twin.parent = denseName(program, axis.parent);
        program.axes.push_back(std::move(twin));
    }
    for (const Axis& axis : given) {
        std::vector<std::string> above;
        for (const Axis* a : ancestorsOf(program, axis))
            above.push_back(denseName(program, a->name));
        if (isVariable(axis.kind))
            declare({axis.indptr, above, 1, Type::Int32}, integer(0), plus(axis.nnz, integer(1)));
        if (isSparse(axis.kind)) {
            above.push_back(twinName(axis.name));
            declare({axis.indices, above, 0, Type::Int32}, integer(axis.holes ? -1 : 0), axis.length);
        }
    }
}

// One iteration and what of it is known while it is lowered.
class Lowering {
public:
    Lowering(Program& program, const Node& node) : m_program(program), m_node(node), m_iter(std::get<Iter>(node.what))
    {
        takeSlots();
    }

    Body lower()
    {
        Body lifted;
        const std::size_t firstReduced = initSlot();
        if (!m_iter.init.empty() && firstReduced == lifts)
            lifted = liftedInit();
        Body all = nest(0, firstReduced);
        lifted.insert(lifted.end(), all.begin(), all.end());
        return lifted;
    }

private:
    static constexpr std::size_t lifts = static_cast<std::size_t>(-2), none = static_cast<std::size_t>(-1);

    // An axis of the iteration. Of one that is fused with axes behind it, the position is not a loop's.
    struct Known {
        std::string iterator;
        std::size_t slot = 0;
        bool last = true; // of its slot
        ExprPtr position; // below its parent; behind the first of a fused group among all positions of the axis
        ExprPtr coordinate;
    };

    [[noreturn]] void fail(const std::string& reason) const
    {
        failInput(fmt::format("iteration {}: {}", m_iter.name, reason));
    }

    const Axis& axisOf(const std::string& name) const
    {
        const Axis* axis = m_program.axis(name);
        if (!axis)
            fail(fmt::format("there is no axis {}", name));
        return *axis;
    }

    std::string loopName(const Slot& slot, std::size_t first) const
    {
        std::string name;
        for (std::size_t a = 0; a < slot.axes.size(); ++a)
            name += m_iter.iterators[first + a];
        const auto taken = [&](const std::string& one) {
            return std::find(m_iter.iterators.begin(), m_iter.iterators.end(), one) != m_iter.iterators.end() ||
                   m_program.buffer(one) || m_program.axis(one) ||
                   std::find(m_program.params.begin(), m_program.params.end(), one) != m_program.params.end() ||
                   std::find(m_program.tiles.begin(), m_program.tiles.end(), one) != m_program.tiles.end();
        };
        while (slot.axes.size() > 1 && taken(name))
            name += "_";
        return name;
    }

    // Positions of an axis' ancestors, as far as these are axes of the iteration.
    std::vector<ExprPtr> positionsAbove(const Axis& axis) const
    {
        std::vector<ExprPtr> above;
        for (const Axis* a : ancestorsOf(m_program, axis)) {
            const auto found = m_known.find(a->name);
            if (found == m_known.end())
                fail(fmt::format("axis {} is iterated without {}, which is above it", axis.name, a->name));
            above.push_back(found->second.last ? found->second.position : integer(0));
        }
        return above;
    }

    ExprPtr indexOf(const Axis& axis, std::vector<ExprPtr> above, ExprPtr position) const
    {
        above.push_back(std::move(position));
        return load(axis.indices, std::move(above));
    }

    void takeSlots()
    {
        std::size_t next = 0;
        for (std::size_t s = 0; s < m_iter.slots.size(); ++s) {
            const Slot& slot = m_iter.slots[s];
            const std::string loop = loopName(slot, next);
            m_loops.push_back(loop);
            if (slot.axes.size() > 1)
                takeFused(slot, s, next, loop);
            else
                takeOne(slot, s, m_iter.iterators[next], loop);
            next += slot.axes.size();
        }
    }

    void takeOne(const Slot& slot, std::size_t s, const std::string& iterator, const std::string& loop)
    {
        const Axis& axis = axisOf(slot.axes.front());
        const std::vector<ExprPtr> above =
            positionsAbove(axis); // also where nothing is read by them: parents come first
        m_known[axis.name] = {iterator, s, true, named(loop),
                              isSparse(axis.kind) ? indexOf(axis, above, named(loop)) : named(loop)};
        m_axisOf[iterator] = axis.name;
        ExprPtr extent = axis.kind == AxisKind::DenseFixed ? axis.length : axis.places;
        if (isVariable(axis.kind)) {
            std::vector<ExprPtr> begin = above, end = above;
            end.back() = plus(end.back(), integer(1));
            extent = minus(load(axis.indptr, end), load(axis.indptr, begin));
        }
        m_extents.push_back(extent);
    }

    // One loop over all positions of the last axis; where these lie in the axes before, ranks say.
    void takeFused(const Slot& slot, std::size_t s, std::size_t next, const std::string& loop)
    {
        ExprPtr position = named(loop);
        std::vector<ExprPtr> positions(slot.axes.size());
        for (std::size_t a = slot.axes.size(); a-- > 0;) {
            positions[a] = position;
            const Axis& axis = axisOf(slot.axes[a]);
            if (a == 0)
                break;
            if (axis.parent != slot.axes[a - 1])
                fail(fmt::format("axis {} is fused behind {}, which is not its parent", axis.name, slot.axes[a - 1]));
            position = isVariable(axis.kind) ? made(ExprKind::Rank, {position}, axis.indptr)
                                             : made(ExprKind::Divide, {position, axis.places});
        }
        ExprPtr all;
        for (std::size_t a = 0; a < slot.axes.size(); ++a) {
            const Axis& axis = axisOf(slot.axes[a]);
            if (a == 0 && !axis.parent.empty() && !isTileAxis(axisOf(axis.parent)))
                fail(fmt::format("axis {} is fused, and stands below {}", axis.name, axis.parent));
            all = isVariable(axis.kind) ? axis.nnz
                  : a == 0              ? (axis.kind == AxisKind::DenseFixed ? axis.length : axis.places)
                                        : made(ExprKind::Multiply, {all, axis.places});
            const std::vector<ExprPtr> above = positionsAbove(axis);
            ExprPtr coordinate = positions[a];
            if (isSparse(axis.kind))
                coordinate = indexOf(axis, above, positions[a]);
            else if (axis.kind == AxisKind::DenseVariable)
                fail(fmt::format("axis {} is dense and variable, which cannot be fused", axis.name));
            m_known[axis.name] = {m_iter.iterators[next + a], s, a + 1 == slot.axes.size(), positions[a], coordinate};
            m_axisOf[m_iter.iterators[next + a]] = axis.name;
        }
        m_extents.push_back(all);
    }

    // The slot before whose loop init stands: the first reduced one, unless spatial loops behind it go as far as a
    // reduced axis says.
    std::size_t initSlot() const
    {
        if (m_iter.init.empty())
            return none;
        std::size_t first = none;
        std::set<std::string> reduced;
        for (std::size_t s = 0; s < m_iter.slots.size(); ++s) {
            if (m_iter.slots[s].kind == LoopKind::Reduced) {
                first = std::min(first, s);
                reduced.insert(m_loops[s]);
                continue;
            }
            for (const std::string& r : reduced)
                if (mentions(m_extents[s], r))
                    return lifts;
        }
        return first == none ? m_iter.slots.size() : first;
    }

    // What init does, over all of the buffers that it sets.
    Body liftedInit()
    {
        Body all;
        for (const NodePtr& node : m_iter.init) {
            const auto* store = std::get_if<Store>(&node->what);
            const Buffer* buffer = store ? m_program.buffer(store->target) : nullptr;
            if (!buffer)
                fail("init has to be lifted, and holds more than stores");
            Body inner;
            std::vector<ExprPtr> indices;
            std::vector<std::pair<std::string, ExprPtr>> loops;
            for (const std::string& name : buffer->axes) {
                const Axis& axis = axisOf(name);
                if (axis.kind != AxisKind::DenseFixed)
                    fail(fmt::format("init has to be lifted, and {} has the axis {}", buffer->name, name));
                loops.emplace_back("z" + std::to_string(loops.size()), axis.length);
                indices.push_back(named(loops.back().first));
            }
            if (store->value->kind != ExprKind::Integer)
                fail("init has to be lifted, and sets something else than a number");
            inner.push_back(make(Store{store->target, indices, false, store->value}, {node->id}));
            for (std::size_t i = loops.size(); i-- > 0;)
                inner = {make(For{loops[i].first, LoopKind::Spatial, loops[i].second, Mark::None, std::move(inner)},
                              {m_node.id})};
            all.insert(all.end(), inner.begin(), inner.end());
        }
        return all;
    }

    template <class What>
    NodePtr make(What what, std::vector<int> from)
    {
        return std::make_shared<const Node>(Node{m_program.nextId++, std::move(from), std::move(what)});
    }

    // The loops from slot s on. Blocks are numbered from the outside, so that the number is taken before what is in it.
    Body nest(std::size_t s, std::size_t initAt)
    {
        Body all;
        if (s == initAt)
            all = initNest(s);
        if (s == m_iter.slots.size()) {
            const int number = m_blocks++;
            append(all, numbered(number, withoutHoles(converted(m_iter.body), false)));
            return all;
        }
        const Axis& first = axisOf(m_iter.slots[s].axes.front());
        const bool opens = m_iter.slots[s].axes.size() == 1 && isVariable(first.kind) && m_open.contains(first.parent);
        int number = 0;
        if (opens) {
            number = m_blocks++;
            m_open.clear();
        }
        for (const std::string& axis : m_iter.slots[s].axes)
            m_open.insert(axis);
        Body inner = nest(s + 1, initAt);
        append(all,
               {make(For{m_loops[s], m_iter.slots[s].kind, m_extents[s], Mark::None, std::move(inner)}, {m_node.id})});
        return opens ? numbered(number, std::move(all)) : all;
    }

    static void append(Body& all, Body more) { all.insert(all.end(), more.begin(), more.end()); }

    Body numbered(int number, Body body)
    {
        Block made;
        const char end = m_iter.name.back(); // where the number begins has to be seen
        made.name = m_iter.name + (std::isdigit(static_cast<unsigned char>(end)) || end == '_' ? "_" : "") +
                    std::to_string(number);
        made.preprocess = m_iter.preprocess;
        made.atomic = m_iter.atomic;
        made.body = std::move(body);
        return {make(std::move(made), {m_node.id})};
    }

    // Within conditions for the axes that have holes; `spatial`: those alone that init can know.
    Body withoutHoles(Body body, bool spatial)
    {
        for (const auto& [name, known] : m_known)
            if (axisOf(name).holes && (!spatial || m_iter.slots[known.slot].kind == LoopKind::Spatial))
                body = {make(If{made(ExprKind::GreaterEqual, {known.coordinate, integer(0)}), std::move(body), {}},
                             {m_node.id})};
        return body;
    }

    // init, in the spatial loops from slot s on.
    Body initNest(std::size_t s)
    {
        Body body = withoutHoles(converted(m_iter.init), true);
        for (std::size_t i = m_iter.slots.size(); i-- > s;)
            if (m_iter.slots[i].kind == LoopKind::Spatial)
                body = {
                    make(For{m_loops[i], LoopKind::Spatial, m_extents[i], Mark::None, std::move(body)}, {m_node.id})};
        return body;
    }

    Body converted(const Body& body)
    {
        Body all;
        for (const NodePtr& node : body) {
            if (const auto* store = std::get_if<Store>(&node->what))
                all.push_back(make(
                    Store{store->target, access(store->target, store->indices), store->add, converted(store->value)},
                    {node->id}));
            else if (const auto* branch = std::get_if<If>(&node->what))
                all.push_back(
                    make(If{converted(branch->condition), converted(branch->then), converted(branch->otherwise)},
                         {node->id}));
            else if (const auto* let = std::get_if<Let>(&node->what))
                all.push_back(make(Let{let->name, converted(let->value)}, {node->id}));
            else
                fail("a statement that belongs to another stage");
        }
        return all;
    }

    // Step 3: coordinates of iterators, and positions of what is accessed.
    ExprPtr converted(const ExprPtr& expr) const
    {
        switch (expr->kind) {
        case ExprKind::Name: {
            const auto axis = m_axisOf.find(expr->name);
            return axis != m_axisOf.end() ? m_known.at(axis->second).coordinate : expr;
        }
        case ExprKind::Position: {
            const auto axis = m_axisOf.find(expr->name);
            if (axis == m_axisOf.end())
                fail(fmt::format("pos({}) asks for what is no iterator", expr->name));
            return m_known.at(axis->second).position;
        }
        case ExprKind::Load:
        case ExprKind::Entry:
            return made(expr->kind, access(expr->name, expr->operands), expr->name);
        default:
            break;
        }
        std::vector<ExprPtr> operands;
        for (const ExprPtr& operand : expr->operands)
            operands.push_back(converted(operand));
        if (std::equal(operands.begin(), operands.end(), expr->operands.begin()))
            return expr;
        Expr copy = *expr;
        copy.operands = std::move(operands);
        return std::make_shared<const Expr>(std::move(copy));
    }

    std::vector<ExprPtr> access(const std::string& name, const std::vector<ExprPtr>& coordinates) const
    {
        const Buffer* buffer = m_program.buffer(name);
        if (!buffer || buffer->axes.size() != coordinates.size())
            fail(fmt::format("{} is no buffer of {} axes", name, coordinates.size()));
        std::vector<ExprPtr> positions;
        std::set<std::string> matched;
        for (std::size_t i = 0; i < coordinates.size(); ++i) {
            const Axis& axis = axisOf(buffer->axes[i]);
            const auto known = m_known.find(axis.name);
            const bool itself = coordinates[i]->kind == ExprKind::Name && known != m_known.end() &&
                                known->second.iterator == coordinates[i]->name;
            if (itself && (axis.parent.empty() || matched.contains(axis.parent))) {
                matched.insert(axis.name);
                positions.push_back(matchedPosition(*buffer, i, known->second));
                continue;
            }
            ExprPtr at = converted(coordinates[i]);
            if (isSparse(axis.kind)) {
                std::vector<ExprPtr> operands = above(*buffer, i, positions);
                operands.push_back(std::move(at));
                at = made(ExprKind::Find, std::move(operands), axis.indices);
            }
            positions.push_back(std::move(at));
        }
        return positions;
    }

    // Behind the first axes of a fused group the loop counts all positions, as if they were below the first one.
    ExprPtr matchedPosition(const Buffer& buffer, std::size_t i, const Known& known) const
    {
        if (known.last)
            return known.position;
        const std::string& last = m_iter.slots[known.slot].axes.back();
        const bool whole = std::find(buffer.axes.begin() + static_cast<std::ptrdiff_t>(i), buffer.axes.end(), last) !=
                           buffer.axes.end();
        return whole ? integer(0) : known.position;
    }

    // The positions of the axes above the i-th axis of a buffer, which stand before it.
    std::vector<ExprPtr> above(const Buffer& buffer, std::size_t i, const std::vector<ExprPtr>& positions) const
    {
        std::vector<ExprPtr> found;
        for (const Axis* a : ancestorsOf(m_program, axisOf(buffer.axes[i]))) {
            const auto at =
                std::find(buffer.axes.begin(), buffer.axes.begin() + static_cast<std::ptrdiff_t>(i), a->name);
            if (at == buffer.axes.begin() + static_cast<std::ptrdiff_t>(i))
                fail(fmt::format("buffer {} has the axis {} without {}, which is above it", buffer.name, buffer.axes[i],
                                 a->name));
            found.push_back(positions[static_cast<std::size_t>(at - buffer.axes.begin())]);
        }
        return found;
    }

    Program& m_program;
    const Node& m_node;
    const Iter& m_iter;
    std::map<std::string, Known> m_known;        // by axis
    std::map<std::string, std::string> m_axisOf; // by iterator
    std::vector<std::string> m_loops;            // one a slot
    std::vector<ExprPtr> m_extents;
    std::set<std::string> m_open; // axes whose loops stand in the open block
    int m_blocks = 0;
};

} // namespace

Program lowerToPositions(const Program& program)
{
    if (program.stage != 1)
        failInput(fmt::format("program {} is of stage {}; only one of stage 1 has coordinates to lower", program.name,
                              program.stage));
    Program lowered = program;
    lowered.stage = 2;
    lowered.body.clear();
    declareIndexBuffers(lowered);
    for (const NodePtr& node : program.body) {
        if (!std::holds_alternative<Iter>(node->what))
            failInput(fmt::format("program {} of stage 1 has a statement outside iterations", program.name));
        Body body = Lowering(lowered, *node).lower();
        lowered.body.insert(lowered.body.end(), body.begin(), body.end());
    }
    return lowered;
}

} // namespace sparsescope::ir
