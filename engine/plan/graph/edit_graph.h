// A graph that is changed by hand, node by node: what may stand where, or why not, and the way back.
#pragma once

#include "engine/plan/graph/graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace sparsescope::graph {

// The three stages of a graph (AlphaSparse, section IV-A): converting the matrix, mapping it to blocks, warps and
// threads, implementing the kernel.
enum class Stage : std::uint8_t { Converting, Mapping, Implementing };
Stage stageOf(Slot slot);

// Throughout, nodes and chains are meant by the JSON pointers that errors name: "/nodes/1", "/nodes/1/branches/0".
struct ChainPlace {
    std::string pointer;
    const Chain* nodes = nullptr; // of the graph
};
std::vector<ChainPlace> chainsOf(const Graph& graph); // the first one first, each before the chains in it
const Node* findNode(const Graph& graph, const std::string& node);
// The node that what a pointer means is of: "/nodes/2" of "/nodes/2/rows"; empty: it is of none.
std::string nodeOf(std::string_view pointer);

// One change. Graphs are as the grammar has them; whether the matrix meets the needs of the nodes is not known yet.
struct GraphChange {
    std::string what;  // "add SORT"
    Graph graph;       // after it
    std::string node;  // that is looked at then
    std::string field; // changes of one field that follow each other are one; empty: this one stands alone
};

// A kind of node that may be added to a chain, at the place where its kind stands, or the grammar's reason why not.
// What stands in its slot goes.
struct Offer {
    const NodeKind* kind = nullptr;
    std::string insteadOf = {}; // pointer of the node that goes
    std::string whyNot = {};
};
std::vector<Offer> offersOf(const Graph& graph, const std::string& chain);     // all kinds, in the order of their slots
std::vector<Offer> offersInstead(const Graph& graph, const std::string& node); // other kinds of its slot

// All throw Error(Input) with the grammar's reason where the result would be no graph, Error(Usage) where a pointer
// means nothing.
//
// Adds a node of this kind with initial parameters where its kind stands, or puts it into the place of the one there. A
// cut takes the rest of the chain into each of its branches.
GraphChange addNode(const Graph& graph, const std::string& chain, const NodeKind& kind);
GraphChange replaceNode(const Graph& graph, const std::string& node, const NodeKind& kind);
// A cut leaves its first branch.
GraphChange removeNode(const Graph& graph, const std::string& node);
GraphChange moveNode(const Graph& graph, const std::string& node, int by); // within its chain
// Of a cut that says how many parts it makes branches are added, as the last, or taken away. How results are added
// ("how") is one for all branches.
GraphChange setParameter(const Graph& graph, const std::string& node, const std::string& parameter, Value value);
GraphChange setForm(const Graph& graph, const std::string& node, std::size_t form); // one of its kind
// Of a cut: as many branches, the first one alone for all parts where 1.
GraphChange setBranches(const Graph& graph, const std::string& node, std::size_t count);

// The form of a node's parameters: an index into its kind's forms.
std::size_t formIndexOf(const Node& node);
// How many parts a cut makes, where its parameters say so; 0: the matrix does.
std::size_t partsOf(const Node& cut);

// A graph with its changes.
class EditedGraph {
public:
    explicit EditedGraph(Graph graph) : m_states({{{}, std::move(graph), {}, {}}}) {}

    const Graph& graph() const { return m_states[m_now].graph; }
    const std::string& node() const { return m_states[m_now].node; } // that the change was of
    void apply(GraphChange change);                                  // a graph that is the same already changes nothing

    bool canUndo() const { return m_now > 0; }
    bool canRedo() const { return m_now + 1 < m_states.size(); }
    const std::string& undoText() const { return m_states[m_now].what; }
    const std::string& redoText() const { return m_states[m_now + 1].what; }
    void undo(); // does nothing where there is nothing
    void redo();

private:
    std::vector<GraphChange> m_states; // the first one is no change
    std::size_t m_now = 0;
};

} // namespace sparsescope::graph
