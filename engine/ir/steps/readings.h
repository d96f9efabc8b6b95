// Where, and under which conditions, statements read something.
#pragma once

#include "engine/ir/steps/memory.h"

namespace sparsescope::ir {

// Always the same element of a buffer, or the same expression, by the loops around.
struct Reading {
    std::vector<ExprPtr> indices;
    std::vector<const For*> loops;   // around any of the reads
    std::vector<ExprPtr> conditions; // of all of them
    bool found = false;
};

// How an element of a buffer, or what a search finds, is read. Throws Error(Input) where elements differ, something is
// written that says what is read, or it is read where a condition does not hold.
Reading readingOf(const Body& body, const std::string& buffer);
Reading readingOf(const Body& body, const ExprPtr& search);

} // namespace sparsescope::ir
