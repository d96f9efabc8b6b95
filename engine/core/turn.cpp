#include "engine/core/turn.h"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

namespace sparsescope {

// Another user's file in a shared folder can be opened, but not with O_CREAT; read access is enough for a lock.
Turn::Turn(const std::string& file) : m_file(open(file.c_str(), O_RDONLY | O_CLOEXEC))
{
    if (m_file < 0)
        m_file = open(file.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, 0666);
}

Turn::~Turn()
{
    if (m_file >= 0)
        close(m_file); // and with it the lock
}

void Turn::take(Progress& progress, const std::string& waiting, double done)
{
    if (m_held || m_file < 0)
        return;
    while (flock(m_file, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return; // a file system without locks
        progress.report(waiting, done);
        progress.check();
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    m_held = true;
}

void Turn::leave()
{
    if (m_held)
        flock(m_file, LOCK_UN);
    m_held = false;
}

} // namespace sparsescope
