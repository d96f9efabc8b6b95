// Where the elements of an access stand, and where a coordinate does (SPARSETIR sections 2 and 3).
#include "engine/core/at.h"
#include "engine/ir/interpreter/machine.h"
#include "engine/plan/formats/block_rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace sparsescope::ir::interpreter {

Machine::Range Machine::childrenOf(const AccessAxis& axis, std::int64_t parentBase)
{
    if (axis.children) {
        const std::int64_t each = whole(*axis.children);
        const std::int64_t begin = multiplied(parentBase, each);
        return {begin, added(begin, each)};
    }
    const Range found{wholeAt(axis.indptr, parentBase), wholeAt(axis.indptr, added(parentBase, 1))};
    if (found.begin < 0 || found.end < found.begin)
        fail(m_compiled.arrays[at(axis.indptr)].name,
             fmt::format("does not ascend from 0: {} stands before {}", found.begin, found.end));
    return found;
}

Machine::Found Machine::positionOf(const Access& access, const AccessAxis& axis, std::int64_t parentBase, bool last)
{
    if (axis.finding == Finding::Own)
        return {slots[at(axis.position)], slots[at(axis.base)]};
    const std::int64_t index = whole(*axis.index);
    if (axis.finding == Finding::Search) {
        const Range among = childrenOf(axis, parentBase);
        const std::int64_t found = search(axis.indices, among, index);
        return found < 0 ? Found{-1, -1} : Found{found, among.begin + found};
    }
    if (index == -1 && (isSparse(axis.axis->kind) || axis.index->kind == ExprKind::Find))
        return {-1, -1};
    const std::int64_t extra = last ? access.extra : 0;
    Range among;
    if (!axis.whole)
        among = childrenOf(axis, parentBase);
    else if (axis.nnz)
        among = {0, whole(*axis.nnz)};
    else // the element itself is looked at
        among = {0, std::numeric_limits<std::int64_t>::max() / 2};
    const std::int64_t count = among.end - among.begin;
    if (index < 0 || index >= added(count, extra))
        fail(textOf(access), fmt::format("is out of bounds: {} has no position {}, it has {}{}", axis.axis->name, index,
                                         count, extra > 0 ? fmt::format(" and {} more", extra) : ""));
    return {index, added(among.begin, index)};
}

std::int64_t Machine::indexUp(const Access& access, std::int64_t* offsets, std::int64_t* bases, std::size_t axes)
{
    offsets[0] = 0;
    std::int64_t last = 0, beforeLast = 0;
    for (std::size_t i = 0; i < axes; ++i) {
        const AccessAxis& axis = access.axes[i];
        if (axis.tiles >= 0) {
            const std::int64_t index = whole(*axis.index);
            if (index != m_tile[at(axis.tiles)])
                fail(textOf(access), m_tile[at(axis.tiles)] < 0
                                         ? fmt::format("is a tile's, and no loop goes through {} here",
                                                       m_compiled.groups[at(axis.tiles)])
                                         : fmt::format("is of another tile: {} is at tile {}", axis.axis->name,
                                                       m_tile[at(axis.tiles)]));
            bases[i] = 0;
            offsets[i + 1] = offsets[i];
            continue;
        }
        const std::int64_t parentBase = axis.parent >= 0 ? bases[axis.parent] : 0;
        const Found found = positionOf(access, axis, parentBase, i + 1 == access.axes.size());
        if (found.position < 0)
            return -1;
        bases[i] = found.base;
        if (axis.chain)
            offsets[i + 1] = found.base;
        else if (axis.children)
            offsets[i + 1] = added(multiplied(offsets[i], whole(*axis.children)), found.position);
        else
            offsets[i + 1] = added(multiplied(offsets[axis.prefix], whole(*axis.nnz)), found.base);
        beforeLast = last;
        last = found.position;
    }
    return access.fragments && axes == access.axes.size() ? fragment(access, offsets[axes - 2], beforeLast, last)
                                                          : offsets[axes];
}

std::int64_t Machine::fragment(const Access& access, std::int64_t before, std::int64_t r, std::int64_t c)
{
    const std::int64_t rows = whole(*access.axes[access.axes.size() - 2].children);
    const std::int64_t columns = whole(*access.axes.back().children);
    if ((rows != 8 && rows != 16) || columns % 16 != 0)
        fail(access.name,
             fmt::format("fragments are of 8 or 16 rows and a multiple of 16 columns, not {} x {}", rows, columns));
    return added(multiplied(before, multiplied(rows, columns)), static_cast<std::int64_t>(fragmentIndex(r, c, rows)));
}

std::int64_t Machine::locate(const Access& access)
{
    if (access.offset)
        return whole(*access.offset);
    std::int64_t offsets[mostAxes + 1], bases[mostAxes + 1];
    return indexUp(access, offsets, bases, access.axes.size());
}

Machine::Range Machine::below(const Access& access, const std::int64_t* offsets, const std::int64_t* bases)
{
    const std::size_t i = access.axes.size() - 1;
    const AccessAxis& axis = access.axes[i];
    if (axis.tiles >= 0)
        fail(access.name, "tiles are not searched");
    const Range children = childrenOf(axis, axis.parent >= 0 ? bases[axis.parent] : 0);
    if (axis.chain)
        return children;
    const std::int64_t begin = axis.children
                                   ? multiplied(offsets[i], children.end - children.begin)
                                   : added(multiplied(offsets[axis.prefix], whole(*axis.nnz)), children.begin);
    return {begin, added(begin, children.end - children.begin)};
}

const GlobalArray& Machine::searched(int array)
{
    const GlobalArray* global = m_arrays[at(array)];
    if (!global)
        fail(m_compiled.arrays[at(array)].name,
             m_scratch[at(array)] ? "is searched, which only global arrays are" : "is not bound");
    return *global;
}

std::int64_t Machine::search(int array, Range among, std::int64_t x)
{
    const GlobalArray& global = searched(array);
    const std::string& name = m_compiled.arrays[at(array)].name;
    if (among.begin < 0 || among.end < among.begin || among.end > global.size())
        fail(name, fmt::format("is out of bounds: elements {} to {} of {}", among.begin, among.end, global.size()));
    if (!global.allWritten())
        for (std::int64_t i = among.begin; i < among.end; ++i)
            if (!global.written(i))
                failElement(array, i, nullptr, "is searched, and nobody wrote it");
    if (!global.ascends(among.begin, among.end))
        fail(name, fmt::format("elements {} to {} are searched, and do not ascend", among.begin, among.end - 1));
    const double* begin = global.values() + among.begin;
    const double* end = global.values() + among.end;
    const double* found = std::lower_bound(begin, end, static_cast<double>(x));
    return found != end && *found == static_cast<double>(x) ? found - begin : -1;
}

std::int64_t Machine::find(const Code& code)
{
    if (!code.access) { // stage 3
        const std::int64_t from = whole(*code.operands[0]), to = whole(*code.operands[1]);
        return search(static_cast<int>(code.value), {from, std::max(from, to)}, whole(*code.operands[2]));
    }
    std::int64_t offsets[mostAxes + 1], bases[mostAxes + 1];
    const Access& access = *code.access;
    if (indexUp(access, offsets, bases, access.axes.size() - 1) == -1)
        return -1;
    const Range among = below(access, offsets, bases);
    return search(access.array, among, whole(*code.operands[0]));
}

std::int64_t Machine::rank(const Code& code)
{
    const auto array = static_cast<int>(code.value);
    const GlobalArray& global = searched(array);
    const bool counted = code.operands.size() > 1;
    const std::int64_t count = counted ? whole(*code.operands[0]) : global.size();
    const std::string& name = m_compiled.arrays[at(array)].name;
    if (count < 0 || count > global.size())
        fail(name, fmt::format("is out of bounds: {} elements of {}", count, global.size()));
    if (!global.allWritten() || !global.ascends(0, count))
        fail(name, "is searched, and does not ascend");
    const auto x = static_cast<double>(whole(*code.operands.back()));
    return std::upper_bound(global.values(), global.values() + count, x) - global.values() - 1;
}

std::int64_t Machine::entry(const Access& access)
{
    const std::int64_t i = locate(access);
    if (i == -1 && !access.offset)
        return -1;
    const GlobalArray* global = m_arrays[at(access.array)];
    if (!global || global->entries().empty())
        fail(textOf(access), "holds no places of the matrix, so that none of its entries is known");
    if (i < 0 || i >= static_cast<std::int64_t>(global->entries().size()))
        fail(textOf(access), fmt::format("is out of bounds: element {} of {}", i, global->entries().size()));
    return global->entries()[at(i)];
}

Machine::Range Machine::places(const Statement& statement)
{
    const std::int64_t above = statement.parentBase >= 0 ? slots[at(statement.parentBase)] : 0;
    AccessAxis axis;
    axis.axis = statement.axis;
    axis.indptr = statement.indptr;
    if (statement.indptr < 0)
        axis.children = statement.extent;
    return childrenOf(axis, above);
}

std::int64_t Machine::coordinateAt(const Statement& statement, std::int64_t place)
{
    return wholeAt(statement.indices, place);
}

} // namespace sparsescope::ir::interpreter
