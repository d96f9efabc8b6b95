// Values of parameters, and tiles that hold the whole of a small matrix.
#include "engine/learn/formats/shared.h"

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

namespace sparsescope::learn {

std::int64_t powerFrom(std::int64_t n)
{
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(n, 1))));
}

std::vector<std::int64_t> powers(std::int64_t from, std::int64_t to)
{
    std::vector<std::int64_t> values;
    for (std::int64_t v = from; v <= to; v *= 2)
        values.push_back(v);
    return values;
}

std::vector<std::int64_t> multiples(std::int64_t of, std::int64_t to)
{
    std::vector<std::int64_t> values;
    for (std::int64_t v = of; v <= to; v += of)
        values.push_back(v);
    return values;
}

std::int64_t longestRow(const Matrix& m)
{
    std::int64_t longest = 1;
    for (std::int64_t r = 0; r < m.rows(); ++r)
        longest = std::max(longest, m.rowLength(r));
    return longest;
}

std::int64_t meanRow(const Matrix& m)
{
    return (m.nnz() + m.rows() - 1) / std::max<std::int64_t>(1, m.rows());
}

LearnParameter parameter(std::string name, std::string label, std::string help, std::vector<std::int64_t> values,
                         std::int64_t initial)
{
    const auto closest = std::min_element(values.begin(), values.end(), [&](std::int64_t a, std::int64_t b) {
        return std::abs(a - initial) < std::abs(b - initial);
    });
    initial = *closest;
    return {std::move(name), std::move(label), std::move(help), std::move(values), initial};
}

nlohmann::json roomyTile(const Matrix&, nlohmann::json parameters)
{
    parameters["places"] = 1 << 14; // the whole matrix, dense at worst and rounded up to whole blocks
    return parameters;
}

nlohmann::json tileOfAllRows(const Matrix& matrix, nlohmann::json parameters)
{
    parameters["rows"] = powerFrom(matrix.rows());
    return parameters;
}

} // namespace sparsescope::learn
