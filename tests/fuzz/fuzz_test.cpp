// Nothing that a file says is believed: every reader refuses, or gives what can be used, whatever it is given. Tried
// with good inputs, with all that ever showed a defect (tests/fuzz/crashes), and with the same mutations each time;
// `./dev fuzz` looks for others.
#include "engine/core/files.h"
#include "tests/fuzz/mutations.h"
#include "tests/fuzz/target.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sparsescope;

namespace {

namespace fs = std::filesystem;

constexpr unsigned mostSeconds = 6;
constexpr rlim_t mostBytes = rlim_t{2} << 30;

// The input that is being tried, where the parent sees it when the child is gone.
struct Tried {
    static constexpr std::size_t room = 2 << 20;
    std::size_t inputs = 0;
    std::size_t size = 0;
    bool done = false;
    char defect[1024] = {};
    char input[room] = {};
};

// Beyond what the program has already. Sanitizers reserve terabytes.
void limitMemory()
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t most = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + mostBytes;
    const rlimit limit{most, most};
    ::setrlimit(RLIMIT_AS, &limit);
#endif
}

void tryOne(const fuzz::Target& target, const std::string& input, Tried& tried)
{
    ++tried.inputs;
    tried.size = std::min(input.size(), Tried::room);
    std::memcpy(tried.input, input.data(), tried.size);
    ::alarm(mostSeconds);
    const std::string defect = fuzz::defectShownBy(target, input);
    ::alarm(0);
    if (defect.empty())
        return;
    defect.copy(tried.defect, sizeof tried.defect - 1);
    std::_Exit(1);
}

void requireRead(const fuzz::Target& target, const std::string& seed, Tried& tried)
{
    try {
        target.run(seed);
    } catch (const Error& e) {
        std::string("is refused: ").append(e.what()).copy(tried.defect, sizeof tried.defect - 1);
        std::_Exit(1);
    }
}

[[noreturn]] void tryAll(const fuzz::Target& target, int mutations, Tried& tried)
{
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGTERM, SIGINT})
        std::signal(signal, SIG_DFL); // Catch2's handlers would go on with the parent's tests
    const std::vector<std::string> seeds = target.seeds();
    limitMemory();
    for (const std::string& seed : seeds) {
        tryOne(target, seed, tried);
        if (target.seedsAreRead)
            requireRead(target, seed, tried);
    }
    const fs::path crashes = sourceFile(std::string("tests/fuzz/crashes/") + target.name);
    if (fs::exists(crashes))
        for (const fs::directory_entry& crash : fs::directory_iterator(crashes))
            tryOne(target, readText(crash.path().string()), tried);
    fuzz::Random random(20261123);
    for (int i = 0; i < mutations; ++i)
        tryOne(target, fuzz::mutated(seeds[random() % seeds.size()], seeds, random), tried);
    tried.done = true;
    std::_Exit(0);
}

std::string endOf(int status)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        return fmt::format("takes more than {} s", mostSeconds);
    return WIFSIGNALED(status) ? fmt::format("ends with signal {}", WTERMSIG(status))
                               : fmt::format("ends with status {}", WEXITSTATUS(status));
}

// In a process of its own, which may end in any way.
void hold(const std::string& name, int mutations)
{
    const fuzz::Target* const target = fuzz::findTarget(name);
    REQUIRE(target != nullptr);
    void* const shared = ::mmap(nullptr, sizeof(Tried), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(shared != MAP_FAILED);
    Tried& tried = *new (shared) Tried;
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0)
        tryAll(*target, cases(mutations), tried);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (!tried.done) {
        const std::string file = outputFile("fuzz-" + name);
        writeText(file, {tried.input, tried.size});
        FAIL_CHECK(name << ": input " << tried.inputs << " " << endOf(status) << ": " << tried.defect << "\nIt is in "
                        << file);
    }
    ::munmap(shared, sizeof(Tried));
}

} // namespace

// 15,000 mutations in all, fewer where one takes longer.

TEST_CASE("Matrix Market files are refused or can be used, whatever is in them")
{
    hold("mtx", 1400);
}

TEST_CASE("compressed Matrix Market files are refused or can be used, whatever is in them")
{
    hold("mtx-gz", 900);
}

TEST_CASE("archives of SciPy are refused or can be used, whatever is in them")
{
    hold("npz", 400);
}

TEST_CASE("archives of SciPy in which single values are changed are refused or can be used, whatever is in them")
{
    hold("npz-arrays", 900);
}

TEST_CASE("SMTX files are refused or can be used, whatever is in them")
{
    hold("smtx", 1100);
}

TEST_CASE("tensors as text are refused or can be used, whatever is in them")
{
    hold("tns", 600);
}

TEST_CASE("archives of matrix files are refused or can be used, whatever is in them")
{
    hold("archive", 900);
}

TEST_CASE("what bzip2, xz and Zstandard compressed is refused or can be used, whatever is in it")
{
    hold("compressed", 500);
}

#ifdef SPARSESCOPE_HAS_MATIO
TEST_CASE("files of MATLAB's are refused or can be used, whatever is in them")
{
    hold("mat", 250);
}
#endif

TEST_CASE("models of forests are refused or can be asked, whatever is in them")
{
    hold("model", 500);
}

TEST_CASE("what a plan says of a forest's choice is refused or can be walked, whatever is in it")
{
    hold("choice", 500);
}

TEST_CASE("tables of batches as CSV are refused or can be read, whatever is in them")
{
    hold("batch-csv", 400);
}

TEST_CASE("sequences of masks in which single values are changed are refused or can be used, whatever is in them")
{
    hold("masks", 700);
}

TEST_CASE("plans with their arrays are refused or can be used, whatever is in them")
{
    hold("plan", 1500);
}

TEST_CASE("graphs are refused or can be used, whatever is in them")
{
    hold("graph", 1500);
}

TEST_CASE("sessions are refused or can be used, whatever is in them")
{
    hold("session", 300);
}

TEST_CASE("sessions in which single values are changed are refused or can be used, whatever is in them")
{
    hold("session-rows", 150);
}

TEST_CASE("recovery files are refused or can be used, whatever is in them")
{
    hold("recovery", 150);
}

TEST_CASE("recovery files in which single values are changed are refused or can be used, whatever is in them")
{
    hold("recovery-rows", 100);
}

TEST_CASE("tables of batches are refused or can be used, whatever is in them")
{
    hold("batch", 100);
}

TEST_CASE("tables of batches in which single values are changed are refused or can be used, whatever is in them")
{
    hold("batch-rows", 200);
}

TEST_CASE("traces are refused or can be used, whatever is in them")
{
    hold("trace", 500);
}

TEST_CASE("sweeps are refused or can be used, whatever is in them")
{
    hold("sweep", 500);
}

TEST_CASE("profiles are refused or can be used, whatever is in them")
{
    hold("profile", 500);
}

TEST_CASE("calibrations are refused or can be used, whatever is in them")
{
    hold("calibration", 250);
}

TEST_CASE("format rewrite rules are refused or can be used, whatever is in them")
{
    hold("rules", 300);
}

TEST_CASE("lessons are refused or can be used, whatever is in them")
{
    hold("lesson", 50);
}

TEST_CASE("answers that are handed in are refused or can be graded, whatever is in them")
{
    hold("answers", 300);
}

TEST_CASE("jobs of the GPU worker are refused or can be used, whatever is in them")
{
    hold("job", 350);
}

TEST_CASE("jobs that time graphs are refused or can be used, whatever is in them")
{
    hold("graph-job", 350);
}

TEST_CASE("requests to time graphs are refused or can be used, whatever is in them")
{
    hold("graph-request", 350);
}

TEST_CASE("lines of the GPU worker are heard or passed over, whatever is in them")
{
    hold("worker", 350);
}

TEST_CASE("programs of SparseTIR's language are refused or can be used, whatever is in them")
{
    hold("program", 1500);
}

TEST_CASE("expressions are refused or can be used, whatever is in them")
{
    hold("expression", 1500);
}

TEST_CASE("schedules are refused or can be taken, whatever is in them")
{
    hold("schedule", 500);
}
