// Commands that are killed at any moment leave the old file or the new one, and what lies beside it is gone after the
// next.
#include "engine/work/batch_table.h"
#include "tests/faults/child.h"
#include "tests/faults/writers.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <thread>

using namespace faults;

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Kills it somewhere in its usual time; every second one a moment after it began to write, which else is rare.
void killAtRandom(const Writer& writer, bool writing, std::mt19937_64& random)
{
    const auto someOf = [&](double seconds) {
        return std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(std::uniform_real_distribution<double>(0, seconds)(random)));
    };
    Child child(writer.arguments);
    if (writing) {
        while (child.running() && writer.temporaries() == 0) {
        }
        std::this_thread::sleep_for(someOf(0.004));
    } else {
        const auto until = Clock::now() + someOf(writer.seconds);
        while (child.running() && Clock::now() < until)
            std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    child.send(SIGKILL);
    const End end = child.wait();
    INFO(end.error);
    CHECK((end.signal == SIGKILL || end.status == 0));
}

} // namespace

TEST_CASE("a command that is killed leaves the old file or the new one, and the next one nothing else")
{
    const TemporaryFolder folder;
    std::vector<Writer> all = writers(folder);
    std::random_device device;
    const std::uint64_t seed = device();
    std::mt19937_64 random(seed);
    const int kills = std::min(cases(56), 1008);
    int writing = 0, left = 0;
    for (int kill = 0; kill < kills; ++kill) {
        const Writer& writer = all[static_cast<std::size_t>(kill) % all.size()];
        INFO("seed " << seed << ", kill " << kill << ": " << writer.arguments[0] << " " << writer.target);
        // Every third time something that was left is still there.
        if (kill / static_cast<int>(all.size()) % 3 != 2)
            writer.putOld();
        const int before = writer.temporaries();
        killAtRandom(writer, kill / static_cast<int>(all.size()) % 2 == 0 && before == 0, random);
        CHECK(writer.fault() == "");
        left += writer.temporaries();
        writing += writer.temporaries() > 0 ? 1 : 0;
        CHECK(writer.temporaries() <= before + 1);
    }
    std::printf("%d kills, %d of them left a temporary file\n", kills, writing);
    CHECK(left > 0);
    for (const Writer& writer : all) {
        INFO("seed " << seed << ": " << writer.arguments[0] << " " << writer.target);
        CHECK(runCli(writer.arguments).status == 0);
        CHECK(writer.fault() == "");
        CHECK(writer.temporaries() == 0);
        CHECK_FALSE(fs::exists(fs::path(writer.target) / "INCOMPLETE"));
    }
}

TEST_CASE("a search that is asked to stop obeys, and ends at once when it is asked again")
{
    const TemporaryFolder folder;
    const std::string matrix = folder / "m.mtx", plan = folder / "p.json";
    REQUIRE(runCli({"generate-matrix", "chung-lu", "--rows", "100000", "--nnz", "1000000", "-o", matrix}).status == 0);
    for (const int signal : {SIGINT, SIGTERM})
        for (const int times : {1, 2}) {
            Child child({"plan", matrix, "-o", plan});
            std::this_thread::sleep_for(std::chrono::milliseconds(100 * times));
            REQUIRE(child.running());
            const auto begin = Clock::now();
            for (int i = 0; i < times; ++i)
                child.send(i == 0 ? signal : SIGTERM);
            const End end = child.wait();
            INFO(end.error);
            CHECK(end.status == 130);
            CHECK(Clock::now() - begin < std::chrono::seconds(2)); // usually a tenth, on a machine that is busy more
            CHECK_FALSE(fs::exists(plan));
        }
}

TEST_CASE("a batch that is killed at any moment keeps what it had, and the next one goes on with it")
{
    const TemporaryFolder folder;
    const std::string table = folder / "t.sqlite";
    constexpr int matrices = 60;
    std::vector<std::string> arguments{"batch"};
    for (int i = 0; i < matrices; ++i)
        arguments.push_back("pruned --rows 16 --cols 32 --seed " + std::to_string(i));
    arguments.insert(arguments.end(), {"--planners", "hyb", "-o", table});
    std::random_device device;
    const std::uint64_t seed = device();
    std::mt19937_64 random(seed);
    const auto keys = [&] {
        std::set<std::string> all;
        sparsescope::readBatch(
            table, [&](const nlohmann::json& row) { CHECK(all.insert(row.at("key")).second); },
            sparsescope::noProgress());
        return all;
    };
    std::set<std::string> kept;
    for (int kill = 0; kill < cases(12); ++kill) {
        INFO("seed " << seed << ", kill " << kill);
        Child child(arguments);
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 120'000));
        child.send(SIGKILL);
        child.wait();
        if (!fs::exists(table))
            continue;
        const std::set<std::string> now = keys();
        CHECK(std::includes(now.begin(), now.end(), kept.begin(), kept.end()));
        kept = now;
    }
    const End end = runCli(arguments);
    INFO(end.error);
    CHECK(end.status == 0);
    CHECK(keys().size() == matrices);
    CHECK(std::distance(fs::directory_iterator(folder / ""), {}) == 1);
}
