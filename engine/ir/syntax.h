// Words, signs and bounds of the language, which lexer, parser, printer and checks share.
#pragma once

#include "engine/ir/program.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sparsescope::ir {

inline constexpr int deepest = 64; // bodies in bodies, expressions in expressions
inline constexpr std::size_t longestText = 2'000'000;
inline constexpr std::size_t longestName = 200;

bool isKeyword(std::string_view word);
bool isName(std::string_view word);          // letters, digits and _; not too long, no keyword
bool isIntrinsicName(std::string_view word); // may have dots within

// All are left-associative; comparisons do not chain.
struct BinaryOperator {
    ExprKind kind;
    const char* sign;
    int level; // binds tighter than those of lower levels
    bool chains = true;
};
inline constexpr int loosestLevel = 1;
const BinaryOperator* binaryOperator(ExprKind kind); // null: it is none
const BinaryOperator* binaryOperator(std::string_view sign);

// What is written as word(operands).
struct Function {
    ExprKind kind;
    const char* word;
};
const Function* functionOf(ExprKind kind); // null: it is none
const Function* functionOf(std::string_view word);

// The enumerator up to `last` that is written so.
template <class T>
std::optional<T> writtenAs(std::string_view text, T last)
{
    for (int i = 0; i <= static_cast<int>(last); ++i)
        if (text == word(static_cast<T>(i)))
            return static_cast<T>(i);
    return std::nullopt;
}

// How all from `first` to `last` are written: "a, b or c".
template <class T>
std::string wordsOf(T last, T first)
{
    std::string words;
    for (int i = static_cast<int>(first); i <= static_cast<int>(last); ++i) {
        words += i == static_cast<int>(first) ? "" : i == static_cast<int>(last) ? " or " : ", ";
        words += word(static_cast<T>(i));
    }
    return words;
}

} // namespace sparsescope::ir
