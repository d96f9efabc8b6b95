// Rows of a session that belong to a sequence of masks: the sequence, dynamic plans, and what runs over it measured.
#pragma once

#include "engine/session/database.h"
#include "engine/session/session.h"

namespace sparsescope::session {

// Nothing where the session has no masks. A sequence that was made by name is kept as its kind and parameters, else as
// bits while they pack into 16 MB or no file holds them, else by path and fingerprint.
void writeMaskRows(Database& database, const Session& session, Progress& progress);

// The same, row by row. `embed`: as bits, whatever file holds them. A dynamic plan's row has the key that is returned,
// by which its runs name it.
void writeMasksRow(Database& database, const MaskSequence& masks, std::int64_t mask, bool embed, Progress& progress);
bool isInFile(const MaskSequence& masks);
void turnMasksRow(Database& database, std::int64_t mask); // another one is the matrix
std::int64_t writeDynamicPlanRow(Database& database, const DynamicPlan& plan);
void writeMaskRunRow(Database& database, const SequenceRun& run, std::int64_t plan);

// Into a session whose matrix was read. Throws Error(Input): damaged, or the masks are in no file.
void readMaskRows(Database& database, Session& session, Progress& progress);

} // namespace sparsescope::session
