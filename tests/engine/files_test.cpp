// Files are written whole or not at all, over regular files alone; files that change while they are read end nothing.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/reader.h"
#include "engine/session/recovery.h"
#include "engine/session/session.h"
#include "tests/support/catch.h"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <set>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace sparsescope;

namespace {

namespace fs = std::filesystem;

std::set<std::string> namesIn(const std::string& folder)
{
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        names.insert(entry.path().filename().string());
    return names;
}

int modeOf(const std::string& path)
{
    struct stat info {};
    REQUIRE(::stat(path.c_str(), &info) == 0);
    return static_cast<int>(info.st_mode & 07777);
}

} // namespace

TEST_CASE("a file is written through the link that leads to it, and the link stays")
{
    const TemporaryFolder folder;
    fs::create_directories(folder / "there");
    writeText(folder / "there/real", "old");
    fs::create_symlink("there/real", folder / "link");
    fs::create_symlink("link", folder / "again");
    fs::create_symlink("there/not yet", folder / "dangling");
    writeAtomically(folder / "again", [&](const std::string& temporary) {
        CHECK(fs::path(temporary).parent_path() == folder / "there"); // where the rename is one
        std::ofstream(temporary) << "new";
    });
    CHECK(fs::is_symlink(folder / "again"));
    CHECK(fs::is_symlink(folder / "link"));
    CHECK(readText(folder / "there/real") == "new");
    writeText(folder / "dangling", "first");
    CHECK(fs::is_symlink(folder / "dangling"));
    CHECK(readText(folder / "there/not yet") == "first");
    CHECK(namesIn(folder / "there") == std::set<std::string>{"real", "not yet"});

    fs::create_symlink("round", folder / "round");
    CHECK_THROWS_WITH(writeText(folder / "round", "x"), Catch::Contains("round: cannot write: Too many levels"));
}

TEST_CASE("what is no regular file is not written over")
{
    const TemporaryFolder folder;
    REQUIRE(::mkfifo((folder / "fifo").c_str(), 0600) == 0);
    fs::create_directories(folder / "folder");
    fs::create_symlink("fifo", folder / "link");
    const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    (folder / "socket").copy(address.sun_path, sizeof address.sun_path - 1);
    REQUIRE(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    const std::set<std::string> before = namesIn(folder / "");
    for (const std::string& path :
         {folder / "fifo", folder / "folder", folder / "link", folder / "socket", std::string("/dev/full")}) {
        INFO(path);
        CHECK_THROWS_WITH(writeText(path, "x"), path + ": is not a regular file: nothing is written over it");
    }
    CHECK(namesIn(folder / "") == before);
    CHECK(fs::is_fifo(folder / "fifo"));
    ::close(listener);
}

TEST_CASE("text is appended to what is there, and to nothing but a regular file")
{
    const TemporaryFolder folder;
    appendText(folder / "log", "one\n");
    appendText(folder / "log", "two\n");
    CHECK(readText(folder / "log") == "one\ntwo\n");
    CHECK_THROWS_AS(appendText(folder / "no folder/log", "one\n"), Error);
    CHECK_THROWS_AS(appendText(folder / "", "one\n"), Error);
    CHECK_THROWS_AS(appendText("/dev/null", "one\n"), Error);
}

TEST_CASE("a new file has the mode that is usual, one that is replaced hands on its own")
{
    const TemporaryFolder folder;
    const mode_t before = ::umask(027);
    writeText(folder / "new", "1");
    writeText(folder / "own", "1", noProgress(), Readers::OwnerAlone);
    CHECK(modeOf(folder / "new") == 0640);
    CHECK(modeOf(folder / "own") == 0600);
    for (const mode_t mode : {0600, 0664, 0444}) {
        REQUIRE(::chmod((folder / "new").c_str(), mode) == 0);
        writeAtomically(folder / "new", [&](const std::string& temporary) {
            CHECK(modeOf(temporary) == 0600); // nobody reads along
            std::ofstream(temporary) << "2";
        });
        CHECK(modeOf(folder / "new") == static_cast<int>(mode));
    }
    ::umask(before);
}

TEST_CASE("an error names the file that was wanted, never the temporary one, which is gone")
{
    const TemporaryFolder folder;
    writeText(folder / "f", "old");
    const auto fails = [&](const std::function<void(const std::string&)>& write) {
        CHECK_THROWS_WITH(writeAtomically(folder / "f", write), Catch::StartsWith(folder / "f: "));
        CHECK(readText(folder / "f") == "old");
        CHECK(namesIn(folder / "") == std::set<std::string>{"f"});
    };
    fails([](const std::string& temporary) { failInput("is full", {.file = temporary}); });
    fails([](const std::string& temporary) { fs::rename(temporary + "x", temporary); });
    fails([](const std::string& temporary) { fs::remove(temporary); });
    CHECK_THROWS_WITH(writeText(folder / "no/f", "x"), folder / "no/f: cannot write: No such file or directory");
    CHECK_THROWS_WITH(writeText(folder / "f/f", "x"), folder / "f/f: cannot write: Not a directory");
}

TEST_CASE("what a killed process left is removed by the first who writes there, what is being written is not")
{
    const TemporaryFolder folder;
    const char* const left = ".0123456789abcdef.sparsescope-part";
    for (const char* name : {left, ".0123456789abcdeg.sparsescope-part", "0123456789abcdef.sparsescope-part"})
        std::ofstream(folder / name) << "half";
    const std::string busy = ".fedcba9876543210.sparsescope-part";
    const int other = ::open((folder / busy).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    REQUIRE(::flock(other, LOCK_EX) == 0);
    REQUIRE(::mkfifo((folder / ".0000000000000000.sparsescope-part").c_str(), 0600) == 0);
    std::string during;
    writeAtomically(folder / "f", [&](const std::string& temporary) {
        during = fs::path(temporary).filename();
        const int descriptor = ::open(temporary.c_str(), O_RDONLY | O_CLOEXEC);
        CHECK(::flock(descriptor, LOCK_EX | LOCK_NB) != 0); // whoever sweeps meanwhile lets it be
        ::close(descriptor);
    });
    CHECK(during.size() == std::string(left).size());
    const std::set<std::string> names = namesIn(folder / "");
    CHECK_FALSE(names.contains(left));
    CHECK_FALSE(names.contains(during));
    CHECK(names.contains(busy));
    CHECK(names.contains("0123456789abcdef.sparsescope-part")); // not ours
    CHECK(names.contains(".0123456789abcdeg.sparsescope-part"));
    ::close(other);
}

TEST_CASE("processes that write and sweep one folder at once take nothing from each other")
{
    const TemporaryFolder folder;
    std::vector<pid_t> children;
    for (int k = 0; k < 8; ++k) {
        const pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) { // each sweeps once, as its first writing begins
            int status = 0;
            try {
                for (int i = 0; i < 5; ++i)
                    writeText(folder / std::to_string(k), std::string(1000, static_cast<char>('a' + k)));
            } catch (...) {
                status = 1;
            }
            std::_Exit(status);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = 0;
        ::waitpid(child, &status, 0);
        CHECK(status == 0);
    }
    CHECK(namesIn(folder / "").size() == children.size());
}

TEST_CASE("a set of files that was cut off says so until it is whole")
{
    const TemporaryFolder folder;
    const std::string set = folder / "a/b";
    CHECK_THROWS_AS(writeSet(set,
                             [&] {
                                 writeText(set + "/1", "1");
                                 failInput("the second cannot be made");
                             }),
                    Error);
    CHECK(namesIn(set) == std::set<std::string>{"1", "INCOMPLETE"});
    CHECK_THAT(readText(set + "/INCOMPLETE"), Catch::EndsWith("was not finished.\n"));
    writeSet(set, [&] { writeText(set + "/2", "2"); });
    CHECK(namesIn(set) == std::set<std::string>{"1", "2"});
    CHECK_THROWS_WITH(writeSet(set + "/1", [] {}), Catch::Contains("the folder cannot be made"));
}

TEST_CASE("a pipe, a device or a folder is refused as input at once")
{
    const TemporaryFolder folder;
    for (const char* name : {"m.mtx", "m.npz", "m.sscope"}) {
        const std::string fifo = folder / name;
        REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
        CHECK_THROWS_WITH(readText(fifo), fifo + ": is not a regular file");
        CHECK_THROWS_WITH(session::openMatrix(fifo, noProgress()), fifo + ": is not a regular file");
        CHECK_THROWS_WITH(session::readSession(fifo, noProgress()), fifo + ": is not a regular file");
        CHECK_FALSE(session::isSession(fifo));
        CHECK(readStart(fifo, 100).empty());
    }
    CHECK(session::findRecoverable(folder / "").empty());
    CHECK_THROWS_WITH(readText("/dev/zero"), "/dev/zero: is not a regular file");
    CHECK(readStart("/dev/zero", 100).empty());
    CHECK(readStart(folder / "none", 100).empty());
    writeText(folder / "f", "0123456789");
    CHECK(readStart(folder / "f", 4) == "0123");
    CHECK(readStart(folder / "f", 100) == "0123456789");
}

TEST_CASE("a mapped file that becomes shorter reads as zeros, and says so")
{
    const TemporaryFolder folder;
    const std::string path = folder / "f";
    for (const std::size_t left : {0u, 1u, 4096u, 50'000u, 99'999u}) {
        INFO(left);
        writeText(path, std::string(100'000, 'x'));
        const MappedFile file(path), same(path);
        writeText(folder / "g", std::string(100'000, 'y'));
        const MappedFile other(folder / "g");
        CHECK_NOTHROW(file.requireWhole());
        REQUIRE(::truncate(path.c_str(), static_cast<off_t>(left)) == 0);
        std::size_t kept = 0;
        for (const char c : file.text())
            kept += c == 'x' ? 1 : 0;
        CHECK(kept >= left); // a page that was read stays as it was in the copy of whoever has it
        CHECK(kept <= left + 4096);
        CHECK_THROWS_WITH(file.requireWhole(), path + ": became shorter while it was read");
        CHECK(same.text()[0] == (left > 0 ? 'x' : '\0'));
        CHECK(other.text().back() == 'y'); // the mapping behind is untouched
        CHECK_NOTHROW(other.requireWhole());
    }
}

TEST_CASE("readers of a file that becomes shorter tell that, whatever they made of its rest")
{
    const TemporaryFolder folder;
    const std::string path = folder / "f";
    const auto shorten = [&] { REQUIRE(::truncate(path.c_str(), 10) == 0); };
    writeText(path, std::string(100'000, 'x'));
    CHECK_THROWS_WITH(withMappedFile(path,
                                     [&](std::string_view text) {
                                         shorten();
                                         return text.back();
                                     }),
                      path + ": became shorter while it was read");
    writeText(path, std::string(100'000, 'x'));
    CHECK_THROWS_WITH(withMappedFile(path,
                                     [&](std::string_view text) -> int {
                                         shorten();
                                         failInput(text.back() == '\0' ? "a strange sign" : "well");
                                     }),
                      path + ": became shorter while it was read");
}

TEST_CASE("a matrix whose file is cut off while threads read it is refused or was read before")
{
    const TemporaryFolder folder;
    const std::string path = folder / "m.mtx";
    std::string text = "%%MatrixMarket matrix coordinate pattern general\n20000 20000 200000\n";
    for (int i = 0; i < 200'000; ++i)
        text += std::to_string(1 + i / 10) + " " + std::to_string(1 + i % 10) + "\n";
    int refused = 0;
    for (const std::uint64_t seed : seeds(12)) {
        std::ofstream(path) << text;
        std::thread shortens([&] {
            std::this_thread::sleep_for(std::chrono::microseconds(200 * (seed % 12)));
            std::error_code ignored;
            fs::resize_file(path, 100 + 131'071 * seed % 1'000'000, ignored);
        });
        try {
            const MatrixPtr matrix = readMatrix(path, noProgress());
            CHECK(matrix->nnz() == 200'000);
        } catch (const Error& e) {
            ++refused;
            CHECK(e.kind() == ErrorKind::Input);
        }
        shortens.join();
    }
    CHECK(refused > 0);
}

TEST_CASE("a bus error elsewhere ends the program as ever")
{
    const TemporaryFolder folder;
    writeText(folder / "f", "x");
    for (const bool raised : {false, true}) {
        const pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            std::signal(SIGBUS, SIG_DFL); // not a sanitizer's, which reports it
            if (raised) {
                const MappedFile file(folder / "f");
                std::raise(SIGBUS);
            }
            std::raise(SIGBUS);
            std::_Exit(0);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        CHECK(WIFSIGNALED(status));
        CHECK(WTERMSIG(status) == SIGBUS);
    }
}

TEST_CASE("nobody but their owner reads the copies that a window keeps")
{
    const TemporaryFolder folder;
    const std::string copies = folder / "data/recovery";
    fs::create_directories(copies);
    REQUIRE(::chmod(copies.c_str(), 0755) == 0);
    const mode_t before = ::umask(022);
    session::RecoveryFile kept(copies);
    writeText(folder / "m.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n");
    kept.begin(*readMatrix(folder / "m.mtx", noProgress()));
    kept.setNote("mine");
    CHECK(modeOf(copies) == 0700);
    CHECK(namesIn(copies).size() == 4); // with -wal, -shm and lock
    for (const std::string& name : namesIn(copies))
        CHECK(modeOf(copies + "/" + name) == 0600);
    kept.remove();
    makePrivateFolder(folder / "x/y");
    CHECK(modeOf(folder / "x/y") == 0700);
    CHECK_THROWS_AS(makePrivateFolder(folder / "m.mtx"), Error);
    ::umask(before);
}
