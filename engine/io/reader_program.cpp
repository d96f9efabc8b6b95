#include "engine/io/reader_program.h"

#include "engine/core/error.h"
#include "engine/core/files.h"

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace sparsescope {

std::string programPath(const ReaderProgram& program, const std::string& file)
{
    namespace fs = std::filesystem;
    const fs::path programs = programFolder();
    for (const fs::path& folder : {programs, programs / "../lib/sparsescope"})
        if (std::error_code ignored; fs::exists(folder / program.name, ignored))
            return (folder / program.name).string();
    failInput(fmt::format("is {}, which this build does not know: {} is not there, which is built where {} is found "
                          "(Debian: {})",
                          program.files, program.name, program.library, program.package),
              {.file = file});
}

void runReader(const ReaderProgram& program, const Opened& opened, const std::string& path,
               const std::vector<std::string>& more, const std::function<void(const std::string& line)>& onLine,
               std::uint64_t expectedBytes)
{
    constexpr std::uint64_t leastSeconds = 1, bytesPerSecond = 4u << 20, outPerSecond = 64u << 20;
    std::vector<std::string> arguments{
        path, std::to_string(availableMemory() + (opened.packed ? opened.bytes.size() : 0)), // the copy is there
        std::to_string(leastSeconds + opened.bytes.size() / bytesPerSecond + expectedBytes / outPerSecond)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProcessResult result = runProcess(programPath(program, opened.file), arguments, onLine, opened.progress);
    const Where where{.file = opened.file};
    if (result.signal == SIGXCPU || result.signal == SIGKILL)
        failInput(fmt::format("is damaged: {} does not come to an end with it", program.library), where);
    if (result.signal != 0)
        failInput(fmt::format("is damaged: {} ended with signal {} ({})", program.library, result.signal,
                              strsignal(result.signal)),
                  where);
    constexpr int notStarted = 127; // of the system's loader, for want of a library
    if (result.exitStatus == notStarted)
        failInput(fmt::format("is {}, and {} does not start: {}", program.files, program.name,
                              lastLine(result.standardError)),
                  where);
    if (result.exitStatus != 0)
        failInput(fmt::format("is damaged or not {}: {}", program.files, lastLine(result.standardError)), where);
}

} // namespace sparsescope
