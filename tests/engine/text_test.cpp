// Numbers as people read them.
#include "engine/core/text.h"
#include "tests/support/catch.h"

using namespace sparsescope;

TEST_CASE("counts have thousands separators")
{
    CHECK(formatCount(0) == "0");
    CHECK(formatCount(999) == "999");
    CHECK(formatCount(1000) == "1,000");
    CHECK(formatCount(1234567) == "1,234,567");
    CHECK(formatCount(-1000) == "-1,000");
    CHECK(formatCount(-100) == "-100");
}

TEST_CASE("times and sizes have three digits and the unit that suits them")
{
    CHECK(formatTime(0) == "0 ns");
    CHECK(formatTime(12.34) == "12.3 ns");
    CHECK(formatTime(999.4) == "999 ns");
    CHECK(formatTime(999.6) == "1 us");
    CHECK(formatTime(12345.6) == "12.3 us");
    CHECK(formatTime(2.5e9) == "2.5 s");
    CHECK(formatTime(5e12) == "5000 s");
    CHECK(formatBytes(18700000) == "18.7 MB");
}
