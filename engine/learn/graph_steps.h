// A graph of AlphaSparse on a small matrix, node by node: the arrays of its metadata as they are shown (the paper's
// figure 5), who adds what (figure 6), what is stored (figure 8) and the loops that run (figure 7).
#pragma once

#include "engine/plan/graph/apply.h"
#include "engine/plan/graph/kernel_graph.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sparsescope::learn {

// Designs with a name: seeds of the search with sizes for a small matrix, and the steps of a lesson between them.
struct GraphDesign {
    std::string name;  // "ell"
    std::string label; // "ELL"
    std::string nodes; // a JSON array
};
const std::vector<GraphDesign>& graphDesigns();

inline double xOf(std::int64_t column)
{
    return static_cast<double>(column + 1);
}

// A node as it stands in the chain.
struct ChainNode {
    std::string pointer; // in the graph's JSON; empty: the matrix before all nodes
    const graph::Node* node = nullptr;
    std::string text;        // "BMT_PAD to bmtb"
    std::string branch = {}; // what a line begins with: "part 1"; empty: it goes on
};

// The blocks that have each place; -1: none yet.
struct BlocksOf {
    enum class Level { None, Bmtb, Bmw, Bmt };
    std::vector<std::int32_t> bmtb, bmw, bmt;
    Level finest = Level::None;
    Level coloured = Level::None; // the first that a node has cut into several

    const std::vector<std::int32_t>& of(Level level) const;
};
BlocksOf blocksOf(const graph::Metadata& m);

// An element of an array, and what it speaks of.
struct GraphElement {
    std::string text;
    std::int64_t id = 0; // the same in every step
    int block = -1;      // that has it, of the coloured level
    int bmtb = -1;
    bool padding = false;
    bool differs = false;                     // from the step before
    std::vector<std::int32_t> positions = {}; // CSR positions
    std::int32_t row = -1;                    // of the matrix
    std::string hint = {};                    // how it is computed; may be empty
};

struct GraphArray {
    std::string name, meaning;
    std::vector<GraphElement> elements;
    std::vector<std::string> before; // elements in the step before, where they were others
    bool added = false;              // by this step
    bool changed() const { return added || !before.empty(); }
};

// What a reduction leaves of A x with x = 1, 2, 3, ...
struct GraphSums {
    std::string name;    // "sums of threads"
    std::string adapter; // how the sums above reach it, a sentence; may be empty
    std::vector<GraphElement> elements;
};

// An array of the kernel with its function, or the values.
struct GraphStored {
    GraphArray array;
    std::string formula;
    bool computed = false; // not read
    std::int64_t bytes = 0;
};
struct KernelLine {
    std::string text;
    std::string node;               // that wrote it
    std::vector<std::string> reads; // arrays
};

// Throws Error(Input) where the name is of no design.
class GraphRun {
public:
    GraphRun(MatrixPtr matrix, const std::string& design);

    struct Step {
        std::size_t node = 0;   // of chain()
        std::size_t branch = 0; // of applied()
        graph::MetadataPtr now, before;
        bool refused = false; // `now` is what there was
    };

    const GraphDesign& design() const { return m_design; }
    const Matrix& matrix() const { return *m_matrix; }
    const std::vector<ChainNode>& chain() const { return m_chain; }
    const std::vector<Step>& steps() const { return m_steps; } // the matrix first
    const graph::Applied& applied() const { return m_applied; }
    const std::optional<Error>& refusal() const { return m_refusal; }

    std::vector<GraphArray> arrays(const Step& step) const;
    std::vector<GraphSums> sums(const Step& step) const; // up to its node
    // What follows is known of graphs that are not refused, in float32.
    std::vector<GraphStored> stored(std::size_t branch) const;
    std::vector<KernelLine> lines(std::size_t branch) const;
    std::vector<std::string> dropped(std::size_t branch) const; // arrays that follow from others
    std::int64_t bytes() const;
    std::int64_t places() const;

private:
    void chainOf(const graph::Chain& nodes, const std::string& pointer, const std::string& branch);
    void makeSteps();
    void makeKernel();
    GraphSums sumsOf(const graph::Metadata& m, graph::Left left) const;
    GraphSums y(const Step& step) const;

    MatrixPtr m_matrix;
    const GraphDesign& m_design;
    graph::Graph m_graph;
    std::optional<Error> m_refusal;
    graph::Applied m_applied;
    std::vector<ChainNode> m_chain;
    std::vector<Step> m_steps;
    graph::KernelGraph m_kernel;
};

} // namespace sparsescope::learn
