// Programs as text, the one form of all stages (SPARSETIR's grammar): read with exact errors, and printed canonically.
#pragma once

#include "engine/ir/program.h"

#include <string>
#include <string_view>
#include <vector>

namespace sparsescope::ir {

// Throws Error(Input) with file, line and column and what was expected: at a character or word that cannot stand there,
// an unknown or repeated name, a wrong number of indices, a statement of another stage, a missing parent, nesting
// deeper than 64, text of more than 2 MB. What is returned is well formed: problemOf() finds nothing. `lineOf`, where
// it is given, is the line of each node, by id.
Program parse(std::string_view text, const std::string& file, std::map<int, std::int64_t>* lineOf = nullptr);
// One expression; names are not looked up.
ExprPtr parseExpr(std::string_view text, const std::string& file);

// What a program that a pass or a step made breaks of the rules that parse() checks; empty: nothing.
std::string problemOf(const Program& program);

// Where a node stands in printed text: bytes [begin, end), and its first line, from 1. A node's text is all of it, with
// what is in its braces.
struct Span {
    int id = 0;
    std::size_t begin = 0, end = 0;
    std::int64_t line = 1;
};
// A word of the text that names something declared, at its declaration and wherever it is used.
struct Mention {
    std::string name;
    std::size_t begin = 0, end = 0;
};
struct Printed {
    std::string text;
    std::vector<Span> spans; // of all nodes, in the order of the text
    std::vector<Mention> mentions;
    // The line of a node; 0 where it is not of this program.
    std::int64_t lineOf(int id) const;
};
// Ends with a line end. parse(print(p).text) is the same program, its nodes with other ids.
Printed print(const Program& program);
// As it stands in a program of that stage.
std::string print(const ExprPtr& expr, int stage = 3);

} // namespace sparsescope::ir
