#include "engine/work/remote_files.h"

#include "engine/core/files.h"
#include "engine/core/hash.h"
#include "engine/core/json_text.h"
#include "engine/core/version.h"
#include "engine/io/formats.h"
#include "engine/io/parts.h"
#include "engine/io/writer.h"
#include "engine/matrix/matrix.h"
#include "engine/measure/baselines.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <sys/utsname.h>
#include <tuple>
#include <utility>
#include <vector>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// What every Linux has, and what comes with the GPU's driver and CUDA: these are the host's own.
constexpr const char* ofTheHost[] = {"ld-linux",   "libc.so",     "libm.so",      "libdl.so",     "librt.so",
                                     "libpthread", "libutil.so",  "libresolv.so", "libcuda",      "libnvrtc",
                                     "libcublas",  "libcusparse", "libcupti",     "libnvJitLink", "libnvperf"};

std::string systemHere()
{
    utsname one{};
    uname(&one);
    return fmt::format("{} {}", one.sysname, one.machine);
}

std::optional<std::string> workerHere()
{
    try {
        return workerProgram();
    } catch (const Error&) {
        return {};
    }
}

std::string hashOfFile(const std::string& file)
{
    return withMappedFile(file, [](std::string_view bytes) { return hex64(hashArray(std::span<const char>(bytes))); });
}

// The libraries that a program is linked with, but those of the host.
std::vector<std::string> librariesOf(const std::string& program, Progress& progress)
{
    std::vector<std::string> libraries;
    const auto hear = [&](const std::string& line) {
        const std::size_t begin = line.find("=> /"), end = line.rfind(" (0x");
        if (begin == std::string::npos || end == std::string::npos)
            return;
        const std::string path = line.substr(begin + 3, end - begin - 3), name = fs::path(path).filename().string();
        if (std::none_of(std::begin(ofTheHost), std::end(ofTheHost),
                         [&](const char* one) { return name.starts_with(one); }))
            libraries.push_back(path);
    };
    runProcess("/usr/bin/env", {"ldd", program}, hear, progress);
    return libraries;
}

// All of a folder in one file.
std::string packed(const std::string& folder, const JobFolder& to, Progress& progress)
{
    std::string file = to.file("files.tar");
    const ProcessResult result = runProcess(
        "/usr/bin/env", {"tar", "-C", folder, "-chf", file, "."}, [](const std::string&) {}, progress);
    if (result.exitStatus != 0 || result.signal != 0)
        throw Error(ErrorKind::Device, "tar " + endText(result));
    return file;
}

// As a file there is called: what a shell or another system could take for something else is left out.
std::string plainName(const std::string& file)
{
    std::string name = fs::path(file).filename().string();
    std::replace_if(
        name.begin(), name.end(),
        [](unsigned char c) { return !(c < 128 && std::isalnum(c)) && c != '.' && c != '-' && c != '_'; }, '_');
    return name.front() == '.' || name.front() == '-' ? "_" + name : name;
}

} // namespace

std::string RemoteFiles::root(Progress& progress)
{
    const std::lock_guard lock(m_mutex);
    if (m_root.empty()) {
        std::string said = m_host.said("r=\"${XDG_CACHE_HOME:-$HOME/.cache}/sparsescope\"; umask 077; "
                                       "mkdir -p \"$r/files\" \"$r/jobs\" \"$r/workers\" && cd \"$r\" && "
                                       "find files jobs workers -mindepth 1 -maxdepth 1 -mtime +30 -exec rm -rf {} +; "
                                       "pwd",
                                       progress);
        said.erase(said.find_last_not_of('\n') + 1);
        m_root = said.substr(said.rfind('\n') + 1); // what a login says comes before
    }
    return m_root;
}

std::string RemoteFiles::worker(Progress& progress)
{
    const std::string at = root(progress);
    const std::lock_guard lock(m_mutex);
    if (!m_worker.empty())
        return m_worker;
    const std::optional<std::string> here = workerHere();
    const std::string key = here ? hashOfFile(*here) : "none";
    const std::string copy = fmt::format("{}/workers/{}/run", at, key);
    std::vector<std::string> said;
    m_host.run(
        fmt::format("w=\"${{SPARSESCOPE_WORKER:-$(command -v sparsescope-gpu)}}\"; echo \"at $w\"; "
                    "[ -n \"$w\" ] && \"$w\" --version 2>&1 | sed 's/^/is /'; echo \"on $(uname -sm)\"; "
                    "[ -x {0} ] && echo 'has it' && touch {1}",
                    shellQuoted(copy), shellQuoted(fs::path(copy).parent_path().string())),
        [&](const std::string& line) { said.push_back(line); }, progress);
    const auto after = [&](std::string_view word) {
        for (const std::string& line : said)
            if (line.starts_with(word))
                return line.substr(word.size());
        return std::string();
    };
    const std::string found = after("at "), foundIs = after("is "), ours = std::string("sparsescope-gpu ") + version();
    if (!found.empty() && foundIs == ours)
        return m_worker = shellQuoted(found);
    const std::string has = found.empty() ? "has no sparsescope-gpu" : fmt::format("has {}", foundIs);
    if (!here)
        throw Error(ErrorKind::Device, fmt::format("{} {}, and this program, {}, has none to send: install the same "
                                                   "version on both",
                                                   m_host.name(), has, ours));
    if (after("on ") != systemHere())
        throw Error(ErrorKind::Device, fmt::format("{} {} and runs {}, where that of this machine, {}, cannot: install "
                                                   "{} there",
                                                   m_host.name(), has, after("on "), systemHere(), ours));
    if (after("has ") != "it")
        sendWorker(*here, key, progress);
    if (!found.empty())
        m_note = fmt::format("{} {}: that of this program, {}, was sent there", m_host.name(), has, version());
    return m_worker = shellQuoted(copy);
}

bool RemoteFiles::reached()
{
    const std::lock_guard lock(m_mutex);
    return !m_root.empty();
}

std::string RemoteFiles::takeNote()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_note, {});
}

void RemoteFiles::sendWorker(const std::string& program, const std::string& key, Progress& progress)
{
    const JobFolder folder, archive;
    const fs::path to = folder.path(), resources = to / "share/sparsescope";
    for (const fs::path& made : {to / "bin", to / "lib", resources})
        fs::create_directories(made);
    fs::copy_file(program, to / "bin/sparsescope-gpu");
    for (const std::string& library : librariesOf(program, progress))
        fs::copy_file(library, to / "lib" / fs::path(library).filename());
    fs::copy(resourcePath("calibrations"), resources / "calibrations");
    writeText((to / "run").string(), "#!/bin/sh\nhere=${0%/*}\n"
                                     "LD_LIBRARY_PATH=$here/lib:$LD_LIBRARY_PATH:/usr/local/cuda/lib64\n"
                                     "export LD_LIBRARY_PATH\nexec \"$here/bin/sparsescope-gpu\" \"$@\"\n");
    fs::permissions(to / "run", fs::perms::owner_all);
    m_host.send(
        packed(folder.path(), archive, progress),
        fmt::format("cd {}/workers && p={}.$$ && mkdir $p && tar -C $p -xf - && {{ mv -T $p {} || rm -rf $p; }}",
                    shellQuoted(m_root), key, key),
        "sending sparsescope-gpu to " + m_host.name(), progress);
}

// Others may send the same at this time: each has a place of its own, and the first one's is kept. Returns where it
// lies there, seen from a job's folder.
std::string RemoteFiles::sendShared(const std::string& file, const std::string& key, Progress& progress)
{
    const std::string folder = fmt::format("{}/files/{}", root(progress), key);
    const std::lock_guard lock(m_mutex); // what two ask for is sent once
    std::string& there = m_shared[key];
    if (there.empty())
        m_host.run(
            fmt::format("cd {} 2>/dev/null && touch . && ls", shellQuoted(folder)),
            [&](const std::string& line) { there = there.empty() ? line : there; }, progress);
    if (there.empty()) {
        const std::string name = plainName(file);
        m_host.send(
            file,
            fmt::format("d={0}; p=\"$d.$$\"; f=\"$p/{1}\"; mkdir -p \"$p\" && cat > \"$f\" && "
                        "if [ $(wc -c < \"$f\") -eq {2} ]; then mv -T \"$p\" \"$d\" || rm -rf \"$p\"; else rm -rf "
                        "\"$p\"; exit 1; fi", // a connection that is cut looks like the file's end
                        shellQuoted(folder), name, fs::file_size(file)),
            fmt::format("sending {} to {}", fs::path(file).filename().string(), m_host.name()), progress);
        there = name;
    }
    return fmt::format("../../files/{}/{}", key, there);
}

void RemoteFiles::sendJob(const JobFolder& folder, const std::string& id, const Matrix* matrix, const std::string& then,
                          Progress& progress)
{
    const JobFolder archive, shared;
    const fs::path staged = archive.file("job");
    fs::copy(folder.path(), staged, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    if (const fs::path file = staged / "job.json"; fs::exists(file)) {
        json job = parseJson(readText(file.string()), {.file = file.string()});
        for (const char* member : {"matrix", "masks"}) {
            if (!job.contains(member))
                continue;
            auto [local, part] = splitPath((fs::path(folder.path()) / job.at(member).get<std::string>()).string());
            const bool alone = matrix && part.empty(); // whatever file holds it
            if (const std::string start = readStart(local, 512); matrix && (isMat(start) || isHdf5(start))) {
                // Read by a program of its own, which is not sent.
                const std::string plain = shared.file("matrix.npz");
                writeMatrix(*matrix, plain, {}, progress);
                std::tie(local, part) = std::pair(plain, std::string());
            }
            job[member] = sendShared(fs::canonical(local).string(),
                                     alone ? matrix->fingerprint().text() : hashOfFile(local), progress) +
                          (part.empty() ? "" : "#" + part);
            std::error_code ignored; // it may lie elsewhere
            fs::remove(staged / fs::path(local).filename(), ignored);
        }
        if (job.contains("baselines"))
            for (json& baseline : job["baselines"])
                if (const std::string kernel = userKernelFile(baseline.get<std::string>()); !kernel.empty()) {
                    const std::string there = sendShared(fs::canonical(kernel).string(), hashOfFile(kernel), progress);
                    baseline = fmt::format("{}{}/jobs/{}/{}", userKernelPrefix, root(progress), id, there);
                }
        writeText(file.string(), jsonText(job, 2));
    }
    m_host.send(packed(staged.string(), archive, progress),
                fmt::format("d={}; mkdir -p \"$d\" && cd \"$d\" && tar -xf - && {}", folderOf(id, progress), then),
                "sending the job to " + m_host.name(), progress);
}

std::string RemoteFiles::folderOf(const std::string& id, Progress& progress)
{
    return shellQuoted(fmt::format("{}/jobs/{}", root(progress), id));
}

} // namespace sparsescope
