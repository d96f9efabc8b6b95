// Readers in parallel: the same matrix for any number of threads, progress, and a quick end when cancelled.
#include "tests/engine/io_fixtures.h"

#include "engine/core/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <fmt/format.h>
#include <thread>

using namespace sparsescope;

namespace {

// Coordinate text of several chunks; kinds of order: 0 by rows, 1 by columns, 2 none.
std::string coordinateText(const char* symmetry, int order, std::int64_t n, std::int64_t entries, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::vector<Entry3> list;
    for (std::int64_t i = 0; i < entries; ++i) {
        Entry3 e{static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n)),
                 static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n)),
                 static_cast<double>(static_cast<std::int64_t>(random())) * 0x1p-50};
        if (symmetry[0] != 'g' && e.row <= e.col)
            e = {std::max(e.row, e.col) + (e.row == e.col ? 1 : 0), std::min(e.row, e.col), e.value};
        if (e.row < n)
            list.push_back(e);
    }
    if (order == 0)
        std::stable_sort(list.begin(), list.end(), [](const Entry3& a, const Entry3& b) {
            return std::pair(a.row, a.col) < std::pair(b.row, b.col);
        });
    if (order == 1)
        std::stable_sort(list.begin(), list.end(), [](const Entry3& a, const Entry3& b) {
            return std::pair(a.col, a.row) < std::pair(b.col, b.row);
        });
    std::string text = fmt::format("%%MatrixMarket matrix coordinate real {}\n{} {} {}\n", symmetry, n, n, list.size());
    for (const Entry3& e : list)
        text += fmt::format("{} {} {}\n", e.row + 1, e.col + 1, e.value);
    return text;
}

} // namespace

TEST_CASE("A file read with 1, 2 or 5 threads is one matrix, bit for bit, sums of duplicates included")
{
    const std::uint64_t seed = 12;
    INFO("seed " << seed);
    for (const char* symmetry : {"general", "symmetric", "skew-symmetric"}) {
        // Few places, many duplicates: 400 x 400 for 300,000 entries.
        const std::string text = coordinateText(symmetry, 2, 400, 300000, seed);
        REQUIRE(text.size() > 5u << 20);
        const TemporaryFolder folder;
        writeText(folder / "m.mtx", text);
        std::vector<Fingerprint> found;
        std::vector<std::int64_t> duplicates;
        for (const int threads : {1, 2, 5})
            withThreads(threads, [&] {
                const MatrixPtr m = readMatrix(folder / "m.mtx", noProgress());
                found.push_back(m->fingerprint());
                duplicates.push_back(m->source().duplicates);
            });
        INFO(symmetry);
        CHECK(found[0] == found[1]);
        CHECK(found[0] == found[2]);
        CHECK(duplicates[0] > 0);
        CHECK(duplicates[0] == duplicates[2]);
    }
}

TEST_CASE("Duplicates that are far apart in a long file are summed in its order")
{
    const std::uint64_t seed = 15;
    INFO("seed " << seed);
    const std::int64_t n = 1000, entries = 1'200'000;
    for (const char* symmetry : {"general", "symmetric"})
        for (const bool byRows : {false, true}) {
            INFO(symmetry << (byRows ? " by rows" : " in any order"));
            std::mt19937_64 random(seed);
            std::vector<double> dense(static_cast<std::size_t>(n * n), 0.0);
            std::string text =
                fmt::format("%%MatrixMarket matrix coordinate real {}\n{} {} {}\n", symmetry, n, n, entries);
            for (std::int64_t i = 0; i < entries; ++i) {
                const std::int64_t row = byRows ? i * n / entries : static_cast<std::int64_t>(random() % n);
                const auto col = static_cast<std::int64_t>(random() % n);
                const double value = std::array{1e16, 1.0, -1e16}[random() % 3]; // sums in another order differ
                text += fmt::format("{} {} {}\n", row + 1, col + 1, value);
                dense[static_cast<std::size_t>(row * n + col)] += value;
                if (symmetry[0] == 's' && row != col)
                    dense[static_cast<std::size_t>(col * n + row)] += value;
            }
            const MatrixPtr m = readBytes("m.mtx", text);
            CHECK(denseOf(*m) == dense);
            CHECK(m->source().duplicates > 0);
            CHECK(m->source().storedEntries == entries);
        }
}

TEST_CASE("The order of the entries does not change the matrix")
{
    const std::uint64_t seed = 13;
    INFO("seed " << seed);
    for (const char* symmetry : {"general", "symmetric"}) {
        std::mt19937_64 random(seed);
        const std::int64_t n = 3000;
        std::vector<Entry3> entries = randomEntries(n, n, 60000, seed);
        if (symmetry[0] == 's')
            std::erase_if(entries, [](const Entry3& e) { return e.row < e.col; });
        std::vector<Fingerprint> found;
        for (int order = 0; order < 3; ++order) {
            if (order == 2)
                std::shuffle(entries.begin(), entries.end(), random);
            else
                std::sort(entries.begin(), entries.end(), [&](const Entry3& a, const Entry3& b) {
                    return order == 0 ? std::pair(a.row, a.col) < std::pair(b.row, b.col)
                                      : std::pair(a.col, a.row) < std::pair(b.col, b.row);
                });
            std::string text =
                fmt::format("%%MatrixMarket matrix coordinate real {}\n{} {} {}\n", symmetry, n, n, entries.size());
            for (const Entry3& e : entries)
                text += fmt::format("{} {} {}\n", e.row + 1, e.col + 1, e.value);
            found.push_back(readBytes("m.mtx", text)->fingerprint());
        }
        CHECK(found[0] == found[1]);
        CHECK(found[0] == found[2]);
    }
}

TEST_CASE("Random matrices come back from coordinate files")
{
    for (const std::uint64_t seed : seeds(20)) {
        INFO("seed " << seed);
        std::mt19937_64 random(seed);
        const auto rows = static_cast<std::int64_t>(1 + random() % 60);
        const auto cols = static_cast<std::int64_t>(1 + random() % 60);
        const auto n = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(rows * cols + 1));
        const std::vector<Entry3> entries = randomEntries(rows, cols, n, seed);
        std::vector<double> dense(static_cast<std::size_t>(rows * cols), 0.0);
        std::string text = fmt::format("%%MatrixMarket matrix coordinate double general\n{} {} {}\n", rows, cols, n);
        for (const Entry3& e : entries) {
            dense[static_cast<std::size_t>(e.row * cols + e.col)] = e.value;
            text += fmt::format("{} {} {}\n", e.row + 1, e.col + 1, e.value);
        }
        const MatrixPtr m = readBytes("m.mtx", text);
        CHECK(m->nnz() == n);
        CHECK(denseOf(*m) == dense);
    }
}

TEST_CASE("Progress rises to the end, and a cancelled reader stops before it")
{
    const TemporaryFolder folder;
    writeText(folder / "m.mtx", coordinateText("general", 2, 100000, 1000000, 14));
    double last = 0;
    Progress watched([&](std::string_view, double done) {
        CHECK(done >= 0);
        last = done;
    });
    readMatrix(folder / "m.mtx", watched);
    CHECK(last == Approx(1.0));

    for (const double at : {0.05, 0.3, 0.6}) {
        std::atomic<bool> reached{false};
        std::atomic<int> after{0};
        Progress* target = nullptr;
        Progress progress([&](std::string_view, double done) {
            if (reached)
                ++after;
            else if (done >= at && !reached.exchange(true))
                target->cancel();
        });
        target = &progress;
        INFO("cancelled at " << at);
        try {
            readMatrix(folder / "m.mtx", progress);
            FAIL("went on to the end");
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Cancelled);
        }
        CHECK(reached);
        CHECK(after <= 8); // a report from each thread that was at work, and no new piece of it
    }
}
