// Rows of a session, as both writers put them: the whole file at once, and the recovery file as it grows.
#pragma once

#include "engine/matrix/matrix.h"
#include "engine/measure/profile.h"
#include "engine/measure/published.h"
#include "engine/plan/kept_program.h"
#include "engine/plan/plan.h"
#include "engine/search/sweep.h"
#include "engine/search/trace.h"
#include "engine/session/database.h"
#include "engine/session/matrix_blob.h"
#include "engine/session/saved_view.h"

#include <span>
#include <string>
#include <vector>

namespace sparsescope::session {

std::string dateNow(); // ISO 8601, UTC

std::int64_t deviceKey(Database& database,
                       const Conditions& conditions); // of its row, which is made where there is none

// Each returns the key of its row. An empty blob: the matrix is not embedded.
std::int64_t writeMatrixRow(Database& database, const Matrix& matrix, const MatrixBlob& blob);
std::int64_t writePlanRow(Database& database, const Plan& plan, const Trace& trace, const std::string& title,
                          std::int64_t matrix);
void writeRunRow(Database& database, const Profile& profile, std::int64_t plan);
void writeSweepRow(Database& database, const FinishedSweep& sweep, std::int64_t matrix);

// Replace or remove the plan of this key, with its runs and trace; views of a removed one name no plan.
void replacePlanRow(Database& database, std::int64_t key, const Plan& plan, const Trace& trace,
                    const std::string& title);
void removePlanRow(Database& database, std::int64_t key);
// Into its options, which hold nothing else of the kind.
void setProgramsOfPlanRow(Database& database, std::int64_t key, const KeptPrograms& programs);

// These replace what was there. `plans`: the key of each plan of the session.
void writeViewState(Database& database, const SavedView& view, std::span<const std::int64_t> plans);
void writeBookmarks(Database& database, const std::vector<SavedView>& bookmarks, std::span<const std::int64_t> plans);
void writeNote(Database& database, const std::string& text);
void writePublished(Database& database, const std::vector<PublishedTime>& times);

} // namespace sparsescope::session
