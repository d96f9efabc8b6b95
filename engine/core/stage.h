// A part of a job's progress: its own 0 to 1 becomes a piece of the whole, and the whole's cancellation reaches it.
#pragma once

#include "engine/core/progress.h"

namespace sparsescope {

class Stage {
public:
    Stage(Progress& whole, double begin, double end)
        : m_part(whole, [&whole, begin, end](std::string_view what, double done) {
              whole.report(what, done < 0 ? begin : begin + (end - begin) * done);
          })
    {
        whole.check();
    }
    Progress& progress() { return m_part; }

private:
    Progress m_part;
};

} // namespace sparsescope
