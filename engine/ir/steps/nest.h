// What steps share: finding loops in the nests of iterations, and putting others in their place.
#pragma once

#include "engine/ir/lower.h"
#include "engine/ir/steps/step_kind.h"

#include <functional>
#include <memory>
#include <set>

namespace sparsescope::ir {

// Names behind a step's verb, divided by blanks and commas; [ and ] around them may be left out.
std::vector<std::string> words(const std::string& arguments);
// The only word; throws Error(Input) with what was expected ("a loop").
std::string onlyWord(const Step& step, const char* what);
// A number, or an expression of the context's constants. Throws Error(Input) unless it is from 1 to `most`.
std::int64_t numberOf(const std::string& word, const ScheduleContext& context, std::int64_t most);

// The iteration that a statement of stage 2 or 3 came from, by the names of its blocks: "spmm_2" of "spmm_2_0" and of
// "spmm_20"; empty: none.
std::string iterationOf(const Node& node);
// All that statements came from, in the order of the text.
std::vector<std::string> iterationsIn(const Body& body);
// Is it that iteration (empty: any), or a branch that specialize made of it, "spmm_2_le4" of "spmm_2"?
bool isOf(const std::string& name, const std::string& iteration);
// Does any of the node come from that iteration?
bool belongs(const Node& node, const std::string& iteration);
// The name of a branch's block: "spmm_2_le4_0" of "spmm_20" and "_le4".
std::string branchOfBlock(const std::string& block, const std::string& suffix);

// visit(node, iteration) for each node, with the iteration that all blocks in it, or else around it, come from.
void forIterations(const Program& program, const std::function<void(const Node&, const std::string&)>& visit);

template <class What>
NodePtr makeNode(Program& program, What what, const Node& from)
{
    return std::make_shared<const Node>(Node{program.nextId++, {from.id}, std::move(what)});
}

// The node with other bodies, as many as bodiesOf() says.
NodePtr withBodies(Program& program, const Node& node, std::vector<Body> bodies);
// The node with change(expression) in place of its own, not of those in its bodies.
NodePtr withExpressions(Program& program, const Node& node, const std::function<ExprPtr(const ExprPtr&)>& change);
// All of a body with change(expression) in place of every expression; its nodes are new ones.
Body withExpressions(Program& program, const Body& body, const std::function<ExprPtr(const ExprPtr&)>& change);
// All of a body with expressions in place of names.
Body substituted(Program& program, const Body& body, const std::map<std::string, ExprPtr>& byName, const Known& known);

// change(program, node, known) for each node from the outside in: a body in its place, whose nodes are numbered by the
// program, or nothing, and then what is in it is looked at. `known` holds the extents of the loops around it that are
// constant. Gives nothing where nothing changed.
using Change = std::function<std::optional<Body>(Program& program, const NodePtr& node, const Known& known)>;
std::optional<Body> changed(Program& program, const Body& body, const Change& change, const Known& known = {});

// The program with changed() nests of the step's iteration, or of all; throws Error(Input) with `missing` ("there is no
// loop j") where nothing was.
Program changedNests(const Program& program, const Step& step, const Change& change, const std::string& missing);

// All names that are declared in a program, and all loops and lets of the nests of an iteration (empty: all).
std::set<std::string> namesIn(const Program& program, const std::string& iteration = {});
// Throws Error(Input) where the name is taken, or no name.
void requireFree(const Program& program, const std::string& iteration, const std::string& name);

// The loops of each iteration, in the order of the text: what candidates are made of.
struct LoopOf {
    std::string iteration;
    std::string name;
    For loop; // without its body
};
std::vector<LoopOf> loopsOf(const Program& program);
// "ITER: step"
std::string ofIteration(const std::string& iteration, const std::string& step);
// The steps that each(loop) gives, each once.
std::vector<std::string> forLoops(const Program& program,
                                  const std::function<std::vector<std::string>(const LoopOf&)>& each);

std::string noLoop(const std::string& name);
bool isTileLoop(const For& loop);

void requireStage(const Program& program, const Step& step, int least, int most);

} // namespace sparsescope::ir
