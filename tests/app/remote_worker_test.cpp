// Jobs on another machine: a script stands in for ssh, one for the worker there, and where there is an sshd, it too.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/version.h"
#include "engine/io/reader.h"
#include "engine/search/request.h"
#include "engine/session/session.h"
#include "engine/work/remote_worker.h"
#include "tests/app/cli_run.h"
#include "tests/engine/plan_fixtures.h"
#include "tests/engine/session_fixtures.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <thread>
#include <unistd.h>

using namespace sparsescope;
namespace fs = std::filesystem;

namespace {

const std::string smallMatrix = sourceFile("samples/figure1.mtx");

void writeScript(const std::string& file, const std::string& body)
{
    writeText(file, "#!/bin/sh\n" + body + "\n");
    fs::permissions(file, fs::perms::owner_all);
}

// A variable of the environment, for a while.
class Setting {
public:
    Setting(const char* name, const std::string& value) : m_name(name)
    {
        if (const char* before = std::getenv(name))
            m_before = before;
        setenv(name, value.c_str(), 1);
    }
    ~Setting()
    {
        if (m_before)
            setenv(m_name, m_before->c_str(), 1);
        else
            unsetenv(m_name);
    }

private:
    const char* m_name;
    std::optional<std::string> m_before;
};

// A host by a program ssh that runs what it is asked on this machine, with a home of its own. It notes each command,
// and cuts the next one whose text holds what the file `cut` does.
class Host {
public:
    Host()
    {
        fs::create_directory(m_folder / "bin");
        writeScript(
            m_folder / "bin/ssh",
            fmt::format(
                "here='{0}'\nwhile [ \"$1\" != -- ]; do [ \"$1\" = -S ] && socket=$2; [ \"$2\" = "
                "ControlMaster=yes ] && first=1; shift; done\n"
                "[ \"$2\" = gone ] && {{ echo 'ssh: Could not resolve hostname gone' >&2; exit 255; }}\n"
                "[ -n \"$first\" ] && : > \"$socket\"\n"
                "printf '%s\\n' \"$3\" >> \"$here/asked\"\n"
                "export XDG_CACHE_HOME=\"$here/cache\" SPARSESCOPE_WORKER=\"$here/worker\"\n"
                "[ -e \"$here/worker\" ] || SPARSESCOPE_WORKER=\n"
                "[ -e \"$here/cut\" ] && printf '%s' \"$3\" | grep -qF -f \"$here/cut\" && cut=1\n"
                "case $cut$3 in 1*'cat > '*) rm \"$here/cut\"; head -c 10 | sh -c \"$3\"; echo 'Connection reset' "
                ">&2; exit 255;; esac\n"
                "exec 4<&0\nsetsid sh -c \"$3\" <&4 4<&- & group=$!\nexec 4<&-\n"
                "trap 'kill -s TERM -- -$group' TERM\n"
                "[ -z \"$cut\" ] || {{ rm \"$here/cut\"; sleep 0.2; kill -s TERM -- -$group; "
                "echo 'Connection reset' >&2; exit 255; }}\nwait $group",
                m_folder / ""));
        m_path.emplace("PATH", m_folder / "bin:" + std::string(std::getenv("PATH")));
        m_worker.emplace("SPARSESCOPE_WORKER", m_folder / "none");
    }

    std::string operator/(const std::string& name) const { return m_folder / name; }
    // That answers a job with this session, after saying what it does for a while; it stops when it is asked to.
    void install(const session::Session& answer, const std::string& is = version(), const char* name = "worker") const
    {
        session::writeSession(answer, m_folder / "answer.sscope");
        writeScript(m_folder / name,
                    fmt::format("case \"$1\" in\n--version) echo 'sparsescope-gpu {0}';;\n"
                                "probe) echo '{{\"devices\":[{{\"id\":0,\"name\":\"GPU A\",\"status\":\"\"}}]}}';;\n"
                                "run) cp job.json '{1}job.json'; trap 'touch {1}stopped; exit 130' TERM\n"
                                "  for i in 1 2 3 4; do echo '{{\"message\":\"'step $i'\"}}'; sleep 0.1; done\n"
                                "  cp '{1}answer.sscope' result.sscope;;\nesac",
                                is, m_folder / ""));
    }
    std::size_t asked(const std::string& words) const
    {
        const std::vector<std::string> lines = linesOf(readText(m_folder / "asked"));
        return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
            return line.find(words) != std::string::npos;
        }));
    }
    void cutWhere(const std::string& words) const { writeText(m_folder / "cut", words); }
    std::vector<std::string> jobs() const
    {
        std::vector<std::string> all;
        for (const auto& job : fs::directory_iterator(m_folder / "cache/sparsescope/jobs"))
            all.push_back(job.path().filename());
        return all;
    }

private:
    TemporaryFolder m_folder;
    std::optional<Setting> m_path, m_worker;
};

GpuJob figure1Job()
{
    const MatrixPtr matrix = readMatrix(smallMatrix, noProgress());
    SearchRequest request;
    request.planner = "hyb";
    return {matrix, {std::make_shared<const Plan>(searchPlan(*matrix, request, noProgress()).plan)}, {}};
}

session::Session answerTo(const GpuJob& job)
{
    session::Session session;
    session.matrix = job.matrix;
    session.plans.push_back({*job.plans.front(), {}});
    session.runs.push_back({0, inventedProfile(*job.plans.front(), 7)});
    return session;
}

} // namespace

TEST_CASE("a job on a host gives what its worker gives, and leaves nothing there but the matrix, which is sent once")
{
    const Host host;
    const GpuJob job = figure1Job();
    host.install(answerTo(job));
    const auto worker = remoteWorker("gpu");
    CHECK(worker->devices(noProgress()).at(0).name == "GPU A");
    std::vector<std::string> messages;
    for (int run = 1; run <= 2; ++run) {
        messages.clear();
        const session::Session session =
            worker->run(job, noProgress(), [&](const std::string& message) { messages.push_back(message); });
        REQUIRE(session.runs.size() == 1);
        CHECK(session.runs[0].profile.kernel.medianNs == inventedProfile(*job.plans.front(), 7).kernel.medianNs);
        CHECK(session.matrix == job.matrix);
        CHECK(messages.size() == 4);
        CHECK(host.jobs().empty());
    }
    CHECK(host.asked("figure1.mtx") == 1);
    const std::string asked = readText(host / "job.json");
    CHECK_THAT(asked, Catch::Contains("../../files/" + job.matrix->fingerprint().text() + "/figure1.mtx"));
    CHECK(readText(host / "cache/sparsescope/files/" + job.matrix->fingerprint().text() + "/figure1.mtx") ==
          readText(smallMatrix));
}

TEST_CASE("a job goes on where the connection to its host is cut, whatever is done at that time")
{
    const Host host;
    const GpuJob job = figure1Job();
    host.install(answerTo(job));
    for (const char* step : {"figure1.mtx", "tail -s", "cat '"}) {
        INFO(step);
        fs::remove_all(host / "cache");
        fs::remove(host / "asked");
        host.cutWhere(step);
        std::vector<std::string> messages;
        const session::Session session = remoteWorker("gpu")->run(
            job, noProgress(), [&](const std::string& message) { messages.push_back(message); });
        CHECK_FALSE(fs::exists(host / "cut"));
        CHECK(session.runs.size() == 1);
        CHECK(readText(host / ("cache/sparsescope/files/" + job.matrix->fingerprint().text() + "/figure1.mtx")) ==
              readText(smallMatrix));
        CHECK(messages == std::vector<std::string>{"step 1", "step 2", "step 3", "step 4"});
        CHECK(host.jobs().empty());
    }
}

TEST_CASE("a job that is cancelled ends on its host too")
{
    const Host host;
    const GpuJob job = figure1Job();
    host.install(answerTo(job));
    Progress progress;
    CHECK_THROWS_WITH(remoteWorker("gpu")->run(job, progress, [&](const std::string&) { progress.cancel(); }),
                      "cancelled");
    for (int i = 0; i < 200 && !fs::exists(host / "stopped"); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    CHECK(fs::exists(host / "stopped"));
    CHECK(host.jobs().empty());
}

TEST_CASE("a host without a worker of this version is sent that of this machine, or it is said what there is")
{
    const Host host;
    const TemporaryFolder folder;
    const GpuJob job = figure1Job();
    const std::vector<std::string> profile = {"profile",   smallMatrix, "--planner",        "hyb", "--host", "gpu",
                                              "--no-tune", "-o",        folder / "r.sscope"};
    const std::string ours = fmt::format("this program, sparsescope-gpu {}, has none to send", version());
    checkFails(profile, 3, "gpu has no sparsescope-gpu, and " + ours);
    host.install(answerTo(job), "0.0.1");
    checkFails(profile, 3, "gpu has sparsescope-gpu 0.0.1, and " + ours);

    host.install(answerTo(job), version(), "own");
    const Setting own("SPARSESCOPE_WORKER", host / "own");
    std::vector<std::string> messages;
    const auto hear = [&](const std::string& message) { messages.push_back(message); };
    CHECK(remoteWorker("gpu")->run(job, noProgress(), hear).runs.size() == 1);
    REQUIRE(messages.size() == 5);
    CHECK(messages[0] ==
          fmt::format("gpu has sparsescope-gpu 0.0.1: that of this program, {}, was sent there", version()));
    CHECK(remoteWorker("gpu")->run(job, noProgress(), hear).runs.size() == 1);
    CHECK(host.asked("workers && ") == 1); // once
    std::size_t calibrations = 0;          // with what the worker reads
    for (const auto& copy : fs::directory_iterator(host / "cache/sparsescope/workers"))
        calibrations += fs::exists(copy.path() / "share/sparsescope/calibrations/h200.json") ? 1 : 0;
    CHECK(calibrations == 1);
}

TEST_CASE("two that send the same worker and matrix at once both run")
{
    const Host host;
    const GpuJob job = figure1Job();
    host.install(answerTo(job), version(), "own");
    const Setting own("SPARSESCOPE_WORKER", host / "own");
    std::vector<std::string> ends(3);
    {
        std::vector<std::jthread> threads;
        for (std::string& end : ends)
            threads.emplace_back([&] {
                try {
                    end = std::to_string(remoteWorker("gpu")->run(job, noProgress(), {}).runs.size());
                } catch (const Error& error) {
                    end = error.what();
                }
            });
    }
    CHECK(ends == std::vector<std::string>{"1", "1", "1"});
    for (const char* kept : {"workers", "files"})
        CHECK(std::distance(fs::directory_iterator(host / ("cache/sparsescope/" + std::string(kept))), {}) == 1);
}

TEST_CASE("hosts that cannot be reached or are none")
{
    const Host host;
    const TemporaryFolder folder;
    const auto profile = [&](const std::string& name) {
        return std::vector<std::string>{"profile",        smallMatrix, "--planner", "hyb",
                                        "--host=" + name, "-o",        folder / "r"};
    };
    checkFails(profile("gone"), 3, "gone cannot be reached: ssh: Could not resolve hostname gone");
    checkFails(profile("-oProxyCommand=x"), 1, "\"-oProxyCommand=x\" is no host as ssh names them");
    checkFails(profile("a b"), 1, "\"a b\" is no host");
    CHECK_FALSE(fs::exists(folder / "r"));
}

TEST_CASE("a job by OpenSSH's own client and server")
{
    const std::string sshd = "/usr/sbin/sshd";
    if (!fs::exists(sshd))
        skipTest("there is no sshd here");
    const Host host;
    const TemporaryFolder folder;
    const GpuJob job = figure1Job();
    host.install(answerTo(job));
    const auto shell = [&](const std::string& script) {
        std::string out;
        const ProcessResult result = runProcess(
            "/bin/sh", {"-c", "cd '" + (folder / "") + "' && " + script}, [&](const std::string& line) { out += line; },
            noProgress());
        INFO(result.standardError);
        REQUIRE(result.exitStatus == 0);
        return out;
    };
    const int port = 20000 + ::getpid() % 20000;
    shell(
        fmt::format("for k in host user; do ssh-keygen -q -t ed25519 -N '' -f $k; done; cp user.pub authorized; "
                    "printf 'Port {0}\\nListenAddress 127.0.0.1\\nHostKey %s/host\\nAuthorizedKeysFile %s/authorized\\n"
                    "PidFile none\\nStrictModes no\\nUsePAM no\\nSetEnv XDG_CACHE_HOME={1} "
                    "SPARSESCOPE_WORKER={2}\\n' \"$PWD\" \"$PWD\" > server; "
                    "printf 'Host gpu\\nHostName 127.0.0.1\\nPort {0}\\nIdentityFile %s/user\\n"
                    "StrictHostKeyChecking no\\nUserKnownHostsFile %s/known\\nLogLevel ERROR\\n' \"$PWD\" \"$PWD\" > "
                    "client",
                    port, host / "cache", host / "worker"));
    if (::getuid() == 0)
        fs::create_directories("/run/sshd"); // which sshd asks for
    ChildProcess server(sshd, {"-D", "-f", folder / "server"});
    writeScript(host / "bin/ssh", fmt::format("exec /usr/bin/ssh -F '{}' \"$@\"", folder / "client"));
    std::optional<session::Session> session;
    for (int i = 0; i < 50 && !session; ++i)
        try {
            session = remoteWorker("gpu")->run(job, noProgress());
        } catch (const Error& error) { // it does not listen yet
            INFO(error.what());
            REQUIRE(i < 49);
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
    CHECK(session->runs.size() == 1);
    CHECK(host.jobs().empty());
}
