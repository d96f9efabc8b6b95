#include "engine/ir/steps/threads.h"

#include "engine/ir/mma.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <vector>

namespace sparsescope::ir {

namespace {

bool isBlock(Mark mark)
{
    return mark == Mark::BlockX || mark == Mark::BlockY;
}

struct Access {
    bool writes = false;
    std::vector<ExprPtr> indices;
    std::vector<const Node*> around; // from the outside
};

// Loops around an access that are threads; of what lies in global memory, thread blocks too.
std::vector<const For*> threadsAround(const Access& access, Scope scope)
{
    std::vector<const For*> found;
    for (const Node* node : access.around)
        if (const auto* loop = std::get_if<For>(&node->what);
            loop && (isThread(loop->mark) || (scope == Scope::Global && isBlock(loop->mark))))
            found.push_back(loop);
    return found;
}

// Local and shared memory is lost from one thread block to the next: those around all accesses are the same loops.
std::string blockProblem(const Buffer& buffer, const std::vector<Access>& accesses)
{
    const auto blocksOf = [](const Access& access) {
        std::vector<const For*> found;
        for (const Node* node : access.around)
            if (const auto* loop = std::get_if<For>(&node->what); loop && isBlock(loop->mark))
                found.push_back(loop);
        return found;
    };
    for (const Access& access : accesses) {
        const std::vector<const For*> here = blocksOf(access), first = blocksOf(accesses.front());
        const auto [x, y] = std::mismatch(here.begin(), here.end(), first.begin(), first.end());
        if (x != here.end() || y != first.end()) {
            const For& loop = x != here.end() ? **x : **y;
            return fmt::format("{} is a thread block's, and {} is {} around some of its uses", buffer.name, loop.name,
                               word(loop.mark));
        }
    }
    return {};
}

std::set<Mark> marksOf(const std::vector<const For*>& loops)
{
    std::set<Mark> marks;
    for (const For* loop : loops)
        marks.insert(loop->mark);
    return marks;
}

void collect(const Body& body, const std::string& name, std::vector<const Node*>& around, std::vector<Access>& all)
{
    for (const NodePtr& node : body) {
        around.push_back(node.get());
        if (const auto* store = std::get_if<Store>(&node->what); store && store->target == name)
            all.push_back({true, store->indices, around});
        for (const ExprPtr& expr : expressionsOf(*node))
            forEachExpr(expr, [&](const Expr& part) {
                if (part.kind == ExprKind::Load && part.name == name)
                    all.push_back({false, part.operands, around});
            });
        for (const Body* inner : bodiesOf(*node))
            collect(*inner, name, around, all);
        around.pop_back();
    }
}

bool mentionsAll(const Access& access, const std::vector<const For*>& loops)
{
    return std::all_of(loops.begin(), loops.end(), [&](const For* loop) {
        return std::any_of(access.indices.begin(), access.indices.end(),
                           [&](const ExprPtr& index) { return mentions(index, loop->name); });
    });
}

// Is there no thread's loop around both? Then a barrier can stand between them.
bool canBeParted(const Access& a, const Access& b)
{
    for (std::size_t i = 0; i < std::min(a.around.size(), b.around.size()) && a.around[i] == b.around[i]; ++i)
        if (const auto* loop = std::get_if<For>(&a.around[i]->what); loop && isThread(loop->mark))
            return false;
    return true;
}

std::string problemOf(const Buffer& buffer, const std::vector<Access>& accesses)
{
    if (buffer.scope != Scope::Global)
        if (std::string problem = blockProblem(buffer, accesses); !problem.empty())
            return problem;
    for (const Access& access : accesses) {
        const std::vector<const For*> threads = threadsAround(access, buffer.scope);
        if (isFragment(buffer.scope))
            for (const For* thread : threads)
                if (thread->mark == Mark::ThreadX)
                    return fmt::format("{} is a warp's, and {} is threadIdx.x", buffer.name, thread->name);
        if (buffer.scope == Scope::Local || isFragment(buffer.scope)) {
            if (marksOf(threads) != marksOf(threadsAround(accesses.front(), buffer.scope)))
                return fmt::format("{} is local, and would be written and read by different threads", buffer.name);
            continue;
        }
        if (!access.writes)
            continue;
        if (!mentionsAll(access, threads))
            return fmt::format("several threads would write the same element of {}", buffer.name);
        for (const Access& other : accesses) {
            const std::vector<const For*> readers = threadsAround(other, buffer.scope);
            const bool own = marksOf(readers) == marksOf(threads) && mentionsAll(other, readers);
            if (!own && (buffer.scope == Scope::Global || !canBeParted(access, other)))
                return fmt::format("a thread would read an element of {} while another writes it", buffer.name);
        }
    }
    return {};
}

// Loops that are thread blocks; where there are branches those of the first, against which the others are held.
void collectBlocks(const Body& body, std::vector<const For*>& found)
{
    for (const NodePtr& node : body) {
        if (const auto* loop = std::get_if<For>(&node->what); loop && isBlock(loop->mark))
            found.push_back(loop);
        if (const auto* branch = std::get_if<If>(&node->what))
            collectBlocks(branch->then, found);
        else
            for (const Body* inner : bodiesOf(*node))
                collectBlocks(*inner, found);
    }
}

std::vector<const For*> blocksIn(const Body& body)
{
    std::vector<const For*> found;
    collectBlocks(body, found);
    return found;
}

// Branches that are run by the same thread blocks, and go through them in other ways.
std::string differentBlocks(const If& branch)
{
    const std::vector<const For*> a = blocksIn(branch.then), b = blocksIn(branch.otherwise);
    const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end(), [](const For* p, const For* q) {
        return p->mark == q->mark && same(p->extent, q->extent);
    });
    if (x == a.end() && y == b.end())
        return {};
    const For& loop = x != a.end() ? **x : **y;
    return fmt::format("{} is {} in one branch, and another has no such loop", loop.name, word(loop.mark));
}

// A loop that is thread blocks, and stands beside something else or in a reduced loop.
std::string notOutermost(const Body& body, bool outermost)
{
    for (const NodePtr& node : body) {
        const auto* loop = std::get_if<For>(&node->what);
        if (loop && isBlock(loop->mark) && (!outermost || body.size() > 1))
            return fmt::format("{} is {}, and something would stand beside it", loop->name, word(loop->mark));
        const bool stays =
            outermost && body.size() == 1 && !(loop && loop->kind == LoopKind::Reduced && !isBlock(loop->mark));
        if (const auto* branch = std::get_if<If>(&node->what); branch && !branch->otherwise.empty())
            if (std::string problem = differentBlocks(*branch); !problem.empty())
                return problem;
        for (const Body* inner : bodiesOf(*node))
            if (std::string problem = notOutermost(*inner, stays); !problem.empty())
                return problem;
    }
    return {};
}

} // namespace

bool isThread(Mark mark)
{
    return mark == Mark::ThreadX || mark == Mark::ThreadY || mark == Mark::ThreadZ;
}

bool isMemory(const Program& program, const Buffer& buffer)
{
    return std::all_of(buffer.axes.begin(), buffer.axes.end(), [&](const std::string& axis) {
        return program.axis(axis) && axis.starts_with(buffer.name + "_") && !isTileAxis(*program.axis(axis));
    });
}

// Threads are given to loops of stage 2: what has no buffers any more was looked at then.
std::string threadProblem(const Program& program)
{
    for (const NodePtr& node : program.body)
        if (std::string problem = notOutermost({node}, true); !problem.empty())
            return problem;
    for (const Buffer& buffer : program.buffers) {
        if (!isMemory(program, buffer))
            continue;
        std::vector<Access> accesses;
        std::vector<const Node*> around;
        collect(program.body, buffer.name, around, accesses);
        if (std::string problem = problemOf(buffer, accesses); !problem.empty())
            return problem;
    }
    return {};
}

} // namespace sparsescope::ir
