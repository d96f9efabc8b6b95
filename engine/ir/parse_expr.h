// Reads expressions: what is between two of a program's other words.
#pragma once

#include "engine/ir/lexer.h"
#include "engine/ir/program.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace sparsescope::ir {

class ExprParser {
public:
    explicit ExprParser(Lexer& lexer) : m_lexer(lexer) {}

    // How find() and rank() are written depends on it; 0: in either way.
    void setStage(int stage) { m_stage = stage; }
    ExprPtr parse() { return parse(0).expr; }
    // [e1, .., en]
    std::vector<ExprPtr> parseIndices();
    // e1, .., en up to the sign, which is taken
    std::vector<ExprPtr> parseListTo(std::string_view sign);
    std::string parseName(std::string_view what = "a name");

    // Byte where an expression of this parser stands: its operator, else its beginning.
    std::size_t placeOf(const Expr& expr) const { return m_places.at(&expr); }

private:
    struct Deep { // an expression and how many are in one another there
        ExprPtr expr;
        int depth = 1;
    };
    using Operands = std::vector<Deep>;

    Deep parse(int brackets);
    Deep parseBinary(int level, int brackets);
    Deep parseUnary(int brackets);
    Deep parseFunction(ExprKind kind, int brackets);
    Deep parseFind(std::size_t place, int brackets);
    Operands parseOperandsTo(std::string_view sign, int brackets);
    Deep join(std::size_t place, ExprKind kind, Operands operands, std::string name = {});
    Deep number(std::size_t place, std::int64_t value);

    Lexer& m_lexer;
    int m_stage = 0;
    std::unordered_map<const Expr*, std::size_t> m_places;
};

} // namespace sparsescope::ir
