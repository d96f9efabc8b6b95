// The operators of SparDA's table 1 as tensor expressions, and what their axes are (3.1).
#pragma once

#include <string>
#include <vector>

namespace sparsescope::learn {

struct TensorExpression {
    std::string name, text;           // "MatMul", "C[m, n] += A[m, k] * B[k, n]"
    std::vector<std::string> tensors; // the indices of each, the output's first: "m n"
};
std::vector<TensorExpression> tensorExpressions(); // in the table's order

enum class AxisClass {
    Sporadic,  // of some tensors, in no sum of indices: one order for all that have it
    Prevalent, // of all tensors: each of its elements may have an order of its own
    Compound   // in a sum of indices, as x + i: no other order
};
std::string name(AxisClass of);
std::string aboutOf(AxisClass of); // "in some tensors: may be in any order"

std::vector<std::string> axesOf(const TensorExpression& expression); // as they are met
AxisClass classOf(const TensorExpression& expression, const std::string& axis);

} // namespace sparsescope::learn
