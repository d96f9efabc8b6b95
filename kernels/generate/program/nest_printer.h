// Prints a nest of a program: what its loops, branches and statements are in CUDA.
#pragma once

#include "engine/core/error.h"
#include "engine/ir/steps/threads.h"
#include "kernels/generate/program/expressions.h"
#include "kernels/generate/program/memory.h"
#include "kernels/generate/program/piece.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope {

inline constexpr std::array threadMarks = {ir::Mark::ThreadX, ir::Mark::ThreadY, ir::Mark::ThreadZ};

// The loops of a nest that are threads of a block, and how these lie side by side.
class Threads {
public:
    // `lanes`: fragments of tensor cores lie in the lanes of a warp, which are threadIdx.x then.
    Threads(const ir::Body& nest, int most, bool lanes) : m_lanes(lanes)
    {
        if (lanes)
            m_extents[ir::Mark::ThreadX] = 32;
        ir::forEachNode(nest, [&](const ir::Node& node) {
            const auto* loop = std::get_if<ir::For>(&node.what);
            if (!loop || !ir::isThread(loop->mark))
                return;
            std::int64_t& extent = m_extents[loop->mark];
            if (extent != 0 && extent != loop->extent->value)
                failInput(fmt::format("{} is {} of {}, and another loop of {}", loop->name, ir::word(loop->mark),
                                      loop->extent->value, extent));
            extent = loop->extent->value;
            m_loops[loop->name] = loop->mark;
        });
        if (all() > most)
            failInput(fmt::format("its loops take {} threads, and a block has {}", all(), most));
    }

    std::int64_t extent(ir::Mark mark) const
    {
        const auto found = m_extents.find(mark);
        return found == m_extents.end() ? 1 : found->second;
    }
    std::int64_t stride(ir::Mark mark) const
    {
        std::int64_t stride = 1;
        for (const ir::Mark before : threadMarks) {
            if (before == mark)
                break;
            stride *= extent(before);
        }
        return stride;
    }
    std::int64_t all() const
    {
        return extent(ir::Mark::ThreadX) * extent(ir::Mark::ThreadY) * extent(ir::Mark::ThreadZ);
    }
    const std::map<std::string, ir::Mark>& loops() const { return m_loops; }
    std::vector<ir::Mark> marks() const
    {
        std::vector<ir::Mark> all;
        for (const auto& [mark, extent] : m_extents)
            if (!m_lanes || mark != ir::Mark::ThreadX)
                all.push_back(mark);
        return all;
    }

private:
    bool m_lanes = false;
    std::map<ir::Mark, std::int64_t> m_extents;
    std::map<std::string, ir::Mark> m_loops;
};

class NestPrinter {
public:
    NestPrinter(const ir::Program& program, const ir::PlanPart& part, const Format& format, const PieceRequest& request,
                const ir::Body& nest);
    // When it is printed.
    std::int64_t sharedBytes() const { return m_memory.sharedBytes() + 4 * (m_summed + headFloats()); }
    // The statements, in a scope of their own.
    void print(std::int64_t sharedBegin, std::string& text, std::vector<std::pair<int, int>>& nodes);

private:
    std::string threadText(ir::Mark mark) const;
    void line(const ir::Node& node, const std::string& text);
    void pragma(const std::string& text);
    // Shared arrays that a statement reads and writes.
    void accesses(const ir::Node& top, std::set<std::string>& reads, std::set<std::string>& writes) const;
    bool isShared(const std::string& name) const { return m_memory.has(name) && m_memory[name].held == Held::Shared; }
    static bool meet(const std::set<std::string>& a, const std::set<std::string>& b);
    void barrierBefore(const ir::Node& node);
    // What stands in a branch or a loop may not run, and then nobody has waited there.
    template <class Print>
    void maybe(const Print& print)
    {
        const std::set<std::string> written = m_written, read = m_read;
        print();
        m_written.insert(written.begin(), written.end());
        m_read.insert(read.begin(), read.end());
    }
    void remember(const ir::Node& node);
    // What a branch does, where this is one statement, also in loops that are unrolled; else null.
    static const ir::Node* onlyStatement(const ir::If& branch);
    // Does it only load into registers? What is not loaded is 0 then, so that it can be multiplied all the same.
    bool loadsOnly(const ir::If& branch) const;
    // Are all factors of what it adds 0 where its condition does not hold?
    bool addsNothing(const ir::If& branch, const std::string& condition) const;
    std::string guarded(const std::string& value, const char* nothing) const;
    void body(const ir::Body& all);
    void scope(const ir::Body& all);
    void statement(const ir::Node& node);
    // A loop without its marks, from where barriers count anew.
    void inner(const ir::Node& node, const ir::For& loop);
    void printLoop(const ir::Node& node, const ir::For& loop);
    void printPlain(const ir::Node& node, const ir::For& loop);
    // Sums of an unrolled loop that threads share meet before it, all at once. False: there are none.
    bool sumAhead(const ir::Node& node, const ir::For& loop);
    // A loop whose only statement takes all its iterations at once; false: it is printed as a loop.
    bool printVector(const ir::Node& node, const ir::For& loop);
    std::int64_t elementBytes(const DeviceArray& array) const;
    std::map<std::string, std::int64_t> aligned() const { return {{"ld", m_request.densePart}}; }
    static ir::ExprPtr at0(const ir::ExprPtr& expr, const ir::For& loop);
    // Threads among which a sum is divided, and those that would all store the same.
    struct Stored {
        std::vector<const ir::For*> reduced;
        std::vector<std::string> conditions; // for one of them to store
    };
    Stored requireOnce(const ir::Node& node, const ir::Store& store);
    // Lanes that meet have to come to the same place.
    void requireTogether(const ir::For& reduced) const;
    // Declares `result`, what the threads that share a sum have of it together: some values, or rows of as many.
    void declareResult(const ir::Node& node, const std::vector<std::string>& values, const Stored& stored,
                       std::int64_t rows = 0);
    void storeResult(const ir::Node& node, const Stored& stored, const std::string& call);
    std::vector<std::string> valuesOf(const ir::Store& store, const ir::For& vector) const;
    void storeVector(const ir::Node& node, const ir::Store& store, const ir::For& loop);
    bool isWholeVector(const ir::For& loop) const; // of the output
    // Has the lane beside the columns beside?
    bool inPairs(const ir::ExprPtr& column, std::int64_t length) const;
    void storeOutput(const ir::Node& node, const ir::Store& store);
    void printStore(const ir::Node& node, const ir::Store& store);

    // ---- folded rows: what stored rows one after another hold of a row is added up before it is stored

    struct Fold {
        const ir::For* groups = nullptr; // of threads, that each take some of them
        const ir::Store* store = nullptr;
        const ir::For* vector = nullptr; // of the values that a thread has
        const ir::For* pieces = nullptr; // of such vectors; null: one
        ir::ExprPtr column;
        std::string stores; // on which condition a thread does; empty: all do
    };
    void findFold(const ir::Body& body, const std::vector<const ir::For*>& around);
    void requireInOrder(Fold& fold, const ir::ExprPtr& row, const std::vector<const ir::For*>& around) const;
    void printFold(const ir::Node& node, const ir::For& loop);
    std::int64_t headFloats() const;

    // ---- fragments: each lane has some of their elements

    struct FragmentNest { // loops around one store that reads or writes a fragment
        const ir::Node* inside = nullptr;
        ir::Store store;
        std::vector<const ir::Node*> tiles;              // loops over fragments
        const ir::For *row = nullptr, *column = nullptr; // what is spread has no columns
        std::vector<ir::ExprPtr> conditions;
        std::string fragment;
        ir::ExprPtr at; // the element of it
    };
    std::optional<FragmentNest> fragmentNest(const ir::Node& node) const;
    bool printFragments(const ir::Node& node);
    void fillFragment(const FragmentNest& nest);
    void loadFragment(FragmentNest nest);
    // On which condition it is loaded, and 0 otherwise; empty: always.
    std::string guardFragment(const FragmentNest& nest);
    void loadAcross(const FragmentNest& nest);
    void loadSpread(const FragmentNest& nest);
    // The loop over fragments whose columns stand side by side at an offset of a row; null: there is none.
    const ir::For* acrossOf(const FragmentNest& nest, const ir::ExprPtr& offset) const;
    std::string sideBySide(const FragmentNest& nest) const; // what to do where they do not
    void storeFragment(const FragmentNest& nest);
    void printCall(const ir::Node& node, const ir::Call& call);
    ir::ExprPtr ofElement(const ir::ExprPtr& expr, const FragmentNest& nest, int element) const;
    // That of a fragment's first element.
    std::string registerOf(const std::string& fragment, const ir::ExprPtr& first) const;
    // That of a row of what is spread, which is one of the lane's own four.
    ir::ExprPtr spreadAt(const ir::ExprPtr& index, const FragmentNest& nest, int element) const;
    void openTiles(const FragmentNest& nest);
    void closeTiles(const FragmentNest& nest);

    const PieceRequest& m_request;
    ir::Body m_nest;
    DeviceMemory m_memory;
    Threads m_threads;
    DeviceExpressions m_expressions;
    std::string m_text;
    std::vector<std::pair<int, int>> m_nodes;
    int m_lines = 0;
    int m_depth = 2;
    int m_inThreads = 0;
    std::set<int> m_stores;
    bool m_barriers = false;
    std::int64_t m_summed = 0; // floats of shared memory in which values meet across warps
    std::string m_partName;
    std::vector<const ir::Node*> m_around;
    std::string m_condition; // of what is loaded now
    struct Guarded {
        ir::ExprPtr index;
        std::string condition;
    };
    std::map<std::string, Guarded> m_guarded;        // registers whose elements are 0 where the condition does not hold
    std::map<const ir::Store*, std::string> m_ahead; // stores whose sums have met
    std::optional<Fold> m_fold;
    std::set<std::string> m_written, m_read; // in shared memory, since threads have waited
};

} // namespace sparsescope
