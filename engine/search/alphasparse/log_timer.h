// Times that a search has told of, in place of a GPU.
#pragma once

#include "engine/search/alphasparse/search.h"
#include "engine/search/trace.h"

#include <array>
#include <map>
#include <string>

namespace sparsescope::alphasparse {

class LogTimer final : public GraphTimer {
public:
    // Those in a search's trace. Throws Error(Input) with the file, `file`, where an event is not as the search tells
    // it, or there are none.
    LogTimer(const Trace& trace, std::string file);

    // Throws Error(Input) where another search asks, for graphs that its own did not.
    std::vector<GraphTime> time(std::span<const graph::Graph> graphs, const GraphTiming& timing,
                                Progress& progress) override;

    std::array<std::int64_t, phaseCount> ends() const { return m_ends; } // graphs evaluated when each phase ended
    bool measured() const { return m_measured; }                         // else predicted alone

private:
    std::string m_file;
    std::map<std::uint64_t, GraphTime> m_times, m_final; // by identity
    std::array<std::int64_t, phaseCount> m_ends{};
    bool m_measured = false;
};

} // namespace sparsescope::alphasparse
