// Graphs near a graph: what annealing steps to, and the grids of parameters of one structure.
#pragma once

#include "engine/plan/graph/graph.h"
#include "engine/search/alphasparse/seeds.h"

#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace sparsescope::alphasparse {

// Draws are the same on every machine.
class Draw {
public:
    explicit Draw(std::uint64_t seed) : m_engine(seed) {}
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(m_engine() % n); } // n > 0
    double share() { return static_cast<double>(m_engine() >> 11) * 0x1p-53; }            // [0, 1)

private:
    std::mt19937_64 m_engine;
};

struct Move {
    std::string what; // "add INTERLEAVE"
    graph::Graph graph;
};

// A graph that differs by a node, a parameter, a cut, a seed's leaf or its reductions; a triple that there is not
// becomes the first that the grammar takes. Nothing where what was drawn is no graph.
std::optional<Move> drawMove(const graph::Graph& from, std::span<const Seed> seeds, Draw& draw);

// Kinds of nodes and the forms that they are given in, without numbers: graphs with one text differ in parameters.
std::string structureOf(const graph::Graph& graph);

// Which values a search gives a parameter.
enum class Grid { Coarse, Fine };

// Numbers of a graph, in its order.
std::vector<std::int64_t> parametersOf(const graph::Graph& graph);

// Up to `most` graphs of one structure: the whole coarse grid where it has no more points, else points that are drawn,
// of the fine grid within twice and half of the given graph's parameters. Those that the grammar refuses are left out.
std::vector<graph::Graph> gridOf(const graph::Graph& graph, Grid grid, std::size_t most, Draw& draw);

// Graphs of its structure whose parameters are its own but one, which is the next on the coarse grid up or down.
std::vector<graph::Graph> stepsFrom(const graph::Graph& graph);

} // namespace sparsescope::alphasparse
