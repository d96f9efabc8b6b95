// Child processes: output line by line, cancelling, and none left behind.
#include "engine/core/error.h"
#include "engine/core/process.h"
#include "engine/core/turn.h"
#include "tests/support/catch.h"

#include <cerrno>
#include <chrono>
#include <csignal>

using namespace sparsescope;

TEST_CASE("process: lines, exit status and the end of standard error come back")
{
    std::vector<std::string> lines;
    const ProcessResult result = runProcess(
        "/bin/sh", {"-c", "echo one; printf two; echo why >&2; exit 7"},
        [&](const std::string& line) { lines.push_back(line); }, noProgress());
    CHECK(lines == std::vector<std::string>{"one", "two"});
    CHECK(result.exitStatus == 7);
    CHECK(result.signal == 0);
    CHECK(result.standardError == "why\n");
}

TEST_CASE("process: a program that is not there is an error of the device kind")
{
    try {
        runProcess(
            "/nonexistent/worker", {}, [](const std::string&) {}, noProgress());
        FAIL("started");
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Device);
    }
}

TEST_CASE("process: cancelling ends the child soon")
{
    Progress progress;
    const auto begin = std::chrono::steady_clock::now();
    CHECK_THROWS_AS(
        runProcess(
            "/bin/sh", {"-c", "echo up; exec sleep 30"}, [&](const std::string&) { progress.cancel(); }, progress),
        Error);
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
}

TEST_CASE("process: a listener that throws leaves no child behind")
{
    pid_t child = 0;
    const auto listener = [&](const std::string& line) {
        child = std::stoi(line);
        throw Error(ErrorKind::Input, "enough");
    };
    CHECK_THROWS_WITH(runProcess("/bin/sh", {"-c", "echo $$; exec sleep 30"}, listener, noProgress()), "enough");
    REQUIRE(child > 0);
    CHECK((kill(child, 0) == -1 && errno == ESRCH));
}

TEST_CASE("process: a child is written to, more than a pipe holds, and may be answered line by line")
{
    const std::string much(1 << 20, 'x');
    ChildProcess cat("/bin/cat", {});
    cat.send(much + "\n");
    cat.send("end\n");
    cat.endInput();
    std::vector<std::string> lines;
    cat.wait([&](const std::string& line) { lines.push_back(line); }, noProgress());
    CHECK(lines == std::vector<std::string>{much, "end"});

    ChildProcess asking("/bin/sh", {"-c", "echo name?; read name; echo \"hello $name\"; read none || echo over"});
    lines.clear();
    const auto answer = [&](const std::string& line) {
        lines.push_back(line);
        if (line == "name?")
            asking.send("you\n");
        else
            asking.endInput();
    };
    CHECK(asking.wait(answer, noProgress()).exitStatus == 0);
    CHECK(lines == std::vector<std::string>{"name?", "hello you", "over"});
}

TEST_CASE("process: what a child does not read is no error, and a program without input reads its end at once")
{
    ChildProcess deaf("/bin/sh", {"-c", "exec <&-; echo deaf; exit 3"});
    deaf.send(std::string(1 << 20, 'x'));
    CHECK(deaf.wait([](const std::string&) {}, noProgress()).exitStatus == 3);
    CHECK(runProcess(
              "/bin/cat", {}, [](const std::string&) {}, noProgress())
              .exitStatus == 0);
}

TEST_CASE("process: a child is asked again and again, and ended when its time is up")
{
    ChildProcess child("/bin/sh", {"-c", "trap '' TERM; while read line; do echo \"$line!\"; done; echo over >&2; "
                                         "exec sleep 30"});
    std::string heard;
    const auto answer = [&](const std::string& line) {
        heard = line;
        return false;
    };
    for (const std::string question : {"one", "two"}) {
        child.send(question + "\n");
        CHECK(child.listen(answer, noProgress()));
        CHECK(heard == question + "!");
    }
    child.endInput();
    child.setPatience(std::chrono::milliseconds(50));
    const auto begin = std::chrono::steady_clock::now();
    child.endBy(begin + std::chrono::milliseconds(100));
    CHECK_FALSE(child.listen(answer, noProgress()));
    const ProcessResult end = child.wait([](const std::string&) { FAIL("heard"); }, noProgress());
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
    CHECK(heard == "two!");
    CHECK(end.late);
    CHECK(end.signal == SIGKILL);
    CHECK(endText(end) == "was killed by signal 9 (Killed): over; the system log says whether memory ran out");
    CHECK(endText(runProcess(
                      "/bin/sh", {"-c", "exit 3"}, [](const std::string&) {}, noProgress()),
                  "timing") == "ended with status 3 during timing");
}

TEST_CASE("turn: one has it at a time; who waits says so and can be cancelled; it ends with who had it")
{
    const TemporaryFolder folder;
    Turn second(folder / "gpu.turn");
    {
        Turn first(folder / "gpu.turn");
        first.take(noProgress(), "", 0);
        first.take(noProgress(), "", 0); // its own: nothing to wait for
        std::string said;
        Progress progress([&](std::string_view what, double) {
            said = what;
            progress.cancel();
        });
        CHECK_THROWS_AS(second.take(progress, "waiting for the other", 0.5), Error);
        CHECK(said == "waiting for the other");
        first.leave();
        second.take(noProgress(), "", 0);
        second.leave();
        first.take(noProgress(), "", 0);
    }
    second.take(noProgress(), "", 0);
    Turn nowhere(folder / "no folder/gpu.turn");
    nowhere.take(noProgress(), "", 0);
}
