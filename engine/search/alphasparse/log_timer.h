// The log of a search in place of clocks and a GPU.
#pragma once

#include "engine/search/alphasparse/search.h"
#include "engine/search/trace.h"

#include <map>
#include <memory>
#include <string>

namespace sparsescope::alphasparse {

class SearchLog {
public:
    // What the last search in a trace told. Throws Error(Input) with the file, `file`, where an event is not as a
    // search tells it, there is no search, it has no end, or it was of another matrix or operator.
    SearchLog(const Trace& trace, std::string file, const Matrix& matrix, const Operator& op);

    const LoggedSearch& search() const { return m_search; }
    bool measured() const { return m_measured; } // else predicted alone
    graph::Compression compression() const { return m_compression; }
    FitKind fit() const { return m_fit; }

    // Answers for all rows, or for some of them, as they were told. Throws Error(Input) where another search asks,
    // for graphs that its own did not. The log outlives it.
    std::unique_ptr<GraphTimer> timer(bool some) const;

private:
    friend class LogTimer;

    std::string m_file;
    std::map<std::uint64_t, GraphTime> m_times, m_ofSome, m_final; // by identity
    LoggedSearch m_search;
    bool m_measured = false;
    graph::Compression m_compression = graph::Compression::On;
    FitKind m_fit = FitKind::Ridge;
};

} // namespace sparsescope::alphasparse
