#include "engine/plan/operator.h"

#include "engine/core/error.h"

#include <bit>
#include <cmath>

namespace sparsescope {

std::string name(OperatorKind kind)
{
    return kind == OperatorKind::SpMM ? "spmm" : kind == OperatorKind::SDDMM ? "sddmm" : "spmv";
}

std::string label(OperatorKind kind)
{
    return kind == OperatorKind::SpMM ? "SpMM" : kind == OperatorKind::SDDMM ? "SDDMM" : "SpMV";
}

std::string name(DataType type)
{
    return type == DataType::Float16 ? "f16" : "f32";
}

OperatorKind parseOperatorKind(const std::string& text)
{
    for (const OperatorKind kind : {OperatorKind::SpMM, OperatorKind::SDDMM, OperatorKind::SpMV})
        if (name(kind) == text)
            return kind;
    failUsage("operator \"" + text + "\" is none of spmm, sddmm, spmv");
}

DataType parseDataType(const std::string& text)
{
    for (const DataType type : {DataType::Float16, DataType::Float32})
        if (name(type) == text)
            return type;
    failUsage("data type \"" + text + "\" is none of f16, f32");
}

int bytesOf(DataType type)
{
    return type == DataType::Float16 ? 2 : 4;
}

double rounded(DataType type, double value)
{
    const auto single = static_cast<float>(value);
    return type == DataType::Float16 ? static_cast<double>(fromHalf(toHalf(single))) : static_cast<double>(single);
}

std::uint16_t toHalf(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude >= 0x7f800000u)  // infinity or NaN
        return static_cast<std::uint16_t>(sign | 0x7c00u | (magnitude > 0x7f800000u ? 0x200u : 0u));
    if (magnitude >= 0x477ff000u)  // rounds to 65536 or more
        return static_cast<std::uint16_t>(sign | 0x7c00u);
    if (magnitude < 0x38800000u)  // below 2^-14: subnormal, a multiple of 2^-24
        return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(std::nearbyint(std::fabs(value) * 0x1p24f)));
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

}  // namespace sparsescope
