#include "engine/ir/check_expr.h"

#include "engine/ir/syntax.h"

#include <fmt/format.h>
#include <limits>

namespace sparsescope::ir {

namespace {

const char* nounOf(NameKind kind)
{
    switch (kind) {
    case NameKind::Param:
        return "a param";
    case NameKind::Tile:
        return "a tile value";
    case NameKind::Axis:
        return "an axis";
    case NameKind::Buffer:
        return "a buffer";
    case NameKind::Array:
        return "an array";
    case NameKind::Iterator:
    case NameKind::Hidden:
        return "an iterator";
    case NameKind::Loop:
        return "a loop";
    case NameKind::Let:
        return "a let";
    }
    return "";
}

bool isNumber(NameKind kind)
{
    return kind != NameKind::Hidden && kind != NameKind::Axis && kind != NameKind::Buffer && kind != NameKind::Array;
}

// How many operands an expression has.
struct OperandBounds {
    std::size_t least = 0, most = 0;
};

OperandBounds operandsOf(ExprKind kind, int stage)
{
    constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
    if (binaryOperator(kind) || kind == ExprKind::Min || kind == ExprKind::Max)
        return {2, 2};
    switch (kind) {
    case ExprKind::Select:
        return {3, 3};
    case ExprKind::Load:
    case ExprKind::Entry:
        return {1, any};
    case ExprKind::Find:
        return stage == 3 ? OperandBounds{3, 3} : OperandBounds{1, any};
    case ExprKind::Rank:
        return stage == 3 ? OperandBounds{2, 2} : OperandBounds{1, 1};
    default:
        return {0, 0};
    }
}

bool hasName(ExprKind kind)
{
    return kind == ExprKind::Name || kind == ExprKind::Load || kind == ExprKind::Position || kind == ExprKind::Entry ||
           kind == ExprKind::Find || kind == ExprKind::Rank;
}

std::string shownKind(ExprKind kind)
{
    if (const BinaryOperator* op = binaryOperator(kind))
        return op->sign;
    if (const Function* function = functionOf(kind))
        return function->word;
    return kind == ExprKind::Load ? "a load" : kind == ExprKind::Name ? "a name" : "a number";
}

// Whether it computes values of values; all else is made of whole numbers.
bool isOfValues(ExprKind kind)
{
    return kind == ExprKind::Add || kind == ExprKind::Subtract || kind == ExprKind::Multiply || kind == ExprKind::Min ||
           kind == ExprKind::Max || kind == ExprKind::Select;
}

} // namespace

bool ExprChecker::fail(Part part, std::string sentence)
{
    m_problem = Problem{std::move(sentence), part};
    return false;
}

bool ExprChecker::requireStages(int first, int last, const char* what, Part part)
{
    if (m_program.stage >= first && m_program.stage <= last)
        return true;
    const std::string stages =
        first == last ? fmt::format("stage {}", first) : fmt::format("stages {} and {}", first, last);
    return fail(part, fmt::format("{} belongs to {}, and this program is of stage {}", what, stages, m_program.stage));
}

bool ExprChecker::failName(const std::string& name, const char* expected, Part part)
{
    const Known* const other = known(name);
    if (other && other->kind == NameKind::Hidden)
        return fail(part, fmt::format("{} is reduced, and init has no value of it", name));
    if (other)
        return fail(part, fmt::format("{} is {} and not {}", name, nounOf(other->kind), expected));
    const std::string_view noun = std::string_view(expected).substr(std::string_view(expected).find(' ') + 1);
    return fail(part, noun == "number" ? fmt::format("nothing is called {} here", name)
                                       : fmt::format("there is no {} {}", noun, name));
}

const ExprChecker::Known* ExprChecker::known(const std::string& name) const
{
    const auto found = m_known.find(name);
    return found != m_known.end() ? &found->second : nullptr;
}

bool ExprChecker::declare(const std::string& name, NameKind kind, std::size_t at, Part part)
{
    if (!isName(name))
        return fail(part, fmt::format("\"{}\" cannot be a name", name.substr(0, longestName)));
    if (const auto [place, isNew] = m_known.try_emplace(name, Known{kind, at}); !isNew)
        return fail(part, fmt::format("{} is {} already", name, nounOf(place->second.kind)));
    return true;
}

bool ExprChecker::declareInner(const std::string& name, NameKind kind, Part part)
{
    if (!declare(name, kind, 0, part))
        return false;
    m_inner.push_back(name);
    return true;
}

void ExprChecker::showHidden(const std::string& name)
{
    m_known.at(name).kind = NameKind::Iterator;
}

void ExprChecker::forgetInner(std::size_t butTheFirst)
{
    for (; m_inner.size() > butTheFirst; m_inner.pop_back())
        m_known.erase(m_inner.back());
}

bool ExprChecker::checkIndices(const std::string& name, bool needed, Part part)
{
    if (!needed && !known(name))
        return isName(name) || fail(part, fmt::format("\"{}\" cannot be a name", name.substr(0, longestName)));
    return requireElements(name, part) &&
           (isWhole(typeOf(name)) ||
            fail(part, fmt::format("{} holds {}, and indices are i32 or i64", name, word(typeOf(name)))));
}

const Axis* ExprChecker::axisNamed(const std::string& name, Part part)
{
    const Known* const found = known(name);
    if (found && found->kind == NameKind::Axis)
        return &m_program.axes[found->at];
    failName(name, "an axis", part);
    return nullptr;
}

Type ExprChecker::typeOf(const std::string& bufferOrArray) const
{
    const Known& found = m_known.at(bufferOrArray);
    return found.kind == NameKind::Buffer ? m_program.buffers[found.at].type : m_program.arrays[found.at].type;
}

bool ExprChecker::requireElements(const std::string& name, Part part)
{
    const Known* const found = known(name);
    return (found && (found->kind == NameKind::Buffer || found->kind == NameKind::Array)) ||
           failName(name, m_program.stage == 3 ? "an array" : "a buffer", part);
}

bool ExprChecker::checkAccess(const std::string& name, std::size_t indices, Part part)
{
    if (!requireElements(name, part))
        return false;
    const Known& found = m_known.at(name);
    const std::size_t expected = found.kind == NameKind::Array ? 1 : m_program.buffers[found.at].axes.size();
    return indices == expected ||
           fail(part, fmt::format("{} has {} ind{} where {} {} expected", name, indices, indices == 1 ? "ex" : "ices",
                                  expected, expected == 1 ? "is" : "are"));
}

bool ExprChecker::checkSize(const ExprPtr& expr, Part owner)
{
    m_sizesOnly = true;
    const bool kept = checkExpr(expr, true, owner);
    m_sizesOnly = false;
    return kept;
}

bool ExprChecker::checkExpr(const ExprPtr& expr, bool whole, Part owner)
{
    return check(expr, whole, owner, 1);
}

bool ExprChecker::check(const ExprPtr& expr, bool whole, Part owner, int depth)
{
    if (!expr)
        return fail(owner, "an expression is missing");
    owner.expr = expr.get();
    if (depth > deepest)
        return fail(owner, fmt::format("expressions stand in one another more than {} deep", deepest));
    if (!checkShape(*expr, owner) || (hasName(expr->kind) && !checkNamed(*expr, whole, owner)))
        return false;
    for (const ExprPtr& operand : expr->operands) {
        const bool chooses = expr->kind == ExprKind::Select && operand == expr->operands.front();
        if (!check(operand, whole || chooses || !isOfValues(expr->kind), owner, depth + 1))
            return false;
    }
    return true;
}

// What no text can say wrong.
bool ExprChecker::checkShape(const Expr& expr, Part part)
{
    const OperandBounds bounds = operandsOf(expr.kind, m_program.stage);
    if (expr.operands.size() < bounds.least || expr.operands.size() > bounds.most)
        return fail(part, fmt::format("{} has {} operand{} where {} are expected", shownKind(expr.kind),
                                      expr.operands.size(), expr.operands.size() == 1 ? "" : "s", bounds.least));
    if (hasName(expr.kind) == expr.name.empty() || (expr.kind != ExprKind::Integer && expr.value != 0))
        return fail(part, fmt::format("{} has a name or a value that is not its own", shownKind(expr.kind)));
    return true;
}

bool ExprChecker::checkNamed(const Expr& expr, bool whole, Part part)
{
    const std::string& name = expr.name;
    const Known* const found = known(name);
    if (m_sizesOnly && expr.kind != ExprKind::Name)
        return fail(part, "sizes are made of params, tile values and numbers");
    if (expr.kind == ExprKind::Name)
        return (found && isNumber(found->kind)) || failName(name, "a number", part);
    if (expr.kind == ExprKind::Position) {
        return requireStages(1, 1, "pos", part) &&
               ((found && found->kind == NameKind::Iterator) || failName(name, "an iterator", part));
    }
    if (expr.kind == ExprKind::Rank || (expr.kind == ExprKind::Find && m_program.stage == 3)) {
        if (!requireElements(name, part))
            return false;
    } else if (!checkAccess(name, expr.operands.size(), part)) { // what find() looks for stands for the last index
        return false;
    }
    const bool values = !isWhole(typeOf(name));
    if (expr.kind == ExprKind::Entry)
        return values || fail(part, fmt::format("{} holds {}, and entry asks for values", name, word(typeOf(name))));
    if (values && (whole || expr.kind != ExprKind::Load))
        return fail(part, fmt::format("{} holds {}, and whole numbers are needed here", name, word(typeOf(name))));
    return true;
}

} // namespace sparsescope::ir
