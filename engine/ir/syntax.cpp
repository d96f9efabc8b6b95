#include "engine/ir/syntax.h"

#include <algorithm>
#include <array>

namespace sparsescope::ir {

namespace {

constexpr std::array keywords = {"program",      "stage",
                                 "param",        "tile",
                                 "axis",         "domain",
                                 "buffer",       "array",
                                 "iter",         "for",
                                 "block",        "if",
                                 "else",         "let",
                                 "init",         "as",
                                 "in",           "fuse",
                                 "extra",        "holes",
                                 "fragments",    "preprocess",
                                 "atomic",       "warp",
                                 "dense_fixed",  "dense_variable",
                                 "sparse_fixed", "sparse_variable",
                                 "f16",          "bf16",
                                 "tf32",         "f32",
                                 "f64",          "i32",
                                 "i64"};

constexpr std::array binaryOperators = {
    BinaryOperator{ExprKind::Or, "||", 1},
    BinaryOperator{ExprKind::And, "&&", 2},
    BinaryOperator{ExprKind::Equal, "==", 3, false},
    BinaryOperator{ExprKind::NotEqual, "!=", 3, false},
    BinaryOperator{ExprKind::Less, "<", 4, false},
    BinaryOperator{ExprKind::LessEqual, "<=", 4, false},
    BinaryOperator{ExprKind::Greater, ">", 4, false},
    BinaryOperator{ExprKind::GreaterEqual, ">=", 4, false},
    BinaryOperator{ExprKind::Add, "+", 5},
    BinaryOperator{ExprKind::Subtract, "-", 5},
    BinaryOperator{ExprKind::Multiply, "*", 6},
    BinaryOperator{ExprKind::Divide, "/", 6},
    BinaryOperator{ExprKind::Remainder, "%", 6},
};

constexpr std::array functions = {
    Function{ExprKind::Min, "min"},      Function{ExprKind::Max, "max"},     Function{ExprKind::Select, "select"},
    Function{ExprKind::Position, "pos"}, Function{ExprKind::Entry, "entry"}, Function{ExprKind::Find, "find"},
    Function{ExprKind::Rank, "rank"},
};

template <class All, class Is>
auto* entryOf(const All& all, const Is& is)
{
    const auto found = std::find_if(all.begin(), all.end(), is);
    return found != all.end() ? &*found : nullptr;
}

bool isOfName(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

} // namespace

bool isKeyword(std::string_view word)
{
    return std::find(keywords.begin(), keywords.end(), word) != keywords.end() || functionOf(word) != nullptr;
}

bool isName(std::string_view word)
{
    return !word.empty() && word.size() <= longestName && (word.front() < '0' || word.front() > '9') &&
           std::all_of(word.begin(), word.end(), isOfName) && !isKeyword(word);
}

bool isIntrinsicName(std::string_view word)
{
    const std::size_t dot = word.find('.');
    if (!isName(word.substr(0, dot)) || word.size() > longestName)
        return false;
    for (std::size_t i = dot; i < word.size(); ++i)
        if (!isOfName(word[i]) && (word[i] != '.' || i + 1 == word.size() || !isOfName(word[i + 1])))
            return false;
    return true;
}

const BinaryOperator* binaryOperator(ExprKind kind)
{
    return entryOf(binaryOperators, [&](const BinaryOperator& one) { return one.kind == kind; });
}

const BinaryOperator* binaryOperator(std::string_view sign)
{
    return entryOf(binaryOperators, [&](const BinaryOperator& one) { return one.sign == sign; });
}

const Function* functionOf(ExprKind kind)
{
    return entryOf(functions, [&](const Function& one) { return one.kind == kind; });
}

const Function* functionOf(std::string_view word)
{
    return entryOf(functions, [&](const Function& one) { return one.word == word; });
}

} // namespace sparsescope::ir
