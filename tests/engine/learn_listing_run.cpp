#include "tests/engine/learn_listing_run.h"

#include "engine/core/at.h"
#include "tests/engine/learn_listing_syntax.h"

#include <bit>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <utility>

namespace sparsescope::learn {

// An array in memory; B and C have rows of several columns.
struct Array {
    std::string name;
    std::vector<double> elements;
    bool whole = true; // numbers
    std::int64_t columns = 1;
    std::vector<char> read = {}, written = {}, stored = {}; // stored: by =
    std::set<int> lines = {};                               // that touch it
};

namespace {

struct Value {
    double number = 0;
    bool whole = true;
    Array* array = nullptr; // a pointer to an element, or to a row
    std::int64_t offset = 0;
    bool row = false;
};

struct Variable {
    bool whole = true;
    std::vector<double> values;
};

using LaneMask = std::vector<char>;

class Machine {
public:
    Machine(std::vector<Array>& arrays, int lanes) : m_arrays(arrays), m_lanes(lanes) {}

    // Blocks of one warp each, until some have found nothing to do.
    void launch(Node& program, const ListingNumbers& numbers)
    {
        m_declared.clear();
        declare(program);
        bind(program, numbers);
        constexpr int more = 3, most = 4096;
        for (int idle = 0; idle < more; ++m_block) {
            if (m_block > most)
                wrong(0, "it never ends");
            m_variables.assign(static_cast<std::size_t>(m_lanes), std::vector<Variable>(m_declared.size()));
            m_active.assign(static_cast<std::size_t>(m_lanes), 1);
            m_skips.assign(m_active.size(), 0);
            m_touched = false;
            run(program, m_active);
            idle = m_touched ? 0 : idle + 1;
        }
        m_block = 0;
    }

private:
    void declare(const Node& node)
    {
        if (node.is == Is::Declare)
            m_declared.emplace(node.parts[0].text, m_declared.size());
        for (const Node& part : node.parts)
            declare(part);
    }
    void bind(Node& node, const ListingNumbers& numbers)
    {
        for (Node& part : node.parts)
            bind(part, numbers);
        if (node.is != Is::Name)
            return;
        const auto array =
            std::find_if(m_arrays.begin(), m_arrays.end(), [&](const Array& a) { return a.name == node.text; });
        if (const auto found = m_declared.find(node.text); found != m_declared.end()) {
            node.means = Means::Variable;
            node.variable = found->second;
        } else if (array != m_arrays.end()) {
            node.means = Means::Array;
            node.array = &*array;
        } else if (const auto number = numbers.find(node.text); number != numbers.end()) {
            node.means = Means::Number;
            node.number = static_cast<double>(number->second);
        } else {
            node.means = node.text == "blockIdx.x"                              ? Means::Block
                         : node.text == "threadIdx.x"                           ? Means::Lane
                         : node.text == "blockDim.x" || node.text == "warpSize" ? Means::Lanes
                                                                                : Means::Nothing;
        }
        if (node.means == Means::Nothing)
            wrong(node.line, fmt::format("{} is neither an array, nor a number, nor a variable", node.text));
    }

    LaneMask still(LaneMask mask) const // those that have not returned
    {
        for (std::size_t l = 0; l < mask.size(); ++l)
            mask[l] = mask[l] && m_active[l];
        return mask;
    }
    template <class Body>
    void forLanes(const LaneMask& mask, const Body& body)
    {
        for (int l = 0; l < m_lanes; ++l)
            if (mask[at(l)] && m_active[at(l)])
                body(l);
    }
    LaneMask where(const Node& condition, const LaneMask& mask)
    {
        LaneMask met(mask.size(), 0);
        forLanes(mask, [&](int l) { met[at(l)] = evaluate(condition, l).number != 0; });
        return met;
    }

    void run(const Node& node, const LaneMask& mask)
    {
        if (node.is == Is::Block) {
            for (const Node& part : node.parts)
                run(part, mask);
        } else if (node.is == Is::If) {
            run(node.parts[1], where(node.parts[0], mask));
        } else if (node.is == Is::For) {
            run(node.parts[0], mask);
            LaneMask here = where(node.parts[1], mask);
            for (int turns = 0; here != LaneMask(here.size(), 0); ++turns) {
                if (turns > 1 << 16)
                    wrong(node.line, "the loop never ends");
                run(node.parts[3], here);
                for (std::size_t l = 0; l < here.size(); ++l)
                    if (here[l] != 0 && std::exchange(m_skips[l], 0) != 0)
                        m_active[l] = 1;
                run(node.parts[2], here);
                here = where(node.parts[1], still(here));
            }
        } else if (node.is == Is::Return) {
            forLanes(mask, [&](int l) { m_active[at(l)] = 0; });
        } else if (node.is == Is::Continue) {
            forLanes(mask, [&](int l) {
                m_active[at(l)] = 0;
                m_skips[at(l)] = 1;
            });
        } else if (node.is == Is::Declare) {
            declare(node, mask);
        } else if (node.is == Is::Call && (node.text == "mma" || node.text == "store")) {
            bool done = false; // by the whole warp
            forLanes(mask, [&](int l) { done = done || (node.text == "mma" ? mma(node, l) : storeFragment(node, l)); });
        } else if (node.is == Is::Assign || node.is == Is::Add || node.is == Is::Divide) {
            // All lanes have their values before one of them changes anything.
            std::vector<Value> values(mask.size());
            forLanes(mask, [&](int l) { values[at(l)] = evaluate(node.parts[1], l); });
            forLanes(mask, [&](int l) { assign(node, values[at(l)], l); });
        } else {
            forLanes(mask, [&](int l) { evaluate(node, l); });
        }
    }

    void declare(const Node& node, const LaneMask& mask)
    {
        forLanes(mask, [&](int l) {
            Variable& variable = m_variables[at(l)][node.parts[0].variable];
            variable.whole = node.text == "int";
            variable.values.assign(at(whole(node.parts[1], l)) * (node.text == "Fragment" ? tensor : 1), 0);
            if (node.parts.size() > 2)
                variable.values[0] = evaluate(node.parts[2], l).number;
        });
    }

    static bool isVariable(const Node& node)
    {
        return (node.is == Is::Index ? node.parts[0] : node).means == Means::Variable;
    }
    Variable& variable(const Node& node, int lane) { return m_variables[at(lane)][node.variable]; }
    // A variable, or an element of one.
    double& held(const Node& node, int lane)
    {
        const Node& named = node.is == Is::Index ? node.parts[0] : node;
        if (named.means != Means::Variable)
            wrong(node.line, fmt::format("{} is no variable", named.text));
        std::vector<double>& values = variable(named, lane).values;
        const std::int64_t i = node.is == Is::Index ? whole(node.parts[1], lane) : 0;
        if (i < 0 || i >= static_cast<std::int64_t>(values.size()))
            wrong(node.line, fmt::format("{}[{}] is outside of it", named.text, i));
        return values[at(i)];
    }

    void assign(const Node& node, const Value& value, int lane)
    {
        if (isVariable(node.parts[0])) {
            double& to = held(node.parts[0], lane);
            to = node.is == Is::Assign ? value.number
                 : node.is == Is::Add  ? to + value.number
                                       : std::trunc(to / value.number);
            return;
        }
        if (node.is != Is::Assign)
            wrong(node.line, "only = stores in memory");
        store(place(node.parts[0], lane), node.line, value.number);
    }
    void store(const Value& to, int line, double number)
    {
        double& element = touch(to, line, &Array::written);
        if (to.array->stored[at(to.offset)]++ != 0)
            wrong(line, fmt::format("{}[{}] is written twice", to.array->name, to.offset));
        element = number;
    }

    double& touch(const Value& place, int line, std::vector<char> Array::*how)
    {
        if (!place.array || place.row)
            wrong(line, "no element of an array");
        Array& array = *place.array;
        if (place.offset < 0 || place.offset >= static_cast<std::int64_t>(array.elements.size()))
            wrong(line, fmt::format("{}[{}] of {}", array.name, place.offset, array.elements.size()));
        m_touched = true;
        (array.*how)[at(place.offset)] = 1;
        array.lines.insert(line);
        return array.elements[at(place.offset)];
    }
    Value load(const Value& place, int line) { return {touch(place, line, &Array::read), place.array->whole}; }

    static Value moved(Value pointer, std::int64_t by)
    {
        pointer.offset += by * (pointer.row ? pointer.array->columns : 1);
        return pointer;
    }
    static Value indexed(Value pointer, std::int64_t i, int line)
    {
        if (!pointer.array)
            wrong(line, "no array is indexed");
        if (!pointer.row && pointer.array->columns > 1 && (i < 0 || i >= pointer.array->columns))
            wrong(line, fmt::format("column {} of {}", i, pointer.array->name));
        pointer = moved(pointer, i);
        pointer.row = false;
        return pointer;
    }
    // An element, not what is in it.
    Value place(const Node& node, int lane)
    {
        if (node.is != Is::Index)
            wrong(node.line, "this is no element of an array");
        return indexed(node.parts[0].is == Is::Index ? place(node.parts[0], lane) : evaluate(node.parts[0], lane),
                       whole(node.parts[1], lane), node.line);
    }
    std::int64_t whole(const Node& node, int lane)
    {
        const Value value = evaluate(node, lane);
        if (value.array || !value.whole)
            wrong(node.line, "this is no whole number");
        return static_cast<std::int64_t>(value.number);
    }

    Value named(const Node& node, int lane)
    {
        switch (node.means) {
        case Means::Variable:
            return {held(node, lane), variable(node, lane).whole};
        case Means::Array:
            return {0, true, node.array, 0, node.array->columns > 1};
        case Means::Number:
            return {node.number};
        case Means::Block:
            return {static_cast<double>(m_block)};
        case Means::Lane:
            return {static_cast<double>(lane)};
        default:
            return {static_cast<double>(m_lanes)};
        }
    }

    Value evaluate(const Node& node, int lane)
    {
        switch (node.is) {
        case Is::Number:
            return {node.number};
        case Is::Name:
            return named(node, lane);
        case Is::Index:
            return isVariable(node) ? Value{held(node, lane), variable(node.parts[0], lane).whole}
                                    : load(place(node, lane), node.line);
        case Is::Call:
            return called(node, lane);
        case Is::Choice:
            return evaluate(node.parts[evaluate(node.parts[0], lane).number != 0 ? 1 : 2], lane);
        case Is::Assign:
        case Is::Add:
        case Is::Divide: // steps of a loop
            assign(node, evaluate(node.parts[1], lane), lane);
            return {};
        case Is::Increment:
            return {++held(node.parts[0], lane)};
        case Is::Address:
            return place(node.parts[0], lane);
        default:
            break;
        }
        const Value a = evaluate(node.parts[0], lane);
        switch (node.is) {
        case Is::Negative:
            return {-a.number, a.whole};
        case Is::Inverse:
            return {static_cast<double>(~static_cast<std::int64_t>(a.number))};
        case Is::Not:
            return truth(a.number == 0);
        case Is::And: // the second one only where it decides
            return truth(a.number != 0 && evaluate(node.parts[1], lane).number != 0);
        case Is::Or:
            return truth(a.number != 0 || evaluate(node.parts[1], lane).number != 0);
        default:
            return calculated(node, a, evaluate(node.parts[1], lane));
        }
    }

    static Value truth(bool is) { return {is ? 1.0 : 0.0}; }

    static Value calculated(const Node& node, const Value& a, const Value& b)
    {
        if (a.array && node.is == Is::Plus)
            return moved(a, static_cast<std::int64_t>(b.number));
        if (a.array || b.array)
            wrong(node.line, "an array is used as a number");
        const bool whole = a.whole && b.whole;
        const double x = a.number, y = b.number;
        if ((node.is == Is::Over || node.is == Is::Rest) && (y == 0 || !whole))
            wrong(node.line, "division by zero, or of what is no whole number");
        switch (node.is) {
        case Is::Plus:
            return {x + y, whole};
        case Is::Minus:
            return {x - y, whole};
        case Is::Times:
            return {x * y, whole};
        case Is::Over:
            return {std::trunc(x / y)};
        case Is::Rest:
            return {std::fmod(x, y)};
        case Is::Left:
        case Is::Right:
        case Is::Bits:
            return bits(node, a, b);
        case Is::Less:
            return truth(x < y);
        case Is::More:
            return truth(x > y);
        case Is::LessEqual:
            return truth(x <= y);
        case Is::MoreEqual:
            return truth(x >= y);
        case Is::Equal:
            return truth(x == y);
        case Is::Unlike:
            return truth(x != y);
        default:
            wrong(node.line, "this is no expression");
        }
    }

    // On unsigned words of 32 bits.
    static Value bits(const Node& node, const Value& a, const Value& b)
    {
        if (!a.whole || !b.whole || a.number < 0 || b.number < 0 || (node.is != Is::Bits && b.number > 31))
            wrong(node.line, "these are no bits of a word");
        const auto x = static_cast<std::uint32_t>(a.number), y = static_cast<std::uint32_t>(b.number);
        return {static_cast<double>(node.is == Is::Bits ? x & y : node.is == Is::Left ? x << y : x >> y)};
    }

    Value called(const Node& node, int lane)
    {
        if (node.text == "__popc" && node.parts.size() == 1)
            return {static_cast<double>(std::popcount(static_cast<std::uint32_t>(whole(node.parts[0], lane))))};
        if (node.text == "atomicAdd" && node.parts.size() == 2) {
            const Value to = evaluate(node.parts[0], lane);
            const double by = evaluate(node.parts[1], lane).number;
            touch(to, node.line, &Array::written) += by;
            return {};
        }
        if (node.text == "__shfl_down_sync" && node.parts.size() == 3) {
            const std::int64_t from = lane + whole(node.parts[2], lane);
            return evaluate(node.parts[1], from < m_lanes ? static_cast<int>(from) : lane);
        }
        wrong(node.line, fmt::format("{} is no function of so many arguments", node.text));
    }

    // mma<depth>(sum, A, stride, B, cols): rows of A, `stride` values apart, against the rows of B that cols names.
    bool mma(const Node& node, int lane)
    {
        if (node.parts.size() != 6)
            wrong(node.line, "mma has a depth and five arguments");
        const std::int64_t depth = whole(node.parts[0], lane), stride = whole(node.parts[3], lane);
        std::vector<double>& sum = variable(node.parts[1], lane).values;
        const Value a = evaluate(node.parts[2], lane), b = evaluate(node.parts[4], lane),
                    cols = evaluate(node.parts[5], lane);
        for (std::int64_t k = 0; k < depth; ++k) {
            const Value row =
                indexed(b, static_cast<std::int64_t>(load(moved(cols, k), node.parts[5].line).number), node.line);
            for (std::size_t m = 0; m < sum.size() / tensor; ++m)
                for (std::size_t n = 0; n < tensor; ++n)
                    sum[m * tensor + n] +=
                        load(moved(a, static_cast<std::int64_t>(m) * stride + k), node.parts[2].line).number *
                        load(indexed(row, static_cast<std::int64_t>(n), node.line), node.parts[4].line).number;
        }
        return true;
    }

    // store(C, rows, sum): to the rows that are named, but -1; store(C, sum): one after another, as far as C goes.
    bool storeFragment(const Node& node, int lane)
    {
        const std::vector<double>& sum = variable(node.parts.back(), lane).values;
        const Value to = evaluate(node.parts[0], lane);
        for (std::size_t m = 0; m < sum.size() / tensor; ++m) {
            auto row = static_cast<std::int64_t>(m);
            if (node.parts.size() == 3)
                row = static_cast<std::int64_t>(load(moved(evaluate(node.parts[1], lane), row), node.line).number);
            const Value first = row < 0 ? to : indexed(to, row, node.line);
            if (row < 0 || first.offset >= static_cast<std::int64_t>(to.array->elements.size()))
                continue;
            for (std::size_t n = 0; n < tensor; ++n)
                store(indexed(first, static_cast<std::int64_t>(n), node.line), node.line, sum[m * tensor + n]);
        }
        return true;
    }

    static constexpr std::size_t tensor = 8; // columns of a fragment
    std::vector<Array>& m_arrays;
    int m_lanes;
    int m_block = 0;
    std::map<std::string, std::size_t> m_declared;
    std::vector<std::vector<Variable>> m_variables; // of each lane; the first lane has the fragments
    LaneMask m_active;                              // have not returned
    LaneMask m_skips;                               // wait for the next turn of the loop
    bool m_touched = false;
};

} // namespace

ListingRun runListing(const Encoded& e, const std::vector<CodeLine>& code, int lanes, std::int64_t columns)
{
    const Matrix& m = *e.matrix;
    ListingRun run;
    run.touchedBy.resize(code.size());
    bool zeroed = false;
    std::set<std::string> names;
    std::vector<std::size_t> kernels{0}; // where each begins
    for (std::size_t l = 0; l < code.size(); ++l) {
        if (code[l].text.starts_with("//"))
            kernels.push_back(l);
        zeroed = zeroed || code[l].text.find(" is 0 before") != std::string::npos;
        names.insert(code[l].reads.begin(), code[l].reads.end());
    }
    kernels.push_back(code.size());
    const bool sampled = names.count("out") > 0, matrices = names.count("B") > 0;
    if (!sampled && !matrices && columns > 1)
        wrong(0, "x is one column");
    std::vector<Array> arrays;
    for (const EncodedArray& array : e.arrays) {
        arrays.push_back({array.name, {}, array.element != ElementType::Value});
        for (const EncodedElement& element : array.elements)
            arrays.back().elements.push_back(element.value);
    }
    // Other numbers in every element: 2 a + 1 of row a, once more for each column.
    const auto dense = [&](const char* name, std::int64_t rows) {
        Array array{name, {}, false, columns};
        for (std::int64_t a = 0; a < rows; ++a)
            for (std::int64_t j = 0; j < columns; ++j)
                array.elements.push_back(static_cast<double>((2 * a + 1) * (j + 1) + j * j));
        return array;
    };
    const Array X = dense("X", m.rows()), B = dense(sampled ? "Y" : matrices ? "B" : "x", m.cols());
    const std::vector<EncodedElement>& values = e.arrays[at(e.values())].elements;
    Array output{sampled ? "out" : matrices ? "C" : "y", {}, false, sampled ? 1 : columns};
    const std::size_t places = sampled ? values.size() : at(m.rows() * columns);
    output.elements.assign(places, zeroed ? 0 : std::numeric_limits<double>::quiet_NaN());
    run.expected.assign(places, 0);
    for (std::size_t v = 0; sampled && v < places; ++v)
        if (values[v].position < 0) // which a kernel need not write
            output.elements[v] = 0;
        else
            for (std::int64_t j = 0; j < columns; ++j)
                run.expected[v] += values[v].value * X.elements[at(m.rowOf(values[v].position) * columns + j)] *
                                   B.elements[at(m.colIdx()[at(values[v].position)] * columns + j)];
    for (std::int64_t p = 0; !sampled && p < m.nnz(); ++p)
        for (std::int64_t j = 0; j < columns; ++j)
            run.expected[at(m.rowOf(p) * columns + j)] += m.value(p) * B.elements[at(m.colIdx()[at(p)] * columns + j)];
    if (sampled)
        arrays.push_back(X);
    arrays.push_back(B);
    arrays.push_back(std::move(output));
    for (Array& array : arrays)
        array.read = array.written = array.stored = std::vector<char>(array.elements.size(), 0);

    Machine machine(arrays, lanes);
    for (std::size_t k = 0; k + 1 < kernels.size(); ++k) {
        Node program = parsedListing(std::span(code).subspan(kernels[k], kernels[k + 1] - kernels[k]),
                                     static_cast<int>(kernels[k]));
        std::vector<ListingNumbers> launches = e.launches;
        if (launches.empty())
            launches.emplace_back();
        for (ListingNumbers& numbers : launches) {
            numbers.insert(e.numbers.begin(), e.numbers.end()); // those of the launch come first
            numbers["J"] = columns;
            machine.launch(program, numbers);
        }
    }
    run.output = arrays.back().elements;
    for (const Array& array : arrays) {
        for (const int line : array.lines)
            run.touchedBy[at(line)].insert(array.name);
        for (std::size_t i = 0; i < array.elements.size(); ++i) {
            if (array.read[i])
                run.read.emplace(array.name, static_cast<std::int64_t>(i));
            if (array.written[i])
                run.written.emplace(array.name, static_cast<std::int64_t>(i));
        }
    }
    return run;
}

} // namespace sparsescope::learn
