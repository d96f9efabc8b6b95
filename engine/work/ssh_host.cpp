#include "engine/work/ssh_host.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;

// What ssh itself ends with; no script of ours does.
constexpr int ofSsh = 255;
constexpr const char* greeting = "sparsescope: connected";

std::string socketIn(const std::string& folder)
{
    return folder + "/s"; // short: a socket's name has at most 107 bytes
}

std::vector<std::string> commandFor(const std::string& folder, const std::string& host, const std::string& script,
                                    bool first)
{
    std::vector<std::string> all = {"ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=15"};
    for (const char* option : {"ServerAliveInterval=5", "ServerAliveCountMax=3", "ControlPersist=no"})
        all.insert(all.end(), {"-o", option});
    all.insert(all.end(), {"-o", first ? "ControlMaster=yes" : "ControlMaster=no", "-S", socketIn(folder)});
    // Whatever shell the user has there, the script is of sh.
    all.insert(all.end(), {"--", host, "exec sh -c " + shellQuoted(script)});
    return all;
}

std::string reasonOf(const ProcessResult& result)
{
    if (result.exitStatus == 127 && result.standardError.find("env:") != std::string::npos)
        return "there is no ssh here: install OpenSSH's client";
    const std::string last = lastLine(result.standardError);
    return last.empty() ? endText(result) : last.substr(0, last.find_last_not_of('\r') + 1);
}

} // namespace

std::string shellQuoted(std::string_view text)
{
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

SshHost::SshHost(std::string name) : m_name(std::move(name))
{
    const bool strange =
        std::any_of(m_name.begin(), m_name.end(), [](unsigned char c) { return c <= ' ' || c == 127; });
    if (m_name.empty() || m_name.front() == '-' || strange)
        failUsage(fmt::format("\"{}\" is no host as ssh names them", m_name));
    std::string folder = (fs::temp_directory_path() / "sparsescope-ssh-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr)
        failInput(std::strerror(errno), {.file = folder});
    m_folder = folder;
}

SshHost::~SshHost()
{
    m_connection.reset();
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
}

// The first one stays, and the others go through it, so that whoever is asked to allow a key is asked once.
void SshHost::connect(Progress& progress)
{
    const std::lock_guard lock(m_mutex);
    if (m_connection && fs::exists(socketIn(m_folder)))
        return;
    m_connection.reset();
    std::error_code ignored;
    fs::remove(socketIn(m_folder), ignored);
    progress.report("connecting to " + m_name, -1);
    const std::string stay = fmt::format("echo {} && exec cat > /dev/null", shellQuoted(greeting));
    auto connection = std::make_unique<ChildProcess>("/usr/bin/env", commandFor(m_folder, m_name, stay, true));
    const auto isNoGreeting = [](const std::string& line) { return line != greeting; };
    if (!connection->listen(isNoGreeting, progress)) {
        const ProcessResult end = connection->wait([](const std::string&) {}, progress);
        const std::string reason = fmt::format("{} cannot be reached: {}", m_name, reasonOf(end));
        if (m_connected)
            throw ConnectionLost(reason);
        throw Error(ErrorKind::Device, reason);
    }
    m_connection = std::move(connection);
    m_connected = true;
}

std::unique_ptr<ChildProcess> SshHost::child(const std::string& script, const ProcessFiles& files, Progress& progress)
{
    connect(progress);
    return std::make_unique<ChildProcess>("/usr/bin/env", commandFor(m_folder, m_name, script, false), files);
}

ProcessResult SshHost::ended(ChildProcess& child, const std::function<void(const std::string&)>& onLine,
                             Progress& progress)
{
    ProcessResult result = child.wait(onLine, progress);
    if (result.exitStatus != ofSsh && result.signal == 0)
        return result;
    const std::lock_guard lock(m_mutex);
    m_connection.reset();
    throw ConnectionLost(fmt::format("the connection to {} was lost: {}", m_name, reasonOf(result)));
}

ProcessResult SshHost::run(const std::string& script, const std::function<void(const std::string&)>& onLine,
                           Progress& progress)
{
    const auto one = child(script, {}, progress);
    one->endInput();
    return ended(*one, onLine, progress);
}

bool SshHost::listen(const std::string& script, const std::function<bool(const std::string&)>& onLine,
                     Progress& progress)
{
    const auto one = child(script, {}, progress);
    one->endInput();
    if (one->listen(onLine, progress))
        return true;
    ended(
        *one, [](const std::string&) {}, progress);
    return false;
}

std::string SshHost::said(const std::string& script, Progress& progress)
{
    std::string text;
    const ProcessResult result = run(
        script, [&](const std::string& line) { text += line + "\n"; }, progress);
    if (result.exitStatus != 0)
        throw Error(ErrorKind::Device, fmt::format("{}: {}", m_name, reasonOf(result)));
    return text;
}

void SshHost::send(const std::string& file, const std::string& script, const std::string& what, Progress& progress)
{
    std::error_code ignored;
    const auto bytes = static_cast<double>(std::max<std::uintmax_t>(1, fs::file_size(file, ignored)));
    const auto one = child(script, {.input = file, .output = {}}, progress);
    one->onTick([&] { progress.report(what, std::min(1.0, static_cast<double>(one->moved()) / bytes)); });
    if (const ProcessResult result = ended(
            *one, [](const std::string&) {}, progress);
        result.exitStatus != 0)
        throw Error(ErrorKind::Device, fmt::format("{}: {}", m_name, reasonOf(result)));
}

void SshHost::fetch(const std::string& file, const std::string& script, std::int64_t bytes, const std::string& what,
                    Progress& progress)
{
    const auto one = child(script, {.input = {}, .output = file}, progress);
    one->endInput();
    one->onTick([&] {
        progress.report(what,
                        bytes > 0 ? std::min(1.0, static_cast<double>(one->moved()) / static_cast<double>(bytes)) : -1);
    });
    if (const ProcessResult result = ended(
            *one, [](const std::string&) {}, progress);
        result.exitStatus != 0)
        throw Error(ErrorKind::Device, fmt::format("{}: {}", m_name, reasonOf(result)));
}

std::unique_ptr<ChildProcess> SshHost::start(const std::string& script, Progress& progress)
{
    return child(script, {}, progress);
}

} // namespace sparsescope
