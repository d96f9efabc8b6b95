// Buffers that steps make: memory over the loops below the place where it stands.
#pragma once

#include "engine/ir/steps/nest.h"

namespace sparsescope::ir {

// A statement with the loops and conditions around it.
struct Around {
    std::vector<const For*> loops;
    std::vector<ExprPtr> conditions;
};

// The parts of a condition that && joins, appended.
void addConjuncts(const ExprPtr& condition, std::vector<ExprPtr>& all);
// visit(store, around) for each store; throws Error(Input) at a statement that is neither loop, block, branch without
// else nor store.
void forStores(const Body& body, const Around& around, const std::function<void(const Store&, const Around&)>& visit);

bool mentionsAny(const ExprPtr& expr, const std::vector<const For*>& loops);
bool mentionedIn(const std::vector<ExprPtr>& all, const std::string& name);

// Loops as the axes of a new buffer; without any it has one element.
struct Memory {
    std::string name;
    std::vector<const For*> loops;

    std::vector<ExprPtr> element() const; // by these loops
};

// Declares axes and buffer. Throws Error(Input) where a loop's length is no constant, or the name is taken.
void declare(Program& program, const Memory& memory, Type type, Scope scope);
// The statements in loops over the memory, spatial but for the one that is named, and within conditions.
Body over(Program& program, const Memory& memory, Body body, const std::vector<ExprPtr>& conditions, const Node& from,
          const std::string& reduced = {});

Scope scopeOf(const std::string& text); // throws Error(Input)
// The name of a step's buffer: its result, or the buffer's with what it is. Throws Error(Input).
std::string memoryName(const Program& program, const Step& step, const std::string& buffer, const std::string& what);

// The buffers that statements write.
std::set<std::string> writtenIn(const Body& body);
// Throws Error(Input) where how far a loop goes is said by what is written in it.
void requireSteady(const For& loop);
// Throws Error(Input) where an iteration of a loop finds in a step's memory what one before it left there.
void requireAnyOrder(const Program& program, const For& loop);
// The store of a nest that does nothing but fill a memory: loops over it, and conditions. Null: it does something else.
const Store* fillsOnly(const Node& node, const std::string& memory);
// Is anything added to that output (empty: any) in these statements?
bool addsTo(const Body& body, const std::string& target);

// A step without arguments for each iteration.
std::vector<std::string> iterationsOf(const Program& program, const char* verb);
// cache_read or cache_write of each buffer at each loop.
std::vector<std::string> cacheCandidates(const Program& program, bool writes);

} // namespace sparsescope::ir
