// The worker as its parents see it: exit status and JSON lines.
#include "engine/core/files.h"
#include "engine/core/process.h"
#include "kernels/baseline/baseline.h"
#include "tests/kernels/text.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <filesystem>
#include <nlohmann/json.hpp>

using namespace sparsescope;

namespace {

struct Run {
    ProcessResult result;
    std::vector<nlohmann::json> lines;
};

Run worker(const std::vector<std::string>& arguments)
{
    const std::string program = programFile("sparsescope-gpu");
    if (!std::filesystem::exists(program))
        skipTest("the worker is not built");
    Run run;
    run.result = runProcess(
        program, arguments, [&](const std::string& line) { run.lines.push_back(nlohmann::json::parse(line)); },
        noProgress());
    return run;
}

bool gpuHere()
{
    return std::filesystem::exists("/proc/driver/nvidia/version");
}

} // namespace

TEST_CASE("without a driver the worker ends with 3 and one sentence that says what to do")
{
    if (gpuHere())
        skipTest("this machine has an NVIDIA driver");
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"probe"}, {"profile", "--matrix", "a.mtx", "--plan", "a.json", "-o", "a.sscope"}}) {
        const Run run = worker(arguments);
        CHECK(run.result.exitStatus == 3);
        CHECK(run.result.signal == 0);
        CHECK(run.result.standardError.empty());
        REQUIRE(run.lines.size() == 1);
        CHECK(run.lines[0].at("kind") == "device");
        const std::string error = run.lines[0].at("error");
        INFO(error);
        CHECK(holds(error, "driver"));
        CHECK(holds(error, "580"));
    }
}

TEST_CASE("with a GPU the probe names it")
{
    if (!gpuHere())
        skipTest("this machine has no NVIDIA driver");
    const Run run = worker({"probe"});
    REQUIRE(run.lines.size() == 1);
    if (run.result.exitStatus != 0)
        skipTest("its driver has no usable GPU");
    CHECK(run.lines[0].at("devices").size() > 0);
    CHECK(run.lines[0].at("devices")[0].at("id") == 0);
    CHECK(run.lines[0].at("devices")[0].at("status") == "");
    CHECK(run.lines[0].at("devices")[0].at("sms").get<int>() > 0);
    CHECK((run.lines[0].at("counters").get<bool>() || run.lines[0].contains("countersProblem")));
}

TEST_CASE("a request that makes no sense is a usage error")
{
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{},
          {"fly"},
          {"profile"},
          {"profile", "--matrix", "a", "--plan", "b", "-o", "c", "--repeats", "0"},
          {"profile", "--matrix", "a", "--plan", "b", "-o", "c", "--values", "few"}}) {
        const Run run = worker(arguments);
        CHECK(run.result.exitStatus == 1);
        REQUIRE(run.lines.size() == 1);
        CHECK(run.lines[0].at("kind") == "usage");
    }
}

TEST_CASE("the worker takes a job as one JSON file, and names file and member of what is wrong with it")
{
    const TemporaryFolder folder;
    const std::string file = folder / "job.json";
    writeText(file, R"({"matrix": "a.mtx", "plans": ["a.json"], "output": "a.sscope", "repeat": 3})");
    const Run wrong = worker({"run", file});
    CHECK(wrong.result.exitStatus == 2);
    REQUIRE(wrong.lines.size() == 1);
    const std::string error = wrong.lines[0].at("error");
    INFO(error);
    CHECK(holds(error, file + ": repeat: is none of baselines, brief"));
    writeText(file, R"({"matrix": "a.mtx", "plans": ["a.json"], "output": "a.sscope", "baselines": ["magic"]})");
    CHECK(worker({"run", file}).result.exitStatus == 1); // read, and refused as on the command line
}

TEST_CASE("a kernel of the user's own that cannot be loaded ends the job before the matrix is read")
{
    const Run run = worker({"profile", "--matrix", "a.mtx", "--plan", "a.json", "-o", "a.sscope", "--baseline",
                            "cusparse:csr_alg2", "--kernel", "no,where.so"});
    CHECK(run.result.exitStatus == 2);
    REQUIRE(run.lines.size() == 1);
    CHECK(run.lines[0].at("kind") == "input");
    CHECK(run.lines[0].at("error") == "no,where.so: there is no such file");
}

TEST_CASE("an unknown baseline is a usage error that lists the known ones")
{
    const Run run = worker({"profile", "--matrix", "a.mtx", "--plan", "a.json", "-o", "a.sscope", "--baseline",
                            "cusparse:csr_alg2,magic"});
    CHECK(run.result.exitStatus == 1);
    REQUIRE(run.lines.size() == 1);
    const std::string error = run.lines[0].at("error");
    CHECK(holds(error, "magic"));
    for (const OperatorKind op : operatorKinds())
        for (const std::string& known : definitionOf(op).baselines)
            CHECK(holds(error, known));
}
