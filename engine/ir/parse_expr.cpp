#include "engine/ir/parse_expr.h"

#include "engine/ir/syntax.h"
#include "engine/ir/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace sparsescope::ir {

namespace {

std::vector<ExprPtr> withoutDepth(const auto& operands)
{
    std::vector<ExprPtr> all;
    for (const auto& operand : operands)
        all.push_back(operand.expr);
    return all;
}

std::string tooDeep()
{
    return fmt::format("expressions stand in one another more than {} deep", deepest);
}

} // namespace

std::string ExprParser::parseName(std::string_view what)
{
    const Token& token = m_lexer.now();
    if (token.kind == Token::Kind::Word && token.text.size() > longestName)
        m_lexer.failAt(token.begin, fmt::format("a name has at most {} letters", longestName));
    if (token.kind != Token::Kind::Word || !isName(token.text))
        m_lexer.failExpecting(what);
    return std::string(m_lexer.take().text);
}

std::vector<ExprPtr> ExprParser::parseIndices()
{
    m_lexer.expect("[");
    return parseListTo("]");
}

std::vector<ExprPtr> ExprParser::parseListTo(std::string_view sign)
{
    return withoutDepth(parseOperandsTo(sign, 0));
}

ExprParser::Deep ExprParser::parse(int brackets)
{
    return parseBinary(loosestLevel, brackets);
}

ExprParser::Deep ExprParser::parseBinary(int level, int brackets)
{
    Deep left = parseUnary(brackets);
    const auto following = [&]() -> const BinaryOperator* {
        const Token& token = m_lexer.now();
        return token.kind == Token::Kind::Sign ? binaryOperator(token.text) : nullptr;
    };
    for (const BinaryOperator* now = following(); now && now->level >= level; now = following()) {
        const std::size_t place = m_lexer.take().begin;
        Deep right = parseBinary(now->level + 1, brackets);
        left = join(place, now->kind, {std::move(left), std::move(right)});
        if (const BinaryOperator* next = following(); next && !now->chains && next->level == now->level)
            m_lexer.failAt(m_lexer.now().begin, "comparisons do not chain: put one of them into parentheses");
    }
    return left;
}

ExprParser::Deep ExprParser::parseUnary(int brackets)
{
    const Token token = m_lexer.now();
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (brackets >= deepest)
        m_lexer.failAt(token.begin, tooDeep());
    if (m_lexer.takeIf("-")) {
        if (m_lexer.now().kind == Token::Kind::Number)
            return number(token.begin, static_cast<std::int64_t>(~m_lexer.take().number + 1));
        Deep operand = parseUnary(brackets + 1);
        return join(token.begin, ExprKind::Subtract, {number(token.begin, 0), std::move(operand)});
    }
    if (m_lexer.takeIf("(")) {
        Deep inner = parse(brackets + 1);
        m_lexer.expect(")");
        return inner;
    }
    if (token.kind == Token::Kind::Number) {
        if (token.number > largest)
            m_lexer.failAt(token.begin, "the number is larger than 9223372036854775807");
        m_lexer.take();
        return number(token.begin, static_cast<std::int64_t>(token.number));
    }
    if (token.kind == Token::Kind::Word)
        if (const Function* function = functionOf(token.text))
            return parseFunction(function->kind, brackets);
    std::string name = parseName("an expression");
    if (m_lexer.now().is("("))
        m_lexer.failAt(token.begin, fmt::format("there is no function {}", name));
    if (m_lexer.takeIf("["))
        return join(token.begin, ExprKind::Load, parseOperandsTo("]", brackets + 1), std::move(name));
    return join(token.begin, ExprKind::Name, {}, std::move(name));
}

ExprParser::Deep ExprParser::parseFunction(ExprKind kind, int brackets)
{
    const std::size_t place = m_lexer.take().begin;
    m_lexer.expect("(");
    if (kind == ExprKind::Find)
        return parseFind(place, brackets);
    std::string name;
    if (kind == ExprKind::Position || kind == ExprKind::Entry || kind == ExprKind::Rank)
        name = parseName();
    Operands operands;
    if (kind == ExprKind::Entry) {
        m_lexer.expect("[");
        operands = parseOperandsTo("]", brackets + 1);
    }
    if (kind == ExprKind::Position || kind == ExprKind::Entry) {
        m_lexer.expect(")");
        return join(place, kind, std::move(operands), std::move(name));
    }
    if (kind == ExprKind::Rank)
        m_lexer.expect(",");
    operands = parseOperandsTo(")", brackets + 1);
    const std::size_t most = kind == ExprKind::Select ? 3 : 2;
    const std::size_t least = kind == ExprKind::Rank && m_stage != 3 ? 1 : most;
    if (operands.size() < least || operands.size() > (kind == ExprKind::Rank && m_stage > 0 ? least : most))
        m_lexer.failAt(place, fmt::format("{} takes {} expression{}{}, not {}", functionOf(kind)->word, least,
                                          least == 1 ? "" : "s", kind == ExprKind::Rank ? " behind the name" : "",
                                          operands.size()));
    return join(place, kind, std::move(operands), std::move(name));
}

// Behind "find(".
ExprParser::Deep ExprParser::parseFind(std::size_t place, int brackets)
{
    std::string name = parseName();
    Operands operands;
    const bool inArray = m_stage == 3 || (m_stage == 0 && !m_lexer.now().is("["));
    if (inArray) {
        for (int bound = 0; bound < 2; ++bound) {
            m_lexer.expect(",");
            operands.push_back(parse(brackets + 1));
        }
    } else {
        m_lexer.expect("[");
        while (!m_lexer.takeIf(":")) {
            operands.push_back(parse(brackets + 1));
            m_lexer.expect(",");
        }
        m_lexer.expect("]");
    }
    m_lexer.expect(",");
    operands.push_back(parse(brackets + 1));
    m_lexer.expect(")");
    return join(place, ExprKind::Find, std::move(operands), std::move(name));
}

ExprParser::Operands ExprParser::parseOperandsTo(std::string_view sign, int brackets)
{
    Operands operands;
    operands.push_back(parse(brackets));
    while (!m_lexer.takeIf(sign)) {
        if (!m_lexer.takeIf(","))
            m_lexer.failExpecting(fmt::format("\",\" or \"{}\"", sign));
        operands.push_back(parse(brackets));
    }
    return operands;
}

ExprParser::Deep ExprParser::join(std::size_t place, ExprKind kind, Operands operands, std::string name)
{
    int depth = 1;
    for (const Deep& operand : operands)
        depth = std::max(depth, operand.depth + 1);
    if (depth > deepest)
        m_lexer.failAt(place, tooDeep());
    ExprPtr expr = made(kind, withoutDepth(operands), std::move(name));
    m_places[expr.get()] = place;
    return {std::move(expr), depth};
}

ExprParser::Deep ExprParser::number(std::size_t place, std::int64_t value)
{
    ExprPtr expr = integer(value);
    m_places[expr.get()] = place;
    return {std::move(expr)};
}

ExprPtr parseExpr(std::string_view text, const std::string& file)
{
    Lexer lexer(text, file);
    ExprParser parser(lexer);
    ExprPtr expr = parser.parse();
    if (lexer.now().kind != Token::Kind::End)
        lexer.failExpecting("the end");
    return expr;
}

} // namespace sparsescope::ir
