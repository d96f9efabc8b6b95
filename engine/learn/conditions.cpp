#include "engine/learn/conditions.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/learn/drawing.h"
#include "engine/learn/encoded.h"
#include "engine/learn/lesson.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <random>
#include <set>
#include <utility>

namespace sparsescope::learn {

namespace {

struct MatrixQuantity {
    const char *name, *about;
    std::int64_t (*of)(const Matrix& m);
};
struct FormatQuantity {
    const char *name, *about;
    bool multiplied;
    std::int64_t FormatCounts::*count;
};

std::int64_t extremeRow(const Matrix& m, bool longest)
{
    std::int64_t length = m.rowLength(0);
    for (std::int64_t r = 1; r < m.rows(); ++r)
        length = longest ? std::max(length, m.rowLength(r)) : std::min(length, m.rowLength(r));
    return length;
}

std::int64_t emptyRows(const Matrix& m)
{
    std::int64_t empty = 0;
    for (std::int64_t r = 0; r < m.rows(); ++r)
        empty += m.rowLength(r) == 0 ? 1 : 0;
    return empty;
}

constexpr std::array matrixQuantities = {
    MatrixQuantity{"non-zeros", "non-zeros of the matrix", [](const Matrix& m) { return m.nnz(); }},
    MatrixQuantity{"rows", "its rows", [](const Matrix& m) { return m.rows(); }},
    MatrixQuantity{"columns", "its columns", [](const Matrix& m) { return m.cols(); }},
    MatrixQuantity{"longest row", "non-zeros of the row that has the most",
                   [](const Matrix& m) { return extremeRow(m, true); }},
    MatrixQuantity{"shortest row", "non-zeros of the row that has the fewest",
                   [](const Matrix& m) { return extremeRow(m, false); }},
    MatrixQuantity{"empty rows", "rows without a non-zero", emptyRows}};

constexpr std::array formatQuantities = {
    FormatQuantity{"bytes", "bytes of the format's arrays", false, &FormatCounts::bytes},
    FormatQuantity{"values", "values that it stores", false, &FormatCounts::values},
    FormatQuantity{"padding", "those that are padding", false, &FormatCounts::padding},
    FormatQuantity{"sectors", "sectors of 32 bytes that its first kernel touches", true, &FormatCounts::sectors},
    FormatQuantity{"idle", "lane steps in which a lane of it waits", true, &FormatCounts::idle}};

std::string trimmed(const std::string& text)
{
    const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
}

std::vector<std::string> split(const std::string& text, char by)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(by, begin), text.size());
        parts.push_back(trimmed(text.substr(begin, end - begin)));
        begin = end + 1;
    }
    return parts;
}

std::optional<std::int64_t> wholeNumber(const std::string& text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return !text.empty() && error == std::errc() && end == text.data() + text.size() ? std::optional(number)
                                                                                     : std::nullopt;
}

// "sell, c=2, sigma=4"
LearnFormat formatNamed(const std::string& text)
{
    LearnFormat format;
    for (const std::string& part : split(text, ',')) {
        if (format.name.empty()) {
            format.name = part;
            continue;
        }
        const std::size_t equals = part.find('=');
        const auto value = equals == std::string::npos ? std::nullopt : wholeNumber(trimmed(part.substr(equals + 1)));
        if (!value)
            failInput(fmt::format("\"{}\" in \"{}\" is no parameter with a whole number, as c=2", part, text));
        format.parameters[trimmed(part.substr(0, equals))] = *value;
    }
    return format;
}

std::int64_t ofFormat(const FormatQuantity& quantity, const LearnFormat& format, const LearnState& state)
{
    if (!quantity.multiplied)
        return encoded(withNumbers(state.matrix), format, state.dtype).counts().*quantity.count;
    LearnState alone;
    alone.matrix = state.matrix;
    alone.view = View::Multiply;
    alone.formats = {format};
    alone.dtype = state.dtype;
    alone.lanes = state.lanes;
    return makeShow(alone)->counts().front().*quantity.count;
}

std::int64_t quantityOf(const std::string& text, const LearnState& state)
{
    if (const auto number = wholeNumber(text))
        return *number;
    if (const std::size_t open = text.find('('); open != std::string::npos) {
        const std::string name = trimmed(text.substr(0, open));
        const auto known = std::find_if(formatQuantities.begin(), formatQuantities.end(),
                                        [&](const FormatQuantity& q) { return name == q.name; });
        if (known == formatQuantities.end() || text.back() != ')')
            failInput(fmt::format("\"{}\" is no quantity of a format: bytes, values, padding, sectors or idle with a "
                                  "format in brackets, as bytes(csr)",
                                  text));
        return ofFormat(*known, formatNamed(text.substr(open + 1, text.size() - open - 2)), state);
    }
    std::string names;
    for (const MatrixQuantity& q : matrixQuantities) {
        if (text == q.name)
            return q.of(*state.matrix);
        names += (names.empty() ? "" : ", ") + std::string(q.name);
    }
    const auto show = makeShow(state);
    for (const LearnNumber& number : show->numbers()) {
        if (number.name == text)
            return number.value;
        names += ", " + number.name;
    }
    if (const auto cost = show->cost()) {
        if (text == "cost")
            return cost->cost;
        names += ", cost";
    }
    failInput(fmt::format("\"{}\" is neither a whole number nor one of {}, nor bytes(csr) or the like", text, names));
}

struct Comparison {
    const char* sign;
    bool (*holds)(std::int64_t left, std::int64_t right);
};
// Longer signs first.
constexpr std::array comparisons = {Comparison{"<=", [](std::int64_t a, std::int64_t b) { return a <= b; }},
                                    Comparison{">=", [](std::int64_t a, std::int64_t b) { return a >= b; }},
                                    Comparison{"!=", [](std::int64_t a, std::int64_t b) { return a != b; }},
                                    Comparison{"<", [](std::int64_t a, std::int64_t b) { return a < b; }},
                                    Comparison{">", [](std::int64_t a, std::int64_t b) { return a > b; }},
                                    Comparison{"=", [](std::int64_t a, std::int64_t b) { return a == b; }}};

struct Sides {
    std::string left, right;
    const Comparison* comparison = nullptr;
};

// The sign stands outside of brackets.
Sides sidesOf(const std::string& condition)
{
    int open = 0;
    for (std::size_t i = 0; i < condition.size(); ++i) {
        open += condition[i] == '(' ? 1 : condition[i] == ')' ? -1 : 0;
        for (const Comparison& c : comparisons)
            if (open == 0 && condition.compare(i, std::char_traits<char>::length(c.sign), c.sign) == 0)
                return {trimmed(condition.substr(0, i)),
                        trimmed(condition.substr(i + std::char_traits<char>::length(c.sign))), &c};
    }
    failInput(fmt::format("condition \"{}\" compares nothing: write it as non-zeros = 8 or bytes(csr) < bytes(coo)",
                          condition));
}

} // namespace

std::span<const Quantity> quantities()
{
    static const std::vector<Quantity> all = [] {
        std::vector<Quantity> quantities;
        for (const MatrixQuantity& q : matrixQuantities)
            quantities.push_back({q.name, q.about, false});
        for (const FormatQuantity& q : formatQuantities)
            quantities.push_back({q.name, q.about, true});
        return quantities;
    }();
    return all;
}

ConditionNow evaluate(const std::string& condition, const LearnState& state)
{
    const Sides sides = sidesOf(condition);
    if (!state.matrix || state.matrix->nnz() == 0)
        return {false, "nothing is drawn"};
    const std::int64_t left = quantityOf(sides.left, state), right = quantityOf(sides.right, state);
    std::string now = formatCount(left);
    if (!wholeNumber(sides.right))
        now += " and " + formatCount(right);
    return {sides.comparison->holds(left, right), std::move(now)};
}

namespace {

constexpr std::size_t featureCount = 6;
using Factors = std::array<double, featureCount + 1>; // and the right side, while they are found

Factors featuresOf(const Matrix& m)
{
    std::set<std::int64_t> diagonals;
    for (std::int64_t r = 0; r < m.rows(); ++r)
        for (const std::int32_t c : m.row(r))
            diagonals.insert(c - r);
    return {1,
            static_cast<double>(m.nnz()),
            static_cast<double>(extremeRow(m, true)),
            static_cast<double>(extremeRow(m, false)),
            static_cast<double>(diagonals.size()),
            static_cast<double>(m.rows() - emptyRows(m))};
}

// Full of holes, nearly full, along diagonals, in few rows: all that the featureCount tell apart.
MatrixPtr randomMatrix(const Matrix& shape, std::mt19937& random)
{
    const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(random() % n); };
    const std::int64_t kind = below(4), share = 1 + below(95), diagonal = below(5), rows = 1 + below(6);
    std::vector<std::string> lines;
    for (std::int64_t r = 0; r < shape.rows(); ++r) {
        lines.emplace_back();
        for (std::int64_t c = 0; c < shape.cols(); ++c) {
            const bool here = kind == 0   ? std::abs(c - r - diagonal + 2) < 1 + below(2)
                              : kind == 1 ? r % rows == 0 && below(100) < share
                                          : below(100) < share;
            lines.back() += here ? 'x' : '.';
        }
    }
    lines[at(below(at(shape.rows())))][at(below(at(shape.cols())))] = 'x';
    return drawnMatrix(lines);
}

// By elimination; a row of zeros leaves its factor 0.
std::vector<std::int64_t> solved(std::array<Factors, featureCount> rows)
{
    std::array<int, featureCount> pivotOf{};
    pivotOf.fill(-1);
    std::size_t next = 0;
    for (std::size_t f = 0; f < featureCount && next < featureCount; ++f) {
        const auto pivot =
            std::max_element(rows.begin() + static_cast<std::ptrdiff_t>(next), rows.end(),
                             [f](const Factors& a, const Factors& b) { return std::abs(a[f]) < std::abs(b[f]); });
        if (std::abs((*pivot)[f]) < 1e-6)
            continue;
        std::swap(*pivot, rows[next]);
        for (std::size_t r = 0; r < featureCount; ++r)
            if (const double times = rows[r][f] / rows[next][f]; r != next && times != 0)
                for (std::size_t k = 0; k <= featureCount; ++k)
                    rows[r][k] -= times * rows[next][k];
        pivotOf[f] = static_cast<int>(next++);
    }
    std::vector<std::int64_t> factors(featureCount);
    for (std::size_t f = 0; f < featureCount; ++f)
        if (pivotOf[f] >= 0)
            factors[f] = std::llround(rows[at(pivotOf[f])][featureCount] / rows[at(pivotOf[f])][f]);
    return factors;
}

// What takes longer, kernels and numbers of views, is no such sum anyway.
bool mayBeLinear(const std::string& side)
{
    const std::string name = trimmed(side.substr(0, side.find('(')));
    const auto named = [&](const auto& q) { return name == q.name; };
    const auto ofFormat = std::find_if(formatQuantities.begin(), formatQuantities.end(), named);
    return wholeNumber(side) || std::any_of(matrixQuantities.begin(), matrixQuantities.end(), named) ||
           (ofFormat != formatQuantities.end() && !ofFormat->multiplied);
}

// Least squares over half of the matrices; it has to hold for all of them.
std::optional<std::vector<std::int64_t>> linear(const std::string& side, LearnState state)
{
    constexpr int tried = 60;
    if (!mayBeLinear(side))
        return {};
    const MatrixPtr shape = state.matrix;
    std::mt19937 random(1);
    std::vector<Factors> seen;
    std::array<Factors, featureCount> sums{};
    for (int i = 0; i < tried; ++i) {
        state.matrix = randomMatrix(*shape, random);
        Factors row = featuresOf(*state.matrix);
        row[featureCount] = static_cast<double>(quantityOf(side, state));
        for (std::size_t a = 0; i % 2 == 0 && a < featureCount; ++a)
            for (std::size_t b = 0; b <= featureCount; ++b)
                sums[a][b] += row[a] * row[b];
        seen.push_back(row);
    }
    std::vector<std::int64_t> factors = solved(sums);
    for (const Factors& row : seen) {
        double sum = 0;
        for (std::size_t f = 0; f < featureCount; ++f)
            sum += static_cast<double>(factors[f]) * row[f];
        if (sum != row[featureCount])
            return {};
    }
    return factors;
}

} // namespace

std::optional<ConditionForm> formOf(const std::string& condition, const LearnState& state)
{
    const Sides sides = sidesOf(condition);
    try {
        auto left = linear(sides.left, state), right = linear(sides.right, state);
        if (left && right)
            return ConditionForm{std::move(*left), std::move(*right), sides.comparison->sign};
    } catch (const Error&) { // a view that cannot show one of them
    }
    return {};
}

} // namespace sparsescope::learn
