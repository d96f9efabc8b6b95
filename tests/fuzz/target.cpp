#include "tests/fuzz/target.h"

#include "engine/core/parallel.h"
#include "tests/fuzz/all_targets.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cxxabi.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <typeinfo>
#include <unistd.h>

namespace sparsescope::fuzz {

namespace {

namespace fs = std::filesystem;

constexpr std::array allTargets = {
    Target{"mtx", matrixMarketSeeds, runMatrixMarket},
    Target{"mtx-gz", gzipSeeds, runGzip},
    Target{"npz", scipySeeds, runScipy},
    Target{"npz-arrays", scipyArraySeeds, runScipyArrays},
    Target{"smtx", smtxSeeds, runSmtx},
    Target{"tns", tnsSeeds, runTns},
    Target{"archive", archiveSeeds, runArchive},
    Target{"compressed", compressedSeeds, runCompressed},
#ifdef SPARSESCOPE_HAS_MATIO
    Target{"mat", matSeeds, runMat},
#endif
    Target{"masks", maskSeeds, runMasks},
    Target{"plan", planSeeds, runPlan},
    Target{"graph", graphSeeds, runGraph},
    Target{"session", sessionSeeds, runSession},
    Target{"session-rows", sessionEdits, runSessionRows, false},
    Target{"recovery", recoverySeeds, runRecovery},
    Target{"recovery-rows", recoveryEdits, runRecoveryRows, false},
    Target{"batch", batchSeeds, runBatchTable},
    Target{"batch-rows", batchEdits, runBatchRows, false},
    Target{"batch-csv", batchCsvSeeds, runBatchCsv},
    Target{"model", modelSeeds, runModel},
    Target{"choice", choiceSeeds, runChoice},
    Target{"trace", traceSeeds, runTrace},
    Target{"sweep", sweepSeeds, runSweepText},
    Target{"profile", profileSeeds, runProfile},
    Target{"calibration", calibrationSeeds, runCalibration},
    Target{"rules", ruleSeeds, runRules},
    Target{"lesson", lessonSeeds, runLesson},
    Target{"answers", answerSeeds, runAnswers},
    Target{"job", jobSeeds, runJob},
    Target{"graph-job", graphJobSeeds, runGraphJob},
    Target{"graph-request", graphRequestSeeds, runGraphRequest},
    Target{"worker", workerSeeds, runWorkerLines},
    Target{"program", programSeeds, runProgram},
    Target{"expression", expressionSeeds, runExpression},
    Target{"schedule", scheduleSeeds, runSchedule},
};

std::string typeOf(const std::exception& e)
{
    const char* const name = typeid(e).name();
    const std::unique_ptr<char, void (*)(void*)> readable(abi::__cxa_demangle(name, nullptr, nullptr, nullptr),
                                                          std::free);
    return readable ? readable.get() : name;
}

} // namespace

std::span<const Target> targets()
{
    return allTargets;
}

const Target* findTarget(std::string_view name)
{
    const auto found =
        std::find_if(allTargets.begin(), allTargets.end(), [&](const Target& t) { return t.name == name; });
    return found == allTargets.end() ? nullptr : &*found;
}

std::string defectShownBy(const Target& target, std::string_view input)
{
    try {
        withThreads(1, [&] { target.run(input); });
    } catch (const Error& e) {
        return e.kind() == ErrorKind::Input ? std::string()
                                            : fmt::format("Error of kind {}: {}", static_cast<int>(e.kind()), e.what());
    } catch (const std::exception& e) {
        return fmt::format("{}: {}", typeOf(e), e.what());
    }
    return {};
}

void require(bool holds, const char* what)
{
    if (!holds)
        throw Error(ErrorKind::Internal, what);
}

ScratchFile::ScratchFile(std::string_view contents, const std::string& suffix)
{
    static int files = 0;
    const fs::path memory = "/dev/shm";
    const fs::path folder = fs::is_directory(memory) ? memory : fs::temp_directory_path();
    m_path = (folder / fmt::format("sparsescope-fuzz-{}-{}{}", ::getpid(), files++, suffix)).string();
    std::ofstream(m_path, std::ios::binary).write(contents.data(), static_cast<std::streamsize>(contents.size()));
}

ScratchFile::~ScratchFile()
{
    std::error_code ignored;
    for (const char* beside : {"", "-wal", "-shm", "-journal", ".lock"}) // SQLite's, and a recovery file's
        fs::remove(m_path + beside, ignored);
}

} // namespace sparsescope::fuzz
