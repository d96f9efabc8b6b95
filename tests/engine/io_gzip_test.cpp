// Whole-buffer compression.
#include "tests/engine/io_fixtures.h"

#include "engine/io/gzip.h"

using namespace sparsescope;

namespace {

std::string someText(std::size_t size, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::string text;
    while (text.size() < size)
        text += std::to_string(random() % 100000) + " ";
    return text;
}

std::string gzipReason(const std::string& bytes, std::uint64_t limit = UINT64_MAX)
{
    try {
        inflateGzip(bytes, "x.gz", noProgress(), limit);
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        CHECK(e.where().file == "x.gz");
        return e.reason();
    }
    return "no error";
}

} // namespace

TEST_CASE("What was compressed comes back, of one member or several, with zeros behind it")
{
    const std::string a = someText(9u << 20, 1);
    const std::string b = someText(1000, 2);
    CHECK(inflateGzip(deflateGzip(a), "x", noProgress()) == a);
    CHECK(inflateGzip(deflateGzip(""), "x", noProgress()).empty());
    CHECK(inflateGzip(deflateGzip(b) + deflateGzip(a) + deflateGzip(b), "x", noProgress()) == b + a + b);
    CHECK(inflateGzip(deflateGzip(a) + std::string(512, '\0'), "x", noProgress()) == a);
    CHECK(inflateGzip(deflateGzip(std::string(50u << 20, 'x')), "x", noProgress()) == std::string(50u << 20, 'x'));
}

TEST_CASE("A truncated or damaged .gz is refused at every length")
{
    const std::string text = someText(3000, 3);
    const std::string whole = deflateGzip(text);
    for (std::size_t n = 0; n < whole.size(); n += 7) {
        INFO("first " << n << " bytes");
        CHECK(gzipReason(whole.substr(0, n)) != "no error");
    }
    CHECK(contains(gzipReason(whole.substr(0, whole.size() - 1)), "truncated"));
    std::string damaged = whole;
    damaged[damaged.size() - 6] ^= 1; // its checksum
    CHECK(contains(gzipReason(damaged), "damaged"));
    CHECK(contains(gzipReason(whole + "more"), "4 bytes behind"));
    CHECK(contains(gzipReason(whole, 100), "more than 100 bytes"));
}

TEST_CASE("A truncated .mtx.gz is one error that names the file")
{
    std::string text = "%%MatrixMarket matrix coordinate pattern general\n9 9 9\n";
    for (int i = 1; i <= 9; ++i)
        text += std::to_string(i) + " " + std::to_string(10 - i) + "\n";
    const std::string whole = deflateGzip(text);
    const Error e = readingFails("cut.mtx.gz", whole.substr(0, whole.size() / 2));
    CHECK(contains(e.reason(), "truncated"));
    CHECK(contains(e.where().file, "cut.mtx.gz"));
}

TEST_CASE("Byte strings of a session come back only whole and of the declared size")
{
    const std::string text = someText(5u << 20, 4);
    const std::string packed = deflateBytes(text);
    CHECK(inflateBytes(packed, text.size(), {}) == text);
    CHECK(inflateBytes(deflateBytes(""), 0, {}).empty());
    CHECK_THROWS_AS(inflateBytes(packed, text.size() - 1, {}), Error);
    CHECK_THROWS_AS(inflateBytes(packed, text.size() + 1, {}), Error);
    CHECK_THROWS_AS(inflateBytes(packed + "x", text.size(), {}), Error);
    CHECK_THROWS_AS(inflateBytes(packed.substr(0, packed.size() / 2), text.size(), {}), Error);
    CHECK_THROWS_AS(inflateBytes(packed, UINT64_MAX, {}), Error);
    CHECK_THROWS_AS(inflateBytes("", 0, {}), Error);
}

TEST_CASE("Uncompressing stops when it is cancelled")
{
    Progress progress;
    progress.cancel();
    try {
        inflateGzip(deflateGzip("x"), "x", progress);
        FAIL("went on");
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Cancelled);
    }
}
