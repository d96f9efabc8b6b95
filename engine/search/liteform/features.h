// What LiteForm's two predictors are asked with (slides, "Automatic Format Composition").
#pragma once

#include "engine/matrix/matrix.h"
#include "engine/plan/data_type.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace sparsescope::liteform {

// How the rows' numbers of non-zeros spread, empty rows included; all 0 without rows.
struct RowSpread {
    double mean = 0;
    double least = 0;
    double most = 0;
    double deviation = 0; // standard deviation, of all rows
};

// Seven for the format: rows, cols, nnz and the spread of the lengths; eight for the number of partitions: rows, cols,
// nnz, the spread of the densities (length / columns), and J, the product of the kernel's other dimensions.
struct Features {
    std::int64_t rows = 0, cols = 0, nnz = 0;
    RowSpread length;
    RowSpread density;
    std::int64_t otherDimensions = 0; // 0: no operator given
    std::int64_t emptyRows = 0;
};

Features featuresOf(const Matrix& matrix, std::int64_t otherDimensions = 0);

nlohmann::json toJson(const Features& features);

// What a forest is asked with: a matrix, an operator's type, and what each candidate is predicted to take.
struct Question {
    Features features; // with J
    DataType dtype = DataType::Float16;
    std::vector<double> estimates; // ns by a sample of the rows, of each candidate; 0: none
};

enum class FeatureSet {
    Paper, // rows, cols, nnz, the spreads of lengths and densities, J
    All    // with the type, the share of empty rows, how uneven the rows are, and the estimates over that of CSR
};
inline constexpr FeatureSet featureSets[] = {FeatureSet::Paper, FeatureSet::All};
const char* name(FeatureSet set);

// Their names; those of estimates hold the candidate's.
std::vector<std::string> featureNames(FeatureSet set, std::span<const std::string> candidates);
// Their values: log2(1 + x) of sizes and lengths; estimates as the logarithm of their ratio to CSR's, of at most 64
// times, which a candidate without one has. Throws Error(Input) for a name that there is not.
std::vector<float> valuesOf(std::span<const std::string> names, std::span<const std::string> candidates,
                            const Question& question);

// A value, or a cut, as it was before its logarithm was taken: of "rows" their number, of an estimate how many times as
// long as CSR's.
double plainValue(const std::string& name, double value);

// What the estimates expect of each candidate: log(estimate / least estimate), at most log 4; nothing, 0, where the
// features have no estimates.
std::vector<double> expectedOf(std::span<const std::string> names, const Question& question);

} // namespace sparsescope::liteform
