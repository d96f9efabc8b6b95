// The window's own copy of its session.
#include "engine/session/recovery.h"

#include "engine/core/files.h"
#include "engine/io/reader.h"
#include "engine/session/database.h"
#include "engine/session/mask_rows.h"
#include "engine/session/session_rows.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace sparsescope::session {

namespace {

namespace fs = std::filesystem;

constexpr const char* lockSuffix = ".lock";

std::string lockPath(const std::string& path)
{
    return path + lockSuffix;
}

// What SQLite puts beside a file.
constexpr const char* besides[] = {"-wal", "-shm", "-journal"};

void removeFiles(const std::string& path)
{
    std::error_code ignored;
    fs::remove(path, ignored);
    for (const char* suffix : besides)
        fs::remove(path + suffix, ignored);
}

// What belongs to a file that is not there: its process was killed as it began the file or took it away.
void removeOrphans(const std::string& folder)
{
    removeLeftTemporaries(folder);
    std::vector<std::string> gone;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        const std::string path = entry.path().string();
        for (const std::string suffix : {lockSuffix, besides[0], besides[1], besides[2]})
            if (path.ends_with(suffix))
                gone.push_back(path.substr(0, path.size() - suffix.size()));
    }
    std::erase_if(gone, [](const std::string& path) { return fs::exists(fs::symlink_status(path)); });
    for (const std::string& path : gone)
        if (const auto lock = FileLock::tryLock(path)) // else it is begun at this moment
            removeFiles(path);
}

} // namespace

std::unique_ptr<FileLock> FileLock::tryLock(const std::string& path)
{
    // A file that was removed between opening and locking guards nothing: once more.
    for (;;) {
        const int descriptor = ::open(lockPath(path).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (descriptor < 0)
            failInput(fmt::format("cannot be locked: {}", std::strerror(errno)), {.file = path});
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            ::close(descriptor);
            return nullptr;
        }
        struct stat locked {
        }, named{};
        if (::fstat(descriptor, &locked) == 0 && ::stat(lockPath(path).c_str(), &named) == 0 &&
            locked.st_ino == named.st_ino)
            return std::unique_ptr<FileLock>(new FileLock(path, descriptor));
        ::close(descriptor);
    }
}

std::unique_ptr<FileLock> FileLock::lockSoon(const std::string& path)
{
    constexpr std::chrono::milliseconds step(10);
    constexpr int patience = 500; // 5 s in all
    for (int tried = 0; tried < patience; ++tried) {
        if (auto lock = tryLock(path))
            return lock;
        std::this_thread::sleep_for(step);
    }
    return nullptr;
}

FileLock::~FileLock()
{
    std::error_code ignored;
    fs::remove(lockPath(m_path), ignored);
    ::close(m_descriptor);
}

RecoveryFile::RecoveryFile(const std::string& folder)
{
    makePrivateFolder(folder);
    static std::atomic<int> windows{0};
    const std::string date = dateNow();
    std::string compact;
    std::copy_if(date.begin(), date.end(), std::back_inserter(compact), [](char c) { return c != '-' && c != ':'; });
    m_path = (fs::path(folder) / fmt::format("{}-{}-{}{}", compact, ::getpid(), windows++, sessionSuffix)).string();
    m_lock = FileLock::lockSoon(m_path);
    if (!m_lock)
        failInput("is in use by another window", {.file = m_path});
}

RecoveryFile::~RecoveryFile() = default;

void RecoveryFile::begin(const Matrix& matrix)
{
    begin(matrix, nullptr, 0);
}

void RecoveryFile::begin(const Matrix& matrix, const MaskSequence& masks, std::int64_t mask)
{
    begin(matrix, &masks, mask);
}

void RecoveryFile::begin(const Matrix& matrix, const MaskSequence* masks, std::int64_t mask)
{
    const MatrixBlob blob = stillInFile(matrix) ? MatrixBlob{} : packMatrix(matrix, packedQuickly);
    remove(); // as late as can be
    const auto write = [&](const std::string& temporary) {
        Database database(temporary, Database::Mode::Create, m_path);
        makeTables(database);
        m_matrix = writeMatrixRow(database, matrix, blob);
        if (masks)
            writeMasksRow(database, *masks, mask, !isInFile(*masks), noProgress());
        database.run("COMMIT");
    };
    writeAtomically(m_path, write, noProgress(), Readers::OwnerAlone); // what SQLite puts beside it has its mode
    m_database = std::make_unique<Database>(m_path, Database::Mode::Append, m_path);
    m_search = std::make_unique<KeptSearch>(*m_database);
}

void RecoveryFile::turn(const Matrix& matrix, std::int64_t mask)
{
    const MatrixBlob blob = packMatrix(matrix, packedQuickly);
    m_database->run("BEGIN");
    for (const std::int64_t plan : std::exchange(m_plans, {}))
        removePlanRow(*m_database, plan);
    for (const char* table : {"sweep", "view_state", "bookmark", "matrix"})
        m_database->run(fmt::format("DELETE FROM {}", table).c_str());
    m_matrix = writeMatrixRow(*m_database, matrix, blob);
    turnMasksRow(*m_database, mask);
    m_database->run("COMMIT");
}

void RecoveryFile::addDynamicPlan(const DynamicPlan& plan)
{
    m_database->run("BEGIN");
    m_dynamicPlans.push_back(writeDynamicPlanRow(*m_database, plan));
    m_database->run("COMMIT");
}

void RecoveryFile::addMaskRun(const SequenceRun& run, int dynamicPlan)
{
    m_database->run("BEGIN");
    writeMaskRunRow(*m_database, run, m_dynamicPlans.at(static_cast<std::size_t>(dynamicPlan)));
    m_database->run("COMMIT");
}

void RecoveryFile::addPlan(const Plan& plan, const Trace& trace, const std::string& title)
{
    m_database->run("BEGIN");
    m_plans.push_back(writePlanRow(*m_database, plan, trace, title, m_matrix));
    m_database->run("COMMIT");
}

void RecoveryFile::replacePlan(int plan, const Plan& by, const Trace& trace, const std::string& title)
{
    m_database->run("BEGIN");
    replacePlanRow(*m_database, m_plans.at(static_cast<std::size_t>(plan)), by, trace, title);
    m_database->run("COMMIT");
}

void RecoveryFile::removePlan(int plan)
{
    m_database->run("BEGIN");
    removePlanRow(*m_database, m_plans.at(static_cast<std::size_t>(plan)));
    m_database->run("COMMIT");
    m_plans.erase(m_plans.begin() + plan);
}

void RecoveryFile::setPrograms(int plan, const KeptPrograms& programs)
{
    m_database->run("BEGIN");
    setProgramsOfPlanRow(*m_database, m_plans.at(static_cast<std::size_t>(plan)), programs);
    m_database->run("COMMIT");
}

void RecoveryFile::addRun(const Profile& profile, int plan)
{
    m_database->run("BEGIN");
    writeRunRow(*m_database, profile, m_plans.at(static_cast<std::size_t>(plan)));
    m_database->run("COMMIT");
}

void RecoveryFile::addSweep(const FinishedSweep& sweep)
{
    m_database->run("BEGIN");
    writeSweepRow(*m_database, sweep, m_matrix);
    m_database->run("COMMIT");
}

void RecoveryFile::addToSearch(const SearchNews& news)
{
    m_search->add(news, m_matrix);
}

void RecoveryFile::endSearch()
{
    m_search->end();
}

void RecoveryFile::setView(const SavedView& view)
{
    writeViewState(*m_database, view, m_plans);
}

void RecoveryFile::setBookmarks(const std::vector<SavedView>& bookmarks)
{
    m_database->run("BEGIN");
    writeBookmarks(*m_database, bookmarks, m_plans);
    m_database->run("COMMIT");
}

void RecoveryFile::setNote(const std::string& text)
{
    m_database->run("BEGIN");
    writeNote(*m_database, text);
    m_database->run("COMMIT");
}

void RecoveryFile::setPublished(const std::vector<PublishedTime>& times)
{
    m_database->run("BEGIN");
    writePublished(*m_database, times);
    m_database->run("COMMIT");
}

void RecoveryFile::remove()
{
    m_search.reset();
    m_database.reset();
    m_plans.clear();
    m_dynamicPlans.clear();
    m_matrix = 0;
    removeFiles(m_path);
}

std::vector<Recoverable> findRecoverable(const std::string& folder)
{
    try {
        removeOrphans(folder);
    } catch (const std::exception&) {
        // The folder cannot be written: what there is can be offered all the same.
    }
    std::vector<Recoverable> found;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        const std::string path = entry.path().string();
        if (!path.ends_with(sessionSuffix) || !entry.is_regular_file(ignored))
            continue;
        try {
            const auto lock = FileLock::tryLock(path);
            if (!lock)
                continue; // its window is open
            struct stat status {};
            std::int64_t changed = 0;
            for (const char* suffix : {"", "-wal"})
                if (::stat((path + suffix).c_str(), &status) == 0)
                    changed = std::max<std::int64_t>(changed, status.st_mtime);
            Database(path, Database::Mode::Append, path).settle();
            found.push_back({path, readSessionSummary(path), changed});
            Database database(path, Database::Mode::Read, path);
            found.back().summary.plans += holdsTiles(database) ? 1 : 0;
        } catch (const Error&) {
            // Damaged: nothing can be offered.
        }
    }
    std::sort(found.begin(), found.end(),
              [](const Recoverable& a, const Recoverable& b) { return a.changed > b.changed; });
    return found;
}

Session readRecovery(const std::string& path, Progress& progress, const std::string& matrixPath, std::string* lost)
{
    const auto lock = FileLock::lockSoon(path);
    if (!lock)
        failInput("is in use by another window", {.file = path});
    Database(path, Database::Mode::Append, path).settle();
    Session session = readSession(path, progress, matrixPath);
    try {
        Database database(path, Database::Mode::Read, path);
        finishKeptSearch(database, session, progress);
    } catch (const Error& e) {
        if (e.kind() == ErrorKind::Cancelled)
            throw;
        if (lost) // what else there is counts more
            *lost = e.what();
    }
    return session;
}

void removeRecovery(const std::string& path)
{
    const auto lock = FileLock::lockSoon(path);
    if (lock)
        removeFiles(path);
}

} // namespace sparsescope::session
