// The C that the listings of the Learn page are written in, as a tree.
#pragma once

#include "engine/core/error.h"
#include "engine/learn/drawing.h"

#include <span>

namespace sparsescope::learn {

// Throws Error(Internal) with the line, counted from 0.
[[noreturn]] void wrong(int line, const std::string& what);

enum class Is {
    // Statements
    Block,
    If,
    For,
    Return,
    Continue,
    Declare,
    Assign,
    Add,
    Divide,
    // Expressions
    Number,
    Name,
    Index,
    Call,
    Choice,
    Or,
    And,
    Equal,
    Unlike,
    Less,
    More,
    LessEqual,
    MoreEqual,
    Plus,
    Minus,
    Times,
    Left,
    Right,
    Bits,
    Over,
    Rest,
    Negative,
    Inverse,
    Not,
    Address,
    Increment
};

struct Array;
// What a name stands for.
enum class Means { Nothing, Variable, Array, Number, Block, Lane, Lanes };

// An expression or a statement.
struct Node {
    Is is = Is::Block;
    std::string text; // the name, the type
    int line = 0;
    std::vector<Node> parts = {};
    double number = 0;
    Means means = Means::Nothing; // as the launch has it
    std::size_t variable = 0;
    Array* array = nullptr;
};

// The statements of some lines, the first of which is line `first` of the listing, as a block.
Node parsedListing(std::span<const CodeLine> lines, int first);

} // namespace sparsescope::learn
