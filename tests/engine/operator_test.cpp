// Data types: names, sizes, and rounding to the nearest value, ties to even.
#include "engine/core/error.h"
#include "engine/plan/operators/operator.h"
#include "tests/support/catch.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

using namespace sparsescope;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

std::uint32_t bitsOf(float value)
{
    return std::bit_cast<std::uint32_t>(value);
}

// Rounds to `bits` of significand with the exponents of float32, by arithmetic in float64 rather than on bits.
double nearest(double value, int bits)
{
    const int exponent = std::max(std::ilogb(value), -126);
    const double unit = std::ldexp(1.0, exponent - (bits - 1));
    return std::nearbyint(value / unit) * unit; // ties to even
}

} // namespace

TEST_CASE("data types have names and sizes")
{
    for (const DataType type : dataTypes)
        CHECK(parseDataType(name(type)) == type);
    CHECK(name(DataType::BFloat16) == "bf16");
    CHECK(name(DataType::TFloat32) == "tf32");
    CHECK(bytesOf(DataType::Float16) == 2);
    CHECK(bytesOf(DataType::BFloat16) == 2);
    CHECK(bytesOf(DataType::TFloat32) == 4);
    CHECK(bytesOf(DataType::Float32) == 4);
    CHECK(bytesOf(DataType::Float64) == 8);
    CHECK(sumBytesOf(DataType::Float16) == 4);
    CHECK(sumBytesOf(DataType::Float64) == 8);
    CHECK(narrow(DataType::BFloat16));
    CHECK_FALSE(narrow(DataType::TFloat32));
    CHECK_THROWS_WITH(parseDataType("f8"), Catch::Contains("none of f16, bf16, tf32, f32, f64"));
}

TEST_CASE("bfloat16 is exact on its own values")
{
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const float value = fromBfloat16(static_cast<std::uint16_t>(bits));
        if (std::isnan(value))
            REQUIRE(std::isnan(fromBfloat16(toBfloat16(value))));
        else
            REQUIRE(toBfloat16(value) == bits);
    }
}

TEST_CASE("bfloat16 rounds ties to even, keeps subnormals, and overflows to infinity")
{
    CHECK(toBfloat16(1.0f) == 0x3f80);
    CHECK(toBfloat16(1.0f + 0x1p-8f) == 0x3f80); // tie, down to even
    CHECK(toBfloat16(1.0f + 0x1p-8f + 0x1p-23f) == 0x3f81);
    CHECK(toBfloat16(1.0f + 3 * 0x1p-8f) == 0x3f82); // tie, up to even
    CHECK(toBfloat16(-1.0f - 3 * 0x1p-8f) == 0xbf82);
    CHECK(toBfloat16(2.0f - 0x1p-9f) == 0x4000); // the carry runs into the exponent
    CHECK(toBfloat16(0x1p-133f) == 1);           // the least subnormal number
    CHECK(toBfloat16(0x1p-134f) == 0);           // tie between 0 and that
    CHECK(toBfloat16(0x1p-134f + 0x1p-149f) == 1);
    CHECK(toBfloat16(-0.0f) == 0x8000);
    CHECK(toBfloat16(0x1.fep127f) == 0x7f7f); // the largest finite number
    CHECK(toBfloat16(0x1.fefffep127f) == 0x7f7f);
    CHECK(toBfloat16(0x1.ffp127f) == 0x7f80); // half a unit above it
    CHECK(toBfloat16(infinity) == 0x7f80);
    CHECK(toBfloat16(-infinity) == 0xff80);
    CHECK(std::isnan(fromBfloat16(toBfloat16(std::bit_cast<float>(0x7f800001u))))); // whose upper half looks infinite
    CHECK(std::isnan(fromBfloat16(toBfloat16(std::bit_cast<float>(0xffffffffu)))));
}

TEST_CASE("tf32 keeps ten bits behind the point, rounds ties to even, and overflows to infinity")
{
    CHECK(toTf32(1.0f + 0x1p-10f) == 1.0f + 0x1p-10f);
    CHECK(toTf32(1.0f + 0x1p-11f) == 1.0f);
    CHECK(toTf32(1.0f + 3 * 0x1p-11f) == 1.0f + 0x1p-9f);
    CHECK(toTf32(1.0f + 0x1p-11f + 0x1p-23f) == 1.0f + 0x1p-10f);
    CHECK(toTf32(-1.0f - 3 * 0x1p-11f) == -1.0f - 0x1p-9f);
    CHECK(toTf32(2.0f - 0x1p-12f) == 2.0f);
    CHECK(toTf32(0x1p-136f) == 0x1p-136f); // the least subnormal number
    CHECK(toTf32(0x1p-137f) == 0.0f);
    CHECK(toTf32(3 * 0x1p-137f) == 0x1p-135f);
    CHECK(toTf32(0x1.ffcp127f) == 0x1.ffcp127f);
    CHECK(toTf32(0x1.ffep127f) == infinity);
    CHECK(toTf32(infinity) == infinity);
    CHECK(toTf32(-infinity) == -infinity);
    CHECK(std::isnan(toTf32(std::bit_cast<float>(0x7f800001u))));
    CHECK(bitsOf(toTf32(-0.0f)) == 0x80000000u);
}

TEST_CASE("half precision keeps NaN, infinities and the sign of zero")
{
    CHECK(toHalf(infinity) == 0x7c00);
    CHECK(toHalf(-infinity) == 0xfc00);
    CHECK(std::isnan(fromHalf(toHalf(std::bit_cast<float>(0x7f800001u)))));
    CHECK(toHalf(-0.0f) == 0x8000);
}

TEST_CASE("rounding agrees with arithmetic in float64 on random numbers of all sizes")
{
    const std::uint64_t seed = 20;
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    std::uniform_int_distribution<int> exponents(-140, 120);
    std::uniform_real_distribution<double> significands(1, 2);
    for (int i = 0; i < cases(100000); ++i) {
        const auto value =
            static_cast<float>(std::ldexp(significands(random), exponents(random)) * (i % 2 == 0 ? 1 : -1));
        const auto wide = static_cast<double>(value);
        if (value == 0)
            continue;
        REQUIRE(rounded(DataType::BFloat16, wide) == nearest(wide, 8));
        REQUIRE(rounded(DataType::TFloat32, wide) == nearest(wide, 11));
        REQUIRE(rounded(DataType::Float32, wide) == wide);
        REQUIRE(rounded(DataType::Float64, wide / 3) == wide / 3);
        REQUIRE(roundedOutput(DataType::TFloat32, value) == value);
        REQUIRE(static_cast<double>(roundedOutput(DataType::BFloat16, value)) == nearest(wide, 8));
    }
}

TEST_CASE("arrays of every type give back what was stored, rounded")
{
    for (const DataType type : allDataTypes) {
        INFO(name(type));
        alignas(16) std::uint8_t bytes[64] = {};
        const double values[] = {0.1, -3.14159, 1e-3, 65519.0};
        for (std::size_t i = 0; i < 4; ++i)
            storeValue(type, bytes, i, values[i]);
        for (std::size_t i = 0; i < 4; ++i)
            CHECK(loadValue(type, bytes, i) == rounded(type, values[i]));
        for (std::size_t i = static_cast<std::size_t>(4 * bytesOf(type)); i < sizeof bytes; ++i)
            CHECK(bytes[i] == 0);
    }
}
