// A machine that OpenSSH's client reaches: shell scripts and files by one connection. Hosts, keys and jumps are those
// of the user's own configuration; whoever has to type a password begins a shared connection of their own before.
#pragma once

#include "engine/core/error.h"
#include "engine/core/process.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace sparsescope {

// A connection that there was and is no more. The same call made again connects anew.
class ConnectionLost : public Error {
public:
    explicit ConnectionLost(std::string reason) : Error(ErrorKind::Device, std::move(reason)) {}
};

std::string shellQuoted(std::string_view text); // one word of a POSIX shell

// Scripts are of a POSIX shell. Calls may come from several threads. All but what they say throw Error(Device): no ssh
// here, no such host, not let in, with what ssh said; ConnectionLost; Error(Cancelled).
class SshHost {
public:
    // Throws Error(Usage) for what no host is called.
    explicit SshHost(std::string name);
    ~SshHost();

    const std::string& name() const { return m_name; }

    // Waits for the script's end. Its exit status and last words are in the result.
    ProcessResult run(const std::string& script, const std::function<void(const std::string& line)>& onLine,
                      Progress& progress);
    // The same until onLine returns false; then true, and the script is left alone. False: it ended by itself.
    bool listen(const std::string& script, const std::function<bool(const std::string& line)>& onLine,
                Progress& progress);
    // What the script prints; throws Error(Device) with its last words where it fails.
    std::string said(const std::string& script, Progress& progress);
    // The script reads the file, or writes it, as its standard input or output; `what` is reported with the share that
    // is done, of `bytes` where it is written. Throws Error(Device) where the script fails.
    void send(const std::string& file, const std::string& script, const std::string& what, Progress& progress);
    void fetch(const std::string& file, const std::string& script, std::int64_t bytes, const std::string& what,
               Progress& progress);
    // A script to talk to. Where the connection is cut it ends with status 255.
    std::unique_ptr<ChildProcess> start(const std::string& script, Progress& progress);

private:
    std::unique_ptr<ChildProcess> child(const std::string& script, const ProcessFiles& files, Progress& progress);
    void connect(Progress& progress);
    ProcessResult ended(ChildProcess& child, const std::function<void(const std::string& line)>& onLine,
                        Progress& progress);

    const std::string m_name;
    std::mutex m_mutex;
    std::string m_folder; // of the socket by which calls share the connection
    std::unique_ptr<ChildProcess> m_connection;
    bool m_connected = false; // once
};

} // namespace sparsescope
