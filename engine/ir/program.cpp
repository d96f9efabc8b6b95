#include "engine/ir/program.h"

#include "engine/core/at.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sparsescope::ir {

namespace {

template <class T, std::size_t N>
const char* wordIn(const std::array<const char*, N>& words, T value)
{
    return words[static_cast<std::size_t>(value)];
}

template <class T>
const T* namedIn(const std::vector<T>& all, const std::string& name)
{
    const auto found = std::find_if(all.begin(), all.end(), [&](const T& one) { return one.name == name; });
    return found != all.end() ? &*found : nullptr;
}

bool same(const Axis& a, const Axis& b)
{
    return a.name == b.name && a.kind == b.kind && a.parent == b.parent && ir::same(a.length, b.length) &&
           ir::same(a.places, b.places) && ir::same(a.nnz, b.nnz) && a.indptr == b.indptr && a.indices == b.indices &&
           a.holes == b.holes;
}

bool same(const Domain& a, const Domain& b)
{
    return a.buffer == b.buffer && ir::same(a.begin, b.begin) && ir::same(a.end, b.end);
}

bool same(const Buffer& a, const Buffer& b)
{
    return a.name == b.name && a.axes == b.axes && a.extra == b.extra && a.type == b.type && a.scope == b.scope &&
           a.fragments == b.fragments;
}

bool same(const Array& a, const Array& b)
{
    return a.name == b.name && ir::same(a.size, b.size) && a.type == b.type && a.scope == b.scope;
}

bool same(const Iter& a, const Iter& b)
{
    return a.name == b.name && a.slots == b.slots && a.iterators == b.iterators && a.preprocess == b.preprocess &&
           a.atomic == b.atomic;
}

bool same(const For& a, const For& b)
{
    return a.name == b.name && a.kind == b.kind && a.mark == b.mark;
}

bool same(const Block& a, const Block& b)
{
    return a.name == b.name && a.preprocess == b.preprocess && a.atomic == b.atomic && a.warp == b.warp;
}

bool same(const Store& a, const Store& b)
{
    return a.target == b.target && a.add == b.add;
}

bool same(const If&, const If&)
{
    return true;
}

bool same(const Let& a, const Let& b)
{
    return a.name == b.name;
}

bool same(const Call& a, const Call& b)
{
    return a.intrinsic == b.intrinsic;
}

template <class T>
bool allSame(const std::vector<T>& a, const std::vector<T>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) { return same(x, y); });
}

// Names and attributes; same(Body, Body) compares bodies and expressions.
bool sameHeads(const Node& a, const Node& b)
{
    return a.what.index() == b.what.index() &&
           std::visit([&](const auto& what) { return same(what, std::get<std::decay_t<decltype(what)>>(b.what)); },
                      a.what);
}

} // namespace

const char* word(Type type)
{
    return wordIn(std::array{"f16", "bf16", "tf32", "f32", "f64", "i32", "i64"}, type);
}

const char* word(Scope scope)
{
    return wordIn(std::array{"global", "shared", "local", "mma.a", "mma.b", "mma.c"}, scope);
}

const char* word(AxisKind kind)
{
    return wordIn(std::array{"dense_fixed", "dense_variable", "sparse_fixed", "sparse_variable"}, kind);
}

const char* word(LoopKind kind)
{
    return wordIn(std::array{"S", "R"}, kind);
}

const char* word(Mark mark)
{
    return wordIn(
        std::array{"", "blockIdx.x", "blockIdx.y", "threadIdx.x", "threadIdx.y", "threadIdx.z", "unroll", "vector"},
        mark);
}

bool isWhole(Type type)
{
    return type == Type::Int32 || type == Type::Int64;
}

bool isSparse(AxisKind kind)
{
    return kind == AxisKind::SparseFixed || kind == AxisKind::SparseVariable;
}

bool isVariable(AxisKind kind)
{
    return kind == AxisKind::DenseVariable || kind == AxisKind::SparseVariable;
}

ExprPtr integer(std::int64_t value)
{
    return std::make_shared<const Expr>(Expr{ExprKind::Integer, value});
}

ExprPtr named(std::string name)
{
    return std::make_shared<const Expr>(Expr{ExprKind::Name, 0, std::move(name)});
}

ExprPtr load(std::string name, std::vector<ExprPtr> indices)
{
    return made(ExprKind::Load, std::move(indices), std::move(name));
}

ExprPtr made(ExprKind kind, std::vector<ExprPtr> operands, std::string name)
{
    return std::make_shared<const Expr>(Expr{kind, 0, std::move(name), std::move(operands)});
}

ExprPtr plus(ExprPtr a, ExprPtr b)
{
    return made(ExprKind::Add, {std::move(a), std::move(b)});
}

ExprPtr minus(ExprPtr a, ExprPtr b)
{
    return made(ExprKind::Subtract, {std::move(a), std::move(b)});
}

ExprPtr times(ExprPtr a, ExprPtr b)
{
    return made(ExprKind::Multiply, {std::move(a), std::move(b)});
}

bool same(const ExprPtr& a, const ExprPtr& b)
{
    if (a == b || !a || !b)
        return a == b;
    return a->kind == b->kind && a->value == b->value && a->name == b->name && allSame(a->operands, b->operands);
}

bool mentions(const ExprPtr& expr, const std::string& name)
{
    bool found = false;
    forEachExpr(expr, [&](const Expr& part) {
        found = found || ((part.kind == ExprKind::Name || part.kind == ExprKind::Position) && part.name == name);
    });
    return found;
}

const Axis* Program::axis(const std::string& axisName) const
{
    return namedIn(axes, axisName);
}

const Buffer* Program::buffer(const std::string& bufferName) const
{
    return namedIn(buffers, bufferName);
}

const Array* Program::array(const std::string& arrayName) const
{
    return namedIn(arrays, arrayName);
}

bool countsTiles(const std::string& param)
{
    return param == "tiles" || param.starts_with("tiles_");
}

bool isTileAxis(const Axis& axis)
{
    return axis.kind == AxisKind::DenseFixed && axis.length && axis.length->kind == ExprKind::Name &&
           countsTiles(axis.length->name);
}

bool same(const Body& a, const Body& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const NodePtr& x, const NodePtr& y) {
        if (x == y)
            return true;
        if (!sameHeads(*x, *y) || !allSame(expressionsOf(*x), expressionsOf(*y)))
            return false;
        const std::vector<const Body*> inX = bodiesOf(*x), inY = bodiesOf(*y);
        return std::equal(inX.begin(), inX.end(), inY.begin(), inY.end(),
                          [](const Body* p, const Body* q) { return same(*p, *q); });
    });
}

bool same(const Program& a, const Program& b)
{
    return a.name == b.name && a.stage == b.stage && a.params == b.params && a.tiles == b.tiles &&
           allSame(a.axes, b.axes) && allSame(a.domains, b.domains) && allSame(a.buffers, b.buffers) &&
           allSame(a.arrays, b.arrays) && same(a.body, b.body);
}

std::vector<const Body*> bodiesOf(const Node& node)
{
    if (const auto* iter = std::get_if<Iter>(&node.what))
        return {&iter->init, &iter->body};
    if (const auto* loop = std::get_if<For>(&node.what))
        return {&loop->body};
    if (const auto* block = std::get_if<Block>(&node.what))
        return {&block->body};
    if (const auto* branch = std::get_if<If>(&node.what))
        return {&branch->then, &branch->otherwise};
    return {};
}

std::vector<ExprPtr> expressionsOf(const Node& node)
{
    if (const auto* loop = std::get_if<For>(&node.what))
        return {loop->extent};
    if (const auto* store = std::get_if<Store>(&node.what)) {
        std::vector<ExprPtr> all = store->indices;
        all.push_back(store->value);
        return all;
    }
    if (const auto* branch = std::get_if<If>(&node.what))
        return {branch->condition};
    if (const auto* let = std::get_if<Let>(&node.what))
        return {let->value};
    if (const auto* call = std::get_if<Call>(&node.what))
        return call->arguments;
    return {};
}

ExprPtr substituted(const ExprPtr& expr, const std::map<std::string, ExprPtr>& byName)
{
    return rewritten(expr, [&](const ExprPtr& part) -> ExprPtr {
        const auto found = part->kind == ExprKind::Name ? byName.find(part->name) : byName.end();
        return found != byName.end() ? found->second : nullptr;
    });
}

} // namespace sparsescope::ir
