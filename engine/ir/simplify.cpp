// Expressions made shorter, as offsets are when programs are lowered and scheduled. Sums of values are regrouped too,
// which whole numbers do not notice.
#include "engine/ir/lower.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace sparsescope::ir {

namespace {

using Bounds = std::pair<std::int64_t, std::int64_t>;

bool isInteger(const ExprPtr& expr, std::int64_t value)
{
    return expr->kind == ExprKind::Integer && expr->value == value;
}

std::int64_t floorDivide(std::int64_t a, std::int64_t b)
{
    return a / b - (a % b != 0 && (a % b < 0) != (b < 0) ? 1 : 0);
}

// Empty where 64 bits do not hold it, or the operator is not for numbers alone.
std::optional<std::int64_t> computed(ExprKind kind, std::int64_t a, std::int64_t b)
{
    std::int64_t r = 0;
    switch (kind) {
    case ExprKind::Add:
        return __builtin_add_overflow(a, b, &r) ? std::nullopt : std::optional(r);
    case ExprKind::Subtract:
        return __builtin_sub_overflow(a, b, &r) ? std::nullopt : std::optional(r);
    case ExprKind::Multiply:
        return __builtin_mul_overflow(a, b, &r) ? std::nullopt : std::optional(r);
    case ExprKind::Divide:
    case ExprKind::Remainder:
        if (b <= 0)
            return std::nullopt;
        return kind == ExprKind::Divide ? floorDivide(a, b) : a - floorDivide(a, b) * b;
    case ExprKind::Min:
        return std::min(a, b);
    case ExprKind::Max:
        return std::max(a, b);
    case ExprKind::Or:
        return a != 0 || b != 0;
    case ExprKind::And:
        return a != 0 && b != 0;
    case ExprKind::Equal:
        return a == b;
    case ExprKind::NotEqual:
        return a != b;
    case ExprKind::Less:
        return a < b;
    case ExprKind::LessEqual:
        return a <= b;
    case ExprKind::Greater:
        return a > b;
    case ExprKind::GreaterEqual:
        return a >= b;
    default:
        return std::nullopt;
    }
}

void addTerms(const ExprPtr& expr, std::vector<ExprPtr>& terms)
{
    if (expr->kind != ExprKind::Add) {
        terms.push_back(expr);
        return;
    }
    addTerms(expr->operands[0], terms);
    addTerms(expr->operands[1], terms);
}

ExprPtr sumOf(const std::vector<ExprPtr>& terms)
{
    ExprPtr sum;
    for (const ExprPtr& term : terms)
        sum = sum ? made(ExprKind::Add, {sum, term}) : term;
    return sum ? sum : integer(0);
}

// The term over c, where it is a multiple of c; else null.
ExprPtr quotient(const ExprPtr& term, std::int64_t c)
{
    if (term->kind == ExprKind::Integer)
        return term->value % c == 0 ? integer(term->value / c) : nullptr;
    if (term->kind != ExprKind::Multiply || term->operands[1]->kind != ExprKind::Integer)
        return nullptr;
    const std::int64_t factor = term->operands[1]->value;
    if (factor % c != 0)
        return nullptr;
    return factor == c ? term->operands[0] : made(ExprKind::Multiply, {term->operands[0], integer(factor / c)});
}

// (a c + b) / c and (a c + b) % c with 0 <= b < c; null where that is not known.
ExprPtr divided(ExprKind kind, const ExprPtr& a, std::int64_t c, const Known& known)
{
    std::vector<ExprPtr> terms, quotients, rest;
    addTerms(a, terms);
    for (const ExprPtr& term : terms)
        if (const ExprPtr q = quotient(term, c))
            quotients.push_back(q);
        else
            rest.push_back(term);
    const ExprPtr b = sumOf(rest);
    const std::optional<Bounds> bounds = boundsOf(b, known);
    if (!bounds || bounds->first < 0 || bounds->second >= c)
        return nullptr;
    return kind == ExprKind::Remainder ? b : sumOf(quotients);
}

// x / c * c, of x % c.
bool isWholeOf(const ExprPtr& a, const ExprPtr& b)
{
    return b->kind == ExprKind::Remainder && a->kind == ExprKind::Multiply &&
           a->operands[0]->kind == ExprKind::Divide && same(a->operands[1], b->operands[1]) &&
           same(a->operands[0]->operands[0], b->operands[0]) && same(a->operands[0]->operands[1], b->operands[1]);
}

ExprPtr simplerSum(const ExprPtr& a, const ExprPtr& b);

ExprPtr simplerOrPlus(const ExprPtr& a, const ExprPtr& b)
{
    const ExprPtr simpler = simplerSum(a, b);
    return simpler ? simpler : plus(a, b);
}

ExprPtr simplerSum(const ExprPtr& a, const ExprPtr& b)
{
    if (isInteger(a, 0))
        return b;
    if (isInteger(b, 0))
        return a;
    if (b->kind == ExprKind::Add) // sums are read from the left
        return simplerOrPlus(simplerOrPlus(a, b->operands[0]), b->operands[1]);
    if (isWholeOf(a, b)) // x / c * c + x % c
        return b->operands[0];
    if (a->kind == ExprKind::Add && isWholeOf(a->operands[1], b))
        return simplerOrPlus(a->operands[0], b->operands[0]);
    // (y + x / c) * c + x % c
    if (a->kind == ExprKind::Multiply && a->operands[0]->kind == ExprKind::Add &&
        isWholeOf(times(a->operands[0]->operands[1], a->operands[1]), b))
        return plus(times(a->operands[0]->operands[0], a->operands[1]), b->operands[0]);
    // Numbers come last, so that they meet.
    if (a->kind == ExprKind::Integer && b->kind != ExprKind::Integer)
        return plus(b, a);
    if (b->kind == ExprKind::Integer && a->kind == ExprKind::Add && a->operands[1]->kind == ExprKind::Integer)
        if (const auto sum = computed(ExprKind::Add, a->operands[1]->value, b->value))
            return *sum == 0 ? a->operands[0] : made(ExprKind::Add, {a->operands[0], integer(*sum)});
    return nullptr;
}

ExprPtr simplerProduct(const ExprPtr& a, const ExprPtr& b)
{
    if (isInteger(a, 0) || isInteger(b, 0))
        return integer(0);
    if (isInteger(a, 1))
        return b;
    if (isInteger(b, 1))
        return a;
    if (a->kind == ExprKind::Integer && b->kind != ExprKind::Integer)
        return times(b, a);
    if (b->kind == ExprKind::Integer && a->kind == ExprKind::Multiply && a->operands[1]->kind == ExprKind::Integer)
        if (const auto product = computed(ExprKind::Multiply, a->operands[1]->value, b->value))
            return made(ExprKind::Multiply, {a->operands[0], integer(*product)});
    return nullptr;
}

bool isCondition(const ExprPtr& expr)
{
    return (expr->kind >= ExprKind::Or && expr->kind <= ExprKind::GreaterEqual) || isInteger(expr, 0) ||
           isInteger(expr, 1);
}

// One operator, whose operands are simple; null: it stays.
ExprPtr simplerOperator(const Expr& expr, const Known& known)
{
    const ExprPtr& a = expr.operands[0];
    const ExprPtr& b = expr.operands[1];
    if (a->kind == ExprKind::Integer && b->kind == ExprKind::Integer)
        if (const auto value = computed(expr.kind, a->value, b->value))
            return integer(*value);
    switch (expr.kind) {
    case ExprKind::Add:
        return simplerSum(a, b);
    case ExprKind::Subtract:
        return isInteger(b, 0) ? a : same(a, b) ? integer(0) : nullptr;
    case ExprKind::Multiply:
        return simplerProduct(a, b);
    case ExprKind::Divide:
    case ExprKind::Remainder:
        if (b->kind != ExprKind::Integer || b->value <= 0)
            return nullptr;
        if (b->value == 1)
            return expr.kind == ExprKind::Divide ? a : integer(0);
        return divided(expr.kind, a, b->value, known);
    case ExprKind::And: // 0 or 1, as a condition alone is by itself
        return isInteger(a, 0)                     ? a
               : isInteger(a, 1) && isCondition(b) ? b
               : isInteger(b, 1) && isCondition(a) ? a
                                                   : nullptr;
    case ExprKind::Or:
        return isInteger(a, 1)                     ? a
               : isInteger(a, 0) && isCondition(b) ? b
               : isInteger(b, 0) && isCondition(a) ? a
                                                   : nullptr;
    default:
        break;
    }
    const std::optional<Bounds> x = boundsOf(a, known), y = boundsOf(b, known);
    if (!x || !y)
        return nullptr;
    switch (expr.kind) { // decided by what the two can be
    case ExprKind::Less:
        return x->second < y->first ? integer(1) : x->first >= y->second ? integer(0) : nullptr;
    case ExprKind::LessEqual:
        return x->second <= y->first ? integer(1) : x->first > y->second ? integer(0) : nullptr;
    case ExprKind::Greater:
        return x->first > y->second ? integer(1) : x->second <= y->first ? integer(0) : nullptr;
    case ExprKind::GreaterEqual:
        return x->first >= y->second ? integer(1) : x->second < y->first ? integer(0) : nullptr;
    case ExprKind::Min:
        return x->second <= y->first ? a : y->second <= x->first ? b : nullptr;
    case ExprKind::Max:
        return x->first >= y->second ? a : y->first >= x->second ? b : nullptr;
    default:
        return nullptr;
    }
}

bool isOperator(ExprKind kind)
{
    return kind >= ExprKind::Or && kind <= ExprKind::Max;
}

} // namespace

std::optional<Bounds> boundsOf(const ExprPtr& expr, const Known& known)
{
    if (expr->kind == ExprKind::Integer)
        return Bounds{expr->value, expr->value};
    if (expr->kind == ExprKind::Name) {
        const auto found = known.extents.find(expr->name);
        return found != known.extents.end() && found->second > 0 ? std::optional(Bounds{0, found->second - 1})
                                                                 : std::nullopt;
    }
    if (!isOperator(expr->kind))
        return std::nullopt;
    const std::optional<Bounds> a = boundsOf(expr->operands[0], known), b = boundsOf(expr->operands[1], known);
    if (expr->kind == ExprKind::Remainder && b && b->first > 0)
        return Bounds{0, b->second - 1};
    if (!a || !b)
        return std::nullopt;
    switch (expr->kind) {
    case ExprKind::Add:
    case ExprKind::Min:
    case ExprKind::Max: {
        const auto least = computed(expr->kind, a->first, b->first), most = computed(expr->kind, a->second, b->second);
        return least && most ? std::optional(Bounds{*least, *most}) : std::nullopt;
    }
    case ExprKind::Subtract: {
        const auto least = computed(expr->kind, a->first, b->second), most = computed(expr->kind, a->second, b->first);
        return least && most ? std::optional(Bounds{*least, *most}) : std::nullopt;
    }
    case ExprKind::Multiply:
    case ExprKind::Divide: {
        if (a->first < 0 || b->first < (expr->kind == ExprKind::Divide ? 1 : 0))
            return std::nullopt;
        const bool divides = expr->kind == ExprKind::Divide;
        const auto least = computed(expr->kind, a->first, divides ? b->second : b->first);
        const auto most = computed(expr->kind, a->second, divides ? b->first : b->second);
        return least && most ? std::optional(Bounds{*least, *most}) : std::nullopt;
    }
    default: // a condition
        return Bounds{0, 1};
    }
}

ExprPtr simplified(const ExprPtr& expr, const Known& known)
{
    return rewritten(expr, [&](const ExprPtr& part) -> ExprPtr {
        if (part->kind == ExprKind::Load && part->operands.size() == 1 && isInteger(part->operands[0], 0) &&
            known.fromZero.contains(part->name))
            return integer(0);
        if (part->kind == ExprKind::Select && part->operands[0]->kind == ExprKind::Integer)
            return part->operands[part->operands[0]->value != 0 ? 1 : 2];
        return isOperator(part->kind) ? simplerOperator(*part, known) : nullptr;
    });
}

std::optional<std::int64_t> strideOf(const ExprPtr& expr, const std::string& loop)
{
    if (!mentions(expr, loop))
        return 0;
    const auto operand = [&](std::size_t o) { return strideOf(expr->operands[o], loop); };
    switch (expr->kind) {
    case ExprKind::Name:
        return 1;
    case ExprKind::Add:
    case ExprKind::Subtract: {
        const auto a = operand(0), b = operand(1);
        std::int64_t sum = 0;
        const bool adds = expr->kind == ExprKind::Add;
        if (!a || !b || (adds ? __builtin_add_overflow(*a, *b, &sum) : __builtin_sub_overflow(*a, *b, &sum)))
            return std::nullopt;
        return sum;
    }
    case ExprKind::Multiply:
        if (const auto a = operand(0); a && expr->operands[1]->kind == ExprKind::Integer)
            if (std::int64_t product = 0; !__builtin_mul_overflow(*a, expr->operands[1]->value, &product))
                return product;
        return std::nullopt;
    default:
        return std::nullopt;
    }
}

bool isMultiple(const ExprPtr& expr, std::int64_t factor, const std::map<std::string, std::int64_t>& multiples)
{
    const auto operand = [&](std::size_t o) { return isMultiple(expr->operands[o], factor, multiples); };
    switch (expr->kind) {
    case ExprKind::Integer:
        return expr->value % factor == 0;
    case ExprKind::Name: {
        const auto known = multiples.find(expr->name);
        return known != multiples.end() && known->second % factor == 0;
    }
    case ExprKind::Add:
    case ExprKind::Subtract:
        return operand(0) && operand(1);
    case ExprKind::Multiply:
        return operand(0) || operand(1);
    default:
        return false;
    }
}

} // namespace sparsescope::ir
