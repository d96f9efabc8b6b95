// One file (SQLite) with a matrix, plans, traces and runs: what the worker writes and the window opens.
#pragma once

#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/io/edge_options.h"
#include "engine/matrix/matrix.h"
#include "engine/measure/profile.h"
#include "engine/measure/published.h"
#include "engine/measure/sequence_run.h"
#include "engine/plan/plan.h"
#include "engine/search/sweep.h"
#include "engine/search/trace.h"
#include "engine/session/saved_view.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sparsescope::session {

struct SessionPlan {
    Plan plan;
    Trace trace;
    std::string title = {}; // as the window lists it; empty: the planner's name
};

struct SessionRun {
    int plan = 0; // index into Session::plans
    Profile profile;
};

struct SessionMaskRun {
    int plan = 0; // index into Session::dynamicPlans
    SequenceRun run;
};

struct Session {
    MatrixPtr matrix;
    std::vector<SessionPlan> plans;
    std::vector<SessionRun> runs;
    std::vector<FinishedSweep> sweeps;
    std::optional<SavedView> view; // how the window was left
    std::vector<SavedView> bookmarks;
    std::string note;                     // what the user wrote
    std::vector<PublishedTime> published; // of this matrix, all in time

    MaskSequencePtr masks; // of which `matrix` is one; null: it stands alone
    std::int64_t mask = 0; // which
    std::vector<DynamicPlan> dynamicPlans = {};
    std::vector<SessionMaskRun> maskRuns = {};
};

inline constexpr int sessionSchemaVersion = 8;
inline constexpr const char* sessionSuffix = ".sscope";
inline constexpr int packedQuickly = 1; // level of zlib for what is read once, if ever: an eighth of the time of 6

// One transaction into a temporary file, then renamed. The pattern and values are embedded (compressed) while their
// packed size is below 16 MB, or when no file holds them; otherwise the session holds path and fingerprint. (Matrices
// of more than 128 MB in memory that have a file are not packed to find out.) A file holds the matrix when it was read
// from there and has not changed since. `level`: of zlib for an embedded matrix. Throws Error(Input).
void writeSession(const Session& session, const std::string& path, Progress& progress = noProgress(), int level = 6);

// What can be said of a session without its matrix.
struct SessionSummary {
    std::string matrix;                                          // its name
    std::string matrixPath;                                      // where it was, or empty
    std::int64_t plans = 0, runs = 0, sweeps = 0, bookmarks = 0; // dynamic plans and their runs among them
    std::string note;
};
// Throws Error(Input): not a session, a newer schema, damaged.
SessionSummary readSessionSummary(const std::string& path);

// The matrix is not embedded, and no file with its fingerprint was found.
class MatrixMissing : public Error {
public:
    MatrixMissing(std::string reason, Where where, bool changed)
        : Error(ErrorKind::Input, std::move(reason), std::move(where)), m_changed(changed)
    {
    }
    bool changed() const { return m_changed; } // there is a file, with another matrix in it

private:
    bool m_changed;
};

// `matrixPath`: a file to take the matrix from, when it is not embedded; empty: its own path, then its name beside the
// session. Throws Error(Input): not a session, a newer schema, damaged; MatrixMissing.
Session readSession(const std::string& path, Progress& progress, const std::string& matrixPath = {});

// The session in that file with plans and runs of `more` behind its own. Throws as readSession(), Error(Input) where it
// is of another matrix.
Session addedTo(const std::string& path, Session more, Progress& progress);

bool isSession(const std::string& path); // by content

// The matrix of a matrix file (readMatrix), of a session, or of a mask of a sequence (readMasks). Throws Error(Usage)
// for a mask of a file that holds none, for one that there is not, and for how edges are read of what is no edge list.
MatrixPtr openMatrix(const std::string& path, Progress& progress, std::optional<std::int64_t> mask = {},
                     const EdgeOptions& edges = {});

// The masks that a file (readMasks) or session holds; null: it holds none.
MaskSequencePtr openMasks(const std::string& path, Progress& progress);

} // namespace sparsescope::session
