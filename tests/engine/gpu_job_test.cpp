// The job that programs hand to the worker, as a file.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/writer.h"
#include "engine/plan/plan_file.h"
#include "engine/session/session.h"
#include "engine/work/device.h"
#include "engine/work/gpu_job.h"
#include "tests/engine/plan_fixtures.h"

#include <nlohmann/json.hpp>

using namespace sparsescope;
using nlohmann::json;

namespace {

const json least = {{"matrix", "m.mtx"}, {"plans", {"p.json"}}, {"output", "r.sscope"}};

// What readGpuJob() says against a job of which one member is changed or added.
std::string refusal(const std::string& file, const std::string& member, const json& value)
{
    json job = least;
    job[member] = value;
    writeText(file, job.dump());
    try {
        readGpuJob(file);
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        return e.what();
    }
    return {};
}

} // namespace

TEST_CASE("a job comes back from its file as it was written, with the matrix and the plans")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = randomUniform(60, 50, 0.1, 3);
    GpuJob job{matrix, {}, {}};
    for (const int depth : {0, 1})
        job.plans.push_back(
            std::make_shared<const Plan>(searched(*matrix, spmm(DataType::Float16, 32), {{"depth", depth}}).plan));
    job.run = {3,    18446744073709551615u, 0, 7, {"cusparse:csr_alg2", "kernel:./a,b.so"}, false, false,
               true, MatrixValues::Ones};
    const GpuJobFiles read = readGpuJob(writeGpuJob(job, folder / ""));
    CHECK(read.run == job.run);
    CHECK(session::openMatrix(read.matrix, noProgress())->fingerprint() == matrix->fingerprint());
    REQUIRE(read.plans.size() == 2);
    for (std::size_t i = 0; i < 2; ++i)
        CHECK(readPlan(read.plans[i], *matrix).options == job.plans[i]->options);
    CHECK(read.output == folder / "result.sscope");
}

TEST_CASE("what a job leaves out is as everywhere, and paths count from its folder")
{
    const TemporaryFolder folder;
    writeText(folder / "job.json", least.dump());
    const GpuJobFiles job = readGpuJob(folder / "job.json");
    CHECK(job.run == RunOptions());
    CHECK(job.matrix == folder / "m.mtx");
    CHECK(job.plans == std::vector<std::string>{folder / "p.json"});
    CHECK(refusal(folder / "job.json", "matrix", "/elsewhere/m.mtx").empty());
    CHECK(readGpuJob(folder / "job.json").matrix == "/elsewhere/m.mtx");
}

TEST_CASE("a matrix whose file is not called in UTF-8 is handed over by a link")
{
    const TemporaryFolder folder;
    const std::string name = folder / "m\xff.mtx";
    writeMatrix(*randomUniform(20, 20, 0.2, 3), name, "", noProgress());
    const GpuJob job{session::openMatrix(name, noProgress()), {std::make_shared<const Plan>()}, {}};
    std::filesystem::create_directory(folder / "job");
    const GpuJobFiles read = readGpuJob(writeGpuJob(job, folder / "job"));
    CHECK(session::openMatrix(read.matrix, noProgress())->fingerprint() == job.matrix->fingerprint());
}

TEST_CASE("a job's file is read strictly: errors name file and member")
{
    const TemporaryFolder folder;
    const std::string file = folder / "job.json";
    const auto check = [&](const std::string& member, const json& value, const std::string& reason) {
        CHECK_THAT(refusal(file, member, value), Catch::Equals(file + ": " + member + ": " + reason));
    };
    check("repeats", 0, "takes a whole number from 1 to 100000, not 0");
    check("repeats", 1.5, "takes a whole number from 1 to 100000, not 1.5");
    check("warmups", -1, "takes a whole number from 0 to 100000, not -1");
    check("device", 1024, "takes a whole number from 0 to 1023, not 1024");
    check("device", "0", "takes a whole number from 0 to 1023, not \"0\"");
    check("seed", -1, "takes a whole number from 0 to 18446744073709551615, not -1");
    check("tune", 1, "takes true or false, not 1");
    check("baselines", "cublas:dense", "takes a list of texts, not \"cublas:dense\"");
    check("plans", json::array(), "names no plan");
    check("plans", {1}, "takes a list of texts, not [1]");
    check("matrix", "", "takes a text, not \"\"");
    check("values", "zeros", "takes one of file, random, ones, not \"zeros\"");
    check("values", 1, "takes one of file, random, ones, not 1");
    check("fast", true,
          "is none of baselines, brief, codegen, counters, device, matrix, output, plans, repeats, seed, tune, values, "
          "warmups");
    for (const char* member : {"matrix", "plans", "output"}) {
        json job = least;
        job.erase(member);
        writeText(file, job.dump());
        CHECK_THROWS_WITH(readGpuJob(file), file + ": " + member + ": is missing");
    }
    writeText(file, "[]");
    CHECK_THROWS_WITH(readGpuJob(file), file + ": is no JSON object");
    writeText(file, "{\"matrix\": " + std::string(100'000, '[') + std::string(100'000, ']') + "}");
    CHECK_THROWS_WITH(readGpuJob(file), file + ": is nested more than 64 deep");
    writeText(file, "{");
    CHECK_THROWS_WITH(readGpuJob(file), Catch::Contains("is not valid JSON"));
}

TEST_CASE("a GPU that is not there, or cannot run jobs, is told in one sentence")
{
    const std::vector<Device> devices = {{0, "NVIDIA H200", ""}, {1, "NVIDIA T4", "has compute capability 7.5"}};
    CHECK(deviceProblem(devices, 0).empty());
    CHECK(deviceProblem(devices, 1) == "GPU 1 (NVIDIA T4) has compute capability 7.5");
    CHECK(deviceProblem(devices, 2) == "there is no GPU 2; there are 0 (NVIDIA H200), 1 (NVIDIA T4)");
    CHECK(deviceProblem({}, 0) == "there is no GPU 0; there is none");
}
