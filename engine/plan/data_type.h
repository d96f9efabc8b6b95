// The types of stored values, and how a value is rounded to one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace sparsescope {

// TFloat32 (tf32): stored as float32 with the 13 lowest bits of the significand zero; its output is float32.
// Float64 is there for what asks whether it is (OperatorDefinition::inFloat64), and summed in float64.
enum class DataType { Float16, BFloat16, TFloat32, Float32, Float64 };
// Those that all operators, planners and formats take, and all.
inline constexpr std::array dataTypes = {DataType::Float16, DataType::BFloat16, DataType::TFloat32, DataType::Float32};
inline constexpr std::array allDataTypes = {DataType::Float16, DataType::BFloat16, DataType::TFloat32,
                                            DataType::Float32, DataType::Float64};

std::string name(DataType type);                 // "f16" "bf16" "tf32" "f32" "f64"
DataType parseDataType(const std::string& text); // throws Error(Usage)
int bytesOf(DataType type);                      // stored: 2, 2, 4, 4, 8
int sumBytesOf(DataType type);                   // of a sum that the GPU keeps: 4, of Float64 8

// Is the output narrower than the float32 that it is summed in? Then atomic output goes through a float32 scratch.
bool narrow(DataType type);

// Nearest value of the type, ties to even. The value becomes a float32 first, as it is on the GPU, and is rounded from
// there; beyond the largest finite value it becomes infinite, NaN stays NaN. Float64 has it as it is.
double rounded(DataType type, double value);
// The same for a result that was summed in float32; tf32 leaves it as it is.
float roundedOutput(DataType type, float value);

std::uint16_t toHalf(float value);
float fromHalf(std::uint16_t bits);
std::uint16_t toBfloat16(float value); // 8 bits of significand, the exponents of float32
float fromBfloat16(std::uint16_t bits);
float toTf32(float value); // 11 bits of significand, as cvt.rn.tf32.f32

// Element i of an array of the type, and storing one, which rounds.
double loadValue(DataType type, const void* values, std::size_t i);
void storeValue(DataType type, void* values, std::size_t i, double value);

} // namespace sparsescope
