// Sessions and recovery files: bytes of SQLite, and good files with a few values changed.
#include "engine/session/recovery.h"
#include "engine/session/session.h"
#include "tests/fuzz/all_targets.h"
#include "tests/fuzz/fixtures.h"
#include "tests/fuzz/row_edits.h"
#include "tests/fuzz/target.h"

#include <filesystem>
#include <fmt/format.h>

namespace sparsescope::fuzz {

namespace {

namespace fs = std::filesystem;

std::string written(const session::Session& session)
{
    const ScratchFile file({}, ".sscope");
    session::writeSession(session, file.path());
    return compacted(file.path());
}

session::Session smallSession()
{
    session::Session session = someSession();
    session.plans.resize(1);
    session.runs.resize(1);
    return session;
}

const std::string& goodSession()
{
    static const std::string bytes = written(someSession());
    return bytes;
}

// A search that was under way in it, with tiles of it, or with a whole plan.
std::string recoveryFile(bool best)
{
    const fs::path folder = fs::temp_directory_path() / fmt::format("sparsescope-fuzz-{}", ::getpid());
    std::string bytes;
    {
        const session::Session session = smallSession();
        session::RecoveryFile file(folder.string());
        file.begin(*session.matrix);
        const session::SessionPlan& plan = session.plans[0];
        file.addPlan(plan.plan, plan.trace, plan.title);
        file.addRun(session.runs[0].profile, 0);
        file.setView(*session.view);
        file.setNote(session.note);
        const auto part = std::make_shared<PartialPlan>();
        const std::int64_t tiles = std::max<std::int64_t>(1, std::ssize(plan.plan.tiling().tiles) / 2);
        part->plan = headerOf(plan.plan);
        part->owners.assign(static_cast<std::size_t>(session.matrix->nnz()), PartialPlan::noOwner);
        PlanSoFar(plan.plan, tiles).update(*part);
        session::SearchNews news;
        news.name = "multi-level";
        news.anew = true;
        news.calibration = std::make_shared<const Calibration>(someCalibration());
        news.tiles = part;
        news.rounds = plan.trace.rounds;
        if (best)
            news.best = std::make_shared<const session::SessionPlan>(plan);
        file.addToSearch(news);
        bytes = file.path();
    }
    bytes = compacted(bytes);
    fs::remove_all(folder);
    return bytes;
}

const std::string& goodRecovery()
{
    static const std::string bytes = recoveryFile(false);
    return bytes;
}

} // namespace

std::vector<std::string> sessionSeeds()
{
    session::Session alone;
    alone.matrix = smallMatrix();
    return {written(alone), written(smallSession())};
}

void runSession(std::string_view input)
{
    const ScratchFile file(input, ".sscope");
    try {
        session::readSessionSummary(file.path());
    } catch (const Error& e) {
        if (e.kind() != ErrorKind::Input)
            throw;
    }
    const session::Session session = session::readSession(file.path(), noProgress());
    useSession(session);
    const ScratchFile again({}, ".sscope");
    session::writeSession(session, again.path());
    require(session::readSession(again.path(), noProgress()).plans.size() == session.plans.size(),
            "a session that was read does not survive its file");
}

std::vector<std::string> sessionEdits()
{
    return everyEditOf(goodSession());
}

void runSessionRows(std::string_view input)
{
    runSession(withEdits(goodSession(), editsIn(input)));
}

std::vector<std::string> recoverySeeds()
{
    return {goodRecovery(), recoveryFile(true)};
}

void runRecovery(std::string_view input)
{
    const ScratchFile file(input, ".sscope");
    useSession(session::readRecovery(file.path(), noProgress()));
}

std::vector<std::string> recoveryEdits()
{
    return everyEditOf(goodRecovery());
}

void runRecoveryRows(std::string_view input)
{
    runRecovery(withEdits(goodRecovery(), editsIn(input)));
}

} // namespace sparsescope::fuzz
