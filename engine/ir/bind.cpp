// Bindings of operators' and plans' programs: matrix, operands, and the arrays of packed tiles.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/ir/decompose.h"
#include "engine/ir/parts.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace sparsescope::ir {

namespace {

// Values and the entries beside them.
constexpr std::uint64_t bytesOfElement = sizeof(double) + sizeof(std::int64_t);

std::int64_t elementsOf(std::int64_t a, std::int64_t b)
{
    if (b > 0 && a > std::numeric_limits<std::int64_t>::max() / static_cast<std::int64_t>(bytesOfElement) / b)
        failInput(fmt::format("an array of {} x {} elements is too large to be bound", a, b));
    return a * b;
}

BoundArray holding(std::vector<double> values)
{
    return {std::move(values)};
}

BoundArray toBeWritten(std::int64_t size)
{
    return {std::vector<double>(at(size), 0.0), {}, false};
}

BoundArray operandArray(const Dense& operand, std::int64_t ld)
{
    std::vector<double> values(at(elementsOf(operand.rows, ld)), 0.0);
    for (std::int64_t r = 0; r < operand.rows; ++r)
        for (std::int64_t c = 0; c < operand.cols; ++c) {
            const std::size_t from = at(r * operand.ld + c);
            values[at(r * ld + c)] =
                operand.doubles.empty() ? static_cast<double>(operand.values[from]) : operand.doubles[from];
        }
    return holding(std::move(values));
}

// All but what tiles have; dense rows have `ld` elements, which the program calls `extent`.
BoundNames launchOf(const Operator& op, const Matrix& matrix, const std::vector<Dense>& operands, std::int64_t ld,
                    const char* extent)
{
    const OperatorDefinition& definition = op.definition();
    if (operands.size() != definition.operands.size())
        failUsage(fmt::format("{} takes other operands than these {}", definition.label, operands.size()));
    const std::int64_t outputs = op.sampled() ? matrix.nnz() : elementsOf(matrix.rows(), ld);
    requireMemory(bytesOfElement * static_cast<std::uint64_t>(outputs) +
                      2 * bytesOfElement * static_cast<std::uint64_t>(matrix.nnz() + matrix.rows()) +
                      operands.size() * sizeof(double) *
                          static_cast<std::uint64_t>(elementsOf(std::max(matrix.rows(), matrix.cols()), ld)),
                  {}, "binding a program's arrays");
    BoundNames names;
    names.values = {{"m", matrix.rows()}, {"n", matrix.cols()}, {"nnz", matrix.nnz()}};
    if (op.hasDenseAxis())
        names.values[extent] = ld;
    if (op.relational())
        names.values.insert({{"nr", matrix.sliceCols()}, {"kr", matrix.slices() * op.inner}, {"e", op.inner}});
    names.arrays["J_indptr"] = holding({matrix.rowPtr().begin(), matrix.rowPtr().end()});
    names.arrays["J_indices"] = holding({matrix.colIdx().begin(), matrix.colIdx().end()});
    BoundArray values;
    for (std::int64_t p = 0; p < matrix.nnz(); ++p) {
        values.values.push_back(rounded(op.dtype, matrix.value(p)));
        values.entries.push_back(p);
    }
    names.arrays["A"] = std::move(values);
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const OperandDefinition& operand = definition.operands[i];
        const auto [rows, cols] = operandShape(op, operand, shapeOf(matrix));
        if (operands[i].rows != rows || operands[i].cols != cols)
            failUsage(fmt::format("{} takes an operand {} of {} x {}, not {} x {}", definition.label, operand.name,
                                  rows, cols, operands[i].rows, operands[i].cols));
        names.arrays[operand.name] =
            operandArray(operands[i], op.relational() && operand.rows == RowsOf::Cols ? cols : ld);
    }
    names.arrays["C"] = toBeWritten(outputs);
    return names;
}

double indexOver(std::int32_t value, std::int64_t divisor)
{
    return static_cast<double>(value < 0 ? value : value / divisor); // -1: nothing is there
}

// A tile's values and arrays under the names of a part.
BoundNames tileOf(const PlanPart& part, const Plan& plan, const Packed& packed, const Matrix& matrix, std::size_t t)
{
    const Format& format = packed.formatOf(t);
    const std::span<const StoredArray> stored = format.arrays();
    const PackedTileView view = packed.view(t);
    BoundNames names;
    for (const FormatAxes::TileValue& value : part.description.tileValues)
        names.values[part.names.at(value.name)] =
            (value.element ? view[value.from][0] : packed.sizes[t][value.from]) / value.divisor;
    for (const FormatAxes::Array& array : part.description.arrays) {
        BoundArray bound;
        if (array.ends)
            bound.values.push_back(0);
        std::vector<std::int32_t> rows;
        std::span<const std::int32_t> elements = view[array.from];
        if (stored[array.from].element == ElementType::Row)
            elements = rows = packed.rowsIn(t, array.from);
        for (const std::int32_t element : elements)
            bound.values.push_back(indexOver(element, array.divisor));
        names.arrays[part.names.at(array.name)] = std::move(bound);
    }

    std::vector<std::int64_t> places(at(packed.sizes[t][format.valueArray()]));
    format.places(plan.tiling().view(plan.tiling().tiles[t]), matrix, plan.op.dtype, places);
    const std::int64_t end = part.endOfValues > 0 ? part.endOfValues : std::ssize(places);
    BoundArray values = toBeWritten(end - part.description.firstValue);
    for (std::int64_t p = part.description.firstValue; p < end; ++p) {
        const std::int64_t entry = places[at(p)];
        const bool owned = entry != Format::padding && !Entry::redundant(static_cast<std::uint32_t>(entry));
        values.entries.push_back(owned ? entry : -1);
    }
    names.arrays[part.values.name] = std::move(values);
    return names;
}

// Tiles as one.
class Join {
public:
    Join(const PlanPart& part, const std::vector<BoundNames>& tiles) : m_part(part)
    {
        const Axis& first = part.first();
        const std::string count = part.joinedCount();
        for (const BoundNames& tile : tiles) {
            for (const auto& [name, value] : tile.values)
                m_joined.values[name] += value;
            if (!tile.values.contains(count))
                m_joined.values[count] += (isSparse(first.kind) ? first.places : first.length)->value;
            for (const auto& [name, array] : tile.arrays)
                append(m_joined.arrays[name], array, isIndptr(name));
        }
        if (part.listsRows())
            sortRows(count);
    }
    BoundNames names() && { return std::move(m_joined); }

private:
    bool isIndptr(const std::string& name) const
    {
        return std::any_of(m_part.axes.begin(), m_part.axes.end(),
                           [&](const Axis& axis) { return axis.indptr == name; });
    }

    static void append(BoundArray& to, const BoundArray& from, bool indptr)
    {
        const double before = indptr && !to.values.empty() ? to.values.back() : 0;
        const std::ptrdiff_t skipped = indptr && !to.values.empty() ? 1 : 0;
        std::transform(from.values.begin() + skipped, from.values.end(), std::back_inserter(to.values),
                       [&](double value) { return value + before; });
        to.entries.insert(to.entries.end(), from.entries.begin(), from.entries.end());
        to.written = from.written;
    }

    // Where the places of a listed row begin among those of an axis below, or of its own.
    std::size_t begin(const Axis& axis, std::size_t row, const BoundNames& names) const
    {
        if (axis.name == m_part.first().name)
            return row;
        return isVariable(axis.kind) ? static_cast<std::size_t>(names.arrays.at(axis.indptr).values[row])
                                     : row * at(axis.places->value);
    }

    // Rows in the matrix's order, without those that are none.
    void sortRows(const std::string& count)
    {
        const std::vector<double> rows = m_joined.arrays.at(m_part.first().indices).values;
        std::vector<std::size_t> order(rows.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::erase_if(order, [&](std::size_t i) { return rows[i] < 0; });
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rows[a] < rows[b]; });
        const BoundNames before = m_joined;
        const auto take = [&](const std::string& name, const Axis& axis) {
            const BoundArray& from = before.arrays.at(name);
            BoundArray& to = m_joined.arrays.at(name) = {{}, {}, from.written};
            for (const std::size_t i : order)
                for (std::size_t p = begin(axis, i, before); p < begin(axis, i + 1, before); ++p) {
                    to.values.push_back(from.values[p]);
                    if (!from.entries.empty())
                        to.entries.push_back(from.entries[p]);
                }
        };
        for (const Axis& axis : m_part.axes) {
            if (isSparse(axis.kind))
                take(axis.indices, axis);
            if (isVariable(axis.kind)) {
                std::vector<double> ends{0};
                for (const std::size_t i : order)
                    ends.push_back(ends.back() +
                                   static_cast<double>(begin(axis, i + 1, before) - begin(axis, i, before)));
                m_joined.arrays.at(axis.indptr).values = std::move(ends);
            }
        }
        take(m_part.values.name, *m_part.axis(m_part.values.axes.back()));
        m_joined.values[count] = std::ssize(order);
    }

    const PlanPart& m_part;
    BoundNames m_joined;
};

} // namespace

Bindings bind(const Operator& op, const Matrix& matrix, const std::vector<Dense>& operands)
{
    return {launchOf(op, matrix, operands, op.dense, "d"), {}};
}

Bindings bind(const Plan& plan, const Packed& packed, const Matrix& matrix, const std::vector<Dense>& operands,
              bool untiled, const Plan* whole)
{
    requireMatrix(plan, matrix);
    Bindings bindings{launchOf(plan.op, matrix, operands, packed.ld, "ld"), {}};
    constexpr std::uint64_t bytesOfNames = 2048; // of a tile's values and arrays
    requireMemory((untiled ? 2 : 1) * bytesOfElement * (packed.indices.size() + packed.values.size()) +
                      bytesOfNames * packed.tiles.size(),
                  {}, "binding a plan's arrays");
    const std::vector<Tile>& tiles = plan.tiling().tiles;
    for (const PlanPart& part : partsOf(whole ? *whole : plan)) {
        std::vector<BoundNames>& bound = bindings.tiles[part.count];
        for (std::size_t t = 0; t < tiles.size(); ++t)
            if (at(tiles[t].format) == part.format)
                bound.push_back(tileOf(part, plan, packed, matrix, t));
        if (untiled && !bound.empty()) {
            part.requireJoined(plan);
            if (part.whyNotJoined().empty())
                bound = {Join(part, bound).names()};
        }
        bindings.launch.values[part.count] = std::ssize(bound);
    }
    return bindings;
}

} // namespace sparsescope::ir
