// Numbers as people read them.
#include "engine/core/text.h"
#include "tests/support/catch.h"

using namespace sparsescope;

TEST_CASE("counts have thousands separators")
{
    CHECK(countText(0) == "0");
    CHECK(countText(999) == "999");
    CHECK(countText(1000) == "1,000");
    CHECK(countText(1234567) == "1,234,567");
    CHECK(countText(-1000) == "-1,000");
    CHECK(countText(-100) == "-100");
}

TEST_CASE("times and sizes have three digits and the unit that suits them")
{
    CHECK(timeText(0) == "0 ns");
    CHECK(timeText(12.34) == "12.3 ns");
    CHECK(timeText(999.4) == "999 ns");
    CHECK(timeText(999.6) == "1 us");
    CHECK(timeText(12345.6) == "12.3 us");
    CHECK(timeText(2.5e9) == "2.5 s");
    CHECK(timeText(5e12) == "5000 s");
    CHECK(bytesText(18700000) == "18.7 MB");
}
