#include "engine/plan/data_type.h"

#include "engine/core/error.h"

#include <bit>
#include <cmath>

namespace sparsescope {

std::string name(DataType type)
{
    switch (type) {
    case DataType::Float16:
        return "f16";
    case DataType::BFloat16:
        return "bf16";
    case DataType::TFloat32:
        return "tf32";
    case DataType::Float32:
        return "f32";
    case DataType::Float64:
        break;
    }
    return "f64";
}

DataType parseDataType(const std::string& text)
{
    for (const DataType type : allDataTypes)
        if (name(type) == text)
            return type;
    failUsage("data type \"" + text + "\" is none of f16, bf16, tf32, f32, f64");
}

int bytesOf(DataType type)
{
    return narrow(type) ? 2 : sumBytesOf(type);
}

int sumBytesOf(DataType type)
{
    return type == DataType::Float64 ? 8 : 4;
}

bool narrow(DataType type)
{
    return type == DataType::Float16 || type == DataType::BFloat16;
}

double rounded(DataType type, double value)
{
    if (type == DataType::Float64)
        return value;
    const auto single = static_cast<float>(value);
    return static_cast<double>(type == DataType::TFloat32 ? toTf32(single) : roundedOutput(type, single));
}

float roundedOutput(DataType type, float value)
{
    if (type == DataType::Float16)
        return fromHalf(toHalf(value));
    return type == DataType::BFloat16 ? fromBfloat16(toBfloat16(value)) : value;
}

namespace {

// Rounds the magnitude of a float32 to its upper bits, ties to even: adds half of what is dropped, and the carry runs
// into the exponent, up to infinity. Subnormal numbers are the same integers. NaN becomes quiet.
std::uint32_t roundedBits(float value, int dropped)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t mask = (1u << dropped) - 1;
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return (bits | 0x400000u) & ~mask;
    return (bits + (mask >> 1) + ((bits >> dropped) & 1u)) & ~mask;
}

} // namespace

std::uint16_t toBfloat16(float value)
{
    return static_cast<std::uint16_t>(roundedBits(value, 16) >> 16);
}

float fromBfloat16(std::uint16_t bits)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

float toTf32(float value)
{
    return std::bit_cast<float>(roundedBits(value, 13));
}

double loadValue(DataType type, const void* values, std::size_t i)
{
    if (type == DataType::Float64)
        return static_cast<const double*>(values)[i];
    if (!narrow(type))
        return static_cast<double>(static_cast<const float*>(values)[i]);
    const std::uint16_t bits = static_cast<const std::uint16_t*>(values)[i];
    return static_cast<double>(type == DataType::Float16 ? fromHalf(bits) : fromBfloat16(bits));
}

void storeValue(DataType type, void* values, std::size_t i, double value)
{
    const auto single = static_cast<float>(value);
    if (type == DataType::Float64)
        static_cast<double*>(values)[i] = value;
    else if (!narrow(type))
        static_cast<float*>(values)[i] = type == DataType::TFloat32 ? toTf32(single) : single;
    else
        static_cast<std::uint16_t*>(values)[i] = type == DataType::Float16 ? toHalf(single) : toBfloat16(single);
}

std::uint16_t toHalf(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude >= 0x7f800000u) // infinity or NaN
        return static_cast<std::uint16_t>(sign | 0x7c00u | (magnitude > 0x7f800000u ? 0x200u : 0u));
    if (magnitude >= 0x477ff000u) // rounds to 65536 or more
        return static_cast<std::uint16_t>(sign | 0x7c00u);
    if (magnitude < 0x38800000u) // below 2^-14: subnormal, a multiple of 2^-24
        return static_cast<std::uint16_t>(sign |
                                          static_cast<std::uint16_t>(std::nearbyint(std::fabs(value) * 0x1p24f)));
    const std::uint32_t round = magnitude + 0xfffu + ((magnitude >> 13) & 1u);
    return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>((round - 0x38000000u) >> 13));
}

float fromHalf(std::uint16_t bits)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
    const std::uint32_t exponent = (bits >> 10) & 0x1fu;
    const std::uint32_t mantissa = bits & 0x3ffu;
    if (exponent == 0) {
        const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
        return sign != 0 ? -magnitude : magnitude;
    }
    const std::uint32_t wide = exponent == 31 ? 0x7f800000u : (exponent + 112u) << 23;
    return std::bit_cast<float>(sign | wide | (mantissa << 13));
}

} // namespace sparsescope
