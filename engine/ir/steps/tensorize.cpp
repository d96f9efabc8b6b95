// The step tensorize: a product of matrices in fragments becomes one instruction of tensor cores.
#include "engine/core/error.h"
#include "engine/ir/mma.h"
#include "engine/ir/steps/memory.h"
#include "engine/ir/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sparsescope::ir {

namespace {

// Loops in one another around one store.
struct Product {
    std::vector<const For*> loops;
    std::vector<ExprPtr> conditions;
    const Node* block = nullptr; // the innermost
    const Store* store = nullptr;
};

// Nothing where these loops, and no others, are not around a store alone.
std::optional<Product> productIn(const Node& node, const std::vector<std::string>& names)
{
    Product found;
    const Node* now = &node;
    while (!found.store) {
        const Body* body = nullptr;
        if (const auto* store = std::get_if<Store>(&now->what)) {
            found.store = store;
            break;
        }
        if (const auto* loop = std::get_if<For>(&now->what)) {
            if (std::find(names.begin(), names.end(), loop->name) == names.end())
                return std::nullopt;
            found.loops.push_back(loop);
            body = &loop->body;
        } else if (const auto* block = std::get_if<Block>(&now->what)) {
            found.block = now;
            body = &block->body;
        } else if (const auto* branch = std::get_if<If>(&now->what); branch && branch->otherwise.empty()) {
            addConjuncts(branch->condition, found.conditions);
            body = &branch->then;
        }
        if (!body || body->size() != 1)
            return std::nullopt;
        now = body->front().get();
    }
    return found.loops.size() == names.size() && found.store->add ? std::optional(found) : std::nullopt;
}

// The loops by what they go through: rows and columns of C, and what is summed over.
struct Roles {
    const For *m = nullptr, *n = nullptr, *k = nullptr;
};

bool hasStrides(const ExprPtr& offset, const Roles& roles, const std::array<std::int64_t, 3>& strides)
{
    return strideOf(offset, roles.m->name) == strides[0] && strideOf(offset, roles.n->name) == strides[1] &&
           strideOf(offset, roles.k->name) == strides[2];
}

const Expr& fragmentOf(const Program& program, const ExprPtr& expr, Scope scope)
{
    const Array* array = expr->kind == ExprKind::Load ? program.array(expr->name) : nullptr;
    if (!array)
        failInput("what is added is no product of two fragments");
    if (array->scope != scope)
        failInput(fmt::format("{} is in {}, and not in {}", array->name, word(array->scope), word(scope)));
    return *expr;
}

Roles rolesOf(const Product& product, const Mma& mma)
{
    Roles roles;
    for (const For* loop : product.loops) {
        if (loop->mark != Mark::None && loop->mark != Mark::Unroll)
            failInput(fmt::format("{} is {}", loop->name, word(loop->mark)));
        const auto stride = strideOf(product.store->indices[0], loop->name);
        (stride == 0 ? roles.k : stride == 1 ? roles.n : roles.m) = loop;
    }
    const auto goes = [](const For* loop, std::int64_t extent) {
        return loop && loop->extent->kind == ExprKind::Integer && loop->extent->value == extent;
    };
    if (!goes(roles.m, mma.m) || !goes(roles.n, mma.n) || !goes(roles.k, mma.k))
        failInput(fmt::format("the loops over rows, columns and what is summed over do not go to {}, {} and {}", mma.m,
                              mma.n, mma.k));
    return roles;
}

// Where fragments that others read were to stay as they were, a condition cannot be left out.
void requireReadUnder(const Body& body, const std::string& array, const ExprPtr& condition, const Store* but,
                      std::vector<ExprPtr> around = {})
{
    for (const NodePtr& node : body) {
        if (std::get_if<Store>(&node->what) == but && but)
            continue;
        std::vector<ExprPtr> inside = around;
        if (const auto* branch = std::get_if<If>(&node->what))
            addConjuncts(branch->condition, inside);
        const bool holds =
            std::any_of(around.begin(), around.end(), [&](const ExprPtr& one) { return same(one, condition); });
        for (const ExprPtr& expr : expressionsOf(*node))
            forEachExpr(expr, [&](const Expr& part) {
                if (part.kind == ExprKind::Load && part.name == array && !holds)
                    failInput(fmt::format("{} is read where {} need not hold", array, print(condition)));
            });
        const std::vector<const Body*> bodies = bodiesOf(*node);
        for (std::size_t b = 0; b < bodies.size(); ++b)
            requireReadUnder(*bodies[b], array, condition, but, b == 0 ? inside : around);
    }
}

Body called(const Program& before, Program& program, const Product& product, const Mma& mma, const Node& from,
            const ScheduleContext& context)
{
    const Roles roles = rolesOf(product, mma);
    const Store& store = *product.store;
    if (store.value->kind != ExprKind::Multiply)
        failInput("what is added is no product of two fragments");
    const ExprPtr sum = load(store.target, store.indices);
    ExprPtr a = store.value->operands[0], b = store.value->operands[1];
    if (b->kind == ExprKind::Load && program.array(b->name) && program.array(b->name)->scope == Scope::MmaA)
        std::swap(a, b);
    const std::array<Type, 3> types = {program.array(fragmentOf(program, sum, Scope::MmaC).name)->type,
                                       program.array(fragmentOf(program, a, Scope::MmaA).name)->type,
                                       program.array(fragmentOf(program, b, Scope::MmaB).name)->type};
    if (types[0] != Type::Float32 || types[1] != types[2] || !mma.takes(types[1]))
        failInput(fmt::format("{} does not add products of {} and {} to {}", mma.name, word(types[1]), word(types[2]),
                              word(types[0])));
    const ExprPtr zero = integer(0);
    const std::map<std::string, ExprPtr> first = {{roles.m->name, zero}, {roles.n->name, zero}, {roles.k->name, zero}};
    const auto begin = [&](const ExprPtr& fragment, std::array<std::int64_t, 3> strides, std::int64_t size) {
        const ExprPtr offset = simplified(substituted(fragment->operands[0], first));
        if (!hasStrides(fragment->operands[0], roles, strides) || !isMultiple(offset, size, context.multiples))
            failInput(fmt::format("{} does not lie row after row in fragments of {} values", fragment->name, size));
        return load(fragment->name, {offset});
    };
    const std::vector<ExprPtr> fragments = {begin(sum, {mma.n, 1, 0}, mma.m * mma.n),
                                            begin(a, {mma.k, 0, 1}, mma.m * mma.k),
                                            begin(b, {0, 1, mma.n}, mma.k * mma.n)};
    Body body = {makeNode(program, Call{mma.name, fragments}, from)};
    for (const ExprPtr& condition : product.conditions) {
        if (mentions(condition, roles.k->name))
            failInput(fmt::format("a condition depends on {}, which is summed over", roles.k->name));
        if (mentions(condition, roles.m->name) || mentions(condition, roles.n->name))
            requireReadUnder(before.body, store.target, condition, &store);
        else
            body = {makeNode(program, If{condition, std::move(body), {}}, from)};
    }
    return product.block ? Body{withBodies(program, *product.block, {std::move(body)})} : body;
}

Program tensorize(const Program& program, const Step& step, const ScheduleContext& context)
{
    requireStage(program, step, 3, 3);
    std::vector<std::string> names = words(step.arguments);
    if (names.size() != 4)
        failInput("it takes three loops and an instruction");
    const Mma* mma = mmaNamed(names.back());
    if (!mma) {
        std::vector<std::string> all;
        for (const Mma& one : allMma())
            all.emplace_back(one.name);
        failInput(fmt::format("there is no instruction {}, but {}", names.back(), fmt::join(all, ", ")));
    }
    names.pop_back();
    return changedNests(
        program, step,
        [&](Program& made, const NodePtr& node, const Known&) -> std::optional<Body> {
            if (!std::holds_alternative<For>(node->what))
                return std::nullopt;
            const std::optional<Product> product = productIn(*node, names);
            return product ? std::optional(called(program, made, *product, *mma, *node, context)) : std::nullopt;
        },
        fmt::format("{} are nowhere around a sum alone", fmt::join(names, ", ")));
}

} // namespace

StepKind tensorizeStep()
{
    return {{"tensorize", "[LOOP LOOP LOOP] INSTRUCTION", "multiplies fragments on tensor cores"},
            tensorize,
            [](const Program& program, const ScheduleContext&) {
                std::vector<std::string> all;
                const std::vector<LoopOf> loops = loopsOf(program);
                for (std::size_t l = 2; l < loops.size(); ++l)
                    for (const Mma& mma : allMma())
                        if (loops[l].iteration == loops[l - 2].iteration)
                            all.push_back(ofIteration(loops[l].iteration,
                                                      fmt::format("tensorize [{}, {}, {}] {}", loops[l - 2].name,
                                                                  loops[l - 1].name, loops[l].name, mma.name)));
                return all;
            }};
}

} // namespace sparsescope::ir
