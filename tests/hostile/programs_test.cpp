// Hostile files as a user meets them: the command line ends with status 2 and one sentence, in little time and memory.
#include "engine/core/files.h"
#include "engine/io/gzip.h"
#include "engine/io/npy.h"
#include "tests/app/cli_run.h"
#include "tests/support/archives.h"

#include <nlohmann/json.hpp>
#include <utility>

using namespace sparsescope;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

// Within 2 GB of address space and 6 s of processors, whatever else these do; a sanitizer takes more of both.
Run limited(const std::vector<std::string>& arguments)
{
    std::vector<std::string> all = {"-c",
                                    sanitized ? "exec timeout -s KILL 120 \"$0\" \"$@\""
                                              : "ulimit -v 2000000; ulimit -t 6; exec timeout -s KILL 60 \"$0\" \"$@\"",
                                    programFile("sparsescope-cli")};
    all.insert(all.end(), arguments.begin(), arguments.end());
    Run run;
    const ProcessResult result = runProcess(
        "/bin/sh", all, [&](const std::string& line) { run.out += line + "\n"; }, noProgress());
    run.status = result.signal == 0 ? result.exitStatus : 128 + result.signal;
    run.err = result.standardError;
    return run;
}

void refused(const std::vector<std::string>& arguments, const std::string& file, const std::string& reason)
{
    const Run run = limited(arguments);
    INFO(arguments.front() << " " << file << ": " << run.err);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(linesOf(run.err).size() == 1);
    CHECK_THAT(run.err, Catch::Contains(fs::path(file).filename().string()) && Catch::Contains(reason));
}

const std::string deep = std::string(400'000, '[') + std::string(400'000, ']');

} // namespace

TEST_CASE("brackets nested without end are refused in every file of JSON")
{
    const TemporaryFolder folder;
    const std::string plan = folder / "p.json", file = folder / "hostile.json";
    REQUIRE(cli({"plan", sample, "-o", plan}).status == 0);
    for (const char* member : {"options", "figures", "competitors", "matrix"}) {
        std::string text = readText(plan);
        const json good = json::parse(text);
        json bad = good;
        bad[member] = "@";
        text = bad.dump();
        text.replace(text.find("\"@\""), 3, deep);
        writeText(file, text);
        refused({"check", file, sample}, file, "nested more than 64 deep");
        refused({"generate", file, sample, "-o", folder / "k.cu"}, file, "nested more than 64 deep");
    }
    writeText(file, deep);
    refused({"check", file, sample}, file, "nested more than 64 deep");
    refused({"plan", sample, "--calibration", file}, file, "nested more than 64 deep");
    refused({"plan", sample, "--rules", file}, file, "nested more than 64 deep");
    refused({"learn", file, "-o", folder / "l.html"}, file, "nested more than 64 deep");
    std::string many = "[0";
    for (int i = 0; i < 5'000'000; ++i)
        many += ",0";
    writeText(file, many + "]");
    refused({"check", file, sample}, file, "more than 4,194,304 values");
    writeText(file, "{\"schema\": \"sparsescope-plan\", \"schema\": 1}");
    refused({"check", file, sample}, file, "has \"schema\" twice");
    writeText(file, std::string("\xFF\xFE{\0}\0", 6));
    refused({"check", file, sample}, file, "UTF-16");
}

TEST_CASE("a small file that uncompresses to more than there is memory is refused by that")
{
    const TemporaryFolder folder;
    const int pieces = sanitized ? 2 : 40; // of 64 MB
    const std::string reason = sanitized ? "%%MatrixMarket" : "GB of memory";
    for (const auto& [filter, suffix] : {std::pair{"gzip", "gz"}, {"zstd", "zst"}, {"xz", "xz"}}) {
        const std::string piece = compressedBy(filter, std::string(64u << 20, ' '));
        std::string bomb;
        for (int i = 0; i < pieces; ++i)
            bomb += piece;
        CHECK(bomb.size() < 4u << 20);
        const std::string file = folder / (std::string("bomb.mtx.") + suffix);
        writeText(file, bomb);
        refused({"info", file}, file, reason);
        writeText(folder / "bomb.tar", archiveOf({{"bomb.mtx", bomb}}));
    }
    refused({"info", folder / "bomb.tar"}, "bomb.tar#bomb.mtx", reason);
}

TEST_CASE("an archive with wild names and damaged files ends with one sentence")
{
    const TemporaryFolder folder;
    const std::string file = folder / "wild.tar";
    writeText(file, archiveOf({{"/etc/\x1b[2J\n.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 1 2\n"}}));
    refused({"info", file}, file, "the file ends after 0 of 2 entries");
    writeText(file, archiveOf({{std::string(90, 'a') + "\n/../../b.mtx", "x"}, {"..", "y"}, {"\n", "z"}}));
    refused({"info", file}, file, "%%MatrixMarket");
    refused({"info", file + "#no\nsuch"}, file, "holds no no?such");
}

TEST_CASE("a matrix of three lines takes no more than three lines need")
{
    const TemporaryFolder folder;
    const std::string banner = "%%MatrixMarket matrix coordinate pattern general\n";
    const std::string wide = folder / "wide.mtx", tall = folder / "tall.mtx";
    writeText(wide, banner + "1 2147483647 1\n1 2147483647\n");
    writeText(tall, banner + "2147483647 1 1\n2147483647 1\n");
    const Run run = limited({"info", wide});
    INFO(run.err);
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Catch::Contains("1 x 2,147,483,647"));
    refused({"info", tall}, tall, "leave out the empty rows");
}

TEST_CASE("masks that claim to be giant are refused before they are made")
{
    const TemporaryFolder folder;
    const std::string file = folder / "m.npz";
    const auto one = [](std::int64_t value) { return toArray(std::span<const std::int64_t>(&value, 1), {}); };
    const std::vector<std::int32_t> none(4096, -1);
    writeText(file, writeNpz({{"routes", toArray(std::span<const std::int32_t>(none), {1, 4096, 1})},
                              {"experts", one(2147483647)},
                              {"hidden", one(1)}},
                             true));
    refused({"info", file}, file, "a mask of 4,096 x 2,147,483,647 granules needs");
    writeText(file, writeNpz({{"lengths", toArray(std::span<const std::int32_t>(none).first(1), {1, 1})},
                              {"length", one(2147483647)},
                              {"hidden", one(2147483647)}},
                             true));
    refused({"info", file}, file, "lengths: element 0 is -1, out of range: from 0 to 2147483647");
    writeText(file, writeNpz({{"masks", toArray(std::vector<std::uint8_t>{})}, {"shape", one(1)}}, true));
    refused({"info", file}, file, "masks: has 1 axes where 3 are expected");
    refused({"plan", file}, file, "masks: has 1 axes where 3 are expected");
    refused({"plan", file, "--planner", "hyb"}, file, "holds a sequence of no masks");
    // One granule, which is all of a giant matrix.
    const auto ofOneGranule = [&](std::int64_t rows, std::int64_t cols, std::uint8_t is) {
        const NpyArray shape = toArray(std::vector<std::int64_t>{rows, cols});
        writeText(file, writeNpz({{"masks", toArray(std::span<const std::uint8_t>(&is, 1), {1, 1, 1})},
                                  {"shape", shape},
                                  {"granularity", shape}},
                                 true));
    };
    for (const std::uint8_t is : {0, 1}) {
        ofOneGranule(2147483647, 2147483647, is);
        CHECK(limited({"info", file}).status == 0);
        refused({"info", file, "--mask", "0"}, file,
                is == 0 ? "leave out the empty rows" : "4,611,686,014,132,420,609 non-zeros");
        refused({"plan", file}, file, "in f16 these take 9.22e+09 GB, more than a GPU has");
        refused({"plan", file, "--op", "sddmm", "--dtype", "f32"}, file, "more than a GPU has");
        ofOneGranule(2147483647, 64, is);
        refused({"plan", file}, file, "more than a GPU has");
        refused({"info", file, "--mask", "0"}, file, is == 0 ? "leave out the empty rows" : "non-zeros");
    }
}
