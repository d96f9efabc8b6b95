// Writing a session: one transaction into an empty file, which is then renamed into place.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/reader.h"
#include "engine/session/database.h"
#include "engine/session/mask_rows.h"
#include "engine/session/matrix_blob.h"
#include "engine/session/session.h"
#include "engine/session/session_rows.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::session {

namespace {

// The matrix in few enough bytes to travel with its session, or nothing when its file can be read again instead.
MatrixBlob blobToEmbed(const Matrix& matrix, int level)
{
    constexpr std::int64_t mostPacked = 16 << 20;
    constexpr std::int64_t mostTried = 8 * mostPacked; // larger ones do not shrink so far: not worth the time
    const bool elsewhere = stillInFile(matrix);
    if (elsewhere && matrix.bytes() > mostTried)
        return {};
    MatrixBlob blob = packMatrix(matrix, level);
    if (elsewhere && blob.bytes() >= static_cast<std::uint64_t>(mostPacked))
        return {};
    return blob;
}

// Before it could be chosen, every run took the file's values, and no plan was of float64.
std::int32_t versionOf(const Session& session)
{
    const bool inFloat64 = std::any_of(session.plans.begin(), session.plans.end(),
                                       [](const SessionPlan& one) { return one.plan.op.inFloat64(); }) ||
                           std::any_of(session.sweeps.begin(), session.sweeps.end(),
                                       [](const FinishedSweep& one) { return one.sweep.base.op.inFloat64(); });
    const bool chosen = std::any_of(session.runs.begin(), session.runs.end(), [](const SessionRun& run) {
        return run.profile.conditions.values != MatrixValues::File;
    });
    if (!session.published.empty())
        return sessionSchemaVersion;
    if (session.matrix && session.matrix->slices() > 1)
        return 7;
    return session.masks ? 6 : inFloat64 ? 5 : chosen ? 4 : 3;
}

} // namespace

void writeSession(const Session& session, const std::string& path, Progress& progress, int level)
{
    const auto require = [](bool right, const char* rule) {
        if (!right)
            throw Error(ErrorKind::Internal, rule, {.call = "writeSession"});
    };
    require(session.matrix != nullptr, "a session needs a matrix");
    for (const SessionMaskRun& run : session.maskRuns)
        require(run.plan >= 0 && run.plan < static_cast<int>(session.dynamicPlans.size()),
                "a run over masks belongs to no dynamic plan");
    for (const SessionRun& run : session.runs)
        require(run.plan >= 0 && run.plan < static_cast<int>(session.plans.size()), "a run belongs to no plan");

    const auto whole = static_cast<double>(1 + session.plans.size() + session.runs.size());
    double done = 0;
    const auto next = [&] {
        progress.check();
        progress.report("writing the session", done++ / whole);
    };
    writeAtomically(
        path,
        [&](const std::string& temporary) {
            next();
            Database database(temporary, Database::Mode::Create, path);
            makeTables(database, sessionSchema(), versionOf(session));
            const std::int64_t matrix = writeMatrixRow(database, *session.matrix, blobToEmbed(*session.matrix, level));
            std::vector<std::int64_t> plans;
            for (const SessionPlan& item : session.plans) {
                next();
                plans.push_back(writePlanRow(database, item.plan, item.trace, item.title, matrix));
            }
            for (const SessionRun& run : session.runs) {
                next();
                writeRunRow(database, run.profile, plans[at(run.plan)]);
            }
            for (const FinishedSweep& sweep : session.sweeps)
                writeSweepRow(database, sweep, matrix);
            if (session.view)
                writeViewState(database, *session.view, plans);
            writeBookmarks(database, session.bookmarks, plans);
            writeNote(database, session.note);
            writePublished(database, session.published);
            writeMaskRows(database, session, progress);
            database.run("COMMIT");
        },
        progress);
}

} // namespace sparsescope::session
