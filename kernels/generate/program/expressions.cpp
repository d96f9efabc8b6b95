#include "kernels/generate/program/expressions.h"

#include "engine/core/error.h"
#include "engine/ir/lower.h"
#include "engine/ir/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

using namespace ir;

namespace {

// How tightly operators bind, as C++ has it.
enum : int { ternary = 1, orElse, andAlso, equal, less, sum, product, atom };

const char* symbolOf(ExprKind kind)
{
    switch (kind) {
    case ExprKind::Or:
        return "||";
    case ExprKind::And:
        return "&&";
    case ExprKind::Equal:
        return "==";
    case ExprKind::NotEqual:
        return "!=";
    case ExprKind::Less:
        return "<";
    case ExprKind::LessEqual:
        return "<=";
    case ExprKind::Greater:
        return ">";
    case ExprKind::GreaterEqual:
        return ">=";
    case ExprKind::Add:
        return "+";
    case ExprKind::Subtract:
        return "-";
    case ExprKind::Multiply:
        return "*";
    case ExprKind::Divide:
        return "/";
    case ExprKind::Remainder:
        return "%";
    default:
        return nullptr;
    }
}

int levelOf(ExprKind kind)
{
    switch (kind) {
    case ExprKind::Or:
        return orElse;
    case ExprKind::And:
        return andAlso;
    case ExprKind::Equal:
    case ExprKind::NotEqual:
        return equal;
    case ExprKind::Less:
    case ExprKind::LessEqual:
    case ExprKind::Greater:
    case ExprKind::GreaterEqual:
        return less;
    case ExprKind::Add:
    case ExprKind::Subtract:
        return sum;
    case ExprKind::Multiply:
    case ExprKind::Divide:
    case ExprKind::Remainder:
        return product;
    default:
        return atom;
    }
}

bool compares(ExprKind kind)
{
    const int level = levelOf(kind);
    return level == equal || level == less;
}

bool joins(ExprKind kind)
{
    return kind == ExprKind::Or || kind == ExprKind::And;
}

// What of an offset is a multiple of ld, divided by it, and what is left; null: nothing.
std::pair<ExprPtr, ExprPtr> byLeading(const ExprPtr& expr)
{
    if (!mentions(expr, "ld"))
        return {nullptr, expr};
    const auto both = [](const ExprPtr& a, const ExprPtr& b) { return !a ? b : !b ? a : plus(a, b); };
    if (expr->kind == ExprKind::Add) {
        const auto a = byLeading(expr->operands[0]), b = byLeading(expr->operands[1]);
        return {both(a.first, b.first), both(a.second, b.second)};
    }
    if (expr->kind == ExprKind::Multiply)
        for (const std::size_t o : {0U, 1U})
            if (same(expr->operands[o], named("ld")) && !mentions(expr->operands[1 - o], "ld"))
                return {expr->operands[1 - o], nullptr};
    failInput(fmt::format("{} is no row and column of a dense operand", print(expr)));
}

} // namespace

const ExprPtr& DeviceExpressions::loadOf(const ExprPtr& expr) const
{
    const auto found = expr->kind == ExprKind::Name ? m_loads.find(expr->name) : m_loads.end();
    return found != m_loads.end() ? found->second : expr;
}

// Not where all that it is made of cannot be less than 0, or it is how many something has.
bool DeviceExpressions::mayBeNegative(const ExprPtr& expr) const
{
    if (expr->kind == ExprKind::Integer)
        return expr->value < 0;
    if (expr->kind == ExprKind::Find)
        return true;
    if (const ExprPtr& load = loadOf(expr); load->kind == ExprKind::Load)
        return !m_memory[load->name].counts;
    if (expr->kind == ExprKind::Subtract) {
        const ExprPtr &end = loadOf(expr->operands[0]), &begin = loadOf(expr->operands[1]);
        return !(end->kind == ExprKind::Load && begin->kind == ExprKind::Load && end->name == begin->name &&
                 m_memory[end->name].held == Held::Ends &&
                 same(end->operands[0], plus(begin->operands[0], integer(1))));
    }
    return std::any_of(expr->operands.begin(), expr->operands.end(),
                       [&](const ExprPtr& operand) { return mayBeNegative(operand); });
}

std::string DeviceExpressions::in(const ExprPtr& expr, Wanted wanted, int least) const
{
    const auto [text, level] = print(expr, wanted);
    return level < least ? "(" + text + ")" : text;
}

DeviceExpressions::Place DeviceExpressions::placeOf(const ExprPtr& index) const
{
    if (!m_op.hasDenseAxis() || m_op.sampled())
        return {index, nullptr};
    const auto [row, column] = byLeading(index);
    if (!row)
        failInput(fmt::format("C is written at {}, which is in no row", ir::print(index)));
    return {row, column ? column : integer(0)};
}

std::string DeviceExpressions::address(const Expr& load) const
{
    const DeviceArray& array = m_memory[load.name];
    if (array.held != Held::Operand || !m_op.hasDenseAxis())
        return fmt::format("{} + {}", array.text, in(load.operands[0], Wanted::Whole, sum));
    const auto [row, column] = byLeading(load.operands[0]);
    std::string text = array.text;
    if (row)
        text += fmt::format(" + {} * args.ld", in(row, Wanted::Whole, product));
    if (column && !same(column, integer(0)))
        text += " + " + in(column, Wanted::Whole, product);
    return text;
}

std::string DeviceExpressions::vector(const Expr& load) const
{
    const DeviceArray& array = m_memory[load.name];
    switch (array.held) {
    case Held::Vectors:
        return fmt::format("{}[{}]", array.text, index(load.name, load.operands[0]));
    case Held::Operand:
    case Held::Values:
        return fmt::format("load16({})", address(load));
    case Held::Shared:
        return fmt::format("*reinterpret_cast<const uint4*>({})", address(load));
    default:
        return {};
    }
}

std::string DeviceExpressions::index(const std::string& array, const ExprPtr& at) const
{
    ExprPtr own = simplified(substituted(at, m_threads));
    forEachExpr(own, [&](const Expr& part) {
        const bool varies = (part.kind == ExprKind::Name && !m_unrolled.contains(part.name)) ||
                            part.kind == ExprKind::Load || part.kind == ExprKind::Find || part.kind == ExprKind::Rank;
        if (varies)
            failInput(
                fmt::format("{} lies in registers, and where depends on {}, which is not unrolled", array, part.name));
    });
    if (m_memory[array].held == Held::Vectors) // the first of them says which
        own = simplified(made(ExprKind::Divide, {own, integer(vectorOf(m_op))}));
    return in(own, Wanted::Whole, 0);
}

std::pair<std::string, int> DeviceExpressions::loaded(const Expr& load, Wanted wanted) const
{
    const DeviceArray& array = m_memory[load.name];
    if (wanted == Wanted::Truth)
        failInput(fmt::format("{} is no condition", load.name));
    const bool isWholes = array.array->type == Type::Int32 || array.array->type == Type::Int64;
    if (isWholes != (wanted == Wanted::Whole))
        failInput(fmt::format("{} is {}", load.name, isWholes ? "no factor of a value" : "no whole number"));
    switch (array.held) {
    case Held::Registers:
        return {fmt::format("{}[{}]", array.text, index(load.name, load.operands[0])), atom};
    case Held::Spread:
        if (load.operands.size() != 2)
            failInput(fmt::format("{} is spread over lanes, and read where no rows of fragments are", load.name));
        return {fmt::format("{}[{}]", array.text, index(load.name, load.operands[1])), atom};
    case Held::Shared: {
        const std::string text = fmt::format("{}[{}]", array.text, in(load.operands[0], Wanted::Whole, 0));
        return {isWholes ? text : fmt::format("toFloat({})", text), atom};
    }
    case Held::Operand:
        return {fmt::format("gatherOne({})", address(load)), atom};
    case Held::Values:
        return {fmt::format("toFloat({}[{}])", array.text, in(load.operands[0], Wanted::Whole, 0)), atom};
    case Held::Index: {
        const std::string text = fmt::format("{}[{}]", array.text, in(load.operands[0], Wanted::Whole, 0));
        if (array.divisor == 1)
            return {text, atom};
        if (array.counts)
            return {fmt::format("{} / {}", text, array.divisor), product};
        return {fmt::format("floorDivided({}, {})", text, array.divisor), atom};
    }
    case Held::Ends: {
        const ExprPtr at = load.operands[0];
        const bool next = at->kind == ExprKind::Add && same(at->operands[1], integer(1));
        const std::string text = next ? fmt::format("{}[{}]", array.text, in(at->operands[0], Wanted::Whole, 0))
                                      : fmt::format("beginOf({}, {})", array.text, in(at, Wanted::Whole, 0));
        if (array.divisor == 1)
            return {text, atom};
        return {fmt::format("{} / {}", text, array.divisor), product};
    }
    case Held::Output:
    case Held::Vectors:
    case Held::Fragment:
        break;
    }
    failInput(fmt::format("{} is read where it is written", load.name));
}

std::pair<std::string, int> DeviceExpressions::print(const ExprPtr& expr, Wanted wanted) const
{
    const auto asTruth = [&](std::pair<std::string, int> whole) {
        if (wanted != Wanted::Truth)
            return whole;
        return std::pair(fmt::format("{} != 0", whole.second < less ? "(" + whole.first + ")" : whole.first),
                         static_cast<int>(equal));
    };
    switch (expr->kind) {
    case ExprKind::Integer:
        if (expr->value != static_cast<std::int32_t>(expr->value))
            failInput(fmt::format("{} is no number of 32 bits, which kernels count in", expr->value));
        if (wanted == Wanted::Value)
            return {fmt::format("{}.f", expr->value), expr->value < 0 ? product : atom};
        return asTruth({std::to_string(expr->value), expr->value < 0 ? product : atom});
    case ExprKind::Name: {
        if (wanted == Wanted::Value)
            failInput(fmt::format("{} is no factor of a value", expr->name));
        if (expr->name == laneName)
            return asTruth({"lane", atom});
        if (expr->name == thereName && wanted == Wanted::Truth)
            return {"there", atom};
        const auto thread = m_threads.find(expr->name);
        const bool constant = thread == m_threads.end() && expr->name == "ld";
        return asTruth({constant ? std::string("static_cast<int>(args.ld)")
                        : expr->name == "m" || expr->name == "n" || expr->name == "nnz" ? "args." + expr->name
                                                                                        : m_memory.written(expr->name),
                        atom});
    }
    case ExprKind::Load:
        return loaded(*expr, wanted);
    case ExprKind::Entry:
        if (wanted == Wanted::Value)
            failInput("a position in CSR is no factor of a value");
        return asTruth(
            {fmt::format("outputs[{}{}]",
                         m_part.description.firstValue > 0 ? fmt::format("{} + ", m_part.description.firstValue) : "",
                         in(expr->operands[0], Wanted::Whole, 0)),
             atom});
    case ExprKind::Find: {
        const DeviceArray& array = m_memory[expr->name];
        if (array.held != Held::Index || array.divisor != 1)
            failInput(fmt::format("{} is searched, which kernels do not", expr->name));
        return asTruth({fmt::format("findIn({}, {}, {}, {})", array.text, whole(expr->operands[0]),
                                    whole(expr->operands[1]), whole(expr->operands[2])),
                        atom});
    }
    case ExprKind::Rank: {
        const DeviceArray& array = m_memory[expr->name];
        if (array.held != Held::Ends || array.divisor != 1)
            failInput(fmt::format("{} is searched, which kernels do not", expr->name));
        return asTruth(
            {fmt::format("rankIn({}, {}, {})", array.text, whole(expr->operands[0]), whole(expr->operands[1])), atom});
    }
    case ExprKind::Min:
    case ExprKind::Max:
        if (wanted == Wanted::Value)
            failInput("a product is no minimum");
        return asTruth({fmt::format("{}({}, {})", expr->kind == ExprKind::Min ? "smaller" : "larger",
                                    whole(expr->operands[0]), whole(expr->operands[1])),
                        atom});
    case ExprKind::Select:
        return {fmt::format("{} ? {} : {}", in(expr->operands[0], Wanted::Truth, orElse),
                            in(expr->operands[1], wanted, ternary + 1), in(expr->operands[2], wanted, ternary)),
                ternary};
    case ExprKind::Position:
        failInput(fmt::format("pos({}) stands in stage III", expr->name));
    default:
        break;
    }
    // A stored row is one of the output, or its slot, or none.
    const auto& a = expr->operands[0];
    if (expr->kind == ExprKind::GreaterEqual && same(expr->operands[1], integer(0)) &&
        loadOf(a)->kind == ExprKind::Load && m_memory[loadOf(a)->name].rows)
        return {in(a, Wanted::Whole, equal) + " != none", equal};
    const int level = levelOf(expr->kind);
    const Wanted inner = joins(expr->kind)                                 ? Wanted::Truth
                         : compares(expr->kind) || wanted == Wanted::Truth ? Wanted::Whole
                                                                           : wanted;
    if (inner == Wanted::Whole && (expr->kind == ExprKind::Divide || expr->kind == ExprKind::Remainder) &&
        mayBeNegative(expr))
        return asTruth({fmt::format("{}({}, {})", expr->kind == ExprKind::Divide ? "floorDivided" : "floorRemainder",
                                    in(a, inner, 0), in(expr->operands[1], inner, 0)),
                        atom});
    const std::pair<std::string, int> text = {
        fmt::format("{} {} {}", in(a, inner, level), symbolOf(expr->kind), in(expr->operands[1], inner, level + 1)),
        level};
    if (wanted == Wanted::Value && (compares(expr->kind) || joins(expr->kind)))
        failInput("a condition is no factor of a value");
    return compares(expr->kind) || joins(expr->kind) ? text : asTruth(text);
}

} // namespace sparsescope
