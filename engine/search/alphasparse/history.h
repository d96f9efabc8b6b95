// What a search among graphs has told of its evaluations, one after another, for people to look at.
#pragma once

#include "engine/search/alphasparse/search.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace sparsescope {
struct Trace;
struct TraceEvent;
} // namespace sparsescope

namespace sparsescope::alphasparse {

// As events name them, but for the last: a graph that the search's end measured once more.
enum class Verdict { Best, Accepted, Rejected, Cut, Refused, Failed, Again };
inline constexpr int verdictCount = 7;
const char* name(Verdict verdict); // "best"; "measured again"

// A graph that was measured, or predicted where nothing was measured. Times are ns; 0: not known.
struct Evaluation {
    std::int64_t id = 0; // of the graph
    int parent = -1;     // index of the evaluation that its graph was made from, an earlier one; -1: none
    Phase phase = Phase::Seeds;
    Verdict verdict = Verdict::Rejected;
    std::string move;  // what was changed
    std::string graph; // JSON, with every parameter
    std::string nodes; // the same in short: "COMPRESS, BMT_ROW_BLOCK rows 1, ..."
    std::uint64_t identity = 0;
    double predictedNs = 0;
    double ns = 0, low = 0, high = 0; // measured
    double temperature = 0;           // of the annealing; 0: none
    bool kept = false;                // measured by an earlier search
    std::string reason;               // of one that was refused or failed

    // By which it was judged: measured, else predicted; 0: it has none.
    double time() const;
};

struct PruningTold {
    std::string rule, source, reason;
};

inline constexpr std::size_t mostEvaluations = 100'000;

// A trace may come from a file and hold anything. An event that is not as the search tells it is left out: members of
// other types, times that are none, parents or graphs that nothing was told of before, ids told twice, graphs that the
// grammar refuses, and what is beyond the most. So parents never form a circle.
class History {
public:
    void add(const TraceEvent& event); // in their order; those of other names tell nothing

    const std::vector<Evaluation>& evaluations() const { return m_evaluations; }
    const std::vector<PruningTold>& pruned() const { return m_pruned; }
    std::int64_t leftOut() const { return m_leftOut; }
    // Evaluations of a search that lost its GPU, before the one that is told of began anew.
    std::int64_t before() const { return m_before; }
    // How many of the non-zeros the rows have that stand for all until the phase `whole`; 1: all were searched.
    double share() const { return m_share; }
    const std::string& lost() const { return m_lost; } // what the GPU was lost by, on the way; empty: it was not
    bool measured() const { return m_measured; }       // else predicted alone
    int find(std::uint64_t identity) const;            // the last evaluation of this graph, or -1

private:
    void beginAnew();
    void addGraph(const nlohmann::json& data);
    void addFinal(const nlohmann::json& data);

    std::vector<Evaluation> m_evaluations;
    std::vector<PruningTold> m_pruned;
    std::unordered_map<std::int64_t, int> m_byId;
    std::unordered_map<std::uint64_t, int> m_byIdentity;
    std::int64_t m_leftOut = 0, m_before = 0;
    double m_share = 1;
    std::string m_lost;
    bool m_measured = false;
};

// Throws Error(Cancelled).
History readHistory(const Trace& trace, Progress& progress);
bool tellsHistory(const Trace& trace); // there is an evaluation in it

// The least time up to each evaluation, of those that were not cut; 0: none yet. It begins anew where all rows are
// searched instead of some, and where graphs are measured again: those times are better known than the ones before.
std::vector<double> bestSoFar(const std::vector<Evaluation>& evaluations);

} // namespace sparsescope::alphasparse
