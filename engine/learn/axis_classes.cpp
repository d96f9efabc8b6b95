#include "engine/learn/axis_classes.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace sparsescope::learn {

namespace {

// Axes of an index: x and i of "x+i".
std::vector<std::string> axesIn(const std::string& index)
{
    const std::size_t plus = index.find('+');
    return plus == std::string::npos ? std::vector{index} : std::vector{index.substr(0, plus), index.substr(plus + 1)};
}

// body(axis, whether it stands in a sum) for each of a tensor.
template <class Body>
void forAxes(const std::string& tensor, const Body& body)
{
    std::istringstream words(tensor);
    for (std::string index; words >> index;) {
        const std::vector<std::string> axes = axesIn(index);
        for (const std::string& axis : axes)
            body(axis, axes.size() > 1);
    }
}

} // namespace

std::vector<TensorExpression> tensorExpressions()
{
    return {{"ReduceSum", "C[p] += A[p, l]", {"p", "p l"}},
            {"Addition", "C[p] = A[p] + B[p]", {"p", "p", "p"}},
            {"MatMul", "C[m, n] += A[m, k] * B[k, n]", {"m n", "m k", "k n"}},
            {"BatchMatmul", "C[b, m, n] += A[b, m, k] * B[b, k, n]", {"b m n", "b m k", "b k n"}},
            {"Convolution",
             "C[n, f, x, y] += A[n, m, x + i, y + j] * B[f, m, i, j]",
             {"n f x y", "n m x+i y+j", "f m i j"}}};
}

std::string name(AxisClass of)
{
    constexpr std::array names = {"sporadic", "prevalent", "compound"};
    return names[static_cast<std::size_t>(of)];
}

std::string aboutOf(AxisClass of)
{
    constexpr std::array texts = {"in some tensors, any order, the same for all of these",
                                  "in all tensors, any order, for each element its own",
                                  "in a sum of indices, no other order"};
    return texts[static_cast<std::size_t>(of)];
}

std::vector<std::string> axesOf(const TensorExpression& expression)
{
    std::vector<std::string> axes;
    for (const std::string& tensor : expression.tensors)
        forAxes(tensor, [&](const std::string& axis, bool) {
            if (std::find(axes.begin(), axes.end(), axis) == axes.end())
                axes.push_back(axis);
        });
    return axes;
}

AxisClass classOf(const TensorExpression& expression, const std::string& axis)
{
    std::size_t tensors = 0;
    bool summed = false;
    for (const std::string& tensor : expression.tensors) {
        bool has = false;
        forAxes(tensor, [&](const std::string& one, bool inSum) {
            has = has || one == axis;
            summed = summed || (inSum && one == axis);
        });
        tensors += has ? 1 : 0;
    }
    return summed                                 ? AxisClass::Compound
           : tensors == expression.tensors.size() ? AxisClass::Prevalent
                                                  : AxisClass::Sporadic;
}

} // namespace sparsescope::learn
