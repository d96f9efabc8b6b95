// The window's own copy of its session, kept as it works: a session file that grows with each plan, run and view, so
// that the end of the process at any moment loses nothing that was written. Nobody but its owner can read it.
#pragma once

#include "engine/plan/kept_program.h"
#include "engine/session/kept_search.h"
#include "engine/session/session.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sparsescope::session {

class Database;

// Held by the process that has it until it ends, however it ends (flock on PATH.lock).
class FileLock {
public:
    // Null when another process, or another part of this one, has it. Throws Error(Input) when it cannot be made.
    static std::unique_ptr<FileLock> tryLock(const std::string& path);
    // Whoever only looks in, as findRecoverable() does, is waited for: null when it is in use for 5 s.
    static std::unique_ptr<FileLock> lockSoon(const std::string& path);
    ~FileLock(); // gives it back and removes PATH.lock
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    FileLock(std::string path, int descriptor) : m_path(std::move(path)), m_descriptor(descriptor) {}
    std::string m_path;
    int m_descriptor;
};

// One a window. All of it throws Error(Input) when the file cannot be written; calls come from one thread at a time.
class RecoveryFile {
public:
    // A name of its own in the folder, which is made when it is not there. No file before begin().
    explicit RecoveryFile(const std::string& folder);
    ~RecoveryFile(); // leaves the file: remove() is the clean end
    const std::string& path() const { return m_path; }

    // Forgets what was there and starts anew with this matrix: embedded when no file holds it, else named.
    void begin(const Matrix& matrix);
    // The same with masks, of which the matrix is one.
    void begin(const Matrix& matrix, const MaskSequence& masks, std::int64_t mask);
    // Another one of the masks: plans, runs, sweeps and bookmarks, which were of the one before, go. What is of all
    // masks stays.
    void turn(const Matrix& matrix, std::int64_t mask);
    // After begin(); each is one transaction. Plans count from 0 in the order in which they are added, dynamic ones by
    // themselves; the last of these is that by which the masks are cut into tiles.
    void addDynamicPlan(const DynamicPlan& plan);
    void addMaskRun(const SequenceRun& run, int dynamicPlan);
    void addPlan(const Plan& plan, const Trace& trace, const std::string& title);
    // Its runs, which were of the plan that was there, go. Places behind a removed plan move up.
    void replacePlan(int plan, const Plan& by, const Trace& trace, const std::string& title);
    void removePlan(int plan);
    void setPrograms(int plan, const KeptPrograms& programs); // that were written for it
    void addRun(const Profile& profile, int plan);
    void addSweep(const FinishedSweep& sweep);
    // A search that is under way; ended once its plan was added, or given up. A process that ends before leaves the
    // plan that cancelling the search would have made, of planners that tell their sink what they have.
    void addToSearch(const SearchNews& news);
    void endSearch();
    void setView(const SavedView& view);
    void setBookmarks(const std::vector<SavedView>& bookmarks);
    void setNote(const std::string& text);
    void setPublished(const std::vector<PublishedTime>& times);
    void remove();

private:
    void begin(const Matrix& matrix, const MaskSequence* masks, std::int64_t mask);

    std::string m_path;
    std::unique_ptr<FileLock> m_lock;
    std::unique_ptr<Database> m_database;
    std::int64_t m_matrix = 0;
    std::vector<std::int64_t> m_plans, m_dynamicPlans; // keys
    std::unique_ptr<KeptSearch> m_search;
};

// What a process that is gone has left behind.
struct Recoverable {
    std::string path;
    SessionSummary summary;
    std::int64_t changed = 0; // seconds since 1970, UTC
};
// The newest first; files in use and files that cannot be read are left alone. What was left of a file that is not
// there is removed.
std::vector<Recoverable> findRecoverable(const std::string& folder);

// Reads it, wherever its process was stopped; waits up to 5 s while somebody else has it. Throws as readSession() does.
// `lost`: why what a search had chosen did not come back, where it did not.
Session readRecovery(const std::string& path, Progress& progress, const std::string& matrixPath = {},
                     std::string* lost = nullptr);
// With all that lies beside it; waits likewise, and leaves a file that stays in use.
void removeRecovery(const std::string& path);

} // namespace sparsescope::session
