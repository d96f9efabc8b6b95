// One file (SQLite) with a matrix, plans, traces and runs: what the worker writes and the window opens.
#pragma once

#include "engine/matrix/matrix.h"
#include "engine/plan/plan.h"
#include "engine/search/trace.h"
#include "engine/session/profile.h"

#include <memory>
#include <string>
#include <vector>

namespace sparsescope {

struct SessionPlan {
    Plan plan;
    Trace trace;
};

struct SessionRun {
    int plan = 0;  // index into Session::plans
    Profile profile;
};

struct Session {
    MatrixPtr matrix;
    std::vector<SessionPlan> plans;
    std::vector<SessionRun> runs;
};

inline constexpr int sessionSchemaVersion = 1;
inline constexpr const char* sessionSuffix = ".sscope";

// One transaction into a temporary file, then renamed. The pattern and values are embedded (compressed) while their
// packed size is below 16 MB, or when no file holds them; otherwise the session holds path and fingerprint. (Matrices
// of more than 128 MB in memory that have a file are not packed to find out.) Throws Error(Input).
void writeSession(const Session& session, const std::string& path);

// Throws Error(Input): not a session, a newer schema, damaged, or the matrix is neither embedded nor found at its path
// (or beside the session) with the same fingerprint.
Session readSession(const std::string& path, Progress& progress);

bool isSession(const std::string& path);  // by content

// The matrix of a matrix file (readMatrix) or of a session.
MatrixPtr openMatrix(const std::string& path, Progress& progress);

}  // namespace sparsescope
