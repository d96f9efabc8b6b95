// The worker as its parents see it: exit status and JSON lines.
#include "engine/core/files.h"
#include "engine/core/process.h"
#include "kernels/baseline/baseline.h"
#include "tests/device/gpu.h"
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
    const TemporaryFolder folder;
    writeText(folder / "job.json", R"({"matrix": "a.mtx", "op": "spmv", "dtype": "f32"})");
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"probe"},
          {"profile", "--matrix", "a.mtx", "--plan", "a.json", "-o", "a.sscope"},
          {"evaluate", folder / "job.json"}}) {
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

TEST_CASE("the worker names file and member of what is wrong with a job that times graphs")
{
    const TemporaryFolder folder;
    const std::string file = folder / "job.json";
    writeText(file, R"({"matrix": "a.mtx", "op": "spmm", "dtype": "f32"})");
    const Run wrong = worker({"evaluate", file});
    CHECK(wrong.result.exitStatus == 2);
    REQUIRE(wrong.lines.size() == 1);
    CHECK(wrong.lines[0].at("error") == file + ": op: takes one of spmv, not \"spmm\"");
}

TEST_CASE("with a GPU the worker times the graphs that it is asked for until it is asked no more")
{
    const Gpu gpu;
    const TemporaryFolder folder;
    writeText(folder / "job.json",
              nlohmann::json{{"matrix", sourceFile("samples/crossing-2048.mtx.gz")}, {"op", "spmv"}, {"dtype", "f32"}}
                  .dump());
    const auto request = [](int rows) {
        return nlohmann::json{{"graphs",
                               {{{"schema", "sparsescope-graph"},
                                 {"version", 1},
                                 {"nodes",
                                  {{{"op", "COMPRESS"}},
                                   {{"op", "BMT_ROW_BLOCK"}, {"rows", rows}},
                                   {{"op", "THREAD_TOTAL_RED"}},
                                   {{"op", "GMEM_ATOM_RED"}}}}}}}}
                   .dump() +
               "\n";
    };
    ChildProcess child(programFile("sparsescope-gpu"), {"evaluate", folder / "job.json"});
    child.send(request(1) + request(2) + request(1));
    child.endInput();
    std::vector<nlohmann::json> answers;
    const ProcessResult end = child.wait(
        [&](const std::string& line) {
            const nlohmann::json said = nlohmann::json::parse(line);
            if (!said.contains("progress"))
                answers.push_back(said);
        },
        noProgress());
    INFO(end.standardError << nlohmann::json(answers).dump());
    CHECK(end.exitStatus == 0);
    REQUIRE(answers.size() == 4);
    CHECK(answers[0].at("ready").at("device") == gpu.info().name);
    CHECK(answers[1].at("times").at(0).at("ns") > 1000);
    CHECK(answers[2].at("times").at(0).at("refused") == true); // whose sums are of one row each
    CHECK(answers[3].at("times").at(0).at("ns") > 1000);
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
