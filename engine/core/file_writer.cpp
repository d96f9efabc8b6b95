// Writing files: whole or not at all, also where the process is killed or the disk is full.
#include "engine/core/error.h"
#include "engine/core/files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <mutex>
#include <set>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void failWriting(const std::string& path, int reason)
{
    failInput(fmt::format("cannot write: {}", std::strerror(reason)), {.file = path});
}

// Temporary files are called ".", 16 digits that nobody can foretell, and this.
constexpr std::string_view ending = ".sparsescope-part";
constexpr std::size_t digits = 16;

bool isTemporary(const std::string& name)
{
    return name.size() == 1 + digits + ending.size() && name[0] == '.' && name.ends_with(ending) &&
           name.find_first_not_of("0123456789abcdef", 1) == 1 + digits;
}

std::string temporaryName()
{
    std::uint64_t number = 0;
    while (::getrandom(&number, sizeof number, 0) != sizeof number) {
    }
    return fmt::format(".{:016x}{}", number, ending);
}

bool sameFile(const struct stat& a, const struct stat& b)
{
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// It still is the file of this name.
bool hasName(int descriptor, const fs::path& path)
{
    struct stat opened {
    }, named{};
    return ::fstat(descriptor, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 && sameFile(opened, named);
}

enum class Lock { Taken, Busy, Impossible };

// Whether nobody else writes the file. Over a network, flock() is made of the locks that SQLite takes, which would then
// wait for us: files there are neither locked nor swept.
Lock lock(int descriptor)
{
    constexpr std::uint32_t nfs = 0x6969, smb = 0xFF534D42, smb2 = 0xFE534D42;
    struct statfs system {};
    if (::fstatfs(descriptor, &system) != 0)
        return Lock::Impossible;
    const auto type = static_cast<std::uint32_t>(system.f_type);
    if (type == nfs || type == smb || type == smb2)
        return Lock::Impossible;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return Lock::Taken;
    return errno == EWOULDBLOCK ? Lock::Busy : Lock::Impossible;
}

void sweepOnce(const fs::path& folder)
{
    static std::mutex mutex;
    static std::set<fs::path> swept;
    std::error_code error;
    const fs::path whole = fs::absolute(folder, error);
    const std::lock_guard guard(mutex);
    if (!error && swept.insert(whole).second)
        removeLeftTemporaries(folder);
}

// Asking umask() would change it for other threads meanwhile.
mode_t usualMode()
{
    unsigned long taken = 022;
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("Umask:"))
            taken = std::strtoul(line.c_str() + 6, nullptr, 8);
    return static_cast<mode_t>(0666 & ~taken);
}

// A file beside the target, locked as long as it is written and for its owner alone until it is whole.
class Temporary {
public:
    Temporary(const fs::path& folder, const std::string& target) : m_target(target)
    {
        // Whoever sweeps may have taken it for a file that was left, before it was locked: then another.
        for (;;) {
            m_path = folder / temporaryName();
            m_descriptor = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
            if (m_descriptor < 0 && errno == EEXIST)
                continue;
            if (m_descriptor < 0)
                failWriting(target, errno);
            if (lock(m_descriptor) != Lock::Busy && hasName(m_descriptor, m_path))
                return;
            ::close(m_descriptor);
        }
    }
    ~Temporary()
    {
        if (!m_renamed)
            ::unlink(m_path.c_str());
        ::close(m_descriptor);
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;

    const std::string& path() const { return m_path.native(); }

    // Mode and owner as far as we may give it away, then all of it on the disk, then its name.
    void become(const fs::path& file, mode_t mode, const struct stat* before)
    {
        if (before && ::fchown(m_descriptor, before->st_uid, before->st_gid) != 0 &&
            ::fchown(m_descriptor, static_cast<uid_t>(-1), before->st_gid) != 0)
            errno = 0; // it is the writer's
        ::fchmod(m_descriptor, mode);
        if (::fsync(m_descriptor) != 0 && errno != EINVAL)
            failWriting(m_target, errno);
        if (::rename(m_path.c_str(), file.c_str()) != 0)
            failWriting(m_target, errno);
        m_renamed = true;
        const int folder = ::open(m_path.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder >= 0) {
            ::fsync(folder); // where it fails, the file is there all the same
            ::close(folder);
        }
    }

private:
    std::string m_target;
    fs::path m_path;
    int m_descriptor = -1;
    bool m_renamed = false;
};

// The file that has the name in the end, there or not.
fs::path behindLinks(const std::string& path)
{
    constexpr int mostLinks = 40; // as the system follows
    fs::path file(path);
    for (int links = 0; links <= mostLinks; ++links) {
        std::error_code error;
        if (!fs::is_symlink(fs::symlink_status(file, error)))
            return file;
        const fs::path next = fs::read_symlink(file, error);
        if (error)
            failWriting(path, error.value());
        file = file.parent_path() / next;
    }
    failWriting(path, ELOOP);
}

} // namespace

void requirePrinted()
{
    errno = 0;
    const bool flushed = std::fflush(stdout) == 0 && std::cout.flush().good();
    if (!flushed || std::ferror(stdout) != 0) // here, or long ago
        failInput(fmt::format("standard output cannot be written{}{}", errno != 0 ? ": " : "",
                              errno != 0 ? std::strerror(errno) : ""));
}

void removeLeftTemporaries(const std::string& folder)
{
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const fs::path& path = entry->path();
        if (!isTemporary(path.filename().string()))
            continue;
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (descriptor < 0)
            continue;
        if (lock(descriptor) == Lock::Taken && hasName(descriptor, path))
            ::unlink(path.c_str());
        ::close(descriptor);
    }
}

void writeAtomically(const std::string& path, const std::function<void(const std::string&)>& write, Progress& progress,
                     Readers readers)
{
    struct stat before {};
    const bool replaces = ::stat(path.c_str(), &before) == 0;
    if (!replaces && errno != ENOENT)
        failWriting(path, errno);
    if (replaces && !S_ISREG(before.st_mode))
        failInput("is not a regular file: nothing is written over it", {.file = path});
    const fs::path file = behindLinks(path);
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    sweepOnce(folder);
    Temporary temporary(folder, path);
    try {
        write(temporary.path());
    } catch (const fs::filesystem_error& e) {
        failWriting(path, e.code().value());
    } catch (const Error& e) {
        if (e.where().file != temporary.path())
            throw;
        throw Error(e.kind(), e.reason(), {.file = path, .call = e.where().call});
    }
    progress.check();
    constexpr mode_t permissions = 0777, ownersOwn = 0600;
    temporary.become(file,
                     replaces                      ? before.st_mode & permissions
                     : readers == Readers::AsUsual ? usualMode()
                                                   : ownersOwn,
                     replaces ? &before : nullptr);
}

void writeText(const std::string& path, std::string_view text, Progress& progress, Readers readers)
{
    constexpr std::size_t piece = 4 << 20;
    writeAtomically(
        path,
        [&](const std::string& temporary) {
            const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CLOEXEC);
            if (descriptor < 0)
                failWriting(path, errno);
            int reason = 0;
            while (!text.empty() && reason == 0 && !progress.cancelled()) {
                const ssize_t written = ::write(descriptor, text.data(), std::min(piece, text.size()));
                if (written >= 0)
                    text.remove_prefix(static_cast<std::size_t>(written));
                else if (errno != EINTR)
                    reason = errno;
            }
            if (::close(descriptor) != 0 && reason == 0)
                reason = errno;
            if (reason != 0)
                failWriting(path, reason);
        },
        progress, readers);
}

void appendText(const std::string& path, std::string_view text)
{
    const int descriptor =
        ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, static_cast<mode_t>(0666));
    if (descriptor < 0)
        failWriting(path, errno);
    struct stat info {};
    const bool regular = ::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
    const ssize_t written = regular ? ::write(descriptor, text.data(), text.size()) : 0;
    const int reason = written < 0 ? errno : ENOSPC;
    ::close(descriptor);
    if (!regular)
        failInput("is not a regular file: nothing is appended to it", {.file = path});
    if (written != static_cast<ssize_t>(text.size()))
        failWriting(path, reason);
}

void writeSet(const std::string& folder, const std::function<void()>& write)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        failInput("the folder cannot be made: " + error.message(), {.file = folder});
    const std::string mark = (fs::path(folder) / "INCOMPLETE").string();
    writeText(mark, "Files of this folder are missing or older than the others: writing them was not finished.\n");
    write();
    fs::remove(mark, error);
    if (error)
        failInput("cannot be removed: " + error.message(), {.file = mark});
}

void makePrivateFolder(const std::string& folder)
{
    std::error_code error;
    const fs::path path(folder);
    if (path.has_parent_path())
        fs::create_directories(path.parent_path(), error);
    if (::mkdir(folder.c_str(), 0700) == 0)
        return;
    struct stat info {};
    if (errno != EEXIST || ::stat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode))
        failInput(fmt::format("the folder cannot be made: {}", std::strerror(errno)), {.file = folder});
    if (info.st_uid == ::geteuid() && (info.st_mode & 0077) != 0)
        ::chmod(folder.c_str(), 0700);
}

} // namespace sparsescope
