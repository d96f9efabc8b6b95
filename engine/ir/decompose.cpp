#include "engine/ir/decompose.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/ir/parts.h"
#include "engine/ir/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <set>

namespace sparsescope::ir {

namespace {

constexpr const char* matrixName = "A";
constexpr const char* outputs = "E"; // the axis of an output that has a value for each non-zero

bool readsBuffer(const Body& body, const std::string& buffer)
{
    bool found = false;
    forEachNode(body, [&](const Node& node) {
        for (const ExprPtr& expr : expressionsOf(node))
            forEachExpr(expr, [&](const Expr& part) {
                found = found || ((part.kind == ExprKind::Load || part.kind == ExprKind::Entry) && part.name == buffer);
            });
    });
    return found;
}

std::set<std::string> writtenBy(const Body& body)
{
    std::set<std::string> names;
    forEachNode(body, [&](const Node& node) {
        if (const auto* store = std::get_if<Store>(&node.what))
            names.insert(store->target);
    });
    return names;
}

// Does the expression differ between iterations of this axis? A coordinate of a sparse axis depends on the axes above.
bool dependsOn(const ExprPtr& expr, const PlanPart& part, std::size_t axis)
{
    bool found = false;
    forEachExpr(expr, [&](const Expr& leaf) {
        if (leaf.kind != ExprKind::Name && leaf.kind != ExprKind::Position)
            return;
        const auto at = std::find(part.iterators.begin(), part.iterators.end(), leaf.name);
        if (at == part.iterators.end())
            return;
        const std::string* from = &part.values.axes[static_cast<std::size_t>(at - part.iterators.begin())];
        found = found || *from == part.values.axes[axis];
        while (leaf.kind == ExprKind::Name && isSparse(part.axis(*from)->kind)) {
            from = &part.axis(*from)->parent;
            found = found || *from == part.values.axes[axis];
        }
    });
    return found;
}

// Statements with other ids and expressions.
class Copies {
public:
    using Change = std::function<ExprPtr(const ExprPtr&)>;
    Copies(int& nextId, Change change) : m_nextId(nextId), m_change(std::move(change)) {}

    Body body(const Body& from) const
    {
        Body all;
        for (const NodePtr& one : from)
            all.push_back(copy(*one));
        return all;
    }
    NodePtr copy(const Node& from) const
    {
        Node other = from;
        other.id = m_nextId++;
        other.from = {from.id};
        if (auto* store = std::get_if<Store>(&other.what)) {
            store->indices = m_change(load(store->target, store->indices))->operands;
            store->value = m_change(store->value);
        } else if (auto* branch = std::get_if<If>(&other.what)) {
            branch->condition = m_change(branch->condition);
            branch->then = body(branch->then);
            branch->otherwise = body(branch->otherwise);
        } else if (auto* let = std::get_if<Let>(&other.what)) {
            let->value = m_change(let->value);
        } else if (auto* iter = std::get_if<Iter>(&other.what)) {
            iter->init = body(iter->init);
            iter->body = body(iter->body);
        }
        return std::make_shared<const Node>(std::move(other));
    }

private:
    int& m_nextId;
    Change m_change;
};

using Renamed = std::map<std::string, ExprPtr>;

// Programs of plans call the extent of the dense axis by what it is there, a leading dimension.
Renamed denseRenamed(const Program& program)
{
    const bool has = std::find(program.params.begin(), program.params.end(), "d") != program.params.end();
    return has ? Renamed{{"d", named("ld")}} : Renamed();
}

// An iteration that reads A.
struct Reader {
    const Iter& iter;
    int id = 0;
    std::size_t row = 0, column = 0;       // of iter.slots: the axes of A
    std::vector<std::string> sampled = {}; // what it reads or writes that has a value for each non-zero of A
    bool rows = false;                     // does it write anything else?
    Renamed dense = {};

    const std::string& rowName() const { return iter.iterators[row]; }
    const std::string& columnName() const { return iter.iterators[column]; }
    bool isSampled(const std::string& name) const
    {
        return std::find(sampled.begin(), sampled.end(), name) != sampled.end();
    }
    bool isOwnPlace(const std::vector<ExprPtr>& indices) const
    {
        return indices.size() == 2 && same(indices[0], named(rowName())) && same(indices[1], named(columnName()));
    }
    [[noreturn]] void fail(const std::string& what) const
    {
        failInput(fmt::format("iteration {} cannot be decomposed: {}", iter.name, what));
    }
};

// `sampled`: of all iterations.
Reader readerOf(const Program& program, const Node& from, const std::set<std::string>& sampled)
{
    const std::vector<std::string>& axes = program.buffer(matrixName)->axes;
    Reader reader{std::get<Iter>(from.what), from.id};
    reader.dense = denseRenamed(program);
    const Iter& iter = reader.iter;
    for (const Slot& slot : iter.slots)
        if (slot.axes.size() != 1)
            reader.fail("axes are fused in it");
    const auto slotOf = [&](const std::string& axis) {
        const auto found = std::find_if(iter.slots.begin(), iter.slots.end(),
                                        [&](const Slot& slot) { return slot.axes.front() == axis; });
        if (found == iter.slots.end())
            reader.fail(fmt::format("it reads A and does not go through its axis {}", axis));
        return static_cast<std::size_t>(found - iter.slots.begin());
    };
    reader.row = slotOf(axes[0]);
    reader.column = slotOf(axes[1]);
    for (std::size_t s = 0; s < iter.slots.size(); ++s)
        for (const Axis* axis = program.axis(iter.slots[s].axes.front()); axis; axis = program.axis(axis->parent))
            if (s != reader.row && s != reader.column && (axis->name == axes[0] || axis->name == axes[1]))
                reader.fail(fmt::format("its axis {} stands below those of A", iter.slots[s].axes.front()));
    forEachNode(iter.body, [&](const Node& node) {
        if (std::holds_alternative<Iter>(node.what))
            reader.fail("another one stands in it");
    });
    const std::set<std::string> written = writtenBy(iter.body);
    if (written.contains(matrixName))
        reader.fail("it writes A");
    forEachNode(iter.body, [&](const Node& node) { // each format would see what the ones before it have added
        for (const ExprPtr& expr : expressionsOf(node))
            forEachExpr(expr, [&](const Expr& part) {
                if (part.kind == ExprKind::Load && written.contains(part.name))
                    reader.fail(fmt::format("it reads {}, which it writes", part.name));
            });
    });
    for (const std::string& name : sampled)
        if (written.contains(name) || readsBuffer(iter.body, name))
            reader.sampled.push_back(name);
    reader.rows =
        std::any_of(written.begin(), written.end(), [&](const std::string& name) { return !sampled.contains(name); });
    return reader;
}

// Expressions of an iteration in terms of a part: A's values, rows and columns.
class Moved {
public:
    Moved(const Reader& reader, const PlanPart& part) : m_reader(&reader), m_part(&part), m_names(reader.dense)
    {
        m_names[reader.rowName()] = part.row;
        m_names[reader.columnName()] = part.column;
    }
    void rename(const std::string& iterator, const std::string& other) { m_names[iterator] = named(other); }

    ExprPtr entry() const { return made(ExprKind::Entry, m_part->places(), m_part->values.name); }

    ExprPtr operator()(const ExprPtr& expr) const
    {
        if (expr->kind == ExprKind::Name || expr->kind == ExprKind::Position) {
            const auto found = m_names.find(expr->name);
            if (found == m_names.end() || expr->kind == ExprKind::Name)
                return found == m_names.end() ? expr : found->second;
            if (expr->name == m_reader->rowName() || expr->name == m_reader->columnName())
                m_reader->fail(fmt::format("pos({}) is a position in CSR", expr->name));
            return made(ExprKind::Position, {}, found->second->name);
        }
        const bool access = expr->kind == ExprKind::Load || expr->kind == ExprKind::Entry;
        if (access && (expr->name == matrixName || m_reader->isSampled(expr->name))) {
            if (!m_reader->isOwnPlace(expr->operands))
                m_reader->fail(
                    fmt::format("{} is not read at [{}, {}]", expr->name, m_reader->rowName(), m_reader->columnName()));
            return expr->name == matrixName ? made(expr->kind, m_part->places(), m_part->values.name)
                                            : load(expr->name, {entry()});
        }
        Expr other = *expr;
        for (ExprPtr& operand : other.operands)
            operand = (*this)(operand);
        return std::make_shared<const Expr>(std::move(other));
    }

private:
    const Reader* m_reader;
    const PlanPart* m_part;
    Renamed m_names;
};

// May iterations of one launch of this part add to what others of them, or of other parts, add to?
bool addsToOthers(const Plan& plan, const PlanPart& part, bool rows, bool reduced)
{
    const Tiling& tiling = plan.tiling();
    if (rows && (!reduced || tiling.formats[part.format]->axes().size() > 1))
        return true; // places of one row are iterations of their own, or lie in two parts
    return std::any_of(tiling.tiles.begin(), tiling.tiles.end(), [&](const Tile& tile) {
        if (at(tile.format) != part.format)
            return false;
        const std::span<const std::int32_t> stored = tiling.rowsOf(tile);
        std::vector<std::int32_t> sorted(stored.begin(), stored.end());
        std::sort(sorted.begin(), sorted.end());
        return tile.atomic || (rows && std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end());
    });
}

NodePtr newNode(Program& program, std::vector<int> from, decltype(Node::what) what)
{
    return std::make_shared<const Node>(Node{program.nextId++, std::move(from), std::move(what)});
}

// What fills A_f before launches.
NodePtr copying(const PlanPart& part, const std::vector<int>& readers, Program& program)
{
    Iter iter;
    iter.name = "copy_" + part.values.name;
    iter.preprocess = true;
    iter.iterators = part.iterators;
    for (const std::string& axis : part.values.axes)
        iter.slots.push_back({{axis}, LoopKind::Spatial});
    // Also where no row of the matrix is: tensor cores read it.
    const ExprPtr owned =
        made(ExprKind::GreaterEqual, {made(ExprKind::Entry, part.places(), part.values.name), integer(0)});
    Store store{part.values.name, part.places(), false,
                made(ExprKind::Select, {owned, load(matrixName, {part.row, part.column}), integer(0)})};
    iter.body = {newNode(program, readers, std::move(store))};
    return newNode(program, readers, std::move(iter));
}

// What sets outputs to what they are before anything is added to them.
Body beginnings(const Reader& reader, std::set<std::string>& begun, Program& program)
{
    Body all;
    for (const NodePtr& one : reader.iter.init) {
        const auto* store = std::get_if<Store>(&one->what);
        const Buffer* buffer = store ? program.buffer(store->target) : nullptr;
        if (!buffer || store->add || !begun.insert(store->target).second)
            reader.fail("its init is more than one value for each output");
        Iter iter;
        iter.name = "zero_" + store->target;
        Store zero = *store;
        if (reader.isSampled(store->target)) {
            if (!reader.isOwnPlace(store->indices))
                reader.fail(
                    fmt::format("its init is not of {}[{}, {}]", store->target, reader.rowName(), reader.columnName()));
            iter.iterators = {"e"};
            zero.indices = {named("e")};
        } else {
            for (const ExprPtr& index : store->indices) {
                if (index->kind != ExprKind::Name ||
                    std::find(reader.iter.iterators.begin(), reader.iter.iterators.end(), index->name) ==
                        reader.iter.iterators.end())
                    reader.fail("its init is not of elements that iterators name");
                iter.iterators.push_back(index->name);
            }
        }
        for (const std::string& axis : buffer->axes)
            iter.slots.push_back({{axis}, LoopKind::Spatial});
        for (const std::string& iterator : reader.iter.iterators)
            if (mentions(zero.value, iterator) &&
                std::find(iter.iterators.begin(), iter.iterators.end(), iterator) == iter.iterators.end())
                reader.fail(fmt::format("its init depends on {}", iterator));
        zero.value = substituted(zero.value, reader.dense);
        iter.body = {newNode(program, {one->id}, std::move(zero))};
        all.push_back(newNode(program, {reader.id}, std::move(iter)));
    }
    return all;
}

NodePtr onPart(const Reader& reader, const PlanPart& part, const Plan& plan, Program& program)
{
    const Iter& iter = reader.iter;
    Iter other;
    other.name = fmt::format("{}_{}", iter.name, part.number);
    other.preprocess = iter.preprocess;
    other.iterators = part.iterators;
    const bool rowSpatial = iter.slots[reader.row].kind == LoopKind::Spatial;
    const bool columnSpatial = iter.slots[reader.column].kind == LoopKind::Spatial;
    bool reduced = false;
    for (std::size_t a = 0; a < part.values.axes.size(); ++a) {
        const bool spatial = a == 0 || (rowSpatial && dependsOn(part.row, part, a)) ||
                             (columnSpatial && dependsOn(part.column, part, a));
        reduced = reduced || !spatial;
        other.slots.push_back({{part.values.axes[a]}, spatial ? LoopKind::Spatial : LoopKind::Reduced});
    }
    Moved moved(reader, part);
    for (std::size_t s = 0; s < iter.slots.size(); ++s) {
        if (s == reader.row || s == reader.column)
            continue;
        std::string iterator = iter.iterators[s];
        while (std::find(other.iterators.begin(), other.iterators.end(), iterator) != other.iterators.end())
            iterator += "_";
        if (iterator != iter.iterators[s])
            moved.rename(iter.iterators[s], iterator);
        other.slots.push_back(iter.slots[s]);
        other.iterators.push_back(iterator);
    }
    other.atomic = iter.atomic || (reader.rows && columnSpatial) || addsToOthers(plan, part, reader.rows, reduced);
    other.body = Copies(program.nextId, moved).body(iter.body);
    // What is owned is held.
    const ExprPtr guard =
        reader.sampled.empty() ? part.held : made(ExprKind::GreaterEqual, {moved.entry(), integer(0)});
    if (guard)
        other.body = {newNode(program, {reader.id}, If{guard, std::move(other.body), {}})};
    return newNode(program, {reader.id}, std::move(other));
}

void declareParts(const std::vector<PlanPart>& parts, Program& program)
{
    const auto append = [](auto& all, const auto& some) { all.insert(all.end(), some.begin(), some.end()); };
    for (const PlanPart& part : parts) {
        program.params.push_back(part.count);
        append(program.tiles, part.tiles);
        append(program.axes, part.axes);
        append(program.domains, part.domains);
        append(program.buffers, part.buffers);
        program.buffers.push_back(part.values);
    }
}

bool isReader(const Node& node)
{
    const auto* iter = std::get_if<Iter>(&node.what);
    return iter && (readsBuffer(iter->body, matrixName) || readsBuffer(iter->init, matrixName));
}

void requireGood(const Program& program)
{
    if (const std::string problem = problemOf(program); !problem.empty())
        failInput(problem);
}

} // namespace

Program programOf(const Operator& op)
{
    const OperatorDefinition& definition = op.definition();
    Program program = parse(definition.program, definition.name);
    const std::set<std::string> written = writtenBy(program.body);
    for (Buffer& buffer : program.buffers)
        if (buffer.type == Type::Float32) // the result of tf32 is float32
            buffer.type =
                op.dtype == DataType::TFloat32 && written.contains(buffer.name) ? Type::Float32 : typeOf(op.dtype);
    return program;
}

std::string whyNoProgram(const Plan& plan)
{
    for (const FormatPtr& format : plan.tiling().formats)
        if (format->axes().empty())
            return fmt::format("the plan has no program: axes cannot describe its tiles of format {}",
                               shortLabel(*format));
    return {};
}

std::string whyNotPrinted(const Operator& op)
{
    return op.relational() ? fmt::format("kernels of {} are made of templates alone: none is printed from its program",
                                         op.definition().label)
                           : std::string();
}

std::string whyNotPrinted(const Plan& plan)
{
    const std::string why = whyNoProgram(plan);
    return why.empty() ? whyNotPrinted(plan.op) : why;
}

Program decomposed(const Program& program, const Plan& plan)
{
    if (program.stage != 1)
        failInput(fmt::format("a program of stage {} has no iterations over A any more", program.stage));
    const Buffer* values = program.buffer(matrixName);
    if (!values || values->axes.size() != 2)
        failInput("the program has no buffer A over rows and columns");
    const std::vector<PlanPart> parts = partsOf(plan);

    std::set<std::string> sampled;
    std::vector<int> readerIds;
    for (const NodePtr& node : program.body)
        if (isReader(*node)) {
            readerIds.push_back(node->id);
            for (const std::string& target : writtenBy(std::get<Iter>(node->what).body))
                if (const Buffer* buffer = program.buffer(target); buffer && buffer->axes == values->axes)
                    sampled.insert(target);
        }

    const Renamed dense = denseRenamed(program);
    Program result = program;
    result.body.clear();
    std::replace(result.params.begin(), result.params.end(), std::string("d"), std::string("ld"));
    for (Axis& axis : result.axes)
        for (ExprPtr* expr : {&axis.length, &axis.places, &axis.nnz})
            *expr = substituted(*expr, dense);
    for (Domain& domain : result.domains)
        for (ExprPtr* expr : {&domain.begin, &domain.end})
            *expr = substituted(*expr, dense);
    if (!sampled.empty()) {
        result.axes.push_back({.name = outputs, .length = program.axis(values->axes[1])->nnz});
        for (Buffer& buffer : result.buffers)
            if (sampled.contains(buffer.name))
                buffer.axes = {outputs};
    }
    declareParts(parts, result);

    for (const PlanPart& part : parts)
        result.body.push_back(copying(part, readerIds, result));
    const auto first = static_cast<std::ptrdiff_t>(parts.size());
    std::set<std::string> begun;
    Body zeroed, rest;
    for (const NodePtr& node : program.body) {
        if (!isReader(*node)) {
            const auto rename = [&](const ExprPtr& expr) { return substituted(expr, dense); };
            rest.push_back(Copies(result.nextId, rename).copy(*node));
            continue;
        }
        const Reader reader = readerOf(program, *node, sampled);
        for (NodePtr& zero : beginnings(reader, begun, result))
            zeroed.push_back(std::move(zero));
        for (const PlanPart& part : parts)
            rest.push_back(onPart(reader, part, plan, result));
    }
    result.body.insert(result.body.begin() + first, zeroed.begin(), zeroed.end());
    result.body.insert(result.body.end(), rest.begin(), rest.end());
    requireGood(result);
    return result;
}

Program untiled(const Program& program, const Plan& plan)
{
    Program result = program;
    for (const PlanPart& part : partsOf(plan)) {
        part.requireJoined(plan);
        if (!part.whyNotJoined().empty())
            continue;
        const std::string count = part.joinedCount();
        if (std::find(result.tiles.begin(), result.tiles.end(), count) != result.tiles.end())
            continue;
        result.tiles.push_back(count);
        for (Axis& axis : result.axes)
            if (axis.name == part.first().name)
                (isSparse(axis.kind) ? axis.places : axis.length) = named(count);
    }
    requireGood(result);
    return result;
}

} // namespace sparsescope::ir
