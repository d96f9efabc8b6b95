// The window's own copy: what was committed survives, what is in use is left alone.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/reader.h"
#include "engine/io/writer.h"
#include "engine/session/database.h"
#include "engine/session/recovery.h"
#include "tests/engine/plan_fixtures.h"
#include "tests/engine/session_fixtures.h"
#include "tests/support/paths.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <random>
#include <sqlite3.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace sparsescope;

namespace {

namespace fs = std::filesystem;

session::SavedView exampleView()
{
    session::SavedView view;
    view.name = "the dense corner \xc3\xa9";
    view.created = "2026-11-21T12:00:00Z";
    view.page = "search";
    view.plan = 0;
    view.step = 3;
    view.box = {10.5, -2.25, 0.125, 0.25, 800, 600};
    view.fitted = false;
    view.tile = 2;
    view.cells = raster::ElementRect{1, 5, 2, 9};
    view.colouring = "level";
    view.order = "rcm";
    return view;
}

} // namespace

TEST_CASE("View, bookmarks and note come back from a session, with the titles of its plans")
{
    const TemporaryFolder folder;
    session::Session session;
    session.matrix = randomUniform(120, 90, 0.1, 4);
    Searched s = searched(*session.matrix, spmm(DataType::Float16, 32));
    session.plans.push_back({std::move(s.plan), std::move(s.trace), "stile, r 1.1"});
    session.view = exampleView();
    session::SavedView whole;
    whole.name = "all";
    whole.page = "explore";
    session.bookmarks = {exampleView(), whole};
    session.note = "Rows 1 to 5 are strange.\nAsk about it.";
    session::writeSession(session, folder / "s.sscope");
    const session::Session back = session::readSession(folder / "s.sscope", noProgress());
    CHECK(back.plans.at(0).title == "stile, r 1.1");
    REQUIRE(back.view);
    CHECK(*back.view == *session.view);
    CHECK(back.bookmarks == session.bookmarks);
    CHECK(back.note == session.note);
    // Files of earlier programs do not say in which order lines stood.
    {
        session::Database older(folder / "s.sscope", session::Database::Mode::Append, "s.sscope");
        for (const char* table : {"view_state", "bookmark"})
            older.run(("ALTER TABLE " + std::string(table) + " DROP COLUMN line_order").c_str());
    }
    CHECK(session::readSession(folder / "s.sscope", noProgress()).view->order == "file");
    const session::SessionSummary summary = session::readSessionSummary(folder / "s.sscope");
    CHECK(summary.plans == 1);
    CHECK(summary.bookmarks == 2);
    CHECK(summary.note == session.note);
}

TEST_CASE("A session of schema version 1 still opens")
{
    const session::Session old = session::readSession(sourceFile("samples/crossing-2048-h200.sscope"), noProgress());
    CHECK(!old.plans.empty());
    CHECK(old.plans.front().title == old.plans.front().plan.planner);
    CHECK(!old.view);
    CHECK(old.bookmarks.empty());
    CHECK(old.note.empty());
}

TEST_CASE("A session whose matrix was moved names it, and opens with the file that is shown to it")
{
    const TemporaryFolder folder;
    fs::create_directory(folder / "a");
    fs::create_directory(folder / "b");
    const MatrixPtr made = randomUniform(40, 30, 0.2, 3);
    writeMatrix(*made, folder / "a/m.mtx", "", noProgress());
    const MatrixPtr matrix = session::openMatrix(folder / "a/m.mtx", noProgress());
    {
        session::RecoveryFile file(folder / "r");
        file.begin(*matrix); // names the file, embeds nothing
        file.setNote("kept");
        fs::rename(folder / "a/m.mtx", folder / "b/n.mtx");
    }
    const std::vector<session::Recoverable> found = session::findRecoverable(folder / "r");
    REQUIRE(found.size() == 1);
    CHECK(found[0].summary.matrix == "m.mtx");
    CHECK(found[0].summary.note == "kept");
    try {
        session::readRecovery(found[0].path, noProgress());
        FAIL("a matrix that is gone was read");
    } catch (const session::MatrixMissing& missing) {
        CHECK(!missing.changed());
    }
    writeMatrix(*randomUniform(40, 30, 0.2, 4), folder / "b/other.mtx", "", noProgress());
    try {
        session::readRecovery(found[0].path, noProgress(), folder / "b/other.mtx");
        FAIL("another matrix was taken");
    } catch (const session::MatrixMissing& missing) {
        CHECK(missing.changed());
    }
    const session::Session back = session::readRecovery(found[0].path, noProgress(), folder / "b/n.mtx");
    CHECK(back.matrix->fingerprint() == matrix->fingerprint());
}

TEST_CASE("A process that is killed leaves all that it had written; while it lives nobody takes its file")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = randomUniform(120, 90, 0.1, 4);
    const Searched s = searched(*matrix, spmm(DataType::Float16, 32));
    const Profile profile = inventedProfile(s.plan, 5);
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        session::RecoveryFile file(folder / "r");
        file.begin(*matrix);
        file.addPlan(s.plan, s.trace, "mine");
        file.addRun(profile, 0);
        file.setView(exampleView());
        file.setBookmarks({exampleView()});
        file.setNote("a thought");
        const char done = 'x';
        if (::write(ready[1], &done, 1) != 1)
            ::_exit(1);
        for (;;)
            ::pause();
    }
    char done = 0;
    REQUIRE(::read(ready[0], &done, 1) == 1);
    CHECK(session::findRecoverable(folder / "r").empty());
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    ::close(ready[0]);
    ::close(ready[1]);
    const std::vector<session::Recoverable> found = session::findRecoverable(folder / "r");
    REQUIRE(found.size() == 1);
    CHECK(found[0].summary.plans == 1);
    CHECK(found[0].summary.runs == 1);
    const session::Session back = session::readRecovery(found[0].path, noProgress());
    CHECK(back.matrix->fingerprint() == matrix->fingerprint());
    CHECK(back.plans.at(0).title == "mine");
    CHECK(back.plans.at(0).trace.rounds.size() == s.trace.rounds.size());
    CHECK(toJson(back.runs.at(0).profile) == toJson(profile));
    REQUIRE(back.view);
    CHECK(*back.view == exampleView());
    CHECK(back.note == "a thought");
    session::removeRecovery(found[0].path);
    CHECK(fs::is_empty(folder / "r"));
}

TEST_CASE("What somebody was killed in the middle of changing is read as it was before")
{
    const TemporaryFolder folder;
    const std::string path = folder / "s.sscope", killed = folder / "killed.sscope";
    session::Session session;
    session.matrix = randomUniform(400, 300, 0.3, 4);
    session::writeSession(session, path);
    sqlite3* writer = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &writer) == SQLITE_OK);
    // What does not fit into the cache is written before the end.
    REQUIRE(sqlite3_exec(writer,
                         "PRAGMA cache_size = 1; BEGIN; UPDATE matrix SET value_data = zeroblob(length(value_data))",
                         nullptr, nullptr, nullptr) == SQLITE_OK);
    const std::string changed = readText(path);
    const std::string journal = readText(path + "-journal");
    writeText(killed + "-journal", journal);
    sqlite3_close(writer);
    REQUIRE(readText(path) != changed);
    writeText(killed, changed);
    CHECK(session::readSession(killed, noProgress()).matrix->values()[7] == session.matrix->values()[7]);
    CHECK(readText(killed) == readText(path));
    CHECK_FALSE(fs::exists(killed + "-journal"));

    // A journal that names another file would take that away.
    const std::string other = folder / "other";
    const auto number = [](std::size_t n) {
        return std::string{static_cast<char>(n >> 24), static_cast<char>(n >> 16), static_cast<char>(n >> 8),
                           static_cast<char>(n)};
    };
    std::size_t sum = 0;
    for (const char c : other)
        sum += static_cast<std::size_t>(c);
    writeText(other, "kept");
    writeText(killed, changed);
    writeText(killed + "-journal", journal + number((1 << 30) / 4096 + 1) + other + number(other.size()) + number(sum) +
                                       "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7");
    CHECK_THROWS_AS(session::readSession(killed, noProgress()), Error);
    CHECK(readText(other) == "kept");
    CHECK(readText(killed) == changed);
}

TEST_CASE("What is taken away or read while somebody looks in waits for its end; a file that stays in use is left")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = randomUniform(40, 30, 0.2, 3);
    std::string path;
    {
        session::RecoveryFile file(folder / "r");
        path = file.path();
        file.begin(*matrix);
    }
    const auto whileHeld = [&](const auto& call) {
        std::unique_ptr<session::FileLock> held = session::FileLock::tryLock(path);
        REQUIRE(held);
        std::thread other(call);
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        CHECK(fs::exists(path));
        held.reset();
        other.join();
    };
    std::int64_t rows = 0;
    whileHeld([&] { rows = session::readRecovery(path, noProgress()).matrix->rows(); });
    CHECK(rows == 40);
    {
        const auto held = session::FileLock::tryLock(path);
        session::removeRecovery(path);
        CHECK(fs::exists(path));
    }
    whileHeld([&] { session::removeRecovery(path); });
    CHECK(fs::is_empty(folder / "r"));
}

TEST_CASE("Who looks into the file as it is opened makes the window wait, not give up")
{
    const TemporaryFolder folder;
    const std::string path = folder / "a.sscope";
    {
        session::Database made(path, session::Database::Mode::Create, path);
        made.run("CREATE TABLE matrix (id INTEGER)");
    }
    std::promise<void> looks;
    std::int64_t rows = -1;
    std::thread other([&] {
        session::Database reader(path, session::Database::Mode::Read, path);
        reader.run("BEGIN");
        rows = reader.integer("SELECT count(*) FROM matrix");
        looks.set_value();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        reader.run("COMMIT");
    });
    looks.get_future().wait();
    std::string mode;
    try {
        session::Database file(path, session::Database::Mode::Append, path);
        mode = file.text("PRAGMA journal_mode");
    } catch (const Error& e) {
        mode = e.what();
    }
    other.join();
    CHECK(rows == 0);
    CHECK(mode == "wal");
}

TEST_CASE("A change of the view adds little to the recovery file; a clean end leaves nothing")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = randomUniform(2000, 900, 0.1, 4);
    session::RecoveryFile file(folder / "r");
    file.begin(*matrix);
    const auto size = fs::file_size(file.path());
    CHECK(size > 100'000);
    for (int i = 0; i < 10; ++i)
        file.setView(exampleView());
    CHECK(fs::file_size(file.path()) == size);
    CHECK(fs::file_size(file.path() + "-wal") < size);
    file.remove();
    CHECK(!fs::exists(file.path()));
}

TEST_CASE("A plan that is replaced leaves no moment without a whole file: killed at any time, all plans are there")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = randomUniform(400, 300, 0.1, 4);
    const Searched a = searched(*matrix, spmm(DataType::Float16, 32));
    const Searched b = searched(*matrix, spmm(DataType::Float16, 64));
    for (int round = 0; round < 12; ++round) {
        const std::string left = folder / ("r" + std::to_string(round));
        int ready[2];
        REQUIRE(::pipe(ready) == 0);
        const pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            session::RecoveryFile file(left);
            file.begin(*matrix);
            file.addPlan(a.plan, a.trace, "original");
            file.addPlan(a.plan, a.trace, "edited");
            const char done = 'x';
            if (::write(ready[1], &done, 1) != 1)
                ::_exit(1);
            for (int i = 0;; ++i)
                i % 2 == 0 ? file.replacePlan(1, b.plan, b.trace, "edited")
                           : file.replacePlan(1, a.plan, a.trace, "edited");
        }
        char done = 0;
        REQUIRE(::read(ready[0], &done, 1) == 1);
        ::usleep(static_cast<useconds_t>(2000 * round + 137 * (round % 5)));
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        CHECK(WIFSIGNALED(status));
        ::close(ready[0]);
        ::close(ready[1]);
        const std::vector<session::Recoverable> found = session::findRecoverable(left);
        REQUIRE(found.size() == 1);
        const session::Session back = session::readRecovery(found[0].path, noProgress());
        REQUIRE(back.plans.size() == 2);
        CHECK(back.plans[0].title == "original");
        CHECK(back.plans[1].title == "edited");
        CHECK((back.plans[1].plan.op == a.plan.op || back.plans[1].plan.op == b.plan.op));
        CHECK(back.plans[1].trace.rounds.size() == (back.plans[1].plan.op == a.plan.op ? a : b).trace.rounds.size());
    }
}

TEST_CASE("Replaced and removed plans take their runs with them; the places behind move up")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = randomUniform(120, 90, 0.1, 4);
    const Searched a = searched(*matrix, spmm(DataType::Float16, 32));
    const Searched b = searched(*matrix, spmm(DataType::Float16, 64));
    std::string path;
    {
        session::RecoveryFile file(folder / "r");
        path = file.path();
        file.begin(*matrix);
        file.addPlan(a.plan, a.trace, "first");
        file.addPlan(a.plan, a.trace, "second");
        file.addPlan(a.plan, a.trace, "third");
        for (int i = 0; i < 3; ++i)
            file.addRun(inventedProfile(a.plan, static_cast<std::uint64_t>(i)), i);
        session::SavedView view = exampleView();
        view.plan = 1;
        file.setView(view);
        file.replacePlan(0, b.plan, b.trace, "other");
        file.removePlan(1);
        file.addPlan(b.plan, b.trace, "fourth"); // whatever key it gets, the view does not mean it
    }
    const session::Session back = session::readRecovery(path, noProgress());
    REQUIRE(back.plans.size() == 3);
    CHECK(back.plans[0].title == "other");
    CHECK(back.plans[0].plan.op == b.plan.op);
    CHECK(back.plans[1].title == "third");
    CHECK(back.plans[2].title == "fourth");
    REQUIRE(back.runs.size() == 1);
    CHECK(back.runs[0].plan == 1);
    REQUIRE(back.view);
    CHECK(back.view->plan == -1);
}

TEST_CASE("Programs that are written for plans come back with them, the last ones")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = randomUniform(120, 90, 0.1, 4);
    const Searched s = searched(*matrix, spmm(DataType::Float16, 32));
    const KeptPrograms programs{{"program spmm stage 1", "lower"}, {{}, "untile"}};
    std::string path;
    {
        session::RecoveryFile file(folder / "");
        file.begin(*matrix);
        file.addPlan(s.plan, s.trace, "one");
        file.addPlan(s.plan, s.trace, "two");
        file.setPrograms(1, {{"first", "split"}, {}});
        file.setPrograms(1, programs);
        path = file.path();
    }
    const session::Session back = session::readRecovery(path, noProgress());
    REQUIRE(back.plans.size() == 2);
    CHECK(back.plans[0].plan.options == s.plan.options);
    CHECK(keptPrograms(back.plans[1].plan.options) == programs);
    CHECK(back.plans[1].plan.tiling().entries == s.plan.tiling().entries);
    session::writeSession(back, folder / "s.sscope");
    CHECK(keptPrograms(session::readSession(folder / "s.sscope", noProgress()).plans[1].plan.options) == programs);
}

TEST_CASE("A matrix whose file was written anew since is embedded, and its plans come back")
{
    const TemporaryFolder folder;
    writeMatrix(*randomUniform(40, 30, 0.2, 3), folder / "m.mtx", "", noProgress());
    const MatrixPtr matrix = session::openMatrix(folder / "m.mtx", noProgress());
    CHECK(stillInFile(*matrix));
    session::Session session;
    session.matrix = matrix;
    session::writeSession(session, folder / "s.sscope");
    const MatrixPtr embedded = session::openMatrix(folder / "s.sscope", noProgress());
    CHECK_FALSE(stillInFile(*embedded));
    writeMatrix(*randomUniform(40, 30, 0.2, 4), folder / "m.mtx", "", noProgress());
    CHECK_FALSE(stillInFile(*matrix));
    for (const MatrixPtr& open : {matrix, embedded}) {
        auto file = std::make_unique<session::RecoveryFile>(folder / "r");
        file->begin(*open);
        const std::string path = file->path();
        file.reset();
        CHECK(session::readRecovery(path, noProgress()).matrix->fingerprint() == matrix->fingerprint());
    }
}

TEST_CASE("A session embeds a matrix of any size that no file holds")
{
    const TemporaryFolder folder;
    // 2.2 million random values are too much to be packed below 16 MB.
    std::mt19937_64 random(5);
    constexpr std::int64_t rows = 2200, cols = 1000;
    std::vector<std::int64_t> rowPtr(rows + 1);
    std::vector<std::int32_t> colIdx(rows * cols);
    std::vector<double> values(rows * cols);
    for (std::int64_t r = 0; r <= rows; ++r)
        rowPtr[static_cast<std::size_t>(r)] = r * cols;
    for (std::size_t i = 0; i < values.size(); ++i) {
        colIdx[i] = static_cast<std::int32_t>(i % cols);
        values[i] = static_cast<double>(random() >> 11) * 0x1p-53;
    }
    MatrixSource source;
    source.name = "m.mtx";
    source.path = folder / "m.mtx"; // where something else is by now
    writeMatrix(*randomUniform(40, 30, 0.2, 4), source.path, "", noProgress());
    session::Session session;
    session.matrix = std::make_shared<const Matrix>(rows, cols, rowPtr, colIdx, values, source);
    session::writeSession(session, folder / "s.sscope");
    CHECK(session::readSession(folder / "s.sscope", noProgress()).matrix->fingerprint() ==
          session.matrix->fingerprint());
}

TEST_CASE("A damaged file where the matrix was is passed over: beside the session, and in sessions, it is found")
{
    const TemporaryFolder folder;
    fs::create_directory(folder / "a");
    writeMatrix(*randomUniform(40, 30, 0.2, 3), folder / "a/m.mtx", "", noProgress());
    const MatrixPtr matrix = session::openMatrix(folder / "a/m.mtx", noProgress());
    session::Session whole;
    whole.matrix = matrix;
    session::writeSession(whole, folder / "whole.sscope");
    std::string path;
    {
        session::RecoveryFile file(folder / "r");
        path = file.path();
        file.begin(*matrix);
    }
    writeText(folder / "a/m.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 9\n");
    try {
        session::readRecovery(path, noProgress());
        FAIL("a damaged file was taken for the matrix");
    } catch (const session::MatrixMissing& missing) {
        CHECK(missing.changed());
        CHECK_THAT(missing.reason(), Catch::Contains("m.mtx"));
    }
    CHECK(session::readRecovery(path, noProgress(), folder / "whole.sscope").matrix->fingerprint() ==
          matrix->fingerprint());
    CHECK_THROWS_AS(session::readRecovery(path, noProgress(), path),
                    session::MatrixMissing); // it does not lead to itself
    writeMatrix(*matrix, folder / "r/m.mtx", "", noProgress());
    CHECK(session::readRecovery(path, noProgress()).matrix->fingerprint() == matrix->fingerprint());
}

TEST_CASE("A session keeps the name of its matrix byte for byte, whatever the bytes are")
{
    const TemporaryFolder folder;
    const std::string file = folder / "caf\xe9.mtx";
    writeMatrix(*randomUniform(40, 30, 0.2, 3), file, "", noProgress());
    session::Session session;
    session.matrix = session::openMatrix(file, noProgress());
    Searched s = searched(*session.matrix, spmm(DataType::Float16, 32));
    s.plan.calibration = "caf\xe9";
    session.plans.push_back({std::move(s.plan), std::move(s.trace), ""});
    session::writeSession(session, folder / "s.sscope");
    const session::Session back = session::readSession(folder / "s.sscope", noProgress());
    CHECK(back.matrix->source().path == file);
    CHECK(back.matrix->source().name == "caf\xe9.mtx");
    CHECK(back.plans.size() == 1);
}

TEST_CASE("Two writers of one file each write their own; a cancelled one leaves the file as it was")
{
    const TemporaryFolder folder;
    const std::string path = folder / "f";
    writeAtomically(path, [&](const std::string& first) {
        std::ofstream(first) << "fir";
        writeText(path, "second");
        CHECK(readText(path) == "second");
        CHECK(readText(first) == "fir");
        std::ofstream(first) << "first";
    });
    CHECK(readText(path) == "first");

    Progress progress;
    progress.cancel();
    CHECK_THROWS_AS(writeText(path, "late", progress), Error);
    CHECK(readText(path) == "first");
    session::Session session;
    session.matrix = randomUniform(40, 30, 0.2, 3);
    session::writeSession(session, folder / "s.sscope");
    const std::string before = readText(folder / "s.sscope");
    session.note = "new";
    CHECK_THROWS_AS(session::writeSession(session, folder / "s.sscope", progress), Error);
    CHECK(readText(folder / "s.sscope") == before);
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder / ""))
        ++files;
    CHECK(files == 2);
}
