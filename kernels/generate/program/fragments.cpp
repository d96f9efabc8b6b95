// Fragments of tensor cores: programs have them row after row, the GPU in the registers of a warp's lanes (PTX ISA,
// m16n8k16).
#include "kernels/generate/program/nest_printer.h"

#include "engine/ir/lower.h"
#include "engine/ir/mma.h"

#include <fmt/ranges.h>

namespace sparsescope {

using namespace ir;

namespace {

// Row and column of an element that a lane holds.
std::pair<ExprPtr, ExprPtr> placeOf(Scope scope, bool transposed, int element)
{
    const ExprPtr lane = named(laneName);
    const ExprPtr group = made(ExprKind::Divide, {lane, integer(4)}),
                  pair = times(made(ExprKind::Remainder, {lane, integer(4)}), integer(2));
    const auto behind = [](const ExprPtr& expr, int more) { return more > 0 ? plus(expr, integer(more)) : expr; };
    if (transposed) {
        const Scope own = scope == Scope::MmaA ? Scope::MmaB : scope == Scope::MmaB ? Scope::MmaA : scope;
        const auto [row, column] = placeOf(own, false, element);
        return {column, row};
    }
    if (scope == Scope::MmaA)
        return {behind(group, element / 2 % 2 * 8), behind(pair, element % 2 + element / 4 * 8)};
    if (scope == Scope::MmaB)
        return {behind(pair, element % 2 + element / 2 * 8), group};
    return {behind(group, element / 2 * 8), behind(pair, element % 2)};
}

// Does an offset go through two loops as `expected` says, counted from where it begins? Whatever else it depends on is
// taken to be some number.
template <class Expected>
bool goesAs(const ExprPtr& offset, const For& one, const For& two, const Expected& expected)
{
    const auto at = [&](std::int64_t r, std::int64_t c) -> std::optional<std::int64_t> {
        const ExprPtr number = simplified(rewritten(offset, [&](const ExprPtr& part) -> ExprPtr {
            if (part->kind == ExprKind::Name)
                return integer(part->name == one.name ? r : part->name == two.name ? c : 3);
            return part->kind == ExprKind::Load ? integer(5) : nullptr;
        }));
        return number->kind == ExprKind::Integer ? std::optional(number->value) : std::nullopt;
    };
    const std::optional<std::int64_t> base = at(0, 0);
    for (std::int64_t r = 0; base && r < one.extent->value; ++r)
        for (std::int64_t c = 0; c < two.extent->value; ++c)
            if (at(r, c) != *base + expected(r, c))
                return false;
    return base.has_value();
}

// Where row r and column c of A stand: as fragmentIndex() of plan/formats/block_rows.h has it.
std::int64_t placeInLanes(const FragmentShape& shape, std::int64_t r, std::int64_t c)
{
    const std::int64_t each = shape.elements;
    return (r % 8 * 4 + c % 8 / 2) * each + c / 8 * (each / 2) + r / 8 * 2 + c % 2;
}

// Where column n of fragment f stands in a row of B, so that a lane's values of the row are side by side: one of each
// of four fragments, or two, eight columns apart, of each of two.
std::int64_t placeAcross(const FragmentShape& shape, std::int64_t f, std::int64_t n)
{
    return shape.transposed ? n % 8 * 4 + n / 8 * 2 + f : n * 4 + f;
}

// All of them hold.
ExprPtr together(const std::vector<ExprPtr>& conditions)
{
    ExprPtr all;
    for (const ExprPtr& one : conditions)
        all = all ? made(ExprKind::And, {all, one}) : one;
    return all ? all : integer(1);
}

} // namespace

std::optional<NestPrinter::FragmentNest> NestPrinter::fragmentNest(const Node& node) const
{
    FragmentNest found;
    std::vector<const Node*> loops;
    const Node* now = &node;
    std::map<std::string, ExprPtr> lets;
    while (!found.inside) {
        const Body* body = nullptr;
        if (const auto* loop = std::get_if<For>(&now->what)) {
            if (loop->extent->kind != ExprKind::Integer || (loop->mark != Mark::None && loop->mark != Mark::Unroll))
                return std::nullopt;
            loops.push_back(now);
            body = &loop->body;
        } else if (const auto* branch = std::get_if<If>(&now->what); branch && branch->otherwise.empty()) {
            found.conditions.push_back(substituted(branch->condition, lets));
            body = &branch->then;
        } else if (const auto* store = std::get_if<Store>(&now->what)) {
            found.store = *store;
            found.store.indices[0] = substituted(store->indices[0], lets);
            found.store.value = substituted(store->value, lets);
            found.inside = now;
            break;
        }
        if (!body || body->empty())
            return std::nullopt;
        for (std::size_t b = 0; b + 1 < body->size(); ++b)
            if (const auto* let = std::get_if<Let>(&(*body)[b]->what))
                lets[let->name] = substituted(let->value, lets);
            else
                return std::nullopt;
        now = body->back().get();
    }
    const auto take = [&](const std::string& array, const ExprPtr& at, Held held) {
        if (m_memory.has(array) && m_memory[array].held == held) {
            found.fragment = array;
            found.at = at;
        }
    };
    take(found.store.target, found.store.indices[0], Held::Spread);
    take(found.store.target, found.store.indices[0], Held::Fragment);
    forEachExpr(found.store.value, [&](const Expr& part) {
        if (part.kind == ExprKind::Load)
            take(part.name, part.operands[0], Held::Fragment);
    });
    if (found.fragment.empty())
        return std::nullopt;
    const bool spread = m_memory[found.fragment].held == Held::Spread;
    const FragmentShape shape = spread ? FragmentShape{16, 1, 4} : m_memory[found.fragment].shape;
    for (const Node* one : loops) {
        const For& loop = std::get<For>(one->what);
        const auto stride = strideOf(found.at, loop.name);
        if (!spread && stride == 1 && loop.extent->value == shape.columns)
            found.column = &loop;
        else if (stride == shape.columns && loop.extent->value == shape.rows)
            found.row = &loop;
        else if (stride && *stride % shape.size() == 0)
            found.tiles.push_back(one);
        else
            failInput(fmt::format("{} goes through {} in no way that fragments lie in", loop.name, found.fragment));
    }
    if (!found.row || !(found.column || spread))
        failInput(fmt::format("{} is not taken as a whole", found.fragment));
    return found;
}

ExprPtr NestPrinter::ofElement(const ExprPtr& expr, const FragmentNest& nest, int element) const
{
    const DeviceArray& array = m_memory[nest.fragment];
    const auto [row, column] = placeOf(array.array->scope, array.shape.transposed, element);
    Known lanes;
    lanes.extents[laneName] = 32;
    return simplified(substituted(expr, {{nest.row->name, row}, {nest.column->name, column}}), lanes);
}

std::string NestPrinter::registerOf(const std::string& fragment, const ExprPtr& first) const
{
    const FragmentShape& shape = m_memory[fragment].shape;
    const ExprPtr number = simplified(made(ExprKind::Divide, {first, integer(shape.size())}));
    const bool halves = m_memory[fragment].array->scope != Scope::MmaC;
    return m_expressions.index(fragment, simplified(times(number, integer(shape.elements / (halves ? 2 : 1)))));
}

void NestPrinter::openTiles(const FragmentNest& nest)
{
    for (const Node* node : nest.tiles) {
        const For& loop = std::get<For>(node->what);
        m_expressions.open(loop.name);
        pragma("#pragma unroll");
        line(*node,
             fmt::format("for (int {0} = 0; {0} < {1}; ++{0}) {{", m_memory.written(loop.name), loop.extent->value));
        ++m_depth;
    }
}

void NestPrinter::closeTiles(const FragmentNest& nest)
{
    for (std::size_t t = nest.tiles.size(); t-- > 0;) {
        m_expressions.close(std::get<For>(nest.tiles[t]->what).name);
        --m_depth;
        line(*nest.tiles[t], "}");
    }
}

bool NestPrinter::printFragments(const Node& node)
{
    if (!m_memory.hasFragments() || isThread(std::get<For>(node.what).mark))
        return false;
    const std::optional<FragmentNest> nest = fragmentNest(node);
    if (!nest)
        return false;
    if (m_memory[nest->fragment].held == Held::Spread)
        loadSpread(*nest);
    else if (m_memory[nest->store.target].held == Held::Output)
        storeFragment(*nest);
    else if (nest->store.value->kind == ExprKind::Integer && nest->conditions.empty() && !nest->store.add)
        fillFragment(*nest);
    else if (nest->store.value->kind == ExprKind::Load && !nest->store.add)
        loadFragment(*nest);
    else
        failInput(fmt::format("{} is written in no way that is printed", nest->store.target));
    return true;
}

void NestPrinter::fillFragment(const FragmentNest& nest)
{
    if (m_memory[nest.fragment].array->scope != Scope::MmaC)
        failInput(fmt::format("{} is no sum, and filled", nest.fragment));
    openTiles(nest);
    const std::string first = registerOf(nest.fragment, at0(at0(nest.at, *nest.row), *nest.column));
    pragma("#pragma unroll");
    line(*nest.inside, "for (int i = 0; i < 4; ++i)");
    ++m_depth;
    line(*nest.inside,
         fmt::format("{}[{} + i] = {};", m_memory[nest.fragment].text, first, m_expressions.value(nest.store.value)));
    --m_depth;
    closeTiles(nest);
}

void NestPrinter::loadFragment(FragmentNest nest)
{
    const Expr& from = *nest.store.value;
    const Held held = m_memory[from.name].held;
    const Scope scope = m_memory[nest.fragment].array->scope;
    if (held != Held::Values && held != Held::Operand)
        failInput(
            fmt::format("{} is loaded from {}, which is neither values nor an operand", nest.fragment, from.name));
    // Every row of a tile has values, whether it is one of the matrix or not.
    if (held == Held::Values)
        std::erase_if(nest.conditions, [&](const ExprPtr& condition) {
            return condition->kind == ExprKind::GreaterEqual && condition->operands[0]->kind == ExprKind::Load &&
                   m_memory[condition->operands[0]->name].rows;
        });
    for (const ExprPtr& condition : nest.conditions)
        if (mentions(condition, nest.row->name) || mentions(condition, nest.column->name))
            failInput(fmt::format("only some of {} are loaded", nest.fragment));
    if (scope == Scope::MmaB) {
        loadAcross(nest);
        return;
    }
    // Those of a lane one after another, where they stand in the order of fragments.
    const FragmentShape& shape = m_memory[nest.fragment].shape;
    const ExprPtr base = at0(at0(from.operands[0], *nest.row), *nest.column);
    if (scope != Scope::MmaA || !goesAs(from.operands[0], *nest.row, *nest.column,
                                        [&](std::int64_t r, std::int64_t c) { return placeInLanes(shape, r, c); }))
        failInput(fmt::format("{} does not stand in the order of fragments", from.name));
    if (!isMultiple(base, shape.elements, aligned()))
        failInput(
            fmt::format("where fragments of {} begin is not known to be a multiple of {}", from.name, shape.elements));
    openTiles(nest);
    const std::string there = guardFragment(nest);
    line(*nest.inside,
         fmt::format("loadFragment<{}>({}, {}, {} + lane * {}{});", shape.elements / 2, m_memory[nest.fragment].text,
                     registerOf(nest.fragment, at0(at0(nest.at, *nest.row), *nest.column)),
                     m_expressions.address({ExprKind::Load, 0, from.name, {base}}), shape.elements,
                     there.empty() ? "" : ", " + there));
    closeTiles(nest);
}

std::string NestPrinter::guardFragment(const FragmentNest& nest)
{
    m_guarded.erase(nest.fragment);
    if (nest.conditions.empty())
        return {};
    const std::string condition = m_expressions.condition(together(nest.conditions));
    m_guarded[nest.fragment] = {at0(at0(nest.at, *nest.row), *nest.column), condition};
    line(*nest.inside, fmt::format("const bool there = {};", condition));
    return "there";
}

// Fragments whose columns stand side by side: 8 bytes of a row are a lane's values of all of them.
void NestPrinter::loadAcross(const FragmentNest& nest)
{
    const Expr& from = *nest.store.value;
    const FragmentShape& shape = m_memory[nest.fragment].shape;
    const For* across = acrossOf(nest, from.operands[0]);
    if (!across || strideOf(nest.at, across->name) != shape.size())
        failInput(sideBySide(nest));
    const ExprPtr first = at0(from.operands[0], *across);
    FragmentNest all = nest;
    all.tiles.pop_back();
    openTiles(all);
    const std::string there = guardFragment(nest);
    const std::string registers = registerOf(nest.fragment, at0(at0(at0(nest.at, *across), *nest.row), *nest.column));
    // Where the columns stand in an array, those of no step are not read.
    const ExprPtr from0 = rewritten(first, [&](const ExprPtr& part) -> ExprPtr {
        return part->kind == ExprKind::Load && !there.empty() && m_memory[part->name].held != Held::Spread
                   ? made(ExprKind::Select, {named(thereName), part, integer(0)})
                   : nullptr;
    });
    const auto rowOf = [&](int spread) { // of the lane's four
        const int element = shape.transposed ? spread / 2 * 4 + spread % 2 : spread;
        const ExprPtr own = rewritten(from0, [&](const ExprPtr& part) -> ExprPtr {
            if (part->kind != ExprKind::Load || m_memory[part->name].held != Held::Spread)
                return nullptr;
            if (strideOf(part->operands[0], nest.row->name) != 1)
                failInput(fmt::format("{} is spread over lanes, and {} goes through it in another way", part->name,
                                      nest.row->name));
            return load(part->name, {integer(0), spreadAt(part->operands[0], nest, spread)});
        });
        return m_expressions.address({ExprKind::Load, 0, from.name, {ofElement(own, nest, element)}});
    };
    for (int half = 0; half < 2; ++half) {
        const int more = half * (shape.transposed ? 2 : 1);
        line(*nest.inside,
             fmt::format("loadAcross{}({}, {}, {}, {}{});", shape.transposed ? "Pairs" : "",
                         m_memory[nest.fragment].text,
                         registers == "0" ? std::to_string(more) : fmt::format("{} + {}", registers, more),
                         rowOf(2 * half), rowOf(2 * half + 1), there.empty() ? "" : ", " + there));
    }
    closeTiles(all);
}

ExprPtr NestPrinter::spreadAt(const ExprPtr& index, const FragmentNest& nest, int element) const
{
    const ExprPtr rows = times(made(ExprKind::Divide, {at0(index, *nest.row), integer(16)}), integer(4));
    return simplified(element > 0 ? plus(rows, integer(element)) : rows);
}

// From an array, or from registers where they stand in the same way.
void NestPrinter::loadSpread(const FragmentNest& nest)
{
    const std::string name = nest.fragment;
    const ExprPtr from = nest.store.value;
    const Held held = from->kind == ExprKind::Load ? m_memory[from->name].held : Held::Output;
    const bool steady = held == Held::Index || held == Held::Spread;
    if (!steady || nest.store.add || strideOf(from->operands[0], nest.row->name) != 1)
        failInput(fmt::format("{} is spread over lanes, and written in no way that is printed", name));
    const ExprPtr first = at0(from->operands[0], *nest.row);
    if (held == Held::Index && (m_memory[from->name].divisor != 1 || !isMultiple(first, 2, aligned())))
        failInput(fmt::format("{} is not known to begin at an even place of {}", name, from->name));
    openTiles(nest);
    const std::string own = m_expressions.index(name, spreadAt(nest.at, nest, 0));
    if (held == Held::Spread) {
        pragma("#pragma unroll");
        line(*nest.inside, "for (int i = 0; i < 4; ++i)");
        ++m_depth;
        line(*nest.inside, fmt::format("{}[{} + i] = {}[{} + i];", m_memory[name].text, own, m_memory[from->name].text,
                                       m_expressions.index(from->name, spreadAt(from->operands[0], nest, 0))));
        --m_depth;
    } else {
        std::string there;
        if (!nest.conditions.empty())
            there = ", " + m_expressions.condition(together(nest.conditions));
        line(*nest.inside, fmt::format("loadRows({}, {}, {} + lane % 4 * 2{});", m_memory[name].text, own,
                                       m_expressions.address({ExprKind::Load, 0, from->name, {first}}), there));
    }
    closeTiles(nest);
}

const For* NestPrinter::acrossOf(const FragmentNest& nest, const ExprPtr& offset) const
{
    const FragmentShape& shape = m_memory[nest.fragment].shape;
    const For* across = nest.tiles.empty() ? nullptr : &std::get<For>(nest.tiles.back()->what);
    if (!across || !offset || across->extent->value != (shape.transposed ? 2 : 4) ||
        !goesAs(offset, *across, *nest.column,
                [&](std::int64_t f, std::int64_t n) { return placeAcross(shape, f, n); }))
        return nullptr;
    return across;
}

std::string NestPrinter::sideBySide(const FragmentNest& nest) const
{
    return fmt::format("no fragments of {} have their columns side by side: {}", nest.fragment,
                       m_memory[nest.fragment].shape.transposed
                           ? "split k into .. kg kh kt, 8 2 2, reorder kt .. kh kg, fuse kh kg"
                           : "split k into .. 8 4");
}

void NestPrinter::storeFragment(const FragmentNest& nest)
{
    const Stored stored = requireOnce(*nest.inside, nest.store);
    const bool transposed = m_memory[nest.fragment].shape.transposed;
    const DeviceExpressions::Place place = m_expressions.placeOf(nest.store.indices[0]);
    const For* across = nest.tiles.size() == 1 ? acrossOf(nest, place.column) : nullptr;
    if (!across || mentions(place.column, nest.row->name) || nest.store.value->kind != ExprKind::Load)
        failInput(sideBySide(nest));
    const std::string text = m_memory[nest.fragment].text;
    for (const int half : {0, 1}) { // rows that are eight apart, or one; of each, columns side by side
        std::vector<std::string> values;
        const auto add = [&](std::int64_t fragment, int element) {
            const ExprPtr first =
                substituted(at0(at0(nest.at, *nest.row), *nest.column), {{across->name, integer(fragment)}});
            values.push_back(fmt::format("{}[{} + {}]", text, registerOf(nest.fragment, simplified(first)), element));
        };
        for (const int one : {0, 1})
            for (std::int64_t f = 0; f < across->extent->value; ++f)
                add(f, transposed ? 2 * one + half : 2 * half + one);
        line(*nest.inside, "{");
        ++m_depth;
        declareResult(*nest.inside, values, stored);
        Stored here = stored;
        const int element = transposed ? half : 2 * half;
        for (const ExprPtr& condition : nest.conditions)
            here.conditions.push_back(m_expressions.condition(ofElement(condition, nest, element)));
        storeResult(*nest.inside, here,
                    fmt::format("Output<T, How>::{}(args, {}, {}, {});", transposed ? "four" : "eight",
                                m_expressions.whole(ofElement(place.row, nest, element)),
                                m_expressions.whole(at0(ofElement(place.column, nest, element), *across)),
                                transposed ? "result[0], result[1], result[2], result[3]" : "result"));
        --m_depth;
        line(*nest.inside, "}");
    }
}

void NestPrinter::printCall(const Node& node, const Call& call)
{
    const bool transposed = call.intrinsic == "mma.8x16x16";
    if ((call.intrinsic != "mma.16x8x16" && !transposed) || call.arguments.size() != 3)
        failInput(fmt::format("{} is no intrinsic that is printed", call.intrinsic));
    std::string arguments;
    for (const ExprPtr& fragment : call.arguments)
        arguments += fmt::format("{}{}, {}", arguments.empty() ? "" : ", ", m_memory[fragment->name].text,
                                 registerOf(fragment->name, fragment->operands[0]));
    line(node, fmt::format("multiply{}<T>({});", transposed ? "Transposed" : "Fragments", arguments));
}

} // namespace sparsescope
