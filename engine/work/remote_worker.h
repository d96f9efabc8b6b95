// The worker of another machine, by ssh.
#pragma once

#include "engine/work/worker.h"

#include <memory>
#include <string>

namespace sparsescope {

// Runs jobs by sparsescope-gpu on a host as ssh knows it: the one that is found there where it is of this version, else
// a copy of the one here with the libraries that it needs, which stays in the host's ~/.cache/sparsescope. So do
// matrices, each sent once, a month after they were last used. A job goes on while the connection is cut, which is
// tried again for two minutes; whoever cancels it ends it there too. Throws Error(Usage) for what no host is called.
// Jobs may run on several threads.
std::shared_ptr<Worker> remoteWorker(const std::string& host);

// The worker of a host; of an empty name this machine's.
std::shared_ptr<Worker> workerOn(const std::string& host);

} // namespace sparsescope
