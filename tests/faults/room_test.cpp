// Disks that are full, targets that are no files, inputs that are none or change: one sentence, and nothing is changed.
#include "engine/core/files.h"
#include "tests/faults/child.h"
#include "tests/faults/writers.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <thread>
#include <unistd.h>

using namespace faults;
namespace fs = std::filesystem;

namespace {

// One sentence that names what was wanted, and all is as it was.
void checkRefused(const Writer& writer, const End& end)
{
    INFO(end.error);
    CHECK(end.status == 2);
    CHECK(std::count(end.error.begin(), end.error.end(), '\n') == 1);
    CHECK_THAT(end.error, Catch::Contains(writer.folder));
    CHECK_THAT(end.error, !Catch::Contains("sparsescope-part"));
    CHECK(writer.temporaries() == 0);
    CHECK(writer.fault() == "");
    if (!writer.set)
        CHECK(sparsescope::readText(writer.target) == Writer::old);
}

// A file system of so many bytes, as long as it lives.
class SmallDisk {
public:
    explicit SmallDisk(std::string folder) : m_folder(std::move(folder))
    {
        m_mounted = ::mount("tmpfs", m_folder.c_str(), "tmpfs", 0, "size=1m") == 0;
    }
    ~SmallDisk()
    {
        if (m_mounted)
            ::umount2(m_folder.c_str(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    bool mounted() const { return m_mounted; }

private:
    std::string m_folder;
    bool m_mounted = false;
};

} // namespace

TEST_CASE("a file that would grow beyond the limit is an error that names it, and the old one stays")
{
    const TemporaryFolder folder;
    for (const Writer& writer : writers(folder)) {
        INFO(writer.arguments[0] << " " << writer.target);
        std::size_t largest = 0;
        for (const auto& [name, text] : writer.whole)
            largest = std::max(largest, text.size());
        writer.putOld();
        const End end = runCli(writer.arguments, largest / 2);
        CHECK(end.signal == 0);
        checkRefused(writer, end);
    }
}

TEST_CASE("a disk that is full is an error that names the file, and the old one stays")
{
    const TemporaryFolder folder;
    std::vector<Writer> all = writers(folder);
    for (const Writer& writer : all) {
        INFO(writer.arguments[0] << " " << writer.target);
        const SmallDisk disk(writer.folder);
        if (!disk.mounted())
            skipTest("this process may not mount a small disk");
        if (!writer.set)
            sparsescope::writeText(writer.target, Writer::old);
        const std::string filler = writer.folder + "/filler";
        {
            std::ofstream out(filler, std::ios::binary);
            const std::string page(4096, 'x');
            while (out.write(page.data(), static_cast<std::streamsize>(page.size())).flush()) {
            }
        }
        const End end = runCli(writer.arguments);
        fs::remove(filler);
        checkRefused(writer, end);
        CHECK_THAT(end.error, Catch::Contains("No space left on device") || Catch::Contains("full"));
    }
}

TEST_CASE("what cannot be printed is an error")
{
    const std::string matrix = sourceFile("samples/figure1.mtx");
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{{"info", matrix},
                                                                                           {"info", matrix, "--json"},
                                                                                           {"plan", matrix, "--json"},
                                                                                           {"learn", "--list"},
                                                                                           {"--help"},
                                                                                           {"--version"}}) {
        INFO(arguments.back());
        const End end = Child(arguments, {}, "/dev/full").wait();
        CHECK(end.status == 2);
        CHECK_THAT(end.error, Catch::Contains("standard output"));
    }
}

TEST_CASE("commands write through links, and over nothing but regular files")
{
    const TemporaryFolder folder;
    const auto all = writers(folder);
    for (const Writer& writer : all) {
        if (writer.set)
            continue;
        INFO(writer.arguments[0] << " " << writer.target);
        writer.putOld();
        const std::string real = writer.target + ".real";
        for (const bool dangling : {false, true}) {
            fs::remove(real);
            if (!dangling) {
                fs::rename(writer.target, real);
                REQUIRE(::chmod(real.c_str(), 0600) == 0);
            }
            fs::remove(writer.target);
            fs::create_symlink(fs::path(real).filename(), writer.target);
            CHECK(runCli(writer.arguments).status == 0);
            CHECK(fs::is_symlink(writer.target));
            CHECK(fs::is_regular_file(real));
            CHECK(fs::file_size(real) > 4);
            if (!dangling)
                CHECK((fs::status(real).permissions() & fs::perms::mask) ==
                      (fs::perms::owner_read | fs::perms::owner_write));
            fs::remove(writer.target);
            writer.putOld();
        }
        fs::remove(real);
        fs::remove(writer.target);
        REQUIRE(::mkfifo(writer.target.c_str(), 0600) == 0);
        const auto refused = [&] {
            const End end = runCli(writer.arguments);
            CHECK(end.status == 2);
            CHECK_THAT(end.error,
                       Catch::Contains(writer.target + ": is not a regular file: nothing is written over it"));
            CHECK(writer.temporaries() == 0);
        };
        refused();
        CHECK(fs::is_fifo(writer.target));
        fs::remove(writer.target);
        fs::create_symlink("/dev/full", writer.target);
        refused();
        fs::remove(writer.target);
    }
    CHECK(fs::is_character_file("/dev/full"));
}

TEST_CASE("a pipe as input is refused at once by every command that reads")
{
    const TemporaryFolder folder;
    for (const char* name : {"m.mtx", "m.sscope", "m.npz", "p.json"}) {
        const std::string fifo = folder / name;
        REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
        const std::string matrix = sourceFile("samples/crossing-2048.mtx.gz"), out = folder / "out";
        for (const std::vector<std::string>& arguments :
             std::vector<std::vector<std::string>>{{"info", fifo},
                                                   {"render", fifo, "-o", out + ".png"},
                                                   {"plan", fifo},
                                                   {"plan", matrix, "--rules", fifo},
                                                   {"plan", matrix, "--calibration", fifo},
                                                   {"check", fifo, matrix},
                                                   {"generate", fifo, matrix, "-o", out},
                                                   {"ir", fifo},
                                                   {"ir", matrix, "--program", fifo},
                                                   {"sweep", fifo, "--vary", "ratio=1,2"},
                                                   {"compare", fifo, "--planners", "hyb"},
                                                   {"export", fifo, "-o", out},
                                                   {"report", fifo, "-o", out},
                                                   {"learn", fifo}}) {
            INFO(arguments[0] << " " << name);
            const End end = Child(arguments).wait(std::chrono::seconds(10));
            INFO(end.error);
            CHECK(end.status == 2);
            CHECK_THAT(end.error, Catch::Contains("is not a regular file"));
        }
    }
}

TEST_CASE("a file that becomes shorter while a command reads it ends no command by a signal")
{
    const TemporaryFolder folder;
    const std::string path = folder / "m.mtx";
    REQUIRE(runCli({"generate-matrix", "pruned", "-o", path}).status == 0);
    const std::string text = sparsescope::readText(path);
    std::mt19937_64 random(7);
    for (int i = 0; i < cases(8); ++i) {
        std::ofstream(path, std::ios::binary) << text;
        Child child({"info", path});
        std::this_thread::sleep_for(std::chrono::milliseconds(random() % 60));
        fs::resize_file(path, random() % text.size());
        const End end = child.wait();
        INFO(end.error);
        CHECK(end.signal == 0);
        CHECK((end.status == 0 || end.status == 2));
    }
}
