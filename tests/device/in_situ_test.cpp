// In-situ times from block clocks, and the samples that are kept.
#include "engine/core/error.h"
#include "engine/core/stage.h"
#include "kernels/device/stopwatch.h"
#include "kernels/profile/in_situ.h"
#include "kernels/profile/sampling.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

using namespace sparsescope;

TEST_CASE("a block alone on its SM is charged its whole life")
{
    const std::vector<BlockClock> blocks = {{100, 250, 0, 3, 0}};
    CHECK(inSituCycles(blocks) == std::vector<double>{150});
    CHECK(inSituCycles({}).empty());
}

TEST_CASE("blocks that share an SM share its time")
{
    // a: 0 to 100, b: 50 to 150, c on another SM: 0 to 10.
    const std::vector<BlockClock> blocks = {{0, 100, 0, 0, 0}, {50, 150, 0, 0, 0}, {0, 10, 0, 1, 0}};
    const auto shares = inSituCycles(blocks);
    CHECK(shares[0] == Approx(75));
    CHECK(shares[1] == Approx(75));
    CHECK(shares[2] == Approx(10));
}

TEST_CASE("an idle gap is charged to nobody, and a block without length costs nothing")
{
    const std::vector<BlockClock> blocks = {{0, 10, 0, 0, 0}, {90, 100, 0, 0, 0}, {5, 5, 0, 0, 0}};
    const auto shares = inSituCycles(blocks);
    CHECK(shares[0] == Approx(10));
    CHECK(shares[1] == Approx(10));
    CHECK(shares[2] == Approx(0));
}

TEST_CASE("the shares of one SM add up to its busy time")
{
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    std::vector<BlockClock> blocks;
    for (int i = 0; i < 5000; ++i) {
        BlockClock block;
        block.sm = static_cast<std::uint32_t>(random() % 7) * 2;
        block.start = static_cast<std::int64_t>(1'000'000'000'000 + random() % 100'000);
        block.end = block.start + static_cast<std::int64_t>(random() % 900);
        blocks.push_back(block);
    }
    const auto shares = inSituCycles(blocks);
    const auto lives = blockLives(blocks);
    std::map<std::uint32_t, double> sum;
    std::map<std::uint32_t, std::vector<std::pair<std::int64_t, std::int64_t>>> spans;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        sum[blocks[i].sm] += shares[i];
        spans[blocks[i].sm].push_back({blocks[i].start, blocks[i].end});
        CHECK(shares[i] >= 0);
        CHECK(shares[i] <= static_cast<double>(blocks[i].end - blocks[i].start) + 1e-6);
        CHECK(lives[i].start >= 0);
        CHECK(lives[i].end - lives[i].start == blocks[i].end - blocks[i].start);
    }
    for (auto& [sm, own] : spans) {
        std::sort(own.begin(), own.end());
        std::int64_t busy = 0, reached = own.front().first;
        for (const auto& [begin, end] : own) {
            busy += std::max<std::int64_t>(0, end - std::max(begin, reached));
            reached = std::max(reached, end);
        }
        INFO("SM " << sm);
        CHECK(sum[sm] == Approx(static_cast<double>(busy)));
    }
}

TEST_CASE("a sample holds some of every kind, is the same every time and keeps its limit")
{
    std::vector<std::int32_t> kinds(100'000, 0);
    for (std::size_t i = 0; i < kinds.size(); ++i)
        kinds[i] = i % 1000 == 5 ? 1 : i % 3 == 0 ? 2 : 0;
    const auto sample = stratifiedSample(kinds, 1000);
    CHECK(sample.size() <= 1000);
    CHECK(sample.size() >= 990);
    CHECK(std::is_sorted(sample.begin(), sample.end()));
    CHECK(std::adjacent_find(sample.begin(), sample.end()) == sample.end());
    CHECK(sample == stratifiedSample(kinds, 1000));
    std::map<std::int32_t, int> count;
    for (const std::size_t i : sample)
        ++count[kinds[i]];
    CHECK(count[1] == 100); // all there are
    CHECK(count[0] == 450);
    CHECK(count[2] == 450);

    CHECK(stratifiedSample(kinds, 100'000).size() == 100'000);
    CHECK(stratifiedSample({}, 10).empty());
}

TEST_CASE("median and percentiles of times")
{
    const Timing t = summariseTimes({5, 1, 4, 2, 3});
    CHECK(t.medianNs == 3);
    CHECK(t.lowNs == Approx(1.2));
    CHECK(t.highNs == Approx(4.8));
    CHECK(summariseTimes({7}).highNs == 7);
    CHECK(summariseTimes({}).medianNs == 0);
}

TEST_CASE("what takes longer than a second together is run less often, five times at least if asked for")
{
    CHECK(timedRuns(30, 0) == 30);
    CHECK(timedRuns(30, 33e6) == 30);
    CHECK(timedRuns(30, 50e6) == 20);
    CHECK(timedRuns(30, 720e6) == 5);
    CHECK(timedRuns(3, 720e6) == 3);
    CHECK(timedRuns(100'000, 20e3) == 50'000);
}

TEST_CASE("a stage reports its piece of the whole and is cancelled with it")
{
    std::vector<double> seen;
    Progress whole([&](std::string_view, double done) { seen.push_back(done); });
    Stage stage(whole, 0.5, 0.75);
    stage.progress().report("a", 0);
    stage.progress().report("a", 0.5);
    stage.progress().report("a", 1);
    CHECK(seen == std::vector<double>{0.5, 0.625, 0.75});
    whole.cancel(); // also where it has nothing new to say
    CHECK_THROWS_AS(stage.progress().check(), Error);
    CHECK_THROWS_AS(Stage(whole, 0, 1), Error);
}
