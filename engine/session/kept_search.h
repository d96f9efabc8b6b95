// A search that is under way in a recovery file: what it chooses is appended, so that a plan can be made of it when the
// process has ended in the middle.
#pragma once

#include "engine/cost/calibration.h"
#include "engine/search/partial_plan.h"
#include "engine/search/trace.h"
#include "engine/session/session.h"

#include <memory>
#include <string>
#include <vector>

namespace sparsescope::session {

class Database;

// What came since the last time.
struct SearchNews {
    std::string name;                               // of the search that is under way: "multi-level"
    bool anew = false;                              // it is another one than before
    std::shared_ptr<const Calibration> calibration; // that it searches with; null: the one that its plan names
    std::shared_ptr<const PartialPlan> tiles;
    std::vector<TraceRound> rounds;
    std::shared_ptr<const SessionPlan> best; // a whole plan, which what is under way counts nothing against; or null
};

class KeptSearch {
public:
    explicit KeptSearch(Database& database); // makes its tables
    // In one transaction. Takes as long as what is new is large.
    void add(const SearchNews& news, std::int64_t matrix);
    void end(); // removes all rows of the search

private:
    Database& m_database;
    std::size_t m_tiles = 0, m_changes = 0; // of the PartialPlan, that are written
    std::int64_t m_best = 0;                // key of its plan, or 0
    bool m_begun = false;                   // it has its row
};

// Has it chosen something that stands in no plan?
bool holdsTiles(Database& database);
// The plan that a cancelled search would have ended with: the best, which `session` has already, now says so in its
// options (cancelledSearch()); else one is appended, of the tiles chosen so far and CSR tiles for the rest. Its title
// is empty. Throws Error(Input) where the rows are damaged; `session` is then as it was.
void finishKeptSearch(Database& database, Session& session, Progress& progress);

} // namespace sparsescope::session
