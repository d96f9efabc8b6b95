#include "engine/core/progress.h"

#include "engine/core/error.h"

namespace sparsescope {

void Progress::report(std::string_view what, double done)
{
    if (!m_sink || m_busy.test_and_set(std::memory_order_acquire))
        return; // somebody else reports right now: theirs is as good
    if (what != m_what || done >= m_done + 0.005 || done < m_done) {
        m_what = what;
        m_done = done;
        m_sink(what, done);
    }
    m_busy.clear(std::memory_order_release);
}

void Progress::check() const
{
    if (cancelled())
        throw Error(ErrorKind::Cancelled, "cancelled");
}

Progress& noProgress()
{
    static Progress none;
    return none;
}

} // namespace sparsescope
