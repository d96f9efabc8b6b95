// What a host keeps of ours: the worker, matrices by what is in them, and a folder for each job.
#pragma once

#include "engine/core/progress.h"
#include "engine/work/ssh_host.h"
#include "engine/work/worker_process.h"

#include <map>
#include <mutex>
#include <string>

namespace sparsescope {

class Matrix;

// Calls may come from several threads. Besides what SshHost throws, Error(Device) where the host cannot work for this
// program, each with what to do.
class RemoteFiles {
public:
    explicit RemoteFiles(SshHost& host) : m_host(host) {}

    // How the worker is started there, in a script; sent where the host has none of this version.
    std::string worker(Progress& progress);
    // What there is to tell about the worker; once.
    std::string takeNote();

    // Sends what lies in a job's folder, under a name of its own, and does `then` in it, a script; what job.json says
    // of a matrix, masks or kernels that lie elsewhere is sent once and called there as it is there. The matrix, where
    // there is one, is what its file holds.
    void sendJob(const JobFolder& folder, const std::string& id, const Matrix* matrix, const std::string& then,
                 Progress& progress);
    bool reached();                                                  // it has a place for jobs
    std::string folderOf(const std::string& id, Progress& progress); // a word of a script

private:
    std::string root(Progress& progress);
    void sendWorker(const std::string& program, const std::string& key, Progress& progress);
    std::string sendShared(const std::string& file, const std::string& key, Progress& progress);

    SshHost& m_host;
    std::mutex m_mutex;
    std::string m_root, m_worker, m_note;
    std::map<std::string, std::string> m_shared; // names by keys, of what is known to be there
};

} // namespace sparsescope
