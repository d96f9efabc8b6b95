// Locks by the file's path, and stamps of what stands there.
#include "engine/session/claim.h"

#include "engine/core/error.h"
#include "engine/core/hash.h"

#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace sparsescope::session {

namespace {

namespace fs = std::filesystem;

// In the folder for temporary files anybody may put one of that name there: it is ours, or none.
std::string lockFolder()
{
    std::error_code error;
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    const fs::path base = runtime && *runtime ? fs::path(runtime) : fs::temp_directory_path(error);
    const std::string folder = (base / ("sparsescope-" + std::to_string(::getuid()))).string();
    ::mkdir(folder.c_str(), 0700);
    struct stat info {};
    const bool ours = ::lstat(folder.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == ::getuid();
    return ours ? folder : std::string();
}

// Null where another window has it, or where locks cannot be made: then `shared` is false.
std::unique_ptr<FileLock> lockOf(const std::string& file, bool& shared)
{
    shared = false;
    const std::string folder = lockFolder();
    if (folder.empty())
        return nullptr;
    std::error_code error;
    const std::string path = fs::weakly_canonical(file, error).string();
    try {
        auto lock = FileLock::tryLock(folder + "/session-" + hex64(hashArray(std::span<const char>(path))));
        shared = lock == nullptr;
        return lock;
    } catch (const Error&) {
        return nullptr;
    }
}

} // namespace

void Claim::take(const std::string& file, const Stamp& stamp)
{
    const std::scoped_lock now(m_mutex);
    if (file != m_file) {
        m_lock.reset();
        m_lock = lockOf(file, m_shared);
    }
    m_file = file;
    m_stamp = stamp;
}

void Claim::release()
{
    const std::scoped_lock now(m_mutex);
    m_file.clear();
    m_lock.reset();
    m_shared = false;
}

bool Claim::shared() const
{
    const std::scoped_lock now(m_mutex);
    return m_shared;
}

void Claim::requireOwn(const std::string& file) const
{
    const std::scoped_lock now(m_mutex);
    std::error_code ignored;
    bool shared = false;
    if (file != m_file)
        static_cast<void>(lockOf(file, shared)); // given back at once
    if (shared)
        failInput("is open in another window: save under another name", {.file = file});
    if (file == m_file && stampOf(file) != m_stamp && fs::exists(file, ignored))
        failInput("somebody else saved it since it was opened here: save under another name", {.file = file});
}

Claim::Stamp Claim::stampOf(const std::string& file)
{
    struct stat info {};
    if (::stat(file.c_str(), &info) != 0)
        return {};
    return {info.st_dev, info.st_ino, info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
}

} // namespace sparsescope::session
