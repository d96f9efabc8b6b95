// A graph: which nodes make format and kernel of a matrix (AlphaSparse, section IV-B). Read from JSON and immutable.
#pragma once

#include "engine/plan/graph/node.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace sparsescope::graph {

class Graph {
public:
    // `nodes` as the grammar has them; made by readGraph().
    Graph(Chain nodes, std::string file);

    const Chain& nodes() const { return *m_nodes; }
    const std::string& file() const { return m_file; } // that errors name; may be empty

    nlohmann::json json() const;       // with every parameter; read again it is the same graph
    std::string canonicalText() const; // JSON with sorted keys, without nodes that change nothing
    std::uint64_t identity() const;    // XXH3 of it

private:
    std::shared_ptr<const Chain> m_nodes;
    std::string m_file;
};

inline constexpr int graphVersion = 1;
inline constexpr std::int64_t mostNodes = 2000;
inline constexpr int deepestCut = 2;

// {"schema": "sparsescope-graph", "version": 1, "nodes": [...]}. Throws Error(Input) with the file and the JSON pointer
// of the wrong member: what no node is, parameters that are unknown, missing or out of their range, an order of nodes
// or a triple of reductions that there is not, cuts that are not last, nested too deep or have too few or many
// branches.
Graph readGraph(const nlohmann::json& json, const std::string& file);
Graph parseGraph(std::string_view text, const std::string& file);

// The end of a leaf, from ROW_PAD on, behind the diagonals where there are some (tileDiagonals()): the same without the
// graph around it. `pointer` is where `nodes` stands.
nlohmann::json toJson(const Chain& nodes);
Chain readTileNodes(const nlohmann::json& nodes, const std::string& file, const std::string& pointer);

} // namespace sparsescope::graph
