// The session file that a window has open, so that windows on one file know of each other and none writes over what
// another saved.
#pragma once

#include "engine/session/recovery.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

namespace sparsescope::session {

// Of one file at a time; every function may be called from any thread. Windows of this user on this machine are told
// apart by locks in a folder of theirs; where that cannot be made nobody is known to have the file open.
class Claim {
public:
    // Which file stands under a name; zeros where there is none.
    struct Stamp {
        std::uint64_t device = 0, inode = 0;
        std::int64_t bytes = 0, seconds = 0, nanoseconds = 0;
        bool operator==(const Stamp&) const = default;
    };
    static Stamp stampOf(const std::string& file);

    // Read when it was this one.
    void take(const std::string& file, const Stamp& stamp);
    void release();
    // Another window had it open first.
    bool shared() const;

    // Calls write() unless another window has saved the file since it was taken, or has another file of that name open,
    // and takes it. Throws Error(Input), and what write() throws.
    template <class Write>
    void save(const std::string& file, const Write& write)
    {
        const std::scoped_lock saving(m_saving);
        requireOwn(file);
        write();
        take(file, stampOf(file));
    }

private:
    void requireOwn(const std::string& file) const;

    std::mutex m_saving;
    mutable std::mutex m_mutex; // of what follows
    std::string m_file;
    Stamp m_stamp;
    std::unique_ptr<FileLock> m_lock;
    bool m_shared = false;
};

} // namespace sparsescope::session
