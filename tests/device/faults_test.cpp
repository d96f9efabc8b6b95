// What can go wrong on the GPU, each time told in a sentence by a program that goes on: the command line runs the
// worker as its child and outlives it.
#include "engine/core/files.h"
#include "engine/core/process.h"
#include "tests/device/c_library.h"
#include "tests/device/gpu.h"
#include "tests/kernels/text.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <csignal>
#include <fmt/format.h>
#include <thread>

using namespace sparsescope;
namespace fs = std::filesystem;

namespace {

const std::string sampleMatrix = sourceFile("samples/crossing-2048.mtx.gz");

// A library of the user's own whose kernel does this.
void compileFaulty(const std::string& file, const std::string& body, const std::string& architecture)
{
    if (std::system("nvcc --version > /dev/null 2>&1") != 0)
        skipTest("nvcc is not in the path");
    writeText(file + ".cu", "#include <sparsescope_kernel.h>\n__global__ void faulty(volatile float* C)\n{\n" + body +
                                R"(
}
extern "C" {
int sparsescope_version(void) { return SPARSESCOPE_KERNEL_VERSION; }
const char* sparsescope_name(void) { return "faulty"; }
int sparsescope_prepare(const sparsescope_problem*, void** state) { *state = 0; return 0; }
int sparsescope_run(const sparsescope_problem* p, void*)
{
    faulty<<<1, 1, 0, (cudaStream_t)p->stream>>>((volatile float*)p->C);
    return 0;
}
void sparsescope_release(void*) {}
}
)");
    requireCommand("nvcc -arch=" + architecture + " -shared -Xcompiler -fPIC -I " + sourceFile("kernels/baseline") +
                   " " + file + ".cu -o " + file);
}

struct Told {
    ProcessResult result;
    std::string out;
};

Told profileWith(const std::vector<std::string>& more, const std::string& output)
{
    Told told;
    std::vector<std::string> arguments{"profile", sampleMatrix, "--repeats", "3", "-o", output};
    arguments.insert(arguments.end(), more.begin(), more.end());
    told.result = runProcess(
        programFile("sparsescope-cli"), arguments, [&](const std::string& line) { told.out += line + "\n"; },
        noProgress());
    std::printf("%s", told.result.standardError.c_str()); // the sentence, for whoever reads the test's output
    return told;
}

std::string architectureHere()
{
    const Gpu gpu;
    return fmt::format("sm_{}{}", gpu.info().major, gpu.info().minor);
}

} // namespace

TEST_CASE("a kernel that does not end is given up in the time that was set")
{
    const std::string architecture = architectureHere();
    const TemporaryFolder folder;
    compileFaulty(folder / "endless.so", "    while (C[0] != 1e30f || true) {}\n", architecture);
    setenv("SPARSESCOPE_KERNEL_SECONDS", "3", 1);
    const Told told = profileWith({"--kernel", folder / "endless.so"}, folder / "r.sscope");
    unsetenv("SPARSESCOPE_KERNEL_SECONDS");
    INFO(told.result.standardError);
    CHECK(told.result.signal == 0);
    CHECK(told.result.exitStatus == 3);
    CHECK(holds(told.result.standardError, "does not end is given up"));
}

TEST_CASE("a kernel that writes where nothing is takes the context of the worker alone")
{
    const std::string architecture = architectureHere();
    const TemporaryFolder folder;
    compileFaulty(folder / "outside.so", "    C[1ull << 42] = 1;\n", architecture);
    const Told told = profileWith({"--kernel", folder / "outside.so"}, folder / "r.sscope");
    std::printf("%s", told.out.c_str());
    INFO(told.result.standardError << told.out);
    CHECK(told.result.signal == 0);
    CHECK(holds(told.result.standardError + told.out, "CUDA_ERROR_ILLEGAL_ADDRESS"));
}

TEST_CASE("too little memory of the GPU is told with what was asked for")
{
    const std::string architecture = architectureHere();
    const TemporaryFolder folder;
    if (std::system("nvcc --version > /dev/null 2>&1") != 0)
        skipTest("nvcc is not in the path");
    writeText(folder / "hog.cu", R"(
#include <cstdio>
#include <unistd.h>
int main()
{
    size_t free = 0, all = 0;
    void* memory = nullptr;
    cudaMemGetInfo(&free, &all);
    if (cudaMalloc(&memory, free - (700u << 20)) != cudaSuccess) return 1;
    std::printf("%d\n", (int)getpid()); std::fflush(stdout);
    sleep(600);
}
)");
    requireCommand("nvcc -arch=" + architecture + " " + (folder / "hog.cu") + " -o " + (folder / "hog"));
    std::FILE* hog = popen(("exec " + (folder / "hog")).c_str(), "r");
    REQUIRE(hog);
    char line[16] = {};
    REQUIRE(std::fgets(line, sizeof line, hog));
    const Told told = profileWith({"--dense", "65536", "--no-tune"}, folder / "r.sscope");
    kill(std::atoi(line), SIGKILL);
    pclose(hog);
    INFO(told.result.standardError);
    CHECK(told.result.signal == 0);
    CHECK(told.result.exitStatus == 3);
    CHECK(holds(told.result.standardError, "CUDA_ERROR_OUT_OF_MEMORY"));
}

TEST_CASE("a worker that is taken away is told by its signal")
{
    const Gpu gpu;
    const TemporaryFolder folder;
    // That of this test alone: others may measure beside it.
    const std::string kill = fmt::format("for worker in $(pgrep -x sparsescope-gpu); do"
                                         " cli=$(ps -o ppid= -p $worker);"
                                         " if [ $(ps -o ppid= -p $cli) = {} ]; then kill -KILL $worker; exit; fi;"
                                         " done; exit 1",
                                         getpid());
    std::thread killer([&kill] {
        while (std::system(kill.c_str()) != 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
    });
    // A planner that starts no worker of its own, as `fastest` does.
    const Told told = profileWith({"--planner", "hyb"}, folder / "r.sscope");
    killer.join();
    INFO(told.result.standardError);
    CHECK(told.result.signal == 0);
    CHECK(told.result.exitStatus == 3);
    CHECK(holds(told.result.standardError, "was killed by signal 9"));
    CHECK_FALSE(fs::exists(folder / "r.sscope"));
}

TEST_CASE("counters that are refused leave the run whole and say what to do")
{
    const Gpu gpu;
#ifndef SPARSESCOPE_HAS_CUPTI
    skipTest("this program was built without CUPTI");
#endif
    if (std::system("cc --version > /dev/null 2>&1") != 0)
        skipTest("cc is not in the path");
    const TemporaryFolder folder;
    constexpr int insufficientPrivileges = 35; // CUPTI_ERROR_INSUFFICIENT_PRIVILEGES
    // Stands before CUPTI's own, and answers as it does where the driver lets only administrators read counters.
    const std::string library = folder / "refuses.so", output = folder / "r.sscope";
    writeText(library + ".c",
              fmt::format("int cuptiRangeProfilerEnable(void* p) {{ (void)p; return {}; }}\n", insufficientPrivileges));
    requireCommand("cc -shared -fPIC " + library + ".c -o " + library);
    setenv("LD_PRELOAD", library.c_str(), 1);
    const Told told = profileWith({}, output);
    unsetenv("LD_PRELOAD");
    std::printf("%s", told.out.c_str());
    INFO(told.result.standardError << told.out);
    CHECK(told.result.exitStatus == 0);
    CHECK(holds(told.out,
                "Hardware counters were not read: cuptiRangeProfilerEnable: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"));
    CHECK(holds(told.out, "may not read counters") + holds(told.out, "lets only administrators read counters") == 1);
    CHECK(fs::exists(output));
}
