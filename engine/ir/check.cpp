#include "engine/ir/check.h"

#include "engine/core/at.h"
#include "engine/ir/check_expr.h"
#include "engine/ir/syntax.h"
#include "engine/ir/text.h"

#include <fmt/format.h>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace sparsescope::ir {

namespace {

// Every function says whether what it looked at keeps the rules.
class Checker {
public:
    explicit Checker(const Program& program) : m_program(program), m_exprs(program) {}

    bool checkAll()
    {
        return checkHead() && declareAll() && checkAxes() && checkBuffers() && checkDomains() && checkArrays() &&
               checkBody(m_program.body, 0);
    }
    const std::optional<Problem>& problem() const { return m_exprs.problem(); }

private:
    bool fail(Part part, std::string sentence) { return m_exprs.fail(part, std::move(sentence)); }
    bool checkHead();
    bool declareAll();
    bool checkAxes();
    bool checkMembers(const Axis& axis, std::size_t position);
    bool checkNoCycle();
    bool checkBuffers();
    bool checkDomains();
    bool checkArrays();

    bool checkBody(const Body& body, int depth);
    bool checkNode(const Node& node, int depth);
    bool check(const Iter& iter, Part part);
    bool check(const For& loop, Part part);
    bool check(const Block& block, Part part);
    bool check(const Store& store, Part part);
    bool check(const If& branch, Part part);
    bool check(const Let& let, Part part);
    bool check(const Call& call, Part part);
    bool checkLabel(const std::string& name, Part part);

    const Program& m_program;
    ExprChecker m_exprs;
    std::unordered_set<int> m_ids;
};

Part partOf(PartKind kind, std::size_t position, std::size_t word = 0)
{
    return {nullptr, kind, position, word};
}

bool Checker::checkLabel(const std::string& name, Part part)
{
    return isName(name) || fail(part, fmt::format("\"{}\" cannot be a name", name.substr(0, longestName)));
}

bool Checker::checkHead()
{
    const Part part = partOf(PartKind::Program, 0);
    if (m_program.stage < 1 || m_program.stage > 3)
        return fail(part, fmt::format("there is no stage {}", m_program.stage));
    return checkLabel(m_program.name, part);
}

bool Checker::declareAll()
{
    const auto declare = [&](const auto& all, NameKind nameKind, PartKind partKind, const auto& nameOf) {
        for (std::size_t i = 0; i < all.size(); ++i)
            if (!m_exprs.declare(nameOf(all[i]), nameKind, i, partOf(partKind, i)))
                return false;
        return true;
    };
    const auto itself = [](const std::string& name) -> const std::string& { return name; };
    const auto itsName = [](const auto& one) -> const std::string& { return one.name; };
    return declare(m_program.params, NameKind::Param, PartKind::Param, itself) &&
           declare(m_program.tiles, NameKind::Tile, PartKind::Tile, itself) &&
           declare(m_program.axes, NameKind::Axis, PartKind::Axis, itsName) &&
           declare(m_program.buffers, NameKind::Buffer, PartKind::Buffer, itsName) &&
           declare(m_program.arrays, NameKind::Array, PartKind::Array, itsName);
}

bool Checker::checkAxes()
{
    for (std::size_t i = 0; i < m_program.axes.size(); ++i) {
        const Axis& axis = m_program.axes[i];
        const Part part = partOf(PartKind::Axis, i);
        const bool root = axis.kind == AxisKind::DenseFixed;
        if (!m_exprs.requireStages(1, 2, "an axis", part) || !checkMembers(axis, i) ||
            !m_exprs.checkSize(axis.length, part) ||
            (!root && !m_exprs.checkSize(isVariable(axis.kind) ? axis.nnz : axis.places, part)) ||
            (!root && !m_exprs.axisNamed(axis.parent, partOf(PartKind::Axis, i, 1))))
            return false;
        const bool needed = m_program.stage == 2; // lowering to it declares them
        if ((isVariable(axis.kind) && !m_exprs.checkIndices(axis.indptr, needed, partOf(PartKind::Axis, i, 2))) ||
            (isSparse(axis.kind) && !m_exprs.checkIndices(axis.indices, needed, partOf(PartKind::Axis, i, 3))))
            return false;
    }
    return checkNoCycle();
}

// That it has the parent, sizes and index buffers of its kind and no others.
bool Checker::checkMembers(const Axis& axis, std::size_t position)
{
    const Part part = partOf(PartKind::Axis, position);
    const auto needs = [&](bool needed, bool there, const char* what) {
        return needed == there || fail(part, fmt::format("axis {} is {} and has {} {}", axis.name, word(axis.kind),
                                                         there ? "a" : "no", what));
    };
    return needs(axis.kind != AxisKind::DenseFixed, !axis.parent.empty(), "parent") &&
           needs(axis.kind == AxisKind::SparseFixed, axis.places != nullptr, "number of places") &&
           needs(isVariable(axis.kind), axis.nnz != nullptr, "number of positions") &&
           needs(isVariable(axis.kind), !axis.indptr.empty(), "buffer indptr") &&
           needs(isSparse(axis.kind), !axis.indices.empty(), "buffer of indices") &&
           (!axis.holes || isSparse(axis.kind) ||
            fail(part, fmt::format("axis {} is dense and has no holes", axis.name)));
}

bool Checker::checkNoCycle()
{
    std::unordered_map<std::string, std::size_t> positions;
    for (std::size_t i = 0; i < m_program.axes.size(); ++i)
        positions[m_program.axes[i].name] = i;
    const std::size_t none = m_program.axes.size();
    std::vector<std::size_t> seenFrom(m_program.axes.size(), none); // the axis where the way upwards began
    for (std::size_t i = 0; i < m_program.axes.size(); ++i)
        for (std::size_t now = i; seenFrom[now] == none;) {
            seenFrom[now] = i;
            const std::string& parent = m_program.axes[now].parent;
            if (parent.empty())
                break;
            const std::size_t above = positions.at(parent);
            if (seenFrom[above] == i)
                return fail(partOf(PartKind::Axis, now, 1), fmt::format("axis {} stands below itself", parent));
            now = above;
        }
    for (std::size_t i = 0; i < m_program.axes.size(); ++i) {
        int depth = 0;
        for (std::size_t now = i; !m_program.axes[now].parent.empty(); now = positions.at(m_program.axes[now].parent))
            if (++depth > deepest)
                return fail(partOf(PartKind::Axis, i),
                            fmt::format("axis {} stands below more than {} others", m_program.axes[i].name, deepest));
    }
    return true;
}

bool Checker::checkBuffers()
{
    for (std::size_t i = 0; i < m_program.buffers.size(); ++i) {
        const Buffer& buffer = m_program.buffers[i];
        const Part part = partOf(PartKind::Buffer, i);
        if (!m_exprs.requireStages(1, 2, "a buffer", part))
            return false;
        if (buffer.axes.empty())
            return fail(part, fmt::format("buffer {} has no axes", buffer.name));
        if (buffer.extra < 0)
            return fail(part, fmt::format("buffer {} has {} extra elements", buffer.name, buffer.extra));
        if (buffer.fragments && buffer.axes.size() < 2)
            return fail(part, fmt::format("buffer {} has one axis, and fragments are of two", buffer.name));
        for (std::size_t k = 0; k < buffer.axes.size(); ++k)
            if (!m_exprs.axisNamed(buffer.axes[k], partOf(PartKind::Buffer, i, k + 1)))
                return false;
    }
    return true;
}

bool Checker::checkDomains()
{
    std::set<std::string> ofIndices, seen;
    for (const Axis& axis : m_program.axes)
        ofIndices.insert({axis.indptr, axis.indices});
    for (std::size_t i = 0; i < m_program.domains.size(); ++i) {
        const Domain& domain = m_program.domains[i];
        const Part part = partOf(PartKind::Domain, i);
        if (!m_exprs.requireStages(1, 2, "a domain", part))
            return false;
        if (!seen.insert(domain.buffer).second)
            return fail(part, fmt::format("{} has a domain already", domain.buffer));
        const bool declared = !ofIndices.count(domain.buffer) || m_program.stage == 2;
        if (!m_exprs.checkIndices(domain.buffer, declared, part) || !m_exprs.checkSize(domain.begin, part) ||
            !m_exprs.checkSize(domain.end, part))
            return false;
    }
    return true;
}

bool Checker::checkArrays()
{
    for (std::size_t i = 0; i < m_program.arrays.size(); ++i) {
        const Part part = partOf(PartKind::Array, i);
        if (!m_exprs.requireStages(3, 3, "an array", part) || !m_exprs.checkSize(m_program.arrays[i].size, part))
            return false;
    }
    return true;
}

bool Checker::checkBody(const Body& body, int depth)
{
    if (depth > deepest) // its first node
        return fail(body.empty() || !body.front() ? Part{} : partOf(PartKind::Node, at(body.front()->id)),
                    fmt::format("bodies stand in one another more than {} deep", deepest));
    const std::size_t outer = m_exprs.innerNames();
    for (const NodePtr& node : body)
        if (!node ? !fail({}, "a statement is missing") : !checkNode(*node, depth))
            return false;
    m_exprs.forgetInner(outer);
    return true;
}

bool Checker::checkNode(const Node& node, int depth)
{
    const Part part = partOf(PartKind::Node, at(node.id));
    if (node.id <= 0 || node.id >= m_program.nextId || !m_ids.insert(node.id).second)
        return fail(part, fmt::format("the id {} of a statement is not its own", node.id));
    const std::size_t outer = m_exprs.innerNames();
    if (!std::visit([&](const auto& what) { return check(what, part); }, node.what))
        return false;
    for (const Body* body : bodiesOf(node)) {
        if (!checkBody(*body, depth + 1))
            return false;
        if (const auto* iter = std::get_if<Iter>(&node.what)) // behind its init
            for (const std::string& iterator : iter->iterators)
                m_exprs.showHidden(iterator);
    }
    if (!std::holds_alternative<Let>(node.what))
        m_exprs.forgetInner(outer);
    return true;
}

bool Checker::check(const Iter& iter, Part part)
{
    if (!m_exprs.requireStages(1, 1, "iter", part) || !checkLabel(iter.name, part))
        return false;
    std::set<std::string> seen;
    Part name = part;
    for (const Slot& slot : iter.slots) {
        if (slot.axes.empty())
            return fail(part, fmt::format("a slot of {} has no axis", iter.name));
        for (const std::string& axis : slot.axes) {
            ++name.word;
            if (!m_exprs.axisNamed(axis, name))
                return false;
            if (!seen.insert(axis).second)
                return fail(name, fmt::format("{} goes through axis {} already", iter.name, axis));
        }
    }
    if (seen.empty())
        return fail(part, fmt::format("{} goes through no axis", iter.name));
    if (seen.size() > static_cast<std::size_t>(deepest))
        return fail(part, fmt::format("{} goes through more than {} axes", iter.name, deepest));
    if (seen.size() != iter.iterators.size())
        return fail(part,
                    fmt::format("{} has {} iterator{} for {} ax{}", iter.name, iter.iterators.size(),
                                iter.iterators.size() == 1 ? "" : "s", seen.size(), seen.size() == 1 ? "is" : "es"));
    auto iterator = iter.iterators.begin();
    for (const Slot& slot : iter.slots)
        for (std::size_t i = 0; i < slot.axes.size(); ++i) {
            ++name.word;
            const NameKind inInit = slot.kind == LoopKind::Reduced ? NameKind::Hidden : NameKind::Iterator;
            if (!m_exprs.declareInner(*iterator++, inInit, name))
                return false;
        }
    return true;
}

bool Checker::check(const For& loop, Part part)
{
    if (!m_exprs.requireStages(2, 3, "for", part) || !m_exprs.checkExpr(loop.extent, true, part))
        return false;
    part.word = 1;
    return m_exprs.declareInner(loop.name, NameKind::Loop, part);
}

bool Checker::check(const Block& block, Part part)
{
    return m_exprs.requireStages(2, 3, "block", part) && checkLabel(block.name, part);
}

bool Checker::check(const Store& store, Part part)
{
    if (!m_exprs.checkAccess(store.target, store.indices.size(), part))
        return false;
    for (const ExprPtr& index : store.indices)
        if (!m_exprs.checkExpr(index, true, part))
            return false;
    return m_exprs.checkExpr(store.value, isWhole(m_exprs.typeOf(store.target)), part);
}

bool Checker::check(const If& branch, Part part)
{
    return m_exprs.checkExpr(branch.condition, true, part);
}

bool Checker::check(const Let& let, Part part)
{
    if (!m_exprs.checkExpr(let.value, true, part))
        return false;
    part.word = 1;
    return m_exprs.declareInner(let.name, NameKind::Let, part);
}

bool Checker::check(const Call& call, Part part)
{
    if (!m_exprs.requireStages(3, 3, "an intrinsic", part))
        return false;
    if (!isIntrinsicName(call.intrinsic))
        return fail(part, fmt::format("\"{}\" cannot be an intrinsic", call.intrinsic.substr(0, longestName)));
    for (const ExprPtr& argument : call.arguments)
        if (!m_exprs.checkExpr(argument, false, part))
            return false;
    return true;
}

} // namespace

std::optional<Problem> firstProblem(const Program& program)
{
    Checker checker(program);
    checker.checkAll();
    return checker.problem();
}

std::string problemOf(const Program& program)
{
    const std::optional<Problem> problem = firstProblem(program);
    return problem ? problem->sentence : std::string();
}

} // namespace sparsescope::ir
