// However the GPU worker fails, the command line says what happened and what to do, and leaves no file. A script stands
// in for the worker.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/process.h"
#include "engine/io/writer.h"
#include "engine/matrix/patterns.h"
#include "engine/search/ready_sweeps.h"
#include "engine/session/session.h"
#include "engine/work/local_worker.h"
#include "tests/app/cli_run.h"
#include "tests/engine/plan_fixtures.h"
#include "tests/engine/session_fixtures.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

using namespace sparsescope;
namespace fs = std::filesystem;

namespace {

const std::string figure1File = sourceFile("samples/figure1.mtx");

void checkWorker(const std::string& script, int status, const std::string& reason,
                 const std::vector<std::string>& options = {})
{
    const TemporaryFolder folder;
    const std::string worker = folder / "worker";
    if (!script.empty()) {
        writeText(worker, "#!/bin/sh\n" + script + "\n");
        fs::permissions(worker, fs::perms::owner_all);
    }
    setenv("SPARSESCOPE_WORKER", worker.c_str(), 1);
    std::string out;
    std::vector<std::string> arguments{"profile", figure1File, "-o", folder / "r.sscope"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ProcessResult result = runProcess(
        programFile("sparsescope-cli"), arguments, [&](const std::string& line) { out += line; }, noProgress());
    unsetenv("SPARSESCOPE_WORKER");
    INFO(result.standardError);
    CHECK(result.signal == 0);
    CHECK(result.exitStatus == status);
    CHECK(out.empty());
    CHECK_THAT(result.standardError, Catch::Contains(reason));
    CHECK(std::count(result.standardError.begin(), result.standardError.end(), '\n') == 1);
    CHECK_FALSE(fs::exists(folder / "r.sscope"));
}

// What sweep --run prints where a worker answers with this session.
std::string sweptBy(const session::Session& measured, const TemporaryFolder& folder, std::vector<std::string> arguments)
{
    session::writeSession(measured, folder / "measured.sscope");
    writeText(
        folder / "worker",
        "#!/bin/sh\n"
        "[ \"$1\" = run ] || { echo '{\"devices\":[{\"id\":0,\"name\":\"NVIDIA H200\",\"status\":\"\"}]}'; exit 0; }\n"
        "cp '" +
            folder / "measured.sscope" + "' \"${2%/*}/result.sscope\"\n");
    fs::permissions(folder / "worker", fs::perms::owner_all);
    setenv("SPARSESCOPE_WORKER", (folder / "worker").c_str(), 1);
    arguments.insert(arguments.begin(), "sweep");
    arguments.emplace_back("--run");
    std::string out;
    const ProcessResult result = runProcess(
        programFile("sparsescope-cli"), arguments, [&](const std::string& line) { out += line + "\n"; }, noProgress());
    unsetenv("SPARSESCOPE_WORKER");
    INFO(out << result.standardError);
    REQUIRE(result.exitStatus == 0);
    return out;
}

} // namespace

TEST_CASE("a worker that is not installed")
{
    checkWorker("", 3, "sparsescope-gpu is not installed");
}

TEST_CASE("a worker that was killed")
{
    checkWorker("kill -9 $$", 3, "was killed by signal 9");
}

TEST_CASE("a worker that a kernel of the user's own took down")
{
    checkWorker("echo '{\"progress\":0.8,\"what\":\"kernel:./mine.so\"}'; kill -SEGV $$", 3,
                "was killed by signal 11 (Segmentation fault) during kernel:./mine.so");
}

TEST_CASE("kernels of the user's own reach the worker beside the baselines, whatever their file is called")
{
    const TemporaryFolder folder;
    const std::string file = folder / "a,b.so";
    writeText(file, "");
    // The list of baselines in the job's file, in one line.
    const std::string report =
        "list=$(tr -d '\\n ' < \"$2\" | sed 's/.*\"baselines\":\\[\\([^]]*\\)\\].*/\\1/' | tr -d "
        "'\"'); echo \"{\\\"error\\\":\\\"$list\\\"}\"; exit 3";
    checkWorker(report, 3, "cusparse:csr_alg2,cublas:dense,kernel:" + file + ",kernel:" + figure1File,
                {"--baseline", "cusparse:csr_alg2,cublas:dense", "--kernel", file, "--kernel", figure1File});
    checkWorker(report, 3, "cusparse:csr_alg1,"); // without a choice all of the operator's
}

TEST_CASE("a kernel file that is not there is told before anything is searched")
{
    checkWorker("exit 0", 1, "File does not exist: nowhere.so", {"--kernel", "nowhere.so"});
}

TEST_CASE("a worker whose library is missing")
{
    checkWorker("echo 'worker: error while loading shared libraries: libnvrtc.so.13: cannot open shared object file' "
                ">&2; exit 127",
                3, "libnvrtc.so.13");
}

TEST_CASE("a worker that reports an error")
{
    checkWorker("echo '{\"progress\":0.5,\"what\":\"timing\"}'; echo '{\"error\":\"cuMemAlloc: out of memory: 3 GB "
                "asked, 1 GB free\",\"kind\":\"device\"}'; exit 3",
                3, "3 GB asked, 1 GB free");
}

TEST_CASE("a worker that ends without a result")
{
    checkWorker("exit 0", 70, "ended with status 0");
}

TEST_CASE("a worker that writes something else than a session")
{
    checkWorker("echo nonsense > \"${2%/*}/result.sscope\"", 2, "result.sscope");
}

TEST_CASE("the worker is handed the matrix that is open, also when its file was written anew since")
{
    const TemporaryFolder folder;
    writeText(folder / "worker",
              "#!/bin/sh\ncd \"${2%/*}\"; file=$(sed -n 's/.*\"matrix\": \"\\(.*\\)\".*/\\1/p' \"$2\")\n"
              "cp \"$file\" '" +
                  folder / "handed" + "'\necho \"$file\" > '" + folder / "name" + "'\nexit 1\n");
    fs::permissions(folder / "worker", fs::perms::owner_all);
    setenv("SPARSESCOPE_WORKER", (folder / "worker").c_str(), 1);
    const std::string file = folder / "m.mtx";
    writeMatrix(*randomUniform(40, 30, 0.2, 3), file, "", noProgress());
    const MatrixPtr matrix = session::openMatrix(file, noProgress());
    const GpuJob job{matrix, {std::make_shared<const Plan>()}, {}};
    const auto handed = [&] {
        CHECK_THROWS_AS(localWorker()->run(job, noProgress()), Error);
        return session::openMatrix(folder / "handed", noProgress())->fingerprint();
    };
    CHECK(handed() == matrix->fingerprint());
    CHECK(readText(folder / "name") == file + "\n"); // where it can, the file itself
    writeMatrix(*randomUniform(40, 30, 0.2, 4), file, "", noProgress());
    CHECK(handed() == matrix->fingerprint());
    unsetenv("SPARSESCOPE_WORKER");
}

TEST_CASE("compare --run: where one plan takes the common worker down, each runs in its own, and it alone has no time")
{
    const TemporaryFolder folder;
    // What the worker would have measured of any plan.
    session::Session measured;
    measured.matrix = session::openMatrix(figure1File, noProgress());
    Searched s = searched(*measured.matrix, spmm(DataType::Float16, 32));
    measured.runs.push_back({0, inventedProfile(s.plan, 7)});
    measured.plans.push_back({std::move(s.plan), std::move(s.trace)});
    session::writeSession(measured, folder / "measured.sscope");
    writeText(
        folder / "worker",
        "#!/bin/sh\n"
        "[ \"$1\" = run ] || { echo '{\"devices\":[{\"id\":0,\"name\":\"NVIDIA H200\",\"status\":\"\"}]}'; exit 0; }\n"
        "cd \"${2%/*}\"; echo plan*.json >> '" +
            folder / "calls" +
            "'\n"
            "grep -q '\"planner\": \"hyb\"' plan*.json && kill -SEGV $$\n"
            "cp '" +
            folder / "measured.sscope" + "' result.sscope\n");
    fs::permissions(folder / "worker", fs::perms::owner_all);
    setenv("SPARSESCOPE_WORKER", (folder / "worker").c_str(), 1);
    std::string out;
    const ProcessResult result = runProcess(
        programFile("sparsescope-cli"), {"compare", figure1File, "--planners", "stile,hyb,cell", "--run", "--json"},
        [&](const std::string& line) { out += line + "\n"; }, noProgress());
    unsetenv("SPARSESCOPE_WORKER");
    INFO(result.standardError);
    CHECK(result.exitStatus == 0);
    int planned = 0;
    const nlohmann::json table = nlohmann::json::parse(out);
    for (const nlohmann::json& row : table.at("rows")) {
        if (row.at("kind") != "planner")
            continue;
        ++planned;
        INFO(row.dump());
        const bool faulty = row.at("name") == "hyb";
        CHECK(row.contains("measuredNs") == !faulty);
        CHECK(row.contains("problem") == faulty);
        if (faulty)
            CHECK_THAT(row.at("problem").get<std::string>(), Catch::Contains("was killed by signal 11"));
    }
    CHECK(planned == 3);
    // All together, then one by one; the first that ends well has the libraries beside it.
    const std::string calls = readText(folder / "calls");
    CHECK(std::count(calls.begin(), calls.end(), '\n') == 4);
}

TEST_CASE("sweep --run measures the plans of all points in one job, and keeps them in the session")
{
    const TemporaryFolder folder;
    session::Session measured;
    measured.matrix = session::openMatrix(figure1File, noProgress());
    for (const int depth : {0, 1}) {
        Searched s = searched(*measured.matrix, spmm(DataType::Float16, 32), {{"depth", depth}, {"compete", false}});
        measured.runs.push_back({static_cast<int>(measured.plans.size()), inventedProfile(s.plan, 7)});
        measured.runs.back().profile.kernel.medianNs = depth == 1 ? 9000 : 6000;
        measured.plans.push_back({std::move(s.plan), std::move(s.trace)});
    }
    const std::string out =
        sweptBy(measured, folder,
                {figure1File, "--ready", "multi-level", "--calibration", "a100-stile", "-o", folder / "out.sscope"});
    INFO(out);
    CHECK(out.find("stile, setting single-level") != std::string::npos);
    CHECK(out.find("9 us") != std::string::npos);
    CHECK(out.find(" 1.5 ") != std::string::npos); // 9 us over the default's 6
    CHECK(out.find(" 3.6 ") != std::string::npos); // the paper's
    const session::Session kept = session::readSession(folder / "out.sscope", noProgress());
    CHECK(kept.sweeps.size() == 1);
    CHECK(kept.plans.size() == 2);
    REQUIRE(kept.runs.size() == 2);
    CHECK(kept.runs[1].profile.kernel.medianNs == 9000);
    REQUIRE(cli({"export", folder / "out.sscope", "-o", folder / "out"}).status == 0);
    CHECK(readText(folder / "out/sweep-1.csv").find(",9000.0,") != std::string::npos);
}

TEST_CASE("sweep --run of figure 12 reads the counters of each plan, and says why one has none")
{
    const TemporaryFolder folder;
    session::Session measured;
    measured.matrix = session::openMatrix(figure1File, noProgress());
    SearchRequest request;
    request.op = spmm(DataType::Float16, 32);
    request.calibration = "a100-stile";
    for (const SweepPoint& point : sweepPoints(sweepOf(readySweep(OperatorKind::SpMM, "partitions"), request))) {
        SearchResult s = searchPlan(*measured.matrix, point.request, noProgress());
        measured.runs.push_back({static_cast<int>(measured.plans.size()), inventedProfile(s.plan, 7)});
        Profile& profile = measured.runs.back().profile;
        const auto parts = static_cast<double>(measured.runs.size());
        profile.counters = {{"l1tex__t_sector_hit_rate.pct", 10 * parts, "%", ""},
                            {"lts__t_sector_hit_rate.pct", 50.5 + parts, "%", ""}};
        profile.messages.clear();
        measured.plans.push_back({std::move(s.plan), std::move(s.trace)});
    }
    measured.runs.back().profile.counters.clear();
    measured.runs.back().profile.messages = {"Hardware counters were not read: not permitted"};
    const std::string out =
        sweptBy(measured, folder,
                {figure1File, "--ready", "partitions", "--calibration", "a100-stile", "-o", folder / "out.sscope"});
    INFO(out);
    CHECK_THAT(out, Catch::Contains("column-parts  L1 hit rate  L2 hit rate\n"
                                    "1                  10.0 %       51.5 %\n"));
    CHECK_THAT(out, Catch::Contains("32                      -            -\n"));
    CHECK_THAT(out, Catch::Contains("The L1 hit rate and the L2 hit rate of 1 of 6 points are not counted.\n"
                                    "Hardware counters were not read: not permitted\n"));
    REQUIRE(cli({"export", folder / "out.sscope", "-o", folder / "out"}).status == 0);
    CHECK(readText(folder / "out/sweep-1.csv").find(",20,52.5,") != std::string::npos);
}

TEST_CASE("a GPU that is not there is told in one sentence with those that are, before anything is searched")
{
    checkWorker("echo '{\"devices\":[{\"id\":0,\"name\":\"NVIDIA H200\",\"status\":\"\"},{\"id\":1,\"name\":\"NVIDIA "
                "L40\",\"status\":\"\"}]}'",
                1, "there is no GPU 2; there are 0 (NVIDIA H200), 1 (NVIDIA L40)", {"--device", "2"});
    checkWorker("echo '{\"devices\":[{\"id\":0,\"name\":\"NVIDIA H200\",\"status\":\"\"}]}'", 1,
                "there is no GPU 1; there is 0 (NVIDIA H200)", {"--device", "1"});
}
