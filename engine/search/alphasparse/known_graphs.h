// What a search knows of graphs: predictions, times, the best; and how much more it may find out.
#pragma once

#include "engine/search/alphasparse/search.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace sparsescope::alphasparse {

struct Known {
    graph::Graph graph;
    std::string structure;
    GraphFeatures features = {};
    double predictedNs = 0;
    double theseRowsNs = 0; // the same of the rows that are searched alone
    std::uint64_t kernel =
        0;         // of its leaves and features: graphs with the same make the same kernel, as far as is seen
    double ns = 0; // by which it is ranked: measured, else predicted; 0: not yet, or it has none
    bool refused = false;
    std::string reason = {};
    int id = -1; // in the order of evaluations
};

// A graph that may be worth an evaluation.
struct Idea {
    graph::Graph graph;
    int parent = -1; // its id
    std::string move;
    double fittedNs = 0; // that it was chosen by; 0: by no fit
};

class KnownGraphs {
public:
    // All outlive it, and what the rows refer to. Without a timer predictions are the times. Times of some rows are
    // told as those of all: longer by as much as they are predicted to be.
    KnownGraphs(const SearchedRows& rows, const Operator& op, const Calibration& calibration,
                const SearchSettings& settings, const Tell& tell, Progress& progress)
        : m_rows(&rows), m_op(op), m_calibration(calibration), m_settings(settings), m_tell(tell), m_progress(progress),
          m_some(rows.share < 1)
    {
    }

    void begin(Phase phase);
    bool over() const;                          // the phase has had its share
    bool timeIsUp() const;                      // the search has had its seconds
    std::size_t room(std::size_t wanted) const; // how many of these may still be evaluated in it

    // Nothing is known any more of graphs, but which one was the best so far, and the counts.
    void goOnWith(const SearchedRows& whole);

    // Null: not predicted yet. Those that are found stay where they are.
    Known* find(const graph::Graph& graph);
    // In their order; what was predicted before is not predicted again. Fewer where there is no time for all of them:
    // those of a grid take no more than a share of what the phase has left, and how many they were is told.
    std::vector<Known*> predict(std::span<const graph::Graph> graphs);
    std::vector<Known*> predictGrid(std::span<const graph::Graph> points, int of, double share);

    // It is refused, or was evaluated, or another one that makes the same kernel: a cut into one part makes no other.
    bool settled(const Known& one) const { return one.refused || one.id >= 0 || m_kernels.contains(one.kernel); }

    // Finds out how long those take that are not known yet, tells of each, and keeps the best; the last ones are left
    // out where there is no time for them. `accepted` says of one that is not the best whether its walk goes on from
    // there; heat is told with it, 0: none.
    using Accepted = std::function<bool(const Idea& idea, const Known& one)>;
    void evaluate(std::span<const Idea> ideas, double heat = 0, const Accepted& accepted = {});

    std::vector<Known*> ranked();                         // those that have a time, the fastest first
    std::vector<Known*> bestStructures(std::size_t most); // the best of each structure likewise

    const Operator& op() const { return m_op; }
    const Known* best() const { return m_best; }
    bool bestIsWhole() const { return m_bestIsWhole; } // evaluated on all rows
    void setBest(const Known* best) { m_best = best; }
    std::int64_t evaluated() const { return m_evaluated; }
    int inVain() const { return m_inVain; } // evaluations since the phase began, or since the best became 1 % better
    void addInVain() { ++m_inVain; }
    const std::string& firstReason() const { return m_firstReason; }   // that a graph was refused for
    const std::string& firstFailure() const { return m_firstFailure; } // why one that was not had no time

private:
    using Time = std::chrono::steady_clock::time_point;

    void report();
    double endOf(Phase phase) const; // as a share of the whole search
    Time timeAt(double share) const;
    std::vector<Known*> predictUntil(std::span<const graph::Graph> graphs, Time end);
    void predictOne(Known& one);
    std::vector<GraphTime> timesOf(std::span<Known* const> graphs);

    const SearchedRows* m_rows;
    const Operator& m_op;
    const Calibration& m_calibration;
    const SearchSettings& m_settings;
    const Tell& m_tell;
    Progress& m_progress;
    const bool m_some; // at first
    Phase m_phase = Phase::Seeds;
    std::size_t m_grids = 0; // of the phase
    Time m_begun = std::chrono::steady_clock::now();
    std::map<std::uint64_t, Known> m_known;  // by identity
    std::map<std::uint64_t, Known> m_before; // of some rows, when all are searched
    std::set<std::uint64_t> m_kernels;       // of those that were evaluated
    const Known* m_best = nullptr;
    bool m_bestIsWhole = false;
    double m_marked = 0; // the best when it last became 1 % better
    int m_inVain = 0;
    std::int64_t m_evaluated = 0;
    std::string m_firstReason, m_firstFailure;
};

} // namespace sparsescope::alphasparse
