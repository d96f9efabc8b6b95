#include "engine/ir/interpreter/machine.h"

#include "engine/core/at.h"
#include "engine/core/error.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace sparsescope::ir::interpreter {

namespace {

constexpr std::int64_t mostOfTiles = std::int64_t{1} << 24;
constexpr double mostWhole = 9007199254740992.0; // 2^53: doubles hold all whole numbers up to it

// What a fragment holds where nobody wrote: no number that anything computes.
constexpr std::uint64_t nobodysBits = 0x7ff8'756e'7772'6974;

double nobodys()
{
    return std::bit_cast<double>(nobodysBits);
}

bool isNobodys(double value)
{
    return std::bit_cast<std::uint64_t>(value) == nobodysBits;
}

} // namespace

Machine::Machine(const Compiled& compiled, const Bindings& bindings, Bindings* to)
    : slots(at(compiled.slots), 0), m_compiled(compiled), m_bindings(bindings), m_to(to),
      m_arrays(compiled.arrays.size(), nullptr), m_bound(at(compiled.slots), true), m_scratch(compiled.arrays.size()),
      m_tiles(compiled.groups.size()), m_tile(compiled.groups.size(), -1)
{
    for (const auto& [name, slot] : compiled.params) {
        if (const auto bound = bindings.launch.values.find(name); bound != bindings.launch.values.end())
            slots[at(slot)] = bound->second;
        else if (const auto tiles = bindings.tiles.find(name); tiles != bindings.tiles.end())
            slots[at(slot)] = static_cast<std::int64_t>(tiles->second.size());
    }
    for (const auto& [name, slot] : compiled.tileValues) {
        const auto bound = bindings.launch.values.find(name); // of one tile of all that a format holds
        m_bound[at(slot)] = bound != bindings.launch.values.end();
        if (m_bound[at(slot)])
            slots[at(slot)] = bound->second;
    }
    for (std::size_t i = 0; i < compiled.arrays.size(); ++i) {
        const ArrayUse& use = compiled.arrays[i];
        if (use.size) {
            m_scratch[i] = std::make_unique<Scratch>(use.scope);
            continue;
        }
        if (const auto bound = bindings.launch.arrays.find(use.name); bound != bindings.launch.arrays.end())
            m_arrays[i] = &m_launch.emplace_back(bound->second, to ? &to->launch.arrays[use.name] : nullptr);
    }
    for (std::size_t g = 0; g < compiled.groups.size(); ++g)
        m_tiles[g].resize(at(tilesOf(static_cast<int>(g))));
}

std::int64_t Machine::tilesOf(int group) const
{
    const auto tiles = m_bindings.tiles.find(m_compiled.groups[at(group)]);
    return tiles == m_bindings.tiles.end() ? 0 : static_cast<std::int64_t>(tiles->second.size());
}

Machine::Outside Machine::outside() const
{
    return {m_arrays, slots, m_bound};
}

void Machine::enter(int group, std::int64_t index, const Outside& outside)
{
    const std::string& param = m_compiled.groups[at(group)];
    Tile& tile = m_tiles[at(group)][at(index)];
    if (!tile.made) {
        const BoundNames& names = m_bindings.tiles.at(param)[at(index)];
        BoundNames* to = m_to ? &m_to->tiles.at(param)[at(index)] : nullptr;
        for (const auto& [name, slot] : m_compiled.tileValues)
            if (const auto bound = names.values.find(name); bound != names.values.end())
                tile.values.emplace_back(slot, bound->second);
        for (std::size_t i = 0; i < m_compiled.arrays.size(); ++i)
            if (const auto bound = names.arrays.find(m_compiled.arrays[i].name);
                bound != names.arrays.end() && !m_scratch[i])
                tile.arrays.emplace_back(static_cast<int>(i),
                                         std::make_unique<GlobalArray>(
                                             bound->second, to ? &to->arrays[m_compiled.arrays[i].name] : nullptr));
        tile.made = true;
    }
    m_arrays = outside.arrays;
    for (const auto& [array, bound] : tile.arrays)
        m_arrays[at(array)] = bound.get();
    for (const auto& [name, slot] : m_compiled.tileValues) {
        slots[at(slot)] = outside.slots[at(slot)];
        m_bound[at(slot)] = outside.bound[at(slot)];
    }
    for (const auto& [slot, bound] : tile.values) {
        slots[at(slot)] = bound;
        m_bound[at(slot)] = true;
    }
    m_tile[at(group)] = index;
}

void Machine::leave(int group, const Outside& outside)
{
    m_arrays = outside.arrays;
    m_bound = outside.bound;
    for (const auto& [name, slot] : m_compiled.tileValues)
        slots[at(slot)] = outside.slots[at(slot)];
    m_tile[at(group)] = -1;
}

std::vector<std::pair<std::string, std::int64_t>> Machine::tiles() const
{
    std::vector<std::pair<std::string, std::int64_t>> all;
    for (std::size_t g = 0; g < m_tile.size(); ++g)
        if (m_tile[g] >= 0)
            all.emplace_back(m_compiled.groups[g], m_tile[g]);
    return all;
}

void Machine::finish()
{
    for (GlobalArray& array : m_launch)
        array.finish();
    for (const std::vector<Tile>& group : m_tiles)
        for (const Tile& tile : group)
            for (const auto& [array, bound] : tile.arrays)
                bound->finish();
}

void Machine::fail(const std::string& place, const std::string& reason) const
{
    failAt(*m_compiled.program, tells ? node : nullptr, place, reason);
}

std::string Machine::textOf(const Access& access)
{
    std::vector<ElementRead>* const noting = std::exchange(reads, nullptr);
    std::string indices;
    const auto add = [&](const Code* code) {
        std::string index = ":";
        try {
            if (code)
                index = std::to_string(whole(*code));
        } catch (const Error&) {
            index = "?";
        }
        indices += (indices.empty() ? "" : ", ") + index;
    };
    if (access.offset)
        add(access.offset);
    for (const AccessAxis& axis : access.axes)
        add(axis.index);
    reads = noting;
    return fmt::format("{}[{}]", access.name, indices);
}

double Machine::noted(const Access& access, std::int64_t i, double value)
{
    if (reads)
        reads->push_back({access.name, i, textOf(access), value});
    return value;
}

void Machine::failElement(int array, std::int64_t i, const Access* access, const std::string& reason)
{
    fail(access ? textOf(*access) : fmt::format("{}[{}]", m_compiled.arrays[at(array)].name, i), reason);
}

std::int64_t Machine::multiplied(std::int64_t a, std::int64_t b) const
{
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product))
        fail({}, fmt::format("{} * {} is beyond 64 bits", a, b));
    return product;
}

std::int64_t Machine::added(std::int64_t a, std::int64_t b) const
{
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        fail({}, fmt::format("{} + {} is beyond 64 bits", a, b));
    return sum;
}

Scratch& Machine::scratch(int array)
{
    Scratch* memory = m_scratch[at(array)].get();
    const ArrayUse& use = m_compiled.arrays[at(array)];
    if (!memory || (use.scope == Scope::Global && !use.stored))
        fail(use.name, "is not bound");
    const std::int64_t size = whole(*use.size);
    if (use.tiles >= 0) {
        const auto [own, added] = m_ofTiles.try_emplace({array, m_tile[at(use.tiles)]}, use.scope);
        memory = &own->second;
        m_elementsOfTiles += added ? size : 0;
        if (m_elementsOfTiles > mostOfTiles)
            fail(use.name, fmt::format("is an array of each tile, and {} elements of all are the most", mostOfTiles));
    }
    if (!memory->reserve(size))
        fail(use.name, memory->problem());
    return *memory;
}

double Machine::loadBy(const Thread& who, int array, std::int64_t i, const Access* access, bool inFragment)
{
    const GlobalArray* global = m_arrays[at(array)];
    Scratch* own = global ? nullptr : &scratch(array);
    const std::int64_t size = global ? global->size() : own->size();
    if (i < 0 || i >= size)
        failElement(array, i, access, fmt::format("is out of bounds: element {} of {}", i, size));
    double value = 0;
    if (global) {
        if (global->written(i))
            return global->values()[i];
        if (!global->isPadding(i))
            failElement(array, i, access, "is read, and nobody wrote it");
        return 0;
    }
    if (!own->read(i, who, clock, value))
        failElement(array, i, access, own->problem());
    if (isNobodys(value) && !inFragment)
        failElement(array, i, access, "is read, and depends on what nobody wrote");
    return value;
}

std::int64_t Machine::wholeIn(double value, int array, std::int64_t i, const Access* access)
{
    if (!(std::fabs(value) <= mostWhole) || value != std::floor(value))
        failElement(array, i, access, fmt::format("holds {}, which is no whole number", value));
    return static_cast<std::int64_t>(value);
}

std::int64_t Machine::wholeAt(int array, std::int64_t i, const Access* access)
{
    return wholeIn(load(array, i, access), array, i, access);
}

std::pair<std::int64_t, double> Machine::store(const Statement& statement)
{
    const Access& target = *statement.target;
    const int array = target.array;
    const ArrayUse& use = m_compiled.arrays[at(array)];
    const std::int64_t i = locate(target);
    if (i == -1 && !target.offset)
        fail(textOf(target), "is stored to, and its coordinates are absent");
    double result = 0;
    if (use.whole) {
        const std::int64_t sum = whole(*statement.value);
        if (std::fabs(static_cast<double>(sum)) > mostWhole)
            failElement(array, i, &target, fmt::format("cannot hold {}", sum));
        result = static_cast<double>(sum);
    } else {
        result = value(*statement.value);
    }
    GlobalArray* global = m_arrays[at(array)];
    Scratch* own = global ? nullptr : &scratch(array);
    const std::int64_t size = global ? global->size() : own->size();
    if (i < 0 || i >= size)
        failElement(array, i, &target, fmt::format("is out of bounds: element {} of {}", i, size));
    const Thread who = own && statement.add && reduced != 0 ? own->summing(i, thread, reduced, clock) : thread;
    if (statement.add)
        result += loadBy(who, array, i, &target);
    if (use.whole && std::fabs(result) > mostWhole)
        failElement(array, i, &target, fmt::format("cannot hold {}", result));
    if (global)
        global->store(i, result);
    else if (!own->write(i, who, clock, result))
        failElement(array, i, &target, own->problem());
    return {i, result};
}

std::vector<double> Machine::fragment(const Access& access, std::int64_t first, std::int64_t size)
{
    const Scratch& own = scratch(access.array);
    if (first < 0 || first > own.size() - size)
        failElement(access.array, first, &access,
                    fmt::format("is out of bounds: {} elements from {} of {}", size, first, own.size()));
    std::vector<double> values(at(size), nobodys());
    for (std::int64_t i = 0; i < size; ++i)
        if (own.written(first + i, thread, clock))
            values[at(i)] = loadBy(thread, access.array, first + i, nullptr, true);
    return values;
}

std::pair<std::int64_t, double> Machine::multiply(const Statement& statement)
{
    const auto [name, m, n, k] = *statement.mma;
    const std::int64_t c = locate(*statement.target);
    const std::vector<double> a = fragment(*statement.a, locate(*statement.a), m * k);
    const std::vector<double> b = fragment(*statement.b, locate(*statement.b), k * n);
    std::vector<double> sums = fragment(*statement.target, c, m * n);
    Scratch& own = scratch(statement.target->array);
    for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = 0; j < n; ++j) {
            double& sum = sums[at(i * n + j)];
            bool all = !isNobodys(sum);
            for (std::int64_t l = 0; l < k; ++l) {
                const double x = a[at(i * k + l)], y = b[at(l * n + j)];
                all = all && !isNobodys(x) && !isNobodys(y);
                sum += x * y;
            }
            if (!own.write(c + i * n + j, thread, clock, all ? sum : nobodys()))
                failElement(statement.target->array, c, statement.target, own.problem());
        }
    return {c, sums.front()};
}

double Machine::value(const Code& code)
{
    if (code.whole)
        return static_cast<double>(whole(code));
    const auto operand = [&](std::size_t i) { return value(*code.operands[i]); };
    switch (code.kind) {
    case ExprKind::Load: {
        const std::int64_t i = locate(*code.access);
        return noted(*code.access, i, i == -1 && !code.access->offset ? 0 : load(code.access->array, i, code.access));
    }
    case ExprKind::Add:
        return operand(0) + operand(1);
    case ExprKind::Subtract:
        return operand(0) - operand(1);
    case ExprKind::Multiply:
        return operand(0) * operand(1);
    case ExprKind::Min:
        return std::min(operand(0), operand(1));
    case ExprKind::Max:
        return std::max(operand(0), operand(1));
    case ExprKind::Select:
        return operand(whole(*code.operands[0]) != 0 ? 1 : 2);
    default:
        fail({}, "is no expression of values");
    }
}

std::int64_t Machine::whole(const Code& code)
{
    switch (code.kind) {
    case ExprKind::Integer:
        return code.value;
    case ExprKind::Name:
        if (code.mayBeUnbound && !m_bound[at(code.value)])
            fail(code.name, "is not bound: it is a tile's, and no loop goes through its tiles here");
        return slots[at(code.value)];
    case ExprKind::Load: {
        const std::int64_t i = locate(*code.access);
        const std::int64_t loaded = i == -1 && !code.access->offset ? 0 : wholeAt(code.access->array, i, code.access);
        noted(*code.access, i, static_cast<double>(loaded));
        return loaded;
    }
    case ExprKind::Entry:
        return entry(*code.access);
    case ExprKind::Find:
        return find(code);
    case ExprKind::Rank:
        return rank(code);
    case ExprKind::And:
        return whole(*code.operands[0]) != 0 && whole(*code.operands[1]) != 0 ? 1 : 0;
    case ExprKind::Or:
        return whole(*code.operands[0]) != 0 || whole(*code.operands[1]) != 0 ? 1 : 0;
    case ExprKind::Select:
        return whole(*code.operands[whole(*code.operands[0]) != 0 ? 1 : 2]);
    default:
        return arithmetic(code);
    }
}

std::int64_t Machine::arithmetic(const Code& code)
{
    const std::int64_t a = whole(*code.operands[0]), b = whole(*code.operands[1]);
    switch (code.kind) {
    case ExprKind::Add:
        return added(a, b);
    case ExprKind::Subtract: {
        std::int64_t difference = 0;
        if (__builtin_sub_overflow(a, b, &difference))
            fail({}, fmt::format("{} - {} is beyond 64 bits", a, b));
        return difference;
    }
    case ExprKind::Multiply:
        return multiplied(a, b);
    case ExprKind::Divide:
    case ExprKind::Remainder: {
        if (b == 0)
            fail({}, fmt::format("divides {} by 0", a));
        if (b == -1) // what is beyond 64 bits is beyond them here too
            return code.kind == ExprKind::Divide ? multiplied(a, b) : 0;
        const std::int64_t rest = a % b;
        const bool down = rest != 0 && (rest < 0) != (b < 0);
        return code.kind == ExprKind::Divide ? a / b - (down ? 1 : 0) : rest + (down ? b : 0);
    }
    case ExprKind::Min:
        return std::min(a, b);
    case ExprKind::Max:
        return std::max(a, b);
    case ExprKind::Equal:
        return a == b;
    case ExprKind::NotEqual:
        return a != b;
    case ExprKind::Less:
        return a < b;
    case ExprKind::LessEqual:
        return a <= b;
    case ExprKind::Greater:
        return a > b;
    case ExprKind::GreaterEqual:
        return a >= b;
    default:
        fail({}, "is no expression of whole numbers");
    }
}

} // namespace sparsescope::ir::interpreter
