// Session files: what goes in comes out, and damage is an error and never a crash.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/reader.h"
#include "engine/plan/plan_file.h"
#include "engine/session/recovery.h"
#include "engine/session/session.h"
#include "tests/engine/plan_fixtures.h"
#include "tests/engine/session_fixtures.h"
#include "tests/support/archives.h"

#include <cstring>
#include <filesystem>
#include <sqlite3.h>

using namespace sparsescope;

namespace {

namespace fs = std::filesystem;

session::Session wholeSession(MatrixPtr matrix)
{
    session::Session session;
    session.matrix = std::move(matrix);
    for (const std::int64_t J : {32, 64}) {
        Searched s = searched(*session.matrix, spmm(DataType::Float16, J));
        session.plans.push_back({std::move(s.plan), std::move(s.trace)});
    }
    session.runs.push_back({1, inventedProfile(session.plans[1].plan, 1)});
    session.runs.push_back({0, inventedProfile(session.plans[0].plan, 2)});
    session.runs.push_back({1, inventedProfile(session.plans[1].plan, 3)});
    return session;
}

void checkEqual(const session::Session& a, const session::Session& b)
{
    CHECK(a.matrix->fingerprint() == b.matrix->fingerprint());
    CHECK(a.matrix->source().name == b.matrix->source().name);
    CHECK(a.matrix->source().notes == b.matrix->source().notes);
    REQUIRE(a.plans.size() == b.plans.size());
    for (std::size_t i = 0; i < a.plans.size(); ++i) {
        CHECK(planToBlob(a.plans[i].plan).json == planToBlob(b.plans[i].plan).json);
        CHECK(traceToText(a.plans[i].trace, a.plans[i].plan) == traceToText(b.plans[i].trace, b.plans[i].plan));
    }
    REQUIRE(a.runs.size() == b.runs.size());
    for (std::size_t i = 0; i < a.runs.size(); ++i) {
        CHECK(a.runs[i].plan == b.runs[i].plan);
        const Profile& p = a.runs[i].profile;
        const Profile& q = b.runs[i].profile;
        CHECK(toJson(p) == toJson(q));
        REQUIRE(p.taskTimes.size() == q.taskTimes.size());
        for (std::size_t t = 0; t < p.taskTimes.size(); ++t) {
            const TaskTime& x = p.taskTimes[t];
            const TaskTime& y = q.taskTimes[t];
            if (x.tile != y.tile || x.part != y.part || x.sm != y.sm || x.start != y.start || x.end != y.end ||
                x.inSituNs != y.inSituNs)
                FAIL("task " << t << " differs");
        }
        REQUIRE(p.saturated.size() == q.saturated.size());
        for (std::size_t t = 0; t < p.saturated.size(); ++t)
            if (p.saturated[t].tile != q.saturated[t].tile || p.saturated[t].ns != q.saturated[t].ns)
                FAIL("saturated tile " << t << " differs");
    }
}

Error readingSessionFails(const std::string& path)
{
    try {
        session::readSession(path, noProgress());
    } catch (const Error& e) {
        INFO(e.what());
        CHECK(e.kind() == ErrorKind::Input);
        return e;
    }
    FAIL("was read without an error");
    std::abort();
}

bool says(const Error& e, const std::string& part)
{
    return std::string(e.what()).find(part) != std::string::npos;
}

// Changes a session behind its back.
void alter(const std::string& path, const char* sql)
{
    sqlite3* handle = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &handle) == SQLITE_OK);
    const int status = sqlite3_exec(handle, sql, nullptr, nullptr, nullptr);
    INFO(sqlite3_errmsg(handle));
    CHECK(status == SQLITE_OK);
    sqlite3_close(handle);
}

} // namespace

TEST_CASE("Matrix, plans, traces and runs come back from a session")
{
    const TemporaryFolder folder;
    const std::string path = folder / "s.sscope";
    const session::Session session = wholeSession(randomUniform(120, 90, 0.1, 4));
    session::writeSession(session, path);
    CHECK(session::isSession(path));
    checkEqual(session, session::readSession(path, noProgress()));
    CHECK(std::distance(fs::directory_iterator(fs::path(path).parent_path()), fs::directory_iterator()) == 1);
    session::writeSession(session::readSession(path, noProgress()), path); // over itself
    checkEqual(session, session::readSession(path, noProgress()));
}

TEST_CASE("A session may hold a matrix alone: a pattern, an empty one, one without columns")
{
    const TemporaryFolder folder;
    for (const MatrixPtr& m :
         {figure1(), matrixFromCoordinates(3, 4, {}, "empty"), matrixFromCoordinates(0, 4, {}, "flat"),
          matrixFromCoordinates(4, 0, {}, "thin"), randomUniform(1, 500, 0.5, 1), rmat(1 << 12, 1 << 15, 1)}) {
        session::Session session;
        session.matrix = m;
        session::writeSession(session, folder / "m.sscope");
        const session::Session back = session::readSession(folder / "m.sscope", noProgress());
        CHECK(back.matrix->fingerprint() == m->fingerprint());
        CHECK(back.plans.empty());
    }
}

TEST_CASE("Every real matrix of moderate size comes back from a session")
{
    if (sharedData().empty())
        skipTest("the shared matrices are not there");
    const TemporaryFolder folder;
    for (const char* name : {"west0479.mtx", "cora.mtx", "young1c.mtx", "zenios.mtx.gz", "wiki-Vote.mtx.gz",
                             "dlmc_transformer_magnitude_0.9_decoder0_ffn_conv1.smtx.gz"}) {
        INFO(name);
        session::Session session;
        session.matrix = readMatrix(sharedData() + "/" + name, noProgress());
        session::writeSession(session, folder / "m.sscope");
        CHECK(session::readSession(folder / "m.sscope", noProgress()).matrix->fingerprint() ==
              session.matrix->fingerprint());
    }
}

TEST_CASE("A large matrix stays in its own file, which must be there and the same; without a file it is embedded")
{
    const TemporaryFolder folder;
    const MatrixPtr generated = randomUniform(2000, 1600, 0.7, 5); // 2.2 million values that do not compress
    session::Session session;
    session.matrix = generated;
    session::writeSession(session, folder / "embedded.sscope");
    CHECK(fs::file_size(folder / "embedded.sscope") > 16u << 20);
    CHECK(session::readSession(folder / "embedded.sscope", noProgress()).matrix->fingerprint() ==
          generated->fingerprint());

    const auto write = [&](const std::string& name, double factor) {
        std::string text = "%%MatrixMarket matrix array real general\n2000 1300\n";
        std::mt19937_64 random(6);
        for (int i = 0; i < 2000 * 1300; ++i)
            text += std::to_string(static_cast<double>(random() >> 11) * factor) + "\n";
        writeText(folder / name, text);
    };
    write("large.mtx", 1);
    session.matrix = readMatrix(folder / "large.mtx", noProgress());
    session::writeSession(session, folder / "s.sscope");
    CHECK(fs::file_size(folder / "s.sscope") < 1u << 20);
    CHECK(session::readSession(folder / "s.sscope", noProgress()).matrix->fingerprint() ==
          session.matrix->fingerprint());

    fs::create_directory(folder / "moved");
    fs::rename(folder / "large.mtx", folder / "moved/large.mtx");
    CHECK(says(readingSessionFails(folder / "s.sscope"), "is not found"));
    fs::rename(folder / "s.sscope", folder / "moved/s.sscope");
    CHECK(session::readSession(folder / "moved/s.sscope", noProgress()).matrix->nnz() ==
          2000 * 1300); // found beside it

    const std::string text = readText(folder / "moved/large.mtx");
    writeText(folder / "two.tar", archiveOf({{"x/large.mtx", text}, {"x/other.mtx", text}}));
    session.matrix = readMatrix(folder / "two.tar#x/large.mtx", noProgress());
    session::writeSession(session, folder / "t.sscope");
    CHECK(session::readSession(folder / "t.sscope", noProgress()).matrix->nnz() == 2000 * 1300);
    fs::rename(folder / "two.tar", folder / "moved/two.tar");
    fs::rename(folder / "t.sscope", folder / "moved/t.sscope");
    CHECK(session::readSession(folder / "moved/t.sscope", noProgress()).matrix->nnz() == 2000 * 1300);

    write("large.mtx", 2);
    fs::remove(folder / "moved/large.mtx");
    CHECK(says(readingSessionFails(folder / "moved/s.sscope"), "was changed"));
}

TEST_CASE("What is not a session is said to be none")
{
    const TemporaryFolder folder;
    writeText(folder / "text.sscope", std::string(500, 'x'));
    writeText(folder / "short.sscope", "SQLite format 3");
    writeText(folder / "empty.sscope", "");
    alter(folder / "other.sscope", "CREATE TABLE matrix (id INTEGER)");
    for (const char* name : {"text.sscope", "short.sscope", "empty.sscope", "other.sscope"}) {
        INFO(name);
        CHECK_FALSE(session::isSession(folder / name));
        CHECK(says(readingSessionFails(folder / name), "not a Sparsescope session"));
    }
    CHECK_FALSE(session::isSession(folder / "none.sscope"));
    CHECK(says(readingSessionFails(folder / "none.sscope"), "cannot open"));
}

TEST_CASE("A session is of version 4 where a run took other values than the file's, else of version 3")
{
    const TemporaryFolder folder;
    const std::string file = folder / "s.sscope";
    session::Session session;
    session.matrix = figure1();
    session.plans.push_back({searched(*session.matrix, spmm(DataType::Float16, 32)).plan, {}});
    for (const auto& [values, version] : {std::pair{MatrixValues::File, 3}, {MatrixValues::Ones, 4}}) {
        Profile profile = inventedProfile(session.plans[0].plan, 1);
        profile.conditions.values = values;
        session.runs = {{0, profile}};
        session::writeSession(session, file);
        CHECK(static_cast<int>(readText(file)[63]) == version);
        CHECK(session::readSession(file, noProgress()).runs.at(0).profile.conditions.values == values);
    }
}

TEST_CASE("A newer schema is said to be newer")
{
    const TemporaryFolder folder;
    session::Session session;
    session.matrix = figure1();
    session::writeSession(session, folder / "s.sscope");
    alter(folder / "s.sscope", ("PRAGMA user_version = " + std::to_string(session::sessionSchemaVersion + 1)).c_str());
    CHECK(session::isSession(folder / "s.sscope"));
    CHECK(says(readingSessionFails(folder / "s.sscope"), "newer"));
}

TEST_CASE("Altered rows of a session are refused, each with what is wrong")
{
    struct Damage {
        const char* sql;
        const char* says;
    };
    const std::vector<Damage> damages{
        {"DELETE FROM matrix", "no matrix"},
        {"UPDATE matrix SET rows = 119", "row_lengths"},
        {"UPDATE matrix SET rows = -1", "-1 x 90"},
        {"UPDATE matrix SET rows = 4000000000000", "4000000000000 x 90"},
        {"UPDATE matrix SET cols = 10", "out of its row"},
        {"UPDATE matrix SET nnz = nnz + 1", "row_lengths"},
        {"UPDATE matrix SET rows = 'many'", "no integer"},
        {"UPDATE matrix SET value_data = x'00'", "value_data"},
        {"UPDATE matrix SET value_data = NULL", "no blob"},
        {"UPDATE matrix SET has_values = 0", "another fingerprint"},
        {"UPDATE matrix SET fingerprint = 'x'", "fingerprint"},
        {"UPDATE matrix SET source = '{'", "matrix.source"},
        {"UPDATE matrix SET row_lengths = substr(row_lengths, 1, 10)", "row_lengths"},
        {"UPDATE matrix SET column_gaps = zeroblob(50)", "column_gaps"},
        {"UPDATE plan SET json = '{}'", ""},
        {"UPDATE plan SET json = replace(json, '\"f16\"', '\"f99\"')", ""},
        {"UPDATE plan SET arrays = substr(arrays, 1, length(arrays) - 1)", ""},
        {"UPDATE plan SET arrays = zeroblob(100) WHERE id = 2", "hash"},
        {"UPDATE trace SET bytes = bytes - 1", "trace of plan 1"},
        {"UPDATE trace SET bytes = -5", "trace of plan 1"},
        {"UPDATE run SET json = '[]'", "object"},
        {"UPDATE run SET json = 'x'", "run.json"},
        {"UPDATE run SET tasks = tasks + 1", "are measured"},
        {"UPDATE run SET tasks = 1000000000000", "are measured"},
        {"UPDATE run SET tasks = -1", "are measured"},
        {"UPDATE run SET task_tile = (SELECT task_sm FROM run WHERE id = 1)", "not one of the plan's"},
        {"UPDATE run SET task_end = (SELECT task_start FROM run WHERE id = 2)", ""},
        {"UPDATE run SET tile_id = x'01'", "run.tile_id"},
        {"UPDATE run SET plan = 77", "belongs to no plan"},
        {"DROP TABLE run", "run"},
        {"INSERT INTO matrix SELECT 9, name, path, rows, cols, nnz, has_values, fingerprint, source, row_lengths, "
         "column_gaps, value_data FROM matrix",
         "more than one matrix"},
    };
    const TemporaryFolder folder;
    session::writeSession(wholeSession(randomUniform(120, 90, 0.1, 4)), folder / "whole.sscope");
    for (const Damage& damage : damages) {
        INFO(damage.sql);
        fs::copy_file(folder / "whole.sscope", folder / "damaged.sscope", fs::copy_options::overwrite_existing);
        alter(folder / "damaged.sscope", damage.sql);
        const Error e = readingSessionFails(folder / "damaged.sscope");
        INFO(e.what());
        CHECK(says(e, damage.says));
        CHECK(says(e, "damaged.sscope"));
    }
}

TEST_CASE("A truncated session is refused at every length")
{
    const TemporaryFolder folder;
    session::writeSession(wholeSession(randomUniform(120, 90, 0.1, 4)), folder / "whole.sscope");
    const std::string whole = readText(folder / "whole.sscope");
    for (std::size_t n = 0; n < whole.size(); n += whole.size() / 60 + 1) {
        INFO("first " << n << " of " << whole.size() << " bytes");
        writeText(folder / "cut.sscope", std::string_view(whole).substr(0, n));
        readingSessionFails(folder / "cut.sscope");
    }
}

TEST_CASE("A session with a flipped bit is read as it was, or refused")
{
    const std::uint64_t seed = 15;
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    const TemporaryFolder folder;
    const session::Session session = wholeSession(randomUniform(60, 50, 0.1, 4));
    session::writeSession(session, folder / "whole.sscope");
    const std::string whole = readText(folder / "whole.sscope");
    int refused = 0;
    for (int i = 0; i < cases(300); ++i) {
        std::string damaged = whole;
        damaged[random() % damaged.size()] ^= static_cast<char>(1 << random() % 8);
        writeText(folder / "damaged.sscope", damaged);
        try {
            const session::Session back = session::readSession(folder / "damaged.sscope", noProgress());
            // Texts carry no checksum; the matrix and the plans do.
            if (back.matrix->fingerprint() != session.matrix->fingerprint())
                FAIL("a damaged matrix was believed");
        } catch (const Error& e) {
            if (e.kind() != ErrorKind::Input)
                FAIL("another kind of error: " << e.what());
            ++refused;
        }
    }
    CHECK(refused > 50);
}

TEST_CASE("Writing a session that cannot be written leaves the old one as it was")
{
    const TemporaryFolder folder;
    session::Session session;
    session.matrix = figure1();
    CHECK_THROWS_AS(session::writeSession(session, folder / "no/such/folder/s.sscope"), Error);
    session::writeSession(session, folder / "s.sscope");
    const std::string before = readText(folder / "s.sscope");
    session::Session wrong = session;
    wrong.runs.push_back({0, Profile{}});
    CHECK_THROWS_AS(session::writeSession(wrong, folder / "s.sscope"), Error);
    CHECK(readText(folder / "s.sscope") == before);
}

TEST_CASE("Sweeps come back from a session and from a recovery file as they were, cancelled ones too")
{
    const MatrixPtr matrix = crossing(256, 3);
    Sweep sweep;
    sweep.base.op = {OperatorKind::SpMM, DataType::Float16, 32};
    sweep.base.options["compete"] = false;
    sweep.base.whatIf = {"atomic=1.25"};
    sweep.axes = {parseSweepAxis("ratio=1,1.5"),
                  parseSweepAxis("formats=block,block+ell"),
                  {"way", {{"cheap", {{"depth", "1"}, {"dense", "64"}}}}}};
    FinishedSweep finished{sweep, {}};
    runSweep(
        *matrix, sweep,
        [&](std::size_t i, const SweepPoint& point) {
            if (i != 2)
                finished.points[i] = point;
        },
        noProgress());
    REQUIRE(finished.points.size() == 3);
    finished.points[1] = sweepPoints(sweep)[1];
    finished.points[1].problem = "there is no reason";
    const auto same = [&](const FinishedSweep& read) {
        std::vector<SweepPoint> a, b;
        for (const auto& [place, point] : finished.points)
            a.push_back(point);
        for (const auto& [place, point] : read.points)
            b.push_back(point);
        CHECK(sweepCsv("m", read.sweep, b, {}) == sweepCsv("m", sweep, a, {}));
        CHECK(read.points.begin()->second.predictedNs ==
              finished.points.begin()->second.predictedNs); // to the last bit
        REQUIRE(read.points.contains(3));
        const SweepPoint &p = read.points.at(3), &q = finished.points.at(3);
        CHECK(toJson(read.sweep, p, {}) == toJson(sweep, q, {}));
        CHECK(p.request.op == q.request.op);
        CHECK(p.request.options == q.request.options);
        CHECK(p.request.whatIf == q.request.whatIf);
        CHECK(p.calibration == q.calibration);
        CHECK(p.atomicTilesByFormat == q.atomicTilesByFormat);
        CHECK_FALSE(read.points.contains(2));
    };
    const TemporaryFolder folder;
    session::Session session;
    session.matrix = matrix;
    session.sweeps = {finished, finished};
    const std::string file = (folder / "sweeps.sscope");
    session::writeSession(session, file);
    CHECK(session::readSessionSummary(file).sweeps == 2);
    const session::Session read = session::readSession(file, noProgress());
    REQUIRE(read.sweeps.size() == 2);
    same(read.sweeps[0]);
    same(read.sweeps[1]);

    alter(file, "UPDATE sweep SET json = json_set(json, '$.points[0].place', 99)");
    CHECK_THROWS_WITH(session::readSession(file, noProgress()), Catch::Contains("point 99 of 4"));
    alter(file, "UPDATE sweep SET json = json_set(json, '$.points[0].place', 0, '$.base.planner', 'nobody')");
    CHECK_THROWS_WITH(session::readSession(file, noProgress()), Catch::Contains("cannot read"));
    alter(file, "UPDATE sweep SET json = '[1'");
    CHECK_THROWS_WITH(session::readSession(file, noProgress()), Catch::Contains("sweep.json"));
    alter(file, "PRAGMA user_version = 2"); // before, nothing wrote sweeps
    CHECK(session::readSession(file, noProgress()).sweeps.empty());

    std::string left;
    {
        session::RecoveryFile recovery(folder / "recovery");
        recovery.begin(*matrix);
        recovery.addSweep(finished);
        left = recovery.path();
    }
    const session::Session recovered = session::readRecovery(left, noProgress());
    REQUIRE(recovered.sweeps.size() == 1);
    same(recovered.sweeps.front());
}
