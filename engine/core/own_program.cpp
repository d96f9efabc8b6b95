#include "engine/core/own_program.h"

#include "engine/core/error.h"
#include "engine/core/process.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>
#include <set>
#include <unistd.h>

namespace sparsescope {

namespace fs = std::filesystem;

namespace {

// By their real paths.
struct Chosen {
    std::mutex mutex;
    std::set<std::string> paths;
};
Chosen& chosen()
{
    static Chosen all;
    return all;
}

// What it said last, for an error: a few lines, of which no one is endless.
std::string lastWords(const std::string& said)
{
    constexpr int most = 8;
    constexpr std::size_t longest = 400;
    std::string words;
    std::size_t end = said.find_last_not_of("\n ");
    for (int line = 0; line < most && end != std::string::npos; ++line) {
        const std::size_t feed = said.rfind('\n', end);
        const std::size_t begin = feed == std::string::npos ? 0 : feed + 1;
        words.insert(0, "\n" + said.substr(begin, std::min(end + 1 - begin, longest)));
        end = feed == 0 || feed == std::string::npos ? std::string::npos : feed - 1;
    }
    std::replace_if(
        words.begin(), words.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\n'; }, ' ');
    return words;
}

std::string progressText(std::string line)
{
    constexpr std::size_t longest = 100;
    line.resize(std::min(line.size(), longest));
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c < ' ' || c > '~'; }, ' ');
    return line;
}

} // namespace

void chooseProgram(const std::string& path)
{
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error)
        failInput(error.message(), {.file = path});
    if (!fs::is_regular_file(real, error) || ::access(real.c_str(), X_OK) != 0)
        failInput("is no program that may be started (chmod +x makes a script one)", {.file = path});
    const std::lock_guard lock(chosen().mutex);
    chosen().paths.insert(real.string());
}

void runOwnProgram(const std::string& path, const OwnProgramRun& run, Progress& progress)
{
    std::error_code error;
    const std::string real = fs::canonical(path, error).string();
    if (error)
        failInput(error.message(), {.file = path});
    {
        const std::lock_guard lock(chosen().mutex);
        if (!chosen().paths.contains(real))
            failUsage(fmt::format("{} is a program that nobody has chosen here: it is not started", path));
    }
    try {
        ChildProcess child(real, run.arguments, {.input = run.input, .output = {}, .ownGroup = true});
        child.endInput();
        child.endBy(std::chrono::steady_clock::now() + std::chrono::seconds(run.seconds));
        child.onSaid([&](const std::string& line) { progress.report(progressText(line), -1); });
        const ProcessResult end = child.wait(
            [&](const std::string& line) {
                if (run.onLine)
                    run.onLine(line);
            },
            progress);
        if (end.late)
            failInput(fmt::format("takes longer than {} s, and was ended{}", run.seconds, lastWords(end.standardError)),
                      {.file = path});
        if (end.signal != 0 || end.exitStatus != 0)
            failInput((end.signal != 0 ? fmt::format("was ended by signal {}", end.signal)
                                       : fmt::format("ended with status {}", end.exitStatus)) +
                          lastWords(end.standardError),
                      {.file = path});
    } catch (const Error& e) {
        if (e.kind() != ErrorKind::Device)
            throw;
        failInput(e.reason(), {.file = path}); // a script whose first line names nothing
    }
}

} // namespace sparsescope
