// What is computed. The extents of the sparse axes come from the matrix, that of the dense axis is part of it.
#pragma once

#include <cstdint>
#include <string>

namespace sparsescope {

enum class OperatorKind { SpMM, SDDMM, SpMV };
enum class DataType { Float16, Float32 };

// SpMM  C[i,j] += A[i,k] B[k,j]: dense = J.  SDDMM  C[i,j] = A[i,j] sum_k X[i,k] Y[j,k]: dense = K.  SpMV: dense = 1.
struct Operator {
    OperatorKind kind = OperatorKind::SpMM;
    DataType dtype = DataType::Float16;  // of all operands and the output; accumulation is float32
    std::int64_t dense = 32;

    bool operator==(const Operator&) const = default;
};

std::string name(OperatorKind kind);              // "spmm" "sddmm" "spmv", as files and options spell it
std::string label(OperatorKind kind);             // "SpMM" ..., as the screen spells it
std::string name(DataType type);                  // "f16" "f32"
OperatorKind parseOperatorKind(const std::string& text);  // throw Error(Usage)
DataType parseDataType(const std::string& text);
int bytesOf(DataType type);

// Nearest value of the type (ties to even), as the GPU rounds it on load.
double rounded(DataType type, double value);
std::uint16_t toHalf(float value);
float fromHalf(std::uint16_t bits);

}  // namespace sparsescope
